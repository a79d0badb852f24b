"""A new game: its options, as texts and in a record, and the core's state they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.common.form.values import Kind, Text
from gwta_ai.errors import SetupError
from gwta_ai.games.argentina.compiled import compiled_rules
from gwta_ai.games.argentina.ruleset import Ruleset
from gwta_ai.games.game import Option

OPTIONS: Final = (
    Option(
        "buildings",
        default="a",
        help="Sides of the private buildings: a, b, random, or a letter for each (abba…).",
        meaning="Sides of the private buildings.",
    ),
    Option(
        "neutral",
        default="letters",
        help="Neutral buildings: letters (first game), random, or a letter for each space (ACBD…).",
        meaning="Order of the neutral buildings.",
    ),
)
_LONGEST = 500  # characters of an option in a record


def new(rules: Ruleset, players: int, seed: int, options: Mapping[str, str]) -> CoreState:
    """A new game before its first decision. Raises ``SetupError``."""
    sides = _sides(options["buildings"], rules)
    order = _neutral_order(options["neutral"], rules)
    return CoreState.new(compiled_rules(rules), players, sides, order, seed)


def option_kinds(rules: Ruleset) -> dict[str, Kind]:
    """How records read and write the options."""
    sides, letters = _numbers(rules), _letters(rules)
    return {
        "buildings": Text(rf"a|b|random|[ab]{{{sides}}}", _side_words(sides), _LONGEST),
        "neutral": Text(
            rf"letters|random|(?:([{letters}])(?!.*\1)){{{len(letters)}}}",
            _neutral_words(letters),
            _LONGEST,
        ),
    }


def _numbers(rules: Ruleset) -> int:
    return len(rules.names.private) // 2


def _letters(rules: Ruleset) -> str:
    return "".join(rules.names.neutral)


def _side_words(numbers: int) -> str:
    return f'"a", "b", "random" or {numbers} letters a or b'


def _neutral_words(letters: str) -> str:
    return f'"letters", "random" or the letters {letters} in some order'


def _sides(buildings: str, rules: Ruleset) -> int:
    """The mask of building numbers on side b; -1 for random sides."""
    count = _numbers(rules)
    if buildings == "random":
        return -1
    letters = buildings * count if buildings in ("a", "b") else buildings
    if not isinstance(letters, str) or len(letters) != count or set(letters) - set("ab"):
        raise SetupError(f"buildings: expected {_side_words(count)}, got {buildings!r}")
    return sum(1 << number for number, side in enumerate(letters) if side == "b")


def _neutral_order(neutral: str, rules: Ruleset) -> bytes | None:
    """The index of the letter on each neutral space; ``None`` for a shuffle."""
    letters = _letters(rules)
    if neutral == "random":
        return None
    if neutral == "letters":
        figures = rules.figures
        spaces = figures["neutral_spaces"][: figures["n_neutral"]]
        return bytes(figures["spaces"][space]["letter"] for space in spaces)
    if not isinstance(neutral, str) or sorted(neutral) != sorted(letters):
        raise SetupError(f"neutral: expected {_neutral_words(letters)}, got {neutral!r}")
    return bytes(letters.index(letter) for letter in neutral)
