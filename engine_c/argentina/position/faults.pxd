"""What is wrong with a position, or suspicious, as the checks of this folder find it.

There are three kinds, by the beginning of the code: with a ``FAULT`` a position cannot be
played and is refused; a ``NEVER`` can be played, but never comes of play; a ``SUSPECT`` may
come of play, but hardly does.

Each finding is a code and a few numbers; ``gwta_ai/games/argentina/position/words.py`` turns
them into the path of a field, words and a mend. Nothing is looked for in Python.
"""
from engine_c.common.types cimport i32, i64

cdef enum:
    MAX_FAULTS = 200          # that are noted; more of them are none worth mending
    NOBODY = -1               # no seat, or no place

# In brackets what ``place``, ``expected``, ``also`` and ``got`` are. Pieces, spaces and so on
# are their indices.
cdef enum:                    # FaultCode
    FAULT_RANGE = 0           # a value out of its range [byte in the state, low, high, value]
    # pieces
    FAULT_CARDS               # of a kind in the whole game [kind, n, -, n]
    FAULT_OWN_CATTLE          # a player has too many of the own cattle [kind, most, -, n]
    FAULT_EXHAUSTION_GONE     # exhaustion cards out of the game [-, -, -, n]
    FAULT_TILES               # of a kind in the whole game [kind, n, -, n]
    FAULT_BAG                 # a kind in a bag and its foresight [kind, most, bag, n]
    FAULT_SPLIT               # of the open workers: none fits the rest [-, -, -, n in the first bag]
    FAULT_HELPED_WORKER       # a worker among the helped farmers [kind, -, -, n]
    FAULT_BOXED_WORKER        # a worker out of the game [kind, -, -, n]
    FAULT_HELPED_COLOUR       # fewer helped than lie beside the boards [colour, n, -, n]
    FAULT_HELPED              # helped, beside the boards, in the rows [-, beside, added, n]
    FAULT_SHIP                # in the pile once or not at all [ship, n, -, n]
    FAULT_DISCS               # of a player [-, n, -, n]
    FAULT_CITY_DISCS          # on a kind of bonus space [bonus, most, -, n]
    FAULT_MASTER              # a station master in several places or none [master, 1, -, n]
    FAULT_NEUTRAL             # not each neutral building once
    FAULT_BUILDINGS           # private buildings are not where their owners' lists say
    # the board
    FAULT_BARE_SPACE          # a tile on a space that holds none [space]
    FAULT_COINS_ALONE         # coins without a farmer [space, -, -, coins]
    FAULT_FARMER_COLOUR       # not the colour of the space [space, -, -, kind of tile]
    FAULT_JOB_ROW             # too many workers in a row [row, most, -, n]
    FAULT_VACANT              # workers missing above the token [-, n, -, n]
    FAULT_FORESIGHT           # too few open tiles [subphase, least, -, n]
    FAULT_DISPLAY             # open objective cards [-, n, -, n]
    FAULT_DISPLAY_TWICE       # a card twice among them
    FAULT_STATION_MASTER      # master and worker are both there, or neither is [station, -, -, 0 or 2]
    FAULT_STATION_TILE        # something at a station that has no place for it [station]
    FAULT_STATION_DISCS       # more than one of a player [station, -, -, n]
    FAULT_SHIP_AWAY           # discs on a ship that is not in the loading zone [ship, -, -, n]
    FAULT_SHIP_DISCS          # more than one of a player [ship, -, -, n]
    # people
    FAULT_SEAT                # not the one of the turn [-, seat, -, seat]
    FAULT_SEAT_RANGE          # beyond the players [-, last, -, seat]
    FAULT_VIEWER_RANGE        # likewise
    FAULT_ENDING_RANGE        # likewise
    FAULT_ENDING_MISSING      # the token is out, but nobody took it
    FAULT_ENDING_EARLY        # the other way round [-, -, -, seat]
    FAULT_DECISIONS_LEFT      # the game is over [-, -, -, n]
    FAULT_DECISION_MISSING    # the game is not over
    FAULT_OVER_EARLY          # not everybody had the last turn
    FAULT_PLACED_EARLY        # on the trail before the first turn [-, -, -, space]
    FAULT_NOT_PLACED          # not on the trail
    FAULT_NOT_AT_GOAL         # in a visit to Buenos Aires from afar [-, -, -, space]
    FAULT_AT_GOAL             # in Buenos Aires without a visit
    FAULT_ESTANCIERO          # where none can stand [-, -, -, space]
    FAULT_CERTIFICATES        # more than the limit [-, limit, -, n], places on the track
    FAULT_KNOWN               # known cards of a hand that shows others [kind, n, -, n]
    FAULT_KNOWN_MOST          # known cards that are not in the hand [kind, most, -, n]
    FAULT_ENGINE_AT_END       # instead of in the depot
    FAULT_ENGINE_TAKEN        # two engines on one space [position, other seat]
    FAULT_EXHAUSTION_STACK    # more than there are [-, most, -, n]
    # pending decisions; ``place`` is the index of the decision
    FAULT_FRAME_BEYOND        # something above the last one
    FAULT_FRAME_KIND          # none that can be pending [.., -, -, kind]
    FAULT_FRAME_PARTS         # something in parts that mean nothing there
    FAULT_VISIT
    FAULT_LAST_LOCAL
    FAULT_LOCALS_DONE
    FAULT_STAGE
    FAULT_INCOME
    FAULT_INCOME_EARLY
    FAULT_ACTION
    FAULT_EFFECTS_DONE
    FAULT_CARD_COST
    FAULT_CARDS_OWED
    FAULT_CARDS_TO_DRAW
    FAULT_AT_LEAST_ONE
    FAULT_BUILDING_SUPPLY
    FAULT_GAUCHOS_LEFT
    FAULT_PURCHASE_EARLY
    FAULT_PURCHASE_CARDS
    FAULT_PURCHASE
    FAULT_PURCHASE_ORDER
    FAULT_STATION
    FAULT_STATION_UNPAID      # [.., pesos]
    FAULT_STATION_AGAIN
    FAULT_TARGET
    FAULT_SHIP_TARGET
    FAULT_SHIP_AGAIN
    FAULT_FARMER_ORDER
    FAULT_NO_FARMER
    FAULT_OTHER_FARMER
    FAULT_MANY_FARMERS
    FAULT_FARMERS_BESIDE
    FAULT_CARD_CLASS
    FAULT_ON_REVEAL           # [.., -, -, kind of the frame above]
    FAULT_BOTTOM              # [.., -, -, kind]
    FAULT_COMES_UP            # on the one below [.., -, kind below, kind]
    FAULT_PROGRAM_ON_TOP
    # of a hand that a view hides
    FAULT_NO_CARD
    FAULT_FEW_CARDS           # [-, n, -, most]
    FAULT_WEAK_HAND           # [-, strength, -, most]
    # wrong too, though such a position can be played: no sequence of legal actions leads there
    # cards
    NEVER_DISCARD_MISSING     # in the first turn [-, n, n of cards, n]
    NEVER_FIRST_HAND          # up to the first turn [-, n, -, n]
    NEVER_AT_START            # before the first turn [StartField, n, -, n]
    NEVER_HAND_OVER           # the limit [-, limit, -, n]
    NEVER_HAND_SHORT          # though there are cards to draw [-, limit, -, n]
    NEVER_HAND_AFTER_INCOME   # [-, -, -, n]
    NEVER_MARKET_STACK        # [-, most, -, n]
    NEVER_REMOVED             # [-, -, -, n]
    NEVER_EXHAUSTION          # too few in the stack [-, least, -, n]
    # tiles and ships
    NEVER_BAG_SHORT           # [bag, least, visits, n]
    NEVER_BAG_FULL            # [bag, most, -, n]
    NEVER_BAG_UNEVEN          # [bag, n, visits, n]
    NEVER_FORESIGHT_LEFT      # [subphase, most, -, n]
    NEVER_SHIP_STAYED         # ships of an arrow that was passed [row, -, -, n]
    NEVER_SHIP_LEFT           # [ship]
    NEVER_SHIP_PILED          # [ship]
    NEVER_PILE                # [-, n, departures, n]
    NEVER_LOADED              # [-, visits, -, n]
    NEVER_MASTERS_OUT         # [-, n, -, n]
    # turns
    NEVER_ENDING_TURN         # a turn after the one that took the token [-, -, -, seat]
    NEVER_ENDING_PLACE        # who took it is not at the start [-, -, -, space]
    NEVER_ARRIVAL             # more rows completed than workers chosen [-, most, -, n]
    NEVER_INCOME_LEFT         # [-, -, -, income]
    NEVER_FRESH_VISIT         # to an empty space [-, -, -, space]
    NEVER_LOCALS              # done, more than there are [-, n, -, space]
    # the trail
    NEVER_EMPTY_SPACE         # under an estanciero [-, -, -, space]
    NEVER_FIRST_SPACE         # no neutral building after the first turn [-, -, -, space]
    NEVER_AT_TRAIL_START      # without a visit [-, visits, -, n]
    NEVER_COINS               # before anybody moved [space, -, -, n]
    NEVER_GAP                 # between farmers [colour, helped, -, n]
    NEVER_BOXED               # farmers [colour, n of spaces, -, n]
    # what players own
    NEVER_BUILT               # [number, carpinteros, most at a time, -]
    NEVER_REPLACED            # [number]
    NEVER_STATION_REACHED     # [station, -, -, track]
    NEVER_MASTERS             # [-, most, -, n]
    NEVER_WORKER_GIVEN        # without a disc there [station]
    NEVER_DARK_DISCS          # on white corners [-, most, -, n]
    NEVER_QUAY                # discs [quay, most, -, n]
    NEVER_CITY                # discs [city, most, -, n]
    # suspicious: possible, and hardly come of play
    SUSPECT_TURN              # [-, most, -, turn]
    SUSPECT_PESOS             # [-, most, turns of the player, pesos]
    SUSPECT_TOKENS            # [-, most, -, n]
    SUSPECT_HAND              # [-, limit, -, n]
    SUSPECT_COINS             # [space, most, -, coins]
    SUSPECT_WORKERS           # hired [-, most, turns of the player, n]
    SUSPECT_BUILDINGS         # built [-, most, turns of the player, n]
    SUSPECT_ENGINE            # far ahead [-, most, turns of the player, track]
    SUSPECT_STATION           # far ahead of the engine [station, -, -, track]

