"""Signs, colours and arrangements that all parts of the picture share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
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
        width, line = options.max_width, Text()
        for piece in self.pieces:
            if line and line.cell_len + len(self.between) + piece.cell_len > width:
                yield line
                line = Text()
            line = joined([line, piece], self.between)
        yield line or Text(NOTHING)

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


def grid(*columns: str, gap: int = 2) -> Table:
    """A table without lines and heads.

    A column is "left" or "right" and as wide as it needs to be, or "fold": it takes the
    rest and goes on in the next line.
    """
    table = Table.grid(padding=(0, gap, 0, 0), pad_edge=False)
    for column in columns:
        if column == "fold":
            table.add_column(ratio=1, min_width=_LEAST, overflow="fold")
        else:
            table.add_column(justify="right" if column == "right" else "left", overflow="fold")
    table.expand = "fold" in columns
    return table


def beside(widths: Sequence[int], columns: Sequence[RenderableType], gap: int = 2) -> Table:
    """Columns of given widths next to each other."""
    table = Table.grid(padding=0, pad_edge=False)
    for at, width in enumerate(widths):
        table.add_column(width=width + (gap if at < len(widths) - 1 else 0))
    last = len(columns) - 1
    table.add_row(
        *(Padding(part, (0, gap if at < last else 0, 0, 0)) for at, part in enumerate(columns))
    )
    return table


def hanging(head: Piece, body: Piece | Flow, width: int) -> Table:
    """A body that is folded beside its head, which takes ``width`` columns."""
    table = Table.grid(padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(width=width, overflow="fold")
    table.add_column(overflow="fold")
    table.add_row(head, body)
    return table
