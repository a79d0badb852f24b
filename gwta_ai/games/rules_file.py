"""The files of rulesets: text of a bounded length, and faults that name the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import BinaryIO, Final, TypeVar

from gwta_ai.errors import RulesetError

__all__ = ["LARGEST", "load", "read_stream"]

LARGEST: Final = 1 << 20  # bytes of a ruleset file

R = TypeVar("R")


def load(path: str | os.PathLike[str], from_text: Callable[[str], R]) -> R:
    """What ``from_text`` makes of a file; RulesetError names the file if that cannot be."""
    name = os.fspath(path)
    try:
        with open(path, "rb") as file:
            text = read_stream(file, name)
    except OSError as error:
        raise RulesetError(f"{name}: cannot be read as a ruleset: {error.strerror}") from error
    except ValueError as error:  # of the path, such as one with a NUL
        raise RulesetError(f"{name}: cannot be read as a ruleset: {error}") from error
    try:
        return from_text(text)
    except RulesetError as error:
        raise RulesetError(f"{name}: {error}") from error


def read_stream(stream: BinaryIO, name: str) -> str:
    """The text of a ruleset in a stream, to be called ``name`` in a RulesetError."""
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise RulesetError(f"{name}: expected a file of at most {LARGEST} bytes")
    try:
        return data.decode("utf-8")
    except ValueError as error:
        raise RulesetError(f"{name}: cannot be read as a ruleset: {error}") from error
