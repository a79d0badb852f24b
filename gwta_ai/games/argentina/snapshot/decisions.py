"""Pending decisions: the frames of the core's stack as maps with named fields.

The list goes from the turn itself to the decision at hand, which is the last. Names are
those of ``State.decision``.
"""

from __future__ import annotations

from gwta_ai.common.form.groups import (
    Choice,
    Counts,
    Field,
    Form,
    Forms,
    Numbers,
    Record,
    Rows,
    SoundListOf,
    Stack,
)
from gwta_ai.common.form.values import Flag, Int, Kind, Nullable, Number, NumberOrId, OneOf
from gwta_ai.common.structs import Slot
from gwta_ai.games.argentina.layout import DECISIONS, STAGES, STRUCTS, core, frame, state
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon

VISITS = ("open", "local_actions", "closed")
_MOST = 100  # of anything a decision counts; what is possible is checked elsewhere
_MOST_INCOME = 2000
_MOST_HELPED = 3  # farmers at once, as a frame has parts for them
_MOST_BOUGHT = 2  # cards at once, likewise
_VISIT = core.MAX_BUILDING_LOCALS + 1  # local actions; the risk action of the space comes last

COMMITTED = Field(
    "committed",
    Flag(frame("must")),
    "Whether the action was chosen and nothing of it has happened yet.",
    True,
    default=False,
    sparse=True,
)


def decisions(words: Lexicon) -> SoundListOf:
    """The list of pending decisions."""
    meanings, fields = _meanings(), _fields(words)
    forms = {
        name: Form(code, meanings[name], (*fields.get(name, ()), COMMITTED))
        for name, code in DECISIONS.items()
    }
    most = core.MAX_FRAMES
    rows = Rows(state("frames", 0, "kind"), STRUCTS.size("Frame"), state("depth"))
    said = f"a list of at most {most} decisions"
    return SoundListOf(Forms("decision", forms, frame("kind")), most, said, rows)


def token_row(rows: int, at: Slot) -> Nullable:
    """A row of the job market token, from 1; ``null`` when it has left the board."""
    return Nullable(Int(1, rows, at, add=-1), rows)


def _meanings() -> dict[str, str]:
    """What is decided."""
    return {
        "place_estanciero": "In the first turn: on which neutral building the estanciero starts.",
        "move": "Phase A: where the estanciero moves.",
        "local_action": "Phase B: what is done at a place on the trail.",
        "buenos_aires": "What is done in Buenos Aires; `state.decision` gives its stage.",
        "program": "Nothing: an action with several effects, one of which is under way.",
        "discard_for_reward": "The card that an action costs.",
        "discard": "Cards to discard.",
        "remove": "Cards to remove from the game.",
        "draw": "How many cards to draw.",
        "move_on": "Where the estanciero moves on within phase B.",
        "hire": "Which worker to hire.",
        "build": "Which building to build.",
        "building_site": "Where it goes.",
        "buy_cattle": "Which cards to buy.",
        "engine": "How far the engine moves.",
        "upgrade_station": "Whether the station at hand is upgraded.",
        "place_disc": "Which disc is taken.",
        "station_master": "Which worker is given up for the station master.",
        "upgrade_behind": "Which station behind the engine is upgraded.",
        "objective": "Which objective card to take.",
        "help_granjeros": "Which granjeros to help, then which cards to reveal.",
        "add_granjero": "Which of the granjeros just received goes into the row.",
        "extra_delivery": "Which disc is delivered where.",
        "take_cattle": "Which card of the cattle market to take.",
    }


def _part(first: int, number: int = 1) -> Slot:
    """Where parts of a decision lie."""
    return frame("part", first)._replace(n=number)


def _number(name: str, low: int, meaning: str, example: int) -> Field:
    """What a decision counts."""
    return Field(name, Int(low, _MOST, frame("n")), meaning, example)


def _left_out(field: Field, default: object = 0, present: Slot | None = None) -> Field:
    """The field, left out where it is zero."""
    return field._replace(default=default, sparse=True, present=present)


