"""Programs, counts and tasks of a ruleset in plain English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_COUNT_WORDS = {
    "worker_groups": "group of one worker of each row",
    "strong_workers": "worker with strength",
    "buildings": "own building",
    "buildings_on_grain_fields": "own building on a grain field",
    "farmers": "farmer beside the board",
    "stations": "station with an own disc",
    "station_discs": "disc on a station",
    "ship_discs": "disc on a ship",
    "objectives": "card in the objective area",
}
# Effects of an amount: singular, plural, words before and after.
_AMOUNT_WORDS = {
    "pesos": ("peso", "pesos", "", ""),
    "grain": ("grain", "grain", "", ""),
    "certificates": ("certificate", "certificates", "", ""),
    "exchange_tokens": ("exchange token", "exchange tokens", "", ""),
    "exhaust_opponents": ("exhaustion card", "exhaustion cards", "", " to each opponent"),
    "draw": ("card", "cards", "draw up to ", ""),
    "draw_discard": ("card", "cards", "draw up to ", ", discard as many"),
    "draw_remove": ("card", "cards", "draw up to ", ", remove as many"),
    "remove_cards": ("card", "cards", "remove up to ", ""),
    "engine": ("space", "spaces", "engine forward up to ", ""),
}
_FIXED_WORDS = {
    "buy_cattle": "buy cattle",
    "delivery": "extra delivery",
    "objective": "objective card",
    "upgrade_behind": "upgrade a station behind the engine",
}


class Wording:
    """Texts under one checked ruleset."""

    def __init__(self, tree: Mapping[str, Any]) -> None:
        self._classes = {entry["id"]: entry["name"] for entry in tree["card_class"]["class"]}
        self._quays = {quay["id"]: quay["name"] for quay in tree["city"]["quay"]}

    def count(self, text: str) -> str:
        """One of what a count counts: "disc on ship 18", "Caracu"."""
        head, _, name = text.partition(":")
        if not name:
            return _COUNT_WORDS.get(head, head.removesuffix("s"))
        match head:
            case "farmers":
                return f"{name} farmer beside the board"
            case "ship_discs":
                return f"disc on ship {name}"
            case "quarter_discs":
                return f"disc in the {name} of a city"
        return f"{self._classes[name]} in the deck"

    def program(self, program: Mapping[str, Any]) -> str:
        """A program in a few words: "discard Patagonico: 2 pesos"."""
        gain = ", ".join(self._effect(effect, value) for effect, value in program["gain"])
        cost = self._cost(program["cost"]) if program["cost"] else ""
        return ": ".join(part for part in (cost, gain) if part)

    def objective(self, card: Mapping[str, Any]) -> str:
        """Points and tasks of an objective card: "4/-2 VP: 2 × disc on a station"."""
        tasks = ", ".join(f"{task['n']} × {self.count(task['count'])}" for task in card["tasks"])
        return f"{card['vp']}/{card['penalty']} VP: {tasks}"

    def master(self, tile: Mapping[str, Any]) -> str:
        """Both halves of a station master: "3 pesos; 3 VP for each 2 × own building"."""
        if tile["immediate"]:
            upper = self.program(tile["immediate"])
        elif tile["certificates"]:
            upper = f"{tile['certificates']} permanent certificate"
        else:
            upper = f"{tile['grain']} permanent grain"
        task = tile["task"]
        return f"{upper}; {task['vp']} VP for each {_times(task['per'])}{self.count(task['of'])}"

    def _cost(self, cost: Mapping[str, Any]) -> str:
        if "discard" in cost:
            alike = " of one type" if cost["identical"] else ""
            return f"discard {_times(cost['count'])}{self._classes[cost['discard']]}{alike}"
        ((what, value),) = cost.items()
        if what == "remove":
            return f"remove {self._classes[value]}"
        if what == "engine_back":
            return f"engine {_counted(value, 'space', 'spaces')} back"
        return f"pay {_counted(value, *_AMOUNT_WORDS[what][:2])}"

    def _effect(self, effect: str, value: Any) -> str:
        if effect in _AMOUNT_WORDS:
            one, many, before, after = _AMOUNT_WORDS[effect]
            return f"{before}{self._amount(value, one, many)}{after}"
        match effect:
            case "hire":
                return f"hire a worker ({value:+d} pesos)" if value else "hire a worker"
            case "build":
                return f"build for {_counted(value, 'peso', 'pesos')} a carpintero"
            case "help":
                extra = f" with {value['strength']} strength" if value["strength"] else ""
                return f"help up to {_counted(value['max'], 'granjero', 'granjeros')}{extra}"
            case "move":
                return f"move up to {_counted(value, 'step', 'steps')}"
            case "place_disc":
                return f"disc on {self._quays[value]}"
            case "take_cattle":
                return f"{self._classes[value['card']]} from the market"
            case "auxiliary":
                return f"{value.replace('_', ' ')} auxiliary action"
        return _FIXED_WORDS[effect]

    def _amount(self, amount: Mapping[str, Any], one: str, many: str) -> str:
        base, each = amount["base"], amount["each"]
        if not amount["of"]:
            return _counted(base, one, many)
        more = f"{base} and " if base else ""
        count = self.count(amount["of"])
        return f"{more}{_counted(each, one, many)} for each {_times(amount['per'])}{count}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _times(number: int) -> str:
    return f"{number} × " if number > 1 else ""
