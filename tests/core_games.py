"""Positions of the core along random games, for the tests of snapshots."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gwta_ai import Ruleset, new_game
from gwta_ai._engine.argentina.core import CoreState


def positions(
    players: int, seed: int, most_steps: int = 6, rules: Ruleset | None = None
) -> Iterator[CoreState]:
    """States along one random game, mid-action ones and the last one among them."""
    choose = random.Random(seed)
    state = new_game(players, seed, buildings="random", neutral="random", ruleset=rules).core
    yield state.clone()
    while not state.over:
        state.play_random(choose.getrandbits(64), choose.randint(1, most_steps))
        yield state.clone()


def with_views(state: CoreState) -> list[CoreState]:
    """The state, and what each seat sees of it."""
    return [state, *(state.view(seat) for seat in range(state.players))]
