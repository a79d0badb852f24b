"""That no piece is lost or doubled; the twin is ``gwta_ai/games/argentina/position/pieces.py``."""
from libc.string cimport memset
from engine_c.common.bits cimport any_set, bits
from engine_c.common.types cimport u8, u32
from engine_c.argentina.play.counts cimport on_board, stack_length
from engine_c.argentina.position.figures cimport is_space
from engine_c.argentina.position.ranges cimport total
from engine_c.argentina.play.railroad cimport GRANJERO_ROW
from engine_c.argentina.figures.rules cimport (
    BAGS, COLOURS, DISPLAY, FORESIGHT, MAX_BONUS, MAX_CARDS, MAX_JOB_ROWS, MAX_MASTERS,
    MAX_PRIVATE, MAX_QUAYS, MAX_SHIPS, MAX_STATIONS, MAX_TILES, SPACE_BUILDING,
    SPACE_FARMER, SUBPHASES, WORKER_KINDS, Bonus, Rules, TileKind,
)
from engine_c.argentina.figures.state cimport IN_PILE, Player, State


cdef inline bint pieces_hold(const Rules* r, State* s) noexcept nogil:
    """All counts."""
    return (
        cards_hold(r, s) and tiles_hold(r, s) and farmers_hold(r, s) and ships_hold(r, s)
        and discs_hold(r, s) and masters_hold(r, s) and neutral_hold(r, s) and private_hold(r, s)
    )


cdef inline int card_supply(const Rules* r, int players, int kind) noexcept nogil:
    """Cards of a kind in a game."""
    if kind >= r.first_objective:
        return 1
    if kind == r.exhaustion:
        return r.exhaustion_copies
    return players * r.cards[kind].player_copies + r.cards[kind].market_copies


cdef inline bint cards_hold(const Rules* r, State* s) noexcept nogil:
    """Every card in one place; no player has another's cattle; exhaustion never leaves."""
    cdef int found[MAX_CARDS]
    cdef int deck[MAX_CARDS]
    cdef Player* p
    cdef int i, kind, seat, most
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
                return False
            found[kind] += deck[kind]
            if kind >= r.first_objective:
                found[kind] += (p.objectives >> (kind - r.first_objective)) & 1
    for kind in range(r.n_cards):
        if found[kind] != card_supply(r, s.players, kind):
            return False
    return s.removed[r.exhaustion] == 0


cdef inline bint tiles_hold(const Rules* r, State* s) noexcept nogil:
    """Every worker and farmer tile in one place, those not drawn yet in their bag."""
    cdef int found[MAX_TILES]
    cdef int bagged[MAX_TILES]
    cdef const TileKind* tile
    cdef int i, bag, subphase, kind, row, seat, strong, supply
    for kind in range(MAX_TILES):
        found[kind] = s.box_tiles[kind] + s.helped[kind]
    for bag in range(BAGS):
        memset(bagged, 0, sizeof(bagged))
        for i in range(s.bag_size[bag]):
            bagged[s.bag[bag][i]] += 1
        for subphase in range(SUBPHASES):
            if r.foresight_bag[subphase] == bag:
                for i in range(FORESIGHT):
                    if s.foresight[subphase][i]:
                        bagged[s.foresight[subphase][i] - 1] += 1
        for kind in range(r.n_tiles):
            if bagged[kind] > r.tiles[kind].copies[bag]:
                return False
            found[kind] += bagged[kind]
    for i in range(r.n_spaces):
        if is_space(r, i, SPACE_FARMER) and s.tile[i]:
            if s.tile[i] > r.n_tiles:
                return False
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
            return False
    return True


cdef inline bint farmers_hold(const Rules* r, State* s) noexcept nogil:
    """Helped farmers lie beside the boards, in the rows, or were given up at stations."""
    cdef int helped[COLOURS]
    cdef int colour, i, kind, seat, beside, placed = 0, number = 0
    if any_set(s.helped, WORKER_KINDS) or any_set(s.box_tiles, WORKER_KINDS):
        return False
    memset(helped, 0, sizeof(helped))
    for kind in range(WORKER_KINDS, r.n_tiles):
        helped[r.tiles[kind].colour] += s.helped[kind]
    for colour in range(COLOURS):
        beside = 0
        for seat in range(s.players):
            beside += s.player[seat].farmers[colour]
        if beside > helped[colour]:
            return False
        placed += beside
        number += helped[colour]
    for seat in range(s.players):
        placed += s.player[seat].workers[GRANJERO_ROW] - 1
    for i in range(MAX_STATIONS):
        placed += s.station_worker[i] == WORKER_KINDS + 1
    return placed == number


cdef inline bint ships_hold(const Rules* r, State* s) noexcept nogil:
    """Each ship in the pile exactly once if it is to be there."""
    cdef int piled[MAX_SHIPS]
    cdef int i
    memset(piled, 0, sizeof(piled))
    for i in range(s.pile_size):
        piled[s.pile[i]] += 1
    for i in range(r.n_ships):
        if piled[i] != (s.ship_at[i] == IN_PILE):
            return False
    return True


cdef inline bint discs_hold(const Rules* r, State* s) noexcept nogil:
    """All discs of every player, and no more on the bonus spaces than there are spaces."""
    cdef Player* p
    cdef const Bonus* bonus
    cdef int i, seat, spaces
    for seat in range(s.players):
        p = &s.player[seat]
        if bits(p.discs) + total(p.ship_discs, MAX_SHIPS) + total(p.quay_discs, MAX_QUAYS) + total(
            p.station_discs, MAX_STATIONS
        ) + total(p.bonus_discs, MAX_BONUS) != bits(r.discs_at_start) + r.start_quay_discs:
            return False
    for i in range(r.n_bonus):
        bonus = &r.bonus[i]
        spaces = bonus.copies
        if (r.covered_cities[s.players] >> bonus.city) & 1:
            spaces -= bonus.covered
        for seat in range(s.players):
            spaces -= s.player[seat].bonus_discs[i]
        if spaces < 0:
            return False
    return True


cdef inline bint masters_hold(const Rules* r, State* s) noexcept nogil:
    """Each station master in one place."""
    cdef int found[MAX_MASTERS]
    cdef int i, seat
    for i in range(r.n_masters):
        found[i] = (s.masters_out >> i) & 1
        for seat in range(s.players):
            found[i] += (s.player[seat].masters >> i) & 1
    for i in range(MAX_STATIONS):
        if s.station_master[i]:
            found[s.station_master[i] - 1] += 1
    for i in range(r.n_masters):
        if found[i] != 1:
            return False
    return True


cdef inline bint neutral_hold(const Rules* r, State* s) noexcept nogil:
    """Each neutral building once."""
    cdef u32 seen = 0
    cdef int i, letter
    for i in range(r.n_neutral):
        letter = s.tile[r.neutral_spaces[i]]
        if not 0 < letter <= r.n_neutral or (seen >> letter) & 1:
            return False
        seen |= <u32>1 << letter
    return True


cdef inline bint private_hold(const Rules* r, State* s) noexcept nogil:
    """Every private building where its owner's list says, and no other."""
    cdef int seat, number, at, standing = 0
    cdef u8 place
    for at in range(r.n_spaces):
        standing += is_space(r, at, SPACE_BUILDING) and s.tile[at] > 0
    for seat in range(s.players):
        for number in range(MAX_PRIVATE):
            place = s.player[seat].buildings[number]
            if on_board(place):
                if s.tile[place] != 1 + seat * MAX_PRIVATE + number:
                    return False
                standing -= 1
    return standing == 0
