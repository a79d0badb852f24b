"""The twins and the decisions they know: how each is put up, left, and followed up."""

from __future__ import annotations

from random import Random

import framing
from fields import fields_of

from gwta_ai._engine.argentina.core import CoreState
from twins import (
    assignment,
    building,
    cards,
    deliveries,
    discs,
    income,
    purchases,
    railroad,
    routes,
    samples,
    scoring,
    ships,
)
from twins.codes import (
    GRANJERO,
    Act,
    Effect,
    Frame,
    Purpose,
    Space,
    Stage,
    Visit,
    argument_of,
    kind_of,
)
from twins.position import Position
from twins.rewards import program
from twins.trials import (
    Area,
    Assignment,
    Decision,
    DisagreementError,
    Purchases,
    Routes,
    Scene,
    Scores,
    demand_pending,
)

# --- how a decision is left ------------------------------------------------------------------


def forgo(position: Position) -> Act | None:
    """A reward is forgone unless the action was chosen and nothing of it is done (TURN-03)."""
    return None if position.frame["must"] else Act.FORFEIT


def decline(position: Position) -> Act | None:
    return Act.FORFEIT


def stop(position: Position) -> Act | None:
    return Act.STOP


def end_purchases(position: Position) -> Act | None:
    return Act.STOP if position.part("begun") else forgo(position)


def forgo_granjeros(position: Position) -> Act | None:
    return None if position.part("first") else forgo(position)


def at_a_location(kind: Frame, **ranges: tuple[int, int]) -> Scene:
    """A decision inside phase B; ``ranges``: lowest and highest value of a field."""

    def scene(position: Position, random: Random) -> None:
        samples.stand_somewhere(position)
        fields = {name: random.randint(*bounds) for name, bounds in ranges.items()}
        samples.push(position, kind, **fields)

    return scene


def in_buenos_aires(stage: Stage) -> Scene:
    def scene(position: Position, random: Random) -> None:
        samples.visit_buenos_aires(position, stage)

    return scene


def phase_a(position: Position, random: Random) -> None:
    """Not seldom right before a ramp, and then with the engine about where it opens."""
    samples.push(position, Frame.MOVE)
    ramps = position.spaces(Space.RAMP)
    if random.random() < 0.3:
        ramp = random.choice(ramps)
        before = [
            space
            for space in range(position.rules["n_spaces"])
            if ramp in position.space(space)["next"][: position.space(space)["n_next"]]
        ]
        position.me["estanciero"] = random.choice(before)
        position.me["engine"] = position.space(ramp)["threshold"] + random.randint(-1, 1)


def buying(position: Position, random: Random) -> None:
    """In half of the positions something was bought before."""
    at_a_location(Frame.BUY, n=(1, 6), must=(0, 1))(position, random)
    deals = [value for value in purchases.options(position) if kind_of(value) == Act.BUY]
    if deals and random.random() < 0.5:
        offer, first, second = purchases.deal_of(random.choice(deals))
        position.put(offer=offer, first_card=first, second_card=second, begun=1, must=0)


def helping(position: Position, random: Random) -> None:
    """With none, one or several granjeros named."""
    at_a_location(Frame.HELP, n=(1, 3), must=(0, 1))(position, random)
    position.put(extra=random.choice([0, 0, 0, 3, 6]))
    here = position.me["estanciero"]
    if position.farmer(here) is not None and random.random() < 0.5:
        position.frame["n"] = -here
    for name in ("first", "second", "third")[: random.randint(0, 3)]:
        candidates = cards.further_farmers(position)
        if candidates:
            position.put(**{name: random.choice(candidates)})


def without_local_actions(position: Position, random: Random) -> None:
    """A fresh visit of a granjero or of another player's building, if there is one."""
    places = [
        space
        for space in range(position.rules["n_spaces"])
        if position.farmer(space) is not None or railroad.is_foreign(position, space)
    ]
    if places:
        position.me["estanciero"] = random.choice(places)
    samples.stand_somewhere(position)
    if places:
        position.put(visit=Visit.FRESH)


