"""Tasks whose results are kept: what a file has, what is refused, and processes."""

from __future__ import annotations

from operator import neg
from pathlib import Path

import click
import pytest
from workshop import resumable

ABOUT = {"what": "a test", "seed": 1}


def test_results_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "r.jsonl"
    results = resumable.Results(path, ABOUT)
    results.add("a", [1, (2.5, None)])
    assert results.found == {"a": [1, [2.5, None]]}
    again = resumable.Results(path, ABOUT)
    assert again.found == results.found
    again.add("b", 3)
    assert resumable.Results(path, ABOUT).found == {"a": [1, [2.5, None]], "b": 3}


@pytest.mark.parametrize("cut", [1, 4])
def test_a_line_cut_short_is_done_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "r.jsonl"
    results = resumable.Results(path, ABOUT)
    results.add("a", 1)
    results.add("b", 2)
    path.write_bytes(path.read_bytes()[:-cut])
    again = resumable.Results(path, ABOUT)
    assert again.found == {"a": 1}
    again.add("b", 2)
    assert resumable.Results(path, ABOUT).found == {"a": 1, "b": 2}


def test_results_of_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    resumable.Results(path, ABOUT).add("a", 1)
    content = path.read_bytes()
    with pytest.raises(click.UsageError, match="another more, seed"):
        resumable.Results(path, ABOUT | {"seed": 2, "more": 1})
    assert path.read_bytes() == content
    for letter in ("Dear Sir,\nyours", "Dear Sir", "[1]\n"):
        path.write_text(letter)
        with pytest.raises(click.UsageError, match="no results"):
            resumable.Results(path, ABOUT)
        assert path.read_text() == letter


@pytest.mark.parametrize("jobs", [1, 2])
def test_tasks_without_a_result_are_done(jobs: int) -> None:
    results = resumable.Results(None, ABOUT)
    results.add("1", "kept")
    tasks = {str(number): number for number in range(5)}
    assert resumable.run(neg, tasks, results, jobs=jobs, label="tasks")
    assert results.found == {"0": 0, "1": "kept", "2": -2, "3": -3, "4": -4}


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_goes_wrong_in_a_task_is_raised(jobs: int) -> None:
    with pytest.raises(TypeError):
        resumable.run(
            neg, {"a": "x", "b": "y"}, resumable.Results(None, ABOUT), jobs=jobs, label="tasks"
        )
