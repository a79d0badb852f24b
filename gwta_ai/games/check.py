"""Everything that is wrong or suspicious in a snapshot, at once, whatever its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gwta_ai.common.arguments import check_kind
from gwta_ai.common.wire import plain
from gwta_ai.errors import SnapshotError
from gwta_ai.games.head import game_of
from gwta_ai.games.problem import Problem

if TYPE_CHECKING:
    from gwta_ai.games.game import Rules

__all__ = ["problems_in", "problems_in_file"]


def problems_in(data: object, ruleset: Rules | None = None) -> list[Problem]:
    """What is wrong or suspicious in a snapshot of plain maps and lists.

    First what is wrong and keeps it from being loaded, then what is wrong though it loads,
    as no play leads there, then what is suspicious; nothing is ``refused`` if and only if the
    snapshot loads. With ``ruleset`` the snapshot must be of it. At most a few hundred
    problems are told. Raises only ``RulesetError``, if the default ruleset is faulty.
    """
    return game_of(data, ruleset).problems_in(data, ruleset)


def problems_in_file(content: bytes, ruleset: Rules | None = None) -> list[Problem]:
    """The same for the bytes of a file, msgpack or JSON by its content.

    Raises ``ArgumentError`` for a path and whatever else is not bytes.
    """
    check_kind("content", content, (bytes, bytearray, memoryview), "the bytes of a file")
    try:
        data = plain(bytes(content))
    except SnapshotError as error:
        return [Problem(*error.args)]
    return problems_in(data, ruleset)
