"""Advice that grows while a search goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self

from gwta_ai.adviser.advice import Advice
from gwta_ai.adviser.work import Work
from gwta_ai.search.limit import Limit

__all__ = ["Analysis"]


class Analysis:
    """A search that reports as it grows.

    ::

        with advisor.analysis(view, Limit(seconds=10)) as analysis:
            for advice in analysis:
                show(advice)

    The search runs while the next piece of advice is waited for and stands still in
    between; a limit of seconds counts the time it runs. The last advice has ``complete``
    true if the limit was met. ``stop`` may be called from any thread and ends it, as does
    leaving the block; a KeyboardInterrupt while it runs is not raised but ends it too, and
    so does any other failure, which is raised.
    With a limit of simulations the last advice is the one ``advise`` gives.
    """

    def __init__(
        self,
        work: Work,
        limit: Limit | None,
        every: float,
        *,
        is_current: Callable[[], bool],
        describe: Callable[[bool], Advice],
        guard: Callable[[], AbstractContextManager[None]],
    ) -> None:
        """The adviser's: ``is_current`` while it has not turned to other work.

        ``describe`` makes advice of what was found, which is complete or not. The search
        runs within ``guard``.
        """
        self._work = work
        self._limit = limit
        self._every = every
        self._is_current = is_current
        self._describe = describe
        self._guard = guard
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
        if self._ended or not self._is_current():
            raise StopIteration
        slice_, simulations, until = self._every, None, None
        if limit is not None:
            simulations = self._work.until(limit.simulations)
            if limit.seconds is not None:
                until = self._work.seconds + limit.seconds
                slice_ = min(slice_, max(0.0, until - search.seconds))
        before = search.simulations
        with self._guard():
            search.run(simulations=simulations, seconds=slice_)
        met = (until is not None and search.seconds >= until) or (
            simulations is not None and search.simulations >= simulations
        )
        full = search.simulations == before  # the trees can count no more
        self._ended = self._ended or met or full or search.interrupted
        self.advice = self._describe(met)
        return self.advice

    def stop(self) -> None:
        """End the search at once; an advice that is waited for still comes."""
        self._ended = True
        if self._is_current():  # and not another that goes on in its tree
            self._work.search.stop()
