"""Whether a position is possible: everything that holds in every position of a game.

A fault is something that cannot be, never something merely unlikely. Positions without
a fault are safe for the core: it can play them to the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gwta_ai.games.argentina.position import board, pending, people, pieces, ranges, views
from gwta_ai.games.argentina.position.faults import Fault, Labels
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import Raw
from gwta_ai.games.argentina.ruleset.ruleset import Catalogue

__all__ = ["Fault", "Figures", "every_fault", "faults", "named_faults"]

_known: dict[int, tuple[Mapping[str, Any], Figures]] = {}
_MOST_KNOWN = 8


def faults(raw: Raw, compiled: Mapping[str, Any]) -> list[Fault]:
    """What cannot be in a core's state or view, as ``(path, expected, got)``.

    ``raw`` is what ``CoreState.raw`` gives, ``compiled`` what ``Ruleset.compiled`` does;
    keep the latter for further calls, as much is derived from it once. Paths are those
    of the snapshot, with indices instead of ids; paths of totals begin with what is
    counted, such as ``cards.3``.
    """
    if id(compiled) not in _known:
        while len(_known) >= _MOST_KNOWN:
            _known.pop(next(iter(_known)))
        _known[id(compiled)] = (compiled, Figures(compiled))
    return named_faults(raw, _known[id(compiled)][1], None)


def named_faults(raw: Raw, figures: Figures, names: Catalogue | None) -> list[Fault]:
    """The same with derived figures, and the ids of ``names`` in paths."""
    return _faults(raw, figures, names, bounded=False)


def every_fault(raw: Raw, figures: Figures, names: Catalogue | None) -> list[Fault]:
    """The same, and where values are out of their range what else is wrong beside them.

    For what was read as a snapshot only: there every value that serves as an index has
    been checked to be one.
    """
    return _faults(raw, figures, names, bounded=True)


def _faults(raw: Raw, figures: Figures, names: Catalogue | None, bounded: bool) -> list[Fault]:
    found: list[Fault] = []
    labels = Labels(names)

    def report(path: str, expected: str, got: object) -> None:
        found.append(Fault(path, expected, got))

    ranges.check(raw, figures, labels, report)
    if found and not bounded:
        return found  # the other checks use values as indices
    pieces.check(raw, figures, labels, report)
    board.check(raw, figures, labels, report)
    people.check(raw, figures, labels, report)
    pending.check(raw, figures, report)
    if not found:
        views.check(raw, figures, report)
    return found
