"""Auxiliary actions: which are open, and which may be used double.

Rules: AUX-01
"""
from engine_c.argentina.play.effects cimport can_run
from engine_c.argentina.figures.rules cimport Rules
from engine_c.argentina.figures.state cimport Player, State, mover


cdef inline bint is_open(const Rules* rules, Player* p, int auxiliary) noexcept nogil:
    """Open at the start, or one of its discs is gone."""
    return (
        rules.auxiliary[auxiliary].open
        or (p.discs & rules.auxiliary[auxiliary].discs) != rules.auxiliary[auxiliary].discs
    )


cdef inline bint is_double(const Rules* rules, Player* p, int auxiliary) noexcept nogil:
    """All of its discs are gone."""
    return (p.discs & rules.auxiliary[auxiliary].discs) == 0


cdef inline bint can_single(const Rules* rules, State* s, int auxiliary) noexcept nogil:
    return is_open(rules, mover(s), auxiliary) and can_run(
        rules, s, rules.auxiliary[auxiliary].single
    )


cdef inline bint can_double(const Rules* rules, State* s, int auxiliary) noexcept nogil:
    return is_double(rules, mover(s), auxiliary) and can_run(
        rules, s, rules.auxiliary[auxiliary].double_
    )
