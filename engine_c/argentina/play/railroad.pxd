"""The railroad: engine moves, turnouts, station upgrades and station masters.

Positions run 0 .. n_track - 1 along the line, turnouts included; the train
depot is position n_track.

Rules: RR-01 .. RR-09
"""
from engine_c.common.types cimport u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_ENGINE, ACT_FORFEIT, ACT_MASTER, ACT_UPGRADE, action, argument_of, kind_of,
)
from engine_c.argentina.play.discs cimport can_place_disc
from engine_c.argentina.play.markers cimport pay_pesos
from engine_c.argentina.figures.frames cimport (
    DISC_ON_STATION, DISC_PURPOSE, DISC_TARGET, FRAME_DISC, FRAME_MASTER, FRAME_PROGRAM,
    FRAME_STATION, MASTER_STATION, PROGRAM_INDEX, STATION_AT, Frame,
)
from engine_c.argentina.figures.rules cimport GRANJERO_ROW, ROWS, WORKER_KINDS, Rules, Station
from engine_c.argentina.figures.state cimport Player, State, mover, pop, push, top


# --- moving ---------------------------------------------------------------------------

cdef inline bint occupied(const Rules* rules, State* s, int position) noexcept nogil:
    """Whether another engine bars the position; such positions are skipped."""
    cdef int i
    if rules.shared[position]:
        return False
    for i in range(s.players):
        if i != s.seat and s.player[i].engine == position:
            return True
    return False


cdef inline int next_forward(const Rules* rules, State* s, int position) noexcept nogil:
    """The next free position ahead; -1 at the end of the line."""
    position = rules.depot_exit if position == rules.n_track else position + 1
    while position < rules.n_track:
        if not occupied(rules, s, position):
            return position
        position += 1
    return -1


cdef inline bint can_move_engine(const Rules* rules, State* s) noexcept nogil:
    return next_forward(rules, s, mover(s).engine) >= 0


cdef inline int legal_engine(const Rules* rules, State* s, int spaces, u32* out) noexcept nogil:
    """Every position ahead within ``spaces``."""
    cdef int n = 0, position = mover(s).engine
    while n < spaces:
        position = next_forward(rules, s, position)
        if position < 0:
            break
        out[n] = action(ACT_ENGINE, <u32>position)
        n += 1
    return n


cdef inline int position_back(const Rules* rules, State* s, int spaces) noexcept nogil:
    """Where the engine ends exactly ``spaces`` back; -1 if it cannot move so."""
    cdef int position = mover(s).engine
    if position == rules.n_track:
        return -1
    while spaces > 0:
        position -= 1
        while position >= 0 and occupied(rules, s, position):
            position -= 1
        if position < 0:
            return -1
        spaces -= 1
    return position


cdef inline void arrive(const Rules* rules, State* s, int position) noexcept nogil:
    """Put the engine down; on a turnout the station may be upgraded.

    From the last station the engine goes on to the depot at once.
    """
    cdef int station = rules.station_at[position] - 1
    mover(s).engine = <u8>(rules.n_track if position == rules.n_track - 1 else position)
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
