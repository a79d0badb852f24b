"""*Argentina* as everything above the games sees it: ``GAME`` fills in ``Game``.

Parts that only some callers need are imported where they are asked for. How many may play
stands here; that nobody else than the seat to move has options ``games/state.py`` keeps for
every game.

Rules: INFO-08, SET-01
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gwta_ai._engine.argentina.core import CoreState, weight_shapes
from gwta_ai.games.argentina import DATA, NAME, compiled, notation, setup, snapshot
from gwta_ai.games.argentina.ruleset import ENVIRONMENT, Ruleset
from gwta_ai.games.game import Game, PackedWeights, Shapes
from gwta_ai.games.state import position_of
from gwta_ai.games.suggestions import Described

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gwta_ai.common.form.values import Kind, Schema
    from gwta_ai.games.problem import Problem

__all__ = ["CATEGORIES", "GAME"]

CATEGORIES = (
    "pesos",
    "buildings",
    "ships",
    "cities",
    "stations",
    "farmers",
    "cattle",
    "objectives",
    "station_masters",
    "workers",
    "disc_space",
    "job_market_token",
)
"""Of the scoring pad, in the order of the core."""

_EXAMPLES = os.path.join(DATA, "examples")
_SUFFIX = ".msgpack"


class Argentina(Game[Ruleset, CoreState]):
    """*Great Western Trail: Argentina*."""

    name = NAME
    title = "Great Western Trail: Argentina"
    players = (2, 3, 4)
    categories = CATEGORIES
    options = setup.OPTIONS
    goal = "Buenos Aires"
    ruleset_variable = ENVIRONMENT

    @property
    def signs(self) -> Mapping[int, str]:
        from gwta_ai.games.argentina.picture.marks import ASCII

        return ASCII

    # --- rules and set-up ---------------------------------------------------------------------

    def default_rules(self) -> Ruleset:
        return Ruleset.default()

    def shipped_rules(self) -> Ruleset:
        return Ruleset.shipped()

    def rules_by_digest(self, digest: str, /) -> Ruleset:
        return Ruleset.by_digest(digest)

    def rules_from_text(self, text: str, /) -> Ruleset:
        return Ruleset(text)

    def new(
        self, rules: Ruleset, players: int, seed: int, options: Mapping[str, str], /
    ) -> CoreState:
        return setup.new(rules, players, seed, options)

    def option_kinds(self, rules: Ruleset, /) -> Mapping[str, Kind]:
        return setup.option_kinds(rules)

    # --- files --------------------------------------------------------------------------------

    def encode(self, core: CoreState, rules: Ruleset, /) -> dict[str, Any]:
        return snapshot.encode(core, rules)

    def decode(self, data: object, rules: Ruleset | None, /) -> tuple[CoreState, Ruleset]:
        return snapshot.decode(data, rules)

    def write(self, core: CoreState, rules: Ruleset, /) -> bytes:
        return snapshot.write(core, rules)

    def read(self, data: bytes, rules: Ruleset | None, /) -> tuple[CoreState, Ruleset]:
        return snapshot.read(data, rules)

    def carry(self, core: CoreState, rules: Ruleset, to: Ruleset, /) -> CoreState:
        from gwta_ai.games.argentina import carrying

        carrying.check_pending(core, rules)
        carried = super().carry(core, rules, to)
        carrying.check_carried(core, rules, carried, to)
        return carried

    def schema(self, what: str, rules: Ruleset, /) -> Schema:
        from gwta_ai.games.argentina.snapshot import json_schema as schemas

        return {
            "state": schemas.state_schema,
            "view": schemas.view_schema,
            "open-view": schemas.open_view_schema,
        }[what](rules)

    def problems(self, core: CoreState, rules: Ruleset, /) -> list[Problem]:
        from gwta_ai.games.argentina.problems import problems_of

        return problems_of(core, rules)

    def left_open(self, core: CoreState, rules: Ruleset, /) -> list[str]:
        from gwta_ai.games.argentina.snapshot.split import left_open

        return left_open(core.bytes(), rules)

    def problems_in(self, data: object, rules: Ruleset | None, /) -> list[Problem]:
        from gwta_ai.games.argentina.problems import problems_in

        return problems_in(data, rules)

    # --- actions ------------------------------------------------------------------------------

    def decision(self, core: CoreState, /) -> str | None:
        return notation.decision_name(core.frame)

    def kind(self, action: int, rules: Ruleset, /) -> str:
        return notation.kind(action, rules)

    def arguments(self, action: int, rules: Ruleset, /) -> dict[str, Any]:
        return notation.plain_arguments(action, rules)

    def notation(self, action: int, rules: Ruleset, /) -> str:
        return notation.notation(action, rules)

    def text(self, action: int, rules: Ruleset, seen: CoreState | None, /) -> str:
        return notation.text(action, rules, seen)

    def parse(self, text: str, rules: Ruleset, /) -> int:
        return notation.parse(text, rules)

    def single(self, text: str, rules: Ruleset, /) -> list[str]:
        return notation.single(text, rules)

    def instead(self, action: Described, legal: Sequence[Described], /) -> str:
        return notation.out_of_order(action, legal) or notation.instead(action, legal)

    def stack_name(self, stack: int, /) -> str:
        return notation.stack_name(stack)

    def piece(self, stack: int, name: str, rules: Ruleset, /) -> int:
        return notation.piece_index(stack, name, rules)

    # --- pictures and examples ----------------------------------------------------------------

    def picture(self, core: CoreState, rules: Ruleset, columns: int, /) -> RenderableType:
        from gwta_ai.games.argentina.picture.page import page

        return page(position_of(core, rules), columns)

    def svg(self, core: CoreState, rules: Ruleset, /) -> str:
        from gwta_ai.games.argentina.picture.svg import trail

        return trail(position_of(core, rules))

    def examples(self) -> Iterable[str]:
        names = os.listdir(_EXAMPLES)
        return (name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))

    def example(self, name: str, /) -> bytes:
        with open(os.path.join(_EXAMPLES, name + _SUFFIX), "rb") as file:
            return file.read()

    # --- playing ------------------------------------------------------------------------------

    def greedy(self, view: CoreState, rules: Ruleset, seed: int, /) -> int:
        from gwta_ai.games.argentina.greedy import best_action

        return best_action(view, rules, seed)

    def table(self, rules: Ruleset, players: int, learned: PackedWeights | None, /) -> object:
        return compiled.table(rules, players, learned)

    def weight_shapes(self, found: Shapes, /) -> Shapes:
        hidden, *_ = found.get("second") or (0,)
        try:
            return weight_shapes(hidden)
        except (ValueError, OverflowError) as error:
            raise ValueError(f"second: {error}") from None

    def weights_file(self) -> str:
        return os.path.join(DATA, "weights.npz")


GAME = Argentina()
