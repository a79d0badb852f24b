"""What an interrupt (Ctrl-C) does to a program: it ends it, but for where something can be kept.

As an exception it may fall anywhere. Modules that are being loaded print it, turn it into other
errors or swallow it, and what was found but not yet printed is lost to it. So a program lets
it be no exception, except where that is dealt with. Nothing that takes long is loaded here.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable

__all__ = ["Heard", "Raised", "end_at_once"]

INTERRUPTED = 130  # the exit code

_last_words = b""


def end_at_once(last_words: str) -> None:
    """From now on an interrupt ends this process, with a line on standard error.

    Where interrupts are ignored they still are.
    """
    global _last_words
    _last_words = f"{last_words}\n".encode()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(*_: object) -> None:
    try:
        os.write(2, _last_words)
    finally:  # also if nobody reads it
        os._exit(INTERRUPTED)


class Raised:
    """While it is entered, an interrupt that would end the process is a KeyboardInterrupt."""

    def __enter__(self) -> None:
        self._is_ours = signal.getsignal(signal.SIGINT) is _end and _in_main_thread()
        if self._is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, _end)


class Heard:
    """While it is entered, the first interrupt calls ``hear`` and nothing else.

    Whoever interrupts twice means it: the second one is what it was before. Where a program
    has a handler of its own, nothing is changed.
    """

    def __init__(self, hear: Callable[[], None] = lambda: None) -> None:
        self._hear = hear

    def __enter__(self) -> None:
        self._before = signal.getsignal(signal.SIGINT)
        self._is_ours = self._before in (_end, signal.default_int_handler) and _in_main_thread()
        if self._is_ours:
            signal.signal(signal.SIGINT, self._come)

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, self._before)

    def _come(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        self._hear()


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
