"""What players own and no sequence of legal actions gives: buildings, discs, station masters.

It follows from BLD-01 .. BLD-03, DISC-01, DISC-03, RR-04, RR-05,
RR-09, BA-01, BA-09
"""
from engine_c.common.bits cimport bits
from engine_c.common.types cimport i8, u32
from engine_c.argentina.figures.rules cimport (
    CITIES, CORNER_WHITE, MAX_PRIVATE, Rules,
)
from engine_c.argentina.figures.state cimport DEPARTED, GONE, SUPPLY, Player, State
from engine_c.argentina.play.buildings cimport CARPINTERO_ROW, carpinteros_of
from engine_c.argentina.position.faults cimport (
    NEVER_BUILT, NEVER_CITY, NEVER_DARK_DISCS, NEVER_MASTERS, NEVER_QUAY, NEVER_REPLACED,
    NEVER_STATION_REACHED, NEVER_WORKER_GIVEN, tell, tell_of_place, tell_of_seat,
)
from engine_c.argentina.position.means cimport MEANS_BACK, MEANS_DISC, can_have, most_workers
from engine_c.argentina.position.ranges cimport Case


cdef inline void check_never_owned(Case* c) noexcept nogil:
    cdef int seat
    for seat in range(c.s.players):
        check_built(c, seat)
        check_stations_reached(c, seat)
        check_corners(c, seat)
        check_harbours(c, seat)
    check_given(c)


# --- buildings -----------------------------------------------------------------------------------

cdef inline bint find_partner(const u32* fits, int one, u32* tried, i8* partner_of) noexcept nogil:
    """Whether ``one`` finds a partner among those that fit, if others take another one."""
    cdef int other
    for other in range(MAX_PRIVATE):
        if not (fits[one] >> other) & 1 or (tried[0] >> other) & 1:
            continue
        tried[0] |= <u32>1 << other
        if partner_of[other] < 0 or find_partner(fits, partner_of[other], tried, partner_of):
            partner_of[other] = <i8>one
            return True
    return False


cdef inline void check_built(Case* c, int seat) noexcept nogil:
    """Too large a building replaced a lesser one, and each that is out was replaced by another.

    Tiles that are out and tiles that were built must pair up: each of those out with a larger
    one for which the carpinteros sufficed, each that is too large from the supply with one out.
    """
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef Player* p = &s.player[seat]
    cdef u32 over[MAX_PRIVATE]    # by building out: those that can have replaced it
    cdef u32 under[MAX_PRIVATE]   # by building: those out that it can have replaced
    cdef i8 taken[MAX_PRIVATE]
    cdef u32 tried
    cdef int number, other, more, most = most_workers(r, s, seat, CARPINTERO_ROW)
    for number in range(MAX_PRIVATE):
        over[number] = under[number] = 0
    for number in range(r.n_private):
        for other in range(r.n_private):
            more = carpinteros_of(r, s, number) - carpinteros_of(r, s, other)
            if (0 < more <= most and p.buildings[number] != SUPPLY
                    and p.buildings[other] == GONE):
                over[other] |= <u32>1 << number
                under[number] |= <u32>1 << other
    for number in range(MAX_PRIVATE):
        taken[number] = -1
    for number in range(r.n_private):
        tried = 0
        if p.buildings[number] != SUPPLY and carpinteros_of(r, s, number) > most:
            if not find_partner(under, number, &tried, taken):
                tell(
                    c.faults, NEVER_BUILT, seat, number, carpinteros_of(r, s, number), most, 0,
                )
    for number in range(MAX_PRIVATE):
        taken[number] = -1
    for number in range(r.n_private):
        tried = 0
        if p.buildings[number] == GONE and not find_partner(over, number, &tried, taken):
            tell(c.faults, NEVER_REPLACED, seat, number, 0, 0, 0)


# --- stations ------------------------------------------------------------------------------------

