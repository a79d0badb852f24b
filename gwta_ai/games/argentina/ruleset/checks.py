"""What must hold between the tables of a ruleset: pieces, cards, tiles, buildings.

Every check raises RulesetError; ``board_checks`` has those on trail, tracks and maps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.ruleset.derived import (
    Entry,
    Tree,
    card_ids,
    copies,
    programs,
    tile_kinds,
    types_in,
    workers_in,
)
from gwta_ai.games.argentina.ruleset.fields import NOTHING, Found, Where
from gwta_ai.games.argentina.ruleset.grammar import BAGS, COLOURS


def require(true: bool, place: Where, expected: str, got: object) -> None:
    """RulesetError naming the place unless ``true``."""
    if not true:
        raise place.fault(expected, got)


def at(table: str, field: str = "", entry: object = "") -> Where:
    """A place in the file."""
    return Where(table=table, entry=str(entry), field=field)


def at_most(number: int, room: int, place: Where, what: str) -> None:
    """RulesetError if there are more than ``room`` of something."""
    require(number <= room, place, f"at most {room} {what}", Found(str(number)))


def numbered(table: str, entries: Iterable[Entry], field: str) -> None:
    """RulesetError unless the entries are numbered from 1 without a gap."""
    for index, entry in enumerate(entries, 1):
        number = entry[field]
        place = at(table, field, number)
        require(number == index, place, f"{index}: numbers without a gap", number)


def components(tree: Tree) -> None:
    """The totals of [components] are those of the other tables."""
    cattle, farmers = tree["cattle"]["card"], tree["farmer"]["tile"]
    ships, setup = tree["ship"]["tile"], tree["setup"]
    deck, market = copies(cattle, deck="player"), copies(cattle, deck="market")
    found = {
        "cattle_cards": core.MAX_PLAYERS * deck + market,
        "player_cattle_cards": deck,
        "market_cattle_cards": market,
        "exhaustion_cards": tree["exhaustion"]["copies"],
        "objective_cards": len(tree["objective"]["card"]),
        "starting_deck": deck + setup["exhaustion_in_deck"],
        "worker_tiles": sum(workers_in(tree, bag) for bag in BAGS),
        "farmer_tiles": copies(farmers),
        "ships": len(ships),
        "ships_in_zone": sum(not ship["pile"] for ship in ships),
        "station_masters": len(tree["station_master"]["tile"]),
        "neutral_buildings": len(tree["neutral_building"]["tile"]),
        "private_buildings": len({tile["number"] for tile in tree["private_building"]["tile"]}),
        "player_discs": len(tree["player_board"]["disc_space"]) + setup["quay_discs"],
    }
    for bag in BAGS:
        found[f"bag_{bag.lower()}"] = workers_in(tree, bag) + copies(farmers, bag=bag)
    for name, number in found.items():
        said = tree["components"][name]
        expected = f"{number}, as the rest of the file has"
        require(number == said, at("components", name), expected, said)


def buildings(tree: Tree) -> None:
    """Private buildings are numbered without a gap, each with both sides."""
    tiles = tree["private_building"]["tile"]
    for index, tile in enumerate(tiles):
        number, side = index // 2 + 1, "ab"[index % 2]
        place = at("private_building.tile", "number", f"{tile['number']} {tile['side']}")
        found = Found(f"{tile['number']} {tile['side']}")
        require(found == f"{number} {side}", place, f"{number} {side} before it", found)
    require(len(tiles) % 2 == 0, at("private_building", "tile"), "both sides of each", NOTHING)


def cards(tree: Tree) -> None:
    """One value a type, an id for each card, and room for all of them."""
    cattle, objectives = tree["cattle"]["card"], tree["objective"]["card"]
    exhaustion = tree["exhaustion"]["copies"]
    values: dict[str, int] = {}
    for card in cattle:
        value = values.setdefault(card["type"], card["value"])
        place = at("cattle.card", "value", f"{card['type']} {card['vp']}")
        expected = f"one value for the type {card['type']}"
        require(card["value"] == value, place, expected, card["value"])
    market = copies(cattle, deck="market")
    at_most(market, core.MAX_MARKET, at("cattle", "card"), "market cards")
    kinds = len(cattle) + 1 + len(objectives)
    at_most(kinds, core.MAX_CARDS, at("objective", "card"), "kinds of cards in all")
    ids = Counter([*card_ids(cattle), "exhaustion", *(card["id"] for card in objectives)])
    for name, number in ids.items():
        require(number == 1, at("cattle", "card"), "an id of its own for each card", name)
    largest = copies(cattle) + exhaustion + len(objectives)
    place = at("exhaustion", "copies")
    at_most(largest, core.MAX_DECK, place, "cards that can come into one deck")
    needed = core.MAX_PLAYERS * tree["setup"]["exhaustion_in_deck"]
    require(exhaustion >= needed, place, f"at least {needed} for the starting decks", exhaustion)
    deck = tree["components"]["starting_deck"]
    for seat in tree["players"]["seat"]:
        at_most(seat["cards"], deck, at("players.seat", "cards", seat["seat"]), "in the deck")
    display = tree["setup"]["objective_display"]
    at_most(display, len(objectives), at("setup", "objective_display"), "objective cards")
    for entry in tree["players"]["count"]:
        place = at("players.count", "cattle_market", entry["players"])
        at_most(entry["cattle_market"], market, place, "market cards")


def classes(tree: Tree) -> None:
    """Classes of cards have cards in them, and such as are asked for."""
    cattle, market = tree["cattle"]["card"], "a class with market cattle in it"
    types = {entry["id"]: types_in(entry, cattle) for entry in tree["card_class"]["class"]}
    for entry in tree["card_class"]["class"]:
        place = at("card_class.class", "values", entry["id"])
        filled = bool(types[entry["id"]]) or entry["kind"] is not None
        require(filled, place, "a class with cards in it", NOTHING)
    on_market = {card["type"] for card in cattle if card["deck"] == "market"}
    for offer in tree["cattle"]["offer"]:
        name = " ".join(str(offer[key]) for key in ("gauchos", "pesos", "card", "cards"))
        place = at("cattle.offer", "card", name)
        require(bool(types[offer["card"]] & on_market), place, market, offer["card"])
    for table, name, program in programs(tree):
        cost = program["cost"] or {}
        if cost.get("identical"):
            place, expected = at(table, "cost.discard", name), "a class of cattle"
            require(bool(types[cost["discard"]]), place, expected, cost["discard"])
        for effect, value in program["gain"]:
            if effect == "take_cattle":
                place, taken = at(table, "take_cattle.card", name), value["card"]
                require(bool(types[taken] & on_market), place, market, taken)


def tasks(tree: Tree) -> None:
    """Classes that tasks ask for do not overlap: a fulfilled task serves one card only."""
    by_id = {entry["id"]: entry for entry in tree["card_class"]["class"]}
    used: dict[str, set[str]] = {}
    for card in tree["objective"]["card"]:
        place = at("objective.card", "tasks", card["id"])
        for task in card["tasks"]:
            head, _, name = task["count"].partition(":")
            if head != "cards" or name in used:
                continue
            types = types_in(by_id[name], tree["cattle"]["card"])
            require(bool(types), place, "tasks on classes of cattle", task["count"])
            other = next((known for known in used if used[known] & types), None)
            expected = f"classes of cards that do not overlap (see cards:{other})"
            require(other is None, place, expected, task["count"])
            used[name] = types


def tiles(tree: Tree) -> None:
    """Room for all tiles, and bags that hold what is drawn from them at the start."""
    farmers, setup, spaces = tree["farmer"]["tile"], tree["setup"], tree["trail"]["space"]
    for bag in BAGS:
        number = workers_in(tree, bag) + copies(farmers, bag=bag)
        at_most(number, core.MAX_BAG, at("farmer", "tile"), f"tiles in bag {bag}")
        place, given = at("setup", "foresight_bags"), setup["foresight_bags"]
        require(bag in given, place, f"each bag once, {bag} too", given)
    kinds = core.WORKER_KINDS + len(tile_kinds(tree))
    at_most(kinds, core.MAX_TILES, at("farmer", "tile"), "kinds of tiles in all")
    bag = setup["farmer_bag"]
    found = Found(f"{workers_in(tree, bag)} workers in bag {bag}")
    require(not workers_in(tree, bag), at("setup", "farmer_bag"), "a bag of farmers only", found)
    room = 0
    for colour in COLOURS:
        places = sum(space["colour"] == colour for space in spaces)
        room += min(places, copies(farmers, bag=bag, colour=colour))
    place = at("setup", "initial_farmers")
    at_most(setup["initial_farmers"], room, place, f"tiles of bag {bag} that find a space")
    bag = setup["worker_bag"]
    found = Found(f"{copies(farmers, bag=bag)} farmers in bag {bag}")
    place = at("setup", "worker_bag")
    require(not copies(farmers, bag=bag), place, "a bag of workers only", found)
