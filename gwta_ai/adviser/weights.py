"""What was learned about play: the weights of policy and evaluation, by number of players.

A weights file is a NumPy archive (``.npz``) with, for every number of players ``n``,
the arrays ``policy_n``, ``first_n`` and ``second_n`` (see ``engine_c/argentina/learned/policy.pxd``
and ``evaluation.pxd``), where it was learned ``correction_n`` (see ``correction.py``), and the
text ``about``: JSON that says how they were made.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gwta_ai._engine.argentina.core import CompiledRules, weight_shapes
from gwta_ai.adviser.correction import Correction
from gwta_ai.errors import WeightsError
from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.play.files import write_whole

__all__ = ["Learned", "Weights"]

ARRAYS = ("policy", "first", "second")
_DATA = Path(__file__).parent.parent / "games" / "argentina" / "data"
_LARGEST = 64 << 20  # bytes of a file
_LARGEST_WEIGHT = float(np.finfo(np.float16).max)  # sums of such weights stay finite


@dataclass(frozen=True, eq=False)
class Learned:
    """The weights for one number of players, arrays of float32.

    The correction is of what policy and evaluation foretell in games of the search.
    """

    policy: NDArray[np.float32]
    first: NDArray[np.float32]
    second: NDArray[np.float32]
    correction: Correction = field(default_factory=Correction)

    def __post_init__(self) -> None:
        try:
            shapes = weight_shapes(self.second.shape[0] if self.second.ndim else 0)
        except (ValueError, OverflowError) as error:
            raise WeightsError(f"second: {error}") from None
        for name, shape in shapes.items():
            array = getattr(self, name)
            if array.shape != shape or array.dtype != np.float32:
                raise WeightsError(
                    f"{name}: expected {shape[0]} x {shape[1]} numbers of float32, "
                    f"got {array.dtype} of shape {array.shape}"
                )
            if not (np.abs(array) <= _LARGEST_WEIGHT).all():
                raise WeightsError(f"{name}: expected numbers up to {_LARGEST_WEIGHT:g}")

    def packed(self) -> tuple[bytes, bytes, bytes]:
        """The arrays as the core takes them."""
        return self.policy.tobytes(), self.first.tobytes(), self.second.tobytes()


class Weights:
    """Weights for some numbers of players, and ``about``: how they were made.

    Equal are those with the same numbers.
    """

    def __init__(self, learned: dict[int, Learned], about: dict[str, Any]) -> None:
        self.learned = dict(learned)
        self.about = about
        found = hashlib.sha256()
        for players in sorted(self.learned):
            found.update(str(players).encode())
            one = self.learned[players]
            for part in (*one.packed(), one.correction.numbers.tobytes()):
                found.update(part)
        self.digest = found.hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weights) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @classmethod
    def default(cls) -> Weights:
        """The weights of the package. Raises WeightsError."""
        return _shipped()

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Weights:
        """Read a weights file, again only where it changed. Raises WeightsError."""
        try:
            file = os.stat(path)
            if file.st_size > _LARGEST:
                raise ValueError(f"larger than {_LARGEST >> 20} megabytes")
        except (OSError, ValueError) as error:
            raise WeightsError(f"{os.fspath(path)}: no weights file: {error}") from error
        return _loaded(os.fspath(path), file.st_ino, file.st_size, file.st_mtime_ns)

    @classmethod
    def _read(cls, path: str) -> Weights:
        try:
            with np.load(path, allow_pickle=False) as archive:
                if sum(part.file_size for part in archive.zip.infolist()) > _LARGEST:
                    raise WeightsError(f"larger than {_LARGEST >> 20} megabytes when unpacked")
                found = {n: _learned(archive, n) for n in (2, 3, 4) if f"policy_{n}" in archive}
                about = json.loads(str(archive["about"]))
        # A damaged archive makes zipfile, zlib and NumPy raise nearly anything.
        except Exception as error:
            raise WeightsError(f"{path}: no weights file: {error}") from error
        if not found or not isinstance(about, dict):
            raise WeightsError(f"{path}: expected weights for 2, 3 or 4 players")
        return cls(found, about)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a weights file; ``.npz`` is added to a name without it. Raises ``OSError``.

        The file then holds all of it or what it held before.
        """
        file = os.fspath(path)
        write_whole(file if file.endswith(".npz") else f"{file}.npz", self.to_bytes())

    def to_bytes(self) -> bytes:
        """The content of a weights file; all but the correction is rounded to sixteen bits."""
        arrays: dict[str, Any] = {
            f"{name}_{n}": getattr(learned, name).astype(np.float16)
            for n, learned in self.learned.items()
            for name in ARRAYS
        }
        for n, learned in self.learned.items():
            arrays[f"correction_{n}"] = learned.correction.numbers
        buffer = io.BytesIO()
        np.savez_compressed(
            buffer, about=np.array(json.dumps(self.about, sort_keys=True)), **arrays
        )
        return buffer.getvalue()

    def rules(self, ruleset: Ruleset, players: int) -> CompiledRules:
        """The compiled ruleset with these weights, to be played by so many.

        Each pair is compiled once. Raises WeightsError without weights for that number of
        players: everything would be equally likely.
        """
        if players not in self.learned:
            known = ", ".join(map(str, sorted(self.learned)))
            raise WeightsError(f"weights: expected some for {players} players, got {known}")
        return _rules(self, ruleset)


def _learned(archive: Mapping[str, NDArray[Any]], players: int) -> Learned:
    """The weights for one number of players in a file."""

    def array(name: str) -> NDArray[np.float32]:
        return archive[f"{name}_{players}"].astype(np.float32)

    correct = f"correction_{players}" in archive  # older files have none
    correction = Correction(array("correction")) if correct else Correction()
    return Learned(array("policy"), array("first"), array("second"), correction)


@cache
def _shipped() -> Weights:
    return Weights.load(_DATA / "weights.npz")


@lru_cache(maxsize=4)
def _loaded(path: str, *_version: int) -> Weights:
    return Weights._read(path)


@lru_cache(maxsize=16)
def _rules(weights: Weights, ruleset: Ruleset) -> CompiledRules:
    packed = {players: learned.packed() for players, learned in weights.learned.items()}
    raise NotImplementedError
