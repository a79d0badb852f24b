"""The ruleset file: what is refused, what the digest covers, which file is read."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruleset_files import (
    DATA,
    RAW,
    TEXT,
    TIED,
    Place,
    Read,
    edited,
    figures,
    places,
    recounted,
    replaced,
    without_annotations,
    written,
)

from gwta_ai import Ruleset
from gwta_ai.errors import RulesetError
from gwta_ai.games import rules_file
from gwta_ai.games.argentina.ruleset import ruleset as public
from gwta_ai.games.argentina.ruleset.fields import Entries, Record, SetOf
from gwta_ai.games.argentina.ruleset.schema import RULESET


@pytest.fixture(scope="module")
def default() -> Ruleset:
    return Ruleset(TEXT)


# ------------------------------------------------------------------------------ digest


def shuffled(value: Any, kind: Any, rng: random.Random) -> Any:
    """The same with everything in another order where order has no meaning."""
    if isinstance(kind, Record):
        items = list(value.items())
        rng.shuffle(items)
        return {
            name: shuffled(item, kind.fields[name][0], rng) if name in kind.fields else item
            for name, item in items
        }
    if isinstance(kind, Entries | SetOf):
        items = [shuffled(item, kind.kind, rng) for item in value]
        rng.shuffle(items)
        return items
    return value


@pytest.mark.parametrize("seed", range(5))
def test_order_changes_nothing(default: Ruleset, seed: int) -> None:
    other = Ruleset(written(shuffled(RAW, RULESET, random.Random(seed))))
    assert other == default
    assert hash(other) == hash(default)
    assert other.compiled() == default.compiled()
    assert other.names == default.names


def test_notes_change_nothing(default: Ruleset) -> None:
    bare = without_annotations(RAW)
    del bare["meta"]["sources"], bare["meta"]["title"]
    for card in bare["cattle"]["card"]:
        card["name"] = "Cow"
        del card["colour"]
    other = Ruleset(written(bare))
    assert other.digest == default.digest
    assert other.compiled() == default.compiled()
    assert other.provenance()["trail"] == {"provenance": "unknown"}
    assert Ruleset("# a comment\n" + TEXT) == default


def digests(figures_: list[tuple[Place, int]]) -> Iterator[str]:
    """The digests of the shipped tables with one figure changed a little, if they load."""
    for place, value in figures_:
        for change in (not value,) if isinstance(value, bool) else (value + 1, value - 1):
            try:
                yield recounted(replaced(place, change)).digest
            except RulesetError:
                continue


# The alternatives beside the switch of the trail are not in play.
UNUSED = {"trail.space.*.coins_alt", "trail.space.*.number_alt"}


@pytest.mark.parametrize("kind", sorted(figures()))
def test_each_figure_is_in_the_digest(default: Ruleset, kind: str) -> None:
    if kind in TIED:
        assert not list(digests(figures()[kind][:2]))
    else:
        changed = next(digests(figures()[kind]), None)
        assert changed is not None, "no change of this figure can be loaded"
        assert (changed == default.digest) == (kind in UNUSED)


@pytest.mark.parametrize(
    "edits",
    [
        ['ship.tile[9].corner = "white"'],
        ['ship.tile[9].quay = "rotterdam_1"'],
        ['ship.tile[9].id = "9b"'],
        ['trail.space[n4].next = ["n5", "grain5"]'],
        ["trail.space[grain1].grain_field = DELETE"],
        ['farmer.tile[yellow 8].hand = "green"'],
        ["private_building.tile[1 a].hand = DELETE"],
        ["neutral_building.tile[A].actions[1] = { gain = [{ grain = 1 }] }"],
        ['objective.card[obj115].tasks[ship_discs:18].count = "station_discs"'],
        ['station_master.tile[master3].task.of = "farmers"'],
        ["card_class.class[market_value].values = [3, 4]"],
        ["players.count[2].covered_cities = []"],
        ['setup.quay = "le_havre_2"'],
        ['setup.foresight_bags = ["C", "B", "A"]'],
        # tied figures, changed together
        ["players.count[2].job_columns = 4", "players.count[2].initial_workers = 11"],
        [
            "job_market.token_row = 4",
            "players.count[2].initial_workers = 7",
            "players.count[3].initial_workers = 11",
            "players.count[4].initial_workers = 15",
        ],
        ["trail.space[g1].number = 2", "trail.space[g2].number = 1"],
        ["station.tile[1].master = false", "station.tile[9].master = true"],
        ["station.tile[1].master = false", "setup.station_masters = 4"],
        [
            "player_board.certificate_track = [0, 1, 2, 3, 4, 5]",
            "player_board.disc_space[certificate].certificate_limit = 5",
        ],
        ["railroad.start_space = 1", "railroad.shared_spaces = [1]"],
        ["railroad.last_space = 30", "station.tile[10].at_space = 30"],
        ['neutral_building.tile[D].actions[0].cost = { discard = "any_cattle", count = 2 }'],
    ],
)
def test_other_edits_are_in_the_digest(default: Ruleset, edits: list[str]) -> None:
    assert Read(edited(*edits)).digest != default.digest


def test_switch_of_the_yellow_granjeros(default: Ruleset) -> None:
    """One switch turns coins and order of filling together, as if edited by hand."""
    switched = Read(edited("trail.alternative = true"))
    by_hand = []
    for number in range(1, 8):
        by_hand.append(f"trail.space[y{number}].number = {8 - number}")
        by_hand.append(f"trail.space[y{number}].coins = {7 - number}")
    assert switched.digest == Read(edited(*by_hand)).digest != default.digest
    lowest = switched.compiled["colour_space"][3][0]
    assert switched.names.spaces[lowest] == "y7"
    assert switched.compiled["spaces"][lowest]["coins"] == 0


def test_pesos_come_first(default: Ruleset) -> None:
    swapped = "{ gain = [{ upgrade_behind = 1 }, { pesos = 5 }] }"
    other = Read(edited(f"worker.space[maquinista 6].immediate = {swapped}"))
    assert other.digest == default.digest
    assert other.compiled == default.compiled()


# ------------------------------------------------------------------------------ faults

# Edits, then what the message says.
FAULTS = """
ship = DELETE
    table ship: expected a table, got nothing
