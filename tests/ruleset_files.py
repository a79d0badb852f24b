"""Ruleset files for tests: the shipped tables, edited in one line."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

from gwta_ai.errors import RulesetError
from gwta_ai.games.argentina.ruleset import compiling, reading
from gwta_ai.games.argentina.ruleset.fields import Entries, Record
from gwta_ai.games.argentina.ruleset.names import catalogue
from gwta_ai.games.argentina.ruleset.schema import RULESET

Tables = dict[str, Any]
Place = tuple[str | int, ...]

DATA = resources.files("gwta_ai.games.argentina") / "data"
TEXT = (DATA / "argentina.toml").read_text(encoding="utf-8")
RAW: Tables = tomllib.loads(TEXT)  # never edited
ANNOTATIONS = {"provenance", "confidence", "placeholder", "source", "note"}


class Read:
    """A ruleset from tables, without the way through a text."""

    def __init__(self, raw: Tables) -> None:
        tree = reading.read(raw)
        self.digest = reading.digest(tree)
        self.names = catalogue(tree)
        self.compiled = compiling.compiled(tree, self.names)


def edited(*edits: str, of: Tables = RAW) -> Tables:
    """The shipped tables with edits: ``ship.tile[9].value = 8``, ``ship = DELETE``.

    In brackets stands the name of an entry as faults give it, an index where there are
    no entries, or ``+`` to append.
    """
    raw = copy.deepcopy(of)
    for edit in edits:
        path, _, text = edit.partition(" = ")
        steps = [a or b for a, b in re.findall(r"(\w+)|\[([^\]]+)\]", path)]
        parent: Any = raw
        kind: Any = RULESET
        for step in steps[:-1]:
            key, kind = _key(parent, kind, step)
            parent = parent[key]
        key, _ = _key(parent, kind, steps[-1])
        if text == "DELETE":
            del parent[key]
        elif key == "+":
            parent.append(tomllib.loads(f"x = {text}")["x"])
        else:
            parent[key] = tomllib.loads(f"x = {text}")["x"]
    return raw


def _key(parent: Any, kind: Any, step: str) -> tuple[Any, Any]:
    """The key or index of a step, and the kind of what is there."""
    if isinstance(parent, dict):
        return step, kind.fields[step][0] if isinstance(
            kind, Record
        ) and step in kind.fields else None
    if isinstance(kind, Entries) and step != "+":
        labels = [kind.label(entry, index) for index, entry in enumerate(parent)]
        return labels.index(step), kind.kind
    return step if step == "+" else int(step), None


def recounted(raw: Tables) -> Read:
    """The ruleset of edited tables, with [components] made to fit."""
    while True:
        try:
            return Read(raw)
        except RulesetError as error:
            found = re.match(r"table components, field (\w+): expected (\d+)", str(error))
            if not found:
                raise
            raw = edited(f"components.{found[1]} = {found[2]}", of=raw)


def written(raw: Tables) -> str:
    """The tables as a TOML text."""
    return "\n".join(f"{_toml(name)} = {_toml(table)}" for name, table in raw.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def without_annotations(value: Any) -> Any:
    """The tables without a word on where the figures come from."""
    if isinstance(value, dict):
        return {k: without_annotations(v) for k, v in value.items() if k not in ANNOTATIONS}
    return [without_annotations(item) for item in value] if isinstance(value, list) else value


def places(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value below ``value``, tables and lists too, with the way to it."""
    if place:
        yield place, value
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*place, key))


def replaced(place: Place, value: Any) -> Tables:
    """The shipped tables with one value replaced."""
    raw = copy.deepcopy(RAW)
    parent: Any = raw
    for key in place[:-1]:
        parent = parent[key]
    parent[place[-1]] = value
    return raw


def pattern(place: Place) -> str:
    """A place without its indices: ``ship.tile.*.value``."""
    return ".".join("*" if isinstance(key, int) else key for key in place)


def figures() -> dict[str, list[tuple[Place, int]]]:
    """All figures (numbers and flags) with their places, by kind of figure."""
    found: dict[str, list[tuple[Place, int]]] = {}
    for place, value in places(without_annotations(RAW)):
        if isinstance(value, int) and place[0] != "components":
            found.setdefault(pattern(place), []).append((place, value))
    return found


# Figures of one single value, or tied to another figure.
TIED = {
    *("meta.schema", "setup.station_masters", "job_market.token_row", "job_market.row.*.row"),
    *("players.count.*.players", "players.count.*.initial_workers", "players.seat.*.seat"),
    *("players.count.*.job_columns", "trail.space.*.number", "private_building.tile.*.number"),
    *("neutral_building.tile.*.actions.*.cost.count", "worker.space.*.space"),
    *("player_board.certificate_track.*", "player_board.disc_space.*.certificate_limit"),
    *("auxiliary.action.*.number", "station.tile.*.number", "station.tile.*.at_space"),
    *("station.tile.*.master", "railroad.last_space", "railroad.start_space"),
    "railroad.shared_spaces.*",
}
TIED |= {
    kind
    for kind in figures()
    if kind.endswith((".buy_cattle", ".delivery", ".objective", ".upgrade_behind"))
}
