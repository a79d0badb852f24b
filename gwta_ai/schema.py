"""JSON Schema (draft 2020-12) of snapshots.

``gwta_ai/data/schema/`` has ``state.json`` and ``view.json`` for the ruleset that ships
with the package. Another ruleset may have other ids: ``schema`` makes its schema.
"""

from __future__ import annotations

from typing import Any

from gwta_ai._snapshot.lexicon import lexicon
from gwta_ai._snapshot.schema import state_schema, view_schema
from gwta_ai.ruleset import Ruleset

__all__ = ["FORMATS", "schema"]

_OF = {"state": state_schema, "view": view_schema}
FORMATS = tuple(_OF)


def schema(what: str, ruleset: Ruleset | None = None) -> dict[str, Any]:
    """The schema of the snapshots of a "state" or a "view", by default of the shipped ruleset.

    Every snapshot that loads is valid. The reverse does not hold: whether the fields agree
    with one another no schema can tell. Raises ``ValueError`` for another word.
    """
    if what not in _OF:
        raise ValueError(f"expected one of {', '.join(FORMATS)}, got {what!r}")
    return _OF[what](lexicon(ruleset or Ruleset.shipped()))
