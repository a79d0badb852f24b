"""Whether a position is possible; the twin is ``gwta_ai/position.py``, which says what is not.

Both refuse the same positions. What passes here is safe for the core.
"""
from engine_c.argentina.play.counts cimport stack_length
from engine_c.argentina.play.granjeros cimport strength_to_reveal
from engine_c.argentina.position.board cimport board_holds
from engine_c.argentina.position.figures cimport Figures
from engine_c.argentina.position.pending cimport pending_holds
from engine_c.argentina.position.people cimport people_hold
from engine_c.argentina.position.pieces cimport pieces_hold
from engine_c.argentina.position.ranges cimport ranges_hold, total
from engine_c.argentina.figures.frames cimport (
    DISCARD_LOWEST, FRAME_DISCARD, FRAME_HELP, FRAME_REMOVE, Frame,
)
from engine_c.argentina.figures.rules cimport MAX_CARDS, Rules
from engine_c.argentina.figures.state cimport Player, State, mover, top


cdef inline bint possible(const Figures* f, State* s) noexcept nogil:
    """Whether nothing is wrong with a state or view."""
    return (
        ranges_hold(f.rules, s)   # the other checks use values as indices
        and pieces_hold(f.rules, s) and board_holds(f, s) and people_hold(f, s)
        and pending_holds(f, s) and hidden_hand_holds(f.rules, s)
    )


cdef inline bint hidden_hand_holds(const Rules* r, State* s) noexcept nogil:
    """That the hidden cards allow the decision of a seat that a view hides an option."""
    cdef Player* p = mover(s)
    cdef int unknown, n
    cdef Frame* f
    if s.viewer == 0 or s.viewer == s.seat + 1 or s.depth == 0:
        return True
    f = top(s)
    n = stack_length(s, s.seat)
    unknown = p.hand_size - total(p.hand, MAX_CARDS)
    if f.kind == FRAME_REMOVE:
        return p.hand_size > 0
    if f.kind == FRAME_DISCARD:
        return most_from(p, f.part[DISCARD_LOWEST], n, unknown) >= f.n
    if f.kind == FRAME_HELP:
        return best_hidden_strength(r, p, n, unknown) >= strength_to_reveal(r, s, f)
    return True


cdef inline int most_from(Player* p, int lowest, int n, int unknown) noexcept nogil:
    """Cards from kind ``lowest`` on that the hand may hold at most."""
    cdef int i, high = 0
    for i in range(n):
        high += p.draw[i] >= lowest
    if high > unknown:
        high = unknown
    return high + total(&p.hand[lowest], MAX_CARDS - lowest)


cdef inline int best_hidden_strength(const Rules* r, Player* p, int n, int unknown) noexcept nogil:
    """The strength of the best cattle that the hand may hold and reveal together."""
    cdef int result = 0, left = r.max_revealed
    cdef int i, at, kind, take, pooled
    for at in range(r.n_cattle):
        kind = r.lists.by_strength[at]
        pooled = 0
        for i in range(n):
            pooled += p.draw[i] == kind
        if pooled > unknown:
            pooled = unknown
        take = p.hand[kind] if p.hand[kind] < left else left
        left -= take
        result += take * r.cards[kind].strength
        take = pooled if pooled < left else left
        left -= take
        unknown -= take
        result += take * r.cards[kind].strength
    return result
