"""The interpreter of effects: one grammar for buildings, worker spaces, ships, cards.

A program is a cost to be met in full and effects in order. Effects without a
choice happen at once; the others push the frame of their decision. ``must`` on
a frame means that its action was chosen and nothing of it has happened yet: it
cannot be forfeited.

Rules: AUX-02, LOC-08, LOC-11
"""
from engine_c.common.types cimport i16, u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_DISCARD, ACT_FORFEIT, action, argument_of, kind_of,
)
from engine_c.argentina.play.buildings cimport legal_buildings
from engine_c.argentina.play.cards cimport (
    discard_card, drawable, gain_exhaustion, holds_class, in_class, remove_card,
)
from engine_c.argentina.play.cattle_market cimport legal_purchases, legal_take
from engine_c.argentina.play.counts cimport value_of
from engine_c.argentina.play.delivery cimport can_deliver
from engine_c.argentina.play.discs cimport can_place_disc
from engine_c.argentina.play.granjeros cimport can_help
from engine_c.argentina.play.job_market cimport legal_hires
from engine_c.argentina.play.markers cimport (
    certificate_limit, gain_certificates, gain_grain, gain_pesos, gain_tokens, pay_pesos,
)
from engine_c.argentina.play.objectives cimport can_take_objective
from engine_c.argentina.play.railroad cimport (
    can_move_engine, exactly_back, move_back, stations_behind,
)
from engine_c.argentina.figures.frames cimport (
    COST_PROGRAM, DISC_ON_QUAY, DISC_PURPOSE, DISC_TARGET, DRAW_THEN, FRAME_BUILD, FRAME_BUY,
    FRAME_COST, FRAME_DELIVERY, FRAME_DISC, FRAME_DRAW, FRAME_ENGINE, FRAME_HELP, FRAME_HIRE,
    FRAME_OBJECTIVE, FRAME_PROGRAM, FRAME_REMOVE, FRAME_STEPS, FRAME_TAKE_CATTLE,
    FRAME_UPGRADE_BEHIND, HELP_EXTRA, PROGRAM_INDEX, PROGRAM_NEXT, PROGRAM_PERFORMED,
    TAKE_CATTLE_CARD_CLASS, TAKE_CATTLE_INTO_HAND, THEN_DISCARD, THEN_NOTHING, THEN_REMOVE, Frame,
)
from engine_c.argentina.figures.rules cimport (
    COST_DISCARD, COST_ENGINE_BACK, COST_GRAIN, COST_NONE, COST_PESOS, COST_REMOVE,
    EFFECT_AUXILIARY, EFFECT_BUILD, EFFECT_BUY, EFFECT_CERTIFICATES, EFFECT_DELIVERY,
    EFFECT_DRAW, EFFECT_DRAW_DISCARD, EFFECT_DRAW_REMOVE, EFFECT_ENGINE, EFFECT_EXHAUST_OPPONENTS, EFFECT_GRAIN,
    EFFECT_HELP, EFFECT_HIRE, EFFECT_MOVE, EFFECT_OBJECTIVE, EFFECT_PESOS, EFFECT_PLACE_DISC,
    EFFECT_REMOVE_CARDS, EFFECT_TAKE_CATTLE, EFFECT_TOKENS, EFFECT_UPGRADE_BEHIND, Effect, Program,
    Rules,
)
from engine_c.argentina.figures.state cimport MAX_ACTIONS, Player, State, mover, pop, push, top

cdef enum:
    GAUCHO_ROW = 0


# --- what would change something --------------------------------------------------------

