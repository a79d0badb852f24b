"""Snapshots as JSON Schema (draft 2020-12), from the kinds that read and write them.

A schema knows the form of each field. In what several fields must agree (counts, places,
turns) no schema can say; that is ``gwta_ai.games.argentina.position.checks``'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gwta_ai.common.json_schema import DIALECT, Schema, closed, of
from gwta_ai.games.argentina.position.layout import MAX_FRAMES
from gwta_ai.games.argentina.ruleset import limits as core
from gwta_ai.games.argentina.snapshot import arguments, board, decisions, fields, meanings, people
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon

_BY_PLAYER = "players"


def state_schema(lexicon: Lexicon) -> Schema:
    """Of the snapshots of states."""
    schema = of(board.record(lexicon, None))
    players = schema["properties"][_BY_PLAYER]
    return _document("state", schema, {"player": players["items"]}, lexicon)


def view_schema(lexicon: Lexicon) -> Schema:
    """Of the snapshots of views; ``view_of`` tells which player's cards are given."""
    schema = of(board.record(lexicon, 0))
    own, other, *_ = schema["properties"][_BY_PLAYER].pop("prefixItems")
    schema["allOf"] = [
        {
            "if": {"properties": {"view_of": {"const": seat}}, "required": ["view_of"]},
            "then": {"properties": {_BY_PLAYER: _seen_from(seat, own, other)}},
        }
        for seat in range(core.MAX_PLAYERS)
    ]
    return _document("view", schema, {"own_player": own, "other_player": other}, lexicon)


def _seen_from(seat: int, own: Schema, other: Schema) -> Schema:
    players = [own if at == seat else other for at in range(core.MAX_PLAYERS)]
    return {"minItems": seat + 1, "prefixItems": players}


# --- each kind by itself -------------------------------------------------------------------------


@of.register
def _(kind: fields.Nullable) -> Schema:
    return {"anyOf": [of(kind.kind), {"type": "null"}]}


@of.register
def _(kind: fields.Shifted) -> Schema:
    return of(kind.kind)


@of.register
def _(kind: fields.Counts) -> Schema:
    count = {"type": "integer", "minimum": 0, "maximum": fields.MOST_COPIES}
    return _map(kind.names, count)


@of.register
def _(kind: fields.Multiset) -> Schema:
    return of(kind.counts)


@of.register
def _(kind: fields.Stack) -> Schema:
    return {"type": "array", "maxItems": kind.size, "items": {"enum": list(kind.names)}}


@of.register
def _(kind: fields.Members) -> Schema:
    return {"type": "array", "uniqueItems": True, "items": {"enum": list(kind.names)}}


@of.register
def _(kind: fields.MapOf) -> Schema:
    return _map(kind.names, of(kind.kind))


@of.register
def _(kind: fields.Letters) -> Schema:
    return {"type": "string", "pattern": f"^[ab]{{{kind.length}}}$"}


@of.register
def _(kind: fields.Hexadecimal) -> Schema:
    return {"type": "string", "pattern": "^[0-9a-f]{16}$"}


@of.register
def _(kind: people.People) -> Schema:
    players = [of(record) for record in kind.records]
    same = players.count(players[0]) == len(players)
    return {
        "type": "array",
        "minItems": 2,
        "maxItems": len(players),
        **({"items": players[0]} if same else {"prefixItems": players}),
    }


@of.register
def _(kind: decisions.Decisions) -> Schema:
    forms = [
        closed(
            {
                "decision": {"const": form.name},
                **{argument.name: of(argument.kind) for argument in form.arguments},
            },
            ["decision", *(a.name for a in form.arguments if a.default is None)],
        )
        for form in kind.by_name.values()
    ]
    return {"type": "array", "maxItems": MAX_FRAMES, "items": {"oneOf": forms}}


@of.register
def _(kind: arguments.Numbers) -> Schema:
    return of(kind.numbers) | {"uniqueItems": True}


@of.register
def _(kind: arguments.Number) -> Schema:
    return of(kind.number)


@of.register
def _(kind: arguments.Slots) -> Schema:
    return of(kind.stack)


@of.register
def _(kind: arguments.Tupled) -> Schema:
    return of(kind.kind)


@of.register
def _(kind: arguments.Target) -> Schema:
    targets = dict(zip(arguments.PURPOSES, map(of, kind.kinds), strict=True))
    return closed(targets, []) | {"minProperties": 1, "maxProperties": 1}


