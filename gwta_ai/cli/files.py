"""Reading and writing: ``-`` is standard input or output, and files are written whole."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from gwta_ai import State, View, files
from gwta_ai.snapshot import dumps_json

STANDARD = "-"
_LARGEST = 1 << 26  # bytes read from standard input; the reader refuses less


def json_text(value: Any) -> str:
    """``value`` as JSON; equal values give equal text."""
    return json.dumps(value, indent=2, allow_nan=False)


def read_position(file: str) -> State | View:
    """The state or view saved in ``file``.

    Raises what ``gwta_ai.load`` raises.
    """
    if file == STANDARD:
        return files.loads(sys.stdin.buffer.read(_LARGEST))
    return files.load(file)


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
    target = Path(file).resolve()
    if target.exists() and not target.is_file():  # a pipe or device must not be renamed over
        target.write_bytes(data)
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        if target.exists():
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
