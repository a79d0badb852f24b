"""Kinds of values in a snapshot: each reads one value or names the fault, and writes it.

A kind carries a plain value (what msgpack and JSON have) to a value of the core (an
index, a count, a mask, a list of them) and back. Reading never trusts the value; writing
trusts the core and gives the canonical form: ids in the order of the ruleset, counts of
zero left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, Final, NamedTuple

from gwta_ai.errors import SnapshotError

NOTHING: Final = "nothing"
MOST_COPIES = 99  # of one kind in one place; what really exists is counted elsewhere


def joined(path: str, name: object) -> str:
    """The path of the field ``name`` within ``path``."""
    text = name if isinstance(name, str) else repr(name)
    return f"{path}.{text}" if path else text


class Kind:
    """Base of all kinds; ``words`` says what is expected."""

    words: str

    def read(self, data: object, path: str) -> Any:
        """The core's value; SnapshotError naming ``path`` where there is none."""
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
    """``true`` or ``false``, 1 or 0 in the core."""

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
    """A map with known fields, a dict by name on the core's side."""

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
