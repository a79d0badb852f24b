"""Score sheets: the points of one seat by category."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gwta_ai.common.arguments import mapped


class ScoreSheet:
    """Victory points of one seat in the categories of its game, each an attribute.

    ``sheet.cattle`` is what cattle are worth, where the game has that category.
    """

    __slots__ = ("_points",)

    def __init__(self, points: Mapping[str, int]) -> None:
        self._points: dict[str, int] = mapped("points", points, "points by category")

    def __getattr__(self, name: str) -> int:
        # The slot itself is asked for here only while it is empty, as in copying.
        if name == "_points" or name not in self._points:
            raise AttributeError(f"a score sheet has no {name!r}")
        return self._points[name]

    def __dir__(self) -> Iterator[str]:
        yield from super().__dir__()
        yield from self._points

    @property
    def total(self) -> int:
        return sum(self._points.values())

    def to_dict(self) -> dict[str, int]:
        """The categories in order, then ``total``."""
        return self._points | {"total": self.total}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._points,)

    def __eq__(self, other: object) -> bool:
        return self._points == other._points if isinstance(other, ScoreSheet) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._points.items()))

    def __repr__(self) -> str:
        return f"ScoreSheet({', '.join(f'{name}={n}' for name, n in self._points.items())})"
