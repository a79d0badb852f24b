"""Positions laid out by hand, so that a test reads like the rulebook.

``Table`` starts from a new game, puts every estanciero on the trail and takes the
farmers off it. Then say what lies where, and sit down at a decision::

    state = Table(players=2).pesos(0, 10).hand(0, "niata").visit(0, "n1")
    assert "hire:1,gaucho" in options(play(state, "local:2"))

Nothing is checked or conserved here: a test says only what matters to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

from fields import blank_frame, fields_of, state_of
from framing import frame

from gwta_ai import Ruleset, State, new_game
from gwta_ai.games.argentina.compiled import compiled_rules
from gwta_ai.games.argentina.layout import Raw

NOWHERE = 255
GONE = 255


def options(state: State) -> list[str]:
    """The notations of all legal actions."""
    return [action.notation for action in state.legal_actions()]


def play(state: State, *actions: str) -> State:
    """A copy of ``state`` after the actions, which must be legal."""
    after = state.clone()
    for action in actions:
        after.apply(action)
    return after


@cache
def figures(ruleset: Ruleset) -> dict[str, Any]:
    """The compiled ruleset, read and not changed."""
    return ruleset.figures


class Seen:
    """One player's figures in a state, by name."""

    def __init__(self, state: State, seat: int) -> None:
        self._names = state.ruleset.names
        self.raw = fields_of(state.core)["player"][seat]
        self.pesos: int = self.raw["pesos"]
        self.grain: int = self.raw["grain"]
        self.tokens: int = self.raw["tokens"]
        track = figures(state.ruleset)["certificate_track"]
        self.certificates: int = track[self.raw["certificates"]]
        self.hand = self._cards(self.raw["hand"])
        self.known = self._cards(self.raw["known"])
        self.discard = self._cards(self.raw["discard"])
        self.draw = [self._names.cards[kind] for kind in self.raw["draw"][: self.raw["draw_size"]]]
        self.workers = dict(zip(self._names.rows, self.raw["workers"], strict=True))
        self.farmers = dict(zip(self._names.colours, self.raw["farmers"], strict=True))
        self.engine = self._names.track[self.raw["engine"]]
        place = self.raw["estanciero"]
        self.estanciero = None if place == NOWHERE else self._names.spaces[place]
        self.discs = {
            name for at, name in enumerate(self._names.disc_spaces) if self.raw["discs"] >> at & 1
        }
        self.objectives = {
            name
            for at, name in enumerate(self._names.objectives)
            if self.raw["objectives"] >> at & 1
        }
        self.masters = {
            name for at, name in enumerate(self._names.masters) if self.raw["masters"] >> at & 1
        }
        self.ship_discs = self._counted(self._names.ships, "ship_discs")
        self.quay_discs = self._counted(self._names.quays, "quay_discs")
        self.station_discs = self._counted(self._names.stations, "station_discs")
        self.city_discs = self._counted(self._names.bonus, "bonus_discs")

    def _cards(self, counts: list[int]) -> list[str]:
        """Cards in the order of kinds, each as often as it is there."""
        return [
            name
            for name, count in zip(self._names.cards, counts, strict=False)
            for _ in range(count)
        ]

    def _counted(self, names: Iterable[str], field: str) -> dict[str, int]:
        counts = zip(names, self.raw[field], strict=False)
        return {name: count for name, count in counts if count}


def player(state: State, seat: int = 0) -> Seen:
    return Seen(state, seat)


