"""How often searches with different seeds agree, and what it costs where they do not.

::

    python scripts/agreement.py --results agreement.jsonl --readme README.md

At each of some positions ten searches with different seeds name their best action after
0.5, 2 and 8 seconds, and one of 60 seconds says what the named actions are worth. The
positions come from games of the policy and of a short search, of 2 to 4 players and from
all stages of the game; they are decisions with three or more options. Equal weights and
options give equal positions.

The *regret* of an action is the value of the long search's best action (that with the most
visits) less the value of the action, both as means over the games of the long search that
began with it; it can be below 0. So that such a mean is worth something, the long search is
continued through every named action until a twentieth of its simulations began with it.
Positions are independent: all intervals (95 %) take each for one.

Searches limited by time disturb one another: give no more ``--jobs`` than there are idle
processors.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np
from workshop.resumable import Results
from workshop.resumable import run as run_tasks
from workshop.strong_games import (
    Choice,
    Table,
    Thought,
    jobs_option,
    run,
    table_of,
    weights_of,
    weights_option,
)
from workshop.tables import inserted, line

from gwta_ai import Action, Ruleset
from gwta_ai.cli.program import INTERRUPTED
from gwta_ai.common.files import write_whole
from gwta_ai.common.intervals import clustered, wilson
from gwta_ai.games.argentina.notation import decision_name
from gwta_ai.play.bot_game import derived_seed
from gwta_ai.search.search import Search

PLAYERS = (2, 3, 4)
PLAYING = (Thought(), Thought(simulations=200))  # how the games go, by turns
OPTIONS = 3  # of a decision, at least
WORTH = 20  # a named action begins one in so many simulations of the long search
LONG_MEMORY_MB = 1024


@dataclass(frozen=True)
class Position:
    """A position to be asked about, by the game it comes from.

    ``stage`` is the part (0 .. 1) of the game's decisions that lies before it; only those
    with ``OPTIONS`` or more count.
    """

    players: int
    seed: int
    playing: Thought
    stage: float


@dataclass(frozen=True)
class Question:
    """What to find out about a position: so many ``searches`` are asked at each of ``short``."""

    position: Position
    short: tuple[Thought, ...]
    long: Thought
    searches: int
    weights: str | None


def positions(number: int, seed: int) -> list[Position]:
    """So many positions: of 2, 3 and 4 players by turns, each over all stages."""
    of_each = -(-number // len(PLAYERS))
    return [
        Position(
            PLAYERS[at % len(PLAYERS)],
            derived_seed(seed, "agreement", at),
            PLAYING[at // len(PLAYERS) % len(PLAYING)],
            (at // len(PLAYERS) + 0.5) / of_each,
        )
        for at in range(number)
    ]


def found(position: Position, table: Table) -> Choice:
    """The decision of the game that is meant."""
    choices = [
        choice
        for choice in table.play(position.seed, position.playing)
        if choice.options >= OPTIONS
    ]
    return choices[int(position.stage * len(choices))]


def rest(limit: Thought, search: Search) -> Thought:
    """What is left of a limit, so that a search begun before ends as one begun with it."""
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=max(0.0, limit.seconds - search.seconds))


def ask(question: Question) -> dict[str, Any]:
    """What the searches name, and the values of it, as plain data.

    ``named`` has a list of notations by limit, ``simulations`` their mean number; ``best``
    is what the long search names, ``values`` has win share, reward and games of each.
    """
    table = table_of(question.position.players, question.weights)
    choice = found(question.position, table)
    core = choice.position
    seed = derived_seed(question.position.seed, "searches")
    named: dict[str, list[int]] = {str(limit): [] for limit in question.short}
    simulations = dict.fromkeys(named, 0)
    for number in range(question.searches):
        search = table.searching(core, derived_seed(seed, number))
        for limit in question.short:
            outcome = run(search, rest(limit, search))
            named[str(limit)].append(outcome.estimates[0].action)
            simulations[str(limit)] += outcome.simulations
    search = table.searching(core, derived_seed(seed, "long"), LONG_MEMORY_MB)
    outcome = run(search, question.long)
    best = outcome.estimates[0].action
    least = -(-outcome.simulations // WORTH)
    wanted = dict.fromkeys([best, *(action for actions in named.values() for action in actions)])
    begun = {one.action: one.games for one in outcome.estimates}
    for action in wanted:
        if begun[action] < least:
            outcome = run(search, Thought(least - begun[action]), action)
    values = {one.action: (one.win, one.reward, one.games) for one in outcome.estimates}

    def notation(action: int) -> str:
        return Action(action, table.ruleset, core).notation

    return {
        "players": core.players,
        "turn": core.turn,
        "decision": decision_name(core.frame),
        "options": choice.options,
        "named": {limit: [notation(one) for one in actions] for limit, actions in named.items()},
        "simulations": {limit: count / question.searches for limit, count in simulations.items()},
        "best": notation(best),
        "values": {notation(action): list(values[action]) for action in wanted},
    }


# --- statistics --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Agreement:
    """What searches of one limit came to over some positions.

    ``commonest``: share of the searches that named what most of their position did;
    ``alike``: share of positions where all named the same; ``right``: share of the searches
    that named what the long one did; ``win`` and ``reward``: mean regret. Each has its mean
    and interval.
    """

    commonest: tuple[float, float, float]
    alike: tuple[float, float, float]
    right: tuple[float, float, float]
    win: tuple[float, float, float]
    reward: tuple[float, float, float]
    simulations: float


def agreement(answers: Sequence[Mapping[str, Any]], limit: str) -> Agreement:
    """The agreement of the searches with one limit at some positions (1 or more)."""
    commonest, right, win, reward = [], [], [], []
    for answer in answers:
        named, values = answer["named"][limit], answer["values"]
        best = values[answer["best"]]
        commonest.append(Counter(named).most_common(1)[0][1] / len(named))
        right.append(named.count(answer["best"]) / len(named))
        win.append(float(np.mean([best[0] - values[action][0] for action in named])))
        reward.append(float(np.mean([best[1] - values[action][1] for action in named])))
    alike = float(np.mean([share == 1 for share in commonest]))
    return Agreement(
        commonest=_mean(commonest),
        alike=(alike, *wilson(alike, len(answers))),
        right=_mean(right),
        win=_mean(win),
        reward=_mean(reward),
        simulations=float(np.mean([answer["simulations"][limit] for answer in answers])),
    )


def _mean(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its interval, which is no wider than the mean for one position."""
    mean = float(np.mean(values))
    return (mean, *(clustered(values, range(len(values))) or (mean, mean)))


