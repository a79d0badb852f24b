"""Instructions per random game, counted by callgrind: a figure that noise does not touch.

Needs valgrind::

    python scripts/instructions.py --players 2 --games 200
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import click

_PROGRAM = """
import sys
from gwta_ai import new_game
from gwta_ai._engine.search import measure_random_games
players, games = map(int, sys.argv[1:])
state = new_game(players, 1)
table = state.ruleset.game.table(state.ruleset, players, None)
print(measure_random_games(table, state.core.bytes(), games, 1)[0])
"""
# The loop alone: what starts and ends a process differs from run to run.
_COUNTED = "__pyx_pw*measure_random_games"


def counted(players: int, games: int) -> tuple[int, int]:
    """Instructions and decisions of a process that plays ``games`` random games."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        done = subprocess.run(
            [
                "valgrind",
                "--tool=callgrind",
                f"--toggle-collect={_COUNTED}",
                f"--callgrind-out-file={out}",
                sys.executable,
                "-c",
                _PROGRAM,
                str(players),
                str(games),
            ],
            capture_output=True,
            text=True,
            check=True,
        )
        totals = re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.MULTILINE)
        if totals is None:
            raise click.ClickException("callgrind wrote no totals")
        return int(totals[1]), int(done.stdout)


@click.command()
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--games", type=click.IntRange(1), default=300, show_default=True)
def main(players: int, games: int) -> None:
    """Count instructions per random game and per decision."""
    instructions, decisions = counted(players, games)
    click.echo(f"{players} players, {games} games, {decisions / games:.1f} decisions a game")
    click.echo(f"{instructions / games:,.0f} instructions a game")
    click.echo(f"{instructions / decisions:,.0f} instructions a decision (legal list and step)")


if __name__ == "__main__":
    main()
