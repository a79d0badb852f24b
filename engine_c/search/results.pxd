"""What is noted about each action at the root beside its node."""
from engine_c.common.types cimport u32
from engine_c.common.worth cimport Worth

cdef enum:
    BATCHES = 16

# The games that began with one action cut into batches of equal length, in their order: the
# means of the batches differ by more than single games explain, as the tree grows and changes
# its mind. Whenever all are full two and two become one, so that 8 to 16 are full from
# the eighth game on.
cdef struct Batches:
    u32 size                  # games of a batch
    u32 games                 # in the one that is open
    int full
    double sums[BATCHES]      # of the share of winning


# Sums over the games that began with one action, for the searching seat. The
# report figures follow in memory: report_size sums, then report_size sums of squares.
cdef struct Tally:
    Batches batches
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


cdef inline void note_in_batch(Batches* batches, double win) noexcept nogil:
    cdef int i
    if batches.games == 0 and batches.full == BATCHES:
        for i in range(BATCHES // 2):
            batches.sums[i] = batches.sums[2 * i] + batches.sums[2 * i + 1]
        batches.full = BATCHES // 2
        batches.size *= 2
    if batches.size == 0:
        batches.size = 1
    if batches.games == 0:
        batches.sums[batches.full] = 0.0
    batches.sums[batches.full] += win
    batches.games += 1
    if batches.games == batches.size:
        batches.games = 0
        batches.full += 1


cdef inline double variance_by_batches(const Batches* batches) noexcept nogil:
    """That of the mean of all games, as the full batches scatter; 0 with fewer than two.

    Source: the method of batch means for sequences that hang together, R. Conway, "Some
    tactical problems in digital simulation" (Management Science 10, 1963).
    """
    cdef int i, n = batches.full
    cdef double mean = 0.0, squares = 0.0, apart
    if n < 2:
        return 0.0
    for i in range(n):
        mean += batches.sums[i] / n
    for i in range(n):
        apart = batches.sums[i] - mean
        squares += apart * apart
    return squares / (n - 1) / n / (<double>batches.size * batches.size)


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
    note_in_batch(&tally.batches, worth.win)
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
