"""The adviser: what to play in a position, and what is to be expected of it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from gwta_ai._engine.argentina.core import CoreState
from gwta_ai._engine.search import arrival, policy
from gwta_ai.adviser.advice import Advice, Candidate, Gain, Rank
from gwta_ai.adviser.correction import Correction
from gwta_ai.adviser.own_moves import way_between
from gwta_ai.adviser.weights import Weights
from gwta_ai.common.intervals import wilson
from gwta_ai.errors import IllegalActionError, LimitError, PositionError
from gwta_ai.games.argentina.notation.action import Action
from gwta_ai.games.argentina.state import CATEGORIES, MAX_SEED, State, View
from gwta_ai.search.search import (
    MAX_SIMULATIONS,
    MAX_THREADS,
    MIN_MEMORY,
    PLAIN,
    Figures,
    Outcome,
    Search,
    Settings,
    check_number,
)

__all__ = ["Advice", "Advisor", "Analysis", "Candidate", "Gain", "Limit", "Rank"]

_MEGABYTE = 1 << 20
_LONGEST = 1e6  # seconds
_MOST_MEMORY = 1 << 20  # megabytes
MEMORY_MB = 256
_EVERY = 0.3  # seconds between two pieces of advice of an analysis
_LONGEST_PLAN = 40  # actions
# Seconds to describe a candidate: at first; at most, when something else kept us from it;
# and how slowly a better pace is believed.
_PACE, _SLOWEST, _PATIENCE = 4e-4, 1e-3, 0.9
_JOURNEYS = 32  # games played to see when a candidate arrives
_COMPARED = 2  # candidates of which that is seen
_MOSTLY = 0.9  # of them must arrive


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: whichever of the two is met first; one must be given.

    ``seconds``: above 0, at most 1,000,000. ``simulations``: 1 to 2**32 - 1. ``memory_mb``:
    megabytes for the tree, 1 to 2**20; a tree at its limit is searched on but grows no
    more. Raises ``LimitError``.
    """

    seconds: float | None = None
    simulations: int | None = None
    memory_mb: int = MEMORY_MB

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise LimitError("limit: expected seconds or simulations, got neither")
        if self.seconds is not None:
            check_number("seconds", self.seconds, 0, _LONGEST, whole=False, above=True)
        if self.simulations is not None:
            check_number("simulations", self.simulations, 1, MAX_SIMULATIONS)
        check_number("memory_mb", self.memory_mb, 1, _MOST_MEMORY)


@dataclass(slots=True)
class _Work:
    """A search and the position it is over."""

    view: View
    memory: int
    whole: bool  # all legal actions are searched
    search: Search
    simulations: int = 0  # made from this position before it was asked about now
    seconds: float = 0.0  # likewise

    def until(self, simulations: int | None) -> int | None:
        """The simulations at which a limit that counts from now is met."""
        return None if simulations is None else self.simulations + simulations


