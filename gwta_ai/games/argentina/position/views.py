"""What only a view needs: that the hidden cards allow the decision at hand an option.

Otherwise no state would agree with the view, and determinizing it could not succeed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gwta_ai.games.argentina.position.faults import Report
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import FRAMES, ROWS, Raw, draw_length

_DISCARD, _REMOVE, _HELP = (FRAMES[f"FRAME_{name}"] for name in ("DISCARD", "REMOVE", "HELP"))


def check(raw: Raw, figures: Figures, report: Report) -> None:
    """Only for the view of another seat than the one that decides."""
    seat, depth = raw["seat"], raw["depth"]
    if raw["viewer"] in (0, seat + 1) or not depth:
        return
    player, frame = raw["player"][seat], raw["frames"][depth - 1]
    path = f"players[{seat}].hand_size"
    pool = player["draw"][: draw_length(raw, seat)]
    unknown = player["hand_size"] - sum(player["hand"])
    if frame["kind"] == _REMOVE and player["hand_size"] == 0:
        report(path, "a card to remove", 0)
    elif frame["kind"] == _DISCARD:
        high = sum(player["hand"][frame["part"][0] :])
        high += min(unknown, sum(kind >= frame["part"][0] for kind in pool))
        if high < frame["n"]:
            report(path, f"a hand that can have {frame['n']} cards to choose", high)
    elif frame["kind"] == _HELP:
        needed = _strength_needed(raw, frame, figures)
        best = _best_strength(player["hand"], pool, unknown, figures)
        if best < needed:
            report(path, f"a hand that can have cattle of strength {needed}", best)


def _best_strength(hand: Sequence[int], pool: Iterable[int], unknown: int, figures: Figures) -> int:
    """The strength of the best cattle that the hand may hold and reveal together."""
    cards = [
        (figures.card_strength[kind], False)
        for kind in range(figures.n_cattle)
        for _ in range(hand[kind])
    ] + [(figures.card_strength[kind], True) for kind in pool if kind < figures.n_cattle]
    total, left = 0, figures.compiled["max_revealed"]
    for strength, hidden in sorted(cards, reverse=True):
        if left == 0 or (hidden and unknown == 0):
            continue
        total += strength
        left -= 1
        unknown -= hidden
    return total


def _strength_needed(raw: Raw, frame: Raw, figures: Figures) -> int:
    """What cards must add for the chosen farmers, or for the least one before a choice."""
    tile, strength = raw["tile"], figures.tile_strength
    chosen = [space for space in frame["part"][:3] if space]
    if not chosen:
        possible = [
            space
            for space in figures.farmer_spaces
            if tile[space] and (frame["n"] > 0 or space == -frame["n"])
        ]
        chosen = [min(possible, key=lambda space: strength[tile[space] - 1])] if possible else []
    needed: int = sum(strength[tile[space] - 1] for space in chosen)
    return needed - _board_strength(raw["player"][raw["seat"]], figures) - int(frame["part"][3])


def _board_strength(player: Raw, figures: Figures) -> int:
    """Strength of the workers and the cleared disc spaces."""
    compiled = figures.compiled
    icons = sum(player["strong"][row].bit_count() for row in range(ROWS))
    cleared = sum(
        space["strength"]
        for at, space in enumerate(compiled["disc_spaces"][: compiled["n_disc_spaces"]])
        if not player["discs"] >> at & 1
    )
    strength: int = icons * compiled["strength_icon"] + cleared
    return strength
