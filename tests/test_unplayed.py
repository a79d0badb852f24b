"""Positions that load and that no play leads to, or hardly: found, each with path and mend.

Each test takes a position that came of play and moves a piece or two, so that nothing is lost
or doubled, to where no sequence of legal actions puts them; why not says ``why`` of the kind
(``gwta_ai/games/argentina/position/unplayed.py``).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import played
import pytest
from click.testing import CliRunner
from editing import EARLIER, edited
from playthroughs import GAMES, set_up
from table import figures

import gwta_ai
from gwta_ai import Problem, Ruleset, State, View, problems_in
from gwta_ai.cli import program
from gwta_ai.common.wire import pack
from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.position.unplayed import UNPLAYED
from gwta_ai.games.problem import SUSPICIOUS, WRONG
from gwta_ai.play import examples

Data = dict[str, Any]
RULES = Ruleset.shipped()
SPACES = {name: figures(RULES)["spaces"][at] for at, name in enumerate(RULES.names.spaces)}


# --- positions that came of play -----------------------------------------------------------------


@cache
def course(number: int) -> list[State]:
    return [state.clone() for state in played.course(number)]


def some(fits: Callable[[Data], bool]) -> Data:
    """The first position of play under the ruleset that ships that fits, as a snapshot."""
    for number in range(60):
        if played.game(number).ruleset == RULES:
            for state in course(number):
                data = state.to_dict()
                if fits(data):
                    return data
    raise AssertionError("no position of play fits")


def new(players: int = 2) -> Data:
    """The first decision of a game."""
    return gwta_ai.new_game(players, 1).to_dict()


def at_move(data: Data) -> bool:
    return bool(data["decisions"] == [{"decision": "move"}])


def stage(data: Data) -> str | None:
    """The stage of a visit to Buenos Aires, nothing pending on it."""
    first = data["decisions"][:1]
    return first[0].get("stage") if len(data["decisions"]) == 1 else None


def turns(data: Data, seat: int) -> int:
    players = len(data["players"])
    return int((data["turn"] - 1 - seat) // players + 1)


def mover(data: Data) -> Data:
    player: Data = data["players"][data["seat"]]
    return player


def others(data: Data) -> Iterator[tuple[int, Data]]:
    return ((at, one) for at, one in enumerate(data["players"]) if at != data["seat"])


def tiles_drawn(data: Data) -> int:
    """Visits to Buenos Aires so far, by what bag A has lost."""
    return figures(RULES)["bag_sizes"][0] - 7 - len(data["bags"]["A"])


# --- moving pieces -------------------------------------------------------------------------------


def add(counts: Data, name: str, n: int = 1) -> None:
    counts[name] = counts.get(name, 0) + n
    if not counts[name]:
        del counts[name]


def first_of(counts: Data) -> str:
    """One piece, taken out."""
    name = next(iter(counts))
    add(counts, name, -1)
    return str(name)


def empty_building_space(data: Data) -> str:
    taken = {space for player in data["players"] for space in player["buildings"].values()}
    return next(
        name
        for name, space in SPACES.items()
        if space["kind"] == core.SPACE_BUILDING and name not in taken
    )


def spaces_of(colour: str) -> list[str]:
    """The farmer spaces of a colour in the order in which they fill."""
    return [name for name in RULES.names.farmer_spaces if name[0] == colour[0]]


def farmers_on(data: Data, colour: str) -> list[str]:
    return [name for name in spaces_of(colour) if name in data["trail"]["farmers"]]


def take_farmer(data: Data, space: str) -> str:
    return str(data["trail"]["farmers"].pop(space)["tile"])


def put_farmer(data: Data, tile: str) -> str:
    """On the lowest empty space of its colour."""
    there = data["trail"]["farmers"]
    space = next(name for name in spaces_of(tile) if name not in there)
    there[space] = {"tile": tile}
    return space


def hire(data: Data, seat: int, n: int = 1) -> None:
    """Plain workers of the job market; no row may become too long."""
    for _ in range(n):
        row, worker = next(
            (row, worker)
            for row in data["job_market"]["rows"][: data["job_market"]["token_row"] - 1]
            for worker in row
            if len(data["players"][seat]["workers"][worker.rstrip("+")]) < 5
        )
        add(row, worker, -1)
        kind = "strong" if worker.endswith("+") else "plain"
        data["players"][seat]["workers"][worker.rstrip("+")].append(kind)


def disc(player: Data, corner: int | None = None) -> None:
    """One disc taken off the player board."""
    for at, name in enumerate(RULES.names.disc_spaces):
        if name in player["discs"] and corner in (
            None,
            figures(RULES)["disc_spaces"][at]["corner"],
        ):
            player["discs"].remove(name)
            return
    raise AssertionError


# --- the kinds -----------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A position, the paths of all that is found in it, the words and the mend of the first."""

    build: Callable[[], Data]
    path: str
    expected: str
    mend: str | None = None
    beside: tuple[str, ...] = ()
    severity: str = WRONG


KINDS: dict[str, tuple[int, Kind]] = {}


def kind(
    code: int,
    path: str,
    expected: str,
    mend: str | None = None,
    *beside: str,
    severity: str = WRONG,
) -> Callable[[Callable[[], Data]], Callable[[], Data]]:
    """The position that follows has this kind of finding, and no other but those ``beside``."""

    def note(build: Callable[[], Data]) -> Callable[[], Data]:
        KINDS[build.__name__] = code, Kind(build, path, expected, mend, beside, severity)
        return build

    return note


# the eight of the issue


