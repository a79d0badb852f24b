"""Kinds of values in a ruleset file: each reads one value or names the fault.

A kind turns what ``tomllib`` gave into a canonical value (sorted where order has no
meaning, defaults filled in); ``write`` gives it back in the form of the file, ``plain``
the part of it that matters to play.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from gwta_ai.errors import RulesetError

ANNOTATIONS = ("provenance", "confidence", "placeholder", "source", "note")

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]{0,31}")


class Where(NamedTuple):
    """A place in the file, and the ids known there by kind (``ids["quay"]``)."""

    ids: Mapping[str, frozenset[str]] = MappingProxyType({})
    table: str = ""
    entry: str = ""
    field: str = ""

    def at(self, name: str) -> Where:
        """The field ``name`` of this place; of the file, the table ``name``."""
        if not self.table:
            return Where(self.ids, name)
        field = f"{self.field}.{name}" if self.field else name
        return Where(self.ids, self.table, self.entry, field)

    def item(self, index: int, label: str | None) -> Where:
        """An element of this list: an entry of the table if it has a label and none is open."""
        if label is not None and not self.entry:
            return Where(self.ids, f"{self.table}.{self.field}", label)
        return Where(self.ids, self.table, self.entry, f"{self.field}[{index}]")

    def fault(self, expected: str, got: object) -> RulesetError:
        """The error for a value ``got`` that is not what is ``expected`` here."""
        parts = (("table", self.table), ("entry", self.entry), ("field", self.field))
        place = ", ".join(f"{what} {name}" for what, name in parts if name) or "the file"
        return RulesetError(f"{place}: expected {expected}, got {shown(got)}")


class Found(str):
    """What was found, in words: shown in a fault without quotation marks."""


NOTHING = Found("nothing")


def shown(value: object) -> str:
    """``value`` in a few printable characters."""
    if isinstance(value, Found):
        return str(value)
    try:
        return reprlib.repr(value)
    except ValueError:  # an integer of thousands of digits has no text
        return "a huge number"


class Kind:
    """Base of all kinds; ``words`` says what is expected."""

    words = "a value"

    def lines(self, path: str) -> Iterator[str]:
        """What may stand at ``path``, one line a field."""
        yield f"{path}: {self.words}"

    def read(self, value: Any, where: Where) -> Any:
        """The canonical value; RulesetError naming the place otherwise."""
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        """A canonical value as a file may have it; reading that gives it again."""
        return value

    def plain(self, value: Any) -> Any:
        """The part of a canonical value that matters to play, for the digest."""
        return value


class Int(Kind):
    """An integer ``low .. high``."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.words = f"an integer {low} .. {high}"

    def read(self, value: Any, where: Where) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise where.fault(self.words, value)
        if not self.low <= value <= self.high:
            raise where.fault(self.words, value)
        return value


class Bool(Kind):
    """``true`` or ``false``."""

    words = "true or false"

    def read(self, value: Any, where: Where) -> bool:
        if not isinstance(value, bool):
            raise where.fault(self.words, value)
        return value


class Const(Kind):
    """One single value."""

    def __init__(self, value: bool | int) -> None:
        self.value = value
        self.words = str(value).lower()

    def read(self, value: Any, where: Where) -> bool | int:
        if type(value) is not type(self.value) or value != self.value:
            raise where.fault(self.words, value)
        return self.value


class Text(Kind):
    """Text of at most ``longest`` printable characters."""

    def __init__(self, longest: int = 80) -> None:
        self.longest = longest
        self.words = f"text of 1 .. {longest} printable characters"

    def read(self, value: Any, where: Where) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= self.longest:
            raise where.fault(self.words, value)
        if not value.isprintable():
            raise where.fault(self.words, value)
        return value


class Id(Kind):
    """A new id: ASCII letters, digits and underscores."""

    words = "an id of 1 .. 32 letters, digits and underscores"

    def read(self, value: Any, where: Where) -> str:
        if not isinstance(value, str) or not _ID.fullmatch(value):
            raise where.fault(self.words, value)
        return value


class Choice(Kind):
    """One of a few words."""

    def __init__(self, *options: str) -> None:
        self.options = options
        self.words = "one of " + ", ".join(f'"{option}"' for option in options)

    def read(self, value: Any, where: Where) -> str:
        if not isinstance(value, str) or value not in self.options:
            raise where.fault(self.words, value)
        return value


