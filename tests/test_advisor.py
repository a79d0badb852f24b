"""The adviser and the bots on the game itself."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from itertools import pairwise

import pytest

from gwta_ai import Advice, Advisor, Limit, State, new_game
from gwta_ai.errors import IllegalActionError, LimitError, PositionError, SetupError
from gwta_ai.games.argentina.game import CATEGORIES
from gwta_ai.games.argentina.greedy import value
from gwta_ai.play import bots


def played(players: int, seed: int, decisions: int) -> State:
    """A game after some random decisions."""
    state, choose = new_game(players=players, seed=seed), random.Random(seed)
    for _ in range(decisions):
        if state.is_over:
            break
        state.apply(choose.choice(state.legal_actions()))
    return state


def with_choice(players: int, seed: int, decisions: int) -> State:
    """As ``played``, then on to a decision between three actions or more."""
    state, choose = played(players, seed, decisions), random.Random(seed)
    while len(options := state.legal_actions()) < 3:
        state.apply(choose.choice(options))
    return state


@pytest.fixture(scope="module")
def state() -> State:
    return with_choice(3, 5, 120)


@pytest.fixture(scope="module")
def finished() -> State:
    state = played(2, 3, 100_000)
    assert state.is_over
    return state


@pytest.fixture(scope="module")
def advice(state: State) -> Advice:
    return Advisor(seed=9).advise(state, Limit(simulations=400))


def test_advice_agrees_with_itself(state: State, advice: Advice) -> None:
    assert advice.seat == state.seat_to_move
    assert advice.simulations == advice.determinizations == 400
    assert (advice.seed, advice.threads, advice.complete) == (9, 1, True)
    assert advice.ruleset == state.ruleset.digest
    assert advice.nodes > 100
    assert advice.depth > 1
    legal = {action.value: action for action in state.legal_actions()}
    assert {candidate.action.value for candidate in advice.candidates} == set(legal)
    assert sum(candidate.visits for candidate in advice.candidates) == 400
    assert advice.best is advice.candidates[0]
    visits = [candidate.visits for candidate in advice.candidates]
    assert visits == sorted(visits, reverse=True)
    for candidate in advice.candidates:
        action = legal[candidate.action.value]
        assert (candidate.notation, candidate.text) == (action.notation, action.text)
        assert candidate.pv[0] == action.notation
        assert candidate.plan.startswith(action.text)
        assert tuple(candidate.categories) == CATEGORIES
        assert sum(candidate.categories.values()) == pytest.approx(candidate.score)
        assert 0 <= candidate.win <= 1
        assert 0 <= candidate.low <= candidate.win <= candidate.high <= 1
        assert candidate.bound == (candidate.high - candidate.low) / 2 > 0
        assert candidate.score_sd >= 0
        assert 0 < candidate.prior < 1
    assert sum(candidate.prior for candidate in advice.candidates) == pytest.approx(1)


def test_figures_are_those_of_finished_games() -> None:
    """With one decision left, every game that an action leads to ends the same way."""
    choose = random.Random(2)
    for seed in range(40):
        state, before = new_game(players=2, seed=seed), None
        while not state.is_over:
            if len(state.legal_actions()) > 1:
                before = state.clone()
            state.apply(choose.choice(state.legal_actions()))
        assert before is not None
        seat = before.seat_to_move
        assert seat is not None
        advice = Advisor().advise(before, Limit(simulations=60))
        for candidate in advice.candidates:
            end = before.clone()
            end.apply(candidate.notation)
            if not end.is_over:
                continue
            own, other = end.scores()[seat], end.scores()[1 - seat]
            assert candidate.score == pytest.approx(own.total)
            assert candidate.score_sd == pytest.approx(0, abs=1e-6)
            assert candidate.margin == pytest.approx(own.total - other.total)
            win = 0.5 if own.total == other.total else float(own.total > other.total)
            assert candidate.win == win
            assert candidate.categories == pytest.approx(
                {name: getattr(own, name) for name in CATEGORIES}
            )
            return
    pytest.fail("no game whose last decision had a choice that ended it")


def test_a_state_is_reduced_to_its_movers_view(state: State) -> None:
    assert state.seat_to_move is not None
    view = state.view(state.seat_to_move)
    limit = Limit(simulations=100)
    found = Advisor().advise(state, limit).to_dict()
    assert Advisor().advise(view, limit).to_dict() == found
    # Another arrangement of what the mover does not know.
    assert Advisor().advise(view.determinize(77), limit).to_dict() == found


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_equal_arguments_give_equal_advice(state: State, threads: int) -> None:
    advisor, limit = Advisor(threads=threads, seed=4), Limit(simulations=101)
    first = json.dumps(advisor.advise(state, limit).to_dict())
    assert json.dumps(advisor.advise(state, limit).to_dict()) == first
    other = Advisor(threads=threads, seed=5)
    assert json.dumps(other.advise(state, limit).to_dict()) != first


def test_to_dict(advice: Advice) -> None:
    found = advice.to_dict()
    assert "seconds" not in found
    assert advice.to_dict(timing=True)["seconds"] > 0
    assert found["candidates"][0] == advice.best.to_dict()
    assert json.loads(json.dumps(found)) == found


def test_top_and_only(state: State, advice: Advice) -> None:
    limit = Limit(simulations=400)
    top = Advisor(seed=9).advise(state, limit, top=2)
    assert top.candidates == advice.candidates[:2]
    first, *_, last = state.legal_actions()
    only = Advisor().advise(state, limit, only=[last, first.notation])
    assert {candidate.action for candidate in only.candidates} == {first, last}
    assert sum(candidate.prior for candidate in only.candidates) == pytest.approx(1)
    with pytest.raises(IllegalActionError, match="token"):
        Advisor().advise(state, limit, only=["token:99"])
    with pytest.raises(IllegalActionError, match=first.notation):  # what is legal instead
        Advisor().advise(state, limit, only=[first, "pass"])
    with pytest.raises(IllegalActionError, match="expected an Action or its notation"):
        Advisor().advise(state, limit, only=[7])  # type: ignore[list-item]
    with pytest.raises(LimitError, match="only"):
        Advisor().advise(state, limit, only=[])
    with pytest.raises(LimitError, match="top"):
        Advisor().advise(state, limit, top=0)


def test_fewer_simulations_than_actions(state: State) -> None:
    found = Advisor().advise(state, Limit(simulations=1))
    assert [candidate.visits for candidate in found.candidates] == [1]


def test_nothing_to_advise_on(state: State, finished: State) -> None:
    limit = Limit(simulations=1)
    for position in (finished, finished.view(0)):
        with pytest.raises(PositionError, match="over"):
            Advisor().advise(position, limit)
    assert state.seat_to_move is not None
    other = (state.seat_to_move + 1) % 3
    with pytest.raises(PositionError, match=f"view of seat {other}"):
        Advisor().advise(state.view(other), limit)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"seconds": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": "5"},
        {"simulations": 0},
        {"simulations": 1.5},
        {"simulations": True},
        {"simulations": 1 << 32},
        {"simulations": 1 << 80},
        {"simulations": 1, "memory_mb": 0},
        {"simulations": 1, "memory_mb": 1 << 40},
    ],
)
def test_limits_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(LimitError):
        Limit(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"threads": 0},
        {"threads": 65},
        {"threads": 1.0},
        {"seed": -1},
        {"seed": 1 << 64},
        {"exploration": -0.1},
        {"exploration": float("nan")},
        {"win_weight": 1.01},
        {"margin_scale": 0},
    ],
)
def test_options_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(LimitError, match=next(iter(wrong))):
        Advisor(**wrong)  # type: ignore[arg-type]


def test_memory_must_do_for_all_threads(state: State) -> None:
    with pytest.raises(LimitError, match="memory_mb"):
        Advisor(threads=64).advise(state, Limit(simulations=1, memory_mb=1))
    assert Advisor(threads=4).advise(state, Limit(simulations=8, memory_mb=2)).simulations == 8


def test_interrupt_gives_what_was_found(state: State) -> None:
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    found = Advisor(threads=2).advise(state, Limit(seconds=60))
    assert time.monotonic() - started < 10
    assert not found.complete
    assert sum(candidate.visits for candidate in found.candidates) == found.simulations > 0


def test_time_limit(state: State) -> None:
    started = time.monotonic()
    found = Advisor().advise(state, Limit(seconds=0.1))
    # The search leaves some time to describe what it found.
    assert 0.08 <= found.seconds <= time.monotonic() - started < 2
    assert found.complete


SPECS = [
    "random:seed=3",
    "greedy:seed=3",
    "policy:seed=3",
    "policy:temperature=0",
    "mcts:simulations=20,seed=3",
    "mcts:simulations=20,plain=1,reuse=1",
    "level:novice,seed=3",
    "level:casual",
]


@pytest.mark.parametrize("spec", SPECS)
def test_bots_choose_legal_actions_reproducibly(spec: str) -> None:
    one, two = bots.make(spec), bots.make(spec)
    assert one.spec == spec
    state = new_game(players=4, seed=8)
    for _ in range(25):
        assert state.seat_to_move is not None
        view = state.view(state.seat_to_move)
        action = one.choose(view)
        assert action in state.legal_actions()
        assert two.choose(view) == action
        state.apply(action)


def test_mcts_plays_the_best_candidate(state: State) -> None:
    assert state.seat_to_move is not None
    bot = bots.make("mcts:simulations=150,seed=6,threads=2,exploration=0.3")
    advisor = Advisor(threads=2, seed=6, exploration=0.3)
    best = advisor.advise(state, Limit(simulations=150)).best
    assert bot.choose(state.view(state.seat_to_move)) == best.action


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "random, greedy, policy, mcts, level:novice"),
        ("chess", "random, greedy, policy, mcts, level:novice"),
        ("level", "level:novice"),
        ("level:", "level:novice"),
        ("level:master", "level:novice"),
        ("level:club,temperature=1", "level:club takes each of seed once"),
        ("random:speed=3", "seed"),
        ("mcts:simulations", "name=value"),
        ("mcts:simulations=many", "expected a whole number"),
        ("mcts:seed=1,seed=2", "once"),
    ],
)
def test_unknown_bots(spec: str, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        bots.make(spec)


@pytest.mark.parametrize(
    "spec",
    [
        "mcts:simulations=0",
        "mcts:seconds=nan",
        "mcts:mixing=2",
        "mcts:reuse=2",
        "greedy:seed=-1",
        "policy:temperature=-1",
        "level:club,seed=-1",
    ],
)
def test_bots_out_of_range(spec: str) -> None:
    with pytest.raises(LimitError):
        bots.make(spec)


@pytest.mark.parametrize("spec", ["random", "greedy", "policy", "mcts:simulations=1", "level:club"])
def test_bots_with_nothing_to_choose(spec: str, state: State, finished: State) -> None:
    bot = bots.make(spec)
    with pytest.raises(PositionError, match="over"):
        bot.choose(finished.view(0))
    assert state.seat_to_move is not None
    with pytest.raises(PositionError, match="to move"):
        bot.choose(state.view((state.seat_to_move + 1) % 3))


def test_levels_are_in_order_and_in_time() -> None:
    """More thought and more care from level to level, and bounded below two seconds."""
    levels = list(bots.LEVELS.values())
    assert list(bots.LEVELS) == ["novice", "casual", "club", "expert"]
    for lower, higher in pairwise(levels):
        assert lower.simulations < higher.simulations
        assert higher.care is None or (lower.care is not None and lower.care <= higher.care)
    assert levels[0].care is not None
    assert levels[-1].care is None
    assert all(level.seconds < 2 for level in levels)


def test_careless_levels_choose_by_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A careless bot plays all sorts of things, a careful one the best."""
    view = new_game(players=2, seed=1).view(0)
    assert len(view.legal_actions()) > 5

    def choices(care: int | None) -> set[str]:
        level = bots.Level(simulations=60, care=care)
        monkeypatch.setattr(bots, "LEVELS", {"novice": level})
        return {bots.make(f"level:novice,seed={i}").choose(view).notation for i in range(25)}

    best = {Advisor(seed=i).advise(view, Limit(simulations=60)).best.notation for i in range(25)}
    assert choices(None) == best
    assert len(choices(1)) > len(best)
    assert choices(100) <= best


