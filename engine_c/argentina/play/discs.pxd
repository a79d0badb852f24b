"""Discs: which may be placed where, what clearing a disc space does, and the placing.

Rules: BA-04, BA-05, DISC-01 .. DISC-03, RR-10
"""
from engine_c.common.bits cimport pop_bit
from engine_c.common.types cimport u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_DISC, ACT_FORFEIT, ACT_STATION_DISC, action, argument_of, kind_of,
)
from engine_c.argentina.play.markers cimport gain_pesos, pay_pesos, permanent_grain
from engine_c.argentina.figures.frames cimport (
    DISC_ON_SHIP, DISC_ON_STATION, DISC_PURPOSE, DISC_TARGET, FRAME_PROGRAM, PROGRAM_INDEX, Frame,
)
from engine_c.argentina.figures.rules cimport CORNER_WHITE, DiscSpace, Rules
from engine_c.argentina.figures.state cimport Player, State, mover, pop, push, top


cdef inline int missing_grain(const Rules* rules, Player* p, int ship) noexcept nogil:
    """Grain the ship asks for beyond what the player has or is spared."""
    cdef int missing = rules.ships[ship].grain - permanent_grain(rules, p) - p.grain
    return missing if missing > 0 else 0


cdef inline int fee_of_ship(const Rules* rules, Player* p, int ship) noexcept nogil:
    """The default fee in pesos for loading the ship now."""
    return missing_grain(rules, p, ship) * rules.default_fee


cdef inline int target_corner(const Rules* rules, int purpose, int target) noexcept nogil:
    if purpose == DISC_ON_SHIP:
        return rules.ships[target].corner
    if purpose == DISC_ON_STATION:
        return rules.stations[target].corner
    return rules.quays[target].corner


cdef inline u32 fitting_discs(const Rules* rules, Player* p, int corner) noexcept nogil:
    """Disc spaces whose disc may go on the corner: dark discs on white when no white is left."""
    cdef u32 white = p.discs & rules.lists.white_discs
    return white if corner == CORNER_WHITE and white else p.discs


cdef inline bint payable(const DiscSpace* space, int pesos, int fee) noexcept nogil:
    """Whether clearing the space leaves enough of ``pesos`` for ``fee``."""
    return space.cost <= pesos and pesos - space.cost + space.gain >= fee


cdef inline int board_discs(const Rules* rules, Player* p, int corner, int pesos, int fee,
                            u32* out) noexcept nogil:
    """Disc spaces whose disc fits the corner and leaves enough of ``pesos`` for ``fee``.

    Of spaces alike in everything only the first is listed.
    """
    cdef const DiscSpace* space
    cdef u32 fitting = fitting_discs(rules, p, corner)
    cdef u32 listed = 0
    cdef int i, n = 0
    while fitting:
        i = pop_bit(&fitting)
        space = &rules.disc_spaces[i]
        if payable(space, pesos, fee) and not (listed >> space.same_as) & 1:
            listed |= <u32>1 << space.same_as
            out[n] = action(ACT_DISC, <u32>i)
            n += 1
    return n


cdef inline int legal_discs(const Rules* rules, Player* p, int purpose, int target, int pesos,
                            u32* out) noexcept nogil:
    """Every disc that may be placed with ``pesos`` at hand; from stations only if no other."""
    cdef int fee = fee_of_ship(rules, p, target) if purpose == DISC_ON_SHIP else 0
    cdef int i, n
    n = board_discs(rules, p, target_corner(rules, purpose, target), pesos, fee, out)
    if n == 0 and pesos >= fee:
        for i in range(rules.n_stations):
            if p.station_discs[i] and not (purpose == DISC_ON_STATION and target == i):
                out[n] = action(ACT_STATION_DISC, <u32>i)
                n += 1
    return n


cdef inline bint can_place_disc(const Rules* rules, Player* p, int purpose, int target,
                                int pesos) noexcept nogil:
    """Whether ``legal_discs`` would list any."""
    cdef int fee = fee_of_ship(rules, p, target) if purpose == DISC_ON_SHIP else 0
    cdef u32 fitting = fitting_discs(rules, p, target_corner(rules, purpose, target))
    cdef int i
    if pesos < 0:
        return False
    while fitting:
        if payable(&rules.disc_spaces[pop_bit(&fitting)], pesos, fee):
            return True
    if pesos >= fee:
        for i in range(rules.n_stations):
            if p.station_discs[i] and not (purpose == DISC_ON_STATION and target == i):
                return True
    return False


cdef inline void load_ship(const Rules* rules, State* s, int ship) noexcept nogil:
    """After the disc: grain, default fee, then the loading action."""
    cdef Player* p = mover(s)
    cdef Frame* f
    cdef int missing = missing_grain(rules, p, ship)
    cdef int needed = rules.ships[ship].grain - permanent_grain(rules, p)
    if needed > 0:
        p.grain -= <u8>(needed - missing)
    pay_pesos(p, missing * rules.default_fee)
    if rules.ships[ship].program:
        f = push(s, FRAME_PROGRAM)
        f.part[PROGRAM_INDEX] = rules.ships[ship].program
        f.must = 1


cdef inline void step_disc(const Rules* rules, State* s, u32 act) noexcept nogil:
    """Take the chosen disc and put it where the frame says."""
    cdef Player* p = mover(s)
    cdef Frame* f = top(s)
    cdef int purpose = f.part[DISC_PURPOSE], target = f.part[DISC_TARGET]
    cdef u32 source = argument_of(act)
    pop(s)
    if kind_of(act) == ACT_FORFEIT:
        return
    if kind_of(act) == ACT_DISC:
        p.discs &= ~(<u32>1 << source)
        pay_pesos(p, rules.disc_spaces[source].cost)
        gain_pesos(p, rules.disc_spaces[source].gain)
    else:
        p.station_discs[source] -= 1
    if purpose == DISC_ON_SHIP:
        p.ship_discs[target] += 1
        load_ship(rules, s, target)
    elif purpose == DISC_ON_STATION:
        p.station_discs[target] += 1
    else:
        p.quay_discs[target] += 1
