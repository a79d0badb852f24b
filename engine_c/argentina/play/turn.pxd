"""The course of a turn: what is decided next, the legal list, and a step.

``go_on`` carries out everything that needs no choice and stops at the next
decision; ``legal`` lists its options; ``step`` performs one of them. The stack
of frames never grows beyond MAX_FRAMES: an immediate action can hold a hire, its
immediate action, an upgrade with disc and master, and owed discards, each once.

Rules: BA-11, CARD-02, END-02, LOC-09, OBJ-03, OBJ-05, SET-17, TURN-01 .. TURN-03, TURN-06
"""
from engine_c.common.types cimport i16, u8, u16, u32
from engine_c.argentina.figures.actions cimport (
    ACT_DELIVER, ACT_ENGINE, ACT_FORFEIT, ACT_MOVE, ACT_PLACE, ACT_PLAY, ACT_STOP, ACT_TOKEN,
    action, argument_of, kind_of,
)
from engine_c.argentina.play.buenos_aires cimport (
    legal_buenos_aires, pass_stage, passes_by, step_buenos_aires,
)
from engine_c.argentina.play.buildings cimport (
    legal_buildings, legal_sites, step_build, step_build_at,
)
from engine_c.argentina.play.cards cimport draw_cards
from engine_c.argentina.play.cattle_market cimport (
    last_purchase, legal_purchases, legal_take, step_buy, step_take,
)
from engine_c.argentina.play.delivery cimport deliver, legal_deliveries
from engine_c.argentina.play.discs cimport legal_discs, step_disc
from engine_c.argentina.play.effects cimport continue_program, legal_costs, step_cost
from engine_c.argentina.play.granjeros cimport (
    legal_additions, legal_farmers, legal_reveals, step_add, step_help,
)
from engine_c.argentina.play.hand cimport (
    draw_then_owe, legal_discards, legal_draws, legal_removals, legal_tokens, step_discard,
    step_draw, step_remove, step_token,
)
from engine_c.argentina.play.job_market cimport legal_hires, step_hire
from engine_c.argentina.play.location cimport (
    keep_choice, legal_location, step_location, take_back_choice,
)
from engine_c.argentina.play.markers cimport hand_limit, step_limit
from engine_c.argentina.play.movement cimport legal_moves, move_estanciero
from engine_c.argentina.play.objectives cimport legal_objectives, legal_plays, step_objective, step_play
from engine_c.argentina.play.railroad cimport (
    arrive, legal_back, legal_engine, legal_masters, legal_station, stations_behind, step_master,
    step_upgrade,
)
from engine_c.argentina.figures.frames cimport (
    BUENOS_AIRES_STAGE, BUENOS_AIRES_TOKEN_ROW, BUILD_AT_NUMBER, BUY_BEGUN, DISC_PURPOSE,
    DISC_TARGET, DRAW_THEN, FRAME_ADD, FRAME_BUENOS_AIRES, FRAME_BUILD, FRAME_BUILD_AT,
    FRAME_BUY, FRAME_COST, FRAME_DELIVERY, FRAME_DISC, FRAME_DISCARD, FRAME_DRAW, FRAME_END_TURN,
    FRAME_ENGINE, FRAME_HELP, FRAME_HIRE, FRAME_LOCATION, FRAME_MASTER, FRAME_MOVE, FRAME_OBJECTIVE,
    FRAME_PLACE, FRAME_PROGRAM, FRAME_REMOVE, FRAME_STATION, FRAME_STEPS, FRAME_TAKE_CATTLE,
    FRAME_UPGRADE_BEHIND, HELP_FIRST, LOCATION_VISIT, STAGE_DELIVERY, TAKE_CATTLE_CARD_CLASS, VISIT_FRESH, Frame,
)
from engine_c.argentina.figures.rules cimport Rules
from engine_c.argentina.figures.state cimport (
    MAX_ACTIONS, MAX_TURN, NOWHERE, Env, Player, State, mover, pop, push, reset, top,
)


# --- turns ------------------------------------------------------------------------------

