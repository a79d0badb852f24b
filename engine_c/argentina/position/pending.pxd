"""The stack of pending decisions; the twin is ``gwta_ai/games/argentina/position/pending.py``.

A frame is pushed by the one below: a program by the action that was chosen, a decision by
an effect of the program, and so on. Only stacks that can come about in this way are sound.
"""
from engine_c.common.bits cimport any_set
from engine_c.common.types cimport u8
from engine_c.argentina.position.figures cimport (
    OF_BONUS, OF_GOALS, OF_GRANJEROS, OF_MASTERS, OF_OBJECTIVES, OF_VISITS, OF_WORKERS, Figures,
    stands,
)
from engine_c.argentina.position.frames cimport frame_holds
from engine_c.argentina.figures.frames cimport (
    DISC_ON_QUAY, DISC_ON_SHIP, DISC_ON_STATION, DISC_PURPOSE, DISC_TARGET, DRAW_REMOVES, FRAME_ADD,
    FRAME_BUENOS_AIRES, FRAME_BUILD, FRAME_BUILD_AT, FRAME_BUY, FRAME_COST, FRAME_DELIVERY,
    FRAME_DISC, FRAME_DISCARD, FRAME_DRAW, FRAME_ENGINE, FRAME_HELP, FRAME_HIRE, FRAME_LOCATION,
    FRAME_MASTER, FRAME_MOVE, FRAME_OBJECTIVE, FRAME_PLACE, FRAME_PROGRAM, FRAME_REMOVE,
    FRAME_STATION, FRAME_STEPS, FRAME_TAKE_CATTLE, FRAME_UPGRADE_BEHIND, HELP_EXTRA, MASTER_STATION,
    MAX_FRAMES, PROGRAM_INDEX, PROGRAM_NEXT, TAKE_CATTLE_CARD_CLASS, TAKE_CATTLE_INTO_HAND, Frame,
)
from engine_c.argentina.figures.rules cimport (
    COST_ENGINE_BACK, EFFECT_BUILD, EFFECT_BUY, EFFECT_DELIVERY, EFFECT_DRAW_DISCARD,
    EFFECT_DRAW_REMOVE, EFFECT_ENGINE, EFFECT_HELP, EFFECT_HIRE, EFFECT_MOVE, EFFECT_NONE,
    EFFECT_OBJECTIVE, EFFECT_PLACE_DISC, EFFECT_REMOVE_CARDS, EFFECT_TAKE_CATTLE,
    EFFECT_UPGRADE_BEHIND, Effect, Rules,
)
from engine_c.argentina.figures.state cimport State, mover, top


cdef inline bint pending_holds(const Figures* g, State* s) noexcept nogil:
    """Every frame by itself, and each on the one below it."""
    cdef int at, kind
    if any_set(<const u8*>&s.frames[s.depth], (MAX_FRAMES - s.depth) * sizeof(Frame)):
        return False
    if s.depth == 0:
        return True
    for at in range(s.depth):
        if not frame_holds(g.rules, s, at):
            return False
    kind = s.frames[0].kind
    if kind != FRAME_PLACE and kind != FRAME_MOVE and kind != FRAME_LOCATION:
        if kind != FRAME_BUENOS_AIRES:
            return False
    for at in range(1, s.depth):
        if not comes_up(g, s, &s.frames[at - 1], &s.frames[at]):
            return False
    return top(s).kind != FRAME_PROGRAM


