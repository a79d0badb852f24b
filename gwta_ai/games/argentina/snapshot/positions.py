"""Snapshots and the core's states and views: written, read, checked.

A snapshot names everything with the nouns of the rulebook and the ids of its ruleset; it
holds no raw memory. What its fields are is described once (``board``, ``people``,
``decisions``); everything here follows from that. Equal positions give equal bytes, and a
state that is read goes on bit for bit the same.

Whatever is read is checked: its form first (SnapshotError with the path of the field),
then whether the position is possible (PositionError). What passes can be played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgpack

from gwta_ai._engine.argentina import position as checks
from gwta_ai._engine.argentina.core import CoreState
from gwta_ai._engine.codec import Codec
from gwta_ai.common.form.flaws import Flaws
from gwta_ai.common.form.nodes import Nodes
from gwta_ai.common.form.values import Exactly, Int, OneOf
from gwta_ai.common.wire import pack, unpack
from gwta_ai.errors import PositionError, RulesetError, SnapshotError
from gwta_ai.games.argentina import NAME
from gwta_ai.games.argentina.layout import STRUCTS, core
from gwta_ai.games.argentina.notation import decision_name
from gwta_ai.games.argentina.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import board
from gwta_ai.games.argentina.snapshot.contradictions import settle
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon, lexicon
from gwta_ai.games.argentina.snapshot.split import opened_form, put_in_bags, without_marks
from gwta_ai.games.head import header, rules_of

if TYPE_CHECKING:
    from gwta_ai.games.argentina.position import Told

__all__ = [
    "decode",
    "encode",
    "faults_of",
    "never_of",
    "read",
    "stuck",
    "suspicions_of",
    "write",
]

Plain = dict[str, Any]

FORMATS = OneOf((board.STATE, board.VIEW))
VIEWER = Int(0, core.MAX_PLAYERS - 1)
VIEW_VERSIONS = Int(board.VERSION, board.OPEN_VERSION)


def _said(*values: str | int) -> bytes:
    """A pattern of values in msgpack, one after another."""
    return b"".join(re.escape(msgpack.packb(value)) for value in values)


# The head of a snapshot in canonical msgpack: whether it is a view, the ruleset, the seat.
_HEAD = re.compile(
    rb"(?:[\x80-\x8f]|\xde..)%b(?:%b|(%b))%b\xd9\x40([0-9a-f]{64})(?:%b([\x00-\x7f]))?"
    % (
        _said("format"),
        _said(board.STATE),
        _said(board.VIEW),
        _said("version", board.VERSION, "game", NAME, "ruleset"),
        _said("view_of"),
    ),
    re.DOTALL,
)


@lru_cache(maxsize=64)
def codec(words: Lexicon, viewer: int | None) -> Codec:
    """The compiled writer and reader of states, or of the views of one seat."""
    nodes = Nodes()
    root = board.record(words, viewer).node(nodes)
    return nodes.codec(root, STRUCTS.size("State"))


# --- writing -------------------------------------------------------------------------------------


def write(position: CoreState, ruleset: Ruleset) -> bytes:
    """The snapshot of a state or view in msgpack, canonical."""
    block, words = position.bytes(), lexicon(ruleset)
    if checks.split_open(block):
        written = _written(without_marks(block), words)
        return pack(opened_form(msgpack.unpackb(written), words))
    written = _written(block, words)
    assert written is not None, "a position of the core that no snapshot can hold"
    return written


def _written(block: bytes, words: Lexicon) -> bytes | None:
    viewer = block[_VIEWER_AT] - 1
    return codec(words, None if viewer < 0 else viewer).write(block)


_VIEWER_AT = STRUCTS.slot("State", "viewer").offset


def encode(position: CoreState, ruleset: Ruleset) -> Plain:
    """The snapshot of a state or view as plain maps and lists, in canonical order."""
    data: Plain = msgpack.unpackb(write(position, ruleset))
    return data


# --- reading -------------------------------------------------------------------------------------


def read(data: bytes, ruleset: Ruleset | None = None) -> tuple[CoreState, Ruleset]:
    """The state or view of a snapshot in msgpack, and its ruleset.

    Errors as ``unpack`` and ``decode``.
    """
    head = _HEAD.match(data) if type(data) is bytes else None
    rules = ruleset or _known(head)
    if head is not None and rules is not None:
        viewer = min(head[3][0], core.MAX_PLAYERS - 1) if head[1] and head[3] else None
        words = lexicon(rules)
        block = codec(words, viewer).read(data)
        if block is not None:
            block = checks.completed(block)
            if not checks.faults(words.table, block):
                found = CoreState.from_bytes(words.core, block)
                if goes_on(found):
                    return found, words.ruleset
    # Not canonical, or wrong: then it is said what.
    return decode(unpack(data), ruleset)


def _known(head: re.Match[bytes] | None) -> Ruleset | None:
    """The ruleset that a head names, if it is known."""
    try:
        return Ruleset.by_digest(head[2].decode()) if head else None
    except RulesetError:
        return None


def decode(data: object, ruleset: Ruleset | None = None) -> tuple[CoreState, Ruleset]:
    """The state or view of a snapshot in plain maps and lists, and its ruleset.

    ``data`` is what ``unpack`` or ``loads_json`` give, or the like made by hand. Without
    ``ruleset`` the one with the snapshot's digest is looked for. Raises ``SnapshotError``
    (malformed, or of another ruleset than the given one), ``PositionError`` (impossible)
    and ``RulesetError`` (its ruleset is not known).
    """
    if not isinstance(data, dict):
        raise SnapshotError("", "a map", data)
    is_view = header(data, "format", FORMATS) == board.VIEW
    version = header(data, "version", VIEW_VERSIONS if is_view else Exactly(board.VERSION))
    header(data, "game", Exactly(NAME))
    words = lexicon(rules_of(data, ruleset, Ruleset.by_digest))
    viewer = header(data, "view_of", VIEWER) if is_view else None
    strict = Flaws(strict=True)
    plain = board.record(words, viewer, version).look(data, "", strict)
    is_open = version == board.OPEN_VERSION and put_in_bags(plain, words, strict)
    settle(plain, words, strict)
    block = block_of(plain, words, viewer, is_open=is_open)
    found = faults_of(block, words, plain)
    if not found:
        found = stuck(block, words)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise PositionError(f"{SnapshotError(*found[0][:3])}{more}")
    return CoreState.from_bytes(words.core, block), words.ruleset


def block_of(plain: Plain, words: Lexicon, viewer: int | None, *, is_open: bool = False) -> bytes:
    """The bytes of the state or view of a sound snapshot, whose split of workers may be open."""
    block = codec(words, viewer).read(pack(plain))
    assert block is not None, "a snapshot that is sound and cannot be read"
    block = checks.completed(block)
    return checks.opened(words.table, block) if is_open else block


# --- checking ------------------------------------------------------------------------------------


def faults_of(block: bytes, words: Lexicon, plain: Plain | None = None) -> list[Told]:
    """Everything that cannot be in a state or view, given by its bytes.

    ``plain`` is its snapshot where it was read from one.
    """
    found = checks.faults(words.table, block, bounded=plain is not None)
    return _told(found, block, words, (plain or {}).get("decisions", ()))


def never_of(block: bytes, words: Lexicon) -> list[Told]:
    """What no sequence of legal actions leads to, in a state or view without a fault."""
    return _told(checks.never(words.table, block), block, words)


def suspicions_of(block: bytes, words: Lexicon) -> list[Told]:
    """What is possible in a state or view and hardly comes of play."""
    return _told(checks.suspicions(words.table, block), block, words)


def _told(
    found: list[checks.Found], block: bytes, words: Lexicon, decisions: Sequence[Plain] = ()
) -> list[Told]:
    if not found:
        return []
    from gwta_ai.games.argentina.position import Case, told  # seldom needed

    case = Case(block, words.compiled, words.names, decisions)
    return [told(one, case) for one in found]


def goes_on(position: CoreState) -> bool:
    """Whether a possible position is over, or its decision has an option."""
    if position.over:
        return True
    hidden = position.viewer not in (-1, position.seat)
    return bool((position.determinize(0) if hidden else position).legal())


def stuck(block: bytes, words: Lexicon) -> list[Told]:
    """The fault of a decision without an option; the position is sound otherwise."""
    position = CoreState.from_bytes(words.core, block)
    if goes_on(position):
        return []
    from gwta_ai.games.argentina.position import Told

    depth = block[STRUCTS.slot("State", "depth").offset]
    name = decision_name(position.frame)
    expected = "a decision in which something can be done"
    return [Told(f"decisions[{depth - 1}]", expected, f"{name}, in which nothing can", None)]
