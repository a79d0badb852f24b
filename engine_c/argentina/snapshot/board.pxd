"""A whole snapshot; the twin in Python is ``gwta_ai/games/argentina/snapshot/board.py``.

``snapshot`` says in which order and form the fields of a state or view stand. It writes
them, or reads them into a state of zeros. Whether what was read is a possible position,
and whether it was in canonical form, is not looked at here.
"""
from engine_c.common.msgpack cimport (
    Span, Wire, end, hexadecimal, key, key_if, list_begins, map_begins, more, null, number, truth,
)
from engine_c.common.types cimport u8, u16, u32
from engine_c.argentina.position.ranges cimport MAX_COINS
from engine_c.argentina.figures.rules cimport (
    BAGS, DISPLAY, FORESIGHT, MAX_BAG, MAX_MARKET, MAX_OBJECTIVES, MAX_PILE, MAX_PLAYERS,
    SUBPHASES, WORKER_KINDS,
)
from engine_c.argentina.snapshot.decisions cimport decisions, job_row
from engine_c.argentina.snapshot.fields cimport counts, letters, members, pool, shown, stack
from engine_c.argentina.snapshot.people cimport people
from engine_c.argentina.snapshot.words cimport Ids, Words, one_of
from engine_c.argentina.figures.state cimport DEPARTED, IN_ZONE, MAX_TURN, State

cdef enum:
    MAX_VERSION = 1           # the only one so far
    MAX_BYTE = 255


cdef inline void snapshot(Wire* w, const Words* t, State* s) noexcept nogil:
    """All fields of a state, or of a view."""
    cdef Span m = map_begins(w)
    cdef bint view
    key(w, &m, "format")
    view = one_of(w, &t.formats, s.viewer > 0)
    key(w, &m, "version")
    number(w, MAX_VERSION, MAX_VERSION, MAX_VERSION)
    key(w, &m, "game")
    one_of(w, &t.game, 0)
    key(w, &m, "ruleset")
    one_of(w, &t.ruleset, 0)
    if view:
        key(w, &m, "view_of")
        s.viewer = <u8>(1 + number(w, s.viewer - 1, 0, MAX_PLAYERS - 1))
    key(w, &m, "players")
    people(w, t, s)
    key(w, &m, "turn")
    s.turn = <u16>number(w, s.turn, 1, MAX_TURN)
    key(w, &m, "seat")
    s.seat = <u8>number(w, s.seat, 0, MAX_PLAYERS - 1)
    key(w, &m, "over")
    s.over = truth(w, s.over)
    key(w, &m, "ending")
    if null(w, s.ending == 0):
        s.ending = 0
    else:
        s.ending = <u8>(1 + number(w, s.ending - 1, 0, MAX_PLAYERS - 1))
    if not view:
        key(w, &m, "random")
        s.rng = hexadecimal(w, s.rng)
    key(w, &m, "sides")
    s.sides = <u16>letters(w, s.sides, t.rules.n_private)
    key(w, &m, "trail")
    trail(w, t, s)
    key(w, &m, "job_market")
    job_market(w, t, s)
    key(w, &m, "foresight")
    foresight(w, t, s)
    key(w, &m, "bags")
    bags(w, t, s)
    key(w, &m, "cattle_market")
    counts(w, &t.cattle, s.market)
    key(w, &m, "market_stack")
    s.market_size = pile(w, view, &t.cattle, s.market_stack, s.market_size, MAX_MARKET, 0)
    key(w, &m, "objective_display")
    shown(w, &t.objectives, s.objective_display, DISPLAY, t.rules.first_objective + 1)
    key(w, &m, "objective_stack")
    s.objective_size = pile(
        w, view, &t.objectives, s.objective_stack, s.objective_size, MAX_OBJECTIVES,
        t.rules.first_objective,
    )
    key(w, &m, "ships")
    ships(w, t, s)
    key(w, &m, "stations")
    stations(w, t, s)
    key(w, &m, "exhaustion_stack")
    s.exhaustion = <u8>number(w, s.exhaustion, 0, MAX_BYTE)
    key(w, &m, "out_of_the_game")
    out_of_the_game(w, t, s)
    key(w, &m, "helped_farmers")
    counts(w, &t.tiles, s.helped)
    key(w, &m, "decisions")
    decisions(w, t, s)
    end(w, &m)


cdef inline u8 pile(Wire* w, bint view, const Ids* ids, u8* pieces, int n, int most,
                    int first) noexcept nogil:
    """A hidden pile: in draw order, or in a view counted."""
    if view:
        return <u8>pool(w, ids, pieces, n, most, first)
    return <u8>stack(w, ids, pieces, n, most, first)


cdef inline bint place(Wire* w, Span* m, const Ids* ids, int* at, bint left) noexcept nogil:
    """Whether another entry of a map by id comes; ``at`` is its index, in writing as given."""
    if not more(w, m, left):
        return False
    at[0] = one_of(w, ids, at[0])
    return True


