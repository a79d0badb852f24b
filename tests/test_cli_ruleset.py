"""Rulesets compared by meaning, and ``gwta-ai ruleset`` for owners of the box."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from ruleset_files import RAW, TEXT, edited, figures, replaced, without_annotations, written

from gwta_ai import Ruleset
from gwta_ai.cli import program
from gwta_ai.errors import RulesetError
from gwta_ai.games.argentina.ruleset import reading
from gwta_ai.games.argentina.ruleset.schema import RULESET
from gwta_ai.games.difference import Difference

SHIPPED = Ruleset.shipped()
# Values as a file has them.
AMOUNT = {"base": 1, "each": 2, "of": "farmers", "per": 3}
EITHER = [{"cost": {"remove": "exhaustion"}}, {"gain": [{"auxiliary": "single"}]}]
THREE = {"gain": [{"certificates": 3}]}
TAKE = {"take_cattle": {"card": "franqueiro", "to": "hand"}}


def toml(value: Any) -> str:
    return written({"x": value}).partition(" = ")[2]


def differences(*edits: str) -> list[Difference]:
    return SHIPPED.differences(Ruleset(written(edited(*edits))))


def rows(found: list[Difference]) -> list[tuple[str, str, str, Any, Any]]:
    return [(each.table, each.entry, each.field, each.old, each.new) for each in found]


def changes(*edits: str) -> list[tuple[str, str, str, Any, Any]]:
    """The figures that edits of the shipped file change; they change nothing else."""
    found = differences(*edits)
    assert all(each.in_play for each in found)
    return rows(found)


def notes(*edits: str) -> list[tuple[str, str, str, Any, Any]]:
    """What edits change that is only said; they change no figure."""
    found = differences(*edits)
    assert not any(each.in_play for each in found)
    return rows(found)


# ------------------------------------------------------------------------- comparing rulesets


def test_what_is_written_is_read_again() -> None:
    tree = reading.read(RAW)
    assert reading.read(reading.parse(written(RULESET.write(tree)))) == tree


def test_the_same_ruleset_has_no_difference() -> None:
    assert SHIPPED.differences(SHIPPED) == []
    assert SHIPPED.differences(Ruleset("# a comment\n" + TEXT)) == []
    assert SHIPPED.differences(Ruleset(written(RAW))) == []


@pytest.mark.parametrize(
    ("table", "entry", "field", "old", "new"),
    [
        ("scoring", "", "farmer_vp", 2, 3),
        ("setup", "", "foresight_bags", ["A", "B", "C"], ["C", "B", "A"]),
        ("exhaustion", "", "for_revealed", [0, 1, 1, 2, 2], [0, 1]),
        ("station.tile", "1", "cost", 2, 3),
        ("player_board.disc_space", "step_1", "steps", [2, 2, 2], [1, 2, 2]),
        ("trail.space", "grain1", "grain_field", True, False),
        ("ship.tile", "15", "immediate", None, {"gain": [{"pesos": 1}]}),
        ("station_master.tile", "master3", "task.per", 2, 3),
        # fields that are part of an entry's name
        ("cattle.card", "franqueiro 5", "vp", 5, 6),
        ("ship.tile", "9", "id", "9", "9b"),
        ("farmer.tile", "yellow 8", "hand", "black", "green"),
        # programs, amounts, alternatives, costs
        (
            *("neutral_building.tile", "G", "actions[0]"),
            {"gain": [{"engine": {"of": "maquinistas"}}]},  # what is the default is left out
            {"gain": [{"engine": AMOUNT}]},
        ),
        (
            *("neutral_building.tile", "H", "actions[1]"),
            {"either": EITHER},
            {"either": EITHER[::-1]},
        ),
        (
            *("private_building.tile", "3 b", "actions[1]"),
            {"cost": {"discard": "objective"}} | THREE,
            {"cost": {"discard": "objective", "count": 2}} | THREE,
        ),
        (
            *("private_building.tile", "10 b", "actions[0]"),
            {"gain": [{"pesos": 3}]},
            {"cost": {"engine_back": 1}, "gain": [{"pesos": 3}, TAKE]},
        ),
    ],
)
def test_one_figure(table: str, entry: str, field: str, old: Any, new: Any) -> None:
    place = f"{table}[{entry}].{field}" if entry else f"{table}.{field}"
    assert changes(f"{place} = {toml(new)}") == [(table, entry, field, old, new)]


def test_entries_of_one_name_are_told_by_their_whole_key() -> None:
    raw = copy.deepcopy(RAW)
    for tile in raw["farmer"]["tile"]:
        if (tile["colour"], tile["strength"]) == ("green", 4):
            tile["copies"] = 3 - tile["copies"]
    assert rows(SHIPPED.differences(Ruleset(written(raw)))) == [
        ("farmer.tile", "green 4 black A", "copies", 1, 2),
        ("farmer.tile", "green 4 green A", "copies", 2, 1),
    ]


def test_entries_within_entries() -> None:
    (task,) = changes("objective.card[obj115].tasks[ship_discs:18].n = 2")
    assert task == ("objective.card", "obj115", "tasks[ship_discs:18].n", 1, 2)
    found = changes(
        "objective.card[obj100].tasks[station_discs] = DELETE",
        'objective.card[obj100].tasks[+] = { count = "buildings", n = 3 }',
    )
    assert found == [
        (
            "objective.card",
            "obj100",
            "tasks[station_discs]",
            {"count": "station_discs", "n": 2},
            None,
        ),
        ("objective.card", "obj100", "tasks[buildings]", None, {"count": "buildings", "n": 3}),
    ]


def test_bonus_spaces_are_shown_whole() -> None:
    """A cover moved to the other space, and one of two equal spaces changed."""
    found = changes(
        "quarter.map[le_havre south].space[#2].covered = DELETE",
        "quarter.map[le_havre south].space[#1].covered = true",
    )
    nine, twelve = ({"vp": 3, "immediate": {"gain": [{"pesos": pesos}]}} for pesos in (9, 12))
    covered = {"covered": True}
    place = ("quarter.map", "le_havre south", "space")
    assert sorted(found, key=str) == sorted(
        [(*place, nine, nine | covered), (*place, twelve | covered, twelve)], key=str
    )
    four, five = ({"vp": 0, "immediate": {"gain": [{"pesos": pesos}]}} for pesos in (4, 5))
    found = changes("quarter.map[le_havre west].space[#3].immediate.gain = [{ pesos = 5 }]")
    assert found == [("quarter.map", "le_havre west", "space", four, five)]


def test_entries_that_come_and_go() -> None:
    found = differences(
        "card_class.class[+] = { id = 'small', name = 'Small', values = [1] }",
        "objective.card[obj100] = DELETE",
        "components.objective_cards = 23",
    )
    figures_ = rows([each for each in found if each.in_play])
    (gone,) = [row for row in figures_ if row[0] == "objective.card"]
    assert gone[1:3] == ("obj100", "")
    assert (gone[3]["vp"], gone[4]) == (4, None)
    (new,) = [row for row in figures_ if row[0] == "card_class.class"]
    assert new[1:] == ("small", "", None, {"id": "small", "name": "Small", "values": [1]})
    # The totals follow from the rest.
    assert ("components", "", "objective_cards", 24, 23) in rows(
        [each for each in found if not each.in_play]
    )


def test_a_switch_is_shown_by_what_it_does() -> None:
    found = changes("trail.alternative = true")
    assert ("trail.space", "y1", "coins", 0, 6) in found
    assert ("trail.space", "y7", "number", 7, 1) in found
    assert {entry for _, entry, *_ in found} == {"y1", "y2", "y3", "y5", "y6", "y7"}
    assert changes("trail.space[y1].coins_alt = 9") == []  # not in use


def test_notes_and_names() -> None:
    assert notes('ship.tile[9].note = "seen"') == [("ship.tile", "9", "note", None, "seen")]
    assert notes("station.placeholder = DELETE", 'station.provenance = "rulebook"') == [
        ("station", "", "provenance", "inferred", "rulebook"),
        ("station", "", "placeholder", True, None),
    ]
    found = notes('cattle.card[caracu 3].name = "Cow"', 'meta.title = "Mine"')
    assert found == [
        ("meta", "", "title", "Great Western Trail: Argentina", "Mine"),
        ("cattle.card", "caracu 3", "name", "Caracu", "Cow"),
    ]


def test_what_entries_take_over_is_told_once() -> None:
    assert notes('quarter.provenance = "rulebook"') == [
        ("quarter", "", "provenance", "public-implementation", "rulebook")
    ]
    # An entry that no longer says anything of its own is what its table is.
    assert notes("trail.space[y1].confidence = DELETE", "trail.space[y1].note = DELETE") == [
        ("trail.space", "y1", "confidence", "low", None),
        ("trail.space", "y1", "note", "Coins and number: see the switch above.", None),
    ]


def test_differences_and_digests_agree() -> None:
    """One figure of each of many kinds: it is found, both ways, and nothing else is."""
    rng = random.Random(1)
    tried = 0
    for kind in rng.sample(sorted(figures()), 30):
        if kind == "trail.alternative":  # a switch of many figures
            continue
        place, value = rng.choice(figures()[kind])
        try:
            other = Ruleset(
                written(replaced(place, not value if isinstance(value, bool) else value + 1))
            )
        except RulesetError:
            continue
        tried += 1
        found = rows(SHIPPED.differences(other))
        back = rows(other.differences(SHIPPED))
        assert len(found) == (SHIPPED.digest != other.digest), kind
        assert [row[3:] for row in back] == [row[:2:-1] for row in found]
    assert tried > 10


def test_rulesets_that_have_little_in_common() -> None:
    bare = without_annotations(RAW)
    found = SHIPPED.differences(Ruleset(written(bare)))
    assert not any(each.in_play for each in found)
    assert any((each.table, each.field, each.new) == ("station", "note", None) for each in found)


def test_unverified_places_come_in_order() -> None:
    unverified, provenance = SHIPPED.unverified(), SHIPPED.provenance()
    assert unverified[0] == "station"
    low = {name for name, said in provenance.items() if said.get("confidence") == "low"}
    assert low == set(unverified[: len(low)])
    assert "neutral_building.tile C" in unverified[len(low) :]
    assert not {"scoring", "ship", "station_master"} & {*unverified}
    seen = Ruleset(written(edited("station.placeholder = DELETE", 'station.confidence = "high"')))
    assert "station" not in seen.unverified()


# ---------------------------------------------------------------------------- command line


def run(*arguments: str | Path, stdin: str | None = None, **variables: str) -> Result:
    return CliRunner(env=variables).invoke(program, ["ruleset", *map(str, arguments)], input=stdin)


def output(*arguments: str | Path, **more: str) -> Any:
    result = run(*arguments, "--json", **more)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A copy in which an owner corrected two figures and said so."""
    file = tmp_path / "mine.toml"
    assert run("--export", file).exit_code == 0
    text = file.read_text(encoding="utf-8")
    for old, new in (
        (
            "{ number = 1, turnout_after = 3, cost = 2,",
            "{ number = 1, turnout_after = 4, cost = 3,",
        ),
        ("placeholder = true\n", ""),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    return file


def test_the_list() -> None:
    text = run().stdout
    for name in ("station_master", "placeholder", "trail.space y1", "medium", SHIPPED.digest):
        assert name in text
    for option in ("--export", "--check", "--diff", "GWTA_RULESET=mine.toml"):
        assert option in text
    assert output() == {
        "title": SHIPPED.title,
        "digest": SHIPPED.digest,
        "provenance": SHIPPED.provenance(),
        "unverified": SHIPPED.unverified(),
    }


def test_the_list_of_another_file(mine: Path) -> None:
    assert f"from {mine}" in run(GWTA_RULESET=str(mine)).stdout.replace("\n", " ")
    assert output(GWTA_RULESET=str(mine))["digest"] == Ruleset.load(mine).digest


def test_export_keeps_the_comments(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    said = output("--export", file)
    assert said == {"file": str(file), "title": SHIPPED.title, "digest": SHIPPED.digest}
    assert file.read_text(encoding="utf-8") == TEXT
    assert "# HOW TO CORRECT A FIGURE" in TEXT
    assert run("--export", tmp_path / "no" / "copy.toml").exit_code == 3


def test_diff(mine: Path) -> None:
    expected = {
        "file": str(mine),
        "title": SHIPPED.title,
        "digest": Ruleset.load(mine).digest,
        "shipped": {"title": SHIPPED.title, "digest": SHIPPED.digest},
        "figures": [
            {"table": "station.tile", "entry": "1", "field": field, "old": old, "new": new}
            for field, old, new in (("turnout_after", 3, 4), ("cost", 2, 3))
        ],
        "notes": [
            {"table": "station", "entry": "", "field": "placeholder", "old": True, "new": None}
        ],
    }
    assert output("--diff", mine) == expected
    # From the ruleset of the package, also where the copy is in use.
    assert output("--diff", mine, GWTA_RULESET=str(mine)) == expected
    stdin = mine.read_text(encoding="utf-8")
    assert output("--diff", "-", stdin=stdin) == expected | {"file": "-"}
    text = run("--diff", mine).stdout
    assert "2 figures differ." in text
    assert SHIPPED.digest in text.replace("\n", "")
    assert expected["digest"] in text.replace("\n", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT, "The files are the same."),
        ("# mine\n" + TEXT, "No figure and no note differs"),
        (TEXT.replace("coins_alt = 6", "coins_alt = 7"), "No figure and no note differs"),
        (TEXT.replace("placeholder = true\n", ""), "No figure differs, only notes"),
        (TEXT.replace("farmer_vp = 2 ", "farmer_vp = 3 "), "1 figure differs."),
    ],
)
def test_the_verdict(text: str, said: str) -> None:
    assert said in run("--diff", "-", stdin=text).stdout


