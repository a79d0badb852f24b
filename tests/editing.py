"""Rulesets with a figure or two changed, as somebody would who corrects the data file."""

from __future__ import annotations

from functools import cache

from gwta_ai import Ruleset

EARLIER = Ruleset.by_digest("29f3719ecf1ac3c162d2e441e98f0394aeec6a38384799284e3706a68e1d53fe")
"""The ruleset of the first release: turnouts in the line, objective cards between subphases."""


@cache
def edited(*changes: tuple[str, str]) -> Ruleset:
    """The default ruleset with texts of its file replaced, each of which stands there once."""
    text = Ruleset.default().text
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in the file"
        text = text.replace(old, new)
    return Ruleset(text)