cdef inline void check_stations_reached(Case* c, int seat) noexcept nogil:
    """A station is upgraded where the engine stands or behind it (RR-04, RR-09).

    Without a move backward the engine was never further than it is, but for the depot, after
    which it goes on from the depot's exit.
    """
    cdef const Rules* r = c.rules
    cdef Player* p = &c.s.player[seat]
    cdef int at
    if p.engine >= r.depot_exit or can_have(r, c.s, seat, MEANS_BACK):
        return
    for at in range(r.n_stations):
        if p.station_discs[at] and r.stations[at].position > p.engine:
            tell(c.faults, NEVER_STATION_REACHED, seat, at, r.stations[at].position, 0, p.engine)


cdef inline bint discs_stay(const Rules* r, Player* p) noexcept nogil:
    """Whether no disc of the player ever left a station (DISC-03).

    As long as there is a white disc that costs nothing, some disc of the board can be placed.
    """
    cdef int at
    for at in range(r.n_disc_spaces):
        if (p.discs & r.lists.white_discs) >> at & 1 and r.disc_spaces[at].cost == 0:
            return True
    return False


cdef inline void check_given(Case* c) noexcept nogil:
    """Who gives up a worker at a station has just upgraded it; a master was got in this way."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int seat, at, n
    cdef bint all_stay = True, found
    for seat in range(s.players):
        if not discs_stay(r, &s.player[seat]):
            all_stay = False
            continue
        n = 0
        for at in range(r.n_stations):
            n += s.station_worker[at] > 0 and s.player[seat].station_discs[at] > 0
        if bits(s.player[seat].masters) > n:
            tell_of_seat(c.faults, NEVER_MASTERS, seat, n, bits(s.player[seat].masters))
    for at in range(r.n_stations):
        if s.station_worker[at] == 0 or not all_stay:
            continue
        found = False
        for seat in range(s.players):
            found = found or s.player[seat].station_discs[at] > 0
        if not found:
            tell_of_place(c.faults, NEVER_WORKER_GIVEN, at, 0, 0)


# --- discs ---------------------------------------------------------------------------------------

cdef inline void check_corners(Case* c, int seat) noexcept nogil:
    """While a white disc is left, white discs alone go onto white corners."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef Player* p = &s.player[seat]
    cdef int at, there = 0, cleared = bits(r.discs_at_start & r.lists.white_discs & ~p.discs)
    if not discs_stay(r, p):
        return
    for at in range(r.n_ships):
        if r.ships[at].corner == CORNER_WHITE:
            there += p.ship_discs[at]
    for at in range(r.n_stations):
        if r.stations[at].corner == CORNER_WHITE:
            there += p.station_discs[at]
    if there > cleared:
        tell_of_seat(c.faults, NEVER_DARK_DISCS, seat, cleared, there)


cdef inline int most_on_quay(const Rules* r, State* s, int seat, int quay) noexcept nogil:
    """Discs that can ever have come onto the quay, -1 for any number."""
    cdef int ship, n = 0
    if r.start_quay == quay:
        n += r.start_quay_discs
    for ship in range(r.n_ships):
        if s.ship_at[ship] == DEPARTED and r.ships[ship].quay == quay + 1:
            if r.ships[ship].repeatable:
                return -1
            n += 1
    return -1 if can_have(r, s, seat, MEANS_DISC, quay) else n


cdef inline void check_harbours(Case* c, int seat) noexcept nogil:
    """Discs come onto a quay by ships that departed or an action, and from there into its city."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef Player* p = &s.player[seat]
    cdef int city, quay, most, bonus, delivered, held, room
    cdef bint bounded
    for city in range(CITIES):
        delivered = held = room = 0
        bounded = True
        for bonus in range(r.n_bonus):
            if r.bonus[bonus].city == city:
                delivered += p.bonus_discs[bonus]
        for quay in range(r.n_quays):
            if r.quays[quay].city != city:
                continue
            most = most_on_quay(r, s, seat, quay)
            held += p.quay_discs[quay]
            room += most
            if most < 0:
                bounded = False
            elif p.quay_discs[quay] > most:
                tell(c.faults, NEVER_QUAY, seat, quay, most, 0, p.quay_discs[quay])
        if delivered and bounded and delivered + held > room:
            tell(c.faults, NEVER_CITY, seat, city, room, held, delivered)