cdef inline bint comes_up(const Figures* g, State* s, Frame* below, Frame* f) noexcept nogil:
    """Whether a frame can stand on the one below."""
    cdef int here = mover(s).estanciero
    if f.kind == FRAME_DISCARD:   # an exchange token may be spent at any time but then
        return below.kind != FRAME_DISCARD
    if f.kind == FRAME_PROGRAM or f.kind == FRAME_COST:
        return program_comes_up(g, below, f.part[PROGRAM_INDEX])
    if below.kind == FRAME_LOCATION:
        return f.kind == FRAME_ADD or (
            f.kind == FRAME_HELP and f.n == -here and f.part[HELP_EXTRA] == 0
        )
    if below.kind == FRAME_BUENOS_AIRES:
        return f.kind == FRAME_DISC and f.part[DISC_PURPOSE] == DISC_ON_SHIP
    if below.kind == FRAME_MASTER:
        return f.kind == FRAME_DISC and f.part[DISC_PURPOSE] == DISC_ON_STATION and (
            f.part[DISC_TARGET] == below.part[MASTER_STATION]
        )
    if below.kind == FRAME_PROGRAM:
        if below.part[PROGRAM_NEXT]:
            return effect_asks(effect_of(g.rules, below), f)
        return goes_back(g.rules, below) and (
            f.kind == FRAME_STATION or f.kind == FRAME_MASTER
        )
    return False


cdef inline bint program_comes_up(const Figures* g, Frame* below, int program) noexcept nogil:
    """Whether a program may be under way on a frame."""
    cdef int op
    if below.kind == FRAME_MOVE:
        return stands(g, program, OF_OBJECTIVES)
    if below.kind == FRAME_LOCATION:
        return stands(g, program, OF_VISITS)
    if below.kind == FRAME_BUENOS_AIRES:
        return stands(g, program, OF_GOALS)
    if below.kind == FRAME_ADD:
        return stands(g, program, OF_GRANJEROS)
    if below.kind != FRAME_PROGRAM:
        return False
    op = effect_of(g.rules, below).op if below.part[PROGRAM_NEXT] else EFFECT_NONE
    if op == EFFECT_HIRE:
        return stands(g, program, OF_WORKERS)
    if op == EFFECT_DELIVERY:
        return stands(g, program, OF_BONUS)
    if op == EFFECT_ENGINE or op == EFFECT_UPGRADE_BEHIND or goes_back(g.rules, below):
        return stands(g, program, OF_MASTERS)
    return False


cdef inline const Effect* effect_of(const Rules* r, const Frame* program) noexcept nogil:
    """The effect that is being performed."""
    return &r.effects[
        r.programs[program.part[PROGRAM_INDEX]].first + program.part[PROGRAM_NEXT] - 1
    ]


cdef inline bint goes_back(const Rules* r, const Frame* program) noexcept nogil:
    """Whether the program is at its cost, and that is a move of the engine."""
    return program.part[PROGRAM_NEXT] == 0 and (
        r.programs[program.part[PROGRAM_INDEX]].cost_op == COST_ENGINE_BACK
    )


cdef inline bint effect_asks(const Effect* e, const Frame* f) noexcept nogil:
    """Whether an effect asks for a decision."""
    if e.op == EFFECT_DRAW_DISCARD:
        return f.kind == FRAME_DRAW and f.part[DRAW_REMOVES] == 0
    if e.op == EFFECT_DRAW_REMOVE:
        return f.kind == FRAME_REMOVE or (f.kind == FRAME_DRAW and f.part[DRAW_REMOVES] == 1)
    if e.op == EFFECT_REMOVE_CARDS:
        return f.kind == FRAME_REMOVE
    if e.op == EFFECT_ENGINE:
        return f.kind == FRAME_ENGINE or f.kind == FRAME_STATION or f.kind == FRAME_MASTER
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
        return f.kind == FRAME_DISC and (
            f.part[DISC_PURPOSE] == DISC_ON_QUAY and f.part[DISC_TARGET] == e.quay
        )
    if e.op == EFFECT_DELIVERY:
        return f.kind == FRAME_DELIVERY
    if e.op == EFFECT_OBJECTIVE:
        return f.kind == FRAME_OBJECTIVE
    if e.op == EFFECT_UPGRADE_BEHIND:
        return f.kind == FRAME_UPGRADE_BEHIND or f.kind == FRAME_MASTER
    if e.op == EFFECT_TAKE_CATTLE:
        return f.kind == FRAME_TAKE_CATTLE and (
            f.part[TAKE_CATTLE_CARD_CLASS] == e.card_class
            and f.part[TAKE_CATTLE_INTO_HAND] == e.into_hand
        )
    return False