extra = {}
    the file: expected only the keys meta,
ship.fish = 1
    table ship: expected only the keys drawn,
ship.default_fee = "two"
    table ship, field default_fee: expected an integer 0 .. 10, got 'two'
ship.default_fee = true
    table ship, field default_fee: expected an integer 0 .. 10, got True
ship.default_fee = 2.0
    table ship, field default_fee: expected an integer 0 .. 10, got 2.0
ship.default_fee = 11
    table ship, field default_fee: expected an integer 0 .. 10, got 11
ship.default_fee = DELETE
    table ship, field default_fee: expected an integer 0 .. 10, got nothing
ship.tile = {}
    table ship, field tile: expected a list, got {}
ship.tile[9] = 3
    table ship.tile, entry #8: expected a table, got 3
ship.provenance = "hearsay"
    table ship, field provenance: expected one of "rulebook", "public-implementation",
ship.source = ["nobody"]
    table ship, field source[0]: expected the id of a source, got 'nobody'
ship.note = ""
    table ship, field note: expected text of 1 .. 400 printable characters, got ''
ship.tile[9].value = -1
    table ship.tile, entry 9, field value: expected an integer 0 .. 60, got -1
ship.tile[9].corner = "grey"
    table ship.tile, entry 9, field corner: expected one of "white", "dark", got 'grey'
ship.tile[9].quay = "hull_1"
    table ship.tile, entry 9, field quay: expected the id of a quay, got 'hull_1'
ship.tile[9].id = "5"
    table ship, field tile: expected no entry twice, got two of 5
ship.tile[9].id = "a b"
    table ship.tile, entry a b, field id: expected an id of 1 .. 32 letters,
ship.tile[9].grian = 1
    table ship.tile, entry 9: expected only the keys id, value,
ship.tile[9].quay = DELETE
    table ship.tile, entry 9, field quay: expected a quay for a ship of a colour
ship.tile[0].immediate = {}
    table ship.tile, entry 0, field immediate.gain: expected at least one effect,
ship.tile[0].immediate = { cost = { grain = 1 } }
    entry 0, field immediate: expected a program { gain }, got the key 'cost'
ship.tile[0].immediate = { gain = [{ hire = 0 }] }
    entry 0, field immediate.gain[0]: expected an effect, a table with one of the keys pesos,
ship.tile[0].immediate = { gain = [{ pesos = 0 }] }
    entry 0, field immediate.gain[0].pesos: expected an integer 1 .. 50, got 0
ship.tile[0].immediate = { gain = [{ pesos = "all" }] }
    field immediate.gain[0].pesos: expected an integer 1 .. 50 or { base, each, of, per }
