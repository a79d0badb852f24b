"""The tables of a ruleset file: their fields, ranges and defaults."""

from __future__ import annotations

from typing import Any

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.ruleset import codes
from gwta_ai.games.argentina.ruleset.fields import (
    NOTHING,
    Bool,
    Choice,
    Const,
    Entries,
    Found,
    Id,
    Int,
    Kind,
    Record,
    Ref,
    Sequenced,
    SetOf,
    Text,
    Where,
)
from gwta_ai.games.argentina.ruleset.grammar import (
    BAGS,
    COLOURS,
    CORNERS,
    HANDS,
    ROWS,
    SHIP_COLOURS,
    SIDES,
    TASK_COUNTS,
    Count,
    Local,
    Program,
)

LETTERS = tuple("ABCDEFGH"[: core.MAX_NEUTRAL])

_COUNT = Int(0, 255)
_FLAG = (Bool(), False)
_VP = Int(-20, 60)
_PESOS = Int(0, 50)
_BAG = Choice(*BAGS)
_HAND = Choice(*HANDS)
_CORNER = Choice(*CORNERS)

# Fields a space of each kind must have, and may have, beside id, kind and next.
_SPACE_FIELDS: dict[str, tuple[set[str], set[str]]] = {
    "start": (set(), set()),
    "neutral": ({"letter"}, set()),
    "building": (set(), {"grain_field", "risk"}),
    "farmer": ({"colour", "number", "coins"}, {"number_alt", "coins_alt"}),
    "ramp": ({"threshold"}, set()),
    "buenos_aires": (set(), set()),
}


def _check_space(space: dict[str, Any], where: Where) -> None:
    needed, allowed = _SPACE_FIELDS[space["kind"]]
    for name in (
        "letter",
        "grain_field",
        "risk",
        "colour",
        "number",
        "coins",
        "number_alt",
        "coins_alt",
        "threshold",
    ):
        given = space[name] is not None and space[name] is not False
        if name in needed and not given:
            raise where.at(name).fault(f"a value for a {space['kind']} space", NOTHING)
        if given and name not in needed | allowed:
            raise where.at(name).fault(f"no such field on a {space['kind']} space", space[name])


def _check_class(entry: dict[str, Any], where: Where) -> None:
    given = [name for name in ("kind", "types", "values") if entry[name] is not None]
    if len(given) != 1:
        found = Found(" and ".join(given)) if given else NOTHING
        raise where.fault("one of the fields kind, types, values", found)


def _check_row(entry: dict[str, Any], where: Where) -> None:
    if (entry["row"] == "granjero") != (entry["cost"] is not None):
        got = NOTHING if entry["cost"] is None else entry["cost"]
        raise where.at("cost").fault("a cost on the granjero row and only there", got)


def _check_job_row(entry: dict[str, Any], where: Where) -> None:
    if entry["depart"] is not None and entry["refill"]:
        raise where.at("refill").fault("either depart or refill", True)


def _check_station(entry: dict[str, Any], where: Where) -> None:
    if (entry["turnout_after"] is None) == (entry["at_space"] is None):
        got = NOTHING if entry["at_space"] is None else Found("both")
        raise where.fault("either turnout_after or at_space", got)


def _check_master(entry: dict[str, Any], where: Where) -> None:
    given = [name for name in ("immediate", "certificates", "grain") if entry[name]]
    if len(given) != 1:
        found = Found(" and ".join(given)) if given else NOTHING
        raise where.fault("one of the fields immediate, certificates, grain", found)


def _check_ship(entry: dict[str, Any], where: Where) -> None:
    if (entry["colour"] == "none") != (entry["quay"] is None):
        got = NOTHING if entry["quay"] is None else entry["quay"]
        raise where.at("quay").fault("a quay for a ship of a colour and only for such", got)


def _immediate(context: str) -> tuple[Kind, Any]:
    return (Program(context), None)


def _table(fields: dict[str, Kind | tuple[Kind, Any]]) -> Record:
    return Record(fields, annotated=True)


def _entry(
    fields: dict[str, Kind | tuple[Kind, Any]], cosmetic: tuple[str, ...] = (), check: Any = None
) -> Record:
    return Record(fields, annotated=True, cosmetic=cosmetic, check=check)


_META = Record(
    {
        "schema": Const(1),
        "game": Choice("argentina"),
        "title": (Text(), ""),
        "sources": (Entries(Record({"id": Text(32), "what": Text(200)}), ("id",), 0, 32), []),
    },
    annotated=True,
    cosmetic=("title", "sources"),
)

_COMPONENTS = _table(
    dict.fromkeys(
        (
            *("cattle_cards", "player_cattle_cards", "market_cattle_cards", "exhaustion_cards"),
            *("objective_cards", "starting_deck", "worker_tiles", "farmer_tiles"),
            *("bag_a", "bag_b", "bag_c", "ships", "ships_in_zone", "station_masters"),
            *("neutral_buildings", "private_buildings", "player_discs"),
        ),
        _COUNT,
    )
)

