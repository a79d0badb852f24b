"""Files that are read no further than it takes, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import time
from contextlib import suppress
from functools import cache, lru_cache

from gwta_ai.common.wire import LARGEST

MOST_READ = LARGEST + 1  # bytes of a file; one too many is enough to refuse it
_JSON = ".json"
_BESIDE = ".gwta-ai-"  # how files begin that are being written
_LONG_AGO = 3600.0  # seconds


def named_json(path: str | os.PathLike[str]) -> bool:
    """Whether a file of this name is JSON."""
    return os.path.splitext(path)[1] == _JSON


def read(path: str | os.PathLike[str]) -> bytes:
    """The content of a file, no more of it than it takes to refuse it. Raises ``OSError``."""
    with open(path, "rb") as file:
        return file.read(MOST_READ)


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Put ``data`` into a file, which then holds all of it or what it held before.

    The bytes are written beside it, into a file of a name nobody can foresee, which nobody
    else can read or lay out in advance; then that takes its place. Several threads and
    processes may write to one path: the file is that of one of them. What a process that
    was killed left beside it, a later call clears away. Raises ``OSError``, which names
    ``path``.
    """
    import tempfile  # takes a while to load

    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    beside: str | None = None
    try:
        there = os.path.exists(target)
        if there and not os.access(target, os.W_OK):  # renaming would not ask
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if there and not os.path.isfile(target):  # a pipe or device is not renamed over
            with open(target, "wb") as file:
                file.write(data)
            return
        handle, beside = tempfile.mkstemp(prefix=_BESIDE, dir=folder)
        put_bytes(handle, data)
        os.chmod(beside, os.stat(target).st_mode if there else 0o666 & ~_umask())
        os.replace(beside, target)
        beside = None
    except OSError as error:
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from error
    finally:
        if beside is not None:
            with suppress(OSError):
                os.unlink(beside)
    _clear(folder, int(time.time() // _LONG_AGO))


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
