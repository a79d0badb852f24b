"""What must hold of the texts of all legal actions, looked at in random games."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from random_games import game

from gwta_ai import Action, State

MOST_TOLD = 20


@dataclass
class Notations:
    """What was looked at so far, and what is wrong with it.

    What an action says without a position is looked at once for each value.
    """

    games: int = 0
    decisions: int = 0
    actions: int = 0
    kinds: Counter[str] = field(default_factory=Counter)  # distinct values of each kind
    faults: list[str] = field(default_factory=list)
    _notation: dict[int, str] = field(default_factory=dict)
    _by_arguments: dict[str, int] = field(default_factory=dict)

    def play(self, seed: int) -> None:
        """One random game to its end."""
        state, choose = game(seed), random.Random(seed)
        while not state.is_over:
            actions = state.legal_actions()
            self.look(state, actions, f"seed {seed}, turn {state.turn}, {state.decision}")
            state.core.step(choose.choice(actions).value)
        self.games += 1

    def look(self, state: State, actions: list[Action], where: str) -> None:
        """The legal actions of one decision."""
        self.decisions += 1
        self.actions += len(actions)
        for action in actions:
            if action.value not in self._notation:
                self._look_alone(action, where)
        self._unlike((self._notation[action.value] for action in actions), where)
        self._unlike((action.text for action in actions), where)

    @property
    def distinct(self) -> int:
        """Different actions that were looked at."""
        return len(self._notation)

    def _look_alone(self, action: Action, where: str) -> None:
        notation, arguments = action.notation, json.dumps([action.kind, action.arguments])
        again = Action.parse(notation)
        self._notation[action.value] = notation
        self.kinds[action.kind] += 1
        if again != action or again.notation != notation or again.arguments != action.arguments:
            self._fault(f"{where}: {notation} is read as {again.notation}")
        if self._by_arguments.setdefault(arguments, action.value) != action.value:
            self._fault(f"{where}: {notation} has the arguments of another action: {arguments}")

    def _unlike(self, texts: Iterable[str], where: str) -> None:
        twice = [text for text, count in Counter(texts).items() if count > 1]
        if twice:
            self._fault(f"{where}: two actions are called {twice[0]!r}")

    def _fault(self, text: str) -> None:
        if len(self.faults) < MOST_TOLD:
            self.faults.append(text)