@kind(
    core.NEVER_DISCARD_MISSING,
    "decisions",
    "1 card of the 5 still to be discarded",
    '[{"decision": "place_estanciero"}, {"decision": "discard", "cards": 1}]',
)
def a_first_turn_without_its_discard() -> Data:
    """SET-17: the second player has five cards, one of which is owed."""
    data = some(lambda data: data["turn"] == 2 and len(data["decisions"]) == 2)
    assert data["decisions"].pop() == {"decision": "discard", "cards": 1}
    return data


@kind(
    core.NEVER_BAG_SHORT,
    "bags.A",
    "29 tiles, before the first visit to Buenos Aires",
    "put a tile back into bags.A",
)
def a_bag_that_lacks_a_tile_in_the_first_turn() -> Data:
    """SET-06, BA-10: five granjeros lie on the trail, and here a sixth one."""
    data = new()
    put_farmer(data, data["bags"]["A"].pop())
    return data


@kind(
    core.NEVER_HAND_OVER,
    "players[1].hand",
    "at most 4 cards, the hand limit",
    "put cards on the discard pile",
)
def seven_cards_at_the_move() -> Data:
    """CARD-02; the sixth auxiliary action is closed, so nothing draws for good."""

    def fits(data: Data) -> bool:
        discs = mover(data)["discs"]
        closed = {"aux6_a", "aux6_b", "hand_1", "hand_2"} <= {*discs}
        held = sum(mover(data)["hand"].values())
        return (
            data["seat"] == 1
            and at_move(data)
            and closed
            and held == 4
            and bool(mover(data)["draw_stack"][2:])
        )

    data = some(fits)
    for _ in range(3):
        add(mover(data)["hand"], mover(data)["draw_stack"].pop())
    return data


@kind(
    core.NEVER_HAND_SHORT,
    r"players[0].hand",
    "4 cards, the hand limit, as there are cards to draw",
    "draw up to 4 cards",
)
def an_opponent_without_cards() -> Data:
    """CARD-02."""
    data = some(
        lambda data: (
            data["seat"] == 1
            and at_move(data)
            and data["turn"] > len(data["players"])
            and {"hand_1", "hand_2"} <= {*data["players"][0]["discs"]}
        )
    )
    player = data["players"][0]
    for card, n in player["hand"].items():
        add(player["discard"], card, n)
    player["hand"], player["known"] = {}, {}
    return data


@kind(
    core.NEVER_SHIP_STAYED,
    "ships.loading_zone",
    "no 1, 5, 7, as the token is past the arrow of row 5",
    "1, 5, 7 are in ships.departed and the discs of them on quays, or else token_row is at most 5",
    r"players[0].city_discs",
    r"players[1].city_discs",
    r"players[2].city_discs",
)
def ships_that_stayed() -> Data:
    """BA-08, BA-09."""
    data = examples.load("midgame").to_dict()
    ships = data["ships"]
    assert ships["departed"] == ["1", "5", "7"]
    ships["loading_zone"] += ships["departed"]
    ships["departed"] = []
    return data


@kind(
    core.NEVER_EMPTY_SPACE,
    r"players[0].estanciero",
    "a space with a tile, or one from which a granjero was helped",
    "name the granjero of g4 in helped_farmers, or a space with a tile",
)
def an_estanciero_on_an_empty_space() -> Data:
    """MOV-02, HELP-07."""
    data = some(
        lambda data: (
            at_move(data)
            and data["turn"] > 2 * len(data["players"])
            and "g4" not in data["trail"]["farmers"]
            and not any(tile.startswith("green") for tile in data["helped_farmers"])
        )
    )
    data["players"][0]["estanciero"] = "g4"
    return data


@kind(
    core.NEVER_BUILT,
    "players[0].buildings.9",
    "7 carpinteros at a time, or fewer and a building that was replaced",
    "name more hired carpinteros",
)
def a_building_of_seven_carpinteros() -> Data:
    """BLD-01 .. BLD-03: six are a full row, and nothing was replaced."""
    data = some(
        lambda data: (
            at_move(data)
            and data["turn"] > 2 * len(data["players"])
            and not data["players"][0]["buildings"]
        )
    )
    data["players"][0]["buildings"]["9"] = empty_building_space(data)
    return data


@kind(
    core.NEVER_STATION_REACHED,
    "players[0].station_discs.9",
    "an engine that has been at 26t",
    "players[0].engine is 26t or further, or the disc is elsewhere; or one of aux6_a, aux6_b is",
)
def a_station_the_engine_never_reached() -> Data:
    """RR-04, RR-09; with the sixth action closed no engine goes back; none is past the depot."""
    data = some(
        lambda data: (
            at_move(data)
            and data["turn"] > 2 * len(data["players"])
            and {"aux6_a", "aux6_b"} <= {*data["players"][0]["discs"]}
            and data["players"][0]["engine"] in map(str, range(20))
            and "step_1" in data["players"][0]["discs"]
        )
    )
    data["players"][0]["station_discs"]["9"] = 1
    data["players"][0]["discs"].remove("step_1")
    return data


# cards


@kind(
    core.NEVER_FIRST_HAND,
    "players[1].hand",
    "5 cards, as in the first turn",
    "put cards from the draw stack into the hand",
)
def another_hand_than_was_dealt() -> Data:
    """SET-16."""
    data = new()
    player = data["players"][1]
    player["draw_stack"].append(first_of(player["hand"]))
    return data


