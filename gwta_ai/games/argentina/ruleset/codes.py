"""Words of a ruleset file and the codes the core has for them."""

from __future__ import annotations

from gwta_ai.games.argentina.layout import core

COUNTS = {
    "": core.COUNT_NONE,
    "gauchos": core.COUNT_WORKERS,
    "carpinteros": core.COUNT_WORKERS,
    "maquinistas": core.COUNT_WORKERS,
    "granjeros": core.COUNT_WORKERS,
    "worker_groups": core.COUNT_WORKER_GROUPS,
    "strong_workers": core.COUNT_STRONG_WORKERS,
    "buildings": core.COUNT_BUILDINGS,
    "buildings_on_grain_fields": core.COUNT_GRAIN_FIELD_BUILDINGS,
    "farmers": core.COUNT_FARMERS,
    "farmers:": core.COUNT_FARMERS_OF,
    "stations": core.COUNT_STATIONS,
    "station_discs": core.COUNT_STATION_DISCS,
    "ship_discs": core.COUNT_SHIP_DISCS,
    "ship_discs:": core.COUNT_DISCS_ON_SHIP,
    "quarter_discs:": core.COUNT_QUARTER_DISCS,
    "cards:": core.COUNT_CARDS,
    "objectives": core.COUNT_OBJECTIVES,
}
EFFECTS = {
    "pesos": core.EFFECT_PESOS,
    "grain": core.EFFECT_GRAIN,
    "certificates": core.EFFECT_CERTIFICATES,
    "exchange_tokens": core.EFFECT_TOKENS,
    "exhaust_opponents": core.EFFECT_EXHAUST_OPPONENTS,
    "draw": core.EFFECT_DRAW,
    "draw_discard": core.EFFECT_DRAW_DISCARD,
    "draw_remove": core.EFFECT_DRAW_REMOVE,
    "remove_cards": core.EFFECT_REMOVE_CARDS,
    "engine": core.EFFECT_ENGINE,
    "hire": core.EFFECT_HIRE,
    "build": core.EFFECT_BUILD,
    "buy_cattle": core.EFFECT_BUY,
    "help": core.EFFECT_HELP,
    "move": core.EFFECT_MOVE,
    "place_disc": core.EFFECT_PLACE_DISC,
    "delivery": core.EFFECT_DELIVERY,
    "objective": core.EFFECT_OBJECTIVE,
    "upgrade_behind": core.EFFECT_UPGRADE_BEHIND,
    "take_cattle": core.EFFECT_TAKE_CATTLE,
    "auxiliary": core.EFFECT_AUXILIARY,
}
COSTS = {
    "discard": core.COST_DISCARD,
    "remove": core.COST_REMOVE,
    "pesos": core.COST_PESOS,
    "grain": core.COST_GRAIN,
    "engine_back": core.COST_ENGINE_BACK,
}
SPACES = {
    "start": core.SPACE_START,
    "neutral": core.SPACE_NEUTRAL,
    "building": core.SPACE_BUILDING,
    "farmer": core.SPACE_FARMER,
    "ramp": core.SPACE_RAMP,
    "buenos_aires": core.SPACE_BUENOS_AIRES,
}
