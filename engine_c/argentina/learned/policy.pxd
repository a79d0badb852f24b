"""How a sensible player leans: a cheap, learned liking for each legal action.

The liking of an action is a sum over its *traits* (what kind it is, which tile,
card or space it is about, what it costs and leaves) and over the *aspects* of the
situation (progress of the game, money, herd, workers …), each of the latter in
one of a few grades: a table has one weight for every pair of trait and grade. A
softmax over the likings gives probabilities. The weights are learned by
self-play, see ``learning.pyx``.
"""
from libc.string cimport memset
from engine_c.common.bits cimport bits
from engine_c.common.types cimport i16, u32, u64
from engine_c.argentina.figures.actions cimport (
    ACT_ADD, ACT_AUX, ACT_BUILD, ACT_BUILD_AT, ACT_BUY, ACT_DELIVER, ACT_DISC, ACT_DISCARD,
    ACT_DRAW, ACT_ENGINE, ACT_FARMER, ACT_FORESIGHT, ACT_HIRE, ACT_INCOME, ACT_KINDS, ACT_LOCAL,
    ACT_LOCAL_AUX, ACT_MASTER, ACT_MOVE, ACT_OBJECTIVE, ACT_PLACE, ACT_PLAY, ACT_REMOVE, ACT_REVEAL,
    ACT_SHIP, ACT_STATION_DISC, ACT_TAKE, ACT_TOKEN, ACT_UPGRADE, NO_CARD, alternative_of,
    argument_of, auxiliary_of, bonus_of, destination_of, first_card_of, job_row_of, kind_of,
    local_of, offer_of, quay_of, revealed, second_card_of, used_double, worker_of,
)
from engine_c.argentina.play.buenos_aires cimport herd_value
from engine_c.argentina.play.discs cimport missing_grain
from engine_c.argentina.play.job_market cimport hire_cost
from engine_c.argentina.play.location cimport local_at, own_building
from engine_c.argentina.play.markers cimport permanent_certificates
from engine_c.argentina.play.movement cimport building_at, fee_at, owner_at
from engine_c.argentina.play.railroad cimport can_upgrade
from engine_c.argentina.figures.frames cimport (
    BUILD_AT_NUMBER, DISC_PURPOSE, FRAME_DISC, FRAME_KINDS, MASTER_STATION, Frame,
)
from engine_c.argentina.figures.rules cimport (
    COLOURS, COST_DISCARD, MAX_AUXILIARY, MAX_BONUS, MAX_CARDS, MAX_DISC_SPACES, MAX_JOB_ROWS,
    MAX_MASTERS, MAX_NEUTRAL, MAX_OBJECTIVES, MAX_OFFERS, MAX_PRIVATE, MAX_PROGRAMS, MAX_QUAYS,
    MAX_REVEALED, MAX_SHIPS, MAX_SPACES, MAX_STATIONS, MAX_TILES, ROW_SPACES, ROWS,
    SIDES, SPACE_BUILDING, SPACE_FARMER, SPACE_NEUTRAL, WORKER_KINDS, Building, Program, Rules,
)
from engine_c.argentina.figures.state cimport IN_ZONE, NOWHERE, Player, State, mover, top

# --- what the weights stand for -----------------------------------------------------------

cdef enum:
    GRADES = 12               # of most scales below; larger figures count as the last one
    PLACES = 48               # of the railroad

cdef enum:                    # aspects: where the grades of each begin in a row of weights
    ASPECT_ALWAYS = 0
    ASPECT_PROGRESS = 1       # row of the job market token, one more once the end has begun
    ASPECT_PESOS = ASPECT_PROGRESS + MAX_JOB_ROWS + 2
    ASPECT_WAY = ASPECT_PESOS + GRADES
    ASPECT_HERD = ASPECT_WAY + GRADES
    ASPECT_GRAIN = ASPECT_HERD + GRADES
    ASPECT_WORKERS = ASPECT_GRAIN + GRADES
    ASPECT_CERTIFICATES = ASPECT_WORKERS + ROWS * ROW_SPACES
    ASPECT_DISCS = ASPECT_CERTIFICATES + 8
    ASPECT_EXHAUSTION = ASPECT_DISCS + 8
    ASPECT_SHIP = ASPECT_EXHAUSTION + 4
    ASPECT_DECISION = ASPECT_SHIP + GRADES
    ROW = ASPECT_DECISION + FRAME_KINDS + 3
    ASPECTS = 15              # grades that hold at once

