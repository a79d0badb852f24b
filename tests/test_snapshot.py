"""Snapshots: nothing is lost, equal positions give equal bytes, and nothing bad gets in."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgpack
import pytest
from core_games import positions, with_views
from fields import fields_of
from framing import frame
from hypothesis import given, settings
from hypothesis import strategies as st

from gwta_ai import Ruleset, State, load
from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.common.wire import LARGEST, dumps_json, loads_json, pack, unpack
from gwta_ai.errors import PositionError, RulesetError, SnapshotError
from gwta_ai.games.argentina.layout import DECISIONS, STAGES, core, packed_state, unpacked_state
from gwta_ai.games.argentina.snapshot import lexicon
from gwta_ai.games.argentina.snapshot.decisions import decisions
from gwta_ai.games.argentina.snapshot.positions import codec, decode, encode
from gwta_ai.games.check import problems_in_file

Data = dict[str, Any]
RULES = Ruleset.default()
WORDS = lexicon(RULES)


def new(players: int, seed: int) -> CoreState:
    return CoreState.new(WORDS.core, players, -1, None, seed)


@cache
def sample() -> list[Data]:
    """Snapshots of many kinds of positions, states and views of 2 to 4 players."""
    found: dict[tuple[object, ...], Data] = {}
    for players in (2, 3, 4):
        for seed in range(4):
            for state in positions(players, 100 * players + seed, 3):
                raw = fields_of(state)
                kinds = tuple(frame["kind"] for frame in raw["frames"][: raw["depth"]])
                for seat in (None, state.players - 1):
                    shown = state if seat is None else state.view(seat)
                    key = (kinds[-2:], seat is None, state.turn > 40)
                    if key not in found:
                        found[key] = encode(shown, RULES)
    return list(found.values())


def plain(position: Data) -> Data:
    """An independent copy."""
    copied: Data = copy.deepcopy(position)
    return copied


@cache
def _midgame(view: bool) -> Data:
    state = new(3, 11)
    state.play_random(5, 300)
    while state.frame[0] != DECISIONS["move"] or state.over:
        state.play_random(5, 1)
    assert state.turn > 20
    return encode(state.view(1) if view else state, RULES)


def midgame(view: bool = False) -> Data:
    """A state, or the view of seat 1, of three players at the beginning of a turn."""
    return plain(_midgame(view))


# --- round trips ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_comes_back_as_it_was(players: int) -> None:
    """INFO-03, INFO-07: states bit for bit, views too, in msgpack and in JSON."""
    number = 0
    for seed in range(2):
        for state in positions(players, seed, 60):
            for shown in with_views(state):
                data = encode(shown, RULES)
                packed = pack(data)
                back, rules = decode(unpack(packed))
                assert rules == RULES
                assert back.bytes() == shown.bytes()
                assert pack(encode(back, RULES)) == packed
                assert loads_json(dumps_json(data)) == data
                number += 1
    assert number > 50


def test_a_loaded_state_goes_on_in_the_same_way() -> None:
    """INFO-07: the generator of random numbers is in a state's snapshot."""
    for state in positions(2, 77, 40):
        loaded = decode(unpack(pack(encode(state, RULES))))[0]
        for position in (state, loaded):
            position.play_random(9, 200)
        assert loaded.bytes() == state.bytes()


