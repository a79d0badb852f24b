"""What to expect of a position at the edge of a turn: a small network over its features.

One network serves every seat. It looks at the seat's own figures, at the mean of the
others' and at the table's; a layer of rectified units and a linear part beside it
lead to the outputs. Points are the sum of the categories, and each category is what it
would score now plus what the network adds. The chances of winning are a softmax over
the seats. The weights are learned by self-play, see ``learning.pyx``.
"""
from libc.string cimport memcpy, memset
from engine_c.common.elementary cimport exponential
from engine_c.common.linear cimport BLOCK, project
from engine_c.argentina.learned.features cimport (
    POINTS_AT, POINTS_SCALE, SEAT_FEATURES, TABLE_FEATURES, seat_features, table_features,
)
from engine_c.argentina.figures.rules cimport MAX_PLAYERS, Rules
from engine_c.argentina.table.scoring cimport CATEGORIES
from engine_c.argentina.figures.state cimport State

cdef enum:
    INPUTS = 2 * SEAT_FEATURES + TABLE_FEATURES
    OUTPUT_WIN = 0            # logit of winning
    OUTPUT_GAINS = 1          # to each category, in tens of points
    OUTPUT_SPREAD = OUTPUT_GAINS + CATEGORIES   # logarithm of the variance of the points
    OUTPUTS = 16              # two are not used
    MAX_HIDDEN = 64
    TENS = 10                 # points for an output of 1
    MOST_LOG_SPREAD = 10      # of the variance: more is an output gone astray

cdef struct Network:
    int hidden                # rectified units, a multiple of BLOCK
    const float* first        # [INPUTS + 1][OUTPUTS + hidden]: linear part, units; last row: bias
    const float* second       # [hidden][OUTPUTS]


# The inputs of one kind that are not 0; most are.
cdef struct Sparse:
    int n
    int at[SEAT_FEATURES]
    float value[SEAT_FEATURES]


cdef inline void gather(const float* inputs, int n, Sparse* out) noexcept nogil:
    cdef int i, count = 0
    for i in range(n):
        # No branch: it could not be foreseen.
        out.at[count] = i
        out.value[count] = inputs[i]
        count += inputs[i] != 0.0
    out.n = count


cdef inline void lead_on(const Network* network, const float* sums, float* out) noexcept nogil:
    """From the sums of the first layer to the outputs."""
    cdef const float* row
    cdef int i, k
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
    cdef float features[SEAT_FEATURES]
    cdef float now[MAX_PLAYERS][CATEGORIES]
    cdef float own[MAX_PLAYERS][OUTPUTS + MAX_HIDDEN]
    cdef float others[MAX_PLAYERS][OUTPUTS + MAX_HIDDEN]
    cdef float table[OUTPUTS + MAX_HIDDEN]
    cdef float sums[OUTPUTS + MAX_HIDDEN]
    cdef float out[OUTPUTS]
    cdef Sparse sparse
    cdef double* row
    cdef double total = 0, most = -1e300
    cdef int seat, other, k, width = OUTPUTS + network.hidden
    table_features(rules, s, features)
    gather(features, TABLE_FEATURES, &sparse)
    project(sparse.at, sparse.value, sparse.n, network.first + 2 * SEAT_FEATURES * width, width,
            table)
    for k in range(width):
        table[k] += network.first[INPUTS * width + k]
    for seat in range(s.players):
        seat_features(rules, s, seat, features)
        memcpy(now[seat], features + POINTS_AT, sizeof(now[seat]))
        gather(features, SEAT_FEATURES, &sparse)
        project(sparse.at, sparse.value, sparse.n, network.first, width, own[seat])
        project(sparse.at, sparse.value, sparse.n, network.first + SEAT_FEATURES * width, width,
                others[seat])
    for seat in range(s.players):
        memset(sums, 0, sizeof(sums))
        for other in range(s.players):
            if other != seat:
                for k in range(width):
                    sums[k] += others[other][k]
        for k in range(width):
            sums[k] = table[k] + own[seat][k] + sums[k] / <float>(s.players - 1)
        lead_on(network, sums, out)
        win[seat] = out[OUTPUT_WIN]
        most = max(most, win[seat])
        spread[seat] = exponential(min(out[OUTPUT_SPREAD], <float>MOST_LOG_SPREAD))
        row = figures + seat * (CATEGORIES + 1)
        row[0] = 0
        for k in range(CATEGORIES):
            row[1 + k] = TENS * out[OUTPUT_GAINS + k] + now[seat][k] * POINTS_SCALE
            row[0] += row[1 + k]
    for seat in range(s.players):
        win[seat] = exponential(win[seat] - most)
        total += win[seat]
    for seat in range(s.players):
        win[seat] /= total
