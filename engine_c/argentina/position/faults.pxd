"""What is wrong with a position, or suspicious, as the checks of this folder find it.

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
    # suspicious: possible, and hardly come of play
    SUSPECT_TURN              # [-, most, -, turn]
    SUSPECT_PESOS_AT_START    # [-, pesos, -, pesos]
    SUSPECT_PESOS             # [-, most, turns of the player, pesos]
    SUSPECT_TOKENS            # [-, most, -, n]
    SUSPECT_HAND              # [-, limit, -, n]
    SUSPECT_COINS             # [space, most, -, coins]

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
