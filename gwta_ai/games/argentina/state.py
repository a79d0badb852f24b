"""States and views: a game to play, and what one seat may know of it.

Rules: INFO-08, SET-01
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from operator import index
from typing import Any, Self

from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.errors import IllegalActionError, PositionError, SetupError, SnapshotError
from gwta_ai.games.argentina.notation.action import Action, decision_name, piece_index, stack_name
from gwta_ai.games.argentina.notation.suggestions import instead, nearest_legal
from gwta_ai.games.argentina.position.problems import Problem, problems_of
from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import codec as snapshot
from gwta_ai.games.argentina.snapshot.lexicon import compiled_rules

MAX_SEED = 2**64 - 1
_VALUES = 2**32  # of an action


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Victory points of one seat in the twelve categories of the scoring pad."""

    pesos: int
    buildings: int
    ships: int
    cities: int
    stations: int
    farmers: int
    cattle: int
    objectives: int
    station_masters: int
    workers: int
    disc_space: int
    job_market_token: int

    @property
    def total(self) -> int:
        return sum(getattr(self, field.name) for field in fields(self))

    def to_dict(self) -> dict[str, int]:
        """The twelve categories in order, then ``total``."""
        sheet = {field.name: getattr(self, field.name) for field in fields(self)}
        return sheet | {"total": self.total}


CATEGORIES = tuple(field.name for field in fields(ScoreSheet))


class _Position:
    """What states and views have in common. One thread at a time may use an instance."""

    __slots__ = ("_core", "ruleset")
    _core: CoreState
    ruleset: Ruleset

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} objects come from new_game, load or another state")

    @classmethod
    def _wrap(cls, core: CoreState, ruleset: Ruleset) -> Self:
        self = cls.__new__(cls)
        self._core = core
        self.ruleset = ruleset
        return self

    @property
    def players(self) -> int:
        """The number of seats, 2 to 4."""
        return self._core.players

    @property
    def seat_to_move(self) -> int | None:
        """The seat whose decision it is; ``None`` when the game is over."""
        seat = self._core.seat
        return None if seat < 0 else seat

    @property
    def is_over(self) -> bool:
        return self._core.over

    @property
    def turn(self) -> int:
        """Turns begun so far, the present one included; from 1."""
        return self._core.turn

    @property
    def decision(self) -> str | None:
        """What is to be decided: "move", "local_action", "discard", …; ``None`` when over."""
        return decision_name(self._core.frame)

    def scores(self) -> list[ScoreSheet]:
        """One sheet a seat, as if the game ended now."""
        return [ScoreSheet(*sheet) for sheet in self._core.scores()]

    def problems(self) -> list[Problem]:
        """What is suspicious: possible, but hardly come of play; see ``position.problems``.

        For a snapshot that may not load at all there is ``problems.problems_in``.
        """
        return problems_of(self._core.raw(), self.ruleset)

    def _actions(self) -> list[Action]:
        seen = self._core.clone()
        return [Action(value, self.ruleset, seen) for value in seen.legal()]

    def _legal(self, action: Action | str) -> Action:
        """The legal action that is meant. Raises ``IllegalActionError``."""
        chosen: object = action
        if isinstance(action, str):
            try:
                chosen = Action.parse(action, self.ruleset)
            except IllegalActionError as error:
                legal = nearest_legal(action, [each.notation for each in self._actions()])
                detail = f"{error.detail}; {legal}" if legal else error.detail
                raise IllegalActionError(action, self.decision, detail) from None
        if not isinstance(chosen, Action):
            expected = "expected an Action or its notation"
            raise IllegalActionError(repr(action), self.decision, expected)
        if chosen.ruleset.digest != self.ruleset.digest:
            chosen = Action.parse(chosen.notation, self.ruleset)
        if not 0 <= chosen.value < _VALUES or not self._core.is_legal(chosen.value):
            raise IllegalActionError(chosen.notation, self.decision, self._instead(chosen))
        return Action(chosen.value, self.ruleset)

    def _instead(self, action: Action) -> str:
        """What is legal in place of an action that is not, the nearest first."""
        if self.is_over:
            return "the game is over"
        return instead(action, self._actions())

    def clone(self) -> Self:
        """An independent copy; its random numbers go on in the same way."""
        other = type(self).__new__(type(self))
        other._core = self._core.clone()
        other.ruleset = self.ruleset
        return other

    def to_dict(self) -> dict[str, Any]:
        """The snapshot as plain maps and lists; see docs/snapshots.md."""
        return snapshot.encode(self._core.raw(), self.ruleset)

    def to_bytes(self) -> bytes:
        """The snapshot in msgpack; equal positions give equal bytes."""
        return snapshot.write(self._core, self.ruleset)

    @classmethod
    def from_dict(cls, data: object, ruleset: Ruleset | None = None) -> Self:
        """The position of a snapshot.

        Raises ``SnapshotError`` (malformed), ``PositionError`` (impossible) and
        ``RulesetError`` (its ruleset is not known and none is given).
        """
        return cls._wanted(from_snapshot(data, ruleset))

    @classmethod
    def from_bytes(cls, data: bytes, ruleset: Ruleset | None = None) -> Self:
        """The position of a msgpack snapshot; errors as ``from_dict``."""
        return cls._wanted(from_packed(data, ruleset))

    @classmethod
    def _wanted(cls, position: State | View) -> Self:
        """The position, which has to be of this class."""
        if not isinstance(position, cls):
            found = type(position).__name__.lower()
            raise SnapshotError("format", f"a {cls.__name__.lower()}", f"a {found}")
        return position

    def _repr_svg_(self) -> str:
        """The trail with its tiles and estancieros, for notebooks."""
        from gwta_ai.games.argentina.picture import svg  # only where it is looked at

        return svg.trail(self)  # type: ignore[arg-type]

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, _: dict[int, object]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        """Pickled as its snapshot; the ruleset must be known where it is read."""
        return type(self).from_bytes, (self.to_bytes(),)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.ruleset.digest == other.ruleset.digest and self._core.equals(other._core)

    def __hash__(self) -> int:
        return self._core.digest()

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"seat {self.seat_to_move}: {self.decision}"
        return f"<{type(self).__name__} of {self.players} players, turn {self.turn}, {where}>"