@kind(
    core.NEVER_FIRST_HAND,
    "players[0].hand",
    "4 cards, as in the first turn",
)
def too_few_cards_in_the_first_turn() -> Data:
    """SET-17."""
    data = new()
    add(mover(data)["discard"], first_of(mover(data)["hand"]))
    return data


@kind(
    core.NEVER_HAND_SHORT,
    "players[1].hand",
    "4 cards, the hand limit, as there are cards to draw",
)
def two_cards_at_the_move() -> Data:
    """CARD-02; the player has played no objective card."""
    data = some(
        lambda data: (
            data["seat"] == 1
            and at_move(data)
            and {"hand_1", "hand_2"} <= {*mover(data)["discs"]}
            and not mover(data)["objectives"]
            and sum(mover(data)["hand"].values()) == 4
        )
    )
    mover(data)["known"] = {}
    for _ in range(2):
        add(mover(data)["discard"], first_of(mover(data)["hand"]))
    return data


@kind(
    core.NEVER_HAND_AFTER_INCOME,
    "players[0].hand",
    "no cards from the income on until the player leaves Buenos Aires",
    "put them on the discard pile",
)
def cards_after_the_income() -> Data:
    """BA-02."""
    data = some(
        lambda data: (
            data["seat"] == 0 and stage(data) == "foresight_b" and bool(mover(data)["draw_stack"])
        )
    )
    add(mover(data)["hand"], mover(data)["draw_stack"].pop())
    return data


@kind(
    core.NEVER_MARKET_STACK,
    "market_stack",
    "at most 27 cards, as at the start",
    "move cards from market_stack to cattle_market",
)
def a_market_that_was_not_laid_out() -> Data:
    """SET-09."""
    data = new()
    data["market_stack"].append(first_of(data["cattle_market"]))
    return data


@kind(
    core.NEVER_REMOVED,
    "out_of_the_game.cards",
    "none, as nobody has had an action that removes cards",
    "put them back into a deck",
)
def cards_removed_by_nobody() -> Data:
    data = new()
    stack = mover(data)["draw_stack"]
    stack.remove("niata")
    data["out_of_the_game"]["cards"]["niata"] = 1
    return data


@kind(
    core.NEVER_EXHAUSTION,
    "exhaustion_stack",
    "at least 23 cards",
    "put exhaustion cards from decks back",
)
def exhaustion_of_nothing() -> Data:
    """HELP-03: nobody was helped."""
    data = new()
    data["exhaustion_stack"] -= 1
    add(data["players"][1]["discard"], "exhaustion")
    return data


# tiles and ships


@kind(core.NEVER_BAG_FULL, "bags.A", "at most 29 tiles, as after set-up", "move a tile of bags.A")
def a_bag_fuller_than_after_set_up() -> Data:
    """SET-06."""
    data = new()
    colour = next(c for c in ("green", "blue", "orange") if farmers_on(data, c))
    data["bags"]["A"].append(take_farmer(data, farmers_on(data, colour)[-1]))
    return data


@kind(
    core.NEVER_BAG_UNEVEN,
    "bags.A",
    r"tiles, after \d+ visits to Buenos Aires",
    "put a tile back into bags.A",
)
def bags_drawn_from_unevenly() -> Data:
    """BA-06, BA-10: one tile of each bag a visit."""
    data = some(
        lambda data: (
            at_move(data)
            and data["turn"] > 5 * len(data["players"])
            and tiles_drawn(data) > 1
            and len(farmers_on(data, data["bags"]["A"][-1])) < 4
        )
    )
    put_farmer(data, data["bags"]["A"].pop())
    return data


@kind(
    core.NEVER_FORESIGHT_LEFT,
    "foresight.A",
    "1 tile, as the subphase is over",
    "set the stage",
)
def a_foresight_without_a_choice() -> Data:
    """BA-06."""
    data = some(lambda data: stage(data) == "foresight_a" and len(data["foresight"]["A"]) == 2)
    data["decisions"][0]["stage"] = "foresight_b"
    return data


@kind(
    core.NEVER_SHIP_LEFT,
    "ships.departed",
    "no ship 3, before the arrow of row 7 is passed",
    "3 is in the loading zone or in the pile",
)
def a_ship_that_left_without_an_arrow() -> Data:
    """BA-08."""
    data = new()
    data["ships"]["loading_zone"].remove("3")
    data["ships"]["departed"].append("3")
    return data


@kind(
    core.NEVER_SHIP_PILED,
    "ships.pile",
    "no ship that begins in the loading zone",
    "put 3 into ships.loading_zone",
)
def a_ship_that_went_back_into_the_pile() -> Data:
    """SET-11."""
    data = new()
    ships = data["ships"]
    ships["loading_zone"].remove("3")
    ships["loading_zone"].append(ships["pile"].pop())
    ships["pile"].append("3")
    return data


@kind(
    core.NEVER_PILE,
    "ships.pile",
    "7 ships, after 0 departures",
    "move ships back into ships.pile",
)
def a_ship_that_came_too_early() -> Data:
    """SET-11, BA-09."""
    data = new()
    data["ships"]["loading_zone"].append(data["ships"]["pile"].pop())
    return data


@kind(
    core.NEVER_LOADED,
    "players[].ship_discs",
    "at most 0 discs on ships, one a visit",
    "take discs off ships",
)
def a_ship_loaded_without_a_visit() -> Data:
    """BA-03."""
    data = unvisited()
    disc(data["players"][0], core.CORNER_WHITE)
    data["players"][0]["ship_discs"]["0"] = 1
    return data


