"""Descriptions as the tables of a reference page, in Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gwta_ai.common.form.groups import Field, ListOf, MapOf, Record
from gwta_ai.common.form.values import Kind

_NO_EXAMPLE = "—"


class Row(NamedTuple):
    """One field: its path, what it may hold, what it means, an example.

    In a path ``[]`` stands for every item of a list, ``*`` for every key of a map.
    """

    path: str
    range: str
    meaning: str
    example: Any
    kind: Kind

    def cells(self, examples: bool = True) -> list[str]:
        """The cells of a table, without or with the example."""
        example = _NO_EXAMPLE if self.example is ... else f"`{json.dumps(self.example)}`"
        cells = [f"`{self.path}`", self.range, self.meaning]
        return [*cells, example] if examples else cells


def rows(kind: Kind, path: str = "") -> Iterator[Row]:
    """Every field below a value."""
    match kind:
        case Record():
            for field in kind.fields:
                below = f"{path}.{field.name}" if path else field.name
                yield row(field, below)
                yield from rows(field.kind, below)
        case MapOf():
            yield from rows(kind.inner, f"{path}.*")
        case ListOf():
            for one in kind.kinds:
                yield from rows(one, f"{path}[]")


def row(field: Field, path: str) -> Row:
    """A field as a row."""
    left_out = "" if field.required else " (may be left out)"
    return Row(path, field.kind.range() + left_out, field.meaning, field.example, field.kind)


def table(found: Iterable[Row], *, examples: bool = True) -> list[str]:
    """The lines of a table of fields."""
    head = ["field", "type and range"]
    head += ["meaning and unit", "example"] if examples else ["meaning"]
    lines = [head, *(one.cells(examples) for one in found)]
    rule = "|".join("-" * (len(name) + 2) for name in head)
    text = [f"| {' | '.join(cells)} |" for cells in lines]
    return [text[0], f"|{rule}|", *text[1:]]
