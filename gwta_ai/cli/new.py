"""``gwta-ai new``: set up a game."""

from __future__ import annotations

import secrets

import click

import gwta_ai
from gwta_ai.cli.options import json_option, output_option
from gwta_ai.cli.summary import deliver

_SEEDS = 1 << 32  # as many as are drawn from where none is given


@click.command("new", epilog="Example: gwta-ai new --players 3 --seed 7 -o game.msgpack")
@click.option("--players", type=int, required=True, help="Number of players, 2 to 4.")
@click.option("--seed", type=int, help="Equal seeds give equal games; random by default.")
@click.option(
    "--buildings",
    default="a",
    show_default=True,
    help="Sides of the private buildings: a, b, random, or a letter for each (abba…).",
)
@click.option(
    "--neutral",
    default="letters",
    show_default=True,
    help="Neutral buildings: letters (first game), random, or a letter for each space (ACBD…).",
)
@output_option
@json_option
def command(
    players: int, seed: int | None, buildings: str, neutral: str, output: str, as_json: bool
) -> None:
    """Set up a game and save it."""
    if seed is None:
        seed = secrets.randbelow(_SEEDS)
    state = gwta_ai.new_game(players=players, seed=seed, buildings=buildings, neutral=neutral)
    deliver(state, output, as_json, seed=seed)
