"""Hidden piles of a view that were left out, where they follow from everything else.

What a kind of piece lacks to its known number lies in the pile that was left out. Where
several piles were, and more than one of them could have it, it cannot be told: that is a
fault, and the pile has to be given.

Rules: INFO-09
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from gwta_ai.common.form.flaws import NOTHING, Flaws
from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon

Plain = dict[str, Any]
Pieces = Counter[str]  # how many there are of each id

_NEEDED = "the pile, as it does not follow from the rest"
_MEND = "the order does not matter here: counts of each kind"


def fill_in(data: Plain, words: Lexicon, flaws: Flaws) -> None:
    """Replace ``None`` by the piles, in the canonical form of a view."""
    ships = data["ships"]
    if ships["pile"] is None:
        seen = {*ships["loading_zone"], *ships["departed"]}
        ships["pile"] = [ship for ship in words.names.ships if ship not in seen]
    if None in data["bags"].values():
        _share_out(missing_tiles(data, words), _bags(data, words), words.names.tiles, flaws)
    _share_out_cards(data, words, flaws)


class _Pile:
    """A pile: where it stands in the data, and how many it may hold, of each kind and in all."""

    def __init__(
        self, place: Plain, field: str, path: str, room: Mapping[str, int], most: int
    ) -> None:
        self.place, self.field, self.path, self.room, self.most = place, field, path, room, most

    @property
    def left_out(self) -> bool:
        return self.place[self.field] is None

    def fill(self, pieces: Mapping[str, int], flaws: Flaws) -> None:
        count = sum(pieces.values())
        if count > self.most:
            pieces = {}
            if all(flaw.certain for flaw in flaws):  # else it may come of what is blank
                expected = f"at most {self.most}, also where they follow from the rest"
                flaws.tell(self.path, expected, count)
        self.place[self.field] = dict(pieces)


def _share_out(left: Pieces, piles: Iterable[_Pile], order: Iterable[str], flaws: Flaws) -> None:
    """Give the piles that were left out what is left of each kind."""
    open_piles = [pile for pile in piles if pile.left_out]
    shares: dict[str, dict[str, int]] = {pile.path: {} for pile in open_piles}
    for kind in order:
        count = left[kind]
        takers = [pile for pile in open_piles if pile.room.get(kind, 0) > 0] if count > 0 else []
        if len(takers) == 1:
            shares[takers[0].path][kind] = count
        elif takers and count == sum(pile.room[kind] for pile in takers):
            for pile in takers:
                shares[pile.path][kind] = pile.room[kind]
        elif takers:
            flaws.tell(takers[0].path, _NEEDED, NOTHING, _MEND)
            takers[0].fill({}, flaws)
            return _share_out(left, open_piles, order, flaws)
    for pile in open_piles:
        pile.fill(shares[pile.path], flaws)
    return None


# --- tiles ---------------------------------------------------------------------------------------


def missing_tiles(data: Plain, words: Lexicon) -> Pieces:
    """The tiles that are nowhere to be seen."""
    left: Pieces = Counter(words.tile_supply)
    for bag in data["bags"].values():
        left.subtract(bag or {})
    for tiles in data["foresight"].values():
        left.subtract(tiles)
    for row in data["job_market"]["rows"]:
        left.subtract(row)
    for farmer in data["trail"]["farmers"].values():
        left[farmer["tile"]] -= 1
    for station in data["stations"].values():
        left[station.get("worker", "")] -= 1
    for player in data["players"]:
        for row, hired in player["workers"].items():
            if isinstance(hired, list):
                left.subtract(row + "+" * (strength == "strong") for strength in hired)
    left.subtract(data["out_of_the_game"]["tiles"])
    left.subtract(data["helped_farmers"])
    return left


def _bags(data: Plain, words: Lexicon) -> list[_Pile]:
    names = words.names.bags
    piles = []
    for subphase, at in enumerate(words.compiled["foresight_bag"]):
        room = Counter(words.tile_copies[at])
        room.subtract(data["foresight"][names[subphase]])
        piles.append(_Pile(data["bags"], names[at], f"bags.{names[at]}", room, core.MAX_BAG))
    return piles


# --- cards ---------------------------------------------------------------------------------------


def _share_out_cards(data: Plain, words: Lexicon, flaws: Flaws) -> None:
    supply = words.card_supply(len(data["players"]))
    left: Pieces = Counter(supply)
    left.subtract(data["out_of_the_game"]["cards"])
    left.subtract(data["cattle_market"])
    left.subtract(data["market_stack"] or {})
    left.subtract(data["objective_display"])
    left.subtract(data["objective_stack"] or {})
    left[words.names.cards[words.compiled["exhaustion"]]] -= data["exhaustion_stack"]
    piles = [_Pile(data, "market_stack", "market_stack", words.market_supply, core.MAX_MARKET)]
    for seat, player in enumerate(data["players"]):
        pile = "draw_stack" if "draw_stack" in player else "hand_or_draw"
        left.subtract(player["hand" if "hand" in player else "known"])
        left.subtract(player["discard"])
        left.subtract(player[pile] or {})
        left.subtract(player["objectives"])
        piles.append(_Pile(player, pile, f"players[{seat}].{pile}", supply, core.MAX_DECK))
    _fill_objectives(data, words, piles, left, flaws)
    _share_out(left, piles, words.names.cards, flaws)


def _fill_objectives(
    data: Plain, words: Lexicon, piles: Iterable[_Pile], left: Pieces, flaws: Flaws
) -> None:
    """The objective stack takes what no other pile may hold."""
    if data["objective_stack"] is not None:
        return
    missing = {kind: 1 for kind in words.names.objectives if left[kind] > 0}
    if any(pile.room.get(kind) for pile in piles if pile.left_out for kind in missing):
        flaws.tell("objective_stack", _NEEDED, NOTHING, _MEND)
        missing = {}
    left.subtract(missing)
    data["objective_stack"] = missing
