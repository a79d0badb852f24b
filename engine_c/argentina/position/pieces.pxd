"""That no piece is lost or doubled: cards, tiles, ships, discs, station masters, buildings."""
from libc.string cimport memset
from engine_c.common.bits cimport bits
from engine_c.common.types cimport u8, u32
from engine_c.argentina.figures.rules cimport (
    GRANJERO_ROW, BAGS, COLOURS, DISPLAY, FORESIGHT, MAX_BONUS, MAX_CARDS, MAX_JOB_ROWS, MAX_MASTERS,
    MAX_PRIVATE, MAX_QUAYS, MAX_SHIPS, MAX_STATIONS, MAX_TILES, SPACE_BUILDING, SPACE_FARMER,
    SUBPHASES, WORKER_KINDS, Bonus, Rules, TileKind,
)
from engine_c.argentina.figures.state cimport IN_PILE, Player, State
from engine_c.argentina.play.counts cimport on_board, stack_length
from engine_c.argentina.position.faults cimport (
    FAULT_BAG, FAULT_SPLIT, FAULT_BOXED_WORKER, FAULT_BUILDINGS, FAULT_CARDS, FAULT_CITY_DISCS, FAULT_DISCS,
    FAULT_EXHAUSTION_GONE, FAULT_HELPED, FAULT_HELPED_COLOUR, FAULT_HELPED_WORKER, FAULT_MASTER,
    FAULT_NEUTRAL, FAULT_OWN_CATTLE, FAULT_SHIP, FAULT_TILES, NOBODY, tell, tell_of_game, tell_of_place, tell_of_seat,
)
from engine_c.argentina.position.ranges cimport Case, is_space, total
from engine_c.argentina.table.split cimport (
    ANY, OPEN, Origins, Ways, count_ways, look_for_origins, split_is_open,
)


cdef inline void check_pieces(Case* c) noexcept nogil:
    check_cards(c)
    check_tiles(c)
    check_farmers(c)
    check_ships(c)
    check_discs(c)
    check_masters(c)
    check_neutral_buildings(c)
    check_private_buildings(c)


cdef inline int card_supply(const Rules* r, int players, int kind) noexcept nogil:
    """Cards of a kind in a game."""
    if kind >= r.first_objective:
        return 1
    if kind == r.exhaustion:
        return r.exhaustion_copies
    return players * r.cards[kind].player_copies + r.cards[kind].market_copies


