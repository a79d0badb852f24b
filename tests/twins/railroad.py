"""The engine, the stations and their masters (RR-01 to RR-10).

Positions are counted along the track, turnouts included; the depot comes after the last
one. Positions with another engine on them are neither stopped at nor counted, but for the
few that hold several.
"""

from __future__ import annotations

from twins import discs
from twins.codes import (
    GRANJERO,
    MAX_PRIVATE,
    WORKER_KINDS,
    Act,
    Cost,
    Frame,
    Space,
    action,
    argument_of,
    kind_of,
)
from twins.position import Position
from twins.rewards import grant, program
from twins.tally import note

RARE = (
    "RR-01 fewer positions than allowed were left",
    "RR-02 skipped an engine",
    "RR-04 a station could be upgraded",
    "RR-05 a worker became station master",
    "RR-05 a granjero became station master",
    "RR-07 reached the last station",
    "RR-07 left the depot",
    "RR-08 backward over an engine",
    "RR-08 backward is not possible",
    "RR-09 a station behind the engine",
    "RR-10 the cost could not be paid",
    "RR-10 no disc could be paid",
    "RR-10 the station that is upgraded keeps its disc",
)


def depot(position: Position) -> int:
    return int(position.rules["n_track"])


def is_free(position: Position, place: int) -> bool:
    """No other engine is in the way."""
    if position.rules["shared"][place]:
        return True
    return all(
        position.player(seat)["engine"] != place
        for seat in range(position.players)
        if seat != position.seat
    )


def forward(position: Position, spaces: int) -> list[int]:
    """Where the engine can stop when it moves up to so many spaces forward."""
    engine = position.me["engine"]
    first = engine + 1
    if engine == depot(position):
        note("RR-07 left the depot")
        first = position.rules["depot_exit"]
    ahead = []
    for place in range(first, depot(position)):
        if is_free(position, place):
            ahead.append(place)
        elif len(ahead) < spaces:
            note("RR-02 skipped an engine")
    if len(ahead) < spaces:
        note("RR-01 fewer positions than allowed were left")
    return ahead[:spaces]


def backward(position: Position, spaces: int) -> int | None:
    """Where the engine comes to stand exactly so many spaces backward; None if it cannot."""
    engine = position.me["engine"]
    behind = [place for place in range(engine - 1, -1, -1) if is_free(position, place)]
    if engine == depot(position) or len(behind) < spaces:
        note("RR-08 backward is not possible")
        return None
    if behind[spaces - 1] != engine - spaces:
        note("RR-08 backward over an engine")
    return behind[spaces - 1]


def engine_moves(position: Position) -> dict[int, Position]:
    """Moving the engine forward; not the choice to forgo."""
    return {
        action(Act.ENGINE, place): arrived(position, place)
        for place in forward(position, position.frame["n"])
    }


def backward_auxiliaries(position: Position) -> dict[int, int]:
    """The auxiliary actions that move the engine backward, and how far when used single."""
    rules = position.rules
    found = {}
    for auxiliary in range(rules["n_auxiliary"]):
        head, _ = program(position, rules["auxiliary"][auxiliary]["single"])
        if head["cost_op"] == Cost.ENGINE_BACK:
            found[auxiliary] = head["cost_count"]
    return found


def backward_moves(position: Position) -> dict[int, Position]:
    """The single auxiliary actions with the engine, as far as they are open (AUX-01)."""
    found = {}
    for auxiliary, spaces in backward_auxiliaries(position).items():
        figures = position.rules["auxiliary"][auxiliary]
        gone = position.rules["discs_at_start"] & ~position.me["discs"]
        if figures["open"] or figures["discs"] & gone:
            place = backward(position, spaces)
            if place is not None:
                found[action(Act.AUX, auxiliary)] = arrived(position, place)
    return found


