"""Positions of an earlier ruleset: they say what differs, and move to the present one."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from commands import failure, output, run
from editing import EARLIER
from ruleset_files import RAW, edited, written

import gwta_ai as gwta
from gwta_ai import PositionError, Ruleset, SnapshotError, State, View, carry, figures_since

PRESENT = Ruleset.shipped()


def positions(ruleset: Ruleset, seeds: range) -> list[State]:
    """Some of every kind of decision, from random games."""
    found = []
    for seed in seeds:
        choose = random.Random(seed)
        state = gwta.new_game(players=2 + seed % 3, seed=seed, ruleset=ruleset)
        while not state.is_over:
            if choose.random() < 0.05:
                found.append(state.clone())
            state.apply(choose.choice(state.legal_actions()))
        found.append(state)
    return found


def without_ruleset(position: State | View) -> dict[str, Any]:
    return {name: value for name, value in position.to_dict().items() if name != "ruleset"}


@pytest.mark.parametrize(("start", "end"), [(EARLIER, PRESENT), (PRESENT, EARLIER)])
def test_a_position_between_actions_is_carried_and_played_on(start: Ruleset, end: Ruleset) -> None:
    """Everything lies where it lay; within an action it is refused. Both ways."""
    choose, refused, carried = random.Random(1), 0, 0
    for state in positions(start, range(9)):
        for position in (state, state.view(choose.randrange(state.players))):
            before = position.clone()
            if len(state.to_dict()["decisions"]) > 1:
                with pytest.raises(PositionError, match=r"decisions\[1\].*play it to its end"):
                    carry(position, end)
                refused += 1
                continue
            after = carry(position, end)
            carried += 1
            assert type(after) is type(position)
            assert after.ruleset == end
            assert without_ruleset(after) == without_ruleset(position)
            assert gwta.problems_in(after.to_dict(), end) == []
            assert position == before
            played = after if isinstance(after, State) else after.determinize(3)
            while not played.is_over:
                played.apply(choose.choice(played.legal_actions()))
    assert refused > 20
    assert carried > 100


def test_under_its_own_ruleset_a_position_stays_as_it_is() -> None:
    state = gwta.new_game(players=2, seed=1)
    state.apply("token:2")  # in the middle of an action, too
    same = carry(state, PRESENT)
    assert same == state
    assert same is not state


def test_what_does_not_fit_the_other_ruleset_is_named() -> None:
    """Where there are other cards, those on the table are not all of them."""
    state = gwta.new_game(players=2, seed=1)
    other = Ruleset(written(edited('railroad.turnout = "in_line"')))
    assert carry(state, other).ruleset == other
    edits = "exhaustion.copies = 24", "components.exhaustion_cards = 24"
    fewer = Ruleset(written(edited(*edits)))
    with pytest.raises((SnapshotError, PositionError), match="exhaustion"):
        carry(state, fewer)


def test_a_visit_is_carried_if_what_was_done_is_the_same_there() -> None:
    """What was done is told by numbers on the building, which may be others' there."""
    first, middle, last = RAW["neutral_building"]["tile"][0]["actions"]
    tables = edited()
    tables["neutral_building"]["tile"][0]["actions"] = [last, middle, first]
    other, refused, carried = Ruleset(written(tables)), Counter[bool](), Counter[bool]()
    for state in positions(PRESENT, range(40)):
        data = state.to_dict()
        if len(data["decisions"]) != 1 or not data["decisions"][0].get("done"):
            continue
        space = data["players"][state.seat_to_move]["estanciero"]
        on_it = data["trail"]["neutral"].get(space) == "A"
        done = data["decisions"][0]["done"]
        for position in (state, state.view(0)):
            if on_it and done != [2]:
                with pytest.raises(
                    PositionError, match=r"decisions\[0\]\.done\[[01]\]: .*; got [13]"
                ):
                    carry(position, other)
                refused[isinstance(position, View)] += 1
            else:
                assert without_ruleset(carry(position, other)) == without_ruleset(position)
                carried[on_it] += 1
    assert min(refused[False], refused[True], carried[False], carried[True]) > 0


def test_the_figures_that_differ_from_the_present_ones_are_said() -> None:
    assert figures_since(PRESENT) == []
    found = {each.place: (each.old, each.new) for each in figures_since(EARLIER)}
    assert found["railroad turnout"] == ("in_line", "siding")
    assert found["objective objectives_in_buenos_aires"] == ("between_subphases", "on_arrival")
    assert {place for place in found if place.startswith("auxiliary")} == {
        "auxiliary.action 6 single",
        "auxiliary.action 6 double",
    }
    assert len(found) == 4