def adding(position: Position, random: Random) -> None:
    at_a_location(Frame.ADD)(position, random)
    position.me["workers"][GRANJERO] = random.randint(1, len(position.rules["granjero_cost"]))
    position.me["pesos"] = random.randint(0, 2 * max(position.rules["granjero_cost"]))
    for colour in range(len(position.me["farmers"])):
        received = random.choice([0, 1, 2])
        position.frame["part"][colour] = received
        position.me["farmers"][colour] += received


def engine_about_to_move(position: Position, random: Random) -> None:
    """Forward, or with sidings now and then back, which cannot be forgone."""
    at_a_location(Frame.ENGINE, n=(1, 6), must=(0, 1))(position, random)
    if railroad.has_sidings(position) and random.random() < 0.4:
        spaces = random.randint(1, 3)
        if railroad.backward(position, spaces):
            position.frame.update(n=-spaces, must=1)


def building_at(position: Position, random: Random) -> None:
    at_a_location(Frame.BUILD, n=(1, 2))(position, random)
    affordable = sorted(building.numbers(position))
    if affordable:
        number = argument_of(random.choice(affordable))
        position.frame["kind"] = int(Frame.BUILD_AT)
        position.put(number=number, must=1)


def some_station(position: Position, random: Random) -> int:
    """Any station; not seldom one that can be upgraded again, with few discs on the board."""
    stations = range(position.rules["n_stations"])
    again = [station for station in stations if position.rules["stations"][station]["repeatable"]]
    if not again or random.random() < 0.7:
        return random.choice(stations)
    position.me["discs"] &= random.choice([0, position.me["discs"]])
    return random.choice(again)


def at_a_station(position: Position, random: Random) -> None:
    """The engine has just stopped there and can upgrade it; else it is about to move."""
    samples.stand_somewhere(position)
    station = some_station(position, random)
    samples.stop_at_station(position, station)
    position.me["pesos"] += random.choice([0, position.rules["stations"][station]["cost"]])
    if railroad.can_upgrade(position, station):
        samples.push(position, Frame.STATION, at=station)
    else:
        samples.push(position, Frame.ENGINE, n=random.randint(1, 6))


def disc_for_station(position: Position, random: Random) -> None:
    """The station is paid; below waits the offer of its master, if there is one."""
    samples.stand_somewhere(position)
    station = some_station(position, random)
    samples.stop_at_station(position, station)
    if not position.rules["stations"][station]["repeatable"]:
        position.me["station_discs"][station] = 0
    if position.raw["station_master"][station] and max(position.me["workers"]) > 1:
        samples.push(position, Frame.MASTER, station=station)
    samples.push(position, Frame.DISC, purpose=Purpose.ON_STATION, target=station, must=1)


def appointing(position: Position, random: Random) -> None:
    with_master = [
        station for station, master in enumerate(position.raw["station_master"]) if master
    ]
    samples.stand_somewhere(position)
    if with_master:
        samples.push(position, Frame.MASTER, station=random.choice(with_master))
    else:
        samples.push(position, Frame.ENGINE, n=1)


def disc_for_quay(position: Position, random: Random) -> None:
    samples.stand_somewhere(position)
    quay = random.randrange(position.rules["n_quays"])
    samples.push(position, Frame.DISC, purpose=Purpose.ON_QUAY, target=quay)


def loading(position: Position, random: Random) -> None:
    samples.visit_buenos_aires(position, Stage.LOADING)
    position.frame["n"] = random.randint(0, 24)
    if random.random() < 0.8:  # as in play, where the income is there
        position.me["pesos"] = position.frame["n"] + samples.few(random, 6)


def disc_for_ship(position: Position, random: Random) -> None:
    loading(position, random)
    candidates = sorted(ships.ships(position))
    if candidates:
        position.put(stage=Stage.FORESIGHT_A, n=0)
        ship = argument_of(random.choice(candidates))
        samples.push(position, Frame.DISC, purpose=Purpose.ON_SHIP, target=ship, must=1)


