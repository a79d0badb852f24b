"""Pending decisions, each by itself; the twin is ``gwta_ai/games/argentina/position/frames.py``."""
from engine_c.argentina.position.figures cimport is_space
from engine_c.argentina.figures.frames cimport (
    ADD_FIRST, BUENOS_AIRES_STAGE, BUENOS_AIRES_TOKEN_ROW, BUILD_AT_NUMBER, BUY_BEGUN,
    BUY_FIRST_CARD, BUY_OFFER, BUY_SECOND_CARD, COST_PROGRAM, DISC_ON_QUAY, DISC_ON_SHIP,
    DISC_ON_STATION, DISC_PURPOSE, DISC_TARGET, DISCARD_LOWEST, DRAW_REMOVES, FRAME_ADD,
    FRAME_BUENOS_AIRES, FRAME_BUILD, FRAME_BUILD_AT, FRAME_BUY, FRAME_COST, FRAME_DELIVERY,
    FRAME_DISC, FRAME_DISCARD, FRAME_DRAW, FRAME_ENGINE, FRAME_HELP, FRAME_HIRE, FRAME_LOCATION,
    FRAME_MASTER, FRAME_MOVE, FRAME_OBJECTIVE, FRAME_PLACE, FRAME_PROGRAM, FRAME_REMOVE,
    FRAME_STATION, FRAME_STEPS, FRAME_TAKE_CATTLE, FRAME_UPGRADE_BEHIND, HELP_FIRST, HELP_SECOND,
    HELP_THIRD, LOCATION_DONE, LOCATION_LAST, LOCATION_VISIT, LOCATION_VISIT_BEFORE, MASTER_STATION,
    PROGRAM_INDEX, PROGRAM_NEXT, PROGRAM_PERFORMED, STAGE_LEAVE, STAGE_LOADING, STATION_AT,
    TAKE_CATTLE_CARD_CLASS, TAKE_CATTLE_INTO_HAND, VISIT_CLOSED, VISIT_FRESH, VISIT_LOCAL, Frame,
)
from engine_c.argentina.figures.rules cimport (
    COLOURS, COST_DISCARD, COST_REMOVE, MAX_BUILDING_LOCALS, MAX_DECK, SPACE_FARMER, Rules,
)
from engine_c.argentina.figures.state cimport IN_ZONE, SUPPLY, State, mover

cdef enum:
    MAX_OWED = 1000           # of an amount that depends on what players have
    MAX_EARNED = 10000        # in one visit to Buenos Aires
    MAX_CHOSEN = 3            # farmers at once, as a frame has slots


cdef inline bint frame_holds(const Rules* r, State* s, int at) noexcept nogil:
    """Its kind, its slots in range, what it needs on the board."""
    cdef Frame* f = &s.frames[at]
    if f.kind == FRAME_HELP and f.part[HELP_FIRST] and at < s.depth - 1:
        return False          # nothing on top of a reveal
    return f.must <= 1 and slots_hold(f) and needs_hold(r, s, f)


cdef inline bint only(const Frame* f, bint must, bint a, bint b, bint c, bint d,
                      bint n) noexcept nogil:
    """No slot but these is used."""
    return (
        (must or f.must == 0) and (a or f.part[0] == 0) and (b or f.part[1] == 0)
        and (c or f.part[2] == 0) and (d or f.part[3] == 0) and (n or f.n == 0)
    )


cdef inline bint slots_hold(const Frame* f) noexcept nogil:
    """A decision that can be pending, and nothing in slots that mean nothing there."""
    cdef int kind = f.kind
    #                        must a  b  c  d  n
    if kind == FRAME_PLACE or kind == FRAME_MOVE:
        return only(f,          0, 0, 0, 0, 0, 0)
    if kind == FRAME_LOCATION:
        return only(f,          0, 1, 1, 1, 1, 0)
    if kind == FRAME_BUENOS_AIRES:
        return only(f,          0, 1, 0, 1, 0, 1)
    if kind == FRAME_PROGRAM:
        return only(f,          1, 1, 1, 1, 0, 0)
    if kind == FRAME_COST or kind == FRAME_STATION or kind == FRAME_MASTER:
        return only(f,          0, 1, 0, 0, 0, 0)
    if kind == FRAME_DISCARD:
        return only(f,          0, 1, 0, 0, 0, 1)
    if kind == FRAME_REMOVE or kind == FRAME_DRAW or kind == FRAME_BUILD_AT:
        return only(f,          1, 1, 0, 0, 0, 1)
    if kind == FRAME_STEPS or kind == FRAME_HIRE or kind == FRAME_BUILD or kind == FRAME_ENGINE:
        return only(f,          1, 0, 0, 0, 0, 1)
    if kind == FRAME_BUY or kind == FRAME_HELP:
        return only(f,          1, 1, 1, 1, 1, 1)
    if kind == FRAME_DISC or kind == FRAME_TAKE_CATTLE:
        return only(f,          1, 1, 1, 0, 0, 0)
    if kind == FRAME_UPGRADE_BEHIND or kind == FRAME_OBJECTIVE or kind == FRAME_DELIVERY:
        return only(f,          1, 0, 0, 0, 0, 0)
    if kind == FRAME_ADD:
        return only(f,          0, 1, 1, 1, 1, 0)
    return False


