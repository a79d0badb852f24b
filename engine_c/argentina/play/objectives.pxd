"""Objective cards: taking one from display or stack, and playing one from the hand.

Rules: LOC-14, OBJ-01, OBJ-02, OBJ-04
"""
from engine_c.common.bits cimport any_set
from engine_c.common.types cimport u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_FORFEIT, ACT_OBJECTIVE, ACT_OBJECTIVE_STACK, ACT_PLAY, action, argument_of, kind_of,
)
from engine_c.argentina.play.cards cimport leave_hand, put_on_discard
from engine_c.argentina.play.chance cimport draw_piece
from engine_c.argentina.figures.frames cimport FRAME_PROGRAM, PROGRAM_INDEX
from engine_c.argentina.figures.rules cimport DISPLAY, Rules
from engine_c.argentina.figures.state cimport STACK_OBJECTIVES, Env, Player, State, mover, pop, push


cdef inline void reveal_objective(Env* env, State* s) noexcept nogil:
    """Fill one place of the display from the stack, keeping it in ascending order."""
    cdef int i
    cdef u8 card
    if s.objective_size == 0:
        return
    card = 1 + draw_piece(env, s.objective_stack, &s.objective_size, STACK_OBJECTIVES)
    i = DISPLAY - 1
    while i > 0 and (s.objective_display[i - 1] == 0 or s.objective_display[i - 1] > card):
        s.objective_display[i] = s.objective_display[i - 1]
        i -= 1
    s.objective_display[i] = card


cdef inline int legal_objectives(State* s, u32* out) noexcept nogil:
    """The cards of the display, or the top of the stack unseen."""
    cdef int i, n = 0
    for i in range(DISPLAY):
        if s.objective_display[i]:
            out[n] = action(ACT_OBJECTIVE, <u32>(s.objective_display[i] - 1))
            n += 1
    if s.objective_size:
        out[n] = action(ACT_OBJECTIVE_STACK, 0)
        n += 1
    return n


cdef inline bint can_take_objective(State* s) noexcept nogil:
    return s.objective_display[0] != 0 or s.objective_size != 0


cdef inline void step_objective(Env* env, State* s, u32 act) noexcept nogil:
    """The card goes face up on the own discard pile; the display is refilled at once."""
    cdef Player* p = mover(s)
    cdef int i
    cdef u8 card
    pop(s)
    if kind_of(act) == ACT_FORFEIT:
        return
    if kind_of(act) == ACT_OBJECTIVE_STACK:
        card = draw_piece(env, s.objective_stack, &s.objective_size, STACK_OBJECTIVES)
        put_on_discard(p, card)
        return
    card = <u8>argument_of(act)
    put_on_discard(p, card)
    i = 0
    while s.objective_display[i] != card + 1:
        i += 1
    while i < DISPLAY - 1:
        s.objective_display[i] = s.objective_display[i + 1]
        i += 1
    s.objective_display[i] = 0
    reveal_objective(env, s)


cdef inline int legal_plays(const Rules* rules, State* s, u32* out) noexcept nogil:
    """Objective cards in hand."""
    cdef Player* p = mover(s)
    cdef int kind, n = 0
    if not any_set(&p.hand[rules.first_objective], rules.n_objectives):
        return 0
    for kind in range(rules.first_objective, rules.n_cards):
        if p.hand[kind]:
            out[n] = action(ACT_PLAY, <u32>kind)
            n += 1
    return n


cdef inline void step_play(const Rules* rules, State* s, u32 act) noexcept nogil:
    """Into the objective area; the immediate action comes next."""
    cdef Player* p = mover(s)
    cdef int kind = <int>argument_of(act)
    cdef int index = kind - rules.first_objective
    leave_hand(p, kind)
    p.objectives |= <u32>1 << index
    if rules.objectives[index].program:
        push(s, FRAME_PROGRAM).part[PROGRAM_INDEX] = rules.objectives[index].program
