"""Buenos Aires: delivery, income, loading, three foresights, and leaving.

Rules: BA-02, BA-03, BA-06, BA-08 .. BA-10, BA-12, BA-13, CERT-02
"""
from engine_c.common.types cimport i16, u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_DELIVER, ACT_END, ACT_FORESIGHT, ACT_FORFEIT, ACT_INCOME, ACT_SHIP, action, argument_of,
    kind_of,
)
from engine_c.argentina.play.cards cimport leave_hand, put_on_discard
from engine_c.argentina.play.cattle_market cimport refill_market
from engine_c.argentina.play.chance cimport draw_piece
from engine_c.argentina.play.delivery cimport deliver, legal_deliveries
from engine_c.argentina.play.discs cimport can_place_disc
from engine_c.argentina.play.job_market cimport place_worker
from engine_c.argentina.play.markers cimport gain_pesos, permanent_certificates
from engine_c.argentina.figures.frames cimport (
    BUENOS_AIRES_STAGE, BUENOS_AIRES_TOKEN_ROW, DISC_ON_SHIP, DISC_PURPOSE, DISC_TARGET, FRAME_DISC,
    FRAME_END_TURN, STAGE_DELIVERY, STAGE_FORESIGHT_A, STAGE_INCOME, STAGE_LEAVE, STAGE_LOADING,
    Frame,
)
from engine_c.argentina.figures.rules cimport (
    FORESIGHT, JOB_DEPART, JOB_REFILL_CATTLE, SUBPHASES, Rules,
)
from engine_c.argentina.figures.state cimport (
    DEPARTED, IN_ZONE, STACK_BAG, STACK_SHIPS, Env, Player, State, mover, push, reset, top,
)


# --- income -----------------------------------------------------------------------------

cdef inline int herd_value(const Rules* rules, Player* p) noexcept nogil:
    """Breeding values of the different cattle types in hand, each type once."""
    cdef int kind, total = 0
    cdef unsigned int seen = 0
    for kind in range(rules.n_cattle):
        if p.hand[kind] and not (seen >> rules.cards[kind].type) & 1:
            seen |= <unsigned int>1 << rules.cards[kind].type
            total += rules.cards[kind].value
    return total


cdef inline int legal_incomes(const Rules* rules, Player* p, u32* out) noexcept nogil:
    """Certificates that may be spent: none, or back to any lower step of the track."""
    cdef int i, n = 0
    for i in range(p.certificates, -1, -1):
        out[n] = action(
            ACT_INCOME,
            <u32>(rules.certificate_track[p.certificates] - rules.certificate_track[i]),
        )
        n += 1
    return n


cdef inline void take_income(const Rules* rules, State* s, int spent) noexcept nogil:
    """Fix the total, take the pesos, give up the hand."""
    cdef Player* p = mover(s)
    cdef int total = herd_value(rules, p) + permanent_certificates(rules, p) + spent
    cdef int left = rules.certificate_track[p.certificates] - spent
    cdef int kind
    while rules.certificate_track[p.certificates] > left:
        p.certificates -= 1
    gain_pesos(p, total)
    top(s).n = <i16>total
    for kind in range(rules.n_cards):
        while p.hand[kind]:
            leave_hand(p, kind)
            if kind == rules.exhaustion:
                s.exhaustion += 1
            else:
                put_on_discard(p, kind)


# --- loading ----------------------------------------------------------------------------

cdef inline int legal_ships(const Rules* rules, State* s, u32* out) noexcept nogil:
    """Ships within the income total for which some disc and the fee can be paid."""
    cdef Player* p = mover(s)
    cdef int ship, n = 0
    for ship in range(rules.n_ships):
        if (
            s.ship_at[ship] == IN_ZONE
            and rules.ships[ship].value <= top(s).n
            and (rules.ships[ship].repeatable or p.ship_discs[ship] == 0)
            and can_place_disc(rules, p, DISC_ON_SHIP, ship, p.pesos)
        ):
            out[n] = action(ACT_SHIP, <u32>ship)
            n += 1
    return n


# --- foresight ----------------------------------------------------------------------------

cdef inline int legal_foresight(const Rules* rules, State* s, int subphase, u32* out) noexcept nogil:
    """The tiles of one subphase; no worker once the end of the game has begun."""
    cdef int i, tile, n = 0
    for i in range(FORESIGHT):
        tile = s.foresight[subphase][i] - 1
        if tile < 0 or (rules.tiles[tile].worker and s.ending):
            continue
        if n and argument_of(out[n - 1]) == <u32>tile:
            continue
        out[n] = action(ACT_FORESIGHT, <u32>tile)
        n += 1
    return n


cdef inline void place_farmer(const Rules* rules, State* s, int tile) noexcept nogil:
    """On the lowest empty space of its colour, or back to the box."""
    cdef int colour = rules.tiles[tile].colour
    cdef int i, space
    for i in range(rules.colour_spaces[colour]):
        space = rules.colour_space[colour][i]
        if s.tile[space] == 0:
            s.tile[space] = <u8>(tile + 1)
            return
    s.box_tiles[tile] += 1


