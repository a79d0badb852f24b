"""The kit of descriptions: one description reads, writes, compiles and explains.

A small struct is described here, with every kind in it; what the description reads and
what the compiled form writes and reads must agree.
"""

import json
from typing import Any

import jsonschema
import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gwta_ai._engine.codec import Codec
from gwta_ai.common.form import page, schema
from gwta_ai.common.form.flaws import NOTHING, Flaws
from gwta_ai.common.form.groups import (
    Ascending,
    Choice,
    Counts,
    Field,
    Flagged,
    Form,
    Forms,
    Holders,
    ListOf,
    MapOf,
    Members,
    Numbers,
    Pool,
    Record,
    Rows,
    Sorted,
    SoundListOf,
    Stack,
)
from gwta_ai.common.form.nodes import Nodes, operations
from gwta_ai.common.form.values import (
    Digest,
    Exactly,
    Flag,
    Hexadecimal,
    Int,
    Kind,
    Letters,
    Nullable,
    Number,
    NumberOrId,
    OneOf,
    Text,
)
from gwta_ai.common.structs import Slot, Structs
from gwta_ai.errors import SnapshotError

DIGEST = "0f" * 32
BEASTS = ("cow", "horse", "goat")

# A struct as the core would declare it: name, type, lengths, offset.
STRUCTS = Structs(
    {
        "Cart": (4, (("load", "u8", (), 0), ("wheels", "u8", (2,), 1), ("drawn", "u8", (), 3))),
        "Farm": (
            72,
            (
                ("seed", "u64", (), 0),
                ("wells", "u32", (), 8),
                ("debt", "i16", (), 12),
                ("name", "u16", (), 14),
                ("open", "u8", (), 16),
                ("sides", "u8", (), 17),
                ("boss", "u8", (), 18),
                ("stable", "u8", (3,), 19),
                ("n_queue", "u8", (), 22),
                ("queue", "u8", (4,), 23),
                ("n_pile", "u8", (), 27),
                ("pile", "u8", (6,), 28),
                ("line", "u8", (3,), 34),
                ("owner", "u8", (3,), 37),
                ("n_stalls", "u8", (), 40),
                ("stalls", "u8", (3,), 41),
                ("staff", "u8", (), 44),
                ("skilled", "u8", (), 45),
                ("n_carts", "u8", (), 46),
                ("cart", "Cart", (3,), 47),
                ("price", "u8", (2,), 59),
                ("task", "u8", (), 61),
                ("part", "i8", (2,), 62),
                ("gate", "u8", (), 64),
                ("lock", "u8", (), 65),
                ("days", "u8", (), 66),
            ),
        ),
    }
)


def farm(*path: str | int) -> Slot:
    return STRUCTS.slot("Farm", *path)


def cart(*path: str | int) -> Slot:
    return STRUCTS.slot("Cart", *path)


def unsigned(slot: Slot) -> Slot:
    return slot._replace(signed=False)


CART = Record(
    Field("load", Int(0, 9, cart("load")), "Sacks.", 3),
    Field("wheels", ListOf(Int(1, 4, Slot(0, 1, 1, False)), 2, 2, Rows(cart("wheels"), 1))),
    Field("drawn", Flag(cart("drawn")), "Whether a beast draws it.", True, False, sparse=True),
)
TASKS = {
    "rest": Form(0, "Nothing is done.", ()),
    "sell": Form(
        2, "A beast is sold.", (Field("beast", OneOf(BEASTS, at=unsigned(farm("part", 0)))),)
    ),
    "mend": Form(
        1,
        "Something is mended.",
        (
            Field(
                "what",
                Choice(
                    {
                        "gate": (1, Int(0, 5, farm("gate"))),
                        "lock": (2, OneOf(("iron", "wood"), at=farm("lock"))),
                    },
                    {"gate": "A gate.", "lock": "A lock."},
                    unsigned(farm("part", 1)),
                ),
            ),
        ),
    ),
}
FARM = Record(
    Field("kind", Exactly("farm")),
    Field("rules", Digest(DIGEST)),
    Field("seed", Hexadecimal(farm("seed")), "Random numbers.", "0" * 16),
    Field("wells", Members([str(at) for at in range(20)], "well", farm("wells"))),
    Field("debt", Int(-300, 300, farm("debt")), "Owed, in pesos; below 0 it is lent.", 12),
    Field("name", OneOf(("", "north", "south"), "a name", farm("name"))),
    Field("open", Flag(farm("open"))),
    Field("sides", Letters(5, farm("sides"))),
    Field("boss", Nullable(OneOf(BEASTS, at=farm("boss")), 255), "Who leads, if any does."),
    Field("stable", Counts(BEASTS, "beast", farm("stable")), "Beasts inside.", {"cow": 2}),
    Field("queue", Stack(BEASTS, 4, "beast", farm("queue"), counter=farm("n_queue"), add=1)),
    Field("pile", Pool(BEASTS, 6, "beast", farm("pile"), counter=farm("n_pile"))),
    Field("line", Sorted(BEASTS, 3, "beast", farm("line"), add=1)),
    Field("sold", Holders(BEASTS, "beast", farm("owner"), code=7)),
    Field("stalls", Ascending(BEASTS, 3, "stall", farm("stalls"), counter=farm("n_stalls"))),
    Field("staff", Flagged(("plain", "skilled"), 5, farm("staff"), flags=farm("skilled"))),
    Field("carts", ListOf(CART, 0, 3, Rows(farm("cart"), 4, farm("n_carts")))),
    Field(
        "prices",
        MapOf(
            ("hay", "oats"),
            lambda at: Int(1, 9, farm("price", at)),
            "good",
            lambda at: farm("price", at),
        ),
    ),
    Field("task", Forms("task", TASKS, farm("task"))),
    Field("days", Numbers(7, farm("days"))),
)


