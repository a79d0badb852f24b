"""Names of decisions, and of the stacks that pieces are drawn from."""

from __future__ import annotations

from gwta_ai.games.argentina.layout import DECISION_NAMES, STAGES, core
from gwta_ai.games.argentina.ruleset import Ruleset

__all__ = ["decision_name", "piece_index", "stack_name"]

_STACKS = {
    core.STACK_MARKET: "market",
    core.STACK_OBJECTIVES: "objectives",
    core.STACK_SHIPS: "ships",
    **{core.STACK_BAG + bag: f"bag {letter}" for bag, letter in enumerate("ABC")},
}


def decision_name(frame: tuple[int, int]) -> str | None:
    """The name of a pending decision, from the kind and the stage of its frame."""
    kind, stage = frame
    return STAGES[stage] if kind == core.FRAME_BUENOS_AIRES else DECISION_NAMES.get(kind)


def piece_index(stack: int, name: str, rules: Ruleset) -> int:
    """The core's index of a piece of a stack. Raises ``ValueError`` if there is no such piece."""
    names = rules.names
    if stack == core.STACK_SHIPS:
        return names.ships.index(name)
    in_bag = core.STACK_BAG <= stack < core.STACK_DRAW
    return (names.tiles if in_bag else names.cards).index(name)


def stack_name(stack: int) -> str:
    """The name of a stack that pieces are drawn from, from its code in the core."""
    return _STACKS.get(stack) or f"draw {stack - core.STACK_DRAW}"
