"""Extra deliveries: a disc from a quay to a bonus space of a quarter of that city.

Rules: BA-01, SET-12
"""
from engine_c.common.types cimport u8, u32
from engine_c.argentina.figures.actions cimport bonus_of, deliver_action, quay_of
from engine_c.argentina.figures.frames cimport FRAME_PROGRAM, PROGRAM_INDEX
from engine_c.argentina.figures.rules cimport Bonus, Rules
from engine_c.argentina.figures.state cimport Player, State, mover, push


cdef inline int free_spaces(const Rules* rules, State* s, int bonus) noexcept nogil:
    """Bonus spaces of this kind that are neither covered nor taken."""
    cdef const Bonus* place = &rules.bonus[bonus]
    cdef int i, n = place.copies
    if (rules.covered_cities[s.players] >> place.city) & 1:
        n -= place.covered
    for i in range(s.players):
        n -= s.player[i].bonus_discs[bonus]
    return n


cdef inline int grain_for(const Rules* rules, int quay, int bonus) noexcept nogil:
    """Grain to deliver from the quay; permanent grain does not help."""
    cdef int grain = rules.bonus[bonus].grain - rules.quays[quay].discount
    return grain if grain > 0 else 0


cdef inline bint may_deliver(const Rules* rules, State* s, int quay, int bonus) noexcept nogil:
    """Whether a disc of the quay may go to this kind of bonus space now."""
    return (
        rules.bonus[bonus].city == rules.quays[quay].city
        and grain_for(rules, quay, bonus) <= mover(s).grain
        and free_spaces(rules, s, bonus) > 0
    )


cdef inline int legal_deliveries(const Rules* rules, State* s, u32* out) noexcept nogil:
    cdef int quay, bonus, n = 0
    for quay in range(rules.n_quays):
        if mover(s).quay_discs[quay]:
            for bonus in range(rules.n_bonus):
                if may_deliver(rules, s, quay, bonus):
                    out[n] = deliver_action(quay, bonus)
                    n += 1
    return n


cdef inline bint can_deliver(const Rules* rules, State* s) noexcept nogil:
    """Whether ``legal_deliveries`` would list any."""
    cdef int quay, bonus
    for quay in range(rules.n_quays):
        if mover(s).quay_discs[quay]:
            for bonus in range(rules.n_bonus):
                if may_deliver(rules, s, quay, bonus):
                    return True
    return False


cdef inline void deliver(const Rules* rules, State* s, u32 act) noexcept nogil:
    """Pay the grain and move the disc; the circle bonus comes next."""
    cdef Player* p = mover(s)
    cdef int quay = quay_of(act), bonus = bonus_of(act)
    p.grain -= <u8>grain_for(rules, quay, bonus)
    p.quay_discs[quay] -= 1
    p.bonus_discs[bonus] += 1
    if rules.bonus[bonus].program:
        push(s, FRAME_PROGRAM).part[PROGRAM_INDEX] = rules.bonus[bonus].program
