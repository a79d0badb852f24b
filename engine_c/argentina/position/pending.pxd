"""The stack of pending decisions: each frame on the one below it.

A frame is pushed by the one below: a program by the action that was chosen, a decision by
an effect of the program, and so on. Only stacks that can come about in this way are sound;
so their depth stays within its bound.
"""
from engine_c.common.bits cimport any_set
from engine_c.common.types cimport u8
from engine_c.argentina.figures.frames cimport (
    COST_PROGRAM, DISC_ON_QUAY, DISC_ON_SHIP, DISC_ON_STATION, DISC_PURPOSE, DISC_TARGET,
    DRAW_THEN, FRAME_ADD, FRAME_BUENOS_AIRES, FRAME_BUILD, FRAME_BUILD_AT, FRAME_BUY,
    FRAME_COST, FRAME_DELIVERY, FRAME_DISC, FRAME_DISCARD, FRAME_DRAW, FRAME_ENGINE, FRAME_HELP,
    FRAME_HIRE, FRAME_LOCATION, FRAME_MASTER, FRAME_MOVE, FRAME_OBJECTIVE, FRAME_PLACE,
    FRAME_PROGRAM, FRAME_REMOVE, FRAME_STATION, FRAME_STEPS, FRAME_TAKE_CATTLE,
    FRAME_UPGRADE_BEHIND, HELP_EXTRA, MASTER_STATION, MAX_FRAMES, PROGRAM_INDEX, PROGRAM_NEXT,
    TAKE_CATTLE_CARD_CLASS, TAKE_CATTLE_INTO_HAND, THEN_DISCARD, THEN_NOTHING, THEN_REMOVE, Frame,
)
from engine_c.argentina.figures.rules cimport (
    COST_ENGINE_BACK, EFFECT_BUILD, EFFECT_BUY, EFFECT_DELIVERY, EFFECT_DRAW, EFFECT_DRAW_DISCARD,
    EFFECT_DRAW_REMOVE, EFFECT_ENGINE, EFFECT_HELP, EFFECT_HIRE, EFFECT_MOVE, EFFECT_NONE,
    EFFECT_OBJECTIVE, EFFECT_PLACE_DISC, EFFECT_REMOVE_CARDS, EFFECT_TAKE_CATTLE,
    EFFECT_UPGRADE_BEHIND, OF_BONUS, OF_GOALS, OF_GRANJEROS, OF_MASTERS, OF_OBJECTIVES, OF_VISITS,
    OF_WORKERS, Effect, Rules,
)
from engine_c.argentina.figures.state cimport State, mover, top
from engine_c.argentina.position.faults cimport (
    FAULT_BOTTOM, FAULT_COMES_UP, FAULT_FRAME_BEYOND, FAULT_PROGRAM_ON_TOP, NOBODY, tell, tell_of_place,
)
from engine_c.argentina.position.frames cimport check_frame
from engine_c.argentina.position.ranges cimport Case


cdef inline void check_pending(Case* c) noexcept nogil:
    """Every frame by itself, and each on the one below it; the first fault is told."""
    cdef State* s = c.s
    cdef int at, kind
    for at in range(s.depth, MAX_FRAMES):
        if any_set(<const u8*>&s.frames[at], sizeof(Frame)):
            tell_of_place(c.faults, FAULT_FRAME_BEYOND, at, 0, 0)
    for at in range(s.depth):
        if not check_frame(c, at):
            return
    if s.depth == 0:
        return
    kind = s.frames[0].kind
    if not FRAME_PLACE <= kind <= FRAME_BUENOS_AIRES:
        tell_of_place(c.faults, FAULT_BOTTOM, 0, 0, kind)
        return
    for at in range(1, s.depth):
        if not comes_up(c.rules, s, &s.frames[at - 1], &s.frames[at]):
            tell(c.faults, FAULT_COMES_UP, NOBODY, at, 0, s.frames[at - 1].kind, s.frames[at].kind)
            return
    if top(s).kind == FRAME_PROGRAM:
        tell_of_place(c.faults, FAULT_PROGRAM_ON_TOP, s.depth, 0, 0)


cdef inline bint comes_up(const Rules* r, State* s, Frame* below, Frame* f) noexcept nogil:
    """Whether a frame can stand on the one below."""
    cdef int here = mover(s).estanciero
    if f.kind == FRAME_DISCARD:   # an exchange token may be spent at any time but then
        return below.kind != FRAME_DISCARD
    if f.kind == FRAME_PROGRAM:
        return program_comes_up(r, below, f.part[PROGRAM_INDEX])
    if f.kind == FRAME_COST:
        return program_comes_up(r, below, f.part[COST_PROGRAM])
    if below.kind == FRAME_LOCATION:
        return f.kind == FRAME_ADD or (
            f.kind == FRAME_HELP and f.n == -here and f.part[HELP_EXTRA] == 0
        )
    if below.kind == FRAME_BUENOS_AIRES:
        return f.kind == FRAME_DISC and f.part[DISC_PURPOSE] == DISC_ON_SHIP
    if below.kind == FRAME_MASTER:
        return (
            f.kind == FRAME_DISC and f.part[DISC_PURPOSE] == DISC_ON_STATION
            and f.part[DISC_TARGET] == below.part[MASTER_STATION]
        )
    if below.kind == FRAME_PROGRAM:
        if below.part[PROGRAM_NEXT]:
            return effect_asks(effect_of(r, below), f)
        if not goes_back(r, below):
            return False
        if f.kind == FRAME_ENGINE:
            return r.back_is_chosen and f.must and f.n == -cost_of(r, below)
        return f.kind == FRAME_STATION or f.kind == FRAME_MASTER
    return False


