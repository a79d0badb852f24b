"""Kinds of values in a snapshot: each reads one value or names the fault, and writes it.

A kind carries a plain value (what msgpack and JSON have) to a value of the core (an
index, a count, a mask, a list of them) and back. Reading never trusts the value; writing
trusts the core and gives the canonical form: ids in the order of the ruleset, counts of
zero left out. The kinds that every game has are those of ``gwta_ai.common.form``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any

from gwta_ai.common.form import (
    NOTHING,
    Digest,
    Exactly,
    Field,
    Flag,
    Int,
    Kind,
    ListOf,
    OneOf,
    Record,
    joined,
)
from gwta_ai.errors import SnapshotError

__all__ = [
    "MOST_COPIES",
    "NOTHING",
    "Counts",
    "Digest",
    "Exactly",
    "Field",
    "Flag",
    "Hexadecimal",
    "Int",
    "Kind",
    "Letters",
    "ListOf",
    "MapOf",
    "Members",
    "Multiset",
    "Nullable",
    "OneOf",
    "Record",
    "Shifted",
    "Sorted",
    "Stack",
    "joined",
]

MOST_COPIES = 99  # of one kind in one place; what really exists is counted elsewhere


class Nullable(Kind):
    """``null`` for one special value of the core, another kind otherwise."""

    def __init__(self, kind: Kind, null: int) -> None:
        self.kind, self.null = kind, null
        self.words = f"{kind.words} or null"

    def read(self, data: object, path: str) -> Any:
        if data is None:
            return self.null
        try:
            return self.kind.read(data, path)
        except SnapshotError as error:
            raise (self.fault(path, data) if error.path == path else error) from None

    def write(self, value: Any) -> Any:
        return None if value == self.null else self.kind.write(value)


class Shifted(Kind):
    """Another kind's index, counted from ``by`` in the core."""

    def __init__(self, kind: Kind, by: int = 1) -> None:
        self.kind, self.by = kind, by
        self.words = kind.words

    def read(self, data: object, path: str) -> int:
        value: int = self.kind.read(data, path)
        return value + self.by

    def write(self, value: int) -> Any:
        return self.kind.write(value - self.by)


class Counts(Kind):
    """``{id: count}``, a list of ``size`` counts in the core."""

    def __init__(self, names: Sequence[str], size: int, what: str) -> None:
        self.names, self.size = tuple(names), size
        self.index = {name: index for index, name in enumerate(self.names)}
        self.words = f"a map of counts by {what}"
        self.id_words = f"the id of a {what}"
        self.count_words = f"a count 0 .. {MOST_COPIES}"

    def read(self, data: object, path: str) -> list[int]:
        if not isinstance(data, dict):
            raise self.fault(path, data)
        counts = [0] * self.size
        index = self.index
        for name, count in data.items():
            at = index.get(name)
            if at is None:
                raise SnapshotError(joined(path, name), self.id_words, name)
            if type(count) is not int or not 0 <= count <= MOST_COPIES:
                raise SnapshotError(joined(path, name), self.count_words, count)
            counts[at] = count
        return counts

    def write(self, value: Sequence[int]) -> dict[str, int]:
        return dict(compress(zip(self.names, value, strict=False), value))


class Multiset(Kind):
    """``{id: count}``, an ascending list of at most ``size`` indices in the core."""

    def __init__(self, names: Sequence[str], size: int, what: str) -> None:
        self.counts = Counts(names, len(names), what)
        self.size = size
        self.words = f"{self.counts.words}, at most {size} in all"

    def read(self, data: object, path: str) -> list[int]:
        counts = self.counts.read(data, path)
        if sum(counts) > self.size:
            raise self.fault(path, f"{sum(counts)} in all")
        return [index for index, count in enumerate(counts) for _ in range(count)]

    def write(self, value: Sequence[int]) -> dict[str, int]:
        counts = [0] * len(self.counts.names)
        for index in value:
            counts[index] += 1
        return self.counts.write(counts)


class Stack(Kind):
    """A list of at most ``size`` ids whose order means something."""

    def __init__(self, names: Sequence[str], size: int, what: str) -> None:
        self.names, self.size = tuple(names), size
        self.index = {name: index for index, name in enumerate(self.names)}
        self.words = f"a list of at most {size} ids"
        self.id_words = f"the id of a {what}"

    def read(self, data: object, path: str) -> list[int]:
        if not isinstance(data, list):
            raise self.fault(path, data)
        if len(data) > self.size:
            raise self.fault(path, f"{len(data)} of them")
        index, found = self.index, []
        for at, name in enumerate(data):
            item = index.get(name) if type(name) is str else None
            if item is None:
                raise SnapshotError(f"{path}[{at}]", self.id_words, name)
            found.append(item)
        return found

    def write(self, value: Sequence[int]) -> list[str]:
        names = self.names
        return [names[item] for item in value]


class Sorted(Stack):
    """A list of ids whose order means nothing, ascending in the core; repeats are allowed."""

    def read(self, data: object, path: str) -> list[int]:
        return sorted(super().read(data, path))


class Members(Stack):
    """A list of different ids, a bit mask in the core."""

    def __init__(self, names: Sequence[str], what: str) -> None:
        super().__init__(names, len(names), what)
        self.words = "a list of ids, none twice"

    def read(self, data: object, path: str) -> Any:
        mask = 0
        for at, item in enumerate(super().read(data, path)):
            if mask >> item & 1:
                raise SnapshotError(f"{path}[{at}]", "no id twice", self.names[item])
            mask |= 1 << item
        return mask

    def write(self, value: Any) -> list[str]:
        return [name for index, name in enumerate(self.names) if value >> index & 1]


class MapOf(Kind):
    """``{id: value}``, a dict by index in the core."""

    def __init__(self, names: Sequence[str], kind: Kind, what: str) -> None:
        self.names, self.kind = tuple(names), kind
        self.index = {name: index for index, name in enumerate(self.names)}
        self.words = f"a map by {what}"
        self.id_words = f"the id of a {what}"

    def read(self, data: object, path: str) -> dict[int, Any]:
        if not isinstance(data, dict):
            raise self.fault(path, data)
        values = {}
        for name, value in data.items():
            at = self.index.get(name)
            if at is None:
                raise SnapshotError(joined(path, name), self.id_words, name)
            values[at] = self.kind.read(value, joined(path, name))
        return values

    def write(self, value: Mapping[int, Any]) -> dict[str, Any]:
        names, kind = self.names, self.kind
        return {names[at]: kind.write(value[at]) for at in sorted(value)}


class Letters(Kind):
    """A word of ``length`` letters a and b, a mask of the places of b in the core."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.words = f"{length} letters a or b"

    def read(self, data: object, path: str) -> int:
        if not isinstance(data, str) or len(data) != self.length or not set(data) <= {"a", "b"}:
            raise self.fault(path, data)
        return sum(1 << at for at, letter in enumerate(data) if letter == "b")

    def write(self, value: int) -> str:
        return "".join("ab"[value >> at & 1] for at in range(self.length))


class Hexadecimal(Kind):
    """An unsigned integer of 64 bits as 16 lower-case hexadecimal digits."""

    words = "16 hexadecimal digits"

    def read(self, data: object, path: str) -> int:
        if isinstance(data, str) and len(data) == 16 and set(data) <= set("0123456789abcdef"):
            return int(data, 16)
        raise self.fault(path, data)

    def write(self, value: int) -> str:
        return f"{value:016x}"
