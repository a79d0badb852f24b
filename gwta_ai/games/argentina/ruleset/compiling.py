"""From a checked tree to the figures of the core: the fields of ``struct Rules``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.ruleset import codes, trail
from gwta_ai.games.argentina.ruleset.derived import (
    Tree,
    cattle_cards,
    copies,
    farmer_spaces,
    quarter_bonus,
    tile_kinds,
    types_in,
)
from gwta_ai.games.argentina.ruleset.fields import Found, Where
from gwta_ai.games.argentina.ruleset.grammar import (
    BAGS,
    COLOURS,
    CORNERS,
    HANDS,
    ROWS,
    SHIP_COLOURS,
    SIDES,
)
from gwta_ai.games.argentina.ruleset.lists import Figures, lists
from gwta_ai.games.argentina.ruleset.names import Catalogue
from gwta_ai.games.argentina.ruleset.programs import (
    EFFECT,
    LOCAL,
    PROGRAM,
    Programs,
    count,
)


def padded(values: Iterable[Any], length: int, zero: Any = 0) -> list[Any]:
    """``values`` followed by copies of ``zero`` up to ``length``."""
    values = list(values)
    if len(values) > length:
        raise ValueError(f"{len(values)} values for {length} places")
    return values + [copied(zero) for _ in range(length - len(values))]


def copied(value: Any) -> Any:
    """A copy of nested dicts and lists of integers."""
    if isinstance(value, dict):
        return {name: copied(item) for name, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


def zeroed(value: Any) -> Any:
    """A value of the same shape with every figure 0."""
    if isinstance(value, dict):
        return {name: zeroed(item) for name, item in value.items()}
    return [zeroed(item) for item in value] if isinstance(value, list) else 0


def _structs(values: Sequence[Figures], length: int) -> list[Figures]:
    """At least one struct, padded with zeroed ones."""
    return padded(values, length, zeroed(values[0]))


def compiled(tree: Tree, names: Catalogue) -> Figures:
    """Every field of ``struct Rules``; RulesetError if the core has no room for it."""
    programs = Programs(names)
    parts: tuple[Callable[[Tree, Catalogue, Programs], Figures], ...] = (
        _cards,
        _buildings,
        _trail,
        _tiles,
        _workers,
        _markets,
        _ships,
        _cities,
        _player_board,
        _railroad,
        _setup,
    )
    figures: Figures = {}
    for part in parts:
        figures |= part(tree, names, programs)
    for field, items, room, zero in (
        ("effects", programs.effects, core.MAX_EFFECTS, EFFECT),
        ("programs", programs.programs, core.MAX_PROGRAMS, PROGRAM),
        ("locals", programs.locals, core.MAX_LOCALS, LOCAL),
    ):
        if len(items) > room:
            got = Found(str(len(items)))
            raise Where(field=field).fault(f"at most {room} {field} in all", got)
        figures[f"n_{field}"] = len(items)
        figures[field] = padded(items, room, zero)
    figures["lists"] = lists(figures)
    return figures


def _by_players(tree: Tree, field: str) -> list[int]:
    counts = {entry["players"]: entry[field] for entry in tree["players"]["count"]}
    return [counts.get(players, 0) for players in range(core.BY_PLAYERS)]


def _cards(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    cattle, objectives = cattle_cards(tree), tree["objective"]["card"]
    exhaustion, setup = tree["exhaustion"], tree["setup"]
    types = list(dict.fromkeys(card["type"] for card in cattle))
    cards = [
        {
            "cattle": 1,
            "type": types.index(card["type"]),
            "value": card["value"],
            "strength": card["strength"],
            "vp": card["vp"],
            "player_copies": card["copies"] if card["deck"] == "player" else 0,
            "market_copies": card["copies"] if card["deck"] == "market" else 0,
            "objective": 0,
        }
        for card in cattle
    ]
    other = {**zeroed(cards[0]), "type": len(types)}
    cards.append({**other, "vp": exhaustion["vp"]})
    cards += [
        {**other, "type": len(types) + 1 + i, "objective": 1 + i} for i in range(len(objectives))
    ]
    resources = sorted({task["count"] for card in objectives for task in card["tasks"]})
    by_objective = []
    for card in objectives:
        tasks = []
        for task in card["tasks"]:
            kind, arg = count(task["count"], names)
            resource = resources.index(task["count"])
            tasks.append({"count": kind, "arg": arg, "n": task["n"], "resource": resource})
        by_objective.append(
            {
                "program": programs.program(card["immediate"]),
                "vp": card["vp"],
                "penalty": card["penalty"],
                "n_tasks": len(tasks),
                "tasks": padded(tasks, core.MAX_TASKS, zeroed(tasks[0])),
            }
        )
    revealed = exhaustion["for_revealed"]
    return {
        "n_cards": len(cards),
        "n_cattle": len(cattle),
        "exhaustion": len(cattle),
        "first_objective": len(cattle) + 1,
        "n_objectives": len(objectives),
        "exhaustion_copies": exhaustion["copies"],
        "exhaustion_in_deck": setup["exhaustion_in_deck"],
        "n_classes": len(names.classes),
        "market_size": copies(cattle, deck="market"),
        "exhaustion_for": padded(revealed, core.MAX_REVEALED_PLUS_1),
        "max_revealed": len(revealed) - 1,
        "cards": _structs(cards, core.MAX_CARDS),
        "classes": padded(_class_masks(tree, cattle, len(cards)), core.MAX_CLASSES),
        "objectives": _structs(by_objective, core.MAX_OBJECTIVES),
        "n_resources": len(resources),
    }


def _class_masks(tree: Tree, cattle: Sequence[Mapping[str, Any]], n_cards: int) -> list[int]:
    """A bit mask of kinds for each class of cards."""
    masks = []
    for entry in tree["card_class"]["class"]:
        if entry["kind"] == "exhaustion":
            kinds = [len(cattle)]
        elif entry["kind"] == "objective":
            kinds = list(range(len(cattle) + 1, n_cards))
        else:
            types = types_in(entry, cattle)
            kinds = [i for i, card in enumerate(cattle) if card["type"] in types]
        masks.append(sum(1 << kind for kind in kinds))
    return masks


def _buildings(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    def building(tile: Mapping[str, Any]) -> Figures:
        indices = [programs.local(alternatives) for alternatives in tile["actions"]]
        programs_of_tile = (program for local in tile["actions"] for program in local)
        effects = {effect for program in programs_of_tile for effect, _ in program["gain"]}
        return {
            "carpinteros": tile.get("carpinteros", 0),
            "vp": tile.get("vp", 0),
            "hand": HANDS.index(tile.get("hand", "none")),
            "auxiliary": int("auxiliary" in effects),
            "n_locals": len(indices),
            "locals": padded(indices, core.MAX_BUILDING_LOCALS),
        }

    neutral = [building(tile) for tile in tree["neutral_building"]["tile"]]
    private = [building(tile) for tile in tree["private_building"]["tile"]]
    pairs = [private[i : i + 2] for i in range(0, len(private), 2)]
    return {
        "n_neutral": len(neutral),
        "n_private": len(pairs),
        "neutral": _structs(neutral, core.MAX_NEUTRAL),
        "private_": padded(pairs, core.MAX_PRIVATE, zeroed(pairs[0])),
    }


def _trail(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    order = trail.ordered(tree["trail"]["space"])
    segments = trail.segments(order)
    spaces = [
        {
            "kind": codes.SPACES[space["kind"]],
            "n_next": len(space["next"]),
            "next": padded(
                sorted(names.spaces.index(name) for name in space["next"]), core.MAX_NEXT
            ),
            "segment": segments[space["id"]],
            "colour": names.colours.index(space["colour"]) if space["colour"] else 0,
            "number": (space["number"] or 1) - 1,
            "farmer": names.farmer_spaces.find(space["id"]) or 0,
            "coins": space["coins"] or 0,
            "grain_field": int(space["grain_field"]),
            "risk": 1 + programs.local([space["risk"]]) if space["risk"] else 0,
            "letter": names.neutral.index(space["letter"]) if space["letter"] else 0,
            "threshold": (
                names.track.index(str(space["threshold"])) if space["kind"] == "ramp" else 0
            ),
        }
        for space in order
    ]
    by_colour = [
        [names.spaces.index(s["id"]) for s in farmer_spaces(tree) if s["colour"] == colour]
        for colour in COLOURS
    ]
    fees = [[0] * core.BY_PLAYERS, _by_players(tree, "black_hand"), _by_players(tree, "green_hand")]
    return {
        "n_spaces": len(spaces),
        "start": names.spaces.index(tree["trail"]["start"]),
        "buenos_aires": names.spaces.index(tree["trail"]["goal"]),
        "n_farmer_spaces": len(names.farmer_spaces),
        "spaces": _structs(spaces, core.MAX_SPACES),
        "neutral_spaces": padded(
            [names.spaces.index(name) for name in names.neutral_spaces], core.MAX_NEUTRAL
        ),
        "colour_spaces": [len(of_colour) for of_colour in by_colour],
        "colour_space": [padded(c, core.MAX_COLOUR_SPACES) for c in by_colour],
        "fee": fees,
        "step_limit": _by_players(tree, "step_limit"),
    }


def _tiles(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    workers, farmers, setup = tree["worker"]["tile"], tree["farmer"]["tile"], tree["setup"]
    tiles: list[Figures] = [
        {
            "worker": 1,
            "row": row,
            "strong": int(field == "strong"),
            "colour": 0,
            "hand": 0,
            "strength": 0,
            "copies": [
                sum(e[field] for e in workers if e["row"] == ROWS[row] and e["bag"] == bag)
                for bag in BAGS
            ],
        }
        for row in range(3)
        for field in ("plain", "strong")
    ]
    for colour, strength, hand in tile_kinds(tree):
        kind: Figures = {"colour": colour, "strength": strength, "hand": hand}
        tiles.append(
            {
                "worker": 0,
                "row": 0,
                "strong": 0,
                "colour": names.colours.index(colour),
                "hand": HANDS.index(hand),
                "strength": strength,
                "copies": [copies(farmers, bag=bag, **kind) for bag in BAGS],
            }
        )
    return {
        "n_tiles": len(tiles),
        "bag_sizes": [sum(tile["copies"][bag] for tile in tiles) for bag in range(len(BAGS))],
        "tiles": _structs(tiles, core.MAX_TILES),
        "initial_farmers": setup["initial_farmers"],
        "farmer_bag": names.bags.index(setup["farmer_bag"]),
        "worker_bag": names.bags.index(setup["worker_bag"]),
        "farmer_vp": tree["scoring"]["farmer_vp"],
        "foresight_bag": [names.bags.index(bag) for bag in setup["foresight_bags"]],
    }


def _workers(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    by_row = {row: [e for e in tree["worker"]["space"] if e["row"] == row] for row in ROWS}
    return {
        "row_program": [[0, *(programs.program(e["immediate"]) for e in by_row[r])] for r in ROWS],
        "row_vp": [[0, *(e["vp"] for e in by_row[row])] for row in ROWS],
        "granjero_cost": [0, *(e["cost"] for e in by_row["granjero"])],
        "strength_icon": tree["worker"]["strength_icon"],
        "strength_surcharge": tree["worker"]["strength_surcharge"],
    }


def _markets(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    jobs, rows = tree["job_market"], tree["job_market"]["row"]
    events, args = [], []
    for row in rows:
        if row["depart"]:
            events.append(core.JOB_DEPART)
        else:
            events.append(core.JOB_REFILL_CATTLE if row["refill"] else core.JOB_NOTHING)
        args.append(SHIP_COLOURS.index(row["depart"] or "none"))
    offers = [
        {
            "gauchos": offer["gauchos"],
            "pesos": offer["pesos"],
            "card_class": names.classes.index(offer["card"]),
            "cards": offer["cards"],
        }
        for offer in tree["cattle"]["offer"]
    ]
    return {
        "job_rows": len(rows),
        "job_token_row": jobs["token_row"] - 1,
        "job_columns": _by_players(tree, "job_columns"),
        "initial_workers": _by_players(tree, "initial_workers"),
        "job_cost": padded((row["cost"] for row in rows), core.MAX_JOB_ROWS),
        "job_event": padded(events, core.MAX_JOB_ROWS),
        "job_event_arg": padded(args, core.MAX_JOB_ROWS),
        "job_token_vp": tree["scoring"]["job_market_token_vp"],
        "cattle_market": _by_players(tree, "cattle_market"),
        "gaucho_draw": tree["cattle"]["gaucho_draw"],
        "n_offers": len(offers),
        "offers": _structs(offers, core.MAX_OFFERS),
    }


def _ships(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    ships = [
        {
            "value": ship["value"],
            "grain": ship["grain"],
            "vp": ship["vp"],
            "corner": CORNERS.index(ship["corner"]),
            "colour": SHIP_COLOURS.index(ship["colour"]),
            "quay": 1 + names.quays.index(ship["quay"]) if ship["quay"] else 0,
            "repeatable": int(ship["repeatable"]),
            "pile": int(ship["pile"]),
            "program": programs.program(ship["immediate"]),
        }
        for ship in tree["ship"]["tile"]
    ]
    return {
        "n_ships": len(ships),
        "ships_drawn": tree["ship"]["drawn"],
        "default_fee": tree["ship"]["default_fee"],
        "ships": _structs(ships, core.MAX_SHIPS),
    }


def _cities(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    quays = [
        {
            "city": names.cities.index(quay["city"]),
            "discount": quay["discount"],
            "vp": quay["vp"],
            "corner": CORNERS.index(quay["corner"]),
        }
        for quay in tree["city"]["quay"]
    ]
    bonus = [
        {
            "city": names.cities.index(quarter["city"]),
            "side": SIDES.index(quarter["side"]),
            "grain": quarter["grain"],
            "vp": kind[0]["vp"],
            "program": programs.program(kind[0]["immediate"]),
            "copies": len(kind),
            "covered": sum(space["covered"] for space in kind),
        }
        for quarter in tree["quarter"]["map"]
        for kind in quarter_bonus(quarter)
    ]
    covered = {
        entry["players"]: sum(1 << names.cities.index(city) for city in entry["covered_cities"])
        for entry in tree["players"]["count"]
    }
    return {
        "n_quays": len(quays),
        "quays": _structs(quays, core.MAX_QUAYS),
        "start_quay": names.quays.index(tree["setup"]["quay"]),
        "start_quay_discs": tree["setup"]["quay_discs"],
        "n_bonus": len(bonus),
        "bonus": _structs(bonus, core.MAX_BONUS),
        "covered_cities": [covered.get(players, 0) for players in range(core.BY_PLAYERS)],
    }


def _player_board(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    board, setup = tree["player_board"], tree["setup"]
    track = board["certificate_track"]
    spaces: list[Figures] = []
    unlike: list[Figures] = []  # figures of spaces of which none is like another ...
    first: list[int] = []  # ... and the first space of each
    for space in board["disc_space"]:
        limit = space["certificate_limit"]
        figures: Figures = {
            "corner": CORNERS.index(space["corner"]),
            "cost": space["cost"],
            "gain": space["gain"],
            "auxiliary": space["auxiliary"],
            "hand_limit": space["hand_limit"],
            "certificate_limit": track.index(limit) if limit else 0,
            "strength": space["strength"],
            "vp": space["vp"],
            "steps": padded([0, 0, *space["steps"]], core.BY_PLAYERS),
        }
        if figures not in unlike:
            unlike.append(figures)
            first.append(len(spaces))
        spaces.append({**figures, "same_as": first[unlike.index(figures)]})
    actions = [
        {
            "open": int(action["open"]),
            "single": programs.program(action["single"]),
            "double_": programs.program(action["double"]),
            "discs": sum(
                1 << i for i, s in enumerate(spaces) if s["auxiliary"] == action["number"]
            ),
        }
        for action in tree["auxiliary"]["action"]
    ]
    return {
        "n_disc_spaces": len(spaces),
        "discs_at_start": (1 << len(spaces)) - 1,
        "disc_spaces": _structs(spaces, core.MAX_DISC_SPACES),
        "n_auxiliary": len(actions),
        "auxiliary": _structs(actions, core.MAX_AUXILIARY),
        "hand_limit": board["hand_limit"],
        "grain_limit": board["grain_limit"],
        "n_certificates": len(track),
        "certificate_track": padded(track, core.MAX_CERTIFICATE_STEPS),
        "certificate_limit": track.index(board["certificate_limit"]),
        "grain_start": setup["grain"],
        "certificate_start": track.index(setup["certificates"]),
        "starting_tokens": setup["exchange_tokens"],
        "token_draw": tree["exchange_token"]["draw"],
        "starting_pesos": [seat["pesos"] for seat in tree["players"]["seat"]],
        "starting_cards": [seat["cards"] for seat in tree["players"]["seat"]],
    }


def _railroad(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    road, track = tree["railroad"], names.track
    n_track = len(track) - 1  # without the depot
    stations: list[Figures] = []
    for station in tree["station"]["tile"]:
        after = station["turnout_after"]
        place = str(station["at_space"]) if after is None else f"{after}t"
        stations.append(
            {
                "position": track.index(place),
                "cost": station["cost"],
                "vp": station["vp"],
                "corner": CORNERS.index(station["corner"]),
                "master": int(station["master"]),
                "repeatable": int(station["repeatable"]),
            }
        )
    station_at = [0] * core.MAX_TRACK
    for index, station in enumerate(stations):
        station_at[station["position"]] = 1 + index
    shared = [int(place in map(str, road["shared_spaces"])) for place in track[:n_track]] + [1]
    masters = []
    for master in tree["station_master"]["tile"]:
        kind, arg = count(master["task"]["of"], names)
        masters.append(
            {
                "program": programs.program(master["immediate"]),
                "certificates": master["certificates"],
                "grain": master["grain"],
                "vp": master["task"]["vp"],
                "per": master["task"]["per"],
                "count": kind,
                "arg": arg,
            }
        )
    return {
        "n_track": n_track,
        "engine_start": track.index(str(road["start_space"])),
        "depot_exit": track.index(str(road["depot_exit"])),
        "depot_entry": track.index(str(road["last_space"])),
        "back_is_chosen": int(road["turnout"] == "siding"),
        **_ways(road, track),
        "shared": padded(shared, core.MAX_TRACK),
        "station_at": station_at,
        "n_stations": len(stations),
        "stations": _structs(stations, core.MAX_STATIONS),
        "n_masters": len(masters),
        "masters_in_play": tree["setup"]["station_masters"],
        "masters": _structs(masters, core.MAX_MASTERS),
    }


def _ways(road: Mapping[str, Any], track: Sequence[str]) -> Figures:
    """The ways along the railroad: masks of what is one space ahead and behind, distances."""
    depot = len(track) - 1
    ahead: list[list[int]] = [[] for _ in track]
    if road["turnout"] == "in_line":
        for place in range(depot - 1):
            ahead[place] = [place + 1]
    else:
        for space in range(road["last_space"]):
            place, following = track.index(str(space)), track.index(str(space + 1))
            ahead[place] = [*range(place + 1, following), following]
            for turnout in range(place + 1, following):
                ahead[turnout] = [following]
    behind: list[list[int]] = [[] for _ in track]
    along = [0, *[depot] * depot]
    for place in range(depot):
        for following in ahead[place]:
            behind[following].append(place)
            along[following] = min(along[following], along[place] + 1)
    along[depot] = along[depot - 1] + 1
    ahead[depot] = [track.index(str(road["depot_exit"]))]
    return {
        "ahead": padded(map(_mask, ahead), core.MAX_TRACK),
        "behind": padded(map(_mask, behind), core.MAX_TRACK),
        "along": padded(along, core.MAX_TRACK),
    }


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _setup(tree: Tree, names: Catalogue, programs: Programs) -> Figures:
    return {
        "display": tree["setup"]["objective_display"],
        "objectives_on_arrival": int(
            tree["objective"]["objectives_in_buenos_aires"] == "on_arrival"
        ),
        "pesos_per_vp": tree["scoring"]["pesos_per_vp"],
    }
