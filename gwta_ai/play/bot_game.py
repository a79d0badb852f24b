"""One game of bots, from plain data to plain data, so that it can be played anywhere.

This is what a worker process imports; it stays small.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from multiprocessing import parent_process
from time import perf_counter

from gwta_ai.games import registry
from gwta_ai.games.game import Rules
from gwta_ai.games.setup import Setup
from gwta_ai.play import bots
from gwta_ai.play.records.record import Record, Recorder

__all__ = ["GamePlan", "derived_seed", "is_of", "play_game", "seeded"]

_SEED_BITS = 53  # whole numbers that JSON readers of all languages keep


@dataclass(frozen=True, slots=True)
class GamePlan:
    """All that decides a game. ``bots`` has by seat the text of the bot with its seed.

    ``ruleset`` is a digest, ``ruleset_text`` the file of a ruleset that does not come with
    the package. ``timing`` asks for the time every decision took.
    """

    setup: Setup
    bots: tuple[str, ...]
    ruleset: str
    ruleset_text: str | None = None
    timing: bool = False


def play_game(plan: GamePlan) -> bytes:
    """Play a game and give its record in msgpack. The bots are made anew and see views only."""
    with _uninterrupted():
        return _played(plan).to_bytes()


def _played(plan: GamePlan) -> Record:
    ruleset = _rules(plan.setup.game, plan.ruleset, plan.ruleset_text)
    players = [bots.make(spec) for spec in plan.bots]
    recorder = Recorder(plan.setup, bots=plan.bots, ruleset=ruleset)
    state = recorder.state
    while (mover := state.seat_to_move) is not None:
        view = state.view(mover)
        began = perf_counter()
        action = players[mover].choose(view)
        took = perf_counter() - began
        recorder.apply(action, took if plan.timing else None)
    return recorder.record()


def is_of(record: Record, plan: GamePlan) -> bool:
    """Whether a record is that of a finished game of the plan."""
    played = (record.setup, record.bots, record.ruleset.digest, record.is_over)
    return played == (plan.setup, plan.bots, plan.ruleset, True)


@lru_cache(maxsize=4)
def _rules(name: str, digest: str, text: str | None) -> Rules:
    game = registry.find(name)
    rules: Rules = game.rules_by_digest(digest) if text is None else game.rules_from_text(text)
    return rules


def derived_seed(*parts: object) -> int:
    """A seed that follows from the parts, below 2**53; the same on every machine."""
    text = ",".join(map(str, parts))
    found = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
    return found >> (64 - _SEED_BITS)


def seeded(spec: str, *parts: object) -> str:
    """The text of a bot with a seed that follows from ``parts`` and its own, if it names one."""
    kind, _, rest = spec.partition(":")
    options = [option for option in rest.split(",") if option]
    own = [option for option in options if option.startswith("seed=")]
    kept = [option for option in options if option not in own]
    return f"{kind}:{','.join([*kept, f'seed={derived_seed(*parts, *own)}'])}"


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """In a worker process an interrupt (Ctrl-C) means nothing.

    It goes to all processes of a terminal, and is the parent's to deal with. A search that
    was interrupted would play on with what it had found.
    """
    if parent_process() is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
