"""Ratings against known values."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from gwta_ai.play.elo import Comparison, comparisons, ratings


def games(first: str, second: str, wins: float, number: int) -> list[Comparison]:
    """``number`` games of two of which the first won ``wins``, at most one half of them a tie."""
    whole, tie = int(wins), wins % 1
    lost = number - whole - bool(tie)
    points = [1.0] * whole + [tie] * bool(tie) + [0.0] * lost
    return [Comparison(first, second, point) for point in points]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.75, 0.99])
def test_two_are_as_far_apart_as_their_share_says(share: float) -> None:
    found = ratings(games("a", "b", 1000 * share, 1000), anchor="b")
    assert found["b"].elo == found["b"].error == 0
    assert found["a"].elo == pytest.approx(-400 * math.log10(1 / share - 1), abs=1e-4)
    error = 400 / math.log(10) / math.sqrt(1000 * share * (1 - share))
    assert found["a"].error == pytest.approx(error, rel=1e-4)
    assert found["a"].bounded


def test_ties_are_half_wins() -> None:
    tied = [Comparison("a", "b", 0.5)] * 10
    even = games("a", "b", 5, 10)
    assert ratings(tied, "b")["a"].elo == pytest.approx(0, abs=1e-6)
    assert ratings(tied, "b") == ratings(even, "b")


def test_ratings_add_up_along_a_chain() -> None:
    found = ratings(games("a", "b", 75, 100) + games("b", "c", 60, 100), anchor="c")
    first, second = -400 * math.log10(1 / 0.75 - 1), -400 * math.log10(1 / 0.6 - 1)
    assert found["b"].elo == pytest.approx(second, abs=1e-4)
    assert found["a"].elo == pytest.approx(first + second, abs=1e-4)
    assert found["a"].error > found["b"].error


def test_the_anchor_only_shifts() -> None:
    played = games("a", "b", 7, 10) + games("b", "c", 6, 10) + games("c", "a", 4, 10)
    one, other = ratings(played, "a"), ratings(played, "c")
    for name in "abc":
        assert one[name].elo - one["c"].elo == pytest.approx(other[name].elo, abs=1e-4)


def test_true_strengths_are_found_again() -> None:
    choose = random.Random(3)
    true = {"a": 0.0, "b": 100.0, "c": 250.0, "d": -150.0}
    played = []
    for _ in range(4000):
        first, second = choose.sample("abcd", 2)
        chance = 1 / (1 + 10 ** ((true[second] - true[first]) / 400))
        played.append(Comparison(first, second, float(choose.random() < chance)))
    found = ratings(played, "a")
    for name, strength in true.items():
        assert abs(found[name].elo - strength) <= 3 * found[name].error
    assert 8 < found["b"].error < 16


def test_who_wins_everything_has_a_finite_rating_that_says_so() -> None:
    ten, hundred = (ratings(games("a", "b", n, n), anchor="b") for n in (10, 100))
    assert not ten["a"].bounded
    assert ten["b"].bounded
    # As if one more game were tied: 10½ to ½.
    assert ten["a"].elo == pytest.approx(400 * math.log10(10.5 / 0.5), abs=1e-4)
    assert hundred["a"].elo > ten["a"].elo
    assert math.isfinite(ten["a"].error)


def test_a_chain_in_which_somebody_never_lost() -> None:
    found = ratings(games("a", "b", 10, 10) + games("b", "c", 5, 10), anchor="c")
    assert found["a"].elo > found["b"].elo
    assert all(math.isfinite(rating.error) for rating in found.values())
    assert not found["b"].bounded


def test_who_never_met_the_anchor_has_none() -> None:
    found = ratings(games("a", "b", 6, 10) + games("x", "y", 6, 10), anchor="b")
    assert set(found) == {"a", "b"}
    assert set(ratings([], anchor="b")) == {"b"}


def test_one_game_of_four() -> None:
    found = list(comparisons(["a", "b", "b", "c"], [50, 40, 50, 60]))
    assert found == [
        Comparison("a", "b", 1.0, 0.5),
        Comparison("a", "b", 0.5, 0.5),
        Comparison("a", "c", 0.0, 0.5),
        Comparison("b", "c", 0.0, 0.5),
        Comparison("b", "c", 0.0, 0.5),
    ]


def test_the_fit_is_the_maximum() -> None:
    """Nothing near has a greater likelihood, also where the strengths lie far apart."""
    played = games("a", "b", 999, 1000) + games("b", "c", 998.5, 1000) + games("c", "a", 1, 500)
    found = ratings(played, "c")

    def likelihood(shift: dict[str, float]) -> float:
        strength = {name: found[name].elo + shift.get(name, 0.0) for name in found}
        gaps = np.array([strength[g.first] - strength[g.second] for g in played])
        points = np.array([g.points for g in played])
        chance = 1 / (1 + 10 ** (-gaps / 400))
        return float((points * np.log(chance) + (1 - points) * np.log(1 - chance)).sum())

    best = likelihood({})
    for name in "ab":
        for step in (-1.0, 1.0):
            assert likelihood({name: step}) < best
