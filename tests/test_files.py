"""Paths that name no file, and files that are none: refused in one line, and at once."""

from __future__ import annotations

import os
import pickle
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from commands import QUICK, command, environment, process

import gwta_ai
from gwta_ai import FileError, GwtaError, Match, Ruleset, Weights, WeightsError, play_match
from gwta_ai.common.files import read, write_whole
from gwta_ai.errors import RulesetError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices of POSIX")

TWO = gwta_ai.new_game(2, 1)


def loop(folder: Path) -> Path:
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to("one")
    return folder / "one"


def fifo(folder: Path) -> Path:
    os.mkfifo(folder / "fifo")
    return folder / "fifo"


def listening(folder: Path) -> Path:
    short = os.path.relpath(folder / "s")  # names of sockets have about 100 characters
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(short)
    return folder / "s"


def to_a_device(folder: Path) -> Path:
    (folder / "link").symlink_to("/dev/zero")
    return folder / "link"


STRANGE: dict[str, tuple[Callable[[Path], Path], str]] = {
    "loop": (loop, "Too many levels of symbolic links"),
    "pipe": (fifo, "expected a file, got a pipe"),
    "socket": (listening, "expected a file, got a socket"),
    "zero": (lambda _: Path("/dev/zero"), "expected a file, got a device"),
    "random": (lambda _: Path("/dev/random"), "expected a file, got a device"),
    "link to a device": (to_a_device, "expected a file, got a device"),
    "folder": (lambda folder: folder, "expected a file, got a folder"),
    "below a file": (lambda _: Path(__file__) / "x", "Not a directory"),
    "long": (lambda folder: folder / ("x" * 300), "File name too long"),
}
UNNAMEABLE = {"nul": ("a\0b", "expected a path without a NUL"), "empty": ("", "No such file")}


@pytest.fixture(params=[*STRANGE, *UNNAMEABLE])
def strange(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A path that names no file, and what is said of it."""
    if request.param in UNNAMEABLE:
        return UNNAMEABLE[request.param]
    make, said = STRANGE[request.param]
    return str(make(tmp_path)), said


def test_nothing_but_files_is_read(strange: tuple[str, str]) -> None:
    path, said = strange
    for load in (gwta_ai.load, read):
        with pytest.raises(FileError, match=said) as caught:
            load(path)
        assert caught.value.filename == path
        assert isinstance(caught.value, OSError)
    with pytest.raises(RulesetError, match=said):
        Ruleset.load(path)
    with pytest.raises(WeightsError, match=said):
        Weights.load(path)
    with pytest.raises(WeightsError, match=said):
        gwta_ai.bots.make(f"policy:weights={path}")


def test_nothing_but_files_is_written(strange: tuple[str, str]) -> None:
    """And what is there stays as it is."""
    path, said = strange
    before = os.lstat(path) if os.path.lexists(path.replace("\0", "")) and path else None
    with pytest.raises(FileError, match=said) as caught:
        gwta_ai.save(TWO, path)
    assert caught.value.filename == path
    if before is not None:
        assert stat.S_IFMT(os.lstat(path).st_mode) == stat.S_IFMT(before.st_mode)


def test_the_command_line_refuses_them_at_once(strange: tuple[str, str], tmp_path: Path) -> None:
    """Wherever a file is named: as a game, a ruleset, weights, a place for records or output."""
    path, said = strange
    if "\0" in path:  # no argument of a process
        return
    gwta_ai.save(TWO, tmp_path / "game.msgpack")
    told = [
        process(tmp_path, *arguments)
        for arguments in (
            ("moves", path),
            ("advise", path, *QUICK),
            ("ruleset", "--check", path),
            ("new", "--players", "2", "-o", path),
            ("ruleset", "--export", path),
            ("match", "random", f"policy:weights={path}", "--games", "1"),
        )
    ]
    if path:
        told.append(process(tmp_path, "new", "--players", "2", "-o", "-", GWTA_RULESET=path))
    for ended in told:
        assert (ended.returncode, ended.stdout) == (3, b""), ended
        (line,) = ended.stderr.decode().splitlines()
        assert said in line
        assert line.startswith(f"gwta-ai: {path or repr('')}: ")


def test_records_are_kept_in_a_folder_of_files(tmp_path: Path) -> None:
    match = Match(("random", "random"), 1)
    (tmp_path / "file").write_bytes(b"")
    for path, said in (
        (str(tmp_path / "file"), "expected a folder, got a file"),
        (str(fifo(tmp_path)), "expected a folder, got a file"),
        (str(loop(tmp_path)), "expected a folder, got a file"),
        ("a\0b", "expected a path without a NUL"),
    ):
        with pytest.raises(FileError, match=said):
            play_match(match, jobs=1, records=path)
    folder = tmp_path / "records"
    folder.mkdir()
    os.mkfifo(folder / f"{match.game_id(0)}.msgpack")
    with pytest.raises(FileError, match="expected a file, got a pipe"):
        play_match(match, jobs=1, records=folder)


def test_python_knows_the_errors_as_well(tmp_path: Path) -> None:
    """Whoever opens files expects them by Python's names."""
    with pytest.raises(FileNotFoundError) as missing:
        gwta_ai.load(tmp_path / "missing")
    with pytest.raises(IsADirectoryError) as folder:
        gwta_ai.load(tmp_path)
    for caught, name in ((missing, tmp_path / "missing"), (folder, tmp_path)):
        assert isinstance(caught.value, GwtaError)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert str(again) == str(caught.value)
        assert again.errno == caught.value.errno
        assert str(caught.value).startswith(f"{name}: ")


@pytest.mark.parametrize("path", [5, True, 1.5, None, [], object(), b"\xff", "\udcff\ud800"])
def test_what_is_no_path_is_refused(path: object) -> None:
    """A number too, which Python would take for a file that is open."""
    expected = FileError if isinstance(path, (str, bytes)) else gwta_ai.ArgumentError
    for act in (
        gwta_ai.load,
        lambda path: gwta_ai.save(TWO, path),
        Ruleset.load,
        Weights.load,
        Weights.default().save,
    ):
        if expected is gwta_ai.ArgumentError:
            with pytest.raises(expected, match="path: expected the path of a file, got"):
                act(path)  # type: ignore[operator]
        elif isinstance(path, str):
            with pytest.raises(GwtaError, match="expected a path that can be encoded"):
                act(path)  # type: ignore[operator]


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="no names of what is open")
def test_pipes_that_were_handed_over_are_read_and_written(tmp_path: Path) -> None:
    """A shell names them so in ``<(…)`` and ``>(…)``; they come from whoever calls."""
    data = TWO.to_bytes()
    for name in ("/dev/stdin", "/dev/fd/0"):
        assert process(tmp_path, "check", name, stdin=data).returncode == 0
    toml = Ruleset.shipped().text.encode()
    assert process(tmp_path, "ruleset", "--check", "/dev/stdin", stdin=toml).returncode == 0
    ended = process(tmp_path, "new", "--players", "2", "--seed", "1", "-o", "/dev/stdout")
    assert ended.stdout.startswith(data)
    assert ended.stdout[len(data) :].startswith(b"/dev/stdout: 2 players")
    begin, end = os.pipe()
    os.write(end, data)
    os.close(end)
    try:
        assert gwta_ai.load(f"/dev/fd/{begin}") == TWO
    finally:
        os.close(begin)
    with pytest.raises(FileError, match="Bad file descriptor"):
        gwta_ai.load(f"/dev/fd/{begin}")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no device without an end")