ship.tile[0].immediate = { gain = [{ pesos = { of = "cows" } }] }
    entry 0, field immediate.gain[0].pesos.of: expected a count: one of gauchos,
ship.tile[0].immediate = { gain = [{ pesos = { of = "cards:cows" } }] }
    field immediate.gain[0].pesos.of: expected the id of a card class, got 'cows'
ship.tile[0].immediate = { gain = [{ pesos = { of = "farmers:red" } }] }
    field immediate.gain[0].pesos.of: expected one of "green", "blue", "orange", "yellow"
ship.tile[0].immediate = { gain = [{ draw_discard = { of = "farmers" } }] }
    field immediate.gain[0].draw_discard.of: expected a count: one of gauchos,
ship.tile[0].immediate = { gain = [{ pesos = 1, grain = 1 }] }
    entry 0, field immediate.gain[0]: expected an effect, a table with one of the keys
ship.tile[0].immediate = { gain = [{ objective = 2 }] }
    entry 0, field immediate.gain[0].objective: expected 1, got 2
station_master.tile[master1].immediate = { gain = [{ engine = 1 }] }
    table station_master.tile, entry master1, field immediate.gain[0]: expected an effect
neutral_building.tile[A].actions[0] = { gain = [{ move = 1 }, { grain = 1 }] }
    table neutral_building.tile, entry A, field actions[0]: expected the move as the last
neutral_building.tile[A].actions[0] = { gain = [{ auxiliary = "single" }, { grain = 1 }] }
    entry A, field actions[0]: expected an auxiliary action alone in its program
neutral_building.tile[A].actions[0] = { either = [{ gain = [{ grain = 1 }] }] }
    entry A, field actions[0].either: expected a list of length 2 .. 4, got length 1
neutral_building.tile[A].actions[0] = { either = [], gain = [] }
    entry A, field actions[0]: expected either alone
neutral_building.tile[A].actions[0] = { cost = { discard = "any_cattle", identical = true } }
    entry A, field actions[0].cost.identical: expected count = 2 beside it
neutral_building.tile[D].actions[0].cost.discard = "objective"
    table neutral_building.tile, entry D, field cost.discard: expected a class of cattle
neutral_building.tile[A].actions[0] = { cost = { blood = 1 } }
    entry A, field actions[0].cost: expected a cost, a table with one of the keys discard,
private_building.tile[10 b].actions[1].gain[0].take_cattle.card = "patagonico"
    entry 10 b, field take_cattle.card: expected a class with market cattle in it
auxiliary.action[6].single.cost = { discard = "any_cattle" }
    table auxiliary.action, entry 6, field single.cost: expected a cost, a table with one of
worker.space[maquinista 3].immediate.cost = { discard = "any_cattle", count = 2 }
    entry maquinista 3, field immediate.cost.count: expected an integer 1 .. 1, got 2
trail.space[n4].next = ["n5", "nowhere"]
    table trail.space, entry n4, field next[1]: expected the id of a space, got 'nowhere'
trail.space[n4].next = ["n5", "n5"]
    table trail.space, entry n4, field next: expected no value twice, got 'n5'
trail.space[n4].next = ["n5", "basic4"]
    field next: expected arrows without a circle
trail.space[basic5].next = []
    table trail.space, entry basic5, field next: expected a way to the goal, got []
trail.space[n3].next = ["basic4"]
    table trail.space, entry basic5: expected a way from the start, got nothing
trail.space[y7].next = ["ramp_3"]
    table trail.space, entry y7, field next: expected an exit that needs no engine
trail.space[ramp_9].next = ["y7"]
    table trail.space, entry ramp_9, field next: expected only buenos_aires behind a ramp
trail.space[buenos_aires].next = ["start"]
    field next: expected arrows without a circle
trail.space[basic4].kind = "start"
    table trail, field start: expected the one space of kind start, got basic4, start
trail.goal = "n4"
    table trail, field goal: expected the one space of kind buenos_aires, got buenos_aires
trail.space[ramp_9].threshold = 32
    table trail.space, entry ramp_9, field threshold: expected at most 31 as a railroad space
trail.space[ramp_9].threshold = DELETE
    entry ramp_9, field threshold: expected a value for a ramp space, got nothing
trail.space[n4].coins = 1
    table trail.space, entry n4, field coins: expected no such field on a neutral space
trail.space[n4].letter = "A"
    field letter: expected a letter of its own, got 'A'