class Board:
    """What lies on the table itself in a state, by name."""

    def __init__(self, state: State) -> None:
        names = state.ruleset.names
        self.raw = fields_of(state.core)
        self.market = self._named(names.cards, self.raw["market"])
        self.display = [names.cards[code - 1] for code in self.raw["objective_display"] if code]
        self.foresight = {
            letter: [names.tiles[code - 1] for code in tiles if code]
            for letter, tiles in zip(names.bags, self.raw["foresight"], strict=True)
        }
        self.jobs = [self._named(names.tiles, row) for row in self.raw["jobs"]]
        self.token_row: int = self.raw["job_row"] + 1  # from 1, as in the rules
        self.zone = {name for at, name in enumerate(names.ships) if self.raw["ship_at"][at] == 1}
        self.exhaustion: int = self.raw["exhaustion"]
        self.removed = self._named(names.cards, self.raw["removed"])
        self.boxed = self._named(names.tiles, self.raw["box_tiles"])
        self.farmers = {
            name: names.tiles[tile - 1]
            for name in names.farmer_spaces
            if (tile := self.raw["tile"][names.spaces.index(name)])
        }
        spaces = figures(state.ruleset)["spaces"]
        self.coins = {
            name: self.raw["coins"][spaces[names.spaces.index(name)]["farmer"]]
            for name in self.farmers
        }

    @staticmethod
    def _named(names: Iterable[str], counts: list[int]) -> list[str]:
        """Names in order, each as often as it is there."""
        return [name for name, count in zip(names, counts, strict=False) for _ in range(count)]


def board(state: State) -> Board:
    return Board(state)