_SETUP = _table(
    {
        "station_masters": Int(0, core.MAX_MASTERS),
        "initial_farmers": Int(0, core.MAX_FARMER_SPACES),
        "farmer_bag": _BAG,
        "worker_bag": _BAG,
        "foresight_bags": Sequenced(_BAG, len(BAGS), len(BAGS)),
        "objective_display": Int(1, core.DISPLAY),
        "exhaustion_in_deck": Int(0, 5),
        "exchange_tokens": Int(0, 20),
        "certificates": Int(0, 20),
        "grain": Int(0, 20),
        "quay": Ref("quay"),
        "quay_discs": Int(0, 5),
    }
)

_PLAYERS = _table(
    {
        "count": Entries(
            _entry(
                {
                    "players": Int(2, core.MAX_PLAYERS),
                    "step_limit": Int(1, 10),
                    "black_hand": Int(0, core.MAX_FEE),
                    "green_hand": Int(0, core.MAX_FEE),
                    "cattle_market": Int(1, core.MAX_MARKET),
                    "job_columns": Int(1, 6),
                    "initial_workers": Int(0, core.MAX_BAG),
                    "covered_cities": SetOf(Ref("city"), 0, core.CITIES),
                }
            ),
            ("players",),
            core.MAX_PLAYERS - 1,
            core.MAX_PLAYERS - 1,
        ),
        "seat": Entries(
            _entry({"seat": Int(0, core.MAX_PLAYERS - 1), "pesos": _PESOS, "cards": Int(1, 20)}),
            ("seat",),
            core.MAX_PLAYERS,
            core.MAX_PLAYERS,
        ),
    }
)

_TRAIL = _table(
    {
        "start": Ref("space"),
        "goal": Ref("space"),
        "alternative": _FLAG,
        "space": Entries(
            _entry(
                {
                    "id": Id(),
                    "kind": Choice(*codes.SPACES),
                    "next": SetOf(Ref("space"), 0, core.MAX_NEXT),
                    "letter": (Choice(*LETTERS), None),
                    "grain_field": _FLAG,
                    "risk": (Program("risk"), None),
                    "colour": (Choice(*COLOURS), None),
                    "number": (Int(1, core.MAX_COLOUR_SPACES), None),
                    "coins": (_PESOS, None),
                    "number_alt": (Int(1, core.MAX_COLOUR_SPACES), None),
                    "coins_alt": (_PESOS, None),
                    "threshold": (Int(0, core.MAX_TRACK - 1), None),
                },
                check=_check_space,
            ),
            ("id",),
            2,
            core.MAX_SPACES,
        ),
    }
)

_NEUTRAL = _table(
    {
        "tile": Entries(
            _entry(
                {
                    "letter": Choice(*LETTERS),
                    "actions": Sequenced(Local(), 1, core.MAX_BUILDING_LOCALS - 1),
                }
            ),
            ("letter",),
            core.MAX_NEUTRAL,
            core.MAX_NEUTRAL,
        )
    }
)

_PRIVATE = _table(
    {
        "tile": Entries(
            _entry(
                {
                    "number": Int(1, core.MAX_PRIVATE),
                    "side": Choice("a", "b"),
                    "carpinteros": Int(0, 12),
                    "vp": _VP,
                    "hand": (_HAND, "none"),
                    "actions": Sequenced(Local(), 1, core.MAX_BUILDING_LOCALS - 1),
                }
            ),
            ("number", "side"),
            2,
            2 * core.MAX_PRIVATE,
        )
    }
)

_CATTLE = _table(
    {
        "gaucho_draw": Int(1, 10),
        "card": Entries(
            _entry(
                {
                    "type": Id(),
                    "name": Text(40),
                    "deck": Choice("player", "market"),
                    "colour": (Text(20), ""),
                    "value": Int(0, 20),
                    "strength": Int(0, 30),
                    "vp": Int(0, 40),
                    "copies": Int(1, core.MAX_MARKET),
                },
                cosmetic=("name", "colour"),
            ),
            ("deck", "value", "type", "vp"),
            1,
            core.MAX_CATTLE,
            named=("type", "vp"),
        ),
        "offer": Entries(
            _entry(
                {
                    "gauchos": Int(1, core.ROW_SPACES),
                    "pesos": _PESOS,
                    "card": Ref("card_class"),
                    "cards": Int(1, 2),
                }
            ),
            ("gauchos", "pesos", "card", "cards"),
            1,
            core.MAX_OFFERS,
        ),
    }
)

