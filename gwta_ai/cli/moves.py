"""``gwta-ai moves``: every legal action."""

from __future__ import annotations

import click

from gwta_ai.cli.files import json_text, read_position
from gwta_ai.cli.options import file_argument, json_option
from gwta_ai.cli.summary import summary_text


@click.command("moves", epilog="Example: gwta-ai moves game.msgpack")
@file_argument
@json_option
def command(file: str, as_json: bool) -> None:
    """List the legal actions in FILE, none when it is over.

    With --json a list of {notation, text}.
    """
    position = read_position(file)
    actions = position.legal_actions()
    if as_json:
        click.echo(json_text([{"notation": a.notation, "text": a.text} for a in actions]))
        return
    click.echo(summary_text(position))
    width = max((len(action.notation) for action in actions), default=0)
    for action in actions:
        click.echo(f"{action.notation:<{width}}  {action.text}")
