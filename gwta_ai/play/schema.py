"""JSON Schema (draft 2020-12) of snapshots and records.

A game's folder ``data/schema/`` has ``state.json``, ``view.json``, ``open-view.json`` (views of
version 2) and ``record.json`` for the ruleset that ships. Another ruleset may have other ids:
``schema`` makes its schema.
"""

from __future__ import annotations

from gwta_ai.common.arguments import unexpected
from gwta_ai.common.form.values import Schema
from gwta_ai.games import registry
from gwta_ai.games.game import Rules
from gwta_ai.play.records.schema import record_schema

__all__ = ["FORMATS", "schema"]

_RECORD = "record"
FORMATS = ("state", "view", "open-view", _RECORD)


def schema(what: str, ruleset: Rules | None = None) -> Schema:
    """The schema of a "state", a "view", an "open-view" or a "record".

    By default it is that of the shipped ruleset. Every file that loads is valid. The reverse
    does not hold: whether the fields agree with one another no schema can tell. Raises
    ``ArgumentError`` for another word.
    """
    if not isinstance(what, str) or what not in FORMATS:
        raise unexpected("what", f"one of {', '.join(FORMATS)}", what)
    rules: Rules = (
        registry.find(registry.DEFAULT).shipped_rules()
        if ruleset is None
        else registry.rules_or_default(ruleset)
    )
    return record_schema(rules) if what == _RECORD else rules.game.schema(what, rules)
