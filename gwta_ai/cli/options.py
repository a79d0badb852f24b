"""Options and arguments that several verbs share, those of the games among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from gwta_ai.games import registry
from gwta_ai.games.setup import span

if TYPE_CHECKING:
    from gwta_ai.games.game import AnyGame

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
file_argument = click.argument("file", metavar="[FILE]", required=False)
example_option = click.option(
    "--example",
    metavar="NAME",
    help="Take a position that ships with the program in place of FILE.",
)
LEAST_COLUMNS: Final = 40  # that can be asked for, but for pictures
MOST_COLUMNS: Final = 400


def width_option(
    default: str = "those of the terminal", least: int = LEAST_COLUMNS
) -> Callable[[F], F]:
    """``--width``: the columns of pictures, tables and texts; ``default`` in words."""
    return click.option(
        "--width",
        type=click.IntRange(least, MOST_COLUMNS),
        metavar="N",
        help=f"Columns, {least} to {MOST_COLUMNS}; by default {default}.",
    )


output_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    help="Where the game is saved; a name ending in .json makes it JSON.",
)
_GAME = "--game"
game_option = click.option(
    _GAME,
    metavar="NAME",
    default=registry.DEFAULT,
    show_default=True,
    help="The game, of those that are installed.",
)
_CHOSEN = "gwta_ai.game"  # in the context


class NewGameCommand(click.Command):
    """A command that makes new games: it has the options of the game beside its own.

    They are those of the game that the arguments name, and follow its option ``--game``.
    "{players}" in a help text stands for the numbers of players the game is for.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_CHOSEN] = registry.find(_named(args))
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        game = ctx.meta.get(_CHOSEN) or registry.find(registry.DEFAULT)
        return list(_with_options(super().get_params(ctx), game))


def _named(args: Sequence[str]) -> str:
    """The game that arguments name, the last one counting."""
    name = registry.DEFAULT
    for at, arg in enumerate(args):
        if arg == "--":
            break
        if arg == _GAME and at + 1 < len(args):
            name = args[at + 1]
        elif arg.startswith(f"{_GAME}="):
            name = arg.partition("=")[2]
    return name


def _with_options(own: Sequence[click.Parameter], game: AnyGame) -> Iterator[click.Parameter]:
    for parameter in own:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter = copy(parameter)
            parameter.help = (parameter.help or "").replace("{players}", span(game))
        yield parameter
        if _GAME in parameter.opts:
            for option in game.options:
                yield click.Option(
                    [f"--{option.name.replace('_', '-')}"],
                    default=option.default,
                    show_default=True,
                    help=option.help,
                )