# --- what follows ---------------------------------------------------------------------------


def more_purchases(value: int, before: Position, twin: Position, core: CoreState) -> None:
    demand_pending(core, Frame.BUY, bool(purchases.options(twin)))


def granjeros_then_cards(value: int, before: Position, twin: Position, core: CoreState) -> None:
    if kind_of(value) == Act.FARMER:
        demand_pending(core, Frame.HELP, True)
    else:
        demand_pending(core, Frame.ADD, can_add(twin))


def more_additions(value: int, before: Position, twin: Position, core: CoreState) -> None:
    """A disc for the quay comes before the next granjero."""
    added = twin.me["workers"][GRANJERO] - 1
    _, effects = program(twin, twin.rules["row_program"][GRANJERO][added])
    for effect in effects:
        if effect["op"] == Effect.PLACE_DISC:
            corner = twin.rules["quays"][effect["quay"]]["corner"]
            if discs.choices(twin, corner):
                demand_pending(core, Frame.DISC, True)
                return
    received = sum(before.frame["part"])
    demand_pending(core, Frame.ADD, received > 1 and can_add(twin))


def can_add(position: Position) -> bool:
    workers, costs = position.me["workers"][GRANJERO], position.rules["granjero_cost"]
    return bool(workers < len(costs) and position.me["pesos"] >= costs[workers])


def space_for_building(value: int, before: Position, twin: Position, core: CoreState) -> None:
    demand_pending(core, Frame.BUILD_AT, True)


def visit_goes_on(value: int, before: Position, twin: Position, core: CoreState) -> None:
    """If the turn goes on, the visit is closed exactly when the tile below the estanciero was
    replaced."""
    raw = fields_of(core)
    if raw["over"] or raw["turn"] != before.raw["turn"]:
        return
    demand_pending(core, Frame.LOCATION, True)
    was_closed = framing.part(before.raw["frames"][0], "visit") == Visit.CLOSED
    is_closed = framing.part(raw["frames"][0], "visit") == Visit.CLOSED
    if is_closed != (was_closed or building.ends_visit(before, argument_of(value))):
        raise DisagreementError(f"the visit must{' not' if is_closed else ''} be closed")


def station_after_engine(value: int, before: Position, twin: Position, core: CoreState) -> None:
    if kind_of(value) == Act.AUX and railroad.has_sidings(before):
        demand_pending(core, Frame.ENGINE, True)
        return
    reached = railroad.station_reached(twin, railroad.destination(before, value))
    demand_pending(core, Frame.STATION, reached is not None)


def disc_next(value: int, before: Position, twin: Position, core: CoreState) -> None:
    demand_pending(core, Frame.DISC, True)


def master_after_disc(value: int, before: Position, twin: Position, core: CoreState) -> None:
    master = twin.raw["station_master"][before.part("target")]
    demand_pending(core, Frame.MASTER, bool(master) and max(twin.me["workers"]) > 1)


# --- where a twin has a word on some actions only ---------------------------------------------


def no_local_actions(position: Position) -> bool:
    """A fresh visit of a granjero or of another player's building."""
    here = position.me["estanciero"]
    tile = position.raw["tile"][here]
    if position.part("visit") != Visit.FRESH or not tile:
        return False
    return position.farmer(here) is not None or railroad.is_foreign(position, here)


def is_backward(position: Position, value: int) -> bool:
    auxiliaries = railroad.backward_auxiliaries(position)
    return kind_of(value) == Act.AUX and argument_of(value) in auxiliaries


def is_help_here(position: Position, value: int) -> bool:
    return kind_of(value) == Act.HELP_HERE


def help_next(value: int, before: Position, twin: Position, core: CoreState) -> None:
    demand_pending(core, Frame.HELP, True)