def codec() -> Codec:
    nodes = Nodes()
    return nodes.codec(FARM.node(nodes), STRUCTS.size("Farm"))


CODEC = codec()
GOOD: dict[str, Any] = {
    "kind": "farm",
    "rules": DIGEST,
    "seed": "00000000000000ff",
    "wells": ["0", "19"],
    "debt": -7,
    "name": "south",
    "open": True,
    "sides": "abaab",
    "boss": None,
    "stable": {"cow": 2, "goat": 1},
    "queue": ["goat", "cow", "goat"],
    "pile": {"horse": 3},
    "line": ["cow", "cow"],
    "sold": ["horse"],
    "stalls": ["cow", "goat"],
    "staff": ["plain", "skilled"],
    "carts": [{"load": 0, "wheels": [1, 4]}, {"load": 9, "wheels": [2, 2], "drawn": True}],
    "prices": {"oats": 4},
    "task": {"task": "mend", "what": {"lock": "wood"}},
    "days": [1, 7],
}

beasts = st.sampled_from(BEASTS)
counts = st.dictionaries(beasts, st.integers(1, operations.MAX_COPIES), max_size=3)
tasks = st.one_of(
    st.just({"task": "rest"}),
    st.fixed_dictionaries({"task": st.just("sell"), "beast": beasts}),
    st.fixed_dictionaries(
        {
            "task": st.just("mend"),
            "what": st.one_of(
                st.fixed_dictionaries({"gate": st.integers(0, 5)}),
                st.fixed_dictionaries({"lock": st.sampled_from(["iron", "wood"])}),
            ),
        }
    ),
)
carts = st.fixed_dictionaries(
    {"load": st.integers(0, 9), "wheels": st.lists(st.integers(1, 4), min_size=2, max_size=2)},
    optional={"drawn": st.booleans()},
)
farms = st.fixed_dictionaries(
    {
        "kind": st.just("farm"),
        "rules": st.just(DIGEST),
        "seed": st.integers(0, 2**64 - 1).map("{:016x}".format),
        "wells": st.lists(st.integers(0, 19).map(str), unique=True),
        "debt": st.integers(-300, 300),
        "name": st.sampled_from(["north", "south"]),
        "open": st.booleans(),
        "sides": st.text("ab", min_size=5, max_size=5),
        "boss": st.none() | beasts,
        "stable": counts,
        "queue": st.lists(beasts, max_size=4),
        "pile": st.lists(beasts, max_size=6).map(
            lambda got: {each: got.count(each) for each in got}
        ),
        "line": st.lists(beasts, max_size=3),
        "sold": st.lists(beasts, unique=True),
        "stalls": st.lists(beasts, unique=True),
        "staff": st.lists(st.sampled_from(["plain", "skilled"]), max_size=5),
        "carts": st.lists(carts, max_size=3),
        "prices": st.dictionaries(st.sampled_from(["hay", "oats"]), st.integers(1, 9)),
        "task": tasks,
        "days": st.lists(st.integers(1, 7), unique=True),
    }
)


def packed(data: Any) -> bytes:
    return bytes(msgpack.packb(data))


def told(kind: Kind, data: Any) -> list[str]:
    flaws = Flaws()
    kind.look(data, "", flaws)
    return [f"{flaw.path}: {flaw.expected}" for flaw in flaws]


