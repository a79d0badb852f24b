"""A position as the twins see it: the fields of the core's state, and the component figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import framing

from twins.codes import Frame, Space

Fields = dict[str, Any]


class Position:
    """``raw``: the fields of the state as ``fields_of(CoreState)`` gives them. ``rules``: the
    figures of the components as ``Ruleset.compiled()`` gives them."""

    def __init__(self, rules: Mapping[str, Any], raw: Fields, seat: int | None = None) -> None:
        self.rules = rules
        self.raw = raw
        self.seat: int = raw["seat"] if seat is None else seat

    def copy(self) -> Position:
        """The same position, free to be changed."""
        raw = {name: _copied(value) for name, value in self.raw.items()}
        return Position(self.rules, raw, self.seat)

    @property
    def players(self) -> int:
        return int(self.raw["players"])

    @property
    def me(self) -> Fields:
        """The player whose decision it is."""
        return self.player(self.seat)

    def player(self, seat: int) -> Fields:
        fields: Fields = self.raw["player"][seat]
        return fields

    @property
    def frame(self) -> Fields:
        """The pending decision."""
        fields: Fields = self.raw["frames"][self.raw["depth"] - 1]
        return fields

    @property
    def decision(self) -> Frame:
        return Frame(self.frame["kind"])

    def part(self, name: str) -> int:
        """A part of the pending decision, see ``framing.PARTS``."""
        return framing.part(self.frame, name)

    def put(self, **fields: int) -> None:
        """Gives the pending decision other parts, another n or must."""
        framing.put(self.frame, **fields)

    def space(self, space: int) -> Fields:
        """What is printed on a space of the trail."""
        fields: Fields = self.rules["spaces"][space]
        return fields

    def farmer_spaces(self) -> list[int]:
        """The spaces of the trail for granjeros, ascending."""
        return self.spaces(Space.FARMER)

    def spaces(self, kind: Space) -> list[int]:
        return [
            space for space in range(self.rules["n_spaces"]) if self.space(space)["kind"] == kind
        ]

    def farmer(self, space: int) -> Fields | None:
        """The granjero tile lying on a space of the trail."""
        tile = self.raw["tile"][space]
        if self.space(space)["kind"] != Space.FARMER or not tile:
            return None
        fields: Fields = self.rules["tiles"][tile - 1]
        return fields

    def building(self, number: int) -> Fields:
        """A private building on the side it shows in this game."""
        side = self.raw["sides"] >> number & 1
        fields: Fields = self.rules["private_"][number][side]
        return fields

    def cleared(self, seat: int | None = None) -> list[Fields]:
        """The disc spaces of a player board that have lost their disc."""
        player = self.player(self.seat if seat is None else seat)
        gone = self.rules["discs_at_start"] & ~player["discs"]
        return [
            self.rules["disc_spaces"][space]
            for space in range(self.rules["n_disc_spaces"])
            if gone >> space & 1
        ]

    def cards_of_class(self, card_class: int) -> set[int]:
        """The kinds of cards that belong to a class."""
        mask = self.rules["classes"][card_class]
        return {kind for kind in range(self.rules["n_cards"]) if mask >> kind & 1}

    def masters(self, seat: int | None = None) -> list[Fields]:
        """The station masters a player has taken."""
        held = self.player(self.seat if seat is None else seat)["masters"]
        return [
            self.rules["masters"][master]
            for master in range(self.rules["n_masters"])
            if held >> master & 1
        ]


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        nested = bool(value) and isinstance(value[0], list | dict)
        return [_copied(entry) for entry in value] if nested else value[:]
    if isinstance(value, dict):
        return {name: _copied(entry) for name, entry in value.items()}
    return value
