"""Numbers that are handed in: whole ones, and those that have to lie in a range."""

from __future__ import annotations

from operator import index
from typing import Final

from gwta_ai.errors import LimitError

__all__ = ["MAX_SEED", "check_number", "whole"]

MAX_SEED: Final = 2**64 - 1


def whole(value: object) -> int:
    """A whole number, numpy's included, as an int; -1 for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return -1
    return index(value)


def check_number(
    name: str, given: object, low: float, high: float, *, whole: bool = True, above: bool = False
) -> None:
    """Raise ``LimitError`` unless ``given`` is a number in ``low .. high``.

    ``whole``: a whole one; ``above``: ``low`` itself is not in the range.
    """
    kinds = int if whole else (int, float)
    if (
        isinstance(given, bool)
        or not isinstance(given, kinds)
        or not low <= given <= high
        or (above and given == low)
    ):
        what = "a whole number" if whole else "a number"
        start = f"above {low:,}" if above else f"from {low:,}"
        raise LimitError(f"{name}: expected {what} {start} to {high:,}, got {given!r}")
