"""The command line: output, files and exit codes."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from commands import QUICK, command, environment, failure, output, process, run
from editing import EARLIER

import gwta_ai
from gwta_ai import Ruleset, Setup, State, View, Weights, errors, new_game
from gwta_ai.adviser.weights import Learned
from gwta_ai.cli import program
from gwta_ai.cli.files import write_bytes
from gwta_ai.cli.program import exit_code
from gwta_ai.play import examples

VERBS = ("new", "show", "check", "moves", "apply", "advise", "match", "ruleset", "bench")
BENCH_FIELDS = {
    "players",
    "decisions_per_second",
    "random_games_per_second",
    "decisions_per_game",
    "legal_step_ns",
    "clone_ns",
    "python_clones_per_second",
    "state_bytes",
    "determinizations_per_second",
    "snapshots_written_per_second",
    "snapshots_read_per_second",
    "simulations_per_second",
    "cut_iterations_early",
    "cut_iterations_middle",
    "cut_iterations_late",
    "edge_iterations_early",
    "edge_iterations_middle",
    "edge_iterations_late",
    "full_iterations_early",
    "full_iterations_middle",
    "full_iterations_late",
    "nodes_per_iteration",
    "bytes_per_iteration",
    "policy_ns",
    "evaluation_ns",
}
CANDIDATE_FIELDS = {
    "action",
    "notation",
    "text",
    "visits",
    "win",
    "low",
    "high",
    "bound",
    "margin",
    "score",
    "score_sd",
    "categories",
    "prior",
    "pv",
    "plan",
}
STANDING_FIELDS = {
    "spec",
    "seats",
    "games",
    "win",
    "low",
    "high",
    "deal_low",
    "deal_high",
    "margin",
    "margin_low",
    "margin_high",
    "score",
    "categories",
    "decisions",
    "elo",
    "elo_error",
    "elo_bounded",
}


@pytest.fixture
def state() -> State:
    return gwta_ai.new_game(players=3, seed=7)


@pytest.fixture
def game(tmp_path: Path, state: State) -> Path:
    path = tmp_path / "game.msgpack"
    gwta_ai.save(state, path)
    return path


@pytest.fixture(scope="module")
def finished() -> State:
    state = gwta_ai.new_game(players=2, seed=3)
    rng = random.Random(3)
    while not state.is_over:
        state.apply(rng.choice(state.legal_actions()))
    return state


# ------------------------------------------------------------------------------------ help


@pytest.mark.parametrize("verb", VERBS)
def test_help_has_an_example(verb: str) -> None:
    result = run(verb, "--help")
    assert result.exit_code == 0
    assert f"Example: gwta-ai {verb}" in result.stdout
    assert "--json" in result.stdout


def test_help_names_all_verbs_and_the_exit_codes() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"  {verb} " in result.stdout for verb in VERBS)
    assert "130 interrupted" in result.stdout


# ------------------------------------------------------------------------------------- new


def test_new_saves_the_game_of_the_library(tmp_path: Path) -> None:
    file = tmp_path / "g.msgpack"
    options = ("--players", "4", "--seed", "3", "--buildings", "random", "--neutral", "random")
    printed = output("new", *options, "-o", file)
    expected = gwta_ai.new_game(players=4, seed=3, buildings="random", neutral="random")
    assert gwta_ai.load(file) == expected
    assert printed == {
        "file": str(file),
        "seed": 3,
        "players": 4,
        "seat_to_move": expected.seat_to_move,
        "decision": expected.decision,
        "is_over": False,
    }


def test_new_as_json_file(tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    assert run("new", "--players", "2", "--seed", "5", "-o", file).exit_code == 0
    expected = gwta_ai.new_game(players=2, seed=5)
    assert json.loads(file.read_text()) == expected.to_dict()
    assert gwta_ai.load(file) == expected


def test_new_to_standard_output() -> None:
    options = ("--players", "2", "--seed", "5", "-o", "-")
    expected = gwta_ai.new_game(players=2, seed=5)
    assert run("new", *options).stdout_bytes == expected.to_bytes()
    assert output("new", *options) == expected.to_dict()


def test_new_without_seed_tells_the_seed_it_took(tmp_path: Path) -> None:
    first, second = (output("new", "--players", "2", "-o", tmp_path / name) for name in "ab")
    assert first["seed"] != second["seed"]
    assert gwta_ai.load(tmp_path / "a") == gwta_ai.new_game(players=2, seed=first["seed"])


@pytest.mark.parametrize(
    "wrong",
    [
        ("--players", "1"),
        ("--players", "5"),
        ("--players", "two"),
        ("--players", "2", "--buildings", "abc"),
        ("--players", "2", "--neutral", "AAAAAAAA"),
        ("--players", "2", "--seed", "x"),
        ("--players", "2", "--seed", str(1 << 200)),
        (),
    ],
)
def test_new_refuses(tmp_path: Path, wrong: tuple[str, ...]) -> None:
    failure(2, "new", *wrong, "-o", tmp_path / "g.msgpack")
    assert list(tmp_path.iterdir()) == []


def test_new_needs_an_output() -> None:
    assert "--output" in failure(2, "new", "--players", "2")


def test_new_into_a_missing_folder(tmp_path: Path) -> None:
    file = tmp_path / "none" / "g.msgpack"
    assert "none" in failure(3, "new", "--players", "2", "-o", file)


# ------------------------------------------------------------------------------------ moves


def test_moves(game: Path, state: State) -> None:
    expected = [{"notation": a.notation, "text": a.text} for a in state.legal_actions()]
    assert len(expected) > 1
    assert output("moves", game) == expected
    lines = run("moves", game).stdout.splitlines()[1:]
    assert [line.split()[0] for line in lines] == [entry["notation"] for entry in expected]


def test_moves_from_standard_input(state: State) -> None:
    expected = [a.notation for a in state.legal_actions()]
    for data in (state.to_bytes(), json.dumps(state.to_dict()).encode()):
        assert [entry["notation"] for entry in output("moves", "-", stdin=data)] == expected


def test_moves_of_a_view(tmp_path: Path, state: State) -> None:
    view = state.view(state.seat_to_move)
    gwta_ai.save(view, tmp_path / "v.msgpack")
    printed = output("moves", tmp_path / "v.msgpack")
    assert [entry["notation"] for entry in printed] == [a.notation for a in view.legal_actions()]


def test_moves_of_a_finished_game(finished: State) -> None:
    assert output("moves", "-", stdin=finished.to_bytes()) == []
    assert "over" in run("moves", "-", stdin=finished.to_bytes()).stdout


# ------------------------------------------------------------------------------------ apply


def test_apply(tmp_path: Path, game: Path, state: State) -> None:
    notations = []
    for _ in range(5):
        notations.append(state.legal_actions()[-1].notation)
        state.apply(notations[-1])
    before = game.read_bytes()
    printed = output("apply", game, *notations, "-o", tmp_path / "next.msgpack")
    assert gwta_ai.load(tmp_path / "next.msgpack") == state
    assert printed["applied"] == 5
    assert printed["seat_to_move"] == state.seat_to_move
    assert game.read_bytes() == before


def test_apply_onto_the_same_file(game: Path, state: State) -> None:
    action = state.legal_actions()[0]
    assert run("apply", game, action.notation, "-o", game).exit_code == 0
    state.apply(action)
    assert gwta_ai.load(game) == state
    assert list(game.parent.iterdir()) == [game]


def test_apply_through_pipes(state: State) -> None:
    action = state.legal_actions()[0]
    result = run("apply", "-", action.notation, "-o", "-", stdin=state.to_bytes())
    state.apply(action)
    assert result.stdout_bytes == state.to_bytes()


@pytest.mark.parametrize("notation", ["", "nonsense", "move:", "move:zz9", "\x1b[31m", "m" * 9999])
def test_apply_illegal(tmp_path: Path, game: Path, state: State, notation: str) -> None:
    """Names the decision, saves nothing, and leaves what was in the output."""
    before = game.read_bytes()
    legal = state.legal_actions()[0].notation
    for target in (game, tmp_path / "next.msgpack"):
        line = failure(4, "apply", game, legal, notation, "-o", target)
        assert line.isprintable()
        assert len(line) < 1000
    assert game.read_bytes() == before
    assert list(tmp_path.iterdir()) == [game]


def test_apply_illegal_names_the_decision(game: Path, state: State) -> None:
    legal = {action.notation for action in state.legal_actions()}
    other = gwta_ai.new_game(players=2, seed=1)
    rng = random.Random(1)
    while (action := rng.choice(other.legal_actions())).notation in legal:
        other.apply(action)
    line = failure(4, "apply", game, action.notation, "-o", game)
    assert action.notation in line
    assert str(state.decision) in line


def test_apply_to_a_view(tmp_path: Path, state: State) -> None:
    gwta_ai.save(state.view(0), tmp_path / "v.msgpack")
    notation = state.legal_actions()[0].notation
    assert "view" in failure(3, "apply", tmp_path / "v.msgpack", notation, "-o", "-")


def test_apply_to_a_finished_game(finished: State) -> None:
    failure(4, "apply", "-", "end", "-o", "-", stdin=finished.to_bytes())


def test_apply_needs_an_action(game: Path) -> None:
    assert "NOTATION" in failure(2, "apply", game, "-o", "-")


def test_apply_takes_a_set_in_one_entry(tmp_path: Path) -> None:
    """The discards that an exchange token asks for, in any order; nothing if one is wrong."""
    start = tmp_path / "start.msgpack"
    gwta_ai.save(new_game(players=2, seed=1), start)
    asked, end = tmp_path / "asked.msgpack", tmp_path / "end.msgpack"
    assert run("apply", start, "token:2", "-o", asked).exit_code == 0
    first, *_, last = (move["notation"] for move in output("moves", asked))
    entry = f"{last},{first.removeprefix('discard:')}"
    assert run("apply", asked, entry, "-o", end).exit_code == 0
    expected = gwta_ai.load(asked)
    assert isinstance(expected, State)
    expected.apply(first)
    expected.apply(last)
    assert gwta_ai.load(end) == expected
    assert "legal are" in failure(4, "apply", asked, f"{first},obj101,obj102", "-o", end)
    assert gwta_ai.load(end) == expected


# ----------------------------------------------------------------------------------- advise


def test_advise(game: Path, state: State) -> None:
    printed = output("advise", game, *QUICK)
    assert printed["seat"] == state.seat_to_move
    assert printed["simulations"] == 50
    assert printed["complete"] is True
    assert "seconds" not in printed
    legal = {action.notation for action in state.legal_actions()}
    assert {candidate["notation"] for candidate in printed["candidates"]} <= legal
    for candidate in printed["candidates"]:
        assert candidate.keys() >= CANDIDATE_FIELDS
        assert 0 <= candidate["win"] <= 1
    visits = [candidate["visits"] for candidate in printed["candidates"]]
    assert sum(visits) == 50


def test_advise_shows_time_on_request(game: Path) -> None:
    assert output("advise", game, *QUICK, "--timing")["seconds"] > 0
    assert "50 simulations;" in run("advise", game, *QUICK).stdout
    assert re.search(
        r"50 simulations in \d+\.\d s;", run("advise", game, *QUICK, "--timing").stdout
    )


def test_advise_text(game: Path) -> None:
    best = output("advise", game, *QUICK)["candidates"][0]
    result = run("advise", game, *QUICK)
    assert result.exit_code == 0
    assert "50 simulations; most visited first" in result.stdout
    assert result.stdout.index(best["notation"]) > 0


def test_advise_says_why(game: Path) -> None:
    printed = output("advise", game, *QUICK)
    text = " ".join(run("advise", game, *QUICK).stdout.split())
    assert f"why: {' '.join(printed['explanation'].split())}" in text
    assert "% to win" in printed["explanation"]


def test_advise_says_under_which_ruleset_the_weights_were_learned(
    game: Path, state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where it is another than the one that is played."""
    assert state.ruleset.digest == Ruleset.default().digest

    def said(learned_under: str | None) -> tuple[object, bool]:
        ours = Weights.default()
        given = Weights(
            {n: Learned(one.arrays, ruleset=learned_under) for n, one in ours.learned.items()}, {}
        )
        monkeypatch.setattr(Weights, "shipped", lambda _: given)
        line = "The weights were learned under another ruleset"
        text = run("advise", game, *QUICK).stdout
        return output("advise", game, *QUICK)["weights_ruleset"], line in text

    assert said(EARLIER.digest) == (EARLIER.digest, True)
    assert said(state.ruleset.digest) == (state.ruleset.digest, False)
    assert said(None) == (None, False)


