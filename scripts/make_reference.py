"""Write the tables in the pages on snapshots and records anew.

``python scripts/make_reference.py`` takes them from the description of the fields, by which
snapshots are read and written, and from the words of what does not come of play. Everything
between the tables is kept as it is. A test fails if a page is out of date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from gwta_ai import Ruleset
from gwta_ai.common.form.groups import Forms, ListOf, Record
from gwta_ai.common.form.page import Row, row, rows, table
from gwta_ai.games.argentina.position.unplayed import UNPLAYED, severity
from gwta_ai.games.argentina.snapshot import board, lexicon
from gwta_ai.games.argentina.snapshot.decisions import COMMITTED
from gwta_ai.play.records.form import form

FOLDER = Path(__file__).parent.parent / "gwta_ai" / "docs"
Tables = Mapping[str, list[str]]  # the lines of the table in each section


def decision_tables(record: Record) -> Iterator[Row]:
    """The fields of each decision, but for the one that all have."""
    listed = next(field.kind for field in record.fields if field.name == "decisions")
    assert isinstance(listed, ListOf)
    decision = listed.kind(0)
    assert isinstance(decision, Forms)
    for name, each in decision.forms.items():
        for field in each.fields:
            if field != COMMITTED:
                yield row(field, f"{name}.{field.name}")
                yield from rows(field.kind, f"{name}.{field.name}")


def snapshot_tables() -> Tables:
    words = lexicon(Ruleset.shipped())
    records = [board.record(words, viewer) for viewer in (None, 0)]
    state, view = ({one.path: one for one in rows(record)} for record in records)
    open_view = {one.path: one for one in rows(board.record(words, 0, board.OPEN_VERSION))}
    both = [one for path, one in state.items() if path in view and same(one, view[path])]
    shared = {one.path for one in both}
    return {
        "Fields of states and views": table(both),
        "Fields of a state only": table(state[path] for path in state if path not in shared),
        "Fields of a view only": table(view[path] for path in view if path not in shared),
        "Fields of a view of version 2": table(
            one for path, one in open_view.items() if path not in view
        ),
        "Decisions": table(decision_tables(records[0])),
        "What does not come of play": unplayed_table(),
    }


def unplayed_table() -> list[str]:
    """What loads and is wrong or suspicious: where, and how the rules exclude it."""
    found = ["| path | severity | why |", "|------|----------|-----|"]
    for code, words in UNPLAYED.items():
        path = words.shown or str(words.path)
        path = re.sub(r"\[\{\w+\}\]", "[]", path).replace("{hand}", "hand")
        path = re.sub(r"\{\w+\}", "*", path)
        found.append(f"| `{path}` | {severity(code)} | {words.why} |")
    return found


def same(one: Row, other: Row) -> bool:
    return one.cells() == other.cells()


def record_tables() -> Tables:
    found = [one for one in rows(form(Ruleset.shipped())) if "[]" not in one.path]
    return {"Records": table(found, examples=False)}


HEADS = ("| field | type and range |", "| path | severity |")  # of the tables made here
PAGES = {"snapshots.md": snapshot_tables, "matches.md": record_tables}


def text(page: str) -> str:
    """The page with its tables as they should be."""
    tables, section = PAGES[page](), ""
    lines: list[str] = []
    replacing = False
    for line in (FOLDER / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
        if line.startswith(HEADS):
            replacing = True
            lines += tables[section]
        replacing = replacing and line.startswith("|")
        if not replacing:
            lines.append(line)
    return "\n".join(lines) + "\n"


@click.command()
def main() -> None:
    """Write the tables anew."""
    for page in PAGES:
        (FOLDER / page).write_text(text(page), encoding="utf-8")
        click.echo(page)


if __name__ == "__main__":
    main()
