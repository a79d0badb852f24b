"""``gwta-ai new``: set up a game."""

from __future__ import annotations

import os

import click

from gwta_ai.cli.options import NewGameCommand, game_option, json_option, output_option
from gwta_ai.cli.summary import deliver
from gwta_ai.games.setup import Setup

_SEED_BYTES = 4  # of one that is drawn where none is given


@click.command(
    "new", cls=NewGameCommand, epilog="Example: gwta-ai new --players 3 --seed 7 -o game.msgpack"
)
@click.option("--players", type=int, required=True, help="Number of players, {players}.")
@click.option("--seed", type=int, help="Equal seeds give equal games; random by default.")
@game_option
@output_option
@json_option
def command(
    players: int, seed: int | None, game: str, output: str, as_json: bool, **options: str
) -> None:
    """Set up a game and save it."""
    if seed is None:
        seed = int.from_bytes(os.urandom(_SEED_BYTES), "big")
    state = Setup(players, seed, game=game, **options).new_game()
    deliver(state, output, as_json, seed=seed)
