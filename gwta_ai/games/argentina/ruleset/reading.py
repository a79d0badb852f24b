"""From a file to a checked tree of canonical values, its digest and its provenance."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from typing import Any

from gwta_ai.errors import RulesetError
from gwta_ai.games.argentina.ruleset import board_checks, checks
from gwta_ai.games.argentina.ruleset.fields import ANNOTATIONS, Entries, Record, Where
from gwta_ai.games.argentina.ruleset.schema import DEFINITIONS, RULESET

# The more basic ones first: the later ones rely on them.
_CHECKS = (
    checks.components,
    board_checks.trail_spaces,
    checks.buildings,
    checks.cards,
    checks.classes,
    checks.tasks,
    checks.tiles,
    board_checks.job_market,
    board_checks.ships_and_cities,
    board_checks.player_board,
    board_checks.railroad,
    board_checks.draws,
    board_checks.routes,
)


def parse(text: str) -> dict[str, Any]:
    """The raw tables of a TOML text; RulesetError if it is not TOML."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise RulesetError(f"not a TOML file: {error}") from error


def read(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The checked tree of canonical values; RulesetError names what is wrong."""
    tree = RULESET.read(raw, Where(_known_ids(raw)))
    _resolve_alternative(tree["trail"])
    for check in _CHECKS:
        check(tree)
    return tree


def digest(tree: Mapping[str, Any]) -> str:
    """SHA-256 of all that matters to play, as 64 hexadecimal digits."""
    plain = json.dumps(RULESET.plain(tree), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode("ascii")).hexdigest()


def provenance(raw: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What a checked file says of the sources of its figures, by table and entry.

    Each table is listed under its name, then each entry that says something of its own
    ("trail.space y1"), with what it takes over from its table; a note is its own.
    """
    found: dict[str, dict[str, Any]] = {}
    for name, table in raw.items():
        record = RULESET.fields[name][0]
        if isinstance(record, Record) and name != "meta":
            found[name] = _annotations(table, {"provenance": "unknown"})
            _gather(name, record, table, found[name], found)
    return found


def _gather(
    place: str,
    record: Record,
    table: Mapping[str, Any],
    above: Mapping[str, Any],
    found: dict[str, dict[str, Any]],
) -> None:
    """Add the entries below a table, or below an entry of it, to ``found``."""
    for field, (kind, _) in record.fields.items():
        if not isinstance(kind, Entries) or not isinstance(kind.kind, Record):
            continue
        for index, entry in enumerate(table.get(field, ())):
            name = f"{place}.{field} {kind.label(entry, index)}"
            own = _annotations(entry, above)
            if any(key in entry for key in ANNOTATIONS):
                found[name] = own
            _gather(name, kind.kind, entry, own, found)


def _annotations(own: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    said = {key: above[key] for key in ANNOTATIONS if key in above and key != "note"}
    return said | {key: own[key] for key in ANNOTATIONS if key in own}


def _known_ids(raw: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """The ids that references may name, gathered before anything else is looked at."""
    known = {}
    for kind, (table, field, name) in DEFINITIONS.items():
        where = Where(table=table)
        found = _shaped(raw.get(table, {}), dict, "a table", where)
        entries = _shaped(found.get(field, []), list, "a list", where.at(field))
        ids = []
        for index, entry in enumerate(entries):
            place = where.at(field).item(index, f"#{index + 1}")
            ids.append(_shaped(entry, dict, "a table", place).get(name))
        known[kind] = frozenset(name for name in ids if isinstance(name, str))
    return known


def _shaped(value: Any, shape: type, words: str, where: Where) -> Any:
    if not isinstance(value, shape):
        raise where.fault(words, value)
    return value


def _resolve_alternative(trail: dict[str, Any]) -> None:
    """Put the alternative figures of farmer spaces in place, if the file asks for them."""
    for space in trail["space"]:
        for name in ("number", "coins"):
            other = space[f"{name}_alt"]
            if trail["alternative"] and other is not None:
                space[name] = other
            space[f"{name}_alt"] = None
    trail["alternative"] = False
