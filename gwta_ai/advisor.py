"""The adviser: what to play in a position, and what is to be expected of it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from gwta_ai.errors import IllegalActionError, LimitError, PositionError
from gwta_ai.notation import Action
from gwta_ai.search import MAX_THREADS, MIN_MEMORY, Figures, Settings, search
from gwta_ai.state import CATEGORIES, State, View

__all__ = ["Advice", "Advisor", "Candidate", "Limit"]

_MEGABYTE = 1 << 20
_LONGEST = 1e6  # seconds
_MOST_SIMULATIONS = 1 << 40
_MOST_MEMORY = 1 << 20  # megabytes
_SEEDS = 1 << 64
MEMORY_MB = 256
_DEFAULT = Settings()
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
            _check("seconds", self.seconds, 0, _LONGEST, whole=False, above=True)
        if self.simulations is not None:
            _check("simulations", self.simulations, 1, _MOST_SIMULATIONS)
        _check("memory_mb", self.memory_mb, 1, _MOST_MEMORY)


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
    least once. ``complete`` is false if an interrupt ended the search before its limit.
    ``ruleset`` is the digest of the ruleset. ``nodes`` sums over the trees of all
    threads, ``depth`` is the deepest of them, ``seconds`` the time taken.
    """

    seat: int
    simulations: int
    determinizations: int
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
    """Advises by information set Monte Carlo tree search with random playouts.

    ``threads`` (1 to 64) trees are searched side by side and summed. Under a limit of
    simulations, equal view, ``seed`` (0 to 2**64 - 1), simulations and threads give
    equal advice. ``exploration`` (0 to 100) scales how widely it looks around;
    ``win_weight`` (0 to 1) is the weight of winning in what it strives for, the rest
    goes to the margin, of which a lead of ``margin_scale`` points (above 0 to 1,000)
    counts ¾. Raises ``LimitError``.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        seed: int = 0,
        exploration: float = _DEFAULT.exploration,
        win_weight: float = _DEFAULT.win_weight,
        margin_scale: float = _DEFAULT.margin_scale,
    ) -> None:
        _check("threads", threads, 1, MAX_THREADS)
        _check("seed", seed, 0, _SEEDS - 1)
        _check("exploration", exploration, 0, 100, whole=False)
        _check("win_weight", win_weight, 0, 1, whole=False)
        _check("margin_scale", margin_scale, 0, 1000, whole=False, above=True)
        self.threads = threads
        self.seed = seed
        self.settings = Settings(float(exploration), float(win_weight), float(margin_scale))

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
        if top is not None:
            _check("top", top, 1, _MOST_SIMULATIONS)
        if limit.memory_mb * _MEGABYTE < self.threads * MIN_MEMORY:
            raise LimitError(f"memory_mb: {limit.memory_mb} is too little for {self.threads} trees")
        view = mover_view(position)
        outcome = search(
            view._core.table(),
            view._core.bytes(),
            seed=self.seed,
            threads=self.threads,
            simulations=limit.simulations,
            seconds=limit.seconds,
            memory=limit.memory_mb * _MEGABYTE,
            settings=self.settings,
            only=None if only is None else _chosen(view, only),
        )
        tried = [figures for figures in outcome.figures if figures.visits][:top]
        prior = 1 / len(outcome.figures)
        return Advice(
            seat=outcome.seat,
            simulations=outcome.simulations,
            # A fresh one for each simulation.
            determinizations=outcome.simulations,
            seconds=outcome.seconds,
            nodes=outcome.nodes,
            depth=outcome.depth,
            seed=self.seed,
            threads=self.threads,
            complete=not outcome.interrupted,
            ruleset=view.ruleset.digest,
            candidates=[_candidate(view, figures, prior, self.seed) for figures in tried],
        )


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


def _candidate(view: View, figures: Figures, prior: float, seed: int) -> Candidate:
    action = Action(figures.action, view.ruleset, view._core)
    expected, own = _expected(view, figures.line, seed)
    return Candidate(
        action=action,
        notation=action.notation,
        text=action.text,
        visits=figures.visits,
        win=figures.win,
        bound=wilson(figures.win, figures.visits),
        margin=figures.margin,
        # The game reports the final points, then the categories.
        score=figures.means[0],
        score_sd=figures.deviations[0],
        categories=dict(zip(CATEGORIES, figures.means[1:], strict=True)),
        prior=prior,
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


def _check(
    name: str, value: object, low: float, high: float, *, whole: bool = True, above: bool = False
) -> None:
    """Raise ``LimitError`` unless ``value`` is a number in ``low .. high``."""
    kinds = int if whole else (int, float)
    if (
        isinstance(value, bool)
        or not isinstance(value, kinds)
        or not low <= value <= high
        or (above and value == low)
    ):
        what = "a whole number" if whole else "a number"
        start = f"above {low:,}" if above else f"from {low:,}"
        raise LimitError(f"{name}: expected {what} {start} to {high:,}, got {value!r}")
