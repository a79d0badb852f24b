"""What can be in a position and hardly comes of play: likely a slip of whoever wrote it.

The bounds are ours, well above what random and greedy games reach.
"""
from engine_c.argentina.figures.frames cimport FRAME_MOVE, FRAME_NONE, FRAME_PLACE
from engine_c.argentina.figures.rules cimport SPACE_FARMER
from engine_c.argentina.figures.state cimport Player, State
from engine_c.argentina.play.markers cimport hand_limit
from engine_c.argentina.position.faults cimport (
    NOBODY, SUSPECT_COINS, SUSPECT_HAND, SUSPECT_PESOS, SUSPECT_PESOS_AT_START, SUSPECT_TOKENS,
    SUSPECT_TURN, tell, tell_of_game, tell_of_place, tell_of_seat,
)
from engine_c.argentina.position.ranges cimport Case, is_space

cdef enum:
    MAX_USUAL_SAVINGS = 20    # pesos; seen: 3
    MAX_USUAL_GAIN = 8        # pesos a turn; seen: 4
    MAX_USUAL_TOKENS = 6      # seen: 2
    MAX_USUAL_COINS = 60      # seen: 26
    MAX_USUAL_EXCESS = 4      # cards above the limit of a hand between its turns; seen: 3
    MAX_USUAL_TURNS = 150     # of each player; seen: 79


cdef inline void suspect(Case* c) noexcept nogil:
    """Of a position whose values are in range."""
    cdef State* s = c.s
    cdef int seat, at, coins
    if s.turn > MAX_USUAL_TURNS * s.players:
        tell_of_game(c.faults, SUSPECT_TURN, MAX_USUAL_TURNS, s.turn)
    for seat in range(s.players):
        suspect_money(c, seat)
        suspect_hand(c, seat)
    for at in range(c.rules.n_spaces):
        if is_space(c.rules, at, SPACE_FARMER):
            coins = s.coins[c.rules.spaces[at].farmer]
            if coins > MAX_USUAL_COINS:
                tell_of_place(c.faults, SUSPECT_COINS, at, MAX_USUAL_COINS, coins)


cdef inline int own_turns(State* s, int seat) noexcept nogil:
    """Turns that a seat has begun."""
    return 0 if s.turn <= seat else (s.turn - 1 - seat) // s.players + 1


cdef inline void suspect_money(Case* c, int seat) noexcept nogil:
    cdef Player* p = &c.s.player[seat]
    cdef int turns = own_turns(c.s, seat), at_start = c.rules.starting_pesos[seat]
    cdef int most = at_start + MAX_USUAL_SAVINGS + MAX_USUAL_GAIN * turns
    if turns == 0 and p.pesos != at_start:
        tell_of_seat(c.faults, SUSPECT_PESOS_AT_START, seat, at_start, p.pesos)
    elif p.pesos > most:
        tell(c.faults, SUSPECT_PESOS, seat, NOBODY, most, turns, p.pesos)
    if p.tokens > MAX_USUAL_TOKENS:
        tell_of_seat(c.faults, SUSPECT_TOKENS, seat, MAX_USUAL_TOKENS, p.tokens)


cdef inline void suspect_hand(Case* c, int seat) noexcept nogil:
    """A hand between the turns of its player."""
    cdef State* s = c.s
    cdef Player* p = &s.player[seat]
    cdef int bottom = s.frames[0].kind if s.depth else FRAME_NONE
    cdef int limit = hand_limit(c.rules, p)
    if seat == s.seat and (s.depth > 1 or (bottom != FRAME_PLACE and bottom != FRAME_MOVE)):
        return
    if p.hand_size > limit + MAX_USUAL_EXCESS:
        tell_of_seat(c.faults, SUSPECT_HAND, seat, limit, p.hand_size)
