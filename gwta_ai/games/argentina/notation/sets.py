"""What is chosen one by one as a set, said in one entry and in any order: "discard:niata,serrano".

The core takes the pieces in ascending order, so that each set is reached once (TURN-04).
"""

from __future__ import annotations

from collections.abc import Sequence

from gwta_ai.games.argentina.notation.action import notation, parse
from gwta_ai.games.argentina.notation.forms import BY_VERB
from gwta_ai.games.argentina.ruleset import Ruleset
from gwta_ai.games.suggestions import Described

__all__ = ["out_of_order", "single"]

_SETS = ("discard", "remove", "farmer")


def single(text: str, rules: Ruleset) -> list[str]:
    """A set as the notations of its actions, in the order they are performed in.

    Any other text alone. Raises ``IllegalActionError`` for a piece that cannot be read.
    """
    verb, _, pieces = text.strip().partition(":")
    if verb not in _SETS or "," not in pieces:
        return [text]
    actions = sorted(parse(f"{verb}:{piece.strip()}", rules) for piece in pieces.split(","))
    return [notation(action, rules) for action in actions]


def out_of_order(action: Described, legal: Sequence[Described]) -> str:
    """What is said of a piece that would have had to be chosen earlier; empty if it is none."""
    alike = [each for each in legal if each.kind == action.kind]
    if action.kind not in _SETS or not alike or action.value > min(each.value for each in alike):
        return ""
    first = min(alike, key=lambda each: each.value).notation
    piece = BY_VERB[action.kind].argument.pattern
    return (
        f"a set is chosen in ascending order, now from {first} on; several pieces named in one"
        f" entry, as in {action.kind}:{piece},{piece}, may stand in any order"
    )
