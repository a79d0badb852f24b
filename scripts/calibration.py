"""How well what the program foretells comes true: Brier score and bins for win, errors of points.

::

    python scripts/calibration.py evaluation --games 2000
    python scripts/calibration.py adviser --simulations 2000 --games 100 --results a.jsonl

``evaluation``: what the network says of every seat where a turn begins, in games of the
policy (or, with a limit, of the search). ``adviser``: what advice says of the action the
search plays, at the decisions of games it plays against itself. Both are compared with how
the game ended. Games have fixed seeds; of each only a share of the moments is taken, at random.
The moments of one game have one end: all intervals (95 %) take only games for independent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.table import Table as Grid
from workshop.predictions import DIGITS, Errors, Mean, moments
from workshop.resumable import Results, run
from workshop.strong_games import (
    Choice,
    Table,
    Thought,
    jobs_option,
    table_of,
    totals,
    weights_of,
    weights_option,
)

from gwta_ai import Ruleset
from gwta_ai._engine.search import evaluate
from gwta_ai.adviser.correction import Correction
from gwta_ai.cli.program import INTERRUPTED
from gwta_ai.common.intervals import Interval, clustered, wilson
from gwta_ai.games.argentina.game import CATEGORIES
from gwta_ai.games.game import Core
from gwta_ai.play.bot_game import derived_seed
from gwta_ai.play.standings import shares
from gwta_ai.search.outcome import Estimate

BINS = 10
PARTS = ("first third", "second third", "last third")

Row = list[float]
"""Part of the game gone (0 .. 1), then win, points, their sd, categories: foretold, then true."""

_FORETOLD = 3 + len(CATEGORIES)  # win, points, sd, categories
_WIN, _POINTS, _SD, _CATEGORIES = 0, 1, 2, slice(3, _FORETOLD)


# --- collecting --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A game to be played and what to ask in it."""

    source: str
    players: int
    seed: int
    thought: Thought
    share: float
    weights: str | None


def collect(game: Game) -> list[Row]:
    """What was foretold at some moments of the game, and what became of it."""
    table = table_of(game.players, game.weights)
    asked, core = moments(
        table.play(game.seed, game.thought),
        partial(_foretold, game.source, table),
        seed=game.seed,
        share=game.share,
    )
    sheets, points = core.scores(), totals(core)
    won = shares(points)
    return [
        [
            round(one.turn / core.turn, DIGITS),
            *one.foretold,
            round(won[one.seat], DIGITS),
            points[one.seat],
            *sheets[one.seat],
        ]
        for one in asked
    ]


def _foretold(source: str, table: Table, choice: Choice) -> Iterator[tuple[int, Row]]:
    """Seats and what is foretold for them: win, points, their sd, categories."""
    if source == "evaluation":
        if choice.begins:
            yield from enumerate(by_network(choice.position, table.table))
    elif choice.outcome is not None:
        yield (
            choice.outcome.seat,
            by_adviser(choice.position, choice.outcome.estimates[0], table.correction),
        )


def by_adviser(core: Core, action: Estimate, correction: Correction) -> Row:
    """What advice on a position says of an action."""
    left = 1.0 - core.clock
    points, *categories = correction.means(action.means, left)
    return [action.win, points, correction.deviation(action.deviations[0], left), *categories]


def by_network(core: Core, table: object) -> Iterator[Row]:
    """What the evaluation behind a game table says of each seat."""
    said = evaluate(table, core.bytes())
    assert said is not None  # the weights have it
    for win, (points, *categories), variance in zip(*said, strict=True):
        yield [win, points, variance**0.5, *categories]


# --- statistics --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bin:
    """Moments for which a win share within ``low`` and ``high`` was foretold.

    ``foretold`` and ``true`` are means of the share, ``interval`` that of ``true``: the
    wider of the one over games and Wilson's for as many games.
    """

    low: float
    high: float
    moments: int
    games: int
    foretold: float
    true: float
    interval: Interval


@dataclass(frozen=True)
class Report:
    """The figures of some moments. Errors are what was foretold less what came true.

    ``brier`` is the mean square of the error of a seat's win share, ``fair`` what it would
    be if the fair share were foretold always. ``error`` is the mean error of the points,
    ``absolute`` that without its sign; ``within`` are the shares of errors within one and
    two of the standard deviations foretold: 0.68 and 0.95 of a normal distribution.
    """

    moments: int
    games: int
    brier: float
    fair: float
    win: Mean
    bins: list[Bin]
    error: Mean
    absolute: float
    within: tuple[float, ...]
    categories: dict[str, Mean]


def report(rows: Sequence[Row], games: Sequence[int], players: int) -> Report:
    """The figures of the rows, of which ``games`` has the game of each."""
    data = np.asarray(rows, dtype=float)[:, 1:]
    foretold = data[:, :_FORETOLD]
    won, points, sheets = data[:, _FORETOLD], data[:, _FORETOLD + 1], data[:, _FORETOLD + 2 :]
    missed = foretold[:, _WIN] - won
    errors = Errors.of(foretold[:, _POINTS], foretold[:, _SD], points, games)
    by_category = foretold[:, _CATEGORIES] - sheets
    return Report(
        moments=len(rows),
        games=len(set(games)),
        brier=float((missed**2).mean()),
        fair=float(((1 / players - won) ** 2).mean()),
        win=Mean.of(missed, games),
        bins=list(_bins(foretold[:, _WIN], won, np.asarray(games))),
        error=errors.mean,
        absolute=errors.absolute,
        within=errors.within,
        categories={name: Mean.of(by_category[:, at], games) for at, name in enumerate(CATEGORIES)},
    )