cdef enum:                    # traits: where the rows of each kind begin
    TRAIT_KIND = 0
    TRAIT_PLACE = TRAIT_KIND + ACT_KINDS
    TRAIT_MOVE = TRAIT_PLACE + MAX_SPACES
    TRAIT_NEUTRAL = TRAIT_MOVE + MAX_SPACES
    TRAIT_OWN = TRAIT_NEUTRAL + MAX_NEUTRAL
    TRAIT_OTHERS = TRAIT_OWN + MAX_PRIVATE * SIDES
    TRAIT_FARMER_HERE = TRAIT_OTHERS + 1
    TRAIT_FEE = TRAIT_FARMER_HERE + COLOURS
    TRAIT_ADVANCE = TRAIT_FEE + 4
    TRAIT_USABLE = TRAIT_ADVANCE + GRADES
    TRAIT_PROGRAM = TRAIT_USABLE + 4
    TRAIT_CARD_PAID = TRAIT_PROGRAM + MAX_PROGRAMS
    TRAIT_VALUE_PAID = TRAIT_CARD_PAID + MAX_CARDS
    TRAIT_AUXILIARY = TRAIT_VALUE_PAID + 8
    TRAIT_DISCARD = TRAIT_AUXILIARY + 3 * MAX_AUXILIARY
    TRAIT_VALUE_LOST = TRAIT_DISCARD + MAX_CARDS
    TRAIT_REMOVE = TRAIT_VALUE_LOST + 8
    TRAIT_DRAW = TRAIT_REMOVE + MAX_CARDS
    TRAIT_TOKEN = TRAIT_DRAW + 8
    TRAIT_HIRE = TRAIT_TOKEN + 4
    TRAIT_HIRE_COST = TRAIT_HIRE + WORKER_KINDS * ROW_SPACES
    TRAIT_PESOS_LEFT = TRAIT_HIRE_COST + GRADES
    TRAIT_BUILD = TRAIT_PESOS_LEFT + GRADES
    TRAIT_SITE = TRAIT_BUILD + MAX_PRIVATE * SIDES
    TRAIT_REPLACE = TRAIT_SITE + MAX_SPACES
    TRAIT_OFFER = TRAIT_REPLACE + 1
    TRAIT_CATTLE = TRAIT_OFFER + MAX_OFFERS
    TRAIT_COPIES = TRAIT_CATTLE + MAX_CARDS
    TRAIT_STEPS = TRAIT_COPIES + 4 * 8
    TRAIT_TRACK = TRAIT_STEPS + GRADES
    TRAIT_STOP_AT = TRAIT_TRACK + PLACES
    TRAIT_UPGRADE = TRAIT_STOP_AT + 3
    TRAIT_MASTER = TRAIT_UPGRADE + MAX_STATIONS
    TRAIT_GIVEN_UP = TRAIT_MASTER + MAX_MASTERS + 1
    TRAIT_DISC = TRAIT_GIVEN_UP + ROWS
    TRAIT_STATION_DISC = TRAIT_DISC + MAX_DISC_SPACES
    TRAIT_OBJECTIVE = TRAIT_STATION_DISC + MAX_STATIONS
    TRAIT_PLAY = TRAIT_OBJECTIVE + MAX_OBJECTIVES
    TRAIT_FARMER = TRAIT_PLAY + MAX_OBJECTIVES
    TRAIT_STRENGTH = TRAIT_FARMER + COLOURS
    TRAIT_COINS = TRAIT_STRENGTH + GRADES
    TRAIT_REVEALED = TRAIT_COINS + GRADES
    TRAIT_REVEALED_VALUE = TRAIT_REVEALED + MAX_REVEALED + 1
    TRAIT_ADD = TRAIT_REVEALED_VALUE + GRADES
    TRAIT_BONUS = TRAIT_ADD + COLOURS
    TRAIT_QUAY = TRAIT_BONUS + MAX_BONUS
    TRAIT_SPENT = TRAIT_QUAY + MAX_QUAYS
    TRAIT_TOTAL = TRAIT_SPENT + 8
    TRAIT_SHIP = TRAIT_TOTAL + 2 * GRADES
    TRAIT_MISSING = TRAIT_SHIP + MAX_SHIPS
    TRAIT_FORESIGHT = TRAIT_MISSING + GRADES
    TRAITS = TRAIT_FORESIGHT + MAX_TILES
    MOST_TRAITS = 8           # of one action
    MASKS = TRAITS // 64 + 1  # a bit for every trait

