"""What was learned about playing a game: numbers alone, by number of players.

Which arrays there are and of what shape is the game's to say (``Game.weight_shapes``). A
weights file is a NumPy archive (``.npz``) with, for every number of players ``n``, these
arrays as ``policy_n`` and so on, where it was learned ``correction_n`` (see ``correction``),
the text ``ruleset_n``, the digest of the rules they were learned under, which older files do
not have, and the text ``about``: JSON that says how they were made.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gwta_ai.adviser.correction import Correction
from gwta_ai.common.arguments import check_kind, mapped
from gwta_ai.common.files import name_of, naming, read, version_of, write_whole
from gwta_ai.common.numbers import whole
from gwta_ai.errors import FileError, WeightsError
from gwta_ai.games import registry
from gwta_ai.games.game import AnyGame, Rules

__all__ = ["Learned", "Weights"]

_LARGEST = 64 << 20  # bytes of a file
_DIGEST = re.compile("[0-9a-f]{64}")
_ARCHIVE = b"PK"  # how zip files begin
_LARGEST_WEIGHT = float(np.finfo(np.float16).max)  # sums of such weights stay finite

Arrays = Mapping[str, NDArray[np.float32]]


class Learned:
    """The weights for one number of players: ``arrays`` of float32 by name, never changed.

    The ``correction`` is of what policy and evaluation foretell in games of the search; by
    default there is none. ``ruleset`` is the digest of the rules under which it was last
    learned, if that is known. Raises WeightsError for arrays that the game cannot use and
    for a text that is no digest.
    """

    def __init__(
        self,
        arrays: Arrays,
        correction: Correction | None = None,
        *,
        ruleset: str | None = None,
        game: AnyGame | None = None,
    ) -> None:
        self.game = game or registry.find(registry.DEFAULT)
        if ruleset is not None and not _DIGEST.fullmatch(ruleset):
            raise WeightsError(f"ruleset: expected 64 hexadecimal digits, got {ruleset[:80]!r}")
        self.ruleset = ruleset
        categories = len(self.game.categories)
        self.correction = Correction.none(categories) if correction is None else correction
        shapes = _shapes(self.game, arrays)
        if arrays.keys() != shapes.keys():
            raise WeightsError(f"expected the arrays {', '.join(shapes)}, got {', '.join(arrays)}")
        self.arrays = {name: arrays[name] for name in shapes}
        for name, shape in shapes.items():
            _check_shape(name, self.arrays[name], shape)
            if not (np.abs(self.arrays[name]) <= _LARGEST_WEIGHT).all():
                raise WeightsError(f"{name}: expected numbers up to {_LARGEST_WEIGHT:g}")
        _check_shape("correction", self.correction.numbers, (1 + categories, 2))

    def corrected(self, correction: Correction) -> Learned:
        """The same arrays with another correction."""
        return Learned(self.arrays, correction, ruleset=self.ruleset, game=self.game)

    def packed(self) -> dict[str, bytes]:
        """The arrays as the core takes them."""
        return {name: array.tobytes() for name, array in self.arrays.items()}


class Weights:
    """Weights for some numbers of players, and ``about``: how they were made.

    Equal are those with the same numbers. Of a game that can learn nothing there are none.
    """

    def __init__(
        self,
        learned: Mapping[int, Learned],
        about: Mapping[str, Any],
        game: AnyGame | None = None,
    ) -> None:
        self.game = registry.game_or_default(game)
        self.learned: dict[int, Learned] = mapped("learned", learned, "weights by players")
        for players, one in self.learned.items():
            check_kind(f"learned: {players!r}", players, int, "a number of players")
            check_kind(f"learned[{players}]", one, Learned, "a Learned")
        self.about: dict[str, Any] = mapped("about", about, "a map")
        found = hashlib.sha256()
        for players in sorted(self.learned):
            found.update(str(players).encode())
            one = self.learned[players]
            for part in (*one.packed().values(), one.correction.numbers.tobytes()):
                found.update(part)
        self.digest = found.hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weights) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @classmethod
    def default(cls) -> Weights:
        """The weights that come with the default game. Raises WeightsError."""
        return cls.shipped(registry.find(registry.DEFAULT))

    @classmethod
    def shipped(cls, game: AnyGame) -> Weights:
        """The weights that come with a game. Raises WeightsError."""
        return _shipped(registry.game_or_default(game))

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: AnyGame | None = None) -> Weights:
        """Read a weights file, again only where it changed. Raises WeightsError."""
        try:
            name, version = name_of(path), version_of(path)
            with naming(name):
                return _loaded(name, registry.game_or_default(game), version)
        except FileError as error:
            raise WeightsError(f"no weights file: {error.strerror}").of(error.file) from error

    @classmethod
    def _read(cls, path: str, game: AnyGame) -> Weights:
        content = read(path, _LARGEST + 1)
        if len(content) > _LARGEST:
            raise WeightsError(f"no weights file: larger than {_LARGEST >> 20} megabytes")
        if not content.startswith(_ARCHIVE):  # NumPy would look for what may run code
            raise WeightsError("no weights file: expected a NumPy archive (.npz)")
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as archive:
                if sum(part.file_size for part in archive.zip.infolist()) > _LARGEST:
                    raise WeightsError(f"larger than {_LARGEST >> 20} megabytes when unpacked")
                first, *_ = game.weight_shapes({}) or ("",)
                there = [n for n in game.players if f"{first}_{n}" in archive]
                found = {n: _learned(archive, n, game) for n in there}
                about = json.loads(str(archive["about"]))
        except WeightsError as error:
            raise WeightsError(f"no weights file: {error}") from error
        # Of what is not expected zipfile, zlib and NumPy raise nearly anything.
        except Exception as error:
            raise WeightsError("no weights file: damaged, or an archive of other things") from error
        if not found or not isinstance(about, dict):
            *others, last = map(str, game.players)
            players = f"{', '.join(others)} or {last}" if others else last
            raise WeightsError(f"expected weights for {players} players")
        return cls(found, about, game)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a weights file; ``.npz`` is added to a name without it. Raises ``FileError``.

        The file then holds all of it or what it held before.
        """
        file = name_of(path)
        write_whole(file if file.endswith(".npz") else f"{file}.npz", self.to_bytes())

    def to_bytes(self) -> bytes:
        """The content of a weights file; all but the correction is rounded to sixteen bits."""
        arrays: dict[str, Any] = {
            f"{name}_{n}": array.astype(np.float16)
            for n, learned in self.learned.items()
            for name, array in learned.arrays.items()
        }
        for n, learned in self.learned.items():
            arrays[f"correction_{n}"] = learned.correction.numbers
            if learned.ruleset is not None:
                arrays[f"ruleset_{n}"] = np.array(learned.ruleset)
        buffer = io.BytesIO()
        np.savez_compressed(
            buffer, about=np.array(json.dumps(self.about, sort_keys=True)), **arrays
        )
        return buffer.getvalue()

    def table(self, rules: Rules, players: int) -> object:
        """The game table for so many players under these rules, for a search; made once.

        Raises WeightsError for rules of another game, and where there are no weights for
        that number of players: everything would be equally likely.
        """
        rules = registry.rules_or_default(rules)
        players = whole(players)
        if rules.game is not self.game:
            raise WeightsError(f"weights: expected some of {rules.game.name}, got {self.game.name}")
        if self.game.weight_shapes({}) is not None and players not in self.learned:
            known = ", ".join(map(str, sorted(self.learned)))
            raise WeightsError(f"weights: expected some for {players} players, got {known}")
        return _table(self, rules, players)

    def correction(self, players: int) -> Correction:
        """The correction for so many players."""
        learned = self.learned.get(whole(players))
        return Correction.none(len(self.game.categories)) if learned is None else learned.correction

    def ruleset(self, players: int) -> str | None:
        """The digest of the rules under which those for so many players were learned, if known."""
        learned = self.learned.get(whole(players))
        return None if learned is None else learned.ruleset