def destination(position: Position, value: int) -> int:
    """Where the engine stops with this action."""
    if kind_of(value) == Act.ENGINE:
        return argument_of(value)
    place = backward(position, backward_auxiliaries(position)[argument_of(value)])
    assert place is not None
    return place


def arrived(position: Position, place: int) -> Position:
    """The engine stands there; from the last position it goes on into the depot."""
    after = position.copy()
    after.me["engine"] = place
    if place == depot(position) - 1:
        note("RR-07 reached the last station")
        after.me["engine"] = depot(position)
    return after


def station_reached(position: Position, place: int) -> int | None:
    """The station that may be upgraded by an engine stopping here, if any."""
    station: int = position.rules["station_at"][place] - 1
    return station if station >= 0 and can_upgrade(position, station) else None


def can_upgrade(position: Position, station: int) -> bool:
    """Not upgraded before, and its cost and a disc can be paid one after the other."""
    figures = position.rules["stations"][station]
    if position.me["station_discs"][station] and not figures["repeatable"]:
        return False
    if position.me["pesos"] < figures["cost"]:
        note("RR-10 the cost could not be paid")
        return False
    if not discs.choices(paid(position, station), figures["corner"], upgraded=station):
        note("RR-10 no disc could be paid")
        return False
    note("RR-04 a station could be upgraded")
    return True


def paid(position: Position, station: int) -> Position:
    after = position.copy()
    after.me["pesos"] -= position.rules["stations"][station]["cost"]
    return after


def upgrades(position: Position) -> dict[int, Position]:
    """Upgrading the station reached, or one behind the engine; not the choice to forgo."""
    if position.decision == Frame.STATION:
        stations = [position.part("at")]
    else:
        stations = behind_engine(position)
        if stations:
            note("RR-09 a station behind the engine")
    return {
        action(Act.UPGRADE, station): paid(position, station)
        for station in stations
        if can_upgrade(position, station)
    }


def behind_engine(position: Position) -> list[int]:
    """The stations strictly behind the engine; from the depot, those before its exit."""
    engine = position.me["engine"]
    end = position.rules["depot_exit"] if engine == depot(position) else engine
    return [
        station
        for station in range(position.rules["n_stations"])
        if position.rules["stations"][station]["position"] < end
    ]


def disc_onto_station(position: Position) -> dict[int, Position]:
    """Which disc goes onto the station just paid."""
    station = position.part("target")
    corner = position.rules["stations"][station]["corner"]
    found = discs.choices(position, corner, upgraded=station)
    for after in found.values():
        after.me["station_discs"][station] += 1
    return found


def masters(position: Position) -> dict[int, Position]:
    """Giving up the last worker of a row for the station master; not the choice to forgo."""
    return {
        action(Act.MASTER, row): appointed(position, row)
        for row, workers in enumerate(position.me["workers"])
        if workers > 1  # the first is printed
    }


def appointed(position: Position, row: int) -> Position:
    """The worker lies at the station, the tile is the player's and gives its upper half."""
    note("RR-05 a worker became station master")
    after = position.copy()
    station, me = position.part("station"), after.me
    me["workers"][row] -= 1
    space = me["workers"][row]
    if row == GRANJERO:
        note("RR-05 a granjero became station master")
        worker = WORKER_KINDS
    else:
        worker = 2 * row + (me["strong"][row] >> space & 1)
    me["strong"][row] &= ~(1 << space)
    master = position.raw["station_master"][station] - 1
    me["masters"] |= 1 << master
    after.raw["station_master"][station] = 0
    after.raw["station_worker"][station] = 1 + worker
    grant(after, position.rules["masters"][master]["program"])
    return after


def is_foreign(position: Position, space: int) -> bool:
    """Whether another player's building stands there."""
    tile = position.raw["tile"][space]
    is_building = position.space(space)["kind"] == Space.BUILDING and tile != 0
    return bool(is_building and (tile - 1) // MAX_PRIVATE != position.seat)
