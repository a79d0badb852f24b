"""The players of a snapshot; the twin in Python is ``gwta_ai/games/argentina/snapshot/people.py``."""
from libc.string cimport memcpy
from engine_c.common.msgpack cimport (
    Span, Wire, end, key, list_begins, map_begins, more, null, number,
)
from engine_c.common.types cimport u8
from engine_c.argentina.play.counts cimport stack_length
from engine_c.argentina.position.ranges cimport MAX_PESOS, MAX_TOKENS, total
from engine_c.argentina.play.railroad cimport GRANJERO_ROW
from engine_c.argentina.figures.rules cimport MAX_CARDS, MAX_DECK, MAX_PLAYERS, MAX_PRIVATE, ROW_SPACES
from engine_c.argentina.snapshot.fields cimport counts, members, pool, stack
from engine_c.argentina.snapshot.words cimport Words, one_of
from engine_c.argentina.figures.state cimport GONE, NOWHERE, SUPPLY, Player, State


cdef inline void people(Wire* w, const Words* t, State* s) noexcept nogil:
    """All players."""
    cdef Span entries = list_begins(w)
    cdef int seat = 0
    while more(w, &entries, seat < s.players):
        if seat == MAX_PLAYERS:
            w.bad = True
            break
        person(w, t, s, seat)
        seat += 1
    end(w, &entries)
    s.players = <u8>seat


cdef inline void person(Wire* w, const Words* t, State* s, int seat) noexcept nogil:
    """Board, pieces and cards of one player."""
    cdef Player* p = &s.player[seat]
    cdef Span m = map_begins(w)
    key(w, &m, "pesos")
    p.pesos = number(w, p.pesos, 0, MAX_PESOS)
    key(w, &m, "grain")
    p.grain = <u8>number(w, p.grain, 0, t.rules.grain_limit)
    key(w, &m, "certificates")
    p.certificates = <u8>one_of(w, &t.certificates, p.certificates)
    key(w, &m, "exchange_tokens")
    p.tokens = <u8>number(w, p.tokens, 0, MAX_TOKENS)
    key(w, &m, "estanciero")
    if null(w, p.estanciero == NOWHERE):
        p.estanciero = NOWHERE
    else:
        p.estanciero = <u8>one_of(w, &t.spaces, p.estanciero)
    key(w, &m, "engine")
    p.engine = <u8>one_of(w, &t.track, p.engine)
    key(w, &m, "discs")
    p.discs = members(w, &t.disc_spaces, p.discs)
    key(w, &m, "workers")
    workers(w, t, p)
    key(w, &m, "farmers")
    counts(w, &t.colours, p.farmers)
    key(w, &m, "buildings")
    buildings(w, t, s, seat)
    key(w, &m, "objectives")
    p.objectives = members(w, &t.objectives, p.objectives)
    key(w, &m, "station_masters")
    p.masters = <u8>members(w, &t.masters, p.masters)
    key(w, &m, "ship_discs")
    counts(w, &t.ships, p.ship_discs)
    key(w, &m, "quay_discs")
    counts(w, &t.quays, p.quay_discs)
    key(w, &m, "station_discs")
    counts(w, &t.stations, p.station_discs)
    key(w, &m, "city_discs")
    counts(w, &t.bonus, p.bonus_discs)
    if s.viewer and s.viewer != seat + 1:
        hidden_cards(w, t, s, seat, &m)
    else:
        own_cards(w, t, s, p, &m)
    key(w, &m, "discard")
    counts(w, &t.cards, p.discard)
    p.discard_size = small_total(w, p.discard)
    end(w, &m)


cdef inline void own_cards(Wire* w, const Words* t, State* s, Player* p, Span* m) noexcept nogil:
    """Hand and draw stack of a player whose hand is open: in a view the stack has no order."""
    key(w, m, "hand")
    counts(w, &t.cards, p.hand)
    p.hand_size = small_total(w, p.hand)
    key(w, m, "known")
    counts(w, &t.cards, p.known)
    key(w, m, "draw_stack")
    if s.viewer:
        p.draw_size = <u8>pool(w, &t.cards, p.draw, p.draw_size, MAX_DECK, 0)
    else:
        p.draw_size = <u8>stack(w, &t.cards, p.draw, p.draw_size, MAX_DECK, 0)


cdef inline void hidden_cards(Wire* w, const Words* t, State* s, int seat, Span* m) noexcept nogil:
    """What a view has of another player: the known cards of the hand, and all the others."""
    cdef Player* p = &s.player[seat]
    cdef int others
    key(w, m, "hand_size")
    p.hand_size = <u8>number(w, p.hand_size, 0, MAX_DECK)
    key(w, m, "known")
    counts(w, &t.cards, p.known)
    if w.reading:
        memcpy(p.hand, p.known, sizeof(p.hand))
    key(w, m, "hand_or_draw")
    others = pool(w, &t.cards, p.draw, stack_length(s, seat), MAX_DECK, 0)
    if w.reading:
        p.draw_size = <u8>number_of(w, others - p.hand_size + total(p.hand, MAX_CARDS))


cdef inline u8 small_total(Wire* w, const u8* cards) noexcept nogil:
    """The number of cards in a pile of counts."""
    return <u8>number_of(w, total(cards, MAX_CARDS))


cdef inline int number_of(Wire* w, int n) noexcept nogil:
    """A number of cards that a deck can have."""
    if not 0 <= n <= MAX_DECK:
        w.bad = True
        return 0
    return n


cdef inline void workers(Wire* w, const Words* t, Player* p) noexcept nogil:
    """Hired workers from left to right, plain or strong; granjeros have one number."""
    cdef Span m = map_begins(w), hired
    cdef int row, space
    for row in range(GRANJERO_ROW):
        row_key(w, t, &m, row)
        hired = list_begins(w)
        space = 1
        while more(w, &hired, space < p.workers[row]):
            if space == ROW_SPACES:
                w.bad = True
                break
            p.strong[row] |= one_of(w, &t.strengths, (p.strong[row] >> space) & 1) << space
            space += 1
        end(w, &hired)
        p.workers[row] = <u8>space
    row_key(w, t, &m, GRANJERO_ROW)
    p.workers[GRANJERO_ROW] = <u8>(1 + number(w, p.workers[GRANJERO_ROW] - 1, 0, ROW_SPACES - 1))
    end(w, &m)


cdef inline void row_key(Wire* w, const Words* t, Span* m, int row) noexcept nogil:
    """The key of a worker row."""
    if not more(w, m, True) or one_of(w, &t.rows, row) != row:
        w.bad = True


cdef inline void buildings(Wire* w, const Words* t, State* s, int seat) noexcept nogil:
    """``{number: space}`` of what left the supply; read ones are put on the trail, too."""
    cdef u8* places = s.player[seat].buildings
    cdef Span m = map_begins(w)
    cdef int number_, site, out = t.sites.n - 1
    number_ = 0
    while True:
        while not w.reading and number_ < t.numbers.n and places[number_] == SUPPLY:
            number_ += 1
        if not more(w, &m, number_ < t.numbers.n):
            break
        number_ = one_of(w, &t.numbers, number_)
        site = one_of(w, &t.sites, out if places[number_] == GONE else places[number_])
        if w.reading:
            places[number_] = GONE if site == out else <u8>site
            if site != out:
                s.tile[site] = <u8>(1 + seat * MAX_PRIVATE + number_)
        number_ += 1
    end(w, &m)
