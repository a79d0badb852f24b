"""Make the JSON Schema of snapshots and records that ships with the package.

``python scripts/make_schema.py`` writes the folder ``data/schema/`` of the game anew, from the same
description of the fields that reads and writes them. A test fails if it is out of date.
"""

from __future__ import annotations

from pathlib import Path

import click

from gwta_ai.common.wire import dumps_json
from gwta_ai.play.schema import FORMATS, schema

FOLDER = Path(__file__).parent.parent / "gwta_ai" / "games" / "argentina" / "data" / "schema"


def text(what: str) -> str:
    """The file of one format."""
    return dumps_json(schema(what))


@click.command()
def main() -> None:
    """Write the schemas anew."""
    FOLDER.mkdir(exist_ok=True)
    for what in FORMATS:
        path = FOLDER / f"{what}.json"
        path.write_text(text(what), encoding="utf-8")
        click.echo(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