@of.register
def _(kind: arguments.Purchase) -> Schema:
    return of(kind.record)


@of.register
def _(kind: arguments.Whom) -> Schema:
    number = {"type": "integer", "minimum": 1, "maximum": arguments.MOST_HELPED}
    return {"anyOf": [number, {"enum": list(kind.spaces)}]}


@of.register
def _(kind: arguments.ActionId) -> Schema:
    return {"enum": list(kind.index)}


def _map(names: Sequence[str], value: Schema) -> Schema:
    return {
        "type": "object",
        "propertyNames": {"enum": list(names)},
        "additionalProperties": value,
    }


# --- the whole document --------------------------------------------------------------------------


def _document(what: str, schema: Schema, records: Mapping[str, Schema], lexicon: Lexicon) -> Schema:
    """The schema with its head, definitions of what comes several times, and the meanings."""
    ids = {name: {"enum": list(values)} for name, values in _ids(lexicon)}
    definitions = {**records, **ids}
    body = _shared(schema, definitions)
    shared = {name: _shared(part, definitions, name) for name, part in definitions.items()}
    view = what == "view"
    _explain(body, "", view)
    for name in records:
        _explain(shared[name], _BY_PLAYER, view)
    used = set(_references([body, *(shared[name] for name in records)]))
    return {
        "$schema": DIALECT,
        "$id": f"urn:gwta-ai:{what}:{board.VERSION}",
        "title": f"A {what} of Great Western Trail: Argentina, version {board.VERSION}",
        "description": meanings.DOCUMENT,
        **body,
        "$defs": {name: part for name, part in shared.items() if name in used},
    }


def _ids(lexicon: Lexicon) -> Iterator[tuple[str, Sequence[str]]]:
    """Kinds of ids, under the names of their definitions."""
    names = lexicon.names
    spaces = lexicon.figures.building_spaces
    yield "card", names.cards
    yield "cattle_card", names.cattle
    yield "objective_card", names.objectives
    yield "class_of_cards", names.classes
    yield "tile", names.tiles
    yield "farmer_tile", names.tiles[core.WORKER_KINDS :]
    yield "worker", names.workers
    yield "worker_or_granjero", lexicon.workers
    yield "trail_space", names.spaces
    yield "building_place", [*(names.spaces[at] for at in spaces), people.OUT]
    yield "neutral_space", names.neutral_spaces
    yield "neutral_building", names.neutral
    yield "farmer_space", names.farmer_spaces
    yield "ship", names.ships
    yield "quay", names.quays
    yield "city_space", names.bonus
    yield "railroad_space", names.track
    yield "station_master", names.masters
    yield "disc_space", names.disc_spaces
    yield "offer", names.offers
    yield "action", list(lexicon.program_index)


def _shared(schema: Any, definitions: Mapping[str, Schema], within: str = "") -> Any:
    """The schema with references for the parts that have a definition, but for ``within``."""
    if isinstance(schema, list):
        return [_shared(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    for name, part in definitions.items():
        if schema == part and name != within:
            return {"$ref": f"#/$defs/{name}"}
    return {name: _shared(part, definitions) for name, part in schema.items()}


def _references(schema: Any) -> Iterator[str]:
    parts = schema.values() if isinstance(schema, dict) else schema
    for part in parts if isinstance(schema, (dict, list)) else ():
        if isinstance(part, str) and part.startswith("#/$defs/"):
            yield part.rpartition("/")[2]
        elif isinstance(part, (dict, list)):
            yield from _references(part)


def _explain(schema: Schema, path: str, view: bool) -> None:
    """Add to every field what it means."""
    for name, field in schema.get("properties", {}).items():
        if field == {"const": path.rpartition(".")[2]}:  # which decision it is
            continue
        where = f"{path}.{name}" if path else name
        schema["properties"][name] = {"description": meanings.of(where, view=view), **field}
        _explain(field, where, view)
    forms = schema.get("items", {}).get("oneOf", [])
    for at, form in enumerate(forms):
        where = f"{path}.{form['properties']['decision']['const']}"
        _explain(form, where, view)
        forms[at] = {"description": meanings.of(where, view=view), **form}
    inner = schema.get("additionalProperties")
    if isinstance(inner, dict):
        _explain(inner, path, view)
