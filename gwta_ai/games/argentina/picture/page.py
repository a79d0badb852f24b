"""The whole picture of a position."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.text import Text

from gwta_ai.games.argentina.picture import (
    decision,
    harbour,
    markets,
    players,
    railroad,
    supply,
    trail,
)
from gwta_ai.games.argentina.picture.board import Board
from gwta_ai.games.argentina.picture.marks import DOT, Beside, Flow, bold, dim, joined, section
from gwta_ai.games.pictures import LEAST_COLUMNS, printed

if TYPE_CHECKING:
    from gwta_ai.games.state import State, View

WIDE = 116  # columns from which on parts stand side by side
_GAP = 2
_BESIDE = 30  # columns that a part needs to stand beside another


def page(position: State | View, width: int) -> RenderableType:
    """The picture of a position, ``width`` columns wide (at least ``LEAST_COLUMNS``)."""
    parts = _Parts(Board(position))
    width = max(LEAST_COLUMNS, width)
    return Group(*(parts.wide(width) if width >= WIDE else parts.narrow(width)))


def plain(position: State | View, width: int) -> str:
    """The picture without colours, as lines without spaces at their ends."""
    console = Console(width=max(LEAST_COLUMNS, width), color_system=None, file=StringIO())
    return printed(page(position, width), console)


class _Parts:
    """The parts of the picture under their titles."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def narrow(self, width: int) -> list[RenderableType]:
        """One below the other; where there is room, the two markets side by side."""
        left = markets.job_market_width(self.board)
        widths = (left, width - _GAP - left)

        def pair(*parts: RenderableType) -> RenderableType:
            return Beside(widths, parts, _GAP) if widths[1] >= _BESIDE else Group(*parts)

        return [
            decision.head(self.board),
            Text(),
            self.trail(),
            self.foresight(),
            pair(self.job_market(), self.cattle_market()),
            self.ships(),
            self.cities(),
            self.railroad(),
            self.objectives(),
            self.buildings(),
            self.auxiliary(),
            *self.players(width),
            pair(self.scores(), self.out_of_the_game()),
            self.hidden(),
            self.decision(),
        ]

    def wide(self, width: int) -> list[RenderableType]:
        """In two columns: the trail beside the markets, the players two and two."""
        room = width - _GAP
        trails = (room * 5 // 8, room - room * 5 // 8)
        ships = (room * 9 // 16, room - room * 9 // 16)
        halves = (room // 2, room - room // 2)
        markets_ = Group(
            self.foresight(),
            self.job_market(),
            self.cattle_market(),
            self.objectives(),
            self.scores(),
        )
        parts = [*self.players(halves[0]), self.hidden(), self.out_of_the_game()]
        if self.board.players % 2:
            parts[-2:] = [Group(*parts[-2:])]
        return [
            decision.head(self.board),
            Text(),
            Beside(trails, (self.trail(), markets_), _GAP),
            Beside(ships, (self.ships(), self.cities()), _GAP),
            Beside(ships, (self.railroad(), self.auxiliary()), _GAP),
            self.buildings(),
            *(Beside(halves, parts[at : at + 2], _GAP) for at in range(0, len(parts), 2)),
            self.decision(),
        ]

    def trail(self) -> RenderableType:
        return section("trail", trail.Trail(self.board), _legend(trail.LEGEND))

    def foresight(self) -> RenderableType:
        return section("foresight", markets.foresight(self.board))

    def job_market(self) -> RenderableType:
        return section("job market", markets.job_market(self.board))

    def cattle_market(self) -> RenderableType:
        return section("cattle market", markets.cattle_market(self.board))

    def objectives(self) -> RenderableType:
        title = joined([bold("objective display"), dim("(VP · at once · tasks)")], " ")
        return section(title, markets.objective_display(self.board))

    def ships(self) -> RenderableType:
        return section("ships", harbour.ships(self.board))

    def cities(self) -> RenderableType:
        cities = range(len(self.board.names.cities))
        parts = [harbour.city(self.board, city) for city in cities]
        return section("cities", *parts, _legend(harbour.LEGEND))

    def railroad(self) -> RenderableType:
        return section(
            "railroad",
            railroad.Track(self.board),
            _legend(railroad.LEGEND),
            railroad.stations(self.board),
        )

    def buildings(self) -> RenderableType:
        return section("private buildings", supply.buildings(self.board))

    def auxiliary(self) -> RenderableType:
        spaces = players.disc_spaces(self.board)
        return section("auxiliary actions, disc spaces", supply.auxiliary(self.board), spaces)

    def players(self, width: int) -> list[RenderableType]:
        sheets = self.board.position.scores()
        parts = []
        for seat, sheet in enumerate(sheets):
            title = players.title(self.board, seat, sheet.total)
            parts.append(section(title, players.player(self.board, seat, width)))
        return parts

    def scores(self) -> RenderableType:
        return section("points, as if the game ended now", decision.scores(self.board))

    def hidden(self) -> RenderableType:
        title = joined([bold("hidden"), dim("(in no order)")], " ")
        return section(title, supply.hidden(self.board))

    def out_of_the_game(self) -> RenderableType:
        return section("out of play", supply.out_of_the_game(self.board))

    def decision(self) -> RenderableType:
        return section("decision", decision.decision(self.board))


def _legend(signs: Iterable[str]) -> Flow:
    return Flow(map(dim, signs), DOT)