cdef inline void step_foresight(const Rules* rules, State* s, int subphase, int tile) noexcept nogil:
    cdef u8* slots = s.foresight[subphase]
    cdef int i = 0
    while slots[i] != tile + 1:
        i += 1
    while i < FORESIGHT - 1:
        slots[i] = slots[i + 1]
        i += 1
    slots[i] = 0
    if rules.tiles[tile].worker:
        place_worker(rules, s, tile)
    else:
        place_farmer(rules, s, tile)


cdef inline void refill_foresight(Env* env, State* s) noexcept nogil:
    """Fill each empty place from its bag; tiles of a subphase stand in ascending order."""
    cdef int subphase, bag, i
    cdef u8 tile
    for subphase in range(SUBPHASES):
        bag = env.rules.foresight_bag[subphase]
        while s.foresight[subphase][FORESIGHT - 1] == 0 and s.bag_size[bag]:
            tile = 1 + draw_piece(env, s.bag[bag], &s.bag_size[bag], STACK_BAG + bag)
            i = FORESIGHT - 1
            while i > 0 and (
                s.foresight[subphase][i - 1] == 0 or s.foresight[subphase][i - 1] > tile
            ):
                s.foresight[subphase][i] = s.foresight[subphase][i - 1]
                i -= 1
            s.foresight[subphase][i] = tile


# --- arrows of the job market and leaving -------------------------------------------------

cdef inline void depart(Env* env, State* s, int colour) noexcept nogil:
    """Ships of the colour leave, their discs go to the quays, new ships come."""
    cdef const Rules* rules = env.rules
    cdef int ship, i
    cdef u8 drawn
    for ship in range(rules.n_ships):
        if s.ship_at[ship] != IN_ZONE or rules.ships[ship].colour != colour:
            continue
        s.ship_at[ship] = DEPARTED
        for i in range(s.players):
            if rules.ships[ship].quay:
                s.player[i].quay_discs[rules.ships[ship].quay - 1] += s.player[i].ship_discs[ship]
            s.player[i].ship_discs[ship] = 0
    for i in range(rules.ships_drawn):
        if s.pile_size == 0:
            break
        drawn = draw_piece(env, s.pile, &s.pile_size, STACK_SHIPS)
        s.ship_at[drawn] = IN_ZONE


cdef inline void leave(Env* env, State* s) noexcept nogil:
    """Arrows in order, the estanciero to the start, foresight refill; phase C follows."""
    cdef const Rules* rules = env.rules
    cdef int row
    for row in range(top(s).part[BUENOS_AIRES_TOKEN_ROW], s.job_row):
        if rules.job_event[row] == JOB_DEPART:
            depart(env, s, rules.job_event_arg[row])
        elif rules.job_event[row] == JOB_REFILL_CATTLE:
            refill_market(env, s)
    mover(s).estanciero = rules.start
    refill_foresight(env, s)
    reset(s, FRAME_END_TURN)


# --- the decision -------------------------------------------------------------------------

cdef inline int legal_buenos_aires(const Rules* rules, State* s, u32* out) noexcept nogil:
    """Options of the present stage itself (cards and tokens are added elsewhere)."""
    cdef int stage = top(s).part[BUENOS_AIRES_STAGE], n
    if stage == STAGE_DELIVERY:
        n = legal_deliveries(rules, s, out)
        out[n] = action(ACT_FORFEIT, 0)
        return n + 1
    if stage == STAGE_INCOME:
        return legal_incomes(rules, mover(s), out)
    if stage == STAGE_LOADING:
        return legal_ships(rules, s, out)
    if stage == STAGE_LEAVE:
        out[0] = action(ACT_END, 0)
        return 1
    return legal_foresight(rules, s, stage - STAGE_FORESIGHT_A, out)


cdef inline bint passes_by(int stage) noexcept nogil:
    """Stages whose only own option may be to do nothing in them."""
    return stage == STAGE_DELIVERY or stage == STAGE_INCOME or stage == STAGE_LEAVE


cdef inline void pass_stage(Env* env, State* s) noexcept nogil:
    """Go on without a choice: no delivery, income without certificates, no ship, no tile."""
    cdef Frame* f = top(s)
    cdef int stage = f.part[BUENOS_AIRES_STAGE]
    if stage == STAGE_LEAVE:
        leave(env, s)
        return
    if stage == STAGE_INCOME:
        take_income(env.rules, s, 0)
    elif stage == STAGE_LOADING:
        f.n = 0               # no ship: the income total has served
    f.part[BUENOS_AIRES_STAGE] += 1


cdef inline void step_buenos_aires(Env* env, State* s, u32 act) noexcept nogil:
    cdef Frame* f = top(s)
    cdef int kind = kind_of(act)
    cdef int stage = f.part[BUENOS_AIRES_STAGE]
    if kind == ACT_END:
        leave(env, s)
        return
    f.part[BUENOS_AIRES_STAGE] += 1
    if kind == ACT_DELIVER:
        deliver(env.rules, s, act)
    elif kind == ACT_INCOME:
        take_income(env.rules, s, <int>argument_of(act))
    elif kind == ACT_SHIP:
        f.n = 0
        f = push(s, FRAME_DISC)
        f.must = 1
        f.part[DISC_PURPOSE] = DISC_ON_SHIP
        f.part[DISC_TARGET] = <u8>argument_of(act)
    elif kind == ACT_FORESIGHT:
        step_foresight(env.rules, s, stage - STAGE_FORESIGHT_A, <int>argument_of(act))
