"""The greedy player: every option played to the end of the own turn and valued by hand.

The values are rough opinions on what a thing is worth in victory points, on top of
the points a position would score at once. They are no figures of components.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.games.argentina.layout import STRUCTS, core
from gwta_ai.games.argentina.ruleset import Ruleset

__all__ = ["best_action", "value"]

_STATES = 2  # determinizations of the view
_ENDINGS = 3  # ways to play the rest of the turn, of which the best counts
_LONGEST = 200  # decisions in one turn

# Worth in points.
_PESO = 0.3
_GRAIN = 0.6
_CERTIFICATE = 0.8
_TOKEN = 0.5
_WORKER = 3.0
_BUILDING = 1.5
_CLEARED_DISC = 1.5
_ENGINE_STEP = 0.25
_EXHAUSTION = -1.5
_BREEDING = 0.15  # of each breeding value in hand, every type once
_DECK_VALUE = 4.0  # of the mean breeding value of the deck's cattle
_ON_THE_WAY = 4.0  # from the start of the trail to its end


def best_action(view: CoreState, rules: Ruleset, seed: int) -> int:
    """The legal action that promises most to the seat of the view.

    Every action is tried on a few states that agree with the view, and the rest of
    the turn is played at random a few times; the best ending of each state counts.
    ``seed`` (0 to 2**64 - 1) fixes the result. Equal values go to the lower action.
    """
    about = _about(rules)
    states = [view.determinize((seed + i) % 2**64) for i in range(_STATES)]
    best, best_value = 0, float("-inf")
    for action in view.legal():
        promise = math.fsum(_promise(state, action, seed, about) for state in states)
        if promise > best_value:
            best, best_value = action, promise
    return best


def _promise(state: CoreState, action: int, seed: int, about: _About) -> float:
    """The best value among a few endings of the turn that begin with an action."""
    seat, turn = state.seat, state.turn
    found = float("-inf")
    for ending in range(_ENDINGS):
        end = state.clone()
        end.step(action)
        for step in range(_LONGEST):
            if end.over or end.turn != turn:
                break
            end.play_random((seed + (ending * _LONGEST + step) * 0x9E3779B97F4A7C15) % 2**64, 1)
        found = max(found, _value(end, seat, about))
    return found


def value(view: CoreState, rules: Ruleset) -> float:
    """What the position is worth to the seat of the view, in victory points."""
    return _value(view, view.viewer, _about(rules))


class _About:
    """The figures of a ruleset that the value looks at."""

    def __init__(self, rules: dict[str, Any]) -> None:
        cattle = rules["cards"][: rules["n_cattle"]]
        self.types = [card["type"] for card in cattle]
        self.values = [card["value"] for card in cattle]
        self.exhaustion = rules["exhaustion"]
        self.along = rules["along"]
        self.progress = _progress(rules["spaces"], rules["start"], rules["buenos_aires"])
        self.not_built = {core.SUPPLY, core.GONE}


def _progress(spaces: list[dict[str, Any]], start: int, end: int) -> list[float]:
    """How far along the trail every space lies, 0 (start) .. 1, by the shortest way on."""
    far = len(spaces)
    left = [far] * far
    left[end] = 0
    for _ in spaces:
        for at, space in enumerate(spaces):
            exits = space["next"][: space["n_next"]]
            left[at] = min([left[at], *(1 + left[after] for after in exits)])
    return [max(0.0, 1 - steps / left[start]) for steps in left]


@lru_cache(maxsize=8)
def _about(ruleset: Ruleset) -> _About:
    return _About(ruleset.figures)


def _value(position: CoreState, seat: int, about: _About) -> float:
    total = float(sum(position.scores()[seat]))
    if position.over:
        return total
    at = STRUCTS.slot("State", "player", seat)
    player = STRUCTS.unpack("Player", position.bytes()[at.offset : at.offset + at.length])
    cattle = range(len(about.values))
    hand, discard = player["hand"], player["discard"]
    deck = [hand[kind] + discard[kind] for kind in range(len(hand))]
    for kind in player["draw"][: player["draw_size"]]:
        deck[kind] += 1
    held: dict[int, int] = {about.types[kind]: about.values[kind] for kind in cattle if hand[kind]}
    cards = sum(deck[kind] for kind in cattle)
    worth = sum(deck[kind] * about.values[kind] for kind in cattle)
    where = player["estanciero"]
    result: float = (
        total
        + _PESO * player["pesos"]
        + _GRAIN * player["grain"]
        + _CERTIFICATE * player["certificates"]
        + _TOKEN * player["tokens"]
        + _WORKER * sum(player["workers"])
        + _BUILDING * sum(at not in about.not_built for at in player["buildings"])
        - _CLEARED_DISC * player["discs"].bit_count()
        + _ENGINE_STEP * about.along[player["engine"]]
        + _EXHAUSTION * deck[about.exhaustion]
        + _BREEDING * sum(held.values())
        + _DECK_VALUE * worth / max(cards, 1)
        + _ON_THE_WAY * (about.progress[where] if where < len(about.progress) else 0.0)
    )
    return result
