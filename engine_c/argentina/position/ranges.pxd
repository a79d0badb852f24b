"""Each value of a position by itself; the twin is ``gwta_ai/games/argentina/position/ranges.py``.

When these checks pass, every value that the core or the other checks use as an index
can be one.
"""
from engine_c.common.bits cimport any_set
from engine_c.common.types cimport u8, u32
from engine_c.argentina.play.counts cimport stack_length
from engine_c.argentina.position.figures cimport is_space
from engine_c.argentina.play.railroad cimport GRANJERO_ROW
from engine_c.argentina.figures.frames cimport MAX_FRAMES
from engine_c.argentina.figures.rules cimport (
    BAGS, DISPLAY, FORESIGHT, MAX_BAG, MAX_BONUS, MAX_CARDS, MAX_DECK, MAX_FARMER_SPACES,
    MAX_MARKET, MAX_OBJECTIVES, MAX_PILE, MAX_PLAYERS, MAX_PRIVATE, MAX_QUAYS, MAX_SHIPS,
    MAX_SPACES, MAX_STATIONS, MAX_TILES, ROW_SPACES, ROWS, SPACE_BUILDING, SUBPHASES, WORKER_KINDS,
    Rules,
)
from engine_c.argentina.figures.state cimport (
    DEPARTED, GONE, MAX_CATTLE, MAX_TURN, NOWHERE, SUPPLY, Player, State,
)

cdef enum:
    MAX_PESOS = 30000
    MAX_TOKENS = 250
    MAX_COINS = 250
    MAX_COUNT = 255           # what a byte holds


cdef inline int total(const u8* values, int n) noexcept nogil:
    """The sum of ``n`` counts."""
    cdef int i, result = 0
    for i in range(n):
        result += values[i]
    return result


cdef inline bint ranges_hold(const Rules* r, State* s) noexcept nogil:
    """All checks of single values."""
    cdef int seat
    if not 1 < s.players <= MAX_PLAYERS:
        return False
    if not (scalars_hold(r, s) and counts_hold(r, s) and stacks_hold(r, s) and open_hold(r, s)):
        return False
    for seat in range(MAX_PLAYERS):
        if seat >= s.players:
            if any_set(<const u8*>&s.player[seat], sizeof(Player)):
                return False
        elif not player_holds(r, s, seat):
            return False
    return True


cdef inline bint scalars_hold(const Rules* r, State* s) noexcept nogil:
    return (
        s.seat < s.players
        and s.viewer <= s.players
        and s.over <= 1
        and s.ending <= s.players
        and s.depth <= MAX_FRAMES
        and s.masters_out >> r.n_masters == 0
        and s.sides >> r.n_private == 0
        and 1 <= s.turn <= MAX_TURN
        and s.job_row <= r.job_rows
        and s.exhaustion <= r.exhaustion_copies
        and (s.viewer == 0 or s.rng == 0)
    )


cdef inline bint within(const u8* values, int size, int used, int high) noexcept nogil:
    """``0 .. high`` in the first ``used`` places, 0 in the rest."""
    cdef int i
    for i in range(used):
        if values[i] > high:
            return False
    return not any_set(&values[used], size - used)


cdef inline bint counts_hold(const Rules* r, State* s) noexcept nogil:
    return (
        within(s.box_tiles, MAX_TILES, r.n_tiles, MAX_COUNT)
        and within(s.helped, MAX_TILES, r.n_tiles, MAX_COUNT)
        and within(s.removed, MAX_CARDS, r.n_cards, MAX_COUNT)
        and within(s.market, MAX_CATTLE, r.n_cattle, MAX_COUNT)
        and within(s.ship_at, MAX_SHIPS, r.n_ships, DEPARTED)
        and within(s.station_master, MAX_STATIONS, r.n_stations, r.n_masters)
        and within(s.station_worker, MAX_STATIONS, r.n_stations, WORKER_KINDS + 1)
        and within(s.coins, MAX_FARMER_SPACES, r.n_farmer_spaces, MAX_COINS)
        and within(s.tile, MAX_SPACES, r.n_spaces, MAX_COUNT)
    )


cdef inline bint stack_holds(const u8* pieces, int size, int n, int start, int stop,
                             bint ascending) noexcept nogil:
    """``n`` entries ``start .. stop - 1``, zeros after them; in a view in order."""
    cdef int i
    if not 0 <= n <= size:
        return False
    for i in range(n):
        if not start <= pieces[i] < stop or (ascending and i and pieces[i] < pieces[i - 1]):
            return False
    return not any_set(&pieces[n], size - n)


