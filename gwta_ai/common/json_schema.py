"""JSON Schema (draft 2020-12) of the kinds that read and write files; games add their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any, Final

from gwta_ai.common import form

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


@singledispatch
def of(kind: form.Kind) -> Schema:
    """The schema of one kind of values."""
    raise TypeError(f"{type(kind).__name__} has no schema")


def closed(properties: Mapping[str, Schema], required: Sequence[str]) -> Schema:
    """A map with these fields and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


@of.register
def _(kind: form.Int) -> Schema:
    return {"type": "integer", "minimum": kind.low, "maximum": kind.high}


@of.register
def _(kind: form.Flag) -> Schema:
    return {"type": "boolean"}


@of.register
def _(kind: form.OneOf) -> Schema:
    return {"enum": list(kind.values)}


@of.register
def _(kind: form.Text) -> Schema:
    return {"type": "string", "pattern": f"^(?:{kind.pattern})$", "maxLength": kind.longest}


@of.register
def _(kind: form.Optional) -> Schema:
    return {"anyOf": [of(kind.kind), {"type": "null"}]}


@of.register
def _(kind: form.ListOf) -> Schema:
    return {
        "type": "array",
        "minItems": kind.low,
        "maxItems": kind.high,
        "items": of(kind.kind),
    }


@of.register
def _(kind: form.Exactly) -> Schema:
    return {"const": kind.value}


@of.register
def _(kind: form.Digest) -> Schema:
    return {"type": "string", "pattern": "^[0-9a-f]{64}$"}


@of.register
def _(kind: form.Record) -> Schema:
    return closed(
        {field.name: of(field.kind) for field in kind.fields},
        [field.name for field in kind.fields if field.default is None],
    )