cdef inline bint effective(const Rules* rules, State* s, const Effect* effect) noexcept nogil:
    """Whether the effect can change anything for the mover."""
    cdef u32 scratch[MAX_ACTIONS]
    cdef Player* p = mover(s)
    cdef int op = effect.op
    cdef int n = value_of(rules, s, s.seat, &effect.amount)
    if op == EFFECT_PESOS or op == EFFECT_TOKENS:
        return n > 0
    if op == EFFECT_GRAIN:
        return n > 0 and p.grain < rules.grain_limit
    if op == EFFECT_CERTIFICATES:
        return n > 0 and p.certificates < certificate_limit(rules, p)
    if op == EFFECT_EXHAUST_OPPONENTS:
        return n > 0 and s.exhaustion > 0
    if op == EFFECT_DRAW_DISCARD or op == EFFECT_DRAW_REMOVE or op == EFFECT_DRAW:
        return n > 0 and drawable(p) > 0
    if op == EFFECT_REMOVE_CARDS:
        return n > 0 and p.hand_size > 0
    if op == EFFECT_ENGINE:
        return n > 0 and can_move_engine(rules, s)
    if op == EFFECT_HIRE:
        return legal_hires(rules, s, n, scratch) > 0
    if op == EFFECT_BUILD:
        return legal_buildings(rules, s, n, scratch) > 0
    if op == EFFECT_BUY:
        return legal_purchases(rules, s, p.workers[GAUCHO_ROW], 0, scratch) > 0
    if op == EFFECT_HELP:
        return can_help(rules, s, n, effect.strength)
    if op == EFFECT_PLACE_DISC:
        return can_place_disc(rules, p, DISC_ON_QUAY, effect.quay, p.pesos)
    if op == EFFECT_DELIVERY:
        return can_deliver(rules, s)
    if op == EFFECT_OBJECTIVE:
        return can_take_objective(s)
    if op == EFFECT_UPGRADE_BEHIND:
        return stations_behind(rules, s, scratch) > 0
    if op == EFFECT_TAKE_CATTLE:
        return legal_take(rules, s, effect.card_class, scratch) > 0
    return op == EFFECT_MOVE or op == EFFECT_AUXILIARY


cdef inline bint any_effective(const Rules* rules, State* s, const Program* program) noexcept nogil:
    cdef int i
    for i in range(program.n):
        if effective(rules, s, &rules.effects[program.first + i]):
            return True
    return False


cdef inline bint can_run(const Rules* rules, State* s, int index) noexcept nogil:
    """Whether a program's cost can be met and something comes of it.

    Cards and engine spaces may be given for nothing, pesos and grain may not.
    """
    cdef const Program* program = &rules.programs[index]
    cdef Player* p = mover(s)
    if program.cost_op == COST_NONE:
        return any_effective(rules, s, program)
    if program.cost_op == COST_PESOS:
        return p.pesos >= program.cost_count and any_effective(rules, s, program)
    if program.cost_op == COST_GRAIN:
        return p.grain >= program.cost_count and any_effective(rules, s, program)
    if program.cost_op == COST_ENGINE_BACK:
        return exactly_back(rules, s, program.cost_count) != 0
    return holds_class(rules, p, program.cost_arg)


# --- performing -------------------------------------------------------------------------

cdef inline void pay_cost(const Rules* rules, State* s, int index) noexcept nogil:
    """Meet a cost that needs no card; where the engine goes comes before the effects."""
    cdef const Program* program = &rules.programs[index]
    if program.cost_op == COST_PESOS:
        pay_pesos(mover(s), program.cost_count)
    elif program.cost_op == COST_GRAIN:
        mover(s).grain -= program.cost_count
    elif program.cost_op == COST_ENGINE_BACK:
        move_back(rules, s, program.cost_count)


cdef inline void pay_card(const Rules* rules, State* s, int index, int kind) noexcept nogil:
    """Meet a cost with one card of the hand."""
    if rules.programs[index].cost_op == COST_REMOVE:
        remove_card(rules, s, mover(s), kind)
    else:
        discard_card(mover(s), kind)


cdef inline void start_program(const Rules* rules, State* s, int index, bint must,
                               bint performed) noexcept nogil:
    """Push a program whose card cost, if any, has been met; pay its other cost."""
    cdef Frame* f = push(s, FRAME_PROGRAM)
    f.part[PROGRAM_INDEX] = <u8>index
    f.must = must
    f.part[PROGRAM_PERFORMED] = performed
    if rules.programs[index].cost_op > COST_REMOVE:
        # Pesos and grain are not paid for nothing; the engine has moved.
        f.part[PROGRAM_PERFORMED] = rules.programs[index].cost_op == COST_ENGINE_BACK
        pay_cost(rules, s, index)


cdef inline void exhaust_opponents(const Rules* rules, State* s, int n) noexcept nogil:
    """Exhaustion cards to each opponent in turn order, as far as the stack reaches."""
    cdef int i
    for i in range(1, s.players):
        gain_exhaustion(rules, s, &s.player[(s.seat + i) % s.players], n)


