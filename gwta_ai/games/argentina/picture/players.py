"""The players: board, workers, discs, buildings, and what may be seen of their cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from gwta_ai.games.argentina.picture.board import OUT, Board, counted
from gwta_ai.games.argentina.picture.markets import objective, short_name
from gwta_ai.games.argentina.picture.marks import (
    COLOURS,
    DIM,
    DISC,
    DOT,
    ENGINE,
    ESTANCIERO,
    FREE,
    NOTHING,
    NOW,
    STRENGTH,
    Flow,
    Grid,
    Hanging,
    Piece,
    bold,
    dim,
    joined,
    number,
    of_seat,
    pesos,
    seat_style,
)

_HEAD = 13  # columns of the names of the lines
_TWO_ROWS = 72  # columns from which on two worker rows stand side by side
_LEVELS = ("", "single", "double")  # closed: nothing


def title(board: Board, seat: int, total: int) -> Text:
    """Whose board, and the points as if the game ended now."""
    return joined(
        [
            Text(f" seat {seat} ", style=seat_style(seat)),
            Text("to decide", style=NOW) if board.position.seat_to_move == seat else "",
            bold(f"{number(total)} VP"),
        ],
        " ",
    )


def player(board: Board, seat: int, width: int) -> RenderableType:
    """Everything of one player."""
    return Group(
        _markers(board, seat),
        _rows(board, seat, width),
        *(Hanging(head, text, _HEAD) for head, text in _lines(board, seat)),
    )


def _markers(board: Board, seat: int) -> Flow:
    """Pesos, markers, limits, estanciero and engine."""
    player = board.player(seat)
    more = {what: board.permanent(seat, what) for what in ("grain", "certificates")}
    added = {what: f" (+{n} permanent)" if n else "" for what, n in more.items()}
    certificates = f"{player['certificates']}/{board.certificate_limit(seat)}"
    at = player["estanciero"]
    where = board.place(at) if at else "beside the board"
    return Flow(
        [
            bold(f"{pesos(player['pesos'])}"),
            f"grain {player['grain']}/{board.figures['grain_limit']}{added['grain']}",
            f"certificates {certificates}{added['certificates']}",
            f"tokens {player['exchange_tokens']}",
            f"steps {board.step_limit(seat)}",
            f"strength {board.strength(seat)}",
            joined([of_seat(ESTANCIERO, seat), where], " "),
            joined([of_seat(ENGINE, seat), board.track_name(player["engine"])], " "),
        ],
        DOT,
    )


def _rows(board: Board, seat: int, width: int) -> RenderableType:
    """The worker rows, and what the next worker of each brings."""
    rows = [_row(board, seat, row) for row in range(len(board.names.rows))]
    abreast = 2 if width >= _TWO_ROWS else 1
    table = Grid(*["left", "left", "fold"] * abreast, gap=1)
    for at in range(0, len(rows), abreast):
        table.add_row(*(cell for row in rows[at : at + abreast] for cell in row))
    return table


def _row(board: Board, seat: int, row: int) -> tuple[str, Text, Text]:
    """A worker row: name, spaces, next space."""
    name = board.names.rows[row]
    hired = board.player(seat)["workers"][name]
    marks = ["plain"] * hired if isinstance(hired, int) else hired
    filled, size = 1 + len(marks), len(board.figures["row_program"][row])
    spaces = Text("■")
    for mark in marks:
        spaces.append(STRENGTH if mark == "strong" else "■", seat_style(seat))
    spaces.append("□" * (size - filled), DIM)
    return name, spaces, dim(_next(board, row, filled) if filled < size else "full")


def _next(board: Board, row: int, space: int) -> str:
    figures = board.figures
    cost = figures["granjero_cost"][space] if row == len(board.names.rows) - 1 else 0
    points = figures["row_vp"][row][space]
    text = board.words.program(figures["row_program"][row][space])
    parts = [part for part in (text, f"{points} VP" if points else "") if part]
    return f"next{f' for {pesos(cost)}' if cost else ''}: {', '.join(parts) or NOTHING}"


def _lines(board: Board, seat: int) -> Iterator[tuple[str, Piece | Flow]]:
    player = board.player(seat)
    if player["farmers"]:
        yield "farmers", _farmers(board, seat)
    yield "auxiliary", Flow(_auxiliary(board, seat), "   ")
    yield "discs", Flow(_discs(board, seat), "   ")
    if player["buildings"]:
        yield "buildings", Flow(_buildings(board, seat), DOT)
    for name in player["station_masters"]:
        yield "master", Flow.of(board.words.master(board.names.masters.index(name)))
    yield from _cards(board, seat)
    yield from _objectives(board, seat)


def _farmers(board: Board, seat: int) -> Text:
    """Farmers beside the board."""
    farmers = board.player(seat)["farmers"].items()
    return joined(
        (Text(f"{count} {colour}", style=COLOURS.get(colour, "")) for colour, count in farmers), DOT
    )


def _auxiliary(board: Board, seat: int) -> Iterator[Text]:
    """The discs of each auxiliary action, and how far it is open."""
    for at, name in enumerate(board.names.auxiliary):
        discs = [
            _disc(board, seat, disc)
            for disc, space in enumerate(_disc_spaces(board))
            if space["auxiliary"] == at + 1
        ]
        level = _LEVELS[board.auxiliary_level(seat, at)]
        yield joined([bold(name), joined(discs, ""), dim(level)], " ")


def _discs(board: Board, seat: int) -> Iterator[Piece]:
    """How many discs are left, and the spaces that are no auxiliary actions', alike together."""
    there = board.player(seat)["discs"]
    left = [space for space in _disc_spaces(board) if space["name"] in there]
    yield f"{len(left)} left, {sum(space['corner'] for space in left)} dark"
    alike: dict[int, list[int]] = {}
    for at, space in enumerate(_disc_spaces(board)):
        if not space["auxiliary"]:
            alike.setdefault(space["same_as"], []).append(at)
    for at, group in alike.items():
        discs = joined((_disc(board, seat, one) for one in group), "")
        yield joined([dim(gives(board, at)), discs], " ")


