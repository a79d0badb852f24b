"""What is learned: the compiled evaluation against its NumPy twin, likings, gradients, files."""

from __future__ import annotations

import math
import re
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from fields import fields_of
from hypothesis import given
from hypothesis import strategies as st
from workshop import network

from gwta_ai import Advisor, Limit, Ruleset, Weights, new_game
from gwta_ai._engine.argentina.core import CoreState, weight_shapes
from gwta_ai._engine.argentina.learning import FEATURES, FIGURES, SelfPlay, features, likings
from gwta_ai._engine.search import evaluate
from gwta_ai.adviser.weights import Learned
from gwta_ai.errors import WeightsError
from gwta_ai.games.argentina.compiled import compiled_rules, table
from gwta_ai.games.argentina.notation import FORMS

HIDDEN = 32
SEED = 5
STEP = 1e-5  # of finite differences
KINDS = len(FORMS) + 1  # of actions, counted from 1, which the first rows of the policy stand for


def learned(seed: int = 1) -> Learned:
    """Random weights, small enough for a policy that still plays everything."""
    rng = np.random.default_rng(seed)
    scales = {"policy": 0.03, "first": 0.05, "second": 0.2}
    return Learned(
        {
            name: rng.normal(0, scales[name], shape).astype(np.float32)
            for name, shape in weight_shapes(HIDDEN).items()
        }
    )


RULES = compiled_rules(Ruleset.default())


def compiled(players: int, weights: Learned) -> object:
    """The game table with these weights."""
    return table(Ruleset.default(), players, weights.packed())


def a_game(players: int) -> CoreState:
    return CoreState.new(RULES, players, -1, None, SEED)


