"""Bots: they take a view and choose an action.

A bot is written as its kind and options: ``random:seed=3``, ``greedy``,
``mcts:simulations=2000,seed=1``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from random import Random
from typing import Protocol

from gwta_ai.advisor import MEMORY_MB, Advisor, Limit, mover_view
from gwta_ai.errors import LimitError, SetupError
from gwta_ai.greedy import best_action
from gwta_ai.notation import Action
from gwta_ai.state import State, View

__all__ = ["Bot", "make"]


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


@dataclass
class MctsBot:
    """Searches as the adviser does and plays the best candidate."""

    spec: str
    seed: int = 0
    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    memory_mb: int = MEMORY_MB
    exploration: float | None = None
    win_weight: float | None = None
    margin_scale: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            self.simulations = 1000
        weights = {
            "exploration": self.exploration,
            "win_weight": self.win_weight,
            "margin_scale": self.margin_scale,
        }
        given = {name: value for name, value in weights.items() if value is not None}
        self._limit = Limit(self.seconds, self.simulations, self.memory_mb)
        self._advisor = Advisor(threads=self.threads, seed=self.seed, **given)

    def choose(self, position: State | View) -> Action:
        view = mover_view(position)
        options = view.legal_actions()
        if len(options) == 1:
            return options[0]
        advice = self._advisor.advise(view, self._limit, top=1)
        return advice.best.action


_KINDS: dict[str, type[RandomBot | GreedyBot | MctsBot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
}


def make(spec: str) -> Bot:
    """The bot a text describes: its kind, then options as ``name=value``.

    ``random`` and ``greedy`` take ``seed``; ``mcts`` also takes ``simulations`` (1,000
    if no limit is given), ``seconds``, ``threads``, ``memory_mb`` and the weights of
    ``Advisor``. Raises ``SetupError``, which lists what exists, and ``LimitError``.
    """
    kind, _, rest = str(spec).partition(":")
    bot = _KINDS.get(kind)
    if bot is None:
        raise SetupError(f"bot: expected one of {', '.join(_KINDS)}, got {spec!r}")
    known = {field.name: field.type for field in fields(bot) if field.name != "spec"}
    options: dict[str, int | float] = {}
    for part in rest.split(",") if rest else ():
        name, given, text = part.partition("=")
        if name not in known or not given or name in options:
            raise SetupError(
                f"bot: {kind} takes each of {', '.join(known)} once, as name=value; got {part!r}"
            )
        try:
            options[name] = float(text) if "float" in str(known[name]) else int(text)
        except ValueError:
            raise SetupError(f"bot: {name}: expected a number, got {text!r}") from None
    if not 0 <= options.get("seed", 0) < 1 << 64:
        raise LimitError(f"seed: expected 0 to 2**64 - 1, got {options['seed']}")
    return bot(spec, **options)  # type: ignore[arg-type]
