"""Words that look like one that was misspelt, and choices of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_LONGEST = 64  # letters of a word that is compared


def nearest(word: str, words: Iterable[str], most: int, cutoff: float) -> list[str]:
    """At most ``most`` of ``words`` that look like ``word``, the nearest first.

    ``cutoff`` is how alike they are at least, 0 to 1. One that differs in capitals, blanks
    or dashes only is the only one.
    """
    from difflib import get_close_matches  # only where something went wrong

    if len(word) > _LONGEST:
        return []
    plain = {_plain(each): each for each in words}
    if _plain(word) in plain:
        return [plain[_plain(word)]]
    close = get_close_matches(_plain(word), plain, n=most, cutoff=cutoff)
    return [plain[each] for each in close]


def equally_near(word: str, words: Iterable[str], most: int, cutoff: float) -> list[str]:
    """Those of ``words`` that look most like ``word``: none of them if more than ``most`` do."""
    near = nearest(word, words, most + 1, cutoff)
    best = [each for each in near if _alike(each, word) == _alike(near[0], word)]
    return best if len(best) <= most else []


def choice(words: Sequence[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _plain(word: str) -> str:
    return word.strip().casefold().replace(" ", "_").replace("-", "_")


def _alike(one: str, other: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, _plain(one), _plain(other)).ratio()
