"""What must agree beside the board: turns, estancieros, engines, markers, known cards."""
from engine_c.argentina.figures.frames cimport (
    FRAME_BUENOS_AIRES, FRAME_LOCATION, FRAME_NONE, FRAME_PLACE,
)
from engine_c.argentina.figures.rules cimport MAX_CARDS, Rules
from engine_c.argentina.figures.state cimport NOWHERE, Player, State
from engine_c.argentina.position.board cimport can_hold
from engine_c.argentina.position.faults cimport (
    FAULT_AT_GOAL, FAULT_CERTIFICATES, FAULT_DECISION_MISSING, FAULT_DECISIONS_LEFT,
    FAULT_ENDING_EARLY, FAULT_ENDING_MISSING, FAULT_ENGINE_AT_END, FAULT_ENGINE_TAKEN,
    FAULT_ESTANCIERO, FAULT_KNOWN, FAULT_KNOWN_MOST, FAULT_NOT_AT_GOAL, FAULT_NOT_PLACED,
    FAULT_OVER_EARLY, FAULT_PLACED_EARLY, FAULT_SEAT, tell, tell_of_game, tell_of_seat,
)
from engine_c.argentina.position.ranges cimport Case


cdef inline void check_people(Case* c) noexcept nogil:
    cdef int seat
    check_turns(c)
    for seat in range(c.s.players):
        check_estanciero(c, seat)
        check_certificates(c, seat)
        check_known_cards(c, seat)
    check_engines(c)


cdef inline void check_turns(Case* c) noexcept nogil:
    """Whose turn it is, and whether the game is over."""
    cdef State* s = c.s
    cdef int seat = (s.turn - 1) % s.players
    cdef bint token_out = s.job_row == c.rules.job_rows
    if s.seat != seat:
        tell_of_game(c.faults, FAULT_SEAT, seat, s.seat)
    if token_out and s.ending == 0:
        tell_of_game(c.faults, FAULT_ENDING_MISSING, 0, 0)
    if not token_out and s.ending:
        tell_of_game(c.faults, FAULT_ENDING_EARLY, 0, s.ending - 1)
    if s.over and s.depth:
        tell_of_game(c.faults, FAULT_DECISIONS_LEFT, 0, s.depth)
    if not s.over and s.depth == 0:
        tell_of_game(c.faults, FAULT_DECISION_MISSING, 0, 0)
    if s.over and (s.seat + 1) % s.players != s.ending - 1:
        tell_of_game(c.faults, FAULT_OVER_EARLY, 0, 0)


cdef inline void check_estanciero(Case* c, int seat) noexcept nogil:
    """Beside the board before the first turn, then where it can stand."""
    cdef State* s = c.s
    cdef const Rules* r = c.rules
    cdef int place = s.player[seat].estanciero
    cdef int bottom = s.frames[0].kind if seat == s.seat and s.depth else FRAME_NONE
    if bottom == FRAME_PLACE or s.turn <= seat:
        if place != NOWHERE:
            tell_of_seat(c.faults, FAULT_PLACED_EARLY, seat, 0, place)
    elif place == NOWHERE:
        tell_of_seat(c.faults, FAULT_NOT_PLACED, seat, 0, 0)
    elif place == r.buenos_aires:
        if bottom != FRAME_BUENOS_AIRES:
            tell_of_seat(c.faults, FAULT_AT_GOAL, seat, 0, 0)
    elif bottom == FRAME_BUENOS_AIRES:
        tell_of_seat(c.faults, FAULT_NOT_AT_GOAL, seat, 0, place)
    elif not can_hold(r, place) and (place != r.start or bottom == FRAME_LOCATION):
        tell_of_seat(c.faults, FAULT_ESTANCIERO, seat, 0, place)


cdef inline void check_certificates(Case* c, int seat) noexcept nogil:
    """No more than the limit, which cleared disc spaces raise."""
    cdef const Rules* r = c.rules
    cdef Player* p = &c.s.player[seat]
    cdef int at, limit = r.certificate_limit
    for at in range(r.n_disc_spaces):
        if r.disc_spaces[at].certificate_limit > limit and not (p.discs >> at) & 1:
            limit = r.disc_spaces[at].certificate_limit
    if p.certificates > limit:
        tell_of_seat(c.faults, FAULT_CERTIFICATES, seat, limit, p.certificates)


cdef inline void check_known_cards(Case* c, int seat) noexcept nogil:
    """Known cards are in the hand; of a hand that a view hides, they are all it shows."""
    cdef Player* p = &c.s.player[seat]
    cdef bint hidden = c.s.viewer > 0 and c.s.viewer != seat + 1
    cdef int kind
    for kind in range(MAX_CARDS):
        if hidden and p.known[kind] != p.hand[kind]:
            tell(c.faults, FAULT_KNOWN, seat, kind, p.hand[kind], 0, p.known[kind])
        elif p.known[kind] > p.hand[kind]:
            tell(c.faults, FAULT_KNOWN_MOST, seat, kind, p.hand[kind], 0, p.known[kind])


cdef inline void check_engines(Case* c) noexcept nogil:
    """One engine a space, but for shared ones; from the last space it goes to the depot."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int seat, other, engine
    for seat in range(s.players):
        engine = s.player[seat].engine
        if engine == r.depot_entry:
            tell_of_seat(c.faults, FAULT_ENGINE_AT_END, seat, 0, 0)
        if engine >= r.n_track or r.shared[engine]:
            continue
        for other in range(seat - 1, -1, -1):
            if s.player[other].engine == engine and engine != r.depot_entry:
                tell(c.faults, FAULT_ENGINE_TAKEN, seat, engine, other, 0, 0)
                break
