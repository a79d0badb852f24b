"""A description as nodes for the compiled writer and reader (``engine_c/common/codec.pyx``)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import msgpack

from gwta_ai._engine import nodes as operations
from gwta_ai._engine.codec import Codec
from gwta_ai.common.structs import Slot

__all__ = ["Nodes", "operations"]

Id = str | int


class Nodes:
    """The nodes of one description as they are gathered."""

    def __init__(self) -> None:
        self._code: list[int] = []
        self._names: dict[str, int] = {}
        self._tables: dict[tuple[Id, ...], int] = {}

    def add(self, *code: int) -> int:
        """A node, an operation and its arguments; where it stands."""
        self._code += code
        return len(self._code) - len(code)

    def name(self, name: str) -> int:
        """The number of the name of a field."""
        return self._names.setdefault(name, len(self._names))

    def ids(self, ids: Sequence[Id]) -> int:
        """The number of a table of ids; an empty one stands for none."""
        return self._tables.setdefault(tuple(ids), 1 + len(self._tables))

    def codes(self, codes: Sequence[int] | None) -> int:
        """Where a list of codes stands, one an id; -1 for the indices."""
        return -1 if codes is None else self.add(*codes)

    def codec(self, root: int, size: int) -> Codec:
        """The compiled form, for blocks of so many bytes."""
        tables = [_packed(self._names), *map(_packed, self._tables)]
        return Codec(array("i", self._code).tobytes(), root, tables, size)


def place(slot: Slot) -> tuple[int, int]:
    """Offset and size of a single integer, as the operations have it."""
    return slot.offset, -slot.size if slot.signed else slot.size


def _packed(ids: Iterable[Id]) -> list[bytes]:
    return [msgpack.packb(each) if each != "" else b"" for each in ids]
