"""The search alone, on toys whose values an independent solver knows."""

from __future__ import annotations

import gc
import math
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from itertools import product

import gwta_toys as toys
import pytest
import solver

from gwta_ai._engine.search import MAX_SIMULATIONS, MIN_MEMORY, Tree
from gwta_ai.errors import LimitError
from gwta_ai.search import search as search_module
from gwta_ai.search.outcome import Outcome
from gwta_ai.search.search import WORTHWHILE, Search, search
from gwta_ai.search.settings import PLAIN, Settings

MEMORY = 64 << 20
SIMULATIONS = 10_000
SEEDS = range(20)
TOLERANCE = 0.03
WIN_ONLY = Settings(win_weight=1.0)
CARDS = [0, 0, 0, 1, 1, 2]
NUMBERS = [5, 2, 10, 18, 22, 7, 10]


def tree(
    game: toys.Toy,
    view: bytes,
    *,
    memory: int = MEMORY,
    seed: int = 1,
    settings: Settings = WIN_ONLY,
) -> Tree:
    return Tree(
        game.table,
        view,
        seed=seed,
        stream=0,
        memory=memory,
        settings=asdict(settings),
    )


def known_values() -> dict[str, tuple[toys.Toy, bytes, Settings, tuple[float, ...]]]:
    """Game, view, settings and the known reward of every seat."""
    tic_tac_toe, coin = toys.TicTacToe(), toys.HiddenCoin()
    matching, ends = toys.Matching(CARDS, 3), toys.Ends(NUMBERS)
    cases = {}
    # The empty board, a draw; a fork for seat 0; seat 1 to stop a fork.
    for moves in ((), (0, 1, 4), (0, 1, 3, 6), (4, 1), (0, 4, 8)):
        state = tic_tac_toe.state(moves)
        cases[f"tic-tac-toe {moves}"] = (
            tic_tac_toe,
            state,
            WIN_ONLY,
            solver.tic_tac_toe(moves),
        )
    start = coin.state(2, 1)
    chance = solver.hidden_coin()[-1]
    cases["hidden coin"] = (coin, coin.view(start, 0), WIN_ONLY, (chance, 1 - chance))
    lifted = coin.step(coin.step(start, 0), 3 + 1)
    chance = max(solver.hidden_coin((0, 1)).values())
    cases["hidden coin, one cup lifted"] = (
        coin,
        coin.view(lifted, 0),
        WIN_ONLY,
        (chance, 1 - chance),
    )
    for settings in (WIN_ONLY, Settings(win_weight=0.5, margin_scale=3.0)):
        values, _ = solver.matching(CARDS, 3, settings.win_weight, settings.margin_scale)
        view = matching.view(matching.state(5), 0)
        cases[f"matching {settings.win_weight}"] = (matching, view, settings, values)
    settings = Settings(win_weight=0.5, margin_scale=10.0)
    values, least = solver.ends(NUMBERS, settings.win_weight, settings.margin_scale)
    assert least > 0.02, "a near tie would leave the value of max^n open"
    cases["ends"] = (ends, ends.state(), settings, values)
    return cases


KNOWN = known_values()


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", KNOWN)
def test_root_value_is_the_known_one(name: str, threads: int, plain: bool) -> None:
    game, view, settings, values = KNOWN[name]
    if plain:
        settings = replace(settings, plain=True, exploration=PLAIN.exploration)
    for seed in SEEDS:
        found = Search(
            game.table, view, seed=seed, threads=threads, memory=MEMORY, settings=settings
        )
        found.run(simulations=SIMULATIONS)
        assert found.simulations == SIMULATIONS
        assert found.values() == pytest.approx(values, abs=TOLERANCE), f"seed {seed}"


@pytest.mark.parametrize("threads", [1, 2])
def test_best_action_is_the_known_one(threads: int) -> None:
    def best(game: toys.Toy, view: bytes) -> int:
        return (
            search(
                game.table,
                view,
                seed=3,
                threads=threads,
                simulations=SIMULATIONS,
                memory=MEMORY,
                settings=WIN_ONLY,
            )
            .estimates[0]
            .action
        )

    board, coin, matching = toys.TicTacToe(), toys.HiddenCoin(), toys.Matching(CARDS, 3)
    assert best(board, board.state((0, 3, 1, 4))) == 2  # wins
    assert best(board, board.state((0, 4, 1))) == 2  # must stop a row
    lifted = coin.step(coin.step(coin.state(2), 0), 3 + 1)
    assert best(coin, coin.view(lifted, 0)) == 6 + 2  # switch
    _, options = solver.matching(CARDS, 3, 1.0, 1.0)
    assert best(matching, matching.view(matching.state(1), 0)) == max(options, key=options.get)


