"""How one kind of finding is told: the texts of a code, and how they are filled in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gwta_ai.games.argentina.position.case import Case, Finding

Say = Callable[[Case, Finding], Any]


class Words(NamedTuple):
    """The texts of a kind: with fields of ``Terms``, or what makes them.

    ``why`` says, for what is wrong or suspicious and yet loads, how the rules exclude it; the
    documentation shows it with ``shown``, the path of the kind where it is made.
    """

    path: str | Say
    expected: str | Say
    got: str | Say = lambda case, found: found.got
    mend: str | Say | None = None
    why: str = ""
    shown: str = ""


class Terms(dict[str, Any]):
    """What may stand in braces in a text: numbers of the finding, and ids of its place.

    ``hand`` is the field that says how large the hand of the seat is, ``number`` that of a
    private building.
    """

    def __init__(self, case: Case, found: Finding) -> None:
        super().__init__(found._asdict())
        self._case, self._found = case, found

    def __missing__(self, name: str) -> Any:
        if name == "hand":
            return "hand" if self._case.shows(self._found.seat) else "hand_size"
        if name == "number":
            return self._found.place + 1
        return getattr(self._case.names, name)[self._found.place]


def say(part: str | Say | None, case: Case, found: Finding) -> Any:
    """A text with the terms of a finding."""
    if isinstance(part, str):
        return part.format_map(Terms(case, found))
    return None if part is None else part(case, found)
