"""The ladder: its file, its table, and going on after an interrupt."""

from __future__ import annotations

import dataclasses
import re
import signal
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result
from loading import ROOT, script

from gwta_ai.common.intervals import clustered, wilson
from gwta_ai.play import match

SMALL = """
anchor = "random"
[[pairing]]
name = "one"
bots = ["greedy", "random"]
games = 4
seed = 1
win_at_least = 0.5
[[pairing]]
name = "two"
bots = ["random:seed=1", "random"]
games = 4
seed = 2
players = 3
pool = "all"
high_at_least = 0.99
[[pairing]]
name = "three"
bots = ["random:seed=2", "random"]
games = 6
seed = 3
pool = "all"
[[pool]]
name = "all"
low_above = 0.01
"""


@pytest.fixture
def ladder() -> ModuleType:
    return script("ladder")


@pytest.fixture
def run(ladder: ModuleType, tmp_path: Path) -> Any:
    (tmp_path / "small.toml").write_text(SMALL)

    def run(*arguments: str, file: str = "small.toml") -> Result:
        given = ["--ladder", str(tmp_path / file), "--records", str(tmp_path / "games")]
        return CliRunner().invoke(ladder.main, [*given, "--jobs", "1", *arguments])

    return run


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line[1:-1].split("|")]


def test_the_table(run: Any, tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("before\n<!-- ladder -->\nold\n<!-- end of ladder -->\nafter\n")
    result = run("--readme", str(readme))
    assert result.exit_code == 0, result.output
    table, ratings = result.stdout.strip().split("\n\n")
    head, _, *rows = [cells(line) for line in table.splitlines()]
    assert [row[0] for row in rows] == ["one", "two", "three", "all, together"]
    assert {len(row) for row in rows} == {len(head)}
    one, two, _, pooled = (dict(zip(head, row, strict=True)) for row in rows)
    assert one["bots"] == "`greedy` v `random`"
    assert (one["win"], one["claim"], one["holds"]) == ("100.0 %", "≥ 50 %", "surely")
    assert two["bots"] == "`random:seed=1` v 2 `random`"
    assert (two["players"], two["games"], two["holds"]) == ("3", "4", "no")
    assert two["claim"] == "upper bound ≥ 99 %"
    assert (pooled["players"], pooled["games"]) == ("2, 3", "10")
    assert pooled["claim"] == "lower bound > 1 %"
    assert "`greedy`" in ratings
    assert "or beyond" in ratings
    assert readme.read_text() == (
        f"before\n<!-- ladder -->\n{result.stdout.strip()}\n<!-- end of ladder -->\nafter\n"
    )
    again = run("--readme", str(readme))  # nothing is played, and nothing added
    assert again.stdout == result.stdout
    assert readme.read_text().count("| one |") == 1


def test_pooled_share(ladder: ModuleType) -> None:
    results = []
    for seed in (1, 2):
        played = match.Match(("random", "greedy"), games=6, seed=seed)
        results.append(match.play_match(played, jobs=1))
    row = cells(ladder.pooled_row(ladder.Pool(name="x", low_above=0.5), results))
    wins = [game.shares()[game.entries.index(0)] for result in results for game in result.games]
    share = sum(wins) / 12
    deals = [(at, game.deal) for at, result in enumerate(results) for game in result.games]
    by_deal = clustered(wins, deals)
    assert by_deal is not None
    assert row[3] == "12"
    assert row[4:7] == [
        f"{100 * share:.1f} %",
        *(f"{100 * low:.1f} .. {100 * high:.1f}" for low, high in (wilson(share, 12), by_deal)),
    ]
    assert row[-1] == "no"


def test_bounds_are_the_less_convenient_ones(ladder: ModuleType) -> None:
    share = ladder.Share(0.6, (0.5, 0.7), (0.55, 0.65))
    assert (share.low, share.high) == (0.5, 0.65)
    alone = ladder.Share(0.6, (0.5, 0.7), None)
    assert (alone.low, alone.high) == (0.5, 0.7)


def test_one_pairing_alone(run: Any) -> None:
    result = run("--only", "three")
    assert result.exit_code == 0
    assert re.findall(r"^\| (\w+)", result.stdout, re.MULTILINE) == [
        "pairing",
        "three",
        "all",
        "bot",
    ]


def test_an_interrupt(run: Any, ladder: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is finished stands there; the same command goes on."""
    whole = run("--only", "one", "--only", "three")
    play = ladder.play

    def interrupted(plan: Any, pairing: Any, records: Path, jobs: int) -> match.MatchResult:
        result: match.MatchResult = play(plan, pairing, records, jobs)
        kept = dict(list(result.records.items())[:3])
        return dataclasses.replace(result, records=kept) if pairing.name == "three" else result

    monkeypatch.setattr(ladder, "play", interrupted)
    result = run("--only", "one", "--only", "three")
    assert result.exit_code == 128 + signal.SIGINT
    assert "Interrupted: three has 3 of 6 games." in result.stdout
    assert "| one |" in result.stdout
    monkeypatch.undo()
    assert run("--only", "one", "--only", "three").stdout == whole.stdout


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("seed = 1\n", "", "seed"),
        ("seed = 1\n", "seed = 1\ncolour = 1\n", "colour"),
        ('pool = "all"', 'pool = "none"', "none"),
        ('"two"', '"one"', "twice"),
        ('"greedy"', '"nobody"', "nobody"),
        ("games = 4", "games = ", "value"),
        ('anchor = "random"', "", "anchor"),
    ],
)
def test_files_that_cannot_be(run: Any, tmp_path: Path, old: str, new: str, word: str) -> None:
    assert old in SMALL
    (tmp_path / "bad.toml").write_text(SMALL.replace(old, new, 1))
    result = run(file="bad.toml")
    assert result.exit_code == 2
    assert word in result.stderr
    assert result.stdout == ""


def test_marks_are_asked_for_before_anything_is_played(run: Any, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("no marks")
    result = run("--readme", str(tmp_path / "README.md"))
    assert result.exit_code == 2
    assert "<!-- ladder -->" in result.stderr
    assert not (tmp_path / "games").exists()


def test_the_file_of_the_ladder(ladder: ModuleType) -> None:
    """Every seed once, and games that seat all alike."""
    found = ladder.read(ROOT / "scripts" / "ladder.toml")
    assert len({pairing.seed for pairing in found.pairing}) == len(found.pairing)
    for pairing in found.pairing:
        assert pairing.games % (pairing.players or len(pairing.bots)) == 0
    doubled = [pairing for pairing in found.pairing if pairing.pool is not None]
    assert [pairing.bots for pairing in doubled] == [
        [f"mcts:simulations={2 * n}", f"mcts:simulations={n}"] for n in (250, 500, 1000, 2000)
    ]
    assert all(pairing.games >= 200 for pairing in doubled)
