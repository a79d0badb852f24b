"""Which settings of the search win: variants against a base, until it is clear.

::

    python scripts/tune.py mcts:simulations=500 --records tune \\
        --variant exploration=0.7 --variant exploration=1.4 --variant horizon=1,decisions=0

A variant is the base with other options. It plays matches against the base in which every
deal is played from every seat; after each batch the likelihood of its being better by
``--gain`` (share of games won) is weighed against that of its being no better, and the
match ends when one of them is 19 times the other (a sequential test with errors of 5 %), or
after ``--games``. Variant and base have the limit of the base: simulations or, for changes
that cost time, seconds; then take one job a processor at most. The games are kept in the
folder of ``--records``: after an interrupt the same command goes on.

The intervals of shares and margins go by deals, and know nothing of the match having ended
when it did: one that ended early looks a little better, or worse, than it is. Play a chosen
variant again with another seed.

Source of the test: A. Wald, "Sequential tests of statistical hypotheses" (1945), with the
likelihoods of normally distributed means of deals and the variance observed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import numpy as np
from rich.console import Console
from rich.table import Table as Grid
from workshop.strong_games import jobs_option

from gwta_ai import Match, play_match
from gwta_ai.cli.program import INTERRUPTED
from gwta_ai.cli.screen import progress
from gwta_ai.common.intervals import Interval
from gwta_ai.errors import GwtaError
from gwta_ai.play.match import MatchResult

SURE = math.log(19)  # errors of 5 %
LEAST_DEALS = 10  # before anything is concluded


@dataclass(frozen=True)
class Finding:
    """What a match of a variant says: its share of the games and how far it is sure.

    ``evidence`` is the logarithm of the likelihood ratio; ``verdict`` what it comes to.
    """

    variant: str
    games: int
    win: float
    win_interval: Interval | None
    margin: float
    margin_interval: Interval | None
    evidence: float
    verdict: str


def varied(base: str, variant: str) -> str:
    """The text of the bot ``base`` with the options of ``variant`` in place of its own."""
    kind, _, rest = base.partition(":")
    options = dict(
        part.partition("=")[::2] for part in [*rest.split(","), *variant.split(",")] if part
    )
    return f"{kind}:{','.join(f'{name}={value}' for name, value in options.items())}"


def evidence(deals: Sequence[float], players: int, gain: float) -> float:
    """How much likelier a share of ``gain`` above the fair one is than it, as a logarithm.

    ``deals`` are the means of the first bot's share over the games of each deal. 0 with
    fewer than ``LEAST_DEALS``; where all came out alike the variance is taken to be that
    of pure luck.
    """
    if len(deals) < LEAST_DEALS:
        return 0.0
    fair = 1 / players
    variance = float(np.var(deals, ddof=1)) or fair * (1 - fair) / players
    return gain * len(deals) * (float(np.mean(deals)) - fair - gain / 2) / variance


def verdict(evidence: float) -> str:
    if abs(evidence) < SURE:
        return "open"
    return "better" if evidence > 0 else "no better"


def finding(variant: str, result: MatchResult, gain: float) -> Finding:
    """What the games of a match that are finished say of its first bot."""
    first = result.standings[0]
    shares: dict[int, list[float]] = {}
    for game in result.games:
        shares.setdefault(game.deal, []).append(game.shares()[game.entries.index(0)])
    # A deal that is not played from every seat yet says more of the seat than of the bot.
    whole = [games for games in shares.values() if len(games) == result.match.seats]
    deals = [float(np.mean(games)) for games in whole]
    found = evidence(deals, result.match.seats, gain)
    return Finding(
        variant=variant,
        games=first.games,
        win=first.win,
        win_interval=_interval(first.deal_low, first.deal_high),
        margin=first.margin,
        margin_interval=_interval(first.margin_low, first.margin_high),
        evidence=found,
        verdict=verdict(found),
    )


def _interval(low: float | None, high: float | None) -> Interval | None:
    return None if low is None or high is None else Interval(low, high)


def show(console: Console, base: str, findings: Sequence[Finding]) -> None:
    """The findings as a table."""
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("variant", overflow="fold")
    for name in ("games", "win, %", "margin", "evidence", ""):
        grid.add_column(name, justify="right", no_wrap=True)
    for one in findings:
        grid.add_row(
            one.variant,
            f"{one.games:,}",
            f"{100 * one.win:.1f}{_span(one.win_interval)}",
            f"{one.margin:+.1f}{_half(one.margin_interval)}",
            f"{one.evidence:+.2f}",
            one.verdict,
        )
    console.print(f"against {base}", "", markup=False)
    console.print(grid)


def _span(shares: Interval | None) -> str:
    return "" if shares is None else f" ({100 * shares.low:.1f} .. {100 * shares.high:.1f})"


def _half(interval: Interval | None) -> str:
    return "" if interval is None else f" ± {(interval.high - interval.low) / 2:.1f}"


@click.command()
@click.argument("base")
@click.option(
    "--variant", "variants", multiple=True, required=True, metavar="NAME=VALUE[,…]",
    help="Options in place of those of BASE; repeatable.",
)  # fmt: skip
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="At most.")
@click.option(
    "--batch", type=click.IntRange(1), default=40, show_default=True, help="Games between looks."
)
@click.option(
    "--gain",
    type=click.FloatRange(0, 0.5, min_open=True),
    default=0.04,
    show_default=True,
    help="A share of games won that is worth finding.",
)
@click.option("--to-the-end", is_flag=True, help="Play all games, whatever is clear before.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--records", type=click.Path(path_type=Path, file_okay=False), required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@jobs_option(None)
def main(
    base: str,
    variants: tuple[str, ...],
    players: int,
    games: int,
    batch: int,
    gain: float,
    to_the_end: bool,
    seed: int,
    records: Path,
    as_json: bool,
    jobs: int,
) -> None:
    """Let variants of the bot BASE play against it; BASE is "mcts:simulations=500" or so."""

    def match(variant: str, number: int) -> Match:
        specs = (varied(base, variant), base)
        return Match(specs, number, seed, players, buildings="random", neutral="random")

    try:
        for variant in variants:
            match(variant, games)
    except GwtaError as error:
        raise click.UsageError(f"{variant}: {error}") from None
    findings: list[Finding] = []
    finished = True
    for variant in variants:
        with progress(remaining=False) as bar:
            shown = bar.add_task(variant, total=games)
            for number in range(min(batch, games), games + batch, batch):
                result = play_match(
                    match(variant, min(number, games)),
                    jobs=jobs,
                    records=records,
                    progress=lambda done, _, to=shown: bar.update(to, completed=done),  # type: ignore[misc]
                )
                finished = result.is_complete
                if not finished:
                    break
                if not to_the_end and finding(variant, result, gain).verdict != "open":
                    break
        if result.records:
            findings.append(finding(variant, result, gain))
        if not finished:
            break
    if as_json:
        found = {"base": base, "complete": finished, "findings": [asdict(one) for one in findings]}
        click.echo(json.dumps(found, indent=2))
    else:
        show(Console(highlight=False), base, findings)
    if not finished:
        click.echo("interrupted", err=True)
        click.get_current_context().exit(INTERRUPTED)


if __name__ == "__main__":
    main()
