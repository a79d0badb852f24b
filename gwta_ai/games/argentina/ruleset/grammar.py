"""The grammar of effects and counts: programs, costs, amounts and card classes.

Canonical forms: an amount is ``{"base", "each", "of", "per"}`` (``of`` empty for a plain
number), a program ``{"cost": cost or None, "gain": [[effect, value], ...]}`` with the
pesos first, a local action a list of programs, a count the string in the file.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gwta_ai.games.argentina.ruleset.fields import (
    NOTHING,
    Bool,
    Choice,
    Const,
    Found,
    Int,
    Kind,
    Record,
    Ref,
    Sequenced,
    Where,
)

ROWS = ("gaucho", "carpintero", "maquinista", "granjero")
COLOURS = ("green", "blue", "orange", "yellow")
SIDES = ("north", "east", "south", "west")
HANDS = ("none", "black", "green")
CORNERS = ("white", "dark")
SHIP_COLOURS = ("none", "yellow", "turquoise", "purple")
BAGS = ("A", "B", "C")

# What follows the colon of a count: ids of a kind, or fixed words.
COUNTS: dict[str, Kind | None] = {
    "gauchos": None,
    "carpinteros": None,
    "maquinistas": None,
    "granjeros": None,
    "worker_groups": None,
    "strong_workers": None,
    "buildings": None,
    "buildings_on_grain_fields": None,
    "farmers": None,
    "farmers:": Choice(*COLOURS),
    "stations": None,
    "station_discs": None,
    "ship_discs": None,
    "ship_discs:": Ref("ship"),
    "quarter_discs:": Choice(*SIDES),
    "cards:": Ref("card_class"),
    "objectives": None,
}

# Tasks of objective cards count figures of which none contains another: each single
# fulfilled task serves one card only.
TASK_COUNTS = ("buildings", "station_discs", "ship_discs:", "quarter_discs:", "cards:", "farmers:")


class Count(Kind):
    """A figure of one player."""

    def __init__(self, *names: str) -> None:
        self.names = names or tuple(COUNTS)
        self.words = "a count: one of " + ", ".join(
            f"{name}…" if name.endswith(":") else name for name in self.names
        )

    def read(self, value: Any, where: Where) -> str:
        if not isinstance(value, str):
            raise where.fault(self.words, value)
        head, colon, argument = value.partition(":")
        if head + colon not in self.names:
            raise where.fault(self.words, value)
        kind = COUNTS[head + colon]
        if kind is not None:
            kind.read(argument, where)
        return value


class Amount(Kind):
    """``n`` or ``{base, each, of, per}`` within bounds; ``counts`` may stand under ``of``."""

    def __init__(self, base: int, each: int, *counts: str) -> None:
        self.number = Int(1, base)
        self.words = f"{self.number.words} or {{ base, each, of, per }}"
        self.table = Record(
            {
                "base": (Int(0, base), 0),
                "each": (Int(1, each), 1),
                "of": Count(*counts),
                "per": (Int(1, 20), 1),
            }
        )

    def read(self, value: Any, where: Where) -> dict[str, Any]:
        if isinstance(value, dict):
            return self.table.read(value, where)
        if isinstance(value, bool) or not isinstance(value, int):
            raise where.fault(self.words, value)
        return {"base": self.number.read(value, where), "each": 0, "of": "", "per": 1}

    def write(self, value: Any) -> Any:
        return self.table.write(value) if value["of"] else value["base"]


_PESOS = Amount(50, 20)
_STEPS = Amount(20, 10)
# Figures of at most two dozen, so that what one step draws stays within its record.
_CARDS = Amount(
    10,
    2,
    *("gauchos", "carpinteros", "maquinistas", "granjeros", "worker_groups", "strong_workers"),
    *("buildings", "buildings_on_grain_fields", "stations"),
)

EFFECTS: dict[str, Kind] = {
    "pesos": _PESOS,
    "grain": _STEPS,
    "certificates": _STEPS,
    "exchange_tokens": Amount(5, 1),
    "exhaust_opponents": Amount(5, 1),
    "draw_discard": _CARDS,
    "draw_remove": _CARDS,
    "draw": _CARDS,
    "remove_cards": _CARDS,
    "engine": _STEPS,
    "hire": Int(-20, 20),
    "build": Int(0, 10),
    "buy_cattle": Const(True),
    "help": Record({"max": Int(1, 3), "strength": Int(0, 50)}),
    "move": Int(1, 10),
    "place_disc": Ref("quay"),
    "delivery": Const(True),
    "objective": Const(1),
    "upgrade_behind": Const(1),
    "take_cattle": Record({"card": Ref("card_class"), "to": Choice("hand", "discard")}),
    "auxiliary": Choice("single", "single_or_double"),
}

COSTS: dict[str, Kind] = {
    "discard": Ref("card_class"),
    "remove": Ref("card_class"),
    "pesos": Int(1, 50),
    "grain": Int(1, 20),
    "engine_back": Int(1, 20),
}

# Which effects a program may have depends on where it stands: programs that one program can
# set off inside another are kept to three levels, for which the core's stack is made.
_RAIL = {"engine", "upgrade_behind"}
_OPENING = {"hire", "help", "delivery"}
_TOP = {"move", "auxiliary"}
_SIMPLE = set(EFFECTS) - _RAIL - _OPENING - _TOP


class Context(NamedTuple):
    """Effects and costs a program may have in one place, and cards one cost may ask."""

    effects: set[str]
    costs: tuple[str, ...] = ()
    cards: int = 1


CONTEXTS = {
    "local": Context(set(EFFECTS), tuple(COSTS), 2),
    "risk": Context(set(EFFECTS) - {"auxiliary"}, tuple(COSTS), 2),
    "auxiliary": Context(_SIMPLE | _RAIL, ("pesos", "grain", "engine_back")),
    "objective": Context(_SIMPLE | _RAIL | _OPENING),
    "worker": Context(_SIMPLE | _RAIL, ("discard", "remove")),
    "bonus": Context(_SIMPLE | _RAIL),
    "ship": Context(_SIMPLE | _RAIL),
    "master": Context(_SIMPLE),
}


class Effect(Kind):
    """A table with exactly one key, the effect."""

    def __init__(self, effects: set[str]) -> None:
        self.effects = [name for name in EFFECTS if name in effects]
        self.words = "an effect, a table with one of the keys " + ", ".join(self.effects)

    def read(self, value: Any, where: Where) -> list[Any]:
        if not isinstance(value, dict) or len(value) != 1:
            raise where.fault(self.words, value)
        ((name, what),) = value.items()
        if name not in self.effects:
            raise where.fault(self.words, value)
        return [name, EFFECTS[name].read(what, where.at(name))]

    def write(self, value: Any) -> dict[str, Any]:
        name, what = value
        return {name: EFFECTS[name].write(what)}


class Cost(Kind):
    """``{discard, count, identical}`` or a table with one other key, the cost."""

    def __init__(self, costs: tuple[str, ...], cards: int) -> None:
        self.costs = costs
        self.words = "a cost, a table with one of the keys " + ", ".join(costs)
        self.discard = Record(
            {
                "discard": COSTS["discard"],
                "count": (Int(1, cards), 1),
                "identical": (Bool(), False),
            },
            check=_check_discard,
        )

    def read(self, value: Any, where: Where) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise where.fault(self.words, value)
        if "discard" in value and "discard" in self.costs:
            return self.discard.read(value, where)
        if len(value) != 1:
            raise where.fault(self.words, value)
        ((name, what),) = value.items()
        if name not in self.costs:
            raise where.fault(self.words, value)
        return {name: COSTS[name].read(what, where.at(name))}

    def write(self, value: Any) -> dict[str, Any]:
        return self.discard.write(value) if "discard" in value else dict(value)


def _check_discard(cost: dict[str, Any], where: Where) -> None:
    if cost["identical"] and cost["count"] < 2:
        raise where.at("identical").fault("count = 2 beside it", Found("count = 1"))


class Program(Kind):
    """A cost to be met in full, then effects; at least one of the two."""

    def __init__(self, context: str) -> None:
        effects, costs, cards = CONTEXTS[context]
        self.effects = Sequenced(Effect(effects), 0, 8)
        self.cost = Cost(costs, cards) if costs else None
        self.words = "a program { cost, gain }" if costs else "a program { gain }"

    def read(self, value: Any, where: Where) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise where.fault(self.words, value)
        for name in value:
            if name != "gain" and (name != "cost" or self.cost is None):
                raise where.fault(self.words, Found(f"the key {name!r:.40}"))
        cost = None
        if self.cost is not None and "cost" in value:
            cost = self.cost.read(value["cost"], where.at("cost"))
        gain = self.effects.read(value.get("gain", []), where.at("gain"))
        if cost is None and not gain:
            raise where.at("gain").fault("at least one effect, or a cost", NOTHING)
        names = [name for name, _ in gain]
        if "auxiliary" in names and (cost is not None or len(gain) > 1):
            raise where.fault("an auxiliary action alone in its program", value)
        if "move" in names[:-1]:
            raise where.fault("the move as the last effect", value)
        # Pesos come first where effects stand together; for the rest the order counts.
        gain.sort(key=lambda effect: effect[0] != "pesos")
        return {"cost": cost, "gain": gain}

    def write(self, value: Any) -> dict[str, Any]:
        cost, gain = value["cost"], self.effects.write(value["gain"])
        written: dict[str, Any] = {"gain": gain} if gain else {}
        return {"cost": self.cost.write(cost)} | written if self.cost and cost else written


class Local(Kind):
    """A local action: one program, or ``{either = [program, ...]}``."""

    words = "a program { cost, gain } or { either = [program, program] }"

    def __init__(self) -> None:
        self.program = Program("local")
        self.either = Sequenced(self.program, 2, 4)

    def read(self, value: Any, where: Where) -> list[Any]:
        if isinstance(value, dict) and "either" in value:
            if len(value) > 1:
                raise where.fault("either alone", value)
            return self.either.read(value["either"], where.at("either"))
        return [self.program.read(value, where)]

    def write(self, value: Any) -> dict[str, Any]:
        programs = [self.program.write(program) for program in value]
        return programs[0] if len(programs) == 1 else {"either": programs}
