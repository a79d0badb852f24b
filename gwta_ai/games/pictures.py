"""Pictures of positions in a terminal, whatever the game draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

LEAST_COLUMNS: Final = 60
"""Columns below which a picture does not get narrower."""


def printed(picture: RenderableType, console: Console) -> str:
    """What a console makes of a picture: lines without spaces at their ends."""
    with console.capture() as captured:
        console.print(picture, crop=False)
    lines = (line.rstrip() for line in captured.get().splitlines())
    return "\n".join(lines).rstrip() + "\n"
