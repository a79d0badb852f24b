"""Kinds of values in a saved file: each reads one value or names the fault, and writes it.

A kind carries a plain value (what msgpack and JSON have) to a value of the program and
back. Reading never trusts the value; writing trusts the program and gives the canonical
form. What a game's snapshots have beside these, the game says itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from gwta_ai.errors import SnapshotError

NOTHING: Final = "nothing"


def joined(path: str, name: object) -> str:
    """The path of the field ``name`` within ``path``."""
    text = name if isinstance(name, str) else repr(name)
    return f"{path}.{text}" if path else text


class Kind:
    """Base of all kinds; ``words`` says what is expected."""

    words: str

    def read(self, data: object, path: str) -> Any:
        """The program's value; SnapshotError naming ``path`` where there is none."""
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        """The plain value; the inverse of ``read`` on canonical values."""
        raise NotImplementedError

    def fault(self, path: str, got: object) -> SnapshotError:
        return SnapshotError(path, self.words, got)


class Int(Kind):
    """An integer ``low .. high``."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.words = f"an integer {low} .. {high}"

    def read(self, data: object, path: str) -> int:
        if type(data) is int and self.low <= data <= self.high:
            return data
        raise self.fault(path, data)

    def write(self, value: int) -> int:
        return value


class Flag(Kind):
    """``true`` or ``false``, 1 or 0 in the program."""

    words = "true or false"

    def read(self, data: object, path: str) -> int:
        if isinstance(data, bool):
            return int(data)
        raise self.fault(path, data)

    def write(self, value: int) -> bool:
        return bool(value)


class OneOf(Kind):
    """One of a few values, by index: ids, words or numbers."""

    def __init__(self, values: Iterable[str | int], words: str = "") -> None:
        self.values = tuple(values)
        self.index = {value: index for index, value in enumerate(self.values)}
        self.words = words or "one of " + ", ".join(map(str, self.values))

    def read(self, data: object, path: str) -> int:
        if type(data) is str or type(data) is int:
            found = self.index.get(data)
            if found is not None:
                return found
        raise self.fault(path, data)

    def write(self, value: int) -> str | int:
        return self.values[value]


class Text(Kind):
    """A word of at most ``longest`` characters that a pattern describes.

    The pattern is one of JSON Schema as well.
    """

    def __init__(self, pattern: str, words: str, longest: int) -> None:
        self.pattern = pattern
        self.words = words
        self.longest = longest
        self._fits = re.compile(pattern).fullmatch

    def read(self, data: object, path: str) -> str:
        if isinstance(data, str) and len(data) <= self.longest and self._fits(data):
            return data
        raise self.fault(path, data)

    def write(self, value: str) -> str:
        return value


class Optional(Kind):
    """``null`` or another kind; ``None`` in the program as well."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.words = f"{kind.words} or null"

    def read(self, data: object, path: str) -> Any:
        if data is None:
            return None
        try:
            return self.kind.read(data, path)
        except SnapshotError:
            raise self.fault(path, data) from None

    def write(self, value: Any) -> Any:
        return None if value is None else self.kind.write(value)


class ListOf(Kind):
    """A list of ``low .. high`` values of one kind."""

    def __init__(self, kind: Kind, low: int, high: int) -> None:
        self.kind, self.low, self.high = kind, low, high
        length = str(low) if low == high else f"{low} .. {high}"
        self.words = f"a list of length {length}"

    def read(self, data: object, path: str) -> list[Any]:
        if not isinstance(data, list):
            raise self.fault(path, data)
        if not self.low <= len(data) <= self.high:
            raise self.fault(path, f"length {len(data)}")
        return [self.kind.read(item, f"{path}[{at}]") for at, item in enumerate(data)]

    def write(self, value: Iterable[Any]) -> list[Any]:
        return [self.kind.write(item) for item in value]


class Exactly(Kind):
    """One single value."""

    def __init__(self, value: str | int) -> None:
        self.value = value
        self.words = f"{value!r}"

    def read(self, data: object, path: str) -> str | int:
        if type(data) is type(self.value) and data == self.value:
            return self.value
        raise self.fault(path, data)

    def write(self, value: object) -> str | int:
        return self.value


class Digest(Kind):
    """A SHA-256 as 64 lower-case hexadecimal digits."""

    words = "64 hexadecimal digits"

    def read(self, data: object, path: str) -> str:
        if isinstance(data, str) and len(data) == 64 and set(data) <= set("0123456789abcdef"):
            return data
        raise self.fault(path, data)

    def write(self, value: str) -> str:
        return value


class Field(NamedTuple):
    """One field of a record.

    Without ``default`` it must be there. ``default`` makes the value of a field that was
    left out; a ``sparse`` field is left out in writing when it has that value.
    """

    name: str
    kind: Kind
    default: Callable[[], Any] | None = None
    sparse: bool = False


class Record(Kind):
    """A map with known fields, a dict by name in the program."""

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self.known = frozenset(field.name for field in fields)
        self.words = "a map with the fields " + ", ".join(field.name for field in fields)
        self._writers = [
            (f.name, f.kind.write, f.default() if f.sparse and f.default else None, f.sparse)
            for f in fields
        ]

    def read(self, data: object, path: str) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise self.fault(path, data)
        if not self.known.issuperset(data):
            name = next(name for name in data if name not in self.known)
            fields = ", ".join(field.name for field in self.fields)
            raise SnapshotError(joined(path, name), f"one of the fields {fields}", name)
        values = {}
        for name, kind, default, _ in self.fields:
            if name in data:
                values[name] = kind.read(data[name], f"{path}.{name}" if path else name)
            elif default is None:
                raise kind.fault(joined(path, name), NOTHING)
            else:
                values[name] = default()
        return values

    def write(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: write(value[name])
            for name, write, default, sparse in self._writers
            if not sparse or value[name] != default
        }
