"""The core's state as Python sees it: the shape of its structs, where fields lie, its codes.

All of it is declared in ``engine_c/argentina/figures/`` and nowhere else.
"""

from __future__ import annotations

from gwta_ai._engine.argentina import declared as core
from gwta_ai.common.structs import Raw, Slot, Structs

__all__ = [
    "DECISIONS",
    "DECISION_NAMES",
    "STRUCTS",
    "Raw",
    "core",
    "frame",
    "packed_state",
    "player",
    "state",
    "unpacked_state",
]

STRUCTS = Structs(core.STRUCTS)

# The names of decisions, by the kind of their frame; "buenos_aires" has a stage besides.
DECISIONS = {
    "place_estanciero": core.FRAME_PLACE,
    "move": core.FRAME_MOVE,
    "local_action": core.FRAME_LOCATION,
    "buenos_aires": core.FRAME_BUENOS_AIRES,
    "program": core.FRAME_PROGRAM,
    "discard_for_reward": core.FRAME_COST,
    "discard": core.FRAME_DISCARD,
    "remove": core.FRAME_REMOVE,
    "draw": core.FRAME_DRAW,
    "move_on": core.FRAME_STEPS,
    "hire": core.FRAME_HIRE,
    "build": core.FRAME_BUILD,
    "building_site": core.FRAME_BUILD_AT,
    "buy_cattle": core.FRAME_BUY,
    "engine": core.FRAME_ENGINE,
    "upgrade_station": core.FRAME_STATION,
    "place_disc": core.FRAME_DISC,
    "station_master": core.FRAME_MASTER,
    "upgrade_behind": core.FRAME_UPGRADE_BEHIND,
    "objective": core.FRAME_OBJECTIVE,
    "help_granjeros": core.FRAME_HELP,
    "add_granjero": core.FRAME_ADD,
    "extra_delivery": core.FRAME_DELIVERY,
    "take_cattle": core.FRAME_TAKE_CATTLE,
}
# And back.
DECISION_NAMES = {code: name for name, code in DECISIONS.items()}
STAGES = (
    "extra_delivery",
    "income",
    "loading",
    "foresight_a",
    "foresight_b",
    "foresight_c",
    "leave_buenos_aires",
)
"""The stages of a visit to Buenos Aires, by their codes."""


def state(*path: str | int) -> Slot:
    """Where a field of the state lies."""
    return STRUCTS.slot("State", *path)


def player(*path: str | int) -> Slot:
    """Where a field lies within a player."""
    return STRUCTS.slot("Player", *path)


def frame(*path: str | int) -> Slot:
    """Where a field lies within a pending decision."""
    return STRUCTS.slot("Frame", *path)


def unpacked_state(block: bytes) -> Raw:
    """The fields of a state or view, from its bytes."""
    return STRUCTS.unpack("State", block)


def packed_state(raw: Raw) -> bytes:
    """The bytes of a state or view, from its fields."""
    return STRUCTS.pack("State", raw)
