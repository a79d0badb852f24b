"""Loading a ship in Buenos Aires: ship, disc, grain and default fee (BA-03 to BA-05, BA-12)."""

from __future__ import annotations

from twins import discs
from twins.codes import IN_ZONE, Act, action
from twins.position import Position
from twins.rewards import grant
from twins.tally import note

RARE = (
    "BA-03 too high for the income",
    "BA-03 carries an own disc",
    "BA-03 may be loaded again",
    "BA-04 permanent grain helped",
    "BA-04 the default fee is due",
    "BA-05 a disc would leave too little for the fee",
    "BA-12 no disc for the ship",
    "DISC-03 a station disc goes onto a ship",
)


def default_fee(position: Position, ship: int) -> tuple[int, int]:
    """The grain that is loaded and the pesos for what is missing."""
    asked = position.rules["ships"][ship]["grain"]
    permanent = sum(master["grain"] for master in position.masters())
    if asked and permanent:
        note("BA-04 permanent grain helped")
    asked = max(asked - permanent, 0)
    loaded = min(asked, position.me["grain"])
    if loaded < asked:
        note("BA-04 the default fee is due")
    return loaded, (asked - loaded) * position.rules["default_fee"]


def may_load(position: Position, ship: int, income: int) -> bool:
    """In the zone, not above the income, and without an own disc or reusable."""
    figures = position.rules["ships"][ship]
    if position.raw["ship_at"][ship] != IN_ZONE:
        return False
    if figures["value"] > income:
        note("BA-03 too high for the income")
        return False
    if position.me["ship_discs"][ship]:
        note("BA-03 may be loaded again" if figures["repeatable"] else "BA-03 carries an own disc")
        return bool(figures["repeatable"])
    return True


def loadings(position: Position, ship: int) -> dict[int, Position]:
    """The discs for a ship, each with grain, fee and loading action settled."""
    loaded, fee = default_fee(position, ship)
    corner = position.rules["ships"][ship]["corner"]
    found = discs.choices(position, corner, debt=fee)
    for space in discs.fitting(position, corner):
        if discs.can_pay(position, space, 0) and not discs.can_pay(position, space, fee):
            note("BA-05 a disc would leave too little for the fee")
    for after in found.values():
        if after.me["discs"] == position.me["discs"]:
            note("DISC-03 a station disc goes onto a ship")
        after.me["ship_discs"][ship] += 1
        after.me["grain"] -= loaded
        after.me["pesos"] -= fee
        grant(after, position.rules["ships"][ship]["program"])
    return found


def ships(position: Position) -> dict[int, Position]:
    """The ships that can be loaded with the income of this visit."""
    found = {}
    for ship in range(position.rules["n_ships"]):
        if may_load(position, ship, position.frame["n"]):
            if loadings(position, ship):
                found[action(Act.SHIP, ship)] = position.copy()
            else:
                note("BA-12 no disc for the ship")
    return found


def disc_onto_ship(position: Position) -> dict[int, Position]:
    """Which disc goes onto the ship just chosen."""
    return loadings(position, position.part("target"))
