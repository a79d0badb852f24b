"""Ratings on the scale of Elo, by maximum likelihood from comparisons of two.

The model is that of Bradley and Terry: who is rated ``d`` above another gets the share
``1 / (1 + 10 ** (-d / 400))`` of their comparisons; a tie counts half to each. Of a game of
several players every pair is compared, each with the weight 2 / players, so that a game of
n weighs as much as n - 1 games of two: its pairs are not independent.

Source: R. Bradley and M. Terry, "Rank analysis of incomplete block designs" (Biometrika
39, 1952); that a maximum exists only where the wins connect everybody both ways: L. Ford,
"Solution of a ranking problem from binary comparisons" (1957).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from scipy import optimize, sparse, special
from scipy.sparse import csgraph

__all__ = ["Comparison", "Rating", "comparisons", "ratings"]

_SCALE = 400 / math.log(10)  # Elo points of one unit of the logistic function
_TIE = 0.5

Array = np.ndarray[Any, np.dtype[np.float64]]


class Comparison(NamedTuple):
    """How ``first`` did against ``second``: ``points`` is 1, ½ or 0."""

    first: str
    second: str
    points: float
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in Elo points and its standard error, both relative to the anchor's 0.

    ``bounded`` is false if the games alone put no bound on it, as somebody won or lost
    everything against the rest: then each pair that met is given one tie in addition, and
    the rating is but a careful guess that grows with the number of games.
    """

    elo: float
    error: float
    bounded: bool = True


def comparisons(names: Sequence[str], scores: Sequence[float]) -> Iterator[Comparison]:
    """The comparisons of one game: every pair of seats with different names."""
    weight = 2 / len(names)
    for a, b in combinations(range(len(names)), 2):
        if names[a] != names[b]:
            points = _TIE if scores[a] == scores[b] else float(scores[a] > scores[b])
            yield Comparison(names[a], names[b], points, weight)


def ratings(found: Iterable[Comparison], anchor: str) -> dict[str, Rating]:
    """The rating of everybody whom comparisons connect with ``anchor``, by name."""
    games = list(found)
    names = _connected(games, anchor)
    number = {name: at for at, name in enumerate(names)}
    wins = np.zeros((len(names), len(names)))
    for game in games:
        if game.first in number:
            first, second = number[game.first], number[game.second]
            wins[first, second] += game.points * game.weight
            wins[second, first] += (1 - game.points) * game.weight
    parts = csgraph.connected_components(
        sparse.csr_array(wins > 0), connection="strong", return_labels=False
    )
    bounded = parts == 1
    if not bounded:
        wins += _TIE * ((wins + wins.T) > 0)
    strengths, errors = _fit(wins)
    return {
        name: Rating(_SCALE * float(strength), _SCALE * float(error), bounded or name == anchor)
        for name, strength, error in zip(names, strengths, errors, strict=True)
    }


def _connected(games: Sequence[Comparison], anchor: str) -> list[str]:
    """The anchor, then all whom comparisons connect with it, in order of appearance."""
    names = dict.fromkeys([anchor])
    for game in games:
        names |= dict.fromkeys((game.first, game.second))
    number = {name: at for at, name in enumerate(names)}
    met = np.zeros((len(names), len(names)), dtype=bool)
    for game in games:
        met[number[game.first], number[game.second]] = True
    _, part = csgraph.connected_components(sparse.csr_array(met), connection="weak")
    return [name for name, at in number.items() if part[at] == part[0]]


def _fit(wins: Array) -> tuple[Array, Array]:
    """Strengths, that of the first being 0, and their standard errors."""
    total = wins + wins.T
    count = len(wins)
    if count == 1:
        return np.zeros(1), np.zeros(1)

    def differences(free: Array) -> Array:
        strengths = np.concatenate([[0.0], free])
        return np.asarray(strengths[:, None] - strengths[None, :])

    def loss(free: Array) -> float:
        return -float((wins * special.log_expit(differences(free))).sum())

    def gradient(free: Array) -> Array:
        expected = total * special.expit(differences(free))
        return np.asarray((expected - wins).sum(axis=1)[1:])

    def hessian(free: Array) -> Array:
        chance = special.expit(differences(free))
        weights = total * chance * (1 - chance)
        return np.asarray((np.diag(weights.sum(axis=1)) - weights)[1:, 1:])

    best = optimize.minimize(
        loss, np.zeros(count - 1), jac=gradient, hess=hessian, method="trust-exact", tol=1e-9
    ).x
    covariance = np.linalg.inv(hessian(best))
    return (
        np.concatenate([[0.0], best]),
        np.concatenate([[0.0], np.sqrt(np.diag(covariance))]),
    )
