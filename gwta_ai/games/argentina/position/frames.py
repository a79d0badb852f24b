"""Pending decisions, each frame by itself: its slots in range and what it needs there."""

from __future__ import annotations

from collections.abc import Callable

from gwta_ai.games.argentina.position.faults import Pending, Report
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import (
    DECISIONS,
    FRAME_PARTS,
    FRAMES,
    IN_ZONE,
    PURPOSES,
    STAGES,
    SUPPLY,
    VISITS,
    Raw,
)
from gwta_ai.games.argentina.ruleset import limits as core

_F = {name.removeprefix("FRAME_"): code for name, code in FRAMES.items()}
_NAMES = {code: name for name, code in DECISIONS.items()}
_CARD_COSTS = (core.COST_OPS["COST_DISCARD"], core.COST_OPS["COST_REMOVE"])
_MOST = 1000  # of an amount that depends on what players have
_SLOTS = ("must", "n", *range(FRAME_PARTS))

# Slots of a frame that mean something, parts by their index; the others are 0.
_USED: dict[str, tuple[str | int, ...]] = {
    "PLACE": (),
    "MOVE": (),
    "LOCATION": (0, 1, 2, 3),
    "BUENOS_AIRES": (0, 2, "n"),
    "PROGRAM": ("must", 0, 1, 2),
    "COST": (0,),
    "DISCARD": (0, "n"),
    "REMOVE": ("must", 0, "n"),
    "DRAW": ("must", 0, "n"),
    "STEPS": ("must", "n"),
    "HIRE": ("must", "n"),
    "BUILD": ("must", "n"),
    "BUILD_AT": ("must", 0, "n"),
    "BUY": ("must", 0, 1, 2, 3, "n"),
    "ENGINE": ("must", "n"),
    "STATION": (0,),
    "DISC": ("must", 0, 1),
    "MASTER": (0,),
    "UPGRADE_BEHIND": ("must",),
    "OBJECTIVE": ("must",),
    "HELP": ("must", 0, 1, 2, 3, "n"),
    "ADD": (0, 1, 2, 3),
    "DELIVERY": ("must",),
    "TAKE_CATTLE": ("must", 0, 1),
}
_UNUSED = {
    _F[name]: tuple(slot for slot in _SLOTS if slot not in used) for name, used in _USED.items()
}


def _slot(frame: Raw, slot: str | int) -> int:
    value: int = frame["part"][slot] if isinstance(slot, int) else frame[slot]
    return value


def sound(raw: Raw, at: int, figures: Figures, report: Report) -> bool:
    """One frame by itself: its kind, its slots in range, what it needs on the board."""
    frame, path = raw["frames"][at], f"decisions[{at}]"
    unused = _UNUSED.get(frame["kind"])
    if unused is None:
        report(path, "the kind of a decision", frame["kind"])
        return False
    if frame["must"] not in (0, 1) or any(_slot(frame, slot) for slot in unused):
        report(path, f"only what belongs to {_NAMES[frame['kind']]}", Pending(frame))
        return False
    rule = _RULES.get(frame["kind"])
    expected = rule(raw, frame, figures) if rule else ""
    if expected:
        report(path, expected, Pending(frame))
        return False
    if frame["kind"] == _F["HELP"] and frame["part"][0] and at < raw["depth"] - 1:
        above = raw["frames"][at + 1]["kind"]
        report(path, "nothing on top of a reveal", _NAMES.get(above, above))
        return False
    return True


# --- what is wrong with a frame: "" or what is expected ------------------------------------------

Rule = Callable[[Raw, Raw, Figures], str]


def _location(raw: Raw, frame: Raw, figures: Figures) -> str:
    fresh, closed = VISITS["VISIT_FRESH"], VISITS["VISIT_CLOSED"]
    done, visit = frame["part"][:2]
    if done >> (core.MAX_BUILDING_LOCALS + 1) or visit > closed or frame["part"][3] >= closed:
        return "a state of the visit"
    if frame["part"][2] & (frame["part"][2] - 1) or frame["part"][2] >> (
        core.MAX_BUILDING_LOCALS + 1
    ):
        return "one local action as the last"
    if (visit == fresh and done) or (visit == VISITS["VISIT_LOCAL"] and not done):
        return 'no local action done if the visit is "open", one at least if "local_actions"'
    return ""


def _buenos_aires(raw: Raw, frame: Raw, figures: Figures) -> str:
    if (
        not 0 <= frame["part"][0] <= STAGES["STAGE_LEAVE"]
        or not 0 <= frame["part"][2] <= raw["job_row"]
    ):
        return "a stage, and a token row on arrival up to the present one"
    if not 0 <= frame["n"] <= 10 * _MOST:
        return "an income"
    if frame["n"] and frame["part"][0] < STAGES["STAGE_LOADING"]:
        return "no income before the loading"
    return ""


def _program(raw: Raw, frame: Raw, figures: Figures) -> str:
    if not 0 < frame["part"][0] < figures.compiled["n_programs"] or frame["part"][2] > 1:
        return "an action"
    if frame["part"][1] > figures.compiled["programs"][frame["part"][0]]["n"]:
        return "no more effects done than there are"
    return ""


def _cost(raw: Raw, frame: Raw, figures: Figures) -> str:
    program = frame["part"][0]
    if not 0 < program < figures.compiled["n_programs"]:
        return "an action"
    if figures.compiled["programs"][program]["cost_op"] not in _CARD_COSTS:
        return "an action that costs a card"
    return ""


