"""Ids and English names of every component, in the order of the core's indices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

from gwta_ai.games.argentina.ruleset import derived, trail
from gwta_ai.games.argentina.ruleset.grammar import BAGS, COLOURS, ROWS, SIDES
from gwta_ai.games.argentina.ruleset.wording import Wording


class Names(Sequence[str]):
    """Ids of one kind of component; ``names[index]`` and ``names.index(id)``.

    ``index`` raises ValueError for an unknown id, ``find`` gives ``None``.
    """

    __slots__ = ("_ids", "_index")

    def __init__(self, ids: Iterable[str]) -> None:
        self._ids = tuple(ids)
        self._index = {name: index for index, name in enumerate(self._ids)}

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self._ids[index]

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def find(self, name: str) -> int | None:
        """The index of an id, ``None`` if there is no such id."""
        return self._index.get(name)

    def index(self, value: str, start: int = 0, stop: int | None = None) -> int:
        """The index of an id; ValueError if there is no such id."""
        found = self._index.get(value)
        if found is None or not start <= found < (len(self) if stop is None else stop):
            raise ValueError(f"{value!r} is none of {', '.join(self._ids)}")
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and self._ids == other._ids

    def __hash__(self) -> int:
        return hash(self._ids)

    def __repr__(self) -> str:
        return f"Names({list(self._ids)!r})"


class Catalogue(NamedTuple):
    """Ids (``Names``) and English (tuples of the same length) of all components."""

    # Cards by kind: cattle, "exhaustion", objectives.
    cards: Names
    card_names: tuple[str, ...]
    cattle: Names  # the first of the cards
    objectives: Names  # the last of the cards
    objective_texts: tuple[str, ...]  # immediate action, points and tasks
    classes: Names  # of cards
    class_names: tuple[str, ...]
    # The trail.
    spaces: Names
    space_names: tuple[str, ...]
    neutral_spaces: Names  # n1 .. n8
    farmer_spaces: Names  # by colour, then order of filling
    # Buildings.
    neutral: Names  # "A" .. "H"
    private: Names  # at number * 2 + side: "1a", "1b", "2a", ...
    local_texts: tuple[tuple[str, ...], ...]  # by the core's local action: its alternatives
    # Workers and farmers.
    rows: Names
    workers: Names  # at row * 2 + strong; "+" marks a strength icon
    colours: Names  # of farmers
    tiles: Names  # the worker kinds, then farmers: "yellow5b" has strength 5, a black hand
    tile_names: tuple[str, ...]
    bags: Names
    offers: Names  # of the cattle market: "3g5p2_value_3" is 3 gauchos, 5 pesos, 2 cards
    # Ships and cities.
    ships: Names
    ship_names: tuple[str, ...]
    cities: Names
    city_names: tuple[str, ...]
    sides: Names
    quays: Names
    quay_names: tuple[str, ...]
    bonus: Names  # kinds of bonus spaces: "le_havre_west_1", ...
    bonus_names: tuple[str, ...]
    # The player board.
    disc_spaces: Names
    disc_space_names: tuple[str, ...]
    auxiliary: Names  # "1" .. "6"
    auxiliary_texts: tuple[tuple[str, str], ...]  # single, double
    # The railroad.
    track: Names  # positions: "0", ..., "3", "3t" (the turnout behind 3), ..., "depot"
    stations: Names  # "1" .. "10"
    station_names: tuple[str, ...]
    masters: Names
    master_texts: tuple[str, ...]


def _space_name(space: Mapping[str, Any], neutral: Sequence[str]) -> str:
    match space["kind"]:
        case "start":
            return "start of the trail"
        case "buenos_aires":
            return "Buenos Aires"
        case "neutral":
            return f"neutral space {neutral.index(space['id']) + 1}"
        case "farmer":
            return f"{space['colour']} farmer space {space['number']}"
        case "ramp":
            return f"ramp {space['threshold']}"
    return f"building space {space['id']}"


def _card_names(cards: Sequence[Mapping[str, Any]], ids: Sequence[str]) -> list[str]:
    return [
        card["name"] if name == card["type"] else f"{card['name']} ({card['vp']} VP)"
        for card, name in zip(cards, ids, strict=True)
    ]


def _disc_space_name(space: Mapping[str, Any]) -> str:
    words = {
        "auxiliary": "auxiliary action {}",
        "hand_limit": "hand limit +{}",
        "certificate_limit": "certificate limit {}",
        "strength": "strength +{}",
    }
    parts = [text.format(space[field]) for field, text in words.items() if space[field]]
    if any(space["steps"]):
        steps = sorted(set(space["steps"]))
        parts.append("step limit +" + "/".join(map(str, steps)))
    price = f" for {space['cost']} pesos" if space["cost"] else ""
    return (", ".join(parts) or "disc space") + price


def _bonus(tree: Mapping[str, Any], cities: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Id and English name of each kind of bonus space."""
    wording = Wording(tree)
    for quarter in tree["quarter"]["map"]:
        for index, kind in enumerate(derived.quarter_bonus(quarter)):
            vp, program = kind[0]["vp"], kind[0]["immediate"]
            parts = [f"{vp} VP"] if vp or not program else []
            parts += [wording.program(program)] if program else []
            place = f"{quarter['city']}_{quarter['side']}_{index + 1}"
            yield place, f"{cities[quarter['city']]} {quarter['side']} ({', '.join(parts)})"


