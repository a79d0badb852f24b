"""Extra deliveries: a disc goes from a quay to a bonus space of the same city (BA-01)."""

from __future__ import annotations

from twins.codes import delivery
from twins.position import Position
from twins.rewards import grant
from twins.tally import note

RARE = (
    "BA-01 all spaces taken",
    "BA-01 hidden by a cover tile",
    "BA-01 the quay asked less grain",
    "BA-01 the quay asked no grain at all",
    "BA-01 too little grain",
    "BA-01 permanent grain did not help",
)


def free_spaces(position: Position, bonus: int) -> int:
    """Spaces of this kind without a disc and without a cover tile."""
    figures = position.rules["bonus"][bonus]
    spaces = figures["copies"]
    if position.rules["covered_cities"][position.players] >> figures["city"] & 1:
        spaces -= figures["covered"]
        if figures["covered"]:
            note("BA-01 hidden by a cover tile")
    taken = sum(position.player(seat)["bonus_discs"][bonus] for seat in range(position.players))
    if spaces and taken == spaces:
        note("BA-01 all spaces taken")
    return int(spaces - taken)


def grain_asked(position: Position, quay: int, bonus: int) -> int:
    """The quarter's grain, less what the quay takes off. Station masters do not help here."""
    quarter = position.rules["bonus"][bonus]["grain"]
    discount = position.rules["quays"][quay]["discount"]
    if discount:
        less = discount < quarter
        note(f"BA-01 the quay asked {'less grain' if less else 'no grain at all'}")
    return int(max(quarter - discount, 0))


def options(position: Position) -> dict[int, Position]:
    """Quay and bonus space; not the choice to forgo."""
    rules, me = position.rules, position.me
    found = {}
    for quay in range(rules["n_quays"]):
        if not me["quay_discs"][quay]:
            continue
        for bonus in range(rules["n_bonus"]):
            figures = rules["bonus"][bonus]
            if figures["city"] != rules["quays"][quay]["city"]:
                continue
            if free_spaces(position, bonus) <= 0:
                continue
            asked = grain_asked(position, quay, bonus)
            if me["grain"] < asked:
                note("BA-01 too little grain")
                if me["grain"] + sum(master["grain"] for master in position.masters()) >= asked:
                    note("BA-01 permanent grain did not help")
                continue
            found[delivery(quay, bonus)] = delivered(position, quay, bonus)
    return found


def delivered(position: Position, quay: int, bonus: int) -> Position:
    """Grain is given, the disc stands on the bonus space, its circle is gained."""
    after = position.copy()
    after.me["grain"] -= grain_asked(position, quay, bonus)
    after.me["quay_discs"][quay] -= 1
    after.me["bonus_discs"][bonus] += 1
    grant(after, position.rules["bonus"][bonus]["program"])
    return after
