"""The fields of a record of a game, described once: read, explained, put into a schema."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from gwta_ai.common.form.flaws import Flaws, joined
from gwta_ai.common.form.groups import Field, ListOf, Record
from gwta_ai.common.form.values import (
    Digest,
    Exactly,
    Flag,
    Int,
    Kind,
    MisfitError,
    Nullable,
    Schema,
    Text,
    Value,
)
from gwta_ai.common.numbers import MAX_SEED
from gwta_ai.common.wire import RECORD, STATE
from gwta_ai.errors import IllegalActionError, PositionError, SnapshotError
from gwta_ai.games.action import Action
from gwta_ai.games.game import Rules
from gwta_ai.games.state import State

VERSION: Final = 1
MOST_ACTIONS: Final = 1 << 14  # a random game of four players has about 600
LONGEST_TEXT: Final = 500  # characters of a notation or a bot
_MOST_POINTS = 1 << 15
_MOST_TIME = 1 << 40  # microseconds


BOT: Final = Nullable(
    Text(r"[!-~]+", f"the text of a bot, at most {LONGEST_TEXT} characters", LONGEST_TEXT)
)


class Notation(Value):
    """An action by its notation, exactly as the program writes it; read as an ``Action``."""

    words = "the notation of an action"

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset = ruleset

    def fit(self, data: object) -> Action:
        if not isinstance(data, str) or len(data) > LONGEST_TEXT:
            raise MisfitError
        try:
            return Action.parse(data, self.ruleset)
        except IllegalActionError:
            raise MisfitError from None

    def look(self, data: object, path: str, flaws: Flaws) -> Any:
        action = super().look(data, path, flaws)
        if isinstance(action, Action) and action.notation != data:
            flaws.tell(path, action.notation, data, certain=True)
        return action

    def blank(self) -> None:
        return None

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": LONGEST_TEXT}


class Start(Kind):
    """The snapshot of a state; read as a ``State``."""

    words = "the snapshot of a state"

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset = ruleset

    def look(self, data: object, path: str, flaws: Flaws) -> State | None:
        try:
            return State.from_dict(data, self.ruleset)
        except SnapshotError as error:
            where = joined(path, error.path) if error.path else path
            flaws.tell(where, error.expected, error.got)
        except PositionError as error:
            raise PositionError(f"{path}.{error}") from None
        return None

    def blank(self) -> None:
        return None

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": {"format": {"const": STATE}},
            "required": ["format"],
        }


def _setup(ruleset: Rules) -> Record:
    kinds = ruleset.game.option_kinds(ruleset)
    return Record(
        Field("players", Int(*_seats(ruleset)), "Number of players."),
        Field("seed", Int(0, MAX_SEED), "Seed of the new game."),
        *(
            Field(option.name, kinds[option.name], option.meaning)
            for option in ruleset.game.options
        ),
    )


def _sheet(ruleset: Rules) -> Record:
    points = Int(-_MOST_POINTS, _MOST_POINTS)
    categories = (
        Field(name, points, "Victory points in a scoring category.")
        for name in ruleset.game.categories
    )
    return Record(*categories, Field("total", points, "The sum of the categories."))


def _seats(ruleset: Rules) -> tuple[int, int]:
    """From and to how many there are."""
    return ruleset.game.players[0], ruleset.game.players[-1]


@lru_cache(maxsize=8)
def form(ruleset: Rules) -> Record:
    """The whole record under a ruleset."""
    return Record(
        Field("format", Exactly(RECORD), "That this is the record of a game."),
        Field("version", Exactly(VERSION), "Version of the format."),
        Field("game", Exactly(ruleset.game.name), "The game that was played."),
        Field(
            "ruleset",
            Digest(),
            "SHA-256 of the figures that matter to play: the digest of the ruleset.",
        ),
        Field(
            "setup",
            _setup(ruleset),
            "What a new game was made from. A record has either this or start.",
            default=None,
        ),
        Field(
            "start",
            Start(ruleset),
            "The snapshot of the state that was played on from; it has a schema of its own.",
            default=None,
        ),
        Field(
            "bots",
            ListOf(BOT, *_seats(ruleset)),
            "Who played, by seat: the text that makes the bot, or null for anyone else.",
        ),
        Field(
            "actions",
            ListOf(Notation(ruleset), 0, MOST_ACTIONS),
            "The notation of every action, in order; whose it was follows from the game.",
        ),
        Field(
            "microseconds",
            ListOf(Int(0, _MOST_TIME), 0, MOST_ACTIONS),
            "The time each action took to choose. May be left out.",
            default=None,
        ),
        Field("over", Flag(), "Whether the game came to its end."),
        Field(
            "scores",
            ListOf(_sheet(ruleset), *_seats(ruleset)),
            "Victory points by seat, by category and in total, after the last action, as if the"
            " game had ended there.",
        ),
    )