@settings(max_examples=400, deadline=None)
@given(farms)
def test_whatever_the_description_reads_the_compiled_form_reads_and_writes(data):
    canonical = FARM.read(data, "")
    block = CODEC.read(packed(canonical))
    assert block is not None
    written = CODEC.write(block)
    assert written == packed(canonical)
    # Written and read again nothing changes; and nothing else is taken.
    assert FARM.read(msgpack.unpackb(written), "") == canonical
    jsonschema.validate(data, schema.document({}, FARM.schema(), {}))
    if data != canonical or list(data) != list(canonical):
        assert packed(data) == packed(canonical) or CODEC.read(packed(data)) is None


def test_both_forms_take_as_many_copies_and_no_more() -> None:
    """How many there may be of one kind in one place is declared once, in the core."""
    most = operations.MAX_COPIES
    for copies in (most, most + 1):
        data = {**GOOD, "stable": {"cow": copies}}
        fits = copies == most
        assert told(FARM, data) == ([] if fits else [f"stable.cow: a count 0 .. {most}"])
        assert (CODEC.read(packed(data)) is not None) == fits


@settings(max_examples=400, deadline=None)
@given(farms, st.data())
def test_the_compiled_form_takes_no_bytes_that_it_would_not_write(data, draw):
    whole = packed(FARM.read(data, ""))
    at = draw.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[at] = draw.draw(st.integers(0, 255))
    for mangled in (bytes(changed), whole[:at], whole + bytes([changed[at]])):
        block = CODEC.read(mangled)
        assert block is None or CODEC.write(block) == mangled


@settings(max_examples=200, deadline=None)
@given(farms, st.data())
def test_a_mended_value_is_one_that_can_be_written(data, draw):
    field = draw.draw(st.sampled_from(sorted(data)))
    wrong = draw.draw(
        st.recursive(
            st.none() | st.booleans() | st.integers(-500, 500) | st.text(max_size=4) | beasts,
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
            max_leaves=5,
        )
    )
    flaws = Flaws()
    mended = FARM.look({**data, field: wrong}, "", flaws)
    assert FARM.read(mended, "") == mended
    if field not in ("name", "kind", "rules"):  # these are not given by the struct, or may be ""
        assert CODEC.read(packed(mended)) is not None


@pytest.mark.parametrize(
    ("field", "value", "path", "expected"),
    [
        ("kind", "barn", "kind", "'farm'"),
        ("rules", "0", "rules", "64 hexadecimal digits"),
        ("seed", "ff", "seed", "16 hexadecimal digits"),
        ("wells", ["0", "0"], "wells[1]", "no id twice"),
        ("wells", ["20"], "wells[0]", "the id of a well"),
        ("debt", 301, "debt", "an integer -300 .. 300"),
        ("debt", True, "debt", "an integer -300 .. 300"),
        ("name", "west", "name", "a name"),
        ("open", 1, "open", "true or false"),
        ("sides", "abc", "sides", "5 letters a or b"),
        ("boss", "pig", "boss", "one of cow, horse, goat or null"),
        ("stable", {"cow": 100}, "stable.cow", "a count"),
        ("stable", {"pig": 1}, "stable.pig", "the id of a beast"),
        ("queue", ["cow"] * 5, "queue", "a list of at most 4 ids"),
        ("pile", {"cow": 7}, "pile", "at most 6 in all"),
        ("sold", ["cow", "pig"], "sold[1]", "the id of a beast"),
        ("staff", ["plain"] * 6, "staff", "a list of length 0 .. 5"),
        ("carts", [{"load": 1}], "carts[0].wheels", "a list of length 2"),
        ("carts", [{"load": 1, "wheels": [5, 1]}], "carts[0].wheels[0]", "an integer 1 .. 4"),
        ("prices", {"hay": 10}, "prices.hay", "an integer 1 .. 9"),
        ("task", {"task": "sing"}, "task.task", "one of rest, sell, mend"),
        ("task", {"task": "sell"}, "task.beast", "one of cow, horse, goat"),
        ("task", {"task": "mend", "what": {}}, "task.what", "a map with one of the fields gate"),
        ("days", [8], "days[0]", "an integer 1 .. 7"),
        ("days", [1, 1], "days[1]", "no number twice"),
    ],
)
def test_each_kind_names_its_field_and_what_it_expects(field, value, path, expected):
    data = {**GOOD, field: value}
    with pytest.raises(SnapshotError) as strict:
        FARM.read(data, "")
    assert strict.value.path == path
    assert expected in strict.value.expected
    flaws = Flaws()
    FARM.look(data, "", flaws)
    assert [flaw.path for flaw in flaws] == [path]


def test_a_field_that_is_missing_and_one_that_is_unknown():
    data = dict(GOOD)
    del data["days"]
    assert told(FARM, data) == ["days: a list of numbers 1 .. 7, none twice"]
    assert told(FARM, {**GOOD, "weather": "rain"}) == [
        "weather: one of the fields " + ", ".join(GOOD)
    ]
    flaws = Flaws()
    FARM.look({**data, "daze": [2]}, "", flaws)
    (flaw,) = flaws
    assert (flaw.path, flaw.mend) == ("daze", 'perhaps "days" is meant, which is missing')
    assert flaw.certain


