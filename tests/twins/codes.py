"""The codes of the core's flat state and of its 32-bit actions.

They repeat the enumerations of ``engine_c/argentina``: ``rules.pxd``, ``frames.pxd`` and
``actions.pxd``; a test compares them with the declarations.
"""

from __future__ import annotations

from enum import IntEnum

KIND_SHIFT = 26
CARD_BITS = 6
MAX_PRIVATE = 10
WORKER_KINDS = 6

NOWHERE = 255  # an estanciero beside the board
SUPPLY = 0  # a building above the player board
GONE = 255  # a building out of the game
IN_ZONE = 1  # a ship in the loading zone

NO_HAND, BLACK_HAND, GREEN_HAND = range(3)
WHITE, DARK = range(2)
GAUCHO, CARPINTERO, MAQUINISTA, GRANJERO = range(4)


class Space(IntEnum):
    START = 0
    NEUTRAL = 1
    BUILDING = 2
    FARMER = 3
    RAMP = 4
    BUENOS_AIRES = 5


class Count(IntEnum):
    NONE = 0
    WORKERS = 1
    WORKER_GROUPS = 2
    STRONG_WORKERS = 3
    BUILDINGS = 4
    GRAIN_FIELD_BUILDINGS = 5
    FARMERS = 6
    FARMERS_OF = 7
    STATIONS = 8
    STATION_DISCS = 9
    SHIP_DISCS = 10
    DISCS_ON_SHIP = 11
    QUARTER_DISCS = 12
    CARDS = 13
    OBJECTIVES = 14


class Effect(IntEnum):
    NONE = 0
    PESOS = 1
    GRAIN = 2
    CERTIFICATES = 3
    TOKENS = 4
    EXHAUST_OPPONENTS = 5
    DRAW_DISCARD = 6
    DRAW_REMOVE = 7
    DRAW = 8
    REMOVE_CARDS = 9
    ENGINE = 10
    HIRE = 11
    BUILD = 12
    BUY = 13
    HELP = 14
    MOVE = 15
    PLACE_DISC = 16
    DELIVERY = 17
    OBJECTIVE = 18
    UPGRADE_BEHIND = 19
    TAKE_CATTLE = 20
    AUXILIARY = 21


class Cost(IntEnum):
    NONE = 0
    DISCARD = 1
    REMOVE = 2
    PESOS = 3
    GRAIN = 4
    ENGINE_BACK = 5


class Frame(IntEnum):
    NONE = 0
    PLACE = 1
    MOVE = 2
    LOCATION = 3
    BUENOS_AIRES = 4
    END_TURN = 5
    PROGRAM = 6
    COST = 7
    DISCARD = 8
    REMOVE = 9
    DRAW = 10
    STEPS = 11
    HIRE = 12
    BUILD = 13
    BUILD_AT = 14
    BUY = 15
    ENGINE = 16
    STATION = 17
    DISC = 18
    MASTER = 19
    UPGRADE_BEHIND = 20
    OBJECTIVE = 21
    HELP = 22
    ADD = 23
    DELIVERY = 24
    TAKE_CATTLE = 25


class Visit(IntEnum):
    FRESH = 0
    LOCAL = 1
    CLOSED = 2


class Stage(IntEnum):
    DELIVERY = 0
    INCOME = 1
    LOADING = 2
    FORESIGHT_A = 3
    FORESIGHT_B = 4
    FORESIGHT_C = 5
    LEAVE = 6


class Purpose(IntEnum):
    ON_SHIP = 0
    ON_STATION = 1
    ON_QUAY = 2


class Act(IntEnum):
    PLACE = 1
    MOVE = 2
    LOCAL = 3
    LOCAL_AUX = 4
    AUX = 5
    HELP_HERE = 6
    PLAY = 7
    TOKEN = 8
    DISCARD = 9
    REMOVE = 10
    DRAW = 11
    HIRE = 12
    BUILD = 13
    BUILD_AT = 14
    BUY = 15
    DRAW_CATTLE = 16
    ENGINE = 17
    UPGRADE = 18
    DISC = 19
    STATION_DISC = 20
    MASTER = 21
    OBJECTIVE = 22
    OBJECTIVE_STACK = 23
    FARMER = 24
    REVEAL = 25
    ADD = 26
    DELIVER = 27
    INCOME = 28
    SHIP = 29
    FORESIGHT = 30
    TAKE = 31
    STOP = 32
    FORFEIT = 33
    END = 34


def action(kind: Act, argument: int = 0) -> int:
    """The 32-bit value of an action."""
    return kind << KIND_SHIFT | argument


def kind_of(value: int) -> Act:
    return Act(value >> KIND_SHIFT)


def argument_of(value: int) -> int:
    return value & (1 << KIND_SHIFT) - 1


def purchase(offer: int, cards: tuple[int, ...]) -> int:
    """Buying by an offer; ``cards``: one or two kinds, ascending."""
    first, second = (*[card + 1 for card in cards], 0)[:2]
    return action(Act.BUY, offer << 2 * CARD_BITS | first << CARD_BITS | second)


def reveal(cards: tuple[int, ...]) -> int:
    """Showing up to four cattle cards; ``cards``: kinds, ascending."""
    argument = 0
    for place in range(4):
        card = cards[place] + 1 if place < len(cards) else 0
        argument = argument << CARD_BITS | card
    return action(Act.REVEAL, argument)


def delivery(quay: int, bonus: int) -> int:
    return action(Act.DELIVER, quay << CARD_BITS | bonus)
