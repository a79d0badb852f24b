"""Speed of the core, of snapshots and of the search, on one thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from gwta_ai._engine import search as engine
from gwta_ai.adviser.advisor import Advisor
from gwta_ai.adviser.weights import Weights
from gwta_ai.common.numbers import check_number
from gwta_ai.games.registry import DEFAULT
from gwta_ai.games.setup import new_game
from gwta_ai.games.state import State
from gwta_ai.search.limit import Limit
from gwta_ai.search.outcome import Outcome
from gwta_ai.search.search import search
from gwta_ai.search.settings import Settings

__all__ = ["Speeds", "measure"]

_SEED = 1
_DEALS = 16  # that random games start from
_STAGES = (0.1, 0.5, 0.9)  # of a random game
_MEMORY = 256 << 20
_LONGEST = 3600.0
_MOST = 10**9  # repetitions


@dataclass(frozen=True)
class Speeds:
    """What was measured for one number of players."""

    players: int
    decisions_per_second: float
    """Decisions, each a legal list and a step, in random games."""
    random_games_per_second: float
    """Random games from the first decision to the end."""
    decisions_per_game: float
    legal_step_ns: float
    """Nanoseconds of one legal list and one step."""
    clone_ns: float
    """Nanoseconds of one clone inside the core."""
    python_clones_per_second: float
    """Calls of ``State.clone``."""
    state_bytes: int
    determinizations_per_second: float
    """Determinizations of a view inside the core."""
    snapshots_written_per_second: float
    """Calls of ``State.to_bytes`` in the middle of a game."""
    snapshots_read_per_second: float
    """Calls of ``State.from_bytes`` in the middle of a game."""
    simulations_per_second: float
    """Simulations of a search at the start of the game."""
    cut_iterations_early: float
    """Simulations a second with playouts cut, after a tenth of a random game."""
    cut_iterations_middle: float
    """The same in the middle."""
    cut_iterations_late: float
    """The same after nine tenths."""
    edge_iterations_early: float
    """Simulations a second with playouts cut at the next edge of a turn, at the same stage."""
    edge_iterations_middle: float
    """The same in the middle."""
    edge_iterations_late: float
    """The same after nine tenths."""
    full_iterations_early: float
    """Simulations a second with playouts to the end, after a tenth of a random game."""
    full_iterations_middle: float
    """The same in the middle."""
    full_iterations_late: float
    """The same after nine tenths."""
    nodes_per_iteration: float
    """Nodes a simulation adds in the middle, playouts cut."""
    bytes_per_iteration: float
    """Memory for them."""
    policy_ns: float | None
    """Nanoseconds of the priors, an action; ``None`` where the game has none."""
    evaluation_ns: float | None
    """Nanoseconds of one evaluation; likewise."""


def measure(players: int, seconds: float = 1.0, game: str = DEFAULT) -> Speeds:
    """Measures one number of players of a game, spending about ``seconds`` on each figure.

    Raises ``SetupError`` for a game or number of players that there is not, and
    ``LimitError`` for seconds that are not above 0 and at most 3600.
    """
    seconds = check_number("seconds", seconds, 0, _LONGEST, whole=False, above=True)
    state = new_game(players, _SEED, game=game)
    table, start, view = _table(state), state.core.bytes(), state.view(0).core.bytes()
    deals = [new_game(players, _SEED + at, game=game).core.bytes() for at in range(_DEALS)]
    decisions_per_game = 0.0

    def random_games(count: int) -> float:
        nonlocal decisions_per_game
        decisions, elapsed = 0, 0.0
        for at, deal in enumerate(deals):
            share = count // _DEALS + (at < count % _DEALS)
            more, took = engine.measure_random_games(table, deal, share, _SEED + at)
            decisions, elapsed = decisions + more, elapsed + took
        decisions_per_game = decisions / count
        return elapsed

    games = _rate(random_games, seconds)
    clones = _rate(lambda count: engine.measure_clones(table, start, count), seconds)
    determinizations = _rate(
        lambda count: engine.measure_determinizations(table, view, count, _SEED), seconds
    )
    midgame = state.clone()
    midgame.core.play_random(_SEED, int(decisions_per_game / 2))
    stages = [_with_choice(state, int(decisions_per_game * part)) for part in _STAGES]
    cut = [_search(stage, Settings(), seconds) for stage in stages]
    edge = [_search(stage, Settings(horizon=0), seconds) for stage in stages]
    full = [_search(stage, Settings(horizon=-1), seconds) for stage in stages]
    policy, evaluation = _knowledge(stages[1], seconds)
    packed = midgame.to_bytes()
    advice = Advisor(threads=1, seed=_SEED).advise(state, Limit(seconds=seconds))
    return Speeds(
        players=players,
        decisions_per_second=games * decisions_per_game,
        random_games_per_second=games,
        decisions_per_game=decisions_per_game,
        legal_step_ns=1e9 / (games * decisions_per_game),
        clone_ns=1e9 / clones,
        python_clones_per_second=_rate(lambda count: _calls(state.clone, count), seconds),
        state_bytes=len(start),
        determinizations_per_second=determinizations,
        snapshots_written_per_second=_rate(lambda count: _calls(midgame.to_bytes, count), seconds),
        snapshots_read_per_second=_rate(
            lambda count: _calls(lambda: State.from_bytes(packed), count), seconds
        ),
        simulations_per_second=advice.simulations / advice.seconds,
        cut_iterations_early=cut[0].simulations / cut[0].seconds,
        cut_iterations_middle=cut[1].simulations / cut[1].seconds,
        cut_iterations_late=cut[2].simulations / cut[2].seconds,
        edge_iterations_early=edge[0].simulations / edge[0].seconds,
        edge_iterations_middle=edge[1].simulations / edge[1].seconds,
        edge_iterations_late=edge[2].simulations / edge[2].seconds,
        full_iterations_early=full[0].simulations / full[0].seconds,
        full_iterations_middle=full[1].simulations / full[1].seconds,
        full_iterations_late=full[2].simulations / full[2].seconds,
        nodes_per_iteration=cut[1].nodes / cut[1].simulations,
        bytes_per_iteration=cut[1].bytes / cut[1].simulations,
        policy_ns=policy,
        evaluation_ns=evaluation,
    )


def _with_choice(start: State, decisions: int) -> State:
    """The first decision with a choice after so many of a random game; the last such one."""
    state = start.clone()
    found, played = state.clone(), 0
    while not state.is_over:
        if len(state.core.legal()) > 1:
            found = state.clone()
            if played >= decisions:
                break
        state.core.play_random(_SEED + played, 1)
        played += 1
    return found


def _search(state: State, settings: Settings, seconds: float) -> Outcome:
    seat = state.seat_to_move
    assert seat is not None
    core = state.view(seat).core
    return search(
        _table(state), core.bytes(), seed=_SEED, seconds=seconds, memory=_MEMORY, settings=settings
    )


def _table(state: State) -> object:
    """The game table with what was learned behind it."""
    return Weights.shipped(state.ruleset.game).table(state.ruleset, state.players)


def _knowledge(state: State, seconds: float) -> tuple[float | None, float | None]:
    """Nanoseconds of the priors, an action, and of an evaluation at the edge of a turn."""
    edge = state.clone()
    while not edge.is_over and edge.turn == state.turn:
        edge.core.play_random(_SEED, 1)
    if edge.is_over:
        edge = state
    table, data, times = _table(edge), edge.core.bytes(), 16
    while True:
        actions, priors, evaluation = engine.measure(table, data, times)
        took = [one for one in (priors, evaluation) if one is not None]
        if not took or sum(took) >= seconds:
            break
        times *= 2
    return (
        None if priors is None else 1e9 * priors / times / actions,
        None if evaluation is None else 1e9 * evaluation / times,
    )


def _rate(measured: Callable[[int], float], seconds: float) -> float:
    """How often a second something can be done; ``measured(n)`` are the seconds for n times."""
    count = 1
    while True:
        elapsed = measured(count)
        if elapsed >= seconds or count == _MOST:
            return count / elapsed
        # Towards the count that should last long enough, in steps of at most ten.
        growth = min(10.0, max(2.0, 1.2 * seconds / max(elapsed, 1e-9)))
        count = min(int(count * growth), _MOST)


def _calls(call: Callable[[], object], count: int) -> float:
    """Seconds for so many calls."""
    start = perf_counter()
    for _ in range(count):
        call()
    return perf_counter() - start
