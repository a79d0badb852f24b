"""Building and replacing (BLD-01 to BLD-03, LOC-10).

A building needs as many carpinteros as it asks, and pesos for each of them. It goes onto
an empty building space, or takes the place of an own building that asks for fewer; then
the difference is all that is needed and paid.
"""

from __future__ import annotations

from twins.codes import CARPINTERO, GONE, MAX_PRIVATE, SUPPLY, Act, Space, action
from twins.counts import placed_buildings
from twins.position import Position
from twins.tally import note

RARE = (
    "BLD-01 too few carpinteros",
    "BLD-01 too few pesos",
    "BLD-02 the difference could be met",
    "BLD-02 an equal or larger building cannot be replaced",
    "BLD-03 more carpinteros than a row holds",
    "LOC-10 replaced the building one stands on",
)


def sites(position: Position, number: int, price: int) -> dict[int, int]:
    """Where a building can go and the carpinteros paid there: ``{space: carpinteros}``.

    ``price``: pesos a carpintero.
    """
    asked = position.building(number)["carpinteros"]
    found = {}
    if can_meet(position, asked, price):
        for space in position.spaces(Space.BUILDING):
            if position.raw["tile"][space] == 0:
                found[space] = asked
    for own, space in placed_buildings(position).items():
        difference = asked - position.building(own)["carpinteros"]
        if difference <= 0:
            note("BLD-02 an equal or larger building cannot be replaced")
        elif can_meet(position, difference, price):
            note("BLD-02 the difference could be met")
            if asked > len(position.rules["row_program"][CARPINTERO]):
                note("BLD-03 more carpinteros than a row holds")
            found[space] = difference
    return found


def can_meet(position: Position, carpinteros: int, price: int) -> bool:
    """Enough carpinteros, and enough pesos for them."""
    if position.me["workers"][CARPINTERO] < carpinteros:
        note("BLD-01 too few carpinteros")
        return False
    if position.me["pesos"] < carpinteros * price:
        note("BLD-01 too few pesos")
        return False
    return True


def numbers(position: Position) -> dict[int, Position]:
    """Choosing the building; not the choice to forgo."""
    return {
        action(Act.BUILD, number): position.copy()
        for number, place in enumerate(position.me["buildings"][: position.rules["n_private"]])
        if place == SUPPLY and sites(position, number, position.frame["n"])
    }


def places(position: Position) -> dict[int, Position]:
    """Choosing the space for the building that was chosen."""
    number, price = position.part("number"), position.frame["n"]
    return {
        action(Act.BUILD_AT, space): built(position, number, space, carpinteros * price)
        for space, carpinteros in sites(position, number, price).items()
    }


def built(position: Position, number: int, space: int, pesos: int) -> Position:
    """The building stands on the space; a building it replaces leaves the game."""
    after = position.copy()
    after.me["pesos"] -= pesos
    for own, place in placed_buildings(position).items():
        if place == space:
            after.me["buildings"][own] = GONE
    after.me["buildings"][number] = space
    after.raw["tile"][space] = 1 + position.seat * MAX_PRIVATE + number
    return after


def ends_visit(position: Position, space: int) -> bool:
    """Whether building here takes away the tile the own estanciero stands on."""
    under = bool(position.me["estanciero"] == space and position.raw["tile"][space] != 0)
    if under:
        note("LOC-10 replaced the building one stands on")
    return under
