"""Whether what is pending in a position means the same under another ruleset."""

from __future__ import annotations

from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.errors import PositionError
from gwta_ai.games.argentina import snapshot
from gwta_ai.games.argentina.notation import local_actions
from gwta_ai.games.argentina.ruleset import Ruleset

__all__ = ["check_carried", "check_pending"]


def check_pending(core: CoreState, rules: Ruleset) -> None:
    """Raises ``PositionError`` within an action, which may go on otherwise elsewhere."""
    for inner in snapshot.encode(core, rules)["decisions"][1:]:
        expected = "no decision within an action: play it to its end, then carry"
        raise PositionError(f"decisions[1]: expected {expected}; got {inner['decision']}")


def check_carried(before: CoreState, rules: Ruleset, after: CoreState, to: Ruleset) -> None:
    """Raises ``PositionError`` where a local action that was done is another one now.

    Those are told by their numbers on the building.
    """
    for pending in snapshot.encode(before, rules)["decisions"]:
        for at, number in enumerate(pending.get("done", ())):
            one = slice(number - 1, number)
            if local_actions(before.bytes(), rules)[one] != local_actions(after.bytes(), to)[one]:
                expected = "a local action that is the same in both: play the visit to its end"
                raise PositionError(
                    f"decisions[0].done[{at}]: expected {expected}, then carry; got {number}"
                )
