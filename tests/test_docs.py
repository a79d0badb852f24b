"""The documentation: every code block runs, and the tables agree with the program.

The blocks of a page run in order, in a folder of their own. ``python`` and ``pycon``
blocks share their names; ``pycon`` is checked like a doctest. In ``console`` blocks the
lines with "$" are commands: they must end with exit code 0, unless ``$ echo $?`` follows
and shows another one. What stands below a command is compared with what it prints, where
"..." stands for anything. Where a page gives time to think, a few simulations do here.
"""

from __future__ import annotations

import dataclasses
import doctest
import json
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner
from loading import script
from ruleset_files import RAW

import gwta_ai
from gwta_ai import Action, Ruleset, errors
from gwta_ai.cli import program
from gwta_ai.common.form.groups import Forms, ListOf, MapOf, Record
from gwta_ai.common.form.page import rows
from gwta_ai.games.argentina.notation import action as notation
from gwta_ai.games.argentina.ruleset.fields import ANNOTATION_KINDS
from gwta_ai.games.argentina.ruleset.schema import RULESET
from gwta_ai.games.argentina.snapshot import board, lexicon
from gwta_ai.games.argentina.snapshot.decisions import decisions
from gwta_ai.play.bench import Speeds
from gwta_ai.play.standings import Standing

DOCS = resources.files("gwta_ai") / "docs"
README = Path(__file__).parent.parent / "README.md"
PAGES = sorted(entry.name for entry in DOCS.iterdir() if entry.name.endswith(".md"))
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FEW = "50"  # simulations, in place of seconds
# How the blocks of the README begin that are no commands or cannot be run here.
NOT_RUN = ("python3 -m venv", "gwta_ai/ ")

# The commands that install the program, which the tests cannot run.
INSTALLING = ("python3 -m venv .venv", ".venv/bin/pip install .", ". .venv/bin/activate")


def text_of(page: str) -> str:
    file = README if page == README.name else DOCS / page
    return file.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------ code blocks


class Block(NamedTuple):
    language: str
    text: str
    line: int  # of its first line in the page


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page; indented ones have the language ""."""
    lines = text_of(page).splitlines()
    at = 0
    while at < len(lines):
        start = at
        at += 1
        assert not re.match(r" +```", lines[start]), f"{page}:{at}: an indented fence"
        if lines[start].startswith("```"):
            while lines[at] != "```":
                at += 1
            yield Block(lines[start][3:], "\n".join(lines[start + 1 : at]), start + 2)
            at += 1
        elif lines[start].startswith("    ") and not lines[start - 1]:
            while at < len(lines) and lines[at].startswith("    "):
                at += 1
            yield Block("", "\n".join(line[4:] for line in lines[start:at]), start + 1)


class Session:
    """What the blocks of one page have in common; they run in the present folder."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.code = 0

    def run(self, block: Block) -> None:
        place = f"{self.page}:{block.line}"
        match block.language:
            case "python":
                text = re.sub(r"Limit\(seconds=\d+\)", f"Limit(simulations={FEW})", block.text)
                exec(compile(text, place, "exec"), self.names)
            case "pycon":
                self.pycon(block.text, place)
            case "console":
                self.console(block.text, place)
            case "toml":
                assert tomllib.loads(block.text), place
            case "text":  # forms and formulas
                pass
            case "sh":
                for line in block.text.splitlines():
                    assert line.startswith(INSTALLING) or is_understood(line), place
            case other:
                pytest.fail(f"{place}: {other!r} is no language of a block")

    def pycon(self, text: str, place: str) -> None:
        test = doctest.DocTestParser().get_doctest(text, self.names, place, place, 0)
        assert test.examples, place
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        assert not runner.run(test, out=said.append, clear_globs=False).failed, "".join(said)
        self.names.update(test.globs)

    def console(self, text: str, place: str) -> None:
        steps = [step for step in re.split(r"^\$ ", text, flags=re.MULTILINE) if step]
        assert text.startswith("$ "), place
        for at, step in enumerate(steps):
            command, _, expected = step.partition("\n")
            printed = self.command(command)
            if expected.strip():
                same = doctest.OutputChecker().check_output(expected, printed, FLAGS)
                assert same, f"{place}: {command}\n{printed}"
            next_one = steps[at + 1].partition("\n")[0] if at + 1 < len(steps) else ""
            assert self.code == 0 or next_one == "echo $?", f"{place}: {command}\n{printed}"

    def command(self, line: str) -> str:
        """What a line prints: ``gwta-ai`` with variables before it, or several in a pipe."""
        if line == "echo $?":
            printed, self.code = f"{self.code}\n", 0
            return printed
        given, printed = b"", ""
        for part in line.split(" | "):
            words = shlex.split(part)
            variables = {}
            while "=" in words[0]:
                name, _, value = words.pop(0).partition("=")
                variables[name] = value
            assert words[0] == "gwta-ai", line
            Ruleset.forget_files()  # a file of that name may have changed
            result = CliRunner(env=variables).invoke(program, shorter(words[1:]), input=given)
            assert result.exception is None or isinstance(result.exception, SystemExit), line
            self.code, given, printed = result.exit_code, result.stdout_bytes, result.output
        return printed


