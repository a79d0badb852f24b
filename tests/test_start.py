"""What is loaded when: the face and the common verbs load no more than they need."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

import gwta_ai
from gwta_ai.cli import VERBS, program

HEAVY = ("numpy", "scipy")
SHOWN = """
import sys
{code}
print(*(name for name in {names} if name in sys.modules), file=sys.stderr)
"""
RUN = """
from gwta_ai.__main__ import main
sys.argv[0] = "gwta-ai"
try:
    main()
except SystemExit as end:
    assert not end.code, end
"""


def loaded(code: str, *arguments: object, names: tuple[str, ...] = HEAVY) -> list[str]:
    """Which of the modules a fresh process has loaded that ran the code."""
    text = SHOWN.format(code=code, names=names)
    command = [sys.executable, "-P", "-c", text, *map(str, arguments)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert found.returncode == 0, found.stderr
    return found.stderr.split()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("start") / "game.msgpack"
    gwta_ai.save(gwta_ai.new_game(2, 1), path)
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["new", "--players", "2", "-o", "OUT"],
        ["new", "--help"],
        ["moves", "GAME"],
        ["apply", "GAME", "place:n1", "-o", "OUT"],
        ["show", "GAME"],
        ["check", "GAME"],
    ],
    ids=" ".join,
)
def test_a_verb_that_does_not_reckon_loads_no_numpy(
    arguments: list[str], game: Path, tmp_path: Path
) -> None:
    places = {"GAME": game, "OUT": tmp_path / "out.msgpack"}
    assert loaded(RUN, *(places.get(one, one) for one in arguments)) == []


def test_only_what_prints_through_rich_loads_it(game: Path) -> None:
    assert loaded(RUN, "moves", game, names=("rich",)) == []
    assert loaded(RUN, "show", game, names=("rich",)) == ["rich"]


def test_what_is_loaded_is_noticed() -> None:
    assert loaded("import scipy") == ["numpy", "scipy"]


def test_the_face_loads_nothing() -> None:
    names = (
        *HEAVY,
        "typing",
        "click",
        "rich",
        "gwta_ai.games",
        "gwta_ai.adviser",
        "importlib.metadata",
    )
    assert loaded("import gwta_ai; dir(gwta_ai)", names=names) == []
    playing = "import gwta_ai; gwta_ai.new_game(2, 1).legal_actions()[0].text"
    assert loaded(playing, names=(*HEAVY, "click", "rich", "importlib.metadata")) == []


def test_the_names_of_the_face() -> None:
    """``__all__``, what is found when asked for, and what a type checker sees are the same."""
    source = ast.parse(Path(gwta_ai.__file__).read_text("utf-8"))
    (block,) = (node for node in source.body if isinstance(node, ast.If) and not node.orelse and
                ast.unparse(node.test) == "TYPE_CHECKING")  # fmt: skip
    seen = {}
    for statement in block.body:
        assert isinstance(statement, ast.ImportFrom)
        for alias in statement.names:
            seen[alias.asname or alias.name] = (statement.module, alias.name)
    assert sorted(seen) == sorted(gwta_ai.__all__)
    assert gwta_ai.__all__ == sorted(gwta_ai.__all__)
    assert set(gwta_ai.__all__) <= set(dir(gwta_ai))
    for name, (module, original) in seen.items():
        assert module is not None
        if name == "games":  # there it is a call of the module
            assert gwta_ai.games() == import_module(module).names()
            continue
        home = import_module(module)
        expected = getattr(home, original, None) or import_module(f"{module}.{original}")
        assert getattr(gwta_ai, name) is expected, name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        gwta_ai.nothing  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", VERBS)
def test_the_list_of_verbs_says_what_they_say(name: str) -> None:
    verb = program.commands[name]
    assert verb.load().name == name
    for width in (30, 45, 80, 200):
        assert verb.get_short_help_str(width) == verb.load().get_short_help_str(width)


def test_every_verb_is_listed() -> None:
    folder = Path(import_module("gwta_ai.cli").__file__ or "").parent
    modules = {
        path.stem: import_module(f"gwta_ai.cli.{path.stem}") for path in folder.glob("[a-z]*.py")
    }
    commands = {
        name
        for name, module in modules.items()
        if isinstance(getattr(module, "command", None), click.Command)
    }
    assert commands == set(VERBS)
