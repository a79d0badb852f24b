"""Move averages: how games went in which a seat took some action, wherever it was.

Source: H. Finnsson, Y. Björnsson, "Simulation-based approach to general game playing"
(AAAI 2008), called MAST there. An action that was seldom taken leans on the average of
its kind. The averages forget slowly, as play gets better.
"""
from engine_c.common.table cimport MAX_SEATS
from engine_c.common.types cimport u8, u32
from engine_c.common.worth cimport Worth

cdef enum:
    SLOTS = 2048              # actions that share one share its average
    KINDS = 64
    MOST_NOTED = 512          # actions of a simulation beyond are not counted
    MEMORY = 1000             # games after which an average begins to forget
    LEANING = 8               # games of its kind that count beside those of an action

cdef struct Average:
    float games
    float mean

cdef struct Mast:
    Average by_action[MAX_SEATS][SLOTS]
    Average by_kind[MAX_SEATS][KINDS]
    Average overall[MAX_SEATS]
    # The simulation at hand.
    int noted
    u8 seats[MOST_NOTED]
    u32 actions[MOST_NOTED]


cdef inline u32 slot_of(u32 action) noexcept nogil:
    return (action * <u32>2654435769) >> 21


cdef inline u32 kind_of(u32 action, int shift) noexcept nogil:
    """The kind of an action; all are of one kind where the game tells none apart."""
    return (action >> shift) % KINDS if shift else 0


cdef inline void note_action(Mast* mast, int seat, u32 action) noexcept nogil:
    """Remember an action of the simulation at hand."""
    if mast.noted < MOST_NOTED:
        mast.seats[mast.noted] = <u8>seat
        mast.actions[mast.noted] = action
        mast.noted += 1


cdef inline void count_in(Average* average, float reward) noexcept nogil:
    if average.games < MEMORY:
        average.games += 1
    average.mean += (reward - average.mean) / average.games


cdef inline void settle(Mast* mast, const Worth* worth, int shift) noexcept nogil:
    """The simulation is over: credit its actions and forget them."""
    cdef int i, seat
    cdef u32 action
    cdef float reward
    for i in range(mast.noted):
        seat, action = mast.seats[i], mast.actions[i]
        reward = <float>worth[seat].reward
        count_in(&mast.by_action[seat][slot_of(action)], reward)
        count_in(&mast.by_kind[seat][kind_of(action, shift)], reward)
        count_in(&mast.overall[seat], reward)
    mast.noted = 0


cdef inline void add_averages(const Mast* mast, int seat, const u32* actions, int n, int shift,
                              float weight, float* logits) noexcept nogil:
    """Add ``weight`` times what each action's average is above that of all actions."""
    cdef int i
    cdef const Average* own
    cdef const Average* kind
    for i in range(n):
        kind = &mast.by_kind[seat][kind_of(actions[i], shift)]
        own = &mast.by_action[seat][slot_of(actions[i])]
        if kind.games > 0:
            logits[i] += weight * (
                (own.games * own.mean + LEANING * kind.mean) / (own.games + LEANING)
                - mast.overall[seat].mean)
