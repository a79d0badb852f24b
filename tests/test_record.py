"""Records: they play again exactly, are canonical, and nothing that did not happen gets in."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import gwta_ai
from gwta_ai import Record, Recorder, Ruleset, Setup, State, errors
from gwta_ai.common.wire import dumps_json, loads_json, pack
from gwta_ai.play.files import load_position
from gwta_ai.play.records.wire import unpack

Data = dict[str, Any]
SCHEMA = json.loads(
    (files("gwta_ai.games.argentina") / "data" / "schema" / "record.json").read_text("utf-8")
)


def played(start: Setup | State, seed: int, most: int = 10_000, timed: bool = False) -> Recorder:
    """A random game, written down as it goes."""
    choose = random.Random(seed)
    bots = [f"random:seed={seed}"] + [None] * (start.players - 1)
    recorder = Recorder(start, bots=bots)
    for at in range(most):
        if recorder.state.is_over:
            break
        action = choose.choice(recorder.state.legal_actions())
        recorder.apply(action if at % 2 else action.notation, at / 1000 if timed else None)
    return recorder


@cache
def sample(players: int = 2) -> Record:
    return played(Setup(players, 5, buildings="random", neutral="random"), players).record()


@cache
def short() -> Data:
    """A dozen actions of a game that did not begin at its start, with times."""
    state = gwta_ai.examples.load("midgame")
    assert isinstance(state, State)
    return played(state, 3, most=12, timed=True).record().to_dict()


# --- playing again ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_plays_again_to_the_recorded_scores(players: int) -> None:
    recorder = played(Setup(players, 5, buildings="random", neutral="random"), players)
    record = recorder.record()
    assert record.is_over
    assert record.replay() == recorder.state
    assert list(record.scores) == recorder.state.scores()
    again = Record.from_bytes(record.to_bytes())
    assert again == record
    assert hash(again) == hash(record)
    assert again.replay() == recorder.state
    assert again.players == players


def test_states_are_those_of_the_game() -> None:
    record = sample(3)
    state = Setup(3, 5, buildings="random", neutral="random").new_game()
    states = list(record.states())
    assert len(states) == len(record.actions) + 1 == len(record.movers) + 1
    for at, action in enumerate(record.actions):
        assert states[at] == state
        assert state.seat_to_move == record.movers[at]
        assert len(state.legal_actions()) == record.options[at]
        state.apply(action)
    assert states[-1] == state


def test_a_record_is_not_changed_by_what_it_gives_out() -> None:
    record = sample()
    before = record.to_bytes()
    record.start().apply(record.actions[0])
    next(record.states()).apply(record.actions[0])
    assert record.to_bytes() == before
    assert record.start() == Setup(2, 5, buildings="random", neutral="random").new_game()


def test_a_game_played_on_from_a_state() -> None:
    data = short()
    assert "setup" not in data
    record = Record.from_dict(data)
    assert record.setup is None
    assert record.start() == gwta_ai.examples.load("midgame")
    assert not record.is_over
    assert record.microseconds == tuple(1000 * at for at in range(12))
    assert record.to_dict() == data


def test_the_recorder_refuses_what_is_not_legal_and_goes_on() -> None:
    recorder = Recorder(Setup(2, 1))
    with pytest.raises(errors.IllegalActionError):
        recorder.apply("move:n4")
    recorder.apply("place:n1")
    assert recorder.record().actions == ("place:n1",)
    assert recorder.record().bots == (None, None)


@pytest.mark.parametrize("bots", [["random"], ["random"] * 3, ["", "random"], ["a b", None]])
def test_bots_that_cannot_be_written_down(bots: list[str]) -> None:
    with pytest.raises(errors.SetupError, match="bots"):
        Recorder(Setup(2, 1), bots=bots)


def test_a_game_under_another_ruleset() -> None:
    other = Ruleset(Ruleset.shipped().text.replace('"basic1"', '"pampa"'))
    recorder = Recorder(Setup(2, 1), ruleset=other)
    recorder.apply("place:n1")
    data = recorder.record().to_dict()
    assert Record.from_dict(data, other).ruleset == other
    with pytest.raises(errors.RulesetError):
        Record.from_dict(data)
    with pytest.raises(errors.SnapshotError, match="ruleset: expected"):
        Record.from_dict(data, Ruleset.shipped())


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game.msgpack", "game.json"])
@pytest.mark.parametrize("whole", [True, False])
def test_save_and_load(tmp_path: Path, name: str, whole: bool) -> None:
    record = sample(4) if whole else Record.from_dict(short())
    gwta_ai.save(record, tmp_path / name)
    assert gwta_ai.load(tmp_path / name) == record
    with pytest.raises(errors.SnapshotError, match="format: expected a state or view"):
        load_position(tmp_path / name)


def test_a_record_is_small() -> None:
    assert len(sample(4).to_bytes()) < 16_000


def test_equal_games_give_equal_bytes() -> None:
    one = played(Setup(3, 5, buildings="random", neutral="random"), 3).record()
    assert one == sample(3)
    assert one.to_bytes() == sample(3).to_bytes()


def test_half_a_file_is_no_record(tmp_path: Path) -> None:
    content = sample().to_bytes()
    path = tmp_path / "game.msgpack"
    for size in range(0, len(content), 97):
        path.write_bytes(content[:size])
        with pytest.raises(errors.SnapshotError):
            gwta_ai.load(path)


# --- reading strictly -------------------------------------------------------------------------

Change = Callable[[Data], object]
CHANGES: list[tuple[str, Change]] = [
    ("format", lambda d: d.update(format="gwta-ai/state")),
    ("version", lambda d: d.update(version=2)),
    ("game", lambda d: d.pop("game")),
    ("ruleset", lambda d: d.update(ruleset="0")),
    ("colour", lambda d: d.update(colour=1)),
    ("setup", lambda d: d.pop("setup")),
    ("setup", lambda d: d.update(start=short()["start"])),
    ("setup.players", lambda d: d["setup"].update(players=5)),
    ("setup.seed", lambda d: d["setup"].update(seed=-1)),
    ("setup.seed", lambda d: d["setup"].update(seed=1.5)),
    ("setup.buildings", lambda d: d["setup"].update(buildings="c")),
    ("setup.neutral", lambda d: d["setup"].update(neutral="AACDEFGH")),
    ("bots[0]", lambda d: d.update(bots=[3, None])),
    ("bots", lambda d: d.update(bots=[])),
    ("actions[1]", lambda d: d["actions"].__setitem__(1, "fly:n4")),
    ("actions[1]", lambda d: d["actions"].__setitem__(1, d["actions"][1] + " ")),
    ("actions[0]", lambda d: d["actions"].__setitem__(0, None)),
    ("microseconds", lambda d: d.update(microseconds=[1])),
    ("microseconds[0]", lambda d: d.update(microseconds=[-1] * len(d["actions"]))),
    ("over", lambda d: d.update(over=1)),
    ("scores[1].ships", lambda d: d["scores"][1].update(ships="9")),
    ("scores[0].total", lambda d: d["scores"][0].pop("total")),
]
CONTRADICTIONS: list[tuple[str, Change]] = [
    ("bots", lambda d: d.update(bots=[None] * 3)),
    ("actions[1]", lambda d: d["actions"].insert(1, "place:n1")),
    ("over", lambda d: d["actions"].pop()),
    ("scores", lambda d: d["scores"].append(d["scores"][0])),
    ("scores[1].ships", lambda d: d["scores"][1].update(ships=77)),
    ("scores[0].total", lambda d: d["scores"][0].update(total=1000)),
]


@pytest.mark.parametrize(("path", "change"), CHANGES, ids=[path for path, _ in CHANGES])
def test_malformed(path: str, change: Change) -> None:
    data = sample().to_dict()
    change(data)
    with pytest.raises(errors.SnapshotError) as error:
        Record.from_dict(data)
    assert error.value.path == path


@pytest.mark.parametrize(("path", "change"), CONTRADICTIONS)
def test_what_cannot_have_gone_so(path: str, change: Change) -> None:
    data = sample().to_dict()
    change(data)
    with pytest.raises(errors.PositionError) as error:
        Record.from_dict(data)
    assert str(error.value).startswith(f"{path}: ")


def test_faults_of_the_start_have_their_path() -> None:
    data = copy.deepcopy(short())
    data["start"]["players"][1]["pesos"] = -1
    with pytest.raises(errors.SnapshotError) as error:
        Record.from_dict(data)
    assert error.value.path == "start.players[1].pesos"
    data["start"]["players"][1]["pesos"] = 1
    data["start"]["players"][0]["quay_discs"] = {"le_havre_1": 2}
    with pytest.raises(errors.PositionError, match=r"^start\.players\[0\]\.discs: "):
        Record.from_dict(data)
    data["start"] = Record.from_dict(short()).start().view(0).to_dict()
    with pytest.raises(errors.SnapshotError, match=r"^start\.format: "):
        Record.from_dict(data)


@pytest.mark.parametrize("data", [None, [], "record", 3])
def test_no_map(data: object) -> None:
    with pytest.raises(errors.SnapshotError):
        Record.from_dict(data)


def test_sizes_are_bounded_before_anything_is_built() -> None:
    data = sample().to_dict()
    for broken in (
        data | {"actions": ["stop"] * 20_000},
        data | {"bots": ["x" * 3000, None]},
        data | {"bots": [b"x", None]},
    ):
        with pytest.raises(errors.SnapshotError):
            unpack(msgpack.packb(broken))
    with pytest.raises(errors.SnapshotError, match="bytes"):
        unpack(b"\xc0" * (1 << 19))
    with pytest.raises(errors.SnapshotError, match="twice"):
        unpack(b"\x82\xa1a\x01\xa1a\x01")


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _places(value[key])


@given(
    st.integers(0, 1 << 30),
    st.sampled_from(
        [None, True, -1, 0, 1, 5, 1.5, 1 << 70, "", "a", "place:n1", "x" * 600, [], {}, {"a": 1}]
    ),
    st.booleans(),
)
@settings(max_examples=300)
def test_broken_records_are_refused_with_an_error_of_ours(
    place: int, value: object, whole: bool
) -> None:
    """Any value anywhere: what is read at all is what was written."""
    data = sample().to_dict() if whole else copy.deepcopy(short())
    places = list(_places(data))
    container, key = places[place % len(places)]
    container[key] = value
    try:
        record = Record.from_dict(data)
    except (errors.SnapshotError, errors.PositionError, errors.RulesetError):
        pass
    else:
        assert Record.from_dict(record.to_dict()) == record


@given(st.binary(max_size=200), st.integers(0, 1 << 20))
@settings(max_examples=200)
def test_broken_bytes(noise: bytes, at: int) -> None:
    content = sample().to_bytes()
    at %= len(content)
    broken = content[:at] + noise + content[at + len(noise) :]
    try:
        record = Record.from_bytes(broken)
    except (errors.SnapshotError, errors.PositionError, errors.RulesetError):
        return
    assert record.replay().is_over == record.is_over


# --- schema -----------------------------------------------------------------------------------


def complaint(data: Data) -> str:
    error = next(Draft202012Validator(SCHEMA).iter_errors(data), None)
    return "" if error is None else f"{error.json_path}: {error.message}"


def test_records_are_valid_by_the_schema() -> None:
    for record in (sample(2), sample(3), sample(4)):
        assert complaint(record.to_dict()) == ""
        assert complaint(loads_json(dumps_json(record.to_dict()))) == ""
    assert complaint(short()) == ""


@pytest.mark.parametrize(("path", "change"), CHANGES, ids=[path for path, _ in CHANGES])
def test_the_schema_refuses_what_is_malformed(path: str, change: Change) -> None:
    """But for what only the program can tell: notations, and whether lists agree."""
    data = sample().to_dict()
    change(data)
    told = path in ("actions[1]", "microseconds")
    assert bool(complaint(data)) != told


def test_msgpack_and_json_say_the_same() -> None:
    data = sample().to_dict()
    assert unpack(pack(data)) == loads_json(dumps_json(data)) == data
