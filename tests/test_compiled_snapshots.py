"""The compiled snapshots: what the ones in Python give, and nothing that those refuse."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from core_games import positions, with_views
from editing import edited

from gwta_ai import Ruleset, State, View, new_game
from gwta_ai._engine.argentina import STATE_BYTES, CoreState
from gwta_ai._engine.snapshot import Codec
from gwta_ai.errors import GwtaError, PositionError, RulesetError, SnapshotError
from gwta_ai.games.argentina.position import frames, layout
from gwta_ai.games.argentina.position.checks import named_faults
from gwta_ai.games.argentina.position.layout import FRAMES
from gwta_ai.games.argentina.snapshot import arguments, decisions, fields
from gwta_ai.games.argentina.snapshot.codec import decode, encode, pack, read, stuck, unpack, write
from gwta_ai.games.argentina.snapshot.compiled import codec
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon, lexicon

Data = dict[str, Any]
RULES = Ruleset.default()
WORDS = lexicon(RULES)
CODEC = codec(WORDS)
CORE = Path(__file__).parent.parent / "engine_c" / "argentina"


# Other ids, one of more bytes than a short text of msgpack has; other limits and copies.
EDITED = edited(
    ('id = "master1"', 'id = "master_whose_id_is_of_32_letters"'),
    ("grain_limit = 8", "grain_limit = 9"),
    ("exhaustion_cards = 25", "exhaustion_cards = 24"),
    ("copies = 25", "copies = 24"),
)


@cache
def sample() -> list[CoreState]:
    """States and views of 2 to 4 players, with every stack of decisions that comes up."""
    found: dict[tuple[object, ...], CoreState] = {}
    for players in (2, 3, 4):
        for seed in range(5):
            for state in positions(players, 100 * players + seed, 3):
                raw = state.raw()
                kinds = tuple(frame["kind"] for frame in raw["frames"][: raw["depth"]])
                for shown in (state, state.view(seed % players)):
                    found.setdefault((kinds[-2:], shown.viewer, state.turn > 40), shown)
    return list(found.values())


def slow_read(data: bytes, words: Lexicon = WORDS) -> bytes:
    """The bytes of the state, read in Python; its errors."""
    return CoreState.from_raw(words.core, decode(unpack(data), words.ruleset)[0]).bytes()


def slow_write(state: CoreState, words: Lexicon = WORDS) -> bytes:
    return pack(encode(state.raw(), words.ruleset))


# --- the same as in Python ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [RULES, EDITED], ids=["shipped", "edited"])
def test_random_positions_are_written_and_read_as_in_python(rules: Ruleset, players: int) -> None:
    words = lexicon(rules)
    compiled = codec(words)
    kinds: Counter[int] = Counter()
    for seed in range(3):
        for number, state in enumerate(positions(players, seed, rules=rules)):
            kinds[state.frame[0]] += 1
            for shown in with_views(state):
                packed = compiled.write(shown.bytes())
                assert packed == slow_write(shown, words)
                assert compiled.possible(shown.bytes())
                assert compiled.read(packed) == shown.bytes()
                if number % 10 == 0:
                    assert slow_read(packed, words) == shown.bytes()
    assert kinds.total() > 200
    assert len(kinds) > 15


def test_most_kinds_of_decisions_are_in_the_sample() -> None:
    found = {frame["kind"] for state in sample() for frame in state.raw()["frames"]}
    assert found <= set(FRAMES.values())
    assert len(found) >= len(FRAMES) - 6, found  # some come up once in many games


def test_states_and_views_use_it() -> None:
    state = new_game(3, 4)
    state.core.play_random(1, 150)
    for position in (state, state.view(1)):
        data = position.to_bytes()
        assert data == CODEC.write(position.core.bytes()) == pack(position.to_dict())
        again = type(position).from_bytes(data)
        assert again == position
        assert type(position).from_bytes(data, RULES) == position
        assert type(again) is type(position)
    with pytest.raises(SnapshotError, match="a state"):
        State.from_bytes(state.view(0).to_bytes())
    with pytest.raises(SnapshotError, match="a view"):
        View.from_bytes(state.to_bytes())


def test_what_is_not_canonical_is_read_in_python() -> None:
    """Another order, what may be left out, other lengths of numbers: equal all the same."""
    for state in sample()[:40]:
        data = unpack(slow_write(state))
        turned = dict(reversed(data.items()))
        for other in (pack(turned), pack({k: v for k, v in data.items() if k != "ending" or v})):
            if other == slow_write(state):
                continue
            assert CODEC.read(other) is None
            core, rules = read(other)
            assert core.bytes() == state.bytes()
            assert rules == RULES
    long_number = pack(data).replace(b"\xa7version\x01", b"\xa7version\xcc\x01")
    assert CODEC.read(long_number) is None
    assert read(long_number)[0].bytes() == state.bytes()


def test_errors_are_those_of_python() -> None:
    state = new_game(2, 1)
    good = state.to_bytes()
    unknown = good.replace(RULES.digest.encode(), b"0" * 64)
    with pytest.raises(RulesetError):
        State.from_bytes(unknown)
    with pytest.raises(SnapshotError, match="ruleset"):
        State.from_bytes(good, EDITED)
    poorer = state.to_dict()
    poorer["exhaustion_stack"] -= 1
    with pytest.raises(PositionError, match=r"cards\.exhaustion"):
        State.from_bytes(pack(poorer))
    for data in (b"", good[:-1], good + b"\x00", "text", bytearray(good[:40])):
        with pytest.raises(SnapshotError):
            State.from_bytes(data)  # type: ignore[arg-type]
    assert State.from_bytes(bytearray(good)) == state  # type: ignore[arg-type]


def test_a_state_that_no_snapshot_can_hold_is_left_to_python() -> None:
    """More of a decision than is ever read: written, but only in Python."""
    raw = new_game(2, 1).core.raw()
    raw["frames"][1] = layout.blank_frame() | {"kind": FRAMES["FRAME_ENGINE"], "n": 999}
    raw["depth"] = 2
    state = CoreState.from_raw(WORDS.core, raw)
    assert CODEC.write(state.bytes()) is None
    assert write(state, RULES) == slow_write(state)
    with pytest.raises(SnapshotError, match="spaces"):
        read(write(state, RULES))


# --- impossible positions -------------------------------------------------------------------------


def agree(state: bytes, seen: Counter[bool]) -> None:
    """Both checks find the position possible, or both do not."""
    raw = CoreState.from_bytes(WORDS.core, state).raw()
    expected = not named_faults(raw, WORDS.figures, WORDS.names)
    seen[expected] += 1
    assert CODEC.possible(state) == expected, raw


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all numbers."""
    if isinstance(value, int):
        yield path
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield from _places(item, (*path, key))