def unvisited() -> Data:
    """Everybody has moved, nobody has been to Buenos Aires."""
    return some(
        lambda data: (
            at_move(data)
            and data["seat"] == 0
            and data["turn"] > 2 * len(data["players"])
            and tiles_drawn(data) == 0
        )
    )


@kind(
    core.NEVER_MASTERS_OUT,
    "out_of_the_game.station_masters",
    "3, as at the start",
    "each master in play is at a station",
    "players[0].station_masters",
)
def a_master_that_was_never_in_play() -> Data:
    """SET-02."""
    data = some(lambda data: at_move(data) and data["turn"] > 2 * len(data["players"]))
    data["players"][0]["station_masters"].append(data["out_of_the_game"]["station_masters"].pop())
    return data


# turns and visits


@kind(
    core.NEVER_ENDING_TURN,
    "ending",
    "another seat, as who took the token has no further turn",
    "the seat that took it",
)
def a_turn_after_the_last() -> Data:
    """END-02."""
    data = some(lambda data: data["ending"] is not None and at_move(data))
    data["ending"] = data["seat"]
    return data


@kind(
    core.NEVER_ENDING_PLACE,
    r"players[0].estanciero",
    "start, as this seat took the token",
    '"start"',
)
def who_took_the_token_is_elsewhere() -> Data:
    """END-01, BA-13."""
    data = some(lambda data: data["ending"] == 0 and at_move(data))
    data["players"][0]["estanciero"] = "n4"
    return data


@kind(
    core.NEVER_ARRIVAL,
    "decisions[0]",
    "a row that 0 workers chosen since lead from to the present one",
    "3, the row of the token",
)
def a_token_that_moved_on_its_own() -> Data:
    """BA-07."""
    data = some(
        lambda data: stage(data) == "extra_delivery" and data["job_market"]["token_row"] == 3
    )
    data["decisions"][0]["token_row_on_arrival"] = 2
    return data


@kind(
    core.NEVER_INCOME_LEFT,
    "decisions[0]",
    "no income any more, as the loading is over",
    "leave the income out",
)
def an_income_after_the_loading() -> Data:
    """BA-12."""
    data = some(lambda data: stage(data) == "foresight_a")
    data["decisions"][0]["income"] = 5
    return data


@kind(
    core.NEVER_FRESH_VISIT,
    "players[0].estanciero",
    "a tile on the space, as nothing was done there yet",
    "put the tile back",
)
def a_visit_to_an_empty_space() -> Data:
    """MOV-02: whoever arrives there finds a granjero."""
    data = some(
        lambda data: (
            data["seat"] == 0
            and data["decisions"] == [{"decision": "local_action", "visit": "open"}]
            and mover(data)["estanciero"] in data["trail"]["farmers"]
            and not mover(data)["objectives"]
        )
    )
    tile = take_farmer(data, mover(data)["estanciero"])
    add(data["helped_farmers"], tile)
    add(mover(data)["farmers"], next(c for c in RULES.names.colours if tile.startswith(c)))
    return data


@kind(
    core.NEVER_LOCALS,
    "decisions[0]",
    r"no local actions done but the \d of the location",
    "name the local actions of the building",
)
def a_local_action_that_is_not_there() -> Data:
    """LOC-01."""

    def fits(data: Data) -> bool:
        return [one.get("visit") for one in data["decisions"]] == ["local_actions"] and mover(data)[
            "estanciero"
        ] in RULES.names.neutral_spaces

    data = some(fits)
    data["decisions"][0]["done"] = [4]
    return data


@kind(
    core.NEVER_LOCALS,
    "decisions[0]",
    "no local actions done at such a location",
)
def local_actions_of_a_granjero() -> Data:
    """LOC-06."""
    data = some(
        lambda data: (
            data["decisions"] == [{"decision": "local_action", "visit": "closed"}]
            and mover(data)["estanciero"] in data["trail"]["farmers"]
        )
    )
    data["decisions"][0] |= {"visit": "local_actions", "done": [1]}
    return data


# the trail


@kind(
    core.NEVER_EMPTY_SPACE,
    "players[0].estanciero",
    "a space with a tile",
    "buildings never leave the trail",
)
def an_estanciero_where_nothing_was_built() -> Data:
    """BLD-02."""
    data = some(lambda data: at_move(data) and data["turn"] > 2 * len(data["players"]))
    data["players"][0]["estanciero"] = empty_building_space(data)
    return data


@kind(
    core.NEVER_FIRST_SPACE,
    "players[0].estanciero",
    "a neutral building, as the player has had the first turn only",
    "the neutral building on which the estanciero was placed",
)
def a_first_turn_that_moved() -> Data:
    """SET-17."""
    data = some(lambda data: data["turn"] == 2 and data["decisions"][-1]["decision"] == "discard")
    data["players"][0]["estanciero"] = next(iter(data["trail"]["farmers"]))
    return data


@kind(
    core.NEVER_AT_TRAIL_START,
    "players[].estanciero",
    "at most 0 of them at the start",
    "a tile of each bag is taken for every visit",
)
def a_start_without_a_visit() -> Data:
    """BA-10."""
    data = unvisited()
    data["players"][1]["estanciero"] = "start"
    return data


@kind(
    core.NEVER_COINS,
    r"trail.farmers.\w+.coins",
    "none, as nobody has moved",
    "leave the coins out",
)
def fees_before_anybody_moved() -> Data:
    """MOV-07."""
    data = new()
    next(iter(data["trail"]["farmers"].values()))["coins"] = 2
    return data


