"""The capacities and codes of the core, as in ``engine_c/argentina/figures/rules.pxd``.

They are repeated here so that a ruleset can be read without the compiled modules;
a test compares them with the declarations.
"""

from __future__ import annotations

MAX_PLAYERS = 4
BY_PLAYERS = 5
MAX_CARDS = 44
MAX_DECK = 102
MAX_OBJECTIVES = 28
MAX_TASKS = 4
MAX_CLASSES = 24
MAX_EFFECTS = 160
MAX_PROGRAMS = 144
MAX_LOCALS = 72
MAX_BUILDING_LOCALS = 4
MAX_NEUTRAL = 8
MAX_PRIVATE = 10
MAX_SPACES = 60
MAX_NEXT = 3
MAX_SEGMENTS = 20
MAX_COLOUR_SPACES = 8
MAX_FARMER_SPACES = 20
MAX_TILES = 36
WORKER_KINDS = 6
ROW_SPACES = 6
MAX_BAG = 40
MAX_MARKET = 36
MAX_CATTLE = 20
MAX_JOB_ROWS = 12
MAX_SHIPS = 18
MAX_PILE = 9
MAX_QUAYS = 6
CITIES = 3
MAX_BONUS = 32
MAX_DISC_SPACES = 20
MAX_AUXILIARY = 6
MAX_TRACK = 48
MAX_STATIONS = 12
MAX_MASTERS = 8
MAX_OFFERS = 12
MAX_CERTIFICATE_STEPS = 8
MAX_REVEALED_PLUS_1 = 5
DISPLAY = 4
FORESIGHT = 2
MAX_FEE = 3
MAX_REVEALS = 64

MAX_ROUTES = 512  # ways one movement can end, told apart by place and fees
MAX_WALKS = 10_000  # ways to go, told apart by every space: what one search may cost
MAX_STEPS = 20  # of one movement: so many Hands paid to one seat fit into six bits
NO_SEGMENT = 255

COUNT_CODES = {
    "": "COUNT_NONE",
    "gauchos": "COUNT_WORKERS",
    "carpinteros": "COUNT_WORKERS",
    "maquinistas": "COUNT_WORKERS",
    "granjeros": "COUNT_WORKERS",
    "worker_groups": "COUNT_WORKER_GROUPS",
    "strong_workers": "COUNT_STRONG_WORKERS",
    "buildings": "COUNT_BUILDINGS",
    "buildings_on_grain_fields": "COUNT_GRAIN_FIELD_BUILDINGS",
    "farmers": "COUNT_FARMERS",
    "farmers:": "COUNT_FARMERS_OF",
    "stations": "COUNT_STATIONS",
    "station_discs": "COUNT_STATION_DISCS",
    "ship_discs": "COUNT_SHIP_DISCS",
    "ship_discs:": "COUNT_DISCS_ON_SHIP",
    "quarter_discs:": "COUNT_QUARTER_DISCS",
    "cards:": "COUNT_CARDS",
    "objectives": "COUNT_OBJECTIVES",
}

EFFECT_CODES = {
    "pesos": "EFFECT_PESOS",
    "grain": "EFFECT_GRAIN",
    "certificates": "EFFECT_CERTIFICATES",
    "exchange_tokens": "EFFECT_TOKENS",
    "exhaust_opponents": "EFFECT_EXHAUST_OPPONENTS",
    "draw_discard": "EFFECT_DRAW_DISCARD",
    "draw_remove": "EFFECT_DRAW_REMOVE",
    "remove_cards": "EFFECT_REMOVE_CARDS",
    "engine": "EFFECT_ENGINE",
    "hire": "EFFECT_HIRE",
    "build": "EFFECT_BUILD",
    "buy_cattle": "EFFECT_BUY",
    "help": "EFFECT_HELP",
    "move": "EFFECT_MOVE",
    "place_disc": "EFFECT_PLACE_DISC",
    "delivery": "EFFECT_DELIVERY",
    "objective": "EFFECT_OBJECTIVE",
    "upgrade_behind": "EFFECT_UPGRADE_BEHIND",
    "take_cattle": "EFFECT_TAKE_CATTLE",
    "auxiliary": "EFFECT_AUXILIARY",
}

COST_CODES = {
    "discard": "COST_DISCARD",
    "remove": "COST_REMOVE",
    "pesos": "COST_PESOS",
    "grain": "COST_GRAIN",
    "engine_back": "COST_ENGINE_BACK",
}

SPACE_CODES = {
    "start": "SPACE_START",
    "neutral": "SPACE_NEUTRAL",
    "building": "SPACE_BUILDING",
    "farmer": "SPACE_FARMER",
    "ramp": "SPACE_RAMP",
    "buenos_aires": "SPACE_BUENOS_AIRES",
}


def numbered(*names: str) -> dict[str, int]:
    """The values of an enumeration of the core that counts from 0."""
    return {name: value for value, name in enumerate(names)}


# The enumerations in the order of their declaration, each from 0.
COUNT_KINDS = numbered(*dict.fromkeys(COUNT_CODES.values()))
EFFECT_OPS = numbered("EFFECT_NONE", *EFFECT_CODES.values())
COST_OPS = numbered("COST_NONE", *COST_CODES.values())
SPACE_KINDS = numbered(*SPACE_CODES.values())
JOB_EVENTS = numbered("JOB_NOTHING", "JOB_DEPART", "JOB_REFILL_CATTLE")
