"""How the command line ends when what is around it does: readers, workers, patience."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
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


# -------------------------------------------------------------------------------- interrupts

LINE = b"gwta-ai: interrupted\n"
LINE_OF_JSON = b'{"error": {"code": 130, "file": null, "path": null, "message": "interrupted"}}\n'
# Runs the program and interrupts it as it loads a module: one of a name, or of a number counted
# from the first that our code asks for. With neither it says at the end how many it loaded.
LOADING = """
import os, runpy, signal, sys
at, loaded, ours = sys.argv.pop(1), -1, 0
def seen(event, arguments):
    global loaded, ours
    if event == "import":
        ours += arguments[0].startswith("gwta_ai")
        loaded += ours > 1
        if at in (arguments[0], str(loaded)) and ours > 1:
            interrupt()
def interrupt():
    global at
    at = "done"
    os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(seen)
try:
    runpy.run_module("gwta_ai", run_name="__main__", alter_sys=True)
finally:
    if at == "none":
        print(loaded, file=sys.stderr)
"""
# Runs the program and interrupts it before or after the first call of a function.
CALLING = """
import os, runpy, signal, sys
from importlib import import_module
module, name, when = sys.argv.pop(1).split()
place = import_module(module)
for part in name.split(".")[:-1]:
    place = getattr(place, part)
function = getattr(place, name.split(".")[-1])
done = []
def called(*arguments, **options):
    if when == "before" and not done:
        done.append(os.kill(os.getpid(), signal.SIGINT))
    found = function(*arguments, **options)
    if when == "after" and not done:
        done.append(os.kill(os.getpid(), signal.SIGINT))
    return found
setattr(place, name.split(".")[-1], called)
runpy.run_module("gwta_ai", run_name="__main__", alter_sys=True)
"""
ADVISE = ("advise", "--example", "midgame", "--simulations", "500", "--json")
MATCH = ("match", "random", "random", "--games", "2", "--jobs", "1")


def interrupted(code: str, where: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-P", "-c", code, where, *arguments],
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )


@cache
def modules_of(arguments: tuple[str, ...]) -> int:
    """How many modules a command loads."""
    ended = interrupted(LOADING, "none", *arguments)
    assert ended.returncode == 0, ended.stderr
    return int(ended.stderr)


@pytest.mark.parametrize("part", range(12))
@pytest.mark.parametrize("arguments", [("advise", "--help"), ADVISE, MATCH], ids=" ".join)
def test_an_interrupt_while_it_starts(arguments: tuple[str, ...], part: int) -> None:
    """Ends it with 130 and one line, whatever is being loaded: NumPy and SciPy too.

    Once there is something to print it is printed.
    """
    ended = interrupted(LOADING, str(part * (modules_of(arguments) - 1) // 11), *arguments)
    if ended.stdout:
        assert ended.stderr == b""
        assert ended.returncode in (0, 130)
        return
    assert ended.returncode == 130
    if part or ended.stderr:  # the first falls before there is a line to say
        assert ended.stderr == (LINE_OF_JSON if "--json" in arguments else LINE)


@pytest.mark.parametrize("module", ["numpy", "numpy.linalg"])
def test_an_interrupt_while_modules_written_in_c_are_loaded(module: str) -> None:
    """They turn an exception into others, or print it."""
    ended = interrupted(LOADING, module, *ADVISE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", LINE_OF_JSON)


@pytest.mark.parametrize(
    "moment",
    [
        "gwta_ai.search.search Search.run before",
        "gwta_ai.search.search Search.run after",
        "gwta_ai.search.search Search.outcome before",
        "gwta_ai.adviser.advisor candidate after",
        "gwta_ai.adviser.advice Advice.explain before",
        "gwta_ai.cli.files json_text after",
        "click echo before",
    ],
)
def test_what_a_search_found_is_printed(moment: str) -> None:
    """Wherever the interrupt falls, from the first moment of the search to the last line."""
    ended = interrupted(CALLING, moment, *ADVISE)
    assert ended.stderr == b""
    found = json.loads(ended.stdout)
    assert found["simulations"] > 0
    assert found["candidates"]
    assert ended.returncode == (0 if found["complete"] else 130)
    assert found["complete"] == (found["simulations"] == 500)


@pytest.mark.parametrize(
    "moment",
    ["gwta_ai.search.search Search.__init__ before", "gwta_ai.cli.files loads after"],
)
def test_an_interrupt_before_the_search(moment: str) -> None:
    """There is nothing to print."""
    ended = interrupted(CALLING, moment, *ADVISE)
    assert (ended.returncode, ended.stdout) == (130, b"")
    assert json.loads(ended.stderr)["error"]["message"] == "interrupted"


@pytest.mark.parametrize("moment", ["gwta_ai.play.match MatchResult.to_dict before"])
def test_what_was_played_is_printed(moment: str) -> None:
    ended = interrupted(CALLING, moment, *MATCH, "--json")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout)["games"] == 2


def test_an_interrupt_while_it_saves_leaves_nothing_beside(tmp_path: Path) -> None:
    moment = "gwta_ai.common.files put_bytes before"
    file = tmp_path / "game.msgpack"
    ended = interrupted(CALLING, moment, "new", "--players", "2", "-o", str(file))
    assert (ended.returncode, ended.stderr[-len(LINE) :]) == (130, LINE)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("as_json", [False, True])
def test_the_interrupted_say_so_in_the_same_words(as_json: bool) -> None:
    """Before the command line is loaded and after."""
    words = ["new", "--players", "2", "-o", os.devnull, *(["--json"] if as_json else [])]
    early = interrupted(CALLING, "gwta_ai.common.interrupts end_at_once after", *words)
    late = interrupted(CALLING, "gwta_ai.common.files name_of before", *words)
    assert early.returncode == late.returncode == 130
    assert early.stderr.strip() == late.stderr.strip()


def test_interrupts_that_are_ignored_stay_so(folder: Path) -> None:
    """As of a process that a shell runs in the background."""
    code = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{CALLING}"
    ended = interrupted(code, "gwta_ai.cli.files loads after", "moves", "--example", "midgame")
    assert (ended.returncode, ended.stderr) == (0, b"")
