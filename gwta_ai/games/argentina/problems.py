"""Everything that is wrong or suspicious in a snapshot, at once.

Reading a snapshot stops at the first fault. For whoever writes one by hand, ``problems_in``
goes on as far as possible: it lists all faults of form, then all faults of the position
that do not rest on a field that could not be read. Of a position without a fault it lists what
no play leads to, and of any what hardly comes of play; each with its path and, where it is
clear, what would mend it.
"""

from __future__ import annotations

from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.games.argentina.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import (
    Lexicon,
    faults_of,
    lexicon,
    never_of,
    stuck,
    suspicions_of,
)
from gwta_ai.games.argentina.snapshot.inspection import inspect
from gwta_ai.games.problem import SUSPICIOUS, WRONG, Problem

__all__ = ["problems_in", "problems_of"]


def problems_in(data: object, ruleset: Ruleset | None = None) -> list[Problem]:
    """What is wrong or suspicious in a snapshot of plain maps and lists.

    First what is refused, then what is wrong though it loads, then what is suspicious;
    nothing is refused if and only if the snapshot loads. With ``ruleset`` the snapshot must be
    of it. At most a few hundred problems are told. Raises only ``RulesetError``, if
    GWTA_RULESET names a faulty file.
    """
    found = inspect(data, ruleset)
    problems = [Problem(*flaw[:4]) for flaw in found.flaws]
    if found.block is not None and found.words is not None:
        refused = faults_of(found.block, found.words, found.plain)
        refused = refused or stuck(found.block, found.words)
        told = [Problem(*fault) for fault in refused]
        # With anything blank, or other figures, the course of the game cannot be told.
        whole = not refused and all(flaw.certain and flaw.path != "ruleset" for flaw in found.flaws)
        told += _of_play(found.block, found.words, whole=whole)
        problems += [each for each in told if not found.rests_on_blanks(each.path)]
    return problems


def problems_of(position: CoreState, ruleset: Ruleset) -> list[Problem]:
    """The same for a state or view that was loaded or played, and so is not refused."""
    return _of_play(position.bytes(), lexicon(ruleset), whole=True)


def _of_play(block: bytes, words: Lexicon, *, whole: bool) -> list[Problem]:
    """What no play leads to, if the position is ``whole``, and what hardly comes of play."""
    wrong = never_of(block, words) if whole else []
    return [
        *(Problem(*one, WRONG, refused=False) for one in wrong),
        *(Problem(*one, SUSPICIOUS, refused=False) for one in suspicions_of(block, words)),
    ]