def test_the_policy_draws_by_the_priors(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    assert state.seat_to_move is not None
    view = state.view(state.seat_to_move)
    legal = [action.value for action in view.legal_actions()]
    asked = []

    def told(table: object, data: bytes, *, temperature: float) -> tuple[list[int], list[float]]:
        asked.append(temperature)
        return legal, [0.75, 0.25] + [0.0] * (len(legal) - 2)

    monkeypatch.setattr(bots, "policy", told)
    bot = bots.make("policy:seed=1,temperature=0.5")
    drawn = [bot.choose(view).value for _ in range(400)]
    assert set(drawn) == set(legal[:2])
    assert 250 < drawn.count(legal[0]) < 350
    assert set(asked) == {0.5}
    surest = bots.make("policy:temperature=0")
    assert {surest.choose(view).value for _ in range(20)} == {legal[0]}


def test_value_looks_at_the_view_alone(state: State) -> None:
    """Whatever is hidden does not change it, and the points of the seat do."""
    for seat in range(3):
        view = state.view(seat)
        worth = value(view.core, view.ruleset)
        for seed in (1, 2):
            other = view.determinize(seed).view(seat)
            assert value(other.core, other.ruleset) == worth


def test_greedy_beats_random() -> None:
    """At least 90 %: of 20 games here, of 1,000 in scripts/ladder.toml."""
    wins = 0.0
    for game in range(20):
        seat = game % 2
        players = [bots.make("random:seed=5"), bots.make("random:seed=5")]
        players[seat] = bots.make("greedy")
        state = new_game(players=2, seed=game)
        while not state.is_over:
            assert state.seat_to_move is not None
            state.apply(players[state.seat_to_move].choose(state.view(state.seat_to_move)))
        own, other = state.scores()[seat].total, state.scores()[1 - seat].total
        wins += 0.5 if own == other else own > other
    assert wins >= 18
