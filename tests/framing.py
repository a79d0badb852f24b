"""Frames of pending decisions with their parts by name: ``frame("local_action", done=15)``.

A part has the name of its constant in ``frames.pxd`` without the kind that stands before
it; the farmers just received go by their colours. A test compares the two.
"""

from __future__ import annotations

from typing import Any

from fields import blank_frame

from gwta_ai.games.argentina.layout import DECISION_NAMES, DECISIONS, Raw

# By the name of the decision, the parts in the order of the core; "" has no meaning.
PARTS: dict[str, tuple[str, ...]] = {
    "local_action": ("done", "visit", "last", "visit_before"),
    "buenos_aires": ("stage", "", "token_row"),
    "program": ("index", "next", "performed"),
    "discard_for_reward": ("program",),
    "discard": ("lowest",),
    "remove": ("lowest",),
    "draw": ("then",),
    "building_site": ("number",),
    "buy_cattle": ("offer", "first_card", "second_card", "begun"),
    "upgrade_station": ("at",),
    "place_disc": ("purpose", "target"),
    "station_master": ("station",),
    "help_granjeros": ("first", "second", "third", "extra"),
    "add_granjero": ("green", "blue", "orange", "yellow"),
    "take_cattle": ("card_class", "into_hand"),
}


def frame(kind: str, **fields: int) -> Raw:
    """A frame of the core; ``kind``: the name of its decision, ``fields``: parts, n, must."""
    made = blank_frame() | {"kind": DECISIONS[kind]}
    put(made, **fields)
    return made


def put(frame: Raw, **fields: int) -> None:
    """Give parts, n or must of a frame other values."""
    for name, value in fields.items():
        if name in ("n", "must"):
            frame[name] = int(value)
        else:
            frame["part"][_index(frame, name)] = int(value)


def part(frame: Raw, name: str) -> int:
    value: int = frame["part"][_index(frame, name)]
    return value


def _index(frame: dict[str, Any], name: str) -> int:
    return PARTS[DECISION_NAMES[frame["kind"]]].index(name)
