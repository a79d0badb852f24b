"""The adviser: what to play in a position, and what is to be expected of it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from gwta_ai.errors import IllegalActionError, LimitError, PositionError
from gwta_ai.notation import Action
from gwta_ai.reuse import way_between
from gwta_ai.search import (
    MAX_THREADS,
    MIN_MEMORY,
    PLAIN,
    Figures,
    Outcome,
    Search,
    Settings,
    check_number,
)
from gwta_ai.state import CATEGORIES, State, View

__all__ = ["Advice", "Advisor", "Candidate", "Limit"]

_MEGABYTE = 1 << 20
_LONGEST = 1e6  # seconds
_MOST_SIMULATIONS = 1 << 40
_MOST_MEMORY = 1 << 20  # megabytes
_SEEDS = 1 << 64
MEMORY_MB = 256
_Z = 1.959963984540054  # 95 % of a normal distribution lie within


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: whichever of the two is met first; one must be given.

    ``seconds``: above 0, at most 1,000,000. ``simulations``: 1 to 2**40. ``memory_mb``:
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
            check_number("simulations", self.simulations, 1, _MOST_SIMULATIONS)
        check_number("memory_mb", self.memory_mb, 1, _MOST_MEMORY)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action and what the simulated games that began with it came to, for the mover.

    ``win`` is the share of games won, ties shared, and ``bound`` the half-width of its
    95 % interval (Wilson). ``margin`` is the mean of the points ahead of the best
    opponent, ``score`` the mean of the final points and ``score_sd`` their standard
    deviation; ``categories`` are the means of the twelve scoring categories. ``prior`` is
    the weight the action had before the search. ``pv`` holds the notations of the
    expected play, this action first, up to the next draw; ``plan`` says the same in
    words as far as the own turn goes.
    """

    action: Action
    notation: str
    text: str
    visits: int
    win: float
    bound: float
    margin: float
    score: float
    score_sd: float
    categories: dict[str, float]
    prior: float
    pv: list[str]
    plan: str

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values, the action as its value."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return found | {"action": self.action.value}


@dataclass(frozen=True, slots=True)
class Advice:
    """What a search found for the seat to move.

    ``candidates`` is best first (most visits) and holds the actions that were tried at
    least once. ``simulations`` were made from this position; ``kept`` visits were taken
    over from an earlier search. ``complete`` is false if an interrupt ended the search
    before its limit. ``ruleset`` is the digest of the ruleset. ``nodes`` sums over the
    trees of all threads, ``depth`` is the deepest of them, ``seconds`` the time taken.
    """

    seat: int
    simulations: int
    determinizations: int
    kept: int
    seconds: float
    nodes: int
    depth: int
    seed: int
    threads: int
    complete: bool
    ruleset: str
    candidates: list[Candidate]

    @property
    def best(self) -> Candidate:
        """The first candidate."""
        return self.candidates[0]

    def to_dict(self, *, timing: bool = False) -> dict[str, Any]:
        """The fields as plain values; ``seconds`` only with ``timing``.

        Without it equal searches under a limit of simulations give equal values.
        """
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        if not timing:
            del found["seconds"]
        return found | {"candidates": [candidate.to_dict() for candidate in self.candidates]}


