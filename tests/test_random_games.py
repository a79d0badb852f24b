"""Random games: invariants at every decision (a sample; long_checks.py plays many)."""

from __future__ import annotations

from collections import Counter

import pytest
from random_games import EQUAL_OUTCOMES, equal_outcomes, game, play_through


@pytest.mark.parametrize("seed", range(12))
def test_invariants(seed: int) -> None:
    seen = play_through(seed, thorough=9)
    assert seen["move"] > 50
    assert seen["loading"] > 5


@pytest.mark.parametrize("seed", range(100, 103))
def test_no_two_actions_do_the_same(seed: int) -> None:
    seen = equal_outcomes(seed)
    assert set(seen) <= set(EQUAL_OUTCOMES)


def test_past_states_stay_as_they_were() -> None:
    """No shallow copy: every clone kept along a game still has its digest at the end."""
    state = game(5)
    kept = []
    while not state.is_over:
        kept.append((state.clone(), hash(state)))
        state.core.play_random(len(kept), 1)
    assert len(kept) > 100
    assert [hash(clone) for clone, _ in kept] == [digest for _, digest in kept]
    assert len({digest for _, digest in kept}) == len(kept)


def test_equal_seeds_play_equal_games() -> None:
    endings: Counter[int] = Counter()
    for seed in (3, 3, 4):
        state = game(seed)
        state.core.play_random(17, 1 << 30)
        endings[hash(state)] += 1
    assert sorted(endings.values()) == [1, 2]
