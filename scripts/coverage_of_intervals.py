"""How often the interval of one search holds what searches with other seeds find.

::

    python scripts/coverage_of_intervals.py --results coverage.jsonl

At each of some positions (those of ``agreement.py``) searches with different seeds are asked
after 1,000 and 10,000 simulations for the win share of every action and its interval. A case is
an action as one of the searches sees it: its interval is right if the mean of the others lies
within it, the error of that mean allowed for. 95 % should be, of all actions and of those a
search calls the best. Beside it stands how often a single other search lies within (about
83 % where intervals are right), and what the intervals would be if every game stood for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any

import click
import numpy as np
from agreement import Position, found, positions
from workshop.resumable import Results
from workshop.resumable import run as run_tasks
from workshop.strong_games import (
    Thought,
    jobs_option,
    run,
    table_of,
    weights_of,
    weights_option,
)
from workshop.tables import line

from gwta_ai import Ruleset
from gwta_ai.cli.program import INTERRUPTED
from gwta_ai.common.intervals import Z, wilson
from gwta_ai.play.bot_game import derived_seed
from gwta_ai.search.outcome import Estimate

FEWEST = 2  # games of an action in every search; below there is no interval to speak of


@dataclass(frozen=True)
class Question:
    """What to ask at a position: so many searches, and at how many simulations each."""

    position: Position
    simulations: tuple[int, ...]
    searches: int
    weights: str | None


def ask(question: Question) -> dict[str, Any]:
    """By simulations and search, for each action: win, its interval as shown, and as plain.

    Plain is the interval if every game stood for itself. An action stands as ``[games, win,
    low, high, plain low, plain high]``, those of a search in one order; ``best`` has the index
    of the first by search.
    """
    table = table_of(question.position.players, question.weights)
    core = found(question.position, table).position
    asked: dict[str, Any] = {str(one): {"rows": [], "best": []} for one in question.simulations}
    for number in range(question.searches):
        search = table.searching(core, derived_seed(question.position.seed, "cover", number))
        for simulations in question.simulations:
            outcome = run(search, Thought(simulations))
            best = outcome.estimates[0].action
            by_action = sorted(outcome.estimates, key=lambda one: one.action)
            kept = asked[str(simulations)]
            kept["rows"].append([row(one) for one in by_action])
            kept["best"].append([one.action for one in by_action].index(best))
    return asked


def row(estimate: Estimate) -> list[float]:
    """What is kept of an action."""
    games, win = estimate.games, estimate.win
    if games == 0:
        return [0, 0, 0, 1, 0, 1]
    shown = wilson(win, games, games * estimate.win_error * estimate.win_error)
    plain = wilson(win, games, estimate.win_deviation * estimate.win_deviation)
    return [games, *(round(one, 6) for one in (win, *shown, *plain))]


@dataclass
class Coverage:
    """Shares of the cases in which the mean of the others, or a single other, lies within."""

    cases: int = 0
    means: int = 0
    singles: int = 0
    others: int = 0
    width: float = 0.0

    def note(self, win: float, low: float, high: float, others: Sequence[float]) -> None:
        mean = float(np.mean(others))
        error = Z * float(np.std(others, ddof=1)) / len(others) ** 0.5
        room = high - win if mean > win else win - low
        self.cases += 1
        self.means += abs(mean - win) <= hypot(room, error)
        self.singles += sum(low <= one <= high for one in others)
        self.others += len(others)
        self.width += (high - low) / 2


def coverages(
    answers: Iterable[Mapping[str, Any]], simulations: int, *, plain: bool
) -> tuple[Coverage, Coverage]:
    """Of all actions, and of those that a search called the best."""
    every, first = Coverage(), Coverage()
    at = 4 if plain else 2
    for answer in answers:
        asked = answer[str(simulations)]
        for action, seen in enumerate(zip(*asked["rows"], strict=True)):
            if min(one[0] for one in seen) < FEWEST:
                continue
            for number, one in enumerate(seen):
                others = [other[1] for k, other in enumerate(seen) if k != number]
                for kept in (every, first) if asked["best"][number] == action else (every,):
                    kept.note(one[1], one[at], one[at + 1], others)
    return every, first


def rows(answers: Sequence[Mapping[str, Any]], simulations: Iterable[int]) -> Iterator[str]:
    """The lines of the table in Markdown."""
    heads = ("simulations", "intervals", "actions", "cases", "mean", "single other", "half width")
    yield line(heads)
    yield "|" + "---|" * len(heads)
    for number in simulations:
        for name, plain in (("as single games", True), ("as shown", False)):
            both = coverages(answers, number, plain=plain)
            for actions, one in zip(("all", "best"), both, strict=True):
                if one.cases:
                    yield line(
                        [
                            f"{number:,}",
                            name,
                            actions,
                            f"{one.cases:,}",
                            f"{100 * one.means / one.cases:.1f} %",
                            f"{100 * one.singles / one.others:.1f} %",
                            f"{100 * one.width / one.cases:.2f} %",
                        ]
                    )


@click.command()
@click.option(
    "--simulations",
    type=click.IntRange(1),
    multiple=True,
    default=(1_000, 10_000),
    show_default=True,
    help="At which to ask; repeatable.",
)
@click.option(
    "--positions", "number", type=click.IntRange(1), default=50, show_default=True, metavar="N"
)
@click.option(
    "--searches", type=click.IntRange(3), default=20, show_default=True, help="With other seeds."
)
@click.option("--seed", type=click.IntRange(0), default=77, show_default=True)
@click.option("--results", type=click.Path(path_type=Path), help="A file to go on with later.")
@weights_option
@jobs_option(None)
def main(
    simulations: tuple[int, ...],
    number: int,
    searches: int,
    seed: int,
    results: Path | None,
    weights: str | None,
    jobs: int,
) -> None:
    """Measure how often intervals are right, and print a table in Markdown."""
    asked = tuple(sorted(set(simulations)))
    about = {
        "script": "coverage_of_intervals",
        "simulations": asked,
        "positions": number,
        "searches": searches,
        "seed": seed,
        "weights": weights_of(weights).digest,
        "ruleset": Ruleset.default().digest,
    }
    kept = Results(results, about)
    tasks = {
        str(at): Question(position, asked, searches, weights)
        for at, position in enumerate(positions(number, seed))
    }
    finished = run_tasks(ask, tasks, kept, jobs=jobs, label="positions")
    answers = [kept.found[key] for key in tasks if key in kept.found]
    if answers:
        click.echo("\n".join(rows(answers, asked)))
    if not finished:
        click.echo(f"Interrupted: {len(answers)} of {number} positions.", err=True)
        click.get_current_context().exit(INTERRUPTED)


if __name__ == "__main__":
    main()
