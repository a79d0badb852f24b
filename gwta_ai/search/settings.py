"""How a search looks and weighs things, and the ranges of that."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from typing import Any

from gwta_ai.common.numbers import check_number

__all__ = ["PLAIN", "Settings", "checked_setting"]


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
            object.__setattr__(self, one.name, checked_setting(one, getattr(self, one.name)))


def checked_setting(one: Field[Any], given: object) -> float:
    """The value of a setting, which is in its range. Raises ``LimitError``."""
    whole = isinstance(one.default, int)
    if isinstance(one.default, bool) and isinstance(given, bool):
        return given
    return check_number(one.name, given, **one.metadata, whole=whole)


PLAIN = Settings(plain=True, exploration=0.5)
"""The search without priors or evaluation, to measure others by."""
