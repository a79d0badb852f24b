"""Worker processes that end with whoever began them, and with nobody else."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Self

__all__ = ["LOOK_UP", "Workers", "interrupts_blocked"]

LOOK_UP = 0.5
"""Seconds between two looks for an interrupt while workers are waited for.

A signal that another thread took while it was blocked here does not wake this one.
"""


class Workers:
    """Fresh processes to work in; after the block they are no more.

    Set ``finished`` once nothing is at work: otherwise whatever still is, is so in vain and
    not waited for.
    """

    def __init__(self, jobs: int) -> None:
        # A fork of a process with threads may hang.
        context = get_context("spawn")
        self._watched, self._lifeline = context.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(jobs, context, _start, (self._watched,))
        self.finished = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # First the pool is told to begin nothing else: it cancels that itself, and trips
        # over what others have cancelled.
        self.pool.shutdown(wait=self.finished, cancel_futures=True)
        self._lifeline.close()
        self._watched.close()


def _start(watched: Connection) -> None:
    """Prepare a worker: it ends as soon as the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(watched,), daemon=True).start()


def _end_with(watched: Connection) -> None:
    watched.poll(None)
    os._exit(0)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Processes that are begun meanwhile never get an interrupt.

    One that comes to all processes of a terminal is the parent's to deal with, also while
    the others still start. Whoever waits for them then has to ``LOOK_UP`` now and then.
    Windows cannot block signals: there a worker may see one until it has started.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
