"""Positions of an earlier ruleset: what differs from the present one, and the way to it."""

from __future__ import annotations

from typing import overload

from gwta_ai.common.arguments import check_kind, unexpected
from gwta_ai.games import registry
from gwta_ai.games.difference import Difference
from gwta_ai.games.game import Rules
from gwta_ai.games.state import State, View

__all__ = ["carry", "figures_corrected", "figures_since"]


def figures_since(rules: Rules) -> list[Difference]:
    """The figures in which the present ruleset of a game differs from ``rules``.

    The present one is that a new game is played with. ``old`` is as in ``rules``.
    Raises ``ArgumentError`` for what is no ruleset.
    """
    given = registry.rules_or_default(rules)
    present: Rules = given.game.default_rules()
    return [each for each in given.differences(present) if each.in_play]


def figures_corrected(rules: Rules) -> list[Difference]:
    """The figures in which the ruleset in use, if ``rules`` is it, differs from what ships.

    ``new`` is as in ``rules``; empty for every other ruleset.
    """
    game = rules.game
    if rules.digest != game.default_rules().digest:
        return []
    shipped: Rules = game.shipped_rules()
    return [each for each in shipped.differences(rules) if each.in_play]


@overload
def carry(position: State, ruleset: Rules | None = None) -> State: ...
@overload
def carry(position: View, ruleset: Rules | None = None) -> View: ...
@overload
def carry(position: State | View, ruleset: Rules | None = None) -> State | View: ...
def carry(position: State | View, ruleset: Rules | None = None) -> State | View:
    """The same position under another ruleset, by default the present one of its game.

    Everything that lies on the table stays where it is. Raises ``PositionError`` where a
    decision within an action is pending, as the action may go on otherwise, or where what
    was done would be something else there, and ``SnapshotError`` or ``PositionError`` where
    the position is none of that ruleset, which has to be one of the same game
    (``ArgumentError``).
    """
    check_kind("position", position, (State, View), "a State or a View")
    game = position.ruleset.game
    to: Rules = game.default_rules() if ruleset is None else registry.rules_or_default(ruleset)
    if to.game is not game:
        raise unexpected("ruleset", f"one of {game.name}", to)
    if to.digest == position.ruleset.digest:
        return position.clone()
    return type(position).of(game.carry(position.core, position.ruleset, to), to)