@kind(
    core.NEVER_GAP,
    "trail.farmers",
    r"no more empty spaces before a \w+ granjero than were helped: 0",
    "granjeros to the lowest spaces",
)
def a_gap_between_granjeros() -> Data:
    """SET-06."""
    data = new()
    colour = next(c for c in ("green", "blue", "orange") if 0 < len(farmers_on(data, c)) < 4)
    there, number = data["trail"]["farmers"], len(farmers_on(data, colour))
    there[spaces_of(colour)[number]] = there.pop(spaces_of(colour)[0])
    return data


@kind(
    core.NEVER_BOXED,
    "out_of_the_game.tiles",
    r"no \w+ ones, as not all 4 spaces can have been full",
    "back into their bag",
)
def a_granjero_that_left_too_early() -> Data:
    """BA-06."""
    data = some(lambda data: at_move(data) and tiles_drawn(data) > 0 and boxable(data) is not None)
    colour = boxable(data)
    assert colour is not None
    add(data["out_of_the_game"]["tiles"], take_farmer(data, farmers_on(data, colour)[-1]))
    return data


def boxable(data: Data) -> str | None:
    """A colour with a free space, of which none was helped and nobody stands there."""
    taken = {player["estanciero"] for player in data["players"]}
    for colour in ("green", "blue", "orange"):
        there = farmers_on(data, colour)
        helped = any(tile.startswith(colour) for tile in data["helped_farmers"])
        if 0 < len(there) < 4 and not helped and there[-1] not in taken:
            return colour
    return None


# what players own


@kind(
    core.NEVER_REPLACED,
    r"players[0].buildings.1",
    "a larger building of the player that can have replaced it",
    "name the building that replaced 1, or leave 1 out",
)
def a_building_that_vanished() -> Data:
    """BLD-02."""
    data = some(
        lambda data: (
            at_move(data)
            and data["turn"] > 2 * len(data["players"])
            and not data["players"][0]["buildings"]
        )
    )
    data["players"][0]["buildings"]["1"] = "out"
    return data


@kind(
    core.NEVER_MASTERS,
    "players[0].station_masters",
    "at most 0, as so many stations have a disc of the player and a worker",
    "put a worker in stations and a disc in station_discs",
    r"stations.\d",
)
def a_master_without_a_station() -> Data:
    """RR-05."""
    return giving_up()


def giving_up(worker: str = "") -> Data:
    """A worker of the market was given up at a station that nobody has upgraded."""

    def row_of(data: Data) -> tuple[Data, str] | None:
        rows = data["job_market"]["rows"][: data["job_market"]["token_row"] - 1]
        return next(((row, it) for row in rows for it in row if it.startswith(worker)), None)

    data = some(
        lambda data: (
            at_move(data)
            and data["turn"] > 2 * len(data["players"])
            and not any(player["station_discs"] for player in data["players"])
            and row_of(data) is not None
            and not data["players"][0]["buildings"]
            and not data["players"][0]["workers"]["carpintero"]
        )
    )
    found = row_of(data)
    assert found is not None
    row, given = found
    add(row, given, -1)
    station = next(name for name, there in data["stations"].items() if "master" in there)
    data["players"][0]["station_masters"].append(data["stations"][station]["master"])
    data["stations"][station] = {"worker": given}
    return data


@kind(
    core.NEVER_WORKER_GIVEN,
    r"stations.\d",
    "a disc of some player at the station",
    "name a disc in station_discs of the player",
    "players[0].station_masters",
)
def a_worker_at_a_station_of_nobody() -> Data:
    """RR-05."""
    return giving_up()


@kind(
    core.NEVER_DARK_DISCS,
    "players[0].discs",
    "as many cleared spaces with a white corner as discs on white corners",
    "exchange the two",
)
def a_dark_disc_on_a_white_ship() -> Data:
    """DISC-01."""
    white = {"aux1_b", "aux2_b", "aux3_a", "aux3_b", "aux4_a", "aux4_b", "certificate"}
    data = some(
        lambda data: (
            at_move(data)
            and bool(white - {*data["players"][0]["discs"]})
            and {"aux1_b", "step_2"} <= {*data["players"][0]["discs"]}
            and data["players"][0]["ship_discs"].get("0", 0) > 0
            and not data["players"][0]["city_discs"]
            and sum(data["players"][0]["quay_discs"].values()) == 1
            and data["players"][0]["certificates"] < 6
        )
    )
    player = data["players"][0]
    cleared = sorted(white - {*player["discs"]})
    player["discs"].append(cleared[0])
    player["discs"].remove("step_2")
    return data


@kind(
    core.NEVER_QUAY,
    "players[0].quay_discs.le_havre_2",
    "at most 0",
    "put its ship into ships.departed",
)
def a_disc_on_a_quay_without_a_ship() -> Data:
    """BA-09."""
    data = unvisited()
    disc(data["players"][0], core.CORNER_WHITE)
    data["players"][0]["quay_discs"]["le_havre_2"] = 1
    return data


@kind(
    core.NEVER_CITY,
    "players[0].city_discs",
    "no more discs in the city than came to le_havre_1, le_havre_2: 1",
    "put a ship of the city into ships.departed",
)
def a_delivery_without_a_quay() -> Data:
    """BA-01."""
    data = unvisited()
    disc(data["players"][0], core.CORNER_WHITE)
    data["players"][0]["city_discs"]["le_havre_west_1"] = 1
    return data


# suspicious


