"""Snapshots of the toy: its fields, read strictly and written canonically."""

from __future__ import annotations

from typing import Any

from gwta_ai.common.form.groups import Counts, Field, ListOf, Record
from gwta_ai.common.form.values import Digest, Exactly, Int, Nullable, OneOf
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


def record(is_view: bool) -> Record:
    """The fields of a state or of a view."""
    card, seat, points = OneOf(KINDS), Int(0, _SEATS - 1), Int(0, 255)
    hand = Counts(KINDS, "card")
    player = Record(
        Field("hand", hand, "The hand; left out where it is hidden.", default=None)
        if is_view
        else Field("hand", hand, "The hand."),
        Field("held", Int(0, _DECK), "Cards in the hand."),
        Field("played", points, "Points of cards that were played."),
        Field("matched", points, "Points of cards that matched."),
    )
    hidden = "Hidden cards, sorted." if is_view else "The draw stack, the top last."
    return Record(
        Field("format", Exactly(VIEW if is_view else STATE), "A state or a view."),
        Field("version", Exactly(VERSION), "Version of the format."),
        Field("game", Exactly(NAME), "The game."),
        Field("ruleset", Digest(), "The digest of the rules."),
        *([Field("view_of", seat, "Whose view it is.")] if is_view else []),
        Field("players", ListOf(player, 2, _SEATS), "By seat."),
        Field("seat", seat, "Whose turn it is."),
        Field("turn", Int(1, 99), "Turns begun."),
        Field("top", Nullable(card), "The top of the pile."),
        Field("size", Int(0, _DECK), "Cards in the draw stack."),
        Field("hidden" if is_view else "stack", ListOf(card, 0, _DECK), hidden),
    )


def encode(core: ToyCore, rules: ToyRules) -> dict[str, Any]:
    raw, viewer = core.raw(), core.viewer
    own = [viewer in (-1, seat) for seat in range(core.players)]
    hidden = raw["size"] + sum(raw["held"][seat] for seat, mine in enumerate(own) if not mine)
    return {
        "format": STATE if viewer < 0 else VIEW,
        "version": VERSION,
        "game": NAME,
        "ruleset": rules.digest,
        **({} if viewer < 0 else {"view_of": viewer}),
        "players": [
            {
                **({"hand": _counted(raw["hands"][seat])} if own[seat] else {}),
                "held": raw["held"][seat],
                "played": raw["played"][seat],
                "matched": raw["matched"][seat],
            }
            for seat in range(core.players)
        ],
        "seat": raw["seat"],
        "turn": raw["turn"],
        "top": KINDS[raw["top"] - 1] if raw["top"] else None,
        "size": raw["size"],
        "stack" if viewer < 0 else "hidden": [KINDS[kind] for kind in raw["stack"][:hidden]],
    }


def _counted(counts: list[int]) -> dict[str, int]:
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}


def decode(data: object, given: ToyRules | None) -> tuple[ToyCore, ToyRules]:
    if not isinstance(data, dict):
        raise SnapshotError("", "a map", data)
    is_view = header(data, "format", _FORMATS) == VIEW
    header(data, "version", Exactly(VERSION))
    header(data, "game", Exactly(NAME))
    rules = rules_of(data, given, by_digest)
    found = record(is_view).read(data, "")
    players = found["players"]
    hidden = [KINDS.index(kind) for kind in found["hidden" if is_view else "stack"]]
    hands = [_numbers(player["hand"]) for player in players]
    core = ToyCore.from_raw(
        rules,
        {
            "players": len(players),
            "viewer": found["view_of"] + 1 if is_view else 0,
            "seat": found["seat"],
            "turn": found["turn"],
            "top": 0 if found["top"] is None else KINDS.index(found["top"]) + 1,
            "size": found["size"],
            "held": _padded([player["held"] for player in players], _SEATS, 0),
            "hands": _padded(hands, _SEATS, _numbers(None)),
            "played": _padded([player["played"] for player in players], _SEATS, 0),
            "matched": _padded([player["matched"] for player in players], _SEATS, 0),
            "stack": _padded(sorted(hidden) if is_view else hidden, _DECK, 0),
        },
    )
    _check(players, found["size"], len(hidden))
    return core, rules


def _numbers(hand: dict[str, int] | None) -> list[int]:
    return [(hand or {}).get(kind, 0) for kind in KINDS]


def _padded(values: list[Any], length: int, blank: Any) -> list[Any]:
    return values + [blank] * (length - len(values))


def _check(players: list[dict[str, Any]], size: int, hidden: int) -> None:
    """Refuse a position that cannot be."""
    for seat, player in enumerate(players):
        if player["hand"] is None:
            hidden -= player["held"]
        elif sum(player["hand"].values()) != player["held"]:
            held = sum(player["hand"].values())
            raise PositionError(f"players[{seat}].held: expected {held}")
    if hidden != size:
        raise PositionError(f"size: expected {hidden}, got {size}")