cdef inline void begin_turn(const Rules* rules, State* s) noexcept nogil:
    """Phase A; in the first turn discard down to the limit and choose a neutral building."""
    cdef Player* p = mover(s)
    cdef Frame* f
    # At its bound the counter goes through its last round again, as a game that was loaded
    # must stay one that loads, and the remainder tells the seat.
    s.turn = <u16>(s.turn + 1 if s.turn < MAX_TURN else MAX_TURN - s.players + 1)
    if p.estanciero != NOWHERE:
        reset(s, FRAME_MOVE)
        return
    reset(s, FRAME_PLACE)
    if p.hand_size > rules.hand_limit:
        f = push(s, FRAME_DISCARD)
        f.n = <i16>(p.hand_size - rules.hand_limit)


cdef inline void end_turn(Env* env, State* s) noexcept nogil:
    """Phase C, then the next seat; the game is over when the last turns are done."""
    cdef Player* p = mover(s)
    cdef int wanted = hand_limit(env.rules, p) - p.hand_size
    cdef int next = (s.seat + 1) % s.players
    draw_cards(env, s, s.seat, wanted)
    if s.ending == next + 1:
        s.over = 1
        pop(s)
        return
    s.seat = <u8>next
    begin_turn(env.rules, s)


cdef inline void enter(const Rules* rules, State* s) noexcept nogil:
    """Phase B begins where the mover's estanciero stands."""
    if mover(s).estanciero == rules.buenos_aires:
        reset(s, FRAME_BUENOS_AIRES)
        s.frames[0].part[BUENOS_AIRES_TOKEN_ROW] = s.job_row
    else:
        reset(s, FRAME_LOCATION)


# --- options of the pending decision ------------------------------------------------------

cdef inline int legal_places(const Rules* rules, State* s, u32* out) noexcept nogil:
    cdef int i
    for i in range(rules.n_neutral):
        out[i] = action(ACT_PLACE, rules.neutral_spaces[i])
    return rules.n_neutral


cdef inline int options(const Rules* rules, State* s, u32* out) noexcept nogil:
    """Options of the top frame itself; 0: nothing can be done, the frame is dropped."""
    cdef Frame* f = top(s)
    cdef int n = 0
    if f.kind == FRAME_MOVE:
        return legal_moves(rules, s, step_limit(rules, mover(s), s.players), out)
    elif f.kind == FRAME_LOCATION:
        return legal_location(rules, s, out)
    elif f.kind == FRAME_BUENOS_AIRES:
        return legal_buenos_aires(rules, s, out)
    elif f.kind == FRAME_DISCARD:
        return legal_discards(rules, s, out) if f.n else 0
    elif f.kind == FRAME_PLACE:
        return legal_places(rules, s, out)
    elif f.kind == FRAME_STEPS:
        n = legal_moves(rules, s, f.n, out)
    elif f.kind == FRAME_DISC:
        n = legal_discs(
            rules, mover(s), f.part[DISC_PURPOSE], f.part[DISC_TARGET], mover(s).pesos, out
        )
    elif f.kind == FRAME_STATION:
        return legal_station(s, out)
    elif f.kind == FRAME_MASTER:
        return legal_masters(s, out)
    elif f.kind == FRAME_COST:
        return legal_costs(rules, s, out)
    elif f.kind == FRAME_ENGINE:
        n = legal_engine(rules, s, f.n, out) if f.n > 0 else legal_back(rules, s, -f.n, out)
    elif f.kind == FRAME_HIRE:
        n = legal_hires(rules, s, f.n, out)
    elif f.kind == FRAME_BUILD:
        n = legal_buildings(rules, s, f.n, out)
    elif f.kind == FRAME_BUILD_AT:
        return legal_sites(rules, s, f.part[BUILD_AT_NUMBER], f.n, out)
    elif f.kind == FRAME_BUY:
        n = legal_purchases(rules, s, f.n, last_purchase(f), out)
        if n and f.part[BUY_BEGUN]:
            out[n] = action(ACT_STOP, 0)
            return n + 1
    elif f.kind == FRAME_HELP:
        n = legal_farmers(rules, s, f, out)
        if f.part[HELP_FIRST]:
            return n + legal_reveals(rules, s, f, &out[n], MAX_ACTIONS - n)
    elif f.kind == FRAME_ADD:
        n = legal_additions(rules, s, out)
        if n:
            out[n] = action(ACT_STOP, 0)
        return n + (n > 0)
    elif f.kind == FRAME_REMOVE:
        return legal_removals(rules, s, out)
    elif f.kind == FRAME_DRAW:
        n = legal_draws(s, out)
    elif f.kind == FRAME_OBJECTIVE:
        n = legal_objectives(s, out)
    elif f.kind == FRAME_UPGRADE_BEHIND:
        n = stations_behind(rules, s, out)
    elif f.kind == FRAME_DELIVERY:
        n = legal_deliveries(rules, s, out)
    elif f.kind == FRAME_TAKE_CATTLE:
        n = legal_take(rules, s, f.part[TAKE_CATTLE_CARD_CLASS], out)
    if n and not f.must:
        out[n] = action(ACT_FORFEIT, 0)
        n += 1
    return n


