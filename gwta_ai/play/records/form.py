"""The fields of a record of a game, in the kinds that read and write snapshots."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from gwta_ai.common.form import (
    Digest,
    Exactly,
    Field,
    Flag,
    Int,
    Kind,
    ListOf,
    Optional,
    Record,
    Text,
    joined,
)
from gwta_ai.common.numbers import MAX_SEED
from gwta_ai.common.wire import RECORD
from gwta_ai.errors import IllegalActionError, PositionError, SnapshotError
from gwta_ai.games.action import Action
from gwta_ai.games.game import Rules
from gwta_ai.games.state import State

VERSION: Final = 1
MOST_ACTIONS: Final = 1 << 14  # a random game of four players has about 600
LONGEST_TEXT: Final = 500  # characters of a notation or a bot
_MOST_POINTS = 1 << 15
_MOST_TIME = 1 << 40  # microseconds


BOT: Final = Optional(
    Text(r"[!-~]+", f"the text of a bot, at most {LONGEST_TEXT} characters", LONGEST_TEXT)
)


class Notation(Kind):
    """An action by its notation, exactly as the program writes it."""

    words = "the notation of an action"

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset = ruleset

    def read(self, data: object, path: str) -> Action:
        if not isinstance(data, str) or len(data) > LONGEST_TEXT:
            raise self.fault(path, data)
        try:
            action = Action.parse(data, self.ruleset)
        except IllegalActionError:
            raise self.fault(path, data) from None
        if action.notation != data:
            raise SnapshotError(path, action.notation, data)
        return action

    def write(self, value: Action) -> str:
        return value.notation


class Start(Kind):
    """The snapshot of a state."""

    words = "the snapshot of a state"

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset = ruleset

    def read(self, data: object, path: str) -> State:
        try:
            return State.from_dict(data, self.ruleset)
        except SnapshotError as error:
            where = joined(path, error.path) if error.path else path
            raise SnapshotError(where, error.expected, error.got) from None
        except PositionError as error:
            raise PositionError(f"{path}.{error}") from None

    def write(self, value: State) -> dict[str, Any]:
        return value.to_dict()


def _setup(ruleset: Rules) -> Record:
    kinds = ruleset.game.option_kinds(ruleset)
    return Record(
        Field("players", Int(*_seats(ruleset))),
        Field("seed", Int(0, MAX_SEED)),
        *(Field(option.name, kinds[option.name]) for option in ruleset.game.options),
    )


def _sheet(ruleset: Rules) -> Record:
    points = Int(-_MOST_POINTS, _MOST_POINTS)
    return Record(*(Field(name, points) for name in (*ruleset.game.categories, "total")))


def _seats(ruleset: Rules) -> tuple[int, int]:
    """From and to how many there are."""
    return ruleset.game.players[0], ruleset.game.players[-1]


def _nothing() -> None:
    return None


@lru_cache(maxsize=8)
def form(ruleset: Rules) -> Record:
    """The whole record under a ruleset."""
    return Record(
        Field("format", Exactly(RECORD)),
        Field("version", Exactly(VERSION)),
        Field("game", Exactly(ruleset.game.name)),
        Field("ruleset", Digest()),
        Field("setup", _setup(ruleset), _nothing, sparse=True),
        Field("start", Start(ruleset), _nothing, sparse=True),
        Field("bots", ListOf(BOT, *_seats(ruleset))),
        Field("actions", ListOf(Notation(ruleset), 0, MOST_ACTIONS)),
        Field(
            "microseconds",
            ListOf(Int(0, _MOST_TIME), 0, MOST_ACTIONS),
            _nothing,
            sparse=True,
        ),
        Field("over", Flag()),
        Field("scores", ListOf(_sheet(ruleset), *_seats(ruleset))),
    )
