"""Whether searches keep their limits: of time, of memory, and of the size of the process.

::

    python scripts/limits.py                       200 searches, about a minute
    python scripts/limits.py --searches 1000 --seconds 0.05

The positions come from random games of two, three and four players. A search is off by the
time that ``advise``, or ``boost`` after every other one, takes beyond its limit or ends before
it, advice included. Exit code 1 if more than one in a hundred is off by more than 20 ms, one
took more memory than it may, or the process grew.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

import click
from rich.console import Console
from rich.progress import track

from gwta_ai import Advisor, Limit, State, new_game

_OFF = 0.020  # seconds
_GROWTH = 4 << 20  # bytes
_WARM = 20  # searches after which the process should not grow any more

console = Console(highlight=False)


def positions(seed: int) -> Iterator[State]:
    """Decisions with a choice from random games, early, middle and late."""
    draw = random.Random(seed)
    while True:
        state = new_game(players=draw.randint(2, 4), seed=draw.getrandbits(32))
        for _ in range(draw.randrange(300)):
            if not state.is_over:
                state.apply(draw.choice(state.legal_actions()))
        while not state.is_over and len(state.legal_actions()) < 2:
            state.apply(state.legal_actions()[0])
        if not state.is_over:
            yield state


def resident() -> int:
    """Bytes of the process in memory; 0 where that cannot be read."""
    try:
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith("VmRSS"))
    except (OSError, StopIteration):
        return 0


@click.command()
@click.option("--searches", type=click.IntRange(_WARM + 1), default=200, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.01), default=0.25, show_default=True)
@click.option("--memory-mb", type=click.IntRange(1), default=4, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def main(searches: int, seconds: float, memory_mb: int, threads: int, seed: int) -> None:
    """Search many positions and report how far the limits were kept."""
    off: list[float] = []
    largest = most = before = 0
    source = positions(seed)
    for done in track(range(searches), "searches", console=Console(stderr=True), transient=True):
        state = next(source)
        advisor = Advisor(threads=threads, seed=done)
        limit = Limit(seconds=seconds, memory_mb=memory_mb)
        started = time.monotonic()
        advice = advisor.advise(state, limit)
        if done % 2:
            started = time.monotonic()
            advice = advisor.boost(advice.candidates[-1].action, limit)
        off.append(time.monotonic() - started - seconds)
        assert advice.complete
        largest = max(largest, advice.bytes)
        most = max(most, advice.nodes)
        del advisor, advice
        if done == _WARM:
            before = resident()
    growth = resident() - before
    off.sort()
    in_time = sum(abs(one) <= _OFF for one in off) / searches
    console.print(f"{searches} searches of {seconds:g} s with {threads} threads")
    console.print(
        f"off by {1e3 * off[0]:+.1f} ms at least, {1e3 * off[searches // 2]:+.1f} ms in the "
        f"middle, {1e3 * off[int(0.99 * searches) - 1]:+.1f} ms for 99 of 100, "
        f"{1e3 * off[-1]:+.1f} ms at most; {100 * in_time:.1f} % within {1e3 * _OFF:.0f} ms"
    )
    console.print(f"memory: {largest:,} of {memory_mb << 20:,} bytes at most, {most:,} nodes")
    console.print(f"the process grew by {growth:,} bytes after the first {_WARM} searches")
    if in_time < 0.99 or largest > memory_mb << 20 or growth > _GROWTH:
        console.print("[red]a limit was not kept")
        sys.exit(1)


if __name__ == "__main__":
    main()
