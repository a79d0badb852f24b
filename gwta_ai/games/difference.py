"""One value in which two rulesets differ."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

__all__ = ["Difference", "written"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that differs, at a place named as in the faults of a ruleset file.

    ``table`` is "station" or "station.tile", ``entry`` names one of its entries, ``field``
    a field of the entry, or of the table where ``entry`` is empty; without ``field`` the
    whole entry is meant. ``old`` and ``new`` are values as a file has them, ``None`` where
    there is none. ``in_play`` is false for what is only said: notes, provenance, names,
    and the totals in [components].
    """

    table: str
    entry: str
    field: str
    old: Any
    new: Any
    in_play: bool

    @property
    def place(self) -> str:
        """Table, entry and field in one text."""
        return " ".join(part for part in (self.table, self.entry, self.field) if part)

    @property
    def text(self) -> str:
        """The place and both values in words."""
        return f"{self.place}: {written(self.old)}, now {written(self.new)}"


def written(value: Any) -> str:
    """A value as a ruleset file has it; a dash where there is none."""
    if value is None:
        return "–"
    if isinstance(value, dict):
        items = (f"{name} = {written(item)}" for name, item in value.items())
        return "{ " + ", ".join(items) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else str(value)
