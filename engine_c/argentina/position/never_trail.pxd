"""The trail as no sequence of legal actions leaves it: estancieros, granjeros, the visit.

An estanciero stops on tiles alone. A building space once built on stays so; only granjeros
leave the trail, by being helped.

It follows from MOV-02, MOV-07, MOV-10, SET-06, SET-17, BA-06, BLD-02,
HELP-07, LOC-01, LOC-10
"""
from engine_c.argentina.figures.frames cimport (
    FRAME_LOCATION, FRAME_PLACE, LOCATION_DONE, LOCATION_VISIT, VISIT_FRESH,
    VISIT_LOCAL, Frame,
)
from engine_c.argentina.figures.rules cimport (
    COLOURS, SPACE_BUILDING, SPACE_FARMER, SPACE_NEUTRAL, WORKER_KINDS,
    Building, Rules,
)
from engine_c.argentina.figures.state cimport State, mover
from engine_c.argentina.play.location cimport own_building
from engine_c.argentina.position.faults cimport (
    NEVER_AT_TRAIL_START, NEVER_BOXED, NEVER_COINS, NEVER_EMPTY_SPACE, NEVER_FIRST_SPACE,
    NEVER_FRESH_VISIT, NEVER_GAP, NEVER_LOCALS, tell_of_game, tell_of_place, tell_of_seat,
)
from engine_c.argentina.position.means cimport MEANS_HELP, apart_may, moves_at_first
from engine_c.argentina.position.past cimport acts, most_visits, own_turns, turn_kind
from engine_c.argentina.position.ranges cimport Case, is_space


cdef inline void check_never_trail(Case* c) noexcept nogil:
    check_spaces(c)
    check_first_spaces(c)
    check_colours(c)
    check_location(c)


# --- estancieros ---------------------------------------------------------------------------------

cdef inline bint stands_on_nothing(Case* c, int seat) noexcept nogil:
    """Whether the estanciero is on a farmer or building space without a tile."""
    cdef int place = c.s.player[seat].estanciero
    return (
        (is_space(c.rules, place, SPACE_FARMER) or is_space(c.rules, place, SPACE_BUILDING))
        and c.s.tile[place] == 0
    )


cdef inline int helped_of(const Rules* r, State* s, int colour) noexcept nogil:
    """Farmers of the colour that have left the trail to players."""
    cdef int kind, n = 0
    for kind in range(WORKER_KINDS, r.n_tiles):
        if r.tiles[kind].colour == colour:
            n += s.helped[kind]
    return n


cdef inline void check_spaces(Case* c) noexcept nogil:
    """Under an estanciero on an empty space a farmer was helped; no building ever goes."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int left[COLOURS]
    cdef int seat, other, place
    cdef bint shared
    for other in range(COLOURS):
        left[other] = helped_of(r, s, other)
    for seat in range(s.players):
        if not stands_on_nothing(c, seat):
            continue
        place = s.player[seat].estanciero
        shared = False
        for other in range(seat):
            shared = shared or s.player[other].estanciero == place
        if is_space(r, place, SPACE_FARMER):
            if shared:
                continue
            left[r.spaces[place].colour] -= 1
            if left[r.spaces[place].colour] >= 0:
                continue
        tell_of_seat(c.faults, NEVER_EMPTY_SPACE, seat, 0, place)


cdef inline void check_first_spaces(Case* c) noexcept nogil:
    """Nobody moves in the first turn; the start is reached by a visit to Buenos Aires."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int seat, at, place, at_start = 0, visits = most_visits(r, s)
    cdef bint still = not moves_at_first(r)
    for seat in range(s.players):
        place = s.player[seat].estanciero
        if own_turns(s, seat) == 0 or (acts(s, seat) and turn_kind(s) == FRAME_PLACE):
            continue
        if own_turns(s, seat) == 1 and still:
            if not is_space(r, place, SPACE_NEUTRAL):
                tell_of_seat(c.faults, NEVER_FIRST_SPACE, seat, 0, place)
        else:
            at_start += place == r.start
    if at_start > visits:
        tell_of_game(c.faults, NEVER_AT_TRAIL_START, visits, at_start)
    if s.turn > s.players or not still:
        return
    for at in range(r.n_spaces):
        if is_space(r, at, SPACE_FARMER) and s.coins[r.spaces[at].farmer]:
            tell_of_place(c.faults, NEVER_COINS, at, 0, s.coins[r.spaces[at].farmer])


# --- farmers -------------------------------------------------------------------------------------

cdef inline void check_colours(Case* c) noexcept nogil:
    """Farmers fill the lowest empty space of their colour; the box is for those without one."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int colour, kind, i, there, gaps, empty, helped, boxed
    for colour in range(COLOURS):
        there = gaps = empty = boxed = 0
        helped = helped_of(r, s, colour)
        for i in range(r.colour_spaces[colour]):
            if s.tile[r.colour_space[colour][i]]:
                there += 1
                gaps = empty
            else:
                empty += 1
        if gaps > helped:
            tell_of_place(c.faults, NEVER_GAP, colour, helped, gaps)
        for kind in range(WORKER_KINDS, r.n_tiles):
            if r.tiles[kind].colour == colour:
                boxed += s.box_tiles[kind]
        if boxed and there + helped < r.colour_spaces[colour]:
            tell_of_place(
                c.faults, NEVER_BOXED, colour, r.colour_spaces[colour], there + helped,
            )


# --- the visit under way -------------------------------------------------------------------------

cdef inline void check_location(Case* c) noexcept nogil:
    """Arrived at a tile; local actions of a building that is the mover's to use."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef Frame* f = &s.frames[0]
    cdef const Building* building
    cdef int here = mover(s).estanciero, n
    if turn_kind(s) != FRAME_LOCATION:
        return
    building = own_building(r, s)
    if f.part[LOCATION_VISIT] == VISIT_FRESH:
        # Before the first action only an objective card can have been played.
        if stands_on_nothing(c, s.seat) and not apart_may(r, MEANS_HELP):
            tell_of_seat(c.faults, NEVER_FRESH_VISIT, s.seat, 0, here)
    elif f.part[LOCATION_VISIT] == VISIT_LOCAL:
        n = building.n_locals + (r.spaces[here].risk > 0) if building != NULL else 0
        if f.part[LOCATION_DONE] >> n:
            tell_of_seat(c.faults, NEVER_LOCALS, s.seat, n, here)
    elif f.part[LOCATION_DONE] and (building == NULL or is_space(r, here, SPACE_NEUTRAL)):
        # Closed after a local action: the building underfoot was replaced.
        tell_of_seat(c.faults, NEVER_LOCALS, s.seat, 0, here)
