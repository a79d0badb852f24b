"""Options and arguments that several verbs share."""

from __future__ import annotations

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
file_argument = click.argument("file", metavar="FILE")
output_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    help="Where the game is saved; a name ending in .json makes it JSON.",
)
