"""What the core declares, handed to Python: constants, enumerations and layouts of structs.

The ``.pxd`` files under ``engine_c/`` are their only home. ``setup.py`` reads the plain
declarations in them (``cdef enum``, and ``cdef struct`` of integers of a fixed size) and
writes a Python module from them; nothing is compiled for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

# Size in bytes, which is the alignment as well, and code in the module ``struct``.
INTEGERS = {
    "u8": (1, "B"),
    "i8": (1, "b"),
    "u16": (2, "H"),
    "i16": (2, "h"),
    "u32": (4, "I"),
    "i32": (4, "i"),
    "u64": (8, "Q"),
    "i64": (8, "q"),
}

# The type of a struct in the module that is made: its size, and of each field the name, the
# type, the lengths of the array and the offset.
_STRUCT = "tuple[int, tuple[tuple[str, str, tuple[int, ...], int], ...]]"

_BLOCK = re.compile(
    r"^cdef (enum|struct)(?: (\w+))?: *(?:# *([A-Z]\w*)(?= *\n))?[^\n]*\n"
    r"((?:(?: {4}[^\n]*| *#[^\n]*)?\n)+)",
    re.MULTILINE,
)
_CONSTANT = re.compile(r"(\w+)(?: = (-?\w+))?")
_FIELD = re.compile(r"([\w ]+\*?) (\w+)((?:\[\w+\])*)")


class Field(NamedTuple):
    """One field of a struct: an integer, a struct, or an array of either."""

    name: str
    kind: str
    lengths: tuple[int, ...]
    offset: int


class Struct(NamedTuple):
    """A struct as a C compiler lays it out."""

    fields: tuple[Field, ...]
    size: int
    alignment: int


class Declarations:
    """All that some files declare, in the order in which they do."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.constants: dict[str, int] = {}
        self.enumerations: dict[str, tuple[str, ...]] = {}
        self.structs: dict[str, Struct] = {}
        for path in paths:
            for what, name, group, body in _BLOCK.findall(path.read_text(encoding="utf-8")):
                try:
                    if what == "enum":
                        self._enumerate(group, body)
                    else:
                        self._lay_out(name, body)
                except (KeyError, ValueError) as error:
                    raise ValueError(f"{path}: in {what} {name or group}: {error}") from error

    def _enumerate(self, group: str, body: str) -> None:
        """An ``enum``; the comment behind its colon is the name of the enumeration, if any."""
        value = -1
        names = []
        for line in _lines(body):
            name, given = _matched(_CONSTANT, line)
            value = value + 1 if given is None else self._number(given)
            self.constants[name] = value
            names.append(name)
        if group:
            self.enumerations[group] = tuple(names)

    def _lay_out(self, struct: str, body: str) -> None:
        fields = []
        offset, alignment = 0, 1
        for line in _lines(body):
            kind, name, brackets = _matched(_FIELD, line)
            if kind not in INTEGERS and kind not in self.structs:
                return  # no plain data
            lengths = tuple(map(self._number, re.findall(r"\w+", brackets or "")))
            size, step = self._measure(kind)
            offset = _rounded(offset, step)
            fields.append(Field(name, kind, lengths, offset))
            for length in lengths:
                size *= length
            offset, alignment = offset + size, max(alignment, step)
        self.structs[struct] = Struct(tuple(fields), _rounded(offset, alignment), alignment)

    def _measure(self, kind: str) -> tuple[int, int]:
        """Size and alignment of a type."""
        if kind in INTEGERS:
            return INTEGERS[kind][0], INTEGERS[kind][0]
        return self.structs[kind].size, self.structs[kind].alignment

    def _number(self, text: str) -> int:
        return self.constants[text] if text.isidentifier() else int(text, 0)


def _lines(body: str) -> Iterator[str]:
    """The lines of a block without comments and blanks."""
    for line in body.splitlines():
        bare = line.partition("#")[0].strip()
        if bare:
            yield bare


def _matched(pattern: re.Pattern[str], line: str) -> tuple[str, ...]:
    found = pattern.fullmatch(line)
    if found is None:
        raise ValueError(f"cannot read {line!r}")
    return found.groups()


def _rounded(offset: int, step: int) -> int:
    return -(-offset // step) * step


def module(declared: Declarations, sources: str) -> str:
    """The text of a Python module with all that is declared."""
    lines = [
        f'"""What {sources} declares; made by setup.py, not to be edited."""',
        "",
        "from typing import Final",
        "",
    ]
    lines += [f"{name}: Final = {value}" for name, value in declared.constants.items()]
    lines += ["", "ENUMERATIONS: Final[dict[str, tuple[str, ...]]] = {"]
    lines += [f"    {name!r}: {names!r}," for name, names in declared.enumerations.items()]
    lines += ["}", f"STRUCTS: Final[dict[str, {_STRUCT}]] = {{"]
    for name, struct in declared.structs.items():
        lines.append(f"    {name!r}: ({struct.size}, (")
        lines += [f"        {tuple(field)!r}," for field in struct.fields]
        lines.append("    )),")
    lines += ["}", ""]
    return "\n".join(lines)


def write(modules: Mapping[Path, Iterable[Path]]) -> None:
    """Write each module from its sources, anew only where that changes it."""
    for target, sources in modules.items():
        paths = list(sources)
        text = module(Declarations(paths), ", ".join(path.as_posix() for path in paths))
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
