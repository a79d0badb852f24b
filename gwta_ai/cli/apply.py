"""``gwta-ai apply``: perform actions."""

from __future__ import annotations

import os

import click

from gwta_ai.cli.files import STANDARD, Source
from gwta_ai.cli.options import example_option, json_option, output_option
from gwta_ai.cli.summary import deliver
from gwta_ai.errors import IllegalActionError, PositionError
from gwta_ai.games.state import State


@click.command("apply", epilog='Example: gwta-ai apply game.msgpack "move:n4" -o next.msgpack')
@click.argument("words", metavar="[FILE] NOTATION...", nargs=-1)
@example_option
@output_option
@json_option
def command(words: tuple[str, ...], example: str | None, output: str, as_json: bool) -> None:
    """Perform actions on the game in FILE.

    They are performed in the order given, in the notation that "gwta-ai moves" lists;
    quote those with a ">". A set may be named at once, as "discard:niata,serrano".
    Nothing is saved unless all are legal.
    """
    at = 0 if example is not None else 1  # of the first notation
    source = Source(words[0] if words[:at] else None, example)
    notations = words[at:]
    if not notations:
        raise click.UsageError("Missing argument 'NOTATION...'.")
    state = source.position()
    if not isinstance(state, State):
        with source.naming():
            raise PositionError("expected a whole game, got a view")
    for notation in notations:
        try:
            state.apply(notation)
        except IllegalActionError:
            if example is not None and notation == words[0] and _is_file(notation):
                Source(notation, example)  # one too many
            raise
    deliver(state, output, as_json, applied=len(notations))


def _is_file(word: str) -> bool:
    return word == STANDARD or os.path.exists(word)
