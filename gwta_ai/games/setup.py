"""What a new game is made from: the players, a seed, and the options of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gwta_ai.common.numbers import whole
from gwta_ai.errors import SetupError, quoted
from gwta_ai.games import registry
from gwta_ai.games.state import State, checked_seed

if TYPE_CHECKING:
    from gwta_ai.games.game import AnyGame, Rules

__all__ = ["Setup", "all_options", "new_game", "rules_for", "span"]


class Setup:
    """The arguments of ``new_game``, but for the ruleset.

    ``game`` is the name of the game, ``options`` has a text for each of its options in
    their order. Raises ``SetupError`` for an option that the game does not have.
    """

    __slots__ = ("_options", "game", "players", "seed")

    def __init__(
        self, players: int, seed: int, *, game: str = registry.DEFAULT, **options: str
    ) -> None:
        # Whether they are possible is seen when a game is made.
        self.players = players if whole(players) < 0 else whole(players)
        self.seed = seed if whole(seed) < 0 else whole(seed)
        self.game = game
        self._options = all_options(registry.find(game), options)

    @property
    def options(self) -> dict[str, str]:
        return dict(self._options)

    def new_game(self, ruleset: Rules | None = None) -> State:
        """The game before its first decision, by default under the default ruleset.

        Raises ``SetupError``.
        """
        game = registry.find(self.game)
        rules = rules_for(self.game, ruleset)
        players = whole(self.players)
        if players not in game.players:
            raise SetupError(f"players: expected {span(game)}, got {quoted(self.players)}")
        seed = checked_seed(self.seed)
        return State.of(game.new(rules, players, seed, self._options), rules)

    def to_dict(self) -> dict[str, Any]:
        """Players, seed and options as plain values, as a record has them."""
        return {"players": self.players, "seed": self.seed} | self._options

    def _values(self) -> tuple[Any, ...]:
        return self.game, self.players, self.seed, *self._options.items()

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.game, self.players, self.seed, self._options)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Setup) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self._options.items())
        return f"Setup({self.players}, {self.seed}, game={self.game!r}{options})"


def _made(game: str, players: int, seed: int, options: dict[str, str]) -> Setup:
    return Setup(players, seed, game=game, **options)


def new_game(
    players: int,
    seed: int,
    *,
    game: str | None = None,
    ruleset: Rules | None = None,
    **options: str,
) -> State:
    """A new game before its first decision, wholly determined by the arguments.

    ``players``: of "argentina" 2 to 4. ``seed``: 0 to 2**64 - 1. ``game`` is the name of
    the game: by default that of the ruleset, or "argentina". The other options are the
    game's. "argentina" has ``buildings``: "a", "b", "random" or a letter for each number,
    "abba…"; and ``neutral``: "letters" (each building on the space of its letter), "random"
    or the letters in the order of the spaces, "ACBD…". Raises ``SetupError``.
    """
    rules = rules_for(game, ruleset)
    return Setup(players, seed, game=rules.game.name, **options).new_game(rules)


def rules_for(game: str | None, ruleset: Rules | None) -> Rules:
    """What a new game is played with: the ruleset, or the default one of a game.

    Raises ``SetupError`` where there is no such game or the ruleset is another game's.
    """
    if ruleset is None:
        rules: Rules = registry.find(registry.DEFAULT if game is None else game).default_rules()
        return rules
    registry.rules_or_default(ruleset)
    if game is not None and registry.find(game) is not ruleset.game:
        raise SetupError(f"ruleset: expected one of {game}, got one of {ruleset.game.name}")
    return ruleset


def all_options(game: AnyGame, given: Mapping[str, str]) -> dict[str, str]:
    """All options of a game in their order: those given, the others by default.

    Raises ``SetupError`` for one that the game does not have.
    """
    known = {option.name: option.default for option in game.options}
    for name, value in given.items():
        if name not in known:
            expected = f"one of {', '.join(known)}" if known else "none"
            raise SetupError(f"options of {game.name}: expected {expected}, got {name!r}")
        if not isinstance(value, str):
            raise SetupError(f"{name}: expected a text, got {quoted(value)}")
    return known | dict(given)


def span(game: AnyGame) -> str:
    """The possible numbers of players in words: "2 to 4"."""
    first, last = game.players[0], game.players[-1]
    return str(first) if first == last else f"{first} to {last}"
