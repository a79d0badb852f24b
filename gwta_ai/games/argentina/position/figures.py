"""What the checks of a position need of a ruleset, derived once from the core's figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gwta_ai.games.argentina.position.layout import BAGS, GONE, GRANJERO, SUPPLY
from gwta_ai.games.argentina.ruleset import limits as core

_BY_PLAYERS = range(core.MAX_PLAYERS + 1)


class Figures:
    """Figures of ``struct Rules`` in the form the checks like, lists by the core's indices."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.compiled = compiled
        self._cards(compiled)
        self._trail(compiled)
        self._tiles(compiled)
        self._discs(compiled)
        self._programs(compiled)

    def _cards(self, compiled: Mapping[str, Any]) -> None:
        n = compiled["n_cards"]
        cards = compiled["cards"][:n]
        self.n_cards: int = n
        self.n_cattle: int = compiled["n_cattle"]
        self.exhaustion: int = compiled["exhaustion"]
        self.first_objective: int = compiled["first_objective"]
        self.player_copies: list[int] = [card["player_copies"] for card in cards]
        self.market_copies: list[int] = [card["market_copies"] for card in cards]
        self.player_kinds = [kind for kind, copies in enumerate(self.player_copies) if copies]
        self.card_strength: list[int] = [card["strength"] for card in cards]
        self.card_supply = [  # by number of players, then kind
            [players * card["player_copies"] + card["market_copies"] for card in cards]
            for players in _BY_PLAYERS
        ]
        for supply in self.card_supply:
            supply[self.exhaustion] = compiled["exhaustion_copies"]
            supply[self.first_objective :] = [1] * compiled["n_objectives"]

    def _trail(self, compiled: Mapping[str, Any]) -> None:
        spaces = compiled["spaces"][: compiled["n_spaces"]]
        kinds = [space["kind"] for space in spaces]

        def of(kind: str) -> list[int]:
            return [at for at, found in enumerate(kinds) if found == core.SPACE_KINDS[kind]]

        self.neutral_spaces: list[int] = compiled["neutral_spaces"][: compiled["n_neutral"]]
        self.building_spaces = of("SPACE_BUILDING")
        self.farmer_spaces = of("SPACE_FARMER")
        self.farmer_index = {at: spaces[at]["farmer"] for at in self.farmer_spaces}
        self.space_colour = {at: spaces[at]["colour"] for at in self.farmer_spaces}
        self.building_places = {SUPPLY, GONE, *self.building_spaces}
        self.visitable = {*self.neutral_spaces, *self.building_spaces, *self.farmer_spaces}
        self.bare_spaces = [at for at in range(core.MAX_SPACES) if at not in self.visitable]

    def _tiles(self, compiled: Mapping[str, Any]) -> None:
        tiles = compiled["tiles"][: compiled["n_tiles"]]
        self.n_tiles = len(tiles)
        self.tile_copies = [[tile["copies"][bag] for tile in tiles] for bag in range(BAGS)]
        self.tile_supply = [sum(tile["copies"]) for tile in tiles]
        self.foresight_bag: list[int] = compiled["foresight_bag"]
        self.tile_colour = [-1 if tile["worker"] else tile["colour"] for tile in tiles]
        self.tile_strength: list[int] = [tile["strength"] for tile in tiles]

    def _discs(self, compiled: Mapping[str, Any]) -> None:
        self.discs = compiled["discs_at_start"].bit_count() + compiled["start_quay_discs"]
        self.bonus_spaces = [  # by number of players, then kind
            [
                bonus["copies"]
                - (compiled["covered_cities"][players] >> bonus["city"] & 1) * bonus["covered"]
                for bonus in compiled["bonus"][: compiled["n_bonus"]]
            ]
            for players in _BY_PLAYERS
        ]
        self.certificate_limits = [
            (1 << at, space["certificate_limit"])
            for at, space in enumerate(compiled["disc_spaces"][: compiled["n_disc_spaces"]])
            if space["certificate_limit"]
        ]

    def _programs(self, compiled: Mapping[str, Any]) -> None:
        """Which programs stand where."""
        buildings = compiled["neutral"][: compiled["n_neutral"]] + [
            side for pair in compiled["private_"][: compiled["n_private"]] for side in pair
        ]
        locals_ = [
            compiled["locals"][building["locals"][at]]
            for building in buildings
            for at in range(building["n_locals"])
        ] + [compiled["locals"][space["risk"] - 1] for space in compiled["spaces"] if space["risk"]]
        local_programs = _real(local["first"] + i for local in locals_ for i in range(local["n"]))
        auxiliary_programs = _real(
            auxiliary[degree]
            for auxiliary in compiled["auxiliary"]
            for degree in ("single", "double_")
        )
        rows = compiled["row_program"]
        self.worker_programs = _real(index for row in rows[:GRANJERO] for index in row)
        self.granjero_programs = _real(rows[GRANJERO])
        self.objective_programs = _real(entry["program"] for entry in compiled["objectives"])
        ship_programs = _real(entry["program"] for entry in compiled["ships"])
        self.bonus_programs = _real(entry["program"] for entry in compiled["bonus"])
        self.master_programs = _real(entry["program"] for entry in compiled["masters"])
        self.visit_programs = local_programs | auxiliary_programs | self.objective_programs
        self.goal_programs = self.objective_programs | ship_programs | self.bonus_programs


def _real(indices: Iterable[int]) -> frozenset[int]:
    """The indices but for 0, which is the empty program."""
    return frozenset(index for index in indices if index)
