"""Learn what is to be added to the points the search foretells, from games of the search.

::

    python scripts/train_correction.py work/weights.npz gwta_ai/games/argentina/data/weights.npz \\
        --results work/correction.jsonl

The search plays against itself with the first file's weights; what it foretold is compared
with what became of it. The part of the games that is not learned from tells what the
correction is worth. Stopped, the same command goes on with the games in its results.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from scipy.optimize import minimize
from workshop.network import beside, warn_of_another_ruleset, weights_of
from workshop.predictions import Errors, moments
from workshop.resumable import Results, run
from workshop.self_play import SEED
from workshop.strong_games import Choice, Thought, jobs_option, table_of

from gwta_ai import Ruleset, Weights
from gwta_ai.adviser.correction import Correction, terms
from gwta_ai.cli.program import INTERRUPTED
from gwta_ai.games.argentina.game import CATEGORIES
from gwta_ai.play.bot_game import derived_seed

TESTED = 5  # one game in so many is not learned from
SHARE = 0.25  # of the decisions of a game: neighbours tell nearly the same
LEAST_VARIANCE = 0.01

Floats = NDArray[np.float64]
Row = list[float]
"""The part of the game left, the sd foretold, the categories foretold, the categories true."""

console = Console(stderr=True)


@dataclass(frozen=True)
class Game:
    """A game to be played."""

    players: int
    seed: int
    thought: Thought
    weights: str | None


def collect(game: Game) -> list[Row]:
    """What the search foretold of the actions it played, and what became of it."""
    asked, core = moments(
        table_of(game.players, game.weights).play(game.seed, game.thought),
        _foretold,
        seed=game.seed,
        share=SHARE,
    )
    sheets = core.scores()
    return [[*one.foretold, *sheets[one.seat]] for one in asked]


def _foretold(choice: Choice) -> Iterator[tuple[int, Row]]:
    """The seat that searched, and the first half of a row."""
    if choice.outcome is not None:
        played = choice.outcome.estimates[0]
        left = 1.0 - choice.position.clock
        yield choice.outcome.seat, [left, played.deviations[0], *played.means[1:]]


class Sample:
    """The rows of games as arrays: ``left``, ``variance`` and ``game`` [i], ``foretold`` and
    ``true`` [i, 12]."""

    def __init__(self, games: Sequence[Sequence[Row]]) -> None:
        data = np.asarray([row for rows in games for row in rows], np.float64)
        data = data.reshape(-1, 2 + 2 * len(CATEGORIES))
        self.game = [game for game, rows in enumerate(games) for _ in rows]
        self.left, self.variance = data[:, 0], data[:, 1] ** 2
        self.foretold, self.true = np.split(data[:, 2:], 2, axis=1)


def learn(sample: Sample) -> Correction:
    """Least squares for each category, then the variance most likely of what is still missed."""
    known = terms(sample.left)
    added = np.linalg.lstsq(known, sample.true - sample.foretold, rcond=None)[0]
    error = (sample.foretold + known @ added - sample.true).sum(1)
    spread = np.stack([sample.variance, sample.left], axis=1)

    def unlikely(numbers: Floats) -> tuple[float, Floats]:
        """Of normal errors, the negative log likelihood and its gradient."""
        variance = spread @ numbers + LEAST_VARIANCE
        pull = (1 - error**2 / variance) / variance
        return float((np.log(variance) + error**2 / variance).mean()), pull @ spread / len(pull)

    found = minimize(unlikely, [1.0, 0.0], jac=True, bounds=[(0, None), (0, None)])
    if not found.success:
        raise click.ClickException(f"the spread could not be learned: {found.message}")
    return Correction(np.concatenate([found.x[None], added.T]).astype(np.float32))


def quality(correction: Correction, sample: Sample) -> dict[str, float]:
    """Errors of the points, foretold less true, and the shares within one and two sd.

    The interval of the mean error, of 95 %, takes only games for independent.
    """
    given = zip(sample.foretold, np.sqrt(sample.variance), sample.left, strict=True)
    shown = [
        (correction.means([row.sum(), *row], left)[0], correction.deviation(sd, left))
        for row, sd, left in given
    ]
    points, sd = np.asarray(shown).T
    errors = Errors.of(points, sd, sample.true.sum(1), sample.game)
    interval = errors.mean.interval
    return {
        "error": errors.mean.mean,
        **({} if interval is None else {"low": interval.low, "high": interval.high}),
        "absolute": errors.absolute,
        "within_1_sd": errors.within[0],
        "within_2_sd": errors.within[1],
    }


def learned_from(games: Sequence[Sequence[Row]]) -> tuple[Correction, dict[str, dict[str, float]]]:
    """The correction, and its quality before and after in the games it was not learned from."""
    correction = learn(Sample([rows for at, rows in enumerate(games) if at % TESTED]))
    test = Sample(games[::TESTED])
    figures = {
        when: {name: round(figure, 3) for name, figure in quality(one, test).items()}
        for when, one in (("before", Correction.none(len(CATEGORIES))), ("after", correction))
    }
    return correction, figures


@click.command()
@click.argument("weights", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--games", type=click.IntRange(TESTED), default=120, show_default=True, help="By players."
)
@click.option(
    "--simulations", type=click.IntRange(1), default=300, show_default=True, help="Of a decision."
)
@click.option("--seed", type=SEED, default=3, show_default=True)
@click.option("--results", type=click.Path(path_type=Path), help="A file to go on with later.")
@jobs_option(None)
def main(
    weights: Path,
    out: Path,
    games: int,
    simulations: int,
    seed: int,
    results: Path | None,
    jobs: int,
) -> None:
    """Learn the correction for the search with WEIGHTS and write all into OUT.npz."""
    given = weights_of(weights)
    warn_of_another_ruleset(given, weights)
    none = Correction.none(len(CATEGORIES))
    bare = Weights({n: one.corrected(none) for n, one in given.learned.items()}, {})
    thought = Thought(simulations)
    about = {
        "training": "correction",
        "weights": bare.digest,  # an earlier correction changes no game
        "ruleset": Ruleset.default().digest,
        "simulations": simulations,
        "share": SHARE,
        "seed": seed,
    }
    kept = Results(results, about)
    keys = {n: [f"{n}-{number}" for number in range(games)] for n in given.learned}
    tasks = {
        key: Game(n, derived_seed(seed, "correction", key), thought, str(weights))
        for n, names in keys.items()
        for key in names
    }
    if not run(collect, tasks, kept, jobs=jobs, label=f"games of {thought}"):
        click.echo("interrupted", err=True)
        click.get_current_context().exit(INTERRUPTED)
    learned, said = dict(given.learned), dict(given.about)
    for n, names in keys.items():
        correction, figures = learned_from([kept.found[key] for key in names])
        learned[n] = learned[n].corrected(correction)
        said[f"correction_{n}"] = {
            "command": " ".join(["scripts/train_correction.py", *sys.argv[1:]]),
            "seed": seed,
            "games": games,
            "simulations": simulations,
            "figures": figures,
        }
        console.print(f"{n} players:", figures)
    out.parent.mkdir(parents=True, exist_ok=True)
    Weights(learned, said).save(beside(out, ".npz"))


if __name__ == "__main__":
    main()
