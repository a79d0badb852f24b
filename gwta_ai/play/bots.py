"""Bots: they take a view and choose an action.

A bot is written as its kind and options: ``random:seed=3``, ``greedy``,
``mcts:simulations=2000,seed=1``, ``level:casual``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from random import Random
from typing import Any, Protocol

from gwta_ai._engine.search import policy
from gwta_ai.adviser.advisor import Advisor
from gwta_ai.adviser.weights import Weights
from gwta_ai.common.numbers import MAX_SEED, check_number
from gwta_ai.errors import LimitError, SetupError, quoted
from gwta_ai.games.action import Action
from gwta_ai.games.state import State, View, mover_view
from gwta_ai.search.limit import MEMORY_MB, Limit
from gwta_ai.search.settings import Settings

__all__ = ["LEVELS", "Bot", "Level", "make"]

_SIMULATIONS = 1000  # where no limit is given
_COLDEST = 0.01  # temperature of the priors


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
    """Plays as the hand-written player of the game does."""

    spec: str
    seed: int = 0

    def choose(self, position: State | View) -> Action:
        view = mover_view(position)
        options = view.legal_actions()
        if len(options) == 1:
            return options[0]
        value = view.ruleset.game.greedy(view.core, view.ruleset, self.seed)
        return Action(value, view.ruleset)


class MctsBot:
    """Searches as the adviser does and plays the best candidate, as soon as it is settled.

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
        weights: str | None = None,
        **options: float,
    ) -> None:
        self.spec = spec
        if simulations is None and seconds is None:
            simulations = _SIMULATIONS
        if reuse is None:
            reuse = not options.get("plain")
        self._limit = Limit(seconds, simulations, memory_mb)
        self._advisor = Advisor(threads=threads, seed=seed, reuse=reuse, weights=weights, **options)

    def choose(self, position: State | View) -> Action:
        view = mover_view(position)
        options = view.legal_actions()
        if len(options) == 1:
            return options[0]
        best = self._advisor.outcome(view, self._limit, decide=True).estimates[0].action
        if not self._advisor.reuse:
            self._advisor.forget()
        return Action(best, view.ruleset)


class PolicyBot:
    """Plays as the playouts of the search do: by the priors of the game alone.

    ``temperature`` (0 to 100) of the priors: lower is greedier, 0 takes the likeliest
    action. ``weights`` is a file to take them from instead of those of the package.
    """

    def __init__(
        self, spec: str, seed: int = 0, temperature: float = 1.0, weights: str | None = None
    ) -> None:
        check_number("temperature", temperature, 0, 100, whole=False)
        self.spec = spec
        self._random = Random(seed)
        self._temperature = temperature
        self._weights = None if weights is None else Weights.load(weights)

    def choose(self, position: State | View) -> Action:
        view = mover_view(position)
        learned = self._weights or Weights.shipped(view.ruleset.game)
        table = learned.table(view.ruleset, view.players)
        core = view.core.determinize(self._random.getrandbits(64))
        actions, weights = policy(table, core.bytes(), temperature=max(self._temperature, _COLDEST))
        if self._temperature == 0:
            best = max(weights)
            likeliest = [
                action for action, weight in zip(actions, weights, strict=True) if weight == best
            ]
            return Action(self._random.choice(likeliest), view.ruleset)
        return Action(self._random.choices(actions, weights)[0], view.ruleset)


@dataclass(frozen=True)
class Level:
    """How a bot for people thinks: how long, with what, and how carefully.

    A candidate is chosen with a probability in proportion to its visits to the power of
    ``care``, 1 or more; ``None`` chooses the best. ``seconds`` bounds the time in any case.
    """

    simulations: int
    care: int | None
    seconds: float = 1.8
    options: Mapping[str, Any] = field(default_factory=dict)


# Few simulations see more where playouts are short.
_SHORT = {"horizon": 8}

LEVELS: Mapping[str, Level] = {
    # Without priors in the tree it looks at everything a little and at nothing closely.
    "novice": Level(simulations=40, care=1, options=_SHORT | {"priors": 0}),
    "casual": Level(simulations=150, care=1, options=_SHORT | {"prior_temperature": 2.0}),
    "club": Level(simulations=1_500, care=2, options=_SHORT),
    "expert": Level(simulations=8_000, care=None),
}


class LevelBot:
    """An opponent for people, of one of ``LEVELS``."""

    def __init__(self, spec: str, name: str, seed: int = 0) -> None:
        level = LEVELS[name]
        self.spec = spec
        self._level = level
        self._random = Random(seed)
        self._limit = Limit(level.seconds, level.simulations)
        self._advisor = Advisor(threads=1, seed=seed, reuse=True, **level.options)

    def choose(self, position: State | View) -> Action:
        view = mover_view(position)
        options = view.legal_actions()
        if len(options) == 1:
            return options[0]
        care = self._level.care
        found = self._advisor.outcome(view, self._limit, decide=care is None).estimates
        chosen = found[0]
        if care is not None:
            weights = [estimate.visits**care for estimate in found]
            (chosen,) = self._random.choices(found, weights)
        return Action(chosen.action, view.ruleset)


_Option = type[int] | type[float] | type[str]
_SEED: dict[str, _Option] = {"seed": int}
_SEARCH: dict[str, _Option] = {
    "seed": int,
    "simulations": int,
    "seconds": float,
    "threads": int,
    "memory_mb": int,
    "reuse": int,
    "weights": str,
} | {one.name: float if isinstance(one.default, float) else int for one in fields(Settings)}
_KINDS: dict[str, tuple[Callable[..., Bot], Mapping[str, _Option]]] = {
    "random": (RandomBot, _SEED),
    "greedy": (GreedyBot, _SEED),
    "policy": (PolicyBot, _SEED | {"temperature": float, "weights": str}),
    "mcts": (MctsBot, _SEARCH),
}
_KINDS.update({f"level:{name}": (partial(LevelBot, name=name), _SEED) for name in LEVELS})


def make(spec: str) -> Bot:
    """The bot a text describes: its kind, then options as ``name=value``.

    All take ``seed``; ``policy`` also takes ``temperature`` and ``weights``, a file; ``mcts``
    takes ``weights``, ``simulations`` (1,000 if no limit is given), ``seconds``,
    ``threads``, ``memory_mb``, ``reuse`` and the fields of ``search.Settings``. The levels
    for people are written ``level:club`` or ``level:club,seed=2``. Raises ``SetupError``,
    which lists what exists, ``LimitError`` and ``WeightsError``.
    """
    kind, _, rest = spec.partition(":") if isinstance(spec, str) else ("", "", "")
    if kind == "level":
        name, _, rest = rest.partition(",")
        kind = f"level:{name}"
    if kind not in _KINDS:
        raise SetupError(f"bot: expected one of {', '.join(_KINDS)}, got {quoted(spec)}")
    bot, known = _KINDS[kind]
    options: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        name, given, text = part.partition("=")
        if name not in known or not given or name in options:
            raise SetupError(
                f"bot: {kind} takes each of {', '.join(known)} once, as name=value; got {part!r}"
            )
        try:
            options[name] = known[name](text)
        except ValueError:
            what = "a whole number" if known[name] is int else "a number"
            raise SetupError(f"bot: {name}: expected {what}, got {text!r}") from None
    if not 0 <= options.get("seed", 0) <= MAX_SEED:
        raise LimitError(f"seed: expected 0 to 2**64 - 1, got {options['seed']}")
    return bot(spec, **options)