_EXHAUSTION = _table(
    {
        "copies": Int(0, 60),
        "vp": _VP,
        "for_revealed": Sequenced(Int(0, 10), 1, core.MAX_REVEALED_PLUS_1),
    }
)

_CLASSES = _table(
    {
        "class": Entries(
            _entry(
                {
                    "id": Id(),
                    "name": Text(40),
                    "kind": (Choice("cattle", "exhaustion", "objective"), None),
                    "types": (SetOf(Ref("cattle_type"), 1, core.MAX_CATTLE), None),
                    "values": (SetOf(Int(0, 20), 1, 21), None),
                },
                cosmetic=("name",),
                check=_check_class,
            ),
            ("id",),
            1,
            core.MAX_CLASSES,
        )
    }
)

_OBJECTIVES = _table(
    {
        # What earlier files do not say is as it was played under them.
        "objectives_in_buenos_aires": (
            Choice("on_arrival", "between_subphases"),
            "between_subphases",
        ),
        "card": Entries(
            _entry(
                {
                    "id": Id(),
                    "vp": Int(0, 40),
                    "penalty": Int(-20, 0),
                    "immediate": _immediate("objective"),
                    "tasks": Entries(
                        Record({"count": Count(*TASK_COUNTS), "n": Int(1, 10)}),
                        ("count",),
                        1,
                        core.MAX_TASKS,
                    ),
                }
            ),
            ("id",),
            1,
            core.MAX_OBJECTIVES,
        ),
    }
)

_WORKERS = _table(
    {
        "strength_icon": Int(0, 10),
        "strength_surcharge": Int(0, 10),
        "tile": Entries(
            _entry(
                {
                    "row": Choice(*ROWS[:3]),
                    "bag": _BAG,
                    "plain": Int(0, core.MAX_BAG),
                    "strong": Int(0, core.MAX_BAG),
                }
            ),
            ("row", "bag"),
            1,
            9,
        ),
        "space": Entries(
            _entry(
                {
                    "row": Choice(*ROWS),
                    "space": Int(2, core.ROW_SPACES),
                    "cost": (_PESOS, None),
                    "vp": (Int(0, 20), 0),
                    "immediate": _immediate("worker"),
                },
                check=_check_row,
            ),
            ("row", "space"),
            len(ROWS) * (core.ROW_SPACES - 1),
            len(ROWS) * (core.ROW_SPACES - 1),
        ),
    }
)

_FARMERS = _table(
    {
        "tile": Entries(
            _entry(
                {
                    "colour": Choice(*COLOURS),
                    "bag": _BAG,
                    "hand": (_HAND, "none"),
                    "strength": Int(0, 30),
                    "copies": Int(1, core.MAX_BAG),
                }
            ),
            ("colour", "strength", "hand", "bag"),
            1,
            3 * core.MAX_TILES,
            named=("colour", "strength"),
        )
    }
)

_JOBS = _table(
    {
        "token_row": Int(1, core.MAX_JOB_ROWS),
        "row": Entries(
            _entry(
                {
                    "row": Int(1, core.MAX_JOB_ROWS),
                    "cost": _PESOS,
                    "depart": (Choice(*SHIP_COLOURS[1:]), None),
                    "refill": _FLAG,
                },
                check=_check_job_row,
            ),
            ("row",),
            1,
            core.MAX_JOB_ROWS,
        ),
    }
)

_SHIPS = _table(
    {
        "drawn": Int(0, core.MAX_PILE),
        "default_fee": Int(0, 10),
        "tile": Entries(
            _entry(
                {
                    "id": Id(),
                    "value": Int(0, 60),
                    "grain": Int(0, 20),
                    "vp": _VP,
                    "corner": _CORNER,
                    "colour": (Choice(*SHIP_COLOURS), "none"),
                    "quay": (Ref("quay"), None),
                    "repeatable": _FLAG,
                    "pile": _FLAG,
                    "immediate": _immediate("ship"),
                },
                check=_check_ship,
            ),
            ("id",),
            1,
            core.MAX_SHIPS,
        ),
    }
)

_CITIES = _table(
    {
        "map": Entries(
            _entry({"id": Id(), "name": Text(40)}, ("name",)), ("id",), core.CITIES, core.CITIES
        ),
        "quay": Entries(
            _entry(
                {
                    "id": Id(),
                    "name": Text(40),
                    "city": Ref("city"),
                    "discount": Int(0, 20),
                    "vp": _VP,
                    "corner": _CORNER,
                },
                ("name",),
            ),
            ("id",),
            1,
            core.MAX_QUAYS,
        ),
    }
)

_QUARTERS = _table(
    {
        "map": Entries(
            _entry(
                {
                    "city": Ref("city"),
                    "side": Choice(*SIDES),
                    "grain": Int(0, 20),
                    "space": Entries(
                        _entry({"vp": _VP, "immediate": _immediate("bonus"), "covered": _FLAG}),
                        ("vp",),
                        1,
                        8,
                        named=(),
                        unique=False,
                    ),
                }
            ),
            ("city", "side"),
            1,
            core.CITIES * len(SIDES),
        )
    }
)

