"""The files of rulesets: text of a bounded length, and faults that name the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final, TypeVar

from gwta_ai.common.files import name_of, naming, read
from gwta_ai.errors import FileError, RulesetError

__all__ = ["LARGEST", "load", "text_of"]

LARGEST: Final = 1 << 20  # bytes of a ruleset file

R = TypeVar("R")


def load(path: str | os.PathLike[str], from_text: Callable[[str], R]) -> R:
    """What ``from_text`` makes of a file; RulesetError names the file if that cannot be."""
    try:
        data = read(path, LARGEST + 1)
    except FileError as error:
        fault = RulesetError(f"cannot be read as a ruleset: {error.strerror}")
        raise fault.of(error.file) from error
    with naming(name_of(path)):
        return from_text(text_of(data))


def text_of(data: bytes) -> str:
    """The text of a ruleset in the bytes of a file."""
    if len(data) > LARGEST:
        raise RulesetError(f"expected a file of at most {LARGEST} bytes")
    try:
        return data.decode("utf-8")
    except ValueError as error:
        raise RulesetError(f"cannot be read as a ruleset: {error}") from error
