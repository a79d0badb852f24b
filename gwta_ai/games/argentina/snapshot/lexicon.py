"""What reading and writing needs of one ruleset: its ids, and ids for its programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from gwta_ai.games.argentina.compiled import compiled_rules
from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.ruleset import Catalogue, Ruleset


class Lexicon:
    """The ids of a ruleset, how many pieces there are of each, and its compiled form."""

    def __init__(self, ruleset: Ruleset) -> None:
        compiled = ruleset.figures
        names = ruleset.names
        self.ruleset = ruleset
        self.names = names
        self.core = compiled_rules(ruleset)
        self.table = self.core.table(core.MAX_PLAYERS)
        self.compiled = compiled
        self.numbers = tuple(str(i + 1) for i in range(compiled["n_private"]))
        self.workers = (*names.workers, names.rows[-1])
        self.building_spaces = [
            at
            for at, space in enumerate(compiled["spaces"][: compiled["n_spaces"]])
            if space["kind"] == core.SPACE_BUILDING
        ]
        self.programs = _canonical_programs(compiled, names)
        self.program_index = dict(program_ids(compiled, names))
        self.program_meanings: Mapping[str | int, str | int] = {
            name: self.programs[index] for name, index in self.program_index.items()
        }
        tiles = list(zip(names.tiles, compiled["tiles"], strict=False))
        self.tile_supply = {name: sum(tile["copies"]) for name, tile in tiles}
        self.tile_copies = [
            {name: tile["copies"][bag] for name, tile in tiles} for bag in range(core.BAGS)
        ]
        self._cards = dict(zip(names.cards, compiled["cards"], strict=False))
        self.market_supply = {name: card["market_copies"] for name, card in self._cards.items()}

    def card_supply(self, players: int) -> dict[str, int]:
        """How many cards of each kind are in a game of so many players."""
        supply = {
            name: players * card["player_copies"] + card["market_copies"]
            for name, card in self._cards.items()
        }
        exhaustion = self.names.cards[self.compiled["exhaustion"]]
        supply[exhaustion] = self.compiled["exhaustion_copies"]
        return supply | dict.fromkeys(self.names.objectives, 1)


@lru_cache(maxsize=32)
def lexicon(ruleset: Ruleset) -> Lexicon:
    """The lexicon of a ruleset, made once."""
    return Lexicon(ruleset)


def _canonical_programs(compiled: Mapping[str, Any], names: Catalogue) -> list[str]:
    """An id for each program; equal programs may be one in the core, the first id counts."""
    found: dict[int, str] = {}
    for name, index in program_ids(compiled, names):
        found.setdefault(index, name)
    return [found.get(index, "") for index in range(compiled["n_programs"])]


def program_ids(compiled: Mapping[str, Any], names: Catalogue) -> Iterator[tuple[str, int]]:
    """Every place where a program stands, as an id, and the program's index in the core.

    "neutral:A:1" is the first local action of neutral building A, "private:4a:2" the second
    of private building 4a, ":1:2" the second alternative of the first; "risk:special1",
    "auxiliary:3:double", "worker:gaucho:3", "objective:obj103", "ship:6",
    "city:le_havre_west_1" and "station_master:master1" say where they stand.
    """
    for letter, building in zip(names.neutral, compiled["neutral"], strict=False):
        yield from _local_ids(f"neutral:{letter}", building, compiled)
    for number in range(compiled["n_private"]):
        for side, building in enumerate(compiled["private_"][number]):
            name = names.private[2 * number + side]
            yield from _local_ids(f"private:{name}", building, compiled)
    for name, space in zip(names.spaces, compiled["spaces"], strict=False):
        if space["risk"]:
            yield f"risk:{name}", compiled["locals"][space["risk"] - 1]["first"]
    for name, auxiliary in zip(names.auxiliary, compiled["auxiliary"], strict=False):
        yield f"auxiliary:{name}:single", auxiliary["single"]
        yield f"auxiliary:{name}:double", auxiliary["double_"]
    for row, programs in zip(names.rows, compiled["row_program"], strict=False):
        for space, index in enumerate(programs):
            if index:
                yield f"worker:{row}:{space + 1}", index
    for kind, ids, entries in (
        ("objective", names.objectives, compiled["objectives"]),
        ("ship", names.ships, compiled["ships"]),
        ("city", names.bonus, compiled["bonus"]),
        ("station_master", names.masters, compiled["masters"]),
    ):
        for name, entry in zip(ids, entries, strict=False):
            if entry["program"]:
                yield f"{kind}:{name}", entry["program"]


def _local_ids(
    name: str, building: Mapping[str, Any], compiled: Mapping[str, Any]
) -> Iterator[tuple[str, int]]:
    for at in range(building["n_locals"]):
        local = compiled["locals"][building["locals"][at]]
        for i in range(local["n"]):
            alternative = f":{i + 1}" if local["n"] > 1 else ""
            yield f"{name}:{at + 1}{alternative}", local["first"] + i
