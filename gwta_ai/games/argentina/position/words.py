"""What the core found in a position, in words: path, what is expected, what is there, a mend."""

from __future__ import annotations

import json
from typing import NamedTuple

from gwta_ai.games.argentina.layout import DECISION_NAMES, STRUCTS, core
from gwta_ai.games.argentina.position import mending
from gwta_ai.games.argentina.position.case import Case, Finding
from gwta_ai.games.argentina.position.entry import Say, Words, say
from gwta_ai.games.argentina.position.unplayed import UNPLAYED


class Told(NamedTuple):
    """One finding in words: ``path``, ``expected`` and ``got`` as in ``SnapshotError``."""

    path: str
    expected: str
    got: object
    mend: str | None


def told(found: tuple[int, ...], case: Case) -> Told:
    """A finding of the core in words."""
    finding = Finding(*found)
    words = WORDS[finding.code]
    return Told(*(say(part, case, finding) for part in words[:4]))


# --- parts of texts ------------------------------------------------------------------------------


def _where(case: Case, found: Finding) -> str:
    """The path of a value by its place in the bytes of the state."""
    return STRUCTS.path("State", found.place).replace("player[", "players[", 1)


def _nothing(case: Case, found: Finding) -> None:
    return None


def _decision(case: Case, found: Finding) -> str:
    """The pending decision that is at fault."""
    if found.place < len(case.decisions):
        return json.dumps(case.decisions[found.place])
    return json.dumps(case.raw["frames"][found.place])


def _name(case: Case, found: Finding) -> object:
    """The kind of a decision."""
    return DECISION_NAMES.get(found.got, found.got)


def _space(case: Case, found: Finding) -> str:
    return case.names.spaces[found.got]


def _goal(case: Case) -> str:
    name: str = case.names.spaces[case.figures["buenos_aires"]]
    return name


def _workers(number: int) -> str:
    return {0: "no worker is", 1: "1 worker is"}.get(number, f"{number} workers are")


def _missing(case: Case, found: Finding) -> str:
    if found.got < 0:
        return f"one above which {_workers(-found.got)} too many"
    return f"one above which {_workers(found.got)} missing"


def _certificates(case: Case, place: int) -> int:
    """The value at a place of the certificate track."""
    value: int = case.figures["certificate_track"][place]
    return value


def _standing(case: Case, found: Finding) -> str:
    letters = case.neutral_buildings().values()
    names = case.names.neutral
    return ", ".join(names[at] if 0 <= at < len(names) else "nothing" for at in letters)


def _at_most(case: Case, found: Finding) -> str:
    return f"at most {found.expected}" if found.expected else "none"


def _frame(expected: str | Say) -> Words:
    """A decision that is not sound by itself."""
    return Words("decisions[{place}]", expected, _decision, mending.decisions)


_SEAT = "a seat 0 .. {expected}"
_TOKEN_TAKEN = "name the seat that took the token, or put the token into its row"
_BOTTOM = ", ".join(
    DECISION_NAMES[kind] for kind in range(core.FRAME_PLACE, core.FRAME_BUENOS_AIRES + 1)
)