def test_advise_on_what_was_played(game: Path) -> None:
    """With its rank and loss, also where few candidates are shown; nothing illegal is searched."""
    full = output("advise", game, *QUICK)
    best, second = full["candidates"][:2]
    played = output("advise", game, *QUICK, "--top", "1", "--played", second["notation"])["played"]
    assert (played["notation"], played["rank"]) == (second["notation"], 2)
    assert played["win"] == pytest.approx(best["win"] - second["win"])
    assert played["margin"] == pytest.approx(best["margin"] - second["margin"])
    text = run("advise", game, *QUICK, "--played", second["notation"]).stdout
    assert f"played: {second['notation']} is number 2 of " in text
    told = failure(4, "advise", game, *QUICK, "--played", "pass")
    assert "pass" in told
    assert "legal are place:" in told


def test_advise_tells_nothing_of_another_seats_options(state: State, tmp_path: Path) -> None:
    seat = state.seat_to_move
    assert seat is not None
    gwta_ai.save(state.view(1 - seat), tmp_path / "v.msgpack")
    told = failure(3, "advise", tmp_path / "v.msgpack", *QUICK, "--played", "pass")
    assert f"this is the view of seat {1 - seat}" in told
    assert "legal" not in told


def test_advise_on_what_was_not_tried(game: Path, state: State) -> None:
    one = ("--simulations", "1")
    (tried,) = output("advise", game, *one)["candidates"]
    legal = [action.notation for action in state.legal_actions()]
    other = next(notation for notation in legal if notation != tried["notation"])
    played = output("advise", game, *one, "--played", other)["played"]
    assert played["of"] == len(legal)
    assert played["rank"] is played["win"] is played["margin"] is played["score"] is None
    assert f"played: {other} was not tried" in run("advise", game, *one, "--played", other).stdout


