"""Faulty snapshots read as far as possible: every fault of form at once, and the rest.

``sound`` gives plain values that the kinds can read. A faulty one is replaced by what was
probably meant (a misspelt id, a number in quotation marks) or, failing that, by a blank.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatch
from typing import Any, Final, NamedTuple

from gwta_ai.common.nearest import equally_near
from gwta_ai.errors import SnapshotError
from gwta_ai.games.argentina.notation.suggestions import choice
from gwta_ai.games.argentina.position.layout import MAX_FRAMES
from gwta_ai.games.argentina.snapshot import arguments, decisions, fields, people
from gwta_ai.games.argentina.snapshot.fields import NOTHING, Field, Kind, joined

_ALIKE = 0.75  # how alike a misspelt id is at least to the one that was meant
_MOST_MEANT = 5  # ids that may equally well be meant
MOST_FLAWS: Final = 200  # that are told; a file with more of them is none worth mending


class Flaw(NamedTuple):
    """One fault of form: as in SnapshotError, with a mend in words if there is one.

    ``certain`` is whether the value that took its place can be relied on.
    """

    path: str
    expected: str
    got: object
    mend: str | None
    certain: bool


class Flaws(list[Flaw]):
    """The faults found so far, at most ``MOST_FLAWS``."""

    def tell(
        self, path: str, expected: str, got: object, mend: str | None = None, certain: bool = False
    ) -> None:
        if not self.full:
            self.append(Flaw(path, expected, got, mend, certain))

    @property
    def full(self) -> bool:
        return len(self) >= MOST_FLAWS


# --- what stands for a value that cannot be read -------------------------------------------------


@singledispatch
def blank(kind: Kind) -> Any:
    """A plain value that the kind reads and that says as little as possible."""
    raise TypeError(f"{type(kind).__name__} has no blank")


@blank.register(fields.Int)
def _(kind: fields.Int) -> int:
    return min(max(kind.low, 0), kind.high)


@blank.register(fields.Flag)
def _(kind: fields.Flag) -> bool:
    return False


@blank.register(fields.OneOf)
def _(kind: fields.OneOf) -> str | int:
    return kind.values[0]


@blank.register(fields.Nullable)
def _(kind: fields.Nullable) -> None:
    return None


@blank.register(fields.Shifted)
@blank.register(arguments.Tupled)
def _(kind: fields.Shifted | arguments.Tupled) -> Any:
    return blank(kind.kind)


@blank.register(fields.Counts)
@blank.register(fields.Multiset)
@blank.register(fields.MapOf)
def _(kind: Kind) -> dict[str, Any]:
    return {}


@blank.register(fields.Stack)
@blank.register(arguments.Slots)
@blank.register(arguments.Numbers)
@blank.register(people.People)
@blank.register(decisions.Decisions)
def _(kind: Kind) -> list[Any]:
    return []


@blank.register(fields.ListOf)
def _(kind: fields.ListOf) -> list[Any]:
    return [blank(kind.kind) for _ in range(kind.low)]


@blank.register(fields.Letters)
def _(kind: fields.Letters) -> str:
    return "a" * kind.length


@blank.register(fields.Hexadecimal)
def _(kind: fields.Hexadecimal) -> str:
    return kind.write(0)


@blank.register(fields.Digest)
def _(kind: fields.Digest) -> str:
    return "0" * 64


@blank.register(fields.Exactly)
def _(kind: fields.Exactly) -> str | int:
    return kind.value


@blank.register(fields.Record)
def _(kind: fields.Record) -> dict[str, Any]:
    return {field.name: blank(field.kind) for field in kind.fields if field.default is None}


@blank.register(arguments.Purchase)
def _(kind: arguments.Purchase) -> dict[str, Any]:
    return {"offer": blank(kind.record.fields[0].kind), "cards": []}


@blank.register(arguments.Number)
@blank.register(arguments.Whom)
def _(kind: Kind) -> int:
    return 1


@blank.register(arguments.ActionId)
def _(kind: arguments.ActionId) -> str:
    return next(iter(kind.index))


@blank.register(arguments.Target)
def _(kind: arguments.Target) -> dict[str, Any]:
    return {arguments.PURPOSES[0]: blank(kind.kinds[0])}


# --- what was probably meant ---------------------------------------------------------------------


def _ids(kind: Kind) -> Iterable[str]:
    """The words among which one may have been meant."""
    while isinstance(kind, (fields.Nullable, fields.Shifted)):
        kind = kind.kind
    match kind:
        case fields.OneOf():
            return [value for value in kind.values if isinstance(value, str)]
        case arguments.ActionId():
            return list(kind.index)
        case arguments.Whom():
            return list(kind.spaces)
    return ()


def likely(word: object, words: Iterable[str]) -> list[str]:
    """Those of ``words`` that ``word`` looks like, if any; several if none is nearest."""
    if isinstance(word, int) and not isinstance(word, bool):
        word = str(word)
    return equally_near(word, words, _MOST_MEANT, _ALIKE) if isinstance(word, str) else []


def _perhaps(meant: Iterable[object]) -> str:
    return f"perhaps {choice([json.dumps(each) for each in meant])} is meant"


def _guesses(kind: Kind, data: object) -> Iterator[object]:
    """Values that may have been meant by one that the kind does not read."""
    if isinstance(data, str):
        text = data.strip().casefold()
        if text.removeprefix("-").isdecimal() and len(text) < 20:
            yield int(text)
        yield {"null": None, "none": None, "": None, "true": True, "false": False}.get(text, text)
    elif isinstance(data, float) and data.is_integer() and abs(data) < 1 << 63:
        yield int(data)
    elif isinstance(data, int):
        yield bool(data) if data in (0, 1) else data
        yield int(data)
    meant = likely(data, _ids(kind))
    if len(meant) == 1:
        yield meant[0]


def _readable(kind: Kind, data: object) -> bool:
    try:
        kind.read(data, "")
    except SnapshotError:
        return False
    return True


# --- reading -------------------------------------------------------------------------------------


@singledispatch
def sound(kind: Kind, data: object, path: str, flaws: Flaws) -> Any:
    """``data`` where the kind reads it, else something that it reads; flaws are told."""
    try:
        kind.read(data, path)
    except SnapshotError as error:
        fault = error
    else:
        return data
    for guess in () if flaws.full else _guesses(kind, data):
        if _readable(kind, guess):
            unquoted = isinstance(data, str) and not isinstance(guess, str)
            how = ", without quotation marks" if unquoted else ""
            mend = _perhaps([guess]) + how
            flaws.tell(fault.path, fault.expected, fault.got, mend, certain=True)
            return guess
    meant = [] if flaws.full else likely(data, _ids(kind))
    flaws.tell(fault.path, fault.expected, fault.got, _perhaps(meant) if meant else None)
    return blank(kind)


def _named(
    data: Mapping[Any, Any], names: Iterable[str], words: str, path: str, flaws: Flaws
) -> Iterator[tuple[str, Any, str]]:
    """Name, value and path of the entries of a map; unknown names are told or understood."""
    known = set(names)
    for name, value in data.items():
        where = joined(path, name)
        if isinstance(name, str) and name in known:
            yield name, value, where
            continue
        meant = [] if flaws.full else likely(name, known)
        if len(meant) != 1:
            flaws.tell(where, words, name, _perhaps(meant) if meant else None)
        elif meant[0] in data:
            also = f"like {json.dumps(meant[0])}, which is there as well"
            flaws.tell(where, words, name, also)
        else:
            flaws.tell(where, words, name, _perhaps(meant), certain=True)
            known.discard(meant[0])
            yield meant[0], value, where


@sound.register
def _(kind: fields.Counts, data: object, path: str, flaws: Flaws) -> dict[str, int]:
    if isinstance(data, list) and data and all(type(each) is str for each in data):
        counted = dict(Counter(data))
        if kind.index.keys() >= counted.keys():
            flaws.tell(path, kind.words, data, _perhaps([counted]), certain=True)
            return counted
    if not isinstance(data, dict):
        flaws.tell(path, kind.words, data, _empty(kind))
        return {}
    number = fields.Int(0, fields.MOST_COPIES)
    number.words = kind.count_words
    return {
        name: sound(number, count, where, flaws)
        for name, count, where in _named(data, kind.names, kind.id_words, path, flaws)
    }


@sound.register
def _(kind: fields.Multiset, data: object, path: str, flaws: Flaws) -> dict[str, int]:
    counts: dict[str, int] = sound(kind.counts, data, path, flaws)
    if sum(counts.values()) <= kind.size:
        return counts
    flaws.tell(path, kind.words, f"{sum(counts.values())} in all")
    return {}


@sound.register
def _(kind: fields.Stack, data: object, path: str, flaws: Flaws) -> list[str]:
    if not isinstance(data, list):
        flaws.tell(path, kind.words, data, _empty(kind))
        return []
    if len(data) > kind.size:
        flaws.tell(path, kind.words, f"{len(data)} of them")
    one = fields.OneOf(kind.names, kind.id_words)
    found = []
    for at, name in enumerate(data[: kind.size]):
        before = len(flaws)
        item = sound(one, name, f"{path}[{at}]", flaws)
        if len(flaws) == before or flaws[-1].certain:
            found.append(item)
    return found


@sound.register
def _(kind: fields.Members, data: object, path: str, flaws: Flaws) -> list[str]:
    found: list[str] = []
    for at, name in enumerate(sound.dispatch(fields.Stack)(kind, data, path, flaws)):
        if name in found:
            flaws.tell(f"{path}[{at}]", "no id twice", name, "leave it out or name another")
        else:
            found.append(name)
    return found


@sound.register
def _(kind: fields.MapOf, data: object, path: str, flaws: Flaws) -> dict[str, Any]:
    if not isinstance(data, dict):
        flaws.tell(path, kind.words, data, _empty(kind))
        return {}
    found = {}
    for name, value, where in _named(data, kind.names, kind.id_words, path, flaws):
        before = len(flaws)
        item = sound(kind.kind, value, where, flaws)
        if all(flaw.certain for flaw in flaws[before:]):
            found[name] = item
    return found


@sound.register
def _(kind: fields.ListOf, data: object, path: str, flaws: Flaws) -> list[Any]:
    if not isinstance(data, list):
        flaws.tell(path, kind.words, data)
        return blank(kind)  # type: ignore[no-any-return]
    if not kind.low <= len(data) <= kind.high:
        flaws.tell(path, kind.words, f"length {len(data)}")
    items = [sound(kind.kind, item, f"{path}[{at}]", flaws) for at, item in enumerate(data)]
    lacking = [blank(kind.kind) for _ in range(kind.low - len(items))]
    return items[: kind.high] + lacking


@sound.register
def _(kind: fields.Record, data: object, path: str, flaws: Flaws) -> dict[str, Any]:
    if not isinstance(data, dict):
        flaws.tell(path, kind.words, data)
        return blank(kind)  # type: ignore[no-any-return]
    return _fields(kind.fields, data, path, flaws)


def _fields(
    known: Iterable[Field], data: Mapping[Any, Any], path: str, flaws: Flaws
) -> dict[str, Any]:
    kinds = {field.name: field for field in known}
    words = f"one of the fields {', '.join(kinds)}"
    data = _renamed(kinds, data, words, path, flaws)
    found = {
        name: sound(kinds[name].kind, value, where, flaws)
        for name, value, where in _named(data, kinds, words, path, flaws)
    }
    for name, field in kinds.items():
        if name not in found and field.default is None:
            flaws.tell(joined(path, name), field.kind.words, NOTHING, _empty(field.kind))
            found[name] = blank(field.kind)
    return found


def _renamed(
    kinds: Mapping[str, Field], data: Mapping[Any, Any], words: str, path: str, flaws: Flaws
) -> Mapping[Any, Any]:
    """The data with its one unknown field as the one that is missing, if the value fits there."""
    unknown = [name for name in data if name not in kinds]
    missing = [name for name, each in kinds.items() if name not in data and each.default is None]
    if len(unknown) != 1 or len(missing) != 1 or likely(unknown[0], kinds):
        return data
    (stranger,), (name,) = unknown, missing
    if not _readable(kinds[name].kind, data[stranger]):
        return data
    mend = f"{_perhaps([name])}, which is missing"
    flaws.tell(joined(path, stranger), words, stranger, mend, certain=True)
    return {name if key == stranger else key: value for key, value in data.items()}


def _empty(kind: Kind) -> str | None:
    """What to write where there is nothing."""
    if isinstance(kind, (people.People, decisions.Decisions)):
        return None
    nothing = blank(kind)
    return f"{nothing} says that there is none" if nothing in ({}, []) else None


@sound.register
def _(kind: people.People, data: object, path: str, flaws: Flaws) -> list[Any]:
    if not isinstance(data, list):
        flaws.tell(path, kind.words, data)
        return []
    possible = 2 <= len(data) <= len(kind.records)
    if not possible:
        flaws.tell(path, kind.words, f"{len(data)} of them")
    players = [
        sound(record, item, f"{path}[{at}]", flaws)
        for at, (record, item) in enumerate(zip(kind.records, data, strict=False))
    ]
    return players if possible else []


@sound.register
def _(kind: decisions.Decisions, data: object, path: str, flaws: Flaws) -> list[Any]:
    if not isinstance(data, list):
        flaws.tell(path, kind.words, data)
        return []
    if len(data) > MAX_FRAMES:
        flaws.tell(path, kind.words, f"{len(data)} of them")
    found = []
    for at, item in enumerate(data[:MAX_FRAMES]):
        before = len(flaws)
        frame = _decision(kind, item, f"{path}[{at}]", flaws)
        if all(flaw.certain for flaw in flaws[before:]):
            found.append(frame)
    return found


def _decision(kind: decisions.Decisions, data: object, path: str, flaws: Flaws) -> dict[str, Any]:
    if not isinstance(data, dict):
        flaws.tell(path, "a map", data)
        return {}
    before = len(flaws)
    name_kind = fields.OneOf(kind.by_name, kind.name_words)
    name = sound(name_kind, data.get("decision", NOTHING), joined(path, "decision"), flaws)
    if not all(flaw.certain for flaw in flaws[before:]):
        return {}
    known = [
        Field(each.name, each.kind, None if each.default is None else lambda: None)
        for each in kind.by_name[name].arguments
    ]
    rest = {key: value for key, value in data.items() if key != "decision"}
    return {"decision": name, **_fields(known, rest, path, flaws)}


@sound.register
def _(kind: arguments.Numbers, data: object, path: str, flaws: Flaws) -> list[int]:
    numbers: list[int] = sound(kind.numbers, data, path, flaws)
    for at, number in enumerate(numbers):
        if number in numbers[:at]:
            flaws.tell(f"{path}[{at}]", "no number twice", number)
    return sorted(set(numbers))


@sound.register
def _(kind: arguments.Slots, data: object, path: str, flaws: Flaws) -> list[str]:
    return sound(kind.stack, data, path, flaws)  # type: ignore[no-any-return]


@sound.register
def _(kind: arguments.Tupled, data: object, path: str, flaws: Flaws) -> Any:
    return sound(kind.kind, data, path, flaws)


@sound.register
def _(kind: arguments.Purchase, data: object, path: str, flaws: Flaws) -> dict[str, Any]:
    return sound(kind.record, data, path, flaws)  # type: ignore[no-any-return]
