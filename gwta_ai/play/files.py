"""Saving and loading positions and records: ``.msgpack`` or ``.json`` by the name of the file."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import codec as snapshot
from gwta_ai.games.argentina.snapshot.wire import LARGEST, is_json, names_record, refuse_record
from gwta_ai.games.argentina.state import State, View, from_packed, from_snapshot
from gwta_ai.play.records import wire
from gwta_ai.play.records.record import Record

_JSON = ".json"
MOST_READ = LARGEST + 1  # bytes of a file; one too many is enough to refuse it


def save(position: State | View | Record, path: str | os.PathLike[str]) -> None:
    """Write a snapshot or a record: JSON if the name ends in ``.json``, msgpack otherwise.

    The file then holds all of it or what it held before. Raises ``OSError``.
    """
    write_whole(path, dumps(position, as_json=named_json(path)))


def named_json(path: str | os.PathLike[str]) -> bool:
    """Whether a file of this name is JSON."""
    return Path(path).suffix == _JSON


def dumps(position: State | View | Record, *, as_json: bool) -> bytes:
    """The content of a file."""
    if as_json:
        return snapshot.dumps_json(position.to_dict()).encode()
    return position.to_bytes()


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Put ``data`` into a file, which then holds all of it or what it held before.

    Raises ``OSError``, which names ``path``.
    """
    target = Path(path).resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        there = target.exists()
        if there and not os.access(target, os.W_OK):  # renaming would not ask
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if there and not target.is_file():  # a pipe or device is not renamed over
            target.write_bytes(data)
            return
        beside.write_bytes(data)
        if there:
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from error
    finally:
        with suppress(OSError):  # where it could not be made it is not there
            beside.unlink()


def load(path: str | os.PathLike[str], ruleset: Ruleset | None = None) -> State | View | Record:
    """Read a snapshot or a record, msgpack or JSON by its content.

    Raises ``SnapshotError``, ``PositionError``, ``RulesetError`` and ``OSError``.
    """
    content = read(path)
    if not names_record(content):
        return loads(content, ruleset)
    data = snapshot.loads_json(content) if is_json(content) else wire.unpack(content)
    return Record.from_dict(data, ruleset)


def load_position(path: str | os.PathLike[str], ruleset: Ruleset | None = None) -> State | View:
    """Read a snapshot; a record is refused. Errors as ``load``."""
    return loads(read(path), ruleset)


def read(path: str | os.PathLike[str]) -> bytes:
    """The content of a file, no more of it than it takes to refuse it. Raises ``OSError``."""
    with open(path, "rb") as file:
        return file.read(MOST_READ)


def loads(content: bytes, ruleset: Ruleset | None = None) -> State | View:
    """The position in the bytes of a file; errors as ``load``."""
    refuse_record(content)
    if is_json(content):
        return from_snapshot(snapshot.loads_json(content), ruleset)
    return from_packed(content, ruleset)
