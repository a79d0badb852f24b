"""The trail: every space with its tile, branches side by side, shortcuts beside their start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from gwta_ai.games.argentina.picture.board import Board
from gwta_ai.games.argentina.picture.lanes import Edge, Lanes
from gwta_ai.games.argentina.picture.marks import (
    BOLD,
    BUILDING,
    COLOURS,
    DIM,
    DOT,
    EMPTY,
    ENDS,
    ENGINE,
    ESTANCIERO,
    GRAIN_FIELD,
    RAMP,
    TILE,
    bold,
    dim,
    each_seat,
    joined,
    of_seat,
    pesos,
    seat_style,
)

_SIGN = 2  # columns of a cell before its text
_AROUND = _SIGN + 1  # with the gap to the next lane
_LEAST = 4  # columns of a lane without text

LEGEND = (
    f"{TILE} costs a step",
    f"{EMPTY} does not",
    f"{ESTANCIERO} estanciero of a seat",
    f"{BUILDING} its building",
    f"{GRAIN_FIELD} grain field",
    "colour and strength of granjeros",
    "holds: printed coins + fees",
)


class Trail:
    """The trail as lines of text: lanes side by side, the way down."""

    def __init__(self, board: Board) -> None:
        self.board, self.lanes = board, board.lanes
        self.cells = {space: self._cell(space) for space in self.lanes.layer}
        self.abreast = _abreast(self.lanes)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = self._widths(options.max_width)
        for layer, spaces in enumerate(self.lanes.layers):
            passing = {edge.lane for edge in self.lanes.beside(layer)}
            columns = widths[self.abreast[layer]]
            yield from self._spaces(spaces, passing, columns, console)
            for space in spaces:
                others = passing | {self.lanes.lane[other] for other in spaces if other != space}
                for ramp in self.board.ramps(space):
                    yield from self._ramp(space, ramp, others, columns, console)
            if layer + 1 < len(self.lanes.layers):
                onward = self.lanes.between(layer)
                columns = widths[max(self.abreast[layer : layer + 2])]
                yield from self._forks(spaces, onward, columns)
                yield from self._joins(self.lanes.layers[layer + 1], onward, columns)

    # --- columns --------------------------------------------------------------------------

    def _widths(self, width: int) -> dict[int, list[int]]:
        """Columns of each lane, by the number of lanes that lie abreast.

        Wherever equally many lie abreast they have the same columns.
        """
        wanted = {count: [_LEAST] * count for count in self.abreast}
        for space, cell in self.cells.items():
            lanes = wanted[self.abreast[self.lanes.layer[space]]]
            lane = self.lanes.lane[space]
            gap = _AROUND if lane + 1 < len(lanes) else _SIGN
            lanes[lane] = max(lanes[lane], cell.cell_len + gap)
        return {count: shares(lanes, width) for count, lanes in wanted.items()}

    # --- lines ----------------------------------------------------------------------------

    def _spaces(
        self, spaces: Iterable[int], passing: set[int], widths: list[int], console: Console
    ) -> Iterator[Text]:
        """The lines of a layer: its spaces, and the ways that pass beside them."""
        inside = {self.lanes.lane[space]: space for space in spaces}
        cells = {
            lane: _folded(self.cells[space], _room(widths, lane), console)
            for lane, space in inside.items()
        }
        for row in range(max(map(len, cells.values()))):
            line = _Line(widths)
            for lane in sorted(inside.keys() | passing):
                if lane in passing:
                    line.put(lane, dim("│"))
                    continue
                space = inside[lane]
                below = dim("│ " if self.board.exits(space) else "  ")
                line.put(lane, below if row else self._marker(space))
                if row < len(cells[lane]):
                    line.text.append_text(cells[lane][row])
            yield line.text

    def _ramp(
        self, space: int, ramp: int, others: set[int], widths: list[int], console: Console
    ) -> Iterator[Text]:
        """The shortcut beside a space, with the engines to which it is open."""
        board, lane = self.board, self.lanes.lane[space]
        threshold = board.spaces[ramp]["threshold"]
        engines = [seat for seat in board.seats if board.engine(seat) >= threshold]
        text = joined(
            [
                f"{RAMP} shortcut from railroad space {board.names.track[threshold]}",
                each_seat(ENGINE, engines) if engines else dim("open to nobody"),
                each_seat(ESTANCIERO, board.estancieros(ramp)),
            ]
        )
        for row, part in enumerate(_folded(text, _room(widths, lane), console)):
            line = _Line(widths)
            for at in sorted({lane, *others}):
                line.put(at, dim("│ " if row or at != lane else "├╴"))
                if at == lane:
                    line.text.append_text(part)
            yield line.text

    def _forks(
        self, spaces: Iterable[int], onward: list[Edge], widths: list[int]
    ) -> Iterator[Text]:
        """A line for each space from which several ways go on."""
        opened = [edge for space in spaces for edge in self.lanes.out_of(space)[1:]]
        alive = {edge.lane for edge in onward} - {edge.lane for edge in opened}
        for space in spaces:
            new = [edge.lane for edge in self.lanes.out_of(space)[1:]]
            if new:
                yield _across(self.lanes.lane[space], new, alive, "┬╮", widths)
            alive |= set(new)

    def _joins(
        self, spaces: Iterable[int], onward: list[Edge], widths: list[int]
    ) -> Iterator[Text]:
        """A line for each space at which several ways arrive."""
        alive = {edge.lane for edge in onward}
        for space in spaces:
            ending = [edge.lane for edge in self.lanes.into(space)[1:]]
            alive -= set(ending)
            if ending:
                yield _across(self.lanes.lane[space], ending, alive, "┴╯", widths)

    # --- spaces ---------------------------------------------------------------------------

    def _marker(self, space: int) -> Text:
        board = self.board
        kind = board.kind(space)
        if kind in ("start", "buenos_aires", "ramp"):
            return Text(f"{ENDS} ", style=BOLD)
        farmer, building = board.farmer(space), board.building(space)
        if farmer:
            return Text(f"{TILE} ", style=COLOURS.get(farmer.colour, ""))
        if building:
            return Text().append(TILE, seat_style(building.seat)).append(" ")
        return Text(f"{TILE} ") if kind == "neutral" else dim(f"{EMPTY} ")

    def _cell(self, space: int) -> Text:
        board = self.board
        here = each_seat(ESTANCIERO, board.estancieros(space))
        name = board.names.spaces[space]
        match board.kind(space):
            case "neutral":
                return self._neutral(space, name, here)
            case "building":
                return self._building(space, name, here)
            case "farmer":
                return self._farmer(space, name, here)
        return joined([name, here, bold(board.names.space_names[space])])

    def _neutral(self, space: int, name: str, here: Text) -> Text:
        index = self.board.neutral(space)
        if index is None:
            return joined([name, here])
        texts = self.board.words.building(self.board.figures["neutral"][index])
        return joined([name, here, bold(self.board.names.neutral[index]), dim(texts)])

    def _building(self, space: int, name: str, here: Text) -> Text:
        board, figures = self.board, self.board.spaces[space]
        building = board.building(space)
        field = GRAIN_FIELD if figures["grain_field"] else ""
        risk = dim(board.words.local(figures["risk"] - 1)) if figures["risk"] else ""
        if building is None:
            return joined([joined([dim(name), field], " "), here, risk])
        fee = board.fee(board.private(building.number)["hand"])
        return joined(
            [
                joined([name, field], " "),
                here,
                joined(
                    [
                        of_seat(BUILDING, building.seat),
                        bold(board.private_name(building.number)),
                        f"fee {pesos(fee)}" if fee else "",
                    ],
                    " ",
                ),
                risk,
            ]
        )

    def _farmer(self, space: int, name: str, here: Text) -> Text:
        board, printed = self.board, self.board.spaces[space]["coins"]
        tile = board.farmer(space)
        if tile is None:
            return joined([dim(name), here, dim(f"empty{DOT}{pesos(printed)}")])
        more, fees = board.coins(space), f"fee {pesos(tile.fee)}" if tile.fee else ""
        holds = f"holds {pesos(printed)}" + (f"+{more}" if more else "")
        strength = Text(f"{tile.colour} {tile.strength}", style=COLOURS.get(tile.colour, ""))
        return joined([name, here, joined([strength, fees, holds], " · ")])


# --- drawing --------------------------------------------------------------------------------


class _Line:
    """A line in which texts are put at the starts of lanes, from left to right."""

    def __init__(self, widths: list[int]) -> None:
        self.starts = [sum(widths[:lane]) for lane in range(len(widths))]
        self.text = Text(no_wrap=True, overflow="crop")

    def put(self, lane: int, text: Text) -> None:
        self.text.append(" " * (self.starts[lane] - self.text.cell_len)).append_text(text)


def _across(lane: int, others: list[int], alive: set[int], corners: str, widths: list[int]) -> Text:
    """Ways from or to ``lane`` on the left, across the lanes between that go on."""
    last, line = max(others), ""
    for at in range(1 + max(last, *alive)):
        between = lane < at < last
        if at == lane:
            sign = "├"
        elif at in others:
            sign = corners[at == last]
        elif at in alive:
            sign = "┼" if between else "│"
        else:
            sign = "─" if between else " "
        line += sign.ljust(widths[at], "─" if lane <= at < last else " ")
    return Text(line.rstrip(), style=DIM, no_wrap=True, overflow="crop")


def _room(widths: list[int], lane: int) -> int:
    """Columns for the text of a cell."""
    return widths[lane] - (_AROUND if lane + 1 < len(widths) else _SIGN)


def _folded(text: Text, width: int, console: Console) -> list[Text]:
    return list(text.wrap(console, max(1, width), overflow="fold"))


def _abreast(lanes: Lanes) -> list[int]:
    """How many lanes lie abreast at each layer: as many from a fork to the last join."""
    n = len(lanes.layers)
    used = [{lanes.lane[space] for space in spaces} for spaces in lanes.layers]
    for edge in lanes.edges:
        for layer in range(lanes.layer[edge.source] + 1, lanes.layer[edge.target]):
            used[layer].add(edge.lane)
    found, first = [1] * n, 0
    for layer in range(n):
        if used[layer] == {0}:
            first = layer + 1
            continue
        most = max(max(at) for at in used[first : layer + 1]) + 1
        found[first : layer + 1] = [most] * (layer + 1 - first)
    return found


def shares(wanted: Sequence[int], width: int) -> list[int]:
    """``width`` columns shared out: everybody gets what is wanted, or the many wait.

    Where there is not enough, whoever wants less than an equal share gets it all; what
    is left over is given out evenly.
    """
    given, left, waiting = [0] * len(wanted), width, list(range(len(wanted)))
    while waiting:
        share = left // len(waiting)
        modest = [at for at in waiting if wanted[at] <= share]
        if len(modest) == len(waiting):
            spare = left - sum(wanted[at] for at in waiting)
            for number, at in enumerate(waiting):
                given[at] = wanted[at] + (spare * (number + 1)) // len(waiting)
                given[at] -= (spare * number) // len(waiting)
            break
        for at in modest or waiting:
            given[at] = min(wanted[at], share)
            left -= given[at]
        waiting = [at for at in waiting if at not in modest] if modest else []
    return given
