"""Saving and loading positions: ``.msgpack`` or ``.json`` by the name of the file."""

from __future__ import annotations

import os
from pathlib import Path

from gwta_ai import snapshot
from gwta_ai.errors import SnapshotError
from gwta_ai.ruleset import Ruleset
from gwta_ai.state import State, View, from_snapshot

_JSON = ".json"
_LARGEST = 1 << 20  # bytes; a game of four players takes about 8,000


def save(position: State | View, path: str | os.PathLike[str]) -> None:
    """Write a snapshot: JSON if the name ends in ``.json``, msgpack otherwise.

    The file is replaced as a whole or left as it was. Raises ``OSError``.
    """
    target = Path(path)
    data = position.to_dict()
    content = snapshot.dumps_json(data).encode() if target.suffix == _JSON else snapshot.pack(data)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def load(path: str | os.PathLike[str], ruleset: Ruleset | None = None) -> State | View:
    """Read a snapshot, msgpack or JSON by its content.

    Raises ``SnapshotError``, ``PositionError``, ``RulesetError`` and ``OSError``.
    """
    with open(path, "rb") as file:
        content = file.read(_LARGEST + 1)
    return loads(content, ruleset)


def loads(content: bytes, ruleset: Ruleset | None = None) -> State | View:
    """The position in the bytes of a file; errors as ``load``."""
    if len(content) > _LARGEST:
        raise SnapshotError("", f"at most {_LARGEST} bytes", "more")
    if content.lstrip()[:1] == b"{":
        return from_snapshot(snapshot.loads_json(content), ruleset)
    return from_snapshot(snapshot.unpack(content), ruleset)