class Advisor:
    """Advises by information set Monte Carlo tree search; see docs/search.md.

    ``threads`` (1 to 64) trees are searched side by side and summed; ``seed`` (0 to
    2**64 - 1) fixes every random choice. All other options are the fields of
    ``gwta_ai.search.search.Settings``; with ``plain`` their defaults are those of ``PLAIN``.

    Under a limit of simulations, equal view, seed, simulations, threads and options give
    equal advice, whatever was asked before. With ``reuse`` the tree is used again: where
    the next view follows from the last by the mover's own actions and nothing was drawn,
    or is the same, the search goes on in what is left of it, so that advice depends on what
    was asked before. Limits count from now all the same.

    The last tree is held for ``boost`` and ``reuse`` until the next search or ``forget``.
    One thread at a time may use an adviser; several may be used side by side, as a search
    does not hold the lock of Python. Raises ``LimitError`` and ``WeightsError``.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        seed: int = 0,
        reuse: bool | int = False,
        weights: Weights | str | os.PathLike[str] | None = None,
        **options: float,
    ) -> None:
        check_number("threads", threads, 1, MAX_THREADS)
        check_number("seed", seed, 0, MAX_SEED)
        check_number("reuse", int(reuse) if isinstance(reuse, bool) else reuse, 0, 1)
        self.threads = threads
        self.seed = seed
        self.reuse = bool(reuse)
        if weights is None:
            weights = Weights.default()
        self.weights = weights if isinstance(weights, Weights) else Weights.load(weights)
        self.settings = replace(PLAIN if options.get("plain") else Settings(), **options)  # type: ignore[arg-type]
        self._work: _Work | None = None
        self._pace = _PACE

    def advise(
        self,
        position: State | View,
        limit: Limit,
        top: int | None = None,
        only: Iterable[Action | str] | None = None,
    ) -> Advice:
        """Search for the seat to move and say what it found.

        A state is reduced to its mover's view. ``top`` keeps the best few candidates;
        ``only`` limits the search to some legal actions (or their notations). A
        KeyboardInterrupt during the search is not raised: it ends the search and the
        advice has ``complete`` false.

        Raises ``PositionError`` on a finished game or the view of a seat that is not to
        move, ``IllegalActionError`` where ``only`` names an action that is not legal and
        ``LimitError`` where an argument is out of its range.
        """
        _check_top(top)
        work = self._think(position, limit, only, most=top)
        return self._advice(work, top, complete=not work.search.interrupted)

    def outcome(self, position: State | View, limit: Limit, *, decide: bool = False) -> Outcome:
        """The bare figures of a search, for who only wants to choose; errors as ``advise``.

        To ``decide`` the search, if on one thread, ends before its limit as soon as no other
        candidate can come to have the most visits.
        """
        return self._think(position, limit, None, most=0, decide=decide).search.outcome()

    def analysis(
        self,
        position: State | View,
        limit: Limit | None = None,
        *,
        top: int | None = None,
        only: Iterable[Action | str] | None = None,
        every: float = _EVERY,
    ) -> Analysis:
        """Advice that grows: a context manager to iterate over, see ``Analysis``.

        Without a limit it goes on until it is stopped. ``every`` are the seconds of search
        between two pieces of advice, 0.01 to 3,600. Arguments and errors otherwise as
        ``advise``.
        """
        _check_top(top)
        check_number("every", every, 0.01, 3600, whole=False)
        memory = MEMORY_MB if limit is None else limit.memory_mb
        return Analysis(self, self._begin(position, memory, only), limit, top, every)

    def boost(self, action: Action | str, limit: Limit, top: int | None = None) -> Advice:
        """Look longer at one candidate of the last search, in the tree as it is.

        Every simulation begins with ``action``; ``limit`` counts them from now, its
        ``memory_mb`` does not matter. The order of the candidates goes by the visits the
        search gave them unasked. Raises ``PositionError`` if nothing was searched yet and
        ``IllegalActionError`` if the action was not searched.
        """
        _check_top(top)
        started = time.monotonic()
        if self._work is None:
            raise PositionError("nothing was searched yet that could be looked at longer")
        work = self._work
        (value,) = _chosen(work.view, [action])
        if value not in work.search.actions:
            raise IllegalActionError(_notation(action), None, "it was not among those searched")
        work.search.resume()
        seconds = self._time_left(limit, work, top, started)
        work.search.run(simulations=limit.simulations, seconds=seconds, action=value)
        return self._advice(work, top, complete=not work.search.interrupted)

    def forget(self) -> None:
        """Give the memory of the last search back."""
        self._work = None

    def _think(
        self,
        position: State | View,
        limit: Limit,
        only: Iterable[Action | str] | None,
        *,
        most: int | None,
        decide: bool = False,
    ) -> _Work:
        """Search; of the time, leave what it takes to describe so many candidates at most."""
        started = time.monotonic()
        work = self._begin(position, limit.memory_mb, only)
        simulations = work.until(limit.simulations)
        seconds = self._time_left(limit, work, most, started)
        work.search.run(simulations=simulations, seconds=seconds, decide=decide)
        return work

    def _time_left(
        self, limit: Limit, work: _Work, most: int | None, started: float
    ) -> float | None:
        """Seconds left to search in, so that ``most`` candidates, or all, are described in time."""
        if limit.seconds is None:
            return None
        candidates = len(work.search.actions)
        after = self._pace * (candidates if most is None else min(most, candidates))
        return max(0.0, limit.seconds - after - (time.monotonic() - started))

    def _begin(
        self, position: State | View, memory_mb: int, only: Iterable[Action | str] | None
    ) -> _Work:
        """The last search led on to this position, or a new one."""
        view = with_weights(mover_view(position), self.weights)
        memory = memory_mb * _MEGABYTE
        chosen = None if only is None else _chosen(view, only)
        if memory < self.threads * MIN_MEMORY:
            raise LimitError(f"memory_mb: {memory_mb} is too little for {self.threads} trees")
        # The old tree goes before a new one comes, so that there are never two.
        old, self._work = self._work, None
        work = None
        if self.reuse and old is not None and old.whole and chosen is None and old.memory == memory:
            work = _led_on(old, view)
        del old
        if work is None:
            try:
                search = Search(
                    view._core.table(),
                    view._core.bytes(),
                    seed=self.seed,
                    threads=self.threads,
                    memory=memory,
                    settings=self.settings,
                    only=chosen,
                )
            except ValueError as error:  # very many actions in very little memory
                raise LimitError(f"memory_mb: {error}") from None
            work = _Work(view.clone(), memory, chosen is None, search)
        self._work = work
        return work

    def _advice(self, work: _Work, top: int | None, *, complete: bool) -> Advice:
        started = time.monotonic()
        view, outcome = work.view, work.search.outcome()
        tried = [figures for figures in outcome.figures if figures.games][:top]
        state = view.determinize(self.seed)
        correction = self.weights.learned[view.players].correction
        if self.settings.plain or not self.settings.policy:  # it was learned for other playouts
            correction = Correction()
        advice = Advice(
            seat=outcome.seat,
            simulations=outcome.simulations,
            determinizations=outcome.simulations,
            kept=outcome.kept,
            seconds=outcome.seconds,
            nodes=outcome.nodes,
            bytes=outcome.bytes,
            depth=outcome.depth,
            seed=self.seed,
            threads=self.threads,
            complete=complete,
            ruleset=view.ruleset.digest,
            weights=self.weights.digest,
            candidates=[
                _candidate(view, state, figures, correction, self.seed if at < _COMPARED else None)
                for at, figures in enumerate(tried)
            ],
            _figures=outcome.figures,
            _rules=view.ruleset,
        )
        pace = (time.monotonic() - started) / len(tried)
        self._pace = min(max(pace, _PATIENCE * self._pace), _SLOWEST)
        return advice


class Analysis:
    """A search that reports as it grows.

    ::

        with advisor.analysis(view, Limit(seconds=10)) as analysis:
            for advice in analysis:
                show(advice)

    The search runs while the next piece of advice is waited for and stands still in
    between; a limit of seconds counts the time it runs. The last advice has ``complete``
    true if the limit was met. ``stop`` may be called from any thread and ends it, as does
    leaving the block; a KeyboardInterrupt while it runs is not raised but ends it too.
    With a limit of simulations the last advice is the one ``advise`` gives.
    """

    def __init__(
        self, advisor: Advisor, work: _Work, limit: Limit | None, top: int | None, every: float
    ) -> None:
        self._advisor = advisor
        self._work = work
        self._limit = limit
        self._top = top
        self._every = every
        self._ended = False
        self.advice: Advice | None = None
        """What was found so far."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def __iter__(self) -> Iterator[Advice]:
        return self

    def __next__(self) -> Advice:
        search, limit = self._work.search, self._limit
        if self._ended or self._advisor._work is not self._work:
            raise StopIteration
        slice_, simulations, until = self._every, None, None
        if limit is not None:
            simulations = self._work.until(limit.simulations)
            if limit.seconds is not None:
                until = self._work.seconds + limit.seconds
                slice_ = min(slice_, max(0.0, until - search.seconds))
        before = search.simulations
        search.run(simulations=simulations, seconds=slice_)
        met = (until is not None and search.seconds >= until) or (
            simulations is not None and search.simulations >= simulations
        )
        full = search.simulations == before  # the trees can count no more
        self._ended = self._ended or met or full or search.interrupted
        self.advice = self._advisor._advice(self._work, self._top, complete=met)
        return self.advice

    def stop(self) -> None:
        """End the search at once; an advice that is waited for still comes."""
        self._ended = True
        if self._advisor._work is self._work:  # and not another that goes on in its tree
            self._work.search.stop()


