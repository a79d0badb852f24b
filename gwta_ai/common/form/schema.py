"""Descriptions as documents of JSON Schema (draft 2020-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gwta_ai.common.form.values import Schema

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_SAID = "description"


def document(head: Mapping[str, str], body: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """A schema with its head; what comes several times is defined once, where it is in use."""
    shared = {name: _shared(part, definitions, name) for name, part in definitions.items()}
    whole = _shared(body, definitions)
    used = set(_references(whole))
    while True:
        more = used.union(*(_references(shared[name]) for name in used))
        if more == used:
            break
        used = more
    return {
        "$schema": DIALECT,
        **head,
        **whole,
        "$defs": {name: part for name, part in shared.items() if name in used},
    }


def _shared(schema: Any, definitions: Mapping[str, Schema], within: str = "") -> Any:
    """The schema with references for the parts that have a definition, but for ``within``."""
    if isinstance(schema, list):
        return [_shared(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    said = {_SAID: schema[_SAID]} if isinstance(schema.get(_SAID), str) else {}
    bare = {name: part for name, part in schema.items() if name not in said}
    for name, part in definitions.items():
        if bare == part and name != within:
            return {**said, "$ref": f"#/$defs/{name}"}
    return {name: _shared(part, definitions) for name, part in schema.items()}


def _references(schema: Any) -> Iterator[str]:
    parts = schema.values() if isinstance(schema, dict) else schema
    for part in parts if isinstance(schema, (dict, list)) else ():
        if isinstance(part, str) and part.startswith("#/$defs/"):
            yield part.rpartition("/")[2]
        elif isinstance(part, (dict, list)):
            yield from _references(part)
