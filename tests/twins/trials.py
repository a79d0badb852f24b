"""Core against twin: what is compared at one position."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import framing
from fields import fields_of

from gwta_ai._engine.argentina.core import CoreState
from twins import anytime, assignment, income, purchases, routes, samples, scoring, tally
from twins.codes import Act, Count, Frame, Stage, action, argument_of, kind_of
from twins.position import Fields, Position

# What a step changes beyond the reach of a twin: whose turn it is and what is pending.
CLOCKWORK = {"rng", "seat", "turn", "over", "ending", "depth", "frames", "viewer", "player"}
# What phase C changes in addition when the step ends the turn.
REDRAWN = {"hand", "hand_size", "draw", "draw_size", "discard", "discard_size", "known"}
SAMPLED = 8  # actions played at most in one position
WHOLE = 10  # options at most for which whole purchases are walked through

Figures = dict[str, Any]
Scene = Callable[[Position, Random], None]
# An action, the position before it, the twin's position after it, the core's.
Sequel = Callable[[int, Position, Position, CoreState], None]


class DisagreementError(AssertionError):
    """Core and twin differ; the message says where."""


@dataclass(frozen=True)
class Decision:
    """One kind of decision and its twin.

    frame        which decision: the kind of its frame
    about        its first part, if that matters
    scene        makes it the pending decision of a scrambled position
    options      the twin: action values and the positions after them
    leave        the action that forgoes or ends it, if there is one
    sequel       checks what is pending after an action
    covers       the actions the twin has a word on
    where        the positions the twin has a word on
    """

    frame: Frame
    scene: Scene
    options: Callable[[Position], dict[int, Position]]
    leave: Callable[[Position], Act | None] = lambda position: None
    sequel: Sequel = lambda value, before, twin, core: None
    covers: Callable[[Position, int], bool] = lambda position, value: True
    where: Callable[[Position], bool] = lambda position: True
    about: int | None = None

    def is_pending(self, core: CoreState) -> bool:
        kind, about = core.frame
        return bool(kind == self.frame and self.about in (None, about))


class Area:
    """A twin as a whole: the decisions it knows and the rules it holds rare."""

    def __init__(self, name: str, rare: Iterable[str], *decisions: Decision) -> None:
        self.name, self.rare, self.decisions = name, tuple(rare), decisions

    def concerns(self, core: CoreState) -> bool:
        """Whether the pending decision is one of this twin's."""
        return any(decision.is_pending(core) for decision in self.decisions)

    def put_up(self, position: Position, random: Random) -> None:
        """Makes one of the decisions pending in a scrambled position."""
        random.choice(self.decisions).scene(position, random)

    def edited(self, figures: Figures, random: Random) -> Figures:
        """The component figures for the next scrambled positions."""
        return figures

    def compare(self, core: CoreState, position: Position, random: Random) -> int | None:
        """Plays the position on both sides; raises DisagreementError.

        Returns the number of options, or None where the twin has no word on the position.
        """
        pending = [entry for entry in self.decisions if entry.is_pending(core)]
        fit = [entry for entry in pending if entry.where(position)]
        if not fit:
            return None
        return sum(self.compare_decision(entry, core, position, random) for entry in fit)

    def compare_decision(
        self, decision: Decision, core: CoreState, position: Position, random: Random
    ) -> int:
        expected = decision.options(position)
        found = {value for value in core.legal() if decision.covers(position, value)}
        insertions = {value for value in found if kind_of(value) in (Act.TOKEN, Act.PLAY)}
        if decision.covers(position, action(Act.TOKEN)):
            demand_equal("insertions", anytime.insertions(position), insertions, in_words)
        leave = decision.leave(position)
        ends = {action(leave)} if leave is not None and expected else set()
        found -= insertions
        if not expected:
            # Nothing to decide: such a decision does not come up, or can only be left.
            found -= {action(act) for act in (Act.STOP, Act.FORFEIT, Act.END)}
        demand_equal("options", set(expected) | ends, found, in_words)
        for value in random.sample(sorted(expected), min(len(expected), SAMPLED)):
            after = core.clone()
            after.step(value)
            twin = expected[value]
            if decision.frame == Frame.BUENOS_AIRES and decision.about == Stage.DELIVERY:
                twin = with_income(twin, after)
            try:
                compare_figures(position, twin, after)
                decision.sequel(value, position, twin, after)
            except DisagreementError as difference:
                raise DisagreementError(f"after {in_words(value)}: {difference}") from None
        return len(expected)


class Routes(Area):
    """Moves are compared by place and payments: the twin does not foretell their values."""

    def compare_decision(
        self, decision: Decision, core: CoreState, position: Position, random: Random
    ) -> int:
        expected = routes.moves(position)
        values = [value for value in core.legal() if kind_of(value) == Act.MOVE]
        leave = decision.leave(position)
        others = anytime.insertions(position) | (set() if leave is None else {action(leave)})
        demand_equal("beside moves", others, set(core.legal()) - set(values), in_words)
        found: dict[routes.Move, int] = {}
        for value in values:
            after = core.clone()
            after.step(value)
            move = what_moved(position, fields_of(after))
            if move in found:
                raise DisagreementError(
                    f"{in_words(value)} and {in_words(found[move])} are one move"
                )
            found[move] = value
        demand_equal("moves", set(expected), set(found), str)
        for move in random.sample(sorted(expected), min(len(expected), SAMPLED)):
            after = core.clone()
            after.step(found[move])
            compare_figures(position, with_income(expected[move], after), after)
        return len(expected)