def test_toys_follow_their_rules() -> None:
    """Every play of tic-tac-toe from two moves on, against the solver's rules."""
    board = toys.TicTacToe()

    def walk(moves: tuple[int, ...]) -> int:
        state = board.state(moves)
        won = [any(set(row) <= set(moves[seat::2]) for row in solver.LINES) for seat in (0, 1)]
        over = any(won) or len(moves) == 9
        assert board.returns(state) == [float(w) for w in won]
        assert board.seat_to_move(state) == (-1 if over else len(moves) % 2)
        legal = [] if over else [cell for cell in range(9) if cell not in moves]
        assert board.legal(state) == legal
        return 1 + sum(walk((*moves, cell)) for cell in legal)

    assert walk((0, 4)) > 2_000


def test_hidden_pieces_are_drawn_uniformly() -> None:
    """Pearson's statistic of 6,000 determinizations, well below its 0.1 % bound."""
    coin, matching = toys.HiddenCoin(), toys.Matching([0, 0, 1, 1], 4)
    view = coin.view(coin.state(0), 0)
    counts = dict.fromkeys(product(range(3), range(2)), 0)
    for seed in range(6_000):
        state = coin.determinize(view, seed)
        counts[state[0], state[1]] += 1
    assert sum((n - 1_000) ** 2 / 1_000 for n in counts.values()) < 20.5
    view = matching.view(matching.state(1), 1)
    rows: dict[bytes, int] = {}
    for seed in range(6_000):
        row = matching.determinize(view, seed)[:4]
        rows[row] = rows.get(row, 0) + 1
    assert len(rows) == 6
    assert sum((n - 1_000) ** 2 / 1_000 for n in rows.values()) < 20.5


def test_views_hide_what_is_hidden() -> None:
    coin, matching = toys.HiddenCoin(), toys.Matching(CARDS, 3)
    assert len({coin.view(coin.state(cup, tie), 0) for cup in range(3) for tie in (0, 1)}) == 1
    assert len({matching.view(matching.state(seed), 0) for seed in range(50)}) == 1


def test_every_simulation_draws_afresh() -> None:
    game = toys.Ticket()
    found = search(game.table, game.state(), seed=4, simulations=3_000, memory=MEMORY)
    seeds = game.seeds()
    assert len(seeds) == 3_001  # one more to see the legal actions
    assert len(set(seeds)) == 3_001
    assert found.estimates[0].means[0] == pytest.approx(0.5, abs=0.02)
    assert found.estimates[0].deviations[0] == pytest.approx(12**-0.5, abs=0.02)


def test_single_legal_action() -> None:
    game = toys.Ticket()
    found = search(game.table, game.state(), seed=4, simulations=10, memory=MEMORY)
    assert [(one.action, one.visits, one.win) for one in found.estimates] == [(0, 10, 1.0)]
    assert found.depth == 1


def test_forced_moves_cost_no_simulation() -> None:
    """A second simulation through a cup reaches past the forced lift of another."""
    coin = toys.HiddenCoin()
    found = search(
        coin.table,
        coin.view(coin.state(0), 0),
        seed=1,
        simulations=4,
        memory=MEMORY,
        only=[0],
        settings=WIN_ONLY,
    )
    # Pointing is forced by ``only``: every simulation adds its guess behind two free nodes.
    assert found.depth == 3
    assert found.nodes >= 5


def test_figures_agree_with_one_another() -> None:
    game, view, settings, _ = KNOWN["matching 0.5"]
    found = search(
        game.table, view, seed=8, threads=3, simulations=1_000, memory=MEMORY, settings=settings
    )
    assert found.seat == 0
    assert sum(one.visits for one in found.estimates) == 1_000
    assert [one.visits for one in found.estimates] == sorted(
        (one.visits for one in found.estimates), reverse=True
    )
    for one in found.estimates:
        assert one.visits <= one.available <= 1_000
        assert 0 <= one.win <= 1
        assert 0 <= one.reward <= 1
        assert one.line[0] == one.action
        assert 0 <= one.means[0] <= 6
        assert -6 <= one.margin <= one.means[0]
    # Naming a kind that no card has gains nothing with this card.
    worst = {one.action: one for one in found.estimates}
    assert worst[3].means[0] < worst[1].means[0]


