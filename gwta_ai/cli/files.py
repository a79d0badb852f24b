"""Reading and writing: ``-`` is standard input or output, and files are written whole."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO

import click

from gwta_ai.common.files import MOST_READ, named_json, naming, read, write_whole
from gwta_ai.common.interrupts import Raised
from gwta_ai.games.files import dumps, loads
from gwta_ai.games.game import Rules
from gwta_ai.games.state import State, View

STANDARD = "-"
STANDARD_INPUT = "standard input"  # as messages call it


def json_text(value: Any) -> str:
    """``value`` as JSON; equal values give equal text."""
    return json.dumps(value, indent=2, allow_nan=False)


@dataclass(frozen=True)
class Source:
    """Where a position comes from: FILE or the example of a name, of which one is to be given.

    Raises ``UsageError`` where it is not.
    """

    file: str | None
    example: str | None

    def __post_init__(self) -> None:
        if (self.file is None) == (self.example is None):
            got = "neither" if self.file is None else "both"
            raise click.UsageError(f"Expected either FILE or --example NAME, got {got}.")

    def naming(self) -> AbstractContextManager[None]:
        """What is wrong meanwhile with the position is a fault of its file."""
        return naming(self._name)

    def content(self) -> bytes:
        """The bytes of the file, no more than it takes to refuse it.

        Raises ``FileError``, and ``SetupError`` where there is no such example.
        """
        if self.file is None:
            from gwta_ai.play import examples

            return examples.content(self.example or "")
        if self.file == STANDARD:
            return standard_input().read(MOST_READ)
        return read(self.file)

    def position(self, ruleset: Rules | None = None) -> State | View:
        """The state or view. Raises what ``load_position`` raises, and as ``content``."""
        content = self.content()
        with self.naming():
            return loads(content, ruleset)

    @property
    def _name(self) -> str:
        if self.file is None:
            return f"example {self.example}"
        return STANDARD_INPUT if self.file == STANDARD else self.file


def standard_input() -> BinaryIO:
    """Standard input; nothing is in it where it is closed."""
    return sys.stdin.buffer if sys.stdin else BytesIO()


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
    with Raised():  # then nothing is left beside it
        write_whole(file, data)
