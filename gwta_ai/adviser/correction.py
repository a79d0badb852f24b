"""What is foretold of points, put right by what games of the search came to.

Playouts and evaluation foretell how a game ends that the learned policy plays on. Seats
that search score more than that. How much, and how far the points then scatter, depends on
the number of players and on how much of the game is left; ``scripts/train_correction.py``
learns it. Margins and chances are left alone, and all actions are corrected alike, so that
no choice changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gwta_ai.errors import WeightsError

__all__ = ["Correction", "terms"]

_COLUMNS = 2
_LARGEST = 1e3  # points and variances beyond that are those of no game


def terms(left: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """What the points to be added are linear in; ``left`` is the part of the game left, 0 .. 1.

    Nothing is added where nothing is left. The shape of ``left`` and 2.
    """
    return np.stack([np.asarray(left), np.square(left)], axis=-1)


@dataclass(frozen=True, eq=False)
class Correction:
    """The correction for one number of players.

    ``numbers``, float32 of shape (1 + categories, 2). The first row is about the variance of
    the points: the factor of the variance foretold, and what is added to it times the part
    of the game that is left, both at least 0. Then one row a category: the weights of
    ``terms`` in the points added. Raises ``WeightsError``.
    """

    numbers: NDArray[np.float32]

    def __post_init__(self) -> None:
        shape, kind = self.numbers.shape, self.numbers.dtype
        if len(shape) != 2 or not shape[0] or shape[1] != _COLUMNS or kind != np.float32:
            raise WeightsError(
                f"correction: expected rows of {_COLUMNS} numbers of float32, "
                f"got {kind} of shape {shape}"
            )
        if not (np.abs(self.numbers) <= _LARGEST).all():
            raise WeightsError(f"correction: expected numbers up to {_LARGEST:g}")
        if (self.numbers[0] < 0).any():
            raise WeightsError("correction: expected numbers from 0 for the variance")

    @classmethod
    def none(cls, categories: int) -> Correction:
        """The one that changes nothing, for so many categories."""
        numbers = np.zeros((1 + categories, _COLUMNS), np.float32)
        numbers[0, 0] = 1
        return cls(numbers)

    def means(self, means: Sequence[float], left: float) -> tuple[float, ...]:
        """The points and their categories as they will be, from those foretold."""
        # NumPy's products and sums differ by processor in their last bits.
        added = [a * left + b * (left * left) for a, b in self.numbers[1:].tolist()]
        return (
            means[0] + math.fsum(added),
            *(mean + more for mean, more in zip(means[1:], added, strict=True)),
        )

    def deviation(self, deviation: float, left: float) -> float:
        """The standard deviation of the points, from the one foretold."""
        factor, more = map(float, self.numbers[0])
        return math.sqrt(factor * (deviation * deviation) + more * left)