class Table:
    """A position in the making; every method but the last few returns the table itself."""

    def __init__(
        self,
        players: int = 2,
        seed: int = 1,
        *,
        ruleset: Ruleset | None = None,
        buildings: str = "a",
        neutral: str = "letters",
    ) -> None:
        game = new_game(players, seed, buildings=buildings, neutral=neutral, ruleset=ruleset)
        self.ruleset = game.ruleset
        self.names = game.ruleset.names
        self.rules = figures(game.ruleset)
        self.raw: dict[str, Any] = fields_of(game.core)
        for seat in range(players):
            self.at(seat, "start").hand(seat).tokens(seat, 0)
        for space in self.names.farmer_spaces:
            self.no_farmer(space)

    # --- one player --------------------------------------------------------------------

    def _set(self, seat: int, **fields: Any) -> Self:
        self.raw["player"][seat].update(fields)
        return self

    def pesos(self, seat: int, n: int) -> Self:
        return self._set(seat, pesos=n)

    def grain(self, seat: int, n: int) -> Self:
        return self._set(seat, grain=n)

    def certificates(self, seat: int, value: int) -> Self:
        """The marker on the step of the track that shows ``value``."""
        return self._set(seat, certificates=self.rules["certificate_track"].index(value))

    def tokens(self, seat: int, n: int) -> Self:
        return self._set(seat, tokens=n)

    def at(self, seat: int, space: str | None) -> Self:
        """The estanciero on a space; ``None``: beside the board."""
        place = NOWHERE if space is None else self.names.spaces.index(space)
        return self._set(seat, estanciero=place)

    def engine(self, seat: int, place: str) -> Self:
        return self._set(seat, engine=self.names.track.index(place))

    def _counts(self, cards: Iterable[str]) -> list[int]:
        counts = [0] * len(self.raw["player"][0]["hand"])
        for card in cards:
            counts[self.names.cards.index(card)] += 1
        return counts

    def hand(self, seat: int, *cards: str) -> Self:
        """The whole hand, none of it known to the others."""
        return self._set(
            seat, hand=self._counts(cards), hand_size=len(cards), known=self._counts(())
        )

    def known(self, seat: int, *cards: str) -> Self:
        """The part of the hand that the others know."""
        return self._set(seat, known=self._counts(cards))

    def draw_stack(self, seat: int, *cards: str) -> Self:
        """The whole draw stack; the first card named is drawn first."""
        kinds = [self.names.cards.index(card) for card in reversed(cards)]
        room = len(self.raw["player"][seat]["draw"])
        return self._set(seat, draw=kinds + [0] * (room - len(kinds)), draw_size=len(kinds))

    def discard_pile(self, seat: int, *cards: str) -> Self:
        return self._set(seat, discard=self._counts(cards), discard_size=len(cards))

    def workers(self, seat: int, **rows: int | str) -> Self:
        """Workers by row, the printed one included: ``gaucho=3``.

        A string lists them from the second space on: ``carpintero="ps"`` is the printed
        worker, a plain and a strong one.
        """
        one = self.raw["player"][seat]
        for row, content in rows.items():
            at = self.names.rows.index(row)
            kinds = content if isinstance(content, str) else "p" * (content - 1)
            one["workers"][at] = 1 + len(kinds)
            one["strong"][at] = sum(2 << i for i, kind in enumerate(kinds) if kind == "s")
        return self

    def farmers(self, seat: int, **colours: int) -> Self:
        """Farmer tiles beside the board."""
        for colour, n in colours.items():
            self.raw["player"][seat]["farmers"][self.names.colours.index(colour)] = n
        return self

    def cleared(self, seat: int, *disc_spaces: str) -> Self:
        """Take the discs off these spaces of the player board."""
        for name in disc_spaces:
            self.raw["player"][seat]["discs"] &= ~(1 << self.names.disc_spaces.index(name))
        return self

    def only_discs(self, seat: int, *disc_spaces: str) -> Self:
        """Leave discs on these spaces alone."""
        mask = sum(1 << self.names.disc_spaces.index(name) for name in disc_spaces)
        return self._set(seat, discs=mask)

    def objectives(self, seat: int, *cards: str) -> Self:
        """The objective area."""
        return self._set(
            seat, objectives=sum(1 << self.names.objectives.index(card) for card in cards)
        )

    def masters(self, seat: int, *masters: str) -> Self:
        return self._set(
            seat, masters=sum(1 << self.names.masters.index(master) for master in masters)
        )

    def _discs(self, seat: int, field: str, names: Any, discs: dict[str, int]) -> Self:
        for name, n in discs.items():
            self.raw["player"][seat][field][names.index(name)] = n
        return self

    def ship_discs(self, seat: int, **discs: int) -> Self:
        return self._discs(seat, "ship_discs", self.names.ships, discs)

    def quay_discs(self, seat: int, **discs: int) -> Self:
        return self._discs(seat, "quay_discs", self.names.quays, discs)

    def station_discs(self, seat: int, **discs: int) -> Self:
        return self._discs(seat, "station_discs", self.names.stations, discs)

    def city_discs(self, seat: int, **discs: int) -> Self:
        return self._discs(seat, "bonus_discs", self.names.bonus, discs)

    # --- the board ------------------------------------------------------------------------

    def building(self, seat: int, number: int, space: str) -> Self:
        """A private building on the trail."""
        at = self.names.spaces.index(space)
        self.raw["tile"][at] = 1 + seat * len(self.raw["player"][seat]["buildings"]) + number - 1
        self.raw["player"][seat]["buildings"][number - 1] = at
        return self

    def farmer(self, space: str, tile: str, coins: int = 0) -> Self:
        at = self.names.spaces.index(space)
        self.raw["tile"][at] = 1 + self.names.tiles.index(tile)
        self.raw["coins"][self.rules["spaces"][at]["farmer"]] = coins
        return self

    def no_farmer(self, space: str) -> Self:
        at = self.names.spaces.index(space)
        self.raw["tile"][at] = 0
        self.raw["coins"][self.rules["spaces"][at]["farmer"]] = 0
        return self

    def market(self, *cards: str) -> Self:
        """The face-up cattle market."""
        self.raw["market"] = self._counts(cards)[: len(self.raw["market"])]
        return self

    def _stack(self, field: str, size: str, kinds: list[int]) -> Self:
        kinds.reverse()
        self.raw[field] = kinds + [0] * (len(self.raw[field]) - len(kinds))
        self.raw[size] = len(kinds)
        return self

    def market_stack(self, *cards: str) -> Self:
        """The hidden market stack; the first card named is drawn first."""
        return self._stack(
            "market_stack", "market_size", [self.names.cards.index(card) for card in cards]
        )

    def objective_stack(self, *cards: str) -> Self:
        return self._stack(
            "objective_stack", "objective_size", [self.names.cards.index(card) for card in cards]
        )

    def objective_display(self, *cards: str) -> Self:
        codes = sorted(1 + self.names.cards.index(card) for card in cards)
        self.raw["objective_display"] = codes + [0] * (4 - len(codes))
        return self

    def bag(self, letter: str, *tiles: str) -> Self:
        """The content of a bag; the first tile named is drawn first."""
        at = self.names.bags.index(letter)
        kinds = [self.names.tiles.index(tile) for tile in reversed(tiles)]
        self.raw["bag"][at] = kinds + [0] * (len(self.raw["bag"][at]) - len(kinds))
        self.raw["bag_size"][at] = len(kinds)
        return self

    def foresight(self, letter: str, *tiles: str) -> Self:
        codes = sorted(1 + self.names.tiles.index(tile) for tile in tiles)
        self.raw["foresight"][self.names.bags.index(letter)] = codes + [0] * (2 - len(codes))
        return self

    def job_row(self, row: int, *workers: str, token: int | None = None) -> Self:
        """The workers in a row of the job market (from 1), and the row of the token."""
        kinds = [0] * len(self.raw["jobs"][row - 1])
        for worker in workers:
            kinds[self.names.tiles.index(worker)] += 1
        self.raw["jobs"][row - 1] = kinds
        if token is not None:
            self.raw["job_row"] = token - 1
        return self

    def no_jobs(self) -> Self:
        self.raw["jobs"] = [[0] * len(row) for row in self.raw["jobs"]]
        return self

    def ships(self, *zone: str, pile: Iterable[str] = ()) -> Self:
        """The ships in the loading zone and in the pile (first drawn first); others are gone."""
        for at, name in enumerate(self.names.ships):
            self.raw["ship_at"][at] = 1 if name in zone else 0 if name in tuple(pile) else 2
        return self._stack("pile", "pile_size", [self.names.ships.index(name) for name in pile])

    def master_at(self, station: str, master: str | None) -> Self:
        at = self.names.stations.index(station)
        self.raw["station_master"][at] = (
            0 if master is None else 1 + self.names.masters.index(master)
        )
        return self

    def exhaustion_stack(self, n: int) -> Self:
        self.raw["exhaustion"] = n
        return self

    def ending(self, seat: int) -> Self:
        """The end of the game has begun: this seat took the job market token."""
        self.raw.update(ending=seat + 1, job_row=self.rules["job_rows"])
        return self

    def turn_of(self, seat: int) -> Self:
        self.raw["seat"] = seat
        return self

    # --- the decision ------------------------------------------------------------------------

    def decide(self, *frames: Raw) -> State:
        """The state with these decisions pending, bottom first; see ``framing.frame``."""
        empty = [blank_frame()] * (len(self.raw["frames"]) - len(frames))
        self.raw.update(frames=[*frames, *empty], depth=len(frames))
        return State.of(state_of(compiled_rules(self.ruleset), self.raw), self.ruleset)

    def move(self, seat: int = 0) -> State:
        """Phase A of a seat."""
        return self.turn_of(seat).decide(frame("move"))

    def move_on(self, steps: int, seat: int = 0) -> State:
        """A forward move of at most so many steps, as local actions give it."""
        return self.turn_of(seat).decide(frame("move_on", n=steps, must=1))

    def visit(self, seat: int, space: str) -> State:
        """Phase B of a seat on a space, nothing performed yet."""
        return self.at(seat, space).turn_of(seat).decide(frame("local_action"))

    def buenos_aires(self, seat: int = 0, stage: int = 0, income: int = 0) -> State:
        """A subphase of Buenos Aires, from 0; ``income``: the total, once it is fixed."""
        self.at(seat, "buenos_aires").turn_of(seat)
        return self.decide(
            frame("buenos_aires", stage=stage, token_row=self.raw["job_row"], n=income)
        )

    def inside(self, seat: int, kind: str, *, space: str = "n1", **fields: int) -> State:
        """A decision in the middle of phase B: its frame on top of a visit under way.

        ``fields``: n, must and the parts of the frame, see ``framing.PARTS``.
        """
        self.at(seat, space).turn_of(seat)
        return self.decide(frame("local_action", done=15, visit=1), frame(kind, **fields))
