"""Each value of a position by itself: within its range, and zero where there is nothing.

When these checks pass, every value that the core or the other checks use as an index can be
one. Of what was read from a snapshot only few can be out of range.
"""
from engine_c.common.types cimport i64, u8, u32
from engine_c.argentina.figures.frames cimport MAX_FRAMES
from engine_c.argentina.figures.rules cimport (
    GRANJERO_ROW, BAGS, COLOURS, DISPLAY, FORESIGHT, MAX_BAG, MAX_BONUS, MAX_CARDS, MAX_DECK,
    MAX_FARMER_SPACES, MAX_JOB_ROWS, MAX_MARKET, MAX_OBJECTIVES, MAX_PILE, MAX_PLAYERS, MAX_PRIVATE,
    MAX_QUAYS, MAX_SHIPS, MAX_SPACES, MAX_STATIONS, MAX_TILES, ROW_SPACES, ROWS, SPACE_BUILDING,
    SUBPHASES, WORKER_KINDS, Rules,
)
from engine_c.argentina.figures.state cimport (
    DEPARTED, GONE, MAX_CATTLE, MAX_COINS, MAX_PESOS, MAX_TOKENS, MAX_TURN, NOWHERE, SUPPLY, Player,
    State,
)
from engine_c.argentina.play.counts cimport stack_length
from engine_c.argentina.table.split cimport OPEN
from engine_c.argentina.position.faults cimport (
    FAULT_DISPLAY_TWICE, FAULT_ENDING_RANGE, FAULT_EXHAUSTION_STACK, FAULT_RANGE, FAULT_SEAT_RANGE,
    FAULT_VIEWER_RANGE, NOBODY, Faults, tell, tell_of_game,
)

cdef enum:
    MAX_COUNT = 255           # what a byte holds

# A position under its checks.
cdef struct Case:
    const Rules* rules
    State* s
    Faults* faults


cdef inline int total(const u8* values, int n) noexcept nogil:
    """The sum of ``n`` counts."""
    cdef int i, result = 0
    for i in range(n):
        result += values[i]
    return result


cdef inline bint is_space(const Rules* r, int space, int kind) noexcept nogil:
    """Whether there is such a space, and it is of this SpaceKind."""
    return 0 <= space < r.n_spaces and r.spaces[space].kind == kind


cdef inline bint in_range(Case* c, const void* field, i64 value, i64 low, i64 high) noexcept nogil:
    """Whether the value of a field is ``low .. high``."""
    if low <= value <= high:
        return True
    tell(c.faults, FAULT_RANGE, NOBODY, <int>(<const u8*>field - <const u8*>c.s), low, high, value)
    return False


cdef inline void check_ranges(Case* c) noexcept nogil:
    cdef State* s = c.s
    cdef const u8* rest
    cdef int seat, at
    if not in_range(c, &s.players, s.players, 2, MAX_PLAYERS):
        return
    check_scalars(c)
    check_counts(c)
    check_stacks(c)
    check_open(c)
    for seat in range(s.players):
        check_player(c, seat)
    rest = <const u8*>&s.player[s.players]
    for at in range((MAX_PLAYERS - s.players) * <int>sizeof(Player)):
        if not in_range(c, &rest[at], rest[at], 0, 0):
            return


cdef inline void check_scalars(Case* c) noexcept nogil:
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    if s.seat >= s.players:
        tell_of_game(c.faults, FAULT_SEAT_RANGE, s.players - 1, s.seat)
    if s.viewer > s.players:
        tell_of_game(c.faults, FAULT_VIEWER_RANGE, s.players - 1, s.viewer - 1)
    if s.ending > s.players:
        tell_of_game(c.faults, FAULT_ENDING_RANGE, s.players - 1, s.ending - 1)
    if s.exhaustion > r.exhaustion_copies:
        tell_of_game(c.faults, FAULT_EXHAUSTION_STACK, r.exhaustion_copies, s.exhaustion)
    in_range(c, &s.over, s.over, 0, 1)
    in_range(c, &s.depth, s.depth, 0, MAX_FRAMES)
    in_range(c, &s.masters_out, s.masters_out, 0, (1 << r.n_masters) - 1)
    in_range(c, &s.sides, s.sides, 0, (1 << r.n_private) - 1)
    in_range(c, &s.turn, s.turn, 1, MAX_TURN)
    in_range(c, &s.job_row, s.job_row, 0, r.job_rows)
    if s.viewer and s.rng:
        in_range(c, &s.rng, 1, 0, 0)


