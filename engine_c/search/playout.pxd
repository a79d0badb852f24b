"""From a leaf to the end of the game, and what the end is worth to each seat."""
from libc.math cimport fabs
from engine_c.common.random cimport below
from engine_c.common.table cimport GameTable
from engine_c.common.types cimport u32, u64

cdef enum:
    MAX_PLAYOUT = 100000      # decisions; guards against a game that never ends

# How one finished game counts for one seat.
cdef struct Worth:
    double win                # 1 for the winner; a tie is shared
    double margin             # points ahead of the best opponent
    double reward             # 0 .. 1, what the search maximises


cdef inline void play_out(const GameTable* table, void* state, u32* legal,
                          u64* rng) noexcept nogil:
    """Play uniformly random actions to the end, in place. ``legal`` is a buffer."""
    cdef int decision, n = table.legal(table.context, state, legal)
    cdef u32 chosen
    for decision in range(MAX_PLAYOUT):
        if n == 0:
            return
        chosen = legal[0 if n == 1 else below(rng, <u32>n)]
        if table.step_legal != NULL:
            n = table.step_legal(table.context, state, chosen, legal)
        else:
            table.step(table.context, state, chosen)
            n = table.legal(table.context, state, legal)


cdef inline void appraise(const double* points, int seats, double win_weight,
                          double margin_scale, Worth* out) noexcept nogil:
    """The worth of final points for every seat.

    The margin enters squashed to ``1/2 + m / (2 (scale + |m|))``: ½ when level,
    ¾ when ``scale`` points ahead.
    """
    cdef int seat, other, winners = 0
    cdef double best = points[0], rival
    for seat in range(1, seats):
        best = max(best, points[seat])
    for seat in range(seats):
        winners += points[seat] == best
    for seat in range(seats):
        rival = 0.0 if seats == 1 else -1e300
        for other in range(seats):
            if other != seat:
                rival = max(rival, points[other])
        out[seat].win = 1.0 / winners if points[seat] == best else 0.0
        out[seat].margin = points[seat] - rival
        out[seat].reward = (
            win_weight * out[seat].win
            + (1.0 - win_weight)
            * (0.5 + 0.5 * out[seat].margin / (margin_scale + fabs(out[seat].margin))))
