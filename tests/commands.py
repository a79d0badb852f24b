"""The command line as tests use it: within this process, or as one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

import gwta_ai
from gwta_ai.cli import program

QUICK = ("--simulations", "50", "--seed", "1", "--threads", "1")


def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(program, [str(argument) for argument in arguments], input=stdin)


def output(*arguments: str | Path, stdin: bytes | None = None) -> Any:
    """The JSON a command prints that ends well."""
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return json.loads(result.stdout)


def failure(code: int, *arguments: str | Path, stdin: bytes | None = None) -> str:
    """The one line on standard error of a command that fails with ``code``."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == code, (result.exit_code, result.output)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("gwta-ai: ")
    return line


def environment(**more: str) -> dict[str, str]:
    """For a process that is to import the package under test, wherever it starts."""
    return os.environ | {"PYTHONPATH": str(Path(gwta_ai.__file__).parent.parent)} | more


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-P", "-m", "gwta_ai", *map(str, arguments)]


def process(
    folder: Path, *arguments: str | Path, stdin: bytes = b"", **variables: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment(**variables),
        input=stdin,
        capture_output=True,
        timeout=120,
        check=False,
    )
