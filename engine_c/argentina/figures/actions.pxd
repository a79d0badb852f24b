"""Actions: one 32-bit value each, the kind in the top six bits, then arguments.

A value says the same thing in every state under one ruleset; its text forms are
in ``gwta_ai/games/argentina/notation/``. Card arguments are the kind of the card plus one, so
that zero means "no card".
"""
from engine_c.common.types cimport u32

cdef enum:
    KIND_SHIFT = 26

cdef enum:                    # ActionKind
    ACT_PLACE = 1       # space: first turn, put the estanciero there
    ACT_MOVE            # space << 20 | mask of fee segments that tell routes apart
    ACT_LOCAL           # local << 16 | alternative << 12 | card << 6 | second card
    ACT_LOCAL_AUX       # local << 16 | alternative << 12 | auxiliary << 1 | double
    ACT_AUX             # auxiliary: the single one in place of local actions
    ACT_HELP_HERE       # help the farmer one stands on
    ACT_PLAY            # kind of the objective card
    ACT_TOKEN           # cards to draw
    ACT_DISCARD         # kind of card
    ACT_REMOVE          # kind of card
    ACT_DRAW            # cards to draw
    ACT_HIRE            # job market row << 3 | worker kind
    ACT_BUILD           # number of the building, from 0
    ACT_BUILD_AT        # space
    ACT_BUY             # offer << 12 | card << 6 | second card
    ACT_DRAW_CATTLE     # a gaucho adds cards to the market
    ACT_ENGINE          # railroad position
    ACT_UPGRADE         # station
    ACT_DISC            # disc space
    ACT_STATION_DISC    # station the disc is taken from
    ACT_MASTER          # row whose worker is given up
    ACT_OBJECTIVE       # kind of the card taken from the display
    ACT_OBJECTIVE_STACK # the top of the stack
    ACT_FARMER          # space of the farmer to help
    ACT_REVEAL          # four cards, six bits each, ascending, zeros last
    ACT_ADD             # colour of the farmer added to the row
    ACT_DELIVER         # quay << 6 | bonus
    ACT_INCOME          # temporary certificates spent
    ACT_SHIP            # ship
    ACT_FORESIGHT       # kind of tile
    ACT_TAKE            # kind of cattle card taken from the market
    ACT_STOP            # no more of the current action
    ACT_FORFEIT         # leave the current reward or offer
    ACT_END             # end phase B, or leave Buenos Aires
    ACT_KINDS


cdef inline u32 action(int kind, u32 argument) noexcept nogil:
    return (<u32>kind << KIND_SHIFT) | argument


cdef inline int kind_of(u32 act) noexcept nogil:
    return <int>(act >> KIND_SHIFT)


cdef inline u32 argument_of(u32 act) noexcept nogil:
    return act & ((1 << KIND_SHIFT) - 1)
