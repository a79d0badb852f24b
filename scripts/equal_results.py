"""Whether advice and matches come out the same at every level of processor.

::

    python scripts/equal_results.py             compare with the digests the tests hold
    python scripts/equal_results.py --write     write these anew, after a change that is meant
    python scripts/equal_results.py --builds    build the core with and without fused operations
                                                (in copies of the tree) and compare each

Each comparison is made in processes of their own at every level that can be had here: as it
is, with NumPy's and with OpenBLAS's code for newer processors switched off, and with that of
the C library. A difference ends the script with 1.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner

ROOT = Path(__file__).parent.parent
DIGESTS = ROOT / "tests" / "data" / "equal_results.json"

COMMANDS = (
    "advise --example midgame --simulations 300 --seed 1",
    "advise --example middle-2p --simulations 300 --seed 2",
    "advise --example late-2p --simulations 300 --seed 3",
    "advise --example late-3p --simulations 300 --seed 4",
    "advise --example opening-4p --simulations 300 --seed 5",
    "advise --example midgame --simulations 1200 --seed 6 --threads 2",
    "match greedy policy --games 4 --seed 5",
    "match mcts:simulations=5 mcts:simulations=5,plain=1 level:novice --games 3 --seed 6",
)
"""All print JSON. The matches have deals enough for every interval and rating."""

BUILDS = ("", "-mfma -mavx2") if platform.machine() in ("x86_64", "AMD64") else ("",)
"""Options of the compiler; the first is what a package is built with."""


def digests() -> dict[str, str]:
    """SHA-256 of what each of the commands prints, in this process."""
    from gwta_ai.cli import program

    found = {}
    for command in COMMANDS:
        result = CliRunner().invoke(program, [*command.split(), "--json"])
        if result.exit_code != 0:
            raise click.ClickException(f"{command}: {result.output}")
        found[command] = hashlib.sha256(result.stdout.encode()).hexdigest()
    return found


def levels() -> Iterator[tuple[str, dict[str, str]]]:
    """Names of levels, and the variables of the environment that set them."""
    yield "as it is", {}
    from numpy._core import _multiarray_umath as numpy_core

    newer = [each for each in numpy_core.__cpu_dispatch__ if numpy_core.__cpu_features__[each]]
    if newer:
        yield "NumPy for old processors", {"NPY_DISABLE_CPU_FEATURES": " ".join(newer)}
    if platform.machine() in ("x86_64", "AMD64"):
        yield "OpenBLAS for old processors", {"OPENBLAS_CORETYPE": "Prescott"}
        off = ",".join(f"-{each}" for each in ("AVX", "AVX2", "FMA", "FMA4", "AVX512F"))
        yield "C library for old processors", {"GLIBC_TUNABLES": f"glibc.cpu.hwcaps={off}"}


def at_level(variables: dict[str, str]) -> dict[str, str]:
    """The digests made by another process with these variables."""
    done = subprocess.run(
        [sys.executable, "-P", __file__, "--print"],
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def differences(expected: dict[str, str]) -> list[str]:
    """Level and command of everything that comes out otherwise at some level."""
    found = []
    for name, variables in levels():
        got = at_level(variables)
        found += [f"{name}: {one}" for one in COMMANDS if got[one] != expected.get(one)]
    return found


def built(options: str, folder: Path) -> dict[str, str]:
    """The variables that name a copy of the tree with its core built with these options."""
    leave = shutil.ignore_patterns(".*", "build", "*.so", "*.egg-info")
    shutil.copytree(ROOT, folder, ignore=leave, dirs_exist_ok=True)
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=folder,
        env=os.environ | {"CFLAGS": options},
        check=True,
    )
    return {"PYTHONPATH": str(folder)}


@click.command()
@click.option("--write", is_flag=True, help="Write the digests anew.")
@click.option("--builds", is_flag=True, help="Build the core anew, in several ways.")
@click.option("--print", "only_print", is_flag=True, hidden=True)
def main(write: bool, builds: bool, only_print: bool) -> None:
    """Compare what commands print with the digests the tests hold."""
    if only_print:
        click.echo(json.dumps(digests()))
        return
    if write:
        DIGESTS.write_text(json.dumps(digests(), indent=2) + "\n", encoding="utf-8")
    expected = json.loads(DIGESTS.read_text("utf-8"))
    found = []
    if builds:
        for options in BUILDS:
            with tempfile.TemporaryDirectory() as folder:
                os.environ |= built(options, Path(folder))
                found += [f"{options or 'plain'}: {one}" for one in differences(expected)]
    else:
        found = differences(expected)
    for one in found:
        click.echo(f"differs: {one}")
    if found:
        raise SystemExit(1)
    click.echo(f"{len(COMMANDS)} commands print the same at every level")


if __name__ == "__main__":
    main()
