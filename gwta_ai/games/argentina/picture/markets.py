"""Foresight, job market, cattle market and objective display."""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.picture.board import Board
from gwta_ai.games.argentina.picture.marks import (
    BOLD,
    COLOURS,
    DIM,
    DOT,
    FIRES,
    NOTHING,
    STRENGTH,
    TOKEN,
    Flow,
    Grid,
    Hanging,
    Piece,
    bold,
    dim,
    joined,
    number,
    pesos,
)
from gwta_ai.games.argentina.ruleset import SHIP_COLOURS

_SHORT = 3  # letters of a worker's name


def tile(board: Board, name: str) -> Text:
    """A worker or farmer tile: "carpintero+", "green 5 (fee $1)"."""
    farmer = board.farmer_tile(name)
    if farmer is None:
        return Text(name)
    text = Text(f"{farmer.colour} {farmer.strength}", style=COLOURS.get(farmer.colour, ""))
    return text.append(f" (fee {pesos(farmer.fee)})" if farmer.fee else "", "")


def foresight(board: Board) -> RenderableType:
    """The tiles of the three foresight spaces, a line each."""
    return Group(
        *(
            joined([bold(bag), joined((tile(board, name) for name in tiles), DOT) or NOTHING])
            for bag, tiles in board.data["foresight"].items()
        )
    )


def job_market(board: Board) -> RenderableType:
    """Rows with costs, workers, the token, and what happens when a row is complete."""
    data, figures = board.data["job_market"], board.figures
    columns, token = figures["job_columns"][board.players], data["token_row"]
    table = Grid("right", "right", *["left"] * columns, "fold", gap=1)
    for row, workers in enumerate(data["rows"]):
        here, complete = row + 1 == token, token is None or row + 1 < token
        cells = [Text(_short(name)) for name, count in workers.items() for _ in range(count)]
        cells += [dim("·")] * (columns - len(cells) - here)
        cells += [Text(TOKEN, style=BOLD)] * here
        cost = Text(pesos(figures["job_cost"][row]), style="" if complete else DIM)
        event = Text(_event(board, row), style=DIM if complete else "")
        table.add_row(dim(str(row + 1)), cost, *cells, event)
    notes = [
        f"rows above the token {TOKEN} are open" if token else "all rows are open",
        f"{STRENGTH} strength, {pesos(figures['strength_surcharge'])} more",
        *(f"{_short(row)} {row}" for row in board.names.rows[:-1]),
    ]
    return Group(table, Flow(map(dim, notes), DOT))


def job_market_width(board: Board) -> int:
    """Columns that the job market needs."""
    columns: int = board.figures["job_columns"][board.players]
    rows = range(board.figures["job_rows"])
    events = max((cell_len(_event(board, row)) for row in rows), default=0)
    return len("11 $10 ") + columns * (_SHORT + 2) + max(events, len("⇒ cattle"))


def _short(worker: str) -> str:
    """A kind of worker in few letters: "car+"."""
    return worker[:_SHORT] + STRENGTH * worker.endswith(STRENGTH)


def _event(board: Board, row: int) -> str:
    """What happens when a row is complete; empty for nothing."""
    event = board.figures["job_event"][row]
    if event == core.JOB_DEPART:
        return f"{FIRES} {SHIP_COLOURS[board.figures['job_event_arg'][row]]} ships"
    return f"{FIRES} cattle" if event == core.JOB_REFILL_CATTLE else ""


def cattle_market(board: Board) -> RenderableType:
    """Cards by type, and what they cost."""
    market = board.data["cattle_market"]
    cards, names = board.figures["cards"], board.names
    types: dict[int, list[int]] = {}
    for name, count in market.items():
        kind = names.cards.index(name)
        types.setdefault(cards[kind]["type"], []).extend([kind] * count)
    table = Grid("right", "fold", "right", "right", "right", gap=1)
    table.add_row(*map(dim, ("", "", "val", "str", "VP")))
    for kinds in types.values():
        card = cards[kinds[0]]
        points = " ".join(number(cards[kind]["vp"]) for kind in kinds)
        about = (str(card["value"]), str(card["strength"]), points)
        table.add_row(bold(str(len(kinds))), board.type_name(kinds[0]), *about)
    return Group(
        table if types else NOTHING, dim("to buy, with gauchos and pesos:"), _prices(board)
    )


def _prices(board: Board) -> RenderableType:
    """What so many gauchos and pesos buy, by class of cards."""
    offers: dict[int, list[str]] = {}
    for offer in board.figures["offers"][: board.figures["n_offers"]]:
        cards = f" for {offer['cards']}" if offer["cards"] > 1 else ""
        price = f"{offer['gauchos']}+{pesos(offer['pesos'])}{cards}"
        offers.setdefault(offer["card_class"], []).append(price)
    table = Grid("left", "fold")
    for card_class, prices in offers.items():
        table.add_row(dim(board.words.card(card_class)), Flow(map(dim, prices), DOT))
    return table


def short_name(name: str) -> str:
    """The number of an objective card, without what all ids have in common."""
    return name.removeprefix("obj")


def objective_display(board: Board) -> RenderableType:
    """The open objective cards."""
    names = board.data["objective_display"]
    if not names:
        return Text(NOTHING)
    width = max(len(short_name(name)) for name in names)
    return Group(
        *(Hanging(bold(short_name(name)), objective(board, name), width) for name in names)
    )


def objective(board: Board, name: str, *more: Piece) -> Flow:
    """Points, immediate action and tasks of an objective card, and what else there is to say."""
    text = board.words.objective(board.names.objectives.index(name))
    return Flow([*text.split(DOT), *more], DOT)
