"""Breaks one rule at a time and asks whether the tests of that rule notice.

``scripts/mutations/*.toml`` lists small changes of the core, of the data or of the Python
sources::

    [[mutation]]
    id = "HIRE-01"                               # the rule that this breaks
    file = "engine_c/argentina/play/job_market.pxd"
    old = "for row in range(s.job_row):"         # stands once in the file
    new = "for row in range(s.job_row + 1):"
    why = "hires from the token's row"

Each is applied to a copy of the sources, the core is built anew where it changed, and the
rule's tests (marked ``rule``) run against the copy. A mutant that the tests let pass has
survived. One that cannot be applied, built or started is an error and kills nothing.

    python scripts/mutate_rules.py --group HIRE
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import itertools
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import tomllib
from collections.abc import Collection, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

ROOT = Path(__file__).parent.parent
MUTATIONS = ROOT / "scripts" / "mutations"
RULES = ROOT / "tests" / "rules"
COPIED = ("engine_c", "gwta_ai", "tests", "setup.py", "pyproject.toml")
BUILT = Path("gwta_ai") / "_engine"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")

# How a mutant can end. The first three count as killed.
KILLED, TIMEOUT, CRASHED, SURVIVED, ERROR = "killed", "timeout", "crashed", "survived", "error"
CAUGHT = (KILLED, TIMEOUT, CRASHED)

NO_TESTS = 5  # exit codes of pytest
FAILED = 1


class MutationError(click.ClickException):
    """A mutation that is malformed or fits its file no more."""


@dataclass(frozen=True)
class Mutation:
    """One small change that breaks one rule."""

    id: str
    file: str
    old: str
    new: str
    why: str

    def __str__(self) -> str:
        return f"{self.id} {self.file}: {self.why}"

    def apply(self, root: Path) -> None:
        """Change the file under ``root``. Raises MutationError unless ``old`` stands there once."""
        fault = self.fault(root)
        if fault:
            raise MutationError(f"{self}: {fault}")
        path = root / self.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")

    def fault(self, root: Path = ROOT) -> str:
        """Why the mutation cannot be applied under ``root``; empty if it can."""
        path = root / self.file
        if not path.is_file():
            return "there is no such file"
        found = path.read_text(encoding="utf-8").count(self.old)
        return "" if found == 1 else f"`old` stands {found} times in the file"


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant; ``detail`` says what went wrong with an error."""

    mutation: Mutation
    end: str
    detail: str = ""


def mutations(folder: Path = MUTATIONS) -> list[Mutation]:
    """All mutations, by file. Raises MutationError naming a malformed entry."""
    found = []
    for path in sorted(folder.glob("*.toml")):
        for at, entry in enumerate(tomllib.loads(path.read_text("utf-8"))["mutation"], 1):
            try:
                mutation = Mutation(**entry)
            except TypeError as error:
                raise MutationError(f"{path.name}, mutation {at}: {error}") from error
            if not all(isinstance(value, str) for value in entry.values()):
                raise MutationError(f"{path.name}, mutation {at}: every value is a text")
            if mutation.old == mutation.new or not mutation.old.strip():
                raise MutationError(f"{path.name}, mutation {at}: it changes nothing")
            found.append(mutation)
    return found


def rule_ids() -> list[str]:
    """The ids of the project's list of rules."""
    texts = [path.read_text("utf-8") for path in sorted(RULES.glob("argentina*.md"))]
    return [rule for text in texts for rule in re.findall(r"(?m)^- ([A-Z]+-\d+) ", text)]


# --- a copy of the project ----------------------------------------------------------------


