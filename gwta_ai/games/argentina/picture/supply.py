"""Private buildings and auxiliary actions: what all players may have; and what is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType

from gwta_ai.games.argentina.picture.board import Board, counted
from gwta_ai.games.argentina.picture.markets import short_name
from gwta_ai.games.argentina.picture.marks import (
    BUILDING,
    DIM,
    NOTHING,
    Flow,
    Grid,
    Hanging,
    bold,
    dim,
    each_seat,
    pesos,
)

_HEAD = 16  # columns of the names of the piles


def buildings(board: Board) -> RenderableType:
    """Every private building: carpinteros, points, fee, local actions, and who has built it."""
    table = Grid("left", "right", "right", "right", "fold", "left")
    table.add_row(*map(dim, ("", "carp.", "VP", "fee", "", "built by")))
    for number in range(board.figures["n_private"]):
        figures = board.private(number)
        fee = board.fee(figures["hand"])
        owners = [
            seat for seat in board.seats if str(number + 1) in board.player(seat)["buildings"]
        ]
        table.add_row(
            bold(board.private_name(number)),
            str(figures["carpinteros"]),
            str(figures["vp"]),
            pesos(fee) if fee else NOTHING,
            Flow.of(board.words.building(figures)),
            each_seat(BUILDING, owners),
        )
    return table


def auxiliary(board: Board) -> RenderableType:
    """The auxiliary actions, single and double."""
    table = Grid("right", "fold", "fold")
    table.add_row(*map(dim, ("", "single", "double")))
    for at, name in enumerate(board.names.auxiliary):
        figures = board.figures["auxiliary"][at]
        table.add_row(
            bold(name),
            board.words.program(figures["single"]),
            board.words.program(figures["double_"]),
        )
    return table


def hidden(board: Board) -> RenderableType:
    """The stacks and bags: how many, and what must be among them; never in which order."""
    data, names = board.data, board.names
    objectives = sorted(counted(data["objective_stack"]), key=names.objectives.index)
    ships = sorted(counted(data["ships"]["pile"]), key=names.ships.index)
    piles = [
        ("market stack", data["market_stack"], board.cards(data["market_stack"])),
        ("objective stack", data["objective_stack"], list(map(short_name, objectives))),
        ("pile of ships", data["ships"]["pile"], ships),
        *(
            (f"bag {bag}", data["bags"][bag], _tiles(board, data["bags"][bag]))
            for bag in names.bags
        ),
    ]
    if "open" in data["bags"]:  # which workers are in which of two bags is not known
        split = data["bags"]["open"]
        (bag, size), *_ = ((name, held) for name, held in split.items() if name != "tiles")
        texts = [*_tiles(board, split["tiles"]), f"{size} of them in bag {bag}"]
        piles.append(("either bag", split["tiles"], texts))
    return Group(
        *(
            Hanging(f"{name} {sum(counted(pile).values())}", Flow.listed(texts, DIM), _HEAD + 3)
            for name, pile, texts in piles
        )
    )


def _tiles(board: Board, pile: Mapping[str, int] | Sequence[str]) -> list[str]:
    """Tiles by worker and by colour: "3 gaucho", "1 gaucho+", "8 green"."""
    found: dict[str, int] = {}
    counts = counted(pile)
    for name in sorted(counts, key=board.names.tiles.index):
        farmer = board.farmer_tile(name)
        what = farmer.colour if farmer else name
        found[what] = found.get(what, 0) + counts[name]
    return [f"{count} {what}" for what, count in found.items()]


def out_of_the_game(board: Board) -> RenderableType:
    """What has left the game, and the exhaustion cards that lie ready."""
    out, names = board.data["out_of_the_game"], board.names
    masters = (board.words.master(names.masters.index(name)) for name in out["station_masters"])
    lines = [
        ("exhaustion stack", Flow([dim(str(board.data["exhaustion_stack"]))])),
        ("ships departed", Flow.listed(board.data["ships"]["departed"], DIM)),
        ("cards removed", Flow.listed(board.cards(out["cards"]), DIM)),
        ("tiles in the box", Flow.listed(_tiles(board, out["tiles"]), DIM)),
        ("granjeros helped", Flow.listed(_tiles(board, board.data["helped_farmers"]), DIM)),
        *(("master unused", Flow.of(text, DIM)) for text in masters),
    ]
    return Group(*(Hanging(name, text, _HEAD) for name, text in lines))
