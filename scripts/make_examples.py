"""Make the example positions that ship with the package: games of the greedy bot, cut short.

``python scripts/make_examples.py`` writes ``gwta_ai/data/examples/`` anew; equal
ruleset and code give equal files.
"""

from __future__ import annotations

from pathlib import Path

import click

from gwta_ai import State, bots, new_game, save

FOLDER = Path(__file__).parent.parent / "gwta_ai" / "data" / "examples"
# Players, seed, and the turn at whose first move the game is cut.
EXAMPLES = {"midgame": (3, 2022, 38)}


def position(players: int, seed: int, turn: int) -> State:
    """The game at the first move of the turn."""
    state = new_game(players, seed, neutral="random")
    bot = bots.make(f"greedy:seed={seed}")
    while state.turn < turn:
        seat = state.seat_to_move
        if seat is None:
            raise click.ClickException(f"the game of seed {seed} ends before turn {turn}")
        state.apply(bot.choose(state.view(seat)))
    return state


@click.command()
def main() -> None:
    """Write the examples anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, (players, seed, turn) in EXAMPLES.items():
        state = position(players, seed, turn)
        save(state, FOLDER / f"{name}.msgpack")
        totals = ", ".join(str(sheet.total) for sheet in state.scores())
        click.echo(f"{name}: {players} players, turn {turn}, {state.decision}, points {totals}")


if __name__ == "__main__":
    main()
