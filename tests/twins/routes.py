"""Where an estanciero can go, and what the way costs (MOV-01 to MOV-12, LOC-09).

Every way along the arrows is walked. A location passed or reached costs a step, an empty
space does not. A Hand on the way is paid when it is met, with what is there. Ways to one
place that pay the same to the same are one move.
"""

from __future__ import annotations

from collections.abc import Iterator

from twins.codes import MAX_PRIVATE, NO_HAND, Frame, Space
from twins.position import Position
from twins.tally import note

# Who gets a fee: a granjero (its space on the trail) or a player (the seat).
Payee = tuple[str, int]
Payments = tuple[tuple[Payee, int], ...]
Move = tuple[int, Payments]

RARE = (
    "MOV-01 a cleared disc lengthened the walk",
    "MOV-02 an empty space cost nothing",
    "MOV-06 paid a granjero",
    "MOV-06 paid a player",
    "MOV-07 passed an own Hand for nothing",
    "MOV-08 paid a part of a fee",
    "MOV-08 passed a Hand without money",
    "MOV-09 took a ramp",
    "MOV-09 the engine stands right where the ramp opens",
    "MOV-09 a ramp was out of reach",
    "MOV-10 left a space without a tile",
    "MOV-11 several ways paid the same",
    "MOV-11 ways to one place paid differently",
)


def step_limit(position: Position) -> int:
    """The steps of phase A."""
    more = sum(space["steps"][position.players] for space in position.cleared())
    if more:
        note("MOV-01 a cleared disc lengthened the walk")
    return int(position.rules["step_limit"][position.players] + more)


def fee(position: Position, space: int) -> tuple[Payee, int] | None:
    """Who is owed how many pesos at a location; None where no Hand asks anything."""
    kind = position.space(space)["kind"]
    tile = position.raw["tile"][space]
    if kind == Space.FARMER:
        hand, payee = position.rules["tiles"][tile - 1]["hand"], ("farmer", space)
    elif kind == Space.BUILDING:
        owner, number = divmod(tile - 1, MAX_PRIVATE)
        hand, payee = position.building(number)["hand"], ("player", owner)
        if owner == position.seat:
            if hand != NO_HAND:
                note("MOV-07 passed an own Hand for nothing")
            return None
    else:
        return None
    if hand == NO_HAND:
        return None
    return payee, position.rules["fee"][hand][position.players]


def ways(position: Position, limit: int) -> Iterator[Move]:
    """Every way to every location within ``limit`` steps, with what is really paid."""

    def pay(purse: int, paid: dict[Payee, int], space: int) -> tuple[int, dict[Payee, int]]:
        owed = fee(position, space)
        if owed is None:
            return purse, paid
        payee, pesos = owed
        given = min(pesos, purse)
        if given == 0:
            note("MOV-08 passed a Hand without money")
            return purse, paid
        if given < pesos:
            note("MOV-08 paid a part of a fee")
        note(f"MOV-06 paid a {'granjero' if payee[0] == 'farmer' else 'player'}")
        return purse - given, {**paid, payee: paid.get(payee, 0) + given}

    def walk(space: int, steps: int, purse: int, paid: dict[Payee, int]) -> Iterator[Move]:
        if steps == 0:
            return
        printed = position.space(space)
        for onward in printed["next"][: printed["n_next"]]:
            ahead = position.space(onward)
            if ahead["kind"] == Space.BUENOS_AIRES:
                yield onward, tuple(sorted(paid.items()))
            elif ahead["kind"] == Space.RAMP:
                # The depot lies beyond the last position of the track.
                if position.me["engine"] >= ahead["threshold"]:
                    if position.me["engine"] == ahead["threshold"]:
                        note("MOV-09 the engine stands right where the ramp opens")
                    note("MOV-09 took a ramp")
                    yield ahead["next"][0], tuple(sorted(paid.items()))
                else:
                    note("MOV-09 a ramp was out of reach")
            elif position.raw["tile"][onward] == 0:
                note("MOV-02 an empty space cost nothing")
                yield from walk(onward, steps, purse, paid)
            else:
                rest, paid_there = pay(purse, paid, onward)
                yield onward, tuple(sorted(paid_there.items()))
                yield from walk(onward, steps - 1, rest, paid_there)

    here = position.me["estanciero"]
    if position.space(here)["kind"] != Space.START and position.raw["tile"][here] == 0:
        note("MOV-10 left a space without a tile")
    yield from walk(here, limit, position.me["pesos"], {})


def moves(position: Position) -> dict[Move, Position]:
    """The different moves of the pending decision, and the position after each.

    The action values are not foretold: how a value tells two ways apart is the core's
    affair. The test reads from the position after an action which move it was.
    """
    frame = position.frame
    forward = position.decision == Frame.STEPS or frame["n"] > 0
    limit = frame["n"] if forward else step_limit(position)
    found = list(ways(position, limit))
    moves = {move: after(position, move) for move in found}
    if len(moves) < len(found):
        note("MOV-11 several ways paid the same")
    if len({space for space, _ in moves}) < len(moves):
        note("MOV-11 ways to one place paid differently")
    return moves


def after(position: Position, move: Move) -> Position:
    """The estanciero moved and the fees paid."""
    result = position.copy()
    space, payments = move
    result.me["estanciero"] = space
    for (payee, where), pesos in payments:
        result.me["pesos"] -= pesos
        if payee == "farmer":
            result.raw["coins"][position.space(where)["farmer"]] += pesos
        else:
            result.player(where)["pesos"] += pesos
    return result


def no_values(position: Position) -> dict[int, Position]:
    """The action values are not foretold, see ``moves``."""
    return {}
