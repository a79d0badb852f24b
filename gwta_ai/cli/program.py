"""How the command line begins and ends.

A verb is loaded when it is run; every error becomes one line and one exit code.
"""

from __future__ import annotations

import errno
import itertools
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, NoReturn, TextIO

import click

from gwta_ai.common.interrupts import INTERRUPTED
from gwta_ai.errors import (
    FileError,
    GwtaError,
    IllegalActionError,
    LimitError,
    SetupError,
    SnapshotError,
    WorkerError,
    as_found,
)

USAGE = 2
BAD_FILE = 3
ILLEGAL_ACTION = 4
WORKER_ENDED = 5
_JSON = "--json"


def exit_code(error: Exception) -> int | None:
    """The exit code an error stands for; ``None`` for the unexpected."""
    match error:
        case click.UsageError() | SetupError() | LimitError():
            return USAGE
        case IllegalActionError():
            return ILLEGAL_ACTION
        case WorkerError():
            return WORKER_ENDED
        case GwtaError() | OSError():
            return BAD_FILE
        case _:
            return None


def message(error: Exception) -> str:
    """What an error says, in one line."""
    text = str(error)
    if isinstance(error, click.UsageError):
        text = error.format_message()
        if error.ctx is not None:
            text = f"{text.rstrip('.')}. See {error.ctx.command_path} --help."
    elif isinstance(error, OSError) and not isinstance(error, GwtaError) and error.strerror:
        nameless = error.filename is None
        text = error.strerror if nameless else f"{error.filename}: {error.strerror}"
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def told(error: Exception, code: int) -> dict[str, Any]:
    """What an error says to a program.

    ``code`` is the exit code, ``file`` the file and ``path`` the field or option at fault,
    ``None`` where there is none; ``expected`` and ``got`` are given where there is something
    to say.
    """
    found = {"code": code, "file": None, "path": None, "message": message(error)}
    if isinstance(error, GwtaError):
        found["file"] = error.file
        if isinstance(error, SnapshotError):
            said: Sequence[str] = (error.path, error.expected, as_found(error.got))
        else:  # as such messages are written
            match = re.fullmatch(r"([^:]+): expected (.+), got (.+)", error.said(), re.DOTALL)
            said = () if match is None else match.groups()
        found |= zip(("path", "expected", "got"), said, strict=False)
    elif isinstance(error, click.BadParameter):
        option = max(error.param.opts, key=len) if error.param else error.param_hint
        found["path"] = option if isinstance(option, str) else None
    elif isinstance(error, click.NoSuchOption):
        found["path"] = error.option_name
    return found


class _ReaderGoneError(Exception):
    """Whoever read the output has read enough. (Click takes a broken pipe for a failure.)"""


@contextmanager
def _reader_may_go() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _ReaderGoneError from None


class Program(click.Group):
    """A group of commands that maps errors to exit codes; see ``exit_code``."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _reader_may_go():  # help is printed here
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _reader_may_go():
            return super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, *more: Any, **kwargs: Any) -> NoReturn:
        """As ``click.Group.main``, with our own ending in place of click's."""
        words = sys.argv[1:] if args is None else list(args)
        try:
            if sys.stdout is None:  # as with >&-
                raise FileError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
            code = super().main(words, *more, **kwargs | {"standalone_mode": False})
            sys.stdout.flush()
        except (_ReaderGoneError, BrokenPipeError):
            code = 0
        except click.Abort:
            code = INTERRUPTED
            _tell(told(InterruptedError("interrupted"), code), words)
        except Exception as error:
            failure = exit_code(error)
            if failure is None:
                raise  # a fault of ours: the traceback belongs into the report
            code = failure
            _tell(told(error, code), words)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                _leave(stream)
        sys.exit(code)


def _tell(error: dict[str, Any], words: Sequence[str]) -> None:
    """Print an error in a line on standard error, as JSON where the words ask for that.

    Where nobody reads it the exit code has to do.
    """
    line = f"gwta-ai: {error['message']}"
    if _JSON in itertools.takewhile(lambda word: word != "--", words):
        line = json.dumps({"error": error})
    with suppress(OSError):
        click.echo(line, err=True)


def _leave(stream: TextIO) -> None:
    """Let nothing be left in a stream: Python itself would fail to write it, at the very end."""
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


class Verb(click.Command):
    """A command known by its name and help alone until it is run.

    Then it is the ``command`` of the module of its name.
    """

    def load(self) -> click.Command:
        """The command itself."""
        command: click.Command = import_module(f"{__package__}.{self.name}").command
        return command

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        return self.load().make_context(info_name, args, parent, **extra)
