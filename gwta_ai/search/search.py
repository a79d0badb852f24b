"""Root-parallel search over one view of any game: threads, limits, interruption.

Knows no game. Every thread grows a tree of its own with its own stream of the
seed; the trees are summed in a fixed order. Under a limit of simulations alone
the outcome depends on the arguments and nothing else.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import Field, asdict, dataclass, field, fields
from typing import Any

from gwta_ai._engine.search import MAX_SIMULATIONS, MAX_THREADS, MIN_MEMORY, Tree, line, value
from gwta_ai.errors import LimitError

__all__ = [
    "MAX_SIMULATIONS",
    "MAX_THREADS",
    "MIN_MEMORY",
    "PLAIN",
    "Figures",
    "Outcome",
    "Search",
    "Settings",
    "search",
]

_LINE_VISITS = 8  # a principal variation goes on while its nodes have so many
_LINE_LENGTH = 40


def _within(default: float, low: float, high: float, *, above: bool = False) -> Any:
    """A setting and its range; ``above``: the lowest value itself is not in it."""
    return field(default=default, metadata={"low": low, "high": high, "above": above})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a search looks and weighs things. Raises ``LimitError``."""

    plain: bool = _within(False, 0, 1)
    """Choose by UCB1 and play at random to the end; of the rest only the next three count."""
    exploration: float = _within(1.0, 0, 100)
    """How widely to look around."""
    win_weight: float = _within(0.5, 0, 1)
    """Weight of the shared win in the reward; the rest goes to the squashed margin."""
    margin_scale: float = _within(20.0, 0, 1000, above=True)
    """Lead in points that counts ¾."""
    policy: bool = _within(True, 0, 1)
    """Playouts follow the priors of the game; otherwise they are uniformly random."""
    temperature: float = _within(1.0, 0.01, 100)
    """Of the priors in playouts: lower is greedier."""
    by_kind: float = _within(0.0, 0, 1)
    """1: playouts draw a kind of action before one of its actions; 0: they do not; or between."""
    mast: float = _within(0.0, 0, 1000)
    """Weight of the move averages in playouts: logits for a whole reward; 0: not in use."""
    horizon: int = _within(24, -1, 10_000)
    """Edges of turns a playout passes before it is evaluated at the next; -1: to the end."""
    decisions: int = _within(0, 0, 100_000)
    """After so many a playout is evaluated at the next edge of a turn; 0: no such cap."""
    priors: bool = _within(True, 0, 1)
    """The choice in the tree uses the priors of the game; otherwise all actions are alike."""
    prior_temperature: float = _within(1.0, 0.01, 100)
    """Of the priors in the tree."""
    mixing: float = _within(0.05, 0, 1)
    """Share of the uniform distribution in the priors."""
    root_mixing: float = _within(0.2, 0, 1)
    """The same among the candidates, so that each gets a look."""
    first_play: float = _within(0.1, 0, 10)
    """How far below the mean an untried action is put once all of the prior was tried."""
    widening: float = _within(0.0, 0, 10_000)
    """Only the best widening * sqrt(visits) + 1 actions by prior are looked at; 0: all."""
    rescale: int = _within(2, 0, 2)
    """Unit of rewards: 0: 1; 1: range of the means in the tree; 2: four standard deviations."""
    common: bool = _within(False, 0, 1)
    """The first visits of all candidates see the same hidden things and luck, and so on."""
    outcomes: bool = _within(False, 0, 1)
    """What follows different outcomes of chance, as the searching seat sees them, is kept apart."""

    def __post_init__(self) -> None:
        for one in fields(self):
            check_setting(one, getattr(self, one.name))


def check_setting(one: Field[Any], given: object) -> None:
    """Raise ``LimitError`` unless the value is in the range of the setting."""
    whole = isinstance(one.default, int)
    plain = int(given) if isinstance(one.default, bool) and isinstance(given, bool) else given
    check_number(one.name, plain, **one.metadata, whole=whole)


def check_number(
    name: str, given: object, low: float, high: float, *, whole: bool = True, above: bool = False
) -> None:
    """Raise ``LimitError`` unless ``given`` is a number in ``low .. high``."""
    kinds = int if whole else (int, float)
    if (
        isinstance(given, bool)
        or not isinstance(given, kinds)
        or not low <= given <= high
        or (above and given == low)
    ):
        what = "a whole number" if whole else "a number"
        start = f"above {low:,}" if above else f"from {low:,}"
        raise LimitError(f"{name}: expected {what} {start} to {high:,}, got {given!r}")


PLAIN = Settings(plain=True, exploration=0.5)
"""The search without priors or evaluation, to measure others by."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a search found about one action at the root, for the searching seat.

    ``visits`` counts the simulations through it, those taken over from an earlier search
    included; of these ``games`` were simulated from this root, and of these ``forced``
    began so because the search was told to. ``available`` counts the simulations in which
    the action could be chosen since it was first tried. ``reward``, ``win``, ``margin``
    and ``means`` are means over the games, ``deviations`` the standard deviations of the
    game's report figures (right for the first alone where playouts are cut) and
    ``win_deviation`` that of the share of winning; all are 0 without a game.
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
    margin: float
    means: tuple[float, ...]
    deviations: tuple[float, ...]
    prior: float
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search found. ``figures`` is best first: most visits, then reward, then action.

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
    figures: tuple[Figures, ...]


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
        stay so. An interrupt is not raised but noted in ``interrupted``.
        """
        if simulations is None and seconds is None:
            raise ValueError("a search needs a limit")
        started = time.monotonic()
        trees, count = self.trees, len(self.trees)
        runs = []
        with ThreadPoolExecutor(count) as pool:
            try:
                for i, tree in enumerate(trees):
                    left = -1
                    if simulations is not None:
                        left = simulations // count + (i < simulations % count)
                        left = max(0, left if action is not None else left - tree.simulations)
                    most = -1.0
                    if seconds is not None:
                        most = max(0.0, seconds - (time.monotonic() - started))
                    if not self._stopped:
                        alone = decide and count == 1
                        runs.append(pool.submit(tree.run, left, most, action, alone))
                for run in runs:
                    run.result()
            except KeyboardInterrupt:
                self.interrupted = True
                self.stop()
        if not self.simulations:
            trees[0].run(1)
        self.seconds += time.monotonic() - started

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
        # Every candidate with visits gets figures.
        rows = zip(*(tree.rows() for tree in self.trees), strict=True)
        for action, row in zip(self.actions, rows, strict=True):
            if any(one[0] for one in row):
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
            figures=_figures(trees),
            seconds=self.seconds,
        )


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


def _figures(trees: list[Tree]) -> tuple[Figures, ...]:
    """The trees' sums added in order and turned into means, best first."""
    found = []
    for action, prior, rows in zip(
        trees[0].actions,
        trees[0].priors,
        zip(*(tree.rows() for tree in trees), strict=True),
        strict=True,
    ):
        games = sum(row[2] for row in rows)
        per = 1 / max(games, 1)
        means = tuple(sum(column) * per for column in zip(*(row[8] for row in rows), strict=True))
        squares = [sum(column) * per for column in zip(*(row[9] for row in rows), strict=True)]
        win = sum(row[5] for row in rows) * per
        win_square = sum(row[6] for row in rows) * per
        found.append(
            Figures(
                action=action,
                visits=sum(row[0] for row in rows),
                available=sum(row[1] for row in rows),
                games=games,
                forced=sum(row[3] for row in rows),
                reward=sum(row[4] for row in rows) * per,
                win=win,
                win_deviation=math.sqrt(max(win_square - win * win, 0.0)),
                margin=sum(row[7] for row in rows) * per,
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