cdef inline void within(Case* c, const u8* values, int size, int used, int high,
                        int low=0) noexcept nogil:
    """``low .. high`` in the first ``used`` places, 0 in the rest."""
    cdef int i
    for i in range(size):
        if not in_range(c, &values[i], values[i], low if i < used else 0, high if i < used else 0):
            return


cdef inline void check_counts(Case* c) noexcept nogil:
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int row
    within(c, s.box_tiles, MAX_TILES, r.n_tiles, MAX_COUNT)
    within(c, s.helped, MAX_TILES, r.n_tiles, MAX_COUNT)
    within(c, s.removed, MAX_CARDS, r.n_cards, MAX_COUNT)
    within(c, s.market, MAX_CATTLE, r.n_cattle, MAX_COUNT)
    within(c, s.ship_at, MAX_SHIPS, r.n_ships, DEPARTED)
    within(c, s.station_master, MAX_STATIONS, r.n_stations, r.n_masters)
    within(c, s.station_worker, MAX_STATIONS, r.n_stations, WORKER_KINDS + 1)
    within(c, s.coins, MAX_FARMER_SPACES, r.n_farmer_spaces, MAX_COINS)
    within(c, s.tile, MAX_SPACES, r.n_spaces, MAX_COUNT)
    for row in range(MAX_JOB_ROWS):
        within(c, s.jobs[row], WORKER_KINDS, WORKER_KINDS if row < r.job_rows else 0, MAX_COUNT)


cdef inline void check_stack(Case* c, const u8* pieces, int size, const u8* counter, int n, int start,
                             int stop) noexcept nogil:
    """``n`` entries ``start .. stop - 1``, zeros after them; in a view in order."""
    cdef int i, low = start
    if not in_range(c, counter, n, 0, size):
        return
    for i in range(n):
        if not in_range(c, &pieces[i], pieces[i], low, stop - 1):
            return
        if c.s.viewer:
            low = pieces[i]
    within(c, &pieces[n], size - n, 0, 0)


cdef inline void check_bag(Case* c, int bag) noexcept nogil:
    """As a stack; in a view workers may carry ``OPEN``, after all that do not."""
    cdef const u8* pieces = c.s.bag[bag]
    cdef int i, known = c.s.bag_size[bag], size = c.s.bag_size[bag]
    if not in_range(c, &c.s.bag_size[bag], size, 0, MAX_BAG):
        return
    if c.s.viewer:
        while known and pieces[known - 1] & OPEN:
            known -= 1
    check_stack(c, pieces, known, &c.s.bag_size[bag], known, 0, c.rules.n_tiles)
    for i in range(known, size):
        if not in_range(
            c, &pieces[i], pieces[i], pieces[i - 1] if i > known else OPEN, OPEN + WORKER_KINDS - 1
        ):
            return
    within(c, &pieces[size], MAX_BAG - size, 0, 0)


cdef inline void check_stacks(Case* c) noexcept nogil:
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int bag
    for bag in range(BAGS):
        check_bag(c, bag)
    check_stack(c, s.market_stack, MAX_MARKET, &s.market_size, s.market_size, 0, r.n_cattle)
    check_stack(c, s.pile, MAX_PILE, &s.pile_size, s.pile_size, 0, r.n_ships)
    check_stack(
        c, s.objective_stack, MAX_OBJECTIVES, &s.objective_size, s.objective_size, r.first_objective,
        r.n_cards,
    )


cdef inline void in_order(Case* c, const u8* places, int size, int start, int stop) noexcept nogil:
    """Open pieces ``start .. stop - 1``, one more in each place: ascending, empty ones last."""
    cdef int i, n = 0, low = start + 1
    while n < size and places[n]:
        n += 1
    for i in range(n):
        if not in_range(c, &places[i], places[i], low, stop):
            return
        low = places[i]
    within(c, &places[n], size - n, 0, 0)


