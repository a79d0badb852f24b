"""The correction of what is foretold: what it does to advice, in files, and how it is learned."""

from __future__ import annotations

import json
import math
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner, Result
from fields import fields_of
from loading import script
from ruleset_files import RAW

from gwta_ai import Advice, Advisor, Limit, State, Weights, new_game
from gwta_ai.adviser.correction import Correction, terms
from gwta_ai.errors import WeightsError
from gwta_ai.games.argentina.game import CATEGORIES

NUMBER = len(CATEGORIES)
LIMIT = Limit(simulations=150)


def some(seed: int = 1) -> Correction:
    """A correction that tells all its numbers apart."""
    numbers = np.random.default_rng(seed).uniform(0.5, 4, (1 + NUMBER, 2)).astype(np.float32)
    return Correction(numbers)


def corrected(correction: Correction) -> Weights:
    """The weights of the package with this correction for all."""
    learned = Weights.default().learned.items()
    return Weights({n: one.corrected(correction) for n, one in learned}, {})


def position(players: int, decisions: int) -> State:
    state = new_game(players, seed=4)
    state.core.play_random(4, decisions)
    return state


# --- the clock ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_clock_counts_the_workers_that_came(players: int) -> None:
    """From those at the beginning to all rows of the job market, where the game ends."""
    market, counts = RAW["job_market"], RAW["players"]
    (count,) = (one for one in counts["count"] if one["players"] == players)
    columns = count["job_columns"]
    places = columns * len(market["row"])
    state = new_game(players, seed=2)
    assert state.core.clock == pytest.approx(count["initial_workers"] / places)
    while not state.is_over:
        raw, clock = fields_of(state.core), state.core.clock
        row = raw["job_row"]
        newest = sum(raw["jobs"][row]) if row < len(market["row"]) else 0
        assert clock == pytest.approx((columns * row + newest) / places)
        assert (clock == 1) == bool(raw["ending"])
        state.core.play_random(1, 1)
    assert clock == 1


# --- advice -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "decisions"), [(2, 0), (3, 150), (4, 400)])
def test_points_and_their_spread_are_corrected(players: int, decisions: int) -> None:
    """Each category by its own numbers, the points by their sum, the variance by its two."""
    state, correction = position(players, decisions), some()
    bare = Advisor(weights=corrected(Correction.none(NUMBER))).advise(state, LIMIT)
    advice = Advisor(weights=corrected(correction)).advise(state, LIMIT)
    left = 1 - state.core.clock
    assert 0 < left < 1
    numbers = correction.numbers.astype(float)
    added = numbers[1:, 0] * left + numbers[1:, 1] * left**2
    for plain, right in zip(bare.candidates, advice.candidates, strict=True):
        for name, more in zip(CATEGORIES, added, strict=True):
            assert right.categories[name] == pytest.approx(plain.categories[name] + more)
        assert right.score == pytest.approx(plain.score + added.sum())
        assert right.score == pytest.approx(sum(right.categories.values()))
        variance = numbers[0, 0] * plain.score_sd**2 + numbers[0, 1] * left
        assert right.score_sd == pytest.approx(math.sqrt(variance))


def choice(advice: Advice) -> str:
    """All of an advice that no correction may change."""
    found = advice.to_dict()
    del found["weights"]
    for candidate in found["candidates"]:
        for name in ("score", "score_sd", "categories"):
            del candidate[name]
    return json.dumps(found)


def test_no_choice_depends_on_the_correction() -> None:
    """Nor a margin, a chance of winning, a rank, or what the best has more than the second."""
    state = position(3, 150)
    bare, advice = (
        Advisor(weights=corrected(one)).advise(state, LIMIT)
        for one in (Correction.none(NUMBER), some())
    )
    assert choice(advice) == choice(bare)
    for candidate in bare.candidates:
        assert advice.rank(candidate.notation) == bare.rank(candidate.notation)
    assert advice.gain is not None
    assert bare.gain is not None
    assert advice.gain.score == pytest.approx(bare.gain.score)
    assert advice.gain.categories == pytest.approx(bare.gain.categories)
    assert advice.gain.chance == bare.gain.chance


@pytest.mark.parametrize("option", [{"plain": 1}, {"policy": 0, "horizon": -1}])
def test_random_playouts_are_not_corrected(option: dict[str, int]) -> None:
    """What they miss was not learned."""
    state = position(2, 100)
    bare, advice = (
        Advisor(weights=corrected(one), **option).advise(state, LIMIT)
        for one in (Correction.none(NUMBER), some())
    )
    assert advice.best.to_dict() == bare.best.to_dict()


