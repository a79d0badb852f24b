"""The compiled core against the plain Python twins of its rules in ``tests/twins``.

This is a sample; ``scripts/long_checks.py twins`` tries as many positions as one likes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path

import pytest
from editing import EARLIER
from twins import codes
from twins.areas import AREAS
from twins.runs import run
from twins.trials import Area, Figures

from gwta_ai import Ruleset

POSITIONS = 300
DECLARATIONS = Path(__file__).parent.parent / "engine_c" / "argentina"

areas = pytest.mark.parametrize("area", AREAS, ids=lambda area: area.name)


@pytest.fixture(scope="module")
def figures() -> Figures:
    return Ruleset.default().compiled()


@areas
def test_core_and_twin_agree(area: Area, figures: Figures) -> None:
    report = run(area, figures, POSITIONS, seed=1)
    assert report.disagreements[:3] == []
    assert report.positions == POSITIONS
    assert report.natural > 0
    assert report.with_options >= POSITIONS // 2
    assert report.never == [], "rare rules that no position reached"


@pytest.mark.parametrize("area", ["railroad", "income", "ships", "discs", "deliveries"])
def test_they_agree_under_the_earlier_ruleset_too(area: str) -> None:
    """Where its switches matter: turnouts in the line, objective cards between subphases."""
    (tried,) = [each for each in AREAS if each.name == area]
    report = run(tried, EARLIER.compiled(), POSITIONS, seed=3)
    assert report.disagreements[:3] == []
    assert report.positions == POSITIONS


def fault_in_fees(figures: Figures) -> None:
    figures["fee"][codes.BLACK_HAND] = [2] * 5


def fault_in_offers(figures: Figures) -> None:
    figures["offers"][0]["pesos"] += 1


def fault_in_revealing(figures: Figures) -> None:
    figures["exhaustion_for"][2] += 1


def fault_in_buildings(figures: Figures) -> None:
    figures["private_"][4][0]["carpinteros"] -= 1
    figures["private_"][4][1]["carpinteros"] -= 1


def fault_in_stations(figures: Figures) -> None:
    for station in figures["stations"]:
        station["cost"] += 1


def fault_in_breeding_values(figures: Figures) -> None:
    figures["cards"][1]["value"] += 1


def fault_in_ships(figures: Figures) -> None:
    figures["ships"][0]["grain"] += 1


def fault_in_disc_spaces(figures: Figures) -> None:
    for space in figures["disc_spaces"]:
        space["gain"] += space["corner"] == codes.DARK


def fault_in_quarters(figures: Figures) -> None:
    figures["bonus"][0]["grain"] += 1


def fault_in_objectives(figures: Figures) -> None:
    for card in figures["objectives"]:
        card["tasks"][0]["n"] += 1


def fault_in_worker_rows(figures: Figures) -> None:
    figures["row_vp"][2][5] += 1


FAULTS: dict[str, Callable[[Figures], None]] = {
    "routes": fault_in_fees,
    "purchases": fault_in_offers,
    "cards": fault_in_revealing,
    "building": fault_in_buildings,
    "railroad": fault_in_stations,
    "income": fault_in_breeding_values,
    "ships": fault_in_ships,
    "discs": fault_in_disc_spaces,
    "deliveries": fault_in_quarters,
    "assignment": fault_in_objectives,
    "scoring": fault_in_worker_rows,
}


@areas
def test_a_fault_is_noticed(area: Area, figures: Figures) -> None:
    """The core plays with one wrong figure."""
    assert run(area, figures, 60, seed=2, fault=FAULTS[area.name]).disagreements


def declared(enumeration: str) -> dict[str, int]:
    """The constants of an enumeration of the core, by name."""
    for path in sorted(DECLARATIONS.rglob("*.pxd")):
        found = re.search(
            rf"^cdef enum: +# {enumeration}\n((?:    .*\n)+)", path.read_text(), re.MULTILINE
        )
        if found:
            break
    else:
        raise LookupError(enumeration)
    constants, value = {}, -1
    for line in found[1].splitlines():
        entry = re.match(r"    (\w+)(?: = (\d+))?", line)
        if entry:
            value = int(entry[2]) if entry[2] else value + 1
            constants[entry[1]] = value
    return constants


@pytest.mark.parametrize(
    ("enumeration", "name", "prefix"),
    [
        (codes.Space, "SpaceKind", "SPACE_"),
        (codes.Count, "CountKind", "COUNT_"),
        (codes.Effect, "EffectOp", "EFFECT_"),
        (codes.Cost, "CostOp", "COST_"),
        (codes.Frame, "FrameKind", "FRAME_"),
        (codes.Visit, "VisitMode", "VISIT_"),
        (codes.Stage, "BuenosAiresStage", "STAGE_"),
        (codes.Purpose, "DiscPurpose", "DISC_"),
        (codes.Act, "ActionKind", "ACT_"),
    ],
)
def test_the_codes_are_those_of_the_core(
    enumeration: type[IntEnum], name: str, prefix: str
) -> None:
    ours = {prefix + member.name: member.value for member in enumeration}
    assert ours == {key: value for key, value in declared(name).items() if "_KINDS" not in key}
