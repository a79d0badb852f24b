"""The command line ``gwta-ai``: one module a verb."""

from __future__ import annotations

import gc
import sys
from io import TextIOWrapper

import click

from gwta_ai.cli.program import Program, Verb

# In short what each says of itself, so that nothing needs to be loaded to list them.
VERBS = {
    "new": "Set up a game and save it.",
    "show": "Show the game or view in FILE as a picture of the table.",
    "check": "List everything that is wrong or suspicious in FILE.",
    "moves": "List the legal actions in FILE, none when it is over.",
    "apply": "Perform actions on the game in FILE.",
    "advise": "Say what to play in the game or view in FILE.",
    "match": "Let bots play against one another, each deal once from every seat.",
    "ruleset": "List where the figures come from and what is not verified.",
    "bench": "Measure the speed of the core and of the search on one thread.",
}

_OBJECTS = 100_000  # made until the first look for garbage, of which loading makes none


@click.group(
    cls=Program,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="gwta-ai", message="%(version)s")
def program() -> None:
    """Play, inspect and analyse games of Great Western Trail: Argentina.

    FILE is a saved game or view, as msgpack or, where its name ends in .json, as JSON;
    "-" is standard input or output. In place of FILE --example NAME takes a position
    that ships with the program.

    Exit codes: 0 fine, 1 unexpected, 2 wrong usage, 3 bad file, position or ruleset,
    4 illegal action, 5 a process of a match was killed, 130 interrupted (after both what
    was finished is printed). With --json errors are JSON as well.
    """


for name, said in VERBS.items():
    program.add_command(Verb(name, help=said))


def main() -> None:
    """Runs the command line on the arguments of the process, then exits."""
    gc.set_threshold(_OBJECTS)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a narrow terminal encoding is no fault
    program(prog_name="gwta-ai")
