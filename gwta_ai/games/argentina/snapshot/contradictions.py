"""What contradicts itself in a snapshot, each field of which is sound by itself.

Only what keeps a snapshot from being a position at all is looked at here: one piece in two
places, or a hand of more cards than there are. All else is for ``position``.
"""

from __future__ import annotations

import re
from typing import Any

from gwta_ai.common.form.flaws import Flaws
from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.snapshot import hidden
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon
from gwta_ai.games.argentina.snapshot.people import OUT

Plain = dict[str, Any]

_OF_A_HIDDEN_HAND = ("known", "hand_size", "hand_or_draw")


def settle(data: Plain, words: Lexicon, flaws: Flaws) -> None:
    """Tell the contradictions in the canonical form of a snapshot, and take them out."""
    if "view_of" in data:
        hidden.fill_in(data, words, flaws)
    for seat, player in enumerate(data["players"]):
        if "hand_size" in player:
            _hidden_hand(player, f"players[{seat}]", flaws)
    _pile(data["ships"], flaws)
    _ships(data["ships"], words, flaws)
    _buildings(data["players"], flaws)


def _hidden_hand(player: Plain, path: str, flaws: Flaws) -> None:
    """The hand of another seat has at least the known cards, and no more than are left."""
    known, others = sum(player["known"].values()), sum(player["hand_or_draw"].values())
    if not known <= player["hand_size"] <= known + others:
        expected = f"between {known} (known) and {known + others} (with hand_or_draw)"
        if not _rests_on_a_flaw(path, flaws):
            flaws.tell(f"{path}.hand_size", expected, player["hand_size"])
        player["hand_size"] = known


def _rests_on_a_flaw(path: str, flaws: Flaws) -> bool:
    """Whether this is the size of a hand of which not all could be read."""
    fields = "|".join(_OF_A_HIDDEN_HAND)
    pattern = re.compile(rf"{re.escape(path)}\.({fields})(\.|\[|$)")
    return any(pattern.match(flaw.path) for flaw in flaws if not flaw.certain)


def _pile(ships: Plain, flaws: Flaws) -> None:
    if len(ships["pile"]) > core.MAX_PILE:
        flaws.tell("ships.pile", f"at most {core.MAX_PILE} ships", f"{len(ships['pile'])}")
        ships["pile"] = []


def _ships(ships: Plain, words: Lexicon, flaws: Flaws) -> None:
    """Each ship is named in one place."""
    for name in words.names.ships:
        places = [place for place, there in ships.items() if name in there]
        while len(places) > 1:
            last = next(place for place in ("departed", "pile") if place in places)
            rest = [place for place in places if place != last]
            mend = f"{name} is in {' and '.join([*rest, last])}"
            flaws.tell("ships", "each ship in one place", f"{name} in {len(places)}", mend)
            ships[last] = [ship for ship in ships[last] if ship != name]
            places = rest


def _buildings(players: list[Plain], flaws: Flaws) -> None:
    """One building a space."""
    taken: dict[str, tuple[str, int]] = {}
    for seat, player in enumerate(players):
        for number, space in list(player["buildings"].items()):
            if space == OUT:
                continue
            if space in taken:
                other, owner = taken[space]
                expected = f"a space without building {other} of seat {owner}"
                mend = "one of the two is in another place, or in the supply and not named"
                flaws.tell(f"players[{seat}].buildings.{number}", expected, space, mend)
                del player["buildings"][number]
            else:
                taken[space] = (number, seat)