# The grades that hold in one situation, and what several traits ask for.
cdef struct Situation:
    i16 grade[ASPECTS]        # places in a row of weights
    u64 held                  # mask of kinds of cards in the hand
    int way                   # spaces left to Buenos Aires
    int herd                  # breeding value of the hand


cdef inline int graded(int figure, int width, int grades) noexcept nogil:
    """The grade of a figure: so many figures a grade, 0 .. ``grades`` - 1."""
    figure //= width
    return 0 if figure < 0 else (grades - 1 if figure >= grades else figure)


cdef inline int best_ship(const Rules* rules, State* s, Player* p, int herd) noexcept nogil:
    """The dearest ship that the hand with every certificate could load; -1: none."""
    cdef int ship, best = -1
    herd += rules.certificate_track[p.certificates] + permanent_certificates(rules, p)
    for ship in range(rules.n_ships):
        if (
            s.ship_at[ship] == IN_ZONE and best < rules.ships[ship].value <= herd
            and (rules.ships[ship].repeatable or p.ship_discs[ship] == 0)
        ):
            best = rules.ships[ship].value
    return best


cdef inline void look(const Rules* rules, State* s, Situation* at) noexcept nogil:
    """Grade the situation of the seat to move."""
    cdef Player* p = mover(s)
    cdef Frame* f = top(s)
    cdef int kind, row, i = 0
    at.held = 0
    for kind in range(rules.n_cards):
        if p.hand[kind]:
            at.held |= <u64>1 << kind
    at.herd = herd_value(rules, p)
    at.way = rules.lists.way[rules.start if p.estanciero == NOWHERE else p.estanciero]
    at.grade[0] = ASPECT_ALWAYS
    at.grade[1] = <i16>(ASPECT_PROGRESS + (MAX_JOB_ROWS + 1 if s.ending else s.job_row))
    at.grade[2] = <i16>(ASPECT_PESOS + graded(p.pesos, 2, GRADES))
    at.grade[3] = <i16>(ASPECT_WAY + graded(at.way, 2, GRADES))
    at.grade[4] = <i16>(ASPECT_HERD + graded(at.herd, 2, GRADES))
    at.grade[5] = <i16>(ASPECT_GRAIN + graded(p.grain, 1, GRADES))
    for row in range(ROWS):
        at.grade[6 + row] = <i16>(
            ASPECT_WORKERS + row * ROW_SPACES + graded(p.workers[row] - 1, 1, ROW_SPACES))
    at.grade[10] = <i16>(ASPECT_CERTIFICATES + graded(p.certificates, 1, 8))
    at.grade[11] = <i16>(ASPECT_DISCS + graded(bits(p.discs), 3, 8))
    at.grade[12] = <i16>(ASPECT_EXHAUSTION + graded(p.hand[rules.exhaustion], 1, 4))
    i = FRAME_KINDS + f.part[DISC_PURPOSE] if f.kind == FRAME_DISC else f.kind
    at.grade[13] = <i16>(ASPECT_DECISION + i)
    at.grade[14] = <i16>(ASPECT_SHIP + graded(best_ship(rules, s, p, at.herd) + 1, 2, GRADES))


# --- the traits of an action ----------------------------------------------------------------

cdef inline int lost_value(const Rules* rules, Player* p, const Situation* at,
                           int kind) noexcept nogil:
    """Breeding value the hand loses with a card; one of several of its type loses nothing."""
    cdef int other
    if kind >= rules.n_cattle or p.hand[kind] > 1:
        return 0
    for other in range(rules.n_cattle):
        if (
            other != kind and (at.held >> other) & 1
            and rules.cards[other].type == rules.cards[kind].type
        ):
            return 0
    return rules.cards[kind].value