cdef inline bint between_actions(const Rules* rules, Frame* f) noexcept nogil:
    """Whether objective cards may be played: not inside an action, not in the first move.

    The subphases of Buenos Aires are one action, under the earlier rules one each.
    """
    if f.kind == FRAME_BUENOS_AIRES:
        return not rules.objectives_on_arrival or f.part[BUENOS_AIRES_STAGE] == STAGE_DELIVERY
    return f.kind == FRAME_MOVE or f.kind == FRAME_LOCATION


cdef inline bint revealing(Frame* f) noexcept nogil:
    """Whether the hand lies open: no exchange token from the first farmer on."""
    return f.kind == FRAME_HELP and f.part[HELP_FIRST] != 0


cdef inline void sort_actions(u32* out, int n) noexcept nogil:
    """Ascending; the lists are nearly so already."""
    cdef int i, j
    cdef u32 held
    for i in range(1, n):
        held = out[i]
        j = i
        while j > 0 and out[j - 1] > held:
            out[j] = out[j - 1]
            j -= 1
        out[j] = held


cdef inline int with_extras(const Rules* rules, State* s, u32* out, int n) noexcept nogil:
    """Add objective cards and exchange tokens to the ``n`` options listed; ascending."""
    cdef Frame* f = top(s)
    if between_actions(rules, f):
        n += legal_plays(rules, s, &out[n])
    if not revealing(f):
        n += legal_tokens(rules, s, &out[n])
    sort_actions(out, n)
    return n


cdef inline int legal(const Rules* rules, State* s, u32* out) noexcept nogil:
    """All legal actions, ascending; 0 when the game is over. ``out`` holds MAX_ACTIONS."""
    if s.over or s.depth == 0:
        return 0
    return with_extras(rules, s, out, options(rules, s, out))


# --- steps --------------------------------------------------------------------------------

cdef inline void drop(State* s) noexcept nogil:
    """Drop a frame without options; a choice that has become impossible is taken back."""
    cdef Frame* f = top(s)
    cdef bint unperformed = f.kind == FRAME_HELP and f.must
    pop(s)
    if unperformed:
        while top(s).kind == FRAME_PROGRAM:
            pop(s)
        if top(s).kind == FRAME_LOCATION:
            take_back_choice(top(s))


cdef inline bint closes_itself(Frame* f, int n) noexcept nogil:
    """Whether only the end is left of a visit: no decision then."""
    if f.kind == FRAME_LOCATION:
        return n == 1 and f.part[LOCATION_VISIT] != VISIT_FRESH
    return n == 1 and f.kind == FRAME_BUENOS_AIRES and passes_by(f.part[BUENOS_AIRES_STAGE])


cdef inline int go_on(Env* env, State* s, u32* out) noexcept nogil:
    """Carry out all that needs no choice; returns the next legal list, 0 when over."""
    cdef const Rules* rules = env.rules
    cdef Frame* f
    cdef int n
    while not s.over:
        f = top(s)
        if f.kind == FRAME_PROGRAM:
            continue_program(rules, s)
        elif f.kind == FRAME_END_TURN:
            end_turn(env, s)
        elif f.kind == FRAME_DRAW and f.must and f.n == 1:
            pop_and_draw(env, s)
        else:
            if f.kind == FRAME_LOCATION:
                keep_choice(f)
            n = options(rules, s, out)
            if n:
                n = with_extras(rules, s, out, n)
                if not closes_itself(f, n):
                    return n
            pass_by(env, s)
    return 0


