"""One value in which two rulesets differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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
