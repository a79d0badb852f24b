"""How the command line ends when what is around it does: readers, workers, patience."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import command, environment

import gwta_ai

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")

QUICK = ("--simulations", "20")
PRINTING = [
    ("--help",),
    ("--version",),
    ("moves", "--help"),
    ("new", "--players", "2", "-o", "-"),
    ("new", "--players", "2", "-o", "out.msgpack"),
    ("show", "game.msgpack"),
    ("check", "game.msgpack"),
    ("check", "bad.json"),
    ("moves", "game.msgpack"),
    ("apply", "game.msgpack", "place:n1", "-o", "-"),
    ("apply", "game.msgpack", "place:n1", "-o", "out.msgpack"),
    ("advise", "game.msgpack", *QUICK),
    ("match", "random", "random", "--games", "1", "--jobs", "1"),
    ("ruleset",),
    ("ruleset", "--export", "-"),
    ("ruleset", "--export", "out.toml"),
    ("bench", "--seconds", "0.001"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place with a game and with what is none."""
    found = tmp_path_factory.mktemp("endings")
    gwta_ai.save(gwta_ai.new_game(2, 1), found / "game.msgpack")
    (found / "bad.json").write_text("{}")
    return found


def unread(folder: Path, *arguments: str, stderr: bool = False) -> tuple[int, bytes]:
    """The exit code and standard error of a process whose output nobody reads."""
    end, begin = os.pipe()
    os.close(end)
    try:
        ended = subprocess.run(
            command(*arguments),
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=begin,
            stderr=begin if stderr else subprocess.PIPE,
            timeout=120,
            check=False,
        )
    finally:
        os.close(begin)
    return ended.returncode, ended.stderr or b""


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_a_reader_that_has_read_enough(
    folder: Path, arguments: tuple[str, ...], as_json: bool
) -> None:
    """Closes the pipe, which is no failure and nothing to complain of."""
    json = ("--json",) if as_json and not arguments[0].startswith("-") else ()
    assert unread(folder, *arguments, *json) == (0, b"")


def test_an_error_that_nobody_reads(folder: Path) -> None:
    """It is told by the exit code."""
    assert unread(folder, "moves", "missing", stderr=True)[0] == 3
    assert unread(folder, "sing", stderr=True)[0] == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is full")
@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_output_that_cannot_be_written(folder: Path, arguments: tuple[str, ...]) -> None:
    """Is a failure, told in one line."""
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            command(*arguments),
            cwd=folder,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=120,
            check=False,
        )
    assert (ended.returncode, len(ended.stderr.splitlines())) == (3, 1), ended.stderr
    assert b"No space left on device" in ended.stderr
