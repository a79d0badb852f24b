"""Pending decisions, each by itself; the twin is ``gwta_ai/games/argentina/position/frames.py``."""
from engine_c.argentina.position.figures cimport is_space
from engine_c.argentina.figures.rules cimport (
    COST_DISCARD, COST_REMOVE, MAX_BUILDING_LOCALS, MAX_DECK, SPACE_FARMER, Rules,
)
from engine_c.argentina.figures.state cimport (
    DISC_ON_QUAY, DISC_ON_SHIP, DISC_ON_STATION, FRAME_ADD, FRAME_BUENOS_AIRES, FRAME_BUILD,
    FRAME_BUILD_AT, FRAME_BUY, FRAME_COST, FRAME_DELIVERY, FRAME_DISC, FRAME_DISCARD, FRAME_DRAW,
    FRAME_ENGINE, FRAME_HELP, FRAME_HIRE, FRAME_LOCATION, FRAME_MASTER, FRAME_MOVE,
    FRAME_OBJECTIVE, FRAME_PLACE, FRAME_PROGRAM, FRAME_REMOVE, FRAME_STATION, FRAME_STEPS,
    FRAME_TAKE_CATTLE, FRAME_UPGRADE_BEHIND, IN_ZONE, STAGE_LEAVE, STAGE_LOADING, SUPPLY,
    VISIT_CLOSED, VISIT_FRESH, VISIT_LOCAL, Frame, State, mover,
)

cdef enum:
    MAX_OWED = 1000           # of an amount that depends on what players have
    MAX_EARNED = 10000        # in one visit to Buenos Aires
    MAX_CHOSEN = 3            # farmers at once, as a frame has slots


cdef inline bint frame_holds(const Rules* r, State* s, int at) noexcept nogil:
    """Its kind, its slots in range, what it needs on the board."""
    cdef Frame* f = &s.frames[at]
    if f.kind == FRAME_HELP and f.a and at < s.depth - 1:
        return False          # nothing on top of a reveal
    return f.must <= 1 and slots_hold(f) and needs_hold(r, s, f)


cdef inline bint only(const Frame* f, bint must, bint a, bint b, bint c, bint d,
                      bint n) noexcept nogil:
    """No slot but these is used."""
    return (
        (must or f.must == 0) and (a or f.a == 0) and (b or f.b == 0) and (c or f.c == 0)
        and (d or f.d == 0) and (n or f.n == 0)
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
    cdef int kind = f.kind
    if kind == FRAME_LOCATION:
        return location_holds(f)
    if kind == FRAME_BUENOS_AIRES:
        return (
            f.a <= STAGE_LEAVE and f.c <= s.job_row and 0 <= f.n <= MAX_EARNED
            and (f.n == 0 or f.a >= STAGE_LOADING)
        )
    if kind == FRAME_PROGRAM:
        return 0 < f.a < r.n_programs and f.c <= 1 and f.b <= r.programs[f.a].n
    if kind == FRAME_COST:
        return 0 < f.a < r.n_programs and (
            r.programs[f.a].cost_op == COST_DISCARD or r.programs[f.a].cost_op == COST_REMOVE
        )
    if kind == FRAME_DISCARD or kind == FRAME_REMOVE:
        return f.a < r.n_cards and 1 <= f.n <= MAX_DECK
    if kind == FRAME_DRAW:
        return f.a <= 1 and 1 <= f.n <= MAX_OWED
    if kind == FRAME_STEPS or kind == FRAME_ENGINE:
        return 1 <= f.n <= MAX_OWED
    if kind == FRAME_BUILD_AT:
        return f.a < r.n_private and mover(s).buildings[f.a] == SUPPLY
    if kind == FRAME_BUY:
        return purchase_holds(r, s, f)
    if kind == FRAME_STATION:
        return station_holds(r, s, f)
    if kind == FRAME_MASTER:
        return f.a < r.n_stations
    if kind == FRAME_DISC:
        return disc_holds(r, s, f)
    if kind == FRAME_HELP:
        return help_holds(r, s, f)
    if kind == FRAME_ADD:
        return (
            f.a <= mover(s).farmers[0] and f.b <= mover(s).farmers[1]
            and f.c <= mover(s).farmers[2] and f.d <= mover(s).farmers[3]
        )
    if kind == FRAME_TAKE_CATTLE:
        return f.a < r.n_classes and f.b <= 1
    return True


cdef inline bint location_holds(const Frame* f) noexcept nogil:
    """Local actions done if and only if the visit is past its beginning; one was the last."""
    if f.a >> (MAX_BUILDING_LOCALS + 1) or f.c >> (MAX_BUILDING_LOCALS + 1) or f.c & (f.c - 1):
        return False
    if f.b > VISIT_CLOSED or f.d >= VISIT_CLOSED:
        return False
    return not (f.b == VISIT_FRESH and f.a) and not (f.b == VISIT_LOCAL and f.a == 0)


cdef inline bint purchase_holds(const Rules* r, State* s, Frame* f) noexcept nogil:
    """Gauchos that the player has; a last purchase with as many cards as its offer says."""
    if not 1 <= f.n <= mover(s).workers[0] or f.d > 1:
        return False
    if f.b == 0 or f.d == 0:
        return f.a == 0 and f.b == 0 and f.c == 0
    if f.a >= r.n_offers or f.b > r.n_cattle or f.c > r.n_cattle:
        return False
    return (f.c > 0) == (r.offers[f.a].cards > 1) and (f.c == 0 or f.c >= f.b)


cdef inline bint station_holds(const Rules* r, State* s, Frame* f) noexcept nogil:
    """A station that can be paid and has room for a disc of the player."""
    if f.a >= r.n_stations or mover(s).pesos < r.stations[f.a].cost:
        return False
    return mover(s).station_discs[f.a] == 0 or r.stations[f.a].repeatable


cdef inline bint disc_holds(const Rules* r, State* s, Frame* f) noexcept nogil:
    """A ship of the loading zone, a station or a quay, with room for a disc of the player."""
    if f.a == DISC_ON_SHIP:
        return f.b < r.n_ships and s.ship_at[f.b] == IN_ZONE and (
            mover(s).ship_discs[f.b] == 0 or r.ships[f.b].repeatable
        )
    if f.a == DISC_ON_STATION:
        return f.b < r.n_stations and (
            mover(s).station_discs[f.b] == 0 or r.stations[f.b].repeatable
        )
    return f.a == DISC_ON_QUAY and f.b < r.n_quays


cdef inline bint help_holds(const Rules* r, State* s, Frame* f) noexcept nogil:
    """Spaces with a farmer, ascending, no more than may be helped."""
    cdef int chosen = (f.a > 0) + (f.b > 0) + (f.c > 0)
    if (f.a == 0 and f.b) or (f.b == 0 and f.c):
        return False
    if (f.b and f.b <= f.a) or (f.c and f.c <= f.b):
        return False
    if not (farmer_stands(r, s, f.a) and farmer_stands(r, s, f.b) and farmer_stands(r, s, f.c)):
        return False
    if f.n < 0:
        return is_space(r, -f.n, SPACE_FARMER) and (chosen == 0 or (chosen == 1 and f.a == -f.n))
    return f.n > 0 and chosen <= f.n <= MAX_CHOSEN


cdef inline bint farmer_stands(const Rules* r, State* s, int space) noexcept nogil:
    """Whether a farmer stands on the chosen space; so be it if none was chosen."""
    return space == 0 or (is_space(r, space, SPACE_FARMER) and s.tile[space] > 0)
