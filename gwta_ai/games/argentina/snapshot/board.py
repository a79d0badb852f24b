"""A whole snapshot: everything the players share, and where it lies in the core's state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gwta_ai.common import wire
from gwta_ai.common.form.groups import (
    Ascending,
    Counts,
    Field,
    Holders,
    ListOf,
    MapOf,
    Members,
    Pool,
    Record,
    Rows,
    Sorted,
    Stack,
)
from gwta_ai.common.form.values import (
    Digest,
    Exactly,
    Flag,
    Hexadecimal,
    Int,
    Letters,
    Nullable,
    OneOf,
)
from gwta_ai.common.structs import Slot
from gwta_ai.games.argentina import NAME
from gwta_ai.games.argentina.layout import core, state
from gwta_ai.games.argentina.snapshot.decisions import decisions, token_row
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon
from gwta_ai.games.argentina.snapshot.people import people

STATE, VIEW = wire.STATE, wire.VIEW
VERSION = 1
OPEN_VERSION = 2  # of a view that leaves open which workers are in which bag

_MOST_EXHAUSTION = 255  # cards; how many there are is counted elsewhere


@lru_cache(maxsize=64)
def record(words: Lexicon, viewer: int | None, version: int = VERSION) -> Record:
    """The fields of a state, or of the view of one seat.

    A view of ``OPEN_VERSION`` may have one more, which the compiled reader does not know.
    """
    names = words.names
    view = viewer is not None
    last = core.MAX_PLAYERS - 1
    ending = Int(0, last, state("ending"), add=1)
    return Record(
        _fixed("format", VIEW if view else STATE, "What the file holds."),
        _fixed("version", version, "Version of the format."),
        _fixed("game", NAME, "The game."),
        Field(
            "ruleset",
            Digest(words.ruleset.digest),
            "Digest (SHA-256) of the ruleset the game is played with; ids and counts are those"
            " of this ruleset.",
            words.ruleset.digest,
        ),
        *([_view_of(last)] if view else []),
        Field(
            "players",
            people(words, viewer),
            "One map a player, in the order of the seats; the index is the seat.",
        ),
        Field(
            "turn",
            Int(1, core.MAX_TURN, state("turn")),
            "Turns begun so far in the whole game, the present one included. At its bound, which"
            " no game comes near, the counter goes through its last round again.",
            12,
        ),
        Field(
            "seat",
            Int(0, last, state("seat")),
            "The seat whose turn it is: the remainder of (turn - 1) by the number of players.",
            0,
        ),
        Field("over", Flag(state("over")), "Whether the game has ended.", False, default=False),
        Field(
            "ending",
            Nullable(ending),
            "Seat that moved the job market token out, which ends the game; null before.",
            None,
            default=None,
        ),
        *([] if view else [_random()]),
        Field(
            "sides",
            Letters(words.compiled["n_private"], state("sides")),
            "Side of each private building, by number from 1; the same for all players.",
            "aababaaaab",
        ),
        Field(
            "trail",
            _trail(words),
            "What stands on the trail, but for private buildings, which stand with their owners.",
        ),
        Field("job_market", _job_market(words), "The job market."),
        Field("foresight", _foresight(words), "The tiles on the foresight spaces."),
        Field(
            "bags",
            _bags(words, view, version == OPEN_VERSION),
            "The bags of worker and farmer tiles.",
        ),
        Field(
            "cattle_market",
            Counts(names.cattle, "cattle card", state("market")),
            "Cards in the cattle market, in copies by card.",
            {"serrano": 2, "caracu-2": 1},
        ),
        _pile(
            view,
            "market_stack",
            (names.cattle, core.MAX_MARKET, "cattle card"),
            state("market_stack"),
            state("market_size"),
            ("Stack of the cattle market", "the next card", "copies by card"),
            ["serrano", "chaqueno"],
        ),
        Field(
            "objective_display",
            Sorted(
                names.objectives,
                core.DISPLAY,
                "objective card",
                state("objective_display"),
                add=words.compiled["first_objective"] + 1,
            ),
            "Objective cards that lie open.",
            ["obj101", "obj115"],
        ),
        _pile(
            view,
            "objective_stack",
            (names.objectives, core.MAX_OBJECTIVES, "objective card"),
            state("objective_stack"),
            state("objective_size"),
            ("Objective stack", "the next card", "copies by card"),
            ["obj102", "obj103"],
            words.compiled["first_objective"],
        ),
        Field(
            "ships",
            _ships(words, view),
            "Where the ships are; each ship is in one of three places.",
        ),
        Field("stations", _stations(words), "Stations on which something lies, by number."),
        Field(
            "exhaustion_stack",
            Int(0, _MOST_EXHAUSTION, state("exhaustion")),
            "Exhaustion cards in the stack.",
            22,
        ),
        Field("out_of_the_game", _out_of_the_game(words), "What was removed from the game."),
        Field(
            "helped_farmers",
            Counts(names.tiles, "tile", state("helped")),
            "Farmer tiles that players have received so far, wherever they are now, in tiles by"
            " kind, of all players together.",
            {"green4b": 1},
        ),
        Field(
            "decisions",
            decisions(words),
            "The decisions under way, from the turn itself to the one at hand, which is the last;"
            " none when the game is over.",
            [{"decision": "move"}],
        ),
    )


def _fixed(name: str, value: str | int, meaning: str) -> Field:
    return Field(name, Exactly(value), meaning, value)


def _view_of(last: int) -> Field:
    seat = Int(0, last, state("viewer"), add=1)
    return Field("view_of", seat, "The seat whose view it is; seats count from 0.", 0)


def _random() -> Field:
    meaning = "State of the random generator, for reshuffles to come."
    return Field("random", Hexadecimal(state("rng")), meaning, "9de9bbe5f3fb3709")


def _pile(
    view: bool,
    name: str,
    pieces: tuple[Sequence[str], int, str],
    at: Slot,
    counter: Slot,
    said: tuple[str, str, str],
    example: list[str],
    add: int = 0,
) -> Field:
    """A hidden pile: in draw order, the next piece last; in a view counted or left out.

    ``pieces`` are the ids, their most number and what they are ids of; ``said`` what it is,
    what comes next, and what a view counts.
    """
    what, following, counted = said
    if view:
        counts = {each: example.count(each) for each in example}
        pool = Pool(*pieces, at, counter=counter, add=add)
        return Field(name, pool, f"{what}, in {counted}.", counts, default=None)
    stack = Stack(*pieces, at, counter=counter, add=add)
    return Field(name, stack, f"{what}; {following} is the last of the list.", example)


def _trail(words: Lexicon) -> Record:
    names = words.names
    farmers = names.tiles[core.WORKER_KINDS :]
    neutral = words.compiled["neutral_spaces"]
    spaces = [names.spaces.index(name) for name in names.farmer_spaces]

    def building(at: int) -> OneOf:
        return OneOf(names.neutral, at=state("tile", neutral[at]), add=1)

    def farmer(at: int) -> Record:
        tile = OneOf(
            farmers, "the id of a farmer tile", state("tile", spaces[at]), add=1 + core.WORKER_KINDS
        )
        return Record(
            Field(
                "tile",
                tile,
                'The tile: colour, strength, and "b" or "g" for a black or green hand.',
                "green4b",
            ),
            Field(
                "coins",
                Int(0, core.MAX_COINS, state("coins", at)),
                "Fees lying at the granjero, in pesos.",
                3,
                default=0,
                sparse=True,
            ),
        )

    return Record(
        Field(
            "neutral",
            MapOf(
                names.neutral_spaces,
                building,
                "neutral space",
                lambda at: state("tile", neutral[at]),
            ),
            "The neutral building on each neutral space.",
            {"n1": "A", "n2": "C"},
        ),
        Field(
            "farmers",
            MapOf(
                names.farmer_spaces, farmer, "farmer space", lambda at: state("tile", spaces[at])
            ),
            "The granjeros on the trail, by farmer space; empty spaces are not listed.",
        ),
    )


def _job_market(words: Lexicon) -> Record:
    rows = words.compiled["job_rows"]
    first = state("jobs", 0)
    workers = Counts(words.names.workers, "worker", first._replace(offset=0))
    return Record(
        Field(
            "token_row",
            token_row(rows, state("job_row")),
            "Row of the token, counted from 1 at the top; null once it has left the board.",
            3,
        ),
        Field(
            "rows",
            ListOf(workers, rows, rows, Rows(first, first.length)),
            'Workers in each row from the top, in tiles by worker; "+" marks a strength icon.',
            [{"gaucho": 1, "gaucho+": 1}, *({} for _ in range(rows - 1))],
        ),
    )


def _foresight(words: Lexicon) -> Record:
    tiles = words.names.tiles
    examples = (["green4b", "blue5g"], ["gaucho", "carpintero+"], ["yellow6b"])
    ordinals = ("first", "second", "third")
    return Record(
        *(
            Field(
                name,
                Sorted(tiles, core.FORESIGHT, "tile", state("foresight", at), add=1),
                f"Tiles of the {ordinals[at]} pair.",
                sorted(examples[at], key=tiles.index),
            )
            for at, name in enumerate(words.names.bags)
        )
    )


def _bags(words: Lexicon, view: bool, may_be_open: bool) -> Record:
    examples = (
        (["green4b", "blue3g"], {"green4b": 1, "blue3g": 1}),
        (["gaucho", "maquinista+"], {"gaucho": 4}),
        (["yellow5b", "carpintero"], {"yellow5b": 2}),
    )
    fields = [
        _pile(
            view,
            name,
            (words.names.tiles, core.MAX_BAG, "tile"),
            state("bag", at),
            state("bag_size", at),
            (f"Bag {name}", "the next tile", "tiles by kind"),
            examples[at][0],
        )
        for at, name in enumerate(words.names.bags)
    ]
    if view:
        fields = [field._replace(example=examples[at][1]) for at, field in enumerate(fields)]
    if may_be_open:
        fields.append(_open_split(words))
    return Record(*fields)


def worker_bags(words: Lexicon) -> tuple[str, str]:
    """The bag of the workers at set-up, and the other one that holds workers."""
    first = words.compiled["worker_bag"]
    workers = range(core.WORKER_KINDS)
    second = next(
        bag
        for bag, copies in enumerate(words.tile_copies)
        if bag != first and any(copies[words.names.tiles[kind]] for kind in workers)
    )
    return words.names.bags[first], words.names.bags[second]


def _open_split(words: Lexicon) -> Field:
    first, second = worker_bags(words)
    return Field(
        "open",
        Record(
            Field(
                "tiles",
                Counts(words.names.workers, "worker"),
                f"Workers in bags {first} and {second} together, in tiles by kind.",
                {"gaucho": 7, "maquinista+": 3},
                default=None,
            ),
            Field(
                first,
                Int(0, core.MAX_BAG),
                f"How many of them are in bag {first}; the others are in bag {second}.",
                6,
                default=None,
            ),
        ),
        f"Where it is not known which workers are in bag {first} and which in bag {second}: then"
        " these two hold no workers.",
        {"tiles": {"gaucho": 7, "maquinista+": 3}, first: 6},
        default=None,
    )


def _ships(words: Lexicon, view: bool) -> Record:
    names = words.names.ships
    at, counter = state("pile"), state("pile_size")
    pile: Stack
    if view:
        pile = Ascending(names, core.MAX_PILE, "ship", at, counter=counter)
        meaning = "Pile of ships, in no order."
    else:
        pile = Stack(names, core.MAX_PILE, "ship", at, counter=counter)
        meaning = "Pile of ships; the next ship is the last of the list."
    hidden = Field("pile", pile, meaning, ["4p", "16p"])
    return Record(
        Field(
            "loading_zone",
            Holders(names, "ship", state("ship_at"), code=core.IN_ZONE),
            "Ships that can be loaded.",
            ["0", "1", "18"],
        ),
        hidden._replace(default=None) if view else hidden,
        Field(
            "departed",
            Holders(names, "ship", state("ship_at"), code=core.DEPARTED),
            "Ships that have left.",
            ["5"],
        ),
    )


def _stations(words: Lexicon) -> MapOf:
    def station(at: int) -> Record:
        return Record(
            Field(
                "master",
                OneOf(words.names.masters, at=state("station_master", at), add=1),
                "The station master that can be taken there.",
                "master3",
                default=None,
                sparse=True,
            ),
            Field(
                "worker",
                OneOf(words.workers, at=state("station_worker", at), add=1),
                "The worker given up there for a station master.",
                "gaucho+",
                default=None,
                sparse=True,
            ),
        )

    return MapOf(words.names.stations, station, "station")


def _out_of_the_game(words: Lexicon) -> Record:
    names = words.names
    return Record(
        Field(
            "cards",
            Counts(names.cards, "card", state("removed")),
            "Cards removed, in copies by card.",
            {"niata": 1},
        ),
        Field(
            "tiles",
            Counts(names.tiles, "tile", state("box_tiles")),
            "Farmer tiles returned to the box, in tiles by kind.",
            {"green7b": 1},
        ),
        Field(
            "station_masters",
            Members(names.masters, "station master", state("masters_out")),
            "Station masters that are not in play.",
            ["master1", "master6", "master8"],
        ),
    )