def is_understood(line: str) -> bool:
    """Whether a script of the repository takes the arguments of a line; it is not run."""
    python, path, *arguments = shlex.split(line)
    if python != "python" or not (README.parent / path).is_file():
        return False
    folder = str(README.parent / "scripts")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    (README.parent / path).resolve().relative_to(folder)
    arguments = [str(README) if word == README.name else word for word in arguments]
    context = script(Path(path).stem).main.make_context(path, arguments)
    return bool(context.params)


def shorter(words: list[str]) -> list[str]:
    """The arguments of a command that does not take long, with an action for NOTATION."""
    if words[0] == "advise" and "--simulations" not in words:
        if "--seconds" in words:
            at = words.index("--seconds")
            words = words[:at] + words[at + 2 :]
        words = [*words, "--simulations", FEW]
    elif words[0] == "bench" and "--seconds" not in words:
        words = [*words, "--seconds", "0.01"]
    elif "NOTATION..." in words:
        position = gwta_ai.load(words[1])
        words[words.index("NOTATION...")] = position.legal_actions()[0].notation
    return words


@pytest.mark.parametrize("page", PAGES)
def test_code_blocks(
    page: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session(page)
    for block in blocks(page):
        session.run(block)


def test_code_blocks_of_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session(README.name)
    not_run = []
    for block in blocks(README.name):
        if block.language:
            session.run(block)
        elif block.text.startswith(NOT_RUN):
            not_run.append(block.text.splitlines()[0])
        else:
            lines = (f"$ {line}" for line in block.text.splitlines())
            session.run(Block("console", "\n".join(lines), block.line))
    install, tests, tree = not_run
    assert ".venv/bin/pip install" in install
    assert "pytest" in tests
    assert tree.startswith("gwta_ai/ ")


# ----------------------------------------------------------------------------------- pages


def cells_of(line: str) -> list[str]:
    """The cells of a row of a table, stripped; none for another line."""
    return [cell.strip() for cell in line[1:-1].split("|")] if line.startswith("| ") else []


def table_rows(page: str, columns: int) -> list[list[str]]:
    """The rows of the tables with so many columns, without their heads."""
    lines = text_of(page).splitlines()
    rows = [(cells_of(line), at) for at, line in enumerate(lines[:-1])]
    return [
        cells for cells, at in rows if len(cells) == columns and not lines[at + 1].startswith("|--")
    ]


def code(cell: str) -> str:
    """The text of a cell that is wholly code."""
    assert cell.startswith("`"), cell
    assert cell.endswith("`"), cell
    return cell[1:-1]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = text_of(page)
    for target, anchor in re.findall(r"\]\(([\w.-]*)(?:#([\w-]+))?\)", text):
        assert not target or target in PAGES, target
        heads = re.findall(r"^#+ (.*)$", text_of(target or page), flags=re.MULTILINE)
        anchors = [re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads]
        assert not anchor or anchor in anchors, anchor


@pytest.mark.parametrize("page", PAGES)
def test_lines_are_short(page: str) -> None:
    outside = re.sub(r"```.*?```", "", text_of(page), flags=re.DOTALL)
    long = [line for line in outside.splitlines() if len(line) > 100 and not line.startswith("|")]
    assert long == []


def test_every_public_name_is_somewhere() -> None:
    text = "".join(text_of(page) for page in PAGES)
    assert [name for name in gwta_ai.__all__ if not re.search(rf"\b{name}\b", text)] == []


# ------------------------------------------------------------------------------- snapshots

WORDS = lexicon(Ruleset.shipped())
reference = script("make_reference")


@pytest.mark.parametrize("page", reference.PAGES)
def test_tables_of_fields_are_what_the_program_has(page: str) -> None:
    """``python scripts/make_reference.py`` writes them anew."""
    assert text_of(page) == reference.text(page)


@pytest.mark.parametrize("viewer", [None, 0])
def test_the_examples_of_fields_are_right(viewer: int | None) -> None:
    """Every one is read, but those of fields that only group others have none."""
    record = board.record(WORDS, viewer)
    for row in (*rows(record), *reference.decision_tables(record)):
        if row.example is ...:
            assert isinstance(row.kind, Record | MapOf | ListOf), row.path
        else:
            row.kind.read(row.example, row.path)


def decision_kind() -> Forms:
    listed = decisions(WORDS).kind(0)
    assert isinstance(listed, Forms)
    return listed


def test_every_decision() -> None:
    found = [cells for cells in table_rows("snapshots.md", 2) if "`" in cells[0]]
    forms = decision_kind().forms
    said = {code(name): text for name, text in found if code(name) in forms}
    assert list(said) == list(forms)
    for name, text in said.items():
        assert forms[name].meaning == f"{text[0].upper()}{text[1:]}."


def test_ids_of_the_page() -> None:
    """The examples of ids and of actions exist."""
    forms = decision_kind().forms
    actions = forms["program"].fields[0].kind
    names = Ruleset.shipped().names
    ids = {*names.cards, *names.tiles, *names.track, *names.bonus, *names.offers}
    found = [code(cells[0]) for cells in table_rows("snapshots.md", 2) if "`" in cells[0]]
    rest = [name for name in found if name not in forms]
    assert [name for name in rest if ":" not in name and name not in ids] == []
    for name in rest:
        if ":" in name:
            actions.read(name, "")


# ---------------------------------------------------------------------------------- matches


def test_every_figure_of_a_match() -> None:
    rows = [row for row in table_rows("matches.md", 3) if not row[2].endswith(".")]
    names = [field.name for field in dataclasses.fields(Standing)]
    assert [code(name) for name, *_ in rows] == names


# -------------------------------------------------------------------------------- notation


def test_every_verb() -> None:
    """Each verb once, with an example that is read, and written as it stands there."""
    rows = table_rows("notation.md", 4)
    assert [code(verb) for verb, *_ in rows] == [form.verb for form in notation.FORMS]
    for verb, argument, example, _ in rows:
        action = Action.parse(code(example))
        assert action.kind == code(verb)
        assert action.notation == code(example)
        assert bool(argument) == (":" in example)
        assert "Unknown" not in action.text


TYPES = {"id": str, "number": int, "boolean": bool, "list of ids": list}


def test_arguments_of_every_kind() -> None:
    """An example of each kind, as it is, and every key with the type it has there."""
    part = sections("notation.md")["For programs"]
    rows = [cells for line in part.splitlines() if len(cells := cells_of(line)) in (2, 3)]
    examples = [row for row in rows if len(row) == 2 and "`" in row[0]]
    keys = {code(row[0]): TYPES[row[1]] for row in rows if len(row) == 3 and "`" in row[0]}
    actions = [Action.parse(code(example)) for example, _ in examples]
    assert [action.kind for action in actions] == [form.verb for form in notation.FORMS]
    found: dict[str, type] = {}
    for action, (_, said) in zip(actions, examples, strict=True):
        assert action.arguments == json.loads(code(said))
        for name, value in action.arguments.items():
            assert found.setdefault(name, type(value)) is type(value), name
    assert found == keys


# ---------------------------------------------------------------------------- command line


def sections(page: str) -> dict[str, str]:
    """The parts of a page by their heads of the second level."""
    parts = re.split(r"^## (.*)\n", text_of(page), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_option() -> None:
    """The section of a verb has the options of the verb and no others."""
    found = sections("command-line.md")
    for name, verb in program.commands.items():
        command = verb.load()
        parameters = command.get_params(
            click.Context(command, parent=click.Context(program, **program.context_settings))
        )
        parameters = [one for one in parameters if "--help" not in one.opts]
        options = [max(p.opts, key=len) for p in parameters if isinstance(p, click.Option)]
        listed = re.findall(r"^\| `(--[\w-]+)` \|", found[name], flags=re.MULTILINE)
        assert sorted(listed) == sorted(options), name
        for parameter in parameters:
            short = [opt for opt in parameter.opts if re.fullmatch(r"-\w", opt)]
            assert all(f"`{opt}`" in found[name] for opt in short)


def test_every_key_of_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = sections("command-line.md")
    commands = (
        "new --players 2 --seed 1 -o game.msgpack",
        "apply game.msgpack place:n1 -o next.msgpack",
        "moves game.msgpack",
        "check game.msgpack",
        "advise game.msgpack --simulations 20 --timing",
        "match random random --games 2 --timing",
        "ruleset",
        "ruleset --export mine.toml",
        "ruleset --check mine.toml",
        "ruleset --diff mine.toml",
        "bench --seconds 0.01",
    )
    for line in commands:
        verb = line.partition(" ")[0]
        result = CliRunner().invoke(program, [*line.split(), "--json"])
        printed = json.loads(result.stdout)
        entries = (
            printed if isinstance(printed, list) else [printed, *printed.get("candidates", ())]
        )
        keys = {key for entry in entries for key in entry}
        assert [key for key in keys if f"`{key}`" not in found[verb]] == [], line


def test_every_exit_code() -> None:
    listed = re.findall(r"^\| `(\d+)` \|", sections("command-line.md")["Exit codes"], re.MULTILINE)
    stated = re.search(r"Exit codes: (.*)", " ".join((program.help or "").split()))
    assert stated is not None
    assert listed == re.findall(r"\d+", stated[1])


# ---------------------------------------------------------------------- rulesets, performance


def entry_of(place: str) -> dict[str, Any]:
    """An entry of the shipped file by its name: "station.tile 1"."""
    (table, name), label = place.partition(" ")[0].split("."), place.partition(" ")[2]
    kind = RULESET.fields[table][0].fields[name][0]  # type: ignore[attr-defined]
    return next(entry for entry in RAW[table][name] if kind.label(entry, 0) == label)


def space_text(space: dict[str, Any]) -> str:
    """A bonus space of a city in words."""
    said = [f"{space['vp']} VP"] if space["vp"] else []
    for effect in space.get("immediate", {}).get("gain", ()):
        ((name, value),) = effect.items()
        match name:
            case "take_cattle":
                said.append(value["card"])
            case "objective":
                said.append("objective card")
            case _:
                said.append(f"{name} {value}" if name == "engine" else f"{value} {name}")
    return " and ".join(said)


def test_the_checklist_shows_the_figures_of_the_file() -> None:
    columns: list[str] = []
    seen = set()
    for line in text_of("rulesets.md").splitlines():
        cells = cells_of(line)
        if cells[:1] == ["entry"]:
            columns = cells
        elif line.startswith("| `") and columns and "." in cells[0]:
            entry = entry_of(code(cells[0]))
            seen.add(code(cells[0]))
            for column, cell in zip(columns[1:], cells[1:], strict=True):
                if column == "bonus spaces":
                    assert cell == "; ".join(map(space_text, entry["space"])), line
                elif column == "covered":
                    covered = [space for space in entry["space"] if space.get("covered")]
                    assert cell == "; ".join(map(space_text, covered)), line
                elif column != "where":
                    value = None if cell == "—" else tomllib.loads(f"x = {code(cell)}")["x"]
                    assert entry.get(column) == value, line
    for table, name in (("station", "tile"), ("quarter", "map"), ("job_market", "row")):
        kind = RULESET.fields[table][0].fields[name][0]  # type: ignore[attr-defined]
        assert {f"{table}.{name} {kind.label(entry, 0)}" for entry in RAW[table][name]} <= seen
    doubtful = {place.partition(".space #")[0] for place in Ruleset.shipped().unverified()}
    assert {place for place in doubtful if place.startswith("trail.")} <= seen


def test_the_checklist_leaves_nothing_out() -> None:
    text = text_of("rulesets.md")
    for place in Ruleset.shipped().unverified():
        table = place.partition(" ")[0]
        assert table in text, place
        for name in re.findall(r"obj\d+", place):
            assert name in text


def test_every_word_of_provenance() -> None:
    text = text_of("rulesets.md")
    for kind in (ANNOTATION_KINDS["provenance"], ANNOTATION_KINDS["confidence"]):
        for word in re.findall(r'"([\w-]+)"', kind.words):
            assert f"`{word}`" in text


def test_every_figure_of_bench() -> None:
    names = [field.name for field in dataclasses.fields(Speeds)]
    assert [code(row[0]) for row in table_rows("performance.md", 3)] == names
    listed = [code(row[0]) for row in table_rows("performance.md", 4)]
    assert listed == names[1:]


# ------------------------------------------------------------------------------------ search


def test_defaults_of_the_adviser() -> None:
    """The table of options has the defaults and the ranges of the program."""
    advisor = gwta_ai.Advisor()
    given = {
        "threads": advisor.threads,
        "seed": advisor.seed,
        "reuse": advisor.reuse,
    } | dataclasses.asdict(advisor.settings)
    rows = table_rows("search.md", 4)
    assert {code(name): float(default) for name, _, default, _ in rows} == given
    for name, span, _, _ in rows:
        low, high = (
            eval(re.sub(r"above|,", "", bound), {})
            for bound in span.replace(", to", " to").split("to")
        )
        option = code(name)
        gwta_ai.Advisor(**{option: high})
        for outside in (low - 1, high + 1):
            with pytest.raises(errors.LimitError):
                gwta_ai.Advisor(**{option: outside})
    assert f"`memory_mb` ({gwta_ai.Limit(seconds=1).memory_mb} by default)" in text_of("search.md")


def test_every_bot() -> None:
    rows = table_rows("search.md", 2)
    for name, _ in rows:
        assert gwta_ai.bots.make(code(name)).spec == code(name)
    with pytest.raises(errors.SetupError) as error:
        gwta_ai.bots.make("nobody")
    assert f"expected one of {', '.join(code(name) for name, _ in rows)}," in str(error.value)
