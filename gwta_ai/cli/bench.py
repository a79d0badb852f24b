"""``gwta-ai bench``: how fast the program is."""

from __future__ import annotations

from dataclasses import asdict, fields

import click

from gwta_ai.cli.files import json_text
from gwta_ai.cli.options import game_option, json_option
from gwta_ai.games import registry
from gwta_ai.play.bench import Speeds, measure

_DECIMALS = {
    "decisions_per_game": 1,
    "legal_step_ns": 1,
    "clone_ns": 1,
    "nodes_per_iteration": 2,
    "policy_ns": 1,
}


@click.command("bench", epilog="Example: gwta-ai bench --seconds 0.5 --json")
@click.option(
    "--seconds", type=float, default=1.0, show_default=True, help="Time spent on each figure."
)
@game_option
@json_option
def command(seconds: float, game: str, as_json: bool) -> None:
    """Measure the speed of the core and of the search on one thread.

    With --json {results: [...]}, one entry for each number of players.
    """
    results = [measure(players, seconds, game) for players in registry.find(game).players]
    if as_json:
        click.echo(json_text({"results": [asdict(figures) for figures in results]}))
        return
    for field in fields(Speeds):
        decimals = _DECIMALS.get(field.name, 0)
        values = (getattr(figures, field.name) for figures in results)
        cells = (
            "—".rjust(16) if value is None else f"{value:>16,.{decimals}f}" for value in values
        )
        click.echo(f"{field.name:<28}{''.join(cells)}")
