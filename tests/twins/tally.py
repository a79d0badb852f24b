"""How often the rules that seldom matter have mattered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_current: Counter[str] = Counter()


def note(rule: str) -> None:
    """Counts one use of a rule; the text begins with the id of its line in the checklist."""
    _current[rule] += 1


@contextmanager
def counting(hits: Counter[str]) -> Iterator[None]:
    """Adds what is noted meanwhile, and nothing noted before, to ``hits``."""
    _current.clear()
    yield
    hits.update(_current)
