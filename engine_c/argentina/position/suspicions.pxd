"""What can be in a position and hardly comes of play: likely a slip of whoever wrote it.

The bounds are ours, well above what random and greedy games reach.
"""
from engine_c.argentina.figures.frames cimport FRAME_MOVE, FRAME_NONE, FRAME_PLACE
from engine_c.argentina.figures.rules cimport ROWS, SPACE_FARMER, Rules
from engine_c.argentina.figures.state cimport SUPPLY, Player, State
from engine_c.argentina.play.markers cimport hand_limit
from engine_c.argentina.position.faults cimport (
    NOBODY, SUSPECT_BUILDINGS, SUSPECT_COINS, SUSPECT_ENGINE, SUSPECT_HAND, SUSPECT_PESOS,
    SUSPECT_STATION, SUSPECT_TOKENS, SUSPECT_TURN, SUSPECT_WORKERS, tell, tell_of_game,
    tell_of_place, tell_of_seat,
)
from engine_c.argentina.position.means cimport MEANS_BACK, MEANS_CARDS, can_have
from engine_c.argentina.position.past cimport own_turns
from engine_c.argentina.position.ranges cimport Case, is_space, total

cdef enum:
    MAX_USUAL_SAVINGS = 20    # pesos; seen: 3
    MAX_USUAL_GAIN = 8        # pesos a turn; seen: 4
    MAX_USUAL_TOKENS = 6      # seen: 2
    MAX_USUAL_COINS = 60      # seen: 26
    MAX_USUAL_EXCESS = 4      # cards above the limit of a hand between its turns; seen: 3
    MAX_USUAL_TURNS = 150     # of each player; seen: 79
    MAX_USUAL_LEAD = 4        # workers or buildings more than turns of the player; seen: 0
    MAX_USUAL_RIDE = 6        # spaces of the engine beside ...
    MAX_USUAL_SPACES = 4      # ... those of each turn; seen: 2
    MAX_USUAL_RETREAT = 8     # spaces from a station back to the engine; seen: 4


cdef inline void suspect(Case* c) noexcept nogil:
    """Of a position whose values are in range."""
    cdef State* s = c.s
    cdef int seat, at, coins
    if s.turn > MAX_USUAL_TURNS * s.players:
        tell_of_game(c.faults, SUSPECT_TURN, MAX_USUAL_TURNS, s.turn)
    for seat in range(s.players):
        suspect_money(c, seat)
        suspect_hand(c, seat)
        suspect_pace(c, seat)
        suspect_stations(c, seat)
    for at in range(c.rules.n_spaces):
        if is_space(c.rules, at, SPACE_FARMER):
            coins = s.coins[c.rules.spaces[at].farmer]
            if coins > MAX_USUAL_COINS:
                tell_of_place(c.faults, SUSPECT_COINS, at, MAX_USUAL_COINS, coins)


cdef inline void suspect_money(Case* c, int seat) noexcept nogil:
    cdef Player* p = &c.s.player[seat]
    cdef int turns = own_turns(c.s, seat), at_start = c.rules.starting_pesos[seat]
    cdef int most = at_start + MAX_USUAL_SAVINGS + MAX_USUAL_GAIN * turns
    if turns and p.pesos > most:
        tell(c.faults, SUSPECT_PESOS, seat, NOBODY, most, turns, p.pesos)
    if p.tokens > MAX_USUAL_TOKENS:
        tell_of_seat(c.faults, SUSPECT_TOKENS, seat, MAX_USUAL_TOKENS, p.tokens)


cdef inline void suspect_hand(Case* c, int seat) noexcept nogil:
    """A hand between the turns of its player; one that cannot be is wrong already."""
    cdef State* s = c.s
    cdef Player* p = &s.player[seat]
    cdef int bottom = s.frames[0].kind if s.depth else FRAME_NONE
    cdef int limit = hand_limit(c.rules, p)
    if seat == s.seat and (s.depth > 1 or (bottom != FRAME_PLACE and bottom != FRAME_MOVE)):
        return
    if p.hand_size > limit + MAX_USUAL_EXCESS and can_have(c.rules, s, seat, MEANS_CARDS):
        tell_of_seat(c.faults, SUSPECT_HAND, seat, limit, p.hand_size)


cdef inline void suspect_pace(Case* c, int seat) noexcept nogil:
    """More than the turns of the player give by their number."""
    cdef const Rules* r = c.rules
    cdef Player* p = &c.s.player[seat]
    cdef int number, built = 0, turns = own_turns(c.s, seat)
    cdef int hired = total(p.workers, ROWS) - ROWS
    cdef int most = turns + MAX_USUAL_LEAD, most_along = MAX_USUAL_RIDE + turns * MAX_USUAL_SPACES
    if turns == 0:
        return
    for number in range(r.n_private):
        built += p.buildings[number] != SUPPLY
    if hired > most:
        tell(c.faults, SUSPECT_WORKERS, seat, NOBODY, most, turns, hired)
    if built > most:
        tell(c.faults, SUSPECT_BUILDINGS, seat, NOBODY, most, turns, built)
    if p.engine < r.n_track and r.along[p.engine] > most_along:
        tell(c.faults, SUSPECT_ENGINE, seat, NOBODY, most_along, turns, p.engine)


cdef inline void suspect_stations(Case* c, int seat) noexcept nogil:
    """An engine that went back far behind a station, and is not beyond the depot."""
    cdef const Rules* r = c.rules
    cdef Player* p = &c.s.player[seat]
    cdef int at, ahead
    if p.engine >= r.depot_exit or not can_have(r, c.s, seat, MEANS_BACK):
        return
    for at in range(r.n_stations):
        ahead = r.along[r.stations[at].position] - r.along[p.engine]
        if p.station_discs[at] and ahead > MAX_USUAL_RETREAT:
            tell(c.faults, SUSPECT_STATION, seat, at, 0, 0, p.engine)
