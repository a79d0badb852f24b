"""The command line ``gwta-ai``: one module a verb."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from gwta_ai.cli import advise, apply, bench, check, match, moves, new, ruleset, show
from gwta_ai.cli.program import Program


@click.group(cls=Program, no_args_is_help=False)
@click.version_option(package_name="gwta-ai", message="%(version)s")
def program() -> None:
    """Play, inspect and analyse games of Great Western Trail: Argentina.

    FILE is a saved game or view, as msgpack or, where its name ends in .json, as JSON;
    "-" is standard input or output.

    Exit codes: 0 fine, 1 unexpected, 2 wrong usage, 3 bad file, position or ruleset,
    4 illegal action, 130 interrupted (what was finished is printed).
    """


for verb in (new, show, check, moves, apply, advise, match, ruleset, bench):
    program.add_command(verb.command)


def main() -> None:
    """Runs the command line on the arguments of the process, then exits."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a narrow terminal encoding is no fault
    program(prog_name="gwta-ai")
