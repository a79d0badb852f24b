"""Records: a whole game from its start, action by action, that can be played again.

A record names the start (what a new game was made from, or a snapshot), who played, every
action by its notation and the final scores. Whatever is read is played through once:
what loads can be walked, and ends as it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gwta_ai.common.arguments import check_kind, listed
from gwta_ai.common.form.flaws import NOTHING
from gwta_ai.common.form.values import Exactly
from gwta_ai.common.numbers import check_number
from gwta_ai.common.wire import RECORD, pack
from gwta_ai.errors import IllegalActionError, PositionError, SetupError, SnapshotError
from gwta_ai.games.action import Action
from gwta_ai.games.game import Rules
from gwta_ai.games.head import game_of, header, rules_of
from gwta_ai.games.scores import ScoreSheet
from gwta_ai.games.setup import Setup
from gwta_ai.games.state import State
from gwta_ai.play.records import wire
from gwta_ai.play.records.form import BOT, VERSION, form

__all__ = ["Record", "Recorder"]

_MICROSECONDS = 1_000_000
_MOST_SECONDS = 1_000_000  # of one choice


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played. Records come from a ``Recorder`` or are read.

    ``setup`` is what the game was made from, ``None`` if it was played on from some other
    state. ``bots`` has for each seat the text that makes its bot (``bots.make``), ``None``
    for anyone else. ``actions`` holds the notations; of the same length are ``movers``,
    the seats that chose, ``options``, how many legal actions there were to choose from, and
    ``microseconds``, the time taken, ``None`` if it was not measured. ``scores`` are the
    sheets after the last action, final if the game ``is_over``.
    """

    ruleset: Rules
    setup: Setup | None
    bots: tuple[str | None, ...]
    actions: tuple[str, ...]
    movers: tuple[int, ...]
    options: tuple[int, ...]
    microseconds: tuple[int, ...] | None
    is_over: bool
    scores: tuple[ScoreSheet, ...]
    _start: State

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.scores)

    def start(self) -> State:
        """The state before the first action, a fresh copy."""
        return self._start.clone()

    def states(self) -> Iterator[State]:
        """The state before the first action and the one after each, every one a copy."""
        state = self.start()
        yield state.clone()
        for action in self.actions:
            state.apply(action)
            yield state.clone()

    def replay(self) -> State:
        """The state after the last action."""
        state = self.start()
        for action in self.actions:
            state.apply(action)
        return state

    def to_dict(self) -> dict[str, Any]:
        """The record as plain maps and lists; see docs/matches.md."""
        found: dict[str, Any] = {
            "format": RECORD,
            "version": VERSION,
            "game": self.ruleset.game.name,
            "ruleset": self.ruleset.digest,
        }
        if self.setup is not None:
            found["setup"] = self.setup.to_dict()
        else:
            found["start"] = self._start.to_dict()
        found["bots"] = list(self.bots)
        found["actions"] = list(self.actions)
        if self.microseconds is not None:
            found["microseconds"] = list(self.microseconds)
        found["over"] = self.is_over
        found["scores"] = [sheet.to_dict() for sheet in self.scores]
        return found

    def to_bytes(self) -> bytes:
        """The record in msgpack; equal records give equal bytes."""
        return pack(self.to_dict())

    @classmethod
    def from_dict(cls, data: object, ruleset: Rules | None = None) -> Record:
        """The record of plain maps and lists, played through.

        Without ``ruleset`` the one with the record's digest is looked for. Raises
        ``SnapshotError`` (malformed), ``PositionError`` (it cannot have gone so) and
        ``RulesetError`` (its ruleset is not known).
        """
        if not isinstance(data, dict):
            raise SnapshotError("", "a map", data)
        header(data, "format", Exactly(RECORD))
        header(data, "version", Exactly(VERSION))
        game = game_of(data, ruleset)
        header(data, "game", Exactly(game.name))
        rules: Rules = rules_of(data, ruleset, game.rules_by_digest)
        values = form(rules).read(data, "")
        if (values["setup"] is None) == (values["start"] is None):
            got = NOTHING if values["setup"] is None else "both"
            raise SnapshotError("setup", "either setup or start", got)
        times = values["microseconds"]
        if times is not None and len(times) != len(values["actions"]):
            expected = f"one for each of {len(values['actions'])} actions"
            raise SnapshotError("microseconds", expected, f"{len(times)} of them")
        record = _played(values, rules)
        _compare(values, record)
        return record

    @classmethod
    def from_bytes(cls, data: bytes, ruleset: Rules | None = None) -> Record:
        """The record of bytes in msgpack; errors as ``from_dict``."""
        return cls.from_dict(wire.unpack(data), ruleset)


