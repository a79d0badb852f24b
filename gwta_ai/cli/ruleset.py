"""``gwta-ai ruleset``: the figures the program plays with."""

from __future__ import annotations

import click
from rich.table import Table

from gwta_ai import Ruleset
from gwta_ai.cli.files import STANDARD, json_text, write_bytes
from gwta_ai.cli.options import json_option
from gwta_ai.cli.screen import screen


@click.command("ruleset", epilog="Example: gwta-ai ruleset --export mine.toml")
@click.option("--export", metavar="FILE", help="Save the ruleset, to be edited.")
@json_option
def command(export: str | None, as_json: bool) -> None:
    """Show the ruleset in use and where its figures come from.

    It is the one that ships with the program, or the file named by the environment
    variable GWTA_RULESET.
    """
    ruleset = Ruleset.default()
    about = {"title": ruleset.title, "digest": ruleset.digest}
    if export is not None:
        write_bytes(export, ruleset.text.encode())
        if export != STANDARD:
            saved = {"file": export, **about}
            click.echo(json_text(saved) if as_json else f"{export}: ruleset {ruleset.digest}")
        return
    provenance = ruleset.provenance()
    if as_json:
        click.echo(json_text({**about, "provenance": provenance}))
        return
    table = Table(box=None, pad_edge=False)
    for column in ("table", "provenance", "confidence", "note"):
        table.add_column(column, overflow="fold")
    for name, entry in provenance.items():
        confidence = "placeholder" if entry.get("placeholder") else entry.get("confidence", "")
        table.add_row(name, entry["provenance"], confidence, entry.get("note", ""))
    console = screen()
    console.print(f"{ruleset.title}, ruleset {ruleset.digest}", end="\n\n")
    console.print(table)
