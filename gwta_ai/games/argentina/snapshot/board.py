"""A whole snapshot: everything the players share, as fields and in the core's state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from gwta_ai.common import wire
from gwta_ai.errors import SnapshotError
from gwta_ai.games.argentina import NAME
from gwta_ai.games.argentina.position.layout import (
    DEPARTED,
    GONE,
    IN_PILE,
    IN_ZONE,
    MAX_COINS,
    MAX_FRAMES,
    MAX_TURN,
    SUPPLY,
    Raw,
    blank_frame,
    blank_player,
)
from gwta_ai.games.argentina.ruleset import limits as core
from gwta_ai.games.argentina.snapshot import hidden, people
from gwta_ai.games.argentina.snapshot.decisions import Decisions
from gwta_ai.games.argentina.snapshot.fields import (
    Counts,
    Digest,
    Exactly,
    Field,
    Flag,
    Hexadecimal,
    Int,
    Kind,
    Letters,
    ListOf,
    MapOf,
    Members,
    Multiset,
    Nullable,
    OneOf,
    Record,
    Shifted,
    Sorted,
    Stack,
)
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon

STATE, VIEW = wire.STATE, wire.VIEW
VERSION = 1
GAME = NAME


@lru_cache(maxsize=64)
def record(lexicon: Lexicon, viewer: int | None) -> Record:
    """The fields of a state, or of the view of one seat."""
    names, compiled = lexicon.names, lexicon.compiled
    view = viewer is not None
    seat = Int(0, core.MAX_PLAYERS - 1)
    rows = compiled["job_rows"]
    cards = Counts(names.cards, core.MAX_CARDS, "card")
    tiles = Counts(names.tiles, core.MAX_TILES, "tile")
    ships = Members(names.ships, "ship")
    return Record(
        Field("format", Exactly(VIEW if view else STATE)),
        Field("version", Exactly(VERSION)),
        Field("game", Exactly(GAME)),
        Field("ruleset", Digest()),
        *([Field("view_of", seat)] if view else []),
        Field("players", people.People(lexicon, viewer)),
        Field("turn", Int(1, MAX_TURN)),
        Field("seat", seat),
        Field("over", Flag(), lambda: 0),
        Field("ending", Nullable(Shifted(seat), 0), lambda: 0),
        *([] if view else [Field("random", Hexadecimal())]),
        Field("sides", Letters(compiled["n_private"])),
        Field("trail", _trail(lexicon)),
        Field(
            "job_market",
            Record(
                Field("token_row", Nullable(Shifted(Int(1, rows), -1), rows)),
                Field("rows", ListOf(_workers(lexicon), rows, rows)),
            ),
        ),
        Field(
            "foresight",
            Record(*(Field(at, Sorted(names.tiles, core.FORESIGHT, "tile")) for at in names.bags)),
        ),
        Field(
            "bags",
            Record(*(_pile(view, name, names.tiles, core.MAX_BAG, "tile") for name in names.bags)),
        ),
        Field("cattle_market", Counts(names.cattle, core.MAX_CATTLE, "cattle card")),
        _pile(view, "market_stack", names.cattle, core.MAX_MARKET, "cattle card"),
        Field("objective_display", Sorted(names.objectives, core.DISPLAY, "objective card")),
        _pile(view, "objective_stack", names.objectives, core.MAX_OBJECTIVES, "objective card"),
        Field(
            "ships",
            Record(
                Field("loading_zone", ships),
                Field("pile", ships, lambda: None)
                if view
                else Field("pile", Stack(names.ships, core.MAX_PILE, "ship")),
                Field("departed", ships),
            ),
        ),
        Field(
            "stations",
            MapOf(
                names.stations,
                Record(
                    Field("master", Shifted(OneOf(names.masters)), lambda: 0, True),
                    Field("worker", Shifted(OneOf(lexicon.workers)), lambda: 0, True),
                ),
                "station",
            ),
        ),
        Field("exhaustion_stack", Int(0, 255)),
        Field(
            "out_of_the_game",
            Record(
                Field("cards", cards),
                Field("tiles", tiles),
                Field("station_masters", Members(names.masters, "station master")),
            ),
        ),
        Field("helped_farmers", tiles),
        Field("decisions", Decisions(lexicon)),
    )


def _pile(view: bool, name: str, ids: Sequence[str], size: int, what: str) -> Field:
    """A hidden pile: in draw order, the next piece last; in a view counted or left out."""
    if view:
        return Field(name, Multiset(ids, size, what), lambda: None)
    return Field(name, Stack(ids, size, what))


def _workers(lexicon: Lexicon) -> Kind:
    return Counts(lexicon.names.workers, core.WORKER_KINDS, "worker")


def _trail(lexicon: Lexicon) -> Record:
    names = lexicon.names
    farmers = names.tiles[core.WORKER_KINDS :]
    farmer = Record(
        Field("tile", Shifted(OneOf(farmers, "the id of a farmer tile"), core.WORKER_KINDS)),
        Field("coins", Int(0, MAX_COINS), lambda: 0, True),
    )
    return Record(
        Field("neutral", MapOf(names.neutral_spaces, OneOf(names.neutral), "neutral space")),
        Field("farmers", MapOf(names.farmer_spaces, farmer, "farmer space")),
    )


# --- to and from the core's state -------------------------------------------------------------


def _padded(values: Sequence[int], length: int) -> list[int]:
    return [*values, *[0] * (length - len(values))]


def _where(ship_at: Sequence[int], n_ships: int, place: int) -> int:
    """The mask of the ships in one place."""
    return sum(1 << ship for ship in range(n_ships) if ship_at[ship] == place)


def from_core(raw: Raw, lexicon: Lexicon) -> dict[str, Any]:
    """The values of all fields; the state is trusted."""
    names, figures = lexicon.names, lexicon.figures
    first, n_ships = figures.first_objective, len(names.ships)
    tile, coins = raw["tile"], raw["coins"]
    pile = raw["pile"][: raw["pile_size"]]
    bags = zip(raw["bag"], raw["bag_size"], strict=True)
    return {
        "format": None,
        "version": None,
        "game": None,
        "ruleset": lexicon.ruleset.digest,
        "view_of": raw["viewer"] - 1,
        "players": [people.from_core(raw, seat, lexicon) for seat in range(raw["players"])],
        "turn": raw["turn"],
        "seat": raw["seat"],
        "over": raw["over"],
        "ending": raw["ending"],
        "random": raw["rng"],
        "sides": raw["sides"],
        "trail": {
            "neutral": {at: tile[space] - 1 for at, space in enumerate(figures.neutral_spaces)},
            "farmers": {
                figures.farmer_index[space]: {
                    "tile": tile[space] - 1,
                    "coins": coins[figures.farmer_index[space]],
                }
                for space in figures.farmer_spaces
                if tile[space]
            },
        },
        "job_market": {
            "token_row": raw["job_row"],
            "rows": raw["jobs"][: lexicon.compiled["job_rows"]],
        },
        "foresight": {
            name: [tile - 1 for tile in tiles if tile]
            for name, tiles in zip(names.bags, raw["foresight"], strict=True)
        },
        "bags": {name: bag[:size] for name, (bag, size) in zip(names.bags, bags, strict=True)},
        "cattle_market": raw["market"],
        "market_stack": raw["market_stack"][: raw["market_size"]],
        "objective_display": [card - 1 - first for card in raw["objective_display"] if card],
        "objective_stack": [
            card - first for card in raw["objective_stack"][: raw["objective_size"]]
        ],
        "ships": {
            "loading_zone": _where(raw["ship_at"], n_ships, IN_ZONE),
            "pile": sum(1 << ship for ship in pile) if raw["viewer"] else pile,
            "departed": _where(raw["ship_at"], n_ships, DEPARTED),
        },
        "stations": {
            at: {"master": raw["station_master"][at], "worker": raw["station_worker"][at]}
            for at in range(len(names.stations))
            if raw["station_master"][at] or raw["station_worker"][at]
        },
        "exhaustion_stack": raw["exhaustion"],
        "out_of_the_game": {
            "cards": raw["removed"],
            "tiles": raw["box_tiles"],
            "station_masters": raw["masters_out"],
        },
        "helped_farmers": raw["helped"],
        "decisions": raw["frames"][: raw["depth"]],
    }


def to_core(values: dict[str, Any], lexicon: Lexicon, viewer: int | None) -> Raw:
    """The state of the values that were read. Raises SnapshotError."""
    figures = lexicon.figures
    if viewer is not None:
        hidden.fill_in(values, figures)
    first = figures.first_objective
    players = [
        people.to_core(player, f"players[{seat}]") for seat, player in enumerate(values["players"])
    ]
    bags = list(values["bags"].values())
    ships, out = values["ships"], values["out_of_the_game"]
    pile = ships["pile"]
    if viewer is not None:
        pile = [ship for ship in range(core.MAX_SHIPS) if pile >> ship & 1]
        if len(pile) > core.MAX_PILE:
            raise SnapshotError("ships.pile", f"at most {core.MAX_PILE} ships", f"{len(pile)}")
    jobs = values["job_market"]["rows"]
    frames = values["decisions"]
    display = [first + card + 1 for card in values["objective_display"]]
    raw = {
        "rng": values.get("random", 0),
        "players": len(players),
        "seat": values["seat"],
        "viewer": 0 if viewer is None else viewer + 1,
        "over": values["over"],
        "ending": values["ending"],
        "depth": len(frames),
        "masters_out": out["station_masters"],
        "sides": values["sides"],
        "turn": values["turn"],
        "job_row": values["job_market"]["token_row"],
        "market_size": len(values["market_stack"]),
        "objective_size": len(values["objective_stack"]),
        "pile_size": len(pile),
        "bag_size": [len(bag) for bag in bags],
        "exhaustion": values["exhaustion_stack"],
        "objective_display": _padded(display, core.DISPLAY),
        "foresight": [
            _padded([tile + 1 for tile in tiles], core.FORESIGHT)
            for tiles in values["foresight"].values()
        ],
        "box_tiles": out["tiles"],
        "helped": values["helped_farmers"],
        "removed": out["cards"],
        "jobs": jobs + [[0] * core.WORKER_KINDS for _ in range(core.MAX_JOB_ROWS - len(jobs))],
        "market": values["cattle_market"],
        "ship_at": [IN_PILE] * core.MAX_SHIPS,
        "station_master": [0] * core.MAX_STATIONS,
        "station_worker": [0] * core.MAX_STATIONS,
        "tile": [0] * core.MAX_SPACES,
        "coins": [0] * core.MAX_FARMER_SPACES,
        "market_stack": _padded(values["market_stack"], core.MAX_MARKET),
        "bag": [_padded(bag, core.MAX_BAG) for bag in bags],
        "objective_stack": _padded(
            [first + card for card in values["objective_stack"]], core.MAX_OBJECTIVES
        ),
        "pile": _padded(pile, core.MAX_PILE),
        "frames": frames + [blank_frame() for _ in range(MAX_FRAMES - len(frames))],
        "player": players + [blank_player() for _ in range(core.MAX_PLAYERS - len(players))],
    }
    _put_ships(raw, ships, lexicon)
    _put_stations(raw, values["stations"])
    _put_tiles(raw, values["trail"], lexicon)
    return raw


def _put_ships(raw: Raw, ships: Mapping[str, Any], lexicon: Lexicon) -> None:
    """Where each ship is; one that is named in two places is a fault."""
    pile = sum(1 << ship for ship in set(raw["pile"][: raw["pile_size"]]))
    for ship, name in enumerate(lexicon.names.ships):
        places = [mask >> ship & 1 for mask in (pile, ships["loading_zone"], ships["departed"])]
        if sum(places) > 1:
            raise SnapshotError("ships", "each ship in one place", f"{name} in {sum(places)}")
        raw["ship_at"][ship] = places.index(1) if 1 in places else IN_PILE


def _put_stations(raw: Raw, stations: Mapping[int, Mapping[str, int]]) -> None:
    for at, station in stations.items():
        raw["station_master"][at] = station["master"]
        raw["station_worker"][at] = station["worker"]


def _put_tiles(raw: Raw, trail: Mapping[str, Any], lexicon: Lexicon) -> None:
    """Everything that stands on the trail; two buildings on one space are a fault."""
    figures, names, tile = lexicon.figures, lexicon.names, raw["tile"]
    for at, letter in trail["neutral"].items():
        tile[figures.neutral_spaces[at]] = 1 + letter
    for at, farmer in trail["farmers"].items():
        tile[names.spaces.index(names.farmer_spaces[at])] = 1 + farmer["tile"]
        raw["coins"][at] = farmer["coins"]
    for seat, player in enumerate(raw["player"]):
        for number, space in enumerate(player["buildings"]):
            if space in (SUPPLY, GONE):
                continue
            if tile[space]:
                path = f"players[{seat}].buildings.{lexicon.numbers[number]}"
                owner, other = divmod(tile[space] - 1, core.MAX_PRIVATE)
                expected = f"a space without building {lexicon.numbers[other]} of seat {owner}"
                raise SnapshotError(path, expected, names.spaces[space])
            tile[space] = 1 + seat * core.MAX_PRIVATE + number