@cache
def fields_of_a_state() -> dict[tuple[Any, ...], list[tuple[Any, ...]]]:
    """All numbers of a state by what they are: the path without indices."""
    found: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for path in _places(layout.blank_state()):
        found.setdefault(tuple(step for step in path if isinstance(step, str)), []).append(path)
    return found


def _get(raw: Any, path: tuple[Any, ...]) -> int:
    for step in path:
        raw = raw[step]
    number: int = raw
    return number


def _set(raw: Any, path: tuple[Any, ...], value: int) -> None:
    for step in path[:-1]:
        raw = raw[step]
    raw[path[-1]] = value


_LIMITS = {
    ("rng",): (0, 2**64 - 1),
    ("sides",): (0, 65535),
    ("turn",): (0, 65535),
    ("player", "pesos"): (-32768, 32767),
    ("player", "discs"): (0, 2**32 - 1),
    ("player", "objectives"): (0, 2**32 - 1),
    ("frames", "n"): (-32768, 32767),
}


def change_field(raw: Data, choose: random.Random) -> None:
    """One number of a state becomes another, or two alike change places."""
    kind = choose.choice(list(fields_of_a_state()))
    one, two = choose.choices(fields_of_a_state()[kind], k=2)
    old = _get(raw, one)
    low, high = _LIMITS.get(kind, (0, 255))
    match choose.randrange(5):
        case 0:
            value = choose.choice((low, high, 0, 1, 2, 255, old ^ 1 << choose.randrange(8)))
        case 1:
            value = choose.randint(0, 12)
        case 2:
            value = old + choose.choice((-1, 1))
        case 3:
            value = _get(raw, two)
        case _:
            value = _get(raw, two)
            _set(raw, two, old)
    _set(raw, one, min(max(value, low), high))


def test_single_changes_are_judged_alike() -> None:
    choose, seen = random.Random(1), Counter[bool]()
    for _ in range(4000):
        raw = choose.choice(sample()).raw()
        change_field(raw, choose)
        agree(CoreState.from_raw(WORDS.core, raw).bytes(), seen)
    assert min(seen[False], seen[True]) > 300, seen


