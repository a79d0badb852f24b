"""``gwta-ai check``: everything that is wrong or suspicious in a file."""

from __future__ import annotations

import click

from gwta_ai.cli.files import Source, json_text
from gwta_ai.cli.options import example_option, file_argument, json_option
from gwta_ai.cli.program import BAD_FILE
from gwta_ai.cli.summary import earlier_lines
from gwta_ai.errors import as_found, shown
from gwta_ai.games.carrying import figures_since
from gwta_ai.games.check import problems_in_file
from gwta_ai.games.files import loads
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

    Of a position under another ruleset than the present one it says what differs.

    With --json {wrong, suspicious, problems, earlier}: lists of {severity, path, expected,
    got, mend}, and of what differs from the present ruleset.
    """
    source = Source(file, example)
    content = source.content()
    with source.naming():
        problems = problems_in_file(content)
    count = {
        severity: sum(each.severity == severity for each in problems)
        for severity in (WRONG, SUSPICIOUS)
    }
    rules = None if count[WRONG] else loads(content).ruleset
    if as_json:
        told = [problem.to_dict() for problem in problems]
        earlier = [] if rules is None else [each.text for each in figures_since(rules)]
        click.echo(json_text({**count, "problems": told, "earlier": earlier}))
    else:
        if problems:
            _print(problems)
        click.echo(_verdict(count[WRONG], count[SUSPICIOUS]))
        for line in earlier_lines(rules) if rules else ():
            click.echo(line)
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
