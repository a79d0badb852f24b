"""Games played well, decision by decision: by the learned policy, or by the search with it.

What the scripts that measure have in common. The search is the adviser's, with the weights
of a file or those that ship; the buildings of a game are laid out at random.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import click

from gwta_ai import Ruleset, State, Weights, new_game
from gwta_ai._engine.search import policy
from gwta_ai.errors import WeightsError
from gwta_ai.games.game import Core
from gwta_ai.play.bot_game import derived_seed
from gwta_ai.search.limit import MEMORY_MB
from gwta_ai.search.outcome import Outcome
from gwta_ai.search.search import Search
from workshop import network

MEGABYTE = 1 << 20

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class Thought:
    """How long a search looks: until the first limit is met. Without any there is none."""

    simulations: int | None = None
    seconds: float | None = None

    def __bool__(self) -> bool:
        return self.simulations is not None or self.seconds is not None

    def __str__(self) -> str:
        said = [] if self.simulations is None else [f"{self.simulations:,} simulations"]
        return ", ".join(said if self.seconds is None else [*said, f"{self.seconds:g} s"])


@dataclass(frozen=True)
class Choice:
    """A decision and what was chosen.

    ``position`` is the whole game before it; ``begins`` tells that a turn begins with it.
    ``outcome`` is the search that chose, ``None`` where the policy did or where there is
    one legal action.
    """

    position: Core
    begins: bool
    options: int
    action: int
    outcome: Outcome | None


@dataclass
class Table:
    """A game of 2 to 4 players with learned weights: those of a file, or those that ship."""

    players: int
    weights: str | None = None
    ruleset: Ruleset = field(default_factory=Ruleset.default)

    def __post_init__(self) -> None:
        try:
            weights = weights_of(self.weights)
            self.table = weights.table(self.ruleset, self.players)
        except WeightsError as error:
            raise click.ClickException(str(error)) from error
        self.correction = weights.correction(self.players)

    def start(self, seed: int) -> State:
        """A new game, its buildings laid out at random."""
        return new_game(
            self.players, seed, buildings="random", neutral="random", ruleset=self.ruleset
        )

    def by_policy(self, core: Core, random: Random) -> int:
        """An action for the seat to move, drawn from the priors of what it may know."""
        seen = core.view(core.seat).determinize(random.getrandbits(64))
        actions, shares = policy(self.table, seen.bytes(), temperature=1.0)
        return random.choices(actions, shares)[0]

    def searching(self, core: Core, seed: int, memory_mb: int = MEMORY_MB) -> Search:
        """A search for the seat to move over what it may know, not yet begun."""
        view = core.view(core.seat).bytes()
        return Search(self.table, view, seed=seed, memory=memory_mb * MEGABYTE)

    def searched(self, core: Core, seed: int, thought: Thought) -> Outcome:
        """What a search finds. A KeyboardInterrupt is raised."""
        return run(self.searching(core, seed), thought)

    def play(self, seed: int, thought: Thought) -> Iterator[Choice]:
        """Play a game to its end, all seats alike; the last ``position`` yielded is over.

        Without a limit of seconds equal arguments give equal games.
        """
        core = self.start(seed).core
        random = Random(derived_seed(seed, "play"))
        turn = 0
        while not core.over:
            legal = core.legal()
            action, outcome = legal[0], None
            if len(legal) > 1:
                if thought:
                    outcome = self.searched(core, random.getrandbits(53), thought)
                    action = outcome.estimates[0].action
                else:
                    action = self.by_policy(core, random)
            yield Choice(core.clone(), core.turn != turn, len(legal), action, outcome)
            turn = core.turn
            core.step(action)
        yield Choice(core, False, 0, -1, None)


@lru_cache(maxsize=3)
def table_of(players: int, weights: str | None) -> Table:
    """The table of so many players, made once."""
    return Table(players, weights)


def run(search: Search, thought: Thought, action: int | None = None) -> Outcome:
    """Go on with a search, with ``action`` through it only; a KeyboardInterrupt is raised."""
    search.run(simulations=thought.simulations, seconds=thought.seconds, action=action)
    if search.interrupted:
        raise KeyboardInterrupt
    return search.outcome()


def weights_of(path: str | None) -> Weights:
    """The weights of a file or, without one, those of the package."""
    return Weights.default() if path is None else network.weights_of(Path(path))


def totals(core: Core) -> list[int]:
    """Points by seat, as if the game ended now."""
    return [sum(sheet) for sheet in core.scores()]


# --- options of the scripts ------------------------------------------------------------------


def weights_option(command: Command) -> Command:
    return click.option(
        "--weights",
        type=click.Path(exists=True, dir_okay=False),
        help="A weights file; those that ship by default.",
    )(command)


def jobs_option(default: int | None) -> Callable[[Command], Command]:
    said = "one a processor" if default is None else str(default)
    return click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        default=default or os.cpu_count() or 1,
        help=f"Processes to work in; {said} by default.",
    )
