"""Who knows whom: the imports between the rooms of the package and of the core.

Arrows point down only, there is no circle, and what serves all games names none. Imports
within functions count as well; those for type checkers alone only where a game is named.
Run as a script it prints the rooms and how many imports lead from one to another.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
FACE = ROOT / "gwta_ai" / "__init__.py"

BELOW = {
    "errors": (),
    "engine": (),
    "common": ("errors", "engine"),
    "search": ("errors", "common", "engine"),
    "games": ("errors", "common"),
    "argentina": ("errors", "engine", "common", "games", "its engine"),
    "adviser": ("errors", "common", "engine", "search", "games"),
    "play": ("errors", "common", "engine", "search", "games", "adviser"),
    "cli": ("errors", "common", "engine", "search", "games", "adviser", "play"),
    "face": ("errors", "common", "search", "games", "argentina", "adviser", "play", "cli"),
}
"""By room of the package, from the bottom: what it may use."""

BELOW_IN_CORE = {
    "common": (),
    "search": ("common",),
    "argentina": ("common",),
    "toys": ("common",),
}
"""The same for ``engine_c/``."""

_A_GAME = re.compile(r"(games|engine_c)[./]argentina|_engine\.argentina")


class Arrow(NamedTuple):
    """An import of one module by another."""

    user: str
    used: str
    for_types: bool = False


def arrows() -> list[Arrow]:
    """The imports between the modules of the package."""
    files = {module_name(path): path for path in sorted((ROOT / "gwta_ai").rglob("*.py"))}
    return [
        Arrow(user, used, for_types)
        for user, path in files.items()
        for used, for_types in imports(ast.parse(path.read_text("utf-8")), files)
    ]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.AST, modules: Mapping[str, Path]) -> Iterator[tuple[str, bool]]:
    """The modules of the package that a module imports, and whether for types alone."""
    typing = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for statement in block.body
        for node in ast.walk(statement)
    }
    for node in ast.walk(tree):
        found: list[str] = []
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, "imports are written from the root"
            below = [f"{node.module}.{alias.name}" for alias in node.names]
            found = [name if is_module(name, modules) else node.module for name in below]
        for name in dict.fromkeys(found):
            if name.partition(".")[0] == "gwta_ai":
                yield name, node in typing


def is_module(name: str, modules: Mapping[str, Path]) -> bool:
    return name in modules or re.fullmatch(r"gwta_ai\._engine\.\w+", name) is not None


def room(module: str) -> str:
    """The room of a module of the package."""
    parts = module.split(".")[1:]
    if not parts or parts == ["__main__"]:
        return "face"
    if parts[0] == "_engine":
        return (
            "engine"
            if parts[1:] in ([], ["search"], ["codec"], ["elementary"], ["nodes"])
            else "its engine"
        )
    return "argentina" if parts[:2] == ["games", "argentina"] else parts[0]


def core_arrows() -> list[Arrow]:
    """The declarations and modules of the core that use one another."""
    found = []
    for path in sorted((ROOT / "engine_c").rglob("*.p[xy][dx]")):
        text = path.read_text("utf-8")
        user = str(path.relative_to(ROOT).with_suffix("")).replace("/", ".") + path.suffix
        for used in re.findall(r"^\s*(?:from|cimport) (engine_c[\w.]*)", text, re.MULTILINE):
            found.append(Arrow(user, f"{used}.pxd"))
    return found


def core_room(module: str) -> str:
    return module.split(".")[1]


def picture() -> str:
    """The rooms from the top, each with the rooms it uses and how often."""
    lines = []
    for title, found, of, rooms in (
        ("gwta_ai/", arrows(), room, BELOW),
        ("engine_c/", core_arrows(), core_room, BELOW_IN_CORE),
    ):
        counts = Counter((of(one.user), of(one.used)) for one in found if not one.for_types)
        lines.append(title)
        for user in reversed(rooms):
            used = [
                f"{name} {counts[user, name]}"
                for name in (*reversed(rooms), "its engine")
                if name != user and counts[user, name]
            ]
            lines.append(f"  {user:<10} -> {', '.join(used) or 'nothing'}")
    return "\n".join(lines)


def test_arrows_point_down() -> None:
    wrong = [
        f"{one.user} -> {one.used}"
        for one in arrows()
        if not one.for_types and room(one.used) not in (room(one.user), *BELOW[room(one.user)])
    ]
    assert wrong == [], picture()


def test_arrows_of_the_core_point_down() -> None:
    found = core_arrows()
    assert {core_room(one.user) for one in found} == set(BELOW_IN_CORE)
    wrong = [
        f"{one.user} -> {one.used}"
        for one in found
        if core_room(one.used) not in (core_room(one.user), *BELOW_IN_CORE[core_room(one.user)])
    ]
    assert wrong == [], picture()


@pytest.mark.parametrize("of", [arrows, core_arrows])
def test_there_is_no_circle(of: object) -> None:
    users: dict[str, set[str]] = {}
    for one in of():  # type: ignore[operator]
        if not one.for_types:
            users.setdefault(one.user, set()).add(one.used)
    try:
        TopologicalSorter(users).prepare()
    except CycleError as error:
        pytest.fail(f"{' -> '.join(error.args[1])}\n{picture()}")


def test_only_its_own_wing_names_a_game() -> None:
    """Nor as a text: not even in a comment."""
    named = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for folder, suffixes in (("gwta_ai", ".py"), ("engine_c", ".pxd .pyx"))
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in suffixes.split() and "argentina" not in path.parts and path != FACE
        if (found := _A_GAME.search(path.read_text("utf-8")))
    ]
    assert named == []


def test_a_wrong_arrow_is_noticed() -> None:
    """The rooms are what they are taken for, and each kind of import is seen."""
    code = """
import gwta_ai.cli.files
from gwta_ai.games import registry, state
from gwta_ai import Ruleset
if TYPE_CHECKING:
    from gwta_ai.games.game import Rules
def late():
    from gwta_ai._engine.argentina.core import CoreState
"""
    modules = dict.fromkeys(("gwta_ai.games.registry", "gwta_ai.games.state"), ROOT)
    assert {(room(name), typing) for name, typing in imports(ast.parse(code), modules)} == {
        ("cli", False),
        ("games", False),
        ("face", False),
        ("games", True),
        ("its engine", False),
    }
    assert {room(one.user) for one in arrows()} | {"errors", "engine"} == set(BELOW)


if __name__ == "__main__":
    print(picture())
