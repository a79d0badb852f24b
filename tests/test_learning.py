"""What is learned: the compiled evaluation against its NumPy twin, likings and gradients."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import gwta_ai
from gwta_ai._engine.argentina import CompiledRules, CoreState, weight_shapes
from gwta_ai._engine.learning import FIGURES, SelfPlay
from gwta_ai.ruleset import Ruleset
from gwta_ai.weights import Learned, Weights, WeightsError

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))
network = pytest.importorskip("network")

HIDDEN = 32


def learned(seed: int = 1) -> Learned:
    """Random weights, small enough for a policy that still plays everything."""
    rng = np.random.default_rng(seed)
    return Learned(
        *(
            rng.normal(0, scale, shape).astype(np.float32)
            for scale, shape in zip((0.03, 0.05, 0.2), weight_shapes(HIDDEN).values(), strict=True)
        )
    )


def compiled(players: int, weights: Learned) -> CompiledRules:
    return CompiledRules(Ruleset.default().compiled(), {players: weights.packed()})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_compiled_evaluation_says_what_its_twin_says(players: int) -> None:
    weights = learned()
    rules = compiled(players, weights)
    play = SelfPlay(rules.table(players), win_weight=0.5, margin_scale=20.0)
    positions = network.Positions.empty(40, players)
    found = play.learn(
        weights.policy,
        games=5,
        seed=3,
        share=1.0,
        seats=positions.seats,
        table=positions.table,
        results=positions.results,
    )
    assert found["positions"] == 40
    expected = network.Network(weights.first, weights.second).expect(positions)
    # The first positions are those at the beginning of the turns of the first game.
    state = CoreState.from_bytes(rules, first_position(rules, players))
    for i in range(2):
        win, figures, spread = state.evaluation()
        assert win == pytest.approx(expected.win[i], abs=1e-4)
        assert [row[0] for row in figures] == pytest.approx(expected.points[i], abs=1e-2)
        assert np.array(figures)[:, 1:] == pytest.approx(expected.categories[i], abs=1e-2)
        assert spread == pytest.approx(expected.spread[i], rel=1e-3)
        break