_PLAYER_BOARD = _table(
    {
        "hand_limit": Int(1, 20),
        "grain_limit": Int(0, 20),
        "certificate_track": SetOf(Int(0, 20), 1, core.MAX_CERTIFICATE_STEPS),
        "certificate_limit": Int(0, 20),
        "disc_space": Entries(
            _entry(
                {
                    "id": Id(),
                    "corner": _CORNER,
                    "cost": (_PESOS, 0),
                    "gain": (_PESOS, 0),
                    "auxiliary": (Int(1, core.MAX_AUXILIARY), 0),
                    "hand_limit": (Int(0, 10), 0),
                    "certificate_limit": (Int(0, 20), 0),
                    "strength": (Int(0, 20), 0),
                    "vp": (_VP, 0),
                    "steps": (
                        Sequenced(Int(0, 10), core.MAX_PLAYERS - 1, core.MAX_PLAYERS - 1),
                        [0] * (core.MAX_PLAYERS - 1),
                    ),
                }
            ),
            ("id",),
            1,
            core.MAX_DISC_SPACES,
        ),
    }
)

_AUXILIARY = _table(
    {
        "action": Entries(
            _entry(
                {
                    "number": Int(1, core.MAX_AUXILIARY),
                    "open": _FLAG,
                    "single": Program("auxiliary"),
                    "double": Program("auxiliary"),
                }
            ),
            ("number",),
            1,
            core.MAX_AUXILIARY,
        )
    }
)

_RAILROAD = _table(
    {
        "last_space": Int(1, core.MAX_TRACK - 1),
        "start_space": Int(0, core.MAX_TRACK - 1),
        "shared_spaces": SetOf(Int(0, core.MAX_TRACK - 1), 0, core.MAX_TRACK),
        "depot_exit": Int(1, core.MAX_TRACK - 1),
        # What earlier files do not say is as it was played under them.
        "turnout": (Choice("siding", "in_line"), "in_line"),
    }
)

_STATIONS = _table(
    {
        "tile": Entries(
            _entry(
                {
                    "number": Int(1, core.MAX_STATIONS),
                    "turnout_after": (Int(0, core.MAX_TRACK - 1), None),
                    "at_space": (Int(0, core.MAX_TRACK - 1), None),
                    "cost": _PESOS,
                    "vp": _VP,
                    "corner": _CORNER,
                    "master": _FLAG,
                    "repeatable": _FLAG,
                },
                check=_check_station,
            ),
            ("number",),
            1,
            core.MAX_STATIONS,
        )
    }
)

_MASTERS = _table(
    {
        "tile": Entries(
            _entry(
                {
                    "id": Id(),
                    "immediate": _immediate("master"),
                    "certificates": (Int(0, 10), 0),
                    "grain": (Int(0, 10), 0),
                    "task": Record({"vp": Int(0, 20), "per": Int(1, 20), "of": Count()}),
                },
                check=_check_master,
            ),
            ("id",),
            1,
            core.MAX_MASTERS,
        )
    }
)

RULESET = Record(
    {
        "meta": _META,
        "components": _COMPONENTS,
        "setup": _SETUP,
        "players": _PLAYERS,
        "scoring": _table(
            {
                "pesos_per_vp": Int(1, 50),
                "farmer_vp": Int(0, 20),
                "job_market_token_vp": Int(0, 20),
            }
        ),
        "exchange_token": _table({"draw": Int(1, 10)}),
        "trail": _TRAIL,
        "neutral_building": _NEUTRAL,
        "private_building": _PRIVATE,
        "cattle": _CATTLE,
        "exhaustion": _EXHAUSTION,
        "card_class": _CLASSES,
        "objective": _OBJECTIVES,
        "worker": _WORKERS,
        "farmer": _FARMERS,
        "job_market": _JOBS,
        "ship": _SHIPS,
        "city": _CITIES,
        "quarter": _QUARTERS,
        "player_board": _PLAYER_BOARD,
        "auxiliary": _AUXILIARY,
        "railroad": _RAILROAD,
        "station": _STATIONS,
        "station_master": _MASTERS,
    },
    # What is implied by the other tables is no figure of its own.
    cosmetic=("components",),
)

# Where the ids that references speak of are defined: kind -> (table, list, field).
DEFINITIONS = {
    "space": ("trail", "space", "id"),
    "ship": ("ship", "tile", "id"),
    "quay": ("city", "quay", "id"),
    "city": ("city", "map", "id"),
    "card_class": ("card_class", "class", "id"),
    "cattle_type": ("cattle", "card", "type"),
    "source": ("meta", "sources", "id"),
}
