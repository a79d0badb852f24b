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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, sqrt
from typing import NamedTuple

from scipy import sparse
from scipy.sparse import csgraph

from gwta_ai._engine.elementary import exponential

__all__ = ["Comparison", "Rating", "comparisons", "ratings"]

_SCALE = 173.7177927613007  # 400 / log(10): Elo points of one unit of the logistic function
_TIE = 0.5
_MOST_STEPS = 200
_CLOSE = 1e-12


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
    wins = [[0.0] * len(names) for _ in names]
    for game in games:
        if game.first in number:
            first, second = number[game.first], number[game.second]
            wins[first][second] += game.points * game.weight
            wins[second][first] += (1 - game.points) * game.weight
    bounded = not any(_parts([[won > 0 for won in row] for row in wins], "strong"))
    if not bounded:
        met = [[wins[i][j] + wins[j][i] > 0 for j in number.values()] for i in number.values()]
        wins = [
            [won + _TIE * against for won, against in zip(*rows, strict=True)]
            for rows in zip(wins, met, strict=True)
        ]
    return {
        name: Rating(_SCALE * strength, _SCALE * error, bounded or name == anchor)
        for name, (strength, error) in zip(names, _fit(wins), strict=True)
    }


def _connected(games: Sequence[Comparison], anchor: str) -> list[str]:
    """The anchor, then all whom comparisons connect with it, in order of appearance."""
    names = dict.fromkeys([anchor])
    for game in games:
        names |= dict.fromkeys((game.first, game.second))
    number = {name: at for at, name in enumerate(names)}
    met = [[False] * len(names) for _ in names]
    for game in games:
        met[number[game.first]][number[game.second]] = True
    part = _parts(met, "weak")
    return [name for name, at in number.items() if part[at] == part[0]]


def _parts(linked: Sequence[Sequence[bool]], connection: str) -> list[int]:
    """The number, from 0, of the part of a graph each belongs to."""
    _, part = csgraph.connected_components(sparse.csr_array(linked), connection=connection)
    return [int(number) for number in part]


def _fit(wins: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """Strengths, that of the first being 0, and their standard errors.

    Newton's method, which finds the one maximum of the concave likelihood; in sums of a
    fixed order and the core's own exponential, so that ratings are the same everywhere.
    """
    count = len(wins)
    strengths = [0.0] * count
    others = range(1, count)
    for _ in range(_MOST_STEPS):
        slopes, curves = [0.0] * count, [[0.0] * count for _ in wins]
        for i in range(count):
            for j in range(count):
                chance = 1 / (1 + exponential(strengths[j] - strengths[i]))
                met = wins[i][j] + wins[j][i]
                slopes[i] += wins[i][j] - met * chance
                curves[i][i] += met * chance * (1 - chance) * (i != j)
                curves[i][j] -= met * chance * (1 - chance) * (i != j)
        inverse = _inverse([[curves[i][j] for j in others] for i in others])
        steps = [
            fsum(each * slopes[j] for each, j in zip(row, others, strict=True)) for row in inverse
        ]
        longest = max(map(abs, steps), default=0.0)
        for i, step in zip(others, steps, strict=True):
            strengths[i] += step / max(1.0, longest)  # far off, the curve promises too much
        if longest < _CLOSE:
            break
    errors = [0.0, *(sqrt(row[at]) for at, row in enumerate(inverse))]
    return list(zip(strengths, errors, strict=True))


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Of a symmetric and positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [one / rows[at][at] for one in rows[at]]
        for i in range(size):
            if i != at:
                factor = rows[i][at]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[at], strict=True)]
    return [row[size:] for row in rows]