def test_advise_top(game: Path) -> None:
    full = output("advise", game, *QUICK)["candidates"]
    assert output("advise", game, *QUICK, "--top", "2")["candidates"] == full[:2]


def test_advise_on_a_view_equals_advise_on_its_game(tmp_path: Path, game: Path) -> None:
    state = gwta_ai.load(game)
    gwta_ai.save(state.view(state.seat_to_move), tmp_path / "v.json")
    assert output("advise", tmp_path / "v.json", *QUICK) == output("advise", game, *QUICK)


def test_advise_gives_equal_bytes_in_equal_runs(tmp_path: Path) -> None:
    """Across processes, hash seeds and places."""
    other = tmp_path / "elsewhere"
    other.mkdir()
    arguments = ("advise", "--example", "midgame", *QUICK, "--json")
    first = process(tmp_path, *arguments, PYTHONHASHSEED="1")
    second = process(other, *arguments, PYTHONHASHSEED="2")
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["simulations"] == 50


def test_advise_for_some_time(game: Path) -> None:
    start = time.monotonic()
    assert output("advise", game, "--seconds", "0.2")["simulations"] > 0
    assert time.monotonic() - start < 10


@pytest.mark.parametrize(
    "wrong",
    [
        (),
        ("--example", "nothing"),
        ("FILE", "--example", "midgame"),
        ("FILE", "--seconds", "1", "--simulations", "1"),
        ("FILE", "--seconds", "0"),
        ("FILE", "--seconds", "-1"),
        ("FILE", "--seconds", "nan"),
        ("FILE", "--seconds", "inf"),
        ("FILE", "--simulations", "0"),
        ("FILE", "--simulations", str(1 << 80)),
        ("FILE", "--simulations", "1", "--threads", "0"),
        ("FILE", "--simulations", "1", "--threads", str(1 << 40)),
        ("FILE", "--simulations", "1", "--seed", str(1 << 80)),
        ("FILE", "--simulations", "1", "--top", "0"),
        ("FILE", "--simulations", "many"),
        ("FILE", "--what"),
    ],
)
def test_advise_refuses(game: Path, wrong: tuple[str, ...]) -> None:
    arguments = [str(game) if argument == "FILE" else argument for argument in wrong]
    failure(2, "advise", *arguments)