cdef inline bint needs_hold(const Rules* r, State* s, Frame* f) noexcept nogil:
    """What the kind of decision asks for."""
    cdef int i, program, kind = f.kind
    if kind == FRAME_LOCATION:
        return location_holds(f)
    if kind == FRAME_BUENOS_AIRES:
        return (
            f.part[BUENOS_AIRES_STAGE] <= STAGE_LEAVE
            and f.part[BUENOS_AIRES_TOKEN_ROW] <= s.job_row and 0 <= f.n <= MAX_EARNED
            and (f.n == 0 or f.part[BUENOS_AIRES_STAGE] >= STAGE_LOADING)
        )
    if kind == FRAME_PROGRAM:
        program = f.part[PROGRAM_INDEX]
        return 0 < program < r.n_programs and f.part[PROGRAM_PERFORMED] <= 1 and (
            f.part[PROGRAM_NEXT] <= r.programs[program].n
        )
    if kind == FRAME_COST:
        program = f.part[COST_PROGRAM]
        return 0 < program < r.n_programs and (
            r.programs[program].cost_op == COST_DISCARD or r.programs[program].cost_op == COST_REMOVE
        )
    if kind == FRAME_DISCARD or kind == FRAME_REMOVE:
        return f.part[DISCARD_LOWEST] < r.n_cards and 1 <= f.n <= MAX_DECK
    if kind == FRAME_DRAW:
        return f.part[DRAW_REMOVES] <= 1 and 1 <= f.n <= MAX_OWED
    if kind == FRAME_STEPS or kind == FRAME_ENGINE:
        return 1 <= f.n <= MAX_OWED
    if kind == FRAME_BUILD_AT:
        return f.part[BUILD_AT_NUMBER] < r.n_private and (
            mover(s).buildings[f.part[BUILD_AT_NUMBER]] == SUPPLY
        )
    if kind == FRAME_BUY:
        return purchase_holds(r, s, f)
    if kind == FRAME_STATION:
        return station_holds(r, s, f)
    if kind == FRAME_MASTER:
        return f.part[MASTER_STATION] < r.n_stations
    if kind == FRAME_DISC:
        return disc_holds(r, s, f)
    if kind == FRAME_HELP:
        return help_holds(r, s, f)
    if kind == FRAME_ADD:
        for i in range(COLOURS):
            if f.part[ADD_FIRST + i] > mover(s).farmers[i]:
                return False
    if kind == FRAME_TAKE_CATTLE:
        return f.part[TAKE_CATTLE_CARD_CLASS] < r.n_classes and f.part[TAKE_CATTLE_INTO_HAND] <= 1
    return True


cdef inline bint location_holds(const Frame* f) noexcept nogil:
    """Local actions done if and only if the visit is past its beginning; one was the last."""
    cdef int done = f.part[LOCATION_DONE], last = f.part[LOCATION_LAST]
    cdef int visit = f.part[LOCATION_VISIT]
    if (done | last) >> (MAX_BUILDING_LOCALS + 1) or last & (last - 1):
        return False
    if visit > VISIT_CLOSED or f.part[LOCATION_VISIT_BEFORE] >= VISIT_CLOSED:
        return False
    return not (visit == VISIT_FRESH and done) and not (visit == VISIT_LOCAL and done == 0)


cdef inline bint purchase_holds(const Rules* r, State* s, Frame* f) noexcept nogil:
    """Gauchos that the player has; a last purchase with as many cards as its offer says."""
    cdef int offer = f.part[BUY_OFFER]
    cdef int first = f.part[BUY_FIRST_CARD], second = f.part[BUY_SECOND_CARD]
    if not 1 <= f.n <= mover(s).workers[0] or f.part[BUY_BEGUN] > 1:
        return False
    if first == 0 or f.part[BUY_BEGUN] == 0:
        return offer == 0 and first == 0 and second == 0
    if offer >= r.n_offers or first > r.n_cattle or second > r.n_cattle:
        return False
    return (second > 0) == (r.offers[offer].cards > 1) and (second == 0 or second >= first)


cdef inline bint station_holds(const Rules* r, State* s, Frame* f) noexcept nogil:
    """A station that can be paid and has room for a disc of the player."""
    cdef int station = f.part[STATION_AT]
    if station >= r.n_stations or mover(s).pesos < r.stations[station].cost:
        return False
    return mover(s).station_discs[station] == 0 or r.stations[station].repeatable


cdef inline bint disc_holds(const Rules* r, State* s, Frame* f) noexcept nogil:
    """A ship of the loading zone, a station or a quay, with room for a disc of the player."""
    cdef int purpose = f.part[DISC_PURPOSE], target = f.part[DISC_TARGET]
    if purpose == DISC_ON_SHIP:
        return target < r.n_ships and s.ship_at[target] == IN_ZONE and (
            mover(s).ship_discs[target] == 0 or r.ships[target].repeatable
        )
    if purpose == DISC_ON_STATION:
        return target < r.n_stations and (
            mover(s).station_discs[target] == 0 or r.stations[target].repeatable
        )
    return purpose == DISC_ON_QUAY and target < r.n_quays


cdef inline bint help_holds(const Rules* r, State* s, Frame* f) noexcept nogil:
    """Spaces with a farmer, ascending, no more than may be helped."""
    cdef int first = f.part[HELP_FIRST], second = f.part[HELP_SECOND], third = f.part[HELP_THIRD]
    cdef int chosen = (first > 0) + (second > 0) + (third > 0)
    if (first == 0 and second) or (second == 0 and third):
        return False
    if (second and second <= first) or (third and third <= second):
        return False
    if not (farmer_stands(r, s, first) and farmer_stands(r, s, second)
            and farmer_stands(r, s, third)):
        return False
    if f.n < 0:
        return is_space(r, -f.n, SPACE_FARMER) and (chosen == 0 or (chosen == 1 and first == -f.n))
    return f.n > 0 and chosen <= f.n <= MAX_CHOSEN


cdef inline bint farmer_stands(const Rules* r, State* s, int space) noexcept nogil:
    """Whether a farmer stands on the chosen space; so be it if none was chosen."""
    return space == 0 or (is_space(r, space, SPACE_FARMER) and s.tile[space] > 0)
