"""What an action gives without asking: pesos, grain, certificates, exchange tokens.

The four are always taken as far as their limits allow (LOC-11). A reward that leaves a
choice, as moving the engine or hiring, is a decision of its own and is not followed here.
"""

from __future__ import annotations

from typing import Any

from twins.codes import Cost, Count, Effect
from twins.counts import count
from twins.position import Fields, Position


def amount(position: Position, figure: Fields) -> int:
    """A plain number, or so much for each so many of a figure of the player."""
    of = Count(figure["count"])
    if of == Count.NONE:
        return int(figure["base"])
    groups = count(position, of, figure["arg"]) // figure["per"]
    return int(figure["base"] + figure["each"] * groups)


def certificate_limit(position: Position) -> int:
    """The last step of the certificate track the marker may reach."""
    raised = [space["certificate_limit"] for space in position.cleared()]
    return int(max([position.rules["certificate_limit"], *raised]))


def program(position: Position, index: int) -> tuple[Fields, list[Fields]]:
    """A program and its effects; index 0 is the empty one."""
    rules: Any = position.rules
    head: Fields = rules["programs"][index]
    return head, rules["effects"][head["first"] : head["first"] + head["n"]]


def grant(position: Position, index: int) -> None:
    """Gives the player what a program gives before its first choice.

    A program that asks a price is left to its own decision.
    """
    head, effects = program(position, index)
    if head["cost_op"] != Cost.NONE:
        return
    me = position.me
    for effect in effects:
        n = amount(position, effect["amount"])
        match Effect(effect["op"]):
            case Effect.PESOS:
                me["pesos"] += n
            case Effect.GRAIN:
                me["grain"] = min(me["grain"] + n, position.rules["grain_limit"])
            case Effect.CERTIFICATES:
                me["certificates"] = min(me["certificates"] + n, certificate_limit(position))
            case Effect.TOKENS:
                me["tokens"] += n
            case _:
                return
