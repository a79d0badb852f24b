"""Root-parallel search over one view of any game: threads, limits, interruption.

Knows no game. Every thread grows a tree of its own with its own stream of the
seed; the trees are summed in a fixed order. Under a limit of simulations alone
the outcome depends on the arguments and nothing else.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from gwta_ai._engine.search import MAX_THREADS, MIN_MEMORY, Tree, line, value

__all__ = ["MAX_THREADS", "MIN_MEMORY", "Figures", "Outcome", "Settings", "search"]

_LINE_VISITS = 8  # a principal variation goes on while its nodes have so many
_LINE_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Settings:
    """How a search weighs things.

    ``exploration`` (0 or more) scales the bandit bound. The reward of a finished
    game is ``win_weight`` (0 .. 1) times the shared win plus the rest times the
    squashed margin; ``margin_scale`` is the lead in points that counts ¾.
    """

    exploration: float = 0.5
    win_weight: float = 0.5
    margin_scale: float = 20.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What a search found about one action at the root, for the searching seat.

    ``available`` counts the simulations in which the action could be chosen since
    it was first tried. ``reward``, ``win``, ``margin`` and ``means`` are means over
    the visits, ``deviations`` the standard deviations of the game's report figures;
    all are 0 without a visit. ``line`` is the most visited way on, this action first.
    """

    action: int
    visits: int
    available: int
    reward: float
    win: float
    margin: float
    means: tuple[float, ...]
    deviations: tuple[float, ...]
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search found. ``figures`` is best first: most visits, then reward, then action.

    ``values`` is the reward each seat can expect if all play on as the trees
    prefer; ``nodes`` and ``bytes`` are sums over the trees, ``depth`` the deepest.
    """

    seat: int
    simulations: int
    nodes: int
    depth: int
    bytes: int
    seconds: float
    interrupted: bool
    values: tuple[float, ...]
    figures: tuple[Figures, ...]


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

    ``table`` is the capsule of the game, ``memory`` the bytes for the nodes of all
    trees together. A KeyboardInterrupt in the calling thread ends the search early
    with what it has found (``interrupted``). Raises ValueError where an argument
    is out of its range or no action is legal.
    """
    if simulations is None and seconds is None:
        raise ValueError("a search needs a limit")
    if not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"threads must be in 1 .. {MAX_THREADS}, not {threads}")
    started = time.monotonic()
    settings = settings or Settings()
    wanted = None if only is None else list(only)
    trees = [
        Tree(
            table,
            view,
            seed=seed,
            stream=stream,
            memory=memory // threads,
            exploration=settings.exploration,
            win_weight=settings.win_weight,
            margin_scale=settings.margin_scale,
            only=wanted,
        )
        for stream in range(threads)
    ]
    interrupted = _run(trees, simulations, seconds)
    return Outcome(
        seat=trees[0].seat,
        simulations=sum(tree.simulations for tree in trees),
        nodes=sum(tree.nodes for tree in trees),
        depth=max(tree.depth for tree in trees),
        bytes=sum(tree.bytes for tree in trees),
        interrupted=interrupted,
        values=tuple(value(trees)),
        figures=_figures(trees),
        seconds=time.monotonic() - started,
    )


def _run(trees: list[Tree], simulations: int | None, seconds: float | None) -> bool:
    """Run every tree in a thread of its own; tells whether an interrupt ended it."""
    count = len(trees)
    shares = [
        -1 if simulations is None else simulations // count + (i < simulations % count)
        for i in range(count)
    ]
    with ThreadPoolExecutor(count) as pool:
        try:
            runs = [
                pool.submit(tree.run, share, -1.0 if seconds is None else seconds)
                for tree, share in zip(trees, shares, strict=True)
            ]
            for run in runs:
                run.result()
        except KeyboardInterrupt:
            for tree in trees:
                tree.stop()
        else:
            return False
    if not any(tree.simulations for tree in trees):
        trees[0].run(1)
    return True


def _figures(trees: list[Tree]) -> tuple[Figures, ...]:
    """The trees' sums added in order and turned into means, best first."""
    found = []
    for action, rows in zip(
        trees[0].actions, zip(*(tree.rows() for tree in trees), strict=True), strict=True
    ):
        visits = sum(row[0] for row in rows)
        per = 1 / max(visits, 1)
        means = tuple(sum(column) * per for column in zip(*(row[5] for row in rows), strict=True))
        squares = [sum(column) * per for column in zip(*(row[6] for row in rows), strict=True)]
        found.append(
            Figures(
                action=action,
                visits=visits,
                available=sum(row[1] for row in rows),
                reward=sum(row[2] for row in rows) * per,
                win=sum(row[3] for row in rows) * per,
                margin=sum(row[4] for row in rows) * per,
                means=means,
                deviations=tuple(
                    math.sqrt(max(square - mean * mean, 0.0))
                    for mean, square in zip(means, squares, strict=True)
                ),
                line=tuple(line(trees, action, visits=_LINE_VISITS, length=_LINE_LENGTH)),
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.visits, -one.reward, one.action)))
