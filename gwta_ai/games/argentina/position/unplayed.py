"""What loads and yet does not come of play, in words: wrong, or only suspicious.

Each kind says in ``why`` how the rules exclude it; what the core cannot show for certain of
every sequence of legal actions is not told. The table in the documentation is made from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.position.case import Case, Finding
from gwta_ai.games.argentina.position.entry import Words
from gwta_ai.games.problem import SUSPICIOUS, WRONG

# --- parts of texts ------------------------------------------------------------------------------

_START = {
    core.START_PESOS: "pesos",
    core.START_TOKENS: "exchange_tokens",
    core.START_GRAIN: "grain",
    core.START_CERTIFICATES: "certificates",
    core.START_ENGINE: "engine",
    core.START_WORKERS: "workers",
    core.START_FARMERS: "farmers",
    core.START_BUILDINGS: "buildings",
    core.START_OBJECTIVES: "objectives",
    core.START_MASTERS: "station_masters",
    core.START_DISCS: "discs",
    core.START_DISCARD: "discard",
    core.START_KNOWN: "known",
}


def _start_path(case: Case, found: Finding) -> str:
    return f"players[{found.seat}].{_START[found.place]}"


def _start_value(case: Case, field: int, value: int) -> object:
    """What a field says before the first turn, or how many are in it."""
    if field == core.START_CERTIFICATES:
        return case.figures["certificate_track"][value]
    return case.names.track[value] if field == core.START_ENGINE else value


def _start_expected(case: Case, found: Finding) -> str:
    value = _start_value(case, found.place, found.expected)
    return f"{value}, as at the start, before the first turn"


def _start_got(case: Case, found: Finding) -> object:
    return _start_value(case, found.place, found.got)


def _start_mend(case: Case, found: Finding) -> str:
    turn = case.raw["players"] + found.seat + 1
    return f"as at the start, or else turn is {turn} or more"


def _space(case: Case, found: Finding) -> str:
    return case.names.spaces[found.got]


def _engine(case: Case, found: Finding) -> str:
    return f"the engine on {case.names.track[found.got]}"


def _reached(case: Case, found: Finding) -> str:
    station = case.figures["stations"][found.place]
    return f"an engine that has been at {case.names.track[station['position']]}"


def _reach_mend(case: Case, found: Finding) -> str:
    station = case.figures["stations"][found.place]
    return (
        f"players[{found.seat}].engine is {case.names.track[station['position']]} or further, or"
        " the disc is elsewhere"
    )


def _back_mend(case: Case, found: Finding) -> str:
    """Of a station that no engine without a way back can have upgraded."""
    keys = ", ".join(
        case.names.disc_spaces[at]
        for at, space in enumerate(case.figures["disc_spaces"])
        if space["auxiliary"] and _goes_back(case, space["auxiliary"] - 1)
    )
    opened = f"; or one of {keys} is gone from players[{found.seat}].discs" if keys else ""
    return _reach_mend(case, found) + opened


def _goes_back(case: Case, auxiliary: int) -> bool:
    program = case.figures["auxiliary"][auxiliary]["single"]
    cost: int = case.figures["programs"][program]["cost_op"]
    return cost == core.COST_ENGINE_BACK


def _first_discards(case: Case, found: Finding) -> str:
    cards = f"{found.expected} card{'s' if found.expected > 1 else ''}"
    return f"{cards} of the {found.also} still to be discarded, as the limit is exceeded"


def _ships_of(case: Case, row: int) -> list[int]:
    """The ships whose arrow stands at a row, but for those of the pile."""
    colour = case.figures["job_event_arg"][row]
    ships = enumerate(case.figures["ships"][: len(case.names.ships)])
    return [at for at, ship in ships if ship["colour"] == colour and not ship["pile"]]


def _stayed(case: Case, found: Finding, *, all_of_them: bool = False) -> str:
    """Names of the ships that should have left by a row, by default those that have not."""
    return ", ".join(
        case.names.ships[ship]
        for ship in _ships_of(case, found.place)
        if all_of_them or case.raw["ship_at"][ship] != core.DEPARTED
    )


def _arrow(case: Case, found: Finding) -> str:
    """The row whose arrow lets a ship depart."""
    colour = case.figures["ships"][found.place]["colour"]
    rows = [
        str(row + 1)
        for row in range(case.figures["job_rows"])
        if case.figures["job_event"][row] == core.JOB_DEPART
        and case.figures["job_event_arg"][row] == colour
    ]
    return f"the arrow of row {' or '.join(rows)}" if rows else "no arrow"


def _stayed_mend(case: Case, found: Finding) -> str:
    return (
        f"{_stayed(case, found, all_of_them=True)} are in ships.departed and the discs of them on"
        f" quays, or else token_row is at most {found.place + 1}"
    )


def _left_mend(case: Case, found: Finding) -> str:
    ship = case.names.ships[found.place]
    return f"{ship} is in the loading zone or in the pile, until the token has passed its arrow"


def _visits(number: int) -> str:
    return f"{number} visit{'' if number == 1 else 's'} to Buenos Aires"


def _bag(case: Case, found: Finding) -> str:
    return f"{found.expected} tiles, after {_visits(found.also)}"


def _bag_short(case: Case, found: Finding) -> str:
    if found.also:
        return f"at least {found.expected} tiles, after at most {_visits(found.also)}"
    return f"{found.expected} tiles, before the first visit to Buenos Aires"


def _bag_mend(case: Case, found: Finding) -> str:
    lacking = found.expected - found.got
    name = case.names.bags[found.place]
    tiles = "a tile" if abs(lacking) == 1 else f"{abs(lacking)} tiles"
    if lacking > 0:
        return f"put {tiles} back into bags.{name}, from a place that a visit would have filled"
    return f"move {tiles} of bags.{name} to where set-up or visits have put them"


def _removal(case: Case, found: Finding) -> str:
    return "none, as nobody has had an action that removes cards"


def _unread_space(case: Case, found: Finding) -> str:
    space = case.names.spaces[found.got]
    if case.figures["spaces"][found.got]["kind"] == core.SPACE_BUILDING:
        return f"a building on {space}, or another space: buildings never leave the trail"
    return f"name the granjero of {space} in helped_farmers, or a space with a tile"


def _building_need(case: Case, found: Finding) -> str:
    return f"{found.expected} carpinteros at a time, or fewer and a building that was replaced"


def _replacing(case: Case, found: Finding) -> str:
    number = found.place + 1
    return f"name the building that replaced {number}, or leave {number} out: it is in the supply"


def _at_arrival(case: Case, found: Finding) -> str:
    return f"a row that {found.expected} workers chosen since lead from to the present one"


def _at_arrival_mend(case: Case, found: Finding) -> str:
    return (
        f"{found.also + 1}, the row of the token"
        if found.also < case.figures["job_rows"]
        else "null"
    )


def _used_up(case: Case, found: Finding) -> str:
    if found.expected:
        return f"no local actions done but the {found.expected} of the location"
    return "no local actions done at such a location"


def _city(case: Case, found: Finding) -> str:
    quays = (
        case.names.quays[at]
        for at, quay in enumerate(case.figures["quays"][: len(case.names.quays)])
        if quay["city"] == found.place
    )
    return f"no more discs in the city than came to {', '.join(quays)}: {found.expected}"


# --- wrong: no sequence of legal actions leads there ----------------------------------------------

_NEVER: Mapping[int, Words] = {
    core.NEVER_DISCARD_MISSING: Words(
        "decisions",
        _first_discards,
        mend=lambda case, found: (
            '[{"decision": "place_estanciero"}, {"decision": "discard", "cards": '
            f"{found.expected}}}]"
        ),
        why="In the first turn cards above the limit are discarded before the estanciero is placed,"
        " and a token adds as many to the hand as to those owed.",
    ),
    core.NEVER_FIRST_HAND: Words(
        "players[{seat}].{hand}",
        "{expected} cards, as in the first turn",
        "{got} cards",
        "put cards from the draw stack into the hand, or back",
        "Up to the first turn a hand has the cards that were dealt, but for the discards and"
        " tokens of that turn.",
    ),
    core.NEVER_AT_START: Words(
        _start_path,
        _start_expected,
        _start_got,
        _start_mend,
        "Nothing that others do gives a player anything before the first turn but exhaustion"
        " cards: fees go to owners of buildings, and nobody builds out of turn. Looked at are "
        + ", ".join(f"`{name}`" for name in _START.values())
        + ".",
        "players[].pesos",
    ),
    core.NEVER_HAND_OVER: Words(
        "players[{seat}].{hand}",
        "at most {expected} cards, the hand limit",
        "{got} cards",
        "put cards on the discard pile, or clear a disc space of the hand limit",
        "Hands are filled up to the limit, which never falls; what else draws asks as many cards"
        " back. Only actions that do not (the sixth auxiliary action) lead beyond it, and the"
        " player has had none.",
    ),
    core.NEVER_HAND_SHORT: Words(
        "players[{seat}].{hand}",
        "{expected} cards, the hand limit, as there are cards to draw",
        "{got} cards",
        "draw up to {expected} cards",
        "Phase C fills the hand up to the limit as long as there is a card in draw stack or"
        " discard pile; until the next turn only exhaustion cards come, if anybody can give them.",
    ),
    core.NEVER_HAND_AFTER_INCOME: Words(
        "players[{seat}].{hand}",
        "no cards from the income on until the player leaves Buenos Aires",
        "{got} cards",
        "put them on the discard pile",
        "The income takes the whole hand; what can be drawn later in a visit is discarded again.",
    ),
    core.NEVER_MARKET_STACK: Words(
        "market_stack",
        "at most {expected} cards, as at the start",
        "{got} cards",
        "move cards from market_stack to cattle_market or to those who bought them",
        "Set-up lays out the market, and no card goes back under it.",
    ),
    core.NEVER_REMOVED: Words(
        "out_of_the_game.cards",
        _removal,
        "{got} cards",
        "put them back into a deck, or name the worker or cleared disc that gave the action",
        "Cards leave the game by spaces of worker rows, the sixth auxiliary action and the like;"
        " nobody has reached one.",
    ),
    core.NEVER_EXHAUSTION: Words(
        "exhaustion_stack",
        "at least {expected} cards",
        mend="put exhaustion cards from decks back, or name the farmers that were helped",
        why="Exhaustion cards come by cards revealed for granjeros, so many a helped one at most,"
        " or by an action of an opponent that nobody has had.",
    ),
    core.NEVER_BAG_SHORT: Words(
        "bags.{bags}",
        _bag_short,
        "{got} tiles",
        _bag_mend,
        "Set-up takes so many tiles, and each visit to Buenos Aires one of each bag; a player has"
        " at most one visit a turn, and none in the first.",
    ),
    core.NEVER_BAG_FULL: Words(
        "bags.{bags}",
        "at most {expected} tiles, as after set-up",
        "{got} tiles",
        _bag_mend,
        "Set-up takes so many tiles, and none goes back.",
    ),
    core.NEVER_BAG_UNEVEN: Words(
        "bags.{bags}",
        _bag,
        "{got} tiles",
        _bag_mend,
        "Each visit takes one tile of each bag, as a choice in each foresight is not optional."
        " Looked at as long as the token is on the board and the bag is not empty.",
    ),
    core.NEVER_FORESIGHT_LEFT: Words(
        "foresight.{bags}",
        "{expected} tile, as the subphase is over",
        mend="put the tile that was chosen into the job market or on the trail, or set the stage"
        " of the decision back",
        why="A tile must be chosen in each subphase; only when the token is out are two workers"
        " left.",
    ),
    core.NEVER_SHIP_STAYED: Words(
        "ships.loading_zone",
        lambda case, found: (
            f"no {_stayed(case, found, all_of_them=True)}, as the token is past the arrow of row"
            f" {found.place + 1}"
        ),
        _stayed,
        _stayed_mend,
        "When a row with an arrow of a colour has been completed, the ships of that colour leave"
        " at the end of the visit.",
    ),
    core.NEVER_SHIP_LEFT: Words(
        "ships.departed",
        lambda case, found: (
            f"no ship {case.names.ships[found.place]}, before {_arrow(case, found)} is passed"
        ),
        "{ships}",
        _left_mend,
        "Ships leave by the arrow of their colour alone.",
    ),
    core.NEVER_SHIP_PILED: Words(
        "ships.pile",
        "no ship that begins in the loading zone",
        "{ships}",
        "put {ships} into ships.loading_zone",
        "No ship goes back into the pile.",
    ),
    core.NEVER_PILE: Words(
        "ships.pile",
        lambda case, found: f"{found.expected} ships, after {found.also} departures",
        "{got} ships",
        lambda case, found: (
            "move ships from pile to loading_zone"
            if found.got > found.expected
            else "move ships back into ships.pile"
        ),
        "Each departure brings so many ships from the pile, and nothing else does.",
    ),
    core.NEVER_LOADED: Words(
        "players[].ship_discs",
        lambda case, found: f"at most {found.expected} discs on ships, one a visit",
        mend="take discs off ships, or take a tile of each bag for every visit",
        why="A disc comes onto a ship only in a visit to Buenos Aires, one each; how many visits"
        " there were the bags say, and the turns.",
    ),
    core.NEVER_MASTERS_OUT: Words(
        "out_of_the_game.station_masters",
        "{expected}, as at the start",
        mend="each master in play is at a station or with the player who took it",
        why="Set-up leaves so many out, and no other ever leaves the game.",
    ),
    core.NEVER_ENDING_TURN: Words(
        "ending",
        "another seat, as who took the token has no further turn",
        mend="the seat that took it, or the turn in Buenos Aires in which it did",
        why="The token leaves the market in a visit to Buenos Aires, and all others have one more"
        " turn each.",
    ),
    core.NEVER_ENDING_PLACE: Words(
        "players[{seat}].estanciero",
        lambda case, found: (
            f"{case.names.spaces[case.figures['start']]}, as this seat took the token"
        ),
        _space,
        lambda case, found: f'"{case.names.spaces[case.figures["start"]]}"',
        "Who takes the token leaves Buenos Aires at the end of that turn, and has no other.",
    ),
    core.NEVER_ARRIVAL: Words(
        "decisions[{place}]",
        _at_arrival,
        lambda case, found: f"{found.got} rows completed in this visit",
        _at_arrival_mend,
        "In a visit only the workers chosen in its own subphases move the token.",
    ),
    core.NEVER_INCOME_LEFT: Words(
        "decisions[0]",
        "no income any more, as the loading is over",
        mend="leave the income out",
        why="Choosing a ship, or having none to choose, uses the income up.",
    ),
    core.NEVER_FRESH_VISIT: Words(
        "players[{seat}].estanciero",
        "a tile on the space, as nothing was done there yet",
        _space,
        "put the tile back, or the visit is past its beginning",
        "Estancieros stop on tiles alone, and before the first action of phase B none is taken"
        " away.",
    ),
    core.NEVER_LOCALS: Words(
        "decisions[0]",
        _used_up,
        _space,
        "name the local actions of the building the estanciero is on",
        "Local actions are those of the neutral or own building one stands on, with the risk"
        " action of its space.",
    ),
    core.NEVER_EMPTY_SPACE: Words(
        "players[{seat}].estanciero",
        "a space with a tile, or one from which a granjero was helped",
        _space,
        _unread_space,
        "Estancieros stop on tiles alone. Only granjeros leave the trail, each to a player;"
        " a building is only ever replaced by another on its space.",
    ),
    core.NEVER_FIRST_SPACE: Words(
        "players[{seat}].estanciero",
        "a neutral building, as the player has had the first turn only",
        _space,
        "the neutral building on which the estanciero was placed",
        "The first turn puts the estanciero on a neutral building and has no movement.",
    ),
    core.NEVER_AT_TRAIL_START: Words(
        "players[].estanciero",
        lambda case, found: f"at most {found.expected} of them at the start, after so many visits",
        mend="the estancieros are elsewhere, or a tile of each bag is taken for every visit",
        why="The start is reached by leaving Buenos Aires alone, and each visit takes a tile of"
        " each bag.",
    ),
    core.NEVER_COINS: Words(
        "trail.farmers.{spaces}.coins",
        "none, as nobody has moved",
        mend="leave the coins out",
        why="Fees are paid by moving, and nobody moves in the first turn.",
    ),
    core.NEVER_GAP: Words(
        "trail.farmers",
        "no more empty spaces before a {colours} granjero than were helped: {expected}",
        mend="move {colours} granjeros to the lowest spaces, or name those that were helped",
        why="A granjero goes on the lowest empty space of its colour; a lower one that is empty"
        " now had one that was helped.",
    ),
    core.NEVER_BOXED: Words(
        "out_of_the_game.tiles",
        "no {colours} ones, as not all {expected} spaces can have been full",
        "{got} on the trail or helped",
        "put {colours} granjeros back into their bag or on the trail",
        "A granjero leaves the game only if all spaces of its colour are full.",
    ),
    core.NEVER_BUILT: Words(
        "players[{seat}].buildings.{number}",
        _building_need,
        "at most {also} at a time",
        'name more hired carpinteros, or the building it replaced as "out"',
        "A building needs so many carpinteros, or the difference to an own lesser one, which then"
        " is out. Counted are those hired and those that can have been given up.",
    ),
    core.NEVER_REPLACED: Words(
        "players[{seat}].buildings.{number}",
        "a larger building of the player that can have replaced it",
        "out, and none for it",
        _replacing,
        "A building leaves the game only if a larger one takes its space, each another one.",
    ),
    core.NEVER_STATION_REACHED: Words(
        "players[{seat}].station_discs.{stations}",
        _reached,
        _engine,
        _back_mend,
        "A station is upgraded by an engine at it or beyond. The engine was never further than it"
        " is, as the player has had no move backward (the sixth auxiliary action) and it is not"
        " beyond the depot.",
    ),
    core.NEVER_MASTERS: Words(
        "players[{seat}].station_masters",
        "at most {expected}, as so many stations have a disc of the player and a worker",
        mend="put a worker in stations and a disc in station_discs, or leave the master there",
        why="A master is taken by who has just upgraded its station, for a worker that stays"
        " there; discs leave a station only when no free white one is left.",
    ),
    core.NEVER_WORKER_GIVEN: Words(
        "stations.{stations}",
        "a disc of some player at the station",
        "a worker, and no disc",
        "name a disc in station_discs of the player, or the master instead of the worker",
        "A worker is given up by who has just upgraded the station; discs leave it only when no"
        " free white one is left.",
    ),
    core.NEVER_DARK_DISCS: Words(
        "players[{seat}].discs",
        "as many cleared spaces with a white corner as discs on white corners",
        "{expected} cleared, {got} discs",
        "a white disc is missing, and a dark one too many: exchange the two",
        "As long as white discs are left, only they go onto white ships and stations.",
    ),
    core.NEVER_QUAY: Words(
        "players[{seat}].quay_discs.{quays}",
        "at most {expected}",
        mend="put its ship into ships.departed, or the disc onto the ship or the board",
        why="Discs come onto a quay with a ship that departs, or by an action that the player has"
        " not had.",
    ),
    core.NEVER_CITY: Words(
        "players[{seat}].city_discs",
        _city,
        "{got} delivered, {also} on the quays",
        "put a ship of the city into ships.departed, or the disc elsewhere",
        "Discs are delivered from the quays of the city alone.",
    ),
}

# --- suspicious: possible, and hardly come of play -----------------------------------------------

_UNUSUAL = "More than ever seen, by far."

_SUSPECT: Mapping[int, Words] = {
    core.SUSPECT_TURN: Words("turn", "fewer than {expected} turns of each player", why=_UNUSUAL),
    core.SUSPECT_PESOS: Words(
        "players[{seat}].pesos",
        "no more than {expected} in the player's turn {also}",
        why=_UNUSUAL,
    ),
    core.SUSPECT_TOKENS: Words(
        "players[{seat}].exchange_tokens", "no more than {expected}", why=_UNUSUAL
    ),
    core.SUSPECT_HAND: Words(
        "players[{seat}].{hand}",
        "about {expected} cards, the hand limit",
        "{got} cards",
        why="It takes many actions that draw and ask nothing back.",
    ),
    core.SUSPECT_COINS: Words(
        "trail.farmers.{spaces}.coins", "no more than {expected}", why=_UNUSUAL
    ),
    core.SUSPECT_WORKERS: Words(
        "players[{seat}].workers",
        "no more than {expected} hired in the player's turn {also}",
        mend="fewer, or a later turn",
        why="Few turns hire more than one.",
    ),
    core.SUSPECT_BUILDINGS: Words(
        "players[{seat}].buildings",
        "no more than {expected} built in the player's turn {also}",
        mend="fewer, or a later turn",
        why="Few turns build more than one.",
    ),
    core.SUSPECT_ENGINE: Words(
        "players[{seat}].engine",
        "no more than {expected} spaces from the beginning in the player's turn {also}",
        lambda case, found: case.names.track[found.got],
        "a place further back, or a later turn",
        "An engine seldom goes so far in so few turns.",
    ),
    core.SUSPECT_STATION: Words(
        "players[{seat}].station_discs.{stations}",
        "an engine nearer to the station, or beyond it",
        _engine,
        _reach_mend,
        "It takes many moves backward.",
    ),
}

UNPLAYED: Mapping[int, Words] = {**_NEVER, **_SUSPECT}


def severity(code: int) -> Literal["wrong", "suspicious"]:
    """That of a kind."""
    return WRONG if code in _NEVER else SUSPICIOUS
