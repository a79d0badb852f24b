"""What must agree on the game board; the twin is ``gwta_ai/games/argentina/position/board.py``."""
from engine_c.argentina.position.figures cimport Figures, can_hold, is_space
from engine_c.argentina.position.ranges cimport total
from engine_c.argentina.play.railroad cimport GRANJERO_ROW
from engine_c.argentina.figures.frames cimport (
    BUENOS_AIRES_STAGE, FRAME_BUENOS_AIRES, STAGE_FORESIGHT_A,
)
from engine_c.argentina.figures.rules cimport (
    DISPLAY, FORESIGHT, MAX_JOB_ROWS, MAX_SHIPS, MAX_SPACES, MAX_STATIONS, SPACE_FARMER, SUBPHASES,
    WORKER_KINDS, Rules,
)
from engine_c.argentina.figures.state cimport IN_ZONE, State


cdef inline bint board_holds(const Figures* f, State* s) noexcept nogil:
    cdef const Rules* r = f.rules
    return (
        trail_holds(f, s) and job_market_holds(r, s) and foresight_holds(r, s)
        and display_holds(r, s) and stations_hold(r, s) and ships_keep_discs(r, s)
    )


cdef inline bint trail_holds(const Figures* f, State* s) noexcept nogil:
    """Nothing on a space that holds nothing; farmers of the right colour; no coins alone."""
    cdef const Rules* r = f.rules
    cdef int at, kind
    for at in range(MAX_SPACES):
        if s.tile[at] and not can_hold(f, at):
            return False
        if is_space(r, at, SPACE_FARMER):
            kind = s.tile[at] - 1
            if kind < 0:
                if s.coins[r.spaces[at].farmer]:
                    return False
            elif (
                kind >= r.n_tiles or r.tiles[kind].worker
                or r.tiles[kind].colour != r.spaces[at].colour
            ):
                return False
    return True


cdef inline bint job_market_holds(const Rules* r, State* s) noexcept nogil:
    """Rows up to the token are as full as hiring left them; those below it are empty."""
    cdef int columns = r.job_columns[s.players]
    cdef int row, there, most, seat, i, vacant = 0
    for row in range(MAX_JOB_ROWS):
        there = total(s.jobs[row], WORKER_KINDS)
        most = 0
        if row < s.job_row:
            most = columns
            vacant += columns - there
        elif row == s.job_row and row < r.job_rows:
            most = columns - 1
        if there > most:
            return False
    for seat in range(s.players):
        for row in range(GRANJERO_ROW):
            vacant -= s.player[seat].workers[row] - 1
    for i in range(MAX_STATIONS):
        vacant -= 0 < s.station_worker[i] <= WORKER_KINDS
    return vacant == 0


cdef inline bint foresight_holds(const Rules* r, State* s) noexcept nogil:
    """Full but for what was taken in a visit to Buenos Aires, or if the bag is empty."""
    cdef int stage = 0, subphase, i, missing
    if s.depth and s.frames[0].kind == FRAME_BUENOS_AIRES:
        stage = s.frames[0].part[BUENOS_AIRES_STAGE]
    for subphase in range(SUBPHASES):
        missing = 0
        for i in range(FORESIGHT):
            missing += s.foresight[subphase][i] == 0
        if missing > (stage > STAGE_FORESIGHT_A + subphase):
            if s.bag_size[r.foresight_bag[subphase]]:
                return False
    return True


cdef inline bint display_holds(const Rules* r, State* s) noexcept nogil:
    """As many open objectives as there should be, less only without a stack."""
    cdef int i, there = 0
    for i in range(DISPLAY):
        there += s.objective_display[i] > 0
    return there == r.display or (there < r.display and s.objective_size == 0)


cdef inline bint stations_hold(const Rules* r, State* s) noexcept nogil:
    """A station with a place for a master has the master or the worker given up for it."""
    cdef int at, seat
    cdef bint master, worker
    for at in range(r.n_stations):
        master = s.station_master[at] > 0
        worker = s.station_worker[at] > 0
        if r.stations[at].master:
            if master == worker:
                return False
        elif master or worker:
            return False
        if not r.stations[at].repeatable:
            for seat in range(s.players):
                if s.player[seat].station_discs[at] > 1:
                    return False
    return True


cdef inline bint ships_keep_discs(const Rules* r, State* s) noexcept nogil:
    """Discs lie on ships of the loading zone, one a player unless a ship may be used again."""
    cdef int ship, seat, discs
    for seat in range(s.players):
        for ship in range(MAX_SHIPS):
            discs = s.player[seat].ship_discs[ship]
            if discs and s.ship_at[ship] != IN_ZONE:
                return False
            if discs > 1 and not r.ships[ship].repeatable:
                return False
    return True