cdef inline int usable(const Rules* rules, const Situation* at, const Building* building) noexcept nogil:
    """Local actions of a building that pay for a card in the hand."""
    cdef const Program* program
    cdef int i, n = 0
    for i in range(building.n_locals):
        program = &rules.programs[rules.locals[building.locals[i]].first]
        n += program.cost_op == COST_DISCARD and (rules.classes[program.cost_arg] & at.held) != 0
    return n


cdef inline int traits_of_move(const Rules* rules, State* s, const Situation* at, int space,
                               i16* out) noexcept nogil:
    cdef const Building* building
    cdef int number, kind = rules.spaces[space].kind, n = 0
    out[0] = <i16>(TRAIT_MOVE + space)
    out[1] = <i16>(TRAIT_ADVANCE + graded(at.way - rules.lists.way[space], 1, GRADES))
    n = 2
    if s.tile[space] == 0:
        return n
    if kind == SPACE_NEUTRAL:
        out[n] = <i16>(TRAIT_NEUTRAL + s.tile[space] - 1)
    elif kind == SPACE_FARMER:
        out[n] = <i16>(TRAIT_FARMER_HERE + rules.tiles[s.tile[space] - 1].colour)
        out[n + 1] = <i16>(TRAIT_FEE + graded(fee_at(rules, s, space), 1, 4))
        return n + 2
    elif kind != SPACE_BUILDING:
        return n
    elif owner_at(s, space) != s.seat:
        out[n] = TRAIT_OTHERS
        out[n + 1] = <i16>(TRAIT_FEE + graded(fee_at(rules, s, space), 1, 4))
        return n + 2
    else:
        number = (s.tile[space] - 1) % MAX_PRIVATE
        out[n] = <i16>(TRAIT_OWN + number * SIDES + ((s.sides >> number) & 1))
    building = building_at(rules, s, space)
    out[n + 1] = <i16>(TRAIT_USABLE + graded(usable(rules, at, building), 1, 4))
    return n + 2


cdef inline int traits_of_local(const Rules* rules, State* s, const Situation* at, u32 act,
                                i16* out) noexcept nogil:
    cdef int local = local_at(rules, s, own_building(rules, s), local_of(act))
    cdef int first = first_card_of(act)
    out[0] = <i16>(TRAIT_PROGRAM + rules.locals[local].first + alternative_of(act))
    if first == NO_CARD:
        return 1
    out[1] = <i16>(TRAIT_CARD_PAID + first)
    out[2] = <i16>(TRAIT_VALUE_PAID + graded(lost_value(rules, mover(s), at, first), 1, 8))
    return 3


cdef inline int copies(const Rules* rules, Player* p, int kind) noexcept nogil:
    """Cards of the type of ``kind`` in the own deck."""
    cdef int other, i, n = 0, type_ = rules.cards[kind].type
    for other in range(rules.n_cattle):
        if rules.cards[other].type == type_:
            n += p.hand[other] + p.discard[other]
    for i in range(p.draw_size):
        n += p.draw[i] < rules.n_cattle and rules.cards[p.draw[i]].type == type_
    return n


cdef inline int traits_of_purchase(const Rules* rules, State* s, u32 act, i16* out) noexcept nogil:
    cdef int offer = offer_of(act), first = first_card_of(act), second = second_card_of(act)
    out[0] = <i16>(TRAIT_OFFER + offer)
    out[1] = <i16>(TRAIT_CATTLE + first)
    out[2] = <i16>(TRAIT_PESOS_LEFT + graded(mover(s).pesos - rules.offers[offer].pesos, 1, GRADES))
    out[3] = <i16>(TRAIT_COPIES + graded(rules.cards[first].value, 1, 8) * 4
                   + graded(copies(rules, mover(s), first), 1, 4))
    if second == NO_CARD:
        return 4
    out[4] = <i16>(TRAIT_CATTLE + second)
    return 5


