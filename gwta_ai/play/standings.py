"""What the games of a match say of each bot, with its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import fsum
from typing import Any, NamedTuple

from gwta_ai.common.intervals import Interval, clustered, wilson
from gwta_ai.play import elo
from gwta_ai.play.records.record import Record

__all__ = ["Played", "Standing", "shares", "standings", "winner_interval", "winner_score"]

_MICROSECONDS = 1_000_000


def shares(points: list[int]) -> list[float]:
    """The share of the win by seat; a tie is shared."""
    winners = points.count(max(points))
    return [(one == max(points)) / winners for one in points]


class Played(NamedTuple):
    """A game of a match: its deal and, by seat, which entry of the match sat there."""

    deal: int
    entries: tuple[int, ...]
    record: Record

    def shares(self) -> list[float]:
        """The share of the win by seat; a tie is shared."""
        return shares(self.totals())

    def totals(self) -> list[int]:
        return [sheet.total for sheet in self.record.scores]

    def margins(self) -> list[int]:
        """Points ahead of the best opponent, by seat."""
        totals = self.totals()
        return [
            total - max(totals[:seat] + totals[seat + 1 :]) for seat, total in enumerate(totals)
        ]


@dataclass(frozen=True, slots=True)
class Standing:
    """How one entry of a match did, as means over its games and its ``seats`` in them.

    ``win`` is the share of games won by a seat, ties shared. ``low`` and ``high`` are its
    Wilson interval, which takes the games for independent. They are not: the games of one
    deal belong together. ``deal_low`` and ``deal_high`` are the interval of ``win``,
    ``margin_low`` and ``margin_high`` that of ``margin`` over deals, ``None`` if there is
    one deal only; see ``intervals.clustered``. All intervals are of 95 %.

    ``margin`` is the number of points ahead of the best opponent, ``score`` the final
    points and ``categories`` their parts. ``decisions`` counts the decisions of a
    seat in a game with more than one option, ``seconds_per_decision`` is the time they
    took, ``None`` if it was not measured. ``elo`` and ``elo_error`` are the rating and its
    standard error, ``elo_bounded`` whether the games put a bound on it; see ``elo.Rating``.
    """

    spec: str
    seats: int
    games: int
    win: float
    low: float
    high: float
    deal_low: float | None
    deal_high: float | None
    margin: float
    margin_low: float | None
    margin_high: float | None
    score: float
    categories: dict[str, float]
    decisions: float
    seconds_per_decision: float | None
    elo: float
    elo_error: float
    elo_bounded: bool

    def to_dict(self, *, timing: bool = False) -> dict[str, Any]:
        """The fields as plain values; ``seconds_per_decision`` only with ``timing``."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        if not timing:
            del found["seconds_per_decision"]
        return found


def standings(specs: Sequence[str], games: Sequence[Played], anchor: str) -> list[Standing]:
    """The standing of each entry of a match, whose bots are ``specs``; empty without games.

    ``anchor`` is the bot rated 0, one of ``specs``.
    """
    if not games:
        return []
    ratings = elo.ratings(
        (
            comparison
            for game in games
            for comparison in elo.comparisons(
                [specs[entry] for entry in game.entries], game.totals()
            )
        ),
        anchor,
    )
    return [_standing(entry, spec, games, ratings[spec]) for entry, spec in enumerate(specs)]


def winner_score(games: Sequence[Played]) -> float | None:
    """The mean of the points with which games were won; ``None`` without games."""
    return _mean([float(max(game.totals())) for game in games]) if games else None


def winner_interval(games: Sequence[Played]) -> Interval | None:
    """The interval of ``winner_score`` over deals; ``None`` if there are fewer than two."""
    return clustered([max(game.totals()) for game in games], [game.deal for game in games])


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _standing(entry: int, spec: str, games: Sequence[Played], rating: elo.Rating) -> Standing:
    seats = [[seat for seat, who in enumerate(game.entries) if who == entry] for game in games]
    deals = [game.deal for game in games]
    number = len(seats[0])

    def by_game(values: Sequence[Sequence[float]]) -> list[float]:
        """Of each game the mean over the seats of the entry."""
        return [
            _mean([of_game[seat] for seat in own])
            for of_game, own in zip(values, seats, strict=True)
        ]

    wins = by_game([game.shares() for game in games])
    margins = by_game([game.margins() for game in games])
    sheets = [sheet for game, own in zip(games, seats, strict=True) for sheet in _sheets(game, own)]
    win = _mean(wins)
    # All seats of the entry together won or lost a game.
    together = wilson(min(1.0, win * number), len(games))
    by_deal = _within(clustered(wins, deals), 0.0, 1 / number)
    margin_by_deal = clustered(margins, deals)
    decisions, timed, seconds = _choices(games, seats)
    return Standing(
        spec=spec,
        seats=number,
        games=len(games),
        win=win,
        low=together.low / number,
        high=together.high / number,
        deal_low=by_deal.low if by_deal else None,
        deal_high=by_deal.high if by_deal else None,
        margin=_mean(margins),
        margin_low=margin_by_deal.low if margin_by_deal else None,
        margin_high=margin_by_deal.high if margin_by_deal else None,
        score=_mean([sheet["total"] for sheet in sheets]),
        categories={
            name: _mean([sheet[name] for sheet in sheets])
            for name in games[0].record.ruleset.game.categories
        },
        decisions=decisions / len(games) / number,
        seconds_per_decision=seconds / timed if timed else None,
        elo=rating.elo,
        elo_error=rating.error,
        elo_bounded=rating.bounded,
    )


def _sheets(game: Played, seats: Sequence[int]) -> list[dict[str, int]]:
    return [game.record.scores[seat].to_dict() for seat in seats]


def _within(interval: Interval | None, low: float, high: float) -> Interval | None:
    if interval is None:
        return None
    return Interval(max(low, interval.low), min(high, interval.high))


def _choices(games: Sequence[Played], seats: Sequence[Sequence[int]]) -> tuple[int, int, float]:
    """Decisions with a choice at the given seats, how many were timed, and their seconds."""
    count, timed, microseconds = 0, 0, 0
    for game, own in zip(games, seats, strict=True):
        record = game.record
        chosen = [
            at
            for at, (mover, options) in enumerate(zip(record.movers, record.options, strict=True))
            if mover in own and options > 1
        ]
        count += len(chosen)
        if record.microseconds is not None:
            timed += len(chosen)
            microseconds += sum(record.microseconds[at] for at in chosen)
    return count, timed, microseconds / _MICROSECONDS
