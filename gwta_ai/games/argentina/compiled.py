"""Rules and tables of the core, made of rulesets and of what was learned."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gwta_ai._engine.argentina.core import CompiledRules, Table
from gwta_ai.games.argentina.layout import STRUCTS
from gwta_ai.games.argentina.ruleset import Ruleset

__all__ = ["compiled_rules", "table"]

_LEARNED = ("policy", "first", "second")  # as the core takes the arrays


@lru_cache(maxsize=32)
def compiled_rules(ruleset: Ruleset) -> CompiledRules:
    """The ruleset as the core reads it, made once."""
    return CompiledRules(STRUCTS.pack("Rules", ruleset.figures))


def table(ruleset: Ruleset, players: int, learned: Mapping[str, bytes] | None = None) -> object:
    """The capsule of the game table for a search.

    Without what was learned it has neither priors nor an evaluation.
    """
    rules = compiled_rules(ruleset)
    if learned is None:
        return rules.table(players)
    policy, first, second = (learned[name] for name in _LEARNED)
    return Table(rules, players, (policy, first, second)).capsule()
