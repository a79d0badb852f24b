"""The head of a saved file: the fields that decide how the others are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from gwta_ai.common.form.flaws import NOTHING
from gwta_ai.common.form.values import Digest, Kind
from gwta_ai.common.wire import unpack
from gwta_ai.errors import SnapshotError
from gwta_ai.games import registry

if TYPE_CHECKING:
    from gwta_ai.games.game import AnyGame, Rules

R = TypeVar("R", bound="Rules")

# Where canonical msgpack names its game, in a text of up to 31 bytes.
_GAME: Final = re.compile(rb"\xa4game([\xa0-\xbf])")
_HEAD: Final = 100  # bytes of it in which that stands


def header(data: dict[Any, Any], name: str, kind: Kind) -> Any:
    """The field ``name`` of the head. Raises ``SnapshotError``."""
    if name not in data:
        raise SnapshotError(name, kind.words, NOTHING)
    return kind.read(data[name], name)


def game_of(data: object, given: Rules | None = None) -> AnyGame:
    """The game that has to read a file of plain values: that of ``given``, or the one named.

    Where none is named that exists it is the default one, which then says so.
    """
    if given is not None:
        return registry.rules_or_default(given).game
    name: object = data.get("game") if isinstance(data, dict) else None
    named = registry.known(name) if isinstance(name, str) else None
    return named or registry.find(registry.DEFAULT)


def game_of_packed(data: bytes, given: Rules | None = None) -> AnyGame:
    """The same of a file in msgpack. Raises ``SnapshotError`` where it is none."""
    named = _GAME.search(data, 0, _HEAD) if given is None and type(data) is bytes else None
    if named is None:
        return game_of(unpack(data) if given is None else None, given)
    name = data[named.end() : named.end() + named[1][0] - 0xA0]
    return game_of({"game": name.decode("utf-8", "replace")})


def rules_of(data: dict[Any, Any], given: R | None, by_digest: Callable[[str], R]) -> R:
    """The rules of a file, which have to be the given ones, if any are.

    Raises ``SnapshotError`` and what ``by_digest`` raises.
    """
    digest = header(data, "ruleset", Digest())
    if given is None:
        return by_digest(digest)
    if given.digest != digest:
        raise SnapshotError("ruleset", f"{given.digest}, as the given ruleset has", digest)
    return given