cdef inline void check_open(Case* c) noexcept nogil:
    cdef const u8* display = c.s.objective_display
    cdef int i, subphase
    in_order(c, display, DISPLAY, c.rules.first_objective, c.rules.n_cards)
    for i in range(1, DISPLAY):
        if display[i] and display[i] == display[i - 1]:
            tell_of_game(c.faults, FAULT_DISPLAY_TWICE, 0, 0)
            break
    for subphase in range(SUBPHASES):
        in_order(c, c.s.foresight[subphase], FORESIGHT, 0, c.rules.n_tiles)


cdef inline void check_player(Case* c, int seat) noexcept nogil:
    cdef const Rules* r = c.rules
    cdef Player* p = &c.s.player[seat]
    in_range(c, &p.pesos, p.pesos, 0, MAX_PESOS)
    in_range(c, &p.grain, p.grain, 0, r.grain_limit)
    in_range(c, &p.certificates, p.certificates, 0, r.n_certificates - 1)
    in_range(c, &p.tokens, p.tokens, 0, MAX_TOKENS)
    in_range(c, &p.engine, p.engine, 0, r.n_track)
    in_range(c, &p.masters, p.masters, 0, (1 << r.n_masters) - 1)
    in_range(c, &p.pad, p.pad, 0, 0)
    in_range(c, &p.discs, p.discs & ~r.discs_at_start, 0, 0)
    in_range(c, &p.objectives, p.objectives, 0, (<i64>1 << r.n_objectives) - 1)
    if p.estanciero != NOWHERE:
        in_range(c, &p.estanciero, p.estanciero, 0, r.n_spaces - 1)
    within(c, p.farmers, COLOURS, COLOURS, MAX_COUNT)
    within(c, p.ship_discs, MAX_SHIPS, r.n_ships, MAX_COUNT)
    within(c, p.quay_discs, MAX_QUAYS, r.n_quays, MAX_COUNT)
    within(c, p.station_discs, MAX_STATIONS, r.n_stations, MAX_COUNT)
    within(c, p.bonus_discs, MAX_BONUS, r.n_bonus, MAX_COUNT)
    within(c, p.hand, MAX_CARDS, r.n_cards, MAX_COUNT)
    within(c, p.known, MAX_CARDS, r.n_cards, MAX_COUNT)
    within(c, p.discard, MAX_CARDS, r.n_cards, MAX_COUNT)
    check_places(c, p)
    check_workers(c, p)
    check_deck(c, seat)


cdef inline void check_places(Case* c, Player* p) noexcept nogil:
    """Private buildings in the supply, out of the game or on a building space."""
    cdef int number
    cdef u8 place
    for number in range(MAX_PRIVATE):
        place = p.buildings[number]
        if place == SUPPLY:
            continue
        if number >= c.rules.n_private:
            in_range(c, &p.buildings[number], place, SUPPLY, SUPPLY)
        elif place != GONE and not is_space(c.rules, place, SPACE_BUILDING):
            in_range(c, &p.buildings[number], place, GONE, GONE)


cdef inline void check_workers(Case* c, Player* p) noexcept nogil:
    """At least the printed worker in each row; strength on hired workers only."""
    cdef int row, hired
    for row in range(ROWS):
        if not in_range(c, &p.workers[row], p.workers[row], 1, ROW_SPACES):
            continue
        hired = ((1 << p.workers[row]) - 1) & ~1 if row < GRANJERO_ROW else 0
        in_range(c, &p.strong[row], p.strong[row] & ~hired, 0, 0)


cdef inline void check_deck(Case* c, int seat) noexcept nogil:
    """The sizes of hand and discard pile, and the draw stack."""
    cdef State* s = c.s
    cdef Player* p = &s.player[seat]
    cdef bint own = s.viewer == 0 or s.viewer == seat + 1
    cdef int held = total(p.hand, MAX_CARDS)
    cdef int discarded = total(p.discard, MAX_CARDS)
    in_range(c, &p.discard_size, p.discard_size, discarded, discarded)
    if in_range(c, &p.hand_size, p.hand_size, held, held if own else MAX_DECK):
        check_stack(
            c, p.draw, MAX_DECK, &p.draw_size, stack_length(s, seat), 0, c.rules.n_cards,
        )
