"""What must agree on the game board: trail, job market, open tiles and cards, stations, ships."""
from engine_c.argentina.figures.frames cimport (
    BUENOS_AIRES_STAGE, FRAME_BUENOS_AIRES, STAGE_FORESIGHT_A,
)
from engine_c.argentina.figures.rules cimport (
    GRANJERO_ROW, DISPLAY, FORESIGHT, MAX_JOB_ROWS, MAX_SHIPS, MAX_SPACES, MAX_STATIONS, SPACE_BUILDING,
    SPACE_FARMER, SPACE_NEUTRAL, SUBPHASES, WORKER_KINDS, Rules,
)
from engine_c.argentina.figures.state cimport IN_ZONE, State
from engine_c.argentina.position.faults cimport (
    FAULT_BARE_SPACE, FAULT_COINS_ALONE, FAULT_DISPLAY, FAULT_FARMER_COLOUR, FAULT_FORESIGHT,
    FAULT_JOB_ROW, FAULT_SHIP_AWAY, FAULT_SHIP_DISCS, FAULT_STATION_DISCS, FAULT_STATION_MASTER,
    FAULT_STATION_TILE, FAULT_VACANT, tell, tell_of_game, tell_of_place,
)
from engine_c.argentina.position.ranges cimport Case, is_space, total


cdef inline void check_board(Case* c) noexcept nogil:
    check_trail(c)
    check_job_market(c)
    check_foresight(c)
    check_display(c)
    check_stations(c)
    check_ship_discs(c)


cdef inline bint can_hold(const Rules* r, int space) noexcept nogil:
    """Whether a tile may lie on the space, and an estanciero stand there."""
    return (
        is_space(r, space, SPACE_NEUTRAL) or is_space(r, space, SPACE_BUILDING)
        or is_space(r, space, SPACE_FARMER)
    )


cdef inline void check_trail(Case* c) noexcept nogil:
    """Nothing on a space that holds nothing; farmers of the right colour; no coins alone."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int at, kind, coins
    for at in range(MAX_SPACES):
        if s.tile[at] and not can_hold(r, at):
            tell_of_place(c.faults, FAULT_BARE_SPACE, at, 0, 0)
    for at in range(r.n_spaces):
        if not is_space(r, at, SPACE_FARMER):
            continue
        kind = s.tile[at] - 1
        coins = s.coins[r.spaces[at].farmer]
        if kind < 0:
            if coins:
                tell_of_place(c.faults, FAULT_COINS_ALONE, at, 0, coins)
        elif (
            kind >= r.n_tiles or r.tiles[kind].worker
            or r.tiles[kind].colour != r.spaces[at].colour
        ):
            tell_of_place(c.faults, FAULT_FARMER_COLOUR, at, 0, kind)


cdef inline void check_job_market(Case* c) noexcept nogil:
    """Rows up to the token are as full as hiring left them; those below it are empty."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int columns = r.job_columns[s.players]
    cdef int row, there, most, seat, i, vacant = 0, out = 0
    for row in range(MAX_JOB_ROWS):
        there = total(s.jobs[row], WORKER_KINDS)
        most = 0
        if row < s.job_row:
            most = columns
            vacant += columns - there
        elif row == s.job_row and row < r.job_rows:
            most = columns - 1
        if there > most:
            tell_of_place(c.faults, FAULT_JOB_ROW, row, most, there)
    for seat in range(s.players):
        for row in range(GRANJERO_ROW):
            out += s.player[seat].workers[row] - 1
    for i in range(MAX_STATIONS):
        out += 0 < s.station_worker[i] <= WORKER_KINDS
    if vacant != out:
        tell_of_game(c.faults, FAULT_VACANT, out, vacant)


cdef inline void check_foresight(Case* c) noexcept nogil:
    """Full but for what was taken in a visit to Buenos Aires, or if the bag is empty."""
    cdef State* s = c.s
    cdef int stage = 0, subphase, i, missing, taken
    if s.depth and s.frames[0].kind == FRAME_BUENOS_AIRES:
        stage = s.frames[0].part[BUENOS_AIRES_STAGE]
    for subphase in range(SUBPHASES):
        missing = 0
        for i in range(FORESIGHT):
            missing += s.foresight[subphase][i] == 0
        taken = stage > STAGE_FORESIGHT_A + subphase
        if missing > taken and s.bag_size[c.rules.foresight_bag[subphase]]:
            tell_of_place(
                c.faults, FAULT_FORESIGHT, subphase, FORESIGHT - taken, FORESIGHT - missing,
            )


cdef inline void check_display(Case* c) noexcept nogil:
    """As many open objectives as there should be, less only without a stack."""
    cdef int i, there = 0, wanted = c.rules.display
    for i in range(DISPLAY):
        there += c.s.objective_display[i] > 0
    if there > wanted or (there < wanted and c.s.objective_size):
        tell_of_game(c.faults, FAULT_DISPLAY, wanted, there)


cdef inline void check_stations(Case* c) noexcept nogil:
    """A station with a place for a master has the master or the worker given up for it."""
    cdef State* s = c.s
    cdef int at, seat, there, discs
    for at in range(c.rules.n_stations):
        there = (s.station_master[at] > 0) + (s.station_worker[at] > 0)
        if c.rules.stations[at].master:
            if there != 1:
                tell_of_place(c.faults, FAULT_STATION_MASTER, at, 1, there)
        elif there:
            tell_of_place(c.faults, FAULT_STATION_TILE, at, 0, 0)
        for seat in range(s.players):
            discs = s.player[seat].station_discs[at]
            if discs > 1 and not c.rules.stations[at].repeatable:
                tell(c.faults, FAULT_STATION_DISCS, seat, at, 1, 0, discs)


cdef inline void check_ship_discs(Case* c) noexcept nogil:
    """Discs lie on ships of the loading zone, one a player unless a ship may be used again."""
    cdef State* s = c.s
    cdef int ship, seat, discs
    for seat in range(s.players):
        for ship in range(MAX_SHIPS):
            discs = s.player[seat].ship_discs[ship]
            if discs and s.ship_at[ship] != IN_ZONE:
                tell(c.faults, FAULT_SHIP_AWAY, seat, ship, 0, 0, discs)
            elif discs > 1 and not c.rules.ships[ship].repeatable:
                tell(c.faults, FAULT_SHIP_DISCS, seat, ship, 1, 0, discs)