def test_nothing_is_added_where_nothing_is_left() -> None:
    means = (50.0, *([50.0 / NUMBER] * NUMBER))
    assert some().means(means, 0.0) == means
    assert Correction.none(NUMBER).means(means, 0.7) == means
    assert Correction.none(NUMBER).deviation(3.5, 0.7) == 3.5
    assert some().deviation(0.0, 0.0) == 0.0


# --- files --------------------------------------------------------------------------------------


def test_weights_files_keep_the_correction(tmp_path: Path) -> None:
    weights = corrected(some())
    weights.save(tmp_path / "w.npz")
    found = Weights.load(tmp_path / "w.npz")
    assert found == weights
    assert found.learned[3].correction.numbers.tolist() == some().numbers.tolist()
    # It belongs to the weights: advice with another is other advice.
    assert corrected(some(2)).digest != weights.digest


def test_weights_files_without_a_correction_have_none(tmp_path: Path) -> None:
    corrected(some()).save(tmp_path / "w.npz")
    with np.load(tmp_path / "w.npz") as archive:
        arrays = {name: array for name, array in archive.items() if "correction" not in name}
    np.savez(tmp_path / "old.npz", **arrays)
    assert Weights.load(tmp_path / "old.npz") == corrected(Correction.none(NUMBER))


def test_a_correction_is_for_the_categories_of_the_game() -> None:
    with pytest.raises(WeightsError, match="correction: expected 13 x 2 numbers of float32"):
        corrected(Correction.none(NUMBER - 1))


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (np.zeros((1 + NUMBER, 3), np.float32), "expected rows of 2 numbers of float32"),
        (np.zeros((1 + NUMBER, 2)), "got float64"),
        (np.full((1 + NUMBER, 2), np.nan, np.float32), "expected numbers up to 1000"),
        (np.full((1 + NUMBER, 2), 1001, np.float32), "expected numbers up to 1000"),
        (np.full((1 + NUMBER, 2), -1, np.float32), "expected numbers from 0 for the variance"),
    ],
)
def test_absurd_corrections_are_refused(numbers: np.ndarray, said: str, tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=said):
        Correction(numbers)
    corrected(some()).save(tmp_path / "w.npz")
    if numbers.dtype == np.float32:
        with np.load(tmp_path / "w.npz") as archive:
            arrays = dict(archive)
        np.savez(tmp_path / "bad.npz", **arrays | {"correction_4": numbers})
        with pytest.raises(WeightsError, match=rf"bad\.npz.*{said}"):
            Weights.load(tmp_path / "bad.npz")


def test_what_ships_is_corrected_for_all_numbers_of_players() -> None:
    weights = Weights.default()
    for players in (2, 3, 4):
        correction = weights.learned[players].correction
        assert correction.means([0.0] * (1 + NUMBER), 0.5)[0] > 1
        about = weights.about[f"correction_{players}"]
        before, after = about["figures"]["before"], about["figures"]["after"]
        assert abs(after["error"]) < abs(before["error"])


# --- learning -----------------------------------------------------------------------------------


@pytest.fixture
def training() -> ModuleType:
    return script("train_correction")


def test_a_known_error_is_learned(training: ModuleType) -> None:
    """And what scatters more than foretold, by a factor and by what is left of the game."""
    rng = np.random.default_rng(1)
    size = 20_000
    left, sd = rng.random(size), rng.uniform(2, 8, size)
    wrong, factor, more = rng.normal(0, 3, (NUMBER, 2)), 1.5, 20.0
    noise = rng.normal(0, 1, size) * np.sqrt(factor * sd**2 + more * left)
    foretold = rng.uniform(0, 10, (size, NUMBER))
    true = foretold + terms(left) @ wrong.T
    true[:, 0] += noise
    rows = np.column_stack([left, sd, foretold, true]).tolist()
    sample = training.Sample([[row] for row in rows])
    found = training.learn(sample).numbers
    assert found[2:] == pytest.approx(wrong[1:], abs=1e-3)
    assert found[1] == pytest.approx(wrong[0], abs=0.5)
    assert found[0] == pytest.approx([factor, more], rel=0.15)
    figures = training.quality(training.learn(sample), sample)
    assert figures["error"] == pytest.approx(0, abs=0.2)
    assert figures["within_1_sd"] == pytest.approx(0.683, abs=0.02)
    assert figures["within_2_sd"] == pytest.approx(0.954, abs=0.01)
    assert training.quality(Correction.none(NUMBER), sample)["absolute"] > figures["absolute"]