cdef inline int traits_of_hire(const Rules* rules, State* s, u32 act, i16* out) noexcept nogil:
    cdef Player* p = mover(s)
    cdef int worker = worker_of(act)
    cdef int cost = hire_cost(rules, job_row_of(act), worker, top(s).n)
    cdef int place = p.workers[rules.tiles[worker].row] - 1
    out[0] = <i16>(TRAIT_HIRE + worker * ROW_SPACES + graded(place, 1, ROW_SPACES))
    out[1] = <i16>(TRAIT_HIRE_COST + graded(cost, 1, GRADES))
    out[2] = <i16>(TRAIT_PESOS_LEFT + graded(p.pesos - cost, 1, GRADES))
    return 3


cdef inline int traits_of_engine(const Rules* rules, State* s, int position,
                                 i16* out) noexcept nogil:
    cdef int station = rules.station_at[position] - 1
    out[0] = <i16>(TRAIT_STEPS + graded(rules.along[position] - rules.along[mover(s).engine], 1, GRADES))
    out[1] = <i16>(TRAIT_TRACK + graded(position, 1, PLACES))
    if station < 0:
        return 2
    out[2] = <i16>(TRAIT_STOP_AT + (
        0 if not can_upgrade(rules, s, station) else 1 + (s.station_master[station] != 0)))
    return 3


cdef inline int traits_of_farmer(const Rules* rules, State* s, int space, i16* out) noexcept nogil:
    cdef int tile = s.tile[space] - 1
    cdef int pesos = rules.spaces[space].coins + s.coins[rules.spaces[space].farmer]
    out[0] = <i16>(TRAIT_FARMER + rules.tiles[tile].colour)
    out[1] = <i16>(TRAIT_STRENGTH + graded(rules.tiles[tile].strength, 1, GRADES))
    out[2] = <i16>(TRAIT_COINS + graded(pesos, 1, GRADES))
    return 3


cdef inline int traits_of_reveal(const Rules* rules, u32 act, i16* out) noexcept nogil:
    cdef int i, kind, n = 0, value = 0
    for i in range(MAX_REVEALED):
        kind = revealed(act, i)
        if kind != NO_CARD:
            n += 1
            value += rules.cards[kind].value
    out[0] = <i16>(TRAIT_REVEALED + n)
    out[1] = <i16>(TRAIT_REVEALED_VALUE + graded(value, 1, GRADES))
    return 2


cdef inline int traits_of_building(State* s, int number, i16* out) noexcept nogil:
    out[0] = <i16>(TRAIT_BUILD + number * SIDES + ((s.sides >> number) & 1))
    return 1


cdef inline int traits_of_site(State* s, int space, i16* out) noexcept nogil:
    cdef int n = traits_of_building(s, top(s).part[BUILD_AT_NUMBER], out)
    out[n] = <i16>(TRAIT_SITE + space)
    if s.tile[space] == 0:
        return n + 1
    out[n + 1] = TRAIT_REPLACE
    return n + 2


