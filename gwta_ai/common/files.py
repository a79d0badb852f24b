"""Files that are read no further than it takes, and written whole or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import suppress

from gwta_ai.common.wire import LARGEST

MOST_READ = LARGEST + 1  # bytes of a file; one too many is enough to refuse it
_JSON = ".json"


def named_json(path: str | os.PathLike[str]) -> bool:
    """Whether a file of this name is JSON."""
    return os.path.splitext(path)[1] == _JSON


def read(path: str | os.PathLike[str]) -> bytes:
    """The content of a file, no more of it than it takes to refuse it. Raises ``OSError``."""
    with open(path, "rb") as file:
        return file.read(MOST_READ)


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Put ``data`` into a file, which then holds all of it or what it held before.

    Raises ``OSError``, which names ``path``.
    """
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    beside = os.path.join(folder, f".{name}.{os.getpid()}")
    try:
        there = os.path.exists(target)
        if there and not os.access(target, os.W_OK):  # renaming would not ask
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if there and not os.path.isfile(target):  # a pipe or device is not renamed over
            put_bytes(target, data)
            return
        put_bytes(beside, data)
        if there:
            os.chmod(beside, os.stat(target).st_mode)
        os.replace(beside, target)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from error
    finally:
        with suppress(OSError):  # where it could not be made it is not there
            os.unlink(beside)


def put_bytes(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)