def test_advise_on_a_finished_game(finished: State) -> None:
    assert "over" in failure(3, "advise", "-", *QUICK, stdin=finished.to_bytes())


_AT_ONCE = 10.0  # seconds of 60; an idle machine takes less than 0.2, a busy one may not


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT between processes")
@pytest.mark.parametrize("attempt", range(5))
def test_interrupted_advise_prints_what_it_found(tmp_path: Path, attempt: int) -> None:
    """At once, wherever in the search the signal falls; before there is nothing to print."""
    started = time.monotonic()
    assert process(tmp_path, "advise", "--example", "midgame", *QUICK).returncode == 0
    until_search = 1.2 * (time.monotonic() - started)
    for _ in range(6):
        search = subprocess.Popen(
            command("advise", "--example", "midgame", "--seconds", "60", "--json"),
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        time.sleep(until_search + 0.07 * attempt)
        sent = time.monotonic()
        search.send_signal(signal.SIGINT)
        stdout, stderr = search.communicate(timeout=30)
        if stdout or search.returncode not in (130, -signal.SIGINT):
            break
        until_search *= 2  # the search had not begun: the machine has become busy
    assert time.monotonic() - sent < _AT_ONCE
    assert search.returncode == 130, stderr
    assert b"Traceback" not in stderr
    advice = json.loads(stdout)
    assert advice["complete"] is False
    assert advice["candidates"]
    assert advice["simulations"] > 0


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT between processes")
def test_interrupted_while_it_waits_for_input(tmp_path: Path) -> None:
    started = time.monotonic()
    assert process(tmp_path, "moves", "missing").returncode == 3
    until_read = 2 * (time.monotonic() - started)
    waiting = subprocess.Popen(
        command("moves", "-"),
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(until_read)
    waiting.send_signal(signal.SIGINT)
    waiting.wait(timeout=30)
    stdout, stderr = waiting.communicate()
    assert waiting.returncode == 130
    assert stdout == b""
    assert stderr.split(b"\n")[-2] == b"gwta-ai: interrupted"
    assert b"Traceback" not in stderr


# ------------------------------------------------------------------------------------ match


def test_match(tmp_path: Path) -> None:
    arguments = ("match", "greedy", "random", "--games", "4", "--seed", "1", "--jobs", "1")
    result = output(*arguments)
    assert result.keys() == {
        "games",
        "planned",
        "complete",
        "players",
        "deals",
        "seed",
        "ruleset",
        "anchor",
        "winner_score",
        "winner_low",
        "winner_high",
        "bots",
    }
    assert (result["games"], result["deals"], result["complete"]) == (4, 2, True)
    assert [bot["spec"] for bot in result["bots"]] == ["greedy", "random"]
    for bot in result["bots"]:
        assert bot.keys() == STANDING_FIELDS
        assert 0 <= bot["low"] <= bot["win"] <= bot["high"] <= 1
        assert sum(bot["categories"].values()) == pytest.approx(bot["score"])
    assert output(*arguments, "--records", tmp_path) == result
    assert output(*arguments, "--records", tmp_path) == result
    assert len(list(tmp_path.iterdir())) == 4
    timed = output(*arguments, "--records", tmp_path / "timed", "--timing")
    for bot in timed["bots"]:
        assert bot.pop("seconds_per_decision") > 0
    assert timed == result


def test_match_says_what_it_found() -> None:
    arguments = ("match", "random", "greedy", "--games", "3", "--players", "3")
    result = run(*arguments, "--anchor", "random", "--timing")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    assert result.stdout.startswith("3 games, 3 players, 1 deal, seed 0\n")
    for name in ("win", "Wilson", "by deal", "margin", "Elo", "seconds each", "station masters"):
        assert f"{name} " in result.stdout
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["random", "greedy"] in lines
    assert ["seats", "1", "2"] in lines
    assert "a careful guess (*)" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("random",), "bots"),
        (("random",) * 5, "bots"),
        (("random", "nobody"), "nobody"),
        (("random", "mcts:simulations=0"), "simulations"),
        (("random", "random", "--games", "0"), "games"),
        (("random", "random", "--games", "x"), "games"),
        (("random", "random", "--seed", "-1"), "seed"),
        (("random", "random", "--players", "5"), "players"),
        (("random", "random", "--jobs", "0"), "jobs"),
        (("random", "random", "--anchor", "greedy"), "anchor"),
        (("random", "random", "--buildings", "c"), "buildings"),
        (("random", "random", "--neutral", "AA"), "neutral"),
        ((), "BOT"),
    ],
)
def test_matches_that_cannot_be(arguments: tuple[str, ...], word: str) -> None:
    assert word in failure(2, "match", *arguments)


def test_match_where_records_cannot_be_kept(game: Path) -> None:
    assert str(game) in failure(3, "match", "random", "random", "--records", game)


def test_a_record_is_no_position(tmp_path: Path) -> None:
    output("match", "random", "random", "--games", "1", "--records", tmp_path)
    (record,) = tmp_path.iterdir()
    for verb in ("show", "moves", "advise"):
        assert "format: expected a state or view" in failure(3, verb, record)
    result = run("check", record, "--json")
    assert result.exit_code == 3
    assert [each["path"] for each in json.loads(result.stdout)["problems"]] == ["format"]


# ------------------------------------------------------------------------------ show, ruleset