def _fields(words: Lexicon) -> dict[str, tuple[Field, ...]]:
    """The fields of each decision that has any of its own."""
    names, rows = words.names, words.compiled["job_rows"]
    n = frame("n")
    farmers = [names.spaces.index(name) for name in names.farmer_spaces]
    chosen = _part(core.HELP_FIRST, _MOST_HELPED)

    def action(at: Slot, example: str, meaning: str) -> Field:
        said = 'the id of an action, such as "private:4a:2"'
        kind = OneOf(words.programs, said, at, meanings=words.program_meanings)
        return Field("action", kind, meaning, example)

    def station(at: Slot, meaning: str) -> Field:
        kind = OneOf(names.stations, "the number of a station, as text", at)
        return Field("station", kind, meaning, "3")

    def lowest(at: Slot, example: str) -> Field:
        meaning = (
            "The first card, in the order of `names.cards`, that may still be chosen; where it is"
            " left out, the first of all."
        )
        kind = OneOf(names.cards, "the id of a card", at)
        return _left_out(Field("from", kind, meaning, example), names.cards[0])

    def price() -> Field:
        return _number("pesos_per_carpintero", 0, "Price for each carpintero, in pesos.", 2)

    return {
        "local_action": (
            Field(
                "visit",
                OneOf(VISITS, at=_part(core.LOCATION_VISIT)),
                'How far the visit is: nothing was done yet ("open"), local actions were'
                ' ("local_actions"), or nothing more of the place can be used ("closed").',
                "local_actions",
            ),
            _left_out(
                Field(
                    "done",
                    Numbers(_VISIT, _part(core.LOCATION_DONE)),
                    "Local actions that were done, by their numbers on the building; the risk"
                    " action of the space comes after these.",
                    [1, 3],
                ),
                [],
            ),
            _left_out(
                Field(
                    "last",
                    Number(_VISIT, _part(core.LOCATION_LAST)),
                    "The local action that was chosen last.",
                    3,
                ),
                None,
            ),
            _left_out(
                Field(
                    "visit_before",
                    OneOf(VISITS, at=_part(core.LOCATION_VISIT_BEFORE)),
                    'How far the visit was before the last choice; "open" where it is left out.',
                    "open",
                ),
                VISITS[0],
            ),
        ),
        "buenos_aires": (
            Field(
                "stage",
                OneOf(STAGES, at=_part(core.BUENOS_AIRES_STAGE)),
                "What comes next in Buenos Aires.",
                "loading",
            ),
            Field(
                "token_row_on_arrival",
                token_row(rows, _part(core.BUENOS_AIRES_TOKEN_ROW)),
                "Row of the job market token when the visit began; null if it had left the board.",
                4,
            ),
            _left_out(
                Field(
                    "income",
                    Int(0, _MOST_INCOME, n),
                    "Total of the income, once it was taken, as a value for ships.",
                    9,
                )
            ),
        ),
        "program": (
            action(
                _part(core.PROGRAM_INDEX),
                "private:4a:2",
                "The action that is being carried out, by the place where it is printed.",
            ),
            _left_out(
                Field(
                    "effects_done",
                    Int(0, _MOST, _part(core.PROGRAM_NEXT)),
                    "Effects of it that were begun.",
                    1,
                )
            ),
            _left_out(
                Field(
                    "performed",
                    Flag(_part(core.PROGRAM_PERFORMED)),
                    "Whether anything of it was performed.",
                    True,
                ),
                False,
            ),
        ),
        "discard_for_reward": (
            action(
                _part(core.COST_PROGRAM),
                "worker:maquinista:3",
                "The action whose cost is the card.",
            ),
        ),
        "discard": (
            _number("cards", 1, "Cards still to be discarded.", 2),
            lowest(_part(core.DISCARD_LOWEST), "fronterizo"),
        ),
        "remove": (
            _number("cards", 1, "Cards that may still be removed, at most.", 1),
            lowest(_part(core.REMOVE_LOWEST), "niata"),
        ),
        "draw": (
            _number("cards", 1, "Cards that may be drawn, at most.", 2),
            Field(
                "then",
                OneOf(("discard", "remove", "nothing"), at=_part(core.DRAW_THEN)),
                "What has to be done with as many cards afterwards.",
                "discard",
            ),
        ),
        "move_on": (_number("steps", 1, "Steps, at most.", 3),),
        "hire": (
            Field("cost_change", Int(-_MOST, _MOST, n), "Change of the hiring cost, in pesos.", 2),
        ),
        "build": (price(),),
        "building_site": (
            Field(
                "building",
                OneOf(
                    words.numbers, "the number of a building, as text", _part(core.BUILD_AT_NUMBER)
                ),
                "Number of the building that was chosen.",
                "4",
            ),
            price(),
        ),
        "buy_cattle": (
            Field("gauchos", Int(0, core.ROW_SPACES, n), "Gauchos not used yet.", 3),
            _left_out(
                Field("begun", Flag(_part(core.BUY_BEGUN)), "Whether a gaucho was used.", True),
                False,
            ),
            _left_out(_last_purchase(words), None, _part(core.BUY_OFFER, 1 + _MOST_BOUGHT)),
        ),
        "engine": (
            Field(
                "spaces",
                Int(-_MOST, _MOST, n),
                "Spaces forward, at most; below 0: exactly so many back.",
                4,
            ),
        ),
        "upgrade_station": (station(_part(core.STATION_AT), "The station that may be upgraded."),),
        "place_disc": (_target(words),),
        "station_master": (
            station(_part(core.MASTER_STATION), "The station whose master may be taken."),
        ),
        "help_granjeros": (
            Field(
                "whom",
                NumberOrId(
                    _MOST_HELPED,
                    names.farmer_spaces,
                    "farmer space",
                    n,
                    codes=[-space for space in farmers],
                ),
                "How many granjeros may be helped, or the space of the only one.",
                3,
            ),
            _left_out(
                Field(
                    "extra_strength",
                    Int(0, _MOST, _part(core.HELP_EXTRA)),
                    "Strength added by the building.",
                    3,
                )
            ),
            _left_out(
                Field(
                    "farmers",
                    Stack(names.farmer_spaces, _MOST_HELPED, "farmer space", chosen, codes=farmers),
                    "Farmer spaces chosen so far, in trail order.",
                    ["g1", "b2"],
                ),
                [],
                chosen,
            ),
        ),
        "add_granjero": (
            Field(
                "received",
                Counts(names.colours, "colour", _part(core.ADD_FIRST, core.COLOURS)),
                "Granjeros just received, in tiles by colour; each may be added to the row.",
                {"green": 1},
            ),
        ),
        "take_cattle": (
            Field(
                "card",
                OneOf(
                    names.classes, "the id of a class of cards", _part(core.TAKE_CATTLE_CARD_CLASS)
                ),
                "Class of the card that may be taken.",
                "franqueiro",
            ),
            Field(
                "to",
                OneOf(("discard", "hand"), at=_part(core.TAKE_CATTLE_INTO_HAND)),
                "Where the card goes.",
                "discard",
            ),
        ),
    }


