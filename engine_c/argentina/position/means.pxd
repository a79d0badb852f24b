"""Which actions a player can have had so far, by what they do.

An auxiliary action that is open stays open, so one that is closed was never used; likewise
a building still in the supply, an objective card not in the area, a space of a worker row that
was never reached. What may have been there counts as used: no more is said than can be shown.
"""
from engine_c.common.bits cimport bits
from engine_c.common.types cimport u64
from engine_c.argentina.figures.rules cimport (
    COST_DISCARD, COST_ENGINE_BACK, COST_REMOVE, EFFECT_DRAW, EFFECT_DRAW_REMOVE,
    EFFECT_EXHAUST_OPPONENTS, EFFECT_HELP, EFFECT_MOVE, EFFECT_PLACE_DISC, EFFECT_REMOVE_CARDS,
    EFFECT_TAKE_CATTLE, GRANJERO_ROW, MAX_STATIONS, OF_BONUS, OF_GOALS, OF_GRANJEROS, OF_MASTERS,
    OF_OBJECTIVES, OF_WORKERS, ROW_SPACES, ROWS, WORKER_KINDS, Building, Effect, Local, Program,
    Rules,
)
from engine_c.argentina.figures.state cimport DEPARTED, SUPPLY, Player, State
from engine_c.argentina.play.auxiliary cimport is_double, is_open
from engine_c.argentina.play.counts cimport on_board

cdef enum:                    # Means: what an action may do
    MEANS_CARDS = 0           # bring more cards into the hand than it asks back
    MEANS_BACK                # move the engine backward
    MEANS_REMOVE              # remove cards but exhaustion from the game
    MEANS_EXHAUST             # give exhaustion cards to the opponents
    MEANS_DISC                # place a disc on a quay, ``arg``
    MEANS_HELP                # help granjeros
    MEANS_MOVE                # move the estanciero on


# --- one action ----------------------------------------------------------------------------------

cdef inline bint effect_may(const Effect* e, int means, int arg) noexcept nogil:
    if means == MEANS_CARDS:
        return e.op == EFFECT_DRAW or e.op == EFFECT_DRAW_REMOVE
    if means == MEANS_REMOVE:
        return e.op == EFFECT_REMOVE_CARDS or e.op == EFFECT_DRAW_REMOVE
    if means == MEANS_EXHAUST:
        return e.op == EFFECT_EXHAUST_OPPONENTS
    if means == MEANS_DISC:
        return e.op == EFFECT_PLACE_DISC and e.quay == arg
    if means == MEANS_HELP:
        return e.op == EFFECT_HELP
    return means == MEANS_MOVE and e.op == EFFECT_MOVE


cdef inline bint program_may(const Rules* r, int index, int means, int arg) noexcept nogil:
    """Whether the program may do this by itself; 0 is none."""
    cdef const Program* p = &r.programs[index]
    cdef bint costs_card = p.cost_op == COST_DISCARD or p.cost_op == COST_REMOVE
    cdef int i, taken = 0
    if index == 0:
        return False
    if means == MEANS_BACK and p.cost_op == COST_ENGINE_BACK:
        return True
    if means == MEANS_REMOVE and p.cost_op == COST_REMOVE:
        if r.classes[p.cost_arg] & ~(<u64>1 << r.exhaustion):
            return True
    for i in range(p.first, p.first + p.n):
        if effect_may(&r.effects[i], means, arg):
            return True
        if r.effects[i].op == EFFECT_TAKE_CATTLE:
            taken += r.effects[i].into_hand
    # A card that is taken into the hand for one of the hand does not make it larger.
    return means == MEANS_CARDS and taken > costs_card


cdef inline bint local_may(const Rules* r, int index, int means, int arg) noexcept nogil:
    cdef const Local* local = &r.locals[index]
    cdef int i
    for i in range(local.first, local.first + local.n):
        if program_may(r, i, means, arg):
            return True
    return False


cdef inline bint building_may(const Rules* r, const Building* building, int means,
                              int arg) noexcept nogil:
    cdef int i
    for i in range(building.n_locals):
        if local_may(r, building.locals[i], means, arg):
            return True
    return False


cdef inline bint neutral_may(const Rules* r, int means, int arg) noexcept nogil:
    cdef int i
    for i in range(r.n_neutral):
        if building_may(r, &r.neutral[i], means, arg):
            return True
    return False


# --- the actions of a player ---------------------------------------------------------------------

