"""What to expect of a position at the edge of a turn: a small network over its features.

One network serves every seat. It looks at the seat's own figures, at the mean of the
others' and at the table's; a layer of rectified units and a linear part beside it
lead to the outputs. Points are the sum of the categories, and each category is what it
would score now plus what the network adds. The chances of winning are a softmax over
the seats. The weights are learned by self-play, see ``learning.pyx``.
"""
from libc.math cimport expf
from libc.string cimport memset
from engine_c.argentina.features cimport (
    POINTS_AT, POINTS_SCALE, SEAT_FEATURES, TABLE_FEATURES, seat_features, table_features,
)
from engine_c.argentina.rules cimport MAX_PLAYERS, Rules
from engine_c.argentina.scoring cimport CATEGORIES
from engine_c.argentina.state cimport State

cdef enum:
    INPUTS = 2 * SEAT_FEATURES + TABLE_FEATURES
    OUTPUT_WIN = 0            # logit of winning
    OUTPUT_GAINS = 1          # to each category, in tens of points
    OUTPUT_SPREAD = OUTPUT_GAINS + CATEGORIES   # logarithm of the variance of the points
    OUTPUTS = 16              # two are not used
    MAX_HIDDEN = 64
    TENS = 10

cdef struct Network:
    int hidden                # rectified units, a multiple of 4
    const float* first        # [INPUTS + 1][OUTPUTS + hidden]: linear part, units; last row: bias
    const float* second       # [hidden][OUTPUTS]


cdef inline void feed(const float* inputs, int n, const float* rows, int width,
                      float* sums) noexcept nogil:
    """Add every input times its row of weights; most inputs are 0."""
    cdef const float* row
    cdef float x
    cdef int i, k
    for i in range(n):
        x = inputs[i]
        if x != 0.0:
            row = rows + i * width
            for k in range(width):
                sums[k] += x * row[k]


cdef inline void outputs_of(const Network* network, const float* own, const float* others,
                            const float* table, float* out) noexcept nogil:
    """The outputs for one seat into ``out[OUTPUTS]``."""
    cdef float sums[OUTPUTS + MAX_HIDDEN]
    cdef int width = OUTPUTS + network.hidden
    cdef const float* row
    cdef int i, k
    for k in range(width):
        sums[k] = network.first[INPUTS * width + k]
    feed(own, SEAT_FEATURES, network.first, width, sums)
    feed(others, SEAT_FEATURES, network.first + SEAT_FEATURES * width, width, sums)
    feed(table, TABLE_FEATURES, network.first + 2 * SEAT_FEATURES * width, width, sums)
    for k in range(OUTPUTS):
        out[k] = sums[k]
    for i in range(network.hidden):
        if sums[OUTPUTS + i] > 0:
            row = network.second + i * OUTPUTS
            for k in range(OUTPUTS):
                out[k] += sums[OUTPUTS + i] * row[k]


cdef inline void evaluate(const Rules* rules, const Network* network, State* s, double* win,
                          double* figures, double* spread) noexcept nogil:
    """Chances, expected points with their categories, and the variance of the points by seat.

    ``win[players]``, ``figures[players][1 + CATEGORIES]``, ``spread[players]``.
    """
    cdef float own[MAX_PLAYERS][SEAT_FEATURES]
    cdef float others[SEAT_FEATURES]
    cdef float table[TABLE_FEATURES]
    cdef float out[OUTPUTS]
    cdef double* row
    cdef double total = 0, most = -1e300
    cdef int seat, other, k, place
    table_features(rules, s, table)
    for seat in range(s.players):
        seat_features(rules, s, seat, own[seat])
    for seat in range(s.players):
        memset(others, 0, sizeof(others))
        for other in range(s.players):
            if other != seat:
                for k in range(SEAT_FEATURES):
                    others[k] += own[other][k]
        for k in range(SEAT_FEATURES):
            others[k] /= <float>(s.players - 1)
        outputs_of(network, own[seat], others, table, out)
        win[seat] = out[OUTPUT_WIN]
        most = max(most, win[seat])
        spread[seat] = expf(min(out[OUTPUT_SPREAD], <float>TENS))
        row = figures + seat * (CATEGORIES + 1)
        row[0] = 0
        for k in range(CATEGORIES):
            row[1 + k] = TENS * out[OUTPUT_GAINS + k] + own[seat][POINTS_AT + k] * POINTS_SCALE
            row[0] += row[1 + k]
    for seat in range(s.players):
        win[seat] = expf(<float>(win[seat] - most))
        total += win[seat]
    for seat in range(s.players):
        win[seat] /= total
