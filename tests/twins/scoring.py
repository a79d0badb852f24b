"""The twelve categories of the final scoring (END-03)."""

from __future__ import annotations

from twins.assignment import best
from twins.counts import deck, placed_buildings
from twins.position import Position
from twins.tally import note

RARE = (
    "END-03 a station counted for several discs",
    "END-03 a ship counted for several discs",
    "END-03 exhaustion cards in the deck",
    "END-03 workers on the last spaces",
    "END-03 the job market token",
)


def sheet(position: Position) -> list[int]:
    """Victory points of ``position.me`` by category, in the order of the score sheet."""
    objectives, masters = best(position)
    return [
        position.me["pesos"] // position.rules["pesos_per_vp"],
        buildings(position),
        ships(position),
        cities(position),
        stations(position),
        farmers(position),
        cards(position),
        objectives,
        masters,
        workers(position),
        cleared_spaces(position),
        job_market_token(position),
    ]


def buildings(position: Position) -> int:
    return sum(position.building(number)["vp"] for number in placed_buildings(position))


def ships(position: Position) -> int:
    """Every disc on a ship of the loading zone, several on one ship too."""
    figures = position.rules["ships"]
    points = 0
    for ship, n in enumerate(position.me["ship_discs"][: position.rules["n_ships"]]):
        points += figures[ship]["vp"] * n
        if n > 1:
            note("END-03 a ship counted for several discs")
    return points


def cities(position: Position) -> int:
    """Discs on quays and on the bonus spaces of the quarters."""
    rules, me = position.rules, position.me
    on_quays = sum(
        rules["quays"][quay]["vp"] * me["quay_discs"][quay] for quay in range(rules["n_quays"])
    )
    on_bonus = sum(
        rules["bonus"][bonus]["vp"] * me["bonus_discs"][bonus] for bonus in range(rules["n_bonus"])
    )
    return int(on_quays + on_bonus)


def stations(position: Position) -> int:
    """Every disc on a station; only the last one can hold several of a player."""
    points = 0
    for station in range(position.rules["n_stations"]):
        n = position.me["station_discs"][station]
        points += position.rules["stations"][station]["vp"] * n
        if n > 1:
            note("END-03 a station counted for several discs")
    return points


def farmers(position: Position) -> int:
    """The granjeros beside the board; those in the row are workers."""
    return int(position.rules["farmer_vp"] * sum(position.me["farmers"]))


def cards(position: Position) -> int:
    """The cattle and exhaustion cards of the whole deck."""
    rules = position.rules
    if deck(position, rules["exhaustion"]):
        note("END-03 exhaustion cards in the deck")
    return sum(
        rules["cards"][kind]["vp"] * deck(position, kind)
        for kind in range(rules["n_cards"])
        if not rules["cards"][kind]["objective"]
    )


def workers(position: Position) -> int:
    """Workers on spaces that show points."""
    points = sum(
        position.rules["row_vp"][row][space]
        for row, n in enumerate(position.me["workers"])
        for space in range(n)
    )
    if points:
        note("END-03 workers on the last spaces")
    return int(points)


def cleared_spaces(position: Position) -> int:
    return int(sum(space["vp"] for space in position.cleared()))


def job_market_token(position: Position) -> int:
    if position.raw["ending"] != position.seat + 1:
        return 0
    note("END-03 the job market token")
    return int(position.rules["job_token_vp"])