class Ref(Kind):
    """The id of a component of the kind ``what`` that the file defines."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.words = f"the id of a {what.replace('_', ' ')}"

    def read(self, value: Any, where: Where) -> str:
        if not isinstance(value, str) or value not in where.ids[self.what]:
            raise where.fault(self.words, value)
        return value


class Sequenced(Kind):
    """A list of ``low .. high`` values whose order means something."""

    def __init__(self, kind: Kind, low: int, high: int) -> None:
        self.kind, self.low, self.high = kind, low, high
        length = str(low) if low == high else f"{low} .. {high}"
        self.words = f"a list of length {length}"

    def label(self, value: Any, index: int) -> str | None:
        """The name of an element in faults; ``None``: its index."""
        return None

    def read(self, value: Any, where: Where) -> list[Any]:
        if not isinstance(value, list):
            raise where.fault(self.words, value)
        if not self.low <= len(value) <= self.high:
            raise where.fault(self.words, Found(f"length {len(value)}"))
        return [
            self.kind.read(item, where.item(i, self.label(item, i))) for i, item in enumerate(value)
        ]

    def lines(self, path: str) -> Iterator[str]:
        of = "" if isinstance(self.kind, Record) else f" of {self.kind.words}"
        yield f"{path}: {self.words}{of}"
        if isinstance(self.kind, Record):
            yield from self.kind.lines(f"{path}[]")

    def write(self, value: Any) -> list[Any]:
        return [self.kind.write(item) for item in value]

    def plain(self, value: Any) -> list[Any]:
        return [self.kind.plain(item) for item in value]


class SetOf(Sequenced):
    """A list without order and repetition."""

    def read(self, value: Any, where: Where) -> list[Any]:
        items = sorted(super().read(value, where))
        for first, second in pairwise(items):
            if first == second:
                raise where.fault("no value twice", first)
        return items


class Entries(Sequenced):
    """Entries of a table, sorted by the fields ``key``.

    With ``unique`` no two entries have the same key; otherwise equal keys are sorted by
    all that matters to play. ``named`` are the fields that name an entry in faults, the
    key by default.
    """

    def __init__(
        self,
        record: Record,
        key: Sequence[str],
        low: int,
        high: int,
        *,
        named: Sequence[str] | None = None,
        unique: bool = True,
    ) -> None:
        super().__init__(record, low, high)
        self.key, self.unique = key, unique
        self.named = key if named is None else named

    def label(self, value: Any, index: int) -> str:
        parts = [value.get(name) for name in self.named] if isinstance(value, dict) else []
        words = [word for part in parts if (word := _short(part))]
        return " ".join(words) if words and len(words) == len(parts) else f"#{index + 1}"

    def order(self, entry: Mapping[str, Any]) -> tuple[Any, ...]:
        """The sort key of a canonical entry."""
        return tuple(natural(entry[name]) for name in self.key)

    def read(self, value: Any, where: Where) -> list[Any]:
        items = super().read(value, where)
        if not self.unique:
            return sorted(items, key=lambda e: (self.order(e), natural(self._text(e))))
        items.sort(key=self.order)
        for first, second in pairwise(items):
            if self.order(first) == self.order(second):
                raise where.fault("no entry twice", Found(f"two of {self.label(first, 0)}"))
        return items

    def _text(self, entry: Any) -> str:
        return json.dumps(self.kind.plain(entry), sort_keys=True)


class Record(Kind):
    """A table with known fields: name -> kind (required) or (kind, default).

    ``annotated`` ones may carry provenance and notes. ``cosmetic`` fields do not
    matter to play. ``check`` sees the canonical value and raises what is wrong with it.
    """

    words = "a table"

    def __init__(
        self,
        fields: Mapping[str, Kind | tuple[Kind, Any]],
        *,
        annotated: bool = False,
        cosmetic: Sequence[str] = (),
        check: Callable[[dict[str, Any], Where], None] | None = None,
    ) -> None:
        self.fields = {n: f if isinstance(f, tuple) else (f, ...) for n, f in fields.items()}
        self.annotated, self.cosmetic, self.check = annotated, cosmetic, check

    def read(self, value: Any, where: Where) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise where.fault(self.words, value)
        for name in value:
            if name in self.fields:
                continue
            if not self.annotated or name not in ANNOTATIONS:
                known = ", ".join([*self.fields, *(ANNOTATIONS if self.annotated else ())])
                raise where.fault(f"only the keys {known}", Found(f"the key {shown(name)}"))
            ANNOTATION_KINDS[name].read(value[name], where.at(name))
        for name, (kind, default) in self.fields.items():
            if default is ... and name not in value:
                raise where.at(name).fault(kind.words, NOTHING)
        record = {
            name: kind.read(value[name], where.at(name)) if name in value else default
            for name, (kind, default) in self.fields.items()
        }
        if self.check is not None:
            self.check(record, where)
        return record

    def lines(self, path: str) -> Iterator[str]:
        for name, (kind, default) in self.fields.items():
            first, *more = kind.lines(f"{path}.{name}" if path else name)
            yield first if default is ... else f"{first} (may be left out)"
            yield from more

    def write(self, value: Any) -> dict[str, Any]:
        return {
            name: kind.write(value[name])
            for name, (kind, default) in self.fields.items()
            if default is ... or value[name] != default
        }

    def plain(self, value: Any) -> dict[str, Any]:
        # Fields at their default are left out, so that a later version of this program
        # can know more fields without changing the digest of an old file.
        return {
            name: kind.plain(value[name])
            for name, (kind, default) in self.fields.items()
            if name not in self.cosmetic and (default is ... or value[name] != default)
        }


ANNOTATION_KINDS: dict[str, Kind] = {
    "provenance": Choice("rulebook", "public-implementation", "inferred", "unknown"),
    "confidence": Choice("high", "medium", "low"),
    "placeholder": Bool(),
    "source": SetOf(Ref("source"), 1, 16),
    "note": Text(400),
}


def natural(value: Any) -> Any:
    """A sort key under which ``x2`` stands before ``x10``; numbers are their own key."""
    if not isinstance(value, str):
        return value
    return _natural(value)


@lru_cache(maxsize=1 << 12)
def _natural(text: str) -> tuple[tuple[int, str], ...]:
    parts = re.split(r"([0-9]+)", text)  # digits stand at the odd places
    return tuple((int(part), part) if at % 2 else (-1, part) for at, part in enumerate(parts))


def _short(part: object) -> str | None:
    """A simple value in at most 40 printable characters, ``None`` if it is not simple."""
    if isinstance(part, str) and part.isprintable():
        return part[:40]
    return shown(part) if isinstance(part, int) else None
