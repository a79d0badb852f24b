"""Advice and matches are the same on every machine, at whatever level its processor is."""

from __future__ import annotations

import ast
import json
import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loading import ROOT, script

from gwta_ai._engine.elementary import exponential, logarithm

equal_results = script("equal_results")
LEVELS = dict(equal_results.levels())


@pytest.mark.parametrize("level", LEVELS)
def test_advice_and_matches_are_the_same_at_every_level(level: str) -> None:
    """After a change that is meant: ``scripts/equal_results.py --write``."""
    expected = json.loads(equal_results.DIGESTS.read_text("utf-8"))
    assert list(expected) == list(equal_results.COMMANDS)
    assert equal_results.at_level(LEVELS[level]) == expected


def sources() -> list[Path]:
    return sorted(
        path for path in (ROOT / "engine_c").rglob("*.p*") if path.suffix in (".pxd", ".pyx")
    )


def test_the_core_takes_no_function_of_a_library_that_rounds_as_it_likes() -> None:
    """``sqrt`` and ``fabs`` are exact, or rounded as IEEE 754 says."""
    found: set[str] = set()
    for path in sources():
        for names in re.findall(r"^from libc.math cimport (.*)$", path.read_text("utf-8"), re.M):
            found |= {name.strip() for name in names.split(",")}
    assert found == {"sqrt", "fabs"}


@given(st.floats(-690, 690))
def test_the_exponential_is_that_of_the_library(x: float) -> None:
    assert exponential(x) == pytest.approx(math.exp(x), rel=1e-15)


@given(st.floats(3e-308, 1.7e308))
def test_the_logarithm_is_that_of_the_library(x: float) -> None:
    assert logarithm(x) == pytest.approx(math.log(x), rel=1e-15, abs=1e-300)


def test_exponential_and_logarithm_to_the_last_bit() -> None:
    assert exponential(0.0) == 1.0
    assert exponential(1.0).hex() == "0x1.5bf0a8b14576ap+1"
    assert exponential(-1000.0) == exponential(-700.0) > 0
    assert exponential(1e300) == exponential(700.0) < math.inf
    assert logarithm(1.0) == 0.0
    assert logarithm(10.0).hex() == "0x1.26bb1bbb55516p+1"


@pytest.mark.parametrize("x", [0.0, -1.0, math.inf, math.nan, 1e-310])
def test_what_has_no_logarithm_is_refused(x: float) -> None:
    with pytest.raises(ValueError, match="expected a normal number above 0"):
        logarithm(x)


def modules() -> list[Path]:
    return sorted((ROOT / "gwta_ai").rglob("*.py"))


def test_nor_does_what_is_made_of_its_results() -> None:
    """Of a library's functions ``fsum`` and ``sqrt`` round as IEEE 754 says.

    ``prod`` is taken of whole numbers alone.
    """
    found: set[str] = set()
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "math":
                found |= {name.name for name in node.names}
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("math", "cmath"):
                found.add(node.attr)
    assert found == {"fsum", "sqrt", "pi", "prod"}


def test_nor_are_powers_taken_of_floats_nor_products_by_numpy() -> None:
    """The power of a float is a library's: its square differs from the product now and then."""
    found: set[str] = set()
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.BinOp | ast.AugAssign):
                continue
            power = isinstance(node.op, ast.Pow) and not (
                isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant)
            )
            if power or isinstance(node.op, ast.MatMult):
                found.add(ast.unparse(node))
    assert found == {"estimate.visits ** care"}  # whole numbers


def test_the_compiler_is_kept_from_fusing_operations() -> None:
    """What it would change: ``scripts/equal_results.py --builds``, which takes minutes."""
    assert '"-ffp-contract=off"' in (ROOT / "setup.py").read_text("utf-8")
