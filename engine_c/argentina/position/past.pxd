"""What a position tells of the turns and visits that lie behind it.

Bounds that hold after any sequence of legal actions, from set-up on; where a figure cannot be
told they are as wide as can be.
"""
from engine_c.argentina.figures.frames cimport (
    BUENOS_AIRES_STAGE, BUENOS_AIRES_TOKEN_ROW, FRAME_BUENOS_AIRES, FRAME_DISCARD, FRAME_NONE,
    STAGE_LOADING,
)
from engine_c.argentina.figures.rules cimport BAGS, FORESIGHT, JOB_DEPART, SUBPHASES, Rules
from engine_c.argentina.figures.state cimport State, top
from engine_c.argentina.position.means cimport moves_at_first


# --- turns ---------------------------------------------------------------------------------------

cdef inline int own_turns(State* s, int seat) noexcept nogil:
    """Turns that a seat has begun."""
    return 0 if s.turn <= seat else (s.turn - 1 - seat) // s.players + 1


cdef inline bint acts(State* s, int seat) noexcept nogil:
    """Whether it is in the middle of the seat's turn."""
    return seat == s.seat and not s.over


cdef inline int turn_kind(State* s) noexcept nogil:
    """The kind of the frame that the turn under way rests on."""
    return s.frames[0].kind if s.depth else FRAME_NONE


cdef inline int owed(State* s, int seat) noexcept nogil:
    """Cards that the seat still has to discard; nothing ever stands on such a decision."""
    return top(s).n if acts(s, seat) and top(s).kind == FRAME_DISCARD else 0


# --- visits to Buenos Aires ----------------------------------------------------------------------

cdef inline int stage_of_visit(State* s) noexcept nogil:
    """The stage of the visit under way, -1 if none is."""
    return s.frames[0].part[BUENOS_AIRES_STAGE] if turn_kind(s) == FRAME_BUENOS_AIRES else -1


cdef inline int row_when_left(State* s) noexcept nogil:
    """The row of the token when an estanciero last left: the arrows above it have been fired."""
    if turn_kind(s) == FRAME_BUENOS_AIRES:
        return s.frames[0].part[BUENOS_AIRES_TOKEN_ROW]
    return s.job_row


cdef inline int departures(const Rules* r, State* s) noexcept nogil:
    """How often ships have departed."""
    cdef int row, n = 0
    for row in range(r.job_token_row, row_when_left(s)):
        n += r.job_event[row] == JOB_DEPART
    return n


cdef inline int bag_at_start(const Rules* r, int players, int bag) noexcept nogil:
    """Tiles left in a bag by set-up (which the loader of rulesets sees to be possible)."""
    cdef int subphase, n = r.bag_sizes[bag]
    if r.farmer_bag == bag:
        n -= r.initial_farmers
    if r.worker_bag == bag:
        n -= r.initial_workers[players]
    for subphase in range(SUBPHASES):
        if r.foresight_bag[subphase] == bag:
            n -= FORESIGHT
    return n if n > 0 else 0


cdef inline int drawn_from(const Rules* r, State* s, int bag) noexcept nogil:
    """Tiles that refilled foresight spaces; one a visit, as each bag has one subphase."""
    return bag_at_start(r, s.players, bag) - s.bag_size[bag]


cdef inline bint tells_visits(State* s, int bag) noexcept nogil:
    """Whether one tile of the bag stands for each visit that is over.

    A tile must be chosen as long as there is one that may be (BA-06); only after the token
    is out may both be workers. An empty bag may have left a space empty.
    """
    return s.ending == 0 and s.bag_size[bag] > 0


cdef inline int most_visits_of(const Rules* r, State* s, int seat) noexcept nogil:
    """Visits of a seat that can be over: one a turn; in the first turn nobody moves."""
    cdef int turns = own_turns(s, seat) - acts(s, seat)
    if turns and not moves_at_first(r):
        turns -= 1
    return turns


cdef inline int most_visits(const Rules* r, State* s) noexcept nogil:
    """Visits of all seats that can be over, by the turns and by the bags."""
    cdef int seat, bag, by_bags = -1, n = 0
    for seat in range(s.players):
        n += most_visits_of(r, s, seat)
    for bag in range(BAGS):
        if tells_visits(s, bag) and drawn_from(r, s, bag) > by_bags:
            by_bags = drawn_from(r, s, bag)
    return by_bags if 0 <= by_bags < n else n


cdef inline bint has_loaded(State* s) noexcept nogil:
    """Whether the visit under way is past the choice of a ship."""
    return stage_of_visit(s) > STAGE_LOADING
