"""Records as JSON Schema (draft 2020-12), from the description that reads them."""

from __future__ import annotations

from gwta_ai.common.form.schema import DIALECT
from gwta_ai.common.form.values import Schema
from gwta_ai.games.game import Rules
from gwta_ai.play.records import form


def record_schema(ruleset: Rules) -> Schema:
    """Of records of games under a ruleset."""
    return {
        "$schema": DIALECT,
        "$id": f"urn:gwta-ai:record:{form.VERSION}",
        "title": f"A record of {ruleset.game.title}, version {form.VERSION}",
        "description": "Whether the game can be played as recorded no schema can tell.",
        **form.form(ruleset).schema(),
        "oneOf": [{"required": ["setup"]}, {"required": ["start"]}],
    }