def test_only_and_its_errors() -> None:
    board = toys.TicTacToe()
    found = search(board.table, board.state(), seed=1, simulations=500, memory=MEMORY, only=[8, 2])
    assert sorted(one.action for one in found.estimates) == [2, 8]
    for wrong in ([9], [], [0, 42]):
        with pytest.raises(ValueError, match="only must name legal actions"):
            search(board.table, board.state(), seed=1, simulations=5, memory=MEMORY, only=wrong)


def test_faulty_arguments_are_refused() -> None:
    board = toys.TicTacToe()
    over = board.state((0, 3, 1, 4, 2))
    with pytest.raises(ValueError, match="no action is legal"):
        search(board.table, over, seed=1, simulations=5, memory=MEMORY)
    with pytest.raises(ValueError, match="bytes, not"):
        search(board.table, b"", seed=1, simulations=5, memory=MEMORY)
    with pytest.raises(ValueError, match="limit"):
        search(board.table, board.state(), seed=1, memory=MEMORY)
    with pytest.raises(ValueError, match="threads"):
        search(board.table, board.state(), seed=1, simulations=5, memory=MEMORY, threads=0)
    with pytest.raises(ValueError, match="memory"):
        search(board.table, board.state(), seed=1, simulations=5, memory=MIN_MEMORY - 1)
    with pytest.raises(ValueError, match="PyCapsule"):
        search(object(), board.state(), seed=1, simulations=5, memory=MEMORY)
    for name, value in (
        ("exploration", -1.0),
        ("exploration", float("nan")),
        ("win_weight", 1.1),
        ("margin_scale", 0.0),
        ("horizon", 0.5),
        ("plain", 2),
        ("rescale", True),
        ("temperature", "1"),
    ):
        with pytest.raises(LimitError, match=name):
            Settings(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("plain", [False, True])
def test_a_settled_search_ends_early(plain: bool) -> None:
    """To decide is to choose what the whole search would, in fewer simulations."""
    saved = 0
    for name, (game, view, settings, _) in KNOWN.items():
        given = replace(settings, plain=plain, exploration=PLAIN.exploration if plain else 1.0)
        for seed in SEEDS:
            whole = search(
                game.table, view, seed=seed, simulations=1000, memory=MEMORY, settings=given
            )
            one = Search(game.table, view, seed=seed, memory=MEMORY, settings=given)
            one.run(simulations=1000, decide=True)
            early = one.outcome()
            assert early.estimates[0].action == whole.estimates[0].action, name
            first, *others = (one.visits for one in early.estimates)
            left = 1000 - early.simulations
            assert left == 0 or first - max(others, default=0) > left
            saved += left
    assert saved > 0


def test_a_search_is_settled_by_time_too() -> None:
    game, view, settings, _ = KNOWN["hidden coin, one cup lifted"]
    one = Search(game.table, view, seed=1, memory=MEMORY, settings=settings)
    one.run(seconds=2.0, decide=True)
    assert one.seconds < 2.0


def test_more_threads_than_simulations() -> None:
    board = toys.TicTacToe()
    found = search(board.table, board.state(), seed=1, simulations=3, memory=MEMORY, threads=8)
    assert found.simulations == 3
    assert sum(one.visits for one in found.estimates) == 3


def test_a_tree_can_be_grown_in_parts() -> None:
    """Parts of a search add up to the whole: nothing depends on where it paused."""
    board = toys.TicTacToe()
    whole, parts = tree(board, board.state()), tree(board, board.state())
    whole.run(1_000)
    for part in (1, 299, 0, 700):
        parts.run(part)
    assert parts.rows() == whole.rows()


ACROSS = """
    import gwta_toys as toys
    from gwta_ai.search.search import search
    from dataclasses import replace
    for game, view in (
        (toys.TicTacToe(), toys.TicTacToe().state()),
        (game := toys.Matching([0, 0, 0, 1, 1, 2], 3), game.view(game.state(5), 0)),
    ):
        for threads in (1, 2, 3):
            found = search(
                game.table, view, seed=11, threads=threads, simulations=5000, memory=1 << 22
            )
            print(replace(found, seconds=0.0))
"""


def run_python(code: str, **environment: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(code)],
        env=os.environ | environment,
        timeout=120,
        check=True,
        capture_output=True,
    ).stdout