def _last_purchase(words: Lexicon) -> Field:
    offer, cards = _part(core.BUY_OFFER), _part(core.BUY_FIRST_CARD)
    kind = Record(
        Field(
            "offer",
            OneOf(words.names.offers, "the id of an offer of the cattle market", offer),
            "The offer that was taken.",
            "1g5p1_value_3",
        ),
        Field(
            "cards",
            Stack(words.names.cattle, _MOST_BOUGHT, "cattle card", cards, add=1, least=1),
            "The cards that were bought.",
            ["serrano"],
        ),
    )
    meaning = (
        "The last purchase since cards were added to the market; purchases go in ascending order."
    )
    return Field("last_purchase", kind, meaning, {"offer": "1g5p1_value_3", "cards": ["serrano"]})


def _target(words: Lexicon) -> Field:
    """Where a disc goes."""
    names, target = words.names, _part(core.DISC_TARGET)
    kinds: dict[str, tuple[int, Kind]] = {
        "ship": (core.DISC_ON_SHIP, OneOf(names.ships, "the id of a ship", target)),
        "station": (
            core.DISC_ON_STATION,
            OneOf(names.stations, "the number of a station, as text", target),
        ),
        "quay": (core.DISC_ON_QUAY, OneOf(names.quays, at=target)),
    }
    meanings = {"ship": "A ship of the loading zone.", "station": "A station.", "quay": "A quay."}
    meaning = "What the disc is for: a ship, a station or a quay."
    return Field("on", Choice(kinds, meanings, _part(core.DISC_PURPOSE)), meaning, {"ship": "7"})
