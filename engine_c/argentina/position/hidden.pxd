"""That the cards a view hides allow the decision at hand an option.

Otherwise no state would agree with the view, and determinizing it could not succeed.
"""
from engine_c.argentina.figures.frames cimport (
    DISCARD_LOWEST, FRAME_DISCARD, FRAME_HELP, FRAME_REMOVE, Frame,
)
from engine_c.argentina.figures.rules cimport MAX_CARDS, Rules
from engine_c.argentina.figures.state cimport Player, State, mover, top
from engine_c.argentina.play.counts cimport stack_length
from engine_c.argentina.play.granjeros cimport strength_to_reveal
from engine_c.argentina.position.faults cimport (
    FAULT_FEW_CARDS, FAULT_NO_CARD, FAULT_WEAK_HAND, tell_of_seat,
)
from engine_c.argentina.position.ranges cimport Case, total


cdef inline void check_hidden_hand(Case* c) noexcept nogil:
    """Of a seat that decides in the view of another; the position is sound otherwise."""
    cdef State* s = c.s
    cdef Player* p = mover(s)
    cdef int unknown, n, most, needed
    cdef Frame* f
    if s.viewer == 0 or s.viewer == s.seat + 1 or s.depth == 0:
        return
    f = top(s)
    n = stack_length(s, s.seat)
    unknown = p.hand_size - total(p.hand, MAX_CARDS)
    if f.kind == FRAME_REMOVE and p.hand_size == 0:
        tell_of_seat(c.faults, FAULT_NO_CARD, s.seat, 0, 0)
    elif f.kind == FRAME_DISCARD:
        most = most_from(p, f.part[DISCARD_LOWEST], n, unknown)
        if most < f.n:
            tell_of_seat(c.faults, FAULT_FEW_CARDS, s.seat, f.n, most)
    elif f.kind == FRAME_HELP:
        needed = strength_to_reveal(c.rules, s, f)
        most = best_hidden_strength(c.rules, p, n, unknown)
        if most < needed:
            tell_of_seat(c.faults, FAULT_WEAK_HAND, s.seat, needed, most)


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
