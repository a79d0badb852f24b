"""What is noted about each action at the root beside its node."""
from engine_c.common.types cimport u32
from engine_c.common.worth cimport Worth

# Sums over the games that began with one action, for the searching seat. The
# report figures follow in memory: report_size sums, then report_size sums of squares.
cdef struct Tally:
    double games
    double forced             # games the search did not choose itself to begin so
    double reward
    double win
    double win_squares
    double margin


cdef inline size_t tally_size(int report_size) noexcept nogil:
    """Bytes of one tally with its report figures."""
    return sizeof(Tally) + 2 * report_size * sizeof(double)


cdef inline Tally* tally_at(char* tallies, int index, int report_size) noexcept nogil:
    return <Tally*>(tallies + index * tally_size(report_size))


cdef inline double* figures_of(Tally* tally) noexcept nogil:
    return <double*>(<char*>tally + sizeof(Tally))


cdef inline void note(Tally* tally, const Worth* worth, const double* figures,
                      int report_size, bint forced) noexcept nogil:
    """Add one game. The points, which come first, may be means with a spread."""
    cdef double* sums = figures_of(tally)
    cdef int k
    tally.games += 1.0
    tally.forced += forced
    tally.reward += worth.reward
    tally.win += worth.win
    tally.win_squares += worth.win * worth.win
    tally.margin += worth.margin
    for k in range(report_size):
        sums[k] += figures[k]
        sums[report_size + k] += figures[k] * figures[k]
    if report_size:
        sums[report_size] += worth.spread


cdef inline int index_of(const u32* actions, int n, u32 action) noexcept nogil:
    """Where an action stands in an ascending list that holds it."""
    cdef int low = 0, high = n, middle
    while low < high:
        middle = (low + high) >> 1
        if actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low
