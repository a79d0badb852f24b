"""A position in figures: what the evaluation looks at, at the edge of a turn.

Every seat has ``SEAT_FEATURES`` figures, the table ``TABLE_FEATURES``; all are
about 0 .. 1. "More than i" is told step by step (thermometers), so that a small
network can bend where the rules do.
"""
from libc.string cimport memset
from engine_c.common.bits cimport bits
from engine_c.common.types cimport i32, u8
from engine_c.argentina.play.buenos_aires cimport herd_value
from engine_c.argentina.play.cattle_market cimport market_cards
from engine_c.argentina.play.counts cimport count, on_board, stack_length, strong_workers
from engine_c.argentina.play.granjeros cimport board_strength
from engine_c.argentina.play.markers cimport (
    hand_limit, permanent_certificates, permanent_grain, step_limit,
)
from engine_c.argentina.play.movement cimport is_location
from engine_c.argentina.figures.rules cimport (
    COLOURS, COUNT_BUILDINGS, COUNT_GRAIN_FIELD_BUILDINGS, COUNT_OBJECTIVES, COUNT_SHIP_DISCS,
    COUNT_WORKER_GROUPS, MAX_BONUS, MAX_DISC_SPACES, MAX_JOB_ROWS, MAX_MASTERS, MAX_NEUTRAL,
    MAX_PRIVATE, MAX_QUAYS, MAX_SHIPS, MAX_SPACES, MAX_STATIONS, ROW_SPACES, ROWS, SIDES,
    SPACE_BUENOS_AIRES, SPACE_BUILDING, SPACE_FARMER, SPACE_NEUTRAL, SPACE_RAMP, WORKER_KINDS,
    Rules, Space,
)
from engine_c.argentina.table.scoring cimport CATEGORIES, score
from engine_c.argentina.figures.state cimport IN_ZONE, MAX_CATTLE, NOWHERE, Player, State

cdef enum:
    PESO_STEPS = 10           # thermometers, two pesos a step
    SMALL_STEPS = 8           # ... of grain, certificates, the way, ramps and the like
    POINTS_SCALE = 20         # points for a figure of 1
    POINTS_AT = 0             # the points by category, as if the game ended now, come first
    TOKEN_STEPS = 4
    # What makes up the figures of a seat, in this order.
    GOODS_FEATURES = CATEGORIES + 1 + PESO_STEPS + 2 * SMALL_STEPS + 2 + TOKEN_STEPS
    PEOPLE_FEATURES = ROWS * (ROW_SPACES - 1) + 2 + COLOURS
    TRAIL_FEATURES = MAX_PRIVATE + 2 + SMALL_STEPS + 1 + SMALL_STEPS + 1
    BOARD_FEATURES = (
        MAX_MASTERS + MAX_DISC_SPACES + MAX_STATIONS + MAX_SHIPS + MAX_QUAYS + MAX_BONUS
    )
    COUNT_FEATURES = 6
    CARD_FEATURES = MAX_CATTLE + 4 + 8
    PLACE_FEATURES = 4 + MAX_SPACES
    HAND_FEATURES = 2 * MAX_CATTLE
    PROSPECT_FEATURES = (
        2 + 2 * MAX_NEUTRAL + (SIDES + 1) * MAX_PRIVATE + 2 * COLOURS + 1 + 2
    )
    SEAT_FEATURES = (
        GOODS_FEATURES + PEOPLE_FEATURES + TRAIL_FEATURES + BOARD_FEATURES + COUNT_FEATURES
        + CARD_FEATURES + PLACE_FEATURES + HAND_FEATURES + PROSPECT_FEATURES
    )
    TABLE_FEATURES = (
        MAX_JOB_ROWS + 1 + 1 + 1 + 1 + 1 + 1 + WORKER_KINDS + MAX_SHIPS + COLOURS + MAX_CATTLE
    )
    FAR = 255                 # a space no way leads to


cdef inline float* steps(float* out, int figure, int width, int n) noexcept nogil:
    """A thermometer: whether the figure exceeds 0, width, 2 width, …; returns what comes next."""
    cdef int i
    for i in range(n):
        out[i] = figure > i * width
    return out + n