cdef inline void push_decision(State* s, const Effect* effect, int n, bint must) noexcept nogil:
    """The frame of an effect with a choice; ``n`` is its amount."""
    cdef Frame* f
    cdef int op = effect.op
    if op == EFFECT_DRAW_DISCARD or op == EFFECT_DRAW_REMOVE or op == EFFECT_DRAW:
        f = push(s, FRAME_DRAW)
        f.part[DRAW_THEN] = (
            THEN_DISCARD if op == EFFECT_DRAW_DISCARD else
            THEN_REMOVE if op == EFFECT_DRAW_REMOVE else THEN_NOTHING
        )
    elif op == EFFECT_REMOVE_CARDS:
        f = push(s, FRAME_REMOVE)
    elif op == EFFECT_ENGINE:
        f = push(s, FRAME_ENGINE)
    elif op == EFFECT_HIRE:
        f = push(s, FRAME_HIRE)
    elif op == EFFECT_BUILD:
        f = push(s, FRAME_BUILD)
    elif op == EFFECT_BUY:
        f = push(s, FRAME_BUY)
        n = mover(s).workers[GAUCHO_ROW]
    elif op == EFFECT_HELP:
        f = push(s, FRAME_HELP)
        f.part[HELP_EXTRA] = effect.strength
    elif op == EFFECT_MOVE:
        f = push(s, FRAME_STEPS)
    elif op == EFFECT_PLACE_DISC:
        f = push(s, FRAME_DISC)
        f.part[DISC_PURPOSE] = DISC_ON_QUAY
        f.part[DISC_TARGET] = effect.quay
    elif op == EFFECT_DELIVERY:
        f = push(s, FRAME_DELIVERY)
    elif op == EFFECT_OBJECTIVE:
        f = push(s, FRAME_OBJECTIVE)
    elif op == EFFECT_UPGRADE_BEHIND:
        f = push(s, FRAME_UPGRADE_BEHIND)
    else:
        f = push(s, FRAME_TAKE_CATTLE)
        f.part[TAKE_CATTLE_CARD_CLASS] = effect.card_class
        f.part[TAKE_CATTLE_INTO_HAND] = effect.into_hand
    f.n = <i16>n
    f.must = must


cdef inline void run_effect(const Rules* rules, State* s, const Effect* effect,
                            bint must) noexcept nogil:
    cdef Player* p = mover(s)
    cdef int op = effect.op
    cdef int n = value_of(rules, s, s.seat, &effect.amount)
    if op == EFFECT_PESOS:
        gain_pesos(p, n)
    elif op == EFFECT_GRAIN:
        gain_grain(rules, p, n)
    elif op == EFFECT_CERTIFICATES:
        gain_certificates(rules, p, n)
    elif op == EFFECT_TOKENS:
        gain_tokens(p, n)
    elif op == EFFECT_EXHAUST_OPPONENTS:
        exhaust_opponents(rules, s, n)
    else:
        push_decision(s, effect, n, must)


cdef inline void continue_program(const Rules* rules, State* s) noexcept nogil:
    """One step of the program on top: its card cost, its next effect, or its end."""
    cdef Frame* f = top(s)
    cdef int index = f.part[PROGRAM_INDEX]
    cdef const Program* program = &rules.programs[index]
    cdef const Effect* effect
    cdef bint must
    if program.cost_op == COST_DISCARD or program.cost_op == COST_REMOVE:
        if f.part[PROGRAM_PERFORMED] == 0:
            pop(s)
            if mover(s).hand_size:
                push(s, FRAME_COST).part[COST_PROGRAM] = <u8>index
            return
    if f.part[PROGRAM_NEXT] == program.n:
        pop(s)
        return
    effect = &rules.effects[program.first + f.part[PROGRAM_NEXT]]
    f.part[PROGRAM_NEXT] += 1
    if effective(rules, s, effect):
        must = f.must and not f.part[PROGRAM_PERFORMED]
        f.part[PROGRAM_PERFORMED] = 1
        run_effect(rules, s, effect, must)


# --- a card cost that may be forfeited --------------------------------------------------

cdef inline int legal_costs(const Rules* rules, State* s, u32* out) noexcept nogil:
    cdef Player* p = mover(s)
    cdef int card_class = rules.programs[top(s).part[COST_PROGRAM]].cost_arg
    cdef int kind, n = 0
    for kind in range(rules.n_cards):
        if p.hand[kind] and in_class(rules, card_class, kind):
            out[n] = action(ACT_DISCARD, <u32>kind)
            n += 1
    out[n] = action(ACT_FORFEIT, 0)
    return n + 1


cdef inline void step_cost(const Rules* rules, State* s, u32 act) noexcept nogil:
    cdef int index = top(s).part[COST_PROGRAM]
    pop(s)
    if kind_of(act) == ACT_FORFEIT:
        return
    pay_card(rules, s, index, <int>argument_of(act))
    start_program(rules, s, index, False, True)
