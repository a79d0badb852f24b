"""Pending decisions, each frame by itself: its parts in range and what it needs on the board."""
from engine_c.argentina.figures.frames cimport (
    ADD_FIRST, BUENOS_AIRES_STAGE, BUENOS_AIRES_TOKEN_ROW, BUILD_AT_NUMBER, BUY_BEGUN,
    BUY_FIRST_CARD, BUY_OFFER, BUY_SECOND_CARD, COST_PROGRAM, DISC_ON_QUAY, DISC_ON_SHIP,
    DISC_ON_STATION, DISC_PURPOSE, DISC_TARGET, DISCARD_LOWEST, DRAW_THEN, FRAME_ADD,
    FRAME_BUENOS_AIRES, FRAME_BUILD, FRAME_BUILD_AT, FRAME_BUY, FRAME_COST, FRAME_DELIVERY,
    FRAME_DISC, FRAME_DISCARD, FRAME_DRAW, FRAME_ENGINE, FRAME_HELP, FRAME_HIRE, FRAME_LOCATION,
    FRAME_MASTER, FRAME_MOVE, FRAME_OBJECTIVE, FRAME_PARTS, FRAME_PLACE, FRAME_PROGRAM,
    FRAME_REMOVE, FRAME_STATION, FRAME_STEPS, FRAME_TAKE_CATTLE, FRAME_UPGRADE_BEHIND, HELP_EXTRA,
    HELP_FIRST, HELP_THIRD, LOCATION_DONE, LOCATION_LAST, LOCATION_VISIT, LOCATION_VISIT_BEFORE,
    MASTER_STATION, PROGRAM_INDEX, PROGRAM_NEXT, PROGRAM_PERFORMED, REMOVE_LOWEST, STAGE_LEAVE,
    STAGE_LOADING, STATION_AT, TAKE_CATTLE_CARD_CLASS, TAKE_CATTLE_INTO_HAND, THEN_NOTHING,
    VISIT_CLOSED, VISIT_FRESH, VISIT_LOCAL, Frame,
)
from engine_c.argentina.figures.rules cimport (
    COLOURS, COST_DISCARD, COST_REMOVE, MAX_BUILDING_LOCALS, MAX_DECK, SPACE_FARMER, Rules,
)
from engine_c.argentina.figures.state cimport IN_ZONE, SUPPLY, Player, State, mover
from engine_c.argentina.position.faults cimport (
    FAULT_ACTION, FAULT_AT_LEAST_ONE, FAULT_BUILDING_SUPPLY, FAULT_CARD_CLASS, FAULT_CARD_COST,
    FAULT_CARDS_OWED, FAULT_CARDS_TO_DRAW, FAULT_EFFECTS_DONE, FAULT_FARMER_ORDER,
    FAULT_FARMERS_BESIDE, FAULT_FRAME_KIND, FAULT_FRAME_PARTS, FAULT_GAUCHOS_LEFT, FAULT_INCOME,
    FAULT_INCOME_EARLY, FAULT_LAST_LOCAL, FAULT_LOCALS_DONE, FAULT_MANY_FARMERS, FAULT_NO_FARMER,
    FAULT_ON_REVEAL, FAULT_OTHER_FARMER, FAULT_PURCHASE, FAULT_PURCHASE_CARDS,
    FAULT_PURCHASE_EARLY, FAULT_PURCHASE_ORDER, FAULT_SHIP_AGAIN, FAULT_SHIP_TARGET, FAULT_STAGE,
    FAULT_STATION, FAULT_STATION_AGAIN, FAULT_STATION_UNPAID, FAULT_TARGET, FAULT_VISIT, NOBODY,
    tell_of_place,
)
from engine_c.argentina.position.ranges cimport Case, is_space

cdef enum:
    MAX_OWED = 1000           # of an amount that depends on what players have
    MAX_EARNED = 10000        # in one visit to Buenos Aires
    MAX_CHOSEN = 3            # farmers at once, as a frame has parts for them
    NO_FAULT = -1


cdef inline bint check_frame(Case* c, int at) noexcept nogil:
    """Whether a frame is sound by itself."""
    cdef Frame* f = &c.s.frames[at]
    cdef int code
    if not can_be_pending(f.kind):
        tell_of_place(c.faults, FAULT_FRAME_KIND, at, 0, f.kind)
        return False
    code = FAULT_FRAME_PARTS if f.must > 1 or not has_meaning(f) else fault_of(c.rules, c.s, f)
    if code != NO_FAULT:
        tell_of_place(c.faults, code, at, mover(c.s).pesos, 0)
        return False
    if f.kind == FRAME_HELP and f.part[HELP_FIRST] and at < c.s.depth - 1:
        tell_of_place(c.faults, FAULT_ON_REVEAL, at, 0, c.s.frames[at + 1].kind)
        return False
    return True


cdef inline bint can_be_pending(int kind) noexcept nogil:
    return (
        FRAME_PLACE <= kind <= FRAME_BUENOS_AIRES or FRAME_PROGRAM <= kind <= FRAME_TAKE_CATTLE
    )


# --- which parts mean something ---------------------------------------------------------------