def played(players: int, weights: Learned, games: int = 3) -> network.Positions:
    """Every position at the edge of a turn of a few games."""
    play = SelfPlay(compiled(players, weights), win_weight=0.5, margin_scale=20.0)
    positions = network.Positions.empty(500 * games, players)
    found = play.learn(
        weights.arrays["policy"],
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
    learned_table = compiled(players, weights)
    twin = network.Network(weights.arrays["first"], weights.arrays["second"])
    state = a_game(players)
    compared = 0
    while not state.over and compared < 30:
        turn = state.turn
        win, figures, spread = expected(learned_table, state)
        found = twin.expect(seen(state, players))
        assert win == pytest.approx(found.win[0], abs=1e-4)
        assert [row[0] for row in figures] == pytest.approx(found.points[0], abs=1e-2)
        assert np.array(figures)[:, 1:] == pytest.approx(found.categories[0], abs=1e-2)
        assert spread == pytest.approx(found.spread[0], rel=1e-2)
        compared += 1
        while not state.over and state.turn == turn:
            state.play_random(SEED + compared, 1)
    assert compared == 30


def expected(table: object, state: CoreState) -> tuple[list[float], list[list[float]], list[float]]:
    found = evaluate(table, state.bytes())
    assert found is not None
    return found


def shown(state: CoreState) -> tuple[list[list[float]], list[float]]:
    """The features of each seat, and those of the table."""
    return features(RULES.table(state.players), state.bytes())


def seen(state: CoreState, players: int) -> network.Positions:
    """The features of one state."""
    seats, table = shown(state)
    return network.Positions(
        np.array([seats], np.float32),
        np.array([table], np.float32),
        np.zeros((1, players, FIGURES + 1), np.float32),
    )


def test_features_are_as_many_as_there_is_room_for() -> None:
    for players in (2, 3, 4):
        seats, table = shown(new_game(players, SEED).core)
        assert {len(figures) for figures in seats} == {FEATURES[0]}
        assert len(table) == FEATURES[1]


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
            prospects = shown(state.core)[0][seat][-PROSPECTS:]
            if moves[0].kind == "move" and state.decision == "move":
                spaces = {move.arguments["space"] for move in moves if move.kind == "move"}
                tiles = fields_of(state.core)["tile"]
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
            state.core.play_random(seed, 1)
    assert met == {"Buenos Aires", "neutral", "own", "others"}


class Figures:
    """Figures in a row, read block by block."""

    def __init__(self, values: list[float]) -> None:
        self.values, self.at = values, 0

    def next(self, *expected: float) -> None:
        """The next ones are these."""
        found = self.values[self.at : self.at + len(expected)]
        assert found == pytest.approx(expected, abs=1e-5)
        self.at += len(expected)

    def steps(self, figure: int, width: int, n: int) -> None:
        """The next ones are a thermometer: whether the figure exceeds 0, width, 2 width …"""
        self.next(*(float(figure > i * width) for i in range(n)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_figures_of_a_seat_are_those_of_the_position(players: int) -> None:
    """Points, goods, workers, farmers, buildings, discs and cards, from the raw position."""
    names = Ruleset.default().names
    cattle, exhaustion = len(names.cattle), names.cards.index("exhaustion")
    strengths = [int(name.rpartition("-")[2]) for name in names.cattle if "-" in name]
    assert strengths == [2, 3, 3, 4, 5, 5, 6, 7]
    state = new_game(players, SEED, buildings="random", neutral="random")
    looked = 0
    while not state.is_over:
        turn, raw = state.turn, fields_of(state.core)
        seats, _ = shown(state.core)
        for seat in range(players):
            player, figures = raw["player"][seat], Figures(seats[seat])
            figures.next(*(points / 20 for points in state.core.scores()[seat]))
            figures.next(0.05 * player["pesos"])
            figures.steps(player["pesos"], 2, 10)
            figures.steps(player["grain"], 1, 8)
            figures.steps(player["certificates"], 1, 8)
            figures.at += 2  # certificates and grain of discs
            figures.steps(player["tokens"], 1, 4)
            for workers in player["workers"]:
                figures.steps(workers - 1, 1, 5)
            figures.at += 2  # groups of workers, strength of the farmers
            figures.next(*(0.25 * farmers for farmers in player["farmers"]))
            on_board = [1 <= place <= len(names.spaces) for place in player["buildings"]]
            figures.next(*map(float, on_board))
            figures.next(0.2 * sum(on_board))
            figures.at += 1 + 8 + 1 + 8 + 1  # fields, the way, ramps, the engine
            figures.next(*(float(player["masters"] >> i & 1) for i in range(8)))
            spaces = len(names.disc_spaces)
            figures.next(*(float(i < spaces and not player["discs"] >> i & 1) for i in range(20)))
            figures.next(*map(float, player["station_discs"] + player["ship_discs"]))
            figures.next(*(0.5 * discs for discs in player["quay_discs"]))
            figures.next(*map(float, player["bonus_discs"]))
            figures.next(0.25 * sum(player["ship_discs"]))
            figures.at += 1  # objectives
            figures.next(
                0.1 * player["discs"].bit_count(),
                0.2 * sum(strong.bit_count() for strong in player["strong"]),
            )
            figures.at += 2  # limits of the hand and of steps
            deck = [
                hand + discard
                for hand, discard in zip(player["hand"], player["discard"], strict=True)
            ]
            for kind in player["draw"][: player["draw_size"]]:
                deck[kind] += 1
            figures.next(*(0.25 * count for count in deck[:cattle]))
            figures.at += 20 - cattle
            figures.next(0.05 * sum(deck), 0.25 * deck[exhaustion])
            figures.next(0.25 * sum(deck[exhaustion + 1 :]))
            looked += 1
        while not state.is_over and state.turn == turn:
            state.core.play_random(SEED + turn, 1)
    assert looked > 60 * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_figures_of_the_table_are_those_of_the_position(players: int) -> None:
    """The clock of the game, workers for hire, ships, farmers and the cattle market."""
    ruleset = Ruleset.default()
    names = ruleset.names
    state = new_game(players, SEED)
    while not state.is_over:
        turn, raw = state.turn, fields_of(state.core)
        figures = Figures(shown(state.core)[1])
        figures.steps(raw["job_row"], 1, 12)
        here = sum(raw["jobs"][raw["job_row"]]) if raw["job_row"] < 12 else 0
        figures.next(float(raw["ending"] != 0), 0.25 * here)
        figures.next(
            state.core.clock,
            0.01 * raw["turn"],
            0.04 * raw["exhaustion"],
            0.1 * sum(raw["market"]),
        )
        above = raw["jobs"][: raw["job_row"]]
        figures.next(*(0.25 * sum(row[worker] for row in above) for worker in range(6)))
        figures.at += 18  # ships
        lying = [
            names.tiles[raw["tile"][names.spaces.index(space)] - 1]
            for space in names.farmer_spaces
            if raw["tile"][names.spaces.index(space)]
        ]
        figures.next(*(0.25 * sum(colour in tile for tile in lying) for colour in names.colours))
        figures.next(*(0.5 * count for count in raw["market"][: len(names.cattle)]))
        while not state.is_over and state.turn == turn:
            state.core.play_random(SEED + turn, 1)


def test_the_gradient_of_the_network_is_that_of_what_it_minimises() -> None:
    """By finite differences, in random directions, without the detached variance."""
    weights = learned(2)
    net = network.Network(
        weights.arrays["first"].astype(float), weights.arrays["second"].astype(float)
    )
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
    policy = np.zeros_like(weights.arrays["policy"])
    nothing = Learned({name: np.zeros_like(array) for name, array in weights.arrays.items()})
    table = compiled(players, nothing)
    play = SelfPlay(table, win_weight=0.0, margin_scale=20.0)
    before = play.learn(policy, games=100, seed=1)["points"]
    adam = network.Adam([policy], 0.05, beta2=0.99, epsilon=1e-4)
    for step in range(12):
        gradient = np.zeros_like(policy)
        found = play.learn(policy, gradient, games=100, seed=100 + step)
        adam.step([-gradient / found["games"]])
    assert play.learn(policy, games=100, seed=1)["points"] > before + 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_gradient_of_the_policy_is_that_of_its_doubt(players: int) -> None:
    """By finite differences of the entropy of one game, on several ways up.

    The gradient goes through the traits of each action one by one, the likings of a decision
    sum shared traits once: both must mean the same.
    """
    weights = learned()
    play = SelfPlay(compiled(players, weights), win_weight=0.5, margin_scale=20.0)
    rng = np.random.default_rng(6)

    def game(policy: np.ndarray) -> tuple[float, float]:
        """Decisions of the game and the sum of their entropies."""
        found = play.learn(policy, np.zeros_like(policy), games=1, seed=SEED)
        return found["decisions"], found["decisions"] * found["entropy"]

    with_doubt, without = (
        np.zeros_like(weights.arrays["policy"]),
        np.zeros_like(weights.arrays["policy"]),
    )
    play.learn(weights.arrays["policy"], with_doubt, games=1, seed=SEED, entropy=1.0)
    play.learn(weights.arrays["policy"], without, games=1, seed=SEED)
    slope = with_doubt.astype(float) - without
    for _ in range(3):
        way = (slope * rng.uniform(size=slope.shape)).astype(np.float32)
        way /= np.abs(way).max()
        after, before = (
            game(weights.arrays["policy"] + STEP * way),
            game(weights.arrays["policy"] - STEP * way),
        )
        assert after[0] == before[0] > 100
        assert (after[1] - before[1]) / (2 * STEP) == pytest.approx((slope * way).sum(), rel=0.01)


def test_the_policy_is_pulled_by_nothing_that_all_options_share() -> None:
    """Every action has one kind: over the kinds, what one gains the others lose."""
    weights = learned()
    play = SelfPlay(compiled(2, weights), win_weight=0.5, margin_scale=20.0)
    gradient = np.zeros_like(weights.arrays["policy"])
    play.learn(weights.arrays["policy"], gradient, games=3, seed=SEED)
    kinds = gradient[:KINDS]
    assert np.abs(kinds).max() > 0.1
    assert kinds.sum(0) == pytest.approx(np.zeros(kinds.shape[1]), abs=1e-2)


def test_equal_seeds_give_equal_games_and_gradients() -> None:
    weights = learned()
    play = SelfPlay(compiled(2, weights), win_weight=0.5, margin_scale=20.0)
    first, second = np.zeros_like(weights.arrays["policy"]), np.zeros_like(weights.arrays["policy"])
    assert play.learn(weights.arrays["policy"], first, games=5, seed=7) == play.learn(
        weights.arrays["policy"], second, games=5, seed=7
    )
    assert np.array_equal(first, second)
    assert np.abs(first).max() > 0


def test_priors_are_one_a_legal_action_and_differ() -> None:
    state, learned_table = a_game(2), compiled(2, learned())
    told_apart = choices = 0
    for step in range(100):
        found = likings(learned_table, state.bytes())
        assert len(found) == len(state.legal())
        choices += len(found) > 1
        told_apart += len(set(found)) > 1
        state.play_random(step, 1)
    assert 0.9 * choices < told_apart <= choices  # routes that only pay other Hands look alike


def test_likings_are_sums_of_weights() -> None:
    """Of two tables of weights together they are those of one plus those of the other."""
    rng = np.random.default_rng(8)
    shape = weight_shapes(HIDDEN)["policy"]
    first, second = (rng.normal(0, 1, shape).astype(np.float32) for _ in range(2))
    empty = learned()
    tables = [
        compiled(3, Learned(empty.arrays | {"policy": policy}))
        for policy in (first, second, first + second)
    ]
    state = a_game(3)
    step = 0
    while not state.over:
        one, two, both = (np.array(likings(each, state.bytes())) for each in tables)
        assert one + two == pytest.approx(both, abs=1e-3)
        state.play_random(step, 1)
        step += 1
    assert step > 200


def test_without_weights_there_is_nothing_to_ask() -> None:
    state, unlearned = a_game(2), RULES.table(2)
    with pytest.raises(ValueError, match="nothing was learned"):
        likings(unlearned, state.bytes())
    assert evaluate(unlearned, state.bytes()) is None


# --- weights files --------------------------------------------------------------------------


def test_weights_survive_a_file(tmp_path: Path) -> None:
    weights = Weights({2: learned(1), 4: learned(2)}, {"seed": 1})
    weights.save(tmp_path / "w.npz")
    found = Weights.load(tmp_path / "w.npz")
    assert found.about == {"seed": 1}
    assert sorted(found.learned) == [2, 4]
    assert found.learned[4].arrays["policy"] == pytest.approx(
        weights.learned[4].arrays["policy"], abs=1e-3
    )
    found.save(tmp_path / "again.npz")
    assert Weights.load(tmp_path / "again.npz").digest == found.digest


def test_weights_name_the_ruleset_they_were_learned_under(tmp_path: Path) -> None:
    under = "0123456789abcdef" * 4
    two, three = learned(1), learned(2)
    Weights({2: Learned(two.arrays, ruleset=under), 3: three}, {}).save(tmp_path / "w.npz")
    found = Weights.load(tmp_path / "w.npz")
    assert found.ruleset(2) == under
    assert found.ruleset(3) is None  # as in files of before
    assert found.ruleset(4) is None
    Weights({2: two, 3: three}, {}).save(tmp_path / "unnamed.npz")
    assert Weights.load(tmp_path / "unnamed.npz") == found  # the numbers are the same
    corrected = found.learned[2].corrected(found.learned[2].correction)
    assert corrected.ruleset == under


@pytest.mark.parametrize("ruleset", ["", "29f3719e", "x" * 64, "A" * 64])
def test_a_ruleset_that_is_no_digest_is_refused(ruleset: str) -> None:
    with pytest.raises(WeightsError, match="ruleset: expected 64 hexadecimal digits"):
        Learned(learned().arrays, ruleset=ruleset)


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
    return Weights({2: learned()}, {}).to_bytes()


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
    units = np.zeros((20, good.arrays["second"].shape[1]), np.float32)
    with pytest.raises(WeightsError, match="hidden units: expected a multiple of 16 up to 64"):
        Learned(good.arrays | {"second": units})
    with pytest.raises(WeightsError, match="policy: expected"):
        Learned(good.arrays | {"policy": good.arrays["policy"][:-1]})
    with pytest.raises(WeightsError, match="first: expected"):
        Learned(good.arrays | {"first": good.arrays["first"][:, :-1]})
    for factor in ("nan", "inf", "1e30"):
        with pytest.raises(WeightsError, match="policy: expected numbers up to 65504"):
            Learned(good.arrays | {"policy": good.arrays["policy"] * np.float32(factor)})


def test_the_largest_weights_can_be_played_with() -> None:
    """Nothing overflows, so that the search finds its way and bots choose."""
    shapes = weight_shapes(HIDDEN)
    largest = np.float32(np.finfo(np.float16).max)
    rng = np.random.default_rng(4)
    weights = Learned(
        {
            name: largest * rng.choice([-1, 1], shape).astype(np.float32)
            for name, shape in shapes.items()
        }
    )
    state = new_game(players=2, seed=1)
    for horizon in (0, 3):
        advice = Advisor(weights=Weights({2: weights}, {}), horizon=horizon).advise(
            state, Limit(simulations=300)
        )
        assert sum(one.visits for one in advice.candidates) == 300
        assert all(math.isfinite(one.margin) for one in advice.candidates)


def test_a_weights_file_is_read_once_and_again_where_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    Weights({2: learned(1)}, {}).save(path)
    first = Weights.load(path)
    assert Weights.load(path) is first
    Weights({2: learned(2), 3: learned(2)}, {}).save(path)
    second = Weights.load(path)
    assert second != first
    assert sorted(second.learned) == [2, 3]
    # Equal weights are compiled once.
    again = Weights(second.learned, {"note": "of another file"})
    assert again == second
    assert again.table(Ruleset.default(), 2) is second.table(Ruleset.default(), 2)


def test_a_missing_weights_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="missing"):
        Weights.load(tmp_path / "missing.npz")
