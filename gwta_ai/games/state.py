"""States and views: a game to play, and what one seat may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from gwta_ai.common.arguments import check_kind, listed
from gwta_ai.common.numbers import MAX_SEED, whole
from gwta_ai.errors import IllegalActionError, PositionError, SetupError, SnapshotError, quoted
from gwta_ai.games.action import Action
from gwta_ai.games.head import game_of, game_of_packed
from gwta_ai.games.scores import ScoreSheet
from gwta_ai.games.suggestions import nearest_legal

if TYPE_CHECKING:
    from gwta_ai.games.game import Core, Rules
    from gwta_ai.games.problem import Problem

__all__ = [
    "State",
    "View",
    "checked_seed",
    "from_packed",
    "from_snapshot",
    "mover_view",
    "position_of",
]

_VALUES = 2**32  # of an action


class _Position:
    """What states and views have in common. One thread at a time may use an instance.

    ``core`` is the compiled position itself, ``ruleset`` what it is played with: the inner
    door, for tests and tools. Whoever changes the core changes the position.
    """

    __slots__ = ("core", "ruleset")
    core: Core
    ruleset: Rules

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} objects come from new_game, load or another state")

    @classmethod
    def of(cls, core: Core, ruleset: Rules) -> Self:
        """The position that a core of the ruleset's game holds, which is not copied."""
        self = cls.__new__(cls)
        self.core = core
        self.ruleset = ruleset
        return self

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.core.players

    @property
    def seat_to_move(self) -> int | None:
        """The seat whose decision it is; ``None`` when the game is over."""
        seat = self.core.seat
        return None if seat < 0 else seat

    @property
    def is_over(self) -> bool:
        return self.core.over

    @property
    def turn(self) -> int:
        """Turns begun so far, the present one included; from 1."""
        return self.core.turn

    @property
    def decision(self) -> str | None:
        """What is to be decided: "move", "local_action", "discard", …; ``None`` when over."""
        return self.ruleset.game.decision(self.core)

    def scores(self) -> list[ScoreSheet]:
        """One sheet a seat, as if the game ended now."""
        categories = self.ruleset.game.categories
        return [
            ScoreSheet(dict(zip(categories, points, strict=True))) for points in self.core.scores()
        ]

    def problems(self) -> list[Problem]:
        """What is wrong, as no play leads to it, or suspicious, as it hardly does.

        For a snapshot that may not load at all there is ``problems_in``.
        """
        return self.ruleset.game.problems(self.core, self.ruleset)

    def left_open(self) -> list[str]:
        """What a view leaves open that a table may know, in words, and what of it follows."""
        return self.ruleset.game.left_open(self.core, self.ruleset)

    def legal_action(self, action: Action | str) -> Action:
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
            raise IllegalActionError(quoted(action), self.decision, expected)
        if chosen.ruleset.digest != self.ruleset.digest:
            chosen = Action.parse(chosen.notation, self.ruleset)
        if not 0 <= chosen.value < _VALUES or not self.core.is_legal(chosen.value):
            raise IllegalActionError(chosen.notation, self.decision, self._instead(chosen))
        return Action(chosen.value, self.ruleset)

    def _actions(self) -> list[Action]:
        seen = self.core.clone()
        return [Action(value, self.ruleset, seen) for value in seen.legal()]

    def _instead(self, action: Action) -> str:
        """What is legal in place of an action that is not, the nearest first."""
        if self.is_over:
            return "the game is over"
        return self.ruleset.game.instead(action, self._actions())

    def clone(self) -> Self:
        """An independent copy; its random numbers go on in the same way."""
        return type(self).of(self.core.clone(), self.ruleset)

    def to_dict(self) -> dict[str, Any]:
        """The snapshot as plain maps and lists; see docs/snapshots.md."""
        return self.ruleset.game.encode(self.core, self.ruleset)

    def to_bytes(self) -> bytes:
        """The snapshot in msgpack; equal positions give equal bytes."""
        return self.ruleset.game.write(self.core, self.ruleset)

    @classmethod
    def from_dict(cls, data: object, ruleset: Rules | None = None) -> Self:
        """The position of a snapshot.

        Raises ``SnapshotError`` (malformed), ``PositionError`` (impossible) and
        ``RulesetError`` (its ruleset is not known and none is given).
        """
        return cls._wanted(from_snapshot(data, ruleset))

    @classmethod
    def from_bytes(cls, data: bytes, ruleset: Rules | None = None) -> Self:
        """The position of a msgpack snapshot; errors as ``from_dict``."""
        return cls._wanted(from_packed(data, ruleset))

    @classmethod
    def _wanted(cls, position: State | View) -> Self:
        """The position, which has to be of this class."""
        if not isinstance(position, cls):
            found = type(position).__name__.lower()
            raise SnapshotError("format", f"a {cls.__name__.lower()}", f"a {found}")
        return position

    def _repr_svg_(self) -> str | None:
        """A drawing for notebooks, where the game has one."""
        return self.ruleset.game.svg(self.core, self.ruleset)

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
        return self.ruleset.digest == other.ruleset.digest and self.core.equals(other.core)

    def __hash__(self) -> int:
        return self.core.digest()

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

        A notation may name a set that is chosen piece by piece, in any order: all of it is
        performed. ``reveals`` names the pieces that came up at a real table, in the order of
        ``needed_reveals``. Raises ``IllegalActionError``; a missing or impossible
        reveal is a ``PositionError``. In each case the state stays as it was.
        """
        pieces = self._single(action)
        if len(pieces) > 1:
            end = self._before_last(action, pieces, None if reveals is None else ())
            end.apply(pieces[-1], reveals)
            self.core = end.core
            return
        chosen = self.legal_action(pieces[0])
        if reveals is None:
            self.core.step(chosen.value)
        else:
            self._apply_revealed(chosen, listed("reveals", reveals, "a list of pieces by name"))

    def needed_reveals(self, action: Action | str) -> list[str]:
        """The stacks a legal action draws from, in order, one entry a piece.

        "market", "objectives", "ships", "bag A" … and "draw 0" … (a seat's draw stack).
        """
        pieces = self._single(action)
        before = self._before_last(action, pieces) if len(pieces) > 1 else self
        draws = before.core.draws(before.legal_action(pieces[-1]).value)
        return [self.ruleset.game.stack_name(stack) for stack, _ in draws]

    def _single(self, action: Action | str) -> list[Action | str]:
        """The actions, one or more, that an entry stands for."""
        if not isinstance(action, str):
            return [action]
        try:
            return [*self.ruleset.game.single(action, self.ruleset)]
        except IllegalActionError as error:
            raise IllegalActionError(action, self.decision, error.detail) from None

    def _before_last(
        self, entry: Action | str, pieces: Sequence[Action | str], reveals: tuple[()] | None = None
    ) -> Self:
        """A copy in which all pieces of an entry but the last were performed; that is legal."""
        end = self.clone()
        for at, piece in enumerate(pieces):
            try:
                end.legal_action(piece)
            except IllegalActionError as error:
                detail = error.detail
                if at:  # in their order, so that is not what is wrong
                    legal = nearest_legal(str(piece), [each.notation for each in end._actions()])
                    detail = (
                        f"{piece} cannot follow {pieces[at - 1]}; {legal or 'the game is over'}"
                    )
                raise IllegalActionError(str(entry), self.decision, detail) from None
            if at < len(pieces) - 1:
                end.apply(piece, reveals)
        return end

    def view(self, seat: int) -> View:
        """What ``seat`` may know. Raises ``PositionError`` if there is no such seat."""
        number = whole(seat)
        if not 0 <= number < self.players:
            raise PositionError(f"seat: expected 0 to {self.players - 1}, got {quoted(seat)}")
        return View.of(self.core.view(number), self.ruleset)

    def _apply_revealed(self, action: Action, reveals: list[str]) -> None:
        needed = self.core.draws(action.value)
        names = [self.ruleset.game.stack_name(stack) for stack, _ in needed]
        if len(reveals) != len(needed):
            raise PositionError(
                f"reveals: {action.notation} draws {len(needed)} pieces"
                f" ({', '.join(names) or 'none'}), got {len(reveals)}"
            )
        draws = [
            (stack, self._piece(at, stack, name))
            for at, ((stack, _), name) in enumerate(zip(needed, reveals, strict=True))
        ]
        fault = self.core.step_with(action.value, draws)
        if fault:
            at = min(fault, len(reveals)) - 1
            raise PositionError(f"reveals[{at}]: there is no {reveals[at]} left in {names[at]}")

    def _piece(self, at: int, stack: int, name: str) -> int:
        game = self.ruleset.game
        try:
            return game.piece(stack, name, self.ruleset)
        except ValueError:
            expected = f"a piece of {game.stack_name(stack)}"
            raise PositionError(f"reveals[{at}]: expected {expected}, got {name!r}") from None


class View(_Position):
    """What one seat may know of a game."""

    __slots__ = ()

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return self.core.viewer

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
        return State.of(self.core.determinize(checked_seed(seed)), self.ruleset)


def checked_seed(seed: int) -> int:
    """The seed as an int. Raises ``SetupError`` if it is none from 0 to 2**64 - 1."""
    number = whole(seed)
    if not 0 <= number <= MAX_SEED:
        raise SetupError(f"seed: expected 0 to 2**64 - 1, got {quoted(seed)}")
    return number


def mover_view(position: State | View) -> View:
    """The view of the seat to move; ``PositionError`` if there is none.

    Raises ``ArgumentError`` for what is neither a state nor a view.
    """
    check_kind("position", position, (State, View), "a State or a View")
    seat = position.seat_to_move
    if seat is None:
        raise PositionError("the game is over: there is nothing to decide")
    if isinstance(position, State):
        return position.view(seat)
    if position.seat != seat:
        raise PositionError(f"seat {seat} is to move, and this is the view of seat {position.seat}")
    return position


def from_snapshot(data: object, ruleset: Rules | None = None) -> State | View:
    """The state or view of a snapshot in plain maps and lists; errors as ``from_dict``."""
    return position_of(*game_of(data, ruleset).decode(data, ruleset))


def from_packed(data: bytes, ruleset: Rules | None = None) -> State | View:
    """The state or view of a snapshot in msgpack; errors as ``from_dict``."""
    return position_of(*game_of_packed(data, ruleset).read(data, ruleset))


def position_of(core: Core, ruleset: Rules) -> State | View:
    """The state or view that a core holds, which is not copied."""
    kind: type[State] | type[View] = View if core.viewer >= 0 else State
    return kind.of(core, ruleset)
