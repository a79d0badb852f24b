"""The shape and the codes of a state, as in ``state.pxd`` and ``frames.pxd`` of the core.

They are repeated here so that positions can be read and checked in Python; a test
compares them with the declarations.
"""

from __future__ import annotations

from typing import Any

from gwta_ai.games.argentina.ruleset import limits as core

Raw = dict[str, Any]  # the fields of struct State, arrays as lists

MAX_FRAMES = 12
FRAME_PARTS = 4
MAX_PESOS = 30_000
MAX_TOKENS = 250
MAX_COINS = 250
MAX_TURN = 60_000  # where the counter goes through its last round again
BAGS = 3
SUBPHASES = 3
ROWS = 4
COLOURS = 4

NOWHERE = 255  # estanciero beside the board
SUPPLY = 0  # building above the player board
GONE = 255  # building out of the game
IN_PILE, IN_ZONE, DEPARTED = range(3)  # where a ship is
GRANJERO = ROWS - 1  # the worker row of farmers

FRAMES = core.numbered(
    "FRAME_NONE",
    "FRAME_PLACE",
    "FRAME_MOVE",
    "FRAME_LOCATION",
    "FRAME_BUENOS_AIRES",
    "FRAME_END_TURN",
    "FRAME_PROGRAM",
    "FRAME_COST",
    "FRAME_DISCARD",
    "FRAME_REMOVE",
    "FRAME_DRAW",
    "FRAME_STEPS",
    "FRAME_HIRE",
    "FRAME_BUILD",
    "FRAME_BUILD_AT",
    "FRAME_BUY",
    "FRAME_ENGINE",
    "FRAME_STATION",
    "FRAME_DISC",
    "FRAME_MASTER",
    "FRAME_UPGRADE_BEHIND",
    "FRAME_OBJECTIVE",
    "FRAME_HELP",
    "FRAME_ADD",
    "FRAME_DELIVERY",
    "FRAME_TAKE_CATTLE",
)
# The frames that can be pending, under the names of their decisions.
DECISIONS = {
    "place_estanciero": FRAMES["FRAME_PLACE"],
    "move": FRAMES["FRAME_MOVE"],
    "local_action": FRAMES["FRAME_LOCATION"],
    "buenos_aires": FRAMES["FRAME_BUENOS_AIRES"],
    "program": FRAMES["FRAME_PROGRAM"],
    "discard_for_reward": FRAMES["FRAME_COST"],
    "discard": FRAMES["FRAME_DISCARD"],
    "remove": FRAMES["FRAME_REMOVE"],
    "draw": FRAMES["FRAME_DRAW"],
    "move_on": FRAMES["FRAME_STEPS"],
    "hire": FRAMES["FRAME_HIRE"],
    "build": FRAMES["FRAME_BUILD"],
    "building_site": FRAMES["FRAME_BUILD_AT"],
    "buy_cattle": FRAMES["FRAME_BUY"],
    "engine": FRAMES["FRAME_ENGINE"],
    "upgrade_station": FRAMES["FRAME_STATION"],
    "place_disc": FRAMES["FRAME_DISC"],
    "station_master": FRAMES["FRAME_MASTER"],
    "upgrade_behind": FRAMES["FRAME_UPGRADE_BEHIND"],
    "objective": FRAMES["FRAME_OBJECTIVE"],
    "help_granjeros": FRAMES["FRAME_HELP"],
    "add_granjero": FRAMES["FRAME_ADD"],
    "extra_delivery": FRAMES["FRAME_DELIVERY"],
    "take_cattle": FRAMES["FRAME_TAKE_CATTLE"],
}
VISITS = core.numbered("VISIT_FRESH", "VISIT_LOCAL", "VISIT_CLOSED")
STAGES = core.numbered(
    "STAGE_DELIVERY",
    "STAGE_INCOME",
    "STAGE_LOADING",
    "STAGE_FORESIGHT_A",
    "STAGE_FORESIGHT_B",
    "STAGE_FORESIGHT_C",
    "STAGE_LEAVE",
)
PURPOSES = core.numbered("DISC_ON_SHIP", "DISC_ON_STATION", "DISC_ON_QUAY")


def blank_frame() -> Raw:
    """A frame of zeros."""
    return {"kind": 0, "must": 0, "part": [0] * FRAME_PARTS, "n": 0}


def blank_player() -> Raw:
    """A player of zeros."""
    return {
        "pesos": 0,
        "grain": 0,
        "certificates": 0,
        "tokens": 0,
        "estanciero": 0,
        "engine": 0,
        "masters": 0,
        "hand_size": 0,
        "draw_size": 0,
        "discard_size": 0,
        "pad": 0,
        "discs": 0,
        "objectives": 0,
        "workers": [0] * ROWS,
        "strong": [0] * ROWS,
        "farmers": [0] * COLOURS,
        "buildings": [0] * core.MAX_PRIVATE,
        "ship_discs": [0] * core.MAX_SHIPS,
        "quay_discs": [0] * core.MAX_QUAYS,
        "station_discs": [0] * core.MAX_STATIONS,
        "bonus_discs": [0] * core.MAX_BONUS,
        "hand": [0] * core.MAX_CARDS,
        "known": [0] * core.MAX_CARDS,
        "discard": [0] * core.MAX_CARDS,
        "draw": [0] * core.MAX_DECK,
    }


def blank_state() -> Raw:
    """A state of zeros."""
    return {
        "rng": 0,
        "players": 0,
        "seat": 0,
        "viewer": 0,
        "over": 0,
        "ending": 0,
        "depth": 0,
        "masters_out": 0,
        "sides": 0,
        "turn": 0,
        "job_row": 0,
        "market_size": 0,
        "objective_size": 0,
        "pile_size": 0,
        "bag_size": [0] * BAGS,
        "exhaustion": 0,
        "objective_display": [0] * core.DISPLAY,
        "foresight": [[0] * core.FORESIGHT for _ in range(SUBPHASES)],
        "box_tiles": [0] * core.MAX_TILES,
        "helped": [0] * core.MAX_TILES,
        "removed": [0] * core.MAX_CARDS,
        "jobs": [[0] * core.WORKER_KINDS for _ in range(core.MAX_JOB_ROWS)],
        "market": [0] * core.MAX_CATTLE,
        "ship_at": [0] * core.MAX_SHIPS,
        "station_master": [0] * core.MAX_STATIONS,
        "station_worker": [0] * core.MAX_STATIONS,
        "tile": [0] * core.MAX_SPACES,
        "coins": [0] * core.MAX_FARMER_SPACES,
        "market_stack": [0] * core.MAX_MARKET,
        "bag": [[0] * core.MAX_BAG for _ in range(BAGS)],
        "objective_stack": [0] * core.MAX_OBJECTIVES,
        "pile": [0] * core.MAX_PILE,
        "frames": [blank_frame() for _ in range(MAX_FRAMES)],
        "player": [blank_player() for _ in range(core.MAX_PLAYERS)],
    }


def draw_length(raw: Raw, seat: int) -> int:
    """Entries of a player's ``draw``; in the view of another seat the unknown hand is there."""
    player = raw["player"][seat]
    length: int = player["draw_size"]
    if raw["viewer"] and raw["viewer"] != seat + 1:
        length += player["hand_size"] - sum(player["hand"])
    return length