cdef inline float* cards_features(const Rules* rules, State* s, int seat, float* out) noexcept nogil:
    """The whole deck by kind of cattle, and the hand."""
    cdef Player* p = &s.player[seat]
    cdef int kind, i, cards, cattle = 0, worth = 0, objectives = 0, exhaustion, n, held = 0
    memset(out, 0, MAX_CATTLE * sizeof(float))
    exhaustion = p.hand[rules.exhaustion] + p.discard[rules.exhaustion]
    for kind in range(rules.n_cattle):
        n = p.hand[kind] + p.discard[kind]
        out[kind] = n
    for kind in range(rules.first_objective, rules.n_cards):
        objectives += p.hand[kind] + p.discard[kind]
    for i in range(stack_length(s, seat)):
        kind = p.draw[i]
        if kind < rules.n_cattle:
            out[kind] += 1
        elif kind == rules.exhaustion:
            exhaustion += 1
        else:
            objectives += 1
    for kind in range(rules.n_cattle):
        n = <int>out[kind]
        cattle += n
        worth += n * rules.cards[kind].value
        out[kind] *= 0.25
        held += p.hand[kind] > 0
    cards = cattle + exhaustion + objectives
    out += MAX_CATTLE
    out[0] = 0.05 * cards
    out[1] = 0.25 * exhaustion
    out[2] = 0.25 * objectives
    out[3] = 0.2 * worth / cards if cards else 0.0
    out += 4
    out[0] = 0.1 * herd_value(rules, p)
    out[1] = 0.2 * p.hand_size
    out[2] = 0.5 * p.hand[rules.exhaustion]
    out[3] = 0.2 * held
    out[4] = p.draw_size < hand_limit(rules, p)
    out[5] = 0.1 * p.draw_size
    out[6] = 0.1 * p.discard_size
    out[7] = 0.0
    for kind in range(rules.first_objective, rules.n_cards):
        out[7] += p.hand[kind]
    return out + 8


cdef inline void walk_on(const Rules* rules, State* s, Player* p, int space, int steps,
                         u8* far) noexcept nogil:
    """Note by space how many steps lead from ``space`` to each location, at least."""
    cdef const Space* here = &rules.spaces[space]
    cdef int i, there, kind
    for i in range(here.n_next):
        there = here.next[i]
        kind = rules.spaces[there].kind
        if not is_location(rules, s, there):
            walk_on(rules, s, p, there, steps, far)
            continue
        if kind == SPACE_RAMP:
            if p.engine < rules.spaces[there].threshold:
                continue
            there = rules.buenos_aires
        if far[there] <= steps + 1:
            continue
        far[there] = <u8>(steps + 1)
        if there != rules.buenos_aires:
            walk_on(rules, s, p, there, steps + 1, far)


cdef inline float* prospects(const Rules* rules, State* s, int seat, int space, int limit,
                             float* out) noexcept nogil:
    """What the seat may come to in its next turn, and in the one after it."""
    cdef Player* p = &s.player[seat]
    cdef u8 far[MAX_SPACES]
    cdef float* neutral = out + 2
    cdef float* own = neutral + 2 * MAX_NEUTRAL
    cdef float* farmers = own + (SIDES + 1) * MAX_PRIVATE
    cdef float* reach = farmers + 2 * COLOURS
    cdef float* others = reach + 1
    cdef int i, tile, kind, later
    memset(out, 0, PROSPECT_FEATURES * sizeof(float))
    memset(far, FAR, sizeof(far))
    walk_on(rules, s, p, space, 0, far)
    for i in range(rules.n_spaces):
        if far[i] > 2 * limit:
            continue
        later = far[i] > limit
        kind = rules.spaces[i].kind
        tile = s.tile[i] - 1
        reach[0] += 0.1 * (1 - later)
        if kind == SPACE_BUENOS_AIRES:
            out[later] = 1
        elif tile < 0:
            continue
        elif kind == SPACE_NEUTRAL:
            neutral[later * MAX_NEUTRAL + tile] = 1
        elif kind == SPACE_FARMER:
            farmers[later * COLOURS + rules.tiles[tile].colour] += 0.5
        elif kind != SPACE_BUILDING:
            continue
        elif tile // MAX_PRIVATE != seat:
            others[later] += 0.25
        elif later:
            own[SIDES * MAX_PRIVATE + tile % MAX_PRIVATE] = 1
        else:
            tile %= MAX_PRIVATE
            own[tile * SIDES + ((s.sides >> tile) & 1)] = 1
    return others + 2


cdef inline float* board_features(const Rules* rules, State* s, Player* p, float* out) noexcept nogil:
    """Discs, stations, ships, quays and quarters."""
    cdef int i
    for i in range(MAX_MASTERS):
        out[i] = (p.masters >> i) & 1
    out += MAX_MASTERS
    for i in range(MAX_DISC_SPACES):
        out[i] = i < rules.n_disc_spaces and not (p.discs >> i) & 1
    out += MAX_DISC_SPACES
    for i in range(MAX_STATIONS):
        out[i] = p.station_discs[i]
    out += MAX_STATIONS
    for i in range(MAX_SHIPS):
        out[i] = p.ship_discs[i]
    out += MAX_SHIPS
    for i in range(MAX_QUAYS):
        out[i] = 0.5 * p.quay_discs[i]
    out += MAX_QUAYS
    for i in range(MAX_BONUS):
        out[i] = p.bonus_discs[i]
    return out + MAX_BONUS


