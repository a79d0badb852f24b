"""Reading and writing: ``-`` is standard input or output, and files are written whole."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from gwta_ai import State, View, examples, files
from gwta_ai.snapshot import dumps_json

STANDARD = "-"
_LARGEST = 1 << 26  # bytes read from standard input; the reader refuses less


def json_text(value: Any) -> str:
    """``value`` as JSON; equal values give equal text."""
    return json.dumps(value, indent=2, allow_nan=False)


def read_position(file: str) -> State | View:
    """The state or view saved in ``file``.

    Raises what ``files.load_position`` raises.
    """
    if file == STANDARD:
        return files.loads(sys.stdin.buffer.read(_LARGEST))
    return files.load_position(file)


def position_from(file: str | None, example: str | None) -> State | View:
    """The position in ``file`` or the example of that name, of which one is to be given.

    Raises ``UsageError`` where it is not, else what ``read_position`` raises.
    """
    if file is not None and example is None:
        return read_position(file)
    if example is not None and file is None:
        return examples.load(example)
    raise click.UsageError("Expected either FILE or --example NAME.")


def write_position(position: State | View, file: str, as_json: bool = False) -> None:
    """Saves ``position`` as JSON where asked for or where the name says so, else as msgpack."""
    if as_json or file.endswith(".json"):
        write_bytes(file, dumps_json(position.to_dict()).encode())
    else:
        write_bytes(file, position.to_bytes())


def write_bytes(file: str, data: bytes) -> None:
    """Puts ``data`` into ``file``, which then holds all of it or what it held before.

    Raises ``OSError`` where that cannot be done.
    """
    if file == STANDARD:
        sys.stdout.buffer.write(data)
        return
    files.write_whole(file, data)
