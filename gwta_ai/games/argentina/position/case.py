"""A position in which something was found, for those who put it into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gwta_ai.games.argentina.layout import core, unpacked_state
from gwta_ai.games.argentina.ruleset import Catalogue


class Finding(NamedTuple):
    """What the core found: a code, and what its numbers are ``faults.pxd`` says."""

    code: int
    seat: int
    place: int
    expected: int
    also: int
    got: int


class Case:
    """A state or view given by its bytes, and the words of its ruleset.

    ``decisions`` are its pending ones as a snapshot has them, if it can be written as one.
    """

    def __init__(
        self,
        block: bytes,
        figures: Mapping[str, Any],
        names: Catalogue,
        decisions: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.raw = unpacked_state(block)
        self.figures, self.names, self.decisions = figures, names, decisions
        self.players = self.raw["player"][: self.raw["players"]]
        self.view = bool(self.raw["viewer"])

    def shows(self, seat: int) -> bool:
        """Whether the hand of a seat is given."""
        return self.raw["viewer"] in (0, seat + 1)

    def draw_length(self, seat: int) -> int:
        """Entries of a player's draw stack; where a view hides the hand it is among them."""
        player = self.raw["player"][seat]
        length: int = player["draw_size"]
        if not self.shows(seat):
            length += player["hand_size"] - sum(player["hand"])
        return length

    def neutral_buildings(self) -> dict[str, int]:
        """The index of the building on each neutral space, -1 for none."""
        names = self.names
        return {
            name: self.raw["tile"][names.spaces.index(name)] - 1 for name in names.neutral_spaces
        }

    def private_sites(self) -> list[str]:
        """The building spaces on which something stands, in trail order."""
        spaces = enumerate(self.figures["spaces"][: self.figures["n_spaces"]])
        return [
            self.names.spaces[at]
            for at, space in spaces
            if space["kind"] == core.SPACE_BUILDING and self.raw["tile"][at]
        ]
