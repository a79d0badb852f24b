"""Snapshots in msgpack: read by the short way as by the long one, and nothing bad gets in.

The short way is for what the program wrote itself: compiled from end to end. Everything
else goes the long way, over plain maps and lists, which says what is wrong where.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from core_games import positions, with_views
from editing import edited
from fields import blank_state, fields_of, state_of
from framing import frame, put

from gwta_ai import Ruleset, State, View, new_game
from gwta_ai._engine.argentina import position as checks
from gwta_ai._engine.argentina.core import STATE_BYTES, CoreState
from gwta_ai._engine.codec import Codec
from gwta_ai.common.wire import pack, unpack
from gwta_ai.errors import GwtaError, PositionError, RulesetError, SnapshotError
from gwta_ai.games.argentina.layout import DECISIONS, core
from gwta_ai.games.argentina.snapshot import Lexicon, lexicon
from gwta_ai.games.argentina.snapshot.positions import (
    codec,
    decode,
    encode,
    faults_of,
    goes_on,
    read,
    stuck,
    write,
)

Data = dict[str, Any]
RULES = Ruleset.default()
WORDS = lexicon(RULES)


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
                raw = fields_of(state)
                kinds = tuple(frame["kind"] for frame in raw["frames"][: raw["depth"]])
                for shown in (state, state.view(seed % players)):
                    found.setdefault((kinds[-2:], shown.viewer, state.turn > 40), shown)
    return list(found.values())


def compiled(state: CoreState, words: Lexicon = WORDS) -> Codec:
    """What writes and reads a state, or the views of that seat."""
    return codec(words, None if state.viewer < 0 else state.viewer)


def short_way(data: bytes) -> bytes | None:
    """The bytes of the position, if the compiled reader takes it and it is possible."""
    for viewer in (None, *range(core.MAX_PLAYERS)):
        block = codec(WORDS, viewer).read(data)
        if block is not None:
            block = checks.completed(block)
            if checks.faults(WORDS.table, block):
                return None
            return block if goes_on(CoreState.from_bytes(WORDS.core, block)) else None
    return None


def long_way(data: bytes, words: Lexicon = WORDS) -> bytes:
    """The bytes of the position, over plain maps and lists; errors as ``decode``."""
    return decode(unpack(data), words.ruleset)[0].bytes()


# --- there and back ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [RULES, EDITED], ids=["shipped", "edited"])
def test_random_positions_are_read_as_they_were_written(rules: Ruleset, players: int) -> None:
    words = lexicon(rules)
    kinds: Counter[int] = Counter()
    for seed in range(3):
        for number, state in enumerate(positions(players, seed, rules=rules)):
            kinds[state.frame[0]] += 1
            for shown in with_views(state):
                packed = write(shown, rules)
                assert pack(encode(shown, rules)) == packed
                assert not checks.faults(words.table, shown.bytes())
                block = compiled(shown, words).read(packed)
                assert block is not None
                assert checks.completed(block) == shown.bytes()
                if number % 10 == 0:
                    assert long_way(packed, words) == shown.bytes()
    assert kinds.total() > 200
    assert len(kinds) > 15


def test_most_kinds_of_decisions_are_in_the_sample() -> None:
    found = {frame["kind"] for state in sample() for frame in fields_of(state)["frames"]} - {0}
    assert found <= set(DECISIONS.values())
    assert len(found) >= len(DECISIONS) - 6, found  # some come up once in many games


def test_states_and_views_use_it() -> None:
    state = new_game(3, 4)
    state.core.play_random(1, 150)
    for position in (state, state.view(1)):
        data = position.to_bytes()
        assert short_way(data) == position.core.bytes()
        again = type(position).from_bytes(data)
        assert again == position
        assert type(position).from_bytes(data, RULES) == position
        assert type(again) is type(position)
    with pytest.raises(SnapshotError, match="a state"):
        State.from_bytes(state.view(0).to_bytes())
    with pytest.raises(SnapshotError, match="a view"):
        View.from_bytes(state.to_bytes())


def test_what_is_not_canonical_is_read_all_the_same() -> None:
    """Another order, what may be left out, other lengths of numbers."""
    for state in sample()[:40]:
        good = write(state, RULES)
        data = unpack(good)
        turned = dict(reversed(data.items()))
        for other in (pack(turned), pack({k: v for k, v in data.items() if k != "ending" or v})):
            if other == good:
                continue
            assert short_way(other) is None
            position, rules = read(other)
            assert position.bytes() == state.bytes()
            assert rules == RULES
    long_number = pack(data).replace(b"\xa7version\x01", b"\xa7version\xcc\x01")
    assert short_way(long_number) is None
    assert read(long_number)[0].bytes() == state.bytes()


def test_errors_say_what_is_wrong() -> None:
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


# --- impossible positions -------------------------------------------------------------------------


def judge_state(state: CoreState, seen: Counter[str]) -> None:
    """A possible position comes back as it was; an impossible one does not come back."""
    block = state.bytes()
    faults = faults_of(block, WORDS)
    if faults:
        seen["impossible"] += 1
        assert all(told.path and str(told.expected).isprintable() for told in faults)
        written = compiled(state).write(block) if state.viewer < core.MAX_PLAYERS else None
        if written is not None:
            try:
                assert read(written)[0].bytes() != block
            except (SnapshotError, PositionError):
                seen["refused"] += 1
        return
    seen["possible"] += 1
    written = write(state, RULES)
    if goes_on(state):
        assert short_way(written) == block
        return
    seen["stuck"] += 1
    assert stuck(block, WORDS)
    with pytest.raises(PositionError, match="in which nothing can"):
        read(written)


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
    for path in _places(blank_state()):
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


def test_states_with_a_changed_field() -> None:
    choose, seen = random.Random(1), Counter[str]()
    for _ in range(3000):
        raw = fields_of(choose.choice(sample()))
        change_field(raw, choose)
        judge_state(state_of(WORDS.core, raw), seen)
    assert min(seen["possible"], seen["impossible"], seen["refused"]) > 200, seen


def test_states_with_other_decisions() -> None:
    """The top of the stack of decisions changed in one slot, or another on top of it."""
    choose, seen = random.Random(2), Counter[str]()
    programs = range(WORDS.compiled["n_programs"])
    for _ in range(3000):
        raw = fields_of(choose.choice(sample()))
        if not raw["depth"]:
            continue
        if choose.randrange(2) and raw["depth"] < core.MAX_FRAMES:
            other = fields_of(choose.choice(sample()))
            if not other["depth"]:
                continue
            raw["frames"][raw["depth"]] = other["frames"][other["depth"] - 1]
            raw["depth"] += 1
        changed = raw["frames"][choose.randrange(raw["depth"])]
        if choose.randrange(3):
            value = choose.choice((0, 1, 2, 3, 4, 5, 8, 30, 100, choose.randrange(256)))
            _set(changed, choose.choice(list(_places(changed))), value)
        if choose.randrange(6) == 0:
            changed["kind"] = DECISIONS["program"]
            put(changed, index=choose.choice(programs))
        judge_state(state_of(WORDS.core, raw), seen)
    assert min(seen["possible"], seen["impossible"], seen["refused"]) > 150, seen


def test_views_of_hidden_hands() -> None:
    """INFO-06: hand sizes, known cards and demands that hidden cards can or cannot meet."""
    choose, seen = random.Random(3), Counter[str]()
    views = [s for s in sample() if s.viewer >= 0 and s.seat not in (-1, s.viewer)]
    for _ in range(1500):
        raw = fields_of(choose.choice(views))
        player, asked = raw["player"][raw["seat"]], raw["frames"][raw["depth"] - 1]
        match choose.randrange(4):
            case 0:
                moved = choose.randint(-3, 6)
                if -player["hand_size"] <= moved <= player["draw_size"]:
                    player["hand_size"] += moved
                    player["draw_size"] -= moved
            case 1:
                asked["part"][0] = choose.randrange(WORDS.compiled["n_cards"])
            case 2:
                asked["n"] = choose.randint(-60, 12)
            case _:
                asked["part"][3] = choose.randint(0, 12)
        judge_state(state_of(WORDS.core, raw), seen)
    assert min(seen["possible"], seen["impossible"], seen["refused"]) > 50, seen


def test_any_bytes_may_be_checked_and_written() -> None:
    """Neither looks where nothing is; a state is not called possible by mistake."""
    choose, seen = random.Random(4), Counter[str]()
    for _ in range(1500):
        state = choose.choice(sample())
        data = bytearray(state.bytes())
        for _ in range(choose.choice((1, 2, 30))):
            data[choose.randrange(STATE_BYTES)] = choose.randrange(256)
        block = bytes(data)
        for viewer in (None, 0):
            codec(WORDS, viewer).write(block)
        never = checks.never(WORDS.table, block)
        if not checks.faults(WORDS.table, block):
            checks.suspicions(WORDS.table, block)
            judge_state(CoreState.from_bytes(WORDS.core, block), seen)
        else:
            assert never == []
    assert seen["possible"]
    for _ in range(300):
        block = choose.randbytes(STATE_BYTES)
        assert faults_of(block, WORDS)
        assert checks.never(WORDS.table, block) == []
        codec(WORDS, None).write(block)


@pytest.mark.parametrize("data", [b"", b"x", b"\x00" * (STATE_BYTES - 1)])
def test_the_bytes_of_a_state_have_one_length(data: bytes) -> None:
    for look in (
        codec(WORDS, None).write,
        lambda block: checks.faults(WORDS.table, block),
        lambda block: checks.never(WORDS.table, block),
        lambda block: checks.suspicions(WORDS.table, block),
        checks.completed,
    ):
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
    return [*(name for kind in kinds for name in kind), "out", "plain", "strong", *DECISIONS]


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
    """Whatever the short way reads the long way reads with the same result.

    What the long way reads and is written in the same way the short way reads as well.
    """
    found = short_way(data)
    try:
        slow = long_way(data)
    except GwtaError:
        slow = None
    if found is None:
        canonical = (
            slow is not None and write(CoreState.from_bytes(WORDS.core, slow), RULES) == data
        )
        assert not canonical
        seen["refused" if slow is None else "the long way"] += 1
    else:
        assert found == slow
        seen["the short way"] += 1


def test_mutated_snapshots_are_judged_alike() -> None:
    choose, seen = random.Random(5), Counter[str]()
    snapshots = [encode(state, RULES) for state in sample()]
    for _ in range(3000):
        data = copy.deepcopy(choose.choice(snapshots))
        for _ in range(choose.choice((1, 1, 2))):
            change_data(data, choose)
        judge(pack(data), seen)
    assert min(seen["the short way"], seen["the long way"], seen["refused"]) > 100, seen


def test_mutated_bytes_are_judged_alike() -> None:
    choose, seen = random.Random(6), Counter[str]()
    snapshots = [write(state, RULES) for state in sample()]
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
    assert seen["the short way"] > 5, seen


def test_a_decision_without_an_option_is_not_read() -> None:
    """More discards owed than cards held: possible for the checks, but nothing to choose."""
    location = DECISIONS["local_action"]
    raw = fields_of(next(s for s in sample() if s.frame[0] == location and s.viewer < 0))
    raw["frames"][raw["depth"]] = frame("discard", n=99)
    raw["depth"] += 1
    raw["player"][raw["seat"]]["tokens"] = 0  # to draw cards with
    seen = Counter[str]()
    judge_state(state_of(WORDS.core, raw), seen)
    assert seen["stuck"] == 1
