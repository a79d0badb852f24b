"""Confidence intervals (95 %) of shares and means of games."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from math import fsum, pi, sqrt
from typing import NamedTuple

__all__ = ["CONFIDENCE", "Interval", "Z", "clustered", "student", "wilson"]

CONFIDENCE = 0.95
Z = 1.959963984540054  # the quantile of the normal distribution at 97.5 %
_MANY = 200  # degrees of freedom from which on the expansion is exact to 1e-11
_HALVINGS = 4
_DOUBLED = 16.0  # as often


class Interval(NamedTuple):
    low: float
    high: float


def wilson(share: float, games: int, variance: float | None = None) -> Interval:
    """The Wilson score interval of a share (0 .. 1) won in independent ``games``, 1 or more.

    A share of a tie is a part of a win, so the share times the games need not be whole;
    where it is, this is ``scipy.stats.binomtest(...).proportion_ci(method="wilson")``.
    ``variance`` is that of what one game counts, where it may lie anywhere from 0 to 1.

    Source: E. Wilson, "Probable inference, the law of succession, and statistical
    inference" (JASA 22, 1927).
    """
    z = Z * Z / games
    each = share * (1 - share) if variance is None else variance
    middle = (share + z / 2) / (1 + z)
    half = sqrt(each * z + z * z / 4) / (1 + z)
    # Rounding must not carry it past what it has to hold.
    return Interval(min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def clustered(values: Sequence[float], clusters: Sequence[Hashable]) -> Interval | None:
    """The interval of the mean of ``values``, of which those of one cluster belong together.

    ``clusters`` has the cluster of each value. Only the clusters are taken to be
    independent: where all are of one size this is Student's interval of the mean of their
    means. ``None`` if there are fewer than two clusters. An interval is as wide as the
    clusters differ: it has no width where all came out alike.

    Source: W. Cochran, "Sampling Techniques" (1977), ratio estimates of clusters.
    """
    members: dict[Hashable, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        members.setdefault(cluster, []).append(value)
    if len(members) < 2:
        return None
    mean = fsum(values) / len(values)
    sums = [fsum(value - mean for value in own) for own in members.values()]
    free = len(members) - 1
    square = fsum(one * one for one in sums)
    half = student(free) * sqrt(square * len(members) / free) / len(values)
    return Interval(mean - half, mean + half)


@cache
def student(free: int) -> float:
    """The quantile of Student's distribution at 97.5 %, with ``free`` degrees, 1 or more.

    The same bits on every machine, which a library does not promise: sums, products,
    quotients and roots alone.

    Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.3
    to 26.7.5: the probability as a finite sum, and an expansion for many degrees.
    """
    if free > _MANY:
        square = Z * Z
        terms = (
            (square + 1) / 4,
            ((5 * square + 16) * square + 3) / 96,
            (((3 * square + 19) * square + 17) * square - 15) / 384,
            ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
        )
        more = 0.0
        for term in reversed(terms):
            more = (more + term) / free
        return Z * (1 + more)
    low, high = Z, 13.0  # that of one degree is 12.7
    while low < (middle := (low + high) / 2) < high:
        if _within(middle, free) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return high


def _within(t: float, free: int) -> float:
    """The probability that Student's t is between -t and t."""
    root = sqrt(free + t * t)
    sine, square = t / root, free / (free + t * t)
    odd = free % 2
    term = sqrt(square) * 2 / pi if odd else 1.0
    total = 0.0
    for k in range(1 + odd, free, 2):
        total += term
        term *= square * k / (k + 1)
    return sine * total + (2 / pi * _arctan(t / sqrt(free)) if odd else 0.0)


def _arctan(x: float) -> float:
    """By halving the angle until Taylor's series is short."""
    for _ in range(_HALVINGS):
        x /= 1 + sqrt(1 + x * x)
    total = 0.0
    for k in range(21, 0, -2):
        total = 1 / k - x * x * total
    return _DOUBLED * x * total
