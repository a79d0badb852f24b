"""Output for people, through rich."""

from __future__ import annotations

import sys

from rich.console import Console

_WIDTH = 120  # columns where the output is no terminal


def screen() -> Console:
    """A console that prints text as it is, brackets and figures included."""
    width = None if sys.stdout.isatty() else _WIDTH
    return Console(width=width, highlight=False, markup=False, emoji=False)
