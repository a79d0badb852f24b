"""What must agree beside the board; the twin is ``gwta_ai/games/argentina/position/people.py``."""
from engine_c.argentina.position.figures cimport Figures, can_hold
from engine_c.argentina.figures.frames cimport (
    FRAME_BUENOS_AIRES, FRAME_LOCATION, FRAME_NONE, FRAME_PLACE,
)
from engine_c.argentina.figures.rules cimport MAX_CARDS, Rules
from engine_c.argentina.figures.state cimport NOWHERE, Player, State


cdef inline bint people_hold(const Figures* f, State* s) noexcept nogil:
    cdef int seat
    if not (turns_hold(f.rules, s) and engines_hold(f.rules, s)):
        return False
    for seat in range(s.players):
        if not (
            estanciero_holds(f, s, seat) and certificates_hold(f.rules, &s.player[seat])
            and known_cards_hold(s, seat)
        ):
            return False
    return True


cdef inline bint turns_hold(const Rules* r, State* s) noexcept nogil:
    """Whose turn it is, and whether the game is over."""
    if s.seat != (s.turn - 1) % s.players:
        return False
    if (s.job_row == r.job_rows) != (s.ending > 0):
        return False
    if (s.over > 0) != (s.depth == 0):
        return False
    return not s.over or (s.seat + 1) % s.players == s.ending - 1


cdef inline bint estanciero_holds(const Figures* f, State* s, int seat) noexcept nogil:
    """Beside the board before the first turn, then where it can stand."""
    cdef int place = s.player[seat].estanciero
    cdef int bottom = s.frames[0].kind if seat == s.seat and s.depth else FRAME_NONE
    if bottom == FRAME_PLACE or s.turn <= seat:
        return place == NOWHERE
    if place == NOWHERE:
        return False
    if bottom == FRAME_BUENOS_AIRES or place == f.rules.buenos_aires:
        return bottom == FRAME_BUENOS_AIRES and place == f.rules.buenos_aires
    return can_hold(f, place) or (place == f.rules.start and bottom != FRAME_LOCATION)


cdef inline bint certificates_hold(const Rules* r, Player* p) noexcept nogil:
    """No more than the limit, which cleared disc spaces raise."""
    cdef int at, limit = r.certificate_limit
    for at in range(r.n_disc_spaces):
        if r.disc_spaces[at].certificate_limit > limit and not (p.discs >> at) & 1:
            limit = r.disc_spaces[at].certificate_limit
    return p.certificates <= limit


cdef inline bint known_cards_hold(State* s, int seat) noexcept nogil:
    """Known cards are in the hand; of a hand that a view hides, they are all it shows."""
    cdef Player* p = &s.player[seat]
    cdef bint hidden = s.viewer > 0 and s.viewer != seat + 1
    cdef int kind
    for kind in range(MAX_CARDS):
        if p.known[kind] > p.hand[kind] or (hidden and p.known[kind] < p.hand[kind]):
            return False
    return True


cdef inline bint engines_hold(const Rules* r, State* s) noexcept nogil:
    """One engine a space, but for shared ones; from the last space it goes to the depot."""
    cdef int seat, other, engine
    for seat in range(s.players):
        engine = s.player[seat].engine
        if engine == r.n_track - 1:
            return False
        if engine == r.n_track or r.shared[engine]:
            continue
        for other in range(seat):
            if s.player[other].engine == engine:
                return False
    return True
