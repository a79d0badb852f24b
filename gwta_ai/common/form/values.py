"""Kinds of single values.

Each kind says what it expects (``words``) and reads a plain value, as msgpack and JSON have
it. If ``at`` says where the value lies in a struct of the core, compiled code writes and
reads it as well. What stands for what there: a number for itself, an id for its index or
code, true and false for 1 and 0.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gwta_ai.common.form.flaws import Flaws, guesses, likely, perhaps
from gwta_ai.common.form.nodes import Nodes, operations, place
from gwta_ai.common.structs import Slot

Schema = dict[str, Any]

_HEXADECIMAL = set("0123456789abcdef")
_HASH, _WORD = 64, 16  # digits of a SHA-256, and of 64 bits


class Kind(ABC):
    """Base of all kinds; ``words`` says what is expected, ``at`` where the value lies."""

    words: str
    at: Slot | None = None

    @abstractmethod
    def look(self, data: object, path: str, flaws: Flaws) -> Any:
        """``data`` in canonical form; where it is faulty flaws are told, and it is mended.

        A faulty value is replaced by what was probably meant or, failing that, by a blank,
        so that whatever comes back is sound.
        """

    @abstractmethod
    def blank(self) -> Any:
        """A sound value that says as little as possible."""

    @abstractmethod
    def schema(self) -> Schema:
        """The JSON Schema of sound values."""

    def node(self, nodes: Nodes) -> int:
        """The node of the value in compiled code. Raises ``TypeError`` if it has none."""
        raise TypeError(f"{type(self).__name__} has no compiled form")

    def range(self) -> str:
        """Type and range in words, for a table."""
        return self.words

    def read(self, data: object, path: str) -> Any:
        """``data`` in canonical form. Raises ``SnapshotError`` naming ``path``."""
        return self.look(data, path, Flaws(strict=True))

    @property
    def slot(self) -> Slot:
        """Where the value lies."""
        if self.at is None:
            raise TypeError(f"{type(self).__name__}: it is not said where it lies")
        return self.at

    @property
    def place(self) -> tuple[int, int]:
        """Where the single integer lies, as nodes have it."""
        return place(self.slot)


class MisfitError(ValueError):
    """A value that a kind does not read."""


class Value(Kind):
    """Base of the kinds of single values."""

    @abstractmethod
    def fit(self, data: object) -> Any:
        """``data`` in canonical form. Raises ``MisfitError``."""

    def ids(self) -> Iterable[str]:
        """The words among which one may have been meant."""
        return ()

    def look(self, data: object, path: str, flaws: Flaws) -> Any:
        try:
            return self.fit(data)
        except MisfitError:
            pass
        for guess in guesses(data, self.ids()) if flaws.helping else ():
            try:
                meant = self.fit(guess)
            except MisfitError:
                continue
            unquoted = isinstance(data, str) and not isinstance(guess, str)
            how = ", without quotation marks" if unquoted else ""
            flaws.tell(path, self.words, data, perhaps([guess]) + how, certain=True)
            return meant
        close = likely(data, self.ids()) if flaws.helping else []
        flaws.tell(path, self.words, data, perhaps(close) if close else None)
        return self.blank()


class Int(Value):
    """An integer ``low .. high``; ``add`` to it is what stands in the core."""

    def __init__(self, low: int, high: int, at: Slot | None = None, *, add: int = 0) -> None:
        self.low, self.high, self.at, self.add = low, high, at, add
        self.words = f"an integer {low} .. {high}"

    def fit(self, data: object) -> int:
        if type(data) is int and self.low <= data <= self.high:
            return data
        raise MisfitError

    def blank(self) -> int:
        return min(max(self.low, 0), self.high)

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def node(self, nodes: Nodes) -> int:
        return nodes.add(operations.INTEGER, *self.place, self.low, self.high, self.add)


class Flag(Value):
    """``true`` or ``false``."""

    words = "true or false"

    def __init__(self, at: Slot | None = None) -> None:
        self.at = at

    def fit(self, data: object) -> bool:
        if isinstance(data, bool):
            return data
        raise MisfitError

    def blank(self) -> bool:
        return False

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def node(self, nodes: Nodes) -> int:
        return nodes.add(operations.TRUTH, *self.place)


class OneOf(Value):
    """One of a few values: ids, words or numbers; in the core its code, or its index and ``add``.

    An empty value stands for a code that has none. ``meanings`` are all words that can be
    read, each with the value it stands for, where there are others beside the values.
    """

    def __init__(
        self,
        values: Iterable[str | int],
        words: str = "",
        at: Slot | None = None,
        *,
        add: int = 0,
        codes: Sequence[int] | None = None,
        meanings: Mapping[str | int, str | int] | None = None,
    ) -> None:
        self.values, self.at, self.add, self.codes = tuple(values), at, add, codes
        if meanings is None:
            meanings = {value: value for value in self.values if value != ""}
        self.meanings = meanings
        self.words = words or "one of " + ", ".join(map(str, self.values))

    def fit(self, data: object) -> str | int:
        if (type(data) is str or type(data) is int) and data in self.meanings:
            return self.meanings[data]
        raise MisfitError

    def ids(self) -> Iterable[str]:
        return [word for word in self.meanings if isinstance(word, str)]

    def blank(self) -> str | int:
        return next(iter(self.meanings.values()))

    def schema(self) -> Schema:
        return {"enum": [*self.meanings]}

    def node(self, nodes: Nodes) -> int:
        codes = nodes.codes(self.codes)
        return nodes.add(operations.ONE_OF, *self.place, nodes.ids(self.values), codes, self.add)


class Exactly(Value):
    """One single value, which the core need not know."""

    def __init__(self, value: str | int) -> None:
        self.value = value
        self.words = f"{value!r}"

    def fit(self, data: object) -> str | int:
        if type(data) is type(self.value) and data == self.value:
            return self.value
        raise MisfitError

    def blank(self) -> str | int:
        return self.value

    def schema(self) -> Schema:
        return {"const": self.value}

    def node(self, nodes: Nodes) -> int:
        return nodes.add(operations.ONE_OF, -1, 1, nodes.ids([self.value]), -1, 0)


class Digest(Exactly):
    """The SHA-256 of the ruleset at hand, as 64 lower-case hexadecimal digits."""

    words = "64 hexadecimal digits"

    def __init__(self, value: str = "") -> None:
        self.value = value

    def fit(self, data: object) -> str:
        if isinstance(data, str) and len(data) == _HASH and set(data) <= _HEXADECIMAL:
            return data
        raise MisfitError

    def blank(self) -> str:
        return "0" * _HASH

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^[0-9a-f]{{{_HASH}}}$"}


class Nullable(Value):
    """``null``, a special code in the core, or a value of another kind."""

    def __init__(self, kind: Value, code: int = 0) -> None:
        self.kind, self.code, self.at = kind, code, kind.at
        self.words = f"{kind.words} or null"

    def fit(self, data: object) -> Any:
        return None if data is None else self.kind.fit(data)

    def ids(self) -> Iterable[str]:
        return self.kind.ids()

    def blank(self) -> None:
        return None

    def schema(self) -> Schema:
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}

    def node(self, nodes: Nodes) -> int:
        inner = self.kind.node(nodes)
        return nodes.add(operations.NULLABLE, *self.place, self.code, inner)

    def range(self) -> str:
        return f"{self.kind.range()}, or null"


class Letters(Value):
    """A word of ``length`` letters a and b, a mask of the places of b in the core."""

    def __init__(self, length: int, at: Slot | None = None) -> None:
        self.length, self.at = length, at
        self.words = f"{length} letters a or b"

    def fit(self, data: object) -> str:
        if isinstance(data, str) and len(data) == self.length and set(data) <= {"a", "b"}:
            return data
        raise MisfitError

    def blank(self) -> str:
        return "a" * self.length

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^[ab]{{{self.length}}}$"}

    def node(self, nodes: Nodes) -> int:
        return nodes.add(operations.LETTERS, *self.place, self.length)


class Hexadecimal(Value):
    """An unsigned integer of 64 bits as 16 lower-case hexadecimal digits."""

    words = "16 hexadecimal digits"

    def __init__(self, at: Slot | None = None) -> None:
        self.at = at

    def fit(self, data: object) -> str:
        if isinstance(data, str) and len(data) == _WORD and set(data) <= _HEXADECIMAL:
            return data
        raise MisfitError

    def blank(self) -> str:
        return "0" * _WORD

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^[0-9a-f]{{{_WORD}}}$"}

    def node(self, nodes: Nodes) -> int:
        return nodes.add(operations.HEXADECIMAL, self.slot.offset)


class Text(Value):
    """A word of at most ``longest`` characters that a pattern describes, also in JSON Schema."""

    def __init__(self, pattern: str, words: str, longest: int) -> None:
        self.pattern, self.words, self.longest = pattern, words, longest
        self._fits = re.compile(pattern).fullmatch

    def fit(self, data: object) -> str:
        if isinstance(data, str) and len(data) <= self.longest and self._fits(data):
            return data
        raise MisfitError

    def blank(self) -> str:
        return ""

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^(?:{self.pattern})$", "maxLength": self.longest}


class NumberOrId(Value):
    """An integer 1 .. ``most``, or an id, whose code in the core is below 0."""

    def __init__(
        self,
        most: int,
        ids: Sequence[str],
        what: str,
        at: Slot | None = None,
        *,
        codes: Sequence[int] = (),
    ) -> None:
        self.most, self.names, self.at, self.codes = most, tuple(ids), at, codes
        self.words = f"an integer 1 .. {most}, or the id of a {what}"

    def fit(self, data: object) -> int | str:
        if isinstance(data, str) and data in self.names:
            return data
        if type(data) is int and 1 <= data <= self.most:
            return data
        raise MisfitError

    def ids(self) -> Iterable[str]:
        return self.names

    def blank(self) -> int:
        return 1

    def schema(self) -> Schema:
        number = {"type": "integer", "minimum": 1, "maximum": self.most}
        return {"anyOf": [number, {"enum": list(self.names)}]}

    def node(self, nodes: Nodes) -> int:
        codes = nodes.codes(self.codes)
        table = nodes.ids(self.names)
        return nodes.add(operations.NUMBER_OR_ID, *self.place, self.most, table, codes)


class Number(Int):
    """One number 1 .. ``most``; a mask with that one bit in the core."""

    def __init__(self, most: int, at: Slot | None = None) -> None:
        super().__init__(1, most, at)

    def node(self, nodes: Nodes) -> int:
        return nodes.add(operations.NUMBER, *self.place, self.high)