def _objective_text(card: Mapping[str, Any], wording: Wording) -> str:
    parts = [wording.program(card["immediate"])] if card["immediate"] else []
    return "; ".join([*parts, wording.objective(card)])


def catalogue(tree: Mapping[str, Any]) -> Catalogue:
    """All names of a checked tree."""
    wording = Wording(tree)
    cattle, objectives = derived.cattle_cards(tree), tree["objective"]["card"]
    cattle_ids = derived.card_ids(cattle)
    classes = tree["card_class"]["class"]
    spaces = trail.ordered(tree["trail"]["space"])
    neutral = derived.neutral_spaces(tree)
    workers = [(row, strong) for row in ROWS[:3] for strong in (False, True)]
    farmers = derived.tile_kinds(tree)
    cities = {city["id"]: city["name"] for city in tree["city"]["map"]}
    bonus = dict(_bonus(tree, cities))
    ships, quays = tree["ship"]["tile"], tree["city"]["quay"]
    discs, actions = tree["player_board"]["disc_space"], tree["auxiliary"]["action"]
    stations, masters = tree["station"]["tile"], tree["station_master"]["tile"]
    return Catalogue(
        cards=Names([*cattle_ids, "exhaustion", *(card["id"] for card in objectives)]),
        card_names=(
            *_card_names(cattle, cattle_ids),
            "exhaustion card",
            *(f"objective {card['id'].removeprefix('obj')}" for card in objectives),
        ),
        cattle=Names(cattle_ids),
        objectives=Names(card["id"] for card in objectives),
        objective_texts=tuple(_objective_text(card, wording) for card in objectives),
        classes=Names(entry["id"] for entry in classes),
        class_names=tuple(entry["name"] for entry in classes),
        spaces=Names(space["id"] for space in spaces),
        space_names=tuple(_space_name(space, neutral) for space in spaces),
        neutral_spaces=Names(neutral),
        farmer_spaces=Names(space["id"] for space in derived.farmer_spaces(tree)),
        neutral=Names(tile["letter"] for tile in tree["neutral_building"]["tile"]),
        private=Names(
            f"{tile['number']}{tile['side']}" for tile in tree["private_building"]["tile"]
        ),
        local_texts=tuple(
            tuple(map(wording.program, alternatives))
            for _, _, alternatives in derived.local_actions(tree)
        ),
        rows=Names(ROWS),
        workers=Names(row + "+" * strong for row, strong in workers),
        colours=Names(COLOURS),
        tiles=Names(
            [
                *(row + "+" * strong for row, strong in workers),
                *(f"{colour}{strength}{hand[0]}" for colour, strength, hand in farmers),
            ]
        ),
        tile_names=(
            *(row + " with strength" * strong for row, strong in workers),
            *(
                f"{colour} granjero (strength {strength}, {hand.replace('none', 'no')} hand)"
                for colour, strength, hand in farmers
            ),
        ),
        bags=Names(BAGS),
        offers=Names(
            f"{o['gauchos']}g{o['pesos']}p{o['cards']}_{o['card']}" for o in tree["cattle"]["offer"]
        ),
        ships=Names(ship["id"] for ship in ships),
        ship_names=tuple(f"ship {ship['id']}" for ship in ships),
        cities=Names(cities),
        city_names=tuple(cities.values()),
        sides=Names(SIDES),
        quays=Names(quay["id"] for quay in quays),
        quay_names=tuple(quay["name"] for quay in quays),
        bonus=Names(bonus),
        bonus_names=tuple(bonus.values()),
        disc_spaces=Names(space["id"] for space in discs),
        disc_space_names=tuple(map(_disc_space_name, discs)),
        auxiliary=Names(str(action["number"]) for action in actions),
        auxiliary_texts=tuple(
            (wording.program(action["single"]), wording.program(action["double"]))
            for action in actions
        ),
        track=Names([*derived.track(tree), "depot"]),
        stations=Names(str(station["number"]) for station in stations),
        station_names=tuple(f"station {station['number']}" for station in stations),
        masters=Names(master["id"] for master in masters),
        master_texts=tuple(map(wording.master, masters)),
    )
