"""The names that tests give the parts of frames are those of the core."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from framing import PARTS

from gwta_ai.games.argentina.layout import DECISION_NAMES, DECISIONS, core
from gwta_ai.games.argentina.ruleset import Ruleset

_SOURCE = Path(__file__).parents[1] / "engine_c" / "argentina" / "figures" / "frames.pxd"
_KINDS = {
    code: name
    for name, code in vars(core).items()
    if name.startswith("FRAME_") and name not in ("FRAME_PARTS", "FRAME_KINDS")
}


def declared() -> dict[str, dict[str, int]]:
    """The constants of each kind of frame, by kind."""
    found = {}
    block = r"^cdef enum: +# parts of (\w+)[^\n]*\n((?:    .*\n)+)"
    for kind, body in re.findall(block, _SOURCE.read_text(encoding="utf-8"), re.MULTILINE):
        constants, value = {}, 0
        for name, given in re.findall(r"^    (\w+)(?: = (\d+))?", body, re.MULTILINE):
            value = int(given or value)
            constants[name] = value
            value += 1
        found[kind] = constants
    return found


@pytest.mark.skipif(not _SOURCE.is_file(), reason="needs the sources of the core")
def test_parts_have_the_names_of_the_core() -> None:
    ours = {}
    for decision, parts in PARTS.items():
        kind = _KINDS[DECISIONS[decision]]
        prefix = kind.removeprefix("FRAME_")
        ours[kind] = {f"{prefix}_{name.upper()}": at for at, name in enumerate(parts) if name}
        assert len(parts) <= core.FRAME_PARTS
    colours = PARTS["add_granjero"]
    assert colours == tuple(Ruleset.default().names.colours)
    ours["FRAME_ADD"] = {"ADD_FIRST": 0}
    assert declared() == ours


def test_every_kind_of_frame_that_can_be_pending_has_one_name() -> None:
    """What only marks an edge of the turn has none."""
    edges = {core.FRAME_NONE, core.FRAME_END_TURN}
    assert DECISION_NAMES.keys() == _KINDS.keys() - edges
    assert {name: code for code, name in DECISION_NAMES.items()} == DECISIONS
