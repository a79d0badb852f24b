"""The example positions that ship with the package."""

from __future__ import annotations

from importlib import resources

from gwta_ai.errors import SetupError
from gwta_ai.games.argentina.state import State, View
from gwta_ai.play.files import loads

_SUFFIX = ".msgpack"
_FOLDER = resources.files("gwta_ai.games.argentina") / "data" / "examples"


def names() -> tuple[str, ...]:
    """The names of all examples, ascending."""
    entries = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in entries if name.endswith(_SUFFIX)))


def load(name: str) -> State | View:
    """The example called ``name``; raises ``SetupError`` where there is none."""
    if name not in names():
        raise SetupError(f"example: expected one of {', '.join(names())}, got {name!r}")
    return loads((_FOLDER / (name + _SUFFIX)).read_bytes())