trail.space[g3].number = 2
    field number: expected numbers 1 .. 4 once each for green, got 2
trail.space[g3].next = ["g4", "special_grain1"]
    table trail, field space: expected at most 20 stretches with building or farmer
players.count[4].step_limit = 10
player_board.disc_space[step_1].steps = [2, 2, 4]
    table trail, field space: expected at most 512 ways to go 15 steps, got
players.count[4].step_limit = 10
player_board.disc_space[step_1].steps = [2, 2, 10]
    table trail, field space: expected at most 20 steps in one movement, got 21
private_building.tile[10 b] = DELETE
    table private_building, field tile: expected both sides of each
private_building.tile[1 a].side = "c"
    table private_building.tile, entry 1 c, field side: expected one of "a", "b", got 'c'
private_building.tile[1 a] = DELETE
    table private_building.tile, entry 1 b, field number: expected 1 a before it, got 1 b
cattle.card[caracu 2].value = 2
    table cattle.card, entry caracu 2, field value: expected one value for the type caracu
cattle.card[niata 0].copies = 4
    table components, field cattle_cards: expected 88, as the rest of the file has, got 92
cattle.card[caracu 3].vp = 2
    table cattle, field card: expected no entry twice, got two of caracu 2
cattle.card[niata 0].type = "caracu-2"
    table cattle.card, entry caracu-2 0, field type: expected an id of 1 .. 32 letters,
cattle.offer[1 4 caracu 1].card = "patagonico"
    table cattle.offer, entry 1 4 patagonico 1, field card: expected a class with market
objective.card[obj100].id = "exhaustion"
    table cattle, field card: expected an id of its own for each card, got 'exhaustion'
card_class.class[value_3].values = [19]
    table card_class.class, entry value_3, field values: expected a class with cards in it
card_class.class[value_3].types = ["caracu"]
    table card_class.class, entry value_3: expected one of the fields kind, types, values
card_class.class[caracu].types = ["zebu"]
    entry caracu, field types[0]: expected the id of a cattle type, got 'zebu'
objective.card[obj100].tasks[+] = { count = "cards:market_value", n = 1 }
    field tasks: expected classes of cards that do not overlap (see cards:market_value)
objective.card[obj100].tasks[+] = { count = "cards:exhaustion", n = 1 }
    table objective.card, entry obj100, field tasks: expected tasks on classes of cattle
objective.card[obj100].tasks[+] = { count = "farmers", n = 1 }
    table objective.card, entry obj100, field tasks[2].count: expected a count: one of
exhaustion.copies = 3
components.exhaustion_cards = 3
    table exhaustion, field copies: expected at least 4 for the starting decks, got 3
exhaustion.copies = 29
components.exhaustion_cards = 29
    table exhaustion, field copies: expected at most 102 cards that can come into one deck
players.seat[3].cards = 16
    table players.seat, entry 3, field cards: expected at most 15 in the deck, got 16
worker.tile[gaucho B].plain = 9
    table components, field worker_tiles: expected 58, as the rest of the file has, got 57
worker.space[gaucho 2].cost = 3
    entry gaucho 2, field cost: expected a cost on the granjero row and only there, got 3
worker.space[granjero 2].cost = DELETE
    entry granjero 2, field cost: expected a cost on the granjero row and only there
setup.farmer_bag = "B"
    table setup, field farmer_bag: expected a bag of farmers only, got 39 workers in bag B
setup.worker_bag = "C"
    table setup, field worker_bag: expected a bag of workers only, got 15 farmers in bag C
setup.initial_farmers = 13
    field initial_farmers: expected at most 12 tiles of bag A that find a space, got 13
setup.foresight_bags = ["A", "B", "B"]
    table setup, field foresight_bags: expected each bag once, C too
setup.grain = 9
    table setup, field grain: expected at most 8 grain, got 9
setup.certificates = 5
    table setup, field certificates: expected a value of the track up to the limit, got 5
setup.station_masters = 4
    table setup, field station_masters: expected 5, the stations with a master space, got 4
job_market.token_row = 12
    table job_market, field token_row: expected at most 11 as a row, got 12
players.count[2].initial_workers = 6
    table players.count, entry 2, field initial_workers: expected 5: every space up to
players.count[2].players = 3
    table players, field count: expected no entry twice, got two of 3
players.count[4].job_columns = 6
players.count[4].initial_workers = 17
    entry 4, field job_columns: expected at most 57 spaces: there are no more worker tiles
