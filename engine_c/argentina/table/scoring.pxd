"""Final scoring: the twelve categories, as if the game ended now.

Rules: END-03, END-05, END-06
"""
from engine_c.common.types cimport i32
from engine_c.argentina.table.assignment cimport Assignment, assign_objectives, master_points
from engine_c.argentina.play.counts cimport count, on_board, stack_length
from engine_c.argentina.figures.rules cimport COUNT_FARMERS, COUNT_OBJECTIVES, ROWS, Master, Rules
from engine_c.argentina.figures.state cimport Player, State

cdef enum:                    # Category
    SCORE_PESOS = 0
    SCORE_BUILDINGS
    SCORE_SHIPS
    SCORE_CITIES
    SCORE_STATIONS
    SCORE_FARMERS
    SCORE_CATTLE
    SCORE_OBJECTIVES
    SCORE_MASTERS
    SCORE_WORKERS
    SCORE_DISC
    SCORE_JOB_TOKEN
    CATEGORIES


cdef inline int cattle_points(const Rules* rules, State* s, int seat) noexcept nogil:
    """Cattle and exhaustion cards of the whole deck."""
    cdef Player* p = &s.player[seat]
    cdef int kind, i, n = 0
    for kind in range(rules.exhaustion + 1):
        n += rules.cards[kind].vp * (p.hand[kind] + p.discard[kind])
    for i in range(stack_length(s, seat)):
        if p.draw[i] <= rules.exhaustion:
            n += rules.cards[p.draw[i]].vp
    return n


cdef inline int other_masters(const Rules* rules, State* s, int seat) noexcept nogil:
    """Station masters that do not count objective cards."""
    cdef const Master* master
    cdef int i, n = 0
    for i in range(rules.n_masters):
        master = &rules.masters[i]
        if (s.player[seat].masters >> i) & 1 and master.count != COUNT_OBJECTIVES:
            n += master.vp * (count(rules, s, seat, master.count, master.arg) // master.per)
    return n


cdef inline int worker_points(const Rules* rules, Player* p) noexcept nogil:
    cdef int row, space, n = 0
    for row in range(ROWS):
        for space in range(p.workers[row]):
            n += rules.row_vp[row][space]
    return n


cdef inline void score(const Rules* rules, State* s, int seat, i32* out) noexcept nogil:
    """Victory points of one seat by category into ``out[CATEGORIES]``."""
    cdef Player* p = &s.player[seat]
    cdef Assignment objectives = assign_objectives(rules, s, seat)
    cdef int i
    for i in range(CATEGORIES):
        out[i] = 0
    out[SCORE_PESOS] = p.pesos // rules.pesos_per_vp
    for i in range(rules.n_private):
        if on_board(p.buildings[i]):
            out[SCORE_BUILDINGS] += rules.private_[i][(s.sides >> i) & 1].vp
    for i in range(rules.n_ships):
        out[SCORE_SHIPS] += rules.ships[i].vp * p.ship_discs[i]
    for i in range(rules.n_quays):
        out[SCORE_CITIES] += rules.quays[i].vp * p.quay_discs[i]
    for i in range(rules.n_bonus):
        out[SCORE_CITIES] += rules.bonus[i].vp * p.bonus_discs[i]
    for i in range(rules.n_stations):
        out[SCORE_STATIONS] += rules.stations[i].vp * p.station_discs[i]
    out[SCORE_FARMERS] = rules.farmer_vp * count(rules, s, seat, COUNT_FARMERS, 0)
    out[SCORE_CATTLE] = cattle_points(rules, s, seat)
    out[SCORE_OBJECTIVES] = objectives.points
    out[SCORE_MASTERS] = other_masters(rules, s, seat) + master_points(
        rules, p, objectives.cards
    )
    out[SCORE_WORKERS] = worker_points(rules, p)
    for i in range(rules.n_disc_spaces):
        if not (p.discs >> i) & 1:
            out[SCORE_DISC] += rules.disc_spaces[i].vp
    if s.ending == seat + 1:
        out[SCORE_JOB_TOKEN] = rules.job_token_vp


cdef inline int total_points(const Rules* rules, State* s, int seat) noexcept nogil:
    cdef i32 by_category[CATEGORIES]
    cdef int i, n = 0
    score(rules, s, seat, by_category)
    for i in range(CATEGORIES):
        n += by_category[i]
    return n
