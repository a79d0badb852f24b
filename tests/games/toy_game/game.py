"""The toy as gwta-ai sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gwta_toys import Hands

from gwta_ai.common.form.values import Kind, Schema, Text
from gwta_ai.common.wire import pack, unpack
from gwta_ai.errors import GwtaError, IllegalActionError, SetupError
from gwta_ai.games.game import Game, Option, PackedWeights
from gwta_ai.games.problem import Problem
from toy_game import snapshot
from toy_game.core import ToyCore, hands
from toy_game.rules import KINDS, ToyRules

_COPIES = {"small": 2, "large": 4}
_VERBS = {"play": 0, "drop": 8}


class Toy(Game[ToyRules, ToyCore]):
    """A small card game."""

    name = snapshot.NAME
    title = "A toy with cards"
    players = (2, 3)
    categories = ("played", "matched")
    options = (Option("deck", "small", "The deck: small or large.", "The deck."),)

    def default_rules(self) -> ToyRules:
        return ToyRules.shipped()

    def shipped_rules(self) -> ToyRules:
        return ToyRules.shipped()

    def rules_by_digest(self, digest: str, /) -> ToyRules:
        return snapshot.by_digest(digest)

    def rules_from_text(self, text: str, /) -> ToyRules:
        return ToyRules(text)

    def new(
        self, rules: ToyRules, players: int, seed: int, options: Mapping[str, str], /
    ) -> ToyCore:
        if options["deck"] not in _COPIES:
            raise SetupError(f"deck: expected small or large, got {options['deck']!r}")
        start = hands(players, rules).state(seed, _COPIES[options["deck"]])
        return ToyCore(rules, start)

    def option_kinds(self, rules: ToyRules, /) -> Mapping[str, Kind]:
        return {"deck": Text("|".join(_COPIES), "small or large", 10)}

    def encode(self, core: ToyCore, rules: ToyRules, /) -> dict[str, Any]:
        return snapshot.encode(core, rules)

    def decode(self, data: object, rules: ToyRules | None, /) -> tuple[ToyCore, ToyRules]:
        return snapshot.decode(data, rules)

    def write(self, core: ToyCore, rules: ToyRules, /) -> bytes:
        return pack(snapshot.encode(core, rules))

    def read(self, data: bytes, rules: ToyRules | None, /) -> tuple[ToyCore, ToyRules]:
        return snapshot.decode(unpack(data), rules)

    def schema(self, what: str, rules: ToyRules, /) -> Schema:
        return snapshot.record(what != "state").schema()

    def problems_in(self, data: object, rules: ToyRules | None, /) -> list[Problem]:
        try:
            snapshot.decode(data, rules)
        except GwtaError as error:
            path, _, said = str(error).partition(": ")
            return [Problem(path, said, "something else")]
        return []

    def decision(self, core: ToyCore, /) -> str | None:
        return None if core.over else "card"

    def kind(self, action: int, rules: ToyRules, /) -> str:
        return next((verb for verb, first in _VERBS.items() if 0 <= action - first < 4), "unknown")

    def arguments(self, action: int, rules: ToyRules, /) -> dict[str, Any]:
        known = self.kind(action, rules) in _VERBS
        return {"card": KINDS[action % 8]} if known else {"value": action}

    def notation(self, action: int, rules: ToyRules, /) -> str:
        kind = self.kind(action, rules)
        return f"{kind}:{KINDS[action % 8] if kind in _VERBS else action}"

    def text(self, action: int, rules: ToyRules, seen: ToyCore | None, /) -> str:
        kind, card = self.kind(action, rules), KINDS[action % 8 % 4]
        if kind == "play":
            return f"Play a {card} for {rules.values[action]} points"
        return f"Drop a {card} and draw two cards"

    def parse(self, text: str, rules: ToyRules, /) -> int:
        verb, _, card = text.partition(":")
        if verb not in _VERBS or card not in KINDS:
            raise IllegalActionError(text, detail="expected play:CARD or drop:CARD")
        return _VERBS[verb] + KINDS.index(card)

    def stack_name(self, stack: int, /) -> str:
        return "stack"

    def piece(self, stack: int, name: str, rules: ToyRules, /) -> int:
        return KINDS.index(name)

    def picture(self, core: ToyCore, rules: ToyRules, columns: int, /) -> str:
        top = core.raw()["top"]
        return f"♣ top of the pile: {KINDS[top - 1] if top else 'none'}".ljust(columns)

    @property
    def signs(self) -> Mapping[int, str]:
        return {ord("♣"): "*"}

    def examples(self) -> Iterable[str]:
        return ("start",)

    def example(self, name: str, /) -> bytes:
        rules = self.shipped_rules()
        return self.write(self.new(rules, 2, 1, {"deck": "small"}), rules)

    def greedy(self, view: ToyCore, rules: ToyRules, seed: int, /) -> int:
        return max(action for action in view.legal() if action < _VERBS["drop"])

    def table(self, rules: ToyRules, players: int, learned: PackedWeights | None, /) -> object:
        compiled: Hands = hands(players, rules)
        return compiled.table


GAME = Toy()
