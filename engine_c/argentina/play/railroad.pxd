"""The railroad: engine moves, turnouts, station upgrades and station masters.

Positions run 0 .. n_track - 1 along the line, each turnout right after its space; the train
depot is position n_track. Which lie one space ahead of which the ruleset says, as masks.

Rules: RR-01 .. RR-09
"""
from engine_c.common.bits cimport lowest_bit_64, pop_bit_64
from engine_c.common.types cimport i16, u8, u32, u64
from engine_c.argentina.figures.actions cimport (
    ACT_ENGINE, ACT_FORFEIT, ACT_MASTER, ACT_UPGRADE, action, argument_of, kind_of,
)
from engine_c.argentina.play.discs cimport can_place_disc
from engine_c.argentina.play.markers cimport pay_pesos
from engine_c.argentina.figures.frames cimport (
    DISC_ON_STATION, DISC_PURPOSE, DISC_TARGET, FRAME_DISC, FRAME_ENGINE, FRAME_MASTER,
    FRAME_PROGRAM, FRAME_STATION, MASTER_STATION, PROGRAM_INDEX, STATION_AT, Frame,
)
from engine_c.argentina.figures.rules cimport GRANJERO_ROW, ROWS, WORKER_KINDS, Rules, Station
from engine_c.argentina.figures.state cimport Player, State, mover, pop, push, top


# --- moving ---------------------------------------------------------------------------

cdef inline u64 occupied(const Rules* rules, State* s) noexcept nogil:
    """The positions that other engines bar; they are passed and not counted."""
    cdef u64 mask = 0
    cdef int i
    for i in range(s.players):
        if i != s.seat and not rules.shared[s.player[i].engine]:
            mask |= <u64>1 << s.player[i].engine
    return mask


cdef inline u64 next_free(const u64* ways, u64 places, u64 barred) noexcept nogil:
    """The free positions one space on from any of ``places``, over those that are barred."""
    cdef u64 found = 0, passed = 0, over
    while places:
        found |= ways[pop_bit_64(&places)]
    over = found & barred
    while over:
        passed |= over
        while over:
            found |= ways[pop_bit_64(&over)]
        over = found & barred & ~passed
    return found & ~barred


cdef inline bint can_move_engine(const Rules* rules, State* s) noexcept nogil:
    return next_free(rules.ahead, <u64>1 << mover(s).engine, occupied(rules, s)) != 0


cdef inline int list_positions(u64 positions, u32* out) noexcept nogil:
    cdef int n = 0
    while positions:
        out[n] = action(ACT_ENGINE, <u32>pop_bit_64(&positions))
        n += 1
    return n


cdef inline int legal_engine(const Rules* rules, State* s, int spaces, u32* out) noexcept nogil:
    """Every position ahead within ``spaces``, each by the way with the fewest."""
    cdef u64 barred = occupied(rules, s), places = <u64>1 << mover(s).engine, reached = 0
    while spaces > 0 and places:
        places = next_free(rules.ahead, places, barred) & ~reached
        reached |= places
        spaces -= 1
    return list_positions(reached, out)


cdef inline u64 exactly_back(const Rules* rules, State* s, int spaces) noexcept nogil:
    """The positions that are exactly ``spaces`` back on some way; none from the depot."""
    cdef u64 barred = occupied(rules, s), places = <u64>1 << mover(s).engine
    while spaces > 0 and places:
        places = next_free(rules.behind, places, barred)
        spaces -= 1
    return places


cdef inline int legal_back(const Rules* rules, State* s, int spaces, u32* out) noexcept nogil:
    return list_positions(exactly_back(rules, s, spaces), out)


cdef inline void move_back(const Rules* rules, State* s, int spaces) noexcept nogil:
    """Exactly ``spaces`` back: a decision, or under the earlier rules the one place there is."""
    cdef Frame* f
    if rules.back_is_chosen:
        f = push(s, FRAME_ENGINE)
        f.n = <i16>-spaces
        f.must = 1
    else:
        arrive(rules, s, lowest_bit_64(exactly_back(rules, s, spaces)))


