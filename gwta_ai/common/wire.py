"""Bytes and text to plain values and back, with every size bounded before it is built.

Plain values are maps with text as keys, lists, text, integers, true, false and null.
Whatever else msgpack or JSON may carry is refused here or by the kinds that read it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgpack

from gwta_ai.errors import SnapshotError

# The formats of files; records are of another kind than the two of positions.
STATE, VIEW, RECORD = "gwta-ai/state", "gwta-ai/view", "gwta-ai/record"
LARGEST = 1 << 18  # bytes of a snapshot; a game of four players takes about 5,000
_LONGEST_TEXT = 256  # bytes of one text
_MOST_ITEMS = 256  # of one map or list
_MOST_BRACKETS = 4096  # opening ones in JSON; a game of four players has about 150
_WIDTH = 100  # columns of JSON lines

_TOO_DEEP = "maps and lists too deep in one another"
_SHOWN = 16  # bytes that a message repeats
# The first bytes of msgpack maps, and the byte order marks of text.
_MAPS = {bytes([head]) for head in (*range(0x80, 0x90), 0xDE, 0xDF)}
_MARKS = {b"\xef\xbb\xbf": "UTF-8", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}

LIMITS = {
    "raw": False,
    "strict_map_key": True,
    "max_str_len": _LONGEST_TEXT,
    "max_array_len": _MOST_ITEMS,
    "max_map_len": _MOST_ITEMS,
    "max_bin_len": 0,
    "max_ext_len": 0,
}


def plain(content: bytes) -> dict[str, Any]:
    """The plain values of a snapshot in JSON or msgpack, whichever it is. Raises SnapshotError."""
    refuse_record(content)
    return (loads_json if is_json(content) else unpack)(content)


def names_record(content: bytes) -> bool:
    """Whether the format of records is written anywhere in the bytes of a file."""
    return RECORD.encode() in content


def refuse_record(content: bytes) -> None:
    """Raise SnapshotError if a file holds a record, not a snapshot."""
    if names_record(content):
        raise SnapshotError("format", "a state or view", RECORD)


def is_json(content: bytes) -> bool:
    """Whether a snapshot is in JSON or in msgpack. Raises SnapshotError if it can be neither."""
    _bounded(content)
    if content[:1] in _MAPS:
        return False
    if content.lstrip()[:1] == b"{":
        return True
    raise SnapshotError("", "a snapshot, which is a map in JSON or msgpack", _first_look(content))


def _bounded(data: bytes) -> None:
    if len(data) > LARGEST:
        raise SnapshotError("", f"a snapshot of at most {LARGEST:,} bytes", "more")


def _first_look(content: bytes) -> str:
    """In words what begins with no map."""
    for mark, name in _MARKS.items():
        if content.startswith(mark):
            return f"a byte order mark of {name}: save it as UTF-8 without one"
    begin = content.lstrip()[:_SHOWN]
    if not begin:
        return "only blanks" if content else "nothing: it is empty"
    if content[:1] in _MAPS:
        return "msgpack"
    if begin[:1] == b"{":
        return "a map in JSON"
    if not all(32 <= byte < 127 or byte in b"\t\n\r\v\f" for byte in begin):
        return f"bytes that begin with {content[:4].hex(' ')}"
    return _json_value(content) or f"text that begins with “{begin.decode()}”"


def _json_value(content: bytes) -> str | None:
    """What JSON that is no map holds; ``None`` if it is no JSON."""
    if _brackets(content) > _MOST_BRACKETS:
        return None
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return None
    names = {list: "a list", str: "a text", int: "a number", float: "a number"}
    return f"{names.get(type(value), json.dumps(value))} in JSON"


def _brackets(data: bytes) -> int:
    return data.count(b"[") + data.count(b"{")


def map_of(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """A map from its pairs; a key that comes twice is a fault."""
    found: dict[Any, Any] = {}
    for name, value in pairs:
        if name in found:
            raise SnapshotError(str(name), "each key once", "the key twice")
        found[name] = value
    return found


def _checked(value: object, form: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SnapshotError("", f"a map in {form}", value)
    return value


# --- msgpack -------------------------------------------------------------------------------------


def pack(data: dict[str, Any]) -> bytes:
    """A snapshot as msgpack; keys stay in the order they have."""
    packed: bytes = msgpack.packb(data, use_bin_type=True, strict_types=True)
    return packed


def unpack(data: bytes) -> dict[str, Any]:
    """The plain values of a msgpack snapshot. Raises SnapshotError."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise SnapshotError("", "the bytes of a map in msgpack", data)
    _bounded(data)
    if bytes(data[:1]) not in _MAPS:
        raise SnapshotError("", "a map in msgpack", _first_look(bytes(data)))
    try:
        value = msgpack.unpackb(data, **LIMITS)
        # Packed anew it is shorter if a key came twice, or if numbers took more bytes than
        # they need; only then it is worth looking at every key.
        if len(msgpack.packb(value)) < len(data):
            value = msgpack.unpackb(data, object_pairs_hook=map_of, **LIMITS)
    except SnapshotError:
        raise
    except (msgpack.UnpackException, ValueError, TypeError, RecursionError) as error:
        raise SnapshotError("", "a map in msgpack", _msgpack_trouble(error)) from None
    return _checked(value, "msgpack")


