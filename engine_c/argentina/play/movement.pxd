"""Phase A and other forward moves: routes along the trail, and the Hands on them.

A route is one way to a location. Routes to the same location that pay the same
are one move (checklist MOV-11). A move is written as the location and, only
where several remain, the mask of the stretches ("segments") on which a Hand is
paid; the ruleset numbers the segments.

Rules: MOV-01 .. MOV-12
"""
from libc.string cimport memset
from engine_c.common.types cimport u8, u32, u64
from engine_c.argentina.figures.actions cimport destination_of, move_action, segments_of
from engine_c.argentina.play.markers cimport gain_pesos, pay_pesos
from engine_c.argentina.figures.rules cimport (
    MAX_FARMER_SPACES, MAX_PRIVATE, MAX_ROUTES, MAX_SPACES, SPACE_BUENOS_AIRES,
    SPACE_BUILDING, SPACE_FARMER, SPACE_NEUTRAL, SPACE_RAMP, Building, Rules, Space,
)
from engine_c.argentina.figures.state cimport MAX_COINS, Player, State, mover

cdef enum:
    OWNER_BITS = 6            # of Route.paid: pesos to each seat ...
    FARMER_SHIFT = 24         # ... then two bits for each farmer space

cdef struct Route:
    u8 space
    u32 segments              # where Hands are paid
    u64 paid                  # who gets how much

cdef struct Routes:
    int n
    Route route[MAX_ROUTES]


cdef inline const Building* building_at(const Rules* rules, State* s, int space) noexcept nogil:
    """The building on a space that carries one."""
    cdef int tile = s.tile[space] - 1
    if rules.spaces[space].kind == SPACE_NEUTRAL:
        return &rules.neutral[tile]
    tile %= MAX_PRIVATE
    return &rules.private_[tile][(s.sides >> tile) & 1]


cdef inline int owner_at(State* s, int space) noexcept nogil:
    """The seat that owns the private building on a space."""
    return (s.tile[space] - 1) // MAX_PRIVATE


cdef inline bint is_location(const Rules* rules, State* s, int space) noexcept nogil:
    """Buenos Aires, a ramp, or any tile; empty spaces are not locations."""
    cdef u8 kind = rules.spaces[space].kind
    return kind == SPACE_RAMP or kind == SPACE_BUENOS_AIRES or s.tile[space] != 0


cdef inline int fee_at(const Rules* rules, State* s, int space) noexcept nogil:
    """Pesos the mover owes for the Hand on a location."""
    cdef const Space* place = &rules.spaces[space]
    if place.kind == SPACE_FARMER:
        return rules.fee[rules.tiles[s.tile[space] - 1].hand][s.players]
    if place.kind == SPACE_BUILDING and owner_at(s, space) != s.seat:
        return rules.fee[building_at(rules, s, space).hand][s.players]
    return 0


cdef inline void note_route(Routes* routes, int space, u32 segments, u64 paid) noexcept nogil:
    """Add a route, or let it stand for an earlier one that pays the same."""
    cdef int i
    for i in range(routes.n):
        if routes.route[i].space == space and routes.route[i].paid == paid:
            if segments < routes.route[i].segments:
                routes.route[i].segments = segments
            return
    if routes.n < MAX_ROUTES:
        routes.route[routes.n].space = <u8>space
        routes.route[routes.n].segments = segments
        routes.route[routes.n].paid = paid
        routes.n += 1


cdef inline void walk(const Rules* rules, State* s, Routes* routes, int space, int steps,
                      int pesos, u32 segments, u64 paid) noexcept nogil:
    """Follow every exit of ``space`` with ``steps`` steps and ``pesos`` left."""
    cdef const Space* here = &rules.spaces[space]
    cdef const Space* there
    cdef int i, next, fee, left
    cdef u32 met
    cdef u64 due
    for i in range(here.n_next):
        next = here.next[i]
        # Most empty spaces have one exit: no call for each of them.
        while rules.spaces[next].n_next == 1 and not is_location(rules, s, next):
            next = rules.spaces[next].next[0]
        there = &rules.spaces[next]
        if not is_location(rules, s, next):
            walk(rules, s, routes, next, steps, pesos, segments, paid)
            continue
        if there.kind == SPACE_BUENOS_AIRES:
            note_route(routes, next, segments, paid)
            continue
        if there.kind == SPACE_RAMP:
            if mover(s).engine >= there.threshold:
                note_route(routes, rules.buenos_aires, segments, paid)
            continue
        left = pesos
        met = segments
        due = paid
        fee = fee_at(rules, s, next)
        if fee > left:
            fee = left
        if fee:
            left -= fee
            met |= <u32>1 << there.segment
            if there.kind == SPACE_FARMER:
                due += <u64>fee << (FARMER_SHIFT + 2 * there.farmer)
            else:
                due += <u64>fee << (OWNER_BITS * owner_at(s, next))
        note_route(routes, next, met, due)
        if steps > 1:
            walk(rules, s, routes, next, steps - 1, left, met, due)


cdef inline void find_routes(const Rules* rules, State* s, int steps, Routes* routes) noexcept nogil:
    """Every different move of the mover's estanciero with at most ``steps`` steps."""
    cdef Player* p = mover(s)
    routes.n = 0
    walk(rules, s, routes, p.estanciero, steps, p.pesos, 0, 0)


cdef inline int legal_moves(const Rules* rules, State* s, int steps, u32* out) noexcept nogil:
    """One action a route; it names the segments only where several routes lead."""
    cdef Routes routes
    cdef Route* route
    cdef u8 leading[MAX_SPACES]
    cdef int i
    find_routes(rules, s, steps, &routes)
    memset(leading, 0, sizeof(leading))
    for i in range(routes.n):
        leading[routes.route[i].space] += 1
    for i in range(routes.n):
        route = &routes.route[i]
        out[i] = move_action(route.space, route.segments if leading[route.space] > 1 else 0)
    return routes.n


cdef inline void pay_hands(State* s, u64 paid) noexcept nogil:
    """Pay every Hand of a route to farmers and owners."""
    cdef Player* p = mover(s)
    cdef int i, fee
    for i in range(s.players):
        fee = <int>((paid >> (OWNER_BITS * i)) & ((1 << OWNER_BITS) - 1))
        if fee:
            pay_pesos(p, fee)
            gain_pesos(&s.player[i], fee)
    paid >>= FARMER_SHIFT
    for i in range(MAX_FARMER_SPACES):
        if paid == 0:
            break
        fee = <int>(paid & 3)
        pay_pesos(p, fee)
        s.coins[i] = <u8>(s.coins[i] + fee if s.coins[i] + fee < MAX_COINS else MAX_COINS)
        paid >>= 2


cdef inline void move_estanciero(const Rules* rules, State* s, int steps, u32 act) noexcept nogil:
    """Perform a legal move action: fees, then the estanciero."""
    cdef Routes routes
    cdef u32 segments = segments_of(act)
    cdef int space = destination_of(act)
    cdef int i, chosen = 0
    find_routes(rules, s, steps, &routes)
    for i in range(routes.n):
        if routes.route[i].space == space:
            chosen = i
            if routes.route[i].segments == segments:
                break
    pay_hands(s, routes.route[chosen].paid)
    mover(s).estanciero = <u8>space
