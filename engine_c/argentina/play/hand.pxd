"""Owed discards, removals, announced draws and exchange tokens.

Rules: AUX-04, TOK-01, TOK-02, TURN-04
"""
from engine_c.common.types cimport i16, u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_DISCARD, ACT_DRAW, ACT_FORFEIT, ACT_REMOVE, ACT_TOKEN, action, argument_of, kind_of,
)
from engine_c.argentina.play.cards cimport discard_card, draw_cards, drawable, remove_card
from engine_c.argentina.figures.frames cimport (
    DISCARD_LOWEST, DRAW_THEN, FRAME_DISCARD, FRAME_REMOVE, REMOVE_LOWEST, THEN_DISCARD,
    THEN_NOTHING, THEN_REMOVE, Frame,
)
from engine_c.argentina.figures.rules cimport Rules
from engine_c.argentina.figures.state cimport Env, Player, State, mover, pop, push, top


# --- discards: sets in ascending order of kind ------------------------------------------

cdef inline int legal_discards(const Rules* rules, State* s, u32* out) noexcept nogil:
    """Kinds from the last one on that leave enough cards for the rest of the set."""
    cdef Player* p = mover(s)
    cdef Frame* f = top(s)
    cdef int lowest = f.part[DISCARD_LOWEST]
    cdef int kind, left = 0, n = 0
    for kind in range(lowest, rules.n_cards):
        left += p.hand[kind]
    for kind in range(lowest, rules.n_cards):
        if left < f.n:
            break
        if p.hand[kind]:
            out[n] = action(ACT_DISCARD, <u32>kind)
            n += 1
        left -= p.hand[kind]
    return n


cdef inline void step_discard(State* s, u32 act) noexcept nogil:
    cdef Frame* f = top(s)
    cdef int kind = <int>argument_of(act)
    f.part[DISCARD_LOWEST] = <u8>kind
    f.n -= 1
    discard_card(mover(s), kind)


# --- removals: ascending too, each may be forfeited ---------------------------------------

cdef inline int legal_removals(const Rules* rules, State* s, u32* out) noexcept nogil:
    """Kinds from the last one on, and forfeiting, as long as the hand is not empty.

    Forfeiting is offered even alone: that the decision is due must not tell the
    table which cards are held.
    """
    cdef Player* p = mover(s)
    cdef Frame* f = top(s)
    cdef int kind, n = 0
    if f.n == 0 or p.hand_size == 0:
        return 0
    for kind in range(f.part[REMOVE_LOWEST], rules.n_cards):
        if p.hand[kind]:
            out[n] = action(ACT_REMOVE, <u32>kind)
            n += 1
    if n == 0 or not f.must:
        out[n] = action(ACT_FORFEIT, 0)
        n += 1
    return n


cdef inline void step_remove(const Rules* rules, State* s, u32 act) noexcept nogil:
    cdef Frame* f = top(s)
    cdef int kind = <int>argument_of(act)
    if kind_of(act) == ACT_FORFEIT:
        pop(s)
        return
    f.part[REMOVE_LOWEST] = <u8>kind
    f.n -= 1
    f.must = 0
    remove_card(rules, s, mover(s), kind)


# --- announced draws ----------------------------------------------------------------------

cdef inline int drawable_now(Player* p, int at_most) noexcept nogil:
    return at_most if at_most < drawable(p) else drawable(p)


cdef inline int legal_draws(State* s, u32* out) noexcept nogil:
    cdef int n, most = drawable_now(mover(s), top(s).n)
    for n in range(most):
        out[n] = action(ACT_DRAW, <u32>(n + 1))
    return most


cdef inline void draw_then_owe(Env* env, State* s, int n, int then) noexcept nogil:
    """Draw ``n`` cards together; as many as came are owed, unless nothing follows."""
    cdef int drawn = draw_cards(env, s, s.seat, n)
    if then != THEN_NOTHING:
        push(s, FRAME_REMOVE if then == THEN_REMOVE else FRAME_DISCARD).n = <i16>drawn


cdef inline void step_draw(Env* env, State* s, u32 act) noexcept nogil:
    cdef int then = top(s).part[DRAW_THEN]
    pop(s)
    if kind_of(act) != ACT_FORFEIT:
        draw_then_owe(env, s, <int>argument_of(act), then)


# --- exchange tokens ----------------------------------------------------------------------

cdef inline int legal_tokens(const Rules* rules, State* s, u32* out) noexcept nogil:
    cdef Player* p = mover(s)
    cdef int n, most = 0
    if p.tokens:
        most = drawable_now(p, rules.token_draw)
        for n in range(most):
            out[n] = action(ACT_TOKEN, <u32>(n + 1))
    return most


cdef inline void step_token(Env* env, State* s, u32 act) noexcept nogil:
    """Spend a token; where discards are owed already it adds to their number."""
    cdef Frame* f = top(s)
    mover(s).tokens -= 1
    if f.kind == FRAME_DISCARD:
        f.n += <i16>draw_cards(env, s, s.seat, <int>argument_of(act))
        f.part[DISCARD_LOWEST] = 0
        return
    if f.kind == FRAME_REMOVE:
        f.part[REMOVE_LOWEST] = 0
    draw_then_owe(env, s, <int>argument_of(act), THEN_DISCARD)
