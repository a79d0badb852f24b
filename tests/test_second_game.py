"""A second game goes all the way: whatever works for one works for another package's, too.

The toy stands in ``tests/games/``, with the entry point that registers it.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from toy_game.core import ToyCore
from toy_game.rules import KINDS, ToyRules

import gwta_ai
from gwta_ai import Record, State, View, errors
from gwta_ai.cli import program
from gwta_ai.common.wire import pack
from gwta_ai.games import registry
from gwta_ai.play.schema import FORMATS

TOY = {"game": "toy"}
LARGE = TOY | {"deck": "large"}


def start(seed: int = 1, players: int = 2) -> State:
    return gwta_ai.new_game(players, seed, game="toy", deck="large")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(program, [str(argument) for argument in arguments])


def output(*arguments: object) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


# --- being there ------------------------------------------------------------------------------


def test_it_is_found_by_its_entry_point() -> None:
    assert gwta_ai.games() == ["argentina", "toy"]
    assert registry.find("toy") is registry.find("toy")
    assert start().ruleset.game is registry.find("toy")


def test_without_the_entry_point_it_is_not_there() -> None:
    code = "import gwta_ai as g\ng.new_game(2, 1)\nprint(g.games())\ng.new_game(2, 1, game='toy')"
    bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    found = subprocess.run(
        [sys.executable, "-P", "-c", code], env=bare, capture_output=True, text=True, timeout=60
    )
    assert found.stdout.strip() == "['argentina']"
    assert found.stderr.splitlines()[-1] == (
        "gwta_ai.errors.SetupError: game: expected one of argentina, got 'toy'"
    )


@pytest.mark.parametrize("name", ["chess", "", "Argentina", "argentina.game", "game"])
def test_other_names(name: str) -> None:
    with pytest.raises(errors.SetupError, match="game: expected one of argentina, toy, got"):
        gwta_ai.new_game(2, 1, game=name)


def test_options_are_the_games_own() -> None:
    with pytest.raises(errors.SetupError, match="options of toy: expected one of deck, got 'neu"):
        gwta_ai.new_game(2, 1, game="toy", neutral="random")
    with pytest.raises(errors.SetupError, match="options of argentina: expected one of buildings"):
        gwta_ai.new_game(2, 1, deck="large")
    with pytest.raises(errors.SetupError, match="players: expected 2 to 3, got 4"):
        gwta_ai.new_game(4, 1, game="toy")


def test_a_ruleset_knows_its_game() -> None:
    toy = start().ruleset
    assert gwta_ai.new_game(2, 1, ruleset=toy).ruleset is toy
    with pytest.raises(errors.SetupError, match="ruleset: expected one of argentina"):
        gwta_ai.new_game(2, 1, game="argentina", ruleset=toy)


def test_a_position_is_carried_to_the_present_ruleset(tmp_path: Path) -> None:
    """The game does nothing for it; rulesets of another game are none it can be carried to."""
    own = ToyRules("sun 9\nmoon 2\nstar 3\nrain 4\n")
    state = gwta_ai.new_game(2, 1, ruleset=own)
    state.apply(state.legal_actions()[0])
    for position in (state, state.view(1)):
        carried = gwta_ai.carry(position)
        assert carried.ruleset == ToyRules.shipped()
        data = position.to_dict()
        assert carried.to_dict() == data | {"ruleset": ToyRules.shipped().digest}
        with pytest.raises(errors.ArgumentError, match="ruleset: expected one of toy"):
            gwta_ai.carry(position, gwta_ai.Ruleset.shipped())
    assert [each.text for each in gwta_ai.figures_since(own)] == ["values sun: 9, now 1"]
    there, named = tmp_path / "there.json", tmp_path / "own.txt"
    named.write_text(own.text)
    gwta_ai.save(state, tmp_path / "own.json")
    arguments = ("--carry", tmp_path / "own.json", "--from", named, "-o", there)
    assert run("ruleset", "--game", "toy", *arguments).exit_code == 0
    assert gwta_ai.load(there) == gwta_ai.carry(state)


# --- playing ----------------------------------------------------------------------------------


def test_cards_come_up_as_they_are_told() -> None:
    state = start()
    raw = state.core.raw()
    held, stack = raw["hands"][0], raw["stack"][: raw["size"]]
    card = next(action for action in state.legal_actions() if action.kind == "drop")
    assert state.needed_reveals(card) == ["stack", "stack"]
    told = state.clone()
    told.apply(card, reveals=["rain", "moon"])
    now = told.core.raw()
    counts = list(held)
    counts[KINDS.index(card.arguments["card"])] -= 1
    for name in ("rain", "moon"):
        counts[KINDS.index(name)] += 1
        stack.remove(KINDS.index(name))
    assert now["hands"][0] == counts
    assert sorted(now["stack"][: now["size"]]) == sorted(stack)
    with pytest.raises(errors.PositionError, match=r"reveals\[1\]: expected a piece of stack"):
        state.apply(card, reveals=["rain", "hail"])
    with pytest.raises(errors.PositionError, match=r"reveals\[0\]: there is no|draws 2 pieces"):
        state.apply(card, reveals=["sun"] * 3)


def test_a_view_hides_the_other_hands() -> None:
    view = start(3, players=3).view(1)
    data = view.to_dict()
    assert ["hand" not in player for player in data["players"]] == [True, False, True]
    assert [player["held"] for player in data["players"]] == [2, 2, 2]
    assert len(data["hidden"]) == 16 - 2
    assert pickle.loads(pickle.dumps(view)) == view


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game.msgpack", "game.json"])
def test_files(name: str, tmp_path: Path) -> None:
    state = start()
    for position in (state, state.view(0), state.view(1)):
        gwta_ai.save(position, tmp_path / name)
        assert gwta_ai.load(tmp_path / name) == position
        assert gwta_ai.load(tmp_path / name, state.ruleset) == position


def test_the_file_says_which_game_reads_it() -> None:
    data, argentina = start().to_dict(), gwta_ai.Ruleset.shipped()
    for wrong in (data | {"game": "chess"}, data | {"game": 3}, data | {"game": None}):
        with pytest.raises(errors.SnapshotError) as error:
            State.from_dict(wrong)
        assert str(error.value).startswith("game: expected 'argentina', got")
        assert gwta_ai.problems_in(wrong)[0].path == "game"
    with pytest.raises(errors.SnapshotError, match=r"^game: expected 'argentina', got toy"):
        State.from_dict(data, argentina)
    with pytest.raises(errors.SnapshotError, match=r"^game: expected 'argentina', got toy"):
        State.from_bytes(start().to_bytes(), argentina)
    with pytest.raises(errors.SnapshotError, match=r"^game: expected 'toy', got argentina"):
        State.from_dict(gwta_ai.new_game(2, 1).to_dict(), start().ruleset)
    turned = dict(reversed(data.items()))  # not as it is written, but it can be read
    assert State.from_dict(turned) == start()
    assert State.from_bytes(pack(turned)) == start()


def test_schemas() -> None:
    state = start()
    written = {"state": state.to_dict(), "view": state.view(0).to_dict(), "record": None}
    recorder = gwta_ai.Recorder(gwta_ai.Setup(2, 1, **LARGE))
    recorder.apply(recorder.state.legal_actions()[0])
    written["open-view"] = written["view"]  # it has no form of its own
    written["record"] = recorder.record().to_dict()
    for what in FORMATS:
        validator = Draft202012Validator(gwta_ai.schema(what, state.ruleset))
        assert list(validator.iter_errors(written[what])) == []
        assert list(validator.iter_errors(written[what] | {"game": "argentina"}))
    assert "A record of A toy with cards" in gwta_ai.schema("record", state.ruleset)["title"]


# --- advice -----------------------------------------------------------------------------------


def test_advice_without_anything_learned() -> None:
    """The priors are even, playouts go to the end, and no place of another game is spoken of."""
    advisor = gwta_ai.Advisor(seed=1)
    state = start()
    advice = advisor.advise(state, gwta_ai.Limit(simulations=400))
    again = advisor.advise(state.view(0), gwta_ai.Limit(simulations=400))
    assert again.to_dict() == advice.to_dict()
    assert sum(one.visits for one in advice.candidates) == 400
    for one in advice.candidates:
        assert one.prior == pytest.approx(1 / len(state.legal_actions()))
        assert list(one.categories) == ["played", "matched"]
        assert one.score == pytest.approx(sum(one.categories.values()))
        assert one.arrival is None
        assert one.pv[0] == one.notation
    assert advice.best.text in advice.explain()
    assert "Buenos" not in advice.explain()
    assert advice.rank(advice.best.notation).rank == 1


def test_the_adviser_finds_what_is_plainly_best() -> None:
    """A card that matches now and would not later is played first, though it is worth less."""
    raw = start().core.raw() | {
        "size": 0,
        "stack": [0] * 16,
        "top": 1,
        "held": [2, 1, 0],
        "hands": [[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0]],
    }
    state = State.of(ToyCore.from_raw(start().ruleset, raw), start().ruleset)
    for seed in range(3):
        best = gwta_ai.Advisor(seed=seed).advise(state, gwta_ai.Limit(simulations=200)).best
        assert best.notation == "play:sun"
        assert best.score == 3 + 4
        assert best.categories == {"played": 5, "matched": 2}


def test_advice_that_grows_and_goes_on() -> None:
    advisor = gwta_ai.Advisor(seed=1, reuse=True)
    state = start()
    with advisor.analysis(state, gwta_ai.Limit(simulations=200), every=0.01) as analysis:
        *_, last = analysis
    assert last.complete
    assert last.simulations == 200
    again = advisor.advise(state, gwta_ai.Limit(simulations=100))
    assert again.kept + again.simulations >= 300
    boosted = advisor.boost(last.best.action, gwta_ai.Limit(simulations=50))
    assert boosted.simulations >= again.simulations + 50


def test_weights_of_another_game_are_refused() -> None:
    advisor = gwta_ai.Advisor(weights=gwta_ai.Weights.default())
    with pytest.raises(errors.WeightsError, match="expected some of toy, got argentina"):
        advisor.advise(start(), gwta_ai.Limit(simulations=1))


def test_one_adviser_for_two_games() -> None:
    advisor = gwta_ai.Advisor(seed=4, reuse=True)
    limit = gwta_ai.Limit(simulations=20)
    for state in (start(), gwta_ai.new_game(2, 1), start()):
        advice = advisor.advise(state, limit)
        assert advice.ruleset == state.ruleset.digest
        assert advice.to_dict() == gwta_ai.Advisor(seed=4).advise(state, limit).to_dict()


# --- bots, matches, records -------------------------------------------------------------------

BOTS = ("random", "greedy", "policy", "mcts:simulations=20", "level:novice")


@pytest.mark.parametrize("spec", BOTS)
def test_bots(spec: str) -> None:
    state = start()
    bot = gwta_ai.bots.make(f"{spec}{',' if ':' in spec else ':'}seed=3")
    while not state.is_over:
        state.apply(bot.choose(state))
    assert max(sheet.total for sheet in state.scores()) > 0


def test_a_match_in_processes(tmp_path: Path) -> None:
    match = gwta_ai.Match(("greedy", "random"), games=4, seed=1, **LARGE)
    result = gwta_ai.play_match(match, jobs=2, records=tmp_path)
    assert result.is_complete
    assert [standing.games for standing in result.standings] == [4, 4]
    assert list(result.standings[0].categories) == ["played", "matched"]
    for file in tmp_path.iterdir():
        record = gwta_ai.load(file)
        assert isinstance(record, Record)
        assert record.setup == gwta_ai.Setup(2, record.setup.seed if record.setup else 0, **LARGE)
        assert record.is_over
        assert gwta_ai.load(file, record.ruleset) == record
    assert len(list(tmp_path.iterdir())) == 4
    again = gwta_ai.play_match(match, jobs=1, records=tmp_path)
    assert again.to_dict() == result.to_dict()
    with pytest.raises(errors.SetupError, match="bots: expected 2 to 3, got 4"):
        gwta_ai.Match(("random",) * 4, games=4, **TOY)


def test_a_record_that_did_not_happen() -> None:
    recorder = gwta_ai.Recorder(gwta_ai.Setup(2, 1, **LARGE), bots=["greedy", None])
    for _ in range(6):
        recorder.apply(recorder.state.legal_actions()[0])
    data = recorder.record().to_dict()
    assert data["setup"] == {"players": 2, "seed": 1, "deck": "large"}
    assert Record.from_dict(data) == recorder.record()
    for path, wrong in (
        ("setup.deck", data | {"setup": data["setup"] | {"deck": "huge"}}),
        ("setup.buildings", data | {"setup": data["setup"] | {"buildings": "a"}}),
        ("ruleset", data | {"game": "argentina", "ruleset": "toy"}),
        ("game", data | {"game": "chess"}),
    ):
        with pytest.raises(errors.SnapshotError) as error:
            Record.from_dict(wrong)
        assert error.value.path == path
    with pytest.raises(errors.SnapshotError, match=r"^game: expected 'argentina', got toy"):
        Record.from_dict(data, gwta_ai.Ruleset.shipped())


def test_speed() -> None:
    found = gwta_ai.bench.measure(2, 0.002, "toy")
    assert found.state_bytes == len(start().core.bytes())
    assert found.decisions_per_game > 4
    assert found.policy_ns is None
    assert found.evaluation_ns is None
    assert found.simulations_per_second > 0


# --- the command line -------------------------------------------------------------------------


def test_new_moves_apply_show_check_advise(tmp_path: Path) -> None:
    game, after = tmp_path / "game.json", tmp_path / "after.msgpack"
    new = output("new", "--game", "toy", "--players", 2, "--seed", 1, "--deck", "large", "-o", game)
    assert (new["seed"], new["decision"]) == (1, "card")
    assert gwta_ai.load(game) == start()
    moves = output("moves", game)
    assert [one["notation"] for one in moves] == [a.notation for a in start().legal_actions()]
    applied = output("apply", game, moves[0]["notation"], "-o", after)
    assert applied["seat_to_move"] == 1
    assert output("show", after, "--seat", 1) == gwta_ai.load(after).view(1).to_dict()  # type: ignore[union-attr]
    shown = run("show", after).stdout
    assert f"top of the pile: {moves[0]['notation'].partition(':')[2]}" in shown
    assert output("check", after)["wrong"] == 0
    advice = output("advise", after, "--simulations", 50)
    assert advice["simulations"] == 50
    assert set(advice["candidates"][0]["categories"]) == {"played", "matched"}
    assert isinstance(gwta_ai.load(after), State)
    assert isinstance(View.from_dict(output("show", after, "--seat", 0)), View)


def test_help_has_the_options_of_the_game() -> None:
    toy, argentina = run("new", "--game=toy", "--help").stdout, run("new", "--help").stdout
    assert "--deck" in toy
    assert "--buildings" not in toy
    assert "Number of players, 2 to 3." in toy
    assert "--deck" not in argentina
    assert "--buildings" in argentina
    assert "Number of players, 2 to 4." in argentina
    assert "--deck" in run("match", "--game", "toy", "--help").stdout


def test_wrong_usage() -> None:
    for arguments, said in (
        (("new", "--game", "chess", "--players", 2, "-o", "-"), "expected one of argentina, toy"),
        (("new", "--game", "toy", "--players", 2, "--buildings", "a", "-o", "-"), "--buildings"),
        (("new", "--game", "toy", "--players", 2, "--deck", "huge", "-o", "-"), "small or large"),
        (("new", "--game"), "--game"),
        (("bench", "--game", "chess"), "expected one of argentina, toy"),
        (("match", "random", "random", "--game", "chess"), "expected one of argentina, toy"),
    ):
        result = run(*arguments)
        assert result.exit_code == 2, arguments
        assert said in result.stderr


def test_match_bench_and_ruleset(tmp_path: Path) -> None:
    match = output("match", "greedy", "random", "--games", 2, "--game", "toy", "--jobs", 1)
    assert match["players"] == 2
    assert set(match["bots"][0]["categories"]) == {"played", "matched"}
    results = output("bench", "--game", "toy", "--seconds", 0.002)["results"]
    assert [one["players"] for one in results] == [2, 3]
    assert run("bench", "--game", "toy", "--seconds", 0.002).exit_code == 0
    about = output("ruleset", "--game", "toy")
    assert about["title"] == "A toy with cards"
    assert about["unverified"] == []
    assert "To correct a figure" not in run("ruleset", "--game", "toy").stdout
    (tmp_path / "mine").write_text("sun 1\nmoon 2\nstar 3\nrain 9\n")
    assert output("ruleset", "--game", "toy", "--check", tmp_path / "mine")["changed"] == 1
    (difference,) = output("ruleset", "--game", "toy", "--diff", tmp_path / "mine")["figures"]
    assert (difference["old"], difference["new"]) == (4, 9)
