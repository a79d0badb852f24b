"""Which disc is placed (DISC-01 to DISC-03).

A white-cornered disc goes anywhere. A dark-cornered one goes onto dark corners, and onto a
white corner only when the board holds no white one any more. Some discs cost or give pesos.
When no disc fits and can be paid, a disc is taken from an own station instead.
"""

from __future__ import annotations

from twins.codes import DARK, WHITE, Act, action
from twins.position import Position
from twins.tally import note

RARE = (
    "DISC-01 a dark disc for a white corner",
    "DISC-01 a white disc for a dark corner",
    "DISC-01 the last white disc cannot be paid",
    "DISC-02 a disc gave pesos",
    "DISC-02 a disc cost pesos",
    "DISC-03 a disc came from a station",
    "DISC-03 nothing to place",
)


def fitting(position: Position, corner: int) -> list[int]:
    """The disc spaces whose disc may go onto this corner, paid or not."""
    spaces = position.rules["disc_spaces"]
    full = [
        space
        for space in range(position.rules["n_disc_spaces"])
        if position.me["discs"] >> space & 1
    ]
    if corner == DARK:
        if any(spaces[space]["corner"] == WHITE for space in full):
            note("DISC-01 a white disc for a dark corner")
        return full
    white = [space for space in full if spaces[space]["corner"] == WHITE]
    if full and not white:
        note("DISC-01 a dark disc for a white corner")
    return white or full


def can_pay(position: Position, space: int, debt: int) -> bool:
    """The cost of the disc can be paid, and with what it gives then also the debt."""
    disc = position.rules["disc_spaces"][space]
    pesos = position.me["pesos"]
    return bool(pesos >= disc["cost"] and pesos - disc["cost"] + disc["gain"] >= debt)


def choices(
    position: Position, corner: int, debt: int = 0, upgraded: int | None = None
) -> dict[int, Position]:
    """The discs that may be placed, each gone from where it was and paid for.

    ``debt``: pesos that fall due right after the disc. ``upgraded``: the station the disc
    is for, whose own discs stay. Of discs alike in everything only the first is listed.
    """
    spaces = position.rules["disc_spaces"]
    fit = fitting(position, corner)
    payable = [space for space in fit if can_pay(position, space, debt)]
    found = {}
    for space in payable:
        alike = [other for other in payable if spaces[other]["same_as"] == spaces[space]["same_as"]]
        if space == min(alike):
            found[action(Act.DISC, space)] = off_the_board(position, space)
    if found:
        return found
    if fit and all(spaces[space]["corner"] == WHITE for space in fit) and corner == WHITE:
        note("DISC-01 the last white disc cannot be paid")
    for station, discs in enumerate(position.me["station_discs"]):
        if discs and station == upgraded:
            note("RR-10 the station that is upgraded keeps its disc")
        elif discs and position.me["pesos"] >= debt:
            note("DISC-03 a disc came from a station")
            after = position.copy()
            after.me["station_discs"][station] -= 1
            found[action(Act.STATION_DISC, station)] = after
    if not found:
        note("DISC-03 nothing to place")
    return found


def off_the_board(position: Position, space: int) -> Position:
    """The space is cleared, its pesos paid or gained."""
    disc = position.rules["disc_spaces"][space]
    after = position.copy()
    after.me["discs"] &= ~(1 << space)
    after.me["pesos"] += disc["gain"] - disc["cost"]
    if disc["gain"]:
        note("DISC-02 a disc gave pesos")
    if disc["cost"]:
        note("DISC-02 a disc cost pesos")
    return after


def onto_quay(position: Position) -> dict[int, Position]:
    """Placing a disc on the quay of the pending decision; not the choice to forgo."""
    quay = position.part("target")
    found = choices(position, position.rules["quays"][quay]["corner"])
    for after in found.values():
        after.me["quay_discs"][quay] += 1
    return found