cdef inline bint has_meaning(const Frame* f) noexcept nogil:
    """Whether nothing stands in parts that mean nothing in this kind of decision."""
    cdef int kind = f.kind, part
    cdef bint must = True, number = False
    cdef int first = 0, parts = 0     # parts[first .. first + parts - 1] are in use
    if kind == FRAME_PLACE or kind == FRAME_MOVE:
        must = False
    elif kind == FRAME_LOCATION or kind == FRAME_ADD:
        must, parts = False, FRAME_PARTS
    elif kind == FRAME_BUENOS_AIRES:
        if f.part[BUENOS_AIRES_STAGE + 1]:
            return False
        must, number, parts = False, True, BUENOS_AIRES_TOKEN_ROW + 1
    elif kind == FRAME_PROGRAM:
        parts = PROGRAM_PERFORMED + 1
    elif kind == FRAME_COST or kind == FRAME_STATION or kind == FRAME_MASTER:
        must, parts = False, 1
    elif kind == FRAME_DISCARD:
        must, number, parts = False, True, 1
    elif kind == FRAME_REMOVE or kind == FRAME_DRAW or kind == FRAME_BUILD_AT:
        number, parts = True, 1
    elif kind == FRAME_STEPS or kind == FRAME_HIRE or kind == FRAME_BUILD or kind == FRAME_ENGINE:
        number = True
    elif kind == FRAME_BUY or kind == FRAME_HELP:
        number, parts = True, FRAME_PARTS
    elif kind == FRAME_DISC or kind == FRAME_TAKE_CATTLE:
        parts = DISC_TARGET + 1
    for part in range(first + parts, FRAME_PARTS):
        if f.part[part]:
            return False
    return (must or f.must == 0) and (number or f.n == 0)


# --- what is wrong with a frame ---------------------------------------------------------------

cdef inline int fault_of(const Rules* r, State* s, Frame* f) noexcept nogil:
    """The code of what is wrong, NO_FAULT if nothing is."""
    cdef int kind = f.kind
    if kind == FRAME_LOCATION:
        return fault_of_location(f)
    if kind == FRAME_BUENOS_AIRES:
        return fault_of_buenos_aires(s, f)
    if kind == FRAME_PROGRAM:
        return fault_of_program(r, f)
    if kind == FRAME_COST:
        return fault_of_cost(r, f)
    if kind == FRAME_DISCARD:
        return fault_of_cards(r, f.part[DISCARD_LOWEST], f.n)
    if kind == FRAME_REMOVE:
        return fault_of_cards(r, f.part[REMOVE_LOWEST], f.n)
    if kind == FRAME_DRAW:
        if f.part[DRAW_THEN] > THEN_NOTHING or not 1 <= f.n <= MAX_OWED:
            return FAULT_CARDS_TO_DRAW
    elif kind == FRAME_STEPS or kind == FRAME_ENGINE:
        if not 1 <= (-f.n if kind == FRAME_ENGINE and f.n < 0 else f.n) <= MAX_OWED:
            return FAULT_AT_LEAST_ONE
    elif kind == FRAME_BUILD_AT:
        if f.part[BUILD_AT_NUMBER] >= r.n_private:
            return FAULT_BUILDING_SUPPLY
        if mover(s).buildings[f.part[BUILD_AT_NUMBER]] != SUPPLY:
            return FAULT_BUILDING_SUPPLY
    elif kind == FRAME_BUY:
        return fault_of_purchase(r, s, f)
    elif kind == FRAME_STATION:
        return fault_of_station(r, s, f.part[STATION_AT])
    elif kind == FRAME_MASTER:
        if f.part[MASTER_STATION] >= r.n_stations:
            return FAULT_STATION
    elif kind == FRAME_DISC:
        return fault_of_disc(r, s, f)
    elif kind == FRAME_HELP:
        return fault_of_help(r, s, f)
    elif kind == FRAME_ADD:
        return fault_of_add(s, f)
    elif kind == FRAME_TAKE_CATTLE:
        if f.part[TAKE_CATTLE_CARD_CLASS] >= r.n_classes or f.part[TAKE_CATTLE_INTO_HAND] > 1:
            return FAULT_CARD_CLASS
    return NO_FAULT


cdef inline int fault_of_location(const Frame* f) noexcept nogil:
    """Local actions done if and only if the visit is past its beginning; one was the last."""
    cdef int done = f.part[LOCATION_DONE], last = f.part[LOCATION_LAST]
    cdef int visit = f.part[LOCATION_VISIT]
    if (done >> (MAX_BUILDING_LOCALS + 1) or visit > VISIT_CLOSED
            or f.part[LOCATION_VISIT_BEFORE] >= VISIT_CLOSED):
        return FAULT_VISIT
    if last & (last - 1) or last >> (MAX_BUILDING_LOCALS + 1):
        return FAULT_LAST_LOCAL
    if (visit == VISIT_FRESH and done) or (visit == VISIT_LOCAL and done == 0):
        return FAULT_LOCALS_DONE
    return NO_FAULT