class Purchases(Area):
    """Beside each single decision, whole purchases: what can be bought in one go without a
    draw from the stack, and that each collection is come by in one way."""

    def compare_decision(
        self, decision: Decision, core: CoreState, position: Position, random: Random
    ) -> int:
        options = super().compare_decision(decision, core, position, random)
        if options <= WHOLE and not position.part("first_card"):
            found = Counter(self.walk(core, ()))
            demand_equal("collections", purchases.collections(position), set(found), str)
            twice = [deals for deals, ways in found.items() if ways > 1]
            if twice:
                raise DisagreementError(f"bought in several ways: {twice}")
            tally.note("TURN-04 all collections of purchases compared")
        return options

    def walk(
        self, core: CoreState, deals: tuple[purchases.Deal, ...]
    ) -> Iterator[tuple[purchases.Deal, ...]]:
        """The collections the core can still come to, this one first."""
        yield deals
        if core.frame[0] != Frame.BUY:
            return
        for value in core.legal():
            if kind_of(value) == Act.BUY:
                after = core.clone()
                after.step(value)
                yield from self.walk(after, (*deals, purchases.deal_of(value)))


class Scores(Area):
    """The score sheets of all seats, at any decision."""

    def concerns(self, core: CoreState) -> bool:
        return bool(core.turn > core.players)

    def put_up(self, position: Position, random: Random) -> None:
        samples.many_objectives(position, random)
        samples.push(position, Frame.MOVE)
        position.raw["ending"] = random.randint(0, position.players)

    def compare(self, core: CoreState, position: Position, random: Random) -> int | None:
        for seat, sheet in enumerate(core.scores()):
            mine = self.mine(Position(position.rules, position.raw, seat))
            if mine != self.core_part(sheet):
                raise DisagreementError(f"seat {seat}: twin {mine}, core {self.core_part(sheet)}")
        return position.players

    def mine(self, position: Position) -> list[int]:
        return scoring.sheet(position)

    def core_part(self, sheet: list[int]) -> list[int]:
        return sheet


class Assignment(Scores):
    """Of the score sheets the objectives and the station masters.

    With the figures of the game it hardly ever happens that two assignments are worth the
    same and differ in the objectives; so the scrambled positions have objectives and
    station masters of other values, too.
    """

    def edited(self, figures: Figures, random: Random) -> Figures:
        if random.random() < 0.3:
            return figures
        result = copy.deepcopy(figures)
        for card in result["objectives"]:
            card.update(vp=random.randint(1, 5), penalty=-random.randint(0, 4))
        for master in result["masters"]:
            if master["count"] == Count.OBJECTIVES:
                master.update(vp=random.randint(1, 5), per=random.randint(1, 3))
        return result

    def mine(self, position: Position) -> list[int]:
        return list(assignment.best(position))

    def core_part(self, sheet: list[int]) -> list[int]:
        return sheet[7:9]


# --- what is compared -----------------------------------------------------------------------


def in_words(value: int) -> str:
    return f"{kind_of(value).name}:{argument_of(value):#x}"


def demand_equal(what: str, twin: set[Any], core: set[Any], name: Callable[[Any], str]) -> None:
    if twin != core:
        only_twin = sorted(name(entry) for entry in twin - core)
        only_core = sorted(name(entry) for entry in core - twin)
        raise DisagreementError(f"{what}: only the twin has {only_twin}, only the core {only_core}")


def demand_pending(core: CoreState, frame: Frame, pending: bool) -> None:
    if pending != (core.frame[0] == frame):
        raise DisagreementError(
            f"{frame.name} must{'' if pending else ' not'} be pending, "
            f"but the core has {Frame(core.frame[0]).name}"
        )


def compare_figures(before: Position, twin: Position, core: CoreState) -> None:
    """Every field but the clockwork is as the twin says."""
    raw = fields_of(core)
    ended = raw["turn"] != before.raw["turn"] or raw["over"]
    differences = [
        f"{name}: twin {twin.raw[name]}, core {raw[name]}"
        for name in raw
        if name not in CLOCKWORK and raw[name] != twin.raw[name]
    ]
    for seat in range(before.players):
        expected: Fields = twin.raw["player"][seat]
        found: Fields = raw["player"][seat]
        passed_on = REDRAWN if ended and seat == before.seat else set()
        differences += [
            f"seat {seat} {name}: twin {expected[name]}, core {found[name]}"
            for name in found
            if name not in passed_on and found[name] != expected[name]
        ]
    if differences:
        raise DisagreementError("; ".join(differences))


def with_income(twin: Position, core: CoreState) -> Position:
    """Without certificates to spend and anything to put in, income is no decision: it is
    taken within the step that leads there."""
    bottom = fields_of(core)["frames"][0]
    if bottom["kind"] == Frame.BUENOS_AIRES and framing.part(bottom, "stage") > Stage.INCOME:
        return income.taken(twin, twin.me["certificates"])
    return twin


def what_moved(position: Position, after: Fields) -> routes.Move:
    """Place and payments of a move, read from the position after it."""
    paid: dict[routes.Payee, int] = {}
    for space in position.farmer_spaces():
        farmer = position.space(space)["farmer"]
        pesos = after["coins"][farmer] - position.raw["coins"][farmer]
        if pesos:
            paid["farmer", space] = pesos
    for seat in range(position.players):
        pesos = after["player"][seat]["pesos"] - position.player(seat)["pesos"]
        if pesos and seat != position.seat:
            paid["player", seat] = pesos
    return after["player"][position.seat]["estanciero"], tuple(sorted(paid.items()))