cdef inline void check_cards(Case* c) noexcept nogil:
    """Every card in one place; no player has another's cattle; exhaustion never leaves."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int found[MAX_CARDS]
    cdef int deck[MAX_CARDS]
    cdef Player* p
    cdef int i, kind, seat, most, supply
    for kind in range(MAX_CARDS):
        found[kind] = s.removed[kind]
    for i in range(s.market_size):
        found[s.market_stack[i]] += 1
    for i in range(s.objective_size):
        found[s.objective_stack[i]] += 1
    for i in range(DISPLAY):
        if s.objective_display[i]:
            found[s.objective_display[i] - 1] += 1
    for kind in range(r.n_cattle):
        found[kind] += s.market[kind]
    found[r.exhaustion] += s.exhaustion
    for seat in range(s.players):
        p = &s.player[seat]
        for kind in range(r.n_cards):
            deck[kind] = p.hand[kind] + p.discard[kind]
        for i in range(stack_length(s, seat)):
            deck[p.draw[i]] += 1
        for kind in range(r.n_cards):
            most = r.cards[kind].player_copies
            if most and deck[kind] > most:
                tell(c.faults, FAULT_OWN_CATTLE, seat, kind, most, 0, deck[kind])
            found[kind] += deck[kind]
            if kind >= r.first_objective:
                found[kind] += (p.objectives >> (kind - r.first_objective)) & 1
    for kind in range(r.n_cards):
        supply = card_supply(r, s.players, kind)
        if found[kind] != supply:
            tell_of_place(c.faults, FAULT_CARDS, kind, supply, found[kind])
    if s.removed[r.exhaustion]:
        tell_of_game(c.faults, FAULT_EXHAUSTION_GONE, 0, s.removed[r.exhaustion])


cdef inline void check_tiles(Case* c) noexcept nogil:
    """Every worker and farmer tile in one place, those not drawn yet in their bag."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int found[MAX_TILES]
    cdef int bagged[MAX_TILES]
    cdef const TileKind* tile
    cdef int i, bag, subphase, kind, row, seat, strong, supply
    for kind in range(MAX_TILES):
        found[kind] = s.box_tiles[kind] + s.helped[kind]
    for bag in range(BAGS):
        memset(bagged, 0, sizeof(bagged))
        for i in range(s.bag_size[bag]):
            if s.bag[bag][i] & OPEN:  # which bag it is in the split tells
                found[s.bag[bag][i] & ~OPEN] += 1
            else:
                bagged[s.bag[bag][i]] += 1
        for subphase in range(SUBPHASES):
            if r.foresight_bag[subphase] == bag:
                for i in range(FORESIGHT):
                    if s.foresight[subphase][i]:
                        bagged[s.foresight[subphase][i] - 1] += 1
        for kind in range(r.n_tiles):
            if bagged[kind] > r.tiles[kind].copies[bag]:
                tell(
                    c.faults, FAULT_BAG, NOBODY, kind, r.tiles[kind].copies[bag], bag, bagged[kind],
                )
            found[kind] += bagged[kind]
    for i in range(r.n_spaces):
        # What is no tile is told with the board.
        if is_space(r, i, SPACE_FARMER) and 0 < s.tile[i] <= r.n_tiles:
            found[s.tile[i] - 1] += 1
    for i in range(MAX_STATIONS):
        if 0 < s.station_worker[i] <= WORKER_KINDS:
            found[s.station_worker[i] - 1] += 1
    for kind in range(WORKER_KINDS):
        for row in range(MAX_JOB_ROWS):
            found[kind] += s.jobs[row][kind]
        tile = &r.tiles[kind]
        for seat in range(s.players):
            strong = bits(s.player[seat].strong[tile.row])
            found[kind] += strong if tile.strong else s.player[seat].workers[tile.row] - 1 - strong
    for kind in range(r.n_tiles):
        supply = 0
        for bag in range(BAGS):
            supply += r.tiles[kind].copies[bag]
        if found[kind] != supply:
            tell_of_place(c.faults, FAULT_TILES, kind, supply, found[kind])


cdef inline void check_split(Case* c) noexcept nogil:
    """The workers that may be in either bag can be divided as the rest demands.

    All of them are open then, and none lies in a bag that holds no workers.
    """
    cdef Origins o
    cdef Ways ways
    cdef int bag, i
    if not split_is_open(c.s):
        return
    look_for_origins(c.rules, c.s, &o)
    for bag in range(BAGS):
        for i in range(c.s.bag_size[bag]):
            if (c.s.bag[bag][i] & OPEN) == 0 and c.s.bag[bag][i] < WORKER_KINDS:
                o.sound = False
            if c.s.bag[bag][i] & OPEN and bag != o.first and bag != o.second:
                o.sound = False
    if count_ways(&o, &ways, ANY, 0) == 0:
        tell_of_game(c.faults, FAULT_SPLIT, 0, o.size)