WORDS: dict[int, Words] = {
    core.FAULT_RANGE: Words(_where, "an integer {expected} .. {also}"),
    # pieces
    core.FAULT_CARDS: Words("cards.{cards}", "{expected} in the whole game", mend=mending.cards),
    core.FAULT_OWN_CATTLE: Words(
        "players[{seat}].cards.{cards}",
        "at most {expected} of a player's own cattle",
        mend=mending.own_cattle,
    ),
    core.FAULT_EXHAUSTION_GONE: Words(
        "out_of_the_game.cards.exhaustion", "none: they go back to their stack"
    ),
    core.FAULT_TILES: Words("tiles.{tiles}", "{expected} in the whole game", mend=mending.tiles),
    core.FAULT_BAG: Words(
        lambda case, found: f"bags.{case.names.bags[found.also]}.{case.names.tiles[found.place]}",
        lambda case, found: f"{_at_most(case, found)} in the bag and on its foresight spaces",
        mend=mending.bag,
    ),
    core.FAULT_HELPED_WORKER: Words("helped_farmers.{tiles}", "farmers only"),
    core.FAULT_BOXED_WORKER: Words("out_of_the_game.tiles.{tiles}", "farmers only"),
    core.FAULT_HELPED_COLOUR: Words(
        "helped_farmers",
        "at least {expected} {colours} ones, as so many lie beside the boards",
        mend="every farmer that a player received is named here, also once it was added to a row"
        " or given up at a station",
    ),
    core.FAULT_HELPED: Words(
        "helped_farmers",
        "as many as lie beside the boards ({expected}) and were added to rows ({also})",
        mend="every farmer that a player received is named here, also once it was added to a row"
        " or given up at a station",
    ),
    core.FAULT_SHIP: Words(
        "ships.{ships}",
        "the ship in exactly one place",
        lambda case, found: "nowhere" if found.got < found.expected else "there twice",
        mending.ship,
    ),
    core.FAULT_SPLIT: Words(
        "bags.open",
        "a split of these workers over the bags that agrees with where the others lie",
        "none is possible",
    ),
    core.FAULT_DISCS: Words(
        "players[{seat}].discs", "{expected} discs in all places", mend=mending.discs
    ),
    core.FAULT_CITY_DISCS: Words(
        "city_discs.{bonus}", "at most {expected} on these spaces", mend=mending.city
    ),
    core.FAULT_MASTER: Words(
        "station_masters.{masters}", "1 in the whole game", mend=mending.master
    ),
    core.FAULT_NEUTRAL: Words(
        "trail.neutral", "each neutral building once", _standing, mending.neutral
    ),
    core.FAULT_BUILDINGS: Words(
        "trail",
        "every building where its owner's list says, and no other",
        lambda case, found: ", ".join(case.private_sites()) or "none",
    ),
    # the board
    core.FAULT_BARE_SPACE: Words("trail", "no tile on a space that holds none", "{spaces}"),
    core.FAULT_COINS_ALONE: Words(
        "trail.farmers.{spaces}", "no coins without a farmer", mend=mending.farmer
    ),
    core.FAULT_FARMER_COLOUR: Words(
        "trail.farmers.{spaces}",
        "a farmer of the colour of the space",
        lambda case, found: (
            case.names.tiles[found.got] if found.got < len(case.names.tiles) else "a building"
        ),
        mending.farmer,
    ),
    core.FAULT_JOB_ROW: Words(
        "job_market.rows[{place}]", "at most {expected} workers", mend=mending.row
    ),
    core.FAULT_VACANT: Words(
        "job_market.token_row",
        lambda case, found: (
            f"a row above which {_workers(found.expected)} missing, as so many were hired"
        ),
        _missing,
        mending.token,
    ),
    core.FAULT_FORESIGHT: Words(
        "foresight.{bags}",
        "{expected} tiles at least, as the bag is not empty",
        mend="move a tile from a bag to foresight.{bags}",
    ),
    core.FAULT_DISPLAY: Words(
        "objective_display",
        "{expected} cards, less only without a stack",
        mend=mending.display,
    ),
    core.FAULT_DISPLAY_TWICE: Words(
        "objective_display",
        "no card twice",
        lambda case, found: ", ".join(
            case.names.cards[card - 1] for card in case.raw["objective_display"] if card
        ),
        "name each card once",
    ),
    core.FAULT_STATION_MASTER: Words(
        "stations.{stations}",
        "a station master or the worker given up for it",
        lambda case, found: "both" if found.got else "neither",
        mending.station_master,
    ),
    core.FAULT_STATION_TILE: Words(
        "stations.{stations}",
        "nothing at this station",
        "a tile",
        "take stations.{stations} away",
    ),
    core.FAULT_STATION_DISCS: Words("players[{seat}].station_discs.{stations}", "at most 1 disc"),
    core.FAULT_SHIP_AWAY: Words(
        "players[{seat}].ship_discs.{ships}",
        "discs on ships of the loading zone only",
        mend=mending.ship_away,
    ),
    core.FAULT_SHIP_DISCS: Words(
        "players[{seat}].ship_discs.{ships}",
        "at most 1 disc",
        mend="leave one; the others are elsewhere, such as in players[{seat}].quay_discs",
    ),
    # people
    core.FAULT_SEAT: Words(
        "seat",
        lambda case, found: f"{found.expected} in turn {case.raw['turn']}",
        mend=mending.seat,
    ),
    core.FAULT_SEAT_RANGE: Words("seat", "an integer 0 .. {expected}", mend=mending.seat),
    core.FAULT_VIEWER_RANGE: Words("view_of", _SEAT),
    core.FAULT_ENDING_RANGE: Words("ending", _SEAT, mend=_TOKEN_TAKEN),
    core.FAULT_ENDING_MISSING: Words(
        "ending",
        "the seat that took the job market token, which is out",
        _nothing,
        _TOKEN_TAKEN,
    ),
    core.FAULT_ENDING_EARLY: Words(
        "ending",
        "null, as the token is in the job market",
        mend="null, as the token is in the job market",
    ),
    core.FAULT_DECISIONS_LEFT: Words(
        "decisions", "none, as the game is over", "{got} of them", mending.decisions
    ),
    core.FAULT_DECISION_MISSING: Words(
        "decisions",
        "the decision at hand, as the game is not over",
        "none",
        mending.decisions,
    ),
    core.FAULT_OVER_EARLY: Words(
        "over",
        "false before everybody has had the last turn",
        lambda case, found: True,
    ),
    core.FAULT_PLACED_EARLY: Words(
        "players[{seat}].estanciero", "null before the first turn", _space, "null"
    ),
    core.FAULT_NOT_PLACED: Words(
        "players[{seat}].estanciero", "a trail space after the first turn has begun", _nothing
    ),
    core.FAULT_NOT_AT_GOAL: Words(
        "players[{seat}].estanciero",
        lambda case, found: f"{_goal(case)}, as the first of the decisions is a visit there",
        _space,
        lambda case, found: (
            f'"{_goal(case)}", or the first of the decisions is another than buenos_aires'
        ),
    ),
    core.FAULT_AT_GOAL: Words(
        "players[{seat}].estanciero",
        lambda case, found: f"another space, as no decision is one of a visit to {_goal(case)}",
        lambda case, found: _goal(case),
        lambda case, found: (
            f"a visit to {_goal(case)} ends in the turn of the player: the estanciero is then at"
            " the start"
        ),
    ),
    core.FAULT_ESTANCIERO: Words(
        "players[{seat}].estanciero", "a space on which an estanciero can stand", _space
    ),
    core.FAULT_CERTIFICATES: Words(
        "players[{seat}].certificates",
        lambda case, found: f"at most {_certificates(case, found.expected)}",
        lambda case, found: _certificates(case, found.got),
        mending.certificates,
    ),
    core.FAULT_KNOWN: Words(
        "players[{seat}].known.{cards}",
        "{expected}, as in the hand",
        mend="{expected} at most: known cards are cards of the hand",
    ),
    core.FAULT_KNOWN_MOST: Words(
        "players[{seat}].known.{cards}",
        "at most {expected}, as in the hand",
        mend="{expected} at most: known cards are cards of the hand",
    ),
    core.FAULT_ENGINE_AT_END: Words(
        "players[{seat}].engine",
        "the depot instead of the last space",
        lambda case, found: case.names.track[case.figures["depot_entry"]],
        mending.engine_at_end,
    ),
    core.FAULT_ENGINE_TAKEN: Words(
        "players[{seat}].engine",
        "a space without the engine of seat {expected}",
        "{track}",
        mending.engine_taken,
    ),
    core.FAULT_EXHAUSTION_STACK: Words("exhaustion_stack", "an integer 0 .. {expected}"),
    # pending decisions
    core.FAULT_FRAME_BEYOND: Words(
        "decisions[{place}]",
        "nothing beyond the last decision",
        lambda case, found: case.raw["frames"][found.place],
    ),
    core.FAULT_FRAME_KIND: Words("decisions[{place}]", "the kind of a decision"),
    core.FAULT_FRAME_PARTS: _frame(
        lambda case, found: (
            f"only what belongs to {DECISION_NAMES[case.raw['frames'][found.place]['kind']]}"
        )
    ),
    core.FAULT_VISIT: _frame("a state of the visit"),
    core.FAULT_LAST_LOCAL: _frame("one local action as the last"),
    core.FAULT_LOCALS_DONE: _frame(
        'no local action done if the visit is "open", one at least if "local_actions"'
    ),
    core.FAULT_STAGE: _frame("a stage, and a token row on arrival up to the present one"),
    core.FAULT_INCOME: _frame("an income"),
    core.FAULT_INCOME_EARLY: _frame("no income before the loading"),
    core.FAULT_ACTION: _frame("an action"),
    core.FAULT_EFFECTS_DONE: _frame("no more effects done than there are"),
    core.FAULT_CARD_COST: _frame("an action that costs a card"),
    core.FAULT_CARDS_OWED: _frame("at least one card, from a kind on"),
    core.FAULT_CARDS_TO_DRAW: _frame("at least one card"),
    core.FAULT_AT_LEAST_ONE: _frame("at least one"),
    core.FAULT_BUILDING_SUPPLY: _frame("a building of the supply"),
    core.FAULT_GAUCHOS_LEFT: _frame("gauchos left, no more than the player has"),
    core.FAULT_PURCHASE_EARLY: _frame("no purchase before anything was done"),
    core.FAULT_PURCHASE_CARDS: _frame("the cards of the last purchase"),
    core.FAULT_PURCHASE: _frame("an offer and cattle cards"),
    core.FAULT_PURCHASE_ORDER: _frame("as many cards as the offer says, in ascending order"),
    core.FAULT_STATION: _frame("a station"),
    core.FAULT_STATION_UNPAID: _frame("a station that can be paid with {expected} pesos"),
    core.FAULT_STATION_AGAIN: _frame("a station without a disc of the player"),
    core.FAULT_TARGET: _frame("a ship, station or quay"),
    core.FAULT_SHIP_TARGET: _frame("a ship of the loading zone"),
    core.FAULT_SHIP_AGAIN: _frame("a ship without a disc of the player"),
    core.FAULT_FARMER_ORDER: _frame("farmers in ascending order"),
    core.FAULT_NO_FARMER: _frame("spaces with a farmer"),
    core.FAULT_OTHER_FARMER: _frame("the farmer of one space"),
    core.FAULT_MANY_FARMERS: _frame("no more farmers than may be helped"),
    core.FAULT_FARMERS_BESIDE: _frame("farmers that lie beside the player's board"),
    core.FAULT_CARD_CLASS: _frame("a class of cards"),
    core.FAULT_ON_REVEAL: Words(
        "decisions[{place}]", "nothing on top of a reveal", _name, mending.decisions
    ),
    core.FAULT_BOTTOM: Words("decisions[0]", f"one of {_BOTTOM}", _name, mending.decisions),
    core.FAULT_COMES_UP: Words(
        "decisions[{place}]",
        lambda case, found: f"a decision that can come up in this {DECISION_NAMES[found.also]}",
        _name,
        mending.decisions,
    ),
    core.FAULT_PROGRAM_ON_TOP: Words(
        "decisions[{place}]",
        "a decision that came up in the program",
        "nothing",
        mending.decisions,
    ),
    # of a hand that a view hides
    core.FAULT_NO_CARD: Words(
        "players[{seat}].hand_size", "a card to remove", mend=mending.hidden_hand
    ),
    core.FAULT_FEW_CARDS: Words(
        "players[{seat}].hand_size",
        "a hand that can have {expected} cards to choose",
        mend=mending.hidden_hand,
    ),
    core.FAULT_WEAK_HAND: Words(
        "players[{seat}].hand_size",
        "a hand that can have cattle of strength {expected}",
        mend=mending.hidden_hand,
    ),
    **UNPLAYED,
}