def test_an_endless_standard_input_is_read_as_far_as_it_takes(tmp_path: Path) -> None:
    for arguments in (("moves", "-"), ("moves", "/dev/stdin"), ("ruleset", "--check", "-")):
        with open("/dev/zero", "rb") as zero:
            ended = subprocess.run(
                command(*arguments),
                cwd=tmp_path,
                env=environment(),
                stdin=zero,
                capture_output=True,
                timeout=60,
                check=False,
            )
        assert (ended.returncode, len(ended.stderr.splitlines())) == (3, 1)


def test_what_becomes_a_pipe_before_it_is_opened_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gwta_ai.common.files._check_kind", lambda _: None)
    assert read(fifo(tmp_path)) == b""


def test_what_is_put_into_nothing_is_gone() -> None:
    write_whole(os.devnull, b"x")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    "arrays",
    [
        {"about": np.array({"a": 1}, dtype=object)},
        {"about": np.array("{}"), "policy_2": np.array([None], dtype=object)},
        {"about": np.array("{}"), "policy_2": np.array("x")},
        {"policy_2": np.zeros(3)},
    ],
)
def test_nobody_is_advised_to_load_what_may_run_code(
    arrays: dict[str, np.ndarray], tmp_path: Path
) -> None:
    """As NumPy does in its messages."""
    np.savez(tmp_path / "w.npz", **arrays)
    with open(tmp_path / "pickled.npz", "wb") as file:
        pickle.dump({"about": 1}, file)
    np.save(tmp_path / "array.npz", np.array({"a": 1}, dtype=object))
    (tmp_path / "text.npz").write_text("weights")
    for path in tmp_path.iterdir():
        with pytest.raises(WeightsError, match="no weights file") as caught:
            Weights.load(path)
        assert "pickle" not in str(caught.value).removeprefix(str(path))
        assert str(caught.value).startswith(f"{path}: ")