@pytest.mark.parametrize(
    ("kind", "data", "mend", "value"),
    [
        (Int(0, 9), "7", "perhaps 7 is meant, without quotation marks", 7),
        (Int(0, 9), 7.0, "perhaps 7 is meant", 7),
        (Flag(), "True", "perhaps true is meant, without quotation marks", True),
        (Flag(), 1, "perhaps true is meant", True),
        (OneOf(BEASTS), "Cow", 'perhaps "cow" is meant', "cow"),
        (OneOf(BEASTS), "hrose", 'perhaps "horse" is meant', "horse"),
        (Nullable(OneOf(BEASTS)), "none", "perhaps null is meant, without quotation marks", None),
        (NumberOrId(3, BEASTS, "beast"), "gaot", 'perhaps "goat" is meant', "goat"),
        (Number(5), "5", "perhaps 5 is meant, without quotation marks", 5),
    ],
)
def test_what_was_meant_is_said_and_taken(kind, data, mend, value):
    flaws = Flaws()
    assert kind.look(data, "it", flaws) == value
    (flaw,) = flaws
    assert flaw.mend == mend
    assert flaw.certain


def test_what_is_past_understanding_becomes_blank():
    flaws = Flaws()
    assert Int(3, 9).look([], "it", flaws) == 3
    assert Stack(BEASTS, 2, "beast", least=1).look([], "it", flaws) == ["cow"]
    assert [flaw.certain for flaw in flaws] == [False, False]
    assert [flaw.expected for flaw in flaws] == ["an integer 3 .. 9", "a list of 1 .. 2 ids"]


def test_of_some_lists_only_what_is_sound_is_kept():
    flaws = Flaws()
    kind = SoundListOf(Int(0, 9), 3, "a list of at most 3 numbers")
    assert kind.look([1, "x", 2.0], "n", flaws) == [1, 2]
    assert [flaw.path for flaw in flaws] == ["n[1]", "n[2]"]


def test_no_more_flaws_are_told_than_anybody_reads():
    flaws = Flaws()
    ListOf(Int(0, 1), 0, 10_000).look([2] * 10_000, "n", flaws)
    assert len(flaws) == 200
    assert flaws.full


def test_a_text_is_of_the_length_and_pattern_that_are_said():
    kind = Text("[a-z]+", "a small word", 5)
    assert kind.read("abc", "it") == "abc"
    for wrong in ("abcdef", "Abc", 3):
        with pytest.raises(SnapshotError, match="a small word"):
            kind.read(wrong, "it")


def test_one_change_in_a_description_changes_all_that_is_made_of_it():
    def made(most: int) -> tuple[Record, Codec]:
        record = Record(Field("load", Int(0, most, cart("load")), "Sacks.", 1))
        nodes = Nodes()
        return record, nodes.codec(record.node(nodes), STRUCTS.size("Cart"))

    for most in (5, 6):
        record, compiled = made(most)
        six = packed({"load": 6})
        assert (told(record, {"load": 6}) == []) is (most == 6)
        assert (compiled.read(six) is not None) is (most == 6)
        assert (compiled.write(b"\6\0\0\0") == six) is (most == 6)
        assert record.schema()["properties"]["load"]["maximum"] == most
        (row,) = page.rows(record)
        assert row.cells() == ["`load`", f"an integer 0 .. {most}", "Sacks.", "`1`"]


def test_the_page_has_every_field_with_its_path():
    paths = [row.path for row in page.rows(FARM)]
    assert paths[:3] == ["kind", "rules", "seed"]
    assert "carts[].wheels" in paths
    lines = page.table(page.rows(CART, "carts[]"))
    assert lines[2] == "| `carts[].load` | an integer 0 .. 9 | Sacks. | `3` |"
    assert "(may be left out)" in lines[-1]
    assert json.loads(lines[-1].split("`")[-2]) is True


def test_a_kind_without_a_place_has_no_compiled_form():
    with pytest.raises(TypeError, match="not said where"):
        Int(0, 1).node(Nodes())
    with pytest.raises(TypeError, match="no compiled form"):
        Text("a", "an a", 1).node(Nodes())


def test_a_missing_field_got_nothing():
    with pytest.raises(SnapshotError) as told_of:
        CART.read({"wheels": [1, 1]}, "cart")
    assert told_of.value.path == "cart.load"
    assert told_of.value.got == NOTHING


def test_the_compiled_form_refuses_blocks_of_another_size():
    with pytest.raises(ValueError, match="72 bytes, got 3"):
        CODEC.write(b"abc")
