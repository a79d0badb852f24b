"""Phase B at a location other than Buenos Aires.

Rules: AUX-03, LOC-01 .. LOC-07, LOC-12, LOC-13, TURN-05
"""
from engine_c.common.types cimport i16, u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_AUX, ACT_END, ACT_HELP_HERE, ACT_LOCAL, ACT_LOCAL_AUX, NO_CARD, action, alternative_of,
    argument_of, auxiliary_of, first_card_of, kind_of, local_action, local_auxiliary_action,
    local_of, second_card_of, used_double,
)
from engine_c.argentina.play.auxiliary cimport can_double, can_single
from engine_c.argentina.play.cards cimport in_class
from engine_c.argentina.play.effects cimport can_run, pay_card, start_program
from engine_c.argentina.play.granjeros cimport can_help
from engine_c.argentina.play.movement cimport building_at, owner_at
from engine_c.argentina.figures.frames cimport (
    FRAME_END_TURN, FRAME_HELP, LOCATION_DONE, LOCATION_LAST, LOCATION_VISIT, LOCATION_VISIT_BEFORE,
    VISIT_CLOSED, VISIT_FRESH, VISIT_LOCAL, Frame,
)
from engine_c.argentina.figures.rules cimport (
    COST_DISCARD, COST_REMOVE, EFFECT_AUXILIARY, SPACE_BUILDING, SPACE_FARMER, SPACE_NEUTRAL,
    Building, Program, Rules,
)
from engine_c.argentina.figures.state cimport Player, State, mover, push, reset, top


# --- the state of the visit ---------------------------------------------------------------

cdef inline void note_choice(Frame* f, u8 done, int visit) noexcept nogil:
    """A choice was made: ``done`` is the bit of its local action, 0 if it is none."""
    f.part[LOCATION_LAST] = done
    f.part[LOCATION_DONE] |= done
    f.part[LOCATION_VISIT_BEFORE] = f.part[LOCATION_VISIT]
    f.part[LOCATION_VISIT] = <u8>visit


cdef inline void take_back_choice(Frame* f) noexcept nogil:
    """The chosen action has become impossible (a token changed the hand): choose again."""
    f.part[LOCATION_DONE] &= ~f.part[LOCATION_LAST]
    f.part[LOCATION_VISIT] = f.part[LOCATION_VISIT_BEFORE]


cdef inline void keep_choice(Frame* f) noexcept nogil:
    """The last choice can no longer be taken back."""
    f.part[LOCATION_LAST] = f.part[LOCATION_VISIT_BEFORE] = 0


# --- local actions ------------------------------------------------------------------------

cdef inline const Building* own_building(const Rules* rules, State* s) noexcept nogil:
    """The neutral or own building the mover stands on; NULL elsewhere."""
    cdef int space = mover(s).estanciero
    cdef int kind = rules.spaces[space].kind
    if s.tile[space] == 0 or (kind != SPACE_NEUTRAL and kind != SPACE_BUILDING):
        return NULL
    if kind == SPACE_BUILDING and owner_at(s, space) != s.seat:
        return NULL
    return building_at(rules, s, space)


cdef inline int local_at(const Rules* rules, State* s, const Building* building,
                         int index) noexcept nogil:
    """Index in ``rules.locals``; the risk action of the space comes last; -1: no more."""
    cdef int risk
    if index < building.n_locals:
        return building.locals[index]
    risk = rules.spaces[mover(s).estanciero].risk
    if index == building.n_locals and risk:
        return risk - 1
    return -1


cdef inline bint is_auxiliary(const Rules* rules, int program) noexcept nogil:
    cdef const Program* p = &rules.programs[program]
    return p.n == 1 and rules.effects[p.first].op == EFFECT_AUXILIARY


cdef inline int local_auxiliaries(const Rules* rules, State* s, int index, int alternative,
                                  int program, u32* out) noexcept nogil:
    cdef bint double_allowed = rules.effects[rules.programs[program].first].may_double
    cdef int i, n = 0
    for i in range(rules.n_auxiliary):
        if can_single(rules, s, i):
            out[n] = local_auxiliary_action(index, alternative, i, False)
            n += 1
        if double_allowed and can_double(rules, s, i):
            out[n] = local_auxiliary_action(index, alternative, i, True)
            n += 1
    return n


