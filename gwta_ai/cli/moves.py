"""``gwta-ai moves``: every legal action."""

from __future__ import annotations

import click

from gwta_ai.cli.files import Source, json_text
from gwta_ai.cli.options import example_option, file_argument, json_option, width_option
from gwta_ai.cli.summary import summary_text
from gwta_ai.cli.texts import wrapped

_GAP = 2  # columns between notation and text
_NARROWEST = 16  # columns of text


@click.command("moves", epilog="Example: gwta-ai moves game.msgpack")
@file_argument
@example_option
@width_option("an action stands on one line")
@json_option
def command(file: str | None, example: str | None, width: int | None, as_json: bool) -> None:
    """List the legal actions in FILE, none when it is over.

    With --json a list of {notation, text}.
    """
    source = Source(file, example)
    position = source.position()
    with source.naming():
        actions = position.legal_actions()
    if as_json:
        click.echo(json_text([{"notation": a.notation, "text": a.text} for a in actions]))
        return
    click.echo(summary_text(position))
    longest = max((len(action.notation) for action in actions), default=0)
    for action in actions:
        text = action.text
        if width is not None:
            text = wrapped(text, max(_NARROWEST, width - longest - _GAP))
        first, *rest = text.split("\n")
        click.echo(f"{action.notation:<{longest + _GAP}}{first}")
        for line in rest:
            click.echo(f"{'':<{longest + _GAP}}{line}")
