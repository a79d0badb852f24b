"""JSON Schema (draft 2020-12) of snapshots and records.

The folder ``data/schema/`` has ``state.json``, ``view.json`` and ``record.json`` for the ruleset
that ships with the package. Another ruleset may have other ids: ``schema`` makes its schema.
"""

from __future__ import annotations

from typing import Any

from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot.lexicon import lexicon
from gwta_ai.games.argentina.snapshot.schema import state_schema, view_schema
from gwta_ai.play.records.schema import record_schema

__all__ = ["FORMATS", "schema"]

_POSITIONS = {"state": state_schema, "view": view_schema}
FORMATS = (*_POSITIONS, "record")


def schema(what: str, ruleset: Ruleset | None = None) -> dict[str, Any]:
    """The schema of a "state", a "view" or a "record", by default of the shipped ruleset.

    Every file that loads is valid. The reverse does not hold: whether the fields agree
    with one another no schema can tell. Raises ``ValueError`` for another word.
    """
    if what not in FORMATS:
        raise ValueError(f"expected one of {', '.join(FORMATS)}, got {what!r}")
    rules = ruleset or Ruleset.shipped()
    return _POSITIONS[what](lexicon(rules)) if what in _POSITIONS else record_schema(rules)
