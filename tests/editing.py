"""Rulesets with a figure or two changed, as somebody would who corrects the data file."""

from __future__ import annotations

from functools import cache

from gwta_ai import Ruleset


@cache
def edited(*changes: tuple[str, str]) -> Ruleset:
    """The default ruleset with texts of its file replaced, each of which stands there once."""
    text = Ruleset.default().text
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in the file"
        text = text.replace(old, new)
    return Ruleset(text)
