"""Root-parallel search over one view of any game: threads, limits, interruption.

Knows no game. Every thread grows a tree of its own with its own stream of the
seed; the trees are summed in a fixed order. A tree of few simulations knows hardly
more than the priors, and a sum of such trees no more: where a limit allows less than
``WORTHWHILE`` simulations a tree, fewer trees grow. Under a limit of simulations alone
the outcome depends on the arguments and nothing else.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict

from gwta_ai._engine.search import MAX_THREADS, Tree, value
from gwta_ai.search.outcome import Outcome, summed
from gwta_ai.search.settings import Settings

__all__ = ["WORTHWHILE", "Search", "search"]

WORTHWHILE = 500
"""Simulations from which on a tree of its own loses nothing."""


class Search:
    """A search that can be continued: trees over one view, run side by side.

    ``table`` is the capsule of the game, ``memory`` the bytes for all trees together.
    Raises ValueError where an argument is out of its range or no action is legal.
    One thread at a time may use it; only ``stop`` may be called from any.
    """

    def __init__(
        self,
        table: object,
        view: bytes,
        *,
        seed: int,
        threads: int = 1,
        memory: int,
        settings: Settings | None = None,
        only: Iterable[int] | None = None,
    ) -> None:
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads must be in 1 .. {MAX_THREADS}, not {threads}")
        wanted = None if only is None else list(only)
        values = asdict(settings or Settings())
        self.trees = [
            Tree(
                table,
                view,
                seed=seed,
                stream=stream,
                memory=memory // threads,
                settings=values,
                only=wanted,
            )
            for stream in range(threads)
        ]
        self.seconds = 0.0
        self.interrupted = False
        self._stopped = False

    def run(
        self,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        action: int | None = None,
        decide: bool = False,
    ) -> None:
        """Search until the first limit is met, or ``stop`` or a KeyboardInterrupt ends it.

        ``simulations`` counts from the root: a search that has done as many does nothing.
        With ``action`` every simulation begins with it, and ``simulations`` counts from now.
        To ``decide`` a search of one tree ends as soon as the most visited candidate must
        stay so. An interrupt is not raised but noted in ``interrupted``; anything else a
        handler of signals raises, or a thread that cannot be started, ends the search at
        once and is raised.
        """
        if simulations is None and seconds is None:
            raise ValueError("a search needs a limit")
        started = time.monotonic()
        trees = self.trees[: self._trees_for(simulations if action is None else None)]
        count = len(trees)
        runs = []
        try:
            with ThreadPoolExecutor(count) as pool, self._stopped_by_errors():
                for i, tree in enumerate(trees):
                    left = -1
                    if simulations is not None:
                        left = simulations // count + (i < simulations % count)
                        left = max(0, left if action is not None else left - tree.simulations)
                    most = -1.0
                    if seconds is not None:
                        most = max(0.0, seconds - (time.monotonic() - started))
                    if not self._stopped:
                        alone = decide and len(self.trees) == 1
                        runs.append(pool.submit(tree.run, left, most, action, alone))
                for run in runs:
                    run.result()
        except KeyboardInterrupt:
            self.interrupted = True
        if not self.simulations:
            trees[0].run(1)
        self.seconds += time.monotonic() - started

    def _trees_for(self, simulations: int | None) -> int:
        """How many trees shall grow under a limit; those that have begun go on.

        Where time alone is the limit a tree beyond the processors only takes from the others.
        """
        most = _processors() if simulations is None else simulations // WORTHWHILE
        begun = sum(1 for tree in self.trees if tree.visits)
        return max(1, begun, min(most, len(self.trees)))

    @contextmanager
    def _stopped_by_errors(self) -> Iterator[None]:
        """Stop the trees where something is raised, so that nothing waits for their limits."""
        try:
            yield
        except BaseException:
            self.stop()
            raise

    @property
    def actions(self) -> list[int]:
        """The searched actions at the root, ascending."""
        return self.trees[0].actions

    @property
    def simulations(self) -> int:
        """Simulations from this root."""
        return sum(tree.simulations for tree in self.trees)

    def stop(self) -> None:
        """End the search after the simulation at hand."""
        self._stopped = True
        for tree in self.trees:
            tree.stop()

    def resume(self) -> None:
        """Take ``stop`` and an interrupt back."""
        self._stopped = self.interrupted = False
        for tree in self.trees:
            tree.resume()

    def follow(self, actions: Sequence[int], view: bytes) -> None:
        """Go on from the view these actions of the searching seat lead to; see ``Tree.follow``."""
        self.seconds = 0.0
        for tree in self.trees:
            tree.follow(actions, view)
        # Every candidate with visits gets an estimate.
        rows = zip(*(tree.rows() for tree in self.trees), strict=True)
        for action, row in zip(self.actions, rows, strict=True):
            if any(one.visits for one in row):
                self.trees[0].run(1, -1.0, action)

    def values(self) -> tuple[float, ...]:
        """The reward each seat can expect if all play on as the trees prefer, 0 to 1.

        Simulations that were told how to begin count as preferences too.
        """
        return tuple(value(self.trees))

    def outcome(self) -> Outcome:
        """What was found so far."""
        trees = self.trees
        simulations = self.simulations
        return Outcome(
            seat=trees[0].seat,
            simulations=simulations,
            kept=sum(tree.visits for tree in trees) - simulations,
            nodes=sum(tree.nodes for tree in trees),
            depth=max(tree.depth for tree in trees),
            bytes=sum(tree.bytes for tree in trees),
            interrupted=self.interrupted,
            estimates=summed(trees),
            seconds=self.seconds,
        )


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def search(
    table: object,
    view: bytes,
    *,
    seed: int,
    threads: int = 1,
    simulations: int | None = None,
    seconds: float | None = None,
    memory: int,
    settings: Settings | None = None,
    only: Iterable[int] | None = None,
) -> Outcome:
    """Search for the seat to move in ``view`` until the first limit is met.

    A KeyboardInterrupt in the calling thread ends the search early with what it has
    found (``interrupted``). Arguments and errors are those of ``Search``.
    """
    one = Search(
        table, view, seed=seed, threads=threads, memory=memory, settings=settings, only=only
    )
    one.run(simulations=simulations, seconds=seconds)
    return one.outcome()