def test_one_game_in_five_tells_what_the_correction_is_worth(training: ModuleType) -> None:
    """Nothing is learned from it: here those games come out as foretold, and the others better."""
    nothing = [0.0] * NUMBER

    def game(at: int) -> list[list[float]]:
        more = 0 if at % 5 == 0 else 4
        return [[left, 3 + at % 3, *nothing, *([more * left] * NUMBER)] for left in (0.2, 0.5, 0.8)]

    correction, figures = training.learned_from([game(at) for at in range(20)])
    assert correction.means([0.0] * (1 + NUMBER), 0.5)[0] == pytest.approx(2 * NUMBER)
    assert figures["before"]["error"] == 0
    assert figures["after"]["low"] <= figures["after"]["error"] <= figures["after"]["high"]
    assert figures["after"]["error"] == pytest.approx(2 * NUMBER)


def test_what_is_learned_from(training: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every decision searched: what is left, the spread and the categories, and how it ended."""
    from workshop.strong_games import Table, Thought

    monkeypatch.setattr(training, "SHARE", 1.0)
    given = training.Game(3, 8, Thought(4), None)
    rows = training.collect(given)
    choices = list(Table(3).play(8, Thought(4)))
    sheets = choices[-1].position.scores()
    asked = [choice for choice in choices if choice.outcome is not None]
    assert len(rows) == len(asked) > 100
    for row, choice in zip(rows, asked, strict=True):
        assert choice.outcome is not None
        figures = choice.outcome.estimates[0]
        assert row[0] == pytest.approx(1 - choice.position.clock, abs=1e-4)
        assert row[1] == pytest.approx(figures.deviations[0], abs=1e-4)
        assert row[2 : 2 + NUMBER] == pytest.approx(figures.means[1:], abs=1e-4)
        assert row[2 + NUMBER :] == sheets[choice.position.seat]
    assert len({tuple(row[2 + NUMBER :]) for row in rows}) == 3


def run(training: ModuleType, *arguments: str | Path) -> Result:
    given = [str(one) for one in arguments]
    return CliRunner().invoke(training.main, [*given, "--simulations", "4", "--jobs", "1"])


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights for two players only."""
    path = tmp_path_factory.mktemp("weights") / "two.npz"
    whole = Weights.default()
    Weights({2: whole.learned[2].corrected(Correction.none(NUMBER))}, {"note": 7}).save(path)
    return path


def test_training(
    training: ModuleType, two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written, going on after an interrupt, and learning it once more."""
    whole = run(training, two, tmp_path / "whole.npz", "--games", "6")
    assert whole.exit_code == 0, whole.output
    found = Weights.load(tmp_path / "whole.npz")
    assert found.about["note"] == 7
    assert found.about["correction_2"]["games"] == 6
    assert found.about["correction_2"]["figures"].keys() == {"before", "after"}
    assert found.learned[2].correction.numbers[1:].any()
    assert found.learned[2].packed() == Weights.load(two).learned[2].packed()
    assert found.ruleset(2) == Weights.default().ruleset(2) is not None

    collect, played = training.collect, []

    def interrupted(game: object) -> object:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(game)
        return collect(game)

    kept = ("--games", "6", "--results", tmp_path / "r.jsonl")
    monkeypatch.setattr(training, "collect", interrupted)
    stopped = run(training, two, tmp_path / "out.npz", *kept)
    assert stopped.exit_code == 130
    assert not (tmp_path / "out.npz").exists()
    monkeypatch.setattr(training, "collect", lambda game: played.append(game) or collect(game))
    assert run(training, two, tmp_path / "out.npz", *kept).exit_code == 0
    assert len(played) == len(set(played)) == 6
    assert Weights.load(tmp_path / "out.npz") == found
    # The correction that is there already changes nothing.
    assert run(training, tmp_path / "out.npz", tmp_path / "out.npz", *kept).exit_code == 0
    assert Weights.load(tmp_path / "out.npz") == found
    assert len(played) == 6
    other = run(training, two, tmp_path / "out.npz", *kept, "--seed", "9")
    assert other.exit_code == 2
    assert "another seed" in other.stderr


def test_what_is_no_weights_file_is_refused(training: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "w.npz").write_bytes(b"PK")
    found = run(training, tmp_path / "w.npz", tmp_path / "out.npz")
    assert found.exit_code == 1
    assert "w.npz: no weights file" in found.stderr
