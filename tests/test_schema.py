"""The JSON Schema of snapshots: it takes what loads, and refuses what has another form."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from loading import script
from random_games import game

from gwta_ai import Ruleset, State, errors, new_game
from gwta_ai.common.form.page import rows
from gwta_ai.games.argentina.layout import DECISIONS
from gwta_ai.games.argentina.snapshot import board, decode, lexicon
from gwta_ai.play import examples
from gwta_ai.play.schema import FORMATS, schema

Data = dict[str, Any]
POSITIONS = ("state", "view")
SHIPPED = files("gwta_ai.games.argentina") / "data" / "schema"


@cache
def validator(what: str) -> Draft202012Validator:
    """Of the file that ships with the package."""
    return Draft202012Validator(json.loads((SHIPPED / f"{what}.json").read_text("utf-8")))


def complaint(data: Data, what: str = "") -> str:
    """What is wrong in the eyes of the schema, "" if nothing is."""
    error = next(validator(what or data["format"].rpartition("/")[2]).iter_errors(data), None)
    return "" if error is None else f"{error.json_path}: {error.message}"


def snapshots(seed: int, every: int) -> Iterator[Data]:
    """A state and a view at every few decisions of a random game, the last one included."""
    state, choose = game(seed), random.Random(seed)
    number = 0
    while True:
        if number % every == 0 or state.is_over:
            yield state.to_dict()
            yield state.view(choose.randrange(state.players)).to_dict()
        if state.is_over:
            return
        state.core.step(choose.choice(state.core.legal()))
        number += 1


def midgame(what: str) -> Data:
    """A state or view in the middle of a game."""
    state = examples.load("midgame")
    assert isinstance(state, State)
    return (state if what == "state" else state.view(1)).to_dict()


def two_seats(what: str) -> Data:
    """The same without its last player, which is well-formed and no position."""
    data = midgame(what)
    del data["players"][2:]
    return data


# --- the files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("what", FORMATS)
def test_the_files_are_what_the_fields_say(what: str) -> None:
    """``python scripts/make_schema.py`` writes them anew."""
    assert (SHIPPED / f"{what}.json").read_text("utf-8") == script("make_schema").text(what)


@pytest.mark.parametrize("what", FORMATS)
def test_the_files_are_schemas_of_the_draft(what: str) -> None:
    shipped = validator(what).schema
    Draft202012Validator.check_schema(shipped)
    assert shipped["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    references = set(_references(shipped))
    assert references == {f"#/$defs/{name}" for name in shipped.get("$defs", ())}


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _references(inner)


def test_every_field_is_explained() -> None:
    """In the words of the description."""
    told = set()
    for what in POSITIONS:
        told |= set(_explained(validator(what).schema))
    words = lexicon(Ruleset.shipped())
    fields = [*rows(board.record(words, None)), *rows(board.record(words, 0))]
    assert all(field.meaning for field in fields)
    assert {field.meaning for field in fields} <= told


def _explained(part: Any) -> Iterator[str]:
    """The descriptions; every property but the name of a decision has one."""
    if isinstance(part, list):
        for inner in part:
            yield from _explained(inner)
    if not isinstance(part, dict):
        return
    for name, field in part.get("properties", {}).items():
        if name != "decision" and part.get("additionalProperties") is False:
            assert field["description"], name
    for key, inner in part.items():
        if key == "description" and isinstance(inner, str):
            if "$schema" not in part:
                yield inner
        else:
            yield from _explained(inner)


def test_a_ruleset_with_other_ids_has_its_own_schema() -> None:
    other = Ruleset(Ruleset.shipped().text.replace('"basic1"', '"pampa"'))
    data = new_game(2, 1, ruleset=other).to_dict()
    data["players"][0]["buildings"] = {"1": "pampa"}
    assert Draft202012Validator(schema("state", other)).is_valid(data)
    assert "pampa" in complaint(data)
    with pytest.raises(ValueError, match="state, view, open-view, record"):
        schema("nothing")


# --- what is valid -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_snapshots_of_random_games_are_valid(seed: int) -> None:
    """States and views of two to four players, in the middle of actions too."""
    number, decisions = 0, set()
    for data in snapshots(seed, 17):
        assert complaint(data) == ""
        decisions.update(each["decision"] for each in data["decisions"])
        number += 1
    assert number > 20
    assert len(decisions) > 6
    assert decisions <= set(DECISIONS)


def test_what_may_be_left_out_is_not_asked_for() -> None:
    data = midgame("view")
    del data["market_stack"], data["over"], data["ending"], data["ships"]["pile"]
    del data["bags"]["A"], data["players"][0]["known"]
    decode(data)
    assert complaint(data) == ""


# --- what is not ---------------------------------------------------------------------------------


def _places(value: Any) -> Iterator[Any]:
    """Every map and list within, and the value itself."""
    if isinstance(value, (dict, list)):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from _places(item)


def _copies(data: Data) -> Iterator[tuple[Any, Data]]:
    """For every map and list: a fresh copy of the whole, and that map or list in it."""
    for at in range(sum(1 for _ in _places(data))):
        fresh = copy.deepcopy(data)
        yield [*_places(fresh)][at], fresh


@pytest.mark.parametrize("what", POSITIONS)
def test_unknown_keys_are_refused_everywhere(what: str) -> None:
    number = 0
    for place, data in _copies(two_seats(what)):
        if isinstance(place, dict):
            place["colour"] = 1
            assert "colour" in complaint(data)
            with pytest.raises(errors.SnapshotError):
                decode(data)
            number += 1
    assert number > 50


@pytest.mark.parametrize("what", POSITIONS)
def test_wrong_types_are_refused_everywhere(what: str) -> None:
    """Every value of a map or list in turn becomes one of another type."""
    number = 0
    for place, data in _copies(two_seats(what)):
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))[:3]
        for key in keys:
            kept = place[key]
            place[key] = 0.5
            assert complaint(data, what), (key, kept)
            place[key] = [kept] if isinstance(kept, (str, dict)) else str(kept)
            assert complaint(data, what), (key, kept)
            place[key] = kept
            number += 1
    assert number > 200


@pytest.mark.parametrize("what", POSITIONS)
def test_missing_fields_are_refused_as_in_reading(what: str) -> None:
    """Whatever field of the top or of a player is taken away."""
    for seat in (None, 0, 1):
        for name in midgame(what) if seat is None else midgame(what)["players"][seat]:
            data = midgame(what)
            del (data if seat is None else data["players"][seat])[name]
            try:
                decode(data)
            except errors.SnapshotError as error:
                piles = "does not follow" in error.expected
                assert bool(complaint(data, what)) != piles, name
            else:
                assert complaint(data, what) == "", name


def test_a_view_shows_the_cards_of_its_own_seat() -> None:
    data = midgame("view")
    data["view_of"] = 2
    assert "players" in complaint(data)
    data["players"][1], data["players"][2] = data["players"][2], data["players"][1]
    assert complaint(data) == ""
