"""What advice holds: plain figures, and the sentences and ranks made of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from gwta_ai.common.intervals import Z
from gwta_ai.errors import IllegalActionError
from gwta_ai.games.action import Action
from gwta_ai.games.game import Rules
from gwta_ai.search.outcome import Estimate

__all__ = ["Advice", "Candidate", "Gain", "Rank"]

_WORTH_SAYING = 0.5  # points
_TURNS_WORTH_SAYING = 1.0  # few games tell of them
_MOST_SAID = 2  # categories gained, and as many lost


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action and what the simulated games that began with it came to, for the mover.

    ``win`` is the share of games won, ties shared; ``low`` and ``high`` are its 95 %
    interval (Wilson), within which the mean of searches of the same kind with other seeds
    lies; whether they are all wrong it does not say. ``bound`` is half its width.
    ``margin`` is the mean of the points ahead of the best opponent, ``score`` the mean of
    the final points and ``score_sd`` their standard deviation; ``categories`` are the means
    of the scoring categories. Score, spread and categories are corrected by the
    weights, for all candidates alike. ``visits`` counts simulations; ``prior`` is the
    probability a sensible player gives the action before any search. ``arrival`` is the
    mean number of own turns begun until the next arrival at the game's goal if all play on by
    the priors; ``None`` where that is not known or the game mostly ends before, and for all
    but the best two. ``pv`` holds the notations of the expected play, this action first, up
    to the next draw; ``plan`` says the same in words as far as the own turn goes.
    """

    action: Action
    notation: str
    text: str
    visits: int
    win: float
    low: float
    high: float
    bound: float
    margin: float
    score: float
    score_sd: float
    categories: dict[str, float]
    prior: float
    arrival: float | None
    pv: list[str]
    plan: str

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values, the action as its value."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return found | {"action": self.action.value}


@dataclass(frozen=True, slots=True)
class Gain:
    """What the best candidate has more than the second, in the units of ``Candidate``.

    ``arrival`` is negative where the best comes to the game's goal sooner. ``clear`` tells
    whether the difference in ``win`` is larger than chance in the simulations explains,
    ``chance`` what that may come to in each of the categories (half the width of the 95 %
    interval of the difference).
    """

    win: float
    margin: float
    score: float
    categories: dict[str, float]
    chance: dict[str, float]
    arrival: float | None
    clear: bool


@dataclass(frozen=True, slots=True)
class Rank:
    """Where an action stands among the candidates, 1 the best, and what it loses on the best.

    ``of`` is the number of actions searched. ``win``, ``margin`` and ``score`` are what the
    best candidate has more: negative where a lower rank has the better mean. All four
    are ``None`` for an action the search did not try: it found others more promising.
    """

    notation: str
    rank: int | None
    of: int
    win: float | None
    margin: float | None
    score: float | None