def test_other_decisions_are_judged_alike() -> None:
    """The top of the stack of decisions changed in one slot, or another on top of it."""
    choose, seen = random.Random(2), Counter[bool]()
    programs = [None, *range(WORDS.compiled["n_programs"])]
    for _ in range(4000):
        raw = choose.choice(sample()).raw()
        if not raw["depth"]:
            continue
        if choose.randrange(2) and raw["depth"] < layout.MAX_FRAMES:
            other = choose.choice(sample()).raw()
            if not other["depth"]:
                continue
            raw["frames"][raw["depth"]] = other["frames"][other["depth"] - 1]
            raw["depth"] += 1
        frame = raw["frames"][choose.randrange(raw["depth"])]
        if choose.randrange(3):
            slot = choose.choice(list(frame))
            frame[slot] = choose.choice((0, 1, 2, 3, 4, 5, 8, 30, 100, choose.randrange(256)))
        if choose.randrange(6) == 0:
            frame.update(kind=FRAMES["FRAME_PROGRAM"], a=choose.choice(programs) or 0)
        agree(CoreState.from_raw(WORDS.core, raw).bytes(), seen)
    assert min(seen[False], seen[True]) > 200, seen


def test_views_of_hidden_hands_are_judged_alike() -> None:
    """INFO-06: hand sizes, known cards and demands that hidden cards can or cannot meet."""
    choose, seen = random.Random(3), Counter[bool]()
    views = [s for s in sample() if s.viewer >= 0 and s.seat not in (-1, s.viewer)]
    for _ in range(1500):
        raw = choose.choice(views).raw()
        player, frame = raw["player"][raw["seat"]], raw["frames"][raw["depth"] - 1]
        match choose.randrange(4):
            case 0:
                moved = choose.randint(-3, 6)
                if -player["hand_size"] <= moved <= player["draw_size"]:
                    player["hand_size"] += moved
                    player["draw_size"] -= moved
            case 1:
                frame["a"] = choose.randrange(WORDS.figures.n_cards)
            case 2:
                frame["n"] = choose.randint(-60, 12)
            case _:
                frame["d"] = choose.randint(0, 12)
        agree(CoreState.from_raw(WORDS.core, raw).bytes(), seen)
    assert min(seen[False], seen[True]) > 50, seen


def test_any_bytes_may_be_checked_and_written() -> None:
    """Neither looks where nothing is; a state is not called possible by mistake."""
    choose, seen = random.Random(4), Counter[bool]()
    for _ in range(1500):
        state = bytearray(choose.choice(sample()).bytes())
        for _ in range(choose.choice((1, 2, 30))):
            state[choose.randrange(STATE_BYTES)] = choose.randrange(256)
        data = bytes(state)
        CODEC.write(data)
        if CODEC.possible(data):
            agree(data, seen)
    for _ in range(300):
        data = choose.randbytes(STATE_BYTES)
        assert not CODEC.possible(data)
        CODEC.write(data)


@pytest.mark.parametrize("data", [b"", b"x", b"\x00" * (STATE_BYTES - 1)])
def test_the_bytes_of_a_state_have_one_length(data: bytes) -> None:
    for look in (CODEC.write, CODEC.possible):
        with pytest.raises(ValueError, match=str(STATE_BYTES)):
            look(data)


# --- mutated snapshots ----------------------------------------------------------------------------


def _containers(value: Any) -> list[Any]:
    found = [value]
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, (dict, list)):
            found += _containers(item)
    return found


@cache
def _ids() -> list[str]:
    names = RULES.names
    kinds = (names.cards, names.spaces, names.tiles, names.ships, names.quays, names.masters)
    return [*(name for kind in kinds for name in kind), "out", "plain", "strong", *FRAMES]


def change_data(data: Data, choose: random.Random) -> None:
    """One change somewhere: of a value, a key, an order."""
    pending: Any = data.get("decisions")
    root = pending if pending and isinstance(pending, list) and not choose.randrange(4) else data
    places = [place for place in _containers(root) if place]
    place = choose.choice(places)
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    key, other = choose.choice(keys), choose.choice(keys)
    change = choose.randrange(7)
    if change <= 1 and type(place[key]) is int:
        place[key] += choose.randint(-2, 2)
    elif change == 2:
        odd = (None, True, 0, 1, 99, 100, 255, 256, -1, -33, -200, 40_000, 1 << 40, 0.5, "", [], {})
        place[key] = choose.choice(odd)
    elif change == 3:
        place[key] = choose.choice(_ids())
    elif change == 4:
        del place[key]
    elif change == 5 and isinstance(place, dict):
        place[choose.choice(_ids())] = choose.randrange(3)
    else:
        place[key], place[other] = place[other], place[key]


