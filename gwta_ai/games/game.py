"""What everything above the games asks of a game: adviser, bots, matches, records, surfaces.

A game is added by filling in ``Game`` and registering the object that does (``registry``).
It deals in two things of its own: a ``Core``, the compiled position, and ``Rules``, the
figures it is played with. ``State``, ``View``, ``Action`` and ``ScoreSheet`` are made of
them for all games alike. What has a default here a game may leave out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from gwta_ai.games.suggestions import Described, nearest_legal

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gwta_ai.common.form.values import Kind, Schema
    from gwta_ai.games.difference import Difference
    from gwta_ai.games.problem import Problem

__all__ = ["AnyGame", "Core", "Game", "Option", "PackedWeights", "Rules", "Shapes"]

Shapes = Mapping[str, tuple[int, ...]]
"""Shapes of arrays by name."""

PackedWeights = Mapping[str, bytes]
"""Learned weights for one number of players: arrays of 32-bit floats by name, row by row."""


class Option(NamedTuple):
    """An option of a new game. Its values are texts."""

    name: str
    default: str
    help: str
    """For the command line: what it sets and which values there are, in one sentence."""
    meaning: str
    """What the field of this name in a record says."""


class Rules(Protocol):
    """The figures a game is played with. They never change; equal digests are equal rules."""

    @property
    def game(self) -> AnyGame: ...
    @property
    def digest(self) -> str:
        """SHA-256 of all that matters to play, 64 hexadecimal digits."""

    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str:
        """The file, word for word; ``Game.rules_from_text`` reads it."""

    @property
    def names(self) -> Any:
        """Ids and English names of the components, as the game has them."""

    def provenance(self) -> dict[str, dict[str, Any]]:
        """Where figures come from, by table or entry: "provenance" and whatever else is said."""

    def unverified(self) -> list[str]:
        """The names in ``provenance`` that need a look, the least certain first."""

    def differences(self, other: Self, /) -> list[Difference]:
        """What ``other`` has otherwise."""

    def __hash__(self) -> int:
        """Of the digest."""


class Core(Protocol):
    """A compiled position: a state, or the view of one seat. For one thread at a time."""

    @property
    def players(self) -> int: ...
    @property
    def seat(self) -> int:
        """The seat to move; -1 when the game is over."""

    @property
    def viewer(self) -> int:
        """The seat whose view this is; -1 for a state."""

    @property
    def over(self) -> bool: ...
    @property
    def turn(self) -> int:
        """Turns begun so far, the present one included; from 1."""

    @property
    def clock(self) -> float:
        """The part of the game that is gone, 0 .. 1."""

    def legal(self) -> list[int]:
        """All legal actions (0 .. 2**32 - 1), ascending; empty when the game is over."""

    def is_legal(self, action: int, /) -> bool: ...
    def step(self, action: int, /) -> None:
        """Perform a legal action in place, with all that follows without a choice."""

    def draws(self, action: int, /) -> list[tuple[int, int]]:
        """What a legal action would draw, in order: the stack and the piece of each."""

    def step_with(self, action: int, draws: list[tuple[int, int]], /) -> int:
        """Perform a legal action that draws the given pieces.

        0, or the number (from 1) of the first piece that could not be drawn, or a larger
        one where too few were given; then nothing changes.
        """

    def scores(self) -> list[list[int]]:
        """By seat the points in each category, as if the game ended now."""

    def view(self, seat: int, /) -> Self:
        """What a seat may know of a state."""

    def determinize(self, seed: int, /) -> Self:
        """A state that agrees with a view, hidden things uniformly at random."""

    def play_random(self, seed: int, limit: int, /) -> int:
        """Play uniformly random actions in place; how many, at most ``limit``."""

    def bytes(self) -> bytes:
        """All of it, as the game table takes it; equal positions have equal bytes."""

    def clone(self) -> Self: ...
    def equals(self, other: Self, /) -> bool: ...
    def digest(self) -> int:
        """A digest of ``bytes``, 64 bits."""


R = TypeVar("R", bound=Rules)
C = TypeVar("C", bound=Core)


class Game(Protocol[R, C]):
    """A game, given its rules ``R`` and positions ``C``.

    Methods are handed nothing but what is the game's own: rules that know it, positions
    under these rules. ``rules=None`` means those a file names.
    """

    # --- what it is ---------------------------------------------------------------------------

    name: str
    """As files and the command line have it."""
    title: str
    players: tuple[int, ...]
    """Possible numbers of players, ascending without a gap."""
    categories: tuple[str, ...]
    """Of the score sheet, which adds them up."""
    options: tuple[Option, ...]
    """Of a new game, beside players and seed."""
    goal: str | None = None
    """The place every round leads to, if there is one (``arrived`` of the game table)."""
    ruleset_variable: str | None = None
    """The environment variable that names a file in place of the ruleset that ships."""

    def __hash__(self) -> int:
        """There is one object of a game."""
        return id(self)

    # --- rules --------------------------------------------------------------------------------

    def default_rules(self) -> R:
        """The rules a game is played with if nobody says otherwise. Raises RulesetError."""

    def shipped_rules(self) -> R:
        """The rules that come with the program, whatever the environment says."""

    def rules_by_digest(self, digest: str, /) -> R:
        """The default rules with this digest, or any ever released. Raises RulesetError."""

    def rules_from_text(self, text: str, /) -> R:
        """The rules of the text of a file. Raises RulesetError, which names what is wrong."""

    # --- set-up -------------------------------------------------------------------------------

    def new(self, rules: R, players: int, seed: int, options: Mapping[str, str], /) -> C:
        """A new game before its first decision, wholly determined by the arguments.

        ``players`` and ``seed`` are possible ones, ``options`` has all of the game's.
        Raises SetupError for a value that is none.
        """

    def option_kinds(self, rules: R, /) -> Mapping[str, Kind]:
        """How the options of a new game are read from a record and written to it, by name."""

    # --- files --------------------------------------------------------------------------------

    def encode(self, core: C, rules: R, /) -> dict[str, Any]:
        """The snapshot of a position as plain maps and lists."""

    def decode(self, data: object, rules: R | None, /) -> tuple[C, R]:
        """The position of a snapshot.

        Raises SnapshotError (malformed, or of other rules), PositionError (impossible) and
        RulesetError (its rules are not known).
        """

    def write(self, core: C, rules: R, /) -> bytes:
        """The snapshot in msgpack; equal positions give equal bytes."""

    def read(self, data: bytes, rules: R | None, /) -> tuple[C, R]:
        """The position of a snapshot in msgpack; errors as ``decode``."""

    def carry(self, core: C, rules: R, to: R, /) -> C:
        """The same position under other rules.

        Raises SnapshotError and PositionError where it is none of them, or where what is
        pending might mean something else.
        """
        return self.decode(self.encode(core, rules) | {"ruleset": to.digest}, to)[0]

    def schema(self, what: str, rules: R, /) -> Schema:
        """JSON Schema of the snapshots of a "state" or a "view".

        Also of an "open-view", which leaves more open; that of a view where there is none.
        """

    def problems(self, core: C, rules: R, /) -> list[Problem]:
        """What is wrong in a position that loads, as no play leads to it, or suspicious."""
        return []

    def left_open(self, core: C, rules: R, /) -> list[str]:
        """What a view leaves open that a table may know, and what follows all the same."""
        return []

    def problems_in(self, data: object, rules: R | None, /) -> list[Problem]:
        """Everything wrong or suspicious in a snapshot; nothing is refused if it loads."""

    # --- actions in words ---------------------------------------------------------------------

    def decision(self, core: C, /) -> str | None:
        """The name of what is to be decided; ``None`` when the game is over."""

    def kind(self, action: int, rules: R, /) -> str:
        """The verb of the notation; also of a value that is no action there is one."""

    def arguments(self, action: int, rules: R, /) -> dict[str, Any]:
        """What the kind is followed by: ids, numbers, booleans, lists of ids."""

    def notation(self, action: int, rules: R, /) -> str:
        """The exact short form, which ``parse`` reads."""

    def text(self, action: int, rules: R, seen: C | None, /) -> str:
        """What the action does in English, the richer for a position in which it is legal."""

    def parse(self, text: str, rules: R, /) -> int:
        """The action of a notation. Raises IllegalActionError, which says what may be meant."""

    def single(self, text: str, rules: R, /) -> list[str]:
        """The notations of the actions that one entry stands for, in their order.

        An entry may name several pieces that are chosen one by one. Raises
        IllegalActionError for a piece that cannot be read.
        """
        return [text]

    def instead(self, action: Described, legal: Sequence[Described], /) -> str:
        """What is said of an action that is not legal: what is, the nearest first."""
        return nearest_legal(action.notation, [each.notation for each in legal])

    # --- pieces that are drawn ----------------------------------------------------------------

    def stack_name(self, stack: int, /) -> str:
        """The name of a stack that ``Core.draws`` tells."""

    def piece(self, stack: int, name: str, rules: R, /) -> int:
        """The piece of a name in a stack. Raises ValueError if there is none."""

    # --- pictures -----------------------------------------------------------------------------

    def picture(self, core: C, rules: R, columns: int, /) -> RenderableType:
        """The position for a terminal with so many columns, ``pictures.LEAST_COLUMNS`` or more."""

    @property
    def signs(self) -> Mapping[int, str]:
        """What pictures have in place of their signs in ASCII, for ``str.translate``."""
        return {}

    def svg(self, core: C, rules: R, /) -> str | None:
        """A drawing of the position; ``None`` if there is none."""
        return None

    # --- what ships ---------------------------------------------------------------------------

    def examples(self) -> Iterable[str]:
        """The names of positions that come with the game."""
        return ()

    def example(self, name: str, /) -> bytes:
        """The file of one of ``examples``."""
        raise KeyError(name)

    # --- playing ------------------------------------------------------------------------------

    def greedy(self, view: C, rules: R, seed: int, /) -> int:
        """What a simple hand-written player does; ``seed`` fixes it. The view is the mover's."""

    def table(self, rules: R, players: int, learned: PackedWeights | None, /) -> object:
        """The capsule of the compiled game table for a search (``engine_c/common/table.pxd``).

        It reports the points of a seat, then those in each category. Without what was
        learned it has neither priors nor an evaluation.
        """

    def weight_shapes(self, found: Shapes, /) -> Shapes | None:
        """The arrays that can be learned; ``None`` if none can.

        Where the game leaves a size open it is taken from the shapes that were found.
        Raises ValueError for a size that cannot be.
        """
        return None

    def weights_file(self) -> str | None:
        """The file of the weights that come with the game, if any."""
        return None


AnyGame = Game[Any, Any]
"""A game whose own kinds of rules and positions are nobody else's business."""
