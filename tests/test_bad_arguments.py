"""Whatever is handed to a public name is taken or refused by an error of ours, in words."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gwta_ai
from gwta_ai import (
    Action,
    Advice,
    Advisor,
    ArgumentError,
    GwtaError,
    IllegalActionError,
    Limit,
    LimitError,
    Match,
    PositionError,
    Record,
    Recorder,
    Ruleset,
    ScoreSheet,
    Settings,
    Setup,
    SetupError,
    State,
    View,
    Weights,
    bench,
    bots,
    carry,
    examples,
    figures_since,
    load,
    new_game,
    play_match,
    problems_in,
    problems_in_file,
    save,
    schema,
)


class Odd:
    """Something of somebody else."""

    def __repr__(self) -> str:
        return "<odd>"


ODD: list[Any] = [
    None, True, -1, 10**30, 1.5, math.nan, math.inf, "x", "", "\ud800", b"x",
    [], [None], (1, 2), {}, {"x": 1}, {1}, Odd(), Odd, int, np.float32(2.5), np.arange(2),
]  # fmt: skip
RANDOM = ("random", "random")


@cache
def state() -> State:
    found = examples.load("midgame")
    assert isinstance(found, State)
    return found


@cache
def view() -> View:
    seat = state().seat_to_move
    assert seat is not None
    return state().view(seat)


@cache
def action() -> Action:
    return state().legal_actions()[0]


LIMIT = Limit(simulations=5)


@cache
def advisor() -> Advisor:
    found = Advisor(seed=1)
    found.advise(view(), LIMIT)
    return found


@cache
def advice() -> Advice:
    return advisor().advise(view(), LIMIT)


@cache
def pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


@cache
def record() -> Record:
    return play_match(Match(RANDOM, 1), executor=pool()).records[0]


def described(action: Action) -> None:
    assert [action.notation, action.kind, action.text, action.arguments]


def recorded(seconds: Any) -> None:
    recorder = Recorder(state())
    try:
        recorder.apply(action(), seconds)
    except GwtaError:
        assert recorder.state == state()
        raise
    recorder.record().to_bytes()


def boosted(*arguments: Any) -> None:
    advisor().advise(view(), LIMIT)
    advisor().boost(*arguments)


R = Ruleset.shipped()
TAKING: dict[str, Callable[[Any], object]] = {
    "new_game players": lambda odd: new_game(odd, 1),
    "new_game seed": lambda odd: new_game(2, odd),
    "new_game game": lambda odd: new_game(2, 1, game=odd),
    "new_game ruleset": lambda odd: new_game(2, 1, ruleset=odd),
    "new_game buildings": lambda odd: new_game(2, 1, buildings=odd),
    "new_game neutral": lambda odd: new_game(2, 1, neutral=odd),
    "new_game option": lambda odd: new_game(2, 1, roof=odd),
    "Setup players": lambda odd: Setup(odd, 1).new_game(),
    "Setup seed": lambda odd: Setup(2, odd).new_game(),
    "Setup game": lambda odd: Setup(2, 1, game=odd),
    "Setup buildings": lambda odd: Setup(2, 1, buildings=odd).new_game(),
    "Setup.new_game": lambda odd: Setup(2, 1).new_game(odd),
    "carry position": lambda odd: carry(odd),
    "carry ruleset": lambda odd: carry(state(), odd),
    "figures_since": lambda odd: figures_since(odd),
    "State.apply": lambda odd: state().clone().apply(odd),
    "State.apply reveals": lambda odd: state().clone().apply(action(), odd),
    "State.needed_reveals": lambda odd: state().needed_reveals(odd),
    "State.legal_action": lambda odd: state().legal_action(odd),
    "State.view": lambda odd: state().view(odd),
    "State.from_dict": State.from_dict,
    "State.from_dict ruleset": lambda odd: State.from_dict(state().to_dict(), odd),
    "State.from_bytes": State.from_bytes,
    "State.from_bytes ruleset": lambda odd: State.from_bytes(state().to_bytes(), odd),
    "View.determinize": lambda odd: view().determinize(odd),
    "View.legal_action": lambda odd: view().legal_action(odd),
    "View.from_dict": View.from_dict,
    "View.from_bytes": View.from_bytes,
    "Action": lambda odd: described(Action(odd)),
    "Action ruleset": lambda odd: described(Action(action().value, odd)),
    "Action.parse": Action.parse,
    "Action.parse ruleset": lambda odd: Action.parse("end", odd),
    "Action applied": lambda odd: state().clone().apply(Action(odd)),
    "load": load,
    "load ruleset": lambda odd: load(SAVED, odd),
    "save": lambda odd: save(odd, "saved"),
    "save path": lambda odd: save(state(), odd),
    "problems_in": problems_in,
    "problems_in ruleset": lambda odd: problems_in(state().to_dict(), odd),
    "problems_in_file": problems_in_file,
    "problems_in_file ruleset": lambda odd: problems_in_file(state().to_bytes(), odd),
    "schema": schema,
    "schema ruleset": lambda odd: schema("state", odd),
    "Ruleset": Ruleset,
    "Ruleset.load": Ruleset.load,
    "Ruleset.by_digest": Ruleset.by_digest,
    "Ruleset.differences": R.differences,
    "Weights learned": lambda odd: Weights(odd, {}).to_bytes(),
    "Weights about": lambda odd: Weights({}, odd),
    "Weights game": lambda odd: Weights({}, {}, odd),
    "Weights.load": Weights.load,
    "Weights.load game": lambda odd: Weights.load(SAVED, odd),
    "Weights.save": lambda odd: Weights.default().save(odd),
    "Weights.shipped": Weights.shipped,
    "Weights.table": lambda odd: Weights.default().table(odd, 2),
    "Weights.table players": lambda odd: Weights.default().table(R, odd),
    "Weights.correction": lambda odd: Weights.default().correction(odd),
    "Limit seconds": Limit,
    "Limit simulations": lambda odd: Limit(simulations=odd),
    "Limit memory_mb": lambda odd: Limit(1, memory_mb=odd),
    "Settings exploration": lambda odd: Settings(exploration=odd),
    "Settings horizon": lambda odd: Settings(horizon=odd),
    "Settings policy": lambda odd: Settings(policy=odd),
    "Advisor threads": lambda odd: Advisor(threads=odd),
    "Advisor seed": lambda odd: Advisor(seed=odd),
    "Advisor reuse": lambda odd: Advisor(reuse=odd),
    "Advisor weights": lambda odd: Advisor(weights=odd),
    "Advisor plain": lambda odd: Advisor(plain=odd),
    "Advisor option": lambda odd: Advisor(foo=odd),
    "Advisor.advise": lambda odd: advisor().advise(odd, LIMIT),
    "Advisor.advise limit": lambda odd: advisor().advise(view(), odd),
    "Advisor.advise top": lambda odd: advisor().advise(view(), LIMIT, top=odd),
    "Advisor.advise only": lambda odd: advisor().advise(view(), LIMIT, only=odd),
    "Advisor.outcome": lambda odd: advisor().outcome(odd, LIMIT),
    "Advisor.outcome limit": lambda odd: advisor().outcome(view(), odd),
    "Advisor.analysis": lambda odd: advisor().analysis(odd, LIMIT),
    "Advisor.analysis limit": lambda odd: advisor().analysis(view(), odd),
    "Advisor.analysis top": lambda odd: advisor().analysis(view(), LIMIT, top=odd),
    "Advisor.analysis only": lambda odd: advisor().analysis(view(), LIMIT, only=odd),
    "Advisor.analysis every": lambda odd: advisor().analysis(view(), LIMIT, every=odd),
    "Advisor.boost": lambda odd: boosted(odd, LIMIT),
    "Advisor.boost limit": lambda odd: boosted(advice().best.action, odd),
    "Advisor.boost top": lambda odd: boosted(advice().best.action, LIMIT, odd),
    "Advice.rank": lambda odd: advice().rank(odd),
    "bots.make": bots.make,
    "random": lambda odd: bots.make("random").choose(odd),
    "greedy": lambda odd: bots.make("greedy").choose(odd),
    "policy": lambda odd: bots.make("policy").choose(odd),
    "mcts": lambda odd: bots.make("mcts").choose(odd),
    "level": lambda odd: bots.make("level:novice").choose(odd),
    "examples.load": examples.load,
    "examples.load game": lambda odd: examples.load("midgame", odd),
    "examples.names": examples.names,
    "bench.measure players": lambda odd: bench.measure(odd, 1e-9),
    "bench.measure game": lambda odd: bench.measure(2, 1e-9, odd),
    "Match specs": lambda odd: Match(odd, 2),
    "Match spec": lambda odd: Match((odd, "random"), 2),
    "Match games": lambda odd: Match(RANDOM, odd),
    "Match seed": lambda odd: Match(RANDOM, 2, odd),
    "Match players": lambda odd: Match(RANDOM, 2, 0, odd),
    "Match game": lambda odd: Match(RANDOM, 2, game=odd),
    "Match ruleset": lambda odd: Match(RANDOM, 2, ruleset=odd),
    "Match options": lambda odd: Match(RANDOM, 2, options=odd),
    "Match buildings": lambda odd: Match(RANDOM, 2, buildings=odd),
    "Match.deal": lambda odd: Match(RANDOM, 2).deal(odd),
    "Match.entries": lambda odd: Match(RANDOM, 2).entries(odd),
    "Match.plan": lambda odd: Match(RANDOM, 2).plan(odd),
    "Match.game_id": lambda odd: Match(RANDOM, 2).game_id(odd),
    "play_match": lambda odd: play_match(odd, executor=pool()),
    "play_match jobs": lambda odd: play_match(Match(RANDOM, 1), executor=pool(), jobs=odd),
    "play_match anchor": lambda odd: play_match(Match(RANDOM, 1), executor=pool(), anchor=odd),
    "Record.from_dict": Record.from_dict,
    "Record.from_dict ruleset": lambda odd: Record.from_dict(record().to_dict(), odd),
    "Record.from_bytes": Record.from_bytes,
    "Record.from_bytes ruleset": lambda odd: Record.from_bytes(record().to_bytes(), odd),
    "Recorder": Recorder,
    "Recorder bots": lambda odd: Recorder(state(), bots=odd),
    "Recorder ruleset": lambda odd: Recorder(Setup(2, 1), ruleset=odd),
    "Recorder.apply": lambda odd: Recorder(state()).apply(odd),
    "Recorder.apply seconds": recorded,
    "ScoreSheet": ScoreSheet,
}
SAVED = "state.msgpack"


@pytest.mark.parametrize("name", TAKING)
def test_nothing_but_errors_of_ours(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each says what it is about, and can be sent to another process."""
    monkeypatch.chdir(tmp_path)
    save(state(), SAVED)
    refused = []
    for odd in ODD:
        try:
            TAKING[name](odd)
        except GwtaError as error:
            refused.append(error)
        except BaseException as error:
            error.add_note(f"{name}: {odd!r}")
            raise
    assert refused or name in ("problems_in", "Weights.correction")
    for one in refused:
        assert str(one).isprintable()
        assert len(str(one)) < 1500
        assert str(pickle.loads(pickle.dumps(one))) == str(one)


