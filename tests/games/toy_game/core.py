"""The compiled position of the toy."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from gwta_toys import Hands

from toy_game.rules import ToyRules

_DROP = 8  # action: drop a card of kind action - 8


@cache
def hands(players: int, rules: ToyRules) -> Hands:
    """The compiled game for so many players."""
    return Hands(players, rules.values)


class ToyCore:
    """The bytes of a state or view, and the rules it is played by."""

    def __init__(self, rules: ToyRules, state: bytes) -> None:
        self.rules = rules
        self._state = state

    @classmethod
    def from_raw(cls, rules: ToyRules, raw: dict[str, Any]) -> ToyCore:
        return cls(rules, hands(raw["players"], rules).packed(raw))

    def raw(self) -> dict[str, Any]:
        """Every field of the compiled state."""
        return self._hands.raw(self._state)

    @property
    def _hands(self) -> Hands:
        return hands(self.players, self.rules)

    @property
    def players(self) -> int:
        return self._state[0]

    @property
    def seat(self) -> int:
        return self._hands.seat_to_move(self._state)

    @property
    def viewer(self) -> int:
        return self._state[1] - 1

    @property
    def over(self) -> bool:
        return self.seat < 0

    @property
    def turn(self) -> int:
        return self._state[3]

    @property
    def clock(self) -> float:
        raw = self.raw()
        left = raw["size"] + sum(raw["held"])
        return (self.turn - 1) / (self.turn - 1 + left)

    def legal(self) -> list[int]:
        return self._hands.legal(self._state)

    def is_legal(self, action: int) -> bool:
        return action in self.legal()

    def step(self, action: int) -> None:
        self._state = self._hands.step(self._state, action)

    def draws(self, action: int) -> list[tuple[int, int]]:
        raw = self.raw()
        number = min(raw["size"], 2 if action >= _DROP else 1)
        return [(0, raw["stack"][raw["size"] - 1 - at]) for at in range(number)]

    def step_with(self, action: int, draws: list[tuple[int, int]]) -> int:
        raw = self.raw()
        number = len(self.draws(action))
        for at, (_, piece) in enumerate(draws):
            top = raw["size"] - 1 - at
            if at >= number or piece not in raw["stack"][: top + 1]:
                return at + 1
            where = raw["stack"].index(piece)
            raw["stack"][where], raw["stack"][top] = raw["stack"][top], piece
        if len(draws) < number:
            return 255
        self._state = self._hands.step(self._hands.packed(raw), action)
        return 0

    def scores(self) -> list[list[int]]:
        raw = self.raw()
        return [[raw["played"][seat], raw["matched"][seat]] for seat in range(self.players)]

    def view(self, seat: int) -> ToyCore:
        return ToyCore(self.rules, self._hands.view(self._state, seat))

    def determinize(self, seed: int) -> ToyCore:
        return ToyCore(self.rules, self._hands.determinize(self._state, seed))

    def play_random(self, seed: int, limit: int) -> int:
        choose, played = Random(seed), 0
        while played < limit and not self.over:
            self.step(choose.choice(self.legal()))
            played += 1
        return played

    def bytes(self) -> bytes:
        return self._state

    def clone(self) -> ToyCore:
        return ToyCore(self.rules, self._state)

    def equals(self, other: ToyCore) -> bool:
        return self._state == other._state

    def digest(self) -> int:
        return hash(self._state)
