"""What the core declares comes to Python as the C compiler has it, and only there it stands."""

from __future__ import annotations

import importlib.util
import re
import struct
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gwta_ai._engine.argentina.core import RULES_BYTES, STATE_BYTES
from gwta_ai.common.structs import Slot, Structs
from gwta_ai.games.argentina.layout import STRUCTS

ROOT = Path(__file__).parent.parent
TEXT = '''"""A file of the core."""
cdef enum:
    WHEELS = 4                # of a cart
    SACKS = WHEELS

cdef enum:                    # Colour
    RED = 1
    GREEN                     # follows
    BLACK = -3

cdef struct Cart:
    u8 wheel[WHEELS][2]
    u32 load                  # sacks


cdef inline int loaded(const Cart* cart) noexcept nogil:
    return <int>cart.load

cdef struct Train:
    u16 length
    Cart cart[3]
    i8 brake

cdef struct Note:
    const Cart* cart          # no plain data
'''


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "engine_c" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


declarations = load("declarations")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "carts.pxd"
    path.write_text(TEXT)
    return path


def test_constants_enumerations_and_structs_are_read(source: Path) -> None:
    found = declarations.Declarations([source])
    assert found.constants == {"WHEELS": 4, "SACKS": 4, "RED": 1, "GREEN": 2, "BLACK": -3}
    assert found.enumerations == {"Colour": ("RED", "GREEN", "BLACK")}
    assert set(found.structs) == {"Cart", "Train"}
    assert found.structs["Cart"].fields == (("wheel", "u8", (4, 2), 0), ("load", "u32", (), 8))
    assert found.structs["Cart"].size == 12
    # An array of structs begins where they are aligned, and a struct ends there.
    assert [field.offset for field in found.structs["Train"].fields] == [0, 4, 40]
    assert found.structs["Train"].size == 44


@pytest.mark.parametrize(
    ("line", "said"),
    [("    LEFT = WHEELS + 1", "cannot read"), ("    LEFT = NOWHERE", "NOWHERE")],
)
def test_what_cannot_be_read_is_said_with_its_file(source: Path, line: str, said: str) -> None:
    source.write_text(TEXT + f"\ncdef enum:\n{line}\n")
    with pytest.raises(ValueError, match=f"carts.pxd: in enum.*{said}"):
        declarations.Declarations([source])


def test_a_module_is_made_and_made_again_only_where_that_changes_it(
    source: Path, tmp_path: Path
) -> None:
    target = tmp_path / "made.py"
    declarations.write({target: [source]})
    made: dict[str, object] = {}
    exec(target.read_text(), made)
    assert made["GREEN"] == 2
    assert made["STRUCTS"]["Cart"][0] == 12
    before = target.stat().st_mtime_ns
    declarations.write({target: [source]})
    assert target.stat().st_mtime_ns == before
    source.write_text(TEXT.replace("WHEELS = 4", "WHEELS = 6"))
    declarations.write({target: [source]})
    exec(target.read_text(), made)
    assert made["STRUCTS"]["Cart"][0] == 16


def test_structs_are_as_large_as_the_compiler_has_them() -> None:
    assert STRUCTS.size("State") == STATE_BYTES
    assert STRUCTS.size("Rules") == RULES_BYTES


@pytest.mark.parametrize("name", ["Frame", "Player", "State"])
def test_equal_positions_are_equal_bytes(name: str) -> None:
    """No padding: every byte of these structs belongs to a field."""
    size = STRUCTS.size(name)
    for value in (0, 255):
        block = bytes([value]) * size
        assert STRUCTS.pack(name, STRUCTS.unpack(name, block)) == block


def test_a_state_fits_into_two_thousand_bytes() -> None:
    assert STATE_BYTES <= 2048


# --- structs as plain values -----------------------------------------------------------------


@pytest.fixture(scope="module")
def carts() -> Structs:
    return Structs(
        {
            "Cart": (12, (("wheel", "u8", (4, 2), 0), ("load", "u32", (), 8))),
            "Train": (
                44,
                (("length", "u16", (), 0), ("cart", "Cart", (3,), 4), ("brake", "i8", (), 40)),
            ),
        }
    )


def test_where_a_field_lies(carts: Structs) -> None:
    assert carts.slot("Train", "brake") == Slot(40, 1, 1, True)
    assert carts.slot("Train", "cart", 2, "load") == Slot(4 + 2 * 12 + 8, 4, 1, False)
    assert carts.slot("Cart", "wheel") == Slot(0, 1, 8, False)
    assert carts.slot("Cart", "wheel", 3) == Slot(6, 1, 2, False)
    assert carts.slot("Cart", "wheel").length == 8
    assert carts.path("Train", 4 + 12 + 5) == "cart[1].wheel[2][1]"
    assert carts.path("Train", 4 + 24 + 8) == "cart[2].load"


@settings(max_examples=50, deadline=None)
@given(st.binary(min_size=44, max_size=44))
def test_fields_of_bytes_and_back(carts: Structs, block: bytes) -> None:
    train = carts.unpack("Train", block)
    assert train["length"] == int.from_bytes(block[:2], "little")
    assert train["cart"][1]["wheel"][3] == [*block[22:24]]
    assert train["brake"] == int.from_bytes(block[40:41], "little", signed=True)
    bare = block[:2] + b"\0\0" + block[4:41] + b"\0\0\0"  # padding is written as zeros
    assert carts.pack("Train", train) == bare


def test_what_does_not_fit_is_refused(carts: Structs) -> None:
    cart = carts.unpack("Cart", bytes(12))
    for wrong in ({**cart, "load": -1}, {**cart, "wheel": [[0, 0]] * 3}):
        with pytest.raises(struct.error):
            carts.pack("Cart", wrong)
    with pytest.raises(struct.error):
        carts.unpack("Cart", bytes(11))


def test_checks_go_over_arrays_by_the_length_they_are_declared_with() -> None:
    """By its name: another may have the same value, by chance."""
    rooms = ROOT / "engine_c" / "argentina"
    state = (rooms / "figures" / "state.pxd").read_text(encoding="utf-8")
    declared = dict(re.findall(r"^    \w+ (\w+)(?:\[\w+\])*\[(\w+)\]", state, re.MULTILINE))
    ranges = (rooms / "position" / "ranges.pxd").read_text(encoding="utf-8")
    array = r"[sp]\.(\w+)(?:\[\w+\])?"
    used = re.findall(rf"\b(?:within|check_stack)\(\s*c, {array}, (\w+)", ranges)
    assert {name: length for name, length in used if length != declared[name]} == {}
    assert {"farmers", "coins", "jobs", "draw"} <= {name for name, _ in used}
