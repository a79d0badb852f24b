"""Records as msgpack: their lists are longer than those of snapshots."""

from __future__ import annotations

from typing import Any

import msgpack

from gwta_ai.common.wire import LARGEST, LIMITS, map_of
from gwta_ai.errors import SnapshotError
from gwta_ai.play.records.form import LONGEST_TEXT, MOST_ACTIONS

_BYTES_A_CHARACTER = 4
_LONGER = {"max_str_len": _BYTES_A_CHARACTER * LONGEST_TEXT, "max_array_len": MOST_ACTIONS}


def unpack(data: bytes) -> dict[str, Any]:
    """The plain values of a record in msgpack, every size bounded before it is built.

    Raises ``SnapshotError``.
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise SnapshotError("", "the bytes of a map in msgpack", data)
    if len(data) > LARGEST:
        raise SnapshotError("", f"msgpack of at most {LARGEST} bytes", f"{len(data)} bytes")
    try:
        value = msgpack.unpackb(data, object_pairs_hook=map_of, **LIMITS | _LONGER)
    except (msgpack.UnpackException, ValueError, TypeError, RecursionError) as error:
        raise SnapshotError("", "a msgpack map", f"{type(error).__name__}: {error}") from None
    if not isinstance(value, dict):
        raise SnapshotError("", "a map in msgpack", value)
    return value
