"""Whether one view follows from another by the mover's own actions alone."""

from __future__ import annotations

from gwta_ai.games.game import Core

__all__ = ["way_between"]

_CHOICES = 2  # decisions with a choice that may lie between the two
_MOST = 1000  # positions looked at


def way_between(old: Core, new: Core) -> list[int] | None:
    """Actions of the seat to move that lead from its view ``old`` to its view ``new``.

    Nothing may be drawn on the way: then what is hidden is as likely as before, and what
    a search learnt about these actions holds. The positions are compared byte by byte.
    ``None`` where there is no such way; empty where both views are the same.
    """
    if old.equals(new):
        return []
    if old.viewer != new.viewer or new.turn < old.turn:
        return None
    looked = 0
    ways: list[tuple[Core, list[int], int]] = [(old, [], 0)]
    for core, way, choices in ways:
        legal = core.legal()
        choices += len(legal) > 1
        if choices > _CHOICES:
            continue
        for action in legal:
            looked += 1
            if looked > _MOST:
                return None
            if core.draws(action):
                continue
            after = core.clone()
            after.step(action)
            if after.equals(new):
                return [*way, action]
            if after.seat == old.viewer:
                ways.append((after, [*way, action], choices))
    return None
