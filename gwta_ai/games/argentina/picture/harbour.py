"""Ships, and the quays and quarters of the cities."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from gwta_ai.games.argentina.picture.board import Board, corner
from gwta_ai.games.argentina.picture.marks import (
    COLOURS,
    COVERED,
    DISC,
    DOT,
    FREE,
    NOTHING,
    Flow,
    Grid,
    bold,
    dim,
    joined,
    number,
    of_seat,
)
from gwta_ai.games.argentina.ruleset import SHIP_COLOURS

LEGEND = (f"{DISC} disc of a seat", f"{FREE} free", f"{COVERED} covered")


def ships(board: Board) -> RenderableType:
    """The loading zone, a line a ship: what it asks, what it gives, and its discs."""
    table = Grid("right", "right", "right", "right", "left", "fold", "left", gap=1)
    table.add_row(*map(dim, ("ship", "val", "grain", "VP", "disc", "", "discs")))
    for name in board.data["ships"]["loading_zone"]:
        figures = board.figures["ships"][board.names.ships.index(name)]
        colour = SHIP_COLOURS[figures["colour"]]
        quay = figures["quay"] and board.names.quay_names[figures["quay"] - 1]
        departs = Text(f"{colour} to {quay}", style=COLOURS[colour]) if quay else ""
        gives = board.words.program(figures["program"])
        again = "may be loaded again" if figures["repeatable"] else ""
        table.add_row(
            bold(name),
            str(figures["value"]),
            str(figures["grain"]),
            number(figures["vp"]) if figures["vp"] else NOTHING,
            corner(figures["corner"]),
            Flow([departs, gives, again], DOT) if departs or gives or again else "",
            discs(board, "ship_discs", name) or NOTHING,
        )
    return table


def discs(board: Board, zone: str, name: str) -> Text:
    """Discs of all seats in a place: "●0 ●1×2"."""
    found = board.discs(zone, name)
    return joined(
        (of_seat(DISC, seat).append(f"×{n}" if n > 1 else "", "") for seat, n in found.items()), " "
    )


def city(board: Board, index: int) -> RenderableType:
    """A city: its quays, and its quarters with their bonus spaces."""
    names, figures = board.names, board.figures
    quays = [
        _quay(board, at)
        for at in range(figures["n_quays"])
        if figures["quays"][at]["city"] == index
    ]
    table = Grid("left", "right", "fold", gap=1)
    for side, side_name in enumerate(names.sides):
        kinds = [
            at
            for at, bonus in enumerate(figures["bonus"][: figures["n_bonus"]])
            if (bonus["city"], bonus["side"]) == (index, side)
        ]
        if kinds:
            grain = figures["bonus"][kinds[0]]["grain"]
            spaces = Flow((_bonus(board, at) for at in kinds), "   ")
            table.add_row(side_name, dim(f"{grain} grain "), spaces)
    return Group(Flow([bold(names.city_names[index]), *quays], "   "), table)


def _quay(board: Board, index: int) -> Text:
    """A quay and the discs on it."""
    figures, name = board.figures["quays"][index], board.names.quay_names[index]
    city_name = board.names.city_names[figures["city"]]
    about = [f"{number(figures['vp'])} VP" if figures["vp"] else ""]
    about += [f"{figures['discount']} grain less" if figures["discount"] else ""]
    about += [corner(figures["corner"])]
    lying = discs(board, "quay_discs", board.names.quays[index])
    said = ", ".join(part for part in about if part)
    return joined([name.removeprefix(f"{city_name} "), dim(f"({said})"), lying or NOTHING], " ")


def _bonus(board: Board, index: int) -> Text:
    """The bonus spaces of a kind: taken, free and covered ones."""
    figures, name = board.figures["bonus"][index], board.names.bonus[index]
    taken = board.discs("city_discs", name)
    covered = board.hidden_by_cover(index)
    free = figures["copies"] - covered - sum(taken.values())
    gives = board.words.program(figures["program"])
    points = f"{number(figures['vp'])} VP" if figures["vp"] or not gives else ""
    spaces = [of_seat(DISC, seat) for seat, n in taken.items() for _ in range(n)]
    spaces += [Text(FREE)] * free + [dim(COVERED)] * covered
    return joined([", ".join(part for part in (points, gives) if part), joined(spaces, " ")], " ")
