"""Snapshots of the toy: its fields, read strictly and written canonically."""

from __future__ import annotations

from typing import Any

from gwta_ai.common.form import Digest, Exactly, Field, Int, Kind, ListOf, OneOf, Optional, Record
from gwta_ai.common.wire import STATE, VIEW
from gwta_ai.errors import PositionError, SnapshotError
from gwta_ai.games.head import header, rules_of
from toy_game.core import ToyCore
from toy_game.rules import KINDS, ToyRules

NAME = "toy"
VERSION = 1
_SEATS, _DECK = 3, 16
_FORMATS = OneOf((STATE, VIEW))


def by_digest(digest: str) -> ToyRules:
    from gwta_ai.errors import RulesetError

    if digest != ToyRules.shipped().digest:
        raise RulesetError(f"no ruleset with the digest {digest!r} is known")
    return ToyRules.shipped()


class Hand(Kind):
    """Counts of cards by kind; ``null`` where they are hidden."""

    words = f"a map of counts by {', '.join(KINDS)}"

    def read(self, data: object, path: str) -> list[int]:
        if not isinstance(data, dict) or not set(data) <= set(KINDS):
            raise self.fault(path, data)
        counts = [data.get(kind, 0) for kind in KINDS]
        if not all(type(count) is int and 0 <= count <= _DECK for count in counts):
            raise self.fault(path, data)
        return counts

    def write(self, value: list[int]) -> dict[str, int]:
        return {kind: count for kind, count in zip(KINDS, value, strict=True) if count}


def record(is_view: bool) -> Record:
    """The fields of a state or of a view."""
    card, seat, points = OneOf(KINDS), Int(0, _SEATS - 1), Int(0, 255)
    player = Record(
        Field("hand", Optional(Hand()) if is_view else Hand()),
        Field("held", Int(0, _DECK)),
        Field("played", points),
        Field("matched", points),
    )
    return Record(
        Field("format", Exactly(VIEW if is_view else STATE)),
        Field("version", Exactly(VERSION)),
        Field("game", Exactly(NAME)),
        Field("ruleset", Digest()),
        *([Field("view_of", seat)] if is_view else []),
        Field("players", ListOf(player, 2, _SEATS)),
        Field("seat", seat),
        Field("turn", Int(1, 99)),
        Field("top", Optional(card)),
        Field("size", Int(0, _DECK)),
        Field("hidden" if is_view else "stack", ListOf(card, 0, _DECK)),
    )


def encode(core: ToyCore, rules: ToyRules) -> dict[str, Any]:
    raw, viewer = core.raw(), core.viewer
    own = [viewer in (-1, seat) for seat in range(core.players)]
    hidden = raw["size"] + sum(raw["held"][seat] for seat, mine in enumerate(own) if not mine)
    return record(viewer >= 0).write(
        {
            "format": None,
            "version": None,
            "game": None,
            "ruleset": rules.digest,
            "view_of": viewer,
            "players": [
                {
                    "hand": raw["hands"][seat] if own[seat] else None,
                    "held": raw["held"][seat],
                    "played": raw["played"][seat],
                    "matched": raw["matched"][seat],
                }
                for seat in range(core.players)
            ],
            "seat": raw["seat"],
            "turn": raw["turn"],
            "top": raw["top"] - 1 if raw["top"] else None,
            "size": raw["size"],
            "hidden": raw["stack"][:hidden],
            "stack": raw["stack"][:hidden],
        }
    )


def decode(data: object, given: ToyRules | None) -> tuple[ToyCore, ToyRules]:
    if not isinstance(data, dict):
        raise SnapshotError("", "a map", data)
    is_view = bool(header(data, "format", _FORMATS))
    header(data, "version", Exactly(VERSION))
    header(data, "game", Exactly(NAME))
    rules = rules_of(data, given, by_digest)
    found = record(is_view).read(data, "")
    players = found["players"]
    hidden = found["hidden" if is_view else "stack"]
    core = ToyCore.from_raw(
        rules,
        {
            "players": len(players),
            "viewer": found["view_of"] + 1 if is_view else 0,
            "seat": found["seat"],
            "turn": found["turn"],
            "top": 0 if found["top"] is None else found["top"] + 1,
            "size": found["size"],
            "held": _padded([player["held"] for player in players], _SEATS, 0),
            "hands": _padded([player["hand"] or [0] * 4 for player in players], _SEATS, [0] * 4),
            "played": _padded([player["played"] for player in players], _SEATS, 0),
            "matched": _padded([player["matched"] for player in players], _SEATS, 0),
            "stack": _padded(sorted(hidden) if is_view else hidden, _DECK, 0),
        },
    )
    _check(players, found["size"], len(hidden))
    return core, rules


def _padded(values: list[Any], length: int, blank: Any) -> list[Any]:
    return values + [blank] * (length - len(values))


def _check(players: list[dict[str, Any]], size: int, hidden: int) -> None:
    """Refuse a position that cannot be."""
    for seat, player in enumerate(players):
        if player["hand"] is None:
            hidden -= player["held"]
        elif sum(player["hand"]) != player["held"]:
            raise PositionError(f"players[{seat}].held: expected {sum(player['hand'])}")
    if hidden != size:
        raise PositionError(f"size: expected {hidden}, got {size}")