job_market.row[11].row = 12
    table job_market.row, entry 12, field row: expected 11: numbers without a gap, got 12
job_market.row[6].depart = "purple"
    table job_market.row, entry 6, field refill: expected either depart or refill
ship.tile[8].colour = "yellow"
ship.tile[9].colour = "yellow"
ship.tile[15].colour = "yellow"
    table job_market.row, entry 9, field depart: expected a colour that ships have
quarter.map[rotterdam west].side = "east"
    table quarter, field map: expected no entry twice, got two of rotterdam east
quarter.map[rotterdam west].space[#1].vp = 99
    table quarter.map, entry rotterdam west, field space[0].vp: expected an integer -20 .. 60
player_board.certificate_limit = 5
    table player_board, field certificate_limit: expected a value of the track, got 5
player_board.certificate_track = [1, 2, 4, 6]
    table player_board, field certificate_track: expected a track that begins with 0
player_board.disc_space[certificate].certificate_limit = 3
    field certificate_limit: expected a value of the track above 4, got 3
player_board.disc_space[aux1_b].auxiliary = 2
    table auxiliary.action, entry 1, field number: expected a disc space that belongs to it
player_board.hand_limit = 20
player_board.disc_space[hand_1].hand_limit = 10
player_board.disc_space[hand_2].hand_limit = 10
    table player_board, field hand_limit: expected at most 64 draws at the end of a turn
railroad.shared_spaces = [1]
    field shared_spaces: expected the start space 0 among them, got [1]
railroad.depot_exit = 32
    table railroad, field depot_exit: expected at most 31 as a space, got 32
railroad.last_space = 40
    table station.tile, entry 10, field at_space: expected the last space, 40, got 31
railroad.last_space = 55
station.tile[10].at_space = 55
    table railroad, field last_space: expected at most 56 positions, turnouts and depot included
station.tile[2].turnout_after = 3
    entry 2, field turnout_after: expected a space below 31 of its own, got 3
station.tile[2].at_space = 31
    table station.tile, entry 2: expected either turnout_after or at_space, got both
station.tile[2].repeatable = true
    entry 2, field repeatable: expected false but on the last space, got True
station_master.tile[master1].grain = 1
    table station_master.tile, entry master1: expected one of the fields immediate,
"""


def cases() -> Iterator[Any]:
    edits: list[str] = []
    for line in FAULTS.strip().splitlines():
        if line.startswith(" "):
            yield pytest.param(edits, line.strip(), id="; ".join(edits))
            edits = []
        else:
            edits.append(line)


@pytest.mark.parametrize(("edits", "message"), list(cases()))
def test_faults_name_their_place(edits: list[str], message: str) -> None:
    with pytest.raises(RulesetError, match=re.escape(message)):
        Read(edited(*edits))


def test_too_much_for_the_core() -> None:
    """A ruleset beyond a capacity of the core is refused."""
    gain = "{{ gain = [{{ pesos = {} }}, {{ grain = 1 }}, {{ engine = 2 }}, {{ build = 1 }}] }}"
    edits = []
    for number in range(1, 11):
        for side in ("a", "b"):
            actions = ", ".join(gain.format(number + at) for at in range(4))
            edits.append(
                f"private_building.tile[{number} {side}].actions = [{{either=[{actions}]}}]"
            )
    with pytest.raises(RulesetError, match=r"expected at most 160 effects in all, got \d+"):
        Read(edited(*edits))


def test_file_format_lists_every_field() -> None:
    lines = Ruleset.file_format()
    assert "ship.default_fee: an integer 0 .. 10" in lines
    described = {line.split(":")[0].replace("[]", "") for line in lines}
    for place, _ in places(without_annotations(RAW)):
        name = ".".join(key for key in place if isinstance(key, str))
        assert any(
            f"{known}.".startswith(f"{name}.") or f"{name}.".startswith(f"{known}.")
            for known in described
        ), name


# ------------------------------------------------------------------------------ no other error

JUNK = st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode(errors="replace"))
VALUES = st.one_of(
    st.integers(-300, 300),
    st.integers(),
    st.booleans(),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(["start", "n4", "A", "none", "white", "any_cattle", "yellow", "farmers:green"]),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.sampled_from(["pesos", "gain", "cost"]), st.integers(0, 3), max_size=2),
)
LEAVES = [place for place, value in places(RAW) if not isinstance(value, dict | list)]
BRANCHES = [(place, value) for place, value in places(RAW) if isinstance(value, dict | list)]


def loads_or_is_refused(raw: dict[str, Any]) -> None:
    try:
        ruleset = Read(raw)
    except RulesetError:
        return
    assert len(ruleset.digest) == 64


@settings(max_examples=300)
@given(st.sampled_from(LEAVES), VALUES)
def test_random_edits(place: Place, value: Any) -> None:
    loads_or_is_refused(replaced(place, value))


@settings(max_examples=200)
@given(st.sampled_from(BRANCHES), VALUES)
def test_random_replacements(branch: tuple[Place, Any], value: Any) -> None:
    loads_or_is_refused(replaced(branch[0], value))


@settings(max_examples=200)
@given(st.sampled_from(BRANCHES), st.randoms())
def test_random_omissions(branch: tuple[Place, Any], rng: random.Random) -> None:
    part = copy.deepcopy(branch[1])
    if part:
        del part[rng.choice(list(part) if isinstance(part, dict) else range(len(part)))]
    loads_or_is_refused(replaced(branch[0], part))


@settings(max_examples=100)
@given(JUNK)
def test_junk(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "junk.toml"
    path.write_bytes(data)
    with pytest.raises(RulesetError, match="junk"):
        Ruleset.load(path)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xef\xbb\xbf" + TEXT.encode(), id="byte order mark"),
        pytest.param(TEXT.encode("utf-16"), id="utf-16"),
        pytest.param(b"a = " + b"[" * 5000, id="nested"),
        pytest.param(b"[meta]\nschema = 0x" + b"f" * 9000, id="huge hexadecimal"),
        pytest.param(b"[meta]\nschema = " + b"9" * 9000, id="huge decimal"),
        pytest.param(b"#" * (rules_file.LARGEST + 1), id="too long"),
        pytest.param(TEXT.encode()[: len(TEXT) // 2], id="half"),
        pytest.param(b"", id="empty"),
    ],
)
def test_hard_junk(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "junk.toml"
    path.write_bytes(data)
    with pytest.raises(RulesetError, match=re.escape(str(path))) as caught:
        Ruleset.load(path)
    assert len(str(caught.value)) < 1000


def test_no_file(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path, tmp_path / ("x" * 5000), "nul\0"):
        with pytest.raises(RulesetError, match="cannot be read"):
            Ruleset.load(path)


# ------------------------------------------------------------------------------ which ruleset


def test_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, default: Ruleset) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("pesos_per_vp = 5", "pesos_per_vp = 4"), encoding="utf-8")
    monkeypatch.setenv(public.ENVIRONMENT, str(path))
    mine = Ruleset.default()
    assert mine.compiled()["pesos_per_vp"] == 4
    assert mine != default
    assert Ruleset.by_digest(mine.digest) == mine
    assert Ruleset.by_digest(default.digest) == default
    monkeypatch.setenv(public.ENVIRONMENT, str(tmp_path / "missing.toml"))
    with pytest.raises(RulesetError, match=r"missing\.toml"):
        Ruleset.default()
    monkeypatch.setenv(public.ENVIRONMENT, "")
    assert Ruleset.default() == default


def test_released_rulesets_are_kept(default: Ruleset) -> None:
    """Every default ruleset ever released is found by its digest; the present one is listed."""
    released = (DATA / "rulesets" / "RELEASED").read_text().split()
    assert released[-1] == default.digest
    for digest in released:
        assert Ruleset.by_digest(digest).digest == digest


def test_an_earlier_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, default: Ruleset
) -> None:
    old = Ruleset(TEXT.replace("pesos_per_vp = 5", "pesos_per_vp = 6"))
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / f"{old.digest[:16]}.toml").write_text(old.text, encoding="utf-8")
    (tmp_path / "argentina.toml").write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(public, "DATA", tmp_path)
    Ruleset.forget_files()
    try:
        assert Ruleset.by_digest(old.digest).compiled()["pesos_per_vp"] == 6
        assert Ruleset.by_digest(default.digest) == default
        for unknown in ("", "0" * 64, old.digest[:16] + "0" * 48, "../argentina", "x" * 999):
            with pytest.raises(RulesetError, match="digest"):
                Ruleset.by_digest(unknown)
    finally:
        Ruleset.forget_files()


def test_a_ruleset_never_changes(default: Ruleset) -> None:
    assert default.text == TEXT
    default.compiled()["ships"].clear()
    default.provenance().clear()
    assert default.compiled()["ships"]
    assert default.provenance()
