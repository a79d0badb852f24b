"""Files that are read no further than it takes, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from typing import BinaryIO, cast

from gwta_ai.common.wire import LARGEST
from gwta_ai.errors import (
    ArgumentError,
    FileError,
    FolderError,
    ForbiddenError,
    MissingFileError,
    PositionError,
    RulesetError,
    SnapshotError,
    WeightsError,
    quoted,
)

MOST_READ = LARGEST + 1  # bytes of a file; one too many is enough to refuse it
_JSON = ".json"
_BESIDE = ".gwta-ai-"  # how files begin that are being written
_LONG_AGO = 3600.0  # seconds
# Paths of what this process has open already.
_OPEN = re.compile(r"/dev/(stdin|stdout|stderr|fd/[0-9]{1,9})")
_STREAMS = ("stdin", "stdout", "stderr")
_KINDS: dict[type[OSError], type[FileError]] = {
    FileNotFoundError: MissingFileError,
    IsADirectoryError: FolderError,
    PermissionError: ForbiddenError,
}


def name_of(path: object) -> str:
    """A path as text.

    Raises ``ArgumentError`` for what is no path, ``FileError`` for one that no file can have.
    """
    try:
        name = os.fsdecode(path)  # type: ignore[arg-type]
    except TypeError:
        raise ArgumentError(f"path: expected the path of a file, got {quoted(path)}") from None
    try:
        os.fsencode(name)
    except ValueError:
        raise FileError(errno.EINVAL, "expected a path that can be encoded", name) from None
    if not name:
        raise MissingFileError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    if "\0" in name:
        raise FileError(errno.EINVAL, "expected a path without a NUL", name)
    return name


@contextmanager
def naming(file: str) -> Iterator[None]:
    """What is wrong meanwhile with something read is a fault of this file, unless of another."""
    try:
        yield
    except (SnapshotError, PositionError, RulesetError, WeightsError) as error:
        if error.file is None:
            error.of(file)
        raise


def named_json(path: str | os.PathLike[str]) -> bool:
    """Whether a file of this name is JSON. Errors as ``name_of``."""
    return os.path.splitext(name_of(path))[1] == _JSON


def read(path: str | os.PathLike[str], most: int = MOST_READ) -> bytes:
    """The first ``most`` bytes of a file: one more than is wanted is enough to refuse it.

    Pipes and devices, which may never end or never begin, are no files. A pipe that was handed
    to this process is read all the same, where it is named as one: ``/dev/stdin``,
    ``/dev/fd/63``. Raises ``FileError``.
    """
    name = name_of(path)
    with _told_as(name):
        handed = _handed(name)
        if handed is not None:
            with _again(handed, "rb") as file:
                return file.read(most)
        _check_kind(os.stat(name))
        with open(name, "rb", opener=_at_once) as file:
            return file.read(most) or b""  # nothing yet is nothing


def version_of(path: str | os.PathLike[str]) -> tuple[int, ...]:
    """What changes when a file is written anew. Raises ``FileError``."""
    name = name_of(path)
    with _told_as(name):
        found = os.stat(name)
    return found.st_ino, found.st_size, found.st_mtime_ns


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Put ``data`` into a file, which then holds all of it or what it held before.

    The bytes are written beside it, into a file of a name nobody can foresee, which nobody
    else can read or lay out in advance; then that takes its place. Several threads and
    processes may write to one path: the file is that of one of them. What a process that
    was killed left beside it, a later call clears away. Pipes and devices are treated as in
    ``read``; what is put into ``/dev/null`` is gone. Raises ``FileError``, which names ``path``.
    """
    import tempfile  # takes a while to load

    name = name_of(path)
    target = os.path.realpath(name)
    folder = os.path.dirname(target)
    beside: str | None = None
    with _told_as(name):
        handed = _handed(name)
        if handed is not None:
            with _again(handed, "wb") as file:
                file.write(data)
            return
        if target == os.devnull:
            return
        there = _found(name)
        if there is not None:
            _check_kind(there)
            if not os.access(target, os.W_OK):  # renaming would not ask
                raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        try:
            handle, beside = tempfile.mkstemp(prefix=_BESIDE, dir=folder)
            put_bytes(handle, data)
            os.chmod(beside, 0o666 & ~_umask() if there is None else there.st_mode)
            os.replace(beside, target)
            beside = None
        finally:
            if beside is not None:
                with suppress(OSError):
                    os.unlink(beside)
    _clear(folder, int(time.time() // _LONG_AGO))


def make_folder(path: str | os.PathLike[str]) -> str:
    """Make a folder, and those it lies in, unless it is there. Raises ``FileError``."""
    name = name_of(path)
    with _told_as(name):
        try:
            os.makedirs(name, exist_ok=True)
        except FileExistsError:
            raise OSError(errno.ENOTDIR, "expected a folder, got a file") from None
    return name


@contextmanager
def _told_as(name: str) -> Iterator[None]:
    """What the system refuses meanwhile it refuses of the file ``name``."""
    try:
        yield
    except OSError as error:
        kind = _KINDS.get(type(error), FileError)
        raise kind(error.errno, error.strerror or str(error), name) from error


def _handed(name: str) -> int | None:
    """The open file of this process that a path names; ``None`` for other paths."""
    named = _OPEN.fullmatch(name)
    if named is None:
        return None
    which = named[1]
    return _STREAMS.index(which) if which in _STREAMS else int(which.removeprefix("fd/"))


def _again(handle: int, mode: str) -> BinaryIO:
    """An open file once more, to be closed by itself."""
    return cast(BinaryIO, os.fdopen(os.dup(handle), mode))


def _at_once(name: str, flags: int) -> int:
    """Open a file and wait for nobody, should it be a pipe by now."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _found(name: str) -> os.stat_result | None:
    """What is at a path, a link followed; ``None`` if nothing is."""
    try:
        return os.stat(name)
    except FileNotFoundError:
        return None


def _check_kind(found: os.stat_result) -> None:
    """Raise ``OSError`` unless it is a file."""
    mode = found.st_mode
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, "expected a file, got a folder")
    if not stat.S_ISREG(mode):
        what = (
            "a pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
        )
        raise OSError(errno.EINVAL, f"expected a file, got {what}")


def put_bytes(handle: int, data: bytes) -> None:
    """Write to an open file and close it."""
    with open(handle, "wb") as file:
        file.write(data)


@cache
def _umask() -> int:
    """Permissions that new files do not get; asked once, as asking means to change them."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


@lru_cache(maxsize=64)
def _clear(folder: str, _: int) -> None:
    """Delete files that were begun long ago: whoever wrote them was killed.

    Before so much time has passed again nothing more can be found, so a match that saves
    thousands of games in a folder looks through it once an hour.
    """
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(_BESIDE):
                with suppress(OSError):
                    if time.time() - entry.stat(follow_symlinks=False).st_mtime > _LONG_AGO:
                        os.unlink(entry.path)
