"""Tuning: the sequential test, bots with other options, and small runs."""

from __future__ import annotations

import json
import math
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from loading import script


@pytest.fixture
def tune() -> ModuleType:
    return script("tune")


@pytest.fixture
def run(tune: ModuleType, tmp_path: Path) -> Any:
    def run(base: str, *arguments: str) -> Result:
        given = [base, "--records", str(tmp_path / "games"), "--jobs", "1", *arguments]
        return CliRunner().invoke(tune.main, given)

    return run


def test_options_take_the_place_of_others(tune: ModuleType) -> None:
    assert tune.varied("mcts", "a=1") == "mcts:a=1"
    assert tune.varied("mcts:a=1,b=2", "c=3,a=4") == "mcts:a=4,b=2,c=3"


def test_known_evidence(tune: ModuleType) -> None:
    """The logarithm of the ratio of two normal likelihoods of the mean."""
    deals = [0.5, 1.0, 0.5, 0.0, 1.0, 0.5, 1.0, 0.5, 0.5, 1.0, 1.0, 0.5]
    error = math.sqrt(np.var(deals, ddof=1) / len(deals))
    mean = float(np.mean(deals))
    ratio = ((mean - 0.5) ** 2 - (mean - 0.6) ** 2) / (2 * error**2)
    assert tune.evidence(deals, 2, 0.1) == pytest.approx(ratio)
    assert tune.evidence(deals[:9], 2, 0.1) == 0
    assert tune.evidence([0.5] * 12, 2, 0.1) == pytest.approx(-0.1 * 12 * 0.05 / 0.125)


@pytest.mark.parametrize(("true", "verdict"), [(0.5, "no better"), (0.6, "better")])
def test_the_test_is_seldom_wrong(tune: ModuleType, true: float, verdict: str) -> None:
    rng = np.random.default_rng(1)
    right = 0
    for _ in range(100):
        deals: list[float] = []
        found = "open"
        while found == "open":
            deals += (rng.binomial(2, true, 20) / 2).tolist()
            found = tune.verdict(tune.evidence(deals, 2, 0.1))
        right += found == verdict
    assert right >= 88


def test_runs(run: Any, tmp_path: Path) -> None:
    """What is worse is found out early; what is not clear is played to the end."""
    base = "policy:temperature=1"
    given = ("--variant", "temperature=100", "--variant", "seed=1", "--games", "40")
    more = ("--batch", "20", "--gain", "0.1", "--json")
    result = run(base, *given, *more)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["complete"]
    worse, same = found["findings"]
    assert (worse["variant"], worse["games"], worse["verdict"]) == (
        "temperature=100",
        20,
        "no better",
    )
    assert worse["win_interval"][1] < 0.5
    assert worse["margin"] < 0
    assert (same["games"], same["verdict"]) == (40, "open")
    played = sorted((tmp_path / "games").iterdir())
    assert len(played) == 60
    times = [path.stat().st_mtime_ns for path in played]
    assert run(base, *given, *more).stdout == result.stdout  # nothing is played again
    assert [path.stat().st_mtime_ns for path in played] == times
    table = run(base, *given, *more[:-1]).stdout
    assert "temperature=100" in table
    assert f"{100 * worse['win']:.1f} (" in table


def test_to_the_end(run: Any) -> None:
    given = ("--variant", "temperature=100", "--games", "23", "--batch", "20", "--gain", "0.1")
    result = run("policy", *given, "--to-the-end", "--json")
    assert [one["games"] for one in json.loads(result.stdout)["findings"]] == [23]


def test_an_interrupt(run: Any, tune: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    play = tune.play_match

    def interrupted(match: Any, **options: Any) -> Any:
        result = play(match, **options)
        return replace(result, records=dict(list(result.records.items())[:1]))

    monkeypatch.setattr(tune, "play_match", interrupted)
    given = ("--variant", "temperature=2", "--variant", "seed=2", "--games", "4", "--json")
    result = run("policy", *given)
    assert result.exit_code == 130
    found = json.loads(result.stdout)
    assert not found["complete"]
    assert [one["games"] for one in found["findings"]] == [1]


def test_variants_that_cannot_be(run: Any, tmp_path: Path) -> None:
    for variant in ("colour=1", "temperature=1000", "temperature"):
        result = run("policy", "--variant", "temperature=2", "--variant", variant)
        assert result.exit_code == 2
        assert variant in result.stderr
    assert not (tmp_path / "games").exists()


def test_deals_that_are_not_played_out_are_no_evidence(tune: ModuleType) -> None:
    """With 3 players 31 games are ten deals and one seat of another."""
    match = tune.Match(("policy", "random"), 31, 1, 3, buildings="random", neutral="random")
    result = tune.play_match(match, jobs=1)
    seen: list[int] = []

    def evidence(deals: list[float], players: int, gain: float) -> float:
        seen.append(len(deals))
        return 0.0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tune, "evidence", evidence)
        found = tune.finding("x=1", result, 0.04)
    assert seen == [10]
    assert found.games == 31
