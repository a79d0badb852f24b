"""``gwta-ai apply``: perform actions."""

from __future__ import annotations

import click

from gwta_ai.cli.files import read_position
from gwta_ai.cli.options import file_argument, json_option, output_option
from gwta_ai.cli.summary import deliver
from gwta_ai.errors import PositionError
from gwta_ai.games.state import State


@click.command("apply", epilog='Example: gwta-ai apply game.msgpack "move:n4" -o next.msgpack')
@file_argument
@click.argument("notations", metavar="NOTATION...", nargs=-1, required=True)
@output_option
@json_option
def command(file: str, notations: tuple[str, ...], output: str, as_json: bool) -> None:
    """Perform actions on the game in FILE.

    They are performed in the order given, in the notation that "gwta-ai moves" lists;
    quote those with a ">". A set may be named at once, as "discard:niata,serrano".
    Nothing is saved unless all are legal.
    """
    state = read_position(file)
    if not isinstance(state, State):
        raise PositionError(f"{file}: expected a whole game, got a view")
    for notation in notations:
        state.apply(notation)
    deliver(state, output, as_json, applied=len(notations))
