"""What the settings of a search do, on toys that say what the test tells them to."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from statistics import mean
from typing import Any

import gwta_toys as toys
import pytest
import solver

from gwta_ai._engine.search import MIN_MEMORY, Tree, measure, policy
from gwta_ai.search.outcome import Outcome
from gwta_ai.search.search import Search
from gwta_ai.search.settings import PLAIN, Settings

MEMORY = 64 << 20
CARDS = [0, 0, 0, 1, 1, 2]
NUMBERS = [5, 2, 10, 18, 22, 7, 10]
WIN_ONLY = Settings(win_weight=1.0, horizon=0)
Evaluations = dict[bytes, tuple[list[float], list[float], list[float]]]


def searched(
    game: toys.Toy, view: bytes, settings: Settings, simulations: int = 5_000, **more: int
) -> Search:
    arguments = {"seed": 1, "threads": 1} | more
    one = Search(game.table, view, memory=MEMORY, settings=settings, **arguments)  # type: ignore[arg-type]
    one.run(simulations=simulations)
    return one


def found(*arguments: Any, **more: int) -> Outcome:
    return searched(*arguments, **more).outcome()


def values_found(*arguments: Any, **more: int) -> tuple[float, ...]:
    return searched(*arguments, **more).values()


def reachable(game: toys.Toy, *starts: bytes) -> Iterator[bytes]:
    """Every state play can lead to."""
    seen, left = set(starts), list(starts)
    while left:
        state = left.pop()
        yield state
        for action in game.legal(state):
            after = game.step(state, action)
            if after not in seen:
                seen.add(after)
                left.append(after)


def perfect_ends(game: toys.Ends) -> Evaluations:
    """Where play of max^n ends from every state, the rewards half win and half margin."""
    known: dict[bytes, tuple[float, ...]] = {}

    def points(state: bytes) -> tuple[float, ...]:
        if state not in known:
            seat = game.seat_to_move(state)
            options = [points(game.step(state, action)) for action in game.legal(state)]
            known[state] = (
                max(options, key=lambda option: solver.rewards(option, 0.5, 10.0)[seat])
                if options
                else tuple(game.returns(state))
            )
        return known[state]

    points(game.state())
    return {
        state: (list(solver.rewards(end, 1.0, 1.0)), list(end), [0.0] * 3)
        for state, end in known.items()
    }


def perfect_board(game: toys.TicTacToe) -> Evaluations:
    """Shared wins under perfect play after every sequence of moves."""
    known: Evaluations = {}

    def walk(moves: tuple[int, ...]) -> None:
        state = game.state(moves)
        if state not in known:
            win = list(solver.tic_tac_toe(moves))
            known[state] = (win, win, [0.0, 0.0])
            for cell in game.legal(state):
                walk((*moves, cell))

    walk(())
    return known


def perfect_coin(game: toys.HiddenCoin) -> Evaluations:
    """Seat 0 does best to settle on the cup it did not point at."""
    starts = [game.state(coin, tie) for coin in range(3) for tie in range(2)]
    known = {}
    for state in reachable(game, *starts):
        coin, _, pointed, _, _ = state
        win = [2 / 3, 1 / 3]
        if pointed:
            win = [0.0, 1.0] if pointed == 1 + coin else [1.0, 0.0]
        known[state] = (win, win, [0.0, 0.0])
    return known


def perfect_matching(game: toys.Matching) -> Evaluations:
    """Shared wins at the edges of turns, as far as the seats can know."""
    known = {}
    for seed in range(400):
        left: list[tuple[bytes, tuple[int, ...]]] = [(game.state(seed), ())]
        while left:
            state, named = left.pop()
            turned = tuple(state[: len(named)])
            if state not in known:
                win = list(solver.matching_from(CARDS, 3, turned, named))
                known[state] = (win, win, [0.0, 0.0])
            if len(named) < 3:
                for kind in game.legal(state):
                    after = game.step(state, kind)
                    left.append((game.step(after, 8 + after[len(named)]), (*named, kind)))
    return known


def known_values() -> dict[str, tuple[toys.Toy, bytes, Settings, tuple[float, ...], Evaluations]]:
    board, coin, matching = toys.TicTacToe(), toys.HiddenCoin(), toys.Matching(CARDS, 3)
    ends = toys.Ends(NUMBERS)
    cases = {}
    perfect = perfect_board(board)
    for moves in ((), (0, 1, 4), (4, 1)):
        cases[f"tic-tac-toe {moves}"] = (
            board,
            board.state(moves),
            WIN_ONLY,
            solver.tic_tac_toe(moves),
            perfect,
        )
    start, win = coin.view(coin.state(2, 1), 0), solver.hidden_coin()[-1]
    cases["hidden coin"] = (coin, start, WIN_ONLY, (win, 1 - win), perfect_coin(coin))
    values, _ = solver.matching(CARDS, 3, 1.0, 1.0)
    view = matching.view(matching.state(5), 0)
    cases["matching"] = (matching, view, WIN_ONLY, values, perfect_matching(matching))
    values, _ = solver.ends(NUMBERS, 0.5, 10.0)
    settings = Settings(win_weight=0.5, margin_scale=10.0, horizon=0)
    cases["ends"] = (ends, ends.state(), settings, values, perfect_ends(ends))
    return cases


KNOWN = known_values()


def noisy(evaluations: Evaluations, size: float) -> Evaluations:
    """The same with every share of winning off by up to ``size`` (two seats)."""
    draw = random.Random(7)
    wrong = {}
    for state, (win, points, spread) in sorted(evaluations.items()):
        first = min(max(win[0] + draw.uniform(-size, size), 0.0), 1.0)
        wrong[state] = ([first, 1 - first], points, spread)
    return wrong


# ------------------------------------------------------------------------- cut playouts


@pytest.mark.parametrize("horizon", [0, 1])
@pytest.mark.parametrize("name", KNOWN)
def test_known_values_with_playouts_cut(name: str, horizon: int) -> None:
    game, view, settings, values, evaluations = KNOWN[name]
    game.opine(evaluations)
    for seed in range(5):
        came_to = values_found(game, view, replace(settings, horizon=horizon), 10_000, seed=seed)
        assert came_to == pytest.approx(values, abs=0.03)


def test_an_exact_evaluation_needs_few_simulations() -> None:
    """Every cell of the empty board draws: so says each figure, exactly, at once."""
    board = toys.TicTacToe()
    board.opine(perfect_board(board))
    once_each = replace(WIN_ONLY, exploration=100.0)
    once = searched(board, board.state(), once_each, 9)
    assert once.values() == (0.5, 0.5)
    assert [one.win for one in once.outcome().estimates] == [0.5] * 9
    blind = found(board, board.state(), replace(once_each, horizon=-1), 9)
    assert len({one.win for one in blind.estimates}) > 1


@pytest.mark.parametrize("name", [name for name in KNOWN if name != "ends"])
def test_a_noisy_evaluation_is_seen_through(name: str) -> None:
    game, view, settings, values, evaluations = KNOWN[name]
    game.opine(noisy(evaluations, 0.2))
    assert values_found(game, view, settings, 20_000) == pytest.approx(values, abs=0.06)


def test_a_wrong_evaluation_is_believed() -> None:
    """It says that seat 0 loses everything; without it the search knows better."""
    board = toys.TicTacToe()
    board.opine({state: ([0.0, 1.0], [0.0, 9.0], [0.0, 0.0]) for state in perfect_board(board)})
    for settings, simulations, low, high in (
        (replace(WIN_ONLY, horizon=0), 100, 0.0, 0.2),
        (replace(WIN_ONLY, horizon=-1), 10_000, 0.4, 0.6),
        (replace(PLAIN, win_weight=1.0), 10_000, 0.4, 0.6),
    ):
        assert low <= values_found(board, board.state(), settings, simulations)[0] <= high


def depth_told(game: toys.Toy, taken: Callable[[bytes], int], *starts: bytes) -> None:
    """Let the evaluation tell as points how far the game had come when it was asked."""
    depths = {}
    for state in reachable(game, *starts):
        seats = len(game.returns(state))
        depths[state] = ([1.0 / seats] * seats, [100.0 + taken(state)] * seats, [0.0] * seats)
    game.opine(depths)


def told(game: toys.Toy, view: bytes, **settings: int) -> float:
    """How far the first simulation got, which adds one node below the root."""
    return found(game, view, Settings(**settings), 1).estimates[0].means[0] - 100  # type: ignore[arg-type]


def test_where_playouts_are_cut_if_every_decision_is_a_turn() -> None:
    ends = toys.Ends(NUMBERS)
    depth_told(ends, lambda state: len(NUMBERS) - (state[1] - state[0]), ends.state())
    for horizon in range(5):
        assert told(ends, ends.state(), horizon=horizon, decisions=0) == 1 + horizon
    # Those that get to the end are told exactly.
    assert 0 <= 100 + told(ends, ends.state(), horizon=6, decisions=0) <= sum(NUMBERS)
    assert 0 <= 100 + told(ends, ends.state(), horizon=-1, decisions=1) <= sum(NUMBERS)
    for decisions in range(1, 5):
        assert told(ends, ends.state(), horizon=100, decisions=decisions) == 1 + decisions
    assert told(ends, ends.state(), horizon=0, decisions=3) == 1


def test_playouts_are_cut_at_edges_of_turns_only() -> None:
    """Naming a kind is inside a turn, turning the card up ends it."""
    matching = toys.Matching([0, 0, 1, 1, 2, 2], 6)
    starts = [matching.state(seed) for seed in range(200)]
    depth_told(matching, lambda state: state[8] + 50 * (state[9] != 0), *starts)
    view = matching.view(matching.state(1), 0)
    for horizon in range(5):
        assert told(matching, view, horizon=horizon, decisions=0) == 1 + horizon
    # The second decision after the leaf is the naming in the second turn.
    assert told(matching, view, horizon=9, decisions=2) == 2


def test_spread_of_cut_playouts() -> None:
    """Means that do not differ but for a variance of 9 deviate by 3."""
    ends = toys.Ends(NUMBERS)
    ends.opine(
        {
            state: ([1 / 3] * 3, [7.0, 8.0, 9.0], [9.0] * 3)
            for state in reachable(ends, ends.state())
        }
    )
    for one in found(ends, ends.state(), Settings(horizon=0), 3).estimates:
        assert one.means == pytest.approx((7.0,))
        assert one.deviations == pytest.approx((3.0,))
        assert one.margin == pytest.approx(-2.0)
    # At the end of the game nothing is open.
    for one in found(ends, ends.state(), Settings(horizon=-1), 2).estimates:
        assert one.deviations == pytest.approx((0.0,))


# ------------------------------------------------------------------------------- priors


def leaning(game: toys.Toy, towards: Callable[[bytes, int], float], *starts: bytes) -> None:
    game.opine(
        priors={
            state: {action: towards(state, action) for action in game.legal(state)}
            for state in reachable(game, *starts)
        }
    )


def best_replies() -> dict[bytes, set[int]]:
    """The cells that keep the value of the board for the mover."""
    board, best = toys.TicTacToe(), {}

    def walk(moves: tuple[int, ...]) -> None:
        state = board.state(moves)
        if state in best:
            return
        options = {cell: solver.tic_tac_toe((*moves, cell)) for cell in board.legal(state)}
        seat = len(moves) % 2
        best[state] = {
            cell
            for cell in options
            if options[cell][seat] == max(option[seat] for option in options.values())
        }
        for cell in options:
            walk((*moves, cell))

    walk(())
    return best


BEST = best_replies()
PUZZLES = [(0, 4, 1), (0, 3, 1, 4), (4, 1), (0, 8), (0, 4, 8)]


def test_priors_are_a_softmax() -> None:
    board = toys.TicTacToe()
    state = board.state((0, 1, 2, 4, 3, 5))
    cells = board.legal(state)
    assert cells == [6, 7, 8]
    board.opine(priors={state: {6: 1.0, 7: 3.0, 8: -2.0}})
    weights = [math.exp(logit / 2) for logit in (1.0, 3.0, -2.0)]
    expected = [weight / sum(weights) for weight in weights]
    assert policy(board.table, state, temperature=2.0) == (cells, pytest.approx(expected, 1e-5))
    outcome = found(board, state, replace(WIN_ONLY, prior_temperature=2.0, mixing=0.3), 50)
    assert {one.action: one.prior for one in outcome.estimates} == pytest.approx(
        dict(zip(cells, expected, strict=True)), 1e-5
    )
    assert {one.prior for one in found(board, state, replace(WIN_ONLY, priors=0), 5).estimates} == {
        1 / 3
    }
    # Very unlikely is not impossible, nor does it overflow.
    board.opine(priors={state: {6: 1e6, 7: -1e6, 8: 0.0}})
    assert sum(policy(board.table, state, temperature=0.01)[1]) == pytest.approx(1)
    over = board.state((0, 3, 1, 4, 2))
    assert policy(board.table, over, temperature=1.0) == ([], [])


def test_what_the_game_knows_is_timed() -> None:
    board = toys.TicTacToe()
    state = board.state((4,))
    board.opine()
    assert measure(board.table, state, 10) == (8, None, None)
    board.opine({}, {})
    actions, priors, evaluation = measure(board.table, state, 10_000)
    assert actions == 8
    assert priors is not None
    assert evaluation is not None
    assert 0 < min(priors, evaluation) <= max(priors, evaluation) < 1
    with pytest.raises(ValueError, match="over"):
        measure(board.table, board.state((0, 3, 1, 4, 2)), 1)


@pytest.mark.parametrize("moves", PUZZLES)
def test_good_priors_save_simulations(moves: tuple[int, ...]) -> None:
    board = toys.TicTacToe()
    view = board.state(moves)
    leaning(board, lambda state, cell: 2.0 * (cell in BEST[state]), board.state())
    for seed in range(5):
        assert found(board, view, WIN_ONLY, 40, seed=seed).estimates[0].action in BEST[view]


@pytest.mark.parametrize(("against", "mixing"), [(1.0, 0.05), (3.0, 0.05), (8.0, 0.3)])
@pytest.mark.parametrize("moves", PUZZLES)
def test_bad_priors_are_overcome(moves: tuple[int, ...], against: float, mixing: float) -> None:
    """Against the best reply wherever there is one: e**8 is about 3,000."""
    board = toys.TicTacToe()
    view = board.state(moves)
    leaning(board, lambda state, cell: -against * (cell in BEST[state]), board.state())
    one = searched(board, view, replace(WIN_ONLY, mixing=mixing), 40_000)
    assert one.outcome().estimates[0].action in BEST[view]
    assert one.values() == pytest.approx(solver.tic_tac_toe(moves), abs=0.06)


def test_playouts_follow_the_priors() -> None:
    """They always take from the left; so the first simulation of each end is known."""
    ends = toys.Ends(NUMBERS)
    leaning(ends, lambda _, action: -50.0 * action, ends.state())
    for seed in range(10):
        outcome = found(ends, ends.state(), Settings(horizon=-1), 1, seed=seed)
        assert outcome.estimates[0].means == (5.0 + 18.0 + 10.0,)
    random_play = [
        found(ends, ends.state(), Settings(horizon=-1, policy=0), 1, seed=seed).estimates[0].means
        for seed in range(10)
    ]
    assert len(set(random_play)) > 2
    # At a high temperature they hardly do.
    hot = [
        found(ends, ends.state(), Settings(horizon=-1, temperature=100.0), 1, seed=seed)
        for seed in range(10)
    ]
    assert len({outcome.estimates[0].means for outcome in hot}) > 2


def test_untried_actions_wait_for_their_turn() -> None:
    """With a first-play value below the mean, unlikely actions stay untried for long."""
    board = toys.TicTacToe()
    leaning(board, lambda state, cell: 3.0 * (cell == min(BEST[state])), board.state())

    def tried(first_play: float, mixing: float = 0.0) -> int:
        settings = replace(WIN_ONLY, first_play=first_play, root_mixing=mixing, rescale=0)
        outcome = found(board, board.state(), settings, 30)
        return sum(one.visits > 0 for one in outcome.estimates)

    assert tried(10.0) == 1
    assert tried(0.0) > tried(0.5)
    assert tried(0.5, mixing=1.0) > tried(0.5)


def test_an_action_counts_the_visits_at_which_it_was_legal() -> None:
    """Action 3 is legal in a share ``q`` of the worlds; all else is equal.

    Where it is legal too, PUCT takes whichever has the larger sqrt(available) / (1 + visits),
    so that in the long run its visits are sqrt(q) times those of action 2. With the visits of
    the parent in place of its own they would be as many.
    """
    for opening in (12, 16, 20):
        q = opening / 25
        locked = toys.Locked(opening)
        outcome = found(locked, locked.view(), replace(WIN_ONLY, mixing=0.0), 10_000)
        taken = sum(one.means[1] * one.games for one in outcome.estimates) / outcome.simulations
        assert taken == pytest.approx(q**0.5 / (1 + q**0.5), abs=0.005)
    # Where a key opens more seldom than that, 3 is done whenever it can be.
    locked = toys.Locked(5)
    outcome = found(locked, locked.view(), replace(WIN_ONLY, mixing=0.0), 10_000)
    assert [one.means[1] for one in outcome.estimates] == pytest.approx([0.2, 0.2], abs=0.01)


def test_rescaled_rewards_make_small_differences_count() -> None:
    """Eight actions, worth little more one than the next: the best is found sooner."""
    wide = toys.Wide(8)

    def of_the_best(margin_scale: float, rescale: int) -> float:
        settings = Settings(win_weight=0.0, margin_scale=margin_scale, rescale=rescale)
        best = found(wide, wide.state(), settings, 1_000).estimates[0]
        assert best.action == 7
        return best.visits / 1_000

    for margin_scale in (8.0, 80.0):
        for rescale in (1, 2):
            assert of_the_best(margin_scale, rescale) > of_the_best(margin_scale, 0) + 0.1


def test_widening_limits_what_is_tried() -> None:
    board = toys.TicTacToe()
    leaning(board, lambda _, cell: 0.1 * cell, board.state())
    for simulations, most in ((1, 1), (4, 3), (16, 5), (64, 9)):
        settings = replace(WIN_ONLY, widening=1.0, first_play=0.0)
        outcome = found(board, board.state(), settings, simulations)
        tried = {one.action for one in outcome.estimates if one.visits}
        # The search has made one visit less when it makes its last choice.
        assert len(tried) <= math.sqrt(simulations) + 1
        assert tried <= set(range(9 - most, 9))
    assert values_found(board, board.state(), replace(WIN_ONLY, widening=1.0), 20_000) == (
        pytest.approx((0.5, 0.5), abs=0.03)
    )


def test_very_wide_decisions() -> None:
    """Up to 4,096 actions; the likely ones first, and not each of them once."""
    wide = toys.Wide(4096)
    margin = Settings(win_weight=0.0, margin_scale=1.0)
    outcome = found(wide, wide.state(), margin, 2_000)
    tried = [one for one in outcome.estimates if one.games]
    assert len(tried) < 1_900
    assert outcome.estimates[0].action > 3_000
    narrow = found(wide, wide.state(), replace(margin, widening=1.0), 2_000)
    assert sum(one.games > 0 for one in narrow.estimates) <= math.sqrt(2_000) + 1
    assert narrow.estimates[0].action > 4_050
    plain = found(wide, wide.state(), PLAIN, 5_000)
    assert all(one.visits for one in plain.estimates)
    assert plain.nodes == 4_096
    with pytest.raises(ValueError, match="more than 4096"):
        found(toys.Wide(4_097), wide.state(), margin)
    with pytest.raises(ValueError, match="memory"):
        tree(wide, wide.state(), MIN_MEMORY)


# ---------------------------------------------------------------- what else can be chosen

VARIANTS = [
    {"rescale": 0},
    {"rescale": 1},
    {"mast": 5.0},
    {"common": 1},
    {"by_kind": 1.0},
    {"first_play": 0.0},
    {"exploration": 2.0, "mixing": 0.5},
    {"outcomes": 1},
    {"mast": 3.0, "common": 1, "rescale": 1, "widening": 3.0},
]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("name", KNOWN)
def test_known_values_however_it_is_set(name: str, variant: dict[str, float]) -> None:
    game, view, settings, values, _ = KNOWN[name]
    game.opine(kind_shift=3)
    came_to = values_found(game, view, replace(settings, **variant), 20_000)  # type: ignore[arg-type]
    assert came_to == pytest.approx(values, abs=0.04)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("threads", [1, 3])
def test_equal_arguments_give_equal_outcomes(variant: dict[str, float], threads: int) -> None:
    game, view, settings, _, evaluations = KNOWN["matching"]
    game.opine(evaluations, kind_shift=3)
    settings = replace(settings, **variant)  # type: ignore[arg-type]
    one, two = (found(game, view, settings, 500, threads=threads) for _ in range(2))
    assert replace(one, seconds=0.0) == replace(two, seconds=0.0)
    other = found(game, view, settings, 500, threads=threads, seed=2)
    assert other.estimates != one.estimates


def share_of_corner(**settings: float) -> float:
    """How often the first decision of a playout takes cell 8, where any of eight can be."""
    board = toys.TicTacToe()
    state = board.state()
    evaluations = {
        after: ([0.5, 0.5], [float(after[8] > 0)] * 2, [0.0, 0.0])
        for after in reachable(board, state)
    }
    board.opine(evaluations, kind_shift=3)
    means = []
    for seed in range(300):
        outcome = found(board, state, Settings(horizon=1, **settings), 9, seed=seed)  # type: ignore[arg-type]
        # Only the first visit of an action ends the walk through the tree there.
        means += [one.means[0] for one in outcome.estimates if one.games == 1 and one.action != 8]
    assert len(means) > 1_000
    return mean(means)


def test_kinds_are_drawn_first() -> None:
    """Cell 8 is the only one of its kind."""
    assert share_of_corner() == pytest.approx(1 / 8, abs=0.03)
    assert share_of_corner(by_kind=1.0) == pytest.approx(1 / 2, abs=0.04)


def test_move_averages_guide_playouts() -> None:
    """Both seats gain if seat 1 has cell 8: playouts get there more often once that was seen."""
    board = toys.TicTacToe()
    state = board.state()
    evaluations: Evaluations = {}
    for after in reachable(board, state):
        has = float(after[8] == 2)
        evaluations[after] = ([has, has], [has, has], [0.0, 0.0])
    board.opine(evaluations)
    # So much exploration that the tree has no preference.
    settings = replace(WIN_ONLY, horizon=2, decisions=0, exploration=100.0)

    def taken(mast: float) -> float:
        outcome = found(board, state, replace(settings, mast=mast), 600)
        return mean(one.means[0] for one in outcome.estimates if one.action != 8)

    assert taken(0.0) < 0.35
    assert taken(20.0) > taken(0.0) + 0.1


def test_common_worlds() -> None:
    """The first visits of all cups see the coin under the same one, the next another time."""
    coin = toys.HiddenCoin()
    starts = [coin.state(cup, tie) for cup in range(3) for tie in range(2)]
    coin.opine(
        {
            state: ([0.5, 0.5], [float(state[0])] * 2, [0.0] * 2)
            for state in reachable(coin, *starts)
        }
    )
    view = coin.view(coin.state(0), 0)

    def coins(seed: int, common: bool) -> list[float]:
        outcome = found(
            coin, view, Settings(horizon=0, common=common, first_play=0.0), 3, seed=seed
        )
        assert [one.games for one in outcome.estimates] == [1, 1, 1]
        return [one.means[0] for one in outcome.estimates]

    assert all(len(set(coins(seed, True))) == 1 for seed in range(30))
    assert len({coins(seed, True)[0] for seed in range(30)}) == 3
    assert sum(len(set(coins(seed, False))) == 1 for seed in range(30)) < 15


def test_outcomes_are_kept_apart() -> None:
    """Who sees the card names it; in a tree that mixes the faces any name is right one in four."""
    peek = toys.Peek()
    for threads in (1, 3):
        search = searched(peek, peek.view(), WIN_ONLY, 4_000, threads=threads)
        assert search.values() == pytest.approx((0.25, 0.75), abs=0.04)
        mixed = search.outcome()
        settings = replace(WIN_ONLY, outcomes=True)
        search = searched(peek, peek.view(), settings, 4_000, threads=threads)
        assert search.values() == pytest.approx((1.0, 0.0), abs=0.02)
        apart = search.outcome()
        assert apart.estimates[0].reward > 0.9
        # The line ends where the faces part.
        assert apart.estimates[0].line == (4,)
        assert len(mixed.estimates[0].line) == 2
        # A face has a node, and so has each name below it.
        assert apart.nodes == threads * (1 + 4 + 4 * 4)
    plain = replace(PLAIN, win_weight=1.0, outcomes=True)
    assert values_found(peek, peek.view(), plain, 4_000)[0] < 0.3


def test_what_only_others_see_is_not_kept_apart() -> None:
    """The search knows no more than its seat: here it is the looker, there it is not."""
    peek = toys.Peek(looker=1)
    settings = replace(WIN_ONLY, outcomes=True)
    assert values_found(peek, peek.view(), settings, 2_000)[1] > 0.9
    matching = toys.Matching([0, 0, 1, 1, 2, 2], 6)
    view = matching.view(matching.state(3), 0)
    apart = found(matching, view, settings, 3_000)
    mixed = found(matching, view, WIN_ONLY, 3_000)
    # Turned up cards are actions of their own there, so that there is nothing to part.
    assert replace(apart, seconds=0) == replace(mixed, seconds=0)


def test_outcomes_within_little_memory() -> None:
    peek = toys.Peek()
    settings = replace(WIN_ONLY, outcomes=True)
    grown = tree(peek, peek.view(), settings=settings)
    grown.run(1_000)
    grown.follow([], peek.view())
    grown.run(1_000)
    assert grown.nodes == 1 + 4 + 4 * 4
    # An action that turned out to draw is not gone on from.
    grown.follow([4], peek.view())
    assert grown.nodes == 0


# -------------------------------------------------------------------- going on from a tree


def tree(game: toys.Toy, view: bytes, memory: int = MEMORY, settings: Settings = WIN_ONLY) -> Tree:
    return Tree(game.table, view, seed=5, stream=0, memory=memory, settings=asdict(settings))


def test_a_tree_is_led_on() -> None:
    board = toys.TicTacToe()
    grown = tree(board, board.state())
    grown.run(3_000)
    visits = {action: row.visits for action, row in zip(grown.actions, grown.rows(), strict=True)}
    nodes = grown.nodes
    grown.follow([4], board.state((4,)))
    assert grown.visits == visits[4]
    assert grown.simulations == 0
    assert grown.seat == 1
    assert 0 < grown.nodes < nodes
    assert sum(row.visits for row in grown.rows()) == visits[4] - 1  # one went no further
    assert all(row.games == 0 for row in grown.rows())
    grown.run(2_000)
    assert sum(row.games for row in grown.rows()) == 2_000
    grown.follow([0, 1], board.state((4, 0, 1)))
    assert grown.actions == [2, 3, 5, 6, 7, 8]
    grown.run(1_000)
    # A place where it never was.
    grown.follow([2, 3, 5, 6], board.state((4, 0, 1, 2, 3, 5, 6)))
    grown.run(500)
    assert grown.rows()[0].visits > 0


def test_leading_on_gives_memory_back() -> None:
    """A tree led on and on keeps within its memory and still grows."""
    matching = toys.Matching([0, 0, 1, 1, 2, 2, 3, 3], 8)
    memory = 1 << 20
    grown = tree(matching, matching.view(matching.state(3), 0), memory)
    grown.run(60_000)
    full = grown.nodes
    assert grown.bytes <= memory
    for _ in range(20):
        grown.follow([], matching.view(matching.state(3), 0))
        assert grown.nodes == full
        grown.run(10)
        full = grown.nodes
    # Where the action has no node all is given back, and there is room again.
    grown.follow([99], matching.view(matching.state(3), 0))
    assert grown.nodes == 0
    grown.run(60_000)
    assert grown.nodes > full / 2
    assert grown.bytes <= memory


def test_faulty_leads() -> None:
    board = toys.TicTacToe()
    grown = tree(board, board.state())
    grown.run(100)
    with pytest.raises(ValueError, match="bytes"):
        grown.follow([4], b"")
    with pytest.raises(ValueError, match="over"):
        grown.follow([0, 3, 1, 4, 2], board.state((0, 3, 1, 4, 2)))
    with pytest.raises(RuntimeError, match="lost its root"):
        grown.run(1)


def test_a_tree_that_could_not_be_led_on_is_not_searched() -> None:
    """A full tree over few candidates has no room for more; before, it went on wrongly."""
    wide = toys.Wide(4096)
    grown = Tree(
        wide.table,
        wide.state(),
        seed=5,
        stream=0,
        memory=MIN_MEMORY,
        settings=asdict(replace(WIN_ONLY, win_weight=0.0)),
        only=[0],
    )
    grown.run(100)
    with pytest.raises((MemoryError, ValueError)):
        grown.follow([], wide.state())
    with pytest.raises(RuntimeError, match="lost its root"):
        grown.run(1)


def test_a_decision_is_open_while_forced_visits_hide_the_rest() -> None:
    """Visits that were forced do not count in the order, nor for the end of a decision."""
    wide = toys.Wide(2)
    near = Settings(win_weight=0.0, margin_scale=1000.0, rescale=0, root_mixing=1.0)
    grown = tree(wide, wide.state(), settings=near)
    grown.run(100)
    grown.run(300, action=1)
    before = grown.simulations
    grown.run(200, decide=True)
    assert grown.simulations - before > 100  # not at the first look


# ------------------------------------------------------------------------ the plain search

# Visits by action as the first version of the search, which knew only this, gave them.
PLAIN_VISITS = {
    ("tic-tac-toe", 1): {0: 536, 6: 533, 8: 462, 2: 425, 3: 283, 5: 273},
    ("tic-tac-toe", 3): {8: 588, 0: 494, 6: 402, 2: 372, 7: 364, 5: 276},
    ("matching", 1): {1: 1617, 2: 785, 0: 369, 3: 229},
    ("matching", 3): {0: 1015, 2: 881, 1: 730, 3: 374},
    ("ends", 1): {1: 2962, 0: 38},
    ("ends", 3): {1: 2856, 0: 144},
    ("hidden coin", 1): {0: 1623, 1: 773, 2: 604},
    ("hidden coin", 3): {2: 1289, 0: 880, 1: 831},
}


@pytest.mark.parametrize(("name", "threads"), PLAIN_VISITS)
def test_the_plain_search_is_what_it_was(name: str, threads: int) -> None:
    board, coin, matching = toys.TicTacToe(), toys.HiddenCoin(), toys.Matching(CARDS, 3)
    ends = toys.Ends(NUMBERS)
    game, view = {
        "tic-tac-toe": (board, board.state((4,))),
        "matching": (matching, matching.view(matching.state(5), 0)),
        "ends": (ends, ends.state()),
        "hidden coin": (coin, coin.view(coin.state(2), 0)),
    }[name]
    # What it does not look at makes no difference.
    game.opine({}, {}, kind_shift=3)
    outcome = found(game, view, replace(PLAIN, mast=9.0), 3_000, seed=11, threads=threads)
    visits = {one.action: one.visits for one in outcome.estimates[:6]}
    assert list(visits.items()) == list(PLAIN_VISITS[name, threads].items())
