"""Output for people, through rich."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress

_WIDTH = 120  # columns of tables where the output is no terminal


def terminal_width() -> int:
    """Columns of the terminal, also where the output goes through a pager; 80 without one."""
    return Console().width


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the program, which ends well then. (Called where that is caught.)"""
        raise


def screen(*, width: int | None = None, colour: bool = True) -> Console:
    """A console that prints text as it is, brackets and figures included.

    It is as wide as the terminal if no ``width`` is given. Its output has no colours if
    ``colour`` is false, if the environment has NO_COLOR, or if standard output cannot show
    them.
    """
    if width is None and not sys.stdout.isatty():
        width = _WIDTH
    plain = not colour or bool(os.environ.get("NO_COLOR"))
    return _Console(
        width=width,
        color_system=None if plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )


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
