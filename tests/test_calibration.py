"""Calibration: its statistics on known values, tiny runs, and going on after an interrupt."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from loading import script

from gwta_ai import Weights
from gwta_ai.adviser.correction import Correction
from gwta_ai.common.intervals import clustered
from gwta_ai.games.argentina.game import CATEGORIES

NUMBER = len(CATEGORIES)


@pytest.fixture
def calibration() -> ModuleType:
    return script("calibration")


def row(win: float, points: float, sd: float, won: float, true: float, gone: float = 0.5) -> Any:
    """A row whose categories share the points evenly."""
    foretold, came = [points / NUMBER] * NUMBER, [true / NUMBER] * NUMBER
    return [gone, win, points, sd, *foretold, won, true, *came]


def run(calibration: ModuleType, *arguments: str) -> Result:
    return CliRunner().invoke(calibration.main, [*arguments, "--jobs", "1"])


def test_known_figures(calibration: ModuleType) -> None:
    rows = [row(0.9, 60, 5, 1, 64), row(0.8, 50, 5, 0, 59), row(0.3, 40, 10, 0.5, 61)]
    found = calibration.report(rows, [0, 1, 2], players=2)
    assert found.moments == found.games == 3
    assert found.brier == pytest.approx((0.01 + 0.64 + 0.04) / 3)
    assert found.fair == pytest.approx((0.25 + 0.25 + 0) / 3)
    assert found.win.mean == pytest.approx((-0.1 + 0.8 - 0.2) / 3)
    expected = clustered([-0.1, 0.8, -0.2], [0, 1, 2])
    assert found.win.interval is not None
    assert expected is not None
    assert (found.win.interval.low, found.win.interval.high) == pytest.approx(
        (expected.low, expected.high)
    )
    assert found.error.mean == pytest.approx((-4 - 9 - 21) / 3)
    assert found.absolute == pytest.approx((4 + 9 + 21) / 3)
    assert found.within == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert found.categories.keys() == set(CATEGORIES)
    for mean in found.categories.values():
        assert mean.mean == pytest.approx(-34 / 3 / NUMBER)


def test_bins(calibration: ModuleType) -> None:
    """The bounds belong to the upper bin, but 1 to the last; empty ones are left out."""
    rows = [row(win, 50, 5, won, 50) for win, won in ((0, 0), (0.25, 1), (0.29, 0), (1, 1))]
    found = calibration.report(rows, [0, 1, 2, 3], players=2).bins
    assert [(one.low, one.moments, one.true) for one in found] == [
        (0, 1, 0),
        (0.2, 2, 0.5),
        (0.9, 1, 1),
    ]
    assert [one.foretold for one in found] == pytest.approx([0, 0.27, 1])
    assert [one.games for one in found] == [1, 2, 1]
    assert all(0 <= one.interval.low <= one.true <= one.interval.high <= 1 for one in found)


def test_bins_of_what_is_calibrated_and_what_is_not(calibration: ModuleType) -> None:
    """Intervals hold what they should, nearly always, and show where too much is foretold."""
    rng = np.random.default_rng(1)
    wins = rng.random(4000)
    won = (rng.random(4000) < wins).astype(float)
    games = list(range(4000))

    def held(foretold: Any) -> int:
        rows = [row(win, 50, 5, one, 50) for win, one in zip(foretold, won, strict=True)]
        bins = calibration.report(rows, games, players=2).bins
        return sum(one.interval.low <= one.foretold <= one.interval.high for one in bins)

    assert held(wins) >= 9
    assert held(np.sqrt(wins)) <= 3


def test_moments_of_one_game_do_not_count_as_many(calibration: ModuleType) -> None:
    once = [row(0.5, 50, 5, won, 50 + 10 * won) for won in (0, 1, 1, 0, 1)]
    one = calibration.report(once, range(5), players=2)
    many = calibration.report(once * 20, list(range(5)) * 20, players=2)
    assert many.bins[0].interval == pytest.approx(one.bins[0].interval)
    assert many.error.interval == pytest.approx(one.error.interval)


def test_thirds_of_the_games(calibration: ModuleType) -> None:
    rows = [
        [row(0.5, 50, 5, 0.5, 50, gone) for gone in (0.1, 0.3, 0.5)],
        [row(0.5, 5, 5, 0.5, 50, 1)],
    ]
    found = calibration.reports(rows, players=2)
    assert {name: (part.moments, part.games) for name, part in found.items()} == {
        "all": (4, 2),
        "first third": (2, 1),
        "second third": (1, 1),
        "last third": (1, 1),
    }


@pytest.mark.parametrize(
    "arguments", [("evaluation",), ("adviser", "--simulations", "5")], ids=["evaluation", "adviser"]
)
def test_small_runs(calibration: ModuleType, arguments: tuple[str, ...]) -> None:
    """What is printed stands in the JSON; equal runs print equal things."""
    given = (*arguments, "--games", "2", "--players", "2", "--players", "3")
    plain, first, second = (
        run(calibration, *given, *more) for more in ((), ("--json",), ("--json",))
    )
    assert plain.exit_code == first.exit_code == 0, plain.output + first.output
    assert first.stdout == second.stdout
    found = json.loads(first.stdout)
    assert found["complete"]
    assert found["players"].keys() == {"2", "3"}
    for players, parts in found["players"].items():
        whole = parts["all"]
        assert whole["games"] == 2
        assert whole["moments"] == sum(one["moments"] for one in whole["bins"]) > 10
        assert 0 < whole["brier"] < 1
        assert whole["error"]["mean"] == pytest.approx(
            sum(one["mean"] for one in whole["categories"].values()), abs=0.01
        )
        assert f"{players} players: 2 games, {whole['moments']} moments" in plain.stdout
        assert f"{whole['brier']:.4f}" in plain.stdout


def test_what_is_foretold_is_what_the_network_says(calibration: ModuleType) -> None:
    """Of a game all of whose moments are taken: every seat at each beginning of a turn."""
    from workshop.strong_games import Table, Thought

    game = calibration.Game("evaluation", 2, 7, Thought(), 1.0, None)
    rows = calibration.collect(game)
    edges = [one.position for one in Table(2).play(7, Thought()) if one.begins]
    expected = [row for core in edges for row in calibration.by_network(core, Table(2).table)]
    assert len(rows) == len(expected) == 2 * len(edges)
    assert [row[1:16] for row in rows] == [pytest.approx(row, abs=1e-4) for row in expected]
    assert [row[1] + other[1] for row, other in zip(rows[::2], rows[1::2], strict=True)] == (
        pytest.approx([1.0] * len(edges), abs=1e-3)
    )
    for one in rows:
        assert one[17] == sum(one[18:])  # points are the sum of their categories
    assert {tuple(one[16:]) for one in rows} == {tuple(one[16:]) for one in rows[:2]}


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_foretold_is_what_the_adviser_says(
    calibration: ModuleType, players: int, tmp_path: Path
) -> None:
    """With its correction, here one that changes every figure."""
    from workshop.strong_games import Table, Thought

    from gwta_ai import Advisor, Limit

    learned = Weights.default().learned[players]
    numbers = np.arange(2.0 + 2 * NUMBER, dtype=np.float32).reshape(-1, 2)
    path = str(tmp_path / "w.npz")
    Weights({players: learned.corrected(Correction(numbers))}, {}).save(path)
    table = Table(players, path)
    core = next(one for one in table.play(1, Thought()) if one.begins).position
    (best, *_) = table.searched(core, 5, Thought(simulations=50)).estimates
    advice = Advisor(seed=5, weights=path).advise(table.start(1), Limit(simulations=50))
    assert advice.best.action.value == best.action
    assert advice.best.score > best.means[0] + 1
    said = advice.best
    assert calibration.by_adviser(core, best, table.correction) == [
        said.win, said.score, said.score_sd, *said.categories.values(),
    ]  # fmt: skip


def test_going_on(calibration: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = ("evaluation", "--players", "2", "--games", "3", "--json")
    kept = (*given, "--results", str(tmp_path / "r.jsonl"))
    whole = run(calibration, *given)
    collect = calibration.collect
    played = []

    def interrupted(game: Any) -> Any:
        if len(played) == 1:
            raise KeyboardInterrupt
        played.append(game.seed)
        return collect(game)

    monkeypatch.setattr(calibration, "collect", interrupted)
    result = run(calibration, *kept)
    assert result.exit_code == 130
    found = json.loads(result.stdout)
    assert not found["complete"]
    assert found["players"]["2"]["all"]["games"] == 1
    monkeypatch.setattr(
        calibration, "collect", lambda game: played.append(game.seed) or collect(game)
    )
    assert run(calibration, *kept).stdout == whole.stdout
    assert len(played) == len(set(played)) == 3
    other = run(calibration, *kept, "--share", "0.3")
    assert other.exit_code == 2
    assert "another share" in other.stderr


def test_the_adviser_needs_a_limit(calibration: ModuleType) -> None:
    result = run(calibration, "adviser")
    assert result.exit_code == 2
    assert "--simulations" in result.stderr
