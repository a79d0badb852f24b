"""Bags, ships and the token as no sequence of legal actions leaves them.

A visit to Buenos Aires takes one tile from the foresight spaces of each bag, and nothing else
does; ships leave by the arrows of the job market alone.

It follows from SET-02, SET-06 .. SET-08, SET-11, BA-03, BA-06 ..
BA-10, END-01, END-02
"""
from libc.string cimport memset
from engine_c.common.bits cimport bits
from engine_c.argentina.figures.frames cimport (
    BUENOS_AIRES_TOKEN_ROW, STAGE_FORESIGHT_A, STAGE_LOADING,
)
from engine_c.argentina.figures.rules cimport (
    BAGS, FORESIGHT, JOB_DEPART, MAX_JOB_ROWS, MAX_SHIPS, SUBPHASES, WORKER_KINDS, Rules,
)
from engine_c.argentina.figures.state cimport DEPARTED, IN_PILE, State
from engine_c.argentina.position.faults cimport (
    NEVER_ARRIVAL, NEVER_BAG_FULL, NEVER_BAG_SHORT, NEVER_BAG_UNEVEN, NEVER_ENDING_PLACE,
    NEVER_ENDING_TURN, NEVER_FORESIGHT_LEFT, NEVER_INCOME_LEFT, NEVER_LOADED, NEVER_MASTERS_OUT,
    NEVER_PILE, NEVER_SHIP_LEFT, NEVER_SHIP_PILED, NEVER_SHIP_STAYED, NOBODY, tell, tell_of_game,
    tell_of_place, tell_of_seat,
)
from engine_c.argentina.position.past cimport (
    bag_at_start, departures, drawn_from, has_loaded, most_visits, most_visits_of, row_when_left,
    stage_of_visit, tells_visits,
)
from engine_c.argentina.position.ranges cimport Case, total


cdef inline void check_never_supply(Case* c) noexcept nogil:
    check_bags(c)
    check_fleet(c)
    check_loaded(c)
    check_end(c)
    check_visit(c)
    if bits(c.s.masters_out) != c.rules.n_masters - c.rules.masters_in_play:
        tell_of_game(
            c.faults, NEVER_MASTERS_OUT, c.rules.n_masters - c.rules.masters_in_play,
            bits(c.s.masters_out),
        )


# --- bags ----------------------------------------------------------------------------------------

cdef inline void check_bags(Case* c) noexcept nogil:
    """As full as set-up and visits leave them, and drawn from evenly."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int bag, drawn, visits = 0, seat
    cdef bint sound = True
    for seat in range(s.players):
        visits += most_visits_of(r, s, seat)
    for bag in range(BAGS):
        drawn = drawn_from(r, s, bag)
        if drawn < 0:
            sound = False
            tell_of_place(
                c.faults, NEVER_BAG_FULL, bag, bag_at_start(r, s.players, bag), s.bag_size[bag],
            )
        elif drawn > visits:
            sound = False
            tell(
                c.faults, NEVER_BAG_SHORT, NOBODY, bag, bag_at_start(r, s.players, bag) - visits,
                visits, s.bag_size[bag],
            )
    if sound:
        check_evenness(c)


cdef inline void check_evenness(Case* c) noexcept nogil:
    """Bags that tell the visits tell as many as the one that most of them agree with."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int bag, other, agree, best = 0, visits = 0, drawn
    for bag in range(BAGS):
        if not tells_visits(s, bag):
            continue
        drawn = drawn_from(r, s, bag)
        agree = 0
        for other in range(BAGS):
            agree += tells_visits(s, other) and drawn_from(r, s, other) == drawn
        if agree > best or (agree == best and drawn > visits):
            best, visits = agree, drawn
    if best == 0:
        return
    for bag in range(BAGS):
        drawn = drawn_from(r, s, bag)
        if drawn > visits or (drawn < visits and tells_visits(s, bag)):
            tell(
                c.faults, NEVER_BAG_UNEVEN, NOBODY, bag, bag_at_start(r, s.players, bag) - visits,
                visits, s.bag_size[bag],
            )


# --- ships ---------------------------------------------------------------------------------------

cdef inline int departing_row(const Rules* r, State* s, int ship) noexcept nogil:
    """The first row whose arrow has let ships of this colour depart, -1 for none."""
    cdef int row
    for row in range(r.job_token_row, row_when_left(s)):
        if r.job_event[row] == JOB_DEPART and r.job_event_arg[row] == r.ships[ship].colour:
            return row
    return -1