cdef inline float* seat_features(const Rules* rules, State* s, int seat, float* out) noexcept nogil:
    """The figures of one seat into ``out[SEAT_FEATURES]``; returns where they end."""
    cdef Player* p = &s.player[seat]
    cdef i32 points[CATEGORIES]
    cdef int i, row, n, ramps = 0
    cdef int space = rules.start if p.estanciero == NOWHERE else p.estanciero
    score(rules, s, seat, points)
    for i in range(CATEGORIES):
        out[i] = <float>points[i] / POINTS_SCALE
    out += CATEGORIES
    out[0] = 0.05 * p.pesos
    out = steps(out + 1, p.pesos, 2, PESO_STEPS)
    out = steps(out, p.grain, 1, SMALL_STEPS)
    out = steps(out, p.certificates, 1, SMALL_STEPS)
    out[0] = 0.5 * permanent_certificates(rules, p)
    out[1] = 0.5 * permanent_grain(rules, p)
    out = steps(out + 2, p.tokens, 1, TOKEN_STEPS)
    for row in range(ROWS):
        out = steps(out, p.workers[row] - 1, 1, ROW_SPACES - 1)
    out[0] = 0.2 * count(rules, s, seat, COUNT_WORKER_GROUPS, 0)
    out[1] = 0.1 * board_strength(rules, p)
    out += 2
    for i in range(COLOURS):
        out[i] = 0.25 * p.farmers[i]
    out += COLOURS
    for i in range(MAX_PRIVATE):
        out[i] = i < rules.n_private and on_board(p.buildings[i])
    out += MAX_PRIVATE
    out[0] = 0.2 * count(rules, s, seat, COUNT_BUILDINGS, 0)
    out[1] = 0.2 * count(rules, s, seat, COUNT_GRAIN_FIELD_BUILDINGS, 0)
    out = steps(out + 2, rules.lists.way[space], 2, SMALL_STEPS)
    out[0] = 0.05 * rules.lists.way[space]
    for i in range(rules.n_spaces):
        if rules.spaces[i].kind == SPACE_RAMP and p.engine >= rules.spaces[i].threshold:
            ramps += 1
    out = steps(out + 1, ramps, 1, SMALL_STEPS)
    out[0] = <float>rules.along[p.engine] / rules.along[rules.n_track]
    out = board_features(rules, s, p, out + 1)
    out[0] = 0.25 * count(rules, s, seat, COUNT_SHIP_DISCS, 0)
    out[1] = 0.25 * count(rules, s, seat, COUNT_OBJECTIVES, 0)
    out[2] = 0.1 * bits(p.discs)
    out[3] = 0.2 * strong_workers(p)
    out[4] = 0.2 * hand_limit(rules, p)
    out[5] = 0.2 * step_limit(rules, p, s.players)
    out = cards_features(rules, s, seat, out + 6)
    # How soon the seat moves, and whether it moves again before the end.
    n = (seat + s.players - s.seat) % s.players
    out[0] = n == 0
    out[1] = 0.25 * n
    out[2] = s.ending != 0 and n < (s.ending - 1 + s.players - s.seat) % s.players
    out[3] = p.estanciero == NOWHERE
    out += 4
    for i in range(MAX_SPACES):
        out[i] = i == space
    out += MAX_SPACES
    for i in range(MAX_CATTLE):
        out[i] = i < rules.n_cattle and p.hand[i] > 0
        out[MAX_CATTLE + i] = i < rules.n_cattle and p.hand[i] > 1
    return prospects(rules, s, seat, space, step_limit(rules, p, s.players), out + HAND_FEATURES)


cdef inline int newest_workers(const Rules* rules, const State* s) noexcept nogil:
    """Workers in the row of the job market that is being filled."""
    cdef int worker, n = 0
    if s.job_row < rules.job_rows:
        for worker in range(WORKER_KINDS):
            n += s.jobs[s.job_row][worker]
    return n


cdef inline float clock(const Rules* rules, const State* s) noexcept nogil:
    """The part of the game that is gone, 0 .. 1: workers that have come, of all that will."""
    cdef int columns = rules.job_columns[s.players]
    return <float>(s.job_row * columns + newest_workers(rules, s)) / (rules.job_rows * columns)


cdef inline float* table_features(const Rules* rules, State* s, float* out) noexcept nogil:
    """The figures that all share into ``out[TABLE_FEATURES]``; returns where they end."""
    cdef int i, row, worker, n
    out = steps(out, s.job_row, 1, MAX_JOB_ROWS)
    out[0] = s.ending != 0
    out[1] = 0.25 * newest_workers(rules, s)
    out[2] = clock(rules, s)
    out[3] = 0.01 * s.turn
    out[4] = 0.04 * s.exhaustion
    out[5] = 0.1 * market_cards(rules, s)
    out += 6
    for worker in range(WORKER_KINDS):
        out[worker] = 0.0
        for row in range(s.job_row):
            out[worker] += 0.25 * s.jobs[row][worker]
    out += WORKER_KINDS
    for i in range(MAX_SHIPS):
        out[i] = s.ship_at[i] == IN_ZONE
    out += MAX_SHIPS
    for i in range(COLOURS):
        out[i] = 0.0
    for i in range(rules.lists.n_farmer_spaces):
        n = s.tile[rules.lists.farmer_spaces[i]]
        if n:
            out[rules.tiles[n - 1].colour] += 0.25
    out += COLOURS
    for i in range(MAX_CATTLE):
        out[i] = 0.5 * s.market[i] if i < rules.n_cattle else 0.0
    return out + MAX_CATTLE
