"""From a leaf on: to the end of the game, or to the edge of a turn where it is evaluated."""
from engine_c.common.elementary cimport logarithm
from engine_c.common.random cimport below
from engine_c.common.softmax cimport sample, weigh
from engine_c.common.table cimport GameTable
from engine_c.common.types cimport u32, u64
from engine_c.search.mast cimport Mast, add_averages, note_action
from engine_c.search.settings cimport Settings

cdef enum:
    MAX_PLAYOUT = 100000      # decisions; guards against a game that never ends


cdef inline int play_action(const GameTable* table, void* state, u32 action,
                            u32* legal) noexcept nogil:
    """Perform an action and list what is legal then; returns its number."""
    if table.step_legal != NULL:
        return table.step_legal(table.context, state, action, legal)
    table.step(table.context, state, action)
    return table.legal(table.context, state, legal)


cdef inline void share_by_kind(const u32* legal, int n, int shift, float weight,
                               float* logits) noexcept nogil:
    """Lower the logits of actions by the number of their kind (``legal`` ascends)."""
    cdef int i = 0, first
    cdef float less
    while i < n:
        first = i
        while i < n and legal[i] >> shift == legal[first] >> shift:
            i += 1
        less = weight * <float>logarithm(i - first)
        while first < i:
            logits[first] -= less
            first += 1


cdef inline int sample_action(const GameTable* table, const void* state, const u32* legal,
                              int n, const Settings* settings, float* logits, Mast* mast,
                              u64* rng) noexcept nogil:
    """The index of the action the playout policy draws among several."""
    cdef int i
    cdef bint priors = settings.policy and table.priors != NULL
    cdef bint by_kind = settings.by_kind > 0.0 and table.kind_shift > 0
    if settings.plain or not (priors or by_kind or mast != NULL):
        return below(rng, <u32>n)
    if priors:
        table.priors(table.context, state, legal, n, logits)
    else:
        for i in range(n):
            logits[i] = 0.0
    if mast != NULL:
        add_averages(mast, table.seat_to_move(table.context, state), legal, n, table.kind_shift,
                     <float>settings.mast, logits)
    if by_kind:
        share_by_kind(legal, n, table.kind_shift, <float>settings.by_kind, logits)
    return sample(logits, n, weigh(logits, n, <float>settings.temperature), rng)


cdef inline bint play_out(const GameTable* table, void* state, u32* legal, int n, bint edge,
                          const Settings* settings, float* logits, Mast* mast,
                          u64* rng) noexcept nogil:
    """Play on in place, until the game is over (true) or to be evaluated (false).

    ``legal`` holds the ``n`` actions legal now, ``edge`` tells whether the state stands
    at the edge of a turn. ``legal`` and ``logits`` are buffers.
    """
    cdef bint cut = not settings.plain and settings.horizon >= 0 and table.evaluate != NULL
    cdef bint turns = cut and table.turn != NULL
    cdef int decision, edges = settings.horizon + 1 - edge
    cdef u32 action, turn = table.turn(table.context, state) if turns else 0, before
    for decision in range(1, MAX_PLAYOUT):
        if n == 0:
            return True
        if cut and edges <= 0:
            return False
        action = legal[0 if n == 1 else sample_action(table, state, legal, n, settings, logits,
                                                      mast, rng)]
        if mast != NULL and n > 1:
            note_action(mast, table.seat_to_move(table.context, state), action)
        n = play_action(table, state, action, legal)
        if cut:
            before = turn
            turn = table.turn(table.context, state) if turns else turn + 1
            if turn != before:
                edges = 0 if 0 < settings.decisions <= decision else edges - 1
    return True
