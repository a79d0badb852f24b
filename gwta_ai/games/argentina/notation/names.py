"""Names of decisions, and of the stacks that pieces are drawn from."""

from __future__ import annotations

from gwta_ai.games.argentina.ruleset.ruleset import Ruleset

# By FrameKind of frames.pxd; "buenos_aires" is told apart by its stage.
DECISIONS = (
    "",
    "place_estanciero",
    "move",
    "local_action",
    "buenos_aires",
    "end_turn",
    "program",
    "discard_for_reward",
    "discard",
    "remove",
    "draw",
    "move_on",
    "hire",
    "build",
    "building_site",
    "buy_cattle",
    "engine",
    "upgrade_station",
    "place_disc",
    "station_master",
    "upgrade_behind",
    "objective",
    "help_granjeros",
    "add_granjero",
    "extra_delivery",
    "take_cattle",
)
STAGES = (
    "extra_delivery",
    "income",
    "loading",
    "foresight_a",
    "foresight_b",
    "foresight_c",
    "leave_buenos_aires",
)
_STACKS = ("market", "objectives", "ships", "bag A", "bag B", "bag C")


def decision_name(frame: tuple[int, int]) -> str | None:
    """The name of a pending decision, from the kind and the stage of its frame."""
    kind, stage = frame
    name = DECISIONS[kind]
    return (STAGES[stage] if name == "buenos_aires" else name) or None


def piece_index(stack: int, name: str, rules: Ruleset) -> int:
    """The core's index of a piece of a stack. Raises ``ValueError`` if there is no such piece."""
    names = rules.names
    by_stack = (names.cards, names.cards, names.ships, names.tiles, names.tiles, names.tiles)
    return (by_stack[stack] if stack < len(by_stack) else names.cards).index(name)


def stack_name(stack: int) -> str:
    """The name of a stack that pieces are drawn from, from its code in state.pxd."""
    return _STACKS[stack] if stack < len(_STACKS) else f"draw {stack - len(_STACKS)}"
