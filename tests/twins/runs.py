"""Core against twin on many positions, from random play and scrambled."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from random import Random

from fields import fields_of, state_of

from gwta_ai._engine.argentina.core import CompiledRules
from gwta_ai.games.argentina.layout import STRUCTS
from twins import samples, tally
from twins.position import Fields, Position
from twins.trials import Area, DisagreementError, Figures


@dataclass
class Report:
    """What came of trying a twin on many positions."""

    area: Area
    natural: int = 0
    scrambled: int = 0
    with_options: int = 0
    options: int = 0
    rare: dict[str, int] = field(default_factory=dict)
    disagreements: list[tuple[str, Fields]] = field(default_factory=list)

    @property
    def positions(self) -> int:
        return self.natural + self.scrambled

    @property
    def never(self) -> list[str]:
        """The rare rules that did not matter once."""
        return [rule for rule, hits in self.rare.items() if not hits]


def run(
    area: Area,
    figures: Figures,
    n: int,
    seed: int,
    fault: Callable[[Figures], None] | None = None,
) -> Report:
    """Tries a twin on ``n`` positions, up to half of them from random play.

    ``fault`` changes the figures of the core alone: then the two should disagree.
    """
    report = Report(area)
    hits: Counter[str] = Counter()
    random = Random(seed)
    for kind, rules, position in positions(area, figures, n, seed, fault):
        core = state_of(rules, position.raw)
        try:
            with tally.counting(hits):
                options = area.compare(core, position, random)
        except DisagreementError as difference:
            report.disagreements.append((str(difference), position.raw))
            options = 0
        if options is None:
            continue
        setattr(report, kind, getattr(report, kind) + 1)
        report.with_options += options > 0
        report.options += options
        if report.positions == n:
            break
    report.rare = {rule: hits[rule] for rule in area.rare}
    return report


def positions(
    area: Area, figures: Figures, n: int, seed: int, fault: Callable[[Figures], None] | None
) -> Iterator[tuple[str, CompiledRules, Position]]:
    """How a position was come by, the rules for the core, and the position: first those
    from random play, then scrambled ones without end."""
    random = Random(f"{area.name} {seed}")
    rules = compiled(figures, fault)
    play = samples.games(CompiledRules(STRUCTS.pack("Rules", figures)), random)
    taken = 0
    for core in islice(play, 60 * n):
        if taken < n // 2 and area.concerns(core) and random.random() < 0.3:
            taken += 1
            yield "natural", rules, Position(figures, fields_of(core))
    edited = figures
    for number in count():
        core = next(islice(play, random.randint(20, 60), None))
        if number % 20 == 0:
            edited = area.edited(figures, random)
            rules = compiled(edited, fault)
        position = samples.scrambled(edited, fields_of(core), random)
        area.put_up(position, random)
        yield "scrambled", rules, position


def compiled(figures: Figures, fault: Callable[[Figures], None] | None) -> CompiledRules:
    if fault is not None:
        figures = copy.deepcopy(figures)
        fault(figures)
    return CompiledRules(STRUCTS.pack("Rules", figures))
