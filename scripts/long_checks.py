"""Checks that take too long for every run of the tests; each is a subcommand.

::

    python scripts/long_checks.py twins --positions 10000
    python scripts/long_checks.py views --positions 10000
    python scripts/long_checks.py notation --games 10000
    python scripts/long_checks.py unplayed --positions 2000
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

console = Console()


@click.group()
def main() -> None:
    """Long versions of what the tests do on a sample. Exit code 1 if anything is wrong."""


@main.command()
@click.option("--positions", type=click.IntRange(1), default=10_000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--only", multiple=True, metavar="TWIN", help="Only this twin; may be repeated.")
def twins(positions: int, seed: int, only: tuple[str, ...]) -> None:
    """Try the core and the Python twins of its rules on many positions each."""
    from twins.areas import AREAS
    from twins.runs import run

    from gwta_ai import Ruleset

    unknown = set(only) - {area.name for area in AREAS}
    if unknown:
        raise click.UsageError(f"no such twin: {', '.join(sorted(unknown))}")
    figures = Ruleset.default().figures
    chosen = [area for area in AREAS if not only or area.name in only]
    table = Table("twin", "positions", "from play", "with options", "options", "disagree", "s")
    for column in table.columns[1:]:
        column.justify = "right"
    wrong = False
    for area in track(chosen, "twins", console=Console(stderr=True), transient=True):
        start = time.perf_counter()
        report = run(area, figures, positions, seed)
        wrong = wrong or bool(report.disagreements or report.never)
        table.add_row(
            area.name,
            f"{report.positions:,}",
            f"{report.natural:,}",
            f"{report.with_options:,}",
            f"{report.options:,}",
            f"{len(report.disagreements):,}",
            f"{time.perf_counter() - start:.0f}",
        )
        console.print(f"[bold]{area.name}[/]: how often its rare rules mattered")
        for rule, hits in report.rare.items():
            console.print(f"  {hits:>9,}  {rule}", highlight=False)
        for difference, _ in report.disagreements[:3]:
            console.print("  disagreement: ", end="", style="red")
            console.print(difference, markup=False)
    console.print(table)
    if wrong:
        sys.exit(1)


@main.command()
@click.option("--positions", type=click.IntRange(1), default=10_000, show_default=True)
@click.option("--draws", type=click.IntRange(1), default=20_000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
def views(positions: int, draws: int, seed: int) -> None:
    """Views and determinizations of many positions, and how even the latter are."""
    from hiding import check_positions
    from uniformity import CASES, UNLIKELY

    start = time.perf_counter()
    try:
        tally = check_positions(positions, seed)
    except AssertionError as error:
        console.print(f"[red]views:[/] {error}")
        sys.exit(1)
    console.print(
        f"{tally.positions:,} positions seen by every seat, {tally.inside:,} of them inside an "
        f"action, {tally.known:,} with known cards in {time.perf_counter() - start:.0f} s",
        highlight=False,
    )
    table = Table("arrangements of", "different", "draws", "p")
    for column in table.columns[1:]:
        column.justify = "right"
    even = True
    for build in CASES.values():
        case = build()
        p_value = case.p_value(draws, seed)
        even = even and p_value > UNLIKELY
        table.add_row(case.name, f"{len(case.ways):,}", f"{draws:,}", f"{p_value:.3f}")
    console.print(table)
    if not even:
        sys.exit(1)


@main.command()
@click.option("--games", type=click.IntRange(1), default=10_000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
def notation(games: int, seed: int) -> None:
    """Notations, arguments and texts of every legal action of many random games.

    An interrupt (Ctrl-C) shows what was found so far; the exit code then is 130.
    """
    from notations import Notations

    start, found, interrupted = time.perf_counter(), Notations(), False
    numbers = range(seed, seed + games)
    try:
        for number in track(numbers, "games", console=Console(stderr=True), transient=True):
            found.play(number)
    except KeyboardInterrupt:
        interrupted = True
    console.print(
        f"{found.games:,} games of 2 to 4 players, {found.decisions:,} decisions, "
        f"{found.actions:,} legal actions, {found.distinct:,} different ones of "
        f"{len(found.kinds)} kinds in {time.perf_counter() - start:.0f} s",
        highlight=False,
    )
    for kind, number in sorted(found.kinds.items()):
        console.print(f"  {number:>9,}  {kind}", highlight=False)
    for fault in found.faults:
        console.print("  fault: ", end="", style="red")
        console.print(fault, markup=False)
    if interrupted:
        sys.exit(130)
    if found.faults:
        sys.exit(1)


@main.command()
@click.option("--positions", type=click.IntRange(1), default=2000, show_default=True)
@click.option("--first", type=click.IntRange(0), default=0, show_default=True, help="Game.")
def unplayed(positions: int, first: int) -> None:
    """Positions of play, in which nothing may be found that does not come of play."""
    from played import positions as some
    from played import problems

    start, alarms = time.perf_counter(), 0
    for state in track(
        some(positions, first), "positions", positions, console=Console(stderr=True)
    ):
        for problem in problems(state):
            alarms += 1
            console.print(f"  {problem.severity}: ", end="", style="red")
            console.print(str(problem), markup=False)
    console.print(
        f"{positions:,} positions, seen by every seat, {alarms} false alarms in "
        f"{time.perf_counter() - start:.0f} s",
        highlight=False,
    )
    if alarms:
        sys.exit(1)


if __name__ == "__main__":
    main()
