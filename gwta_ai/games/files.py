"""States and views as the content of files, msgpack or JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gwta_ai.common.wire import dumps_json, is_json, loads_json, refuse_record
from gwta_ai.games.state import State, View, from_packed, from_snapshot

if TYPE_CHECKING:
    from gwta_ai.games.game import Rules

__all__ = ["dumps", "loads"]


def dumps(position: State | View, *, as_json: bool) -> bytes:
    """The content of a file."""
    return dumps_json(position.to_dict()).encode() if as_json else position.to_bytes()


def loads(content: bytes, ruleset: Rules | None = None) -> State | View:
    """The position in the bytes of a file, msgpack or JSON by its content.

    Raises ``SnapshotError``, for a record as well, ``PositionError`` and ``RulesetError``.
    """
    refuse_record(content)
    if is_json(content):
        return from_snapshot(loads_json(content), ruleset)
    return from_packed(content, ruleset)
