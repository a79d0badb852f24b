"""Broken snapshots load or are refused in words; a sample of ``scripts/fuzz_snapshots.py``."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from loading import ROOT, script
from mangling import LOADED, OUTCOMES, Corpus, changed_content, mangled, outcome
from strange import strange

import gwta_ai
from gwta_ai import Problem, Ruleset
from gwta_ai.common.form.page import rows
from gwta_ai.errors import GwtaError
from gwta_ai.games.argentina.snapshot import board, lexicon
from gwta_ai.games.argentina.snapshot.decisions import decisions

SAMPLE = 3000


@cache
def corpus() -> Corpus:
    return Corpus()


# --- the corpus ----------------------------------------------------------------------------------


def test_the_corpus_has_every_field_of_every_decision() -> None:
    found = set()
    for data in corpus().snapshots:
        for each in data["decisions"]:
            found |= {f"decisions.{each['decision']}.{name}" for name in each}
            found.add(f"decisions.{each['decision']}")
    forms = decisions(lexicon(Ruleset.default())).kind(0).forms  # type: ignore[attr-defined]
    known = {f"decisions.{name}" for name in forms}
    known |= {
        f"decisions.{name}.{field.name}" for name, each in forms.items() for field in each.fields
    }
    # Nothing of a kind that does nothing by itself is ever committed.
    assert {name for name in known - found if not name.endswith(".committed")} == set()


def test_the_corpus_has_every_field_of_the_board_and_the_players() -> None:
    words = lexicon(Ruleset.default())
    known = {
        row.path.replace("[]", ".[]")
        for viewer in (None, 0)
        for row in rows(board.record(words, viewer))
    }
    assert known <= {*corpus().field_names}


# --- a sample ------------------------------------------------------------------------------------


def test_broken_snapshots_load_or_are_refused() -> None:
    """And what loads can be played to the end."""
    results: Counter[str] = Counter()
    fields: Counter[str] = Counter()
    for number in range(SAMPLE):
        case = mangled(corpus(), 7, number)
        try:
            results[outcome(case, number)] += 1
        except Exception as error:
            pytest.fail(f"input {number} of seed 7, {case.how} {case.field}: {error!r}")
        fields[case.field] += 1
    assert set(results) == set(OUTCOMES)
    assert min(results[name] for name in OUTCOMES[:3]) > SAMPLE // 20
    assert {*corpus().field_names} <= fields.keys()


def test_inputs_are_always_the_same() -> None:
    for number in range(30):
        assert mangled(corpus(), 1, number) == mangled(corpus(), 1, number)
    assert mangled(corpus(), 1, 5) != mangled(corpus(), 2, 5)


def test_fields_of_files_are_changed_for_the_guided_target() -> None:
    changed = 0
    for number, content in enumerate([*corpus().packed[:20], *corpus().texts[:20]]):
        other = changed_content(content, corpus(), number)
        changed += other is not None and other != content
    assert changed > 30
    assert changed_content(b"\xc0", corpus(), 1) is None
    assert changed_content(b"{}", corpus(), 1) is None


def test_a_wrong_outcome_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each check of ``outcome`` fails where it should."""
    case = next(
        case
        for case in (mangled(corpus(), 1, number) for number in range(1000))
        if not case.is_json and not case.is_view and case.how == "graft"
        if outcome(case, 16) == LOADED
    )
    for name, value in (
        ("gwta_ai.games.state.State.scores", lambda self: 1 / 0),
        ("gwta_ai.games.state.State.is_over", property(lambda self: False)),
        ("gwta_ai.games.state.State.__eq__", lambda self, other: False),
        (
            "mangling.problems_in_file",
            lambda content: [Problem("", "", "")],
        ),
        ("mangling.decode", lambda data: (gwta_ai.new_game(2, 99).core, None)),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(name, value)
            with pytest.raises((AssertionError, ZeroDivisionError)):
                outcome(case, 16)


# --- the scripts ---------------------------------------------------------------------------------


def start(name: str, *arguments: str) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(Path(gwta_ai.__file__).parent.parent)])
    return subprocess.Popen(
        [sys.executable, str(ROOT / "scripts" / f"{name}.py"), *arguments],
        env=os.environ | {"PYTHONPATH": path, "COLUMNS": "130"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_script_prints_figures() -> None:
    process = start("fuzz_snapshots", "--inputs", "600", "--jobs", "2", "--seed", "3")
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, out + err
    assert "600 inputs in" in out
    assert all(name in out for name in OUTCOMES)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_the_script_prints_what_it_has_when_interrupted(ending: signal.Signals) -> None:
    process = start("fuzz_snapshots", "--inputs", "10000000")
    assert process.stderr is not None
    assert "sound snapshots" in process.stderr.readline()
    time.sleep(2)
    process.send_signal(ending)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, out + err
    found = re.search(r"([\d,]+) inputs in", out)
    assert found is not None
    assert int(found[1].replace(",", "")) < 10_000_000


MEMORY = """
import sys
sys.path[:0] = [{scripts!r}, {tests!r}]
from fuzz_snapshots import RISE, limit_memory
kept = bytearray(RISE)
limit_memory()
bytearray(RISE // 2)
try:
    bytearray(RISE + (1 << 20))
except MemoryError:
    print("bounded")
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_the_limit_of_memory_holds() -> None:
    program = MEMORY.format(scripts=str(ROOT / "scripts"), tests=str(ROOT / "tests"))
    path = str(Path(gwta_ai.__file__).parent.parent)
    result = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert result.stdout == "bounded\n"


def test_a_failure_and_the_death_of_a_worker_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Input 30 raises what it should not, input 40 kills its process, 50 and on go well."""
    monkeypatch.syspath_prepend(ROOT / "scripts")  # where the worker finds the program
    module = script("fuzz_snapshots")
    total = module.Batch()
    with module.Progress(disable=True) as progress:
        module.run(120, 1, 1, corpus(), progress, total, judge=strange, batch=10)
    assert [number for number, _ in sorted(total.failures)] == [30, 40]
    assert "MemoryError" in total.failures[0][1]
    assert "exit code 9" in total.failures[1][1]
    assert sum(total.tally.values()) == 120


def test_the_guided_target_says_what_it_needs(tmp_path: Path) -> None:
    try:
        import atheris  # noqa: F401
    except ImportError:
        process = start("fuzz_target", str(tmp_path / "corpus"))
        out, err = process.communicate(timeout=60)
        assert process.returncode == 1, out + err
        assert "python -m pip install atheris" in err
        assert not (tmp_path / "corpus").exists()


def test_the_guided_target_fills_its_corpus(tmp_path: Path) -> None:
    target = script("fuzz_target")
    number = target.fill(tmp_path / "corpus", corpus())
    assert number == 2 * len(corpus().snapshots)
    assert target.fill(tmp_path / "corpus", corpus()) == number
    for file in sorted((tmp_path / "corpus").iterdir())[:10]:
        try:
            gwta_ai.load(file)
        except GwtaError as error:
            pytest.fail(f"{file.name}: {error}")
