"""How often the greedy bot beats the random one: python scripts/greedy.py [GAMES]

Two players, seats alternate, one seed a pair of games. Ties count half.
"""

from __future__ import annotations

import sys

import gwta_ai
from gwta_ai import bots


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    wins, points = 0.0, [0, 0]
    for game in range(games):
        seat = game % 2
        players = {seat: bots.make("greedy"), 1 - seat: bots.make("random:seed=5")}
        state = gwta_ai.new_game(players=2, seed=game // 2)
        while (mover := state.seat_to_move) is not None:
            state.apply(players[mover].choose(state.view(mover)))
        own, other = state.scores()[seat].total, state.scores()[1 - seat].total
        wins += 0.5 if own == other else own > other
        points = [points[0] + own, points[1] + other]
    print(
        f"{games} games: greedy wins {wins / games:.1%},"
        f" {points[0] / games:.1f} to {points[1] / games:.1f} points on average"
    )


if __name__ == "__main__":
    main()
