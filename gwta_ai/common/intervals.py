"""Confidence intervals (95 %) of shares and means of games."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

__all__ = ["CONFIDENCE", "Interval", "Z", "clustered", "wilson"]

CONFIDENCE = 0.95
_TAIL = (1 + CONFIDENCE) / 2
Z = 1.959963984540054  # the quantile of the normal distribution at _TAIL


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
    half = math.sqrt(each * z + z * z / 4) / (1 + z)
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
    # Takes a while to load, and most who use this module do not need it.
    from scipy import special

    labels = {cluster: at for at, cluster in enumerate(dict.fromkeys(clusters))}
    if len(labels) < 2:
        return None
    data = np.asarray(values, dtype=float)
    mean = float(data.mean())
    sums = np.zeros(len(labels))
    np.add.at(sums, [labels[cluster] for cluster in clusters], data - mean)
    free = len(labels) - 1
    error = math.sqrt(float(sums @ sums) * len(labels) / free) / len(data)
    half = float(special.stdtrit(free, _TAIL)) * error
    return Interval(mean - half, mean + half)
