"""Positions that came of play, of many kinds of games: ``check`` must find nothing in them.

``positions(n)`` gives n of them, evenly from games of two to four players, under the ruleset
that ships and the earlier one, with all set-ups, played at random, greedily and by the policy.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice

from editing import EARLIER

from gwta_ai import Ruleset, State, new_game
from gwta_ai.games.problem import Problem
from gwta_ai.play.bots import Bot, make

BOTS = ("random", "greedy", "policy", "random")
BUILDINGS = ("a", "b", "random")
NEUTRAL = ("letters", "random")
A_GAME = 50  # positions of one game


def game(number: int) -> State:
    """A new game; everything about it follows from the number."""
    return new_game(
        2 + number % 3,
        number,
        buildings=BUILDINGS[number // 3 % len(BUILDINGS)],
        neutral=NEUTRAL[number // 2 % len(NEUTRAL)],
        ruleset=(Ruleset.shipped(), EARLIER)[number // 4 % 2],
    )


def course(number: int) -> Iterator[State]:
    """Every decision of one game, and its end."""
    state, bot, choose = game(number), bot_of(number), random.Random(number)
    while not state.is_over:
        yield state
        # A bot that never errs stays on well-trodden ways.
        if choose.random() < 0.1:
            state.apply(choose.choice(state.legal_actions()))
        else:
            state.apply(bot.choose(state))
    yield state


def bot_of(number: int) -> Bot:
    return make(f"{BOTS[number % len(BOTS)]}:seed={number}")


def positions(n: int, first: int = 0) -> Iterator[State]:
    """``n`` positions, some of each of so many games, the last one of each among them."""

    def some(number: int) -> Iterator[State]:
        choose = random.Random(number)
        found: list[State] = [state.clone() for state in course(number)]
        yield from choose.sample(found[:-1], min(A_GAME - 1, len(found) - 1))
        yield found[-1]

    return islice((state for number in count(first) for state in some(number)), n)


def problems(state: State) -> list[Problem]:
    """What is found in a position and in what each seat sees of it."""
    seen = [state.view(seat) for seat in range(state.players)]
    return [problem for position in (state, *seen) for problem in position.problems()]
