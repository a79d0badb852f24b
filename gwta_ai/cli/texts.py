"""Texts in lines."""

from __future__ import annotations

import textwrap


def wrapped(text: str, width: int) -> str:
    """A text in lines of so many columns, or of one word that is longer."""
    lines = (
        textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return "\n".join("\n".join(line) for line in lines)