cdef inline void arrive(const Rules* rules, State* s, int position) noexcept nogil:
    """Put the engine down; on a turnout the station may be upgraded.

    From the last station the engine goes on to the depot at once.
    """
    cdef int station = rules.station_at[position] - 1
    mover(s).engine = <u8>(rules.n_track if position == rules.depot_entry else position)
    if station >= 0 and can_upgrade(rules, s, station):
        push(s, FRAME_STATION).part[STATION_AT] = <u8>station


# --- stations -------------------------------------------------------------------------

cdef inline bint can_upgrade(const Rules* rules, State* s, int station) noexcept nogil:
    """Not upgraded yet (unless repeatable), cost and a disc within reach."""
    cdef Player* p = mover(s)
    cdef const Station* place = &rules.stations[station]
    if p.station_discs[station] and not place.repeatable:
        return False
    return can_place_disc(rules, p, DISC_ON_STATION, station, p.pesos - place.cost)


cdef inline void upgrade(const Rules* rules, State* s, int station) noexcept nogil:
    """Pay the station; the disc comes next, then the station master."""
    cdef Frame* f
    pay_pesos(mover(s), rules.stations[station].cost)
    push(s, FRAME_MASTER).part[MASTER_STATION] = <u8>station
    f = push(s, FRAME_DISC)
    f.must = 1
    f.part[DISC_PURPOSE] = DISC_ON_STATION
    f.part[DISC_TARGET] = <u8>station


cdef inline int legal_station(State* s, u32* out) noexcept nogil:
    out[0] = action(ACT_UPGRADE, top(s).part[STATION_AT])
    out[1] = action(ACT_FORFEIT, 0)
    return 2


cdef inline void step_upgrade(const Rules* rules, State* s, u32 act) noexcept nogil:
    """For the station at the turnout as for one behind the engine."""
    pop(s)
    if kind_of(act) == ACT_UPGRADE:
        upgrade(rules, s, <int>argument_of(act))


cdef inline int stations_behind(const Rules* rules, State* s, u32* out) noexcept nogil:
    """Stations strictly behind the engine that can be upgraded."""
    cdef int engine = mover(s).engine
    cdef int i, n = 0
    if engine == rules.n_track:
        engine = rules.depot_exit
    for i in range(rules.n_stations):
        if rules.stations[i].position < engine and can_upgrade(rules, s, i):
            out[n] = action(ACT_UPGRADE, <u32>i)
            n += 1
    return n


# --- station masters ------------------------------------------------------------------

cdef inline int legal_masters(State* s, u32* out) noexcept nogil:
    """Rows whose rightmost worker may be given up for the tile; printed workers stay."""
    cdef Player* p = mover(s)
    cdef int row, n = 0
    if s.station_master[top(s).part[MASTER_STATION]] == 0:
        return 0
    for row in range(ROWS):
        if p.workers[row] > 1:
            out[n] = action(ACT_MASTER, <u32>row)
            n += 1
    if n:
        out[n] = action(ACT_FORFEIT, 0)
        n += 1
    return n


cdef inline void step_master(const Rules* rules, State* s, u32 act) noexcept nogil:
    """Give up the worker, take the tile, gain its immediate half."""
    cdef Player* p = mover(s)
    cdef int station = top(s).part[MASTER_STATION]
    cdef int row = <int>argument_of(act)
    cdef int master = s.station_master[station] - 1
    cdef int space, strong
    pop(s)
    if kind_of(act) == ACT_FORFEIT:
        return
    p.workers[row] -= 1
    space = p.workers[row]
    strong = (p.strong[row] >> space) & 1
    p.strong[row] &= <u8>~(1 << space)
    s.station_worker[station] = <u8>(
        1 + (WORKER_KINDS if row == GRANJERO_ROW else 2 * row + strong)
    )
    s.station_master[station] = 0
    p.masters |= <u8>(1 << master)
    if rules.masters[master].program:
        push(s, FRAME_PROGRAM).part[PROGRAM_INDEX] = rules.masters[master].program
