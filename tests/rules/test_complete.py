"""Every rule of argentina.md has a test, and every rule test names a rule.

The sources are read, not run, so the answer is the same whatever else is collected.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
LISTED = re.compile(r"^- ([A-Z]+-\d+) \S", re.MULTILINE)


@dataclass(frozen=True)
class Marked:
    """A test function and the rules its mark names."""

    where: str
    rules: tuple[str, ...]
    docstring: str


def listed() -> list[str]:
    """The ids of the list of rules."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(HERE.glob("argentina*.md")))
    return [rule for text in texts for rule in LISTED.findall(text)]


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(HERE.glob("test_*.py")):
        if path.name != Path(__file__).name:
            yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def rule_tests() -> Iterator[Marked]:
    """All test functions of the rule tests."""
    for name, module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                yield Marked(
                    f"{name}::{node.name}",
                    tuple(rule for call in node.decorator_list for rule in rules_in(call)),
                    (ast.get_docstring(node) or "").partition("\n")[0],
                )


def rules_in(decorator: ast.expr) -> list[str]:
    """The arguments of ``@pytest.mark.rule(...)``; of any other decorator none."""
    if not (isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule"):
        return []
    return [str(ast.literal_eval(argument)) for argument in decorator.args]


def test_every_rule_is_listed_once() -> None:
    assert {rule: n for rule, n in Counter(listed()).items() if n > 1} == {}
    assert listed()


def test_every_rule_has_a_test() -> None:
    tested = {rule for test in rule_tests() for rule in test.rules}
    assert sorted(set(listed()) - tested) == []


def test_every_rule_test_names_its_rules() -> None:
    rules = set(listed())
    for test in rule_tests():
        assert test.rules, f"{test.where} has no mark `rule`"
        assert set(test.rules) <= rules, f"{test.where} names an unknown rule"
        for rule in test.rules:
            assert rule in test.docstring, f"{test.where}: {rule} is not in its docstring"


def test_no_rule_test_is_skipped() -> None:
    for name, module in modules():
        words = {node.attr for node in ast.walk(module) if isinstance(node, ast.Attribute)}
        assert not words & {"skip", "skipif", "xfail", "importorskip"}, name