def test_equal_seeds_give_equal_bytes_across_processes() -> None:
    first = run_python(ACROSS, PYTHONHASHSEED="0")
    assert len(first) > 1_000
    for hash_seed in ("1", "31337", "random"):
        assert run_python(ACROSS, PYTHONHASHSEED=hash_seed) == first


def test_seeds_and_threads_make_a_difference() -> None:
    board = toys.TicTacToe()

    def found(seed: int, threads: int) -> list[tuple[int, int]]:
        outcome = search(
            board.table,
            board.state(),
            seed=seed,
            threads=threads,
            simulations=2_000,
            memory=MEMORY,
        )
        return [(one.action, one.visits) for one in outcome.estimates]

    assert found(1, 1) == found(1, 1)
    assert len({tuple(found(seed, threads)) for seed in (1, 2) for threads in (1, 2)}) == 4


def grown(simulations: int, memory: int) -> Outcome:
    game = toys.Matching([0, 0, 1, 1, 2, 2, 3, 3], 8)
    return search(
        game.table, game.view(game.state(1), 0), seed=2, simulations=simulations, memory=memory
    )


def test_memory_cap_is_kept_and_the_search_goes_on() -> None:
    free, capped = grown(100_000, 256 << 20), grown(100_000, 1 << 20)
    assert free.bytes > 2 << 20
    assert capped.bytes <= 1 << 20
    assert capped.simulations == 100_000
    assert sum(one.visits for one in capped.estimates) == 100_000
    assert capped.nodes < free.nodes / 2
    least = grown(20_000, MIN_MEMORY)
    assert least.bytes <= MIN_MEMORY
    assert all(one.visits for one in least.estimates)


def test_memory_is_returned() -> None:
    """Thirty searches of some 8 MB each leave the process as small as ten, or nearly."""

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("the size of the process is read from /proc")
    for _ in range(10):
        assert grown(60_000, 256 << 20).bytes > 4 << 20
    gc.collect()
    before = resident()
    for _ in range(20):
        grown(60_000, 256 << 20)
    gc.collect()
    assert resident() < before + (2 << 20)


def test_time_limit_and_stop() -> None:
    board = toys.TicTacToe()
    started = time.monotonic()
    found = search(board.table, board.state(), seed=1, seconds=0.2, memory=MEMORY, threads=2)
    assert 0.2 <= time.monotonic() - started < 1.0
    assert found.simulations > 1_000
    assert not found.interrupted
    endless = tree(board, board.state())
    thread = threading.Thread(target=endless.run)
    thread.start()
    time.sleep(0.05)
    with pytest.raises(RuntimeError, match="running"):
        endless.run(1)
    with pytest.raises(RuntimeError, match="running"):
        endless.rows()
    endless.stop()
    thread.join(2)
    assert not thread.is_alive()
    assert endless.simulations > 0


INTERRUPTED = """
    import sys
    import gwta_toys as toys
    from gwta_ai.search.search import search
    board = toys.TicTacToe()
    print("ready", flush=True)
    found = search(
        board.table, board.state(), seed=1, seconds=60, memory=1 << 24, threads=int(sys.argv[1])
    )
    print(found.interrupted, found.simulations == sum(one.visits for one in found.estimates))
"""


@pytest.mark.parametrize("threads", ["1", "2"])
def test_interrupt_is_served_at_once(threads: str) -> None:
    code = textwrap.dedent(INTERRUPTED)
    slowest = 0.0
    for attempt in range(10):
        with subprocess.Popen(
            [sys.executable, "-P", "-c", code, threads], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.05 + 0.01 * attempt)
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            answer = process.stdout.readline()
            slowest = max(slowest, time.monotonic() - sent)
            assert answer == "True True\n"
    assert slowest < 10.0  # the search would go on for 60; an idle machine takes less than 0.2


@pytest.mark.parametrize("games", [1, 2, 7, 15, 16, 17, 40])
def test_batches_of_games_that_do_not_hang_together_scatter_as_the_games_do(games: int) -> None:
    """A coin, before the tree has learned anything that later games would profit by."""
    coin, found, expected = toys.HiddenCoin(), 0.0, 0.0
    for seed in range(40):
        one = Search(coin.table, coin.view(coin.state(1), 0), seed=seed, memory=MEMORY, only=None)
        action = one.actions[0]
        one.run(simulations=games, action=action)
        row = one.trees[0].rows()[0]
        assert row.games == games
        mean = row.win / games
        found += row.win_variance / 40
        expected += max(row.win_squares / games - mean * mean, 0.0) / max(games - 1, 1) / 40
    if games == 1:
        assert found == 0
    else:
        assert found == pytest.approx(expected, rel=0.35)