cdef inline int given_up(const Rules* r, State* s, int seat, int row) noexcept nogil:
    """Workers of a row that the seat can have given up for station masters, at most."""
    cdef int at, worker, n = 0, masters = bits(s.player[seat].masters)
    for at in range(MAX_STATIONS):
        worker = s.station_worker[at]
        if worker == WORKER_KINDS + 1:
            n += row == GRANJERO_ROW
        elif worker:
            n += r.tiles[worker - 1].row == row
    return n if n < masters else masters


cdef inline int most_workers(const Rules* r, State* s, int seat, int row) noexcept nogil:
    """Workers that the seat can have had in a row at any time, the printed one included."""
    cdef int n = s.player[seat].workers[row] + given_up(r, s, seat, row)
    return n if n < ROW_SPACES else ROW_SPACES


cdef inline bint goals_may(const Rules* r, State* s, int seat, int means, int arg) noexcept nogil:
    """Ships, bonus spaces, station masters and objective cards."""
    cdef Player* p = &s.player[seat]
    cdef int i
    for i in range(r.n_ships):
        if p.ship_discs[i] or s.ship_at[i] == DEPARTED:
            if program_may(r, r.ships[i].program, means, arg):
                return True
    for i in range(r.n_bonus):
        if p.bonus_discs[i] and program_may(r, r.bonus[i].program, means, arg):
            return True
    for i in range(r.n_masters):
        if (p.masters >> i) & 1 and program_may(r, r.masters[i].program, means, arg):
            return True
    for i in range(r.n_objectives):
        if (p.objectives >> i) & 1 and program_may(r, r.objectives[i].program, means, arg):
            return True
    return False


cdef inline bint own_sites_may(const Rules* r, State* s, int seat, int means,
                               int arg) noexcept nogil:
    """Private buildings that were built, and the risk actions where they stand.

    A space once built on stays so, and is its owner's.
    """
    cdef int number, risk, place
    for number in range(r.n_private):
        place = s.player[seat].buildings[number]
        if place == SUPPLY:
            continue
        if building_may(r, &r.private_[number][(s.sides >> number) & 1], means, arg):
            return True
        risk = r.spaces[place].risk if on_board(<unsigned char>place) else 0
        if risk and local_may(r, risk - 1, means, arg):
            return True
    return False


cdef inline bint can_have(const Rules* r, State* s, int seat, int means, int arg=0) noexcept nogil:
    """Whether the seat can have had an action that may do this."""
    cdef int i, row
    for i in range(r.n_auxiliary):
        if is_open(r, &s.player[seat], i):
            if program_may(r, r.auxiliary[i].single, means, arg):
                return True
        if is_double(r, &s.player[seat], i):
            if program_may(r, r.auxiliary[i].double_, means, arg):
                return True
    for row in range(ROWS):
        for i in range(most_workers(r, s, seat, row)):
            if program_may(r, r.row_program[row][i], means, arg):
                return True
    return (
        neutral_may(r, means, arg) or own_sites_may(r, s, seat, means, arg)
        or goals_may(r, s, seat, means, arg)
    )


cdef inline bint anybody_can_have(const Rules* r, State* s, int means) noexcept nogil:
    cdef int seat
    for seat in range(s.players):
        if can_have(r, s, seat, means):
            return True
    return False


# --- by the ruleset alone ------------------------------------------------------------------------

cdef inline bint stands_apart(const Rules* r, int program) noexcept nogil:
    """Whether the program stands elsewhere than at buildings and auxiliary actions."""
    cdef int apart = (
        (1 << OF_GOALS) | (1 << OF_OBJECTIVES) | (1 << OF_WORKERS) | (1 << OF_GRANJEROS)
        | (1 << OF_BONUS) | (1 << OF_MASTERS)
    )
    return (r.lists.program_places[program] & apart) != 0


cdef inline bint apart_may(const Rules* r, int means) noexcept nogil:
    """Whether anything may do this that is neither building nor auxiliary action.

    Without those nothing else sets them off.
    """
    cdef int i
    for i in range(1, r.n_programs):
        if stands_apart(r, i) and program_may(r, i, means, 0):
            return True
    return False


cdef inline bint moves_at_first(const Rules* r) noexcept nogil:
    """Whether an estanciero may move in the first turn, which begins at a neutral building."""
    cdef int i
    for i in range(r.n_auxiliary):
        if program_may(r, r.auxiliary[i].single, MEANS_MOVE, 0):
            return True
        if program_may(r, r.auxiliary[i].double_, MEANS_MOVE, 0):
            return True
    return neutral_may(r, MEANS_MOVE, 0) or apart_may(r, MEANS_MOVE)
