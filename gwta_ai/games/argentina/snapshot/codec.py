"""Snapshots: states and views as plain maps and lists, as msgpack and as JSON.

A snapshot names everything with the nouns of the rulebook and the ids of its ruleset;
it holds no raw memory. ``encode`` and ``decode`` go between it and the core's state;
``pack``, ``unpack``, ``dumps_json`` and ``loads_json`` between it and bytes or text, and
``plain`` reads either;
``write`` and ``read`` go the whole way between state and msgpack, compiled. Equal positions
give equal bytes, and a state that is read goes on bit for bit the same.

Whatever is read is checked: its form first (SnapshotError with the path of the field),
then whether the position is possible (PositionError). What passes can be played.
"""

from __future__ import annotations

import re
from typing import Any

from gwta_ai._engine.argentina import CoreState
from gwta_ai.common.wire import dumps_json, loads_json, pack, plain, unpack
from gwta_ai.errors import PositionError, RulesetError, SnapshotError
from gwta_ai.games.argentina.notation.names import decision_name
from gwta_ai.games.argentina.position.checks import Fault, named_faults
from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import board
from gwta_ai.games.argentina.snapshot.compiled import codec
from gwta_ai.games.argentina.snapshot.fields import Exactly, Int, OneOf
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon, lexicon
from gwta_ai.games.argentina.snapshot.telling import told
from gwta_ai.games.head import header, rules_of

__all__ = [
    "decode",
    "dumps_json",
    "encode",
    "loads_json",
    "pack",
    "plain",
    "read",
    "unpack",
    "write",
]

_FORMATS = OneOf((board.STATE, board.VIEW))
_DIGEST = re.compile(rb"\xa7ruleset\xd9\x40([0-9a-f]{64})")  # in canonical msgpack
_HEAD = 200  # bytes of it in which the digest stands


def write(core: CoreState, ruleset: Ruleset) -> bytes:
    """The snapshot of a core's state or view in msgpack, canonical."""
    written = codec(lexicon(ruleset)).write(core.bytes())
    return pack(encode(core.raw(), ruleset)) if written is None else written


def read(data: bytes, ruleset: Ruleset | None = None) -> tuple[CoreState, Ruleset]:
    """The core's state or view of a msgpack snapshot, and its ruleset.

    Errors as ``unpack`` and ``decode``.
    """
    rules = ruleset or _ruleset_of(data)
    if rules is not None and type(data) is bytes:
        words = lexicon(rules)
        found = codec(words).read(data)
        if found is not None:
            return CoreState.from_bytes(words.core, found), words.ruleset
    # Not canonical, or wrong: then it is said what.
    raw, rules = decode(unpack(data), ruleset)
    return CoreState.from_raw(lexicon(rules).core, raw), rules


def _ruleset_of(data: bytes) -> Ruleset | None:
    """The ruleset of a canonical snapshot; whether it is one is not looked at."""
    digest = _DIGEST.search(data, 0, _HEAD) if type(data) is bytes else None
    try:
        return Ruleset.by_digest(digest[1].decode()) if digest else None
    except RulesetError:
        return None


def encode(raw: dict[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """The snapshot of a core's state or view, in canonical order.

    ``raw`` is what ``CoreState.raw`` gives and is trusted.
    """
    words = lexicon(ruleset)
    viewer = raw["viewer"] - 1 if raw["viewer"] else None
    return board.record(words, viewer).write(board.from_core(raw, words))


def decode(data: object, ruleset: Ruleset | None = None) -> tuple[dict[str, Any], Ruleset]:
    """The core's state or view of a snapshot, and its ruleset.

    ``data`` is what ``unpack`` or ``loads_json`` give, or the like made by hand. Without
    ``ruleset`` the one with the snapshot's digest is looked for. Raises ``SnapshotError``
    (malformed, or of another ruleset than the given one), ``PositionError`` (impossible)
    and ``RulesetError`` (its ruleset is not known).
    """
    if not isinstance(data, dict):
        raise SnapshotError("", "a map", data)
    is_view = bool(header(data, "format", _FORMATS))
    header(data, "version", Exactly(board.VERSION))
    header(data, "game", Exactly(board.GAME))
    words = lexicon(rules_of(data, ruleset, Ruleset.by_digest))
    viewer = header(data, "view_of", Int(0, 3)) if is_view else None
    values = board.record(words, viewer).read(data, "")
    raw = board.to_core(values, words, viewer)
    _check(raw, words)
    return raw, words.ruleset


def _check(raw: dict[str, Any], words: Lexicon) -> None:
    """Refuse a position that cannot be, or in which the core could go nowhere."""
    faults = told(named_faults(raw, words.figures, words.names), words)
    if not faults:
        faults = stuck(raw, words)
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise PositionError(f"{SnapshotError(*faults[0])}{more}")


def stuck(raw: dict[str, Any], words: Lexicon) -> list[Fault]:
    """The fault of a decision without an option; the position is sound otherwise."""
    if raw["over"]:
        return []
    hidden = raw["viewer"] not in (0, raw["seat"] + 1)
    state = CoreState.from_raw(words.core, raw)
    if (state.determinize(0) if hidden else state).legal():
        return []
    name = decision_name(state.frame)
    expected = "a decision in which something can be done"
    return [Fault(f"decisions[{raw['depth'] - 1}]", expected, f"{name}, in which nothing can")]
