"""Setup: everything of a new game from the rules, the options and one seed.

Rules: SET-02 .. SET-11, SET-13 .. SET-16, SET-18
"""
from libc.string cimport memset
from engine_c.common.random cimport below, shuffle
from engine_c.common.types cimport u8, u16, u32, u64
from engine_c.argentina.play.buenos_aires cimport place_farmer, refill_foresight
from engine_c.argentina.play.cards cimport draw_cards
from engine_c.argentina.play.cattle_market cimport add_to_market
from engine_c.argentina.play.objectives cimport reveal_objective
from engine_c.argentina.figures.rules cimport BAGS, MAX_MASTERS, MAX_NEUTRAL, ROWS, Rules
from engine_c.argentina.figures.state cimport (
    IN_PILE, IN_ZONE, MAX_ACTIONS, NOWHERE, Env, Player, State,
)
from engine_c.argentina.play.turn cimport begin_turn, go_on


cdef inline void fill_stacks(const Rules* rules, State* s) noexcept nogil:
    """Market, objectives, ship pile and bags, shuffled."""
    cdef int kind, i, bag
    for kind in range(rules.n_cattle):
        for i in range(rules.cards[kind].market_copies):
            s.market_stack[s.market_size] = <u8>kind
            s.market_size += 1
    shuffle(&s.rng, s.market_stack, s.market_size)
    for i in range(rules.n_objectives):
        s.objective_stack[i] = <u8>(rules.first_objective + i)
    s.objective_size = rules.n_objectives
    shuffle(&s.rng, s.objective_stack, s.objective_size)
    for i in range(rules.n_ships):
        if rules.ships[i].pile:
            s.ship_at[i] = IN_PILE
            s.pile[s.pile_size] = <u8>i
            s.pile_size += 1
        else:
            s.ship_at[i] = IN_ZONE
    shuffle(&s.rng, s.pile, s.pile_size)
    for bag in range(BAGS):
        for kind in range(rules.n_tiles):
            for i in range(rules.tiles[kind].copies[bag]):
                s.bag[bag][s.bag_size[bag]] = <u8>kind
                s.bag_size[bag] += 1
        shuffle(&s.rng, s.bag[bag], s.bag_size[bag])


cdef inline bint colour_full(const Rules* rules, State* s, int colour) noexcept nogil:
    cdef int i
    for i in range(rules.colour_spaces[colour]):
        if s.tile[rules.colour_space[colour][i]] == 0:
            return False
    return True


cdef inline void place_first_farmers(const Rules* rules, State* s) noexcept nogil:
    """Draw farmers onto the board; one whose colour is full goes back into the bag.

    Taking the first tile from the top that still finds room, and shuffling what
    is left, is the same as returning and drawing again.
    """
    cdef u8* bag = s.bag[rules.farmer_bag]
    cdef u8* size = &s.bag_size[rules.farmer_bag]
    cdef int placed = 0, i
    cdef u8 tile
    while placed < rules.initial_farmers:
        i = size[0] - 1
        while i >= 0 and (
            rules.tiles[bag[i]].worker or colour_full(rules, s, rules.tiles[bag[i]].colour)
        ):
            i -= 1
        if i < 0:
            break
        tile = bag[i]
        size[0] -= 1
        bag[i] = bag[size[0]]
        bag[size[0]] = 0
        place_farmer(rules, s, tile)
        shuffle(&s.rng, bag, size[0])
        placed += 1


cdef inline void fill_job_market(const Rules* rules, State* s) noexcept nogil:
    """Row by row from the left up to the space left of the token."""
    cdef int bag = rules.worker_bag
    cdef int i, row
    cdef u8 worker
    s.job_row = rules.job_token_row
    for i in range(rules.initial_workers[s.players]):
        row = i // rules.job_columns[s.players]
        s.bag_size[bag] -= 1
        worker = s.bag[bag][s.bag_size[bag]]
        s.bag[bag][s.bag_size[bag]] = 0
        s.jobs[row][worker] += 1


cdef inline void place_masters(const Rules* rules, State* s) noexcept nogil:
    """Masters at random onto the station master spaces; the rest leave the game."""
    cdef u8 order[MAX_MASTERS]
    cdef int i, station = 0
    for i in range(rules.n_masters):
        order[i] = <u8>i
    shuffle(&s.rng, order, rules.n_masters)
    for i in range(rules.masters_in_play):
        while not rules.stations[station].master:
            station += 1
        s.station_master[station] = order[i] + 1
        station += 1
    for i in range(rules.masters_in_play, rules.n_masters):
        s.masters_out |= <u8>(1 << order[i])


cdef inline void set_up_player(Env* env, State* s, int seat) noexcept nogil:
    cdef const Rules* rules = env.rules
    cdef Player* p = &s.player[seat]
    cdef int kind, i
    p.pesos = rules.starting_pesos[seat]
    p.tokens = rules.starting_tokens
    p.grain = rules.grain_start
    p.certificates = rules.certificate_start
    p.estanciero = NOWHERE
    p.engine = rules.engine_start
    p.discs = rules.discs_at_start
    p.quay_discs[rules.start_quay] = rules.start_quay_discs
    for i in range(ROWS):
        p.workers[i] = 1
    for kind in range(rules.n_cattle):
        for i in range(rules.cards[kind].player_copies):
            p.draw[p.draw_size] = <u8>kind
            p.draw_size += 1
    for i in range(rules.exhaustion_in_deck):
        p.draw[p.draw_size] = rules.exhaustion
        p.draw_size += 1
        s.exhaustion -= 1
    shuffle(&s.rng, p.draw, p.draw_size)
    draw_cards(env, s, seat, rules.starting_cards[seat])


cdef inline void place_neutral(const Rules* rules, State* s, const u8* letters) noexcept nogil:
    """The letters in the order of the spaces; NULL: shuffled."""
    cdef u8 order[MAX_NEUTRAL]
    cdef int i
    for i in range(rules.n_neutral):
        order[i] = letters[i] if letters != NULL else <u8>i
    if letters == NULL:
        shuffle(&s.rng, order, rules.n_neutral)
    for i in range(rules.n_neutral):
        s.tile[rules.neutral_spaces[i]] = order[i] + 1


cdef inline void set_up(Env* env, State* s, int players, int sides, const u8* neutral,
                        u64 seed) noexcept nogil:
    """A new game up to the first decision.

    ``sides``: mask of building numbers on side b, -1 for a random side per number.
    ``neutral``: letter on each neutral space, as index; NULL for a shuffle.
    """
    cdef u32 scratch[MAX_ACTIONS]
    cdef const Rules* rules = env.rules
    cdef int i
    memset(s, 0, sizeof(State))
    s.rng = seed
    s.players = <u8>players
    s.sides = <u16>(below(&s.rng, <u32>1 << rules.n_private) if sides < 0 else sides)
    s.exhaustion = rules.exhaustion_copies
    place_neutral(rules, s, neutral)
    fill_stacks(rules, s)
    place_masters(rules, s)
    place_first_farmers(rules, s)
    fill_job_market(rules, s)
    refill_foresight(env, s)
    add_to_market(env, s, rules.cattle_market[players])
    for i in range(rules.display):
        reveal_objective(env, s)
    for i in range(players):
        set_up_player(env, s, i)
    begin_turn(rules, s)
    go_on(env, s, scratch)
