"""Tables in Markdown, and where they stand in a file: between marks that name them."""

from __future__ import annotations

from collections.abc import Iterable

import click


def line(cells: Iterable[str]) -> str:
    """A row of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def inserted(text: str, table: str, name: str) -> str:
    """The text with the table between the marks of that name, in place of what was there.

    Raises ``click.UsageError`` where the marks are not there once each, in order.
    """
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise click.UsageError(f"expected {begin} and then {end}, each once")
    before, _, rest = text.partition(begin)
    return f"{before}{begin}\n{table}\n{end}{rest.partition(end)[2]}"
