"""``gwta-ai show``: a position to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from gwta_ai import State, View
from gwta_ai.cli.files import json_text, read_position
from gwta_ai.cli.options import file_argument, json_option
from gwta_ai.cli.screen import screen
from gwta_ai.cli.summary import summary_text
from gwta_ai.errors import PositionError

_PLAYERS = "players"
_SHOWN_ELSEWHERE = ("format", "version", "game", "ruleset", _PLAYERS)


@click.command("show", epilog="Example: gwta-ai show game.msgpack --seat 1")
@file_argument
@click.option("--seat", type=int, metavar="K", help="Only what seat K may know; seats start at 0.")
@json_option
def command(file: str, seat: int | None, as_json: bool) -> None:
    """Show the game or view in FILE.

    The scores as if the game ended now, the players, and what lies on the board.
    """
    position = read_position(file)
    if seat is not None:
        position = _seen_by(position, seat)
    snapshot = position.to_dict()
    if as_json:
        click.echo(json_text(snapshot))
        return
    console = screen()
    console.print(summary_text(position))
    console.print(f"ruleset {snapshot['ruleset']}", end="\n\n")
    _print_scores(console, position)
    _print_players(console, snapshot[_PLAYERS])
    _print_board(console, snapshot)


def _seen_by(position: State | View, seat: int) -> View:
    if isinstance(position, State):
        return position.view(seat)
    if position.seat != seat:
        raise PositionError(f"--seat: expected {position.seat}, whose view this is, got {seat}")
    return position


def _print_scores(console: Console, position: State | View) -> None:
    sheets = [sheet.to_dict() for sheet in position.scores()]
    table = _by_seat("score", len(sheets))
    for category in sheets[0]:
        table.add_row(_words(category), *(str(sheet[category]) for sheet in sheets))
    console.print(table, end="\n\n")


def _print_players(console: Console, players: Sequence[Mapping[str, Any]]) -> None:
    table = _by_seat("player", len(players))
    for field in players[0]:
        table.add_row(_words(field), *(brief(player.get(field)) for player in players))
    console.print(table, end="\n\n")


def _print_board(console: Console, snapshot: Mapping[str, Any]) -> None:
    table = Table("board", "", box=None, pad_edge=False, show_header=False)
    for field, value in snapshot.items():
        if field not in _SHOWN_ELSEWHERE:
            table.add_row(_words(field), brief(value))
    console.print(table)


def _by_seat(title: str, seats: int) -> Table:
    table = Table(title, box=None, pad_edge=False)
    for seat in range(seats):
        table.add_column(f"seat {seat}", overflow="fold")
    return table


def _words(name: str) -> str:
    return name.replace("_", " ")


def brief(value: Any) -> str:
    """A value of a snapshot in a line: ``-`` for nothing, ``3 angus, 1 caracu`` for counts."""
    match value:
        case None | "" | []:
            return "-"
        case dict() if not value:
            return "-"
        case bool():
            return "yes" if value else "no"
        case dict() if all(type(item) is int for item in value.values()):
            return ", ".join(f"{count} {_words(str(name))}" for name, count in value.items())
        case dict():
            return "; ".join(f"{_words(str(k))}: {brief(item)}" for k, item in value.items())
        case list() | tuple():
            return ", ".join(brief(item) for item in value)
        case _:
            return str(value)
