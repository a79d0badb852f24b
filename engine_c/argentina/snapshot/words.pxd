"""The ids of a ruleset as snapshots show them."""
from libc.string cimport memcmp
from engine_c.common.msgpack cimport Wire, exactly
from engine_c.common.types cimport u8, u16
from engine_c.argentina.figures.rules cimport MAX_FARMER_SPACES, Rules

cdef enum:
    MAX_IDS = 255             # of one kind
    MAX_STARTS = 256          # one more: where the last one ends

# The ids of one kind by the core's index, each in msgpack; one that is empty stands for none.
cdef struct Ids:
    int n
    const u8* texts           # one after another
    u16 start[MAX_STARTS]

# Every kind of id, and what leads from an id to the core's code where that is no index.
cdef struct Words:
    const Rules* rules
    Ids formats               # of a state, of a view
    Ids game
    Ids ruleset               # its digest
    Ids cards                 # cattle, exhaustion, objectives
    Ids cattle
    Ids objectives
    Ids classes
    Ids tiles                 # workers, farmers
    Ids farmer_tiles
    Ids workers
    Ids station_workers       # and the granjero
    Ids colours
    Ids bags
    Ids rows
    Ids strengths
    Ids spaces
    Ids sites                 # building spaces by the index of the space, then "out"
    Ids neutral_spaces
    Ids neutral
    Ids farmer_spaces         # by running index
    Ids numbers               # of private buildings
    Ids ships
    Ids quays
    Ids bonus
    Ids stations
    Ids masters
    Ids track
    Ids disc_spaces
    Ids certificates          # the values of the track
    Ids offers
    Ids programs
    Ids decisions             # by FrameKind
    Ids visits
    Ids stages
    u8 farmer_space[MAX_FARMER_SPACES]   # by running index


cdef inline int one_of(Wire* w, const Ids* ids, int index) noexcept nogil:
    """One of the ids, by index."""
    cdef int at, size
    cdef const u8* text
    if not w.reading:
        if 0 <= index < ids.n and ids.start[index + 1] > ids.start[index]:
            exactly(w, &ids.texts[ids.start[index]], ids.start[index + 1] - ids.start[index])
        else:
            w.bad = True
        return index
    # If an id stood twice, the last would count.
    for at in range(ids.n - 1, -1, -1):
        text = &ids.texts[ids.start[at]]
        size = ids.start[at + 1] - ids.start[at]
        # Length and last byte tell most ids apart.
        if not 0 < size <= w.end - w.at or text[0] != w.at[0] or text[size - 1] != w.at[size - 1]:
            continue
        if memcmp(w.at, text, size) == 0:
            w.at += size
            return at
    w.bad = True
    return 0
