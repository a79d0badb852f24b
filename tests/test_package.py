"""The package as it is installed: what is in it and what is not."""

from __future__ import annotations

from importlib import import_module, metadata
from importlib.resources import files
from pathlib import PurePosixPath

import pytest
from click.testing import CliRunner

import gwta_ai
from gwta_ai import Ruleset, State, View
from gwta_ai.cli import program
from gwta_ai.errors import SetupError
from gwta_ai.play import examples

PACKAGE = files("gwta_ai")
COMPILED = (
    "argentina/core",
    "argentina/learning",
    "argentina/position",
    "argentina/table",
    "codec",
    "elementary",
    "search",
)
DECLARED = ("argentina/declared", "nodes")


def installed() -> list[PurePosixPath]:
    """Every file of the installed distribution; skips where it is a link to the sources."""
    found = [PurePosixPath(str(file)) for file in metadata.files("gwta-ai") or ()]
    if PurePosixPath("gwta_ai/__init__.py") not in found:
        pytest.skip("installed with -e: the files are those of the repository")
    return found


def test_types_are_declared() -> None:
    assert (PACKAGE / "py.typed").is_file()


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_modules_have_stubs(name: str) -> None:
    module = import_module(f"gwta_ai._engine.{name.replace('/', '.')}")
    assert module.__file__ is not None
    assert not module.__file__.endswith(".py")
    assert (PACKAGE / "_engine" / f"{name}.pyi").is_file()


def test_data_is_present() -> None:
    data = PACKAGE / "games" / "argentina" / "data"
    assert "[components]" in (data / "argentina.toml").read_text(encoding="utf-8")
    assert (data / "examples" / "midgame.msgpack").is_file()


def test_installed_files() -> None:
    found = installed()
    names = {str(file) for file in found}
    assert "gwta_ai/py.typed" in names
    assert "gwta_ai/games/argentina/data/argentina.toml" in names
    assert "gwta_ai/games/argentina/data/examples/midgame.msgpack" in names
    assert {f"gwta_ai/_engine/{name}.pyi" for name in COMPILED} <= names
    assert any(file.name == "LICENSE" for file in found)


def test_no_sources_of_the_core_are_installed() -> None:
    unwanted = {".c", ".pyx", ".pxd", ".pxi"}
    assert [str(file) for file in installed() if file.suffix in unwanted] == []


def test_what_is_for_tests_alone_is_not_installed() -> None:
    engine = PACKAGE / "_engine"
    found = {
        f"{folder}{path.name.partition('.')[0]}"
        for folder in ("", "argentina/")
        for path in engine.joinpath(folder).iterdir()
    }
    assert {name for name in found if "__" not in name} == {*COMPILED, *DECLARED, "argentina"}
    entries = {entry.name for entry in metadata.entry_points(group="gwta_ai.games")}
    assert "argentina" in entries


def test_only_the_package_is_installed() -> None:
    roots = {file.parts[0] for file in installed() if file.suffix == ".py"}
    assert roots == {"gwta_ai"}


def test_metadata() -> None:
    about = metadata.metadata("gwta-ai")
    assert about["License-Expression"] == "MIT"
    assert about["Requires-Python"] == ">=3.11"
    (script,) = metadata.entry_points(group="console_scripts", name="gwta-ai")
    assert script.value == "gwta_ai.__main__:main"
    printed = CliRunner().invoke(program, ["--version"]).stdout
    assert printed.strip() == about["Version"]


def test_examples_load() -> None:
    assert "midgame" in examples.names()
    for name in examples.names():
        position = examples.load(name)
        assert isinstance(position, State | View)
        assert not position.is_over
        assert position.legal_actions()


def test_midgame_is_a_three_player_game_in_its_middle() -> None:
    midgame = examples.load("midgame")
    assert midgame.players == 3
    fresh = gwta_ai.new_game(players=3, seed=0)
    assert sum(sheet.total for sheet in midgame.scores()) > sum(
        sheet.total for sheet in fresh.scores()
    )


@pytest.mark.parametrize("name", ["", "nothing", "../argentina", "midgame.msgpack"])
def test_unknown_example(name: str) -> None:
    with pytest.raises(SetupError, match="midgame"):
        examples.load(name)


def test_default_ruleset_is_the_shipped_file() -> None:
    with_data = Ruleset.load(str(PACKAGE / "games" / "argentina" / "data" / "argentina.toml"))
    assert with_data.digest == Ruleset.default().digest