cdef inline int local_cards(const Rules* rules, State* s, int index, int alternative,
                            const Program* program, u32* out) noexcept nogil:
    """One action for each card, or pair of cards, that meets the cost."""
    cdef Player* p = mover(s)
    cdef int first, second, n = 0
    for first in range(rules.n_cards):
        if p.hand[first] == 0 or not in_class(rules, program.cost_arg, first):
            continue
        if program.cost_count == 1:
            out[n] = local_action(index, alternative, first, NO_CARD)
            n += 1
            continue
        for second in range(first, rules.n_cards):
            if p.hand[second] <= (second == first):
                continue
            if not in_class(rules, program.cost_arg, second):
                continue
            if program.identical and rules.cards[second].type != rules.cards[first].type:
                continue
            out[n] = local_action(index, alternative, first, second)
            n += 1
    return n


cdef inline int legal_locals(const Rules* rules, State* s, Frame* f, u32* out) noexcept nogil:
    """Local actions not done yet that would change something."""
    cdef const Building* building = own_building(rules, s)
    cdef const Program* program
    cdef int index = 0, local, i, at, n = 0
    if building == NULL:
        return 0
    while True:
        local = local_at(rules, s, building, index)
        if local < 0:
            return n
        if not (f.part[LOCATION_DONE] >> index) & 1:
            for i in range(rules.locals[local].n):
                at = rules.locals[local].first + i
                program = &rules.programs[at]
                if is_auxiliary(rules, at):
                    n += local_auxiliaries(rules, s, index, i, at, &out[n])
                elif program.cost_op == COST_DISCARD or program.cost_op == COST_REMOVE:
                    n += local_cards(rules, s, index, i, program, &out[n])
                elif can_run(rules, s, at):
                    out[n] = local_action(index, i, NO_CARD, NO_CARD)
                    n += 1
        index += 1


cdef inline void step_local(const Rules* rules, State* s, u32 act) noexcept nogil:
    """Mark the local action done, meet its card cost, and run its program."""
    cdef Frame* f = top(s)
    cdef int index = local_of(act)
    cdef int local = local_at(rules, s, own_building(rules, s), index)
    cdef int program = rules.locals[local].first + alternative_of(act)
    cdef int auxiliary, first, second
    note_choice(f, <u8>(1 << index), VISIT_LOCAL)
    if kind_of(act) == ACT_LOCAL_AUX:
        auxiliary = auxiliary_of(act)
        program = (
            rules.auxiliary[auxiliary].double_ if used_double(act)
            else rules.auxiliary[auxiliary].single
        )
        start_program(rules, s, program, True, False)
        return
    first = first_card_of(act)
    second = second_card_of(act)
    if first != NO_CARD:
        pay_card(rules, s, program, first)
    if second != NO_CARD:
        pay_card(rules, s, program, second)
    start_program(rules, s, program, True, first != NO_CARD)


# --- the single auxiliary action and the farmer underfoot -----------------------------------

cdef inline int legal_instead(const Rules* rules, State* s, u32* out) noexcept nogil:
    """What may be done in place of local actions while nothing has been performed."""
    cdef const Building* building = own_building(rules, s)
    cdef int space = mover(s).estanciero
    cdef int i, n = 0
    if building == NULL or not building.auxiliary:
        for i in range(rules.n_auxiliary):
            if can_single(rules, s, i):
                out[n] = action(ACT_AUX, <u32>i)
                n += 1
    if rules.spaces[space].kind == SPACE_FARMER and s.tile[space]:
        if can_help(rules, s, -space, 0):
            out[n] = action(ACT_HELP_HERE, 0)
            n += 1
    return n


cdef inline void step_instead(const Rules* rules, State* s, u32 act) noexcept nogil:
    cdef Frame* f = top(s)
    note_choice(f, 0, VISIT_CLOSED)
    if kind_of(act) == ACT_AUX:
        start_program(rules, s, rules.auxiliary[argument_of(act)].single, True, False)
        return
    f = push(s, FRAME_HELP)
    f.must = 1
    f.n = <i16>(-<int>mover(s).estanciero)


# --- the decision ---------------------------------------------------------------------------

cdef inline int legal_location(const Rules* rules, State* s, u32* out) noexcept nogil:
    """Local actions or their replacement; ending once something has been performed."""
    cdef Frame* f = top(s)
    cdef int n = 0
    if f.part[LOCATION_VISIT] != VISIT_CLOSED:
        n = legal_locals(rules, s, f, out)
    if f.part[LOCATION_VISIT] == VISIT_FRESH:
        n += legal_instead(rules, s, &out[n])
    else:
        out[n] = action(ACT_END, 0)
        n += 1
    return n


cdef inline void step_location(const Rules* rules, State* s, u32 act) noexcept nogil:
    cdef int kind = kind_of(act)
    if kind == ACT_LOCAL or kind == ACT_LOCAL_AUX:
        step_local(rules, s, act)
    elif kind == ACT_END:
        reset(s, FRAME_END_TURN)
    else:
        step_instead(rules, s, act)