cdef inline void check_farmers(Case* c) noexcept nogil:
    """Helped farmers lie beside the boards, in the rows, or were given up at stations."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int helped[COLOURS]
    cdef int colour, i, kind, seat, beside, placed = 0, added = 0, number = 0
    # The worker tiles decide how long the game lasts: none ever leaves it.
    for kind in range(WORKER_KINDS):
        if s.helped[kind]:
            tell_of_place(c.faults, FAULT_HELPED_WORKER, kind, 0, s.helped[kind])
    for kind in range(WORKER_KINDS):
        if s.box_tiles[kind]:
            tell_of_place(c.faults, FAULT_BOXED_WORKER, kind, 0, s.box_tiles[kind])
    memset(helped, 0, sizeof(helped))
    for kind in range(WORKER_KINDS, r.n_tiles):
        helped[r.tiles[kind].colour] += s.helped[kind]
    for colour in range(COLOURS):
        beside = 0
        for seat in range(s.players):
            beside += s.player[seat].farmers[colour]
        if beside > helped[colour]:
            tell_of_place(c.faults, FAULT_HELPED_COLOUR, colour, beside, helped[colour])
        placed += beside
        number += helped[colour]
    for seat in range(s.players):
        added += s.player[seat].workers[GRANJERO_ROW] - 1
    for i in range(MAX_STATIONS):
        added += s.station_worker[i] == WORKER_KINDS + 1
    if placed + added != number:
        tell(c.faults, FAULT_HELPED, NOBODY, NOBODY, placed, added, number)


cdef inline void check_ships(Case* c) noexcept nogil:
    """Each ship in the pile exactly once if it is to be there."""
    cdef State* s = c.s
    cdef int piled[MAX_SHIPS]
    cdef int i, wanted
    memset(piled, 0, sizeof(piled))
    for i in range(s.pile_size):
        piled[s.pile[i]] += 1
    for i in range(c.rules.n_ships):
        wanted = s.ship_at[i] == IN_PILE
        if piled[i] != wanted:
            tell_of_place(c.faults, FAULT_SHIP, i, wanted, piled[i])


cdef inline void check_discs(Case* c) noexcept nogil:
    """All discs of every player, and no more on the bonus spaces than there are spaces."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef Player* p
    cdef const Bonus* bonus
    cdef int i, seat, found, spaces, taken
    cdef int wanted = bits(r.discs_at_start) + r.start_quay_discs
    for seat in range(s.players):
        p = &s.player[seat]
        found = (
            bits(p.discs) + total(p.ship_discs, MAX_SHIPS) + total(p.quay_discs, MAX_QUAYS)
            + total(p.station_discs, MAX_STATIONS) + total(p.bonus_discs, MAX_BONUS)
        )
        if found != wanted:
            tell_of_seat(c.faults, FAULT_DISCS, seat, wanted, found)
    for i in range(r.n_bonus):
        bonus = &r.bonus[i]
        spaces = bonus.copies
        if (r.covered_cities[s.players] >> bonus.city) & 1:
            spaces -= bonus.covered
        taken = 0
        for seat in range(s.players):
            taken += s.player[seat].bonus_discs[i]
        if taken > spaces:
            tell_of_place(c.faults, FAULT_CITY_DISCS, i, spaces, taken)


cdef inline void check_masters(Case* c) noexcept nogil:
    """Each station master in one place."""
    cdef State* s = c.s
    cdef int found[MAX_MASTERS]
    cdef int i, seat
    memset(found, 0, sizeof(found))
    for i in range(c.rules.n_masters):
        found[i] = (s.masters_out >> i) & 1
        for seat in range(s.players):
            found[i] += (s.player[seat].masters >> i) & 1
    for i in range(MAX_STATIONS):
        if s.station_master[i]:
            found[s.station_master[i] - 1] += 1
    for i in range(c.rules.n_masters):
        if found[i] != 1:
            tell_of_place(c.faults, FAULT_MASTER, i, 1, found[i])


cdef inline void check_neutral_buildings(Case* c) noexcept nogil:
    """Each neutral building once."""
    cdef u32 seen = 0
    cdef int i, letter
    for i in range(c.rules.n_neutral):
        letter = c.s.tile[c.rules.neutral_spaces[i]]
        if not 0 < letter <= c.rules.n_neutral or (seen >> letter) & 1:
            tell_of_game(c.faults, FAULT_NEUTRAL, 0, 0)
            return
        seen |= <u32>1 << letter


cdef inline void check_private_buildings(Case* c) noexcept nogil:
    """Every private building where its owner's list says, and no other."""
    cdef State* s = c.s
    cdef int seat, number, at, standing = 0
    cdef u8 place
    for at in range(c.rules.n_spaces):
        standing += is_space(c.rules, at, SPACE_BUILDING) and s.tile[at] > 0
    for seat in range(s.players):
        for number in range(MAX_PRIVATE):
            place = s.player[seat].buildings[number]
            if on_board(place):
                if s.tile[place] != 1 + seat * MAX_PRIVATE + number:
                    tell_of_game(c.faults, FAULT_BUILDINGS, 0, 0)
                    return
                standing -= 1
    if standing:
        tell_of_game(c.faults, FAULT_BUILDINGS, 0, 0)
