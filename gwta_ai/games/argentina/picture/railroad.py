"""The railroad: track, engines, stations and station masters."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from gwta_ai.games.argentina.picture.board import Board, corner
from gwta_ai.games.argentina.picture.harbour import discs
from gwta_ai.games.argentina.picture.marks import (
    DIM,
    ENGINE,
    RAMP,
    Flow,
    Grid,
    bold,
    dim,
    joined,
    number,
    of_seat,
    pesos,
)

LEGEND = (f"{ENGINE} engine of a seat", "(1) turnout of station 1", f"{RAMP} opens a shortcut")


class Track:
    """The track as a line, folded as often as needed, with the engines below it."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        start, width = 0, 0
        labels = [self._label(at) for at in range(self.board.figures["n_track"])]
        for at, label in enumerate(labels):
            if at > start and width + len(label) + 1 > options.max_width:
                yield from self._lines(start, labels[start:at])
                start, width = at, 0
            width += len(label) + 1
        yield from self._lines(start, labels[start:])
        depot = [seat for seat in self.board.seats if self.board.engine(seat) == len(labels)]
        if depot:
            yield joined(["depot", *(of_seat(ENGINE, seat) for seat in depot)], " ")

    def _label(self, position: int) -> str:
        """A position on the track: "12", "(3)" for a turnout, "6↗" where a shortcut opens."""
        board = self.board
        station = board.figures["station_at"][position]
        name = board.names.track[position]
        if station and not name.isdigit():
            name = f"({board.names.stations[station - 1]})"
        opens = any(
            space["threshold"] == position
            for at, space in enumerate(board.spaces)
            if board.kind(at) == "ramp"
        )
        return name + RAMP * opens

    def _lines(self, start: int, labels: list[str]) -> Iterator[Text]:
        """A stretch of the track from a position on, and its engines."""
        track = Text(no_wrap=True, overflow="crop")
        columns = []
        for label in labels:
            columns.append(track.cell_len)
            track.append(label, "" if label[0].isdigit() else "bold").append("─", DIM)
        yield track[: track.cell_len - 1] if labels else track
        engines = {
            seat: self.board.engine(seat) - start
            for seat in self.board.seats
            if 0 <= self.board.engine(seat) - start < len(labels)
        }
        while engines:
            line = Text(no_wrap=True, overflow="crop")
            for seat, at in sorted(engines.items(), key=lambda item: item[1]):
                gap = columns[at] - line.cell_len
                if gap >= 0:
                    line.append(" " * gap).append_text(of_seat(ENGINE, seat))
                    del engines[seat]
            yield line


def stations(board: Board) -> RenderableType:
    """The stations with costs, points, discs, and the master or worker that lies there."""
    table = Grid("right", "left", "right", "right", "left", "left", "fold", gap=1)
    table.add_row(*map(dim, ("station", "at", "cost", "VP", "disc", "discs", "master")))
    for at, name in enumerate(board.names.stations):
        figures = board.figures["stations"][at]
        table.add_row(
            bold(name),
            board.names.track[figures["position"]],
            pesos(figures["cost"]),
            number(figures["vp"]),
            corner(figures["corner"]),
            discs(board, "station_discs", name),
            _beside(board, name),
        )
    return table


def _beside(board: Board, name: str) -> RenderableType:
    """What lies at a station: its master, or the worker given for it."""
    there = board.data["stations"].get(name, {})
    if there.get("master"):
        return Flow.of(board.words.master(board.names.masters.index(there["master"])))
    return dim(f"taken for a {there['worker']}") if there.get("worker") else ""
