"""Private buildings: placing a new one, or replacing an own one.

Rules: BLD-01 .. BLD-03, LOC-10
"""
from engine_c.common.types cimport u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_BUILD, ACT_BUILD_AT, ACT_FORFEIT, action, argument_of, kind_of,
)
from engine_c.argentina.play.counts cimport on_board
from engine_c.argentina.play.markers cimport pay_pesos
from engine_c.argentina.figures.frames cimport (
    BUILD_AT_NUMBER, FRAME_BUILD_AT, FRAME_LOCATION, LOCATION_VISIT, VISIT_CLOSED, Frame,
)
from engine_c.argentina.figures.rules cimport MAX_PRIVATE, MAX_SPACES, Rules
from engine_c.argentina.figures.state cimport GONE, SUPPLY, Player, State, mover, pop, push, top

cdef enum:
    CARPINTERO_ROW = 1


cdef inline int carpinteros_of(const Rules* rules, State* s, int number) noexcept nogil:
    """Carpinteros the tile asks for, on the side in play."""
    return rules.private_[number][(s.sides >> number) & 1].carpinteros


cdef inline bint affordable(const Rules* rules, Player* p, int carpinteros, int each) noexcept nogil:
    return p.workers[CARPINTERO_ROW] >= carpinteros and p.pesos >= carpinteros * each


cdef inline int legal_sites(const Rules* rules, State* s, int number, int each,
                            u32* out) noexcept nogil:
    """Empty building spaces, and own lesser buildings that may be replaced."""
    cdef Player* p = mover(s)
    cdef int needed = carpinteros_of(rules, s, number)
    cdef bint from_supply = affordable(rules, p, needed, each)
    cdef int space, tile, old, i, n = 0
    for i in range(rules.lists.n_building_spaces):
        space = rules.lists.building_spaces[i]
        tile = s.tile[space]
        if tile == 0:
            if not from_supply:
                continue
        else:
            if (tile - 1) // MAX_PRIVATE != s.seat:
                continue
            old = carpinteros_of(rules, s, (tile - 1) % MAX_PRIVATE)
            if old >= needed or not affordable(rules, p, needed - old, each):
                continue
        out[n] = action(ACT_BUILD_AT, <u32>space)
        n += 1
    return n


cdef inline bint has_site(const Rules* rules, State* s, int number, int each) noexcept nogil:
    """Whether the tile can be paid from the supply, or as a replacement, and finds a site."""
    cdef u32 scratch[MAX_SPACES]
    cdef Player* p = mover(s)
    cdef int needed = carpinteros_of(rules, s, number)
    if not affordable(rules, p, needed, each):
        # A replacement saves at most the dearest own tile on the board.
        needed -= dearest_on_board(rules, s)
        if needed < 0:
            needed = 0
        if not affordable(rules, p, needed, each):
            return False
    return legal_sites(rules, s, number, each, scratch) > 0


cdef inline int dearest_on_board(const Rules* rules, State* s) noexcept nogil:
    """The most carpinteros any own building on the board asks for; 0 without one."""
    cdef Player* p = mover(s)
    cdef int i, most = 0
    for i in range(rules.n_private):
        if on_board(p.buildings[i]) and carpinteros_of(rules, s, i) > most:
            most = carpinteros_of(rules, s, i)
    return most


cdef inline int legal_buildings(const Rules* rules, State* s, int each, u32* out) noexcept nogil:
    """Numbers of buildings in the supply that can be paid and find a site."""
    cdef int number, n = 0
    for number in range(rules.n_private):
        if mover(s).buildings[number] == SUPPLY and has_site(rules, s, number, each):
            out[n] = action(ACT_BUILD, <u32>number)
            n += 1
    return n


cdef inline void step_build(State* s, u32 act) noexcept nogil:
    cdef Frame* f
    cdef int each = top(s).n
    pop(s)
    if kind_of(act) == ACT_FORFEIT:
        return
    f = push(s, FRAME_BUILD_AT)
    f.must = 1
    f.part[BUILD_AT_NUMBER] = <u8>argument_of(act)
    f.n = each


cdef inline void step_build_at(const Rules* rules, State* s, u32 act) noexcept nogil:
    """Pay, and put the tile down; a replaced tile leaves the game.

    Replacing the tile one stands on ends all local actions of the visit.
    """
    cdef Player* p = mover(s)
    cdef int number = top(s).part[BUILD_AT_NUMBER], each = top(s).n
    cdef int space = <int>argument_of(act)
    cdef int needed = carpinteros_of(rules, s, number)
    cdef int old
    pop(s)
    if s.tile[space]:
        old = (s.tile[space] - 1) % MAX_PRIVATE
        needed -= carpinteros_of(rules, s, old)
        p.buildings[old] = GONE
        if p.estanciero == space and s.frames[0].kind == FRAME_LOCATION:
            s.frames[0].part[LOCATION_VISIT] = VISIT_CLOSED
    pay_pesos(p, needed * each)
    p.buildings[number] = <u8>space
    s.tile[space] = <u8>(1 + s.seat * MAX_PRIVATE + number)