def test_show(game: Path, state: State) -> None:
    assert output("show", game) == state.to_dict()
    text = run("show", game).stdout
    assert "seat 0   put the estanciero on a neutral building" in text
    assert "seat 2" in text
    assert Ruleset.default().digest in text


def test_show_one_seat(game: Path, state: State) -> None:
    for seat in range(3):
        assert output("show", game, "--seat", str(seat)) == state.view(seat).to_dict()
    assert run("show", game, "--seat", "1").exit_code == 0


@pytest.mark.parametrize("name", examples.names())
def test_show_examples(name: str) -> None:
    assert output("show", "--example", name) == examples.load(name).to_dict()
    assert run("show", "--example", name).exit_code == 0


@pytest.mark.parametrize("verb", ["show", "check", "moves", "apply", "advise"])
def test_a_position_is_that_of_a_file_or_an_example(game: Path, verb: str) -> None:
    """One of the two, and an example wherever FILE is."""
    more = {"apply": ("move:n6", "-o", "-"), "advise": QUICK}.get(verb, ())
    gwta_ai.save(examples.load("opening-4p"), game)
    by_file = run(verb, game, *more)
    assert by_file.exit_code == 0, by_file.stderr
    by_example = run(verb, "--example", "opening-4p", *more)
    assert (by_example.exit_code, by_example.stdout_bytes) == (0, by_file.stdout_bytes)
    assert "got both" in failure(2, verb, game, *more, "--example", "midgame")
    if verb != "apply":
        assert "got neither" in failure(2, verb, *more)
    assert "midgame" in failure(2, verb, "--example", "nothing", *more)


