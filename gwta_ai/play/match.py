"""Matches of bots: every deal is played once from every seat, in parallel, and can be resumed.

    result = gwta.play_match(gwta.Match(("greedy", "random"), games=20, seed=1), jobs=2)
    for standing in result.standings:
        print(standing.spec, standing.win, standing.low, standing.high)

The games of a match are numbered from 0. With n players the games ``n * d`` to
``n * d + n - 1`` are those of deal ``d``: one new game, in which the bots move on by a seat
from game to game. What decides a game follows from the match and its number alone, and
its record from that, unless a bot is limited by time. So nothing depends on how many
processes play, and a match of more games begins with the same ones.
"""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from gwta_ai.common.arguments import check_kind, listed, mapped, unexpected
from gwta_ai.common.files import make_folder, read, write_whole
from gwta_ai.common.numbers import MAX_SEED, check_number
from gwta_ai.common.processes import LOOK_UP, Workers, interrupts_blocked
from gwta_ai.errors import (
    FileError,
    GwtaError,
    MissingFileError,
    SetupError,
    WorkerError,
    quoted,
)
from gwta_ai.games.game import Rules
from gwta_ai.games.setup import Setup, all_options, rules_for, span
from gwta_ai.play import bots
from gwta_ai.play.bot_game import GamePlan, derived_seed, is_of, play_game, seeded
from gwta_ai.play.records.record import Record, Recorder

if TYPE_CHECKING:
    from gwta_ai.common.intervals import Interval
    from gwta_ai.play.standings import Played, Standing

__all__ = ["Match", "MatchResult", "Progress", "play_match"]

_MOST_GAMES = 1_000_000
_MOST_JOBS = 1024
_ID_LENGTH = 16

Progress = Callable[[int, int], None]
"""Is told how many games are finished and how many there are in all."""


@dataclass(frozen=True, init=False)
class Match:
    """What is to be played; equal matches have equal games.

    ``specs`` are 2 to 4 texts of bots (``bots.make``), the entries of the match, which may
    be alike. ``players`` is the number of seats, by default one an entry; if there are
    more, the last entry takes the rest. ``games``: 1 to 1,000,000; only where they are a
    multiple of the players has every entry sat on every seat equally often. ``seed``: 0 to
    2**64 - 1; it decides the deals and the seeds of the bots, with which a seed that a
    text names is mixed. ``game``, by default that of the ruleset, and the options of the game
    (by their names, or as pairs) are those of ``new_game``.

    Raises ``SetupError``, ``LimitError`` and, for a weights file of a bot, ``WeightsError``.
    """

    specs: tuple[str, ...]
    games: int
    seed: int
    players: int | None
    ruleset: Rules
    options: tuple[tuple[str, str], ...]
    """The options of the game, by name, in their order."""

    def __init__(
        self,
        specs: Iterable[str],
        games: int,
        seed: int = 0,
        players: int | None = None,
        *,
        game: str | None = None,
        ruleset: Rules | None = None,
        options: Iterable[tuple[str, str]] = (),
        **more: str,
    ) -> None:
        rules = rules_for(game, ruleset)
        values = {
            "specs": tuple(listed("specs", specs, "the texts of bots")),
            "games": check_number("games", games, 1, _MOST_GAMES),
            "seed": check_number("seed", seed, 0, MAX_SEED),
            "players": players,
            "ruleset": rules,
            "options": tuple(
                all_options(
                    rules.game, mapped("options", options, "texts by name, as pairs") | more
                ).items()
            ),
        }
        for field, value in values.items():
            object.__setattr__(self, field, value)
        self._check()

    def _check(self) -> None:
        seats = self.ruleset.game.players
        if len(self.specs) not in seats:
            raise SetupError(f"bots: expected {span(self.ruleset.game)}, got {len(self.specs)}")
        if self.players is not None:
            players = check_number("players", self.players, len(self.specs), seats[-1])
            object.__setattr__(self, "players", players)
        for spec in self.specs:
            bots.make(spec)
        plan = self.plan(0)
        for spec in plan.bots:  # with a seed
            bots.make(spec)
        Recorder(plan.setup, bots=plan.bots, ruleset=self.ruleset)

    @property
    def seats(self) -> int:
        """The number of players of a game."""
        return self.players or len(self.specs)

    def deal(self, number: int) -> int:
        """The deal of a game."""
        return _checked(number) // self.seats

    def entries(self, number: int) -> tuple[int, ...]:
        """Which entry sits where, by seat, in a game."""
        last = len(self.specs) - 1
        rotation = _checked(number) % self.seats
        return tuple(min((seat - rotation) % self.seats, last) for seat in range(self.seats))

    def plan(self, number: int, *, timing: bool = False) -> GamePlan:
        """All that decides a game."""
        deal = self.deal(number)
        return GamePlan(
            setup=Setup(
                self.seats,
                derived_seed(self.seed, "deal", deal),
                game=self.ruleset.game.name,
                **dict(self.options),
            ),
            bots=tuple(
                seeded(self.specs[entry], self.seed, "game", number, "seat", seat)
                for seat, entry in enumerate(self.entries(number))
            ),
            ruleset=self.ruleset.digest,
            ruleset_text=None if _is_known(self.ruleset) else self.ruleset.text,
            timing=timing,
        )

    def game_id(self, number: int) -> str:
        """The name of a game: its deal, its rotation, and a digest of all that decides it."""
        plan = self.plan(number)
        identity = [plan.ruleset, plan.setup.to_dict(), plan.bots]
        text = json.dumps(identity, sort_keys=True, separators=(",", ":"))
        digest = sha256(text.encode()).hexdigest()[:_ID_LENGTH]
        return f"{self.deal(number):05}-{number % self.seats}-{digest}"


