"""``gwta-ai moves``: every legal action."""

from __future__ import annotations

import click

from gwta_ai.cli.files import Source, json_text
from gwta_ai.cli.options import example_option, file_argument, json_option
from gwta_ai.cli.summary import summary_text


@click.command("moves", epilog="Example: gwta-ai moves game.msgpack")
@file_argument
@example_option
@json_option
def command(file: str | None, example: str | None, as_json: bool) -> None:
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
    width = max((len(action.notation) for action in actions), default=0)
    for action in actions:
        click.echo(f"{action.notation:<{width}}  {action.text}")
