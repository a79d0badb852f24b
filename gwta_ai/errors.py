"""Errors: everything this package raises on purpose is a ``GwtaError``."""

from __future__ import annotations

import json
import re
import reprlib
from typing import Any, Self

_OTHER = re.compile(r"-?[0-9.]+|null|true|false")
_LONGEST = 100  # characters of a foreign value that a message repeats


def shown(value: object) -> str:
    """``value`` in a few characters; text stands as it is, but for what cannot be printed."""
    text = printable(value if isinstance(value, str) else reprlib.repr(value))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def quoted(value: object) -> str:
    """``value`` as a program would write it, in a few characters."""
    return shown(reprlib.repr(value))


def printable(text: str) -> str:
    """A text on one line; what cannot be printed is written as in a program."""
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return " " if character.isspace() else character.encode("unicode_escape").decode()


def as_found(value: object) -> str:
    """A value that was found in a file, as ``shown``: null, true and false as they stand there.

    Text that could be taken for a value of another type or be overlooked is in quotation marks.
    """
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str) and (_OTHER.fullmatch(value) or value != value.strip() or not value):
        value = f'"{value}"'
    return shown(value)


class GwtaError(Exception):
    """The root of all errors of this package.

    ``file`` is the path of the file that is at fault, ``None`` if none is; the message begins
    with it.
    """

    file: str | None = None

    def of(self, file: str | None) -> Self:
        """The same error, as the fault of a file."""
        self.file = file
        return self

    def said(self) -> str:
        """The message without the file."""
        return super().__str__()

    def __str__(self) -> str:
        if self.file is None:
            return self.said()
        return f"{printable(self.file) or repr('')}: {self.said()}"


class ArgumentError(GwtaError, TypeError, ValueError):
    """An argument is of another kind than what was expected, or none of the words."""


class FileError(GwtaError, OSError):
    """A file cannot be read or written.

    It is an ``OSError`` as well, with ``errno``, ``strerror`` and ``filename``; where Python
    has a class of its own, a ``FileNotFoundError``, ``IsADirectoryError`` or
    ``PermissionError``.
    """

    def __init__(self, errno: int | None, strerror: str, filename: str) -> None:
        super().__init__(errno, strerror, filename)
        self.file = filename

    def said(self) -> str:
        return str(self.strerror)


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file."""


class FolderError(FileError, IsADirectoryError):
    """What should be a file is a folder."""


class ForbiddenError(FileError, PermissionError):
    """Reading or writing a file is not allowed."""


class SetupError(GwtaError):
    """A game, a bot or an example was asked for that does not exist."""


class LimitError(GwtaError):
    """A limit or an option of a search is out of its range."""


class RulesetError(GwtaError):
    """A ruleset is faulty, beyond the capacities of the core, or not to be found."""


class WeightsError(GwtaError):
    """A weights file is missing, broken, or made for another version of the core."""


class PositionError(GwtaError):
    """A position is well-formed but impossible, or there is nothing to do in it."""


class SnapshotError(GwtaError):
    """A snapshot cannot be read.

    ``path`` is the field at fault (``players[1].hand[3]``, empty for the whole file),
    ``expected`` says in words what may stand there and ``got`` is what does: words,
    or any value, of which the message shows the beginning.
    """

    def __init__(self, path: str, expected: str, got: object) -> None:
        super().__init__(path, expected, got)
        self.path = path
        self.expected = expected
        self.got = got

    def said(self) -> str:
        where = f"{shown(self.path)}: " if self.path else ""
        return f"{where}expected {self.expected}, got {as_found(self.got)}"


class IllegalActionError(GwtaError):
    """An action is not legal in a state; the state is left as it was.

    ``action`` is its notation (or its value in words where it has none), ``decision``
    the name of the decision at hand, ``None`` where no state is involved or the game
    is over, and ``detail`` what more there is to say.
    """

    def __init__(self, action: str, decision: str | None = None, detail: str = "") -> None:
        super().__init__(action, decision, detail)
        self.action = action
        self.decision = decision
        self.detail = detail

    def said(self) -> str:
        where = f" in the decision “{self.decision}”" if self.decision else ""
        detail = f": {self.detail}" if self.detail else ""
        return f"{shown(self.action) or 'an empty text'} is not a legal action{where}{detail}"


class WorkerError(GwtaError):
    """A process that played games of a match was killed, or could not begin.

    ``result`` is that of the match: it has the games that were finished.
    """

    def __init__(self, message: str, result: Any = None) -> None:
        super().__init__(message)
        self.result = result
