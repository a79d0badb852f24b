"""The fields of a record of a game, in the kinds that read and write snapshots."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from gwta_ai.errors import IllegalActionError, PositionError, SnapshotError
from gwta_ai.games.argentina.notation.action import Action
from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import board
from gwta_ai.games.argentina.snapshot.fields import (
    Digest,
    Exactly,
    Field,
    Flag,
    Int,
    Kind,
    ListOf,
    Record,
    joined,
)
from gwta_ai.games.argentina.snapshot.wire import RECORD
from gwta_ai.games.argentina.state import CATEGORIES, State

VERSION: Final = 1
MOST_ACTIONS: Final = 1 << 14  # a random game of four players has about 600
LONGEST_TEXT: Final = 500  # characters of a notation or a bot
_MOST_POINTS = 1 << 15
_MOST_TIME = 1 << 40  # microseconds


class Text(Kind):
    """A word that a pattern describes; the pattern is one of JSON Schema as well."""

    def __init__(self, pattern: str, words: str) -> None:
        self.pattern = pattern
        self.words = words
        self._fits = re.compile(pattern).fullmatch

    def read(self, data: object, path: str) -> str:
        if isinstance(data, str) and len(data) <= LONGEST_TEXT and self._fits(data):
            return data
        raise self.fault(path, data)

    def write(self, value: str) -> str:
        return value


class Optional(Kind):
    """``null`` or another kind; ``None`` in the program as well."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.words = f"{kind.words} or null"

    def read(self, data: object, path: str) -> Any:
        if data is None:
            return None
        try:
            return self.kind.read(data, path)
        except SnapshotError:
            raise self.fault(path, data) from None

    def write(self, value: Any) -> Any:
        return None if value is None else self.kind.write(value)


BOT: Final = Optional(Text(r"[!-~]+", f"the text of a bot, at most {LONGEST_TEXT} characters"))


class Notation(Kind):
    """An action by its notation, exactly as the program writes it."""

    words = "the notation of an action"

    def __init__(self, ruleset: Ruleset) -> None:
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

    def __init__(self, ruleset: Ruleset) -> None:
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


def _setup(ruleset: Ruleset) -> Record:
    sides = len(ruleset.names.private) // 2
    letters = "".join(ruleset.names.neutral)
    return Record(
        Field("players", Int(2, 4)),
        Field("seed", Int(0, (1 << 64) - 1)),
        Field(
            "buildings",
            Text(rf"a|b|random|[ab]{{{sides}}}", f'"a", "b", "random" or {sides} letters a or b'),
        ),
        Field(
            "neutral",
            Text(
                rf"letters|random|(?:([{letters}])(?!.*\1)){{{len(letters)}}}",
                f'"letters", "random" or the letters {letters} in some order',
            ),
        ),
    )


def _sheet() -> Record:
    points = Int(-_MOST_POINTS, _MOST_POINTS)
    return Record(*(Field(name, points) for name in (*CATEGORIES, "total")))


def _nothing() -> None:
    return None


@lru_cache(maxsize=8)
def form(ruleset: Ruleset) -> Record:
    """The whole record under a ruleset."""
    return Record(
        Field("format", Exactly(RECORD)),
        Field("version", Exactly(VERSION)),
        Field("game", Exactly(board.GAME)),
        Field("ruleset", Digest()),
        Field("setup", _setup(ruleset), _nothing, sparse=True),
        Field("start", Start(ruleset), _nothing, sparse=True),
        Field("bots", ListOf(BOT, 2, 4)),
        Field("actions", ListOf(Notation(ruleset), 0, MOST_ACTIONS)),
        Field(
            "microseconds",
            ListOf(Int(0, _MOST_TIME), 0, MOST_ACTIONS),
            _nothing,
            sparse=True,
        ),
        Field("over", Flag()),
        Field("scores", ListOf(_sheet(), 2, 4)),
    )