def judge(data: bytes, seen: Counter[str]) -> None:
    """Whatever is read compiled is read in Python with the same result.

    What Python reads and would write in the same way is read compiled as well.
    """
    found = CODEC.read(data)
    try:
        slow = slow_read(data)
    except GwtaError:
        slow = None
    if found is None:
        canonical = slow is not None and slow_write(CoreState.from_bytes(WORDS.core, slow)) == data
        assert not canonical
        seen["refused" if slow is None else "in Python"] += 1
    else:
        assert found == slow
        seen["compiled"] += 1


def test_mutated_snapshots_are_judged_alike() -> None:
    choose, seen = random.Random(5), Counter[str]()
    snapshots = [unpack(slow_write(state)) for state in sample()]
    for _ in range(3000):
        data = copy.deepcopy(choose.choice(snapshots))
        for _ in range(choose.choice((1, 1, 2))):
            change_data(data, choose)
        judge(pack(data), seen)
    assert min(seen["compiled"], seen["in Python"], seen["refused"]) > 100, seen


def test_mutated_bytes_are_judged_alike() -> None:
    choose, seen = random.Random(6), Counter[str]()
    snapshots = [slow_write(state) for state in sample()]
    for _ in range(5000):
        data = bytearray(choose.choice(snapshots))
        for _ in range(choose.choice((1, 1, 2))):
            at = choose.randrange(len(data))
            match choose.randrange(7):
                case 0 | 5 | 6:
                    data[at] ^= 1 << choose.randrange(8)
                case 1:
                    data[at] = choose.randrange(256)
                case 2:
                    del data[at : at + choose.randint(1, 20)]
                case 3:
                    data[at:at] = choose.randbytes(choose.randint(1, 8))
                case _:
                    del data[max(1, at) :]
        judge(bytes(data), seen)
    assert seen["refused"] > 1000
    assert seen["compiled"] > 5, seen


def test_a_decision_without_an_option_is_not_read() -> None:
    """More discards owed than cards held: possible for the checks, but nothing to choose."""
    raw = next(s for s in sample() if s.frame[0] == FRAMES["FRAME_LOCATION"] and s.viewer < 0).raw()
    raw["frames"][raw["depth"]] = layout.blank_frame() | {"kind": FRAMES["FRAME_DISCARD"], "n": 99}
    raw["depth"] += 1
    raw["player"][raw["seat"]]["tokens"] = 0  # to draw cards with
    state = CoreState.from_raw(WORDS.core, raw)
    assert CODEC.possible(state.bytes())
    assert stuck(raw, WORDS)
    assert CODEC.read(slow_write(state)) is None
    with pytest.raises(PositionError, match="in which nothing can"):
        read(slow_write(state))


# --- the sources ----------------------------------------------------------------------------------


@pytest.mark.skipif(not CORE.is_dir(), reason="needs the sources of the core")
@pytest.mark.parametrize(
    ("name", "limits"),
    [
        (
            "position/ranges.pxd",
            {
                "MAX_PESOS": layout.MAX_PESOS,
                "MAX_TOKENS": layout.MAX_TOKENS,
                "MAX_COINS": layout.MAX_COINS,
            },
        ),
        ("figures/state.pxd", {"MAX_TURN": layout.MAX_TURN, "MAX_FRAMES": layout.MAX_FRAMES}),
        (
            "position/frames.pxd",
            {
                "MAX_OWED": frames._MOST,
                "MAX_EARNED": 10 * frames._MOST,
                "MAX_CHOSEN": arguments.MOST_HELPED,
            },
        ),
        ("snapshot/fields.pxd", {"MAX_COPIES": fields.MOST_COPIES}),
        (
            "snapshot/decisions.pxd",
            {
                "MAX_COUNTED": decisions._MOST,
                "MAX_INCOME": decisions._MOST_INCOME,
                "MAX_HELPED": arguments.MOST_HELPED,
            },
        ),
    ],
)
def test_the_limits_are_those_of_python(name: str, limits: dict[str, int]) -> None:
    text = (CORE / name).read_text(encoding="utf-8")
    declared = dict(re.findall(r"^    (MAX_\w+) = (\d+)", text, re.MULTILINE))
    assert {limit: int(declared[limit]) for limit in limits} == limits


def test_a_codec_wants_ids_that_fit() -> None:
    table = WORDS.core.table(4)
    with pytest.raises(KeyError):
        Codec(table, {}, b"")
    with pytest.raises(ValueError, match="programs"):
        Codec(table, {}, b"\x00" * 1000)
    with pytest.raises(ValueError, match="ids expected"):
        Codec(table, {"formats": [b"\xa1a"] * 3}, b"")
