"""What was saved once loads for ever: old versions of the format, old rulesets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fields import fields_of

import gwta_ai
from gwta_ai import Ruleset, RulesetError, State, View
from gwta_ai.common.wire import dumps_json, unpack
from gwta_ai.games.argentina.ruleset import ruleset
from gwta_ai.games.check import problems_in_file

DATA = Path(__file__).parent / "data"
VERSION_1 = sorted((DATA / "version-1").iterdir())
OLDER = DATA / "older-ruleset"
(OLDER_RULESET,) = OLDER.glob("*.toml")


# --- version 1 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("file", VERSION_1, ids=lambda file: file.name)
def test_version_1_loads_and_plays(file: Path) -> None:
    position = gwta_ai.load(file)
    assert isinstance(position, View if file.stem == "view" else State)
    assert not [each for each in problems_in_file(file.read_bytes()) if each.severity == "wrong"]
    state = position if isinstance(position, State) else position.determinize(1)
    assert state.is_over == (file.stem == "finished")
    state.core.play_random(1, 20_000)
    assert state.is_over


@pytest.mark.parametrize("file", VERSION_1, ids=lambda file: file.name)
def test_version_1_is_understood_as_it_was_meant(file: Path) -> None:
    """As long as version 1 is written too, it is written again byte for byte."""
    content = file.read_bytes()
    data = json.loads(content) if file.suffix == ".json" else unpack(content)
    position = gwta_ai.load(file)
    assert data["version"] == 1
    assert position.turn == data["turn"]
    assert position.players == len(data["players"])
    assert position.decision == (data["decisions"][-1]["decision"] if data["decisions"] else None)
    assert position.ruleset.digest == data["ruleset"]
    if position.to_dict()["version"] == 1:
        again = dumps_json(position.to_dict()).encode()
        assert (again if file.suffix == ".json" else position.to_bytes()) == content


def test_version_1_is_there_in_every_form() -> None:
    names = {file.name for file in VERSION_1}
    assert {"state.json", "state.msgpack", "view.json", "view.msgpack"} <= names


# --- older rulesets ------------------------------------------------------------------------------


@pytest.fixture
def released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data folder of a package in which the older ruleset was once released."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "argentina.toml").write_text(Ruleset.shipped().text, "utf-8")
    released = tmp_path / "rulesets" / OLDER_RULESET.name
    released.write_bytes(OLDER_RULESET.read_bytes())
    monkeypatch.setattr(ruleset, "DATA", tmp_path)
    Ruleset.forget_files()
    yield tmp_path
    Ruleset.forget_files()


FILES = ("state.msgpack", "view.json")


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_an_older_ruleset_loads(released: Path, name: str) -> None:
    position = gwta_ai.load(OLDER / name)
    assert position.ruleset.digest.startswith(OLDER_RULESET.stem)
    assert position.ruleset != Ruleset.shipped()
    assert problems_in_file((OLDER / name).read_bytes()) == []
    assert position.to_bytes() == type(position).from_bytes(position.to_bytes()).to_bytes()


def test_it_is_played_by_its_own_figures(released: Path) -> None:
    """The older ruleset has a hand limit of five."""
    state = gwta_ai.load(OLDER / "state.msgpack")
    assert isinstance(state, State)
    seat, turn = state.seat_to_move, state.turn
    assert seat is not None
    while state.turn == turn:
        state.core.play_random(1, 1)
    player = fields_of(state.core)["player"][seat]
    assert player["hand_size"] == state.ruleset.compiled()["hand_limit"] == 5
    assert Ruleset.shipped().compiled()["hand_limit"] == 4
    state.core.play_random(1, 20_000)
    assert state.is_over


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_a_ruleset_that_was_never_released(name: str) -> None:
    with pytest.raises(RulesetError, match="no ruleset with the digest"):
        gwta_ai.load(OLDER / name)
    mine = Ruleset.load(OLDER_RULESET)
    assert gwta_ai.load(OLDER / name, mine).ruleset == mine
    (problem,) = (p for p in problems_in_file((OLDER / name).read_bytes()) if p.path == "ruleset")
    assert problem.severity == "wrong"


def test_a_release_that_is_not_what_its_name_says(released: Path) -> None:
    (file,) = (released / "rulesets").iterdir()
    file.write_text(Ruleset.shipped().text, "utf-8")
    with pytest.raises(RulesetError, match="no ruleset with the digest"):
        gwta_ai.load(OLDER / "state.msgpack")
