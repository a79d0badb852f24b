"""Figures of one player that amounts are multiplied with and that tasks ask for.

Rules: BLD-04, HELP-06
"""
from engine_c.common.bits cimport bits
from engine_c.common.types cimport u8
from engine_c.argentina.play.cards cimport in_class
from engine_c.argentina.figures.rules cimport (
    COLOURS, COUNT_BUILDINGS, COUNT_CARDS, COUNT_DISCS_ON_SHIP, COUNT_FARMERS,
    COUNT_FARMERS_OF, COUNT_GRAIN_FIELD_BUILDINGS, COUNT_OBJECTIVES, COUNT_QUARTER_DISCS,
    COUNT_SHIP_DISCS, COUNT_STATION_DISCS, COUNT_STATIONS, COUNT_STRONG_WORKERS,
    COUNT_WORKER_GROUPS, COUNT_WORKERS, MAX_CARDS, ROW_SPACES, ROWS, Amount, Rules,
)
from engine_c.argentina.figures.state cimport GONE, IN_ZONE, SUPPLY, Player, State


cdef inline bint on_board(u8 place) noexcept nogil:
    """Whether a private building stands on the trail."""
    return place != SUPPLY and place != GONE


cdef inline int stack_length(State* s, int seat) noexcept nogil:
    """Entries of ``draw``; in a view of another seat they include the unknown hand."""
    cdef Player* p = &s.player[seat]
    cdef int kind, n = p.draw_size
    if s.viewer and s.viewer != seat + 1:
        n += p.hand_size
        for kind in range(MAX_CARDS):
            n -= p.hand[kind]
    return n


cdef inline int deck_cards(const Rules* rules, State* s, int seat, int card_class) noexcept nogil:
    """Cards of a class in the whole deck: hand, draw stack and discard pile."""
    cdef Player* p = &s.player[seat]
    cdef int kind, i, n = 0
    for kind in range(rules.n_cards):
        if in_class(rules, card_class, kind):
            n += p.hand[kind] + p.discard[kind]
    for i in range(stack_length(s, seat)):
        n += in_class(rules, card_class, p.draw[i])
    return n


cdef inline int strong_workers(Player* p) noexcept nogil:
    cdef int row, n = 0
    for row in range(ROWS):
        n += bits(p.strong[row])
    return n


cdef inline int count(const Rules* rules, State* s, int seat, int kind, int arg) noexcept nogil:
    """The figure ``kind`` (a CountKind) of one player."""
    cdef Player* p = &s.player[seat]
    cdef int i, n = 0
    if kind == COUNT_WORKERS:
        return p.workers[arg]
    if kind == COUNT_WORKER_GROUPS:
        n = ROW_SPACES
        for i in range(ROWS):
            if p.workers[i] < n:
                n = p.workers[i]
    elif kind == COUNT_STRONG_WORKERS:
        n = strong_workers(p)
    elif kind == COUNT_BUILDINGS:
        for i in range(rules.n_private):
            n += on_board(p.buildings[i])
    elif kind == COUNT_GRAIN_FIELD_BUILDINGS:
        for i in range(rules.n_private):
            if on_board(p.buildings[i]):
                n += rules.spaces[p.buildings[i]].grain_field
    elif kind == COUNT_FARMERS:
        for i in range(COLOURS):
            n += p.farmers[i]
    elif kind == COUNT_FARMERS_OF:
        n = p.farmers[arg]
    elif kind == COUNT_STATIONS:
        for i in range(rules.n_stations):
            n += p.station_discs[i] > 0
    elif kind == COUNT_STATION_DISCS:
        for i in range(rules.n_stations):
            n += p.station_discs[i]
    elif kind == COUNT_SHIP_DISCS:
        for i in range(rules.n_ships):
            if s.ship_at[i] == IN_ZONE:
                n += p.ship_discs[i]
    elif kind == COUNT_DISCS_ON_SHIP:
        n = p.ship_discs[arg]
    elif kind == COUNT_QUARTER_DISCS:
        for i in range(rules.n_bonus):
            if rules.bonus[i].side == arg:
                n += p.bonus_discs[i]
    elif kind == COUNT_CARDS:
        n = deck_cards(rules, s, seat, arg)
    elif kind == COUNT_OBJECTIVES:
        n = bits(p.objectives)
    return n


cdef inline int value_of(const Rules* rules, State* s, int seat, const Amount* amount) noexcept nogil:
    """What an amount comes to for one player."""
    if amount.each == 0:
        return amount.base
    return amount.base + amount.each * (
        count(rules, s, seat, amount.count, amount.arg) // amount.per
    )
