"""How the command line begins and ends.

A verb is loaded when it is run; every error becomes one line and one exit code.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, NoReturn, TextIO

import click

from gwta_ai.errors import GwtaError, IllegalActionError, LimitError, SetupError

USAGE = 2
BAD_FILE = 3
ILLEGAL_ACTION = 4
INTERRUPTED = 130


def exit_code(error: Exception) -> int | None:
    """The exit code an error stands for; ``None`` for the unexpected."""
    match error:
        case click.UsageError() | SetupError() | LimitError():
            return USAGE
        case IllegalActionError():
            return ILLEGAL_ACTION
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
    elif isinstance(error, OSError) and error.strerror:
        nameless = error.filename is None
        text = error.strerror if nameless else f"{error.filename or repr('')}: {error.strerror}"
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


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

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """As ``click.Group.main``, with our own ending in place of click's."""
        try:
            if sys.stdout is None:  # as with >&-
                raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
            code = super().main(*args, **kwargs | {"standalone_mode": False})
            sys.stdout.flush()
        except (_ReaderGoneError, BrokenPipeError):
            code = 0
        except click.Abort:
            code = INTERRUPTED
            _tell("interrupted")
        except Exception as error:
            failure = exit_code(error)
            if failure is None:
                raise  # a fault of ours: the traceback belongs into the report
            code = failure
            _tell(message(error))
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                _leave(stream)
        sys.exit(code)


def _tell(line: str) -> None:
    """Print a line on standard error; where nobody reads that the exit code has to do."""
    with suppress(OSError):
        click.echo(f"gwta-ai: {line}", err=True)


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
