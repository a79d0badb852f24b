"""What must hold at every decision of any game, checked on random ones.

``play_through`` plays one game and looks at everything; ``twins_of`` lists the legal
actions that lead to the same position. The tests do this on a sample,
``scripts/long_checks.py`` on many games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from gwta_ai import Action, State, View, new_game
from gwta_ai.games.argentina.snapshot import faults_of, lexicon

# No game comes near: every visit to Buenos Aires brings a worker or uses up a farmer.
MOST_DECISIONS = 20_000

# Kinds of actions of which two may lead to the same position, and why.
EQUAL_OUTCOMES = {
    ("discard", "discard"): "phase C draws the whole deck, so the card comes back at once",
}


def game(seed: int) -> State:
    """A new game; the number of players, sides and neutral buildings follow the seed."""
    return new_game(2 + seed % 3, seed, buildings="random", neutral="random")


def play_through(seed: int, *, thorough: int = 1) -> Counter[str]:
    """One random game, every ``thorough``-th decision looked at closely.

    Returns how often each decision came up. Raises ``AssertionError`` naming the seed.
    """
    state = game(seed)
    words = lexicon(state.ruleset)
    choose = random.Random(seed)
    seen: Counter[str] = Counter()
    for number in range(MOST_DECISIONS):
        where = f"seed {seed}, decision {number}"
        if state.is_over:
            break
        assert state.decision is not None, where
        seen[state.decision] += 1
        values = state.core.legal()
        assert values, where
        assert values == sorted(set(values)), where
        if number % thorough == 0:
            found = faults_of(state.core.bytes(), words)
            assert not found, f"{where}: {found[0]}"
            _check_copies(state, choose.choice(values), where)
            _check_views(state, where)
        state.core.step(choose.choice(values))
    assert state.is_over, f"seed {seed}: no end in {MOST_DECISIONS} decisions"
    assert state.legal_actions() == []
    assert not faults_of(state.core.bytes(), words)
    return seen


def _check_copies(state: State, value: int, where: str) -> None:
    """A clone is independent, goes on in the same way, and is what its snapshot says."""
    before = state.to_bytes()
    one, two = state.clone(), state.clone()
    one.core.step(value)
    assert state == two, where
    assert state.to_bytes() == before, where
    two.core.step(value)
    assert one == two, where
    assert hash(one) == hash(two), where
    again = State.from_bytes(before)
    assert again == state, where
    assert again.to_bytes() == before, where
    again.core.step(value)
    assert again == one, where


def _check_views(state: State, where: str) -> None:
    """Views are kept by determinization, by snapshots and by looking twice."""
    for seat in range(state.players):
        view = state.view(seat)
        other = view.determinize(seat + 1)
        assert other.view(seat) == view, where
        assert other.legal_actions() or other.is_over, where
        assert View.from_bytes(view.to_bytes()) == view, where
        if state.seat_to_move == seat:
            assert view.legal_actions() == state.legal_actions(), where


def twins_of(state: State) -> Iterator[tuple[Action, Action]]:
    """Pairs of legal actions that lead to the same position, byte for byte."""
    found: dict[bytes, Action] = {}
    for action in state.legal_actions():
        after = state.core.clone()
        after.step(action.value)
        earlier = found.setdefault(after.bytes(), action)
        if earlier is not action:
            yield earlier, action


def equal_outcomes(seed: int) -> Counter[tuple[str, str]]:
    """How often two actions of one decision of a random game did the same, by their kinds."""
    state = game(seed)
    choose = random.Random(seed)
    seen: Counter[tuple[str, str]] = Counter()
    while not state.is_over:
        seen.update((one.kind, two.kind) for one, two in twins_of(state))
        state.core.step(choose.choice(state.core.legal()))
    return seen