@kind(
    core.SUSPECT_WORKERS,
    "players[0].workers",
    "hired in the player's turn 2",
    "fewer, or a later turn",
    severity=SUSPICIOUS,
)
def many_workers_early() -> Data:
    data = some(
        lambda data: (
            at_move(data)
            and len(data["players"]) == 4
            and turns(data, 0) == 2
            and not any(data["players"][0]["workers"].values())
        )
    )
    hire(data, 0, 7)
    return data


@kind(
    core.SUSPECT_BUILDINGS,
    "players[0].buildings",
    "built in the player's turn 2",
    "fewer, or a later turn",
    severity=SUSPICIOUS,
)
def many_buildings_early() -> Data:
    """Four carpinteros suffice for each of them."""
    data = some(
        lambda data: (
            at_move(data)
            and turns(data, 0) == 2
            and len(carpinteros(data)) > 2
            and not data["players"][0]["workers"]["carpintero"]
        )
    )
    for row, worker in carpinteros(data)[:3]:
        add(row, worker, -1)
        kind = "strong" if worker.endswith("+") else "plain"
        data["players"][0]["workers"]["carpintero"].append(kind)
    for number in range(1, 8):
        if str(number) not in data["players"][0]["buildings"]:
            data["players"][0]["buildings"][str(number)] = empty_building_space(data)
    return data


def carpinteros(data: Data) -> list[tuple[Data, str]]:
    """Those that can be hired, each with its row."""
    return [
        (row, worker)
        for row in data["job_market"]["rows"][: data["job_market"]["token_row"] - 1]
        for worker, n in row.items()
        for _ in range(n)
        if worker.startswith("carpintero")
    ]


@kind(
    core.SUSPECT_ENGINE,
    "players[0].engine",
    "spaces from the beginning in the player's turn 2",
    "a place further back, or a later turn",
    severity=SUSPICIOUS,
)
def an_engine_far_ahead() -> Data:
    data = some(lambda data: at_move(data) and turns(data, 0) == 2)
    data["players"][0]["engine"] = "22"
    return data


@kind(
    core.SUSPECT_STATION,
    "players[0].station_discs.9",
    "an engine nearer to the station, or beyond it",
    "players[0].engine is 26t or further",
    severity=SUSPICIOUS,
)
def a_station_far_ahead_of_the_engine() -> Data:
    """The sixth action is open, but it takes a space or two at a time."""
    data = some(
        lambda data: (
            at_move(data)
            and not {"aux6_a", "aux6_b"} <= {*data["players"][0]["discs"]}
            and data["players"][0]["engine"] in map(str, range(10))
            and {"hand_1", "step_1"} & {*data["players"][0]["discs"]} != set()
            and not data["players"][0]["objectives"]
            and not data["players"][0]["station_discs"]
            and bool({"aux1_b", "aux2_b"} & {*data["players"][0]["discs"]})
            and data["seat"] == 0
        )
    )
    data["players"][0]["station_discs"]["9"] = 1
    taken = "step_1" if "step_1" in data["players"][0]["discs"] else "hand_1"
    data["players"][0]["discs"].remove(taken)
    return data


# --- the tests -----------------------------------------------------------------------------------


def matches(pattern: str, path: str) -> bool:
    """Whether a path is meant; brackets and dots stand for themselves, escapes do not."""
    return re.fullmatch(re.sub(r"([\[\].])", r"\\\1", pattern), path) is not None


@pytest.mark.parametrize("name", KINDS)
def test_a_position_that_does_not_come_of_play(name: str) -> None:
    """It is found by path, severity, words and mend, in the state and in every view."""
    _, wanted = KINDS[name]
    data = wanted.build()
    found = problems_in(data)
    assert {problem.severity for problem in found} == {wanted.severity}
    assert not any(problem.refused for problem in found)
    paths = [problem.path for problem in found]
    assert len(paths) == 1 + len(wanted.beside), paths
    (first,) = [problem for problem in found if re.search(wanted.expected, problem.expected)][:1]
    assert matches(wanted.path, first.path), first.path
    rest = list(paths)
    rest.remove(first.path)
    assert all(matches(*pair) for pair in zip(wanted.beside, rest, strict=True)), rest
    if wanted.mend is not None:
        assert wanted.mend in (first.mend or "")
    state = State.from_dict(data)  # it loads
    assert state.problems() == found
    if state.legal_actions():
        state.clone().core.play_random(1, 50)
    for seat in range(state.players):
        view = state.view(seat)
        assert View.from_dict(view.to_dict()).problems() == view.problems()
        assert [as_in_a_view(problem, seat) for problem in found] == view.problems()


def as_in_a_view(problem: Problem, seat: int) -> Problem:
    """What a seat is told: of other hands it sees how many cards they have."""
    path = re.sub(r"^(players\[(\d+)\])\.hand$", r"\1.hand_size", problem.path)
    if path == f"players[{seat}].hand_size":
        path = problem.path
    return Problem(
        path, problem.expected, problem.got, problem.mend, problem.severity, refused=False
    )


def test_every_kind_has_a_position() -> None:
    """But those that need other rulesets, which have tests of their own, and old suspicions."""
    older = {
        core.SUSPECT_TURN,
        core.SUSPECT_PESOS,
        core.SUSPECT_TOKENS,
        core.SUSPECT_HAND,
        core.SUSPECT_COINS,
    }
    assert {code for code, _ in KINDS.values()} | older | {core.NEVER_AT_START} == {*UNPLAYED}


# --- before the first turn -----------------------------------------------------------------------


def _hired(data: Data) -> None:
    hire(data, 1)


