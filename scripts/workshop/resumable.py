"""Many independent tasks in processes, with progress, whose results are kept in a file.

The file has a line of JSON for what the results are of, then one for each finished task.
After an interrupt (Ctrl-C) or a crash the same command goes on with the tasks that are
missing; a file of something else is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Any

import click

from gwta_ai.cli.screen import progress
from gwta_ai.common.processes import LOOK_UP, Workers, interrupts_blocked


class Results:
    """What is finished, by the key of its task; kept in a file if there is one.

    ``about`` is whatever decides the results. Raises ``UsageError`` where the file is of
    something else.
    """

    def __init__(self, path: Path | None, about: dict[str, Any]) -> None:
        self.found: dict[str, Any] = {}
        self._path = path
        if path is None:
            return
        head = as_line(about)
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        # A line that was cut short is that of a task which is to be done again.
        whole = [line for line in lines if line.endswith(b"\n")]
        if lines and lines[0] != head and not (head.startswith(lines[0]) and not whole):
            raise click.UsageError(f"{path} {difference(lines[0], about)}")
        if whole:
            self.found = dict(json.loads(line) for line in whole[1:])
        if whole != lines or not whole:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"".join(whole or [head]))

    def add(self, key: str, value: Any) -> None:
        """Note a result; it is in the file once this returns."""
        line = as_line([key, value])
        self.found[key] = json.loads(line)[1]  # as it would be read
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(line)


def as_line(value: Any) -> bytes:
    """Plain data as JSON, equal for what is equal."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def difference(head: bytes, about: dict[str, Any]) -> str:
    """Says of a file that begins with ``head`` why it is of something else than ``about``."""
    try:
        found = json.loads(head)
        other = sorted(name for name in found.keys() | about.keys() if _other(found, about, name))
    except (ValueError, AttributeError):
        return "holds no results"
    return f"has results with another {', '.join(other)}: take another file"


def _other(found: dict[str, Any], about: dict[str, Any], name: str) -> bool:
    return bool(found.get(name) != json.loads(as_line(about)).get(name))


def run(
    function: Callable[[Any], Any],
    tasks: Mapping[str, Any],
    results: Results,
    *,
    jobs: int,
    label: str,
) -> bool:
    """Do the tasks of which there is no result yet; tells whether all are done now.

    ``function``, of a module, is given the value of a task and returns plain data. A
    KeyboardInterrupt is not raised but ends the work with what is finished. With one job
    everything is done in this process.
    """
    missing = {key: task for key, task in tasks.items() if key not in results.found}
    try:
        with progress() as bar:
            shown = bar.add_task(label, total=len(tasks), completed=len(tasks) - len(missing))
            for key, value in _done(function, missing, jobs):
                results.add(key, value)
                bar.advance(shown)
    except KeyboardInterrupt:
        return False
    return True


def _done(
    function: Callable[[Any], Any], tasks: Mapping[str, Any], jobs: int
) -> Iterator[tuple[str, Any]]:
    if jobs == 1 or len(tasks) < 2:
        for key, task in tasks.items():
            yield key, function(task)
        return
    with Workers(min(jobs, len(tasks))) as workers:
        with interrupts_blocked():
            futures: dict[Future[Any], str] = {
                workers.pool.submit(function, task): key for key, task in tasks.items()
            }
        open_ones = set(futures)
        while open_ones:
            done, open_ones = wait(open_ones, timeout=LOOK_UP, return_when=FIRST_COMPLETED)
            for future in done:
                yield futures[future], future.result()
        workers.finished = True
