"""``gwta-ai ruleset``: the figures the program plays with."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from gwta_ai.cli.files import (
    STANDARD,
    STANDARD_INPUT,
    Source,
    json_text,
    standard_input,
    write_bytes,
    write_position,
)
from gwta_ai.cli.options import game_option, json_option, width_option
from gwta_ai.cli.screen import screen, table
from gwta_ai.cli.summary import earlier_lines, summary_text
from gwta_ai.common.files import naming
from gwta_ai.games import carrying, registry, rules_file
from gwta_ai.games.difference import Difference, written
from gwta_ai.games.game import AnyGame, Rules

_DOCUMENT = Path(__file__).parent.parent / "docs" / "rulesets.md"


@click.command("ruleset", epilog="Example: gwta-ai ruleset --export mine.toml")
@click.option("--export", metavar="FILE", help="Save a commented copy, to be corrected.")
@click.option("--check", metavar="FILE", help="Say whether a corrected copy is sound.")
@click.option("--diff", metavar="FILE", help="Show what a corrected copy changes.")
@click.option("--carry", metavar="FILE", help="Move a game or view to this ruleset.")
@click.option("--from", "origin", metavar="FILE", help="The ruleset of what is carried.")
@click.option("-o", "--output", metavar="FILE", help="Where --carry saves it.")
@game_option
@width_option()
@json_option
def command(
    export: str | None,
    check: str | None,
    diff: str | None,
    carry: str | None,
    origin: str | None,
    output: str | None,
    game: str,
    width: int | None,
    as_json: bool,
) -> None:
    """List where the figures come from and what is not verified.

    The ruleset is the one that ships with the program, or the file named by the environment
    variable GWTA_RULESET. --diff compares with the one that ships in any case; a change
    of order, comments or layout is none. A file that is not sound ends with exit code 3
    and one line that names the table, the entry and the field. --carry takes a position
    that was saved under another ruleset to this one, where that is possible; --from names
    the file of a ruleset that never shipped.
    """
    if sum(option is not None for option in (export, check, diff, carry)) > 1:
        raise click.UsageError(
            "Expected one of --export, --check, --diff and --carry, got several."
        )
    if (carry is None) != (output is None):
        raise click.UsageError("Expected --carry and --output together.")
    if origin is not None and carry is None:
        raise click.UsageError("Expected --from with --carry.")
    chosen = registry.find(game)
    if export is not None:
        _export(export, chosen, as_json)
    elif check is not None:
        _check(check, chosen, as_json)
    elif diff is not None:
        _diff(diff, chosen, width, as_json)
    elif carry is not None and output is not None:
        _carry(carry, None if origin is None else _read(origin, chosen), output, as_json)
    else:
        _list(chosen, width, as_json)


def _read(file: str, game: AnyGame) -> Rules:
    rules: Rules
    if file == STANDARD:
        with naming(STANDARD_INPUT):
            text = rules_file.text_of(standard_input().read(rules_file.LARGEST + 1))
            rules = game.rules_from_text(text)
    else:
        rules = rules_file.load(file, game.rules_from_text)
    return rules


def _about(ruleset: Rules) -> dict[str, str]:
    return {"title": ruleset.title, "digest": ruleset.digest}


# --- the list ----------------------------------------------------------------------------------


def _list(game: AnyGame, width: int | None, as_json: bool) -> None:
    ruleset: Rules = game.default_rules()
    variable = game.ruleset_variable
    provenance, unverified = ruleset.provenance(), ruleset.unverified()
    if as_json:
        about: dict[str, Any] = {**_about(ruleset), "provenance": provenance}
        click.echo(json_text(about | {"unverified": unverified}))
        return
    console = screen(width=width)
    file = os.environ.get(variable) if variable else None
    origin = f"from {file}, named by {variable}" if file else "as it ships with the program"
    console.print(f"{ruleset.title}, {origin}\nruleset {ruleset.digest}", end="\n\n")
    rows = []
    for name, said in provenance.items():
        if " " in name:
            continue
        below = sum(place.startswith(f"{name}.") for place in unverified)
        doubt = "all" if name in unverified else f"{below} below" if below else ""
        rows.append((name, said["provenance"], _confidence(said), doubt, said.get("note", "")))
    console.print(table(("table", "provenance", "confidence", "to verify", "note"), rows))
    console.print("\nTo be verified, the least certain first:\n")
    doubts = [
        (name, said["provenance"], _confidence(said), said.get("note", ""))
        for name, said in ((name, provenance[name]) for name in unverified)
    ]
    console.print(table(("entry", "provenance", "confidence", "note"), doubts))
    if variable:
        _how_to_correct(variable)


def _how_to_correct(variable: str) -> None:
    screen().print(
        "\nTo correct a figure:\n"
        "  gwta-ai ruleset --export mine.toml    saves a copy with comments, to be edited\n"
        "  gwta-ai ruleset --check mine.toml     says whether it is sound\n"
        "  gwta-ai ruleset --diff mine.toml      shows what it changes\n"
        f"  {variable}=mine.toml gwta-ai ...    plays with it\n"
        f"A checklist for ten minutes with the board: {_DOCUMENT}",
        soft_wrap=True,
    )


def _confidence(said: dict[str, Any]) -> str:
    return "placeholder" if said.get("placeholder") else said.get("confidence", "")


# --- files -------------------------------------------------------------------------------------


def _export(file: str, game: AnyGame, as_json: bool) -> None:
    ruleset: Rules = game.default_rules()
    write_bytes(file, ruleset.text.encode())
    if file == STANDARD:
        return
    saved = {"file": file} | _about(ruleset)
    click.echo(json_text(saved) if as_json else f"{file}: ruleset {ruleset.digest}")


def _check(file: str, game: AnyGame, as_json: bool) -> None:
    ruleset = _read(file, game)
    figures, _ = _split(game.shipped_rules().differences(ruleset))
    unverified = ruleset.unverified()
    if as_json:
        found = {"changed": len(figures), "unverified": unverified}
        click.echo(json_text({"file": file} | _about(ruleset) | found))
        return
    click.echo(f"{file} is sound: {ruleset.title}, ruleset {ruleset.digest}")
    changed = _counted(len(figures), "figure differs", "figures differ")
    click.echo(f"{changed} from the ruleset that ships with the program")
    click.echo(f"{_counted(len(unverified), 'place is', 'places are')} marked as not verified")


def _diff(file: str, game: AnyGame, width: int | None, as_json: bool) -> None:
    shipped: Rules = game.shipped_rules()
    ruleset = _read(file, game)
    figures, notes = _split(shipped.differences(ruleset))
    if as_json:
        result = {"file": file} | _about(ruleset) | {"shipped": _about(shipped)}
        found = {"figures": [*map(_plain, figures)], "notes": [*map(_plain, notes)]}
        click.echo(json_text(result | found))
        return
    console = screen(width=width)
    console.print(f"shipped: {shipped.title}, ruleset {shipped.digest}")
    console.print(f"{file}: {ruleset.title}, ruleset {ruleset.digest}", end="\n\n")
    console.print(_verdict(shipped, ruleset, figures, notes))
    for title, differences in (("Figures", figures), ("Notes, provenance and names", notes)):
        if differences:
            console.print(f"\n{title}:\n")
            console.print(_differences(differences))


def _carry(file: str, origin: Rules | None, output: str, as_json: bool) -> None:
    source = Source(file, None)
    position = source.position(origin)
    with source.naming():
        carried = carrying.carry(position)
    changed = carrying.figures_since(position.ruleset)
    write_position(carried, output, as_json=as_json and output == STANDARD)
    if output == STANDARD:
        return
    digests = {"from": position.ruleset.digest, "to": carried.ruleset.digest}
    if as_json:
        figures = [*map(_plain, changed)]
        click.echo(json_text({"file": output} | digests | {"figures": figures}))
        return
    click.echo(f"{output}: {summary_text(carried)}")
    for line in earlier_lines(position.ruleset):
        click.echo(line)


def _verdict(
    shipped: Rules, ruleset: Rules, figures: list[Difference], notes: list[Difference]
) -> str:
    if figures:
        return f"{_counted(len(figures), 'figure differs', 'figures differ')}."
    if notes:
        return "No figure differs, only notes, provenance or names do: games go on as before."
    if shipped.text != ruleset.text:
        return "No figure and no note differs, only comments, order, or figures not in use."
    return "The files are the same."


def _split(differences: list[Difference]) -> tuple[list[Difference], list[Difference]]:
    """The figures, and what is only said."""
    return (
        [difference for difference in differences if difference.in_play],
        [difference for difference in differences if not difference.in_play],
    )


def _plain(difference: Difference) -> dict[str, Any]:
    return {
        "table": difference.table,
        "entry": difference.entry,
        "field": difference.field,
        "old": difference.old,
        "new": difference.new,
    }


def _differences(differences: Iterable[Difference]) -> Table:
    rows = []
    for each in differences:
        values = written(each.old), written(each.new)
        rows.append((each.table, each.entry, each.field, *values))
    return table(("table", "entry", "field", "shipped", "here"), rows)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
