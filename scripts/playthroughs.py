"""Golden playthroughs: whole random games as text, and counts of early positions.

``python scripts/playthroughs.py`` writes ``tests/golden/`` anew. A change of a rule
then shows as a difference between the texts; look at it before committing it. Games of an
earlier ruleset are played under it, and should never change.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import click

from gwta_ai import Ruleset, State, new_game

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
# The ruleset of the first release, in which turnouts lay in the line.
FIRST = "29f3719ecf1ac3c162d2e441e98f0394aeec6a38384799284e3706a68e1d53fe"
EARLIER = {
    "two-players": {"players": 2, "seed": 11},
    "three-players": {"players": 3, "seed": 12, "buildings": "b", "neutral": "random"},
    "four-players": {"players": 4, "seed": 13, "buildings": "random", "neutral": "random"},
}
CORRECTED = {
    "two-players-sidings": {"players": 2, "seed": 21},
    "three-players-sidings": {"players": 3, "seed": 22, "buildings": "b", "neutral": "random"},
    "four-players-sidings": {
        "players": 4,
        "seed": 23,
        "buildings": "random",
        "neutral": "random",
    },
}
GAMES = EARLIER | CORRECTED
PERFT_DEPTH = 4


def set_up(name: str) -> State:
    """The new game of a playthrough."""
    rules = Ruleset.by_digest(FIRST) if name in EARLIER else Ruleset.shipped()
    return new_game(**GAMES[name], ruleset=rules)  # type: ignore[arg-type]


def playthrough(name: str) -> Iterator[str]:
    """One random game, a line a decision; figures of all players at each turn's start."""
    state = set_up(name)
    choose = random.Random(name).choice
    yield f"# {name}: " + ", ".join(f"{key} {value}" for key, value in GAMES[name].items())
    turn = 0
    while not state.is_over:
        if state.turn != turn:
            turn = state.turn
            yield from _turn_head(state)
        options = [action.notation for action in state.legal_actions()]
        chosen = choose(options)
        yield f"  {state.decision}: {chosen}   [{' '.join(options)}]"
        state.apply(chosen)
    yield "over"
    for seat, sheet in enumerate(state.scores()):
        figures = " ".join(f"{name} {points}" for name, points in sheet.to_dict().items())
        yield f"  seat {seat}: {figures}"


def _turn_head(state: State) -> Iterator[str]:
    yield f"turn {state.turn}, seat {state.seat_to_move}, position {hash(state):016x}"
    for seat, player in enumerate(state.to_dict()["players"]):
        hand = " ".join(f"{card}*{n}" for card, n in player["hand"].items())
        yield (
            f"  seat {seat}: {player['pesos']} pesos, {player['grain']} grain,"
            f" {player['certificates']} certificates, {player['exchange_tokens']} tokens,"
            f" engine {player['engine']}, at {player['estanciero']}, hand {hand}"
        )


def perft(name: str) -> list[int]:
    """Distinct positions after one, two, … decisions from a set-up."""
    counts = []
    positions = {set_up(name)}
    for _ in range(PERFT_DEPTH):
        positions = set(_successors(positions))
        counts.append(len(positions))
    return counts


def _successors(positions: set[State]) -> Iterator[State]:
    for position in positions:
        for action in position.legal_actions():
            after = position.clone()
            after.apply(action)
            yield after


def perft_text() -> str:
    """A line a set-up."""
    return "".join(f"{name} {' '.join(map(str, perft(name)))}\n" for name in GAMES)


@click.command()
def main() -> None:
    """Write the golden files anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name in GAMES:
        text = "".join(line + "\n" for line in playthrough(name))
        (GOLDEN / f"{name}.txt").write_text(text)
        click.echo(f"{name}: {len(text.splitlines())} lines")
    counts = perft_text()
    (GOLDEN / "perft.txt").write_text(counts)
    click.echo(counts, nl=False)


if __name__ == "__main__":
    main()