def mover_view(position: State | View) -> View:
    """The view of the seat to move; ``PositionError`` if there is none."""
    seat = position.seat_to_move
    if seat is None:
        raise PositionError("the game is over: there is nothing to decide")
    if isinstance(position, State):
        return position.view(seat)
    if position.seat != seat:
        raise PositionError(f"seat {seat} is to move, and this is the view of seat {position.seat}")
    return position


def with_weights(view: View, weights: Weights) -> View:
    """The view with these weights behind its priors and evaluation.

    Raises ``WeightsError`` if there are none for this number of players.
    """
    core = CoreState.from_bytes(weights.rules(view.ruleset, view.players), view._core.bytes())
    return View._wrap(core, view.ruleset)


def _check_top(top: int | None) -> None:
    if top is not None:
        check_number("top", top, 1, MAX_SIMULATIONS)


def _notation(action: Action | str) -> str:
    return action if isinstance(action, str) else action.notation


def _chosen(view: View, only: Iterable[Action | str]) -> list[int]:
    """The values of the actions to be searched."""
    values = [view._legal(action).value for action in only]
    if not values:
        raise LimitError("only: expected at least one action, got none")
    return values


def _led_on(old: _Work, view: View) -> _Work | None:
    """The search of ``old`` led on to a view that follows from its own; else ``None``.

    It is another piece of work, so that an analysis of the old one sees that it has ended.
    """
    before, search = old.view, old.search
    if before.ruleset.digest != view.ruleset.digest or before.players != view.players:
        return None
    way = way_between(before._core, view._core)
    if way is None:
        return None
    search.resume()
    if way:
        try:
            search.follow(way, view._core.bytes())
        except (MemoryError, ValueError):  # the old tree leaves no room for the new candidates
            return None
        return replace(old, view=view.clone(), simulations=0, seconds=0.0)
    return replace(old, simulations=search.simulations, seconds=search.seconds)


