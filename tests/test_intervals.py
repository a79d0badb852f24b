"""Intervals against what scipy has, and against known values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gwta_ai.common.intervals import Interval, clustered, student, wilson


@given(st.integers(1, 3000), st.data())
def test_wilson_is_that_of_scipy(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    expected = stats.binomtest(wins, games).proportion_ci(method="wilson")
    assert wilson(wins / games, games) == pytest.approx((expected.low, expected.high), abs=1e-12)


@given(st.floats(0, 1), st.integers(1, 10**6))
def test_wilson_holds_the_share(share: float, games: int) -> None:
    low, high = wilson(share, games)
    assert 0 <= low <= share <= high <= 1


def test_wilson_by_the_book() -> None:
    """Ten of ten, and half of a hundred: values found in tables."""
    assert wilson(1, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    low, high = wilson(0.25, 2)  # half a win in two games
    assert wilson(0, 2).low < low < wilson(0.5, 2).low
    assert wilson(0, 2).high < high < wilson(0.5, 2).high


def test_clusters_of_one_size_are_their_means() -> None:
    values = [1.0, 0.0, 1.0, 1.0, 0.5, 0.0, 0.0, 1.0]
    clusters = [7, 7, 1, 1, 3, 3, 4, 4]
    means = [0.5, 1.0, 0.25, 0.5]
    expected = stats.t.interval(0.95, 3, loc=np.mean(means), scale=stats.sem(means))
    assert clustered(values, clusters) == pytest.approx(expected)


def test_single_values_are_a_sample() -> None:
    values = [3.0, 5.0, 4.0, 9.0]
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert clustered(values, range(4)) == pytest.approx((expected.low, expected.high))


def test_mirrored_games_that_cancel_leave_no_doubt() -> None:
    """The luck of the deal is not counted, as it would be if the games were independent."""
    assert clustered([1.0, 0.0] * 10, [at // 2 for at in range(20)]) == Interval(0.5, 0.5)
    together = clustered([1.0, 1.0, 0.0, 0.0] * 5, [at // 2 for at in range(20)])
    alone = clustered([1.0, 1.0, 0.0, 0.0] * 5, range(20))
    assert together is not None
    assert alone is not None
    assert together.high - together.low > 1.3 * (alone.high - alone.low)


@pytest.mark.parametrize("free", [*range(1, 40), 99, 200, 201, 1000, 10**6])
def test_students_quantile_is_that_of_scipy(free: int) -> None:
    assert student(free) == pytest.approx(float(stats.t.ppf(0.975, free)), rel=1e-10)


def test_students_quantile_to_the_last_bit() -> None:
    """Whatever the machine: by bisection, and by the expansion for many degrees."""
    assert student(1).hex() == "0x1.96993aacc4d16p+3"
    assert student(10).hex() == "0x1.1d33a7661d301p+1"
    assert student(500).hex() == "0x1.f6f7e117b9849p+0"


def test_one_cluster_tells_nothing() -> None:
    assert clustered([], []) is None
    assert clustered([1.0, 0.0], [5, 5]) is None


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Clusters of two or three values with luck in common, 19 times of 20."""
    choose = np.random.default_rng(5)
    held = 0
    for _ in range(1000):
        values, clusters = [], []
        for cluster in range(30):
            luck = choose.normal()
            for _ in range(2 + cluster % 2):
                values.append(luck + choose.normal())
                clusters.append(cluster)
        interval = clustered(values, clusters)
        assert interval is not None
        held += interval.low <= 0 <= interval.high
    assert 930 <= held <= 970