def _checked(number: int) -> int:
    """The number of a game, of this match or a longer one. Raises ``LimitError``."""
    return int(check_number("number", number, 0, _MOST_GAMES))


@dataclass(frozen=True)
class MatchResult:
    """The games of a match that are finished, in order.

    ``records`` has them by number. ``anchor`` is the bot rated 0. ``is_complete`` is false
    if an interrupt ended the match early.
    """

    match: Match
    records: Mapping[int, Record]
    anchor: str

    @property
    def is_complete(self) -> bool:
        return len(self.records) == self.match.games

    @cached_property
    def games(self) -> list[Played]:
        """The finished games with who sat where, in the order of their numbers."""
        from gwta_ai.play.standings import Played  # worker processes have no use for scipy

        return [
            Played(self.match.deal(number), self.match.entries(number), self.records[number])
            for number in sorted(self.records)
        ]

    @cached_property
    def standings(self) -> list[Standing]:
        """One an entry, in the order of the match; none if no game is finished."""
        from gwta_ai.play.standings import standings

        return standings(self.match.specs, self.games, self.anchor)

    @property
    def winner_score(self) -> float | None:
        """The mean of the points with which games were won; ``None`` without games."""
        from gwta_ai.play.standings import winner_score

        return winner_score(self.games)

    @property
    def winner_interval(self) -> Interval | None:
        """The interval (95 %) of ``winner_score``; ``None`` if there are fewer than two deals."""
        from gwta_ai.play.standings import winner_interval

        return winner_interval(self.games)

    def to_dict(self, *, timing: bool = False) -> dict[str, Any]:
        """The result as plain values; the time taken only with ``timing``.

        Without it equal matches give equal values, unless a bot is limited by time.
        """
        low, high = self.winner_interval or (None, None)
        return {
            "games": len(self.records),
            "planned": self.match.games,
            "complete": self.is_complete,
            "players": self.match.seats,
            "deals": len({game.deal for game in self.games}),
            "seed": self.match.seed,
            "ruleset": self.match.ruleset.digest,
            "anchor": self.anchor,
            "winner_score": self.winner_score,
            "winner_low": low,
            "winner_high": high,
            "bots": [standing.to_dict(timing=timing) for standing in self.standings],
        }