# --- the areas ------------------------------------------------------------------------------

AREAS: tuple[Area, ...] = (
    Routes(
        "routes",
        routes.RARE,
        Decision(Frame.MOVE, phase_a, routes.no_values),
        Decision(
            Frame.STEPS,
            at_a_location(Frame.STEPS, n=(1, 5), must=(1, 1)),
            routes.no_values,
        ),
    ),
    Purchases(
        "purchases",
        purchases.RARE,
        Decision(Frame.BUY, buying, purchases.options, leave=end_purchases, sequel=more_purchases),
    ),
    Area(
        "cards",
        cards.RARE,
        Decision(
            Frame.HELP, helping, cards.options, leave=forgo_granjeros, sequel=granjeros_then_cards
        ),
        Decision(Frame.ADD, adding, cards.additions, leave=stop, sequel=more_additions),
        Decision(
            Frame.LOCATION,
            without_local_actions,
            cards.help_here,
            sequel=help_next,
            covers=is_help_here,
            where=no_local_actions,
        ),
    ),
    Area(
        "building",
        building.RARE,
        Decision(
            Frame.BUILD,
            at_a_location(Frame.BUILD, n=(1, 2), must=(0, 1)),
            building.numbers,
            leave=forgo,
            sequel=space_for_building,
        ),
        Decision(Frame.BUILD_AT, building_at, building.places, sequel=visit_goes_on),
    ),
    Area(
        "railroad",
        railroad.RARE,
        Decision(
            Frame.ENGINE,
            engine_about_to_move,
            railroad.engine_moves,
            leave=forgo,
            sequel=station_after_engine,
        ),
        Decision(
            Frame.LOCATION,
            without_local_actions,
            railroad.backward_moves,
            sequel=station_after_engine,
            covers=is_backward,
            where=no_local_actions,
        ),
        Decision(Frame.STATION, at_a_station, railroad.upgrades, leave=decline, sequel=disc_next),
        Decision(
            Frame.UPGRADE_BEHIND,
            at_a_location(Frame.UPGRADE_BEHIND, must=(0, 1)),
            railroad.upgrades,
            leave=forgo,
            sequel=disc_next,
        ),
        Decision(
            Frame.DISC,
            disc_for_station,
            railroad.disc_onto_station,
            sequel=master_after_disc,
            about=Purpose.ON_STATION,
        ),
        Decision(Frame.MASTER, appointing, railroad.masters, leave=decline),
    ),
    Area(
        "income",
        income.RARE,
        Decision(
            Frame.BUENOS_AIRES, in_buenos_aires(Stage.INCOME), income.options, about=Stage.INCOME
        ),
    ),
    Area(
        "ships",
        ships.RARE,
        Decision(Frame.BUENOS_AIRES, loading, ships.ships, sequel=disc_next, about=Stage.LOADING),
        Decision(Frame.DISC, disc_for_ship, ships.disc_onto_ship, about=Purpose.ON_SHIP),
    ),
    Area(
        "discs",
        discs.RARE,
        Decision(Frame.DISC, disc_for_quay, discs.onto_quay, leave=forgo, about=Purpose.ON_QUAY),
        Decision(
            Frame.DISC, disc_for_station, railroad.disc_onto_station, about=Purpose.ON_STATION
        ),
        Decision(Frame.DISC, disc_for_ship, ships.disc_onto_ship, about=Purpose.ON_SHIP),
    ),
    Area(
        "deliveries",
        deliveries.RARE,
        Decision(
            Frame.BUENOS_AIRES,
            in_buenos_aires(Stage.DELIVERY),
            deliveries.options,
            leave=decline,
            about=Stage.DELIVERY,
        ),
        Decision(
            Frame.DELIVERY,
            at_a_location(Frame.DELIVERY, must=(0, 1)),
            deliveries.options,
            leave=forgo,
        ),
    ),
    Assignment("assignment", assignment.RARE),
    Scores("scoring", scoring.RARE),
)