def rows(answers: Sequence[Mapping[str, Any]], limits: Iterable[str], long: str) -> Iterator[str]:
    """The lines of the table in Markdown."""
    heads = (
        "each search",
        "simulations",
        "name the same",
        "all alike",
        f"name that of {long}",
        "regret, win",
        "regret, reward",
    )
    yield line(heads)
    yield "|" + "---|" * len(heads)
    for limit in limits:
        one = agreement(answers, limit)
        yield line(
            [
                limit,
                f"{one.simulations:,.0f}",
                _shown(one.commonest, 0, 1),
                _shown(one.alike, 0, 1),
                _shown(one.right, 0, 1),
                _shown(one.win),
                _shown(one.reward),
            ]
        )


def _shown(figures: tuple[float, float, float], low: float = -1, high: float = 1) -> str:
    """A share and its interval, in percent; the interval within ``low`` and ``high``."""
    digits = 1 if low == 0 else 2
    mean, *bounds = (100 * min(high, max(low, one)) for one in figures)
    return f"{mean:.{digits}f} % ({' .. '.join(f'{one:.{digits}f}' for one in bounds)})"


@click.command()
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    multiple=True,
    help="Of the short searches; 0.5, 2 and 8 by default; repeatable.",
)
@click.option(
    "--simulations", type=click.IntRange(1), multiple=True, help="Instead of a time; repeatable."
)
@click.option("--long-seconds", type=click.FloatRange(0, min_open=True), help="60 by default.")
@click.option("--long-simulations", type=click.IntRange(1), help="Instead of a time.")
@click.option(
    "--positions", "number", type=click.IntRange(1), default=50, show_default=True, metavar="N"
)
@click.option(
    "--searches", type=click.IntRange(2), default=10, show_default=True, help="With other seeds."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--results", type=click.Path(path_type=Path), help="A file to go on with later.")
@click.option(
    "--readme",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file to put the table in, once everything is done.",
)
@weights_option
@jobs_option(1)
def main(
    seconds: tuple[float, ...],
    simulations: tuple[int, ...],
    long_seconds: float | None,
    long_simulations: int | None,
    number: int,
    searches: int,
    seed: int,
    results: Path | None,
    readme: Path | None,
    weights: str | None,
    jobs: int,
) -> None:
    """Let searches name their best actions, and print a table in Markdown."""
    if seconds and simulations:
        raise click.UsageError("--simulations: expected instead of --seconds, not beside it")
    if not seconds and not simulations:
        seconds = (0.5, 2.0, 8.0)
    # One search goes on from limit to limit.
    short = (
        *(Thought(simulations=one) for one in sorted(simulations)),
        *(Thought(seconds=one) for one in sorted(seconds)),
    )
    if long_seconds is None and long_simulations is None:
        long_seconds = 60.0
    long = Thought(long_simulations, long_seconds)
    if readme is not None:
        inserted(readme.read_text(encoding="utf-8"), "", "agreement")
    about = {
        "script": "agreement",
        "short": [str(one) for one in short],
        "long": str(long),
        "positions": number,
        "searches": searches,
        "seed": seed,
        "weights": weights_of(weights).digest,
        "ruleset": Ruleset.default().digest,
    }
    kept = Results(results, about)
    tasks = {
        str(at): Question(position, short, long, searches, weights)
        for at, position in enumerate(positions(number, seed))
    }
    finished = run_tasks(ask, tasks, kept, jobs=jobs, label="positions")
    answers = [kept.found[key] for key in tasks if key in kept.found]
    if answers:
        limits = [str(one) for one in short]
        lines = [
            *rows(answers, limits, str(long)),
            "",
            f"{searches} searches with different seeds at each of {len(answers)} positions;"
            " intervals of 95 %.",
        ]
        click.echo("\n".join(lines))
    if not finished:
        click.echo(f"Interrupted: {len(answers)} of {number} positions.", err=True)
        click.get_current_context().exit(INTERRUPTED)
    if readme is not None:
        text = inserted(readme.read_text(encoding="utf-8"), "\n".join(lines), "agreement")
        write_whole(os.fspath(readme), text.encode())


if __name__ == "__main__":
    main()
