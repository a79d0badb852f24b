"""The list of mutations fits the sources; scripts/mutate_rules.py is what applies them."""

from __future__ import annotations

from pathlib import Path

import pytest
from loading import script

mutate_rules = script("mutate_rules")


def test_every_mutation_can_be_applied() -> None:
    faults = {str(one): one.fault() for one in mutate_rules.mutations()}
    assert {one: fault for one, fault in faults.items() if fault} == {}


def test_every_rule_has_a_mutation_and_every_mutation_a_rule() -> None:
    rules = set(mutate_rules.rule_ids())
    broken = {one.id for one in mutate_rules.mutations()}
    assert sorted(rules - broken) == []
    assert sorted(broken - rules) == []


def mutation(old: str = "two", new: str = "three") -> object:
    return mutate_rules.Mutation("MOV-01", "engine_c/x.pxd", old, new, "a test")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "engine_c").mkdir()
    (tmp_path / "engine_c" / "x.pxd").write_text("one two one\n")
    return tmp_path


def test_a_mutation_changes_its_text(tree: Path) -> None:
    mutation().apply(tree)
    assert (tree / "engine_c" / "x.pxd").read_text() == "one three one\n"


@pytest.mark.parametrize(("old", "times"), [("four", 0), ("one", 2)])
def test_a_stale_or_ambiguous_mutation_is_an_error(tree: Path, old: str, times: int) -> None:
    with pytest.raises(mutate_rules.MutationError, match=f"`old` stands {times} times"):
        mutation(old).apply(tree)
    assert (tree / "engine_c" / "x.pxd").read_text() == "one two one\n"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('id = "MOV-01"', "missing"),
        ('id = "MOV-01"\nfile = "a"\nold = "b"\nnew = "b"\nwhy = "c"', "changes nothing"),
        ('id = "MOV-01"\nfile = "a"\nold = "b"\nnew = 2\nwhy = "c"', "every value is a text"),
        ('id = "MOV-01"\nfile = "a"\nold = "b"\nnew = ""\nwhy = "c"\nx = "d"', "unexpected"),
    ],
)
def test_a_malformed_entry_is_an_error(tmp_path: Path, entry: str, message: str) -> None:
    (tmp_path / "mov.toml").write_text(f"[[mutation]]\n{entry}\n")
    with pytest.raises(mutate_rules.MutationError, match=message):
        mutate_rules.mutations(tmp_path)
