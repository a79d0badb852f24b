"""What is printed on the pieces, in as few words as a picture has room for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.picture.marks import DOT, number, pesos
from gwta_ai.games.argentina.ruleset import Catalogue, codes

_COUNTS = {getattr(core, name): name for name in core.ENUMERATIONS["CountKind"]}
_OPS = {code: name for name, code in codes.EFFECTS.items()}
_COSTS = {code: name for name, code in codes.COSTS.items()}

_COUNT_WORDS = {
    "COUNT_WORKER_GROUPS": "group of all four workers",
    "COUNT_STRONG_WORKERS": "worker with strength",
    "COUNT_BUILDINGS": "own building",
    "COUNT_GRAIN_FIELD_BUILDINGS": "own building on a grain field",
    "COUNT_FARMERS": "farmer beside the board",
    "COUNT_STATIONS": "station",
    "COUNT_STATION_DISCS": "station disc",
    "COUNT_SHIP_DISCS": "disc on a ship",
    "COUNT_OBJECTIVES": "objective card in the area",
}
# Effects of an amount: words before it and after it.
_AMOUNTS = {
    "grain": ("", " grain"),
    "certificates": ("", " certificate"),
    "exchange_tokens": ("", " exchange token"),
    "exhaust_opponents": ("", " exhaustion card"),
    "draw": ("draw ", ""),
    "draw_discard": ("draw and discard ", ""),
    "draw_remove": ("draw and remove ", ""),
    "remove_cards": ("remove ", " card"),
    "engine": ("engine ", ""),
}
# Effects that are counted: one of them stands without the figure.
_COUNTED = ("certificates", "exchange_tokens", "exhaust_opponents", "remove_cards")
_PERMANENT = {"certificate": "certificates", "grain": "grain"}
_PLAIN = {
    "buy_cattle": "buy cattle",
    "delivery": "extra delivery",
    "objective": "objective card",
    "upgrade_behind": "upgrade a station behind",
}


class Words:
    """Short texts of one ruleset, by the core's indices."""

    def __init__(self, figures: Mapping[str, Any], names: Catalogue) -> None:
        self.figures, self.names = figures, names

    def count(self, kind: int, argument: int) -> str:
        """One of what is counted: "green farmer", "station disc"."""
        name, names = _COUNTS[kind], self.names
        match name:
            case "COUNT_WORKERS":
                return names.rows[argument]
            case "COUNT_FARMERS_OF":
                return f"{names.colours[argument]} farmer"
            case "COUNT_DISCS_ON_SHIP":
                return f"disc on ship {names.ships[argument]}"
            case "COUNT_QUARTER_DISCS":
                return f"disc in the {names.sides[argument]}"
            case "COUNT_CARDS":
                return self.card(argument)
        return _COUNT_WORDS[name]

    def program(self, index: int) -> str:
        """A program: "Patagonico → $2" (discard one for 2 pesos); empty for the empty one."""
        program = self.figures["programs"][index]
        effects = self.figures["effects"][program["first"] : program["first"] + program["n"]]
        gain = ", ".join(self._effect(effect) for effect in effects)
        return " → ".join(part for part in (self._cost(program), gain) if part)

    def local(self, index: int) -> str:
        """A local action, its alternatives with a slash."""
        local = self.figures["locals"][index]
        return " / ".join(self.program(local["first"] + at) for at in range(local["n"]))

    def building(self, building: Mapping[str, Any]) -> str:
        """The local actions of a building."""
        return DOT.join(map(self.local, building["locals"][: building["n_locals"]]))

    def objective(self, index: int) -> str:
        """Points, immediate action and tasks of an objective card."""
        card = self.figures["objectives"][index]
        tasks = [
            _times(task["n"], self.count(task["count"], task["arg"]))
            for task in card["tasks"][: card["n_tasks"]]
        ]
        points = f"{number(card['vp'])}/{number(card['penalty'])} VP"
        return DOT.join(part for part in (points, self.program(card["program"]), *tasks) if part)

    def master(self, index: int) -> str:
        """Both halves of a station master: "$3 · 3 VP per 2 × own building"."""
        master = self.figures["masters"][index]
        upper = self.program(master["program"])
        for what in ("certificate", "grain"):
            count = master[_PERMANENT[what]]
            if count:
                upper = _times(count, f"permanent {what}", one="")
        task = _times(master["per"], self.count(master["count"], master["arg"]), one="")
        return f"{upper}{DOT}{master['vp']} VP per {task}"

    def _cost(self, program: Mapping[str, Any]) -> str:
        kind, count = _COSTS.get(program["cost_op"]), program["cost_count"]
        match kind:
            case None:
                return ""
            case "pesos":
                return pesos(count)
            case "grain":
                return f"{count} grain"
            case "engine_back":
                return f"engine {count} back"
        cards = _times(count, self.card(program["cost_arg"]), one="")
        if program["identical"]:
            cards += " of one type"
        return cards if kind == "discard" else f"{kind} {cards}"

    def _effect(self, effect: Mapping[str, Any]) -> str:
        name, amount = _OPS[effect["op"]], effect["amount"]
        base = amount["base"]
        if name in _PLAIN:
            return _PLAIN[name]
        match name:
            case "pesos":
                return self._amount(amount, pesos)
            case "hire":
                return f"hire {_change(base)}".rstrip()
            case "build":
                return f"build at {pesos(base)}"
            case "help":
                extra = f" with strength +{effect['strength']}" if effect["strength"] else ""
                return f"help up to {base} granjeros{extra}"
            case "move":
                return f"move on {base}"
            case "place_disc":
                return f"disc on {self.names.quay_names[effect['quay']]}"
            case "take_cattle":
                place = "into hand" if effect["into_hand"] else "to the discard pile"
                return f"{self.card(effect['card_class'])} from the market {place}"
            case "auxiliary":
                return "single or double auxiliary" if effect["may_double"] else "single auxiliary"
        before, after = _AMOUNTS[name]

        def say(count: int) -> str:
            if name not in _COUNTED:
                return f"{before}{count}{after}"
            return before + (after.lstrip() if count == 1 else f"{count}{after}s")

        each = " to each opponent" if name == "exhaust_opponents" else ""
        return self._amount(amount, say) + each

    def _amount(self, amount: Mapping[str, Any], say: Callable[[int], str]) -> str:
        base, each = amount["base"], amount["each"]
        if not each:
            return say(base)
        what = self.count(amount["count"], amount["arg"])
        more = f"{say(each)} per {_times(amount['per'], what, one='')}"
        return f"{say(base)} and {more}" if base else more

    def card(self, card_class: int) -> str:
        """A class of cards: what all cattle have in common need not be said."""
        return self.names.class_names[card_class].replace("cattle card", "cattle")


def _times(count: int, what: str, one: str = "1 ") -> str:
    return f"{one}{what}" if count == 1 else f"{count} × {what}"


def _change(amount: int) -> str:
    """A change of a cost: "+$2", "−$1"; empty for none."""
    if not amount:
        return ""
    return f"{'+' if amount > 0 else '−'}{pesos(abs(amount))}"
