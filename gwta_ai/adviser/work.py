"""A search at work on a position, and how it is led on to one that follows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gwta_ai.adviser.own_moves import way_between
from gwta_ai.games.state import View
from gwta_ai.search.search import Search

__all__ = ["Work", "led_on"]


@dataclass(slots=True)
class Work:
    """A search and the position it is over; ``table`` is the game table it goes by."""

    view: View
    table: object
    memory: int
    whole: bool  # all legal actions are searched
    search: Search
    simulations: int = 0  # made from this position before it was asked about now
    seconds: float = 0.0  # likewise

    def until(self, simulations: int | None) -> int | None:
        """The simulations at which a limit that counts from now is met."""
        return None if simulations is None else self.simulations + simulations


def led_on(old: Work, view: View) -> Work | None:
    """The search of ``old`` led on to a view that follows from its own; else ``None``.

    It is another piece of work, so that an analysis of the old one sees that it has ended.
    """
    before, search = old.view, old.search
    if before.ruleset.digest != view.ruleset.digest or before.players != view.players:
        return None
    way = way_between(before.core, view.core)
    if way is None:
        return None
    search.resume()
    if way:
        try:
            search.follow(way, view.core.bytes())
        except (MemoryError, ValueError):  # the old tree leaves no room for the new candidates
            return None
        return replace(old, view=view.clone(), simulations=0, seconds=0.0)
    return replace(old, simulations=search.simulations, seconds=search.seconds)
