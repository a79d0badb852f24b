"""Frames: the pending decisions, each what is to be decided and the parts it is decided by.

A state holds a stack of them, the decision at hand on top. The parts of a frame are small
numbers; what each says depends on the kind, and so each kind has names for its own: a
part is read as ``f.part[LOCATION_VISIT]``. Parts that a kind has no name for stay zero.
"""
from engine_c.common.types cimport i16, u8

cdef enum:
    MAX_FRAMES = 12           # bound on the depth of pending decisions
    FRAME_PARTS = 4

# What a frame on the stack waits for. The bottom frame is one of the first five.
cdef enum:                    # FrameKind
    FRAME_NONE = 0
    FRAME_PLACE               # put the estanciero on a neutral building
    FRAME_MOVE                # phase A
    FRAME_LOCATION            # phase B at a location other than Buenos Aires
    FRAME_BUENOS_AIRES        # phase B there; n: total of the income, once it is taken
    FRAME_END_TURN            # phase C
    # actions
    FRAME_PROGRAM             # an action under way
    FRAME_COST                # a card that it costs; or forfeit it
    FRAME_DISCARD             # cards to discard; n: how many are owed
    FRAME_REMOVE              # cards to remove from the game; n: how many more may be
    FRAME_DRAW                # how many cards to draw; n: at most
    FRAME_STEPS               # where to move on within phase B; n: steps at most
    FRAME_HIRE                # a worker; n: change of the cost
    FRAME_BUILD               # the building; n: pesos per carpintero
    FRAME_BUILD_AT            # its space; n: pesos per carpintero
    FRAME_BUY                 # cattle; n: gauchos left
    FRAME_ENGINE              # how far it goes; n: spaces at most
    FRAME_STATION             # whether to upgrade the station at hand
    FRAME_DISC                # which disc to place
    FRAME_MASTER              # whom to give up for the station master
    FRAME_UPGRADE_BEHIND      # which station
    FRAME_OBJECTIVE           # which card
    FRAME_HELP                # farmers, then cattle; n: farmers at most, or minus the only space
    FRAME_ADD                 # which farmer goes into the row
    FRAME_DELIVERY            # an extra one
    FRAME_TAKE_CATTLE         # which card of the market
    FRAME_KINDS

cdef struct Frame:
    u8 kind                   # FrameKind
    u8 must                   # 1: committed, no forfeiting before the first effect
    u8 part[FRAME_PARTS]      # see below
    i16 n                     # a number, see FrameKind


# --- the parts of each kind -------------------------------------------------------------------

cdef enum:                    # parts of FRAME_LOCATION
    LOCATION_DONE = 0         # mask of the local actions done
    LOCATION_VISIT            # VisitMode
    LOCATION_LAST             # bit of the local action chosen last, as it may be taken back
    LOCATION_VISIT_BEFORE     # VisitMode before that choice

cdef enum:                    # VisitMode
    VISIT_FRESH = 0           # nothing performed yet
    VISIT_LOCAL = 1           # a local action was performed
    VISIT_CLOSED = 2          # nothing more of the location may be used

cdef enum:                    # parts of FRAME_BUENOS_AIRES
    BUENOS_AIRES_STAGE = 0    # BuenosAiresStage
    BUENOS_AIRES_TOKEN_ROW = 2    # row of the job market token on arrival

cdef enum:                    # BuenosAiresStage
    STAGE_DELIVERY = 0
    STAGE_INCOME
    STAGE_LOADING
    STAGE_FORESIGHT_A
    STAGE_FORESIGHT_B
    STAGE_FORESIGHT_C
    STAGE_LEAVE

cdef enum:                    # parts of FRAME_PROGRAM
    PROGRAM_INDEX = 0         # in Rules.programs
    PROGRAM_NEXT              # its next effect
    PROGRAM_PERFORMED         # 1 once anything was performed

cdef enum:                    # parts of FRAME_COST
    COST_PROGRAM = 0          # the program that costs the card

cdef enum:                    # parts of FRAME_DISCARD
    DISCARD_LOWEST = 0        # kind of card from which on it may be chosen

cdef enum:                    # parts of FRAME_REMOVE
    REMOVE_LOWEST = 0         # kind of card from which on it may be chosen

cdef enum:                    # parts of FRAME_DRAW
    DRAW_THEN = 0             # DrawThen

cdef enum:                    # DrawThen: what follows for as many cards
    THEN_DISCARD = 0
    THEN_REMOVE
    THEN_NOTHING

cdef enum:                    # parts of FRAME_BUILD_AT
    BUILD_AT_NUMBER = 0       # of the building that was chosen

cdef enum:                    # parts of FRAME_BUY: the last purchase since cards were added
    BUY_OFFER = 0
    BUY_FIRST_CARD            # 1 + kind, 0: no purchase yet
    BUY_SECOND_CARD           # 1 + kind, 0: none
    BUY_BEGUN                 # 1 once a gaucho was used

cdef enum:                    # parts of FRAME_STATION
    STATION_AT = 0            # the station

cdef enum:                    # parts of FRAME_DISC
    DISC_PURPOSE = 0          # DiscPurpose
    DISC_TARGET               # the ship, station or quay

cdef enum:                    # DiscPurpose
    DISC_ON_SHIP = 0
    DISC_ON_STATION
    DISC_ON_QUAY

cdef enum:                    # parts of FRAME_MASTER
    MASTER_STATION = 0        # the station

cdef enum:                    # parts of FRAME_HELP
    HELP_FIRST = 0            # spaces of the farmers chosen, ascending, 0: none
    HELP_SECOND
    HELP_THIRD
    HELP_EXTRA                # strength that the building adds

cdef enum:                    # parts of FRAME_ADD
    ADD_FIRST = 0             # farmers just received, by colour: those of the first one

cdef enum:                    # parts of FRAME_TAKE_CATTLE
    TAKE_CATTLE_CARD_CLASS = 0    # of the card that may be taken
    TAKE_CATTLE_INTO_HAND         # 1: into hand, 0: onto the discard pile


cdef inline void clear(Frame* f) noexcept nogil:
    cdef int i
    f.kind = f.must = 0
    for i in range(FRAME_PARTS):
        f.part[i] = 0
    f.n = 0