cdef inline bint stacks_hold(const Rules* r, State* s) noexcept nogil:
    cdef bint view = s.viewer > 0
    cdef int bag
    for bag in range(BAGS):
        if not stack_holds(s.bag[bag], MAX_BAG, s.bag_size[bag], 0, r.n_tiles, view):
            return False
    return (
        stack_holds(s.market_stack, MAX_MARKET, s.market_size, 0, r.n_cattle, view)
        and stack_holds(s.pile, MAX_PILE, s.pile_size, 0, r.n_ships, view)
        and stack_holds(
            s.objective_stack, MAX_OBJECTIVES, s.objective_size, r.first_objective, r.n_cards, view
        )
    )


cdef inline bint in_order(const u8* places, int size, int start, int stop,
                          bint different) noexcept nogil:
    """Open pieces ``start .. stop - 1``, one more in each place: ascending, empty ones last."""
    cdef int i, n = 0
    while n < size and places[n]:
        n += 1
    for i in range(n):
        if not start < places[i] <= stop:
            return False
        if i and (places[i] < places[i - 1] or (different and places[i] == places[i - 1])):
            return False
    return not any_set(&places[n], size - n)


cdef inline bint open_hold(const Rules* r, State* s) noexcept nogil:
    cdef int subphase
    for subphase in range(SUBPHASES):
        if not in_order(s.foresight[subphase], FORESIGHT, 0, r.n_tiles, False):
            return False
    return in_order(s.objective_display, DISPLAY, r.first_objective, r.n_cards, True)


cdef inline bint player_holds(const Rules* r, State* s, int seat) noexcept nogil:
    cdef Player* p = &s.player[seat]
    return (
        0 <= p.pesos <= MAX_PESOS
        and p.grain <= r.grain_limit
        and p.certificates < r.n_certificates
        and p.tokens <= MAX_TOKENS
        and p.engine <= r.n_track
        and p.masters >> r.n_masters == 0
        and p.hand_size <= MAX_DECK
        and p.draw_size <= MAX_DECK
        and p.discard_size <= MAX_DECK
        and p.pad == 0
        and p.discs & ~r.discs_at_start == 0
        and <u32>p.objectives >> r.n_objectives == 0
        and (p.estanciero == NOWHERE or p.estanciero < r.n_spaces)
        and within(p.ship_discs, MAX_SHIPS, r.n_ships, MAX_COUNT)
        and within(p.quay_discs, MAX_QUAYS, r.n_quays, MAX_COUNT)
        and within(p.station_discs, MAX_STATIONS, r.n_stations, MAX_COUNT)
        and within(p.bonus_discs, MAX_BONUS, r.n_bonus, MAX_COUNT)
        and within(p.hand, MAX_CARDS, r.n_cards, MAX_COUNT)
        and within(p.known, MAX_CARDS, r.n_cards, MAX_COUNT)
        and within(p.discard, MAX_CARDS, r.n_cards, MAX_COUNT)
        and buildings_hold(r, p)
        and workers_hold(p)
        and deck_holds(r, s, seat)
    )


cdef inline bint buildings_hold(const Rules* r, Player* p) noexcept nogil:
    """Each in the supply, out of the game or on a building space."""
    cdef int number
    for number in range(MAX_PRIVATE):
        if p.buildings[number] == SUPPLY:
            continue
        if number >= r.n_private:
            return False
        if p.buildings[number] != GONE and not is_space(r, p.buildings[number], SPACE_BUILDING):
            return False
    return True


cdef inline bint workers_hold(Player* p) noexcept nogil:
    """At least the printed worker in each row; strength on hired workers only."""
    cdef int row, hired
    for row in range(ROWS):
        if not 1 <= p.workers[row] <= ROW_SPACES:
            return False
        hired = ((1 << p.workers[row]) - 1) & ~1 if row < GRANJERO_ROW else 0
        if p.strong[row] & ~hired:
            return False
    return True


cdef inline bint deck_holds(const Rules* r, State* s, int seat) noexcept nogil:
    """The sizes of hand and discard pile, and the draw stack."""
    cdef Player* p = &s.player[seat]
    cdef bint own = s.viewer == 0 or s.viewer == seat + 1
    cdef int held = total(p.hand, MAX_CARDS)
    if p.hand_size < held or (own and p.hand_size != held):
        return False
    if p.discard_size != total(p.discard, MAX_CARDS):
        return False
    return stack_holds(p.draw, MAX_DECK, stack_length(s, seat), 0, r.n_cards, s.viewer > 0)
