"""What follows from the tables of a ruleset and more than one part needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gwta_ai.games.argentina.ruleset import trail
from gwta_ai.games.argentina.ruleset.fields import natural
from gwta_ai.games.argentina.ruleset.grammar import COLOURS

Tree = Mapping[str, Any]
Entry = Mapping[str, Any]


def copies(entries: Iterable[Entry], **fields: object) -> int:
    """The copies of all entries with these values of ``fields``."""
    return sum(entry["copies"] for entry in entries if fields.items() <= entry.items())


def workers_in(tree: Tree, bag: str) -> int:
    """Worker tiles in a bag."""
    return sum(e["plain"] + e["strong"] for e in tree["worker"]["tile"] if e["bag"] == bag)


def tile_kinds(tree: Tree) -> list[tuple[str, int, str]]:
    """Kinds of farmer tiles, (colour, strength, hand), in the core's order."""
    kinds = {(e["colour"], e["strength"], e["hand"]) for e in tree["farmer"]["tile"]}
    return sorted(kinds, key=lambda kind: (COLOURS.index(kind[0]), kind[1], kind[2]))


def cattle_cards(tree: Tree) -> list[Entry]:
    """Cattle in the order of kinds: player cattle, then market cattle."""
    return sorted(tree["cattle"]["card"], key=lambda card: card["deck"] != "player")


def card_ids(cards: Iterable[Entry]) -> list[str]:
    """Ids of cattle cards: the type, with the VP behind it where a type has several kinds."""
    cards = list(cards)
    kinds = Counter(card["type"] for card in cards)
    return [
        card["type"] if kinds[card["type"]] == 1 else f"{card['type']}-{card['vp']}"
        for card in cards
    ]


def types_in(card_class: Entry, cards: Iterable[Entry]) -> set[str]:
    """The cattle types that belong to a class of cards."""
    if card_class["types"] is not None:
        return set(card_class["types"])
    if card_class["values"] is not None:
        return {card["type"] for card in cards if card["value"] in card_class["values"]}
    return {card["type"] for card in cards} if card_class["kind"] == "cattle" else set()


def neutral_spaces(tree: Tree) -> list[str]:
    """Ids of the neutral spaces, by id."""
    return [space["id"] for space in tree["trail"]["space"] if space["kind"] == "neutral"]


def farmer_spaces(tree: Tree) -> list[Entry]:
    """The farmer spaces by colour, then order of filling."""
    spaces = [space for space in tree["trail"]["space"] if space["kind"] == "farmer"]
    return sorted(spaces, key=lambda s: (COLOURS.index(s["colour"]), s["number"]))


def track(tree: Tree) -> list[str]:
    """Ids of the railroad positions: each space, followed by its turnout if it has one."""
    turnouts = {station["turnout_after"] for station in tree["station"]["tile"]}
    positions = []
    for space in range(tree["railroad"]["last_space"] + 1):
        positions += [str(space), f"{space}t"] if space in turnouts else [str(space)]
    return positions


def quarter_bonus(quarter: Entry) -> list[list[Entry]]:
    """The bonus spaces of a quarter, those that are alike (but for the cover) together."""
    kinds: list[list[Entry]] = []
    for space in quarter["space"]:
        for kind in kinds:
            if (kind[0]["vp"], kind[0]["immediate"]) == (space["vp"], space["immediate"]):
                kind.append(space)
                break
        else:
            kinds.append([space])
    return sorted(kinds, key=lambda kind: (kind[0]["vp"], natural(repr(kind[0]["immediate"]))))


def local_actions(tree: Tree) -> Iterator[tuple[str, str, list[Entry]]]:
    """Table, entry and alternatives of every local action, in the core's order."""
    for tile in tree["neutral_building"]["tile"]:
        for alternatives in tile["actions"]:
            yield "neutral_building.tile", tile["letter"], alternatives
    for tile in tree["private_building"]["tile"]:
        for alternatives in tile["actions"]:
            yield "private_building.tile", f"{tile['number']} {tile['side']}", alternatives
    for space in trail.ordered(tree["trail"]["space"]):
        if space["risk"] is not None:
            yield "trail.space", space["id"], [space["risk"]]


def programs(tree: Tree) -> Iterator[tuple[str, str, Entry]]:
    """Table, entry and program of every program."""
    for table, name, alternatives in local_actions(tree):
        for program in alternatives:
            yield table, name, program
    for action in tree["auxiliary"]["action"]:
        yield "auxiliary.action", str(action["number"]), action["single"]
        yield "auxiliary.action", str(action["number"]), action["double"]
    immediate = [("objective.card", e["id"], e) for e in tree["objective"]["card"]]
    immediate += [("worker.space", f"{e['row']} {e['space']}", e) for e in tree["worker"]["space"]]
    immediate += [("ship.tile", e["id"], e) for e in tree["ship"]["tile"]]
    immediate += [("station_master.tile", e["id"], e) for e in tree["station_master"]["tile"]]
    for quarter in tree["quarter"]["map"]:
        name = f"{quarter['city']} {quarter['side']}"
        immediate += [("quarter.map", name, space) for space in quarter["space"]]
    for table, name, entry in immediate:
        if entry["immediate"] is not None:
            yield table, name, entry["immediate"]