cdef inline int traits(const Rules* rules, State* s, const Situation* at, u32 act,
                       i16* out) noexcept nogil:
    """The rows of an action in the table of weights, at most MOST_TRAITS; returns their number."""
    cdef int kind = kind_of(act), x = <int>argument_of(act)
    out[0] = <i16>(TRAIT_KIND + kind)
    out += 1
    if kind == ACT_MOVE:
        return 1 + traits_of_move(rules, s, at, destination_of(act), out)
    if kind == ACT_LOCAL:
        return 1 + traits_of_local(rules, s, at, act, out)
    if kind == ACT_BUY:
        return 1 + traits_of_purchase(rules, s, act, out)
    if kind == ACT_HIRE:
        return 1 + traits_of_hire(rules, s, act, out)
    if kind == ACT_ENGINE:
        return 1 + traits_of_engine(rules, s, x, out)
    if kind == ACT_FARMER:
        return 1 + traits_of_farmer(rules, s, x, out)
    if kind == ACT_REVEAL:
        return 1 + traits_of_reveal(rules, act, out)
    if kind == ACT_BUILD:
        return 1 + traits_of_building(s, x, out)
    if kind == ACT_BUILD_AT:
        return 1 + traits_of_site(s, x, out)
    if kind == ACT_DISCARD:
        out[0] = <i16>(TRAIT_DISCARD + x)
        out[1] = <i16>(TRAIT_VALUE_LOST + graded(lost_value(rules, mover(s), at, x), 1, 8))
        return 3
    if kind == ACT_DELIVER:
        out[0] = <i16>(TRAIT_BONUS + bonus_of(act))
        out[1] = <i16>(TRAIT_QUAY + quay_of(act))
        return 3
    if kind == ACT_INCOME:
        out[0] = <i16>(TRAIT_SPENT + graded(x, 1, 8))
        out[1] = <i16>(TRAIT_TOTAL + graded(at.herd + x, 1, 2 * GRADES))
        return 3
    if kind == ACT_SHIP:
        out[0] = <i16>(TRAIT_SHIP + x)
        out[1] = <i16>(TRAIT_MISSING + graded(missing_grain(rules, mover(s), x), 1, GRADES))
        return 3
    if kind == ACT_UPGRADE:
        out[0] = <i16>(TRAIT_UPGRADE + x)
        out[1] = <i16>(TRAIT_MASTER + s.station_master[x])
        return 3
    if kind == ACT_MASTER:
        out[0] = <i16>(TRAIT_GIVEN_UP + x)
        out[1] = <i16>(TRAIT_MASTER + s.station_master[top(s).part[MASTER_STATION]])
        return 3
    # The rest is told by one figure.
    if kind == ACT_LOCAL_AUX:
        out[0] = <i16>(TRAIT_AUXILIARY + auxiliary_of(act) * 3 + used_double(act))
    elif kind == ACT_AUX:
        out[0] = <i16>(TRAIT_AUXILIARY + x * 3 + 2)
    elif kind == ACT_PLACE:
        out[0] = <i16>(TRAIT_NEUTRAL + s.tile[x] - 1)
        out[1] = <i16>(TRAIT_PLACE + x)
        return 3
    elif kind == ACT_REMOVE:
        out[0] = <i16>(TRAIT_REMOVE + x)
    elif kind == ACT_DRAW:
        out[0] = <i16>(TRAIT_DRAW + graded(x, 1, 8))
    elif kind == ACT_TOKEN:
        out[0] = <i16>(TRAIT_TOKEN + graded(x, 1, 4))
    elif kind == ACT_DISC:
        out[0] = <i16>(TRAIT_DISC + x)
    elif kind == ACT_STATION_DISC:
        out[0] = <i16>(TRAIT_STATION_DISC + x)
    elif kind == ACT_OBJECTIVE:
        out[0] = <i16>(TRAIT_OBJECTIVE + x)
    elif kind == ACT_PLAY:
        out[0] = <i16>(TRAIT_PLAY + x)
    elif kind == ACT_ADD:
        out[0] = <i16>(TRAIT_ADD + x)
    elif kind == ACT_FORESIGHT:
        out[0] = <i16>(TRAIT_FORESIGHT + x)
    elif kind == ACT_TAKE:
        out[0] = <i16>(TRAIT_CATTLE + x)
    else:
        return 1
    return 2


# --- the liking -------------------------------------------------------------------------------

cdef inline float liking_of(const float* row, const Situation* at) noexcept nogil:
    """What a trait with these weights counts in a situation."""
    cdef float total = 0
    cdef int k
    for k in range(ASPECTS):
        total += row[at.grade[k]]
    return total


cdef inline void likings_at(const Rules* rules, const float* weights, State* s,
                            const Situation* at, const u32* actions, int n,
                            float* out) noexcept nogil:
    """``likings`` in a situation that was looked at already."""
    cdef i16 rows[MOST_TRAITS]
    # The actions of a decision share most traits: each is summed up once.
    cdef float found[TRAITS]
    cdef u64 known[MASKS]
    cdef int i, j, row
    memset(known, 0, sizeof(known))
    for i in range(n):
        out[i] = 0
        for j in range(traits(rules, s, at, actions[i], rows)):
            row = rows[j]
            if not (known[row >> 6] >> (row & 63)) & 1:
                known[row >> 6] |= <u64>1 << (row & 63)
                found[row] = liking_of(weights + row * ROW, at)
            out[i] += found[row]


cdef inline void likings(const Rules* rules, const float* weights, State* s, const u32* actions,
                         int n, float* out) noexcept nogil:
    """The likings of ``n`` legal actions (logarithms of weights), into ``out``."""
    cdef Situation at
    look(rules, s, &at)
    likings_at(rules, weights, s, &at, actions, n, out)