cdef inline void pass_by(Env* env, State* s) noexcept nogil:
    """Leave a decision in which nothing can be chosen."""
    cdef Frame* f = top(s)
    if f.kind == FRAME_LOCATION:
        reset(s, FRAME_END_TURN)
    elif f.kind == FRAME_BUENOS_AIRES:
        pass_stage(env, s)
    else:
        drop(s)


cdef inline void pop_and_draw(Env* env, State* s) noexcept nogil:
    """A committed draw of one card leaves nothing to announce."""
    cdef int then = top(s).part[DRAW_THEN]
    pop(s)
    draw_then_owe(env, s, 1, then)


cdef inline void step_estanciero(const Rules* rules, State* s, int steps, u32 act) noexcept nogil:
    move_estanciero(rules, s, steps, act)
    enter(rules, s)


cdef inline void perform(Env* env, State* s, u32 act) noexcept nogil:
    """The chosen action alone, without what follows from it."""
    cdef const Rules* rules = env.rules
    cdef Frame* f = top(s)
    cdef int kind = kind_of(act)
    if kind == ACT_TOKEN:
        step_token(env, s, act)
    elif kind == ACT_PLAY:
        step_play(rules, s, act)
    elif f.kind == FRAME_MOVE:
        step_estanciero(rules, s, step_limit(rules, mover(s), s.players), act)
    elif f.kind == FRAME_STEPS and kind == ACT_MOVE:
        step_estanciero(rules, s, f.n, act)
    elif f.kind == FRAME_PLACE:
        mover(s).estanciero = <u8>argument_of(act)
        enter(rules, s)
    elif f.kind == FRAME_LOCATION:
        step_location(rules, s, act)
    elif f.kind == FRAME_BUENOS_AIRES:
        step_buenos_aires(env, s, act)
    elif f.kind == FRAME_DISCARD:
        step_discard(s, act)
    elif f.kind == FRAME_REMOVE:
        step_remove(rules, s, act)
    elif f.kind == FRAME_DRAW:
        step_draw(env, s, act)
    elif f.kind == FRAME_COST:
        step_cost(rules, s, act)
    elif f.kind == FRAME_HIRE:
        step_hire(rules, s, act)
    elif f.kind == FRAME_BUILD:
        step_build(s, act)
    elif f.kind == FRAME_BUILD_AT:
        step_build_at(rules, s, act)
    elif f.kind == FRAME_BUY:
        step_buy(env, s, act)
    elif f.kind == FRAME_DISC:
        step_disc(rules, s, act)
    elif f.kind == FRAME_STATION or f.kind == FRAME_UPGRADE_BEHIND:
        step_upgrade(rules, s, act)
    elif f.kind == FRAME_MASTER:
        step_master(rules, s, act)
    elif f.kind == FRAME_OBJECTIVE:
        step_objective(env, s, act)
    elif f.kind == FRAME_HELP:
        step_help(rules, s, act)
    elif f.kind == FRAME_ADD:
        step_add(rules, s, act)
    elif f.kind == FRAME_TAKE_CATTLE:
        step_take(s, act)
    else:
        pop(s)
        if kind == ACT_ENGINE:
            arrive(rules, s, <int>argument_of(act))
        elif kind == ACT_DELIVER:
            deliver(rules, s, act)


cdef inline void step(Env* env, State* s, u32 act) noexcept nogil:
    """Perform a legal action and all that follows without a choice."""
    cdef u32 scratch[MAX_ACTIONS]
    perform(env, s, act)
    go_on(env, s, scratch)


cdef inline int step_legal(Env* env, State* s, u32 act, u32* out) noexcept nogil:
    """``step``, and the legal list of the decision it leads to; returns its length."""
    perform(env, s, act)
    return go_on(env, s, out)
