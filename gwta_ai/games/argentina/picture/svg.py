"""The trail as SVG, for notebooks and web pages.

The drawing follows the arrows of the ruleset: layers one after the other in rows that go
to and fro like the trail on the board, the branches of a fork side by side. Every space is
a group with the attribute ``data-space``; the tile on it has the class ``tile`` and its id
as ``data-tile``, an estanciero the class ``estanciero`` and ``data-seat``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from gwta_ai.games.argentina.picture.board import Board
from gwta_ai.games.argentina.picture.lanes import Lanes
from gwta_ai.games.argentina.ruleset import HANDS

if TYPE_CHECKING:
    from gwta_ai.games.state import State, View

_ROWS = 3  # rows of the drawing
_LAYER, _LANE = 72, 66  # pixels from layer to layer and from lane to lane
_MARGIN, _GAP = 68, 36  # pixels around the drawing and between its rows
_HALF = 17  # half the height of a tile
_PAWN = 13  # pixels from estanciero to estanciero

_GROUND, _LINE, _INK, _PALE = "#f7f1e3", "#9a8866", "#2b2418", "#7d725c"
_NEUTRAL, _FIELD, _COIN = "#d9b382", "#efe0a8", "#f2c230"
_SEATS = ("#c8352b", "#1b8fb0", "#a43ca6", "#3d3d3d")
_FARMERS = {"green": "#5ba352", "blue": "#5c86d6", "orange": "#e8893a", "yellow": "#ecd03f"}
_HANDS = {"black": "#1d1d1d", "green": "#3f8f3a"}

Element = ElementTree.Element


def trail(position: State | View) -> str:
    """The trail of a position with its tiles, coins and estancieros, as an SVG document."""
    return _Drawing(Board(position)).text()


class _Grid:
    """Where layers and lanes lie: rows to and fro, each as high as its lanes need.

    In every other row the lanes lie the other way up, as the rows turn round like the trail
    itself: ways that run abreast then never cross where a row ends.
    """

    def __init__(self, lanes: Lanes) -> None:
        n = len(lanes.layers)
        self.per_row = max(1, -(-n // _ROWS))
        self.high = [1] * (-(-n // self.per_row))
        for layer in range(n):
            used = [lanes.lane[space] for space in lanes.layers[layer]]
            used += [edge.lane for edge in lanes.beside(layer)]
            row = layer // self.per_row
            self.high[row] = max(self.high[row], 1 + max(used))
        rows = range(len(self.high) + 1)
        self.tops = [_MARGIN + sum(self.high[:row]) * _LANE + row * _GAP for row in rows]
        self.width = 2 * _MARGIN + (self.per_row - 1) * _LAYER
        self.height = self.tops[-1] - _GAP - _LANE + _MARGIN

    def at(self, layer: int, lane: int) -> tuple[int, int]:
        """The middle of a place, in pixels."""
        row, column = divmod(layer, self.per_row)
        if row % 2:
            column, lane = self.per_row - 1 - column, self.high[row] - 1 - lane
        return _MARGIN + column * _LAYER, self.tops[row] + lane * _LANE

    def swing(self, layer: int) -> int:
        """To which side the way from a layer to the next swings out; 0 within a row."""
        row, column = divmod(layer, self.per_row)
        if column + 1 < self.per_row:
            return 0
        return -1 if row % 2 else 1


class _Drawing:
    def __init__(self, board: Board) -> None:
        self.board, self.lanes = board, board.lanes
        self.grid = _Grid(board.lanes)
        width, height = self.grid.width, self.grid.height
        self.root = Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width} {height}",
                "width": "100%",
                "style": f"max-width: {width}px",
                "font-family": "sans-serif",
                "text-anchor": "middle",
            },
        )
        _add(self.root, "title").text = f"The trail, turn {board.position.turn}"
        _add(self.root, "rect", width=width, height=height, rx=12, fill=_GROUND)

    def text(self) -> str:
        self._ways()
        for space in self.lanes.layer:
            self._space(space)
        waiting = [seat for seat in self.board.seats if not self.board.player(seat)["estanciero"]]
        x, y = self.grid.at(0, 0)
        self._estancieros(self.root, waiting, x, y - _LANE // 2)
        return ElementTree.tostring(self.root, encoding="unicode")

    def _ways(self) -> None:
        """The ways between spaces, lane by lane through all layers that they pass."""
        for edge in self.lanes.edges:
            first, last = self.lanes.layer[edge.source], self.lanes.layer[edge.target]
            x, y = self.grid.at(first, self.lanes.lane[edge.source])
            path = f"M{x} {y}"
            for layer in range(first + 1, last + 1):
                lane = edge.lane if layer < last else self.lanes.lane[edge.target]
                to_x, to_y = self.grid.at(layer, lane)
                swing = self.grid.swing(layer - 1) * (_GAP + abs(to_y - y) // 5)
                middle = x + swing if swing else (x + to_x) // 2
                path += f"C{middle} {y} {middle} {to_y} {to_x} {to_y}"
                x, y = to_x, to_y
            line = _add(self.root, "path", d=path, fill="none", stroke=_LINE)
            line.set("stroke-width", "3")

    def _space(self, space: int) -> None:
        board, name = self.board, self.board.names.spaces[space]
        x, y = self.grid.at(self.lanes.layer[space], self.lanes.lane[space])
        group = _add(self.root, "g")
        group.set("data-space", name)
        _add(group, "title").text = board.place(name)
        match board.kind(space):
            case "neutral":
                self._neutral(group, space, x, y)
            case "building":
                self._building(group, space, x, y)
            case "farmer":
                self._farmer(group, space, x, y)
            case kind:
                word = kind if kind in ("start", "ramp") else board.names.space_names[space]
                _add(group, "ellipse", cx=x, cy=y, rx=38, ry=_HALF, fill=_INK)
                _label(group, x, y + 3, word, 10, _GROUND)
        below = y + _HALF + 11
        _label(group, x, below, name, 8, _PALE)
        for number, ramp in enumerate(board.ramps(space)):
            track = board.names.track[board.spaces[ramp]["threshold"]]
            _label(group, x, below + 10 * (number + 1), f"↗ from {track}", 8, _INK)
        self._estancieros(group, board.estancieros(space), x, y - _HALF)

    def _neutral(self, group: Element, space: int, x: int, y: int) -> None:
        index = self.board.neutral(space)
        if index is None:
            _tile(group, x, y, _GROUND, "")
            return
        building = self.board.figures["neutral"][index]
        letter = self.board.names.neutral[index]
        tile = _tile(group, x, y, _NEUTRAL, letter)
        _label(group, x, y + 6, letter, 17, _INK)
        _add(tile, "title").text = f"{letter}: {self.board.words.building(building)}"

    def _building(self, group: Element, space: int, x: int, y: int) -> None:
        board = self.board
        field = _FIELD if board.spaces[space]["grain_field"] else _GROUND
        building = board.building(space)
        if building is None:
            _tile(group, x, y, field, "")
            return
        name, figures = board.private_name(building.number), board.private(building.number)
        if field == _FIELD:
            _add(group, "rect", x=x - 26, y=y - 21, width=52, height=42, rx=6, fill=_FIELD)
        tile = _tile(group, x, y, _seat_colour(building.seat), name)
        tile.set("data-seat", str(building.seat))
        _label(group, x, y + 5, name, 14, "#ffffff")
        _add(tile, "title").text = f"{name}, seat {building.seat}: {board.words.building(figures)}"
        self._hand(group, figures["hand"], x + 20, y - 15)

    def _farmer(self, group: Element, space: int, x: int, y: int) -> None:
        board, printed = self.board, self.board.spaces[space]["coins"]
        farmer = board.farmer(space)
        colour = board.names.colours[board.spaces[space]["colour"]]
        circle = _add(group, "circle", cx=x, cy=y, r=_HALF, stroke=_FARMERS.get(colour, _LINE))
        circle.set("stroke-width", "2")
        if farmer is None:
            circle.set("fill", _GROUND)
            circle.set("stroke-dasharray", "4 3")
        else:
            tile = board.data["trail"]["farmers"][board.names.spaces[space]]["tile"]
            circle.set("fill", _FARMERS.get(colour, _LINE))
            circle.set("class", "tile")
            circle.set("data-tile", tile)
            _label(group, x, y + 5, str(farmer.strength), 15, _INK)
            kind = board.figures["tiles"][board.names.tiles.index(tile)]
            self._hand(group, kind["hand"], x + 15, y - 13)
        more = board.coins(space)
        coins = _add(group, "circle", cx=x + 15, cy=y + 14, r=8, fill=_COIN)
        _add(coins, "title").text = f"{printed} pesos printed, {more} of fees"
        _label(group, x + 15, y + 17, str(printed + more), 9, _INK)

    def _hand(self, group: Element, hand: int, x: int, y: int) -> None:
        """The Hand of a tile, with its fee."""
        fee = self.board.fee(hand)
        if fee:
            _add(group, "circle", cx=x, cy=y, r=7, fill=_HANDS[HANDS[hand]])
            _label(group, x, y + 3, str(fee), 9, "#ffffff")

    def _estancieros(self, group: Element, seats: list[int], x: int, y: int) -> None:
        """Pawns side by side, their feet at the given height."""
        left = x - _PAWN * (len(seats) - 1) / 2
        for number, seat in enumerate(seats):
            at = left + number * _PAWN
            pawn = _add(group, "g")
            pawn.set("class", "estanciero")
            pawn.set("data-seat", str(seat))
            _add(pawn, "title").text = f"estanciero of seat {seat}"
            body = f"M{at - 7:g} {y + 6}L{at:g} {y - 16}L{at + 7:g} {y + 6}Z"
            for part in (
                _add(pawn, "path", d=body, fill=_seat_colour(seat)),
                _add(pawn, "circle", cx=f"{at:g}", cy=y - 14, r=5, fill=_seat_colour(seat)),
            ):
                part.set("stroke", "#ffffff")
            _label(pawn, f"{at:g}", y + 4, str(seat), 8, "#ffffff")


def _seat_colour(seat: int) -> str:
    return _SEATS[seat % len(_SEATS)]


def _add(parent: Element, tag: str, **attributes: object) -> Element:
    plain = {name: str(value) for name, value in attributes.items()}
    return ElementTree.SubElement(parent, tag, plain)


def _label(parent: Element, x: object, y: int, text: str, size: int, fill: str) -> None:
    label = _add(parent, "text", x=x, y=y, fill=fill)
    label.set("font-size", str(size))
    label.text = text


def _tile(group: Element, x: int, y: int, fill: str, tile: str) -> Element:
    """A rectangle for a building; dashed where there is none."""
    rect = _add(group, "rect", x=x - 22, y=y - _HALF, width=44, height=2 * _HALF, rx=5, fill=fill)
    rect.set("stroke", _INK if tile else _LINE)
    if tile:
        rect.set("class", "tile")
        rect.set("data-tile", tile)
    else:
        rect.set("stroke-dasharray", "4 3")
    return rect