def test_the_error_of_a_win_is_that_of_independent_trees() -> None:
    board = toys.TicTacToe()
    one = Search(board.table, board.state(), seed=3, threads=2, memory=MEMORY)
    one.run(simulations=4 * WORTHWHILE)
    parts = [tree.rows()[4] for tree in one.trees]
    best = next(each for each in one.outcome().estimates if each.action == one.actions[4])
    assert [part.games > 0 for part in parts] == [True, True]
    expected = 0.0
    for part in parts:
        mean = part.win / part.games
        scatter = part.win_squares / part.games - mean * mean
        of_mean = scatter / part.games + part.win_variance + 0.0004 * scatter
        expected += (part.games / best.games) ** 2 * of_mean
    assert best.win_error == pytest.approx(math.sqrt(expected))
    assert best.win_error > best.win_deviation / math.sqrt(best.games)


class AlarmError(Exception):
    """What a handler of a signal raises."""


@contextmanager
def alarm_rung() -> Iterator[None]:
    """A signal whose handler raises ``AlarmError``, shortly after the block has begun."""

    def ring(_: int, __: object) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_handler_raises_ends_the_search_at_once(threads: int) -> None:
    board = toys.TicTacToe()
    one = Search(board.table, board.state(), seed=1, threads=threads, memory=1 << 24)
    with alarm_rung(), pytest.raises(AlarmError):
        one.run(simulations=MAX_SIMULATIONS)
    found = one.simulations
    assert 0 < found < MAX_SIMULATIONS
    assert sum(estimate.visits for estimate in one.outcome().estimates) == found
    one.resume()
    one.run(simulations=2 * found)  # it can be led on
    assert one.simulations > found


def test_a_thread_that_cannot_start_ends_the_search_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start, started = threading.Thread.start, []

    def second_fails(thread: threading.Thread) -> None:
        started.append(thread)
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", second_fails)
    board = toys.TicTacToe()
    one = Search(board.table, board.state(), seed=1, threads=3, memory=1 << 24)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        one.run(simulations=MAX_SIMULATIONS)
    assert len(started) == 2
    assert not started[0].is_alive()
    assert one.simulations < MAX_SIMULATIONS // 3


def test_a_tree_is_grown_only_where_enough_simulations_fall_to_it() -> None:
    """Many threads with few simulations each: fewer trees, as a small one knows little."""
    board = toys.TicTacToe()

    def shares(*simulations: int, threads: int = 8) -> list[int]:
        one = Search(board.table, board.state(), seed=1, threads=threads, memory=MEMORY)
        for most in simulations:
            one.run(simulations=most)
        return [tree.simulations for tree in one.trees if tree.simulations]

    assert shares(WORTHWHILE - 1) == [WORTHWHILE - 1]
    assert shares(2 * WORTHWHILE - 1) == [2 * WORTHWHILE - 1]
    assert shares(2 * WORTHWHILE) == [WORTHWHILE] * 2
    assert shares(100 * WORTHWHILE) == [100 * WORTHWHILE // 8] * 8
    # Led on in steps it comes to what it comes to in one.
    assert shares(2 * WORTHWHILE, 6 * WORTHWHILE) == [WORTHWHILE] * 6


def test_time_alone_grows_a_tree_a_processor_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "_processors", lambda: 2)
    board = toys.TicTacToe()
    one = Search(board.table, board.state(), seed=1, threads=8, memory=MEMORY)
    one.run(seconds=0.05)
    assert [bool(tree.simulations) for tree in one.trees] == [True] * 2 + [False] * 6


def test_other_threads_keep_running() -> None:
    """A search of 30 s in one thread leaves another one to work and to stop it."""
    board = toys.TicTacToe()
    searching = tree(board, board.state())
    thread = threading.Thread(target=searching.run, kwargs={"seconds": 30.0})
    thread.start()
    while searching.simulations == 0:
        time.sleep(0.001)
    assert sum(range(1_000_000)) == 499_999_500_000
    assert thread.is_alive()
    searching.stop()
    thread.join()
    assert searching.simulations > 0
