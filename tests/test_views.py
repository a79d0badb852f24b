"""Views show what a seat may know and no more; determinizations fill in the rest evenly."""

from __future__ import annotations

from random import Random

import pytest
from fields import fields_of, state_of
from hiding import Tally, Witness, check_position, check_positions, told
from table import Table
from uniformity import CASES, UNLIKELY

from gwta_ai import new_game
from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.games.argentina.compiled import compiled_rules

DRAWS = 20_000


def test_positions_of_random_games() -> None:
    """A sample; ``scripts/long_checks.py views`` looks at ten thousand positions."""
    tally = check_positions(1200, seed=1)
    assert tally.positions == 1200
    # Nothing of it is idle: many positions lie inside an action, cards are known, and
    # what was hidden was really rearranged.
    assert tally.inside > 300
    assert tally.known > 300
    assert tally.rearranged > 3000
    assert len(tally.decisions) > 15


@pytest.mark.parametrize("name", CASES)
def test_determinizations_are_uniform(name: str) -> None:
    case = CASES[name]()
    assert case.p_value(DRAWS, seed=1) > UNLIKELY


@pytest.mark.parametrize("name", CASES)
def test_the_sample_can_tell(name: str) -> None:
    """With one arrangement counted double the same sample is refused."""
    case = CASES[name]()
    doubled = case.ways.most_common(1)[0][0]
    case.ways[doubled] += max(case.ways.values()) + sum(case.ways.values()) // 20
    assert case.p_value(DRAWS // 4, seed=1) < UNLIKELY


def spoiled(field: str) -> CoreState:
    """A state in which something public was changed, and its views with it."""
    raw = fields_of(new_game(3, 2).core)
    raw["player"][1][field] += 1
    return state_of(compiled_rules(Table().ruleset), raw)


@pytest.mark.parametrize("field", ["pesos", "grain", "tokens", "engine", "discs"])
def test_public_things_are_told_apart(field: str) -> None:
    """The comparison of what is public sees a change of it, as do the views."""
    core, other = new_game(3, 2).core, spoiled(field)
    for seat in range(3):
        assert told(fields_of(core), seat) != told(fields_of(other), seat)
        assert core.view(seat).bytes() != other.view(seat).bytes()


def test_a_position_that_leaks_is_noticed() -> None:
    """A core that forgot what is known, or knew too much, fails the check."""
    state = new_game(2, 3)
    witness, random = Witness(state), Random(1)
    check_position(witness, random, Tally())
    card = next(kind for kind, n in enumerate(fields_of(state.core)["player"][1]["hand"]) if n)
    witness.known[1][card] += 1
    with pytest.raises(AssertionError, match="knows other cards"):
        check_position(witness, random, Tally())
