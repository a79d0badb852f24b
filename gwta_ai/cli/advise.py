"""``gwta-ai advise``: what to play."""

from __future__ import annotations

from dataclasses import asdict

import click

from gwta_ai.adviser.advice import Advice, Rank
from gwta_ai.adviser.advisor import Advisor
from gwta_ai.cli.files import Source, json_text
from gwta_ai.cli.options import example_option, file_argument, json_option, width_option
from gwta_ai.cli.screen import screen, table
from gwta_ai.cli.summary import summary_text
from gwta_ai.common.interrupts import INTERRUPTED, Heard
from gwta_ai.games.state import State, View, mover_view
from gwta_ai.search.limit import Limit

_SECONDS = 5.0  # where no limit is given
_ORDER = "most visited first: figures of few visits say little"
_EVERY = 3600.0  # seconds between two pieces of advice, of which the last one counts


@click.command(
    "advise", epilog="Example: gwta-ai advise --example midgame --simulations 2000 --seed 1"
)
@file_argument
@example_option
@click.option("--seconds", type=float, help=f"Time to think; {_SECONDS:g} if no limit is given.")
@click.option("--simulations", type=int, help="Games to simulate instead of a time.")
@click.option("--threads", default=1, show_default=True, help="Threads to search with.")
@click.option(
    "--seed",
    default=0,
    show_default=True,
    help="Equal seed, simulations and threads give equal advice.",
)
@click.option("--top", type=int, help="Show the best K candidates only.", metavar="K")
@click.option("--played", metavar="NOTATION", help="Say where this action stands as well.")
@click.option("--timing", is_flag=True, help="Show the time taken as well.")
@width_option()
@json_option
def command(
    file: str | None,
    example: str | None,
    seconds: float | None,
    simulations: int | None,
    threads: int,
    seed: int,
    top: int | None,
    played: str | None,
    timing: bool,
    width: int | None,
    as_json: bool,
) -> None:
    """Say what to play in the game or view in FILE.

    Only what the seat to move may know is used. An interrupt (Ctrl-C) ends the search
    early and shows what was found.
    """
    if seconds is not None and simulations is not None:
        raise click.UsageError("Expected either --seconds or --simulations, got both.")
    if seconds is None and simulations is None:
        seconds = _SECONDS
    limit = Limit(seconds=seconds, simulations=simulations)
    advisor = Advisor(threads=threads, seed=seed)
    source = Source(file, example)
    position = source.position()
    with source.naming():
        action = None if played is None else mover_view(position).legal_action(played)
        analysis = advisor.analysis(position, limit, top=top, every=_EVERY)
    # Wherever in the search, and after it, an interrupt falls: what was found is printed.
    with Heard(analysis.stop):
        for _ in analysis:
            pass
        advice = analysis.advice
        if advice is None:
            raise click.Abort
        rank = None if action is None else advice.rank(action)
        if as_json:
            found = advice.to_dict(timing=timing) | {"explanation": advice.explain()}
            click.echo(json_text(found if rank is None else found | {"played": asdict(rank)}))
        else:
            _print(position, advice, rank, timing, width)
    if not advice.complete:
        click.get_current_context().exit(INTERRUPTED)


def _print(
    position: State | View, advice: Advice, rank: Rank | None, timing: bool, width: int | None
) -> None:
    rows = [
        (
            candidate.notation,
            candidate.text,
            str(candidate.visits),
            f"{100 * candidate.win:.1f} %",
            f"{100 * candidate.low:.1f} .. {100 * candidate.high:.1f}",
            f"{_shown(candidate.margin):+.1f}",
            f"{candidate.score:.1f}",
        )
        for candidate in advice.candidates
    ]
    heads = ("action", "", "visits", "win", "95 %", "margin", "score")
    console = screen(width=width)
    console.print(summary_text(position))
    time = f" in {advice.seconds:.1f} s" if timing else ""
    ended = "" if advice.complete else ", interrupted"
    console.print(f"{advice.simulations} simulations{time}{ended}; {_ORDER}", end="\n\n")
    console.print(table(heads, rows, right=5))
    learned_under = advice.weights_ruleset
    if learned_under is not None and learned_under != advice.ruleset:
        console.print(f"\nThe weights were learned under another ruleset, {learned_under[:16]}….")
    console.print(f"\nplan: {advice.best.plan}")
    console.print(f"expected: {' '.join(advice.best.pv)}")
    console.print(f"why: {advice.explain()}")
    if rank is not None:
        console.print(f"played: {_standing(advice, rank)}")


def _standing(advice: Advice, rank: Rank) -> str:
    """Differences are those of the figures as the table rounds them, so that they agree with it."""
    if rank.rank is None:
        return (
            f"{rank.notation} was not tried: others of the {rank.of} actions looked more promising"
        )
    best, played = advice.estimates[0], advice.estimates[rank.rank - 1]
    win = _shown(100 * best.win) - _shown(100 * played.win)
    margin = _shown(best.margin) - _shown(played.margin)
    return (
        f"{rank.notation} is number {rank.rank} of {rank.of}; the best has"
        f" {_shown(win):+.1f} percentage points in winning and {_shown(margin):+.1f} points in the"
        " margin on it"
    )


def _shown(figure: float) -> float:
    """A figure as the table rounds it; what rounds to nothing has no sign."""
    return round(figure, 1) + 0.0