cdef inline int fault_of_buenos_aires(State* s, const Frame* f) noexcept nogil:
    cdef int stage = f.part[BUENOS_AIRES_STAGE]
    if stage > STAGE_LEAVE or f.part[BUENOS_AIRES_TOKEN_ROW] > s.job_row:
        return FAULT_STAGE
    if not 0 <= f.n <= MAX_EARNED:
        return FAULT_INCOME
    return FAULT_INCOME_EARLY if f.n and stage < STAGE_LOADING else NO_FAULT


cdef inline int fault_of_program(const Rules* r, const Frame* f) noexcept nogil:
    cdef int program = f.part[PROGRAM_INDEX]
    if not 0 < program < r.n_programs or f.part[PROGRAM_PERFORMED] > 1:
        return FAULT_ACTION
    return FAULT_EFFECTS_DONE if f.part[PROGRAM_NEXT] > r.programs[program].n else NO_FAULT


cdef inline int fault_of_cost(const Rules* r, const Frame* f) noexcept nogil:
    cdef int program = f.part[COST_PROGRAM]
    if not 0 < program < r.n_programs:
        return FAULT_ACTION
    if r.programs[program].cost_op != COST_DISCARD and r.programs[program].cost_op != COST_REMOVE:
        return FAULT_CARD_COST
    return NO_FAULT


cdef inline int fault_of_cards(const Rules* r, int lowest, int n) noexcept nogil:
    return NO_FAULT if lowest < r.n_cards and 1 <= n <= MAX_DECK else FAULT_CARDS_OWED


cdef inline int fault_of_purchase(const Rules* r, State* s, const Frame* f) noexcept nogil:
    """Gauchos that the player has; a last purchase with as many cards as its offer says."""
    cdef int offer = f.part[BUY_OFFER]
    cdef int first = f.part[BUY_FIRST_CARD], second = f.part[BUY_SECOND_CARD]
    cdef int begun = f.part[BUY_BEGUN]
    if not 1 <= f.n <= mover(s).workers[0]:
        return FAULT_GAUCHOS_LEFT
    if begun > 1 or (begun == 0 and (offer or first or second)):
        return FAULT_PURCHASE_EARLY
    if first == 0:
        return FAULT_PURCHASE_CARDS if offer or second else NO_FAULT
    if offer >= r.n_offers or first > r.n_cattle or second > r.n_cattle:
        return FAULT_PURCHASE
    if (second > 0) != (r.offers[offer].cards > 1) or 0 < second < first:
        return FAULT_PURCHASE_ORDER
    return NO_FAULT


cdef inline int fault_of_station(const Rules* r, State* s, int station) noexcept nogil:
    """A station that can be paid and has room for a disc of the player."""
    if station >= r.n_stations:
        return FAULT_STATION
    if mover(s).pesos < r.stations[station].cost:
        return FAULT_STATION_UNPAID
    if mover(s).station_discs[station] and not r.stations[station].repeatable:
        return FAULT_STATION_AGAIN
    return NO_FAULT


cdef inline int fault_of_disc(const Rules* r, State* s, const Frame* f) noexcept nogil:
    """A ship of the loading zone, a station or a quay, with room for a disc of the player."""
    cdef int purpose = f.part[DISC_PURPOSE], target = f.part[DISC_TARGET]
    cdef Player* p = mover(s)
    if purpose == DISC_ON_SHIP and target < r.n_ships:
        if s.ship_at[target] != IN_ZONE:
            return FAULT_SHIP_TARGET
        if p.ship_discs[target] and not r.ships[target].repeatable:
            return FAULT_SHIP_AGAIN
    elif purpose == DISC_ON_STATION and target < r.n_stations:
        if p.station_discs[target] and not r.stations[target].repeatable:
            return FAULT_STATION_AGAIN
    elif purpose != DISC_ON_QUAY or target >= r.n_quays:
        return FAULT_TARGET
    return NO_FAULT


cdef inline int fault_of_help(const Rules* r, State* s, const Frame* f) noexcept nogil:
    """Spaces with a farmer, ascending, no more than may be helped."""
    cdef int i, space, before = 0, chosen = 0
    cdef bint ended = False
    for i in range(HELP_FIRST, HELP_THIRD + 1):
        space = f.part[i]
        if space and (ended or space <= before):
            return FAULT_FARMER_ORDER
        ended = space == 0
        before = space
        chosen += space > 0
    for i in range(chosen):
        space = f.part[HELP_FIRST + i]
        if not is_space(r, space, SPACE_FARMER) or s.tile[space] == 0:
            return FAULT_NO_FARMER
    if f.n < 0:
        if not is_space(r, -f.n, SPACE_FARMER) or chosen > 1 or (
            chosen and f.part[HELP_FIRST] != -f.n
        ):
            return FAULT_OTHER_FARMER
    elif not 0 < f.n <= MAX_CHOSEN or chosen > f.n:
        return FAULT_MANY_FARMERS
    return NO_FAULT


cdef inline int fault_of_add(State* s, const Frame* f) noexcept nogil:
    cdef int colour
    for colour in range(COLOURS):
        if f.part[ADD_FIRST + colour] > mover(s).farmers[colour]:
            return FAULT_FARMERS_BESIDE
    return NO_FAULT
