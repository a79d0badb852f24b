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
    "RR-03 a siding could be entered",
    "RR-04 a station could be upgraded",
    "RR-05 a worker became station master",
    "RR-05 a granjero became station master",
    "RR-07 reached the last station",
    "RR-07 left the depot",
    "RR-08 backward over an engine",
    "RR-08 backward is not possible",
    "RR-08 several places backward",
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


def onward(position: Position, place: int) -> list[int]:
    """The places one space ahead: in the line the next one, or with sidings the next space
    and, from a space, the turnout behind it."""
    if place == depot(position):
        note("RR-07 left the depot")
        return [position.rules["depot_exit"]]
    if place == depot(position) - 1:
        return []
    if not has_sidings(position):
        return [place + 1]
    if place in turnouts(position):
        return [place + 1]
    if place + 1 in turnouts(position):
        return [place + 1, place + 2]
    return [place + 1]


def has_sidings(position: Position) -> bool:
    return bool(position.rules["back_is_chosen"])


def turnouts(position: Position) -> set[int]:
    """The places of stations, but for the last one, which lies on the line itself."""
    stations = position.rules["stations"][: position.rules["n_stations"]]
    return {station["position"] for station in stations} - {depot(position) - 1}


def forward(position: Position, spaces: int) -> list[int]:
    """Where the engine can stop when it moves up to so many spaces forward: all walks."""
    found: set[int] = set()

    def walk(place: int, left: int) -> None:
        for after in onward(position, place):
            if not is_free(position, after):
                note("RR-02 skipped an engine")
                walk(after, left)
            elif left:
                found.add(after)
                walk(after, left - 1)

    walk(position.me["engine"], spaces)
    if len(found) < spaces:
        note("RR-01 fewer positions than allowed were left")
    if found & turnouts(position) and has_sidings(position):
        note("RR-03 a siding could be entered")
    return sorted(found)


def backward(position: Position, spaces: int) -> list[int]:
    """Where the engine can come to stand exactly so many spaces backward: all walks."""
    engine, found = position.me["engine"], set()
    before: dict[int, list[int]] = {}
    for place in range(depot(position)):
        for after in onward(position, place):
            before.setdefault(after, []).append(place)

    def walk(place: int, left: int) -> None:
        if not left:
            found.add(place)
            return
        for earlier in before.get(place, ()):
            if is_free(position, earlier):
                walk(earlier, left - 1)
            else:
                note("RR-08 backward over an engine")
                walk(earlier, left)

    if engine != depot(position):
        walk(engine, spaces)
    if not found:
        note("RR-08 backward is not possible")
    if len(found) > 1:
        note("RR-08 several places backward")
    return sorted(found)


def engine_moves(position: Position) -> dict[int, Position]:
    """Moving the engine forward, or back where the number is below 0; not forgoing it."""
    spaces = position.frame["n"]
    places = forward(position, spaces) if spaces > 0 else backward(position, -spaces)
    return {action(Act.ENGINE, place): arrived(position, place) for place in places}


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
            places = backward(position, spaces)
            if places and has_sidings(position):
                found[action(Act.AUX, auxiliary)] = position.copy()  # where to is chosen next
            elif places:
                found[action(Act.AUX, auxiliary)] = arrived(position, *places)
    return found


def destination(position: Position, value: int) -> int:
    """Where the engine stops with this action."""
    if kind_of(value) == Act.ENGINE:
        return argument_of(value)
    (place,) = backward(position, backward_auxiliaries(position)[argument_of(value)])
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
