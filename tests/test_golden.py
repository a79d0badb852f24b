"""Whole games and early positions are what they were; a change of a rule shows here."""

from __future__ import annotations

from itertools import zip_longest

import pytest
from playthroughs import GAMES, GOLDEN, perft, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text().splitlines()
    assert golden[-1 - GAMES[name]["players"]] == "over"  # type: ignore[operator]
    for number, (line, expected) in enumerate(zip_longest(playthrough(name), golden), 1):
        assert line == expected, f"line {number}"


@pytest.mark.parametrize("name", GAMES)
def test_counts_of_early_positions(name: str) -> None:
    golden = dict(line.split(" ", 1) for line in (GOLDEN / "perft.txt").read_text().splitlines())
    assert " ".join(map(str, perft(name))) == golden[name]
