"""The evaluation network in NumPy: its outputs, its gradient, and Adam.

The twin of ``engine_c/argentina/learned/evaluation.pxd``; a test compares them. Shared
by the scripts that learn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from gwta_ai import Ruleset, Weights
from gwta_ai._engine.argentina.core import weight_shapes
from gwta_ai._engine.argentina.learning import FEATURES, FIGURES
from gwta_ai.errors import WeightsError
from workshop.resumable import as_line, difference

Floats = NDArray[np.float32]

SEAT_FEATURES, TABLE_FEATURES = FEATURES
CATEGORIES = FIGURES - 1
OUTPUTS = weight_shapes(0)["second"][1]
WIN, GAINS, SPREAD = 0, slice(1, 1 + CATEGORIES), 1 + CATEGORIES
POINTS_SCALE = 20  # points for a figure of 1
TENS = 10
SPREADS = (-2.0, 10.0)  # the logarithm of the variance is learned within these
SPREAD_PULL = 0.05  # weight of the variance in what is minimised


def weights_of(path: Path) -> Weights:
    """The weights in a file, or the end of the script with one line that says why not."""
    try:
        return Weights.load(path)
    except WeightsError as error:
        raise click.ClickException(str(error)) from error


def warn_of_another_ruleset(weights: Weights, path: Path) -> None:
    """Say where what is built upon was learned under another ruleset than is played now."""
    played = Ruleset.default().digest
    for players in sorted(weights.learned):
        if weights.ruleset(players) not in (None, played):
            click.echo(
                f"{path}: what it has for {players} players was learned under another ruleset, "
                f"{weights.ruleset(players)}",
                err=True,
            )


@dataclass
class Positions:
    """Positions at the edges of turns and what became of them.

    ``seats[i, seat, SEAT_FEATURES]``, ``table[i, TABLE_FEATURES]``, ``results[i, seat,
    FIGURES + 1]``: final points, twelve categories, share of winning.
    """

    seats: Floats
    table: Floats
    results: Floats

    @classmethod
    def empty(cls, room: int, players: int) -> Positions:
        return cls(
            np.empty((room, players, SEAT_FEATURES), np.float32),
            np.empty((room, TABLE_FEATURES), np.float32),
            np.empty((room, players, FIGURES + 1), np.float32),
        )

    @classmethod
    def joined(cls, parts: list[Positions]) -> Positions:
        return cls(
            np.concatenate([part.seats for part in parts]),
            np.concatenate([part.table for part in parts]),
            np.concatenate([part.results for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.seats)

    def __getitem__(self, which: Any) -> Positions:
        return Positions(self.seats[which], self.table[which], self.results[which])

    def inputs(self) -> Floats:
        """One row a position and seat: own figures, the others' mean, the table's, 1 (bias)."""
        n, players, _ = self.seats.shape
        others = (self.seats.sum(1, keepdims=True) - self.seats) / (players - 1)
        table = np.broadcast_to(self.table[:, None], (n, players, TABLE_FEATURES))
        bias = np.ones((n, players, 1), np.float32)
        return np.concatenate([self.seats, others, table, bias], 2).reshape(n * players, -1)


@dataclass
class Expected:
    """What the network says of positions; arrays ``[i, seat]`` but ``categories[i, seat, 12]``."""

    win: Floats
    points: Floats
    categories: Floats
    spread: Floats


class Network:
    """``first`` leads from the inputs to the linear outputs and the units, ``second`` on."""

    def __init__(self, first: Floats, second: Floats) -> None:
        self.first = first
        self.second = second

    @classmethod
    def fresh(cls, hidden: int, rng: np.random.Generator) -> Network:
        shapes = weight_shapes(hidden)
        first = np.zeros(shapes["first"], np.float32)
        first[:-1, OUTPUTS:] = rng.normal(0, 0.1, (len(first) - 1, hidden))
        return cls(first, np.zeros(shapes["second"], np.float32))

    def forward(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Outputs and units of every row."""
        sums = inputs @ self.first
        units = np.maximum(sums[:, OUTPUTS:], 0)
        return sums[:, :OUTPUTS] + units @ self.second, units

    def expect(self, positions: Positions) -> Expected:
        n, players, _ = positions.seats.shape
        outputs = self.forward(positions.inputs())[0].reshape(n, players, OUTPUTS)
        now = positions.seats[:, :, :CATEGORIES] * POINTS_SCALE
        categories = now + TENS * outputs[:, :, GAINS]
        return Expected(
            _softmax(outputs[:, :, WIN]),
            categories.sum(2),
            categories,
            np.exp(np.minimum(outputs[:, :, SPREAD], SPREADS[1])),
        )

    def gradient(self, positions: Positions) -> tuple[Floats, Floats]:
        """Of the mean over rows of: squared errors of the categories and of the points (in
        tens), cross entropy of winning, and the negative log likelihood of the variance."""
        n, players, _ = positions.seats.shape
        inputs = positions.inputs()
        outputs, units = self.forward(inputs)
        now = positions.seats[:, :, :CATEGORIES] * POINTS_SCALE
        gained = (positions.results[:, :, 1:FIGURES] - now).reshape(-1, CATEGORIES) / TENS
        error = outputs[:, GAINS] - gained
        missed = error.sum(1, keepdims=True)
        log = np.clip(outputs[:, SPREAD], *SPREADS)
        square = (TENS * missed[:, 0]) ** 2
        pull = np.zeros_like(outputs)
        pull[:, GAINS] = error + missed
        pull[:, WIN] = (
            _softmax(outputs[:, WIN].reshape(n, players)) - positions.results[:, :, FIGURES]
        ).reshape(-1)
        pull[:, SPREAD] = SPREAD_PULL * 0.5 * (1 - square * np.exp(-log))
        pull /= len(pull)
        back = (pull @ self.second.T) * (units > 0)
        return inputs.T @ np.concatenate([pull, back], 1), units.T @ pull


