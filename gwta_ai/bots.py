"""Bots: they take a view and choose an action.

A bot is written as its kind and options: ``random:seed=3``, ``greedy``,
``mcts:simulations=2000,seed=1``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from random import Random
from typing import Protocol

from gwta_ai.advisor import MEMORY_MB, Advisor, Limit, mover_view
from gwta_ai.errors import LimitError, SetupError
from gwta_ai.greedy import best_action
from gwta_ai.notation import Action
from gwta_ai.search import Settings
from gwta_ai.state import State, View

__all__ = ["Bot", "make"]

_SIMULATIONS = 1000  # where no limit is given


class Bot(Protocol):
    """Whoever chooses. ``spec`` is what ``make`` builds an equal bot from."""

    spec: str

    def choose(self, position: State | View) -> Action:
        """A legal action for the seat to move, whose view it must be.

        A state is reduced to its mover's view. Raises ``PositionError`` where there is
        nothing to choose.
        """
        ...


@dataclass
class RandomBot:
    """Every legal action is equally likely; ``seed`` fixes the whole sequence."""

    spec: str
    seed: int = 0

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def choose(self, position: State | View) -> Action:
        return self._random.choice(mover_view(position).legal_actions())


@dataclass
class GreedyBot:
    """Plays its turn out as it pleases best by a hand-written value; see ``greedy``."""

    spec: str
    seed: int = 0

    def choose(self, position: State | View) -> Action:
        view = mover_view(position)
        options = view.legal_actions()
        return options[0] if len(options) == 1 else best_action(view, self.seed)


class MctsBot:
    """Searches as the adviser does and plays the best candidate.

    ``options`` are those of ``Advisor``; ``reuse`` is on unless the search is plain.
    """

    def __init__(
        self,
        spec: str,
        seed: int = 0,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        memory_mb: int = MEMORY_MB,
        reuse: int | None = None,
        **options: float,
    ) -> None:
        self.spec = spec
        if simulations is None and seconds is None:
            simulations = _SIMULATIONS
        if reuse is None:
            reuse = not options.get("plain")
        self._limit = Limit(seconds, simulations, memory_mb)
        self._advisor = Advisor(threads=threads, seed=seed, reuse=bool(reuse), **options)

    def choose(self, position: State | View) -> Action:
        view = mover_view(position)
        options = view.legal_actions()
        if len(options) == 1:
            return options[0]
        action = self._advisor.advise(view, self._limit, top=1).best.action
        if not self._advisor.reuse:
            self._advisor.forget()
        return action


_SEED = {"seed": int}
_SEARCH = {
    "seed": int,
    "simulations": int,
    "seconds": float,
    "threads": int,
    "memory_mb": int,
    "reuse": int,
} | {one.name: float if isinstance(one.default, float) else int for one in fields(Settings)}
_KINDS: dict[str, tuple[Callable[..., Bot], Mapping[str, type[int] | type[float]]]] = {
    "random": (RandomBot, _SEED),
    "greedy": (GreedyBot, _SEED),
    "mcts": (MctsBot, _SEARCH),
}


def make(spec: str) -> Bot:
    """The bot a text describes: its kind, then options as ``name=value``.

    ``random`` and ``greedy`` take ``seed``; ``mcts`` also takes ``simulations`` (1,000
    if no limit is given), ``seconds``, ``threads``, ``memory_mb``, ``reuse`` and the
    fields of ``search.Settings``. Raises ``SetupError``, which lists what exists, and
    ``LimitError``.
    """
    kind, _, rest = str(spec).partition(":")
    if kind not in _KINDS:
        raise SetupError(f"bot: expected one of {', '.join(_KINDS)}, got {spec!r}")
    bot, known = _KINDS[kind]
    options: dict[str, int | float] = {}
    for part in rest.split(",") if rest else ():
        name, given, text = part.partition("=")
        if name not in known or not given or name in options:
            raise SetupError(
                f"bot: {kind} takes each of {', '.join(known)} once, as name=value; got {part!r}"
            )
        try:
            options[name] = known[name](text)
        except ValueError:
            raise SetupError(f"bot: {name}: expected a number, got {text!r}") from None
    if not 0 <= options.get("seed", 0) < 1 << 64:
        raise LimitError(f"seed: expected 0 to 2**64 - 1, got {options['seed']}")
    return bot(spec, **options)
