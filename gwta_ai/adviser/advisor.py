"""The adviser: what to play in a position, and what is to be expected of it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace

from gwta_ai._engine.search import MAX_SIMULATIONS, MAX_THREADS, MIN_MEMORY
from gwta_ai.adviser.advice import Advice
from gwta_ai.adviser.analysis import Analysis
from gwta_ai.adviser.candidates import candidate
from gwta_ai.adviser.correction import Correction
from gwta_ai.adviser.weights import Weights
from gwta_ai.adviser.work import Work, led_on
from gwta_ai.common.arguments import check_kind, listed, unexpected
from gwta_ai.common.numbers import MAX_SEED, check_number, whole
from gwta_ai.errors import IllegalActionError, LimitError, PositionError
from gwta_ai.games.action import Action
from gwta_ai.games.game import AnyGame
from gwta_ai.games.state import State, View, mover_view
from gwta_ai.search.limit import MEMORY_MB, Limit
from gwta_ai.search.outcome import Outcome
from gwta_ai.search.search import Search
from gwta_ai.search.settings import PLAIN, Settings

__all__ = ["Advisor"]

_MEGABYTE = 1 << 20
_EVERY = 0.3  # seconds between two pieces of advice of an analysis
# Seconds to describe a candidate: at first; at most, when something else kept us from it;
# and how slowly a better pace is believed.
_PACE, _SLOWEST, _PATIENCE = 4e-4, 1e-3, 0.9
_COMPARED = 2  # candidates of which it is seen when they arrive


class Advisor:
    """Advises by information set Monte Carlo tree search; see docs/search.md.

    ``threads`` (1 to 64) trees are searched side by side and summed; ``seed`` (0 to
    2**64 - 1) fixes every random choice. All other options are the fields of
    ``gwta_ai.Settings``; with ``plain`` their defaults are those of ``PLAIN``.

    Under a limit of simulations, equal view, seed, simulations, threads and options give
    equal advice, whatever was asked before. With ``reuse`` the tree is used again: where
    the next view follows from the last by the mover's own actions and nothing was drawn,
    or is the same, the search goes on in what is left of it, so that advice depends on what
    was asked before. Limits count from now all the same.

    The last tree is held for ``boost`` and ``reuse`` until the next search or ``forget``, or
    until a search fails: by what a handler of signals raises, other than KeyboardInterrupt,
    or as a thread cannot be started. It then ends at once, and the error is raised.
    One thread at a time may use an adviser; several may be used side by side, as a search
    does not hold the lock of Python. Raises ``LimitError``,
    ``ArgumentError`` for an option that there is not, and ``WeightsError``.
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
        self.threads = int(check_number("threads", threads, 1, MAX_THREADS))
        self.seed = int(check_number("seed", seed, 0, MAX_SEED))
        plainly = int(reuse) if isinstance(reuse, bool) else reuse
        self.reuse = bool(check_number("reuse", plainly, 0, 1))
        if not (weights is None or isinstance(weights, Weights)):
            weights = Weights.load(weights)
        self.weights: Weights | None = weights
        self.settings = _settings(options)
        self._work: Work | None = None
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
        move, ``IllegalActionError`` where ``only`` names an action that is not legal,
        ``LimitError`` where an argument is out of its range and ``ArgumentError`` where it is
        of another kind.
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
        if limit is not None:
            _check_limit(limit)
        every = check_number("every", every, 0.01, 3600, whole=False)
        memory = MEMORY_MB if limit is None else limit.memory_mb
        work = self._begin(position, memory, only)
        return Analysis(
            work,
            limit,
            every,
            is_current=lambda: self._work is work,
            describe=lambda complete: self._advice(work, top, complete=complete),
            guard=self._forgetting_failures,
        )

    def boost(self, action: Action | str, limit: Limit, top: int | None = None) -> Advice:
        """Look longer at one candidate of the last search, in the tree as it is.

        Every simulation begins with ``action``; ``limit`` counts them from now, its
        ``memory_mb`` does not matter. The order of the candidates goes by the visits the
        search gave them unasked. Raises ``PositionError`` if nothing was searched yet and
        ``IllegalActionError`` if the action was not searched.
        """
        _check_top(top)
        _check_limit(limit)
        started = time.monotonic()
        if self._work is None:
            raise PositionError("nothing was searched yet that could be looked at longer")
        work = self._work
        (value,) = _chosen(work.view, [action])
        if value not in work.search.actions:
            raise IllegalActionError(_notation(action), None, "it was not among those searched")
        work.search.resume()
        seconds = self._time_left(limit, work, top, started)
        with self._forgetting_failures():
            work.search.run(simulations=limit.simulations, seconds=seconds, action=value)
        return self._advice(work, top, complete=not work.search.interrupted)

    def forget(self) -> None:
        """Give the memory of the last search back."""
        self._work = None

    @contextmanager
    def _forgetting_failures(self) -> Iterator[None]:
        """A search that fails leaves no tree behind."""
        try:
            yield
        except BaseException:
            self.forget()
            raise

    def _weights_for(self, game: AnyGame) -> Weights:
        """The weights to play a game with: those given, or those that come with it."""
        return Weights.shipped(game) if self.weights is None else self.weights

    def _think(
        self,
        position: State | View,
        limit: Limit,
        only: Iterable[Action | str] | None,
        *,
        most: int | None,
        decide: bool = False,
    ) -> Work:
        """Search; of the time, leave what it takes to describe so many candidates at most."""
        _check_limit(limit)
        started = time.monotonic()
        work = self._begin(position, limit.memory_mb, only)
        simulations = work.until(limit.simulations)
        seconds = self._time_left(limit, work, most, started)
        with self._forgetting_failures():
            work.search.run(simulations=simulations, seconds=seconds, decide=decide)
        return work

    def _time_left(
        self, limit: Limit, work: Work, most: int | None, started: float
    ) -> float | None:
        """Seconds left to search in, so that ``most`` candidates, or all, are described in time."""
        if limit.seconds is None:
            return None
        candidates = len(work.search.actions)
        after = self._pace * (candidates if most is None else min(most, candidates))
        return max(0.0, limit.seconds - after - (time.monotonic() - started))

    def _begin(
        self, position: State | View, memory_mb: int, only: Iterable[Action | str] | None
    ) -> Work:
        """The last search led on to this position, or a new one."""
        view = mover_view(position)
        table = self._weights_for(view.ruleset.game).table(view.ruleset, view.players)
        memory = memory_mb * _MEGABYTE
        chosen = None if only is None else _chosen(view, only)
        if memory < self.threads * MIN_MEMORY:
            raise LimitError(f"memory_mb: {memory_mb} is too little for {self.threads} trees")
        # The old tree goes before a new one comes, so that there are never two.
        old, self._work = self._work, None
        work = None
        if self.reuse and old is not None and old.whole and chosen is None and old.memory == memory:
            work = led_on(old, view)
        del old
        if work is None:
            try:
                search = Search(
                    table,
                    view.core.bytes(),
                    seed=self.seed,
                    threads=self.threads,
                    memory=memory,
                    settings=self.settings,
                    only=chosen,
                )
            except ValueError as error:  # very many actions in very little memory
                raise LimitError(f"memory_mb: {error}") from None
            work = Work(view.clone(), table, memory, chosen is None, search)
        self._work = work
        return work

    def _advice(self, work: Work, top: int | None, *, complete: bool) -> Advice:
        started = time.monotonic()
        view, outcome = work.view, work.search.outcome()
        tried = [estimate for estimate in outcome.estimates if estimate.games][:top]
        state = view.determinize(self.seed)
        weights = self._weights_for(view.ruleset.game)
        correction = weights.correction(view.players)
        if self.settings.plain or not self.settings.policy:  # it was learned for other playouts
            correction = Correction.none(len(view.ruleset.game.categories))
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
            weights=weights.digest,
            weights_ruleset=weights.ruleset(view.players),
            candidates=[
                candidate(work, state, estimate, correction, self.seed if at < _COMPARED else None)
                for at, estimate in enumerate(tried)
            ],
            estimates=outcome.estimates,
            _rules=view.ruleset,
        )
        pace = (time.monotonic() - started) / len(tried)
        self._pace = min(max(pace, _PATIENCE * self._pace), _SLOWEST)
        return advice


def _settings(options: Mapping[str, float]) -> Settings:
    """The settings that differ from the default ones in the options."""
    known = [one.name for one in fields(Settings)]
    for name in options:
        if name not in known:
            raise unexpected("options", f"some of {', '.join(known)}", name)
    plain = options.get("plain")
    basis = PLAIN if plain is True or whole(plain) == 1 else Settings()
    return replace(basis, **options)  # type: ignore[arg-type]


def _check_limit(limit: Limit) -> None:
    check_kind("limit", limit, Limit, "a Limit")


def _check_top(top: int | None) -> None:
    if top is not None:
        check_number("top", top, 1, MAX_SIMULATIONS)


def _notation(action: Action | str) -> str:
    return action if isinstance(action, str) else action.notation


def _chosen(view: View, only: Iterable[Action | str]) -> list[int]:
    """The values of the actions to be searched."""
    chosen = listed("only", only, "a list of actions or their notations")
    values = [view.legal_action(action).value for action in chosen]
    if not values:
        raise LimitError("only: expected at least one action, got none")
    return values
