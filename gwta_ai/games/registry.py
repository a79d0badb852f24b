"""The games there are: those of this package, and what other packages register.

Another package registers its object that fills in ``Game`` as an entry point of the group
``gwta_ai.games``, under the name of the game. Looking at what is installed takes a while:
that is put off until a game that is none of this package's is asked for, or all are.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from gwta_ai.common.arguments import unexpected
from gwta_ai.errors import SetupError, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

    from gwta_ai.games.game import AnyGame, Rules

__all__ = ["DEFAULT", "find", "game_or_default", "known", "names", "rules_or_default"]

DEFAULT: Final = "argentina"
_SHIPPED: Final = (DEFAULT,)  # folders beside this module, whose ``game.py`` has a GAME
_GROUP: Final = "gwta_ai.games"
_found: dict[str, AnyGame] = {}


def names() -> list[str]:
    """The names of all games, ascending."""
    return sorted({*_SHIPPED, *_registered()})


def find(name: str) -> AnyGame:
    """The game of a name. Raises ``SetupError``, which lists what there is."""
    game = known(name)
    if game is None:
        raise SetupError(f"game: expected one of {', '.join(names())}, got {quoted(name)}")
    return game


def known(name: str) -> AnyGame | None:
    """The game of a name; ``None`` if there is none."""
    if not isinstance(name, str):
        return None
    if name not in _found:
        if name in _SHIPPED:
            _found[name] = import_module(f"{__package__}.{name}.game").GAME
        elif name in (others := _registered()):
            _found[name] = others[name].load()
    return _found.get(name)


def game_or_default(given: AnyGame | None) -> AnyGame:
    """The game that is given, or the default one. Raises ``ArgumentError``."""
    if given is None:
        return find(DEFAULT)
    if isinstance(given, type) or not hasattr(given, "default_rules"):
        raise unexpected("game", "a game", given)
    return given


def rules_or_default(given: Rules | None) -> Rules:
    """The ruleset that is given, or the default one of the default game.

    Raises ``ArgumentError`` and ``RulesetError``.
    """
    if given is None:
        rules: Rules = find(DEFAULT).default_rules()
        return rules
    if not isinstance(getattr(given, "digest", None), str):
        raise unexpected("ruleset", "a ruleset", given)
    return given


def _registered() -> Mapping[str, EntryPoint]:
    from importlib import metadata

    return {entry.name: entry for entry in metadata.entry_points(group=_GROUP)}
