"""``gwta-ai check``: everything that is wrong or suspicious in a file."""

from __future__ import annotations

import click

from gwta_ai.cli.files import Source, json_text
from gwta_ai.cli.options import example_option, file_argument, json_option
from gwta_ai.cli.program import BAD_FILE
from gwta_ai.errors import as_found, shown
from gwta_ai.games.check import problems_in_file
from gwta_ai.games.problem import SUSPICIOUS, WRONG, Problem


@click.command("check", epilog="Example: gwta-ai check position.json")
@file_argument
@example_option
@json_option
@click.pass_context
def command(context: click.Context, file: str | None, example: str | None, as_json: bool) -> None:
    """List everything that is wrong or suspicious in FILE.

    Other verbs stop at the first fault; this one is for positions written by hand. What
    is wrong keeps the file from being loaded (exit code 3), what is suspicious does not.

    With --json {wrong, suspicious, problems}, the last a list of {severity, path,
    expected, got, mend}.
    """
    source = Source(file, example)
    content = source.content()
    with source.naming():
        problems = problems_in_file(content)
    count = {
        severity: sum(each.severity == severity for each in problems)
        for severity in (WRONG, SUSPICIOUS)
    }
    if as_json:
        told = [problem.to_dict() for problem in problems]
        click.echo(json_text({**count, "problems": told}))
    else:
        if problems:
            _print(problems)
        click.echo(_verdict(count[WRONG], count[SUSPICIOUS]))
    if count[WRONG]:
        context.exit(BAD_FILE)


def _print(problems: list[Problem]) -> None:
    from gwta_ai.cli.screen import screen  # takes a while to load

    console = screen()
    for problem in problems:
        where = shown(problem.path) or "the whole file"
        console.print(
            where if problem.severity == WRONG else f"{where} ({SUSPICIOUS})", soft_wrap=True
        )
        told = {"expected": problem.expected, "got": as_found(problem.got), "mend": problem.mend}
        for label, text in told.items():
            if text is not None:
                console.print(f"  {label:<9} {text}", soft_wrap=True)
        console.print()


def _verdict(wrong: int, suspicious: int) -> str:
    if wrong:
        return f"{wrong} wrong" + (f", {suspicious} suspicious" if suspicious else "")
    if suspicious:
        return f"nothing is wrong, {suspicious} suspicious"
    return "nothing is wrong"
