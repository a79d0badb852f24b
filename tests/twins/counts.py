"""Figures of one player: what amounts are multiplied with and what tasks ask for."""

from __future__ import annotations

from twins.codes import GONE, IN_ZONE, SUPPLY, Count, Space
from twins.position import Position


def deck(position: Position, kind: int) -> int:
    """Copies of a card in hand, draw stack and discard pile."""
    me = position.me
    drawable = me["draw"][: me["draw_size"]].count(kind)
    return int(me["hand"][kind] + me["discard"][kind] + drawable)


def placed_buildings(position: Position) -> dict[int, int]:
    """The own buildings on the trail: ``{number: space}``."""
    return {
        number: space
        for number, space in enumerate(position.me["buildings"])
        if space not in (SUPPLY, GONE)
    }


def count(position: Position, kind: Count, argument: int = 0) -> int:
    """A figure of ``position.me``; ``argument``: row, colour, ship, side or card class."""
    me, rules = position.me, position.rules
    match kind:
        case Count.WORKERS:
            return int(me["workers"][argument])
        case Count.WORKER_GROUPS:
            return int(min(me["workers"]))
        case Count.STRONG_WORKERS:
            return sum(spaces.bit_count() for spaces in me["strong"])
        case Count.BUILDINGS:
            return len(placed_buildings(position))
        case Count.GRAIN_FIELD_BUILDINGS:
            return sum(
                position.space(space)["kind"] == Space.BUILDING
                and position.space(space)["grain_field"] == 1
                for space in placed_buildings(position).values()
            )
        case Count.FARMERS:
            return sum(me["farmers"])
        case Count.FARMERS_OF:
            return int(me["farmers"][argument])
        case Count.STATIONS:
            return sum(discs > 0 for discs in me["station_discs"])
        case Count.STATION_DISCS:
            return sum(me["station_discs"])
        case Count.SHIP_DISCS:
            return sum(
                discs
                for discs, where in zip(me["ship_discs"], position.raw["ship_at"], strict=True)
                if where == IN_ZONE
            )
        case Count.DISCS_ON_SHIP:
            return int(me["ship_discs"][argument])
        case Count.QUARTER_DISCS:
            return sum(
                me["bonus_discs"][bonus]
                for bonus in range(rules["n_bonus"])
                if rules["bonus"][bonus]["side"] == argument
            )
        case Count.CARDS:
            return sum(deck(position, card) for card in position.cards_of_class(argument))
        case Count.OBJECTIVES:
            return int(me["objectives"].bit_count())
        case _:
            return 0
