"""Programs, effects and counts as the core has them: arrays of small structs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from gwta_ai.games.argentina.ruleset import codes
from gwta_ai.games.argentina.ruleset.lists import Figures
from gwta_ai.games.argentina.ruleset.names import Catalogue

_AMOUNT: Figures = {"base": 0, "each": 0, "per": 0, "count": 0, "arg": 0}
EFFECT: Figures = {
    "op": 0,
    "quay": 0,
    "card_class": 0,
    "into_hand": 0,
    "strength": 0,
    "may_double": 0,
    "amount": _AMOUNT,
}
PROGRAM: Figures = {
    "cost_op": 0,
    "cost_arg": 0,
    "cost_count": 0,
    "identical": 0,
    "first": 0,
    "n": 0,
}
LOCAL: Figures = {"first": 0, "n": 0}


class Programs:
    """Effects, programs and local actions as they are gathered; equal programs are shared."""

    def __init__(self, names: Catalogue) -> None:
        self._names = names
        self._known: dict[str, int] = {}
        self.effects: list[Figures] = []
        self.programs: list[Figures] = [PROGRAM]
        self.locals: list[Figures] = []

    def program(self, program: Mapping[str, Any] | None) -> int:
        """The index of a program; ``None`` is the empty one, 0."""
        if program is None:
            return 0
        key = json.dumps(program, sort_keys=True)
        if key not in self._known:
            self._known[key] = self._add(program)
        return self._known[key]

    def local(self, alternatives: Sequence[Mapping[str, Any]]) -> int:
        """The index of a new local action."""
        if len(alternatives) == 1:
            first = self.program(alternatives[0])
        else:  # alternatives stand side by side, so they are not shared
            first = len(self.programs)
            for program in alternatives:
                self._add(program)
        self.locals.append({"first": first, "n": len(alternatives)})
        return len(self.locals) - 1

    def _add(self, program: Mapping[str, Any]) -> int:
        first = len(self.effects)
        self.effects += [self._effect(name, value) for name, value in program["gain"]]
        figures = {**PROGRAM, "first": first, "n": len(program["gain"])}
        for name, value in (program["cost"] or {}).items():
            if name in codes.COSTS:
                figures["cost_op"] = codes.COSTS[name]
                if isinstance(value, str):
                    figures["cost_arg"] = self._names.classes.index(value)
                    figures["cost_count"] = program["cost"].get("count", 1)
                else:
                    figures["cost_count"] = value
        figures["identical"] = int((program["cost"] or {}).get("identical", False))
        self.programs.append(figures)
        return len(self.programs) - 1

    def _effect(self, name: str, value: Any) -> Figures:
        effect: Figures = {
            **EFFECT,
            "op": codes.EFFECTS[name],
            "amount": {**_AMOUNT, "per": 1},
        }
        match name:
            case "hire" | "build" | "move":
                effect["amount"]["base"] = value
            case "help":
                effect["amount"]["base"] = value["max"]
                effect["strength"] = value["strength"]
            case "place_disc":
                effect["quay"] = self._names.quays.index(value)
            case "take_cattle":
                effect["card_class"] = self._names.classes.index(value["card"])
                effect["into_hand"] = int(value["to"] == "hand")
            case "auxiliary":
                effect["may_double"] = int(value == "single_or_double")
            case "buy_cattle" | "delivery" | "objective" | "upgrade_behind":
                pass
            case _:
                kind, arg = count(value["of"], self._names)
                effect["amount"] = {
                    "base": value["base"],
                    "each": value["each"],
                    "per": value["per"],
                    "count": kind,
                    "arg": arg,
                }
        return effect


def count(text: str, names: Catalogue) -> tuple[int, int]:
    """The core's kind and argument of a count as written in the file."""
    head, colon, name = text.partition(":")
    kind = codes.COUNTS[head + colon]
    match head + colon:
        case "farmers:":
            return kind, names.colours.index(name)
        case "ship_discs:":
            return kind, names.ships.index(name)
        case "quarter_discs:":
            return kind, names.sides.index(name)
        case "cards:":
            return kind, names.classes.index(name)
    return kind, names.rows.index(head[:-1]) if head[:-1] in names.rows else 0
