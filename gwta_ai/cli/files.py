"""Reading and writing: ``-`` is standard input or output, and files are written whole."""

from __future__ import annotations

import json
import sys
from io import BytesIO
from typing import Any, BinaryIO

import click

from gwta_ai.common.files import MOST_READ, named_json, read, write_whole
from gwta_ai.games.files import dumps, loads
from gwta_ai.games.state import State, View

STANDARD = "-"
STANDARD_INPUT = "standard input"  # as messages call it


def json_text(value: Any) -> str:
    """``value`` as JSON; equal values give equal text."""
    return json.dumps(value, indent=2, allow_nan=False)


def read_position(file: str) -> State | View:
    """The state or view saved in ``file``.

    Raises what ``load_position`` raises.
    """
    return loads(read_content(file))


def read_content(file: str) -> bytes:
    """The content of ``file``, no more than it takes to refuse it. Raises ``FileError``."""
    if file == STANDARD:
        return standard_input().read(MOST_READ)
    return read(file)


def standard_input() -> BinaryIO:
    """Standard input; nothing is in it where it is closed."""
    return sys.stdin.buffer if sys.stdin else BytesIO()


def position_from(file: str | None, example: str | None) -> State | View:
    """The position in ``file`` or the example of that name, of which one is to be given.

    Raises ``UsageError`` where it is not, else what ``read_position`` raises.
    """
    if file is not None and example is None:
        return read_position(file)
    if example is not None and file is None:
        from gwta_ai.play import examples

        return examples.load(example)
    raise click.UsageError("Expected either FILE or --example NAME.")


def write_position(position: State | View, file: str, as_json: bool = False) -> None:
    """Saves ``position`` as JSON where asked for or where the name says so, else as msgpack."""
    write_bytes(file, dumps(position, as_json=as_json or named_json(file)))


def write_bytes(file: str, data: bytes) -> None:
    """Puts ``data`` into ``file``, which then holds all of it or what it held before.

    Raises ``FileError`` where that cannot be done.
    """
    if file == STANDARD:
        sys.stdout.buffer.write(data)
        return
    write_whole(file, data)
