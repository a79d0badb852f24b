"""Output for people, through rich. Lines are wrapped between words, and no word is broken:

it may be a notation. Where one is longer than the screen is wide, so is its line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from gwta_ai.cli.texts import wrapped

if TYPE_CHECKING:
    from rich.progress import Progress

_LONGEST_HEAD = 12  # columns of one above figures
_WIDTH = 120  # columns of tables where the output is no terminal


def terminal_width() -> int:
    """Columns of the terminal, also where the output goes through a pager; 80 without one."""
    return Console().width


class _Console(Console):
    def print(self, *objects: Any, **options: Any) -> None:
        if all(isinstance(each, str) for each in objects):
            if not options.get("soft_wrap"):
                objects = tuple(wrapped(each, self.width) for each in objects)
            options["soft_wrap"] = True
        super().print(*objects, **{"crop": False} | options)

    def on_broken_pipe(self) -> None:
        """Leave it to the program, which ends well then. (Called where that is caught.)"""
        raise


def screen(*, width: int | None = None, colour: bool = True) -> Console:
    """A console that prints text as it is, brackets and figures included.

    It is as wide as the terminal, or as COLUMNS in the environment says, if no ``width`` is
    given. Its output has no colours if
    ``colour`` is false, if the environment has NO_COLOR, or if standard output cannot show
    them.
    """
    if width is None and not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        width = _WIDTH
    plain = not colour or bool(os.environ.get("NO_COLOR"))
    return _Console(
        width=width,
        color_system=None if plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: int = 0) -> Table:
    """A table, of which the last ``right`` columns hold figures and are not wrapped.

    No column gets narrower than its longest word, but that heads above figures are broken
    where they are very long.
    """
    found = Table(box=None, pad_edge=False)
    texts = len(heads) - right
    columns = list(zip(heads, *rows, strict=True))
    for at, (head, *cells) in enumerate(columns):
        if at < texts:
            words = [word for cell in (head, *cells) for word in cell.split()]
        else:
            words = [head[:_LONGEST_HEAD], *cells]
        found.add_column(
            head,
            justify="left" if at < texts else "right",
            overflow="fold",
            min_width=max(map(cell_len, words), default=None),
        )
    for row in zip(*(cells for _, *cells in columns), strict=True):
        found.add_row(*row)
    return found


def messages() -> Console:
    """A console on standard error."""
    return _Console(stderr=True, highlight=False, markup=False, emoji=False)


def progress(*, remaining: bool = True) -> Progress:
    """A bar of named tasks on standard error, where that is a terminal; it goes at the end.

    It estimates the time ``remaining`` unless it is known that a task may end sooner.
    """
    from rich.progress import (  # takes a while to load
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = messages()
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        *([TimeRemainingColumn()] if remaining else []),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
