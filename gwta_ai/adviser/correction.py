"""What is foretold of points, put right by what games of the search came to.

Playouts and evaluation foretell how a game ends that the learned policy plays on. Seats
that search score more than that. How much, and how far the points then scatter, depends on
the number of players and on how much of the game is left; ``scripts/train_correction.py``
learns it. Margins and chances are left alone, and all actions are corrected alike, so that
no choice changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gwta_ai.errors import WeightsError
from gwta_ai.games.argentina.state import CATEGORIES

__all__ = ["Correction", "terms"]

_SHAPE = (1 + len(CATEGORIES), 2)
_LARGEST = 1e3  # points and variances beyond that are those of no game


def terms(left: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """What the points to be added are linear in; ``left`` is the part of the game left, 0 .. 1.

    Nothing is added where nothing is left. The shape of ``left`` and 2.
    """
    return np.stack([np.asarray(left), np.square(left)], axis=-1)


def _none() -> NDArray[np.float32]:
    numbers = np.zeros(_SHAPE, np.float32)
    numbers[0, 0] = 1
    return numbers


@dataclass(frozen=True, eq=False)
class Correction:
    """The correction for one number of players; by default there is none.

    ``numbers``, float32 of shape (13, 2). The first row is about the variance of the points:
    the factor of the variance foretold, and what is added to it times the part of the game
    that is left, both at least 0. Then one row a category: the weights of ``terms`` in
    the points added. Raises ``WeightsError``.
    """

    numbers: NDArray[np.float32] = field(default_factory=_none)

    def __post_init__(self) -> None:
        if self.numbers.shape != _SHAPE or self.numbers.dtype != np.float32:
            raise WeightsError(
                f"correction: expected {_SHAPE[0]} x {_SHAPE[1]} numbers of float32, "
                f"got {self.numbers.dtype} of shape {self.numbers.shape}"
            )
        if not (np.abs(self.numbers) <= _LARGEST).all():
            raise WeightsError(f"correction: expected numbers up to {_LARGEST:g}")
        if (self.numbers[0] < 0).any():
            raise WeightsError("correction: expected numbers from 0 for the variance")

    def means(self, means: Sequence[float], left: float) -> tuple[float, ...]:
        """The points and their categories as they will be, from those foretold."""
        added = self.numbers[1:].astype(np.float64) @ terms(left)
        return (
            means[0] + float(added.sum()),
            *(mean + float(more) for mean, more in zip(means[1:], added, strict=True)),
        )

    def deviation(self, deviation: float, left: float) -> float:
        """The standard deviation of the points, from the one foretold."""
        factor, more = map(float, self.numbers[0])
        return float(np.sqrt(factor * deviation**2 + more * left))