# --- the command line ------------------------------------------------------------------------


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    state = gwta.new_game(players=3, seed=1, ruleset=EARLIER)
    state.apply("place:n2")
    gwta.save(state, tmp_path / "earlier.msgpack")
    return tmp_path / "earlier.msgpack"


@pytest.mark.parametrize("verb", ["check", "show"])
def test_an_earlier_ruleset_is_named_with_what_differs(verb: str, earlier: Path) -> None:
    said = run(verb, earlier).stdout
    assert f"under another ruleset than the present one, {EARLIER.digest[:16]}" in said
    assert 'railroad turnout: "in_line", now "siding"' in said
    assert "4 figures differ" in said
    assert "another ruleset" not in run(verb, "--example", "midgame").stdout


@pytest.mark.parametrize("verb", ["check", "show"])
def test_a_ruleset_of_ones_own_is_named_with_what_differs(
    verb: str, earlier: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is the one in use: nothing differs from that, but from what ships."""
    mine = tmp_path / "mine.toml"
    mine.write_text(written(edited('railroad.turnout = "in_line"')))
    own = Ruleset.load(mine)
    gwta.save(gwta.new_game(players=2, seed=1, ruleset=own), tmp_path / "own.msgpack")
    monkeypatch.setenv("GWTA_RULESET", str(mine))
    said = run(verb, tmp_path / "own.msgpack").stdout
    assert f"under the ruleset that GWTA_RULESET names, {own.digest[:16]}…; 1 figure" in said
    assert said.endswith('\n  railroad turnout: "siding", now "in_line"\n')
    said = run(verb, earlier).stdout
    assert f"under another ruleset than the present one, {EARLIER.digest[:16]}…; 3 figures" in said
    assert "names" not in said
    told = output("check", tmp_path / "own.msgpack")
    assert told["corrected"] == ['railroad turnout: "siding", now "in_line"']
    assert told["earlier"] == output("check", earlier)["corrected"] == []


def test_check_tells_programs_what_differs(earlier: Path) -> None:
    assert 'railroad turnout: "in_line", now "siding"' in output("check", earlier)["earlier"]
    assert output("check", "--example", "midgame")["earlier"] == []


def test_carry_saves_the_position_under_the_present_ruleset(earlier: Path, tmp_path: Path) -> None:
    before, there = earlier.read_bytes(), tmp_path / "present.json"
    said = run("ruleset", "--carry", earlier, "-o", there)
    assert said.exit_code == 0
    assert "4 figures differ" in said.stdout
    carried, given = gwta.load(there), gwta.load(earlier)
    assert isinstance(given, State)
    assert carried == carry(given)
    assert earlier.read_bytes() == before
    told = output("ruleset", "--carry", earlier, "-o", there)
    assert (told["from"], told["to"]) == (EARLIER.digest, PRESENT.digest)
    assert len(told["figures"]) == 4
    piped = json.loads(run("ruleset", "--carry", earlier, "-o", "-", "--json").stdout)
    assert piped == carried.to_dict()


def test_the_ruleset_a_position_comes_from_can_be_named(tmp_path: Path) -> None:
    """It is found by its digest only where it shipped."""
    own = tmp_path / "own.toml"
    own.write_text(written(edited('railroad.turnout = "in_line"')))
    state, there = gwta.new_game(players=2, seed=1, ruleset=Ruleset.load(own)), tmp_path / "p.json"
    gwta.save(state, tmp_path / "own.msgpack")
    arguments = ("ruleset", "--carry", tmp_path / "own.msgpack", "-o", there)
    assert "no ruleset with the digest" in failure(3, *arguments)
    assert run(*arguments, "--from", own).exit_code == 0
    assert gwta.load(there) == carry(state)
    assert "--from with --carry" in failure(2, "ruleset", "--from", own)


def test_carry_says_why_it_does_not(earlier: Path, tmp_path: Path) -> None:
    state = gwta.load(earlier)
    assert isinstance(state, State)
    while len(state.to_dict()["decisions"]) == 1:
        state.apply(state.legal_actions()[0])
    gwta.save(state, tmp_path / "within.msgpack")
    there = tmp_path / "out.msgpack"
    said = failure(3, "ruleset", "--carry", tmp_path / "within.msgpack", "-o", there)
    assert "within.msgpack: decisions[1]: expected no decision within an action" in said
    assert not there.exists()
    assert "together" in failure(2, "ruleset", "--carry", earlier)
    assert "together" in failure(2, "ruleset", "-o", there)
    assert "several" in failure(2, "ruleset", "--carry", earlier, "-o", there, "--check", there)
