"""What a search found: about each action at the root, and in all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gwta_ai._engine.search import Row, Tree, line

__all__ = ["Estimate", "Outcome", "summed"]

_LINE_VISITS = 8  # a principal variation goes on while its nodes have so many
_LINE_LENGTH = 40
_SETTLED = 0.02  # of the deviation of a game; found by scripts/coverage_of_intervals.py


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a search found about one action at the root, for the searching seat.

    ``visits`` counts the simulations through it, those taken over from an earlier search
    included; of these ``games`` were simulated from this root, and of these ``forced``
    began so because the search was told to. ``available`` counts the simulations in which
    the action could be chosen since it was first tried. ``reward``, ``win``, ``margin``
    and ``means`` are means over the games, ``deviations`` the standard deviations of the
    game's report figures (right for the first alone where playouts are cut) and
    ``win_deviation`` that of the share of winning; all are 0 without a game.
    ``win_error`` is the standard deviation of ``win`` from search to search, see ``_error``.
    ``prior`` is the probability the action had before the search. ``line`` is the most
    visited way on, this action first.
    """

    action: int
    visits: int
    available: int
    games: int
    forced: int
    reward: float
    win: float
    win_deviation: float
    win_error: float
    margin: float
    means: tuple[float, ...]
    deviations: tuple[float, ...]
    prior: float
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search found. ``estimates`` is best first: most visits, then reward, then action.

    Visits that were forced do not count for the order. ``simulations`` are those from
    this root; ``kept`` visits were taken over from an earlier one. ``nodes`` and ``bytes``
    are sums over the trees, ``depth`` the deepest. ``seconds`` is the time searched.
    """

    seat: int
    simulations: int
    kept: int
    nodes: int
    depth: int
    bytes: int
    seconds: float
    interrupted: bool
    estimates: tuple[Estimate, ...]


def summed(trees: list[Tree]) -> tuple[Estimate, ...]:
    """The trees' sums added in order and turned into means, best first."""
    found = []
    by_action = zip(*(tree.rows() for tree in trees), strict=True)
    for action, prior, rows in zip(trees[0].actions, trees[0].priors, by_action, strict=True):
        games = sum(row.games for row in rows)
        per = 1 / max(games, 1)
        means = _means((row.figures for row in rows), per)
        squares = _means((row.squares for row in rows), per)
        win = math.fsum(row.win for row in rows) * per
        win_square = math.fsum(row.win_squares for row in rows) * per
        found.append(
            Estimate(
                action=action,
                visits=sum(row.visits for row in rows),
                available=sum(row.available for row in rows),
                games=games,
                forced=sum(row.forced for row in rows),
                reward=math.fsum(row.reward for row in rows) * per,
                win=win,
                win_deviation=math.sqrt(max(win_square - win * win, 0.0)),
                win_error=_error(rows),
                margin=math.fsum(row.margin for row in rows) * per,
                means=means,
                deviations=tuple(
                    math.sqrt(max(square - mean * mean, 0.0))
                    for mean, square in zip(means, squares, strict=True)
                ),
                prior=prior,
                line=tuple(line(trees, action, visits=_LINE_VISITS, length=_LINE_LENGTH)),
            )
        )
    return tuple(sorted(found, key=lambda one: (one.forced - one.visits, -one.reward, one.action)))


def _error(rows: Sequence[Row]) -> float:
    """How far the share of winning differs from search to search, as a standard deviation.

    The trees are independent. In each the games scatter; they hang together, as the tree
    prefers one way on for a while and then another, which is seen in batches of them; and in
    the end it settles on a way on, which no length of one search shows.
    """
    games = sum(row.games for row in rows)
    variances = []
    for row in rows:
        if row.games:
            mean = row.win / row.games
            one = max(row.win_squares / row.games - mean * mean, 0.0)
            of_mean = one / row.games + row.win_variance + _SETTLED * _SETTLED * one
            part = row.games / games
            variances.append(part * part * of_mean)
    return math.sqrt(math.fsum(variances))


def _means(rows: Iterable[tuple[float, ...]], per: float) -> tuple[float, ...]:
    return tuple(math.fsum(column) * per for column in zip(*rows, strict=True))
