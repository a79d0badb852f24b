"""The table of ``gwta-ai advise`` and the words below it: they say the same.

The figures are read from the table as people see it, over positions of every number of
players and searches so short that the first row often has the lower win.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

import pytest
from click.testing import CliRunner

from gwta_ai import examples
from gwta_ai.cli import program

ROW = re.compile(
    r"^(?P<action>\S+)  .*?  +(?P<visits>\d+)  +(?P<win>\d+\.\d) %"
    r"  +[\d.]+ \.\. [\d.]+  +(?P<margin>[+-]\d+\.\d)  +(?P<score>-?\d+\.\d)$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Row:
    action: str
    visits: int
    win: float
    margin: float
    score: float


def advise(name: str, simulations: int, seed: int, *more: str) -> tuple[str, list[Row]]:
    """What is printed, and the rows of its table."""
    limit = ["--simulations", str(simulations), "--seed", str(seed)]
    said = CliRunner().invoke(
        program, ["advise", "--example", name, *limit, "--width", "400", *more]
    )
    assert said.exit_code == 0, said.output
    rows = [
        Row(
            row["action"],
            int(row["visits"]),
            float(row["win"]),
            float(row["margin"]),
            float(row["score"]),
        )
        for row in ROW.finditer(said.stdout)
    ]
    return said.stdout, rows


def difference(one: float, other: float) -> float:
    return round(one - other, 1) + 0.0  # 0 has no sign


def compared(more: float, unit: str, positive: str, negative: str) -> str:
    return f"{abs(more):.1f} {unit} {positive if more > 0 else negative}" if more else ""


def ahead(margin: float) -> str:
    said = f"{abs(margin):.1f} {'ahead of' if margin > 0 else 'behind'}" if margin else "level with"
    return f"{said} the best opponent"


def test_words_and_figures_of_the_table_agree() -> None:
    met = set()
    searches = product(examples.names(), (1, 2, 3, 5, 8, 13, 21, 34, 55), range(3))
    for name, simulations, seed in searches:
        said, rows = advise(name, simulations, seed)
        assert "simulations; most visited first" in said
        visits = [row.visits for row in rows]
        assert visits == sorted(visits, reverse=True)
        assert sum(visits) == simulations
        (why,) = re.findall(r"^why: (.*)$", said, re.MULTILINE)
        best = rows[0]
        assert f": {best.win:.1f} % to win, {best.score:.1f} points, {ahead(best.margin)}." in why
        if len(rows) == 1:
            assert "often" not in why
            continue
        second = rows[1]
        win = difference(best.win, second.win)
        margin = difference(best.margin, second.margin)
        often = compared(win, "percentage points", "more often than", "less often than")
        better = compared(margin, "points", "better", "worse")
        assert f"It wins {often or 'as often as'} “" in why
        assert f"”, with a margin {better or 'as good'}" in why
        lower = win < 0 and best.visits > second.visits
        assert ("first because the search came back to it more often" in why) == lower
        met.add((win > 0) - (win < 0))
    assert met == {-1, 0, 1}  # the order is not that of the wins


@pytest.mark.parametrize("name", examples.names())
def test_what_is_said_of_the_action_played_agrees_with_the_table(name: str) -> None:
    for simulations in (3, 21, 55):
        _, rows = advise(name, simulations, 1)
        best = rows[0]
        for place, row in enumerate(rows, 1):
            said, _ = advise(name, simulations, 1, "--played", row.action)
            assert f"played: {row.action} is number {place} of " in said
            win, margin = difference(best.win, row.win), difference(best.margin, row.margin)
            assert f"the best has {win:+.1f} percentage points" in said
            assert f"and {margin:+.1f} points in the margin" in said
