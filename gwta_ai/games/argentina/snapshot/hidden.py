"""Hidden piles of a view that were left out, where they follow from everything else.

What a kind of piece lacks to its known number lies in the pile that was left out. Where
several piles were, and more than one of them could have it, it cannot be told: that is a
fault, and the pile has to be given.

Rules: INFO-09
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gwta_ai.errors import SnapshotError
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import GRANJERO
from gwta_ai.games.argentina.ruleset import limits as core
from gwta_ai.games.argentina.snapshot.fields import NOTHING

_NEEDED = "the pile, as it does not follow from the rest"


def fill_in(values: dict[str, Any], figures: Figures) -> None:
    """Replace ``None`` by the piles, in the values of a view as read. Raises SnapshotError."""
    ships = values["ships"]
    if ships["pile"] is None:
        everywhere = (1 << figures.compiled["n_ships"]) - 1
        ships["pile"] = everywhere & ~(ships["loading_zone"] | ships["departed"])
    _fill_bags(values, figures)
    _fill_cards(values, figures)


class _Pile:
    """A pile that was left out: where it belongs and how many of each kind it may hold."""

    def __init__(self, place: Any, field: str, path: str, room: Sequence[int]) -> None:
        self.place, self.field, self.path, self.room = place, field, path, room
        self.counts = [0] * len(room)

    def put_back(self) -> None:
        self.place[self.field] = [
            kind for kind, count in enumerate(self.counts) for _ in range(count)
        ]


def _share_out(left: Sequence[int], piles: Sequence[_Pile]) -> None:
    """Give the piles what is left of each kind."""
    for kind, count in enumerate(left):
        takers = [pile for pile in piles if pile.room[kind] > 0] if count > 0 else []
        if len(takers) == 1:
            takers[0].counts[kind] = count
        elif takers and count == sum(pile.room[kind] for pile in takers):
            for pile in takers:
                pile.counts[kind] = pile.room[kind]
        elif takers:
            raise SnapshotError(takers[0].path, _NEEDED, NOTHING)
    for pile in piles:
        pile.put_back()


def _minus(left: list[int], counts: Iterable[int]) -> None:
    for kind, count in enumerate(counts):
        if count:
            left[kind] -= count


def _minus_each(left: list[int], kinds: Iterable[int]) -> None:
    for kind in kinds:
        left[kind] -= 1


def _fill_bags(values: dict[str, Any], figures: Figures) -> None:
    bags, fields = values["bags"], list(values["bags"])
    if None not in bags.values():
        return
    left = list(figures.tile_supply)
    for bag in bags.values():
        _minus_each(left, bag or ())
    for tiles in values["foresight"].values():
        _minus_each(left, tiles)
    for row in values["job_market"]["rows"]:
        _minus(left, row)
    for space in values["trail"]["farmers"].values():
        left[space["tile"]] -= 1
    for station in values["stations"].values():
        worker = station["worker"] - 1
        if 0 <= worker < core.WORKER_KINDS:
            left[worker] -= 1
    for player in values["players"]:
        for row, hired in enumerate(list(player["workers"].values())[:GRANJERO]):
            _minus_each(left, (2 * row + strong for strong in hired))
    _minus(left, values["out_of_the_game"]["tiles"])
    _minus(left, values["helped_farmers"])
    piles = []
    for subphase, at in enumerate(figures.compiled["foresight_bag"]):
        if bags[fields[at]] is None:
            room = list(figures.tile_copies[at])
            _minus_each(room, values["foresight"][fields[subphase]])
            piles.append(_Pile(bags, fields[at], f"bags.{fields[at]}", room))
    _share_out(left, piles)


def _fill_cards(values: dict[str, Any], figures: Figures) -> None:
    players, first = values["players"], figures.first_objective
    supply = figures.card_supply[len(players)]
    left = list(supply)
    _minus(left, values["out_of_the_game"]["cards"])
    _minus(left, values["cattle_market"])
    _minus_each(left, values["market_stack"] or ())
    _minus_each(left, (first + at for at in values["objective_display"]))
    _minus_each(left, (first + at for at in values["objective_stack"] or ()))
    left[figures.exhaustion] -= values["exhaustion_stack"]
    piles = []
    if values["market_stack"] is None:
        piles.append(_Pile(values, "market_stack", "market_stack", figures.market_copies))
    for seat, player in enumerate(players):
        pile = "draw_stack" if "draw_stack" in player else "hand_or_draw"
        _minus(left, player["hand" if "hand" in player else "known"])
        _minus(left, player["discard"])
        _minus_each(left, player[pile] or ())
        area = player["objectives"]
        _minus_each(left, (kind for kind in range(first, len(left)) if area >> kind - first & 1))
        if player[pile] is None:
            piles.append(_Pile(player, pile, f"players[{seat}].{pile}", supply))
    _fill_objectives(values, figures, piles, left)
    _share_out(left, piles)


def _fill_objectives(
    values: dict[str, Any], figures: Figures, piles: Sequence[_Pile], left: list[int]
) -> None:
    """The objective stack, whose entries count from the first objective."""
    if values["objective_stack"] is not None:
        return
    first = figures.first_objective
    missing = [kind for kind in range(first, figures.n_cards) if left[kind] > 0]
    if missing and any(pile.room[kind] for pile in piles for kind in missing):
        raise SnapshotError("objective_stack", _NEEDED, NOTHING)
    _minus_each(left, missing)
    values["objective_stack"] = [kind - first for kind in missing]