def _farmer(data: Data) -> None:
    space = farmers_on(data, next(c for c in ("green", "blue") if farmers_on(data, c)))[-1]
    tile = take_farmer(data, space)
    add(data["helped_farmers"], tile)
    add(data["players"][1]["farmers"], next(c for c in RULES.names.colours if tile.startswith(c)))


def _master(data: Data) -> None:
    data["players"][1]["station_masters"].append(data["out_of_the_game"]["station_masters"].pop())


def _disc(data: Data) -> None:
    disc(data["players"][1])
    data["players"][1]["quay_discs"]["le_havre_1"] += 1


AT_START: dict[str, Callable[[Data], object]] = {
    "pesos": lambda data: data["players"][1].update(pesos=12),
    "exchange_tokens": lambda data: data["players"][1].update(exchange_tokens=2),
    "grain": lambda data: data["players"][1].update(grain=3),
    "certificates": lambda data: data["players"][1].update(certificates=2),
    "engine": lambda data: data["players"][1].update(engine="4"),
    "workers": _hired,
    "farmers": _farmer,
    "buildings": lambda data: data["players"][1]["buildings"].update({"1": "basic1"}),
    "objectives": lambda data: data["players"][1]["objectives"].append(
        data["objective_stack"].pop()
    ),
    "station_masters": _master,
    "discs": _disc,
    "discard": lambda data: add(
        data["players"][1]["discard"], data["players"][1]["draw_stack"].pop()
    ),
    "known": lambda data: data["players"][1].update(
        known={next(iter(data["players"][1]["hand"])): 1}
    ),
}


@pytest.mark.parametrize("field", AT_START)
def test_a_player_before_the_first_turn_has_what_set_up_gives(field: str) -> None:
    """SET-14, SET-16."""
    data = new()
    if field == "discard":
        data["players"][1]["draw_stack"].remove("niata")
        data["players"][1]["draw_stack"].append("niata")
    AT_START[field](data)
    problem = next(each for each in problems_in(data) if each.path == f"players[1].{field}")
    assert (problem.severity, problem.refused) == (WRONG, False)
    assert "as at the start, before the first turn" in problem.expected
    assert problem.mend == "as at the start, or else turn is 4 or more"
    assert State.from_dict(data).view(0).problems() == State.from_dict(data).problems()


def test_values_before_the_first_turn_are_those_of_the_snapshot() -> None:
    data = new()
    data["players"][1] |= {"certificates": 4, "engine": "8t"}
    told = {each.path: (each.expected.split(",")[0], each.got) for each in problems_in(data)}
    assert told == {
        "players[1].certificates": ("0", 4),
        "players[1].engine": ("0", "8t"),
    }


def test_the_first_turn_itself_keeps_them_until_the_estanciero_is_placed() -> None:
    data = new()
    data["players"][0]["pesos"] += 1
    data["players"][0]["exchange_tokens"] = 0  # may have been spent
    assert [each.path for each in problems_in(data)] == ["players[0].pesos"]


# --- what explains it ----------------------------------------------------------------------------


def test_seven_cards_with_the_sixth_action_open() -> None:
    """AUX-02: drawing without removing leads beyond the limit."""
    data = seven_cards_at_the_move()
    player = mover(data)
    player["discs"].remove("aux6_a")
    add(player["quay_discs"], "rotterdam_1")
    found = [problem.path for problem in problems_in(data)]
    assert "players[1].hand" not in found


def test_a_building_that_takes_a_card_for_a_card_explains_no_larger_hand() -> None:
    """Building 10b asks a cattle card for the one that it gives."""
    data = seven_cards_at_the_move()
    data["sides"] = data["sides"][:9] + "b"
    mover(data)["buildings"]["10"] = empty_building_space(data)
    assert "players[1].hand" in [problem.path for problem in problems_in(data)]


def test_a_station_behind_an_engine_that_was_in_the_depot() -> None:
    """RR-07: from the depot the engine goes on from 24."""
    data = a_station_the_engine_never_reached()
    for place, reached in (("23t", False), ("24", True), ("depot", True)):
        data["players"][0]["engine"] = place
        paths = [each.path for each in problems_in(data) if each.severity == WRONG]
        assert ("players[0].station_discs.9" in paths) is not reached


def test_a_large_building_that_replaced_a_lesser_one() -> None:
    """BLD-02: the difference counts, and the lesser tile is out."""
    data = a_building_of_seven_carpinteros()
    player = data["players"][0]
    have = 1 + len(player["workers"]["carpintero"])
    for number, needs in (("8", 5), ("4", 2)):
        player["buildings"] = {"9": player["buildings"]["9"], number: "out"}
        paths = [each.path for each in problems_in(data)]
        fits = 7 - needs <= have
        assert ("players[0].buildings.9" in paths) is not fits
        assert (f"players[0].buildings.{number}" in paths) is (not fits or needs > have)


def test_one_building_out_stands_for_one_replacement() -> None:
    """9 and 10 cannot both have taken the place of 8."""
    data = a_building_of_seven_carpinteros()
    player = data["players"][0]
    player["buildings"] = {"8": "out", "9": player["buildings"]["9"]}
    player["buildings"]["10"] = empty_building_space(data)
    paths = {each.path for each in problems_in(data)}
    assert "players[0].buildings.10" in paths


