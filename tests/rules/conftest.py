"""The mark ``rule`` of the rule tests, and the option that runs those of one rule."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(id, ...): the rules of argentina.md it tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule",
        action="append",
        default=[],
        dest="rule_ids",
        metavar="ID",
        help="run only the tests of this rule (may be given several times)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.getoption("rule_ids", default=[]))
    if not wanted:
        return
    others = [item for item in items if not wanted & rules_of(item)]
    items[:] = [item for item in items if wanted & rules_of(item)]
    config.hook.pytest_deselected(items=others)


def rules_of(item: pytest.Item) -> set[str]:
    return {rule for mark in item.iter_markers("rule") for rule in mark.args}
