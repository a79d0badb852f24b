"""What was foretold at moments of games beside what came true, for the scripts that compare."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from gwta_ai.common.intervals import Interval, clustered
from gwta_ai.games.game import Core
from gwta_ai.play.bot_game import derived_seed
from workshop.strong_games import Choice

DIGITS = 4  # kept of what was foretold


@dataclass(frozen=True)
class Moment:
    """A turn of a game, a seat, and the figures foretold for it."""

    turn: int
    seat: int
    foretold: list[float]


def moments(
    choices: Iterable[Choice],
    ask: Callable[[Choice], Iterable[tuple[int, list[float]]]],
    *,
    seed: int,
    share: float,
) -> tuple[list[Moment], Core]:
    """What ``ask`` says of seats at the choices of a game, and how the game ended.

    Of all that it says a ``share`` is taken at random, by ``seed``.
    """
    random = Random(derived_seed(seed, "moments"))
    found: list[Moment] = []
    core = None
    for choice in choices:
        core = choice.position
        for seat, figures in ask(choice):
            if random.random() < share:
                kept = [round(figure, DIGITS) for figure in figures]
                found.append(Moment(core.turn, seat, kept))
    assert core is not None
    return found, core


@dataclass(frozen=True)
class Mean:
    """A mean with its interval over games, ``None`` if there are fewer than two."""

    mean: float
    interval: Interval | None

    @classmethod
    def of(cls, values: Sequence[float], games: Sequence[Hashable]) -> Mean:
        return cls(float(np.mean(values)), clustered(values, games))

    def text(self, digits: int = 2) -> str:
        """The mean and half the width of its interval."""
        if self.interval is None:
            return f"{self.mean:+.{digits}f}"
        half = (self.interval.high - self.interval.low) / 2
        return f"{self.mean:+.{digits}f} ± {half:.{digits}f}"


@dataclass(frozen=True)
class Errors:
    """Errors of the points: foretold less true.

    ``absolute`` is the mean without its sign; ``within`` are the shares of errors within
    one and two of the standard deviations foretold: 0.68 and 0.95 of a normal distribution.
    """

    mean: Mean
    absolute: float
    within: tuple[float, ...]

    @classmethod
    def of(cls, foretold: Any, sd: Any, true: Any, games: Sequence[Hashable]) -> Errors:
        error = foretold - true
        off = np.abs(error)
        return cls(
            Mean.of(error, games),
            float(off.mean()),
            tuple(float((off <= n * sd).mean()) for n in (1, 2)),
        )