def test_the_order_of_keys_and_of_sets_means_nothing() -> None:
    """Any order is read, the canonical one is written."""
    choose = random.Random(3)

    def shuffled(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            items = [(key, shuffled(item, key)) for key, item in value.items()]
            choose.shuffle(items)
            return dict(items)
        if isinstance(value, list):
            value = [shuffled(item) for item in value]
            if name in ("discs", "objectives", "station_masters", "loading_zone", "departed"):
                choose.shuffle(value)
        return value

    for data in sample():
        mixed = shuffled(data)
        for subphase in "ABC":
            mixed["foresight"][subphase].reverse()
        mixed["objective_display"].reverse()
        assert pack(encode(decode(mixed)[0], RULES)) == pack(data)


def test_a_count_of_zero_may_stand() -> None:
    data = midgame()
    lacking = next(name for name in RULES.names.cards if name not in data["players"][0]["hand"])
    data["players"][0]["hand"][lacking] = 0
    assert encode(decode(data)[0], RULES) == midgame()


def test_what_goes_without_saying_may_be_left_out() -> None:
    data = midgame()
    assert data["over"] is False
    assert data["ending"] is None
    del data["over"], data["ending"]
    for player in data["players"]:
        if not player["known"]:
            del player["known"]
    assert encode(decode(data)[0], RULES) == midgame()


def test_bytes_do_not_hang_on_the_process() -> None:
    """Equal states give equal bytes whatever the seed of Python's hashes."""
    program = (
        "from gwta_ai import new_game; import hashlib;"
        "s = new_game(3, 5); print(hashlib.sha256(s.to_bytes() + s.view(1).to_bytes()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-P", "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_snapshots_are_small_and_readable() -> None:
    """Nouns and ids, no blob of memory; a state of four players takes a few kilobytes."""
    largest = max((encode(state, RULES) for state in positions(4, 5, 60)), key=_size)
    assert _size(largest) < 10_000
    text = dumps_json(largest)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 100
    assert json.loads(text) == largest


def _size(data: Data) -> int:
    return len(pack(data))


def test_views_hide_what_a_seat_may_not_know() -> None:
    """INFO-03: neither random numbers nor orders nor the hands of the others."""
    for data in sample():
        if data["format"] != "gwta-ai/view":
            assert "view_of" not in data
            continue
        assert "random" not in data
        own = data["view_of"]
        for seat, player in enumerate(data["players"]):
            assert ("hand" in player) == (seat == own)
            assert isinstance(player["draw_stack" if seat == own else "hand_or_draw"], dict)
        hidden = [*data["bags"].values(), data["market_stack"], data["objective_stack"]]
        assert all(isinstance(pile, dict) for pile in hidden)
        ships = data["ships"]["pile"]
        assert ships == [ship for ship in RULES.names.ships if ship in ships]


# --- decisions -----------------------------------------------------------------------------------


def there_and_back(made: Data) -> Data:
    """A decision of the core alone in a position, as a snapshot tells it."""
    raw = fields_of(new(2, 1))
    raw["frames"][0] = made
    block = packed_state(raw)
    compiled = codec(WORDS, None)
    packed = compiled.write(block)
    assert packed is not None
    read = compiled.read(packed)
    assert read is not None
    assert unpacked_state(read)["frames"][0] == made
    (told,) = unpack(packed)["decisions"]
    assert decisions(WORDS).read([told], "decisions") == [told]
    return told


def test_every_kind_of_decision_is_written_and_read() -> None:
    """Every slot that a decision uses has a field of its own."""
    quay, farmer = len(RULES.names.quays) - 1, RULES.names.spaces.index("b2")
    frames = {
        "local_action": {"done": 5, "visit": 1, "last": 4, "visit_before": 1},
        "buenos_aires": {"stage": 3, "token_row": 11, "n": 17},
        "program": {"index": 3, "next": 1, "performed": 1, "must": 1},
        "discard_for_reward": {"program": 1},
        "discard": {"lowest": 4, "n": 2},
        "remove": {"lowest": 15, "n": 1, "must": 1},
        "draw": {"then": 1, "n": 3},
        "move_on": {"n": 3},
        "hire": {"n": -4, "must": 1},
        "build": {"n": 2},
        "building_site": {"number": 9, "n": 1, "must": 1},
        "buy_cattle": {"offer": 3, "first_card": 5, "second_card": 6, "begun": 1, "n": 2},
        "engine": {"n": 4},
        "upgrade_station": {"at": 9},
        "place_disc": {"purpose": 2, "target": quay, "must": 1},
        "station_master": {"station": 4},
        "help_granjeros": {"first": 7, "second": farmer, "extra": 6, "n": 3},
        "add_granjero": {"green": 1, "orange": 2},
        "take_cattle": {"card_class": 8, "into_hand": 1},
    }
    for name in DECISIONS:
        assert there_and_back(frame(name, **frames.get(name, {})))["decision"] == name


def test_a_granjero_of_one_space_is_named() -> None:
    space = RULES.names.spaces.index("y3")
    told = there_and_back(frame("help_granjeros", n=-space, must=1))
    assert told == {"decision": "help_granjeros", "whom": "y3", "committed": True}
    for wrong in ("start", "n1", 0, 4, None):
        with pytest.raises(SnapshotError, match=r"decisions\[0\]\.whom"):
            decisions(WORDS).read([{**told, "whom": wrong}], "decisions")


def test_programs_have_ids_that_tell_where_they_stand() -> None:
    """Every program has one, and each id leads back to it."""
    assert all(WORDS.programs[1:])
    for index, name in enumerate(WORDS.programs[1:], 1):
        assert WORDS.program_index[name] == index
    assert WORDS.program_index["private:4a:1"] != WORDS.program_index["private:4a:2"]


# --- which ruleset -------------------------------------------------------------------------------


def test_an_unknown_ruleset_is_said_to_be_unknown() -> None:
    data = midgame() | {"ruleset": "0" * 64}
    with pytest.raises(RulesetError, match="0000"):
        decode(data)


def test_another_ruleset_than_the_given_one_is_refused() -> None:
    data = midgame() | {"ruleset": "0" * 64}
    with pytest.raises(SnapshotError) as caught:
        decode(data, RULES)
    assert caught.value.path == "ruleset"
    assert RULES.digest in caught.value.expected
    assert caught.value.got == "0" * 64


# --- malformed fields ----------------------------------------------------------------------------

_HUGE = 1 << 70


def _set(*path: Any) -> Callable[[Data], None]:
    """Put the last of ``path`` at the place that the others lead to."""

    def change(data: Data) -> None:
        place: Any = data
        for step in path[:-2]:
            place = place[step]
        place[path[-2]] = path[-1]

    return change


def _drop(*path: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


P0 = ("players", 0)
MALFORMED: list[tuple[str, Callable[[Data], None]]] = [
    ("format", _set("format", "gwta-ai/record")),
    ("format", _drop("format")),
    ("version", _set("version", 2)),
    ("version", _set("version", True)),
    ("game", _set("game", "original")),
    ("ruleset", _set("ruleset", "abc")),
    ("ruleset", _drop("ruleset")),
    ("colour", _set("colour", "blue")),
    ("view_of", _set("view_of", 1)),
    ("players", _set("players", {})),
    ("players", _set("players", [])),
    ("players", _set("players", [{}] * 5)),
    ("players[0].pesos", _set("players", [{}, {}])),
    ("players[1]", _set("players", 1, None)),
    ("players[0].pesos", _set(*P0, "pesos", -1)),
    ("players[0].pesos", _set(*P0, "pesos", 1.0)),
    ("players[0].pesos", _set(*P0, "pesos", True)),
    ("players[0].pesos", _set(*P0, "pesos", _HUGE)),
    ("players[0].pesos", _drop(*P0, "pesos")),
    ("players[0].peso", _set(*P0, "peso", 1)),
    ("players[0].grain", _set(*P0, "grain", 9)),
    ("players[0].certificates", _set(*P0, "certificates", 5)),
    ("players[0].exchange_tokens", _set(*P0, "exchange_tokens", "1")),
    ("players[0].estanciero", _set(*P0, "estanciero", "n9")),
    ("players[0].engine", _set(*P0, "engine", 3)),
    ("players[0].discs[1]", _set(*P0, "discs", ["hand_1", "hand_1"])),
    ("players[0].discs[0]", _set(*P0, "discs", [None])),
    ("players[0].workers.gaucho[0]", _set(*P0, "workers", "gaucho", ["weak"])),
    ("players[0].workers.gaucho", _set(*P0, "workers", "gaucho", ["plain"] * 6)),
    ("players[0].workers.granjero", _set(*P0, "workers", "granjero", 6)),
    ("players[0].farmers.red", _set(*P0, "farmers", {"red": 1})),
    ("players[0].buildings.11", _set(*P0, "buildings", {"11": "basic1"})),
    ("players[0].buildings.1", _set(*P0, "buildings", {"1": "start"})),
    ("players[0].buildings.1", _set(*P0, "buildings", {"1": "n1"})),
    ("players[0].objectives", _set(*P0, "objectives", "obj100")),
    ("players[0].station_masters[0]", _set(*P0, "station_masters", ["master9"])),
    ("players[0].ship_discs.2", _set(*P0, "ship_discs", {"2": 1})),
    ("players[0].city_discs", _set(*P0, "city_discs", [])),
    ("players[0].hand.obj999", _set(*P0, "hand", {"obj999": 1})),
    ("players[0].hand.niata", _set(*P0, "hand", {"niata": -1})),
    ("players[0].hand.niata", _set(*P0, "hand", {"niata": 1000})),
    ("players[0].hand.1", _set(*P0, "hand", {1: 1})),
    ("players[0].draw_stack[0]", _set(*P0, "draw_stack", [["niata"]])),
    ("players[0].draw_stack", _set(*P0, "draw_stack", ["niata"] * (core.MAX_DECK + 1))),
    ("players[0].hand_size", _set(*P0, "hand_size", 4)),
    ("turn", _set("turn", 0)),
    ("seat", _set("seat", 4)),
    ("over", _set("over", 0)),
    ("ending", _set("ending", "0")),
    ("random", _set("random", "xyz")),
    ("random", _set("random", "00000000DEADBEEF")),
    ("random", _drop("random")),
    ("sides", _set("sides", "aaaaaaaaac")),
    ("sides", _set("sides", "a")),
    ("trail.neutral.n1", _set("trail", "neutral", "n1", "I")),
    ("trail.neutral.basic1", _set("trail", "neutral", "basic1", "A")),
    ("trail.farmers.n1", _set("trail", "farmers", "n1", {"tile": "green3g"})),
    ("trail.farmers.g1.tile", _set("trail", "farmers", "g1", {"tile": "gaucho"})),
    ("trail.farmers.g1.coins", _set("trail", "farmers", "g1", {"tile": "green3g", "coins": 999})),
    ("trail.farmers.g1.tile", _set("trail", "farmers", "g1", {})),
    ("trail.farmers.g1.owner", _set("trail", "farmers", "g1", {"tile": "green3g", "owner": 1})),
    ("job_market.token_row", _set("job_market", "token_row", 0)),
    ("job_market.token_row", _set("job_market", "token_row", 12)),
    ("job_market.rows", _set("job_market", "rows", [{}])),
    ("job_market.rows[0].green3g", _set("job_market", "rows", 0, {"green3g": 1})),
    ("foresight.D", _set("foresight", "D", [])),
    ("foresight.A", _set("foresight", "A", ["gaucho"] * 3)),
    ("bags.A", _drop("bags", "A")),
    ("bags.A", _set("bags", "A", {})),
    ("bags.A[0]", _set("bags", "A", ["niata"])),
    ("bags.A", _set("bags", "A", ["gaucho"] * (core.MAX_BAG + 1))),
    ("cattle_market.exhaustion", _set("cattle_market", {"exhaustion": 1})),
    ("market_stack[1]", _set("market_stack", [RULES.names.cattle[-1], "obj100"])),
    ("objective_display[0]", _set("objective_display", ["niata"])),
    ("objective_stack", _set("objective_stack", None)),
    ("ships", _set("ships", [])),
    ("ships.pile[0]", _set("ships", "pile", ["2"])),
    ("ships", _set("ships", "departed", ["0"])),
    ("stations.11", _set("stations", "11", {})),
    ("stations.1.master", _set("stations", "1", {"master": "master0"})),
    ("stations.1.worker", _set("stations", "1", {"worker": "estanciero"})),
    ("exhaustion_stack", _set("exhaustion_stack", -1)),
    ("out_of_the_game.cards", _drop("out_of_the_game", "cards")),
    ("helped_farmers", _set("helped_farmers", 3)),
    ("decisions", _set("decisions", None)),
    ("decisions", _set("decisions", [{"decision": "move"}] * (core.MAX_FRAMES + 1))),
    ("decisions[0]", _set("decisions", ["move"])),
    ("decisions[0].decision", _set("decisions", [{}])),
    ("decisions[0].decision", _set("decisions", [{"decision": "end_turn"}])),
    ("decisions[0].decision", _set("decisions", [{"decision": ["move"]}])),
    ("decisions[0].steps", _set("decisions", [{"decision": "move", "steps": 1}])),
    ("decisions[0].committed", _set("decisions", [{"decision": "move", "committed": 1}])),
    ("decisions[1].cards", _set("decisions", [{"decision": "move"}, {"decision": "discard"}])),
    (
        "decisions[0].on",
        _set("decisions", [{"decision": "place_disc", "on": {"ship": "0", "quay": "x"}}]),
    ),
    ("decisions[0].on.boat", _set("decisions", [{"decision": "place_disc", "on": {"boat": "0"}}])),
    (
        "decisions[0].on.ship",
        _set("decisions", [{"decision": "place_disc", "on": {"ship": "2"}}]),
    ),
    (
        "decisions[0].done[1]",
        _set("decisions", [{"decision": "local_action", "visit": "open", "done": [1, 1]}]),
    ),
    ("decisions[0].action", _set("decisions", [{"decision": "program", "action": "private:0a:1"}])),
]


@pytest.mark.parametrize(
    ("path", "change"), MALFORMED, ids=[f"{at}-{path}" for at, (path, _) in enumerate(MALFORMED)]
)
def test_a_malformed_field_is_named(path: str, change: Callable[[Data], None]) -> None:
    data = midgame()
    change(data)
    with pytest.raises(SnapshotError) as caught:
        decode(data)
    assert caught.value.path == path
    assert str(caught.value).startswith(f"{path}: expected ")


def test_fields_of_views_are_not_those_of_states() -> None:
    for path, change in (
        ("random", _set("random", "0" * 16)),
        ("view_of", _drop("view_of")),
        ("view_of", _set("view_of", 4)),
        ("players[1].hand_size", _set("players", 1, "hand_size", 4)),
        ("players[0].hand", _set("players", 0, "hand", {})),
        ("players[0].hand_size", _set("players", 0, "hand_size", 90)),
        ("market_stack", _set("market_stack", [])),
    ):
        data = midgame(view=True)
        change(data)
        with pytest.raises(SnapshotError) as caught:
            decode(data)
        assert caught.value.path == path


def test_a_view_is_that_of_a_player() -> None:
    """Of two players seat 3 is none, so that both are seen from outside."""
    data = encode(new(2, 1).view(1), RULES)
    data["view_of"] = 3
    data["players"][1] = plain(data["players"][0])
    with pytest.raises(PositionError, match="view_of"):
        decode(data)


@pytest.mark.parametrize("value", [None, 3, "x", [], [{}], b"", {1, 2}, object()])
def test_what_is_no_map_is_refused(value: object) -> None:
    with pytest.raises(SnapshotError, match="a map"):
        decode(value)


# --- piles that may be left out ------------------------------------------------------------------


def _without(data: Data, *piles: str) -> Data:
    for pile in piles:
        place: Any = data
        *way, last = pile.split(".")
        for step in way:
            place = place[int(step) if isinstance(place, list) else step]
        del place[last]
    return data


PILES = [
    "market_stack",
    "objective_stack",
    "ships.pile",
    "bags.A",
    "bags.B",
    "bags.C",
    "players.1.draw_stack",
    "players.0.hand_or_draw",
    "players.2.hand_or_draw",
]


@pytest.mark.parametrize("pile", PILES)
def test_a_pile_that_follows_may_be_left_out(pile: str) -> None:
    """INFO-09."""
    data = _without(midgame(view=True), pile)
    assert encode(decode(data)[0], RULES) == midgame(view=True)


def test_several_piles_may_be_left_out_where_they_follow() -> None:
    """INFO-09: pieces that only one of them can have."""
    piles = ("market_stack", "objective_stack", "ships.pile", "bags.A", "bags.B")
    data = _without(midgame(view=True), *piles)
    assert encode(decode(data)[0], RULES) == midgame(view=True)


@pytest.mark.parametrize(
    "piles",
    [
        ("bags.B", "bags.C"),
        ("market_stack", "players.0.hand_or_draw"),
        ("objective_stack", "players.0.hand_or_draw"),
        ("players.0.hand_or_draw", "players.1.draw_stack"),
    ],
)
def test_a_pile_that_does_not_follow_is_asked_for(piles: tuple[str, ...]) -> None:
    """INFO-09."""
    data = _without(midgame(view=True), *piles)
    with pytest.raises(SnapshotError, match="does not follow from the rest") as caught:
        decode(data)
    assert caught.value.path == piles[0].replace("players.0", "players[0]")


def test_nothing_may_be_left_out_of_a_state() -> None:
    for pile in ("market_stack", "objective_stack", "ships.pile", "bags.A", "players.0.draw_stack"):
        with pytest.raises(SnapshotError, match="got nothing"):
            decode(_without(midgame(), pile))


# --- hostile bytes and text ----------------------------------------------------------------------

_DEEP = 100_000
HOSTILE_BYTES = {
    "empty": b"",
    "nothing": b"\xc0",
    "a list": b"\x90",
    "truncated": pack({"format": "gwta-ai/state"})[:-1],
    "trailing": pack({"format": "gwta-ai/state"}) + b"\xc0",
    "reserved byte": b"\x81\xa1a\xc1",
    "deep lists": b"\x91" * _DEEP,
    "deep maps": b"\x81\xa1a" * _DEEP,
    "long list": b"\xdd\xff\xff\xff\xff",
    "long map": b"\xdf\xff\xff\xff\xff",
    "long text": b"\xdb\xff\xff\xff\xff",
    "long bytes": b"\xc6\xff\xff\xff\xff",
    "long extension": b"\xc9\xff\xff\xff\xff\x01",
    "timestamp": b"\x81\xa1a\xd6\xff\x00\x00\x00\x00",
    "number as key": b"\x81\x01\x02",
    "list as key": b"\x81\x90\x02",
    "key twice": b"\x82\xa1a\x01\xa1a\x02",
    "not utf-8": b"\x81\xa1\xff\x01",
    "too large": b"\xdd\x00\x10\x00\x00" + b"\x80" * (1 << 20),
    "bytes": msgpack.packb({"format": b"gwta-ai/state"}),
    "float": msgpack.packb({"format": float("nan")}),
}


@pytest.mark.parametrize("name", HOSTILE_BYTES)
def test_hostile_bytes_are_refused(name: str) -> None:
    with pytest.raises(SnapshotError):
        decode(unpack(HOSTILE_BYTES[name]))


HOSTILE_TEXT = {
    "empty": "",
    "a list": "[]",
    "a number": "1",
    "unfinished": '{"format": ',
    "trailing": "{} {}",
    "deep lists": '{"a": ' + "[" * _DEEP,
    "deep maps": '{"a": ' * _DEEP,
    "deep and closed": '{"a": ' * 13 + "1" + "}" * 13,
    "key twice": '{"format": "gwta-ai/state", "format": "gwta-ai/state"}',
    "not a number": '{"version": NaN}',
    "infinite": '{"version": -Infinity}',
    "overflow": '{"format": 1e999}',
    "long number": '{"format": ' + "9" * 5000 + "}",
    "lone surrogate": '{"format": "\\ud800"}',
    "raw surrogate": '{"format": "\ud800"}',
    "zero byte": '{"format": "\\u0000"}',
    "large": '{"format": "' + "x" * LARGEST + '"}',
}


@pytest.mark.parametrize("name", HOSTILE_TEXT)
def test_hostile_text_is_refused(name: str) -> None:
    with pytest.raises(SnapshotError) as caught:
        decode(loads_json(HOSTILE_TEXT[name]))
    assert str(caught.value).isprintable()
    with pytest.raises(SnapshotError):
        decode(loads_json(HOSTILE_TEXT[name].encode("utf-8", "surrogatepass")))


# Whole files that hold no snapshot, and what is told of them.
WHOLE = b'{"format": "gwta-ai/state"}'
NO_SNAPSHOTS = {
    "empty": (b"", "got nothing: it is empty"),
    "blank": (b" \n", "got only blanks"),
    "UTF-8 mark": (b"\xef\xbb\xbf" + WHOLE, "got a byte order mark of UTF-8: save it as UTF-8"),
    "UTF-16 mark": (WHOLE.decode().encode("utf-16"), "got a byte order mark of UTF-16"),
    "list": (b"[1, 2]", "got a list in JSON"),
    "text in JSON": (b'"format"', "got a text in JSON"),
    "number": (b" 12\n", "got a number in JSON"),
    "null": (b"null", "got null in JSON"),
    "other text": (b"[meta]\ntitle = 1", "got text that begins with “[meta] title = 1”"),
    "compressed": (b"\x1f\x8b\x08\x00\x00", "got bytes that begin with 1f 8b 08 00"),
    "large": (b" " * LARGEST + WHOLE, "expected a snapshot of at most 262,144 bytes, got more"),
    "cut JSON": (WHOLE[:-3], "expected a map in JSON, got one that is cut off or never closed"),
    "faulty JSON": (b'{"format" 1}', "a fault at line 1, column 11: Expecting ':' delimiter"),
    "other bytes in JSON": (b'{"format": "\xff"}', "got text that is no UTF-8"),
    "cut msgpack": (pack({"format": 1})[:-1], "expected a map in msgpack, got one that is cut off"),
    "more than msgpack": (pack({"format": 1}) + b"x", "got more bytes after its end"),
    "number as key": (b"\x81\x01\x02", "got a key that is no text"),
}


@pytest.mark.parametrize("name", NO_SNAPSHOTS)
def test_files_that_hold_no_snapshot(name: str, tmp_path: Path) -> None:
    """It is told what was found, by the reader and by what lists problems."""
    content, told = NO_SNAPSHOTS[name]
    file = tmp_path / "position"
    file.write_bytes(content)
    with pytest.raises(SnapshotError) as caught:
        load(file)
    assert told in str(caught.value)
    assert str(caught.value).isprintable()
    assert "\n" not in str(caught.value)
    (problem,) = problems_in_file(file.read_bytes())
    assert f"{file}: {problem}" == str(caught.value)


def test_msgpack_is_not_taken_for_json() -> None:
    with pytest.raises(SnapshotError, match="expected a map in msgpack, got a map in JSON"):
        State.from_bytes(WHOLE)
    with pytest.raises(SnapshotError, match="expected a map in JSON, got msgpack"):
        loads_json(pack({"format": 1}))
    with pytest.raises(SnapshotError, match="expected the bytes of a map in msgpack, got 5"):
        State.from_bytes(5)  # type: ignore[arg-type]


def test_brackets_within_text_are_no_depth() -> None:
    assert loads_json('{"a": "' + "[" * 200 + '\\"{{{"}') == {"a": "[" * 200 + '"{{{'}


def test_the_largest_input_costs_little_memory() -> None:
    """The most objects that fit into the bytes allowed: lists of 15 empty maps."""
    row = b"\x9f" + b"\x80" * 15
    table = b"\xdc\x00\xff" + row * 255
    number = (LARGEST - 8) // (len(table) + 1)
    data = b"\xde" + number.to_bytes(2, "big")
    data += b"".join(bytes([0xA2, 65 + at // 26, 65 + at % 26]) + table for at in range(number - 1))
    tracemalloc.start()
    try:
        with pytest.raises(SnapshotError):
            decode(unpack(data + b"\xa0\xc0"))
        assert tracemalloc.get_traced_memory()[1] < 48 << 20
    finally:
        tracemalloc.stop()


# --- mutations -----------------------------------------------------------------------------------

_IDS = sorted(
    {
        name
        for field in ("cards", "spaces", "tiles", "ships", "quays", "masters", "track", "stations")
        for name in getattr(RULES.names, field)
    }
    | {"out", "plain", "strong", "open", "closed", *DECISIONS, *STAGES}
)
_VALUES = st.one_of(
    st.sampled_from(_IDS),
    st.integers(-3, 12),
    st.sampled_from([None, True, False, 99, 255, 256, 1 << 63, "", [], {}, [{}], 0.5, "ü"]),
)


def _containers(value: Any) -> list[Any]:
    found = [value]
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, (dict, list)):
            found += _containers(item)
    return found


def _mutate(data: Data, draw: Callable[..., Any]) -> None:
    """One change somewhere: of a value, of a key, of an order, or pieces moved about."""
    pending = data.get("decisions")  # which an earlier change may have put something else for
    within = isinstance(pending, (dict, list)) and pending and draw(st.integers(0, 3)) == 0
    root: Any = pending if within else data
    places = [place for place in _containers(root) if place]
    place = places[draw(st.integers(0, len(places) - 1))]
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    key = keys[draw(st.integers(0, len(keys) - 1))]
    match draw(st.integers(0, 6)):
        case 0 | 1 if type(place[key]) is int:
            place[key] += draw(st.integers(-2, 2))
        case 0 | 1 | 2:
            place[key] = copy.deepcopy(draw(_VALUES))
        case 3:
            del place[key]
        case 4 if isinstance(place, dict):
            place[draw(st.sampled_from(_IDS))] = copy.deepcopy(draw(_VALUES))
        case 4 | 5:
            other = places[draw(st.integers(0, len(places) - 1))]
            if isinstance(other, list):
                other.insert(0, copy.deepcopy(place[key]))
            else:
                other[key if isinstance(key, str) else "x"] = copy.deepcopy(place[key])
        case _:
            other_key = keys[draw(st.integers(0, len(keys) - 1))]
            place[key], place[other_key] = place[other_key], place[key]


def _read(read: Callable[[], tuple[CoreState, Ruleset]]) -> CoreState | None:
    """The state, or ``None`` where it was refused with words."""
    try:
        return read()[0]
    except (SnapshotError, PositionError, RulesetError) as error:
        if not str(error).isprintable():
            pytest.fail(f"an unprintable message: {error!r}")
        return None


def _play_to_the_end(state: CoreState) -> None:
    """What was read can be looked at from every side and played."""
    state.scores()
    if state.viewer >= 0:
        seen = state
        state = seen.determinize(4)
        assert state.view(seen.viewer).equals(seen)
    assert state.over or state.legal()
    state.play_random(1, 20_000)
    assert state.over


@settings(max_examples=400)
@given(st.data())
def test_mutated_snapshots_load_or_are_refused(draws: st.DataObject) -> None:
    """Nothing but the three errors comes out, and what loads can be played to the end."""
    snapshots = sample()
    data = plain(snapshots[draws.draw(st.integers(0, len(snapshots) - 1))])
    for _ in range(draws.draw(st.integers(1, 3))):
        _mutate(data, draws.draw)
    state = _read(lambda: decode(data))
    if state is None:
        return
    assert decode(encode(state, RULES))[0].equals(state)
    _play_to_the_end(state)


@settings(max_examples=300)
@given(st.data())
def test_mutated_bytes_load_or_are_refused(draws: st.DataObject) -> None:
    """Bits flipped, bytes cut out, put in and cut off, in msgpack and in JSON."""
    snapshots = sample()
    position = snapshots[draws.draw(st.integers(0, len(snapshots) - 1))]
    is_json = draws.draw(st.booleans())
    data = bytearray(dumps_json(position).encode() if is_json else pack(position))
    for _ in range(draws.draw(st.integers(1, 3))):
        at = draws.draw(st.integers(0, len(data) - 1))
        match draws.draw(st.integers(0, 3)):
            case 0:
                data[at] ^= 1 << draws.draw(st.integers(0, 7))
            case 1:
                del data[max(1, at) : at + draws.draw(st.integers(1, 20))]
            case 2:
                data[at:at] = draws.draw(st.binary(min_size=1, max_size=8))
            case _:
                del data[max(1, at) :]
    state = _read(lambda: decode((loads_json if is_json else unpack)(bytes(data))))
    if state is not None:
        _play_to_the_end(state)
