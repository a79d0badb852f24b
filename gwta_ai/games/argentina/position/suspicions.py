"""What can be in a position and hardly comes of play: likely a slip of whoever wrote it.

The bounds are ours, well above what random and greedy games reach.
"""

from __future__ import annotations

from gwta_ai.games.argentina.position.faults import Labels, Report
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import FRAMES, Raw

_PLACE, _MOVE = FRAMES["FRAME_PLACE"], FRAMES["FRAME_MOVE"]
_SAVINGS, _SAVINGS_A_TURN = 20, 8  # pesos; seen: 3 and 4
_MOST_TOKENS = 6  # seen: 2
_MOST_COINS = 60  # seen: 26
_MOST_ABOVE_LIMIT = 4  # cards of a hand between its turns; seen: 3
_LONGEST_GAME = 150  # turns of each player; seen: 79


def check(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    """Of a position whose values are in range."""
    if raw["turn"] > _LONGEST_GAME * raw["players"]:
        report("turn", f"fewer than {_LONGEST_GAME} turns of each player", raw["turn"])
    for seat in range(raw["players"]):
        _money(raw, seat, figures, report)
        _hand(raw, seat, figures, report)
    for space in figures.farmer_spaces:
        coins = raw["coins"][figures.farmer_index[space]]
        if coins > _MOST_COINS:
            path = f"trail.farmers.{labels.spaces[space]}.coins"
            report(path, f"no more than {_MOST_COINS}", coins)


def own_turns(raw: Raw, seat: int) -> int:
    """Turns that a seat has begun."""
    begun: int = (raw["turn"] - 1 - seat) // raw["players"] + 1
    return begun


def _money(raw: Raw, seat: int, figures: Figures, report: Report) -> None:
    player, turns = raw["player"][seat], own_turns(raw, seat)
    at_start = figures.compiled["starting_pesos"][seat]
    path = f"players[{seat}].pesos"
    most = at_start + _SAVINGS + _SAVINGS_A_TURN * turns
    if turns == 0 and player["pesos"] != at_start:
        report(path, f"{at_start}, as at the start, before the first turn", player["pesos"])
    elif player["pesos"] > most:
        report(path, f"no more than {most} in the player's turn {turns}", player["pesos"])
    if player["tokens"] > _MOST_TOKENS:
        path = f"players[{seat}].exchange_tokens"
        report(path, f"no more than {_MOST_TOKENS}", player["tokens"])


def _hand(raw: Raw, seat: int, figures: Figures, report: Report) -> None:
    """A hand between the turns of its player."""
    bottom = raw["frames"][0]["kind"] if raw["depth"] else 0
    if seat == raw["seat"] and (bottom not in (_PLACE, _MOVE) or raw["depth"] > 1):
        return
    player, spaces = raw["player"][seat], figures.compiled["disc_spaces"]
    limit = figures.compiled["hand_limit"] + sum(
        space["hand_limit"]
        for at, space in enumerate(spaces[: figures.compiled["n_disc_spaces"]])
        if not player["discs"] >> at & 1
    )
    if player["hand_size"] > limit + _MOST_ABOVE_LIMIT:
        hidden = raw["viewer"] not in (0, seat + 1)
        path = f"players[{seat}].{'hand_size' if hidden else 'hand'}"
        expected = f"about {limit} cards, the hand limit"
        report(path, expected, f"{player['hand_size']} cards")
