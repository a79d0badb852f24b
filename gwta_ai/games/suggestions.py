"""What is said of a text that is no legal action: those that are, the nearest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

_LONGEST = 64  # letters of a text that is compared
_MOST = 5


class Described(Protocol):
    """What is needed of an action here."""

    @property
    def value(self) -> int: ...
    @property
    def notation(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def arguments(self) -> Mapping[str, object]: ...


def nearest_legal(text: str, legal: Sequence[str]) -> str:
    """The legal notations that look most like ``text``, and how many there are besides.

    Empty if nothing is legal, as after the end of a game.
    """
    from difflib import get_close_matches  # only where something went wrong

    if not legal:
        return ""
    near = get_close_matches(text[:_LONGEST], legal, n=_MOST, cutoff=0)
    more = "" if len(legal) == len(near) else f" and {len(legal) - len(near)} more"
    return f"legal are {', '.join(near)}{more}"