cdef inline void check_fleet(Case* c) noexcept nogil:
    """Ships leave when the token passes their arrow, and as many as it says come from the pile."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int ship, row, piled = 0, wanted
    cdef int stayed[MAX_JOB_ROWS]
    memset(stayed, 0, sizeof(stayed))
    for ship in range(r.n_ships):
        row = departing_row(r, s, ship)
        piled += r.ships[ship].pile
        if s.ship_at[ship] == DEPARTED:
            if row < 0:
                tell_of_place(c.faults, NEVER_SHIP_LEFT, ship, 0, 0)
        elif not r.ships[ship].pile:
            # Ships of the pile may have come after the arrow.
            if row >= 0:
                stayed[row] += 1
            elif s.ship_at[ship] == IN_PILE:
                tell_of_place(c.faults, NEVER_SHIP_PILED, ship, 0, 0)
    for row in range(r.job_rows):
        if stayed[row]:
            tell_of_place(c.faults, NEVER_SHIP_STAYED, row, 0, stayed[row])
    wanted = piled - r.ships_drawn * departures(r, s)
    if wanted < 0:
        wanted = 0
    if s.pile_size != wanted:
        tell(
            c.faults, NEVER_PILE, NOBODY, NOBODY, wanted, departures(r, s), s.pile_size,
        )


cdef inline void check_loaded(Case* c) noexcept nogil:
    """A disc comes onto a ship in a visit, one each."""
    cdef State* s = c.s
    cdef int seat, n = 0, visits = most_visits(c.rules, s) + has_loaded(s)
    for seat in range(s.players):
        n += total(s.player[seat].ship_discs, MAX_SHIPS)
    if n > visits:
        tell_of_game(c.faults, NEVER_LOADED, visits, n)


# --- the end and the visit under way -------------------------------------------------------------

cdef inline void check_end(Case* c) noexcept nogil:
    """Who takes the token leaves Buenos Aires, and has no further turn."""
    cdef State* s = c.s
    cdef int seat = s.ending - 1
    if seat < 0:
        return
    if s.seat == seat and not s.over:
        if stage_of_visit(s) < 0 or row_when_left(s) == c.rules.job_rows:
            tell_of_seat(c.faults, NEVER_ENDING_TURN, seat, 0, seat)
    elif s.player[seat].estanciero != c.rules.start:
        tell_of_seat(c.faults, NEVER_ENDING_PLACE, seat, 0, s.player[seat].estanciero)


cdef inline int tiles_open(State* s, int subphase) noexcept nogil:
    cdef int i, n = 0
    for i in range(FORESIGHT):
        n += s.foresight[subphase][i] > 0
    return n


cdef inline int workers_open(const Rules* r, State* s, int subphase) noexcept nogil:
    cdef int i, n = 0
    for i in range(FORESIGHT):
        if s.foresight[subphase][i]:
            n += r.tiles[s.foresight[subphase][i] - 1].worker
    return n


cdef inline void check_visit(Case* c) noexcept nogil:
    """The subphases that are over have taken a tile each, and the token went as far as they say.

    A subphase takes none only if there are but workers and the token is out.
    """
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int subphase, chosen = 0, rows, least, stage = stage_of_visit(s)
    if stage < 0:
        return
    if stage > STAGE_LOADING and s.frames[0].n:
        tell_of_game(c.faults, NEVER_INCOME_LEFT, 0, s.frames[0].n)
    for subphase in range(SUBPHASES):
        if stage <= STAGE_FORESIGHT_A + subphase:
            break
        if tiles_open(s, subphase) < FORESIGHT:
            chosen += 1
        elif s.ending == 0 or workers_open(r, s, subphase) < FORESIGHT:
            tell_of_place(c.faults, NEVER_FORESIGHT_LEFT, subphase, FORESIGHT - 1, FORESIGHT)
    rows = s.job_row - s.frames[0].part[BUENOS_AIRES_TOKEN_ROW]
    if rows == 0:
        return
    if s.ending and s.ending - 1 != s.seat:
        tell(c.faults, NEVER_ARRIVAL, NOBODY, 0, chosen, s.job_row, rows)
        return
    # The last worker of the row on arrival, and all that lie below it.
    least = 1 + (rows - 1) * r.job_columns[s.players]
    if s.job_row < r.job_rows:
        least += total(s.jobs[s.job_row], WORKER_KINDS)
    if least > chosen:
        tell(c.faults, NEVER_ARRIVAL, NOBODY, 0, chosen, s.job_row, rows)
