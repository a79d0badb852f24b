"""Break a million snapshots in every way and read them: they load or are refused in words.

    python scripts/fuzz_snapshots.py --inputs 1000000 --jobs 2

Bits are flipped, bytes cut out, cut off, spliced and bombed, every field is changed,
dropped, grafted and swapped, pending decisions included, in msgpack and in JSON
(``tests/mangling.py``). Each worker lives under a limit of its address space 64 MB above
what it has when it begins. What loads is written, read again, viewed from every seat and
played to the end. Anything but SnapshotError, PositionError or RulesetError is a failure:
its number is told, and ``--only NUMBER`` with the same seed does it again in the open.

Exit code 0 if nothing failed, 1 otherwise, 130 if interrupted; the figures so far are
printed in any case.
"""

from __future__ import annotations

import multiprocessing as mp
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from mangling import OUTCOMES, Corpus, Mangled, mangled, outcome

RISE = 64 << 20  # bytes of address space a worker may take beyond those it begins with
BATCH = 250  # inputs between two reports of a worker
STALLED = 120  # seconds for one batch
FAILED = "failed"

Tally = Counter[tuple[str, str, str]]  # how, format, outcome
Judge = Callable[[Mangled, int], str]  # the outcome of an input with its number


def limit_memory() -> None:
    """No more than ``RISE`` above the present address space."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + RISE
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


class Batch:
    """What came of some inputs: counts, fields that were changed, failures by number."""

    def __init__(self) -> None:
        self.tally: Tally = Counter()
        self.fields: Counter[str] = Counter()
        self.failures: list[tuple[int, str]] = []

    def run(self, corpus: Corpus, seed: int, number: int, judge: Judge) -> None:
        case = mangled(corpus, seed, number)
        try:
            result = judge(case, number)
        except BaseException as error:  # also what is no Exception must not come out
            result = FAILED
            self.failures.append((number, f"{case.how} {case.field}: {error!r}"[:300]))
        self.tally[case.how, "JSON" if case.is_json else "msgpack", result] += 1
        if case.field:
            self.fields[case.field] += 1

    def add(self, other: Batch) -> None:
        self.tally.update(other.tally)
        self.fields.update(other.fields)
        self.failures += other.failures


def work(
    corpus: Corpus, seed: int, numbers: range, judge: Judge, batch: int, pipe: Connection, at: Any
) -> None:
    """Do the inputs ``numbers``, report each batch, and say in ``at`` which one it is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    limit_memory()
    for start in range(0, len(numbers), batch):
        done = Batch()
        for number in numbers[start : start + batch]:
            at.value = number
            done.run(corpus, seed, number, judge)
        pipe.send(done)
    pipe.close()


