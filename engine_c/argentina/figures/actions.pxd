"""Actions: one 32-bit value each, the kind in the top six bits, then its argument.

A value says the same thing in every state under one ruleset; its text forms are in
``gwta_ai/games/argentina/notation/``. An argument of one part is that number itself. Where
several parts lie in it stands in this file alone: functions pack them and take them out.
Cards are given as their kinds; a value holds the kind plus one, so that zero is no card.
"""
from engine_c.argentina.figures.rules cimport MAX_REVEALED
from engine_c.common.types cimport u32

cdef enum:
    KIND_SHIFT = 26
    DESTINATION_SHIFT = 20    # of a move; below it the segments
    LOCAL_SHIFT = 16
    ALTERNATIVE_SHIFT = 12
    LOCAL_MASK = 15           # of a local action, and of its alternative
    CARD_SHIFT = 6            # from one card to the next
    CARD_MASK = 63
    AUXILIARY_SHIFT = 1       # below it whether it is the double one
    AUXILIARY_MASK = 7
    HIRE_ROW_SHIFT = 3        # below it the worker
    OFFER_SHIFT = 12          # below it two cards
    QUAY_SHIFT = 6            # below it the bonus space
    BONUS_MASK = 63
    NO_CARD = -1              # in place of a kind

cdef enum:                    # ActionKind
    ACT_PLACE = 1       # space: first turn, put the estanciero there
    ACT_MOVE            # space, mask of the segments whose Hands tell routes apart
    ACT_LOCAL           # local action, alternative, up to two cards
    ACT_LOCAL_AUX       # local action, alternative, auxiliary, whether double
    ACT_AUX             # auxiliary: the single one in place of local actions
    ACT_HELP_HERE       # help the farmer one stands on
    ACT_PLAY            # kind of the objective card
    ACT_TOKEN           # cards to draw
    ACT_DISCARD         # kind of card
    ACT_REMOVE          # kind of card
    ACT_DRAW            # cards to draw
    ACT_HIRE            # job market row, worker kind
    ACT_BUILD           # number of the building, from 0
    ACT_BUILD_AT        # space
    ACT_BUY             # offer, one or two cards
    ACT_DRAW_CATTLE     # a gaucho adds cards to the market
    ACT_ENGINE          # railroad position
    ACT_UPGRADE         # station
    ACT_DISC            # disc space
    ACT_STATION_DISC    # station the disc is taken from
    ACT_MASTER          # row whose worker is given up
    ACT_OBJECTIVE       # kind of the card taken from the display
    ACT_OBJECTIVE_STACK # the top of the stack
    ACT_FARMER          # space of the farmer to help
    ACT_REVEAL          # up to four cards, ascending
    ACT_ADD             # colour of the farmer added to the row
    ACT_DELIVER         # quay, bonus space
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
    """All parts as one number; where there is but one, that part."""
    return act & ((1 << KIND_SHIFT) - 1)


# --- moves --------------------------------------------------------------------------------

cdef inline u32 move_action(int space, u32 segments) noexcept nogil:
    return action(ACT_MOVE, (<u32>space << DESTINATION_SHIFT) | segments)


cdef inline int destination_of(u32 act) noexcept nogil:
    return <int>(argument_of(act) >> DESTINATION_SHIFT)


cdef inline u32 segments_of(u32 act) noexcept nogil:
    return act & ((1 << DESTINATION_SHIFT) - 1)


# --- two cards, in the lowest places ------------------------------------------------------

cdef inline u32 two_cards(int first, int second) noexcept nogil:
    return (<u32>(first + 1) << CARD_SHIFT) | <u32>(second + 1)


cdef inline int first_card_of(u32 act) noexcept nogil:
    """Of a local action or a purchase."""
    return <int>((act >> CARD_SHIFT) & CARD_MASK) - 1


cdef inline int second_card_of(u32 act) noexcept nogil:
    """Of a local action or a purchase."""
    return <int>(act & CARD_MASK) - 1


# --- local actions ------------------------------------------------------------------------

cdef inline u32 local_and_alternative(int local, int alternative) noexcept nogil:
    return (<u32>local << LOCAL_SHIFT) | (<u32>alternative << ALTERNATIVE_SHIFT)


cdef inline u32 local_action(int local, int alternative, int first, int second) noexcept nogil:
    """With the cards that it costs."""
    return action(
        ACT_LOCAL, local_and_alternative(local, alternative) | two_cards(first, second)
    )


cdef inline u32 local_auxiliary_action(int local, int alternative, int auxiliary,
                                       bint double_) noexcept nogil:
    return action(
        ACT_LOCAL_AUX,
        local_and_alternative(local, alternative) | (<u32>auxiliary << AUXILIARY_SHIFT) | double_,
    )


cdef inline int local_of(u32 act) noexcept nogil:
    return <int>(act >> LOCAL_SHIFT) & LOCAL_MASK


cdef inline int alternative_of(u32 act) noexcept nogil:
    return <int>(act >> ALTERNATIVE_SHIFT) & LOCAL_MASK


cdef inline int auxiliary_of(u32 act) noexcept nogil:
    """Of ACT_LOCAL_AUX; of ACT_AUX it is the whole argument."""
    return <int>(act >> AUXILIARY_SHIFT) & AUXILIARY_MASK


cdef inline bint used_double(u32 act) noexcept nogil:
    return act & 1


# --- hiring, buying, delivering -----------------------------------------------------------

cdef inline u32 hire_action(int row, int worker) noexcept nogil:
    return action(ACT_HIRE, (<u32>row << HIRE_ROW_SHIFT) | <u32>worker)


cdef inline int job_row_of(u32 act) noexcept nogil:
    return <int>(argument_of(act) >> HIRE_ROW_SHIFT)


cdef inline int worker_of(u32 act) noexcept nogil:
    return <int>(act & ((1 << HIRE_ROW_SHIFT) - 1))


cdef inline u32 buy_action(int offer, int first, int second) noexcept nogil:
    return action(ACT_BUY, (<u32>offer << OFFER_SHIFT) | two_cards(first, second))


cdef inline int offer_of(u32 act) noexcept nogil:
    return <int>(argument_of(act) >> OFFER_SHIFT)


cdef inline u32 deliver_action(int quay, int bonus) noexcept nogil:
    return action(ACT_DELIVER, (<u32>quay << QUAY_SHIFT) | <u32>bonus)


cdef inline int quay_of(u32 act) noexcept nogil:
    return <int>(argument_of(act) >> QUAY_SHIFT)


cdef inline int bonus_of(u32 act) noexcept nogil:
    return <int>(act & BONUS_MASK)


# --- revealed cards: the first in the highest place -----------------------------------------

cdef inline u32 reveal_too(u32 act, int place, int kind) noexcept nogil:
    """ACT_REVEAL with one more card, in a place from 0 that has none."""
    return act | (<u32>(kind + 1) << (CARD_SHIFT * (MAX_REVEALED - 1 - place)))


cdef inline int revealed(u32 act, int place) noexcept nogil:
    return <int>((act >> (CARD_SHIFT * (MAX_REVEALED - 1 - place))) & CARD_MASK) - 1
