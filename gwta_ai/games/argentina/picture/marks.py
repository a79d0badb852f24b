"""Signs, colours and arrangements that all parts of the picture share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.rule import Rule
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

ESTANCIERO, DISC, ENGINE, BUILDING = "♞", "●", "►", "⌂"
FREE, COVERED = "○", "░"
TILE, EMPTY, ENDS = "■", "□", "◆"  # spaces of the trail with and without a tile
RAMP, FIRES, TOKEN = "↗", "⇒", "◄"
GRAIN_FIELD = "ψ"
STRENGTH = "+"
DOT = " · "
NOTHING = "–"

# For terminals that cannot show the signs above and the lines of the trail.
_PLAIN = {
    "♞@ ●* ►> ⌂^": "seats",
    "○o ░x ■# □. ◆=": "places",
    "↗/ ⇒> ◄< ψw ·. –- −- ×x →> ›> …~ ñn": "other signs",
    "│| ─- ╴- ├+ ┤+ ┬+ ┴+ ┼+ ╮+ ╯+ ╭+ ╰+": "lines",
}
ASCII = str.maketrans({pair[0]: pair[1] for pairs in _PLAIN for pair in pairs.split()})

_LEAST = 9  # columns of a cell that is folded
DIM, BOLD = "dim", "bold"
NOW = "bold underline"  # of what is to be done; seen on light and dark grounds alike
_SEATS = ("bold white on red", "bold black on cyan", "bold white on magenta", "bold black on white")
# Colours of granjeros and of ships.
COLOURS = {
    "green": "green",
    "blue": "bright_blue",
    "orange": "dark_orange",
    "yellow": "yellow",
    "turquoise": "cyan",
    "purple": "magenta",
}

Piece = str | Text


def seat_style(seat: int) -> str:
    """The style of what belongs to a seat."""
    return _SEATS[seat % len(_SEATS)]


def of_seat(mark: str, seat: int) -> Text:
    """A piece of a seat: its sign and the number."""
    return Text(f"{mark}{seat}", style=seat_style(seat))


def each_seat(mark: str, seats: Iterable[int]) -> Text:
    """Pieces of several seats: "●0 ●2"; empty where there are none."""
    return joined((of_seat(mark, seat) for seat in seats), " ")


def joined(pieces: Iterable[Piece], between: str = "  ") -> Text:
    """The pieces that are not empty, in one text."""
    text = Text()
    for piece in pieces:
        if piece:
            text.append(between if text else "", DIM)
            text.append_text(piece if isinstance(piece, Text) else Text(piece))
    return text


def dim(text: str) -> Text:
    return Text(text, style=DIM)


def bold(text: str) -> Text:
    return Text(text, style=BOLD)


def pesos(amount: int) -> str:
    """An amount of pesos: "$3"."""
    return f"${amount}" if amount >= 0 else f"−${-amount}"


def number(amount: int) -> str:
    """A number: "2", "−2"."""
    return str(amount) if amount >= 0 else f"−{-amount}"


def signed(amount: int) -> str:
    """A number with its sign: "+2", "−2"."""
    return f"+{amount}" if amount >= 0 else number(amount)


class Flow:
    """Pieces one after the other, none of them broken unless it is wider than a line."""

    def __init__(self, pieces: Iterable[Piece], between: str = "  ") -> None:
        self.pieces = [p if isinstance(p, Text) else Text(p) for p in pieces if p]
        self.between = between

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._lines(options.max_width):
            if line.cell_len > options.max_width:
                yield line  # which is broken then
            else:
                yield from line.render(console, "\n")

    def _lines(self, width: int) -> Iterator[Text]:
        line: list[Text] = []
        used = 0
        for piece in self.pieces or [Text(NOTHING)]:
            length = piece.cell_len
            if line and used + len(self.between) + length > width:
                yield joined(line, self.between)
                line, used = [], 0
            used += length + (len(self.between) if line else 0)
            line.append(piece)
        yield joined(line, self.between)

    @classmethod
    def listed(cls, pieces: Sequence[str], style: str = "") -> Flow:
        """Pieces with commas between them."""
        texts = [Text(f"{piece},", style=style) for piece in pieces[:-1]]
        return cls([*texts, *(Text(piece, style=style) for piece in pieces[-1:])], " ")

    @classmethod
    def of(cls, text: str, style: str = "") -> Flow:
        """A text whose pieces are set apart by dots."""
        return cls((Text(piece, style=style) for piece in text.split(DOT)), DOT)


def section(title: Piece, *parts: RenderableType) -> RenderableType:
    """A part of the picture under its title."""
    name = title if isinstance(title, Text) else bold(title)
    return Group(Rule(name, align="left", style=DIM), *parts, Text())


class Grid:
    """A table without lines and heads.

    A column is "left" or "right" and as wide as it needs to be, or "fold": it takes the
    rest and goes on in the next line. Where there is no room for that, a table of rich
    finds a way, which takes longer.
    """

    def __init__(self, *columns: str, gap: int = 2) -> None:
        self.columns, self.gap = columns, gap
        self.gaps = [*[gap] * (len(columns) - 1), 0]
        self.rows: list[list[RenderableType]] = []

    def add_row(self, *cells: RenderableType) -> None:
        """One cell a column; a text is as it stands."""
        texts = (Text(cell) if isinstance(cell, str) else cell for cell in cells)
        self.rows.append([*texts, *[Text()] * (len(self.columns) - len(cells))])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = self._widths(options.max_width)
        if widths is None:
            yield self._table()
            return
        for row in self.rows:
            blocks = [
                self._block(*parts, console, options)
                for parts in zip(row, self.columns, widths, strict=True)
            ]
            yield from _side_by_side(blocks, widths, self.gaps)

    def _widths(self, room: int) -> list[int] | None:
        """Of the columns without the gaps; ``None`` where not all that is short finds room."""
        widths = [0] * len(self.columns)
        for row in self.rows:
            for at, cell in enumerate(row):
                if self.columns[at] != "fold":
                    if not isinstance(cell, Text) or "\n" in cell.plain:
                        return None
                    widths[at] = max(widths[at], cell.cell_len)
        rest = room - sum(widths) - sum(self.gaps)
        folds = [at for at, column in enumerate(self.columns) if column == "fold"]
        if rest < len(folds):
            return None
        if folds:
            # As rich does: what is shared out are the columns with their gaps.
            rest += sum(self.gaps[at] for at in folds)
            for left, at in zip(range(len(folds), 0, -1), folds, strict=True):
                share = -(-rest // left)
                widths[at] = share - self.gaps[at]
                rest -= share
        return widths if all(width > 0 for width in widths) else None

    def _block(
        self,
        cell: RenderableType,
        column: str,
        width: int,
        console: Console,
        options: ConsoleOptions,
    ) -> list[list[Segment]]:
        """The lines of a cell, all of one width."""
        right = column == "right"
        if isinstance(cell, Text) and cell.cell_len <= width and "\n" not in cell.plain:
            line = cell.copy()
            if right:
                line.rstrip()
                line.pad_left(width - line.cell_len)
            else:
                line.truncate(width, pad=True)
            return [list(Text().join([line]).render(console))]
        inner = options.update(
            width=width, justify="right" if right else "left", overflow="fold", height=None
        )
        return console.render_lines(cell, inner)

    def _table(self) -> Table:
        table = Table.grid(padding=(0, self.gap, 0, 0), pad_edge=False)
        for column in self.columns:
            if column == "fold":
                table.add_column(ratio=1, min_width=_LEAST, overflow="fold")
            else:
                table.add_column(justify="right" if column == "right" else "left", overflow="fold")
        table.expand = "fold" in self.columns
        for row in self.rows:
            table.add_row(*row)
        return table


def _side_by_side(
    blocks: Sequence[list[list[Segment]]], widths: Sequence[int], gaps: Sequence[int]
) -> Iterator[Segment]:
    """Blocks of lines next to each other, each of its width and with blanks after it."""
    between = [Segment(" " * gap) for gap in gaps]
    for lines in zip_longest(*blocks):
        for line, width, gap in zip(lines, widths, between, strict=True):
            yield from line or (Segment(" " * width),)
            if gap.text:
                yield gap
        yield Segment.line()


class Beside:
    """Columns of given widths next to each other."""

    def __init__(
        self, widths: Sequence[int], columns: Sequence[RenderableType], gap: int = 2
    ) -> None:
        self.widths, self.columns = widths, columns
        self.gaps = [*[gap] * (len(columns) - 1), 0]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        blocks = [
            console.render_lines(
                column,
                options.update(width=width, justify="left", overflow="ellipsis", height=None),
            )
            for column, width in zip(self.columns, self.widths, strict=True)
        ]
        yield from _side_by_side(blocks, self.widths, self.gaps)


class Hanging:
    """A body that is folded beside its head, which takes ``width`` columns."""

    def __init__(self, head: Piece, body: str | Text | Flow, width: int) -> None:
        self.head, self.width = head, width
        self.body = Text(body) if isinstance(body, str) else body

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - self.width - 1
        if isinstance(self.body, Text):
            room = min(room, self.body.cell_len)
        widths = (self.width, max(1, room))
        folded = options.update(justify="left", overflow="fold", height=None)
        blocks = [
            console.render_lines(part, folded.update_width(width))
            for part, width in zip((self.head, self.body), widths, strict=True)
        ]
        yield from _side_by_side(blocks, widths, (1, 0))