# Words in messages of the library, and what they mean.
_MSGPACK_TROUBLES = {
    "incomplete": "one that is cut off",
    "strict_map_key": "a key that is no text",
    "max_bin_len": "raw bytes",
    "max_ext_len": "a type of its own",
    "max_str_len": f"a text of more than {_LONGEST_TEXT} bytes",
    "exceeds": f"a map or list of more than {_MOST_ITEMS} items",
}


def _msgpack_trouble(error: Exception) -> str:
    match error:
        case msgpack.ExtraData():
            return "more bytes after its end"
        case msgpack.StackError() | RecursionError():
            return _TOO_DEEP
        case UnicodeDecodeError():
            return "text that is no UTF-8"
    for word, trouble in _MSGPACK_TROUBLES.items():
        if word in str(error):
            return trouble
    return "bytes that are no msgpack"


# --- JSON ----------------------------------------------------------------------------------------


def loads_json(text: str | bytes) -> dict[str, Any]:
    """The plain values of a JSON snapshot. Raises SnapshotError."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    _bounded(data)
    if data.lstrip()[:1] != b"{":
        raise SnapshotError("", "a map in JSON", _first_look(data))
    if _brackets(data) > _MOST_BRACKETS:
        raise SnapshotError("", f"at most {_MOST_BRACKETS} maps and lists", "more")
    try:
        value = json.loads(
            data.decode("utf-8"), object_pairs_hook=map_of, parse_constant=_refuse_constant
        )
    except SnapshotError:
        raise
    except (ValueError, RecursionError) as error:
        raise SnapshotError("", "a map in JSON", _json_trouble(error)) from None
    return _checked(value, "JSON")


def _json_trouble(error: Exception) -> str:
    match error:
        case RecursionError():
            return _TOO_DEEP
        case UnicodeDecodeError():
            return "text that is no UTF-8"
        case json.JSONDecodeError():
            if error.pos >= len(error.doc.rstrip()) or "Unterminated" in error.msg:
                return f"one that is cut off or never closed, at line {error.lineno}"
            return f"a fault at line {error.lineno}, column {error.colno}: {error.msg}"
    return "a number of too many digits"


def _refuse_constant(name: str) -> Any:
    raise SnapshotError("", "finite numbers", name)


def dumps_json(data: dict[str, Any]) -> str:
    """A snapshot as JSON text: what fits on a line stands on one. ASCII only."""
    return "\n".join(_laid_out(data, 0, 0)) + "\n"


_scalar = json.JSONEncoder(allow_nan=False).encode


def _laid_out(value: Any, indent: int, used: int) -> list[str]:
    """Lines of JSON, indented by ``indent`` but for the first, which has ``used`` before it."""
    if not value or not isinstance(value, (dict, list)):
        return [_scalar(value)]
    is_map = isinstance(value, dict)
    heads = [f"{_scalar(name)}: " for name in value] if is_map else [""] * len(value)
    items: list[Any] = list(value.values()) if isinstance(value, dict) else value
    opening, closing = "{}" if is_map else "[]"
    parts = []
    for head, item in zip(heads, items, strict=True):
        lines = _laid_out(item, indent + 2, len(head))
        parts.append([head + lines[0], *lines[1:]])
    if all(len(part) == 1 for part in parts):
        short = [part[0] for part in parts]
        line = f"{opening}{', '.join(short)}{closing}"
        if indent + used + len(line) < _WIDTH:
            return [line]
        if not any(isinstance(item, (dict, list)) for item in items):
            parts = [[line] for line in _filled(short, _WIDTH - indent - 3)]
    margin = " " * (indent + 2)
    for part in parts[:-1]:
        part[-1] += ","
    inside = [line for first, *rest in parts for line in (margin + first, *rest)]
    return [opening, *inside, " " * indent + closing]


def _filled(parts: Sequence[str], width: int) -> list[str]:
    """As many parts on a line as fit."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) + 2 <= width:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines
