"""What is learned: the compiled evaluation against its NumPy twin, likings, gradients, files."""

from __future__ import annotations

import io
import re
import sys
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwta_ai._engine.argentina import CompiledRules, CoreState, weight_shapes
from gwta_ai._engine.learning import FEATURES, FIGURES, SelfPlay
from gwta_ai.advisor import Advisor, Limit
from gwta_ai.errors import WeightsError
from gwta_ai.ruleset import Ruleset
from gwta_ai.state import new_game
from gwta_ai.weights import Learned, Weights

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))
import network

HIDDEN = 32
SEED = 5


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


def played(players: int, weights: Learned, games: int = 3) -> network.Positions:
    """Every position at the edge of a turn of a few games."""
    play = SelfPlay(compiled(players, weights).table(players), win_weight=0.5, margin_scale=20.0)
    positions = network.Positions.empty(500 * games, players)
    found = play.learn(
        weights.policy,
        games=games,
        seed=SEED,
        share=1.0,
        seats=positions.seats,
        table=positions.table,
        results=positions.results,
    )
    return positions[: found["positions"]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_compiled_evaluation_says_what_its_twin_says(players: int) -> None:
    weights = learned()
    rules = compiled(players, weights)
    twin = network.Network(weights.first, weights.second)
    state = CoreState.new(rules, players, -1, None, SEED)
    compared = 0
    while not state.over and compared < 30:
        turn = state.turn
        win, figures, spread = state.evaluation()
        found = twin.expect(seen(state, players))
        assert win == pytest.approx(found.win[0], abs=1e-4)
        assert [row[0] for row in figures] == pytest.approx(found.points[0], abs=1e-2)
        assert np.array(figures)[:, 1:] == pytest.approx(found.categories[0], abs=1e-2)
        assert spread == pytest.approx(found.spread[0], rel=1e-2)
        compared += 1
        while not state.over and state.turn == turn:
            state.play_random(SEED + compared, 1)
    assert compared == 30


def seen(state: CoreState, players: int) -> network.Positions:
    """The features of one state."""
    seats, table = state.features()
    return network.Positions(
        np.array([seats], np.float32),
        np.array([table], np.float32),
        np.zeros((1, players, FIGURES + 1), np.float32),
    )


PROSPECTS = 59  # the last features of a seat: what it may come to in its next two turns


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_prospects_of_a_seat_are_its_moves(players: int) -> None:
    """Places it can come to now, with Buenos Aires, neutral, own and others' buildings there."""
    ruleset = Ruleset.default()
    met: set[str] = set()
    for seed in range(4):
        state = new_game(players, seed)
        state.apply(state.legal_actions()[0])
        while not state.is_over:
            seat = state.seat_to_move
            assert seat is not None
            moves = state.legal_actions()
            prospects = state._core.features()[0][seat][-PROSPECTS:]
            if moves[0].kind == "move" and state.decision == "move":
                spaces = {move.arguments["space"] for move in moves if move.kind == "move"}
                tiles = state._core.raw()["tile"]
                names = {name: tiles[number] for number, name in enumerate(ruleset.names.spaces)}
                letters = {names[name] - 1 for name in spaces if re.fullmatch(r"n\d", name)}
                sites = [
                    name
                    for name in spaces
                    if re.fullmatch(r"(basic|grain|special|special_grain)\d+", name)
                ]
                built = [names[name] - 1 for name in sites]
                mine = {tile % 10 for tile in built if tile // 10 == seat}
                assert prospects[0] == ("buenos_aires" in spaces)
                assert {i for i in range(8) if prospects[2 + i]} == letters
                assert {i // 2 for i in range(20) if prospects[18 + i]} == mine
                assert prospects[-3] == pytest.approx(0.1 * len(spaces))
                assert prospects[-2] == pytest.approx(0.25 * (len(built) - len(mine)))
                found = {
                    "Buenos Aires": prospects[0],
                    "neutral": letters,
                    "own": mine,
                    "others": len(built) > len(mine),
                }
                met |= {kind for kind, is_there in found.items() if is_there}
            state._core.play_random(seed, 1)
    assert met == {"Buenos Aires", "neutral", "own", "others"}


def test_the_gradient_of_the_network_is_that_of_what_it_minimises() -> None:
    """By finite differences, in random directions, without the detached variance."""
    weights = learned(2)
    net = network.Network(weights.first.astype(float), weights.second.astype(float))
    positions = played(3, weights)[:40]

    def loss() -> float:
        n, seats, _ = positions.seats.shape
        found = net.expect(positions)
        error = (found.categories - positions.results[:, :, 1:FIGURES]) / network.TENS
        missed = error.sum(2)
        squares = 0.5 * ((error**2).sum() + (missed**2).sum())
        won = positions.results[:, :, FIGURES]
        return float((squares - (won * np.log(found.win)).sum()) / (n * seats))

    network.SPREAD_PULL, pull = 0.0, network.SPREAD_PULL
    try:
        slopes = net.gradient(positions)
        rng = np.random.default_rng(3)
        for array, slope in zip((net.first, net.second), slopes, strict=True):
            way = rng.normal(size=array.shape)
            step = 1e-5
            array += step * way
            after = loss()
            array -= 2 * step * way
            before = loss()
            array += step * way
            assert (after - before) / (2 * step) == pytest.approx((slope * way).sum(), rel=0.02)
    finally:
        network.SPREAD_PULL = pull


def test_what_became_of_positions_is_the_end_of_their_game() -> None:
    positions = played(2, learned(), games=2)
    assert len(positions) > 40
    assert positions.seats.shape[2] == FEATURES[0]
    assert positions.results[:, :, 0] == pytest.approx(positions.results[:, :, 1:FIGURES].sum(2))
    assert positions.results[:, :, FIGURES].sum(1) == pytest.approx(1.0)
    assert len(np.unique(positions.results[:, :, 0], axis=0)) <= 2


def test_the_policy_learns_to_score() -> None:
    """A few steps up the gradient make better games: the sign is right."""
    players = 2
    weights = learned()
    policy = np.zeros_like(weights.policy)
    first, second = np.zeros_like(weights.first), np.zeros_like(weights.second)
    play = SelfPlay(
        compiled(players, Learned(policy, first, second)).table(players),
        win_weight=0.0,
        margin_scale=20.0,
    )
    before = play.learn(policy, games=100, seed=1)["points"]
    adam = network.Adam([policy], 0.05, beta2=0.99, epsilon=1e-4)
    for step in range(12):
        gradient = np.zeros_like(policy)
        found = play.learn(policy, gradient, games=100, seed=100 + step)
        adam.step([-gradient / found["games"]])
    assert play.learn(policy, games=100, seed=1)["points"] > before + 3


def test_equal_seeds_give_equal_games_and_gradients() -> None:
    weights = learned()
    play = SelfPlay(compiled(2, weights).table(2), win_weight=0.5, margin_scale=20.0)
    first, second = np.zeros_like(weights.policy), np.zeros_like(weights.policy)
    assert play.learn(weights.policy, first, games=5, seed=7) == play.learn(
        weights.policy, second, games=5, seed=7
    )
    assert np.array_equal(first, second)
    assert np.abs(first).max() > 0


def test_priors_are_one_a_legal_action_and_differ() -> None:
    state = CoreState.new(compiled(2, learned()), 2, 0, None, 1)
    told_apart = choices = 0
    for step in range(100):
        likings = state.priors()
        assert len(likings) == len(state.legal())
        choices += len(likings) > 1
        told_apart += len(set(likings)) > 1
        state.play_random(step, 1)
    assert 0.9 * choices < told_apart <= choices  # routes that only pay other Hands look alike


def test_without_weights_there_is_nothing_to_ask() -> None:
    state = CoreState.new(CompiledRules(Ruleset.default().compiled()), 2, 0, None, 1)
    with pytest.raises(ValueError, match="nothing was learned"):
        state.priors()
    with pytest.raises(ValueError, match="nothing was learned"):
        state.evaluation()


# --- weights files --------------------------------------------------------------------------


def test_weights_survive_a_file(tmp_path: Path) -> None:
    weights = Weights({2: learned(1), 4: learned(2)}, {"seed": 1})
    weights.save(tmp_path / "w.npz")
    found = Weights.load(tmp_path / "w.npz")
    assert found.about == {"seed": 1}
    assert sorted(found.learned) == [2, 4]
    assert found.learned[4].policy == pytest.approx(weights.learned[4].policy, abs=1e-3)
    found.save(tmp_path / "again.npz")
    assert Weights.load(tmp_path / "again.npz").digest == found.digest


@pytest.mark.parametrize("size", [0, 10, 2000])
def test_a_broken_weights_file_is_refused(tmp_path: Path, size: int) -> None:
    Weights({2: learned()}, {}).save(tmp_path / "w.npz")
    whole = (tmp_path / "w.npz").read_bytes()
    (tmp_path / "w.npz").write_bytes(whole[:size])
    with pytest.raises(WeightsError, match=r"w\.npz"):
        Weights.load(tmp_path / "w.npz")


@cache
def saved() -> bytes:
    """A whole weights file."""
    buffer = io.BytesIO()
    Weights({2: learned()}, {}).save(buffer)  # type: ignore[arg-type]
    return buffer.getvalue()


@given(where=st.floats(0, 1, exclude_max=True), change=st.integers(1, 255))
def test_a_changed_weights_file_is_refused_or_whole(where: float, change: int) -> None:
    """Never anything but the weights or an error that names the file."""
    with tempfile.NamedTemporaryFile(suffix=".npz") as file:
        damaged = bytearray(saved())
        damaged[int(where * len(damaged))] ^= change
        file.write(damaged)
        file.flush()
        refused = None
        try:
            assert Weights.load(file.name).learned.keys() == {2}
        except WeightsError as error:
            refused = str(error)
        assert refused is None or file.name in refused


def test_an_array_is_no_weights_file(tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", np.zeros(3))
    with pytest.raises(WeightsError, match=r"one\.npy"):
        Weights.load(tmp_path / "one.npy")


def test_a_weights_file_that_unpacks_to_very_much_is_refused(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "big.npz", about=np.zeros(20 << 20))
    assert (tmp_path / "big.npz").stat().st_size < 1 << 20
    with pytest.raises(WeightsError, match="64 megabytes when unpacked"):
        Weights.load(tmp_path / "big.npz")


def test_weights_for_another_number_of_players_are_refused() -> None:
    """They would be played without, which is at random."""
    three = Weights({3: learned()}, {})
    view = new_game(players=2, seed=1).view(0)
    with pytest.raises(WeightsError, match="expected some for 2 players, got 3"):
        Advisor(weights=three).advise(view, Limit(simulations=1))


def test_weights_of_another_shape_are_refused() -> None:
    good = learned()
    units = np.zeros((20, good.second.shape[1]), np.float32)
    with pytest.raises(WeightsError, match="hidden units: expected a multiple of 16 up to 64"):
        Learned(good.policy, good.first, units)
    with pytest.raises(WeightsError, match="policy: expected"):
        Learned(good.policy[:-1], good.first, good.second)
    with pytest.raises(WeightsError, match="first: expected"):
        Learned(good.policy, good.first[:, :-1], good.second)
    with pytest.raises(WeightsError, match="finite"):
        Learned(good.policy * np.float32("nan"), good.first, good.second)


def test_a_missing_weights_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="missing"):
        Weights.load(tmp_path / "missing.npz")
