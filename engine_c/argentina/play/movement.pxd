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
    OWNER_BITS = 8            # of Route.to_owners: pesos to each seat
    FARMER_BITS = 3           # of Route.to_farmers: pesos to each farmer space

cdef struct Route:
    u8 space
    u32 segments              # where Hands are paid
    u32 to_owners             # who gets how much
    u64 to_farmers

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


cdef inline void note_route(Routes* routes, int space, u32 segments, u32 to_owners,
                            u64 to_farmers) noexcept nogil:
    """Add a route, or let it stand for an earlier one that pays the same."""
    cdef Route* route
    cdef int i
    for i in range(routes.n):
        route = &routes.route[i]
        if (route.space == space and route.to_farmers == to_farmers
                and route.to_owners == to_owners):
            if segments < routes.route[i].segments:
                routes.route[i].segments = segments
            return
    if routes.n < MAX_ROUTES:
        routes.route[routes.n].space = <u8>space
        routes.route[routes.n].segments = segments
        routes.route[routes.n].to_owners = to_owners
        routes.route[routes.n].to_farmers = to_farmers
        routes.n += 1


cdef inline void walk(const Rules* rules, State* s, Routes* routes, int space, int steps,
                      int pesos, u32 segments, u32 to_owners, u64 to_farmers) noexcept nogil:
    """Follow every exit of ``space`` with ``steps`` steps and ``pesos`` left."""
    cdef const Space* here = &rules.spaces[space]
    cdef const Space* there
    cdef int i, next, fee, left
    cdef u32 met, owners
    cdef u64 farmers
    for i in range(here.n_next):
        next = here.next[i]
        # Most empty spaces have one exit: no call for each of them.
        while rules.spaces[next].n_next == 1 and not is_location(rules, s, next):
            next = rules.spaces[next].next[0]
        there = &rules.spaces[next]
        if not is_location(rules, s, next):
            walk(rules, s, routes, next, steps, pesos, segments, to_owners, to_farmers)
            continue
        if there.kind == SPACE_BUENOS_AIRES:
            note_route(routes, next, segments, to_owners, to_farmers)
            continue
        if there.kind == SPACE_RAMP:
            if mover(s).engine >= there.threshold:
                note_route(routes, rules.buenos_aires, segments, to_owners, to_farmers)
            continue
        left = pesos
        met = segments
        owners, farmers = to_owners, to_farmers
        fee = fee_at(rules, s, next)
        if fee > left:
            fee = left
        if fee:
            left -= fee
            met |= <u32>1 << there.segment
            if there.kind == SPACE_FARMER:
                farmers += <u64>fee << (FARMER_BITS * there.farmer)
            else:
                owners += <u32>fee << (OWNER_BITS * owner_at(s, next))
        note_route(routes, next, met, owners, farmers)
        if steps > 1:
            walk(rules, s, routes, next, steps - 1, left, met, owners, farmers)


cdef inline void find_routes(const Rules* rules, State* s, int steps, Routes* routes) noexcept nogil:
    """Every different move of the mover's estanciero with at most ``steps`` steps."""
    cdef Player* p = mover(s)
    routes.n = 0
    walk(rules, s, routes, p.estanciero, steps, p.pesos, 0, 0, 0)


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


cdef inline void pay_hands(State* s, const Route* route) noexcept nogil:
    """Pay every Hand of a route to farmers and owners."""
    cdef Player* p = mover(s)
    cdef u64 paid = route.to_farmers
    cdef int i, fee
    for i in range(s.players):
        fee = <int>((route.to_owners >> (OWNER_BITS * i)) & ((1 << OWNER_BITS) - 1))
        if fee:
            pay_pesos(p, fee)
            gain_pesos(&s.player[i], fee)
    for i in range(MAX_FARMER_SPACES):
        if paid == 0:
            break
        fee = <int>(paid & ((1 << FARMER_BITS) - 1))
        pay_pesos(p, fee)
        s.coins[i] = <u8>(s.coins[i] + fee if s.coins[i] + fee < MAX_COINS else MAX_COINS)
        paid >>= FARMER_BITS


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
    pay_hands(s, &routes.route[chosen])
    mover(s).estanciero = <u8>space