cdef inline bint stands(const Rules* r, int program, int where) noexcept nogil:
    """Whether a program stands in such a place."""
    return (r.lists.program_places[program] >> where) & 1


cdef inline bint program_comes_up(const Rules* r, Frame* below, int program) noexcept nogil:
    """Whether a program may be under way on a frame."""
    cdef int op
    if below.kind == FRAME_MOVE:
        return stands(r, program, OF_OBJECTIVES)
    if below.kind == FRAME_LOCATION:
        return stands(r, program, OF_VISITS)
    if below.kind == FRAME_BUENOS_AIRES:
        return stands(r, program, OF_GOALS)
    if below.kind == FRAME_ADD:
        return stands(r, program, OF_GRANJEROS)
    if below.kind != FRAME_PROGRAM:
        return False
    op = effect_of(r, below).op if below.part[PROGRAM_NEXT] else EFFECT_NONE
    if op == EFFECT_HIRE:
        return stands(r, program, OF_WORKERS)
    if op == EFFECT_DELIVERY:
        return stands(r, program, OF_BONUS)
    if op == EFFECT_ENGINE or op == EFFECT_UPGRADE_BEHIND or goes_back(r, below):
        return stands(r, program, OF_MASTERS)
    return False


cdef inline const Effect* effect_of(const Rules* r, const Frame* program) noexcept nogil:
    """The effect that is being performed."""
    return &r.effects[r.programs[program.part[PROGRAM_INDEX]].first + program.part[PROGRAM_NEXT] - 1]


cdef inline bint goes_back(const Rules* r, const Frame* program) noexcept nogil:
    """Whether the program is at its cost, and that is a move of the engine."""
    return (
        r.programs[program.part[PROGRAM_INDEX]].cost_op == COST_ENGINE_BACK
        and program.part[PROGRAM_NEXT] == 0
    )


cdef inline int cost_of(const Rules* r, const Frame* program) noexcept nogil:
    return r.programs[program.part[PROGRAM_INDEX]].cost_count


cdef inline bint effect_asks(const Effect* e, const Frame* f) noexcept nogil:
    """Whether an effect asks for a decision."""
    if e.op == EFFECT_DRAW_DISCARD:
        return f.kind == FRAME_DRAW and f.part[DRAW_THEN] == THEN_DISCARD
    if e.op == EFFECT_DRAW:
        return f.kind == FRAME_DRAW and f.part[DRAW_THEN] == THEN_NOTHING
    if e.op == EFFECT_DRAW_REMOVE:
        return (f.kind == FRAME_DRAW and f.part[DRAW_THEN] == THEN_REMOVE) or f.kind == FRAME_REMOVE
    if e.op == EFFECT_REMOVE_CARDS:
        return f.kind == FRAME_REMOVE
    if e.op == EFFECT_ENGINE:
        return (
            (f.kind == FRAME_ENGINE and f.n > 0)
            or f.kind == FRAME_STATION or f.kind == FRAME_MASTER
        )
    if e.op == EFFECT_HIRE:
        return f.kind == FRAME_HIRE and f.n == e.amount.base
    if e.op == EFFECT_BUILD:
        return (f.kind == FRAME_BUILD or f.kind == FRAME_BUILD_AT) and f.n == e.amount.base
    if e.op == EFFECT_BUY:
        return f.kind == FRAME_BUY
    if e.op == EFFECT_HELP:
        return f.kind == FRAME_ADD or (
            f.kind == FRAME_HELP and f.n == e.amount.base and f.part[HELP_EXTRA] == e.strength
        )
    if e.op == EFFECT_MOVE:
        return f.kind == FRAME_STEPS and f.n == e.amount.base
    if e.op == EFFECT_PLACE_DISC:
        return (
            f.kind == FRAME_DISC and f.part[DISC_PURPOSE] == DISC_ON_QUAY
            and f.part[DISC_TARGET] == e.quay
        )
    if e.op == EFFECT_DELIVERY:
        return f.kind == FRAME_DELIVERY
    if e.op == EFFECT_OBJECTIVE:
        return f.kind == FRAME_OBJECTIVE
    if e.op == EFFECT_UPGRADE_BEHIND:
        return f.kind == FRAME_UPGRADE_BEHIND or f.kind == FRAME_MASTER
    if e.op == EFFECT_TAKE_CATTLE:
        return (
            f.kind == FRAME_TAKE_CATTLE and f.part[TAKE_CATTLE_CARD_CLASS] == e.card_class
            and f.part[TAKE_CATTLE_INTO_HAND] == e.into_hand
        )
    return False
