"""Every rule of argentina.md has one home: the file whose head names its id.

A head is the docstring a source begins with; in it a line such as
``Rules: MOV-01 .. MOV-08, MOV-12`` lists the rules that the file keeps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORE = ROOT / "engine_c" / "argentina"
SOURCES = (*CORE.rglob("*.p[xy]*"), *(ROOT / "gwta_ai" / "games" / "argentina").rglob("*.py"))
LISTED = re.compile(r"^- ([A-Z]+-\d+) \S", re.MULTILINE)


def rule_ids() -> list[str]:
    text = (Path(__file__).parent / "rules" / "argentina.md").read_text(encoding="utf-8")
    return LISTED.findall(text)


def head(source: str) -> str:
    """The docstring a source begins with."""
    found = re.match(r'"""(.*?)"""', source, re.DOTALL)
    return found[1] if found else ""


def named(head: str) -> Iterator[str]:
    """The ids that a head names, ranges told one by one; ValueError for what is no list."""
    for line in re.findall(r"^Rules: (.*)$", head, re.MULTILINE):
        for entry in line.split(", "):
            found = re.fullmatch(r"([A-Z]+)-(\d\d)(?: \.\. ([A-Z]+)-(\d\d))?", entry)
            if not found:
                raise ValueError(f"no rule and no range of rules: {entry!r}")
            prefix, first, last_prefix, last = found.groups()
            if last and (prefix != last_prefix or int(first) >= int(last)):
                raise ValueError(f"no range within one prefix: {entry!r}")
            for number in range(int(first), int(last or first) + 1):
                yield f"{prefix}-{number:02}"


@pytest.mark.skipif(not CORE.is_dir(), reason="needs the sources of the core")
def test_every_rule_has_one_home() -> None:
    homes: dict[str, list[str]] = {rule: [] for rule in rule_ids()}
    unknown = []
    for path in sorted(SOURCES):
        file = path.relative_to(ROOT).as_posix()
        for rule in named(head(path.read_text(encoding="utf-8"))):
            if rule in homes:
                homes[rule].append(file)
            else:
                unknown.append(f"{file}: {rule}")
    assert unknown == []
    assert {rule: files for rule, files in homes.items() if len(files) != 1} == {}
    python = [rule for rule, files in homes.items() if not files[0].startswith("engine_c/")]
    assert len(python) < 5, "most rules are the core's"


def test_a_head_names_rules_and_ranges() -> None:
    source = '"""Moving.\n\nMore.\n\nRules: AB-01 .. AB-03, AB-07, C-10\n"""\n"""Rules: C-11\n"""\n'
    assert [*named(head(source))] == ["AB-01", "AB-02", "AB-03", "AB-07", "C-10"]
    assert [*named(head("from x cimport y\n"))] == []
    assert [*named("It keeps no rule.\n")] == []


@pytest.mark.parametrize(
    "line",
    ["AB-1", "AB-01 .. C-03", "AB-03 .. AB-01", "AB-01 - AB-03", "AB-01;AB-02", "AB-01,", ""],
)
def test_a_list_that_cannot_be_read_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match="no r"):
        list(named(f"Moving.\n\nRules: {line}\n"))