# The fields in which a player has what set-up gives, up to the first turn.
cdef enum:                    # StartField
    START_PESOS = 0
    START_TOKENS
    START_GRAIN
    START_CERTIFICATES        # place on the track
    START_ENGINE              # position
    START_WORKERS
    START_FARMERS
    START_BUILDINGS
    START_OBJECTIVES
    START_MASTERS
    START_DISCS
    START_DISCARD             # cards but exhaustion
    START_KNOWN

cdef struct Fault:
    i32 code                  # FaultCode
    i32 seat
    i32 place
    i64 expected
    i64 also
    i64 got

cdef struct Faults:
    int n
    Fault found[MAX_FAULTS]


cdef inline void tell(Faults* faults, int code, int seat, int place, i64 expected, i64 also,
                      i64 got) noexcept nogil:
    """Note a fault."""
    cdef Fault* fault
    if faults.n == MAX_FAULTS:
        return
    fault = &faults.found[faults.n]
    faults.n += 1
    fault.code, fault.seat, fault.place = code, seat, place
    fault.expected, fault.also, fault.got = expected, also, got


cdef inline void tell_of_seat(Faults* faults, int code, int seat, i64 expected,
                              i64 got) noexcept nogil:
    """Note a fault of a seat as a whole."""
    tell(faults, code, seat, NOBODY, expected, 0, got)


cdef inline void tell_of_place(Faults* faults, int code, int place, i64 expected,
                               i64 got) noexcept nogil:
    """Note a fault of a place, or of all pieces of a kind."""
    tell(faults, code, NOBODY, place, expected, 0, got)


cdef inline void tell_of_game(Faults* faults, int code, i64 expected, i64 got) noexcept nogil:
    """Note a fault of the game as a whole."""
    tell(faults, code, NOBODY, NOBODY, expected, 0, got)
