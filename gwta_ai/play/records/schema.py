"""Records as JSON Schema (draft 2020-12), from the kinds that read and write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gwta_ai.common.json_schema import DIALECT, Schema, of
from gwta_ai.common.wire import STATE
from gwta_ai.games.game import Rules
from gwta_ai.play.records import form

_MEANINGS: Final = {
    "format": "That this is the record of a game.",
    "version": "Version of the format.",
    "game": "The game that was played.",
    "ruleset": "SHA-256 of the figures that matter to play: the digest of the ruleset.",
    "setup": "What a new game was made from. A record has either this or start.",
    "setup.players": "Number of players.",
    "setup.seed": "Seed of the new game.",
    "start": "The snapshot of the state that was played on from; it has a schema of its own.",
    "bots": "Who played, by seat: the text that makes the bot, or null for anyone else.",
    "actions": "The notation of every action, in order; whose it was follows from the game.",
    "microseconds": "The time each action took to choose. May be left out.",
    "over": "Whether the game came to its end.",
    "scores": "Victory points by seat, by category and in total, after the last"
    " action, as if the game had ended there.",
    "scores.total": "The sum of the categories.",
}
_CATEGORY = "Victory points in a scoring category."


def record_schema(ruleset: Rules) -> Schema:
    """Of records of games under a ruleset."""
    game = ruleset.game
    said = {f"setup.{option.name}": option.meaning for option in game.options}
    said |= {f"scores.{name}": _CATEGORY for name in game.categories}
    body = of(form.form(ruleset))
    _explain(body, "", _MEANINGS | said)
    return {
        "$schema": DIALECT,
        "$id": f"urn:gwta-ai:record:{form.VERSION}",
        "title": f"A record of {game.title}, version {form.VERSION}",
        "description": "Whether the game can be played as recorded no schema can tell.",
        **body,
        "oneOf": [{"required": ["setup"]}, {"required": ["start"]}],
    }


@of.register
def _(kind: form.Notation) -> Schema:
    return {"type": "string", "maxLength": form.LONGEST_TEXT}


@of.register
def _(kind: form.Start) -> Schema:
    return {
        "type": "object",
        "properties": {"format": {"const": STATE}},
        "required": ["format"],
    }


def _explain(schema: Schema, path: str, meanings: Mapping[str, str]) -> None:
    """Add to every field what it means."""
    for name, field in schema.get("properties", {}).items():
        where = f"{path}.{name}" if path else name
        if where in meanings:
            schema["properties"][name] = {"description": meanings[where], **field}
            _explain(field.get("items", field), where, meanings)