def _softmax(logits: Floats) -> Floats:
    weights = np.exp(logits - logits.max(1, keepdims=True))
    found: Floats = weights / weights.sum(1, keepdims=True)
    return found


@dataclass
class Adam:
    """Adam (D. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015)."""

    arrays: list[Floats]
    rate: float
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8
    steps: int = 0
    means: list[Floats] = field(default_factory=list)
    squares: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.means = self.means or [np.zeros_like(array) for array in self.arrays]
        self.squares = self.squares or [np.zeros_like(array) for array in self.arrays]

    def step(self, gradients: list[Floats]) -> None:
        """Go downhill, in place."""
        self.steps += 1
        rest1, rest2 = 1 - self.beta1**self.steps, 1 - self.beta2**self.steps
        for array, gradient, mean, square in zip(
            self.arrays, gradients, self.means, self.squares, strict=True
        ):
            mean += (1 - self.beta1) * (gradient - mean)
            square += (1 - self.beta2) * (gradient * gradient - square)
            array -= self.rate * (mean / rest1) / (np.sqrt(square / rest2) + self.epsilon)

    def state(self, name: str) -> dict[str, Any]:
        """Everything ``restore`` needs, arrays included, under keys that begin with ``name``."""
        found: dict[str, Any] = {f"{name}_steps": np.array(self.steps)}
        for kind, arrays in self._kinds():
            found |= {f"{name}_{kind}_{i}": array for i, array in enumerate(arrays)}
        return found

    def restore(self, name: str, found: Mapping[str, Any]) -> None:
        self.steps = int(found[f"{name}_steps"])
        for kind, arrays in self._kinds():
            for i, array in enumerate(arrays):
                array[:] = found[f"{name}_{kind}_{i}"]

    def _kinds(self) -> list[tuple[str, list[Floats]]]:
        return [("array", self.arrays), ("mean", self.means), ("square", self.squares)]


def hidden_units(_: click.Context, __: click.Parameter, value: int | None) -> int | None:
    """Check an option: the units the evaluation can have."""
    try:
        if value is not None:
            weight_shapes(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return value


def beside(out: Path, ending: str) -> Path:
    """A file of the training that writes ``out``, given with or without ``.npz``."""
    return out.with_name(out.name.removesuffix(".npz") + ending)


def save_state(path: Path, about: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Write what a training needs to go on; the old file stays until the new one is whole.

    ``about`` is whatever decides what is learned.
    """
    fresh = path.with_suffix(".new.npz")
    np.savez(fresh, about=np.array(as_line(about)), **arrays)
    fresh.replace(path)


def saved_state(path: Path, about: dict[str, Any]) -> dict[str, Any] | None:
    """The arrays in a file of ``save_state``; ``None`` if there is none.

    Raises ``UsageError`` where it is of another training, or damaged.
    """
    if not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as archive:
            found = dict(archive)
        head = bytes(found.pop("about").item())
    # A damaged archive makes zipfile, zlib and NumPy raise nearly anything.
    except Exception as error:
        raise click.UsageError(f"{path}: no state of a training: {error}") from error
    if head != as_line(about):
        raise click.UsageError(f"{path} {difference(head, about)}")
    return found
