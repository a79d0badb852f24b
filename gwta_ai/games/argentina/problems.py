"""Everything that is wrong or suspicious in a snapshot, at once.

Reading a snapshot stops at the first fault. For whoever writes one by hand, ``problems_in``
goes on as far as possible: it lists all faults of form, then all faults of the position
that do not rest on a field that could not be read, and what is possible but unlikely, each
with its path and, where it is clear, what would mend it.
"""

from __future__ import annotations

from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.games.argentina.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import faults_of, lexicon, stuck, suspicions_of
from gwta_ai.games.argentina.snapshot.inspection import inspect
from gwta_ai.games.problem import SUSPICIOUS, Problem

__all__ = ["problems_in", "problems_of"]


def problems_in(data: object, ruleset: Ruleset | None = None) -> list[Problem]:
    """What is wrong or suspicious in a snapshot of plain maps and lists.

    First what is wrong, then what is suspicious; nothing is wrong if and only if the
    snapshot loads. With ``ruleset`` the snapshot must be of it. At most a few hundred
    problems are told. Raises only ``RulesetError``, if GWTA_RULESET names a faulty file.
    """
    found = inspect(data, ruleset)
    problems = [Problem(*flaw[:4]) for flaw in found.flaws]
    if found.block is not None and found.words is not None:
        wrong = faults_of(found.block, found.words, found.plain) or stuck(found.block, found.words)
        told = [Problem(*fault) for fault in wrong]
        told += [Problem(*one, SUSPICIOUS) for one in suspicions_of(found.block, found.words)]
        problems += [each for each in told if not found.rests_on_blanks(each.path)]
    return sorted(problems, key=lambda each: each.severity == SUSPICIOUS)


def problems_of(position: CoreState, ruleset: Ruleset) -> list[Problem]:
    """The same for a state or view that was loaded or played: what is suspicious in it."""
    return [Problem(*one, SUSPICIOUS) for one in suspicions_of(position.bytes(), lexicon(ruleset))]