def test_an_estanciero_on_a_space_from_which_a_granjero_was_helped() -> None:
    """HELP-07."""
    data = an_estanciero_on_an_empty_space()
    space = farmers_on(data, "green")[-1:] or [None]
    if space[0] is None:
        tile = next(tile for tile in data["bags"]["A"] if tile.startswith("green"))
        data["bags"]["A"].remove(tile)
    else:
        tile = take_farmer(data, space[0])
    add(data["helped_farmers"], tile)
    add(data["players"][0]["farmers"], "green")
    assert "players[0].estanciero" not in [each.path for each in problems_in(data)]


@pytest.mark.parametrize(("left", "found"), [("aux1_b", True), ("aux6_b", False)])
def test_discs_leave_stations_only_when_no_free_white_one_is_left(left: str, found: bool) -> None:
    """DISC-03: the last white disc may cost too much, so a disc of a station was taken."""
    data = giving_up()
    player = data["players"][0]
    dark = {"hand_1", "hand_2", "step_1", "step_2", "strength_2"}
    gone = [name for name in player["discs"] if name not in dark | {left}]
    player["discs"] = [name for name in player["discs"] if name not in gone]
    add(player["ship_discs"], "0", len(gone))
    if left not in player["discs"]:
        player["discs"].append(left)
        add(player["ship_discs"], "0", -1)
    paths = [each.path for each in problems_in(data)]
    assert ("players[0].station_masters" in paths) is found


def test_carpinteros_that_were_given_up_have_built() -> None:
    """RR-05: one was given up for a station master, after a building of two."""
    data = giving_up("carpintero")
    player = data["players"][0]
    player["buildings"]["4"] = empty_building_space(data)
    assert "players[0].buildings.4" not in [each.path for each in problems_in(data)]
    player["buildings"]["5"] = empty_building_space(data)
    assert "players[0].buildings.5" in [each.path for each in problems_in(data)]


# --- other rulesets ------------------------------------------------------------------------------


def test_a_ruleset_in_which_the_first_turn_moves() -> None:
    """What holds is derived from the figures: here neutral building A moves on."""
    rules = edited(("  { gain = [{ hire = 2 }] },", "  { gain = [{ move = 9 }] },"))
    data = gwta_ai.new_game(2, 1, ruleset=rules).to_dict()
    next(iter(data["trail"]["farmers"].values()))["coins"] = 2
    assert problems_in(data, rules) == []


def test_a_ruleset_with_another_limit() -> None:
    rules = edited(("hand_limit = 4\n", "hand_limit = 7\n"))
    data = gwta_ai.new_game(2, 1, ruleset=rules).to_dict()
    assert problems_in(data, rules) == []
    data["players"][0]["draw_stack"].append(first_of(data["players"][0]["hand"]))
    assert [each.path for each in problems_in(data, rules)] == ["players[0].hand"]


def test_the_earlier_ruleset_too() -> None:
    """A station beyond the engine, with turnouts in the line."""
    state = gwta_ai.new_game(2, 5, ruleset=EARLIER)
    while state.turn < 5:
        state.apply(state.legal_actions()[0])
    data = state.to_dict()
    assert problems_in(data) == []
    data["players"][0]["station_discs"]["9"] = 1
    data["players"][0]["discs"].remove("step_1")
    assert [each.path for each in problems_in(data)] == ["players[0].station_discs.9"]


# --- no false alarms -----------------------------------------------------------------------------


def test_nothing_is_found_in_positions_of_play() -> None:
    """Random, greedy and policy games, both rulesets; ``scripts/long_checks.py`` does more."""
    assert [(number, found) for number, found in false_alarms(600) if found] == []


def false_alarms(n: int) -> Iterator[tuple[int, list[Problem]]]:
    for number, state in enumerate(played.positions(n)):
        yield number, played.problems(state)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_found_in_golden_games(name: str) -> None:
    state, choose = set_up(name), random.Random(name).choice
    while not state.is_over:
        assert played.problems(state) == [], (name, state.turn)
        state.apply(choose([action.notation for action in state.legal_actions()]))
    assert played.problems(state) == []


@pytest.mark.parametrize("name", examples.names())
def test_nothing_is_found_in_example_positions(name: str) -> None:
    assert examples.load(name).problems() == []


# --- the command line ----------------------------------------------------------------------------


def check(data: Data, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(program, ["check", "-", *options], input=pack(data))
    return result.exit_code, result.stdout


def test_check_of_a_position_that_no_play_leads_to() -> None:
    """It is wrong, so the exit code is 3, but it loads, which is said."""
    data = a_ship_that_left_without_an_arrow()
    code, printed = check(data)
    assert code == 3
    assert "ships.departed (loads)\n" in printed
    assert printed.endswith("\n1 wrong: no play leads there, though it loads\n")
    code, printed = check(data, "--json")
    assert code == 3
    told = json.loads(printed)
    assert {key: told[key] for key in ("wrong", "refused", "suspicious")} == {
        "wrong": 1,
        "refused": 0,
        "suspicious": 0,
    }
    assert told["problems"][0]["refused"] is False


def test_what_is_refused_is_not_looked_at_for_play() -> None:
    """A fault stands alone; what would follow from it is not told."""
    data = a_ship_that_left_without_an_arrow()
    data["players"][0]["quay_discs"]["le_havre_1"] += 1
    assert [each.path for each in problems_in(data)] == ["players[0].discs"]
    code, printed = check(data)
    assert (code, printed.splitlines()[-1]) == (3, "1 wrong")


def test_nothing_of_play_is_told_with_a_field_that_cannot_be_read() -> None:
    data = a_ship_that_left_without_an_arrow()
    data["market_stack"] = None
    assert [each.path for each in problems_in(data)] == ["market_stack"]