cdef inline void trail(Wire* w, const Words* t, State* s) noexcept nogil:
    """Neutral buildings and farmers; the private buildings are with the players."""
    cdef Span m = map_begins(w), places, farmer
    cdef int at = 0, space
    key(w, &m, "neutral")
    places = map_begins(w)
    while place(w, &places, &t.neutral_spaces, &at, at < t.neutral_spaces.n):
        space = t.rules.neutral_spaces[at]
        s.tile[space] = <u8>(1 + one_of(w, &t.neutral, s.tile[space] - 1))
        at += 1
    end(w, &places)
    key(w, &m, "farmers")
    places = map_begins(w)
    at = 0
    while True:
        while not w.reading and at < t.farmer_spaces.n and s.tile[t.farmer_space[at]] == 0:
            at += 1
        if not place(w, &places, &t.farmer_spaces, &at, at < t.farmer_spaces.n):
            break
        space = t.farmer_space[at]
        farmer = map_begins(w)
        key(w, &farmer, "tile")
        s.tile[space] = <u8>(
            1 + WORKER_KINDS + one_of(w, &t.farmer_tiles, s.tile[space] - 1 - WORKER_KINDS)
        )
        if key_if(w, &farmer, "coins", s.coins[at]):
            s.coins[at] = <u8>number(w, s.coins[at], 0, MAX_COINS)
        end(w, &farmer)
        at += 1
    end(w, &places)
    end(w, &m)


cdef inline void job_market(Wire* w, const Words* t, State* s) noexcept nogil:
    """The token and the workers of every row."""
    cdef Span m = map_begins(w), rows
    cdef int row = 0
    key(w, &m, "token_row")
    s.job_row = job_row(w, t, s.job_row)
    key(w, &m, "rows")
    rows = list_begins(w)
    while more(w, &rows, row < t.rules.job_rows):
        if row == t.rules.job_rows:
            w.bad = True
            break
        counts(w, &t.workers, s.jobs[row])
        row += 1
    end(w, &rows)
    end(w, &m)


cdef inline void foresight(Wire* w, const Words* t, State* s) noexcept nogil:
    """The open tiles of each bag."""
    cdef Span m = map_begins(w)
    cdef int subphase = 0
    while place(w, &m, &t.bags, &subphase, subphase < SUBPHASES):
        shown(w, &t.tiles, s.foresight[subphase], FORESIGHT, 1)
        subphase += 1
    end(w, &m)


cdef inline void bags(Wire* w, const Words* t, State* s) noexcept nogil:
    """The tiles in each bag."""
    cdef Span m = map_begins(w)
    cdef int bag = 0
    while place(w, &m, &t.bags, &bag, bag < BAGS):
        s.bag_size[bag] = pile(
            w, s.viewer > 0, &t.tiles, s.bag[bag], s.bag_size[bag], MAX_BAG, 0,
        )
        bag += 1
    end(w, &m)


cdef inline void ships_at(Wire* w, const Words* t, State* s, u8 where) noexcept nogil:
    """The ships in one place."""
    cdef u32 mask = 0
    cdef int ship
    for ship in range(t.ships.n):
        mask |= <u32>(s.ship_at[ship] == where) << ship
    mask = members(w, &t.ships, 0 if w.reading else mask)
    for ship in range(t.ships.n):
        if w.reading and (mask >> ship) & 1:
            s.ship_at[ship] = where


cdef inline void ships(Wire* w, const Words* t, State* s) noexcept nogil:
    """Where every ship is; in a view the pile has no order and stands ascending."""
    cdef Span m = map_begins(w)
    key(w, &m, "loading_zone")
    ships_at(w, t, s, IN_ZONE)
    key(w, &m, "pile")
    s.pile_size = <u8>stack(w, &t.ships, s.pile, s.pile_size, MAX_PILE, 0)
    key(w, &m, "departed")
    ships_at(w, t, s, DEPARTED)
    end(w, &m)


cdef inline void stations(Wire* w, const Words* t, State* s) noexcept nogil:
    """What lies at the stations: a station master, or the worker given up for one."""
    cdef Span m = map_begins(w), tiles
    cdef int at = 0
    while True:
        while not w.reading and at < t.stations.n and not (
            s.station_master[at] or s.station_worker[at]
        ):
            at += 1
        if not place(w, &m, &t.stations, &at, at < t.stations.n):
            break
        tiles = map_begins(w)
        if key_if(w, &tiles, "master", s.station_master[at]):
            s.station_master[at] = <u8>(1 + one_of(w, &t.masters, s.station_master[at] - 1))
        if key_if(w, &tiles, "worker", s.station_worker[at]):
            s.station_worker[at] = <u8>(1 + one_of(w, &t.station_workers, s.station_worker[at] - 1))
        end(w, &tiles)
        at += 1
    end(w, &m)


cdef inline void out_of_the_game(Wire* w, const Words* t, State* s) noexcept nogil:
    """What never comes back."""
    cdef Span m = map_begins(w)
    key(w, &m, "cards")
    counts(w, &t.cards, s.removed)
    key(w, &m, "tiles")
    counts(w, &t.tiles, s.box_tiles)
    key(w, &m, "station_masters")
    s.masters_out = <u8>members(w, &t.masters, s.masters_out)
    end(w, &m)
