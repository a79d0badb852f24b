"""When a search ends."""

from __future__ import annotations

from dataclasses import dataclass

from gwta_ai._engine.search import MAX_SIMULATIONS
from gwta_ai.common.numbers import check_number
from gwta_ai.errors import LimitError

__all__ = ["MEMORY_MB", "Limit"]

MEMORY_MB = 256
_LONGEST = 1e6  # seconds
_MOST_MEMORY = 1 << 20  # megabytes


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: whichever of the two is met first; one must be given.

    ``seconds``: above 0, at most 1,000,000. ``simulations``: 1 to 2**32 - 1. ``memory_mb``:
    megabytes for the tree, 1 to 2**20; a tree at its limit is searched on but grows no
    more. Raises ``LimitError``.
    """

    seconds: float | None = None
    simulations: int | None = None
    memory_mb: int = MEMORY_MB

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise LimitError("limit: expected seconds or simulations, got neither")
        if self.seconds is not None:
            seconds = check_number("seconds", self.seconds, 0, _LONGEST, whole=False, above=True)
            object.__setattr__(self, "seconds", seconds)
        if self.simulations is not None:
            simulations = check_number("simulations", self.simulations, 1, MAX_SIMULATIONS)
            object.__setattr__(self, "simulations", simulations)
        memory = check_number("memory_mb", self.memory_mb, 1, _MOST_MEMORY)
        object.__setattr__(self, "memory_mb", memory)
