"""Snapshots broken in every way that bytes and fields allow, and what comes of reading them.

Input ``number`` of a ``seed`` is always the same. ``scripts/fuzz_snapshots.py`` tries
millions, the tests a sample.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fields import blank_frame, fields_of, state_of
from framing import frame, part
from random_games import MOST_DECISIONS, game

from gwta_ai import Ruleset, State, View
from gwta_ai.common.wire import dumps_json, loads_json, pack, unpack
from gwta_ai.errors import PositionError, RulesetError, SnapshotError
from gwta_ai.games.argentina.layout import DECISIONS, STAGES, core, packed_state
from gwta_ai.games.argentina.ruleset.codes import EFFECTS
from gwta_ai.games.argentina.snapshot import decode, faults_of, lexicon, stuck
from gwta_ai.games.check import problems_in_file
from gwta_ai.games.files import loads

Data = dict[str, Any]
Path = tuple[str | int, ...]

LOADED = "loaded"
REFUSALS = {kind: kind.__name__ for kind in (SnapshotError, PositionError, RulesetError)}
OUTCOMES = (LOADED, *REFUSALS.values())


# --- what is broken ------------------------------------------------------------------------------


def _normal(path: Path) -> str:
    """A field whatever the seat, the number in a list and the id in a map of counts."""
    text = ".".join("[]" if isinstance(step, int) else step for step in path)
    maps = (
        "buildings|farmers|ship_discs|quay_discs|station_discs|city_discs|hand|known|draw_stack"
        "|hand_or_draw|discard|neutral|cattle_market|market_stack|objective_stack|cards|tiles"
        "|helped_farmers|stations|received|A|B|C|rows\\.\\[\\]"
    )
    return re.sub(rf"\b({maps})\.[a-z0-9_+-]+", r"\1.*", text, flags=re.IGNORECASE)


def _places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every value in maps and lists."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield (*path, key)
        if isinstance(value[key], (dict, list)):
            yield from _places(value[key], (*path, key))


class Corpus:
    """Sound snapshots of many kinds: states and views, every decision, 2 to 4 players."""

    def __init__(self, games: int = 40) -> None:
        self.snapshots: list[Data] = []
        self._found: set[tuple[object, ...]] = set()
        for number in range(games):
            state, choose = game(number), random.Random(number)
            self._take(state)
            while not state.is_over:
                state.core.play_random(choose.getrandbits(64), choose.randint(1, 3))
                self._take(state)
                if choose.random() < 0.05:
                    for rare in _rarely(state):
                        self._take(rare)

    def _take(self, state: State) -> None:
        """A state and a view, if no other is like them in its decisions."""
        raw = fields_of(state.core)
        stack = raw["frames"][: raw["depth"]]
        above = tuple(one["kind"] for one in stack[-2:])
        used = tuple(
            bool(value) for top in stack[-1:] for value in (top["must"], *top["part"], top["n"])
        )
        for is_view in (False, True):
            key = (above, used, is_view, state.turn > 40 and len(above) == 1)
            if key not in self._found:
                self._found.add(key)
                seat = len(self._found) % state.players
                self.snapshots.append((state.view(seat) if is_view else state).to_dict())

    @cached_property
    def packed(self) -> list[bytes]:
        return [pack(data) for data in self.snapshots]

    @cached_property
    def texts(self) -> list[bytes]:
        return [dumps_json(data).encode() for data in self.snapshots]

    @cached_property
    def fields(self) -> dict[str, list[tuple[int, Path]]]:
        """Where each field occurs: the snapshot and the path in it."""
        found: dict[str, list[tuple[int, Path]]] = {}
        for number, data in enumerate(self.snapshots):
            for path in _places(data):
                found.setdefault(_normal(path), []).append((number, path))
        return found

    @cached_property
    def field_names(self) -> list[str]:
        return sorted(self.fields)

    @cached_property
    def ids(self) -> list[str]:
        """Words that mean something somewhere."""
        names = Ruleset.default().names
        kinds = "cards spaces tiles ships quays masters track stations bonus disc_spaces offers"
        words = {name for kind in kinds.split() for name in getattr(names, kind)}
        fields = {step for name in self.field_names for step in name.split(".")}
        more = {"out", "plain", "strong", "open", "closed", *DECISIONS, *STAGES}
        return sorted(words | fields | more)


# Effects whose decision random games hardly come to, and that decision: kind and fields.
_RARE: dict[str, tuple[str, Callable[[Data], Data]]] = {
    "upgrade_behind": ("upgrade_behind", lambda e: {}),
    "delivery": ("extra_delivery", lambda e: {}),
    "take_cattle": (
        "take_cattle",
        lambda e: {"card_class": e["card_class"], "into_hand": e["into_hand"]},
    ),
    "help": ("help_granjeros", lambda e: {"n": e["amount"]["base"], "extra": e["strength"]}),
    "remove_cards": ("remove", lambda e: {"n": 2, "lowest": 1}),
    "move": ("move_on", lambda e: {"n": e["amount"]["base"]}),
}


def _rarely(state: State) -> Iterator[State]:
    """A state at a location with such decisions instead, where they can be."""
    words = lexicon(state.ruleset)
    raw, compiled = fields_of(state.core), words.compiled
    if raw["depth"] != 1 or state.decision != "local_action" or not part(raw["frames"][0], "visit"):
        return
    below = raw["frames"][0]
    programs = [*_programs(compiled)]
    hire = next((running for op, _, running in programs if op == "hire"), None)
    for op, effect, program in programs:
        if op not in _RARE:
            continue
        name, slots = _RARE[op]
        top = frame(name, **slots(effect))
        for stack in ([below, program, top], [below, hire, program, top]):
            blank = [blank_frame() for _ in range(core.MAX_FRAMES - len(stack))]
            there = raw | {"frames": [*stack, *blank], "depth": len(stack)}
            block = packed_state(there)
            if not faults_of(block, words) and not stuck(block, words):
                yield State.of(state_of(words.core, there), state.ruleset)


def _programs(compiled: Data) -> Iterator[tuple[str, Data, Data]]:
    """Every effect of every program: its name, itself, and the frame of the program at it."""
    ops = {code: name for name, code in EFFECTS.items()}
    for index in range(1, compiled["n_programs"]):
        program = compiled["programs"][index]
        for at in range(program["n"]):
            effect = compiled["effects"][program["first"] + at]
            running = frame("program", index=index, next=at + 1, performed=1)
            yield ops[effect["op"]], effect, running


@dataclass
class Mangled:
    """A broken snapshot, as the bytes of a file, and how it came about."""

    how: str
    content: bytes
    is_json: bool
    is_view: bool
    field: str = ""  # the one that was changed, for changes of structure


# --- changes of structure ------------------------------------------------------------------------

_ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 5, 7, 13, 99, 100, 255, 256, 1 << 15, 1 << 31),
    *((1 << 63) - 1, 1 << 63, -(1 << 63), 0.5, 1e300, "", "0", "a" * 300, "ü", [], {}, [{}], [[]]),
)


def _parent(data: Data, path: Path) -> Any:
    place: Any = data
    for step in path[:-1]:
        place = place[step]
    return place


def _another(choose: random.Random, corpus: Corpus, value: Any) -> Any:
    """A value to stand for ``value``."""
    if type(value) is int and choose.random() < 0.7:
        return value + choose.choice((-3, -2, -1, 1, 2, 3))
    if isinstance(value, str) and choose.random() < 0.7:
        return choose.choice(corpus.ids)
    return copy.deepcopy(choose.choice(_ODD))


def _change(data: Data, path: Path, choose: random.Random, corpus: Corpus) -> None:
    """Another value."""
    place = _parent(data, path)
    place[path[-1]] = _another(choose, corpus, place[path[-1]])


def _drop(data: Data, path: Path, choose: random.Random, corpus: Corpus) -> None:
    del _parent(data, path)[path[-1]]


def _add(data: Data, path: Path, choose: random.Random, corpus: Corpus) -> None:
    """Something beside the field."""
    place = _parent(data, path)
    value = _another(choose, corpus, place[path[-1]])
    if isinstance(place, dict):
        place[choose.choice(corpus.ids)] = value
    else:
        place.insert(choose.randrange(len(place) + 1), value)


def _graft(data: Data, path: Path, choose: random.Random, corpus: Corpus) -> None:
    """The same field of another snapshot."""
    number, there = choose.choice(corpus.fields[_normal(path)])
    value = _parent(corpus.snapshots[number], there)[there[-1]]
    _parent(data, path)[path[-1]] = copy.deepcopy(value)


def _swap(data: Data, path: Path, choose: random.Random, corpus: Corpus) -> None:
    """The values of two neighbours."""
    place, key = _parent(data, path), path[-1]
    other = choose.choice([*place] if isinstance(place, dict) else range(len(place)))
    place[key], place[other] = place[other], place[key]


def _shift(data: Data, path: Path, choose: random.Random, corpus: Corpus) -> None:
    """A piece of one place to another: what is counted stays the same."""
    counts = [p for p in _places(data) if type(_parent(data, p)[p[-1]]) is int]
    if not counts:
        return
    same = [p for p in counts if p[-1] == path[-1] and p != path] or counts
    there = choose.choice(same)
    _parent(data, there)[there[-1]] += 1
    place = _parent(data, path)
    if type(place[path[-1]]) is int:
        place[path[-1]] -= 1


def _decide(data: Data, path: Path, choose: random.Random, corpus: Corpus) -> None:
    """Pending decisions of other snapshots on top of these, or instead of them."""
    other = copy.deepcopy(choose.choice(corpus.snapshots)["decisions"])
    mine = data["decisions"]
    at = choose.randrange(len(mine) + 1)
    data["decisions"] = mine[:at] + other[choose.randrange(len(other) + 1) :]


_CHANGES: tuple[Callable[[Data, Path, random.Random, Corpus], None], ...] = (
    _change,
    _change,
    _drop,
    _add,
    _graft,
    _graft,
    _swap,
    _shift,
    _decide,
)


def _changed(data: Data, path: Path, choose: random.Random, corpus: Corpus) -> str:
    """Change the field at a path, and in one of four cases another; the name of the change."""
    change = choose.choice(_CHANGES)
    change(data, path, choose, corpus)
    if choose.random() < 0.25:
        again = choose.choice([*_places(data)])
        choose.choice((_change, _drop, _swap, _shift))(data, again, choose, corpus)
    return change.__name__[1:]


def _written(data: Data, is_json: bool) -> tuple[bytes, bool]:
    """The bytes of a file, and whether they are JSON: msgpack has no words for some values."""
    try:
        return (dumps_json(data).encode(), True) if is_json else (pack(data), False)
    except (ValueError, OverflowError):
        return dumps_json(data).encode(), True


def _mangled_fields(choose: random.Random, corpus: Corpus) -> Mangled:
    field = choose.choice(corpus.field_names)
    if choose.random() < 0.2:
        field = choose.choice([name for name in corpus.field_names if name.startswith("decis")])
    number, path = choose.choice(corpus.fields[field])
    data = copy.deepcopy(corpus.snapshots[number])
    how = _changed(data, path, choose, corpus)
    content, is_json = _written(data, choose.random() < 0.5)
    return Mangled(how, content, is_json, "view_of" in data, field)


def changed_content(content: bytes, corpus: Corpus, seed: int) -> bytes | None:
    """A file with a field of it changed; ``None`` where it is none, or has no such field."""
    choose, is_json = random.Random(seed), content.lstrip()[:1] == b"{"
    try:
        data = (loads_json if is_json else unpack)(content)
    except SnapshotError:
        return None
    known = [path for path in _places(data) if _normal(path) in corpus.fields]
    if not known or not isinstance(data.get("decisions"), list):
        return None
    _changed(data, choose.choice(known), choose, corpus)
    return _written(data, is_json)[0]


# --- changes of bytes ----------------------------------------------------------------------------


def _flip(data: bytearray, other: bytes, choose: random.Random) -> None:
    for _ in range(choose.choice((1, 1, 1, 2, 3, 8))):
        data[choose.randrange(len(data))] ^= 1 << choose.randrange(8)


def _cut(data: bytearray, other: bytes, choose: random.Random) -> None:
    del data[choose.randrange(len(data)) :]


def _splice(data: bytearray, other: bytes, choose: random.Random) -> None:
    """A piece of another snapshot, put in or put over."""
    start = choose.randrange(len(other))
    piece = other[start : start + choose.choice((1, 4, 16, 64, 1024))]
    at = choose.randrange(len(data))
    data[at : at + choose.choice((0, len(piece)))] = piece


def _remove(data: bytearray, other: bytes, choose: random.Random) -> None:
    at = choose.randrange(len(data))
    del data[at : at + choose.choice((1, 2, 8, 64))]


def _noise(data: bytearray, other: bytes, choose: random.Random) -> None:
    at = choose.randrange(len(data))
    data[at : at + choose.randrange(9)] = choose.randbytes(choose.randrange(9))


# Heads that promise more than there is, and nesting without end.
_BOMBS = (
    *(b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff"),
    *(b"\xc6\xff\xff\xff\xff", b"\xc9\xff\xff\xff\xff\x01", b"\xdc\xff\xff", b"\xde\xff\xff"),
    *(b"\x91" * 5000, b"\x81\xa1a" * 3000, b"\xdc\x00\xff" * 2000, b"\xd6\xff\x00\x00\x00\x00"),
    *(b"[" * 5000, b'{"a":' * 3000, b"9" * 5000, b"[[]," * 3000, b'"' + b"\\u0061" * 5000 + b'"'),
)


def _bomb(data: bytearray, other: bytes, choose: random.Random) -> None:
    at = choose.randrange(len(data))
    data[at : at + choose.randrange(5)] = choose.choice(_BOMBS)


_BYTES = (_flip, _flip, _cut, _splice, _splice, _remove, _noise, _bomb)


def _mangled_bytes(choose: random.Random, corpus: Corpus) -> Mangled:
    number = choose.randrange(len(corpus.snapshots))
    is_json = choose.random() < 0.5
    contents = corpus.texts if is_json else corpus.packed
    data = bytearray(contents[number])
    change = choose.choice(_BYTES)
    change(data, choose.choice(contents), choose)
    view = "view_of" in corpus.snapshots[number]
    return Mangled(change.__name__[1:], bytes(data), is_json, view)


def mangled(corpus: Corpus, seed: int, number: int) -> Mangled:
    """Input ``number`` of ``seed``; three of five are changes of structure."""
    choose = random.Random(f"{seed}/{number}")
    make = _mangled_fields if choose.random() < 0.6 else _mangled_bytes
    return make(choose, corpus)


# --- what comes of it ----------------------------------------------------------------------------


def outcome(case: Mangled, number: int) -> str:
    """One of ``OUTCOMES``. Raises ``AssertionError``, or what reading should not raise."""
    words = ""
    try:
        position = _read(case, number)
    except tuple(REFUSALS) as error:
        result, words = REFUSALS[type(error)], str(error)
    else:
        if not case.is_json:  # which has a way of its own into the core
            slowly, _ = decode(unpack(case.content))
            assert slowly.equals(position.core), "read in two ways it is two positions"
        _play_to_the_end(position, number)
        result = LOADED
    assert words.isprintable(), "an unprintable message"
    if case.field and number % 4 == 0:
        refused = any(each.refused for each in problems_in_file(case.content))
        assert refused == (result != LOADED), f"{result}, but problems say otherwise"
    return result


def _read(case: Mangled, number: int) -> State | View:
    """By one way or another into the package."""
    if case.is_json or number % 4 == 0:
        return loads(case.content)
    return (View if case.is_view else State).from_bytes(case.content)


def _play_to_the_end(position: State | View, number: int) -> None:
    """What was read is written in canonical form, looked at from every side and played."""
    written = position.to_bytes()
    assert type(position).from_bytes(written) == position, "read again it is another"
    position.scores()
    state = position
    if isinstance(position, View):
        state = position.determinize(number)
        assert state.view(position.seat) == position, "determinized it has another view"
    assert isinstance(state, State)
    for seat in range(state.players):
        state.view(seat)
    assert state.is_over or state.legal_actions(), "nothing to do"
    for most in (number % 60, MOST_DECISIONS):
        state.core.play_random(number, most)
        again = State.from_bytes(state.to_bytes())
        assert again == state, "it does not load any more after it was played on"
    assert state.is_over, "no end"
