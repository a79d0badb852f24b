"""The example positions that ship with a game."""

from __future__ import annotations

from gwta_ai.errors import SetupError, quoted
from gwta_ai.games import registry
from gwta_ai.games.files import loads
from gwta_ai.games.state import State, View

__all__ = ["content", "load", "names"]


def names(game: str = registry.DEFAULT) -> tuple[str, ...]:
    """The names of all examples of a game, ascending."""
    return tuple(sorted(registry.find(game).examples()))


def load(name: str, game: str = registry.DEFAULT) -> State | View:
    """The example called ``name``; raises ``SetupError`` where there is none."""
    return loads(content(name, game))


def content(name: str, game: str = registry.DEFAULT) -> bytes:
    """The file of the example called ``name``; raises ``SetupError`` where there is none."""
    known = names(game)
    if not isinstance(name, str) or name not in known:
        raise SetupError(f"example: expected one of {', '.join(known)}, got {quoted(name)}")
    return registry.find(game).example(name)
