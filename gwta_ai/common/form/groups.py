"""Kinds of collections and records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from gwta_ai.common.form.flaws import NOTHING, Flaws, joined, likely, perhaps
from gwta_ai.common.form.nodes import Nodes, operations
from gwta_ai.common.form.values import Int, Kind, OneOf, Schema
from gwta_ai.common.structs import Slot


def _says_none(kind: Kind) -> str | None:
    """What to write where there is nothing, of a kind that may well be empty."""
    nothing = None if isinstance(kind, ListOf) else kind.blank()
    return f"{nothing} says that there is none" if nothing in ({}, []) else None


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
        meant = likely(name, known) if flaws.helping else []
        if len(meant) != 1:
            flaws.tell(where, words, name, perhaps(meant) if meant else None)
        elif meant[0] in data:
            also = f"like {json.dumps(meant[0])}, which is there as well"
            flaws.tell(where, words, name, also)
        else:
            flaws.tell(where, words, name, perhaps(meant), certain=True)
            known.discard(meant[0])
            yield meant[0], value, where


def map_schema(names: Sequence[str], value: Schema) -> Schema:
    return {
        "type": "object",
        "propertyNames": {"enum": list(names)},
        "additionalProperties": value,
    }


def record_schema(properties: Mapping[str, Schema], required: Sequence[str]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


# --- counts and lists of ids ---------------------------------------------------------------------


class Counts(Kind):
    """``{id: count}``, an array of counts by index in the core."""

    def __init__(self, names: Sequence[str], what: str, at: Slot | None = None) -> None:
        self.names, self.at = tuple(names), at
        self.words = self._map_words = f"a map of counts by {what}"
        self.id_words = f"the id of a {what}"
        self._count = Int(0, operations.MAX_COPIES)
        self._count.words = f"a count 0 .. {operations.MAX_COPIES}"

    def look(self, data: object, path: str, flaws: Flaws) -> dict[str, int]:
        if isinstance(data, list) and data and all(type(each) is str for each in data):
            counted = dict(Counter(data))
            if set(self.names) >= counted.keys():
                flaws.tell(path, self._map_words, data, perhaps([counted]), certain=True)
                data = counted
        if not isinstance(data, dict):
            flaws.tell(path, self._map_words, data, _says_none(self))
            return {}
        found = {
            name: self._count.look(count, where, flaws)
            for name, count, where in _named(data, self.names, self.id_words, path, flaws)
        }
        return {name: found[name] for name in self.names if found.get(name)}

    def blank(self) -> dict[str, int]:
        return {}

    def schema(self) -> Schema:
        return map_schema(self.names, self._count.schema())

    def node(self, nodes: Nodes) -> int:
        return nodes.add(operations.COUNTS, self.slot.offset, nodes.ids(self.names))


class Pool(Counts):
    """The same of at most ``most`` pieces; in the core each piece stands for itself, ascending.

    ``counter`` is where their number lies. A piece is its index and ``add``. With ``hand``,
    the slots of the size of a hand and of the counts of what is known of it, the pool also
    holds what is not known of it, which the counter does not count.
    """

    def __init__(
        self,
        names: Sequence[str],
        most: int,
        what: str,
        at: Slot | None = None,
        *,
        counter: Slot | None = None,
        add: int = 0,
        hand: tuple[Slot, Slot] | None = None,
    ) -> None:
        super().__init__(names, what, at)
        self.most, self.counter, self.add, self.hand = most, counter, add, hand
        self.words = f"{self.words}, at most {most} in all"

    def look(self, data: object, path: str, flaws: Flaws) -> dict[str, int]:
        counts = super().look(data, path, flaws)
        if sum(counts.values()) <= self.most:
            return counts
        flaws.tell(path, self.words, f"{sum(counts.values())} in all")
        return {}

    def node(self, nodes: Nodes) -> int:
        assert self.counter is not None
        start, ids = self.slot.offset, nodes.ids(self.names)
        if self.hand is None:
            counter = self.counter.offset
            return nodes.add(operations.POOL, start, self.most, counter, ids, self.add)
        size, known = (slot.offset for slot in self.hand)
        return nodes.add(operations.REST, start, self.most, self.counter.offset, ids, size, known)


class Stack(Kind):
    """A list of ``least`` to ``most`` ids whose order means something; bytes in the core.

    A piece is its index and ``add``, or its code. ``counter`` is where their number lies;
    without it a 0 ends them.
    """

    _step = -1  # from one index to the next, at least; below 0 the order is free

    def __init__(
        self,
        names: Sequence[str],
        most: int,
        what: str,
        at: Slot | None = None,
        *,
        counter: Slot | None = None,
        add: int = 0,
        codes: Sequence[int] | None = None,
        least: int = 0,
    ) -> None:
        self.names, self.most, self.at = tuple(names), most, at
        self.counter, self.add, self.codes, self.least = counter, add, codes, least
        self.words = (
            f"a list of {least} .. {most} ids" if least else f"a list of at most {most} ids"
        )
        self.id_words = f"the id of a {what}"

    def look(self, data: object, path: str, flaws: Flaws) -> list[str]:
        if not isinstance(data, list):
            flaws.tell(path, self.words, data, _says_none(self))
            return self.blank()
        if not self.least <= len(data) <= self.most:
            flaws.tell(path, self.words, f"{len(data)} of them")
        one = OneOf(self.names, self.id_words)
        found = []
        for at, name in enumerate(data[: self.most]):
            before = len(flaws)
            item = one.look(name, f"{path}[{at}]", flaws)
            if flaws.relied_on(before):
                found.append(str(item))
        return found if len(found) >= self.least else self.blank()

    def blank(self) -> list[str]:
        return [self.names[0]] * self.least

    def schema(self) -> Schema:
        least = {"minItems": self.least} if self.least else {}
        return {"type": "array", **least, "maxItems": self.most, "items": {"enum": [*self.names]}}

    def node(self, nodes: Nodes) -> int:
        counter = -1 if self.counter is None else self.counter.offset
        codes, ids = nodes.codes(self.codes), nodes.ids(self.names)
        start, add = self.slot.offset, self.add
        return nodes.add(operations.LIST, start, self.most, counter, ids, codes, add, self._step)

    def range(self) -> str:
        return f"{self.words}, each {self.id_words}"


class Sorted(Stack):
    """A list of ids whose order means nothing, ascending in the core; repeats are allowed."""

    _step = 0

    def look(self, data: object, path: str, flaws: Flaws) -> list[str]:
        return sorted(super().look(data, path, flaws), key=self.names.index)


class Members(Stack):
    """A list of different ids whose order means nothing, a mask in the core."""

    def __init__(self, names: Sequence[str], what: str, at: Slot | None = None) -> None:
        super().__init__(names, len(names), what, at)
        self.words = "a list of ids, none twice"

    def look(self, data: object, path: str, flaws: Flaws) -> list[str]:
        found: list[str] = []
        for at, name in enumerate(super().look(data, path, flaws)):
            if name in found:
                flaws.tell(f"{path}[{at}]", "no id twice", name, "leave it out or name another")
            else:
                found.append(name)
        return sorted(found, key=self.names.index)

    def schema(self) -> Schema:
        return {"type": "array", "uniqueItems": True, "items": {"enum": list(self.names)}}

    def node(self, nodes: Nodes) -> int:
        return nodes.add(operations.MEMBERS, *self.place, nodes.ids(self.names))


class Holders(Members):
    """The same; in the core an array of codes by index, of which these have ``code``."""

    def __init__(
        self, names: Sequence[str], what: str, at: Slot | None = None, *, code: int = 0
    ) -> None:
        super().__init__(names, what, at)
        self.code = code

    def node(self, nodes: Nodes) -> int:
        table = nodes.ids(self.names)
        return nodes.add(operations.HOLDERS, self.slot.offset, self.code, table)


class Ascending(Members):
    """The same; in the core the indices themselves in ``room`` bytes, and their number."""

    def __init__(
        self,
        names: Sequence[str],
        room: int,
        what: str,
        at: Slot | None = None,
        *,
        counter: Slot | None = None,
    ) -> None:
        super().__init__(names, what, at)
        self.room, self.counter = room, counter

    def node(self, nodes: Nodes) -> int:
        assert self.counter is not None
        start, ids = self.slot.offset, nodes.ids(self.names)
        return nodes.add(operations.LIST, start, self.room, self.counter.offset, ids, -1, 0, 1)


class Numbers(Kind):
    """A list of numbers 1 .. ``most``, none twice; a mask in the core."""

    def __init__(self, most: int, at: Slot | None = None) -> None:
        self.most, self.at = most, at
        self.words = f"a list of numbers 1 .. {most}, none twice"
        self._numbers = ListOf(Int(1, most), 0, most)

    def look(self, data: object, path: str, flaws: Flaws) -> list[int]:
        numbers: list[int] = self._numbers.look(data, path, flaws)
        for at, number in enumerate(numbers):
            if number in numbers[:at]:
                flaws.tell(f"{path}[{at}]", "no number twice", number)
        return sorted(set(numbers))

    def blank(self) -> list[int]:
        return []

    def schema(self) -> Schema:
        return self._numbers.schema() | {"uniqueItems": True}

    def node(self, nodes: Nodes) -> int:
        return nodes.add(operations.NUMBERS, *self.place, self.most)


# --- lists of values -----------------------------------------------------------------------------


class Rows(NamedTuple):
    """Where a list of structs lies: the first, and where their number is if that varies."""

    first: Slot
    stride: int
    counter: Slot | None = None


class ListOf(Kind):
    """A list of ``low .. high`` values; kinds by index, of which the last serves all others.

    In the core they lie in structs or arrays, in rows; the slots of the kinds count from
    the beginning of a row. ``words`` say what is expected, if not just the length; of such a
    list nothing is kept where the length is wrong.
    """

    def __init__(
        self,
        kind: Kind | Sequence[Kind],
        low: int,
        high: int,
        rows: Rows | None = None,
        words: str = "",
    ) -> None:
        self.kinds = (kind,) if isinstance(kind, Kind) else tuple(kind)
        self.low, self.high, self.rows = low, high, rows
        length = str(low) if low == high else f"{low} .. {high}"
        self._special = bool(words)
        self.words = words or f"a list of length {length}"

    def kind(self, at: int) -> Kind:
        """The kind of the value at an index."""
        return self.kinds[min(at, len(self.kinds) - 1)]

    def look(self, data: object, path: str, flaws: Flaws) -> list[Any]:
        if not isinstance(data, list):
            flaws.tell(path, self.words, data)
            return self.blank()
        fits = self.low <= len(data) <= self.high
        if not fits:
            got = f"{len(data)} of them" if self._special else f"length {len(data)}"
            flaws.tell(path, self.words, got)
        items = [
            self.kind(at).look(item, f"{path}[{at}]", flaws)
            for at, item in enumerate(data[: self.high])
        ]
        if self._special and not fits:
            return []
        return items + [self.kind(at).blank() for at in range(len(items), self.low)]

    def blank(self) -> list[Any]:
        return [] if self._special else [self.kind(at).blank() for at in range(self.low)]

    def schema(self) -> Schema:
        items = [kind.schema() for kind in self.kinds]
        described = {"items": items[0]} if len(items) == 1 else {"prefixItems": items}
        return {"type": "array", "minItems": self.low, "maxItems": self.high, **described}

    def node(self, nodes: Nodes) -> int:
        assert self.rows is not None
        first, stride, counter = self.rows
        inner = [kind.node(nodes) for kind in self.kinds]
        number = -1 if counter is None else counter.offset
        return nodes.add(
            operations.ROWS, first.offset, stride, number, self.high, len(inner), *inner
        )

    def range(self) -> str:
        if self._special:
            return self.words
        return f"{self.words}, each {self.kinds[0].range()}"


class Flagged(Kind):
    """A list of at most ``most`` words, each one of two.

    In the core one more than their number, in ``at``, and a mask of the second word, from
    bit 1 on, in ``flags``.
    """

    def __init__(
        self,
        values: tuple[str, str],
        most: int,
        at: Slot | None = None,
        *,
        flags: Slot | None = None,
    ) -> None:
        self.values, self.most, self.at, self.flags = values, most, at, flags
        self._list = ListOf(OneOf(values), 0, most)
        self.words = self._list.words

    def look(self, data: object, path: str, flaws: Flaws) -> list[str]:
        return self._list.look(data, path, flaws)

    def blank(self) -> list[str]:
        return []

    def schema(self) -> Schema:
        return self._list.schema()

    def node(self, nodes: Nodes) -> int:
        assert self.flags is not None
        flags, ids = self.flags.offset, nodes.ids(self.values)
        return nodes.add(operations.FLAGGED, self.slot.offset, self.most, flags, ids)

    def range(self) -> str:
        return self._list.range()


# --- maps ----------------------------------------------------------------------------------------


class MapOf(Kind):
    """``{id: value}``; ``kind`` makes the kind of the value at an index.

    An entry is there in the core where ``present`` tells of an integer that is not 0; without
    it, where its value is not an empty map.
    """

    def __init__(
        self,
        names: Sequence[str],
        kind: Callable[[int], Kind],
        what: str,
        present: Callable[[int], Slot] | None = None,
    ) -> None:
        self.names = tuple(names)
        self.kinds = {name: kind(at) for at, name in enumerate(self.names)}
        self._present = present
        self.words = f"a map by {what}"
        self.id_words = f"the id of a {what}"

    @property
    def inner(self) -> Kind:
        """The kind of the values, wherever they lie."""
        return next(iter(self.kinds.values()))

    def look(self, data: object, path: str, flaws: Flaws) -> dict[str, Any]:
        if not isinstance(data, dict):
            flaws.tell(path, self.words, data, _says_none(self))
            return {}
        found = {}
        for name, value, where in _named(data, self.names, self.id_words, path, flaws):
            before = len(flaws)
            item = self.kinds[name].look(value, where, flaws)
            if flaws.relied_on(before) and item != {}:
                found[name] = item
        return {name: found[name] for name in self.names if name in found}

    def blank(self) -> dict[str, Any]:
        return {}

    def schema(self) -> Schema:
        return map_schema(self.names, self.inner.schema())

    def node(self, nodes: Nodes) -> int:
        entries = []
        for at, (name, kind) in enumerate(self.kinds.items()):
            there = (0, -1)
            if self._present is not None:
                slot = self._present(at)
                there = (slot.offset, slot.length)
            entries.append((nodes.name(name), kind.node(nodes), *there))
        return nodes.add(operations.RECORD, len(entries), *chain.from_iterable(entries))

    def range(self) -> str:
        return f"{self.words}, each {self.inner.range()}"


class _Required:
    """Stands for the value of a field that must be there."""

    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = _Required()


class Field(NamedTuple):
    """One field of a record: what it may hold, what it means, an example.

    ``default`` is the value of a field that was left out; without it the field must be
    there. A ``sparse`` field is left out wherever it has that value, which is one of zeros in
    the core, where its integers are ``present``, by default those of its kind.
    """

    name: str
    kind: Kind
    meaning: str = ""
    example: Any = ...
    default: Any = REQUIRED
    sparse: bool = False
    present: Slot | None = None

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def schema(self) -> Schema:
        """The JSON Schema of the field, with what it means."""
        said = {"description": self.meaning} if self.meaning else {}
        return said | self.kind.schema()

    def entry(self, nodes: Nodes) -> tuple[int, int, int, int]:
        """The field as the node of its record has it."""
        node = self.kind.node(nodes)
        if not self.sparse:
            return nodes.name(self.name), node, 0, 0
        slot = self.present or self.kind.slot
        return nodes.name(self.name), node, slot.offset, slot.length


class Record(Kind):
    """A map with known fields."""

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self.words = "a map with the fields " + ", ".join(field.name for field in fields)

    def look(self, data: object, path: str, flaws: Flaws) -> dict[str, Any]:
        if not isinstance(data, dict):
            flaws.tell(path, self.words, data)
            return self.blank()
        return look_at_fields(self.fields, data, path, flaws)

    def blank(self) -> dict[str, Any]:
        return {
            field.name: field.kind.blank() if field.required else field.default
            for field in self.fields
            if not field.sparse
        }

    def schema(self) -> Schema:
        return record_schema(
            {field.name: field.schema() for field in self.fields},
            [field.name for field in self.fields if field.required],
        )

    def node(self, nodes: Nodes) -> int:
        entries = [field.entry(nodes) for field in self.fields]
        return nodes.add(operations.RECORD, len(entries), *chain.from_iterable(entries))

    def range(self) -> str:
        return "a map"


def look_at_fields(
    known: Sequence[Field], data: Mapping[Any, Any], path: str, flaws: Flaws, key: str = ""
) -> dict[str, Any]:
    """The fields of a record in canonical form; ``key`` is one more, seen to elsewhere."""
    kinds = {field.name: field for field in known}
    words = "one of the fields " + ", ".join([key, *kinds] if key else kinds)
    data = _renamed(kinds, data, words, path, flaws)
    given = {name: (value, where) for name, value, where in _named(data, kinds, words, path, flaws)}
    found = {}
    for name, field in kinds.items():
        if name in given:
            value, where = given[name]
            item = field.kind.look(value, where, flaws)
        elif field.required:
            says_none = _says_none(field.kind) if flaws.helping else None
            flaws.tell(joined(path, name), field.kind.words, NOTHING, says_none)
            item = field.kind.blank()
        else:
            item = {} if field.default == {} else field.default
        if not (field.sparse and item == field.default):
            found[name] = item
    return found


def _renamed(
    kinds: Mapping[str, Field], data: Mapping[Any, Any], words: str, path: str, flaws: Flaws
) -> Mapping[Any, Any]:
    """The data with its one unknown field as the one that is missing, if the value fits there."""
    unknown = [name for name in data if name not in kinds]
    missing = [name for name, each in kinds.items() if name not in data and each.required]
    if flaws.strict or len(unknown) != 1 or len(missing) != 1 or likely(unknown[0], kinds):
        return data
    (stranger,), (name,) = unknown, missing
    trial = Flaws()
    kinds[name].kind.look(data[stranger], "", trial)
    if trial:
        return data
    mend = f"{perhaps([name])}, which is missing"
    flaws.tell(joined(path, stranger), words, stranger, mend, certain=True)
    return {name if key == stranger else key: value for key, value in data.items()}


class Form(NamedTuple):
    """One form of a record, under the name that its first field has; its code in the core."""

    code: int
    meaning: str
    fields: tuple[Field, ...]


class Forms(Kind):
    """A map of one of several forms; the field ``key`` has the name of the form."""

    def __init__(self, key: str, forms: Mapping[str, Form], at: Slot | None = None) -> None:
        self.key, self.forms, self.at = key, dict(forms), at
        self.words = "a map"
        self.name_words = "one of " + ", ".join(self.forms)

    def look(self, data: object, path: str, flaws: Flaws) -> dict[str, Any]:
        if not isinstance(data, dict):
            flaws.tell(path, self.words, data)
            return self.blank()
        before = len(flaws)
        given, where = data.get(self.key, NOTHING), joined(path, self.key)
        name = OneOf(self.forms, self.name_words).look(given, where, flaws)
        if not flaws.relied_on(before):
            return self.blank()
        rest = {key: value for key, value in data.items() if key != self.key}
        fields = self.forms[str(name)].fields
        return {self.key: name, **look_at_fields(fields, rest, path, flaws, self.key)}

    def blank(self) -> dict[str, Any]:
        name, form = next(iter(self.forms.items()))
        return {self.key: name} | Record(*form.fields).blank()

    def schema(self) -> Schema:
        return {"oneOf": [self._form_schema(name) for name in self.forms]}

    def _form_schema(self, name: str) -> Schema:
        form = self.forms[name]
        properties = {field.name: field.schema() for field in form.fields}
        required = [self.key, *(field.name for field in form.fields if field.required)]
        said = {"description": form.meaning}
        return said | record_schema({self.key: {"const": name}, **properties}, required)

    def node(self, nodes: Nodes) -> int:
        by_code = {form.code: name for name, form in self.forms.items()}
        names = [by_code.get(code, "") for code in range(max(by_code) + 1)]
        records = [Record(*self.forms[name].fields).node(nodes) if name else 0 for name in names]
        key, table = nodes.name(self.key), nodes.ids(names)
        return nodes.add(operations.FORMS, key, *self.place, table, *records)


class SoundListOf(ListOf):
    """A list of at most ``high`` values, of which those are kept that can be relied on."""

    def __init__(self, kind: Kind, high: int, words: str, rows: Rows | None = None) -> None:
        super().__init__(kind, 0, high, rows, words)

    def look(self, data: object, path: str, flaws: Flaws) -> list[Any]:
        if not isinstance(data, list):
            flaws.tell(path, self.words, data)
            return []
        if len(data) > self.high:
            flaws.tell(path, self.words, f"{len(data)} of them")
        found = []
        for at, item in enumerate(data[: self.high]):
            before = len(flaws)
            value = self.kinds[0].look(item, f"{path}[{at}]", flaws)
            if flaws.relied_on(before):
                found.append(value)
        return found

    def schema(self) -> Schema:
        return {"type": "array", "maxItems": self.high, "items": self.kinds[0].schema()}


class Choice(Kind):
    """A map with one of several fields; a code tells in the core which it is."""

    def __init__(
        self,
        kinds: Mapping[str, tuple[int, Kind]],
        meanings: Mapping[str, str],
        at: Slot | None = None,
    ) -> None:
        self.kinds, self.meanings, self.at = dict(kinds), dict(meanings), at
        self.words = "a map with one of the fields " + ", ".join(kinds)

    def look(self, data: object, path: str, flaws: Flaws) -> dict[str, Any]:
        if not isinstance(data, dict) or len(data) != 1:
            flaws.tell(path, self.words, data)
            return self.blank()
        ((name, value),) = data.items()
        if name not in self.kinds:
            flaws.tell(joined(path, name), "one of " + ", ".join(self.kinds), name)
            return self.blank()
        return {name: self.kinds[name][1].look(value, joined(path, name), flaws)}

    def blank(self) -> dict[str, Any]:
        name, (_, kind) = next(iter(self.kinds.items()))
        return {name: kind.blank()}

    def schema(self) -> Schema:
        targets = {
            name: {"description": self.meanings[name]} | kind.schema()
            for name, (_, kind) in self.kinds.items()
        }
        return record_schema(targets, []) | {"minProperties": 1, "maxProperties": 1}

    def node(self, nodes: Nodes) -> int:
        cases = [
            (code, nodes.name(name), kind.node(nodes)) for name, (code, kind) in self.kinds.items()
        ]
        return nodes.add(operations.CHOICE, *self.place, len(cases), *chain.from_iterable(cases))
