"""The way back: what a simulated game adds to the nodes it went through."""
from libc.math cimport sqrt
from engine_c.common.table cimport MAX_SEATS
from engine_c.search.settings cimport RESCALE_DEVIATION, RESCALE_RANGE
from engine_c.search.tree cimport Node
from engine_c.common.worth cimport Worth

cdef enum:
    SETTLED = 8               # a node of so many visits has a mean that says something
    ASSUMED = 8               # games that count as if seen with a deviation of 1/4

# What rewards were seen, by seat: it tells what is a large difference in this position.
cdef struct Seen:
    double games
    double sum[MAX_SEATS]
    double squares[MAX_SEATS]
    double low[MAX_SEATS]     # of the means of settled nodes; above ``high`` without any
    double high[MAX_SEATS]


cdef inline void clear_seen(Seen* seen) noexcept nogil:
    cdef int seat
    seen.games = 0.0
    for seat in range(MAX_SEATS):
        seen.sum[seat] = seen.squares[seat] = seen.high[seat] = 0.0
        seen.low[seat] = 1.0


cdef inline void back_up(Node** path, int depth, const Worth* worth, int seats,
                         Seen* seen) noexcept nogil:
    """Add one visit and every seat's reward to ``path[0 .. depth]``."""
    cdef int i, seat
    cdef double mean
    for i in range(depth + 1):
        path[i].visits += 1
        for seat in range(seats):
            path[i].reward[seat] += worth[seat].reward
        if path[i].visits >= SETTLED:
            for seat in range(seats):
                mean = path[i].reward[seat] / path[i].visits
                seen.low[seat] = min(seen.low[seat], mean)
                seen.high[seat] = max(seen.high[seat], mean)
    seen.games += 1.0
    for seat in range(seats):
        seen.sum[seat] += worth[seat].reward
        seen.squares[seat] += worth[seat].reward * worth[seat].reward


cdef inline double unit_of(const Seen* seen, int seat, int rescale) noexcept nogil:
    """What counts as a large difference between rewards of a seat, about 1 at the start."""
    cdef double mean
    if rescale == RESCALE_RANGE and seen.high[seat] > seen.low[seat]:
        return max(seen.high[seat] - seen.low[seat], 0.01)
    if rescale == RESCALE_DEVIATION and seen.games > 0.0:
        mean = seen.sum[seat] / seen.games
        return 4.0 * sqrt((max(seen.squares[seat] - mean * seen.sum[seat], 0.0) + ASSUMED / 16.0)
                          / (seen.games + ASSUMED))
    return 1.0
