"""What is wrong in a snapshot is told all at once, with its path and the likely mend."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from editing import edited
from random_games import game

import gwta_ai
from gwta_ai import Problem, Ruleset, State, problems_in
from gwta_ai.cli import program
from gwta_ai.common.wire import dumps_json, pack
from gwta_ai.errors import PositionError, SnapshotError
from gwta_ai.games.check import problems_in_file
from gwta_ai.games.problem import SUSPICIOUS, WRONG
from gwta_ai.games.state import from_snapshot
from gwta_ai.play import examples

Data = dict[str, Any]


@cache
def _midgame() -> State:
    state = examples.load("midgame")
    assert isinstance(state, State)
    return state


def midgame() -> Data:
    """Three players at the beginning of a turn of seat 1; nobody has hired yet."""
    return _midgame().to_dict()


def midview() -> Data:
    """What seat 1 knows of it."""
    return _midgame().view(1).to_dict()


def told(data: object) -> list[tuple[str, str | None]]:
    """Path and mend of all that is wrong."""
    return [(each.path, each.mend) for each in problems_in(data) if each.severity == WRONG]


def paths(data: object, severity: str = WRONG) -> list[str]:
    return [each.path for each in problems_in(data) if each.severity == severity]


# --- what is sound -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_wrong_or_suspicious_in_random_games(seed: int) -> None:
    state, choose = game(seed), random.Random(seed)
    number = 0
    while not state.is_over:
        state.core.play_random(choose.getrandbits(64), choose.randint(1, 30))
        view = state.view(choose.randrange(state.players))
        for position in (state, view):
            assert position.problems() == []
            assert problems_in(position.to_dict()) == []
        number += 1
    assert number > 10


# --- a dozen positions, each broken in another way -----------------------------------------------


def _card_too_many(data: Data) -> None:
    data["players"][1]["discard"]["niata"] = 2


def _disc_too_many(data: Data) -> None:
    data["players"][0]["ship_discs"]["0"] += 2


def _row_over_six(data: Data) -> None:
    data["players"][2]["workers"]["gaucho"] = ["plain"] * 6


def _engines_on_one_space(data: Data) -> None:
    data["players"][0]["engine"] = data["players"][1]["engine"] = "9"


def _token_row(data: Data) -> None:
    data["job_market"]["token_row"] += 1


def _neutral_building_twice(data: Data) -> None:
    data["trail"]["neutral"]["n1"] = "B"


def _private_building_on_a_taken_space(data: Data) -> None:
    data["players"][1]["buildings"]["2"] = data["players"][0]["buildings"]["1"]


def _ship_in_two_places(data: Data) -> None:
    data["ships"]["departed"].append("18")


def _misspelt_card(data: Data) -> None:
    data["cattle_market"]["chaquenio"] = data["cattle_market"].pop("chaqueno")


def _turn_of_another(data: Data) -> None:
    data["seat"] = 2


def _money_by_another_name(data: Data) -> None:
    data["players"][1]["money"] = data["players"][1].pop("pesos")


def _turn_in_quotes(data: Data) -> None:
    data["turn"] = str(data["turn"])


BROKEN: list[tuple[Callable[[Data], None], str, str]] = [
    (_card_too_many, "players[1].cards.niata", "discard (2)"),
    (_disc_too_many, "players[0].discs", "take 2 away"),
    (_row_over_six, "players[2].workers.gaucho", "a row has 6 spaces"),
    (_engines_on_one_space, "players[1].engine", 'nearest free spaces are "8t" and "10"'),
    (_token_row, "job_market.token_row", "7 would fit"),
    (_neutral_building_twice, "trail.neutral", "B is on n1 and n4; G stands nowhere"),
    (_private_building_on_a_taken_space, "players[1].buildings.2", "in another place"),
    (_money_by_another_name, "players[1].money", 'perhaps "pesos" is meant, which is missing'),
    (_turn_in_quotes, "turn", "perhaps 38 is meant, without quotation marks"),
    (_ship_in_two_places, "ships", "18 is in loading_zone and departed"),
    (_misspelt_card, "cattle_market.chaquenio", 'perhaps "chaqueno" is meant'),
    (_turn_of_another, "seat", "1, or else turn is 39"),
]
NAMES = [change.__name__[1:] for change, *_ in BROKEN]


def test_the_name_of_a_field_is_guessed_only_if_the_value_fits() -> None:
    data = midgame()
    del data["players"][1]["pesos"]
    data["players"][1]["money"] = "seven"
    assert told(data) == [("players[1].money", None), ("players[1].pesos", None)]
    data["players"][1]["money"] = 7
    data["players"][1]["colour"] = 7
    assert [path for path, _ in told(data)] == [
        f"players[1].{n}" for n in ("money", "colour", "pesos")
    ]


def test_text_that_could_be_a_number_is_told_from_one() -> None:
    data = midgame()
    data["turn"] = "12"
    assert 'turn: expected an integer 1 .. 60000, got "12"' in str(problems_in(data)[0])


@pytest.mark.parametrize("view", [False, True], ids=["state", "view"])
@pytest.mark.parametrize(("change", "path", "mend"), BROKEN, ids=NAMES)
def test_a_broken_position(
    change: Callable[[Data], None], path: str, mend: str, view: bool, tmp_path: Path
) -> None:
    """It is told by path with the mend, by the module and by the command line."""
    data = midview() if view else midgame()
    change(data)
    found = dict(told(data))
    assert path in found
    assert mend in (found[path] or "")
    file = tmp_path / "position.json"
    file.write_text(dumps_json(data))
    result = check(file)
    assert result.exit_code == 3
    assert f"{path}\n" in result.stdout
    assert mend in result.stdout
    with pytest.raises((SnapshotError, PositionError)):
        gwta_ai.load(file)


def test_all_of_them_at_once() -> None:
    """One fault does not hide another, but for the counts of what cannot be read."""
    data = midgame()
    for change, *_ in BROKEN:
        if change is not _row_over_six:
            change(data)
    assert {path for change, path, _ in BROKEN if change is not _row_over_six} <= {*paths(data)}
    _row_over_six(data)
    assert {path for _, path, _ in BROKEN} - {*paths(data)} == {"job_market.token_row"}


def test_a_single_fault_is_told_alone() -> None:
    for change, path, _ in BROKEN:
        data = midgame()
        change(data)
        others = [each for each in paths(data) if each != path]
        assert others in ([], ["cards.niata"]), change


# --- faults of form ------------------------------------------------------------------------------


def test_every_fault_of_form_is_told() -> None:
    data = midgame()
    one, two, three = data["players"]
    one["pesos"] = "12"
    one["estanciero"] = "N2"
    two["peso"] = two.pop("pesos")
    two["engine"] = 5
    two["hand"] = ["niata", "niata"]
    three["grain"] = 99
    three["discs"][0] = three["discs"][1]
    del three["known"], three["discard"]
    data["colour"] = "blue"
    data["over"] = 0
    del data["turn"]
    data["decisions"][0]["decision"] = "moves"
    assert told(data)[:12] == [
        ("colour", None),
        ("players[0].pesos", "perhaps 12 is meant, without quotation marks"),
        ("players[0].estanciero", 'perhaps "n2" is meant'),
        ("players[1].peso", 'perhaps "pesos" is meant'),
        ("players[1].engine", 'perhaps "5" is meant'),
        ("players[1].hand", 'perhaps {"niata": 2} is meant'),
        ("players[2].grain", None),
        ("players[2].discs[1]", "leave it out or name another"),
        ("players[2].discard", "{} says that there is none"),
        ("turn", None),
        ("over", "perhaps false is meant"),
        ("decisions[0].decision", 'perhaps "move" is meant'),
    ]


def test_what_was_meant_is_taken_for_granted() -> None:
    """No fault comes of a value that is understood, so the rest is checked in earnest."""
    data = midgame()
    data["players"][0]["pesos"] = str(data["players"][0]["pesos"])
    data["cattle_market"] = {name.upper(): n for name, n in data["cattle_market"].items()}
    data["players"][1]["engine"] = int(data["players"][1]["engine"].rstrip("t"))
    assert all(mend and mend.startswith("perhaps") for _, mend in told(data))


def test_no_fault_is_told_that_may_come_of_an_unreadable_field() -> None:
    """A pile that cannot be read says nothing of counts; the rest is still checked."""
    data = midgame()
    data["market_stack"] = None
    data["turn"] = "soon"
    data["players"][0]["workers"] = {}
    data["players"][2]["discs"].pop()
    assert paths(data) == [
        "players[0].workers.gaucho",
        "players[0].workers.carpintero",
        "players[0].workers.maquinista",
        "players[0].workers.granjero",
        "turn",
        "market_stack",
        "players[2].discs",
    ]


def test_what_may_be_meant_by_an_id_that_is_near_several_is_not_chosen() -> None:
    """All of them are named, and no fault comes of one of them."""
    data = midgame()
    data["trail"]["farmers"]["g1"]["tile"] = "green3b"
    data["players"][0]["engine"] = "dept"
    (engine, (path, mend)) = told(data)
    assert path == "trail.farmers.g1.tile"
    assert mend is not None
    assert {"green3g", "green4b"} <= set(re.findall(r'"(\w+)"', mend))
    assert engine == ("players[0].engine", 'perhaps "depot" is meant')


def test_the_size_of_a_hand_rests_on_what_may_be_in_it() -> None:
    data = midview()
    del data["players"][0]["hand_or_draw"], data["players"][2]["hand_or_draw"]
    data["players"][0]["discard"] = "none"
    assert [path for path in paths(data) if "hand_size" in path] == []
    data = midview()
    data["players"][2]["hand_or_draw"] = None
    data["players"][0]["hand_size"] = 90
    assert paths(data) == ["players[2].hand_or_draw", "players[0].hand_size"]


def test_what_cannot_be_seen_is_shown() -> None:
    """A text that is empty, blank or not printable leaves no gap."""
    for value, got in (("", '""'), (" a", '" a"'), ("\x1b[1m", "\\x1b[1m"), ("\ud800", "\\ud800")):
        (found,) = problems_in(midgame() | {"sides": value})
        assert found.to_dict()["got"] == got
    (found,) = problems_in(midgame() | {"\ud800": 1})
    assert str(found).startswith("\\ud800: expected one of the fields")


def test_a_version_that_is_missing_is_of_no_other_release() -> None:
    data = midgame()
    del data["version"]
    assert told(data) == [("version", None)]


def test_the_head_may_be_wrong_too() -> None:
    data = midview() | {"format": "gwta-ai/veiw", "ruleset": "0" * 64}
    del data["view_of"]
    data["players"][0]["engine"] = data["players"][1]["engine"]
    found = dict(told(data))
    assert [*found] == ["format", "ruleset", "view_of", "players[1].engine"]
    assert Ruleset.default().digest in (found["ruleset"] or "")
    assert found["view_of"] == "1, whose hand is given"


def test_states_and_views_are_told_apart() -> None:
    data = midview()
    data["random"] = "0" * 16
    data["players"][0]["hand"] = {}
    data["players"][1]["hand_size"] = 4
    assert all(mend and "view" in mend for _, mend in told(data))
    assert len(told(data)) == 3
    (found,) = told(midgame() | {"view_of": 1})
    assert found == ("view_of", 'the format of a view is "gwta-ai/view"')


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (None, ""),
        ([], ""),
        (midgame() | {"version": 2}, "version"),
        (midgame() | {"game": "original"}, "game"),
    ],
)
def test_what_cannot_be_looked_into_has_one_fault(data: object, path: str) -> None:
    assert paths(data) == [path]


def test_nothing_at_all() -> None:
    assert paths({})[:3] == ["version", "game", "format"]
    assert "players" in paths({})


def test_players_that_are_none() -> None:
    for players in ([], [{}], [{}] * 9, "us", None):
        assert "players" in paths(midgame() | {"players": players})


def test_a_misspelt_field_of_the_top() -> None:
    data = midgame()
    data["player"] = data.pop("players")
    data["player"][0]["discs"].pop()
    assert paths(data) == ["player", "players[0].discs"]


def test_keys_that_are_no_text() -> None:
    for key in (1, None, 0.5, ("a",), b"pesos"):
        assert paths(midgame() | {key: 1}) == [repr(key)]


def test_a_file_full_of_faults_is_cut_short() -> None:
    data = midgame() | {f"x{number}": 1 for number in range(10_000)}
    assert 100 < len(problems_in(data)) < 1000


def test_another_ruleset_than_the_given_one() -> None:
    other = edited(("hand_limit = 4", "hand_limit = 5"))
    (problem,) = problems_in(midgame(), other)
    assert problem.path == "ruleset"
    assert other.digest in problem.expected


# --- piles of a view -----------------------------------------------------------------------------


def test_piles_that_do_not_follow_are_asked_for_all_at_once() -> None:
    """INFO-09."""
    data = midview()
    del data["market_stack"], data["players"][0]["hand_or_draw"]
    del data["bags"]["B"], data["bags"]["C"]
    assert paths(data)[:2] == ["bags.B", "market_stack"]


def test_a_pile_that_is_left_out_takes_what_lacks() -> None:
    data = midview()
    data["players"][0]["discard"]["niata"] -= 1
    (problem,) = (each for each in problems_in(data) if each.path == "cards.niata")
    assert problem.mend is not None
    assert problem.mend.startswith("add one; the others are in players[0].hand_or_draw")
    del data["players"][0]["hand_or_draw"]
    assert problems_in(data) == []


def test_the_size_of_a_hidden_hand() -> None:
    data = midview()
    data["players"][0]["hand_size"] = 90
    data["players"][2]["known"] = {"niata": 99}
    assert {"players[0].hand_size", "players[2].hand_size"} <= {*paths(data)}


# --- what is suspicious --------------------------------------------------------------------------


def _rich(data: Data) -> None:
    data["players"][0]["pesos"] = 500


def _tokens(data: Data) -> None:
    data["players"][2]["exchange_tokens"] = 40


def _long(data: Data) -> None:
    data["turn"] += 3 * 1000


def _coins(data: Data) -> None:
    next(iter(data["trail"]["farmers"].values()))["coins"] = 200


def _full_hand(data: Data) -> None:
    player = data["players"][0]
    # The sixth auxiliary action is open instead of the third: it draws cards for good.
    player["discs"] = ["aux3_a" if name == "aux6_a" else name for name in player["discs"]]
    for card in player.pop("draw_stack") if "draw_stack" in player else ():
        player["hand"][card] = player["hand"].get(card, 0) + 1
    player["draw_stack"] = []


SUSPECT = [
    (_rich, r"players\[0\]\.pesos"),
    (_tokens, r"players\[2\]\.exchange_tokens"),
    (_long, "turn"),
    (_coins, r"trail\.farmers\.\w+\.coins"),
    (_full_hand, r"players\[0\]\.hand"),
]


@pytest.mark.parametrize(("change", "path"), SUSPECT)
def test_what_is_suspicious_loads(change: Callable[[Data], None], path: str) -> None:
    data = midgame()
    change(data)
    (problem,) = problems_in(data)
    assert problem.severity == SUSPICIOUS
    assert re.fullmatch(path, problem.path)
    state = State.from_dict(data)
    assert state.problems() == [problem]


def test_money_before_the_first_turn() -> None:
    data = gwta_ai.new_game(3, 1).to_dict()
    data["players"][2]["pesos"] += 1
    (problem,) = problems_in(data)
    assert (problem.path, problem.severity) == ("players[2].pesos", WRONG)
    assert not problem.refused  # nothing pays a player before the first turn, but it loads


# --- all that is wrong, and nothing else ---------------------------------------------------------


def test_nothing_is_refused_if_and_only_if_it_loads() -> None:
    """Every value of a position in turn is replaced; no replacement confuses the check."""
    values = [None, True, 0, 3, 99, -1, "", "n1", "niata", "move", [], {}, [{}], {"niata": 1}, 1.0]
    refused = 0
    choose = random.Random(4)
    for data in (midview(), midgame()):
        for _ in range(250):
            broken = copy.deepcopy(data)
            for _ in range(choose.randint(1, 2)):
                place: Any = broken
                while True:
                    key = choose.choice([*place] if isinstance(place, dict) else range(len(place)))
                    inner = place[key]
                    if not inner or not isinstance(inner, (dict, list)) or choose.random() < 0.2:
                        break
                    place = inner
                place[key] = choose.choice(values)
            assert any(each.refused for each in problems_in(broken)) != loads(broken)
            refused += not loads(broken)
    assert refused > 300


def loads(data: object) -> bool:
    try:
        from_snapshot(data)
    except (SnapshotError, PositionError):
        return False
    return True


def test_problems_as_text_and_as_plain_values() -> None:
    problem = Problem("players[0].pesos", "an integer", [1] * 1000, "count again")
    assert str(problem).startswith("players[0].pesos: expected an integer, got [1, 1")
    assert str(problem).endswith("(count again)")
    assert problem.to_dict()["severity"] == WRONG
    assert len(problem.to_dict()["got"] or "") < 120


# --- the command line ----------------------------------------------------------------------------


def check(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(program, ["check", *map(str, arguments)], input=stdin)


def test_check_of_a_sound_file(tmp_path: Path) -> None:
    file = tmp_path / "game.msgpack"
    gwta_ai.save(_midgame(), file)
    result = check(file)
    assert (result.exit_code, result.stdout) == (0, "nothing is wrong\n")
    result = check("-", "--json", stdin=pack(midview()))
    assert result.exit_code == 0
    nothing = {"wrong": 0, "refused": 0, "suspicious": 0, "problems": []}
    assert json.loads(result.stdout) == nothing | {"open": [], "earlier": [], "corrected": []}


def test_check_of_a_suspicious_file() -> None:
    data = midgame()
    _rich(data)
    result = check("-", stdin=pack(data))
    assert result.exit_code == 0
    assert "players[0].pesos (suspicious)\n" in result.stdout
    assert result.stdout.endswith("\nnothing is wrong, 1 suspicious\n")


def test_check_as_json() -> None:
    data = midgame()
    _rich(data)
    _token_row(data)
    result = check("-", "--json", stdin=dumps_json(data).encode())
    assert result.exit_code == 3
    printed = json.loads(result.stdout)
    assert (printed["wrong"], printed["refused"], printed["suspicious"]) == (1, 1, 1)
    assert printed["problems"][0] == {
        "severity": "wrong",
        "refused": True,
        "path": "job_market.token_row",
        "expected": "a row above which no worker is missing, as so many were hired",
        "got": "one above which 1 worker is missing",
        "mend": "7 would fit the workers that are out",
    }
    assert printed["problems"] == [each.to_dict() for each in problems_in(data)]


@pytest.mark.parametrize("content", [b"", b"{", b"\xff" * 9, b"[]", b"x" * (1 << 21)])
def test_check_of_what_is_no_snapshot(content: bytes) -> None:
    result = check("-", stdin=content)
    assert result.exit_code == 3
    assert result.stdout.endswith("1 wrong\n")
    (problem,) = problems_in_file(content[: 1 << 20])
    assert problem.path == ""


def test_check_of_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = check(tmp_path / "none.json")
    assert result.exit_code == 3
    assert result.stdout == ""
    assert "none.json" in result.stderr
