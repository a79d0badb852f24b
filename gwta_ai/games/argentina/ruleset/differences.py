"""What one ruleset has otherwise than another: by meaning, not by the text of the files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gwta_ai.games.argentina.ruleset.derived import Entry, Tree
from gwta_ai.games.argentina.ruleset.fields import (
    ANNOTATIONS,
    Entries,
    Kind,
    Record,
    Sequenced,
    Where,
)
from gwta_ai.games.argentina.ruleset.grammar import Local
from gwta_ai.games.argentina.ruleset.schema import RULESET
from gwta_ai.games.difference import Difference

Provenance = Mapping[str, Mapping[str, Any]]


def differences(
    old: Tree, new: Tree, old_provenance: Provenance, new_provenance: Provenance
) -> list[Difference]:
    """Everything that two checked trees, and what is said of them, have otherwise.

    First what matters to play, in the order of the tables, then the rest.
    """
    walk = _Walk()
    walk.compare(RULESET, old, new, Where(), True)
    renamed = {walk.renamed.get(place, place): said for place, said in new_provenance.items()}
    found = [*walk.found, *_annotations(old_provenance, renamed)]
    return sorted(found, key=lambda difference: not difference.in_play)


def _annotations(old: Provenance, new: Provenance) -> Iterator[Difference]:
    """What is said otherwise of the sources of figures, by what ``reading.provenance`` gives.

    What an entry takes over from its table is told once, at the table.
    """
    for place in dict.fromkeys([*old, *new]):
        table, _, entry = place.partition(" ")
        for field in ANNOTATIONS:
            said = _said(old, place, field), _said(new, place, field)
            above = _above(place)
            taken_over = bool(entry) and field != "note"
            if taken_over and said == (_said(old, above, field), _said(new, above, field)):
                continue
            if said[0] != said[1]:
                yield Difference(table, entry, field, *said, in_play=False)


def _above(place: str) -> str:
    """The place whose annotations a place takes over: "trail" for "trail.space y1"."""
    return place.rpartition(" ")[0].rpartition(".")[0]


def _said(provenance: Provenance, place: str, field: str) -> Any:
    """An annotation of a place, taken over from above where nothing is said of it."""
    if place in provenance or not place:
        return provenance.get(place, {}).get(field)
    return None if field == "note" else _said(provenance, _above(place), field)


class _Walk:
    """Compares canonical values of one kind at one place, kind by kind.

    ``found`` are the differences; ``renamed`` the places of entries in ``reading.provenance``
    whose names contain what was changed, the new ones and those they had.
    """

    def __init__(self) -> None:
        self.found: list[Difference] = []
        self.renamed: dict[str, str] = {}

    def compare(self, kind: Kind, old: Any, new: Any, where: Where, in_play: bool) -> None:
        if old == new:
            return
        if old is None or new is None:
            self._report(kind, old, new, where, in_play)
        elif isinstance(kind, Record):
            for name, (field, _) in kind.fields.items():
                played = in_play and name not in kind.cosmetic
                self.compare(field, old[name], new[name], where.at(name), played)
        elif isinstance(kind, Entries):
            self._entries(kind, old, new, where, in_play)
        elif isinstance(kind, Sequenced) and isinstance(kind.kind, Local) and len(old) == len(new):
            for index, (first, second) in enumerate(zip(old, new, strict=True)):
                self.compare(kind.kind, first, second, where.item(index, None), in_play)
        else:  # lists of bare figures too, which are easier to read as a whole
            self._report(kind, old, new, where, in_play)

    def _report(self, kind: Kind, old: Any, new: Any, where: Where, in_play: bool) -> None:
        values = [None if value is None else kind.write(value) for value in (old, new)]
        place = (where.table, where.entry, where.field)
        self.found.append(Difference(*place, old=values[0], new=values[1], in_play=in_play))

    def _entries(
        self,
        kind: Entries,
        old: Sequence[Entry],
        new: Sequence[Entry],
        where: Where,
        in_play: bool,
    ) -> None:
        for before, after in _pairs(kind, old, new):
            if not kind.unique:  # nothing tells the entries apart: they are shown whole
                self._report(kind.kind, before, after, where, in_play)
                continue
            label = _label(kind, after, new) if before is None else _label(kind, before, old)
            place = _entry_place(where, label)
            if before is None or after is None:
                self._report(kind.kind, before, after, place, in_play)
            else:
                self.compare(kind.kind, before, after, place, in_play)
                names = [f"{place.table} {kind.label(entry, 0)}" for entry in (before, after)]
                if names[0] != names[1] and not where.entry:
                    self.renamed[names[1]] = names[0]


def _pairs(
    kind: Entries, old: Sequence[Entry], new: Sequence[Entry]
) -> Iterator[tuple[Entry | None, Entry | None]]:
    """Entries that correspond, but for equal ones; ``None`` where there is no partner.

    Those of one key belong together. Of the rest, whose key was changed, those do that
    have most in common, if that is half of what they have.
    """
    lost, found = list(old), []
    for entry in new:
        if entry in lost:
            lost.remove(entry)
        else:
            found.append(entry)
    partner: dict[int, int] = {}
    if kind.unique:
        at = {_key(kind, entry): index for index, entry in enumerate(found)}
        keys = [_key(kind, entry) for entry in lost]
        partner = {index: at[key] for index, key in enumerate(keys) if key in at}
    likeness = sorted(
        (_unlike(kind, first, second), i, j)
        for i, first in enumerate(lost)
        for j, second in enumerate(found)
    )
    for unlike, i, j in likeness:
        if unlike <= 0.5 and i not in partner and j not in partner.values():
            partner[i] = j
    for index, entry in enumerate(lost):
        yield entry, found[partner[index]] if index in partner else None
    for index, entry in enumerate(found):
        if index not in partner.values():
            yield None, entry


def _key(kind: Entries, entry: Entry) -> tuple[Any, ...]:
    return tuple(entry[name] for name in kind.key)


def _unlike(kind: Entries, first: Entry, second: Entry) -> float:
    """The share of the fields either of two entries has that differ; a flag counts half."""
    one, other = kind.kind.write(first), kind.kind.write(second)
    fields = [(one.get(name), other.get(name)) for name in one.keys() | other.keys()]
    unlike = [
        0.5 if any(value is True for value in pair) else 1.0
        for pair in fields
        if pair[0] != pair[1]
    ]
    return sum(unlike) / len(fields)


def _label(kind: Entries, entry: Entry | None, among: Sequence[Entry]) -> str:
    """The name of an entry as in faults; its whole key where others have the same name."""
    label = kind.label(entry, 0)
    namesakes = sum(kind.label(other, 0) == label for other in among)
    return label if namesakes == 1 or entry is None else " ".join(map(str, _key(kind, entry)))


def _entry_place(where: Where, label: str) -> Where:
    """An entry of the list at a place: of the table, or of the entry that is open."""
    if where.entry:
        return where._replace(field=f"{where.field}[{label}]")
    return Where(table=f"{where.table}.{where.field}", entry=label)
