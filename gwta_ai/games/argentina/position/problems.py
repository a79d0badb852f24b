"""Everything that is wrong or suspicious in a snapshot, at once.

Reading a snapshot stops at the first fault. For whoever writes one by hand, ``problems_in``
goes on as far as possible: it lists all faults of form, then all faults of the position
that do not rest on a field that could not be read, and what is possible but unlikely, each
with its path and, where it is clear, what would mend it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gwta_ai.games.argentina.position import suspicions as doubts
from gwta_ai.games.argentina.position.checks import every_fault
from gwta_ai.games.argentina.position.faults import Labels
from gwta_ai.games.argentina.position.layout import Raw
from gwta_ai.games.argentina.position.mends import Case, mend
from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot.codec import stuck
from gwta_ai.games.argentina.snapshot.inspecting import inspect
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon, lexicon
from gwta_ai.games.argentina.snapshot.telling import told
from gwta_ai.games.problem import SUSPICIOUS, WRONG, Problem

__all__ = ["problems_in", "problems_of"]


def problems_in(data: object, ruleset: Ruleset | None = None) -> list[Problem]:
    """What is wrong or suspicious in a snapshot of plain maps and lists.

    First what is wrong, then what is suspicious; nothing is wrong if and only if the
    snapshot loads. With ``ruleset`` the snapshot must be of it. At most a few hundred
    problems are told. Raises only ``RulesetError``, if GWTA_RULESET names a faulty file.
    """
    found = inspect(data, ruleset)
    problems = [Problem(*flaw[:4]) for flaw in found.flaws]
    if found.raw is not None and found.words is not None:
        in_position = problems_of(found.raw, found.words.ruleset)
        if not any(each.severity == WRONG for each in in_position):
            in_position += [Problem(*fault) for fault in stuck(found.raw, found.words)]
        problems += [each for each in in_position if not found.rests_on_blanks(each.path)]
    return sorted(problems, key=lambda each: each.severity == SUSPICIOUS)


def problems_of(raw: Raw, ruleset: Ruleset) -> list[Problem]:
    """The same for the fields of a core's state or view that was loaded or played."""
    words = lexicon(ruleset)
    return [*_wrong(raw, words), *_suspicious(raw, words)]


def _wrong(raw: Raw, words: Lexicon) -> Iterator[Problem]:
    case = Case(raw, words.figures, words.names)
    for fault in told(every_fault(raw, words.figures, words.names), words):
        yield Problem(*fault, mend(fault, case))


def _suspicious(raw: Raw, words: Lexicon) -> list[Problem]:
    found: list[Problem] = []

    def report(path: str, expected: str, got: object) -> None:
        found.append(Problem(path, expected, got, None, SUSPICIOUS))

    doubts.check(raw, words.figures, Labels(words.names), report)
    return found
