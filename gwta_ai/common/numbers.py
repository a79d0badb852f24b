"""Numbers that are handed in: whole ones, and those that have to lie in a range."""

from __future__ import annotations

from numbers import Real
from operator import index
from typing import Final

from gwta_ai.errors import LimitError, quoted

__all__ = ["MAX_SEED", "check_number", "whole"]

MAX_SEED: Final = 2**64 - 1


def whole(value: object) -> int:
    """A whole number, numpy's included, as an int; -1 for anything else."""
    if isinstance(value, bool):
        return -1
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return -1


def check_number(
    name: str, given: object, low: float, high: float, *, whole: bool = True, above: bool = False
) -> float:
    """A number in ``low .. high``, one of numpy as one of Python. Raises ``LimitError``.

    ``whole``: a whole one, which is an int; ``above``: ``low`` itself is not in the range.
    """
    number = _plain(given)
    if (
        number is None
        or (whole and not isinstance(number, int))
        or not low <= number <= high
        or (above and number == low)
    ):
        what = "a whole number" if whole else "a number"
        start = f"above {low:,}" if above else f"from {low:,}"
        raise LimitError(f"{name}: expected {what} {start} to {high:,}, got {quoted(given)}")
    return number


def _plain(given: object) -> float | None:
    """An int or a float; ``None`` for what is no number."""
    if isinstance(given, bool):
        return None
    try:
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        return float(given) if isinstance(given, Real) else None