def test_every_public_name_is_tried() -> None:
    """But for errors, for modules whose functions are, and for what is never made by users."""
    tried = {word for name in TAKING for word in name.replace(".", " ").split()}
    errors = {name for name in gwta_ai.__all__ if name.endswith("Error")}
    given = {"Advice", "Candidate", "Problem", "games"}
    assert set(gwta_ai.__all__) - tried - errors == given - tried


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: new_game("3", 1), SetupError, "players: expected 2 to 4, got '3'"),
        (lambda: new_game(2, 1, ruleset="x"), ArgumentError, "ruleset: expected a ruleset, got"),
        (lambda: state().view(1.5), PositionError, "seat: expected 0 to 2, got 1.5"),
        (lambda: state().apply(3.5), IllegalActionError, "expected an Action or its notation"),
        (lambda: Limit("x"), LimitError, "seconds: expected a number above 0"),
        (lambda: Advisor(foo=1), ArgumentError, "options: expected some of plain, exploration"),
        (lambda: advisor().advise(state(), 1.0), ArgumentError, "limit: expected a Limit, got 1.0"),
        (lambda: advisor().advise("x", LIMIT), ArgumentError, "position: expected a State or"),
        (lambda: advisor().advise(state(), LIMIT, only="end"), ArgumentError, "only: expected a"),
        (lambda: bots.make(7), SetupError, "bot: expected one of random"),
        (lambda: Match("greedy", 2), ArgumentError, "specs: expected the texts of bots"),
        (lambda: save(3, "x"), ArgumentError, "position: expected a State, a View or a Record"),
        (lambda: problems_in_file("x.json"), ArgumentError, "content: expected the bytes of a"),
        (lambda: Recorder(view()), ArgumentError, "start: expected a Setup or a State"),
        (lambda: play_match(Match(RANDOM, 1), executor=3), ArgumentError, "executor: expected an"),
        (lambda: play_match(Match(RANDOM, 1), progress=3), ArgumentError, "progress: expected a"),
        (lambda: bench.measure(2, "x"), LimitError, "seconds: expected a number"),
        (lambda: schema("game"), ValueError, "expected one of state, view, open-view, record"),
        (lambda: sorted([action(), 3]), TypeError, "not supported between"),
    ],
)  # fmt: skip
def test_what_is_said(call: Callable[[], object], error: type[Exception], said: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert said in str(caught.value)


def test_arguments_of_the_wrong_kind_are_known_to_python_as_well() -> None:
    for known in (TypeError, ValueError, GwtaError):
        with pytest.raises(known):
            Advisor(foo=1)


def test_whole_numbers_may_be_those_of_numpy(tmp_path: Path) -> None:
    """And nothing differs, down to the bytes of what is saved."""
    two, one = np.int64(2), np.uint8(1)
    assert new_game(two, one) == new_game(2, 1)
    assert state().view(one) == state().view(1)
    assert view().determinize(one) == view().determinize(1)
    value = np.uint32(action().value)
    assert type(Action(value).value) is int
    assert Action(value) == action()
    described(Action(value))
    limit = Limit(np.float32(2), np.int32(20), np.int16(64))
    assert limit == Limit(2, 20, 64)
    assert [type(limit.seconds), type(limit.simulations)] == [float, int]
    plain = Advisor(threads=2, seed=1, horizon=8, policy=1, exploration=1.5)
    more = {"horizon": np.int8(8), "policy": one, "exploration": np.float64(1.5)}
    numpy = Advisor(threads=two, seed=one, **more)
    assert numpy.settings == plain.settings
    found = numpy.advise(view(), Limit(simulations=np.int64(20)), top=two)
    assert found.to_dict() == plain.advise(view(), Limit(simulations=20), top=2).to_dict()
    assert type(found.seed) is type(found.threads) is int
    match = Match(RANDOM, two, one, two)
    assert match == Match(RANDOM, 2, 1, 2)
    assert match.game_id(one) == Match(RANDOM, 2, 1, 2).game_id(1)
    assert type(match.games) is type(match.players) is int
    recorder = Recorder(Setup(two, one))
    recorder.apply(recorder.state.legal_actions()[0], np.float32(0.5))
    kept = recorder.record()
    assert kept.microseconds == (500_000,)
    save(kept, tmp_path / "record.json")
    save(kept, tmp_path / "record.msgpack")
    assert load(tmp_path / "record.json") == load(tmp_path / "record.msgpack") == kept
    assert Weights.default().table(R, two) is not None
