"""The structs of the core have no padding, so that equal positions are equal bytes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gwta_ai._engine.argentina.core import STATE_BYTES

_CORE = Path(__file__).parent.parent / "engine_c" / "argentina"
_BYTES = {"u8": 1, "i8": 1, "u16": 2, "i16": 2, "u32": 4, "u64": 8}
_LARGEST = 2048


def _sources(*names: str) -> str:
    return "".join((_CORE / "figures" / f"{name}.pxd").read_text() for name in names)


def structs() -> dict[str, list[tuple[str, str, list[str]]]]:
    """Type, name and array lengths of each field, by struct of a state."""
    text = _sources("frames", "state")
    found = {}
    for name in ("Frame", "Player", "State"):
        body = re.search(rf"cdef struct {name}:\n((?:    .*\n|\n)+)", text)
        assert body is not None
        found[name] = [
            (kind, field, re.findall(r"\[(\w+)\]", lengths))
            for kind, field, lengths in re.findall(r"^    (\w+) (\w+)((?:\[\w+\])*)", body[1], re.M)
        ]
    return found


def capacities() -> dict[str, int]:
    text = _sources("rules", "frames", "state")
    return {name: int(value) for name, value in re.findall(r"^    (\w+) = (\d+)", text, re.M)}


@pytest.mark.parametrize("name", ["Frame", "Player", "State"])
def test_every_field_is_aligned_without_padding(name: str) -> None:
    sizes = {kind: (size, size) for kind, size in _BYTES.items()}
    limits = capacities()
    for struct, fields in structs().items():
        offset, alignment = 0, 1
        for kind, field, lengths in fields:
            size, step = sizes[kind]
            assert offset % step == 0 or struct != name, f"padding before {struct}.{field}"
            for length in lengths:
                size *= limits[length]
            offset, alignment = offset + size, max(alignment, step)
        assert offset % alignment == 0 or struct != name, f"padding at the end of {struct}"
        sizes[struct] = (offset, alignment)
    assert sizes["State"][0] == STATE_BYTES <= _LARGEST
