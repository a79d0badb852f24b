"""What lies on the table, from the snapshot of a position and the figures of its ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from gwta_ai.games.argentina.picture.lanes import Lanes, lanes
from gwta_ai.games.argentina.picture.words import Words
from gwta_ai.games.argentina.ruleset import CORNERS, Ruleset, codes

if TYPE_CHECKING:
    from gwta_ai.games.state import State, View

KINDS = {code: name for name, code in codes.SPACES.items()}
OUT = "out"  # where a private building is that left the game


class Building(NamedTuple):
    """A private building on the trail."""

    seat: int
    number: int  # from 0


class Farmer(NamedTuple):
    """A farmer tile on the trail or in foresight."""

    colour: str
    strength: int
    fee: int  # pesos of its Hand


class Board:
    """A position to be drawn.

    ``data`` is its snapshot, ``figures`` are those of the core (``struct Rules``), and
    ``viewer`` is the seat whose view it is, ``None`` for a state.
    """

    def __init__(self, position: State | View) -> None:
        self.position = position
        ruleset = position.ruleset
        assert isinstance(ruleset, Ruleset)  # whoever draws another game has lost his way
        self.data = position.to_dict()
        self.ruleset = ruleset
        self.names = ruleset.names
        self.figures = ruleset.figures
        self.words = _words(ruleset)
        self.players: int = position.players
        self.seats = range(position.players)
        viewer = self.data.get("view_of")
        self.viewer: int | None = viewer

    def player(self, seat: int) -> dict[str, Any]:
        """The snapshot of a player."""
        player: dict[str, Any] = self.data["players"][seat]
        return player

    # --- the trail ------------------------------------------------------------------------

    @cached_property
    def spaces(self) -> list[dict[str, Any]]:
        """The figures of the trail spaces, in trail order."""
        spaces: list[dict[str, Any]] = self.figures["spaces"][: self.figures["n_spaces"]]
        return spaces

    def kind(self, space: int) -> str:
        """ "start", "neutral", "building", "farmer", "ramp" or "buenos_aires"."""
        return KINDS[self.spaces[space]["kind"]]

    def exits(self, space: int) -> list[int]:
        figures = self.spaces[space]
        exits: list[int] = figures["next"][: figures["n_next"]]
        return exits

    def ramps(self, space: int) -> list[int]:
        """The shortcuts that leave from a space beside its other exits."""
        return [at for at in self.exits(space) if at not in self.lanes.layer]

    @cached_property
    def lanes(self) -> Lanes:
        """The drawing of the trail; a shortcut is in it only where it is the one way on."""
        spaces = range(len(self.spaces))
        ramps = {space for space in spaces if self.kind(space) == "ramp"}
        needed = {at for space in spaces for at in self.exits(space) if len(self.exits(space)) == 1}
        drawn = [space for space in spaces if space not in ramps or space in needed]
        return lanes(
            drawn, {space: [at for at in self.exits(space) if at in drawn] for space in drawn}
        )

    def neutral(self, space: int) -> int | None:
        """The index of the neutral building on a space."""
        letter = self.data["trail"]["neutral"].get(self.names.spaces[space])
        return None if letter is None else self.names.neutral.index(letter)

    @cached_property
    def _buildings(self) -> dict[str, Building]:
        return {
            place: Building(seat, int(number) - 1)
            for seat in self.seats
            for number, place in self.player(seat)["buildings"].items()
            if place != OUT
        }

    def building(self, space: int) -> Building | None:
        """The private building on a space."""
        return self._buildings.get(self.names.spaces[space])

    def farmer(self, space: int) -> Farmer | None:
        """The farmer tile on a space."""
        tile = self.data["trail"]["farmers"].get(self.names.spaces[space])
        return None if tile is None else self.farmer_tile(tile["tile"])

    def coins(self, space: int) -> int:
        """Fees that lie at a farmer, beside what is printed below it."""
        tile = self.data["trail"]["farmers"].get(self.names.spaces[space], {})
        coins: int = tile.get("coins", 0)
        return coins

    def estancieros(self, space: int) -> list[int]:
        """The seats whose estanciero stands on a space."""
        name = self.names.spaces[space]
        return [seat for seat in self.seats if self.player(seat)["estanciero"] == name]

    def place(self, name: str) -> str:
        """A space of the trail in words, with the tile on it: "n2 (neutral building C)"."""
        space = self.names.spaces.index(name)
        kind, farmer, building = self.kind(space), self.farmer(space), self.building(space)
        if kind in ("start", "buenos_aires"):
            return self.names.space_names[space]
        if kind == "neutral":
            letter = self.data["trail"]["neutral"].get(name)
            return f"{name} (neutral building {letter})" if letter else name
        if building:
            number = self.private_name(building.number)
            return f"{name} (building {number} of seat {building.seat})"
        return f"{name} ({farmer.colour} granjero {farmer.strength})" if farmer else name

    def track_name(self, position: str) -> str:
        """A railroad position in words."""
        station = self.figures["station_at"][self.names.track.index(position)]
        if not station:
            return position if position == "depot" else f"railroad space {position}"
        return f"station {self.names.stations[station - 1]}"

    # --- tiles ----------------------------------------------------------------------------

    def farmer_tile(self, name: str) -> Farmer | None:
        """A tile by its id; ``None`` for a worker."""
        tile = self.figures["tiles"][self.names.tiles.index(name)]
        if tile["worker"]:
            return None
        colour = self.names.colours[tile["colour"]]
        return Farmer(colour, tile["strength"], self.fee(tile["hand"]))

    def fee(self, hand: int) -> int:
        """Pesos of a Hand, by its colour."""
        fee: int = self.figures["fee"][hand][self.players]
        return fee

    def side(self, number: int) -> int:
        """0 for side a of a private building, 1 for side b."""
        return "ab".index(self.data["sides"][number])

    def private(self, number: int) -> dict[str, Any]:
        """The figures of a private building as it is in play."""
        building: dict[str, Any] = self.figures["private_"][number][self.side(number)]
        return building

    def private_name(self, number: int) -> str:
        """ "4a"."""
        return self.names.private[2 * number + self.side(number)]

    # --- discs ----------------------------------------------------------------------------

    def discs(self, zone: str, name: str) -> dict[int, int]:
        """How many discs each seat has in a place: ``zone`` is "ship_discs" or the like."""
        counts = {seat: self.player(seat)[zone].get(name, 0) for seat in self.seats}
        return {seat: count for seat, count in counts.items() if count}

    def hidden_by_cover(self, bonus: int) -> int:
        """Bonus spaces of a kind under the cover tile of their city."""
        figures = self.figures["bonus"][bonus]
        covered = self.figures["covered_cities"][self.players] >> figures["city"] & 1
        return int(figures["covered"] if covered else 0)

    # --- players --------------------------------------------------------------------------

    def cleared(self, seat: int) -> list[dict[str, Any]]:
        """The figures of the disc spaces that a player has cleared."""
        there = self.player(seat)["discs"]
        names = zip(self.names.disc_spaces, self.figures["disc_spaces"], strict=False)
        return [figures for name, figures in names if name not in there]

    def hand_limit(self, seat: int) -> int:
        return int(
            self.figures["hand_limit"] + sum(space["hand_limit"] for space in self.cleared(seat))
        )

    def step_limit(self, seat: int) -> int:
        more = sum(space["steps"][self.players] for space in self.cleared(seat))
        return int(self.figures["step_limit"][self.players] + more)

    def certificate_limit(self, seat: int) -> int:
        """The highest value that a player's certificate marker may reach."""
        steps = [space["certificate_limit"] for space in self.cleared(seat)]
        limit = max([self.figures["certificate_limit"], *steps])
        return int(self.figures["certificate_track"][limit])

    def strength(self, seat: int) -> int:
        """Strength on the player board: workers and cleared spaces."""
        workers = self.player(seat)["workers"]
        icons = sum(row.count("strong") for row in workers.values() if isinstance(row, list))
        more = sum(space["strength"] for space in self.cleared(seat))
        return int(icons * self.figures["strength_icon"] + more)

    def engine(self, seat: int) -> int:
        """The railroad position of an engine; the depot is the last."""
        return self.names.track.index(self.player(seat)["engine"])

    def permanent(self, seat: int, what: str) -> int:
        """Permanent "certificates" or "grain" of a player's station masters."""
        masters = map(self.names.masters.index, self.player(seat)["station_masters"])
        return sum(self.figures["masters"][master][what] for master in masters)

    def auxiliary_level(self, seat: int, action: int) -> int:
        """0: not open, 1: single, 2: also double."""
        figures = self.figures["auxiliary"][action]
        discs = [
            name
            for name, space in zip(
                self.names.disc_spaces, self.figures["disc_spaces"], strict=False
            )
            if space["auxiliary"] == action + 1
        ]
        left = sum(name in self.player(seat)["discs"] for name in discs)
        if not left:
            return 2
        return 1 if figures["open"] or left < len(discs) else 0

    def breeding(self, hand: Mapping[str, int]) -> int:
        """What the different cattle of a hand bring in Buenos Aires."""
        cards = self.figures["cards"]
        kinds = [cards[self.names.cards.index(name)] for name in hand]
        return sum({card["type"]: card["value"] for card in kinds if card["cattle"]}.values())

    def cards(self, cards: Mapping[str, int] | Iterable[str]) -> list[str]:
        """Cards in words, without an order: "Niata", "2 Patagonico"."""
        counts = counted(cards)
        ordered = sorted(counts, key=self.names.cards.index)
        return [
            f"{counts[name]} {self.card(name, plural=True)}"
            if counts[name] > 1
            else self.card(name)
            for name in ordered
        ]

    def type_name(self, kind: int) -> str:
        """The name of a cattle type, without the VP that tell its kinds apart."""
        points = self.figures["cards"][kind]["vp"]
        return self.names.card_names[kind].removesuffix(f" ({points} VP)")

    def card(self, name: str, plural: bool = False) -> str:
        """The name of a card; cattle are named by their breed and have no plural."""
        kind = self.names.cards.index(name)
        breed = self.figures["cards"][kind]["cattle"]
        return self.names.card_names[kind] + ("s" if plural and not breed else "")


def counted(pieces: Mapping[str, int] | Iterable[str]) -> dict[str, int]:
    """A stack or a map of counts as a map of counts; the order of a stack is lost."""
    if isinstance(pieces, Mapping):
        return dict(pieces)
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + 1
    return counts


def corner(code: int) -> str:
    """ "white" or "dark"."""
    return CORNERS[code]


@lru_cache(maxsize=32)
def _words(ruleset: Ruleset) -> Words:
    return Words(ruleset.figures, ruleset.names)