def _candidate(
    view: View, state: State, figures: Figures, correction: Correction, seed: int | None
) -> Candidate:
    """A candidate; with a seed its journey to the next arrival is played as well."""
    left = 1.0 - view._core.clock
    # The game reports the final points, then the categories.
    score, *categories = correction.means(figures.means, left)
    action = Action(figures.action, view.ruleset, view._core)
    expected, own = _expected(state, figures.line)
    low, high = wilson(figures.win, figures.games, figures.win_deviation**2)
    return Candidate(
        action=action,
        notation=action.notation,
        text=action.text,
        visits=figures.visits,
        win=figures.win,
        low=low,
        high=high,
        bound=(high - low) / 2,
        margin=figures.margin,
        score=score,
        score_sd=correction.deviation(figures.deviations[0], left),
        categories=dict(zip(CATEGORIES, categories, strict=True)),
        prior=figures.prior,
        arrival=None if seed is None else _arrival(view, figures.action, seed),
        pv=[step.notation for step in expected],
        plan="; ".join(step.text for step in expected[:own]),
    )


def _arrival(view: View, action: int, seed: int) -> float | None:
    """Mean own turns until the mover is in Buenos Aires again, if most games come so far."""
    core = view._core
    found = arrival(core.table(), core.bytes(), action, seed=seed, games=_JOURNEYS, temperature=1.0)
    if found is None or found[0] < _MOSTLY * _JOURNEYS:
        return None
    return found[1] / found[0]


def _expected(start: State, line: tuple[int, ...]) -> tuple[list[Action], int]:
    """A line as actions up to the first that draws, and how many belong to the own turn.

    The line is played on one state that agrees with the view and breaks off where it
    depends on hidden things that are different there. Where the tree knows no further,
    the rest of the own turn is what the priors of the game like best.
    """
    state = start.clone()
    core, seat, turn = state._core, state.seat_to_move, state.turn
    found: list[Action] = []
    own = 0
    while len(found) < _LONGEST_PLAN and core.seat >= 0:
        mine = core.seat == seat and core.turn == turn
        value = None
        if len(found) < len(line):
            value = line[len(found)]
        elif mine:
            value = _likeliest(core)
        if value is None or not core.is_legal(value):
            break
        found.append(Action(value, start.ruleset, core.clone()))
        if mine:
            own = len(found)
        if core.draws(value):
            break
        core.step(value)
    return found, own


def _likeliest(core: CoreState) -> int | None:
    """The action with the highest prior; ``None`` where the game has no opinion."""
    actions, weights = policy(core.table(), core.bytes(), temperature=1.0)
    if len(actions) > 1 and min(weights) == max(weights):
        return None
    return actions[weights.index(max(weights))]
