"""``gwta-ai show``: a position to look at."""

from __future__ import annotations

import sys

import click

from gwta_ai.cli.files import Source, json_text
from gwta_ai.cli.options import example_option, file_argument, json_option, width_option
from gwta_ai.cli.summary import ruleset_lines
from gwta_ai.errors import PositionError
from gwta_ai.games.pictures import LEAST_COLUMNS, printed
from gwta_ai.games.state import State, View

_COMFORTABLE = 120  # columns beyond which a wide terminal is not used


@click.command("show", epilog="Example: gwta-ai show --example midgame --seat 1")
@file_argument
@example_option
@click.option("--seat", type=int, metavar="K", help="Only what seat K may know; seats start at 0.")
@click.option("--no-color", is_flag=True, help="No colours, as with NO_COLOR in the environment.")
@width_option(f"those of the terminal, {_COMFORTABLE} at most", LEAST_COLUMNS)
@json_option
def command(
    file: str | None,
    example: str | None,
    seat: int | None,
    no_color: bool,
    width: int | None,
    as_json: bool,
) -> None:
    """Show the game or view in FILE as a picture of the table.

    Of a whole game all hands are shown, of a view what its seat may know; the order of a
    stack never is.
    """
    position = Source(file, example).position()
    if seat is not None:
        position = _seen_by(position, seat)
    if as_json:
        click.echo(json_text(position.to_dict()))
        return
    from gwta_ai.cli.screen import screen, terminal_width  # takes a while to load

    game = position.ruleset.game
    columns = width or max(LEAST_COLUMNS, min(terminal_width(), _COMFORTABLE))
    picture = game.picture(position.core, position.ruleset, columns)
    text = printed(picture, screen(width=columns, colour=not no_color))
    sys.stdout.write(text if _can_show(text) else text.translate(game.signs))
    for line in ruleset_lines(position.ruleset):
        click.echo(line)


def _seen_by(position: State | View, seat: int) -> View:
    if not 0 <= seat < position.players:
        raise click.BadParameter(
            f"expected 0 to {position.players - 1}, got {seat}.", param_hint="--seat"
        )
    if isinstance(position, State):
        return position.view(seat)
    if position.seat != seat:
        raise PositionError(f"--seat: expected {position.seat}, whose view this is, got {seat}")
    return position


def _can_show(text: str) -> bool:
    """Whether standard output has all the signs of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
