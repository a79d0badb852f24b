"""What is printed of a position in one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from gwta_ai.cli.files import STANDARD, json_text, write_position
from gwta_ai.games.carrying import figures_corrected, figures_since
from gwta_ai.games.difference import Difference
from gwta_ai.games.game import Rules
from gwta_ai.games.state import State, View


def summary(position: State | View) -> dict[str, Any]:
    """Who is to decide what: ``players``, ``seat_to_move``, ``decision``, ``is_over``."""
    return {
        "players": position.players,
        "seat_to_move": position.seat_to_move,
        "decision": position.decision,
        "is_over": position.is_over,
    }


def summary_text(position: State | View) -> str:
    """``summary`` in words."""
    if position.is_over:
        return f"{position.players} players; the game is over"
    return (
        f"{position.players} players; seat {position.seat_to_move} is to move: {position.decision}"
    )


def earlier_lines(rules: Rules) -> Iterator[str]:
    """What is said of a ruleset that is not the present one; nothing of that one."""
    which = "another ruleset than the present one"
    return _differing(which, rules, figures_since(rules), "")


def ruleset_lines(rules: Rules) -> Iterator[str]:
    """``earlier_lines``; of the present ruleset what it has otherwise than that which ships."""
    yield from earlier_lines(rules)
    which = f"the ruleset that {rules.game.ruleset_variable} names"
    yield from _differing(which, rules, figures_corrected(rules), " from what ships")


def _differing(
    which: str, rules: Rules, changed: list[Difference], from_what: str
) -> Iterator[str]:
    if not changed:
        return
    figures = "1 figure differs" if len(changed) == 1 else f"{len(changed)} figures differ"
    yield f"under {which}, {rules.digest[:16]}…; {figures}{from_what}:"
    for each in changed:
        yield f"  {each.text}"


def deliver(state: State, output: str, as_json: bool, **more: Any) -> None:
    """Saves ``state`` in ``output``, then prints its summary and ``more``.

    On standard output stands the game alone, as JSON where that is asked for.
    """
    write_position(state, output, as_json=as_json and output == STANDARD)
    if output == STANDARD:
        return
    if as_json:
        click.echo(json_text({"file": output, **more, **summary(state)}))
    else:
        extra = "".join(f"; {key} {value}" for key, value in more.items())
        click.echo(f"{output}: {summary_text(state)}{extra}")