class Workshop:
    """Copies of the sources, and the processes that run in them."""

    def __init__(self, folder: Path, timeout: float) -> None:
        self._folder = folder
        self._timeout = timeout
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._closed = False
        self.original = self._folder / "original"
        copy_sources(self.original)

    def copy(self) -> Path:
        """A copy of the original as it is now, its build included."""
        return Path(shutil.copytree(self.original, self._folder / str(next(self._numbers))))

    def build(self, tree: Path, modules: Collection[str]) -> str:
        """Build compiled modules of a copy, without optimisation; what went wrong, if anything."""
        include = f"-I{sysconfig.get_path('include')}"
        for module in modules:
            source = Path(MODULES[module])
            c = source.with_suffix(".c")
            cython = [sys.executable, "-m", "cython", "-I", ".", str(source), "-o", str(c)]
            for name, value in DIRECTIVES.items():
                cython += ["-X", f"{name}={value}"]
            compiler = shlex.split(sysconfig.get_config_var("CC"))
            compiler += ["-O0", "-w", "-fPIC", "-shared", include, "-I.", str(c)]
            compiler += ["-o", str(built(module))]
            for command in (cython, compiler):
                code, output = self.run(command, tree)
                if code != 0:
                    return output or f"{command[0]}: exit code {code}"
        return ""

    def check(self, tree: Path) -> str:
        """Whether a copy is what gets imported and its ruleset loads; returns what went wrong."""
        program = (
            "import gwta_ai, pathlib, sys; from gwta_ai import Ruleset; Ruleset.default();"
            "sys.exit(pathlib.Path(gwta_ai.__file__).parents[1] != pathlib.Path.cwd())"
        )
        code, output = self.run([sys.executable, "-c", program], tree)
        return "" if code == 0 else output or "another gwta_ai is imported than the copy"

    def test(self, tree: Path, rules: Collection[str]) -> tuple[int | None, str]:
        """Run the tests of some rules; the exit code of pytest (None: out of time) and output."""
        folder = tree / "tests" / "rules"
        files = [
            str(path)
            for path in sorted(folder.glob("test_*.py"))
            if any(f'"{rule}"' in path.read_text("utf-8") for rule in rules)
        ]
        if not files:
            return NO_TESTS, ""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=line", *files]
        command += ["-p", "pytest_timeout"]  # the one plugin that the settings ask for
        for rule in rules:
            command += ["--rule", rule]
        return self.run(command, tree)

    def run(self, command: Sequence[str], tree: Path) -> tuple[int | None, str]:
        """Exit code (None: out of time) and output of a command in a copy."""
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        environment.pop("GWTA_RULESET", None)
        with self._lock:
            if self._closed:
                return None, "interrupted"
            process = subprocess.Popen(
                command,
                cwd=tree,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
            self._running.add(process)
        try:
            output, _ = process.communicate(timeout=self._timeout)
        except subprocess.TimeoutExpired:
            return None, f"longer than {self._timeout:g} s"
        finally:
            stop(process)
            with self._lock:
                self._running.discard(process)
        return process.returncode, output.strip()

    def close(self) -> None:
        """Stop every process that still runs; no other is started."""
        with self._lock:
            self._closed = True
            running = list(self._running)
        for process in running:
            stop(process)


def stop(process: subprocess.Popen[str]) -> None:
    """End a process and its children, if it still runs."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def copy_sources(target: Path) -> None:
    """The sources, and the compiled modules as they are."""
    unwanted = shutil.ignore_patterns("*.so", "*.c", "__pycache__")
    target.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=unwanted)
        else:
            shutil.copy2(ROOT / name, target / name)
    sys.path.append(str(ROOT))  # where the modules are unless the package is installed
    spec = importlib.util.find_spec("gwta_ai")
    if spec is None or spec.origin is None:
        raise click.ClickException("there is no built gwta_ai")
    package = Path(spec.origin).parent / "_engine"
    for module in package.rglob(f"*{SUFFIX}"):
        shutil.copy2(module, target / BUILT / module.relative_to(package))


# --- what setup.py builds from what ---------------------------------------------------------


def set_up(name: str) -> dict[str, str]:
    """A table that setup.py defines."""
    for node in ast.parse((ROOT / "setup.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return dict(ast.literal_eval(node.value))
    raise click.ClickException(f"setup.py no longer defines {name}")


MODULES = set_up("MODULES")
DIRECTIVES = set_up("DIRECTIVES")


def built(module: str) -> Path:
    """Where a compiled module lies in a copy."""
    return BUILT / f"{module.replace('.', '/')}{SUFFIX}"


@cache
def sources(file: str) -> frozenset[str]:
    """A Cython source and all declarations that it takes in."""
    path = ROOT / file
    names = re.findall(r"(?m)^from ([\w.]+) cimport", path.read_text("utf-8"))
    taken = [name.replace(".", "/") + ".pxd" for name in names]
    own = str(Path(file).with_suffix(".pxd"))
    files = {other for other in (*taken, own) if other != file and (ROOT / other).is_file()}
    return frozenset({file}).union(*(sources(other) for other in files))


def built_from(file: str) -> set[str]:
    """The compiled modules in which a source counts."""
    return {module for module, source in MODULES.items() if file in sources(source)}


# --- judging ---------------------------------------------------------------------------------


def sound(workshop: Workshop, chosen: Sequence[Mutation]) -> dict[str, str]:
    """Build the sources as they are; the rules whose tests fail on them, with the reason."""
    rules = sorted({one.id for one in chosen})
    there = {module for module in MODULES if (workshop.original / built(module)).is_file()}
    modules = (MODULES.keys() - there).union(*(built_from(one.file) for one in chosen))
    fault = workshop.build(workshop.original, modules) or workshop.check(workshop.original)
    if fault:
        raise click.ClickException(f"the sources do not build or start as they are:\n{fault}")
    if workshop.test(workshop.original, rules)[0] == 0:
        return {}
    faults = {}
    for rule in rules:
        code, output = workshop.test(workshop.original, [rule])
        if code == NO_TESTS:
            faults[rule] = "no test is marked with it"
        elif code != 0:
            faults[rule] = f"its tests fail on the sources as they are\n{output}"
    return faults


def judge(workshop: Workshop, mutation: Mutation) -> Outcome:
    """Apply one mutation to a copy, and run its rule's tests there."""
    tree = workshop.copy()
    try:
        mutation.apply(tree)
        modules = built_from(mutation.file)
        fault = workshop.build(tree, modules) if modules else workshop.check(tree)
        if fault:
            return Outcome(mutation, ERROR, fault)
        code, output = workshop.test(tree, [mutation.id])
        if code is None:
            return Outcome(mutation, TIMEOUT)
        if code < 0:
            return Outcome(mutation, CRASHED)
        end = {0: SURVIVED, FAILED: KILLED}.get(code, ERROR)
        return Outcome(mutation, end, output if end == ERROR else "")
    finally:
        shutil.rmtree(tree, ignore_errors=True)


def judged(
    workshop: Workshop, chosen: Sequence[Mutation], jobs: int
) -> Generator[Outcome, None, None]:
    """The outcomes of all mutations as they come."""
    pool = ThreadPoolExecutor(jobs)
    futures: list[Future[Outcome]] = [pool.submit(judge, workshop, one) for one in chosen]
    try:
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        workshop.close()
        pool.shutdown()


# --- the command -------------------------------------------------------------------------------


def report(
    outcomes: Sequence[Outcome], chosen: int, faults: dict[str, str], bare: list[str]
) -> bool:
    """Print what happened; whether all is as it should be."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for end in (TIMEOUT, CRASHED, SURVIVED, ERROR):
        for outcome in outcomes:
            if outcome.end == end:
                console.print(f"{end}: {outcome.mutation}")
                if outcome.detail:
                    console.print(outcome.detail[-2000:])
    for rule, fault in faults.items():
        console.print(f"not judged: {rule}: {fault}")
    for rule in bare:
        console.print(f"no mutation: {rule}")
    killed = sum(outcome.end in CAUGHT for outcome in outcomes)
    console.print(f"killed {killed} of {chosen}")
    return killed == chosen and not faults and not bare


def in_scope(rule: str, ids: Sequence[str], groups: Sequence[str]) -> bool:
    return (not ids and not groups) or rule in ids or rule.partition("-")[0] in groups


@click.command()
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only this rule; repeatable.")
@click.option("--group", "groups", multiple=True, metavar="NAME", help="Only rules NAME-…")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True)
@click.option("--timeout", type=float, default=60, show_default=True, help="Seconds a step.")
def main(ids: tuple[str, ...], groups: tuple[str, ...], jobs: int, timeout: float) -> None:
    """Apply every mutation and report which ones the tests of their rule notice.

    Exit code 0: all were killed, and every rule has one.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C
    everything = mutations()
    chosen = [one for one in everything if in_scope(one.id, ids, groups)]
    stale = [f"{one}: {fault}" for one in chosen if (fault := one.fault())]
    if stale:
        raise MutationError("\n".join(stale))
    broken = {one.id for one in everything}
    bare = [rule for rule in rule_ids() if in_scope(rule, ids, groups) and rule not in broken]
    outcomes: list[Outcome] = []
    faults: dict[str, str] = {}
    interrupted = False
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        workshop = Workshop(Path(folder), timeout)
        try:
            with Progress(console=Console(stderr=True), transient=True) as progress:
                bar = progress.add_task("unmutated", total=len(chosen))
                faults = sound(workshop, chosen) if chosen else {}
                fit = [one for one in chosen if one.id not in faults]
                progress.update(bar, description="mutants")
                with contextlib.closing(judged(workshop, fit, jobs)) as results:
                    for outcome in results:
                        outcomes.append(outcome)
                        progress.advance(bar)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            workshop.close()
    fine = report(outcomes, len(chosen), faults, bare)
    if interrupted:
        click.echo(f"interrupted after {len(outcomes)} of {len(chosen)}")
        sys.exit(130)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
