"""Speed of the core, of snapshots and of the search, on one thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import gwta_ai
from gwta_ai import Limit, State
from gwta_ai._engine import argentina
from gwta_ai.errors import LimitError

PLAYER_COUNTS = (2, 3, 4)
_SEED = 1
_LONGEST = 3600.0
_MOST = 10**9  # repetitions


@dataclass(frozen=True)
class Figures:
    """What was measured for one number of players."""

    players: int
    decisions_per_second: float
    """Decisions, each a legal list and a step, in random games."""
    random_games_per_second: float
    """Random games from set-up to end."""
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


def measure(players: int, seconds: float = 1.0) -> Figures:
    """Measures one number of players, spending about ``seconds`` on each figure.

    Raises ``SetupError`` for a wrong number of players and ``LimitError`` for seconds
    that are not above 0 and at most 3600.
    """
    if not 0 < seconds <= _LONGEST:
        raise LimitError(f"seconds: expected a number above 0, at most {_LONGEST:g}, got {seconds}")
    state = gwta_ai.new_game(players=players, seed=_SEED)
    view = state.view(0)
    decisions_per_game = 0.0

    def random_games(count: int) -> float:
        nonlocal decisions_per_game
        rules = state._core.rules
        decisions, elapsed = argentina.measure_random_games(rules, players, count, _SEED)
        decisions_per_game = decisions / count
        return elapsed

    games = _rate(random_games, seconds)
    clones = _rate(lambda count: argentina.measure_clones(state._core, count), seconds)
    determinizations = _rate(
        lambda count: argentina.measure_determinizations(view._core, count, _SEED), seconds
    )
    midgame = state.clone()
    midgame._core.play_random(_SEED, int(decisions_per_game / 2))
    packed = midgame.to_bytes()
    advice = gwta_ai.Advisor(threads=1, seed=_SEED).advise(state, Limit(seconds=seconds))
    return Figures(
        players=players,
        decisions_per_second=games * decisions_per_game,
        random_games_per_second=games,
        decisions_per_game=decisions_per_game,
        legal_step_ns=1e9 / (games * decisions_per_game),
        clone_ns=1e9 / clones,
        python_clones_per_second=_rate(lambda count: _calls(state.clone, count), seconds),
        state_bytes=argentina.STATE_BYTES,
        determinizations_per_second=determinizations,
        snapshots_written_per_second=_rate(lambda count: _calls(midgame.to_bytes, count), seconds),
        snapshots_read_per_second=_rate(
            lambda count: _calls(lambda: State.from_bytes(packed), count), seconds
        ),
        simulations_per_second=advice.simulations / advice.seconds,
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
