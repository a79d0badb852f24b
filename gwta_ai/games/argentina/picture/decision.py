"""The head of the picture, the decision at hand, and the points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from gwta_ai.games.argentina.picture.board import Board
from gwta_ai.games.argentina.picture.marks import (
    DOT,
    NOW,
    Flow,
    Grid,
    Hanging,
    Piece,
    bold,
    dim,
    joined,
    number,
    pesos,
    seat_style,
)
from gwta_ai.games.argentina.snapshot import lexicon


def head(board: Board) -> RenderableType:
    """Which game it is, how far it has come, and whose eyes see it."""
    data = board.data
    seen = "whole game" if board.viewer is None else f"view of seat {board.viewer}"
    title = bold(board.ruleset.title or "Great Western Trail")
    facts: list[Piece] = [title, f"{board.players} players", f"turn {data['turn']}", seen]
    facts += ["over" if data["over"] else f"seat {data['seat']} to decide"]
    return Group(Flow(facts, DOT), dim(f"ruleset {board.ruleset.digest}"))


def decision(board: Board) -> RenderableType:
    """Who is to decide what, and in the course of what."""
    data = board.data
    if data["over"]:
        return _result(board)
    *course, last = data["decisions"]
    lines: list[RenderableType] = [
        joined([_seat(data["seat"]), Text(said_of(board, last), style=NOW)], "  ")
    ]
    if course:
        said = " › ".join(said_of(board, frame) for frame in course)
        lines.append(Hanging("within", dim(said), len("within")))
    if data["ending"] is not None:
        lines.append(Text(f"last turns: seat {data['ending']} took the job market token"))
    return Group(*lines)


def _seat(seat: int) -> Text:
    return Text(f" seat {seat} ", style=seat_style(seat))


def _result(board: Board) -> RenderableType:
    totals = [sheet.total for sheet in board.position.scores()]
    winners = [seat for seat in board.seats if totals[seat] == max(totals)]
    verb = "win" if len(winners) > 1 else "wins"
    return joined(
        [
            bold("the game is over"),
            joined(map(_seat, winners), " "),
            f"{verb} with {number(max(totals))} VP",
        ]
    )


def scores(board: Board) -> RenderableType:
    """The scoring pad, as if the game ended now."""
    sheets = [sheet.to_dict() for sheet in board.position.scores()]
    table = Grid("left", *["right"] * board.players)
    table.add_row("", *(Text(f" {seat} ", style=seat_style(seat)) for seat in board.seats))
    for category in sheets[0]:
        style = bold if category == "total" else Text
        points = (style(number(sheet[category])) for sheet in sheets)
        table.add_row(category.replace("_", " "), *points)
    return table


# --- decisions in words -----------------------------------------------------------------------

_STAGES = {
    "extra_delivery": "Buenos Aires: extra delivery, or none",
    "income": "Buenos Aires: income, certificates may be spent",
    "loading": "Buenos Aires: load a ship of value up to {income}",
    "foresight_a": "Buenos Aires: choose a tile of foresight A",
    "foresight_b": "Buenos Aires: choose a tile of foresight B",
    "foresight_c": "Buenos Aires: choose a tile of foresight C",
    "leave_buenos_aires": "Buenos Aires: leave it",
}
_PLAIN = {
    "place_estanciero": "put the estanciero on a neutral building",
    "discard": "discard {cards}",
    "remove": "remove {cards} from the game, or stop",
    "move_on": "move on up to {steps} steps",
    "building_site": "choose the space for private building {building}",
    "upgrade_station": "upgrade station {station}, or not",
    "station_master": "give a worker for the master of station {station}, or not",
    "upgrade_behind": "upgrade a station behind the engine",
    "objective": "take an objective card",
    "extra_delivery": "extra delivery of one disc",
}


def said_of(board: Board, frame: dict[str, Any]) -> str:
    """A pending decision in words."""
    name: str = frame["decision"]
    if name == "buenos_aires":
        return _STAGES[frame["stage"]].format_map({"income": 0} | frame)
    if name in _SPECIAL:
        return _SPECIAL[name](board, frame)
    values = dict(frame)
    if "cards" in values:
        values["cards"] = "1 card" if frame["cards"] == 1 else f"{frame['cards']} cards"
    return _PLAIN[name].format_map(values)


def _move(board: Board, frame: dict[str, Any]) -> str:
    return f"move the estanciero, 1 to {board.step_limit(board.data['seat'])} steps"


def _local_action(board: Board, frame: dict[str, Any]) -> str:
    at = board.player(board.data["seat"])["estanciero"]
    done = frame.get("done", [])
    said = f"choose an action at {board.place(at) if at else 'no space'}"
    return f"{said}, done: {', '.join(map(str, done))}" if done else said


def _program(board: Board, frame: dict[str, Any]) -> str:
    index = lexicon(board.ruleset).program_index[frame["action"]]
    return board.words.program(index)


def _reward(board: Board, frame: dict[str, Any]) -> str:
    return f"give a card for: {_program(board, frame)}; or forfeit it"


def _hire(board: Board, frame: dict[str, Any]) -> str:
    change = frame["cost_change"]
    if not change:
        return "hire a worker"
    return f"hire a worker for {pesos(abs(change))} {'more' if change > 0 else 'less'}"


def _draw(board: Board, frame: dict[str, Any]) -> str:
    number = "1 card" if frame["cards"] == 1 else f"{frame['cards']} cards"
    said = f"draw up to {number}"
    return said if frame["then"] == "nothing" else f"{said}, then {frame['then']} as many"


def _engine(board: Board, frame: dict[str, Any]) -> str:
    spaces = frame["spaces"]
    if spaces > 0:
        return f"move the engine forward, up to {spaces} spaces"
    return f"move the engine back, exactly {'1 space' if spaces == -1 else f'{-spaces} spaces'}"


def _build(board: Board, frame: dict[str, Any]) -> str:
    return f"build at {pesos(frame['pesos_per_carpintero'])} a carpintero"


def _buy(board: Board, frame: dict[str, Any]) -> str:
    return f"buy cattle, gauchos left: {frame['gauchos']}"


def _disc(board: Board, frame: dict[str, Any]) -> str:
    ((what, name),) = frame["on"].items()
    place = name
    if what == "quay":
        return f"choose the disc for {board.names.quay_names[board.names.quays.index(place)]}"
    return f"choose the disc for {what} {place}"


def _help(board: Board, frame: dict[str, Any]) -> str:
    whom, chosen = frame["whom"], frame.get("farmers", [])
    said = f"help up to {whom} granjeros" if isinstance(whom, int) else f"help {board.place(whom)}"
    if frame.get("extra_strength"):
        said += f" with strength +{frame['extra_strength']}"
    return f"{said}, chosen: {', '.join(chosen)}" if chosen else said


def _add(board: Board, frame: dict[str, Any]) -> str:
    left = ", ".join(f"{count} {colour}" for colour, count in frame["received"].items())
    return "add a granjero to the row, or stop" + (f"; left: {left}" if left else "")


def _take(board: Board, frame: dict[str, Any]) -> str:
    card = board.words.card(board.names.classes.index(frame["card"]))
    place = "hand" if frame["to"] == "hand" else "the discard pile"
    return f"take {card} from the market into {place}"


_SPECIAL: dict[str, Callable[[Board, dict[str, Any]], str]] = {
    "move": _move,
    "local_action": _local_action,
    "program": _program,
    "discard_for_reward": _reward,
    "hire": _hire,
    "build": _build,
    "buy_cattle": _buy,
    "place_disc": _disc,
    "help_granjeros": _help,
    "add_granjero": _add,
    "take_cattle": _take,
    "draw": _draw,
    "engine": _engine,
}