def _bins(foretold: Any, won: Any, games: Any) -> Iterator[Bin]:
    places = np.minimum((foretold * BINS).astype(int), BINS - 1)
    for place in np.unique(places):
        here = places == place
        true = float(won[here].mean())
        number = len(set(games[here]))
        interval = wilson(true, number)
        over_games = clustered(won[here], games[here].tolist())
        if over_games is not None:
            interval = Interval(
                max(0.0, min(interval.low, over_games.low)),
                min(1.0, max(interval.high, over_games.high)),
            )
        yield Bin(
            low=place / BINS,
            high=(place + 1) / BINS,
            moments=int(here.sum()),
            games=number,
            foretold=float(foretold[here].mean()),
            true=true,
            interval=interval,
        )


def reports(rows_by_game: Sequence[Sequence[Row]], players: int) -> dict[str, Report]:
    """The report of all moments, and those of each third of the games, by their turns."""
    every = [(game, row) for game, rows in enumerate(rows_by_game) for row in rows]
    parts = {"all": every} | {
        name: [
            (game, row)
            for game, row in every
            if min(int(row[0] * len(PARTS)), len(PARTS) - 1) == at
        ]
        for at, name in enumerate(PARTS)
    }
    return {
        name: report([row for _, row in part], [game for game, _ in part], players)
        for name, part in parts.items()
        if part
    }


# --- showing -----------------------------------------------------------------------------------


def show(console: Console, players: int, found: dict[str, Report]) -> None:
    """The figures of games of so many players as tables."""
    whole = found["all"]
    console.print(f"\n{players} players: {whole.games:,} games, {whole.moments:,} moments\n")
    grid = _grid("", *found)
    columns = [_figures(part) for part in found.values()]
    for name in columns[0]:
        grid.add_row(name, *(column[name] for column in columns))
    console.print(grid, "")
    grid = _grid("win foretold", "moments", "games", "mean", "came true", "95 %")
    for one in whole.bins:
        grid.add_row(
            f"{one.low:.1f} .. {one.high:.1f}",
            f"{one.moments:,}",
            f"{one.games:,}",
            f"{one.foretold:.3f}",
            f"{one.true:.3f}",
            f"{one.interval.low:.3f} .. {one.interval.high:.3f}",
        )
    console.print(grid, "")
    grid = _grid("error of points from", *found)
    for name in CATEGORIES:
        means = (part.categories[name].text() for part in found.values())
        grid.add_row(name.replace("_", " "), *means)
    console.print(grid)


def _grid(*heads: str) -> Grid:
    grid = Grid(*heads, box=None, pad_edge=False)
    for column in grid.columns[1:]:
        column.justify = "right"
    return grid


def _figures(part: Report) -> dict[str, str]:
    return {
        "moments": f"{part.moments:,}",
        "Brier score": f"{part.brier:.4f}",
        "  of fair share": f"{part.fair:.4f}",
        "error of win": part.win.text(3),
        "error of points": part.error.text(),
        "  absolute": f"{part.absolute:.2f}",
        "within 1 sd": f"{100 * part.within[0]:.1f} %",
        "within 2 sd": f"{100 * part.within[1]:.1f} %",
    }


@click.command()
@click.argument("source", type=click.Choice(["evaluation", "adviser"]))
@click.option(
    "--players", type=click.IntRange(2, 4), multiple=True, help="2, 3 and 4 by default; repeatable."
)
@click.option("--games", type=click.IntRange(1), default=200, show_default=True, help="Of each.")
@click.option("--simulations", type=click.IntRange(1), help="Of a decision, in the games.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="For a decision.")
@click.option(
    "--share",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.2,
    show_default=True,
    help="Of the moments that are taken.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--results", type=click.Path(path_type=Path), help="A file to go on with later.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@weights_option
@jobs_option(None)
def main(
    source: str,
    players: tuple[int, ...],
    games: int,
    simulations: int | None,
    seconds: float | None,
    share: float,
    seed: int,
    results: Path | None,
    as_json: bool,
    weights: str | None,
    jobs: int,
) -> None:
    """Play games and compare what SOURCE foretells in them with how they end."""
    thought = Thought(simulations, seconds)
    if source == "adviser" and not thought:
        raise click.UsageError("The adviser needs --simulations or --seconds.")
    about = {
        "script": "calibration",
        "source": source,
        "thought": asdict(thought),
        "share": share,
        "seed": seed,
        "weights": weights_of(weights).digest,
        "ruleset": Ruleset.default().digest,
    }
    chosen = sorted(set(players)) or [2, 3, 4]
    kept = Results(results, about)
    tasks = {
        f"{n}-{number}": Game(
            source, n, derived_seed(seed, "calibration", n, number), thought, share, weights
        )
        for n in chosen
        for number in range(games)
    }
    finished = run(collect, tasks, kept, jobs=jobs, label=f"{source}, {thought or 'policy'}")
    found = {}
    for n in chosen:
        rows = [
            kept.found[key] for number in range(games) if (key := f"{n}-{number}") in kept.found
        ]
        if any(rows):
            found[n] = reports(rows, n)
    if as_json:
        plain = {
            n: {name: asdict(part) for name, part in parts.items()} for n, parts in found.items()
        }
        click.echo(json.dumps(about | {"complete": finished, "players": plain}, indent=2))
    else:
        console = Console(highlight=False)
        console.print(
            f"{source}; games of {thought or 'the policy'}; errors are foretold less true",
            markup=False,
        )
        for n, parts in found.items():
            show(console, n, parts)
    if not finished:
        click.echo("interrupted", err=True)
        click.get_current_context().exit(INTERRUPTED)


if __name__ == "__main__":
    main()
