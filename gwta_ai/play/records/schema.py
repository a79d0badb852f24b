"""Records as JSON Schema (draft 2020-12), from the kinds that read and write them."""

from __future__ import annotations

from typing import Final

from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import board
from gwta_ai.games.argentina.snapshot.schema import DIALECT, Schema, of
from gwta_ai.games.argentina.state import CATEGORIES
from gwta_ai.play.records import form

_MEANINGS: Final = {
    "format": "That this is the record of a game.",
    "version": "Version of the format.",
    "game": "The game that was played.",
    "ruleset": "SHA-256 of the figures that matter to play: the digest of the ruleset.",
    "setup": "What a new game was made from. A record has either this or start.",
    "setup.players": "Number of players.",
    "setup.seed": "Seed of the new game.",
    "setup.buildings": "Sides of the private buildings.",
    "setup.neutral": "Order of the neutral buildings.",
    "start": "The snapshot of the state that was played on from; it has a schema of its own.",
    "bots": "Who played, by seat: the text that makes the bot, or null for anyone else.",
    "actions": "The notation of every action, in order; whose it was follows from the game.",
    "microseconds": "The time each action took to choose. May be left out.",
    "over": "Whether the game came to its end.",
    "scores": "Victory points by seat in the twelve categories and in total, after the last"
    " action, as if the game had ended there.",
    "scores.total": "The sum of the twelve categories.",
}
_CATEGORY = "Victory points in a scoring category."


def record_schema(ruleset: Ruleset) -> Schema:
    """Of records of games under a ruleset."""
    body = of(form.form(ruleset))
    _explain(body, "")
    return {
        "$schema": DIALECT,
        "$id": f"urn:gwta-ai:record:{form.VERSION}",
        "title": f"A record of Great Western Trail: Argentina, version {form.VERSION}",
        "description": "Whether the game can be played as recorded no schema can tell.",
        **body,
        "oneOf": [{"required": ["setup"]}, {"required": ["start"]}],
    }


@of.register
def _(kind: form.Text) -> Schema:
    return {"type": "string", "pattern": f"^(?:{kind.pattern})$"} | _LENGTH


@of.register
def _(kind: form.Optional) -> Schema:
    return {"anyOf": [of(kind.kind), {"type": "null"}]}


@of.register
def _(kind: form.Notation) -> Schema:
    return {"type": "string"} | _LENGTH


@of.register
def _(kind: form.Start) -> Schema:
    return {
        "type": "object",
        "properties": {"format": {"const": board.STATE}},
        "required": ["format"],
    }


_LENGTH: Schema = {"maxLength": form.LONGEST_TEXT}


def _explain(schema: Schema, path: str) -> None:
    """Add to every field what it means."""
    for name, field in schema.get("properties", {}).items():
        where = f"{path}.{name}" if path else name
        is_category = path == "scores" and name in CATEGORIES
        said = _CATEGORY if is_category else _MEANINGS.get(where)
        if said is not None:
            schema["properties"][name] = {"description": said, **field}
            _explain(field.get("items", field), where)