class Worker:
    """A process with every ``jobs``-th input, begun anew behind an input that killed it."""

    def __init__(self, corpus: Corpus, seed: int, numbers: range, judge: Judge, batch: int) -> None:
        self.corpus, self.seed, self.numbers, self.ways = corpus, seed, numbers, (judge, batch)
        self.begin()

    def begin(self) -> None:
        # A fresh process: a fork of one with threads, as that of a progress bar, may hang.
        context = mp.get_context("spawn")
        self.pipe, theirs = context.Pipe(duplex=False)
        self.at = context.Value("Q", self.numbers[0], lock=False)
        arguments = (self.corpus, self.seed, self.numbers, *self.ways, theirs, self.at)
        self.process = context.Process(target=work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self.seen = time.monotonic()

    def receive(self) -> Batch | None:
        """The next batch; ``None`` where the process has ended."""
        try:
            batch: Batch = self.pipe.recv()
        except EOFError:
            return None
        self.seen = time.monotonic()
        self.numbers = self.numbers[sum(batch.tally.values()) :]
        return batch

    def bury(self) -> Batch:
        """What ended a process with work left: a failure, and the work goes on behind it."""
        self.process.kill()
        self.process.join()
        number = int(self.at.value) if self.at.value in self.numbers else self.numbers[0]
        code = self.process.exitcode
        batch = Batch()
        batch.failures.append((number, f"killed the process or hung (exit code {code})"))
        batch.tally["?", "?", FAILED] += 1
        self.numbers = self.numbers[self.numbers.index(number) + 1 :]
        if self.numbers:
            self.begin()
        return batch


def run(
    inputs: int,
    jobs: int,
    seed: int,
    corpus: Corpus,
    progress: Progress,
    total: Batch,
    *,
    judge: Judge = outcome,
    batch: int = BATCH,
) -> None:
    """All inputs, counted into ``total``, which an interrupt leaves as it is by then."""
    task = progress.add_task("inputs", total=inputs)
    shares = (range(at, inputs, jobs) for at in range(min(jobs, inputs)))
    workers = [Worker(corpus, seed, numbers, judge, batch) for numbers in shares]
    try:
        while workers:
            pipes = {worker.pipe: worker for worker in workers}
            ready = [pipes[pipe] for pipe in wait(pipes, timeout=1)]  # type: ignore[index]
            now = time.monotonic()
            stalled = [w for w in workers if w not in ready and now - w.seen > STALLED]
            for worker in ready + stalled:
                done = None if worker in stalled else worker.receive()
                if done is None and worker.numbers:
                    done = worker.bury()
                if done is not None:
                    total.add(done)
                    progress.advance(task, sum(done.tally.values()))
                if not worker.numbers:
                    worker.process.join()
                    workers.remove(worker)
    finally:
        for worker in workers:
            worker.process.kill()


def report(total: Batch, corpus: Corpus, seconds: float, console: Console) -> None:
    table = Table("change", "format", *OUTCOMES, FAILED, "inputs")
    for column in table.columns[2:]:
        column.justify = "right"
    results = (*OUTCOMES, FAILED)
    kinds = sorted({key[:2] for key in total.tally})
    for how, form in kinds:
        counts = [total.tally[how, form, result] for result in results]
        table.add_row(how, form, *(f"{count:,}" for count in [*counts, sum(counts)]))
    table.add_section()
    sums = [sum(n for key, n in total.tally.items() if key[2] == result) for result in results]
    table.add_row("all", "", *(f"{count:,}" for count in [*sums, sum(sums)]))
    console.print(table)
    least = min((total.fields[name] for name in corpus.field_names), default=0)
    console.print(
        f"{len(total.fields)} of {len(corpus.field_names)} fields changed, the rarest"
        f" {least:,} times; {sum(sums):,} inputs in {seconds:.0f} s",
        highlight=False,
    )
    for number, what in sorted(total.failures)[:50]:
        console.print(f"failed: input {number}: {what}", markup=False, highlight=False)


@click.command()
@click.option("--inputs", type=click.IntRange(1), default=1_000_000, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--only", type=click.IntRange(0), metavar="NUMBER", help="This input, in the open.")
def main(inputs: int, jobs: int, seed: int, only: int | None) -> None:
    """Read broken snapshots and print what came of them."""
    corpus = Corpus()
    if only is not None:
        case = mangled(corpus, seed, only)
        click.echo(f"{case.how} {case.field}, {len(case.content)} bytes: {case.content!r}")
        click.echo(outcome(case, only))
        return
    _ = corpus.packed, corpus.texts, corpus.ids  # made here, given to all workers
    number, fields = len(corpus.snapshots), len(corpus.field_names)
    click.echo(f"{number} sound snapshots with {fields} fields", err=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    console, start = Console(), time.monotonic()
    total = Batch()
    interrupted = False
    with Progress(console=Console(stderr=True), transient=True) as progress:
        try:
            run(inputs, jobs, seed, corpus, progress, total)
        except KeyboardInterrupt:
            interrupted = True
    report(total, corpus, time.monotonic() - start, console)
    sys.exit(130 if interrupted else 1 if total.failures else 0)


if __name__ == "__main__":
    main()
