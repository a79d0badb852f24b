"""What is said of a text that is no action, or of an action that is not legal now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gwta_ai.common.nearest import choice, nearest
from gwta_ai.errors import shown
from gwta_ai.games.suggestions import Described, nearest_legal

_FEW = 12  # words that are all listed
_MOST = 3  # that are named where there are more
_CUTOFF = 0.5


class MisreadError(ValueError):
    """A part of a notation that cannot be read; its text says what was expected there."""


def quoted(word: str) -> str:
    return f"“{shown(word)}”"


def close_to(word: str, words: Iterable[str]) -> list[str]:
    """Those of ``words`` that look like ``word``, the nearest first."""
    return nearest(word, words, _MOST, _CUTOFF)


def one_of(word: str, words: Sequence[str], what: str) -> MisreadError:
    """That ``word`` is none of ``words``, which are ids of ``what``."""
    said = f"expected {what} in place of {quoted(word)}" if word else f"expected {what}"
    if close := close_to(word, words):
        return MisreadError(f"{said}: perhaps {choice(close)} is meant")
    if len(words) <= _FEW:
        return MisreadError(f"{said}: {choice(words)}")
    return MisreadError(f"{said}, such as {choice(words[:_MOST])}")


def instead(action: Described, legal: Sequence[Described]) -> str:
    """What is legal in place of an action that is not."""
    if action.kind == "move":
        space = action.arguments["space"]
        ways = [each for each in legal if each.kind == "move" and each.arguments["space"] == space]
        if ways:
            return _ways(action, ways, str(space))
    return nearest_legal(action.notation, [each.notation for each in legal])


def _ways(action: Described, ways: Sequence[Described], space: str) -> str:
    """What stands behind ">" is wrong, wanting or needless."""
    notations = [way.notation for way in ways]
    if len(ways) == 1:
        same = f"nothing that is paid tells two ways to {space} apart, so “>” is needless"
        return f"{same}: say {notations[0]}"
    differ = f"the ways to {space} differ in the Hands that are paid"
    if not action.arguments["hands"]:
        return f"{differ}, so “>” has to say which is meant: {choice(notations)}"
    return f"{differ}, and these may be meant: {choice(notations)}"
