"""The example positions: what ships, what the pages say of it, and how it is made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner
from loading import ROOT, script

from gwta_ai import State, load
from gwta_ai.cli import program
from gwta_ai.play import examples

PARTS = {"beginning": (1, 20), "middle": (15, 55), "end": (30, 120)}  # turns, more or less


@pytest.fixture
def make() -> ModuleType:
    return script("make_examples")


def documented() -> Iterator[tuple[str, int, str]]:
    text = (ROOT / "gwta_ai" / "docs" / "quick-start.md").read_text(encoding="utf-8")
    for name, players, part in re.findall(r"^\| `([\w-]+)` \| (\d) \| (\w+) \|$", text, re.M):
        yield name, int(players), part


def test_the_quick_start_says_which_there_are(make: ModuleType) -> None:
    assert sorted(name for name, *_ in documented()) == list(examples.names())
    assert set(examples.names()) == make.GREEDY.keys() | make.SEARCHED.keys()


def test_they_are_as_the_quick_start_says() -> None:
    assert {players for _, players, _ in documented()} == {2, 3, 4}
    assert {part for *_, part in documented()} == PARTS.keys()
    for name, players, part in documented():
        position = examples.load(name)
        low, high = PARTS[part]
        assert position.players == players
        assert low <= position.turn < high
        assert len(position.legal_actions()) >= 3
        assert position.problems() == []


@pytest.mark.parametrize("name", examples.names())
def test_there_is_advice_on_them(name: str) -> None:
    result = CliRunner().invoke(
        program, ["advise", "--example", name, "--simulations", "30", "--json"]
    )
    assert result.exit_code == 0, result.output
    best = json.loads(result.stdout)["candidates"][0]
    assert best["notation"] in [one.notation for one in examples.load(name).legal_actions()]


def test_the_one_of_the_greedy_bot_is_made_again_as_it_is(make: ModuleType) -> None:
    assert make.greedy_position(*make.GREEDY["midgame"]) == examples.load("midgame")


def test_making_one(make: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal runs make equal files, of a position of the wanted kind."""
    wanted = make.Wanted(2, (0.0, 0.3), ("move", "local_action"))
    monkeypatch.setattr(make, "SEARCHED", {"one": wanted})
    monkeypatch.setattr(make, "GAMES", 1)
    monkeypatch.setattr(make, "PLAYING", make.Thought(simulations=10))
    monkeypatch.setattr(make, "LOOKING", make.Thought(simulations=100))
    contents = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        monkeypatch.setattr(make, "FOLDER", folder)
        result = CliRunner().invoke(make.main, ["--only", "one"])
        assert result.exit_code == 0, result.output
        contents.append((folder / "one.msgpack").read_bytes())
    assert contents[0] == contents[1]
    state = load(tmp_path / "a" / "one.msgpack")
    assert isinstance(state, State)
    assert state.decision in wanted.decisions
    assert f"seat {state.seat_to_move}: {state.decision}" in result.output


def test_without_a_fitting_position_nothing_is_written(
    make: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "SEARCHED", {"one": make.Wanted(2, (0.0, 0.1), ("never",))})
    monkeypatch.setattr(make, "GAMES", 1)
    monkeypatch.setattr(make, "PLAYING", make.Thought())
    monkeypatch.setattr(make, "FOLDER", tmp_path)
    result = CliRunner().invoke(make.main, ["--only", "one"])
    assert result.exit_code == 1
    assert "one: no position fits" in result.output
    assert list(tmp_path.iterdir()) == []
