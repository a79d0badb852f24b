"""What is wrong with a document, and what was probably meant."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gwta_ai.common.nearest import choice, equally_near
from gwta_ai.errors import SnapshotError

NOTHING: Final = "nothing"
"""What is got where a field is missing."""
MOST_FLAWS: Final = 200
"""That are told; a file with more of them is none worth mending."""

_ALIKE = 0.75  # how alike a misspelt id is at least to the one that was meant
_MOST_MEANT = 5  # ids that may equally well be meant


def joined(path: str, name: object) -> str:
    """The path of the field ``name`` within ``path``."""
    text = name if isinstance(name, str) else repr(name)
    return f"{path}.{text}" if path else text


class Flaw(NamedTuple):
    """One fault of form: as in ``SnapshotError``, with a mend in words if there is one.

    ``certain`` is whether the value that took its place can be relied on.
    """

    path: str
    expected: str
    got: object
    mend: str | None = None
    certain: bool = False


class Flaws(list[Flaw]):
    """The faults found so far, at most ``MOST_FLAWS``; if ``strict``, the first is raised."""

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict

    def tell(
        self, path: str, expected: str, got: object, mend: str | None = None, certain: bool = False
    ) -> None:
        """Note a fault. Raises ``SnapshotError`` if strict."""
        if self.strict:
            raise SnapshotError(path, expected, got)
        if not self.full:
            self.append(Flaw(path, expected, got, mend, certain))

    @property
    def full(self) -> bool:
        return len(self) >= MOST_FLAWS

    @property
    def helping(self) -> bool:
        """Whether it is worth while to look for what was meant."""
        return not (self.strict or self.full)

    def relied_on(self, before: int) -> bool:
        """Whether all values can be relied on that were read since there were ``before`` flaws."""
        return all(flaw.certain for flaw in self[before:])


def likely(word: object, words: Iterable[str]) -> list[str]:
    """Those of ``words`` that ``word`` looks like, if any; several if none is nearest."""
    if isinstance(word, int) and not isinstance(word, bool):
        word = str(word)
    return equally_near(word, words, _MOST_MEANT, _ALIKE) if isinstance(word, str) else []


def perhaps(meant: Iterable[object]) -> str:
    """The mend that one of these values is meant."""
    return f"perhaps {choice([json.dumps(each) for each in meant])} is meant"


def guesses(data: object, ids: Iterable[str]) -> Iterator[object]:
    """Values that may have been meant by one that cannot be read, where ``ids`` are possible."""
    if isinstance(data, str):
        text = data.strip().casefold()
        if text.removeprefix("-").isdecimal() and len(text) < 20:
            yield int(text)
        yield {"null": None, "none": None, "": None, "true": True, "false": False}.get(text, text)
    elif isinstance(data, float) and data.is_integer() and abs(data) < 1 << 63:
        yield int(data)
    elif isinstance(data, int):
        yield bool(data) if data in (0, 1) else data
        yield int(data)
    meant = likely(data, ids)
    if len(meant) == 1:
        yield meant[0]