def test_tables_show_values_as_the_file_has_them(mine: Path) -> None:
    text = TEXT.replace("{ pesos = 2 }, { remove_cards = 1 }", "{ pesos = 4 }")
    text = text.replace('grain_field = true, next = ["n2"] },', 'next = ["n2"] },', 1)
    shown = run("--diff", "-", stdin=text).stdout
    assert "{ gain = [{ pesos = 4 }] }" in shown
    assert "true" in shown
    assert "false" in shown


def test_check(mine: Path) -> None:
    said = output("--check", mine)
    ruleset = Ruleset.load(mine)
    assert said == {
        "file": str(mine),
        "title": SHIPPED.title,
        "digest": ruleset.digest,
        "changed": 2,
        "unverified": ruleset.unverified(),
    }
    text = run("--check", mine).stdout
    assert "is sound" in text
    assert "2 figures differ" in text
    assert "0 figures differ" in run("--check", "-", stdin=TEXT).stdout


@pytest.mark.parametrize("option", ["--check", "--diff"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[components", "not a TOML file"),
        (
            TEXT.replace("cost = 2, vp = 1, corner", "cost = 99, vp = 1, corner", 1),
            "table station.tile, entry 1, field cost: expected an integer 0 .. 50, got 99",
        ),
        (TEXT.replace("\nships = 18\n", "\nships = 17\n"), "table components, field ships"),
        ("x" * ((1 << 20) + 1), "at most"),
    ],
)
def test_a_file_that_is_not_sound(tmp_path: Path, option: str, text: str, said: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    for result in (run(option, file), run(option, "-", stdin=text)):
        assert result.exit_code == 3
        assert result.stdout == ""
        (line,) = result.stderr.splitlines()
        assert said in line
    assert run(option, tmp_path / "missing.toml").exit_code == 3


def test_one_option_at_a_time(mine: Path) -> None:
    result = run("--check", mine, "--diff", mine)
    assert result.exit_code == 2
    assert "--diff" in result.stderr