class Recorder:
    """Plays a game and writes it down; ``state`` is where it stands.

    ``start`` is a set-up or a state, of which a copy is played on. ``bots`` names who
    plays, by seat. Raises ``SetupError``.
    """

    def __init__(
        self,
        start: Setup | State,
        *,
        bots: Sequence[str | None] = (),
        ruleset: Rules | None = None,
    ) -> None:
        check_kind("start", start, (Setup, State), "a Setup or a State")
        self._setup = start if isinstance(start, Setup) else None
        self._start = start.new_game(ruleset) if isinstance(start, Setup) else start.clone()
        self.state = self._start.clone()
        named = listed("bots", bots, "the texts of bots by seat")
        self._bots = tuple(named) or (None,) * self.state.players
        if len(self._bots) != self.state.players:
            raise SetupError(f"bots: expected {self.state.players}, got {len(self._bots)}")
        for seat, bot in enumerate(self._bots):
            try:
                BOT.read(bot, f"bots[{seat}]")
            except SnapshotError as error:
                raise SetupError(str(error)) from None
        self._actions: list[str] = []
        self._movers: list[int] = []
        self._options: list[int] = []
        self._microseconds: list[int] = []

    def apply(self, action: Action | str, seconds: float | None = None) -> None:
        """Perform a legal action, which took ``seconds`` (0 to 1,000,000) to choose.

        Raises ``LimitError``; other errors as ``State.apply``.
        """
        if seconds is not None:
            seconds = check_number("seconds", seconds, 0, _MOST_SECONDS, whole=False)
        mover, options = self.state.core.seat, len(self.state.core.legal())
        self.state.apply(action)
        chosen = Action.parse(action, self.state.ruleset) if isinstance(action, str) else action
        self._actions.append(chosen.notation)
        self._movers.append(mover)
        self._options.append(options)
        if seconds is not None:
            self._microseconds.append(round(seconds * _MICROSECONDS))

    def record(self) -> Record:
        """The game so far. It has times if every action came with one."""
        timed = len(self._microseconds) == len(self._actions) > 0
        return Record(
            ruleset=self.state.ruleset,
            setup=self._setup,
            bots=self._bots,
            actions=tuple(self._actions),
            movers=tuple(self._movers),
            options=tuple(self._options),
            microseconds=tuple(self._microseconds) if timed else None,
            is_over=self.state.is_over,
            scores=tuple(self.state.scores()),
            _start=self._start,
        )


def _played(values: dict[str, Any], ruleset: Rules) -> Record:
    """The record that playing the actions makes."""
    setup = values["setup"]
    start = values["start"] if setup is None else Setup(game=ruleset.game.name, **setup)
    players = start.players
    if len(values["bots"]) != players:
        raise PositionError(f"bots: expected one for each of {players} players")
    recorder = Recorder(start, bots=values["bots"], ruleset=ruleset)
    times = values["microseconds"] or [None] * len(values["actions"])
    for at, (action, time) in enumerate(zip(values["actions"], times, strict=True)):
        try:
            recorder.apply(action, None if time is None else time / _MICROSECONDS)
        except IllegalActionError as error:
            raise PositionError(f"actions[{at}]: {error}") from None
    return recorder.record()


def _compare(values: dict[str, Any], record: Record) -> None:
    """Refuse a record that does not end as it says."""
    if values["over"] != record.is_over:
        raise PositionError(f"over: expected {str(record.is_over).lower()}, as the actions end")
    if len(values["scores"]) != record.players:
        raise PositionError(f"scores: expected one for each of {record.players} players")
    for seat, (said, sheet) in enumerate(zip(values["scores"], record.scores, strict=True)):
        for name, points in sheet.to_dict().items():
            if said[name] != points:
                raise PositionError(
                    f"scores[{seat}].{name}: expected {points}, as the actions end,"
                    f" got {said[name]}"
                )