class Advisor:
    """Advises by information set Monte Carlo tree search; see docs/search.md.

    ``threads`` (1 to 64) trees are searched side by side and summed; ``seed`` (0 to
    2**64 - 1) fixes every random choice. All other options are the fields of
    ``gwta_ai.search.Settings``; with ``plain`` their defaults are those of ``PLAIN``.

    Under a limit of simulations, equal view, seed, simulations, threads and options give
    equal advice, whatever was asked before. With ``reuse`` the tree is kept: where the next
    view follows from the last by the mover's own actions and nothing was drawn, the search
    goes on in what is left of it, so that advice depends on what was asked before.

    One thread at a time may use an adviser; several may be used side by side. Raises
    ``LimitError``.
    """

    def __init__(
        self, *, threads: int = 1, seed: int = 0, reuse: bool = False, **options: float
    ) -> None:
        check_number("threads", threads, 1, MAX_THREADS)
        check_number("seed", seed, 0, _SEEDS - 1)
        check_number("reuse", int(reuse) if isinstance(reuse, bool) else reuse, 0, 1)
        self.threads = threads
        self.seed = seed
        self.reuse = bool(reuse)
        self.settings = replace(PLAIN if options.get("plain") else Settings(), **options)  # type: ignore[arg-type]
        self._kept: tuple[View, int, Search] | None = None

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
        started = time.monotonic()
        if top is not None:
            check_number("top", top, 1, _MOST_SIMULATIONS)
        view = mover_view(position)
        search = self._search(view, limit, only)
        seconds = limit.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - started))
        search.run(simulations=limit.simulations, seconds=seconds)
        return self._advice(view, search.outcome(), top)

    def _search(self, view: View, limit: Limit, only: Iterable[Action | str] | None) -> Search:
        """The kept search led on to this view, or a new one."""
        memory = limit.memory_mb * _MEGABYTE
        if memory < self.threads * MIN_MEMORY:
            raise LimitError(f"memory_mb: {limit.memory_mb} is too little for {self.threads} trees")
        kept, self._kept = self._kept, None
        search = None
        if self.reuse and only is None and kept is not None and kept[1] == memory:
            search = _led_on(kept[0], view, kept[2])
        if search is None:
            search = Search(
                view._core.table(),
                view._core.bytes(),
                seed=self.seed,
                threads=self.threads,
                memory=memory,
                settings=self.settings,
                only=None if only is None else _chosen(view, only),
            )
        if self.reuse and only is None:
            self._kept = view.clone(), memory, search
        return search

    def _advice(self, view: View, outcome: Outcome, top: int | None) -> Advice:
        tried = [figures for figures in outcome.figures if figures.games][:top]
        return Advice(
            seat=outcome.seat,
            simulations=outcome.simulations,
            # A fresh one for each simulation.
            determinizations=outcome.simulations,
            kept=outcome.kept,
            seconds=outcome.seconds,
            nodes=outcome.nodes,
            depth=outcome.depth,
            seed=self.seed,
            threads=self.threads,
            complete=not outcome.interrupted,
            ruleset=view.ruleset.digest,
            candidates=[_candidate(view, figures, self.seed) for figures in tried],
        )


def _led_on(old: View, view: View, search: Search) -> Search | None:
    """The search over an old view led on to one that follows from it; ``None`` if none does."""
    if old.ruleset.digest != view.ruleset.digest or old.players != view.players:
        return None
    way = way_between(old._core, view._core)
    if way is None:
        return None
    search.resume()
    search.follow(way, view._core.bytes())
    return search


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


def _chosen(view: View, only: Iterable[Action | str]) -> list[int]:
    """The values of the actions to be searched."""
    legal = {action.value for action in view.legal_actions()}
    values = []
    for item in only:
        action = Action.parse(item, view.ruleset) if isinstance(item, str) else item
        if action.value not in legal:
            raise IllegalActionError(action.notation, view.decision)
        values.append(action.value)
    if not values:
        raise LimitError("only: expected at least one action, got none")
    return values


def _candidate(view: View, figures: Figures, seed: int) -> Candidate:
    action = Action(figures.action, view.ruleset, view._core)
    expected, own = _expected(view, figures.line, seed)
    return Candidate(
        action=action,
        notation=action.notation,
        text=action.text,
        visits=figures.visits,
        win=figures.win,
        bound=wilson(figures.win, figures.games),
        margin=figures.margin,
        # The game reports the final points, then the categories.
        score=figures.means[0],
        score_sd=figures.deviations[0],
        categories=dict(zip(CATEGORIES, figures.means[1:], strict=True)),
        prior=figures.prior,
        pv=[step.notation for step in expected],
        plan="; ".join(step.text for step in expected[:own]),
    )


def _expected(view: View, line: tuple[int, ...], seed: int) -> tuple[list[Action], int]:
    """A line as actions up to the first that draws, and how many belong to the own turn.

    The line is played on one state that agrees with the view and breaks off where it
    depends on hidden things that are different there.
    """
    state = view.determinize(seed)
    turn, own = state.turn, 0
    found: list[Action] = []
    for value in line:
        action = Action(value, view.ruleset, state._core.clone())
        if not state._core.is_legal(value):
            break
        found.append(action)
        if state.seat_to_move == view.seat and state.turn == turn:
            own = len(found)
        if state.needed_reveals(action):
            break
        state.apply(action)
    return found, own


def wilson(share: float, games: int) -> float:
    """The half-width of the 95 % Wilson interval of a share (0 .. 1) in a number of games.

    Source: E. Wilson, "Probable inference, the law of succession, and statistical
    inference" (JASA 22, 1927).
    """
    z = _Z * _Z / games
    return math.sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
