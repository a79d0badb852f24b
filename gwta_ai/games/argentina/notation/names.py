"""Names of decisions, and of the stacks that pieces are drawn from."""

from __future__ import annotations

from gwta_ai.games.argentina.layout import DECISIONS, STAGES, core
from gwta_ai.games.argentina.ruleset.ruleset import Ruleset

_NAMES = {code: name for name, code in DECISIONS.items()}
_STACKS = ("market", "objectives", "ships", "bag A", "bag B", "bag C")


def decision_name(frame: tuple[int, int]) -> str | None:
    """The name of a pending decision, from the kind and the stage of its frame."""
    kind, stage = frame
    return STAGES[stage] if kind == core.FRAME_BUENOS_AIRES else _NAMES.get(kind)


def piece_index(stack: int, name: str, rules: Ruleset) -> int:
    """The core's index of a piece of a stack. Raises ``ValueError`` if there is no such piece."""
    names = rules.names
    by_stack = (names.cards, names.cards, names.ships, names.tiles, names.tiles, names.tiles)
    return (by_stack[stack] if stack < len(by_stack) else names.cards).index(name)


def stack_name(stack: int) -> str:
    """The name of a stack that pieces are drawn from, from its code in state.pxd."""
    return _STACKS[stack] if stack < len(_STACKS) else f"draw {stack - len(_STACKS)}"
