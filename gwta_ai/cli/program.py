"""How the command line begins and ends.

A verb is loaded when it is run; every error becomes one line and one exit code.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

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


class Program(click.Group):
    """A group of commands that maps errors to exit codes; see ``exit_code``."""

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """As ``click.Group.main``, with our own ending in place of click's."""
        try:
            if sys.stdout is None:  # as with >&-
                raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
            code = super().main(*args, **kwargs | {"standalone_mode": False})
            sys.stdout.flush()
        except BrokenPipeError:  # whoever read the output has read enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except click.Abort:
            click.echo("gwta-ai: interrupted", err=True)
            sys.exit(INTERRUPTED)
        except Exception as error:
            failure = exit_code(error)
            if failure is None:
                raise  # a fault of ours: the traceback belongs into the report
            click.echo(f"gwta-ai: {message(error)}", err=True)
            sys.exit(failure)
        sys.exit(code)


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
