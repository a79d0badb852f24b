"""How a fault of a position is told: the place in the snapshot, what may be, what is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gwta_ai.games.argentina.position.layout import Raw
from gwta_ai.games.argentina.ruleset.ruleset import Catalogue


class Fault(NamedTuple):
    """One thing that cannot be: as in SnapshotError."""

    path: str
    expected: str
    got: object


class Pending(NamedTuple):
    """A pending decision that is at fault, to be told in the words of the snapshot."""

    frame: Raw


Report = Callable[[str, str, object], None]


class _Indices:
    """Stands for the ids of any kind of component where no names are at hand."""

    def __getitem__(self, index: int) -> str:
        return str(index)


class Labels:
    """The ids of a ruleset for paths and messages, or plain indices without it."""

    def __init__(self, names: Catalogue | None) -> None:
        self._names = names

    def __getattr__(self, kind: str) -> Any:
        return _Indices() if self._names is None else getattr(self._names, kind)