class State(_Position):
    """A whole game, hidden things included."""

    __slots__ = ()

    def legal_actions(self) -> list[Action]:
        """Every legal action, sorted by value; empty when the game is over."""
        return self._actions()

    def apply(self, action: Action | str, reveals: Sequence[str] | None = None) -> None:
        """Perform a legal action in place, with all that follows without a choice.

        ``reveals`` names the pieces that came up at a real table, in the order of
        ``needed_reveals``. Raises ``IllegalActionError``; a missing or impossible
        reveal is a ``PositionError``. In each case the state stays as it was.
        """
        chosen = self._legal(action)
        if reveals is None:
            self._core.step(chosen.value)
        else:
            self._apply_revealed(chosen, list(reveals))

    def needed_reveals(self, action: Action | str) -> list[str]:
        """The stacks a legal action draws from, in order, one entry a piece.

        "market", "objectives", "ships", "bag A" … and "draw 0" … (a seat's draw stack).
        """
        chosen = self._legal(action)
        return [stack_name(stack) for stack, _ in self._core.draws(chosen.value)]

    def view(self, seat: int) -> View:
        """What ``seat`` may know. Raises ``PositionError`` if there is no such seat."""
        number = _whole(seat)
        if not 0 <= number < self.players:
            raise PositionError(f"seat: expected 0 to {self.players - 1}, got {seat!r}")
        return View._wrap(self._core.view(number), self.ruleset)

    def _apply_revealed(self, action: Action, reveals: list[str]) -> None:
        needed = self._core.draws(action.value)
        names = [stack_name(stack) for stack, _ in needed]
        if len(reveals) != len(needed):
            raise PositionError(
                f"reveals: {action.notation} draws {len(needed)} pieces"
                f" ({', '.join(names) or 'none'}), got {len(reveals)}"
            )
        draws = [
            (stack, self._piece(at, stack, name))
            for at, ((stack, _), name) in enumerate(zip(needed, reveals, strict=True))
        ]
        fault = self._core.step_with(action.value, draws)
        if fault:
            at = min(fault, len(reveals)) - 1
            raise PositionError(f"reveals[{at}]: there is no {reveals[at]} left in {names[at]}")

    def _piece(self, at: int, stack: int, name: str) -> int:
        try:
            return piece_index(stack, name, self.ruleset)
        except ValueError:
            expected = f"a piece of {stack_name(stack)}"
            raise PositionError(f"reveals[{at}]: expected {expected}, got {name!r}") from None


