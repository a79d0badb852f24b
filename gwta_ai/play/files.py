"""Saving and loading positions and records: ``.msgpack`` or ``.json`` by the name of the file."""

from __future__ import annotations

import os

from gwta_ai.common.arguments import check_kind
from gwta_ai.common.files import name_of, named_json, naming, read, write_whole
from gwta_ai.common.wire import dumps_json, is_json, loads_json, names_record
from gwta_ai.games import files as positions
from gwta_ai.games.game import Rules
from gwta_ai.games.state import State, View
from gwta_ai.play.records import wire
from gwta_ai.play.records.record import Record

__all__ = ["load", "load_position", "save"]


def save(position: State | View | Record, path: str | os.PathLike[str]) -> None:
    """Write a snapshot or a record: JSON if the name ends in ``.json``, msgpack otherwise.

    The file then holds all of it or what it held before. Raises ``FileError``.
    """
    as_json = named_json(path)
    check_kind("position", position, (State, View, Record), "a State, a View or a Record")
    if isinstance(position, Record):
        content = dumps_json(position.to_dict()).encode() if as_json else position.to_bytes()
    else:
        content = positions.dumps(position, as_json=as_json)
    write_whole(path, content)


def load(path: str | os.PathLike[str], ruleset: Rules | None = None) -> State | View | Record:
    """Read a snapshot or a record, msgpack or JSON by its content.

    Raises ``SnapshotError``, ``PositionError``, ``RulesetError``, which name the file, and
    ``FileError``.
    """
    content = read(path)
    with naming(name_of(path)):
        if not names_record(content):
            return positions.loads(content, ruleset)
        data = loads_json(content) if is_json(content) else wire.unpack(content)
        return Record.from_dict(data, ruleset)


def load_position(path: str | os.PathLike[str], ruleset: Rules | None = None) -> State | View:
    """Read a snapshot; a record is refused. Errors as ``load``."""
    content = read(path)
    with naming(name_of(path)):
        return positions.loads(content, ruleset)
