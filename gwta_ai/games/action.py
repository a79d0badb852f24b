"""Actions: one 32-bit value under a ruleset, with its notation, its words and its arguments."""

from __future__ import annotations

from functools import total_ordering
from operator import index
from typing import TYPE_CHECKING, Any

from gwta_ai.common.arguments import unexpected
from gwta_ai.errors import IllegalActionError, quoted
from gwta_ai.games import registry

if TYPE_CHECKING:
    from gwta_ai.games.game import Core, Rules


@total_ordering
class Action:
    """One action: a 32-bit ``value`` under a ruleset. Actions compare by value.

    ``seen``, a position in which the action is legal, only makes its text richer.
    """

    __slots__ = ("_seen", "ruleset", "value")

    def __init__(self, value: int, ruleset: Rules | None = None, seen: Core | None = None) -> None:
        if type(value) is not int:  # numpy's, for example
            try:
                value = index(value)
            except TypeError:
                raise unexpected("value", "a whole number", value) from None
        self.value = value
        if seen is None or ruleset is None:  # a legal list is long, and its ruleset is one
            ruleset = registry.rules_or_default(ruleset)
        self.ruleset = ruleset
        self._seen = seen

    @property
    def kind(self) -> str:
        """The verb of the notation: "move", "hire", …; "unknown" for a value that is none."""
        return self.ruleset.game.kind(self.value, self.ruleset)

    @property
    def arguments(self) -> dict[str, Any]:
        """What the kind is followed by, for programs: ``{"space": "n4", "hands": []}``.

        Each kind always has the same keys (docs/notation.md). Values are ids and numbers
        as in notations and snapshots, booleans, and lists of ids. No two actions of a
        ruleset have equal kind and arguments.
        """
        return self.ruleset.game.arguments(self.value, self.ruleset)

    @property
    def notation(self) -> str:
        """The exact short form, "move:n4"; unique within a legal list."""
        return self.ruleset.game.notation(self.value, self.ruleset)

    @property
    def text(self) -> str:
        """What the action does, in plain English."""
        return self.ruleset.game.text(self.value, self.ruleset, self._seen)

    @classmethod
    def parse(cls, text: str, ruleset: Rules | None = None) -> Action:
        """The action of a notation.

        Raises ``IllegalActionError`` if it is none; its ``detail`` says what may stand in
        the place of what could not be read, and what of that is close.
        """
        if not isinstance(text, str):
            raise IllegalActionError(quoted(text), None, "expected a notation")
        rules = registry.rules_or_default(ruleset)
        return cls(rules.game.parse(text, rules), rules)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied with the position it is legal in, as a snapshot."""
        seen = None if self._seen is None else self.ruleset.game.write(self._seen, self.ruleset)
        return _restored, (self.value, self.ruleset, seen)

    def __eq__(self, other: object) -> bool:
        return self.value == other.value if isinstance(other, Action) else NotImplemented

    def __lt__(self, other: Action) -> bool:
        return self.value < other.value if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"<Action {self.notation}>"


def _restored(value: int, ruleset: Rules, seen: bytes | None) -> Action:
    position = None if seen is None else ruleset.game.read(seen, ruleset)[0]
    return Action(value, ruleset, position)
