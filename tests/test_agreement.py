"""Agreement: its figures on known answers, the positions, and a tiny run into a README."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result
from loading import script

from gwta_ai.common.intervals import clustered, wilson

QUICK = ("--simulations", "20", "--simulations", "60", "--long-simulations", "200")


@pytest.fixture
def agreement() -> ModuleType:
    return script("agreement")


@pytest.fixture
def run(agreement: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(agreement, "PLAYING", (agreement.Thought(),))

    def run(*arguments: str) -> Result:
        given = ["--positions", "4", "--searches", "3", "--jobs", "1", *QUICK, *arguments]
        return CliRunner().invoke(agreement.main, given)

    return run


def answer(named: list[str], best: str, **values: tuple[float, float]) -> dict[str, Any]:
    return {
        "named": {"1 s": named},
        "simulations": {"1 s": 100.0},
        "best": best,
        "values": {action: [*value, 50] for action, value in values.items()},
    }


def test_known_figures(agreement: ModuleType) -> None:
    answers = [
        answer(["a", "a", "a", "b"], "a", a=(0.5, 0.6), b=(0.4, 0.2)),
        answer(["c", "c", "c", "c"], "d", c=(0.3, 0.3), d=(0.35, 0.32)),
        answer(["e", "e", "f", "f"], "e", e=(0.3, 0.3), f=(0.32, 0.3)),
    ]
    found = agreement.agreement(answers, "1 s")
    assert found.commonest == pytest.approx((0.75, *clustered([0.75, 1, 0.5], range(3))))
    assert found.alike == pytest.approx((1 / 3, *wilson(1 / 3, 3)))
    assert found.right[0] == pytest.approx((0.75 + 0 + 0.5) / 3)
    assert found.win == pytest.approx(
        ((0.025 + 0.05 - 0.01) / 3, *clustered([0.025, 0.05, -0.01], range(3)))
    )
    assert found.reward[0] == pytest.approx((0.1 + 0.02 + 0) / 3)
    assert found.simulations == 100
    *_, line = agreement.rows(answers, ["1 s"], "9 s")
    assert line.startswith("| 1 s | 100 | 75.0 % (12.9 .. 100.0) | 33.3 % (")
    assert "| 2.17 % (-" in line


def test_positions_are_mixed(agreement: ModuleType) -> None:
    """Of 50: all numbers of players, each over all stages, by the policy and by the search."""
    found = agreement.positions(50, 1)
    assert found == agreement.positions(50, 1)
    assert len({one.seed for one in found}) == 50
    for players in (2, 3, 4):
        stages = [one.stage for one in found if one.players == players]
        assert len(stages) >= 16
        assert min(stages) < 0.1
        assert max(stages) > 0.9
        for playing in agreement.PLAYING:
            assert sum((one.players, one.playing) == (players, playing) for one in found) >= 8


def test_what_is_asked(agreement: ModuleType) -> None:
    """Every action that is named is looked at long enough to have a value."""
    (position,) = agreement.positions(1, 3)
    short = (agreement.Thought(simulations=8),)
    question = agreement.Question(
        position, short, agreement.Thought(simulations=200), 6, weights=None
    )
    found = agreement.ask(question)
    assert found == agreement.ask(question)
    named = found["named"]["8 simulations"]
    assert len(named) == 6
    assert found["options"] >= 3
    assert found["simulations"] == {"8 simulations": 8}
    assert found["values"].keys() == {found["best"], *named}
    assert all(games >= 10 for *_, games in found["values"].values())
    assert all(0 <= win <= 1 and 0 <= reward <= 1 for win, reward, _ in found["values"].values())


def test_one_search_is_asked_at_every_limit(agreement: ModuleType) -> None:
    """It names what a search that ends there would have named."""
    (position,) = agreement.positions(1, 3)
    long = agreement.Thought(simulations=100)

    def named(*counts: int) -> dict[str, list[str]]:
        short = tuple(agreement.Thought(simulations=count) for count in counts)
        question = agreement.Question(position, short, long, 4, weights=None)
        names: dict[str, list[str]] = agreement.ask(question)["named"]
        return names

    assert named(8, 40, 90) == named(8) | named(40) | named(90)
    table = agreement.table_of(position.players, None)
    search = table.searching(agreement.found(position, table).position, 1)
    agreement.run(search, agreement.Thought(seconds=0.05))
    left = agreement.rest(agreement.Thought(seconds=0.2), search).seconds
    assert left == pytest.approx(0.2 - search.seconds)
    assert agreement.rest(agreement.Thought(seconds=0.01), search).seconds == 0


def test_limits_are_of_one_kind(run: Any) -> None:
    result = run("--seconds", "1", "--simulations", "9")
    assert result.exit_code == 2
    assert "--simulations: expected instead of --seconds" in result.stderr


def test_a_run(run: Any, agreement: ModuleType, tmp_path: Path, monkeypatch: Any) -> None:
    """The table stands in the README; what was asked is not asked again."""
    readme, kept = tmp_path / "README.md", tmp_path / "r.jsonl"
    readme.write_text("before\n<!-- agreement -->\n<!-- end of agreement -->\nafter\n")
    whole = run()
    assert whole.exit_code == 0, whole.output
    ask = agreement.ask
    asked = 0

    def interrupted(question: Any) -> Any:
        nonlocal asked
        if asked == 2:
            raise KeyboardInterrupt
        asked += 1
        return ask(question)

    monkeypatch.setattr(agreement, "ask", interrupted)
    broken = run("--results", str(kept), "--readme", str(readme))
    assert broken.exit_code == 130
    assert "2 of 4 positions" in broken.stderr
    assert "at each of 2 positions" in broken.stdout
    assert "before\n<!-- agreement -->\n<!--" in readme.read_text()
    monkeypatch.setattr(agreement, "ask", ask)
    result = run("--results", str(kept), "--readme", str(readme))
    assert result.stdout == whole.stdout
    table = result.stdout.strip()
    assert readme.read_text() == (
        f"before\n<!-- agreement -->\n{table}\n<!-- end of agreement -->\nafter\n"
    )
    assert re.findall(r"^\| (\d+ simulations)", table, re.M) == ["20 simulations", "60 simulations"]
    assert len(kept.read_text().splitlines()) == 5
    assert json.loads(kept.read_text().splitlines()[0])["long"] == "200 simulations"


def test_marks_are_asked_for_first(run: Any, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("none")
    result = run("--readme", str(tmp_path / "README.md"), "--results", str(tmp_path / "r"))
    assert result.exit_code == 2
    assert "<!-- agreement -->" in result.stderr
    assert not (tmp_path / "r").exists()
