"""Make the example positions that ship with the package.

``python scripts/make_examples.py`` writes ``gwta_ai/games/argentina/data/examples/`` anew, in a few
minutes. ``midgame`` is of a game of the greedy bot, which nothing learned changes. The
others are of games the search plays against itself: of several, the position in the wanted
part of a game with the most to lose by playing it as the policy alone would, among those
with several good actions and a game that is neither won nor lost. Equal ruleset, weights
and code give equal files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from workshop.strong_games import Choice, Table, Thought, weights_option

from gwta_ai import State, new_game, save
from gwta_ai.games.argentina.notation import decision_name
from gwta_ai.play import bots
from gwta_ai.play.bot_game import derived_seed
from gwta_ai.search.outcome import Outcome

FOLDER = Path(__file__).parent.parent / "gwta_ai" / "games" / "argentina" / "data" / "examples"
# Players, seed, and the turn at whose first move the game is cut.
GREEDY = {"midgame": (3, 2022, 38)}


@dataclass(frozen=True)
class Wanted:
    """An example: players, from and to which part of the turns of a game, what is to decide."""

    players: int
    part: tuple[float, float]
    decisions: tuple[str, ...]


SEARCHED = {
    "opening-4p": Wanted(4, (0.04, 0.15), ("move",)),
    "middle-2p": Wanted(2, (0.40, 0.60), ("move",)),
    "late-2p": Wanted(2, (0.80, 0.92), ("loading", "hire")),
    "late-3p": Wanted(3, (0.75, 0.90), ("move",)),
}
GAMES = 4  # looked through, more only where none of them has a position that fits
MOST_GAMES = 20
PLAYING = Thought(simulations=400)  # a decision
LOOKING = Thought(simulations=8_000)  # at a position
CLOSE = 0.03  # of reward behind the best: still a good action
GOOD = 3  # good actions, at least
OPEN = (0.15, 0.85)  # share of winning of the seat to move
SEED = 2022


def greedy_position(players: int, seed: int, turn: int) -> State:
    """The game of the greedy bot at the first move of the turn."""
    state = new_game(players, seed, neutral="random")
    bot = bots.make(f"greedy:seed={seed}")
    while state.turn < turn:
        seat = state.seat_to_move
        if seat is None:
            raise click.ClickException(f"the game of seed {seed} ends before turn {turn}")
        state.apply(bot.choose(state.view(seat)))
    return state


def fitting(table: Table, wanted: Wanted, seed: int) -> Iterator[Choice]:
    """The choices of a game that are in the wanted part of it and of the wanted kind."""
    choices = list(table.play(seed, PLAYING))
    low, high = (part * choices[-1].position.turn for part in wanted.part)
    for choice in choices[:-1]:
        core = choice.position
        kind = decision_name(core.frame)
        if low <= core.turn <= high and kind in wanted.decisions and choice.options >= GOOD:
            yield choice


def stake(outcome: Outcome) -> float | None:
    """Reward the policy alone would lose here on average; ``None`` without enough at stake."""
    tried = [one for one in outcome.estimates if one.games]
    best = outcome.estimates[0].reward
    if not OPEN[0] <= outcome.estimates[0].win <= OPEN[1]:
        return None
    if sum(one.reward > best - CLOSE for one in tried) < GOOD:
        return None
    weight = sum(one.prior for one in tried)
    return sum(one.prior * (best - one.reward) for one in tried) / weight


def searched_position(name: str, wanted: Wanted, weights: str | None) -> State:
    """The most interesting position of some games."""
    table = Table(wanted.players, weights)
    found: list[tuple[float, State]] = []
    numbers = track(range(MOST_GAMES), name, console=Console(stderr=True), transient=True)
    for number in numbers:
        if number >= GAMES and found:
            break
        seed = derived_seed(SEED, name, number)
        for at, choice in enumerate(fitting(table, wanted, seed)):
            look = table.searched(choice.position, derived_seed(seed, at), LOOKING)
            lost = stake(look)
            if lost is not None:
                state = table.start(seed)
                state.core.copy_from(choice.position)
                found.append((lost, state))
    if not found:
        raise click.ClickException(f"{name}: no position fits in {MOST_GAMES} games")
    return max(found, key=lambda one: one[0])[1]


@click.command()
@click.option("--only", multiple=True, metavar="NAME", help="Make the example of this name only.")
@weights_option
def main(only: tuple[str, ...], weights: str | None) -> None:
    """Write the examples anew."""
    for name in only:
        if name not in GREEDY | SEARCHED:
            raise click.UsageError(f"--only: expected one of {', '.join(GREEDY | SEARCHED)}")
    FOLDER.mkdir(exist_ok=True)
    for name in only or GREEDY | SEARCHED:
        if name in GREEDY:
            state = greedy_position(*GREEDY[name])
        else:
            state = searched_position(name, SEARCHED[name], weights)
        save(state, FOLDER / f"{name}.msgpack")
        points = ", ".join(str(sheet.total) for sheet in state.scores())
        click.echo(
            f"{name}: {state.players} players, turn {state.turn}, seat {state.seat_to_move}:"
            f" {state.decision}, {len(state.legal_actions())} options, points {points}"
        )


if __name__ == "__main__":
    main()