class View(_Position):
    """What one seat may know of a game."""

    __slots__ = ()

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return self._core.viewer

    def legal_actions(self) -> list[Action]:
        """Every legal action, sorted by value; empty when the game is over.

        Raises ``PositionError`` if it is another seat's decision.
        """
        if self.seat_to_move not in (None, self.seat):
            raise PositionError(
                f"seat {self.seat_to_move} is to move, and this is the view of seat {self.seat}"
            )
        return self._actions()

    def determinize(self, seed: int) -> State:
        """A state that agrees with this view, hidden things uniformly at random."""
        return State._wrap(self._core.determinize(_checked_seed(seed)), self.ruleset)


def from_snapshot(data: object, ruleset: Ruleset | None = None) -> State | View:
    """The state or view of a snapshot in plain maps and lists; errors as ``from_dict``."""
    raw, rules = snapshot.decode(data, ruleset)
    return _position(CoreState.from_raw(compiled_rules(rules), raw), rules)


def from_packed(data: bytes, ruleset: Ruleset | None = None) -> State | View:
    """The state or view of a snapshot in msgpack; errors as ``from_dict``."""
    return _position(*snapshot.read(data, ruleset))


def _position(core: CoreState, ruleset: Ruleset) -> State | View:
    kind: type[State] | type[View] = View if core.viewer >= 0 else State
    return kind._wrap(core, ruleset)


def new_game(
    players: int,
    seed: int,
    *,
    buildings: str = "a",
    neutral: str = "letters",
    ruleset: Ruleset | None = None,
) -> State:
    """A new game before its first decision, wholly determined by the arguments.

    ``players``: 2 to 4. ``seed``: 0 to 2**64 - 1. ``buildings``: "a", "b", "random" or a
    letter for each number, "abba…". ``neutral``: "letters" (each building on the space of
    its letter), "random" or the letters in the order of the spaces, "ACBD…". Raises
    ``SetupError``.
    """
    rules = ruleset or Ruleset.default()
    seats = _whole(players)
    if not 2 <= seats <= 4:
        raise SetupError(f"players: expected 2 to 4, got {players!r}")
    start = _checked_seed(seed)
    sides = _sides(buildings, rules)
    order = _neutral_order(neutral, rules)
    return State._wrap(CoreState.new(compiled_rules(rules), seats, sides, order, start), rules)


def _checked_seed(seed: int) -> int:
    number = _whole(seed)
    if not 0 <= number <= MAX_SEED:
        raise SetupError(f"seed: expected 0 to 2**64 - 1, got {seed!r}")
    return number


def _whole(value: object) -> int:
    """A whole number, numpy's included, as an int; -1 for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return -1
    return index(value)


def _sides(buildings: str, rules: Ruleset) -> int:
    """The mask of building numbers on side b; -1 for random sides."""
    count = len(rules.names.private) // 2
    if buildings == "random":
        return -1
    letters = buildings * count if buildings in ("a", "b") else buildings
    if not isinstance(letters, str) or len(letters) != count or set(letters) - set("ab"):
        raise SetupError(
            f'buildings: expected "a", "b", "random" or {count} letters a or b, got {buildings!r}'
        )
    return sum(1 << number for number, side in enumerate(letters) if side == "b")


def _neutral_order(neutral: str, rules: Ruleset) -> bytes | None:
    """The index of the letter on each neutral space; ``None`` for a shuffle."""
    letters = "".join(rules.names.neutral)
    if neutral == "random":
        return None
    if neutral == "letters":
        compiled = rules.compiled()
        spaces = compiled["neutral_spaces"][: compiled["n_neutral"]]
        return bytes(compiled["spaces"][space]["letter"] for space in spaces)
    order = neutral
    if not isinstance(order, str) or sorted(order) != sorted(letters):
        raise SetupError(
            f'neutral: expected "letters", "random" or the letters {letters} in some order,'
            f" got {neutral!r}"
        )
    return bytes(letters.index(letter) for letter in order)
