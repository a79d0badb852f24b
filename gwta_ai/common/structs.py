"""Structs of the core as plain values: blocks of bytes to maps of integers and lists, and back.

How a struct is laid out is declared in the core alone; ``setup.py`` hands it to Python (see
``engine_c/declarations.py``).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

__all__ = ["Raw", "Slot", "Structs"]

Raw = dict[str, Any]
"""The fields of a struct: integers, maps for structs in it, lists for arrays."""

_Field = tuple[str, str, tuple[int, ...], int]  # name, type, lengths of the array, offset
_Declared = Mapping[str, tuple[int, Sequence[_Field]]]

# Codes of the module ``struct``.
_CODES = {
    "u8": "B",
    "i8": "b",
    "u16": "H",
    "i16": "h",
    "u32": "I",
    "i32": "i",
    "u64": "Q",
    "i64": "q",
}


class Slot(NamedTuple):
    """Where an integer, or an array of integers, lies in a struct.

    ``offset`` and ``size`` (of one integer) are bytes, ``n`` is 1 for a single integer.
    """

    offset: int
    size: int
    n: int
    signed: bool

    @property
    def length(self) -> int:
        """Bytes in all."""
        return self.size * self.n


class Structs:
    """What the core declares: each struct by name."""

    def __init__(self, declared: _Declared) -> None:
        self._declared = declared
        self._plans = {name: self._plan(name) for name in declared}
        self._forms = {name: struct.Struct("=" + self._form(name)) for name in declared}

    def size(self, name: str) -> int:
        """Bytes of a struct."""
        return self._declared[name][0]

    def slot(self, name: str, *path: str | int) -> Slot:
        """Where a field lies: names of fields, and indices of arrays, from the outside in."""
        offset, kind = 0, name
        lengths: tuple[int, ...] = ()
        for step in path:
            if isinstance(step, str):
                _, kind, given, at = next(f for f in self._declared[kind][1] if f[0] == step)
                lengths = tuple(given)
                offset += at
            else:
                offset += step * self._size_of(kind) * prod(lengths[1:])
                lengths = lengths[1:]
        return Slot(offset, self._size_of(kind), prod(lengths), kind.startswith("i"))

    def path(self, name: str, offset: int) -> str:
        """The path of the integer at a byte: "player[1].hand[3]"."""
        text, kind, lengths, start = next(
            field for field in reversed(self._declared[name][1]) if field[3] <= offset
        )
        rest = offset - start
        for at in range(len(lengths)):
            step = self._size_of(kind) * prod(lengths[at + 1 :])
            text += f"[{rest // step}]"
            rest %= step
        return text if kind in _CODES else f"{text}.{self.path(kind, rest)}"

    def unpack(self, name: str, data: bytes) -> Raw:
        """The fields of a struct. Raises ``struct.error`` for a wrong number of bytes."""
        return _read(self._plans[name], self._forms[name].unpack(data), 0)

    def pack(self, name: str, values: Raw) -> bytes:
        """The bytes of a struct; the inverse of ``unpack``.

        Raises ``struct.error`` where an integer does not fit, or there are too many or few.
        """
        integers: list[int] = []
        _write(self._plans[name], values, integers)
        return self._forms[name].pack(*integers)

    # --- how a struct is walked --------------------------------------------------------------

    def _size_of(self, kind: str) -> int:
        return struct.calcsize("=" + _CODES[kind]) if kind in _CODES else self.size(kind)

    def _form(self, name: str) -> str:
        """The struct in the language of the module ``struct``, with its padding."""
        size, fields = self._declared[name]
        parts, end = [], 0
        for _, kind, lengths, offset in fields:
            parts.append("x" * (offset - end))
            count = prod(lengths)
            parts.append(f"{count}{_CODES[kind]}" if kind in _CODES else self._form(kind) * count)
            end = offset + self._size_of(kind) * count
        return "".join([*parts, "x" * (size - end)])

    def _plan(self, name: str) -> _Plan:
        """The fields of a struct, each with where its first integer is among all of them."""
        steps, at = [], 0
        for field, kind, lengths, _ in self._declared[name][1]:
            inner = None if kind in _CODES else self._plan(kind)
            width = 1 if inner is None else inner.width
            steps.append(_Step(field, at, tuple(lengths), inner))
            at += prod(lengths) * width
        return _Plan(tuple(steps), at)


class _Step(NamedTuple):
    """One field: ``inner`` is how the struct in it is walked, if it holds any."""

    field: str
    at: int
    lengths: tuple[int, ...]
    inner: _Plan | None


class _Plan(NamedTuple):
    """How a struct is walked; ``width`` is the number of its integers."""

    steps: tuple[_Step, ...]
    width: int


def _read(plan: _Plan, integers: tuple[int, ...], start: int) -> Raw:
    """A struct from all integers of a block, of which its own begin at ``start``."""
    return {
        field: integers[start + at]
        if inner is None and not lengths
        else _array(inner, lengths, integers, start + at)
        for field, at, lengths, inner in plan.steps
    }


def _array(
    inner: _Plan | None, lengths: tuple[int, ...], integers: tuple[int, ...], start: int
) -> Any:
    if not lengths:
        assert inner is not None
        return _read(inner, integers, start)
    if inner is None and len(lengths) == 1:
        return [*integers[start : start + lengths[0]]]
    width = prod(lengths[1:]) * (1 if inner is None else inner.width)
    return [
        _array(inner, lengths[1:], integers, start + index * width) for index in range(lengths[0])
    ]


def _write(plan: _Plan, values: Raw, into: list[int]) -> None:
    """Append the integers of a struct."""
    for field, _, lengths, inner in plan.steps:
        _write_array(inner, len(lengths), values[field], into)


def _write_array(inner: _Plan | None, depth: int, value: Any, into: list[int]) -> None:
    if depth == 0:
        if inner is None:
            into.append(value)
        else:
            _write(inner, value, into)
    elif depth == 1 and inner is None:
        into += value
    else:
        for item in value:
            _write_array(inner, depth - 1, item, into)