def _cards(raw: Raw, frame: Raw, figures: Figures) -> str:
    if not 0 <= frame["part"][0] < figures.n_cards or not 1 <= frame["n"] <= core.MAX_DECK:
        return "at least one card, from a kind on"
    return ""


def _draw(raw: Raw, frame: Raw, figures: Figures) -> str:
    return "" if frame["part"][0] in (0, 1) and 1 <= frame["n"] <= _MOST else "at least one card"


def _positive(raw: Raw, frame: Raw, figures: Figures) -> str:
    return "" if 1 <= frame["n"] <= _MOST else "at least one"


def _in_supply(raw: Raw, frame: Raw, figures: Figures) -> str:
    buildings = raw["player"][raw["seat"]]["buildings"]
    if frame["part"][0] >= figures.compiled["n_private"] or buildings[frame["part"][0]] != SUPPLY:
        return "a building of the supply"
    return ""


def _buy(raw: Raw, frame: Raw, figures: Figures) -> str:
    if not 1 <= frame["n"] <= raw["player"][raw["seat"]]["workers"][0]:
        return "gauchos left, no more than the player has"
    offer, first, second = frame["part"][:3]
    if frame["part"][3] > 1 or (not frame["part"][3] and (offer or first or second)):
        return "no purchase before anything was done"
    if not first:
        return "the cards of the last purchase" if offer or second else ""
    if offer >= figures.compiled["n_offers"] or max(first, second) > figures.n_cattle:
        return "an offer and cattle cards"
    if (second > 0) != (figures.compiled["offers"][offer]["cards"] > 1) or 0 < second < first:
        return "as many cards as the offer says, in ascending order"
    return ""


def _station(raw: Raw, frame: Raw, figures: Figures) -> str:
    if frame["part"][0] >= figures.compiled["n_stations"]:
        return "a station"
    player, station = raw["player"][raw["seat"]], figures.compiled["stations"][frame["part"][0]]
    if player["pesos"] < station["cost"]:
        return f"a station that can be paid with {player['pesos']} pesos"
    if player["station_discs"][frame["part"][0]] and not station["repeatable"]:
        return "a station without a disc of the player"
    return ""


def _master(raw: Raw, frame: Raw, figures: Figures) -> str:
    return "" if frame["part"][0] < figures.compiled["n_stations"] else "a station"


def _disc(raw: Raw, frame: Raw, figures: Figures) -> str:
    purpose, target = frame["part"][:2]
    ends = {
        PURPOSES["DISC_ON_SHIP"]: figures.compiled["n_ships"],
        PURPOSES["DISC_ON_STATION"]: figures.compiled["n_stations"],
        PURPOSES["DISC_ON_QUAY"]: figures.compiled["n_quays"],
    }
    if target >= ends.get(purpose, 0):
        return "a ship, station or quay"
    player = raw["player"][raw["seat"]]
    if purpose == PURPOSES["DISC_ON_SHIP"]:
        if raw["ship_at"][target] != IN_ZONE:
            return "a ship of the loading zone"
        if player["ship_discs"][target] and not figures.compiled["ships"][target]["repeatable"]:
            return "a ship without a disc of the player"
    if purpose == PURPOSES["DISC_ON_STATION"]:
        repeatable = figures.compiled["stations"][target]["repeatable"]
        if player["station_discs"][target] and not repeatable:
            return "a station without a disc of the player"
    return ""


def _help(raw: Raw, frame: Raw, figures: Figures) -> str:
    farmers = frame["part"][:3]
    chosen = [space for space in farmers if space]
    if chosen != sorted(set(chosen)) or any(farmers[len(chosen) :]):
        return "farmers in ascending order"
    standing = [s for s in chosen if s in figures.farmer_index and raw["tile"][s]]
    if chosen != standing:
        return "spaces with a farmer"
    if frame["n"] < 0:
        only = -frame["n"]
        if only not in figures.farmer_index or any(space != only for space in chosen):
            return "the farmer of one space"
    elif not len(chosen) <= frame["n"] <= len(farmers) or not frame["n"]:
        return "no more farmers than may be helped"
    return ""


def _add(raw: Raw, frame: Raw, figures: Figures) -> str:
    beside = raw["player"][raw["seat"]]["farmers"]
    if any(r > b for r, b in zip(frame["part"], beside, strict=True)):
        return "farmers that lie beside the player's board"
    return ""


def _take(raw: Raw, frame: Raw, figures: Figures) -> str:
    if frame["part"][0] >= figures.compiled["n_classes"] or frame["part"][1] > 1:
        return "a class of cards"
    return ""


_RULES: dict[int, Rule] = {
    _F["LOCATION"]: _location,
    _F["BUENOS_AIRES"]: _buenos_aires,
    _F["PROGRAM"]: _program,
    _F["COST"]: _cost,
    _F["DISCARD"]: _cards,
    _F["REMOVE"]: _cards,
    _F["DRAW"]: _draw,
    _F["STEPS"]: _positive,
    _F["BUILD_AT"]: _in_supply,
    _F["BUY"]: _buy,
    _F["ENGINE"]: _positive,
    _F["STATION"]: _station,
    _F["MASTER"]: _master,
    _F["DISC"]: _disc,
    _F["HELP"]: _help,
    _F["ADD"]: _add,
    _F["TAKE_CATTLE"]: _take,
}
