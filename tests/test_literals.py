"""The core holds no figure of a component."""

from __future__ import annotations

from pathlib import Path

import pytest
from loading import script

check_literals = script("check_literals")


def test_the_core_holds_no_figure_of_a_component() -> None:
    assert check_literals.check() == []


def faults(folder: Path, line: str, *allowed: tuple[str, str, str]) -> list[str]:
    """What is found in a core of one file with this line."""
    source = f'"""Seven pesos: 7."""\n\ncdef inline int f(int n) noexcept nogil:\n{line}\n'
    (folder / "x.pxd").write_text(source)
    found: list[str] = check_literals.check(folder, allowed)
    return found


@pytest.mark.parametrize(
    "line",
    ["    p.pesos += 7", "    cost = 0x10", "    n = 2  # two", "    out[1] = rules.fee + 3"],
)
def test_a_figure_is_found(tmp_path: Path, line: str) -> None:
    (fault,) = faults(tmp_path, line)
    assert fault.startswith("x.pxd:4: ")
    assert line.strip() in fault


@pytest.mark.parametrize(
    "line",
    ["    # 7 pesos", "    n = n + 1", "    x = 1.5", "    MAX_SHEEP = 70", "    SHEEP_SHIFT = 6"],
)
def test_what_is_no_figure_passes(tmp_path: Path, line: str) -> None:
    assert faults(tmp_path, line) == []


def test_an_exception_needs_its_file_and_line(tmp_path: Path) -> None:
    line = "    return 2"
    assert faults(tmp_path, line, ("x.pxd", "return 2", "why")) == []
    assert len(faults(tmp_path, line, ("y.pxd", "return 2", "why"))) == 2
    (fault,) = faults(tmp_path, "    return 1", ("x.pxd", "return 2", "why"))
    assert "drop it from the list" in fault
