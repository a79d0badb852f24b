"""Arguments of the wrong kind, refused before anything is done with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gwta_ai.errors import ArgumentError, quoted

__all__ = ["check_kind", "listed", "mapped", "unexpected"]


def unexpected(name: str, expected: str, given: object) -> ArgumentError:
    """The error that says what was expected of an argument."""
    return ArgumentError(f"{name}: expected {expected}, got {quoted(given)}")


def check_kind(name: str, given: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise ``ArgumentError`` unless an argument is of one of the kinds."""
    if not isinstance(given, kinds):
        raise unexpected(name, expected, given)


def listed(name: str, given: Iterable[Any], expected: str) -> list[Any]:
    """Several things; a text is none, though Python can go through its letters.

    Raises ``ArgumentError``.
    """
    check_kind(name, given, Iterable, expected)
    if isinstance(given, (str, bytes, Mapping)):
        raise unexpected(name, expected, given)
    try:
        return list(given)
    except TypeError:  # as of a class, which has what goes through its objects
        raise unexpected(name, expected, given) from None


def mapped(name: str, given: Any, expected: str) -> dict[Any, Any]:
    """A map, also given as its pairs. Raises ``ArgumentError``."""
    try:
        return dict(given)
    except (TypeError, ValueError):
        raise unexpected(name, expected, given) from None