def _disc_spaces(board: Board) -> list[dict[str, Any]]:
    """The figures of the disc spaces, with their ids."""
    named = zip(board.names.disc_spaces, board.figures["disc_spaces"], strict=False)
    return [{"name": name} | space for name, space in named]


def _disc(board: Board, seat: int, space: int) -> Text:
    """A disc space: with its disc, or cleared."""
    there = board.names.disc_spaces[space] in board.player(seat)["discs"]
    return Text(DISC, style=seat_style(seat)) if there else Text(FREE)


def gives(board: Board, space: int) -> str:
    """What clearing a disc space gives: "hand +1"."""
    figures = _disc_spaces(board)[space]
    track = board.figures["certificate_track"]
    steps = figures["steps"][board.players]
    parts = [
        f"hand +{figures['hand_limit']}" if figures["hand_limit"] else "",
        f"certificates {track[figures['certificate_limit']]}"
        if figures["certificate_limit"]
        else "",
        f"steps +{steps}" if steps else "",
        f"strength +{figures['strength']}" if figures["strength"] else "",
    ]
    return ", ".join(part for part in parts if part) or figures["name"]


def disc_spaces(board: Board) -> RenderableType:
    """What is printed beside the disc spaces: corners, points, pesos."""
    texts = []
    for at, figures in enumerate(_disc_spaces(board)):
        parts = [
            "dark" if figures["corner"] else "",
            f"{number(figures['vp'])} VP" if figures["vp"] else "",
            f"brings {pesos(figures['gain'])}" if figures["gain"] else "",
            f"costs {pesos(figures['cost'])}" if figures["cost"] else "",
        ]
        said = ", ".join(part for part in parts if part)
        auxiliary = figures["auxiliary"]
        name = (
            f"auxiliary {board.names.auxiliary[auxiliary - 1]}" if auxiliary else gives(board, at)
        )
        if said:
            texts.append(f"{name}: {said}")
    return dim("; ".join(dict.fromkeys(texts)))


def _buildings(board: Board, seat: int) -> Iterator[str]:
    """Private buildings on the trail and those that left the game."""
    for number_, place in board.player(seat)["buildings"].items():
        name = board.private_name(int(number_) - 1)
        yield f"{name} {'out of the game' if place == OUT else f'on {place}'}"


def _cards(board: Board, seat: int) -> Iterator[tuple[str, Flow]]:
    """Hand, draw stack and discard pile, as far as they may be seen; never in an order."""
    player, limit = board.player(seat), board.hand_limit(seat)
    if "hand" in player:
        hand = Flow.listed(board.cards(player["hand"]))
        hand.pieces.append(dim(f"(breeding value {board.breeding(player['hand'])})"))
        yield f"hand {sum(player['hand'].values())}/{limit}", hand
        yield _pile(board, "draw stack", player["draw_stack"])
    else:
        known = Flow.listed(board.cards(player["known"]))
        known.pieces.insert(0, dim("known to be there:" if known.pieces else "unknown"))
        yield f"hand {player['hand_size']}/{limit}", known
        yield _pile(board, "hand+draw", player["hand_or_draw"])
    yield _pile(board, "discard", player["discard"])


def _pile(board: Board, name: str, pile: Mapping[str, int] | Sequence[str]) -> tuple[str, Flow]:
    return f"{name} {sum(counted(pile).values())}", Flow.listed(board.cards(pile))


def _objectives(board: Board, seat: int) -> Iterator[tuple[str, Flow]]:
    """The objective cards of a player, with where they are."""
    player = board.player(seat)
    places = {"area": player["objectives"], "hand": player.get("hand", {})}
    places |= {
        "draw stack": player.get("draw_stack", ()),
        "hand+draw": player.get("hand_or_draw", ()),
    }
    places["discard"] = player["discard"]
    for place, cards in places.items():
        for name in sorted(name for name in counted(cards) if name in board.names.objectives):
            where = dim(f"({place})")
            yield f"obj. {short_name(name)}"[:_HEAD], objective(board, name, where)