def test_apply_to_an_example_takes_all_words_for_notations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that is the name of a file; where it is no action, that was what was meant."""
    state = examples.load("midgame")
    assert isinstance(state, State)
    words = []
    for _ in range(3):
        words.append(state.legal_actions()[0].notation)
        state.apply(words[-1])
    ended = run("apply", "--example", "midgame", *words, "-o", "-")
    assert ended.stdout_bytes == state.to_bytes()
    assert "NOTATION" in failure(2, "apply", "--example", "midgame", "-o", "-")
    assert "neither" in failure(2, "apply", "-o", "-")
    failure(4, "apply", "--example", "midgame", *words, "nonsense", "-o", "-")
    assert "got both" in failure(2, "apply", "-", "x", "--example", "midgame", "-o", "-")
    monkeypatch.chdir(tmp_path)
    (tmp_path / words[0]).write_bytes(b"")
    assert run("apply", "--example", "midgame", *words, "-o", "-").exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [("show",), ("moves",), ("advise", *QUICK), ("apply", "place:n1", "-o", "-")],
    ids=lambda arguments: arguments[0],
)
def test_errors_in_a_file_name_it(
    tmp_path: Path, state: State, finished: State, arguments: tuple[str, ...]
) -> None:
    """What is malformed, impossible, of an unknown ruleset, or not to be done there."""
    verb, *more = arguments
    malformed, impossible, unknown = state.to_dict(), state.to_dict(), state.to_dict()
    malformed["surplus"] = 1
    impossible["players"][0]["coins"] = impossible["players"][1]["herd"] = None
    unknown["ruleset"] = "0" * 64
    snapshots = {"malformed": malformed, "impossible": impossible, "unknown": unknown}
    for name, snapshot in snapshots.items():
        text = json.dumps(snapshot)
        path = tmp_path / f"{name}.json"
        path.write_text(text)
        assert failure(3, verb, path, *more).startswith(f"gwta-ai: {path}: ")
        line = failure(3, verb, "-", *more, stdin=text.encode())
        assert line.startswith("gwta-ai: standard input: ")
        with pytest.raises(errors.GwtaError) as caught:
            gwta_ai.load(path)
        assert caught.value.file == str(path)
        assert str(caught.value).startswith(f"{path}: ")
    if verb == "advise":
        gwta_ai.save(finished, tmp_path / "over")
        assert failure(3, verb, tmp_path / "over", *more).startswith(f"gwta-ai: {tmp_path}/over: ")
    if verb == "moves":
        gwta_ai.save(state.view(1), tmp_path / "view")
        assert failure(3, verb, tmp_path / "view").startswith(f"gwta-ai: {tmp_path}/view: ")


def test_errors_in_a_record_name_it(tmp_path: Path) -> None:
    output("match", "random", "random", "--games", "1", "--records", tmp_path)
    (path,) = tmp_path.iterdir()
    record = gwta_ai.load(path)
    assert isinstance(record, gwta_ai.Record)
    broken = record.to_dict() | {"scores": []}
    path.with_suffix(".json").write_text(json.dumps(broken))
    with pytest.raises(errors.GwtaError) as caught:
        gwta_ai.load(path.with_suffix(".json"))
    assert str(caught.value).startswith(f"{path.with_suffix('.json')}: ")


def test_errors_in_a_ruleset_name_it_and_not_the_game(tmp_path: Path, game: Path) -> None:
    (tmp_path / "bad.toml").write_text("[components]\nships = 'many'\n")
    result = process(tmp_path, "moves", game, GWTA_RULESET="bad.toml")
    assert result.returncode == 3
    assert result.stderr.startswith(b"gwta-ai: bad.toml: ")
    assert str(game).encode() not in result.stderr


@pytest.mark.parametrize("width", [60, 80, 120])
def test_show_keeps_within_its_width(game: Path, width: int) -> None:
    lines = run("show", game, "--width", str(width)).stdout.splitlines()
    assert max(map(len, lines)) == width


@pytest.mark.parametrize("width", ["59", "401", "x"])
def test_show_refuses_a_width(game: Path, width: str) -> None:
    assert "--width" in failure(2, "show", game, "--width", width)


TABLES = {
    "moves": ("--example", "midgame"),
    "advise": ("--example", "midgame", *QUICK),
    "match": ("random", "greedy", "--games", "2", "--jobs", "1"),
    "ruleset": (),
}


@pytest.mark.parametrize("verb", TABLES)
def test_tables_are_as_wide_as_asked_for(verb: str) -> None:
    """From what their longest words need on."""
    widths = []
    for width in (60 if verb == "moves" else 90, 140, 400):
        lines = run(verb, *TABLES[verb], "--width", str(width)).stdout.splitlines()
        # The path of a page of the documentation is never broken.
        widths.append(max(len(line.rstrip()) for line in lines if ".md" not in line))
        assert widths[-1] <= width
    assert widths == sorted(widths)
    assert widths[0] < widths[-1] or verb == "match"  # that is narrow
    for width in ("39", "401", "x"):
        assert "--width" in failure(2, verb, *TABLES[verb], "--width", width)


def test_words_stay_the_same_whatever_the_width() -> None:
    """Lines are broken between them: what is told is the same."""
    for verb, arguments in TABLES.items():
        told = [
            sorted(run(verb, *arguments, "--width", width).stdout.split())
            for width in ("40", "61", "400")
        ]
        assert [] != told[0] == told[1] == told[2], verb


@pytest.fixture(scope="module")
def with_long_notations() -> State:
    """A state with a legal action whose notation is longer than a narrow screen is wide."""
    rng = random.Random(5)
    for seed in range(200):
        state = gwta_ai.new_game(4, seed)
        while not state.is_over:
            actions = state.legal_actions()
            if len(actions) < 40 and any(len(action.notation) > 44 for action in actions):
                return state
            state.apply(rng.choice(actions))
    raise AssertionError


@pytest.mark.parametrize("options", [("--width", "40"), ("--width", "60"), ()])
def test_no_notation_is_broken(
    with_long_notations: State, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    """In a table or a text, however narrow the screen is."""
    monkeypatch.setenv("COLUMNS", "40")
    data = with_long_notations.to_bytes()
    legal = [action.notation for action in with_long_notations.legal_actions()]
    assert set(legal) <= set(run("moves", "-", *options, stdin=data).stdout.split())
    search = ("--simulations", "400")
    advice = output("advise", "-", *search, stdin=data)
    played = max(legal, key=len)
    text = run("advise", "-", *search, *options, "--played", played, stdin=data).stdout
    words = set(text.split())
    for candidate in advice["candidates"]:
        assert candidate["notation"] in words
    assert set(advice["candidates"][0]["pv"]) <= words
    assert played in words
    if options != ("--width", "60"):
        assert any(len(line) <= 40 for line in text.splitlines() if line.startswith("why"))


def test_columns_of_the_environment_count(tmp_path: Path) -> None:
    """Also where the output is no terminal."""
    arguments = ("advise", "--example", "midgame", *QUICK)
    narrow = process(tmp_path, *arguments, COLUMNS="70")
    assert narrow.stdout == process(tmp_path, *arguments, "--width", "70").stdout
    assert narrow.stdout != process(tmp_path, *arguments, COLUMNS="").stdout


def test_show_in_colours_or_without(tmp_path: Path, game: Path) -> None:
    coloured = process(tmp_path, "show", game, FORCE_COLOR="1", TERM="xterm-256color").stdout
    plain = process(tmp_path, "show", game).stdout
    assert b"\x1b[" in coloured
    assert b"\x1b[" not in plain
    assert process(tmp_path, "show", game, "--no-color", FORCE_COLOR="1").stdout == plain
    assert process(tmp_path, "show", game, FORCE_COLOR="1", NO_COLOR="1").stdout == plain


def test_show_where_there_is_only_ascii(tmp_path: Path, game: Path) -> None:
    text = process(tmp_path, "show", game, PYTHONIOENCODING="ascii").stdout.decode("ascii")
    assert "?" not in text
    assert "# n1" in text


def test_show_a_finished_game(finished: State) -> None:
    text = run("show", "-", stdin=finished.to_bytes()).stdout
    assert "over" in text
    totals = [str(sheet.total).replace("-", "−") for sheet in finished.scores()]
    assert all(total in text for total in totals)


@pytest.mark.parametrize("seat", ["3", "-1", str(1 << 70)])
def test_show_a_seat_that_is_not_there(game: Path, seat: str) -> None:
    assert "--seat: expected 0 to 2" in failure(2, "show", game, "--seat", seat)


@pytest.mark.parametrize("words", [[], ["moves"], ["new"], ["show"]])
def test_h_is_help(words: list[str]) -> None:
    asked = [CliRunner().invoke(program, [*words, flag]) for flag in ("-h", "--help")]
    assert {one.exit_code for one in asked} == {0}
    assert asked[0].stdout == asked[1].stdout
    assert "Usage: " in asked[0].stdout


def test_show_another_seat_of_a_view(tmp_path: Path, state: State) -> None:
    gwta_ai.save(state.view(1), tmp_path / "v.msgpack")
    assert output("show", tmp_path / "v.msgpack", "--seat", "1") == state.view(1).to_dict()
    failure(3, "show", tmp_path / "v.msgpack", "--seat", "0")


def test_ruleset() -> None:
    printed = output("ruleset")
    assert printed["digest"] == Ruleset.default().digest
    assert printed["provenance"] == Ruleset.default().provenance()
    assert Ruleset.default().digest in run("ruleset").stdout


def test_ruleset_export(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert output("ruleset", "--export", file)["file"] == str(file)
    assert Ruleset.load(file).digest == Ruleset.default().digest
    assert run("ruleset", "--export", "-").stdout_bytes == file.read_bytes()


def test_faulty_ruleset_in_the_environment(tmp_path: Path) -> None:
    """Names the file; a program that does not need the ruleset still answers."""
    (tmp_path / "bad.toml").write_text("[components]\nships = 'many'\n")
    for name in ("bad.toml", "missing.toml"):
        result = process(tmp_path, "new", "--players", "2", "-o", "-", GWTA_RULESET=name)
        assert result.returncode == 3, result.stderr
        assert len(result.stderr.splitlines()) == 1
        assert process(tmp_path, "--help", GWTA_RULESET=name).returncode == 0


# ------------------------------------------------------------------------------------ bench


def test_bench() -> None:
    results = output("bench", "--seconds", "0.02")["results"]
    assert [entry["players"] for entry in results] == [2, 3, 4]
    for entry in results:
        assert entry.keys() == BENCH_FIELDS
        assert all(value > 0 for value in entry.values())
        assert entry["state_bytes"] <= 2048
        product = entry["random_games_per_second"] * entry["decisions_per_game"]
        assert entry["decisions_per_second"] == pytest.approx(product)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "x"])
def test_bench_refuses(seconds: str) -> None:
    failure(2, "bench", "--seconds", seconds)


# ---------------------------------------------------------------------- bad files, exit codes


@pytest.mark.parametrize("verb", [("moves",), ("show",), ("advise", "--simulations", "1")])
@pytest.mark.parametrize(
    "data", [b"", b"{", b"{}", b"[]", b"\x00", b"\xc1" * 100, b"\x81\xa6format\xa1x", b"null"]
)
def test_bad_data(tmp_path: Path, verb: tuple[str, ...], data: bytes) -> None:
    failure(3, *verb, "-", stdin=data)
    for name in ("bad.msgpack", "bad.json"):
        (tmp_path / name).write_bytes(data)
        failure(3, *verb, tmp_path / name)


def test_cut_file(tmp_path: Path, state: State) -> None:
    data = state.to_bytes()
    for length in range(0, len(data), max(1, len(data) // 50)):
        failure(3, "moves", "-", stdin=data[:length])


def error_of(code: int, *arguments: str | Path, stdin: bytes | None = None) -> dict[str, Any]:
    """The error that a command tells a program."""
    result = run(*arguments, "--json", stdin=stdin)
    assert (result.exit_code, result.stdout) == (code, "")
    (line,) = result.stderr.splitlines()
    told: dict[str, Any] = json.loads(line)
    assert told.keys() == {"error"}
    error: dict[str, Any] = told["error"]
    assert error["code"] == code
    assert f"gwta-ai: {error['message']}" == failure(code, *arguments, stdin=stdin)
    assert {"code", "file", "path", "message"} <= error.keys()
    return error


def test_errors_are_json_where_output_is(tmp_path: Path, game: Path, state: State) -> None:
    """With what is at fault: the file, the field in it, the option; and what was expected."""
    snapshot = state.to_dict()
    snapshot["players"][0]["pesos"] = "many"
    (tmp_path / "bad.json").write_text(json.dumps(snapshot))
    for verb in ("moves", "show", "advise"):
        error = error_of(3, verb, tmp_path / "bad.json")
        assert (error["file"], error["path"]) == (str(tmp_path / "bad.json"), "players[0].pesos")
        assert error["expected"].startswith("an integer")
        assert error["got"] == "many"
    error = error_of(3, "moves", "-", stdin=b"")
    assert (error["file"], error["path"]) == ("standard input", "")
    error = error_of(3, "moves", tmp_path / "none")
    assert (error["file"], error["path"]) == (str(tmp_path / "none"), None)
    assert error["message"].endswith("No such file or directory")
    error = error_of(2, "new", "--players", "5", "-o", "-")
    assert (error["path"], error["expected"], error["got"]) == ("players", "2 to 4", "5")
    assert error["file"] is None
    error = error_of(4, "apply", game, "nonsense", "-o", "-")
    assert (error["file"], error["path"]) == (None, None)
    (tmp_path / "bad.toml").write_text("")
    error = error_of(3, "ruleset", "--check", tmp_path / "bad.toml")
    assert error["file"] == str(tmp_path / "bad.toml")


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        (("new", "--players", "x", "-o", "-"), "--players"),
        (("new", "-o", "-"), "--players"),
        (("moves", "--sing"), "--sing"),
        (("show", "--example", "midgame", "--seat", "9"), "--seat"),
        (("show", "--example", "midgame", "--width", "1"), "--width"),
        (("moves",), None),
        (("sing",), None),
        (("match", "random", "random", "--games", "0"), "games"),
    ],
)
def test_wrong_usage_is_json_as_well(arguments: tuple[str, ...], path: str | None) -> None:
    assert error_of(2, *arguments)["path"] == path


def test_json_is_asked_for_before_two_dashes(game: Path) -> None:
    result = run("moves", game, "--", "--json")
    assert result.exit_code == 2
    assert result.stderr.startswith("gwta-ai: ")


def test_bad_field_is_named(state: State) -> None:
    snapshot = state.to_dict()
    snapshot["surplus"] = 1
    assert "surplus" in failure(3, "moves", "-", stdin=json.dumps(snapshot).encode())


def test_missing_file(tmp_path: Path) -> None:
    assert "none.msgpack" in failure(3, "moves", tmp_path / "none.msgpack")
    failure(3, "moves", tmp_path)


def test_unknown_verb() -> None:
    assert "sing" in failure(2, "sing")
    failure(2)


def test_unexpected_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> State:
        raise ZeroDivisionError

    monkeypatch.setattr(Setup, "new_game", broken)
    result = run("new", "--players", "2", "-o", "-")
    assert result.exit_code == 1
    assert isinstance(result.exception, ZeroDivisionError)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.SetupError("x"), 2),
        (errors.LimitError("x"), 2),
        (errors.SnapshotError("players", "a list", 3), 3),
        (errors.PositionError("x"), 3),
        (errors.RulesetError("x"), 3),
        (errors.GwtaError("x"), 3),
        (FileNotFoundError(2, "No such file", "x"), 3),
        (errors.IllegalActionError("move:n4", "discard"), 4),
        (ValueError("x"), None),
    ],
)
def test_exit_codes(error: Exception, code: int | None) -> None:
    assert exit_code(error) == code


def test_exit_codes_of_the_process(tmp_path: Path, game: Path) -> None:
    assert process(tmp_path, "moves", game).returncode == 0
    assert process(tmp_path, "moves").returncode == 2
    assert process(tmp_path, "moves", "-", stdin=b"x").returncode == 3
    assert process(tmp_path, "apply", game, "x", "-o", "-").returncode == 4


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_closed_streams(tmp_path: Path, game: Path) -> None:
    """What is closed is like what is empty or cannot be written to."""

    def closed(streams: str, *arguments: str | Path) -> tuple[int, str]:
        shell = ["sh", "-c", f'exec "$@" {streams}', "sh", *command(*arguments)]
        result = subprocess.run(
            shell,
            cwd=tmp_path,
            env=environment(),
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
        return result.returncode, result.stderr

    line = "gwta-ai: standard output: Bad file descriptor\n"
    assert closed(">&-", "moves", game) == (3, line)
    assert closed("<&-", "moves", game)[0] == 0
    for arguments in (("moves", "-"), ("ruleset", "--check", "-")):
        code, text = closed("<&-", *arguments)
        assert (code, len(text.splitlines())) == (3, 1)


def test_errors_are_whole_sentences(game: Path) -> None:
    assert failure(2, "moves", game, "x").endswith("argument (x). See program moves --help.")
    assert failure(2, "moves").endswith("got neither. See program moves --help.")
    assert (
        failure(3, "apply", game, "place:n1", "-o", "") == "gwta-ai: '': No such file or directory"
    )
    missing = "none.toml: cannot be read as a ruleset: No such file or directory"
    assert failure(3, "ruleset", "--check", "none.toml") == f"gwta-ai: {missing}"


# ------------------------------------------------------------------------------ output files


def test_written_through_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_bytes(str(link), b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_written_into_a_device() -> None:
    """It must not be renamed over."""
    write_bytes(os.devnull, b"x")
    assert not Path(os.devnull).is_file()


def test_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "g"
    file.write_bytes(b"old")

    def full(handle: int, data: bytes) -> None:
        os.close(handle)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gwta_ai.common.files.put_bytes", full)
    with pytest.raises(OSError, match="No space"):
        write_bytes(str(file), b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_threads_that_save_to_one_path_do_not_tear_it(tmp_path: Path) -> None:
    """The file is always that of one of them, and nothing is left beside it."""
    file = tmp_path / ("g" * 240)  # beside it there is no room for a longer name
    contents = [bytes([65 + at]) * 200_000 for at in range(6)]
    with ThreadPoolExecutor(6) as threads:
        for _ in range(10):
            list(threads.map(lambda content: write_bytes(str(file), content), contents))
            assert file.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_being_written_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else reads it before it is in its place, and no link laid in advance is followed."""
    seen = []

    def looked_at(handle: int, data: bytes) -> None:
        (beside,) = tmp_path.iterdir()
        seen.append((beside.stat().st_mode & 0o777, len(beside.name)))
        os.close(handle)

    monkeypatch.setattr("gwta_ai.common.files.put_bytes", looked_at)
    for _ in range(2):
        write_bytes(str(tmp_path / "g"), b"new")
        (tmp_path / "g").unlink()
    assert [mode for mode, _ in seen] == [0o600, 0o600]
    assert max(length for _, length in seen) < 40


def test_what_a_killed_process_left_is_cleared_away(tmp_path: Path) -> None:
    """But not what another one may be writing at this moment."""
    old, young = tmp_path / ".gwta-ai-old", tmp_path / ".gwta-ai-young"
    for path in (old, young):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    write_bytes(str(tmp_path / "g"), b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".gwta-ai-young", "g"]


def test_a_file_that_must_not_be_written_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "g"
    file.write_bytes(b"old")
    file.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # as for all but the superuser
    with pytest.raises(PermissionError, match="Permission denied"):
        write_bytes(str(file), b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_failed_write_names_the_file_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where not even looking into the folder is allowed."""

    def refused(path: str, *_: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    for name in ("gwta_ai.common.files.put_bytes", "os.unlink"):
        monkeypatch.setattr(name, refused)
    with pytest.raises(PermissionError) as caught:
        write_bytes(str(tmp_path / "g"), b"new")
    assert caught.value.filename == str(tmp_path / "g")


def test_a_view_is_saved_as_a_view(tmp_path: Path, state: State) -> None:
    gwta_ai.save(state.view(2), tmp_path / "v.msgpack")
    assert isinstance(gwta_ai.load(tmp_path / "v.msgpack"), View)