@dataclass(frozen=True, slots=True)
class Advice:
    """What a search found for the seat to move.

    ``candidates`` is best first (most visits) and holds the actions that were tried at
    least once. ``simulations`` were made from this position, each with hidden things drawn
    for it (``determinizations``; with ``common`` candidates share them); ``kept`` visits
    were taken over from an earlier search. ``complete`` is false if an interrupt or ``stop`` ended
    the search before its limit, or it is still going on. ``ruleset`` and ``weights`` are
    the digests of the rules and of what was learned about them, ``weights_ruleset`` that of the
    rules under which it was learned, if that is known. ``nodes`` and ``bytes`` sum
    over the trees of all threads, ``depth`` is the deepest of them, ``seconds`` the time taken.
    ``estimates`` has the plain sums behind ``candidates``, in the same order.
    """

    seat: int
    simulations: int
    determinizations: int
    kept: int
    seconds: float
    nodes: int
    bytes: int
    depth: int
    seed: int
    threads: int
    complete: bool
    ruleset: str
    weights: str
    weights_ruleset: str | None
    candidates: list[Candidate]
    estimates: tuple[Estimate, ...] = field(repr=False, compare=False)
    _rules: Rules = field(repr=False, compare=False)

    @property
    def best(self) -> Candidate:
        """The first candidate."""
        return self.candidates[0]

    @property
    def gain(self) -> Gain | None:
        """The best candidate beside the second; ``None`` if there is no second."""
        if len(self.candidates) < 2:
            return None
        best, second = self.candidates[:2]
        sooner = None
        if best.arrival is not None and second.arrival is not None:
            sooner = best.arrival - second.arrival
        by_action = {one.action: one for one in self.estimates}
        both = [by_action[one.action.value] for one in (best, second)]
        return Gain(
            win=best.win - second.win,
            margin=best.margin - second.margin,
            score=best.score - second.score,
            categories={
                name: points - second.categories[name] for name, points in best.categories.items()
            },
            chance={
                name: math.sqrt(math.fsum(_variance(one, at) for one in both)) * Z
                for at, name in enumerate(best.categories, 1)  # the points come first
            },
            arrival=sooner,
            clear=abs(best.win - second.win)
            > math.sqrt(best.bound * best.bound + second.bound * second.bound),
        )

    def explain(self) -> str:
        """Two or three sentences on the best candidate and what it has over the second.

        Every number is a figure of ``best`` or ``gain``, shares in percent and their
        differences in percentage points, rounded to one place. Differences of win and margin
        are those of the rounded figures, so that a table of the candidates says the same.
        Categories are named where they differ by more than chance in the simulations
        explains. Where the second has the better mean, what puts it second is said: fewer
        visits.
        """
        best, gain = self.best, self.gain
        said = [
            f"{best.text}: {100 * best.win:.1f} % to win, {best.score:.1f} points,"
            f" {_ahead(best.margin)}."
        ]
        if gain is None:
            alone = sum(estimate.games > 0 for estimate in self.estimates) == 1
            return f"{said[0]} Nothing else was looked at." if alone else said[0]
        second = self.candidates[1]
        notes = "" if gain.clear else "; the search cannot tell them apart yet"
        oftener = _percent(best.win) - _percent(second.win)
        if oftener < 0 and best.visits > second.visits:
            notes += "; it is first because the search came back to it more often"
        said.append(
            f"It wins {_often(oftener)} “{second.text}”, with a margin"
            f" {_better(round(best.margin, 1) - round(second.margin, 1))}{notes}."
        )
        said.append(_difference(gain, self._rules.game.goal))
        return " ".join(said)

    def rank(self, action: Action | str) -> Rank:
        """How an action that was played compares with the best.

        Raises ``IllegalActionError`` where it was not among the actions searched.
        """
        played = action if isinstance(action, Action) else Action.parse(action, self._rules)
        order = [estimate.action for estimate in self.estimates]
        if played.value not in order:
            raise IllegalActionError(played.notation, None, "it was not among those searched")
        at = order.index(played.value)
        best, estimate = self.estimates[0], self.estimates[at]
        tried = estimate.games > 0
        return Rank(
            notation=played.notation,
            rank=at + 1 if tried else None,
            of=len(self.estimates),
            win=best.win - estimate.win if tried else None,
            margin=best.margin - estimate.margin if tried else None,
            score=best.means[0] - estimate.means[0] if tried else None,
        )

    def to_dict(self, *, timing: bool = False) -> dict[str, Any]:
        """The fields as plain values; ``seconds`` only with ``timing``.

        Without it equal searches under a limit of simulations give equal values.
        """
        found = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if one.repr and (timing or one.name != "seconds")
        }
        return found | {"candidates": [candidate.to_dict() for candidate in self.candidates]}


def _variance(estimate: Estimate, at: int) -> float:
    """That of the mean of a report figure."""
    return estimate.deviations[at] * estimate.deviations[at] / estimate.games


def _percent(share: float) -> float:
    """A share as tables show it."""
    return round(100 * share, 1)


def _ahead(margin: float) -> str:
    points = round(margin, 1)
    if points == 0:
        return "level with the best opponent"
    return f"{abs(points):.1f} {'behind' if points < 0 else 'ahead of'} the best opponent"


def _often(percent: float) -> str:
    points = round(percent, 1)
    if points == 0:
        return "as often as"
    return f"{abs(points):.1f} percentage points {'less' if points < 0 else 'more'} often than"


def _better(margin: float) -> str:
    points = round(margin, 1)
    if points == 0:
        return "as good"
    return f"{abs(points):.1f} points {'worse' if points < 0 else 'better'}"


def _difference(gain: Gain, goal: str | None) -> str:
    """Where the points come from, and the way to the goal of the game, in one sentence."""
    ordered = sorted(gain.categories.items(), key=lambda item: (-abs(item[1]), item[0]))
    worth = [
        (name, points)
        for name, points in ordered
        if abs(points) >= max(_WORTH_SAYING, gain.chance[name])
    ]
    gained = [_from(name, points) for name, points in worth if points > 0][:_MOST_SAID]
    lost = [_from(name, -points) for name, points in worth if points < 0][:_MOST_SAID]
    parts = []
    if gained:
        parts.append(f"gains about {' and '.join(gained)}")
    if lost:
        parts.append(f"costs about {' and '.join(lost)}")
    if gain.arrival is not None and abs(gain.arrival) >= _TURNS_WORTH_SAYING:
        when = "sooner" if gain.arrival < 0 else "later"
        parts.append(f"reaches {goal} about {abs(gain.arrival):.1f} turns {when}")
    if not parts:
        return "No category differs clearly."
    return f"It {_and(parts)}."


def _from(category: str, points: float) -> str:
    return f"{points:.1f} points from {category.replace('_', ' ')}"


def _and(parts: Sequence[str]) -> str:
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1]
