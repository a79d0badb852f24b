"""JSON Schema (draft 2020-12) of snapshots.

The folder ``data/schema/`` of the game has those of the ruleset that ships. Another ruleset
may have other ids. A schema knows the form of each field; in what several fields must agree
(counts, places, turns) no schema can say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gwta_ai.common.form.schema import document
from gwta_ai.common.form.values import Schema
from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import board, people
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon, lexicon

__all__ = ["open_view_schema", "state_schema", "view_schema"]

_PLAYERS = "players"
_SAID = (
    "The ids are those of the ruleset that ships with the package. A field that is not required"
    " then has the value of an unused one: false, null, 0 or empty; a pile of a view follows from"
    " the rest. Whether the fields agree with one another, `gwta-ai check FILE` tells."
)


def state_schema(ruleset: Ruleset) -> Schema:
    """Of the snapshots of states."""
    words = lexicon(ruleset)
    schema = board.record(words, None).schema()
    return _document("state", schema, {"player": schema["properties"][_PLAYERS]["items"]}, words)


def view_schema(ruleset: Ruleset, version: int = board.VERSION) -> Schema:
    """Of the snapshots of views; ``view_of`` tells which player's cards are given."""
    words = lexicon(ruleset)
    schema = board.record(words, 0, version).schema()
    own, other, *_ = schema["properties"][_PLAYERS].pop("prefixItems")
    schema["allOf"] = [
        {
            "if": {"properties": {"view_of": {"const": seat}}, "required": ["view_of"]},
            "then": {"properties": {_PLAYERS: _seen_from(seat, own, other)}},
        }
        for seat in range(core.MAX_PLAYERS)
    ]
    records = {"own_player": own, "other_player": other}
    return _document("view", schema, records, words, version)


def open_view_schema(ruleset: Ruleset) -> Schema:
    """Of the snapshots of views that leave open which workers are in which bag."""
    return view_schema(ruleset, board.OPEN_VERSION)


def _seen_from(seat: int, own: Schema, other: Schema) -> Schema:
    players = [own if at == seat else other for at in range(core.MAX_PLAYERS)]
    return {"minItems": seat + 1, "prefixItems": players}


def _document(
    what: str,
    schema: Schema,
    records: dict[str, Schema],
    words: Lexicon,
    version: int = board.VERSION,
) -> Schema:
    head = {
        "$id": f"urn:gwta-ai:{what}:{version}",
        "title": f"A {what} of Great Western Trail: Argentina, version {version}",
        "description": _SAID,
    }
    ids = {name: {"enum": list(values)} for name, values in _ids(words)}
    return document(head, schema, {**records, **ids})


def _ids(words: Lexicon) -> Iterator[tuple[str, Sequence[str]]]:
    """Kinds of ids, under the names of their definitions."""
    names = words.names
    spaces = words.building_spaces
    yield "card", names.cards
    yield "cattle_card", names.cattle
    yield "objective_card", names.objectives
    yield "class_of_cards", names.classes
    yield "tile", names.tiles
    yield "farmer_tile", names.tiles[core.WORKER_KINDS :]
    yield "worker", names.workers
    yield "worker_or_granjero", words.workers
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
    yield "action", [*words.program_index]
