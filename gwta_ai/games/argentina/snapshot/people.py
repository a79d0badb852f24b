"""The players: board, pieces and cards of each, and where they lie in the core's state.

In a state every hand and draw stack is given. In a view the own draw stack is a map of
counts, and of the others only the size of the hand, the cards known to be in it, and a
map of the rest of hand and draw stack together.
"""

from __future__ import annotations

from gwta_ai.common.form.groups import (
    Counts,
    Field,
    Flagged,
    ListOf,
    MapOf,
    Members,
    Pool,
    Record,
    Rows,
    Stack,
)
from gwta_ai.common.form.values import Int, Nullable, OneOf
from gwta_ai.games.argentina.layout import STRUCTS, core, player, state
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon

STRENGTHS = ("plain", "strong")
OUT = "out"  # instead of a space: a building that left the game
_HIRED = core.ROW_SPACES - 1  # the printed worker is on the first space


def people(words: Lexicon, viewer: int | None) -> ListOf:
    """The list of players, of a state or of the view of one seat."""
    kinds = [_player(words, "state" if viewer is None else "other")]
    if viewer is not None:
        kinds *= core.MAX_PLAYERS
        kinds[viewer] = _player(words, "own")
    rows = Rows(state("player", 0, "pesos"), STRUCTS.size("Player"), state("players"))
    return ListOf(kinds, 2, core.MAX_PLAYERS, rows, f"a list of 2 .. {core.MAX_PLAYERS} players")


def _player(words: Lexicon, knowledge: str) -> Record:
    """Fields of a player: ``knowledge`` is "state", "own" or "other"."""
    names, compiled = words.names, words.compiled
    track = compiled["certificate_track"][: compiled["n_certificates"]]
    return Record(
        Field("pesos", Int(0, core.MAX_PESOS, player("pesos")), "Money, in pesos.", 7),
        Field(
            "grain",
            Int(0, compiled["grain_limit"], player("grain")),
            "Grain marker, in grain.",
            3,
        ),
        Field(
            "certificates",
            OneOf(track, at=player("certificates")),
            "Value shown by the certificate marker, in temporary certificates.",
            4,
        ),
        Field(
            "exchange_tokens",
            Int(0, core.MAX_TOKENS, player("tokens")),
            "Exchange tokens held.",
            1,
        ),
        Field(
            "estanciero",
            Nullable(
                OneOf(names.spaces, "the id of a trail space", player("estanciero")), core.NOWHERE
            ),
            "Where the estanciero stands; null before the first turn.",
            "n4",
        ),
        Field(
            "engine",
            OneOf(names.track, 'the id of a railroad space: "7", "8t", "depot"', player("engine")),
            'Where the engine stands: a space, a turnout ("8t" is the one after space 8) or the'
            " depot.",
            "8t",
        ),
        Field(
            "discs",
            Members(names.disc_spaces, "disc space", player("discs")),
            "Disc spaces of the player board that still hold their disc.",
            ["aux3_a", "hand_1"],
        ),
        Field("workers", _workers(words), "Hired workers by row; the printed ones are not listed."),
        Field(
            "farmers",
            Counts(names.colours, "colour", player("farmers")),
            "Granjeros beside the player board, in tiles by colour.",
            {"green": 1},
        ),
        Field(
            "buildings",
            _buildings(words),
            'Private buildings that were built, by number: the space, or "out" where it was'
            " replaced. Those not listed lie above the player board.",
            {"1": "basic2", "4": "out"},
        ),
        Field(
            "objectives",
            Members(names.objectives, "objective card", player("objectives")),
            "Objective cards in the objective area.",
            ["obj104"],
        ),
        Field(
            "station_masters",
            Members(names.masters, "station master", player("masters")),
            "Station masters taken.",
            ["master3"],
        ),
        Field(
            "ship_discs",
            Counts(names.ships, "ship", player("ship_discs")),
            "Own discs on ships of the loading zone, in discs by ship.",
            {"1": 1, "18": 2},
        ),
        Field(
            "quay_discs",
            Counts(names.quays, "quay", player("quay_discs")),
            "Own discs on quays, in discs by quay.",
            {"le_havre_1": 1},
        ),
        Field(
            "station_discs",
            Counts(names.stations, "station", player("station_discs")),
            "Own discs on stations, in discs by station.",
            {"3": 1},
        ),
        Field(
            "city_discs",
            Counts(names.bonus, "bonus space of a city", player("bonus_discs")),
            "Own discs on the bonus spaces of the cities, in discs by kind of space.",
            {"le_havre_west_1": 1},
        ),
        *_deck(words, knowledge),
        Field(
            "discard",
            Counts(names.cards, "card", player("discard")),
            "Discard pile, in copies by card.",
            {"niata": 1, "obj104": 1},
        ),
    )


def _deck(words: Lexicon, knowledge: str) -> list[Field]:
    """Hand and draw stack, as far as they are known."""
    cards, most = words.names.cards, core.MAX_DECK
    pieces = (cards, most, "card", player("draw"))
    counter, size, known = player("draw_size"), player("hand_size"), player("known")
    of_hand = Field(
        "known",
        Counts(cards, "card", known),
        "Those cards in hand that everybody knows to be there, in copies by card.",
        {"caracu-2": 1},
        default={},
    )
    if knowledge == "other":
        return [
            Field(
                "hand_size",
                Int(0, most, size),
                "Of the other seats: cards in hand, the known ones included.",
                4,
            ),
            of_hand,
            Field(
                "hand_or_draw",
                Pool(*pieces, counter=counter, hand=(size, known)),
                "Of the other seats: the cards in hand that are not known and those of the draw"
                " stack together, in copies by card.",
                {"niata": 5, "fronterizo": 2},
                default=None,
            ),
        ]
    hand = Field(
        "hand",
        Counts(cards, "card", player("hand")),
        "Cards in hand, in copies by card.",
        {"niata": 2, "obj104": 1},
    )
    if knowledge == "own":
        draw = Field(
            "draw_stack",
            Pool(*pieces, counter=counter),
            "Of this seat only: the draw stack, in copies by card.",
            {"niata": 3, "exhaustion": 1},
            default=None,
        )
    else:
        draw = Field(
            "draw_stack",
            Stack(*pieces, counter=counter),
            "Draw stack; the next card is the last of the list.",
            ["niata", "exhaustion"],
        )
    return [hand, of_hand, draw]


def _workers(words: Lexicon) -> Record:
    *hired, granjero = words.names.rows
    said = (
        "Hired gauchos from the second space on, with or without a strength icon.",
        "Hired carpinteros, likewise from the second space on.",
        "Hired maquinistas, likewise from the second space on.",
    )
    examples: tuple[list[str], ...] = (["plain", "strong"], [], ["strong"])
    return Record(
        *(
            Field(
                name,
                Flagged(STRENGTHS, _HIRED, player("workers", row), flags=player("strong", row)),
                said[row],
                examples[row],
            )
            for row, name in enumerate(hired)
        ),
        Field(
            granjero,
            Int(0, _HIRED, player("workers", len(hired)), add=1),
            "Number of granjeros added to the row.",
            2,
        ),
    )


def _buildings(words: Lexicon) -> MapOf:
    spaces = words.building_spaces
    places = [*(words.names.spaces[at] for at in spaces), OUT]
    said = f'the id of a building space, or "{OUT}"'

    def place(number: int) -> OneOf:
        return OneOf(places, said, player("buildings", number), codes=[*spaces, core.GONE])

    return MapOf(
        words.numbers, place, "private building", lambda number: player("buildings", number)
    )