def _shapes(game: AnyGame, arrays: Arrays) -> Mapping[str, tuple[int, ...]]:
    """The shapes that arrays of a game must have. Raises WeightsError."""
    try:
        shapes = game.weight_shapes({name: array.shape for name, array in arrays.items()})
    except ValueError as error:
        raise WeightsError(str(error)) from None
    if shapes is None:
        raise WeightsError(f"weights: {game.name} can learn none")
    return shapes


def _check_shape(name: str, array: NDArray[np.float32], shape: tuple[int, ...]) -> None:
    if array.shape != shape or array.dtype != np.float32:
        raise WeightsError(
            f"{name}: expected {' x '.join(map(str, shape))} numbers of float32, "
            f"got {array.dtype} of shape {array.shape}"
        )


def _learned(archive: Mapping[str, NDArray[Any]], players: int, game: AnyGame) -> Learned:
    """The weights for one number of players in a file."""

    def array(name: str) -> NDArray[np.float32]:
        return archive[f"{name}_{players}"].astype(np.float32)

    correct = f"correction_{players}" in archive  # older files have none
    correction = Correction(array("correction")) if correct else None
    under = f"ruleset_{players}"
    ruleset = str(archive[under]) if under in archive else None
    names = game.weight_shapes({}) or ()
    return Learned({name: array(name) for name in names}, correction, ruleset=ruleset, game=game)


@cache
def _shipped(game: AnyGame) -> Weights:
    file = game.weights_file()
    return Weights({}, {}, game) if file is None else Weights.load(file, game)


@lru_cache(maxsize=4)
def _loaded(path: str, game: AnyGame, _version: object) -> Weights:
    return Weights._read(path, game)


@lru_cache(maxsize=16)
def _table(weights: Weights, rules: Rules, players: int) -> object:
    learned = weights.learned.get(players)
    return rules.game.table(rules, players, None if learned is None else learned.packed())
