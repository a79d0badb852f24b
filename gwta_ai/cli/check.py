"""``gwta-ai check``: everything that is wrong or suspicious in a file."""

from __future__ import annotations

import click

from gwta_ai.cli.files import Source, json_text
from gwta_ai.cli.options import example_option, file_argument, json_option
from gwta_ai.cli.program import BAD_FILE
from gwta_ai.cli.summary import ruleset_lines
from gwta_ai.errors import as_found, shown
from gwta_ai.games.carrying import figures_corrected, figures_since
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
    is wrong gives exit code 3: it keeps the file from being loaded, or it loads and no play
    leads to it. What is suspicious may come of play, but hardly does; the exit code is then 0.

    Of a position under another ruleset than the present one it says what differs, and of one
    under a ruleset that GWTA_RULESET names what that has otherwise than the one that ships.

    Of a view that leaves open which workers are in which bag it says what follows.

    With --json {wrong, refused, suspicious, problems, open, earlier, corrected}: how many are
    wrong, how many of these keep it from being loaded, how many are suspicious, a list of
    {severity, refused, path, expected, got, mend}, and lists of what is left open, of what
    differs from the present ruleset, and of what that has otherwise than the one that ships.
    """
    source = Source(file, example)
    content = source.content()
    with source.naming():
        problems = problems_in_file(content)
    wrong = sum(each.severity == WRONG for each in problems)
    refused = sum(each.refused for each in problems)
    suspicious = len(problems) - wrong
    position = None if refused else loads(content)
    rules = position.ruleset if position else None
    left_open = position.left_open() if position else []
    if as_json:
        told = [problem.to_dict() for problem in problems]
        count = {WRONG: wrong, "refused": refused, SUSPICIOUS: suspicious}
        earlier = [] if rules is None else [each.text for each in figures_since(rules)]
        corrected = [] if rules is None else [each.text for each in figures_corrected(rules)]
        more = {"open": left_open, "earlier": earlier, "corrected": corrected}
        click.echo(json_text({**count, "problems": told, **more}))
    else:
        if problems:
            _print(problems)
        click.echo(_verdict(wrong, refused, suspicious))
        if left_open:
            click.echo("not known, and drawn anew by every determinization:")
        for line in left_open:
            click.echo(f"  {line}")
        for line in ruleset_lines(rules) if rules else ():
            click.echo(line)
    if wrong:
        context.exit(BAD_FILE)


def _print(problems: list[Problem]) -> None:
    from gwta_ai.cli.screen import screen  # takes a while to load

    console = screen()
    for problem in problems:
        where = shown(problem.path) or "the whole file"
        console.print(f"{where}{_kind(problem)}", soft_wrap=True)
        told = {"expected": problem.expected, "got": as_found(problem.got), "mend": problem.mend}
        for label, text in told.items():
            if text is not None:
                console.print(f"  {label:<9} {text}", soft_wrap=True)
        console.print()


def _kind(problem: Problem) -> str:
    if problem.refused:
        return ""
    return f" ({SUSPICIOUS})" if problem.severity == SUSPICIOUS else " (loads)"


def _verdict(wrong: int, refused: int, suspicious: int) -> str:
    if not wrong and not suspicious:
        return "nothing is wrong"
    told = f"{wrong} wrong" if wrong else "nothing is wrong"
    if wrong and not refused:
        told += ": no play leads there, though it loads"
    return told + (f", {suspicious} suspicious" if suspicious else "")