def play_match(
    match: Match,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    records: str | os.PathLike[str] | None = None,
    timing: bool = False,
    anchor: str | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match in ``jobs`` processes of its own (by default one a processor).

    With ``executor`` the games are played there instead: any that runs functions of a
    module on plain data will do, those of a cluster too; it is not shut down. ``records``
    is a folder for the records of all games, made if need be: games that are there are not
    played again, and each is there as soon as it is finished. ``timing`` has the time of
    every decision recorded. ``anchor`` is the bot rated 0, by default the last one.

    A KeyboardInterrupt is not raised: it ends the match, and what is finished is the
    result. Processes of an executor handed in play their present games to the end.

    Raises ``SetupError`` where ``anchor`` is none of the bots, ``LimitError``, ``FileError``,
    ``WorkerError`` where a process was killed, with the games that are finished, and whatever a
    bot raises. The own processes import the main module of the program, as
    those of ``multiprocessing`` do: a script keeps what it does under
    ``if __name__ == "__main__"``.
    """
    check_kind("match", match, Match, "a Match")
    check_kind("executor", executor, (Executor, type(None)), "an Executor")
    if progress is not None and not callable(progress):
        raise unexpected("progress", "a function of two numbers", progress)
    if jobs is not None:
        jobs = int(check_number("jobs", jobs, 1, _MOST_JOBS))
    if anchor is not None and not (isinstance(anchor, str) and anchor in match.specs):
        expected = f"one of {', '.join(match.specs)}"
        raise SetupError(f"anchor: expected {expected}, got {quoted(anchor)}")
    folder = None if records is None else Path(make_folder(records))
    found: dict[int, Record] = {}
    broken: BrokenExecutor | None = None

    def take(number: int, record: Record) -> None:
        found[number] = record
        if progress is not None:
            progress(len(found), match.games)

    with _Interrupt() as interrupt:
        missing = []
        for number in range(match.games):
            record = None if folder is None else _recorded(match, number, folder)
            if record is not None:
                take(number, record)
            else:
                missing.append(number)
            if interrupt.has_come:
                missing.clear()
                break
        if missing:

            def finish(number: int, content: bytes) -> None:
                record = Record.from_bytes(content, match.ruleset)
                if folder is not None:
                    write_whole(_path(match, number, folder), content)
                take(number, record)

            plans = {number: match.plan(number, timing=timing) for number in missing}
            try:
                if executor is not None:
                    _play(executor, plans, interrupt, finish)
                else:
                    _play_in_processes(
                        min(jobs or os.cpu_count() or 1, len(plans)), plans, interrupt, finish
                    )
            except BrokenExecutor as error:
                broken = error
    result = MatchResult(
        match=match,
        records=dict(sorted(found.items())),
        anchor=match.specs[-1] if anchor is None else anchor,
    )
    if broken is not None:
        raise WorkerError(
            f"a process that played was killed or could not begin; of {match.games} games"
            f" {len(found)} are finished",
            result,
        ) from broken
    return result


def _path(match: Match, number: int, folder: Path) -> Path:
    return folder / f"{match.game_id(number)}.msgpack"


def _recorded(match: Match, number: int, folder: Path) -> Record | None:
    """The record of a game in the folder; ``None`` if there is no whole one."""
    try:
        record = Record.from_bytes(read(_path(match, number, folder)), match.ruleset)
    except MissingFileError:
        return None
    except FileError:
        raise
    except GwtaError:  # it is played again
        return None
    return record if is_of(record, match.plan(number)) else None


# --- processes ---------------------------------------------------------------------------------

Finish = Callable[[int, bytes], None]


class _Interrupt:
    """While it is entered, an interrupt (Ctrl-C) is no exception but news like any other.

    ``news`` gets ``None`` for it. Whoever interrupts twice means it: the second one is a
    KeyboardInterrupt. Elsewhere than in the main thread, and where a program has a handler
    of its own, nothing is changed.
    """

    def __init__(self) -> None:
        self.news: SimpleQueue[int | None] = SimpleQueue()
        self.has_come = False
        self._is_ours = False

    def __enter__(self) -> Self:
        if (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        ):
            signal.signal(signal.SIGINT, self._come)
            self._is_ours = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _come(self, *_: object) -> None:
        if self.has_come:
            raise KeyboardInterrupt
        self.has_come = True
        self.news.put(None)


def _play_in_processes(
    jobs: int, plans: Mapping[int, GamePlan], interrupt: _Interrupt, finish: Finish
) -> None:
    """As ``_play`` in processes of our own, which then are no more."""
    with Workers(jobs) as workers:
        workers.finished = _play(workers.pool, plans, interrupt, finish, take_back=False)


def _play(
    executor: Executor,
    plans: Mapping[int, GamePlan],
    interrupt: _Interrupt,
    finish: Finish,
    *,
    take_back: bool = True,
) -> bool:
    """Play games and finish them with their records, until all are or an interrupt comes.

    Tells whether all are. Raises what a game raised, and ``BrokenExecutor`` where a process
    was killed, after whatever was finished before. Where they are to be taken back, games that
    are not begun by then never are.
    """
    futures: dict[int, Future[bytes]] = {}
    broken: BrokenExecutor | None = None
    try:
        with interrupts_blocked():
            for number, plan in plans.items():
                try:
                    futures[number] = executor.submit(play_game, plan)
                except (BrokenExecutor, OSError) as error:  # it was killed as it began, or cannot
                    broken = BrokenExecutor(str(error))
                    break
        for number, future in futures.items():
            future.add_done_callback(partial(_tell, interrupt.news, number))
        while futures:
            at = _next(interrupt)
            if at is None:
                return False
            try:
                content = futures.pop(at).result()
            except BrokenExecutor as error:  # then those that are left are done as well
                broken = error
            else:
                finish(at, content)
        if broken is not None:
            raise broken
        return True
    finally:
        for future in futures.values() if take_back else ():
            future.cancel()


def _tell(news: SimpleQueue[int | None], number: int, _: Future[bytes]) -> None:
    news.put(number)


def _next(interrupt: _Interrupt) -> int | None:
    """The next finished game; after an interrupt only one that is so already."""
    while True:
        try:
            number = interrupt.news.get(block=not interrupt.has_come, timeout=LOOK_UP)
        except Empty:
            if interrupt.has_come:
                return None
            continue
        if number is not None:
            return number


def _is_known(ruleset: Rules) -> bool:
    """Whether a worker finds the ruleset by its digest alone, whatever its environment."""
    shipped: Rules = ruleset.game.shipped_rules()
    return ruleset.digest == shipped.digest
