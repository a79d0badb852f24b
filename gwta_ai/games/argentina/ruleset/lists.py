"""What follows from the figures of a ruleset, laid out for speed: ``struct Lists`` of the core."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gwta_ai.games.argentina.layout import STRUCTS, core

Figures = dict[str, Any]


def lists(figures: Figures) -> Figures:
    """The fields of ``struct Lists``, arrays in full length, from those of ``struct Rules``."""
    spaces = list(enumerate(figures["spaces"][: figures["n_spaces"]]))
    discs = list(enumerate(figures["disc_spaces"][: figures["n_disc_spaces"]]))
    cards = figures["cards"]
    building = [at for at, space in spaces if space["kind"] == core.SPACE_BUILDING]
    farmer = [at for at, space in spaces if space["kind"] == core.SPACE_FARMER]

    def holding(mark: Callable[[Figures], object]) -> int:
        """The mask of the disc spaces that have a mark."""
        return sum(1 << at for at, disc in discs if mark(disc))

    return {
        "n_building_spaces": len(building),
        "building_spaces": _padded(building, "building_spaces"),
        "n_farmer_spaces": len(farmer),
        "farmer_spaces": _padded(farmer, "farmer_spaces"),
        "by_strength": _padded(
            sorted(range(figures["n_cattle"]), key=lambda kind: -cards[kind]["strength"]),
            "by_strength",
        ),
        "way": _padded(_way(figures, spaces), "way"),
        "white_discs": holding(lambda disc: disc["corner"] == core.CORNER_WHITE),
        "step_discs": holding(lambda disc: any(disc["steps"])),
        "hand_discs": holding(lambda disc: disc["hand_limit"]),
        "certificate_discs": holding(lambda disc: disc["certificate_limit"]),
        "strength_discs": holding(lambda disc: disc["strength"]),
        "program_places": _padded(_program_places(figures), "program_places"),
    }


def _padded(values: list[int], field: str) -> list[int]:
    return values + [0] * (STRUCTS.slot("Lists", field).n - len(values))


def _way(figures: Figures, spaces: list[tuple[int, Figures]]) -> list[int]:
    """Spaces left to Buenos Aires from each on the shortest way, ramps aside."""
    way = [0 if at == figures["buenos_aires"] else core.MAX_SPACES for at, _ in spaces]
    for _ in spaces:
        for at, space in spaces:
            for after in space["next"][: space["n_next"]]:
                if figures["spaces"][after]["kind"] != core.SPACE_RAMP:
                    way[at] = min(way[at], way[after] + 1)
    return way


def _program_places(figures: Figures) -> list[int]:
    """For each program the mask of the kinds of places where it stands."""
    buildings = figures["neutral"][: figures["n_neutral"]] + [
        side for pair in figures["private_"][: figures["n_private"]] for side in pair
    ]
    locals_ = [
        figures["locals"][building["locals"][at]]
        for building in buildings
        for at in range(building["n_locals"])
    ] + [figures["locals"][space["risk"] - 1] for space in figures["spaces"] if space["risk"]]
    of_locals = {local["first"] + i for local in locals_ for i in range(local["n"])}
    of_auxiliary = {
        auxiliary[degree] for auxiliary in figures["auxiliary"] for degree in ("single", "double_")
    }
    of_objectives, of_ships, of_bonus, of_masters = (
        {entry["program"] for entry in figures[name]}
        for name in ("objectives", "ships", "bonus", "masters")
    )
    *rows, granjeros = figures["row_program"]
    places: dict[int, Iterable[int]] = {
        core.OF_VISITS: of_locals | of_auxiliary | of_objectives,
        core.OF_GOALS: of_objectives | of_ships | of_bonus,
        core.OF_OBJECTIVES: of_objectives,
        core.OF_WORKERS: {index for row in rows for index in row},
        core.OF_GRANJEROS: granjeros,
        core.OF_BONUS: of_bonus,
        core.OF_MASTERS: of_masters,
    }
    masks = [0] * figures["n_programs"]
    for place, programs in places.items():
        for index in {*programs} - {0}:  # 0 is the empty program
            masks[index] |= 1 << place
    return masks
