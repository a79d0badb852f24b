"""The players: board, pieces and cards of each, as fields and in the core's state.

In a state every hand and draw stack is given. In a view the own draw stack is a map of
counts, and of the others only the size of the hand, the cards known to be in it, and a
map of the rest of hand and draw stack together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gwta_ai.errors import SnapshotError
from gwta_ai.games.argentina.position.layout import (
    GONE,
    GRANJERO,
    MAX_PESOS,
    MAX_TOKENS,
    NOWHERE,
    SUPPLY,
    Raw,
    draw_length,
)
from gwta_ai.games.argentina.ruleset import limits as core
from gwta_ai.games.argentina.snapshot.fields import (
    Counts,
    Field,
    Int,
    Kind,
    ListOf,
    MapOf,
    Members,
    Multiset,
    Nullable,
    OneOf,
    Record,
    Stack,
)
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon

STRENGTHS = ("plain", "strong")
OUT = "out"  # instead of a space: a building that left the game


class People(Kind):
    """The list of players; in the core's terms a list of values by field."""

    words = f"a list of 2 .. {core.MAX_PLAYERS} players"

    def __init__(self, lexicon: Lexicon, viewer: int | None) -> None:
        hidden = _record(lexicon, "state" if viewer is None else "other")
        self.records = [hidden] * core.MAX_PLAYERS
        if viewer is not None:
            self.records[viewer] = _record(lexicon, "own")

    def read(self, data: object, path: str) -> list[dict[str, Any]]:
        if not isinstance(data, list):
            raise self.fault(path, data)
        if not 2 <= len(data) <= core.MAX_PLAYERS:
            raise self.fault(path, f"{len(data)} of them")
        return [self.records[at].read(item, f"{path}[{at}]") for at, item in enumerate(data)]

    def write(self, value: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [self.records[at].write(item) for at, item in enumerate(value)]


class Buildings(MapOf):
    """``{number: space}`` or ``"out"``; in the core the place of every number."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.places = [*lexicon.figures.building_spaces, GONE]
        spaces = [lexicon.names.spaces[at] for at in lexicon.figures.building_spaces]
        kind = OneOf([*spaces, OUT], f'the id of a building space, or "{OUT}"')
        super().__init__(lexicon.numbers, kind, "private building")

    def read(self, data: object, path: str) -> Any:
        places = [SUPPLY] * core.MAX_PRIVATE
        for number, at in super().read(data, path).items():
            places[number] = self.places[at]
        return places

    def write(self, value: Any) -> dict[str, Any]:
        return super().write(
            {n: self.places.index(place) for n, place in enumerate(value) if place != SUPPLY}
        )


def _record(lexicon: Lexicon, knowledge: str) -> Record:
    """Fields of a player: ``knowledge`` is "state", "own" or "other"."""
    names, compiled = lexicon.names, lexicon.compiled
    track = compiled["certificate_track"][: compiled["n_certificates"]]
    cards = Counts(names.cards, core.MAX_CARDS, "card")
    pile = Multiset(names.cards, core.MAX_DECK, "card")
    known = Field("known", cards, lambda: [0] * core.MAX_CARDS)
    if knowledge == "state":
        deck = [
            Field("hand", cards),
            known,
            Field("draw_stack", Stack(names.cards, core.MAX_DECK, "card")),
        ]
    elif knowledge == "own":
        deck = [Field("hand", cards), known, Field("draw_stack", pile, lambda: None)]
    else:
        deck = [
            Field("hand_size", Int(0, core.MAX_DECK)),
            known,
            Field("hand_or_draw", pile, lambda: None),
        ]
    hired = ListOf(OneOf(STRENGTHS), 0, core.ROW_SPACES - 1)
    return Record(
        Field("pesos", Int(0, MAX_PESOS)),
        Field("grain", Int(0, compiled["grain_limit"])),
        Field("certificates", OneOf(track)),
        Field("exchange_tokens", Int(0, MAX_TOKENS)),
        Field("estanciero", Nullable(OneOf(names.spaces, "the id of a trail space"), NOWHERE)),
        Field("engine", OneOf(names.track, 'the id of a railroad space: "7", "8t", "depot"')),
        Field("discs", Members(names.disc_spaces, "disc space")),
        Field(
            "workers",
            Record(
                *(Field(row, hired) for row in names.rows[:GRANJERO]),
                Field(names.rows[GRANJERO], Int(0, core.ROW_SPACES - 1)),
            ),
        ),
        Field("farmers", Counts(names.colours, len(names.colours), "colour")),
        Field("buildings", Buildings(lexicon)),
        Field("objectives", Members(names.objectives, "objective card")),
        Field("station_masters", Members(names.masters, "station master")),
        Field("ship_discs", Counts(names.ships, core.MAX_SHIPS, "ship")),
        Field("quay_discs", Counts(names.quays, core.MAX_QUAYS, "quay")),
        Field("station_discs", Counts(names.stations, core.MAX_STATIONS, "station")),
        Field("city_discs", Counts(names.bonus, core.MAX_BONUS, "bonus space of a city")),
        *deck,
        Field("discard", cards),
    )


# --- to and from the core's state -------------------------------------------------------------

# Fields that are called otherwise in the core, and are the same there.
_SAME = {
    "pesos": "pesos",
    "grain": "grain",
    "certificates": "certificates",
    "exchange_tokens": "tokens",
    "estanciero": "estanciero",
    "engine": "engine",
    "discs": "discs",
    "farmers": "farmers",
    "buildings": "buildings",
    "objectives": "objectives",
    "station_masters": "masters",
    "ship_discs": "ship_discs",
    "quay_discs": "quay_discs",
    "station_discs": "station_discs",
    "city_discs": "bonus_discs",
    "known": "known",
    "discard": "discard",
}


def from_core(raw: Raw, seat: int, lexicon: Lexicon) -> dict[str, Any]:
    """The values of the fields of one player."""
    player = raw["player"][seat]
    values = {name: player[field] for name, field in _SAME.items()}
    hired: list[Any] = [
        [player["strong"][row] >> space & 1 for space in range(1, player["workers"][row])]
        for row in range(GRANJERO)
    ]
    hired.append(player["workers"][GRANJERO] - 1)
    values["workers"] = dict(zip(lexicon.names.rows, hired, strict=True))
    draw = player["draw"][: draw_length(raw, seat)]
    if raw["viewer"] in (0, seat + 1):
        return values | {"hand": player["hand"], "draw_stack": draw}
    return values | {"hand_size": player["hand_size"], "hand_or_draw": draw}


def to_core(values: Mapping[str, Any], path: str) -> Raw:
    """The player of the values that were read, all piles given. Raises SnapshotError."""
    player = {field: values[name] for name, field in _SAME.items()}
    *rows, granjeros = values["workers"].values()
    if "hand" in values:
        hand, draw = values["hand"], values["draw_stack"]
        hand_size, draw_size = sum(hand), len(draw)
    else:
        hand, draw, hand_size = list(values["known"]), values["hand_or_draw"], values["hand_size"]
        if len(draw) > core.MAX_DECK:
            expected = f"at most {core.MAX_DECK} cards, also where they follow from the rest"
            raise SnapshotError(f"{path}.hand_or_draw", expected, f"{len(draw)}")
        unknown = hand_size - sum(hand)
        draw_size = len(draw) - unknown
        if unknown < 0 or draw_size < 0:
            expected = (
                f"between {sum(hand)} (known) and {sum(hand) + len(draw)} (with hand_or_draw)"
            )
            raise SnapshotError(f"{path}.hand_size", expected, hand_size)
    return player | {
        "hand": hand,
        "hand_size": hand_size,
        "draw": draw + [0] * (core.MAX_DECK - len(draw)),
        "draw_size": draw_size,
        "discard_size": sum(values["discard"]),
        "pad": 0,
        "workers": [*(1 + len(row) for row in rows), 1 + granjeros],
        "strong": [
            *(sum(strong << at + 1 for at, strong in enumerate(row)) for row in rows),
            0,
        ],
    }
