"""The rules compiled: every function of the game table, and random games to measure them.

All of it runs without the GIL. This is the one module in which the rules are compiled, and
the one that is compiled for speed; ``core.pyx`` has what Python sees of them.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

from engine_c.argentina.figures.actions cimport KIND_SHIFT
from engine_c.argentina.figures.rules cimport Rules
from engine_c.argentina.figures.state cimport MAX_ACTIONS, Env, State
from engine_c.argentina.learned.evaluation cimport evaluate
from engine_c.argentina.learned.features cimport clock
from engine_c.argentina.learned.policy cimport likings
from engine_c.argentina.play.setup cimport set_up
from engine_c.argentina.play.turn cimport legal, step, step_legal
from engine_c.argentina.table.calls cimport ARGENTINA_CALLS, Calls, Context
from engine_c.argentina.table.scoring cimport CATEGORIES, score, total_points
from engine_c.argentina.table.views cimport determinize, make_view
from engine_c.common.hashing cimport hash_bytes
from engine_c.common.table cimport GAME_TABLE, GameTable
from engine_c.common.types cimport i32, u8, u32, u64


# --- the game table -----------------------------------------------------------------------

cdef int table_legal(const void* context, const void* state, u32* out) noexcept nogil:
    return legal((<const Env*>context).rules, <State*>state, out)


cdef void table_step(const void* context, void* state, u32 act) noexcept nogil:
    step(<Env*>context, <State*>state, act)


cdef int table_step_legal(const void* context, void* state, u32 act, u32* out) noexcept nogil:
    return step_legal(<Env*>context, <State*>state, act, out)


cdef int table_seat(const void* context, const void* state) noexcept nogil:
    cdef const State* s = <const State*>state
    return -1 if s.over else s.seat


cdef bint table_is_over(const void* context, const void* state) noexcept nogil:
    return (<const State*>state).over


cdef void table_returns(const void* context, const void* state, double* out) noexcept nogil:
    cdef State* s = <State*>state
    cdef int seat
    for seat in range(s.players):
        out[seat] = total_points((<const Env*>context).rules, s, seat)


cdef void table_view(const void* context, const void* state, void* view, int seat) noexcept nogil:
    make_view(<const State*>state, <State*>view, seat)


cdef void table_determinize(const void* context, const void* view, void* state,
                            u64 seed) noexcept nogil:
    determinize((<const Env*>context).rules, <const State*>view, <State*>state, seed)


cdef u32 table_turn(const void* context, const void* state) noexcept nogil:
    return (<const State*>state).turn


cdef bint table_arrived(const void* context, const void* state, int seat) noexcept nogil:
    return (<const State*>state).player[seat].estanciero == (
        (<const Env*>context).rules.buenos_aires)


cdef void table_evaluate(const void* context, const void* state, double* win, double* figures,
                         double* spread) noexcept nogil:
    cdef const Context* c = <const Context*>context
    evaluate(c.env.rules, &c.network, <State*>state, win, figures, spread)


cdef void table_priors(const void* context, const void* state, const u32* actions, int n,
                       float* out) noexcept nogil:
    cdef const Context* c = <const Context*>context
    likings(c.env.rules, c.policy, <State*>state, actions, n, out)


cdef u64 table_hash(const void* context, const void* state) noexcept nogil:
    return hash_bytes(<const u8*>state, sizeof(State))


cdef u64 table_visible(const void* context, const void* state, int seat) noexcept nogil:
    cdef State view
    make_view(<const State*>state, &view, seat)
    return hash_bytes(<const u8*>&view, sizeof(State))


cdef void table_report(const void* context, const void* state, double* out) noexcept nogil:
    """Per seat: total points, then the twelve categories."""
    cdef State* s = <State*>state
    cdef i32 by_category[CATEGORIES]
    cdef double* row
    cdef int seat, k
    for seat in range(s.players):
        row = out + seat * (CATEGORIES + 1)
        score((<const Env*>context).rules, s, seat, by_category)
        row[0] = 0
        for k in range(CATEGORIES):
            row[0] += by_category[k]
            row[k + 1] = by_category[k]


# --- what other modules call ----------------------------------------------------------------

cdef void begin(const Env* env, State* s, int players, int sides, const u8* neutral,
                u64 seed) noexcept nogil:
    set_up(<Env*>env, s, players, sides, neutral, seed)


cdef double part_gone(const Rules* rules, const State* s) noexcept nogil:
    return clock(rules, <State*>s)


cdef Calls calls
memset(&calls, 0, sizeof(Calls))
calls.table.state_size = sizeof(State)
calls.table.max_actions = MAX_ACTIONS
calls.table.report_size = CATEGORIES + 1
calls.table.kind_shift = KIND_SHIFT
calls.table.legal = table_legal
calls.table.step = table_step
calls.table.step_legal = table_step_legal
calls.table.seat_to_move = table_seat
calls.table.is_over = table_is_over
calls.table.returns = table_returns
calls.table.view = table_view
calls.table.determinize = table_determinize
calls.table.turn = table_turn
calls.table.arrived = table_arrived
calls.table.evaluate = table_evaluate
calls.table.priors = table_priors
calls.table.hash = table_hash
calls.table.visible = table_visible
calls.table.report = table_report
calls.set_up = begin
calls.clock = part_gone

# The capsule of the calls.
CALLS = PyCapsule_New(&calls, ARGENTINA_CALLS, NULL)
