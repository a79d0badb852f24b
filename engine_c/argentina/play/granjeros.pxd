"""Helping granjeros: choose farmers, reveal cattle, take money and tiles, fill the row.

Rules: HELP-01 .. HELP-05, HELP-07, HELP-08
"""
from engine_c.common.bits cimport pop_bit
from engine_c.common.types cimport i16, u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_ADD, ACT_FARMER, ACT_FORFEIT, ACT_REVEAL, NO_CARD, action, argument_of, kind_of, reveal_too,
    revealed,
)
from engine_c.argentina.play.cards cimport best_strength, discard_card, gain_exhaustion
from engine_c.argentina.play.counts cimport strong_workers
from engine_c.argentina.play.job_market cimport add_worker
from engine_c.argentina.play.markers cimport gain_pesos, pay_pesos
from engine_c.argentina.figures.frames cimport (
    ADD_FIRST, FRAME_ADD, HELP_EXTRA, HELP_FIRST, Frame, clear,
)
from engine_c.argentina.figures.rules cimport (
    GRANJERO_ROW, COLOURS, MAX_FARMER_SPACES, MAX_REVEALED, ROW_SPACES, Rules,
)
from engine_c.argentina.figures.state cimport Player, State, mover, pop, push, top


cdef inline int board_strength(const Rules* rules, Player* p) noexcept nogil:
    """Strength icons on the player board: workers and cleared disc spaces."""
    cdef int n = strong_workers(p) * rules.strength_icon
    cdef u32 cleared = rules.lists.strength_discs & ~p.discs
    while cleared:
        n += rules.disc_spaces[pop_bit(&cleared)].strength
    return n


cdef inline int farmer_strength(const Rules* rules, State* s, int space) noexcept nogil:
    """Strength the farmer on the space requires."""
    return rules.tiles[s.tile[space] - 1].strength


cdef inline int farmers_chosen(const Frame* f) noexcept nogil:
    """How many farmers were chosen so far."""
    cdef int n = 0
    while n < HELP_EXTRA and f.part[HELP_FIRST + n]:
        n += 1
    return n


cdef inline int chosen_strength(const Rules* rules, State* s, Frame* f) noexcept nogil:
    """Strength required by the farmers chosen so far."""
    cdef int i, n = 0
    for i in range(HELP_FIRST, HELP_EXTRA):
        if f.part[i]:
            n += farmer_strength(rules, s, f.part[i])
    return n


cdef inline int strength_to_reveal(const Rules* rules, State* s, Frame* f) noexcept nogil:
    """What the cards of the mover must add so that the decision has an option."""
    cdef int space, least, i, n = chosen_strength(rules, s, f)
    if n == 0:
        for i in range(rules.lists.n_farmer_spaces):
            space = rules.lists.farmer_spaces[i]
            if s.tile[space] == 0 or (f.n < 0 and space != -f.n):
                continue
            least = farmer_strength(rules, s, space)
            if n == 0 or least < n:
                n = least
    n -= board_strength(rules, mover(s)) + f.part[HELP_EXTRA]
    return n if n > 0 else 0


cdef inline int legal_farmers(const Rules* rules, State* s, Frame* f, u32* out) noexcept nogil:
    """Further farmers in ascending order, while the best cattle can still reach the sum."""
    cdef int reach, space, last, chosen = farmers_chosen(f), i, n = 0
    if chosen >= (f.n if f.n > 0 else 1):
        return 0
    last = f.part[HELP_FIRST + chosen - 1] if chosen else 0
    reach = board_strength(rules, mover(s)) + f.part[HELP_EXTRA] + best_strength(rules, mover(s))
    reach -= chosen_strength(rules, s, f)
    for i in range(rules.lists.n_farmer_spaces):
        space = rules.lists.farmer_spaces[i]
        if space <= last or s.tile[space] == 0:
            continue
        if f.n < 0 and space != -f.n:
            continue
        if farmer_strength(rules, s, space) <= reach:
            out[n] = action(ACT_FARMER, <u32>space)
            n += 1
    return n


cdef inline bint can_help(const Rules* rules, State* s, int farmers, int extra) noexcept nogil:
    """Whether any farmer (with ``farmers`` negative: the one on that space) can be helped."""
    cdef u32 scratch[MAX_FARMER_SPACES]
    cdef Frame f
    clear(&f)
    f.part[HELP_EXTRA] = <u8>extra
    f.n = <i16>farmers
    return legal_farmers(rules, s, &f, scratch) > 0


cdef inline bint costs_too_much(const Rules* rules, int* strengths, int n, int needed) noexcept nogil:
    """Whether a part of the revealed cards that costs fewer exhaustion cards suffices."""
    cdef int sorted_[MAX_REVEALED]
    cdef int i, j, held, total = 0
    for i in range(n):
        held = strengths[i]
        j = i
        while j > 0 and sorted_[j - 1] < held:
            sorted_[j] = sorted_[j - 1]
            j -= 1
        sorted_[j] = held
    for i in range(n):
        if total >= needed and rules.exhaustion_for[i] < rules.exhaustion_for[n]:
            return True
        total += sorted_[i]
    return False


cdef inline int reveal_from(const Rules* rules, Player* p, int needed, int kind, int chosen,
                            int* strengths, int total, u32 act, int n, u32* out,
                            int room) noexcept nogil:
    """Append every set that starts with the ``chosen`` cards of ``act``, further ones from ``kind``."""
    cdef int next, used, i
    if total >= needed and not costs_too_much(rules, strengths, chosen, needed):
        if n < room:
            out[n] = act
            n += 1
    if chosen >= MAX_REVEALED or chosen == rules.max_revealed:
        return n
    for next in range(kind, rules.n_cattle):
        used = 0
        for i in range(chosen):
            used += revealed(act, i) == next
        if p.hand[next] <= used:
            continue
        strengths[chosen] = rules.cards[next].strength
        n = reveal_from(
            rules, p, needed, next, chosen + 1, strengths, total + strengths[chosen],
            reveal_too(act, chosen, next), n, out, room,
        )
    return n


cdef inline int legal_reveals(const Rules* rules, State* s, Frame* f, u32* out,
                              int room) noexcept nogil:
    """Sets of cattle from the hand that reach the sum of the chosen farmers; ``room`` at most."""
    cdef int strengths[MAX_REVEALED]
    cdef int needed
    if f.part[HELP_FIRST] == 0:
        return 0
    needed = chosen_strength(rules, s, f) - board_strength(rules, mover(s)) - f.part[HELP_EXTRA]
    return reveal_from(
        rules, mover(s), needed, 0, 0, strengths, 0, action(ACT_REVEAL, 0), 0, out, room
    )


cdef inline void take_farmer(const Rules* rules, State* s, int space, Frame* received) noexcept nogil:
    """Coins on the tile and pesos below it; the tile goes beside the board."""
    cdef Player* p = mover(s)
    cdef int tile = s.tile[space] - 1
    cdef int colour = rules.tiles[tile].colour
    cdef u8* coins = &s.coins[rules.spaces[space].farmer]
    gain_pesos(p, coins[0] + rules.spaces[space].coins)
    coins[0] = 0
    s.tile[space] = 0
    s.helped[tile] += 1
    p.farmers[colour] += 1
    received.part[ADD_FIRST + colour] += 1


cdef inline void step_help(const Rules* rules, State* s, u32 act) noexcept nogil:
    cdef Frame* f = top(s)
    cdef Frame chosen
    cdef Frame* received
    cdef Player* p = mover(s)
    cdef int i, kind, shown = 0
    if kind_of(act) == ACT_FORFEIT:
        pop(s)
        return
    if kind_of(act) == ACT_FARMER:
        f.part[HELP_FIRST + farmers_chosen(f)] = <u8>argument_of(act)
        return
    chosen = f[0]
    pop(s)
    for i in range(MAX_REVEALED):
        kind = revealed(act, i)
        if kind != NO_CARD:
            discard_card(p, kind)
            shown += 1
    gain_exhaustion(rules, s, p, rules.exhaustion_for[shown])
    received = push(s, FRAME_ADD)
    for i in range(farmers_chosen(&chosen)):
        take_farmer(rules, s, chosen.part[HELP_FIRST + i], received)


# --- adding to the row ----------------------------------------------------------------

cdef inline int legal_additions(const Rules* rules, State* s, u32* out) noexcept nogil:
    """Colours of the farmers just received, while the row has room and can be paid."""
    cdef Player* p = mover(s)
    cdef Frame* f = top(s)
    cdef int space = p.workers[GRANJERO_ROW]
    cdef int colour, n = 0
    if space >= ROW_SPACES or rules.granjero_cost[space] > p.pesos:
        return 0
    for colour in range(COLOURS):
        if f.part[ADD_FIRST + colour]:
            out[n] = action(ACT_ADD, <u32>colour)
            n += 1
    return n


cdef inline void step_add(const Rules* rules, State* s, u32 act) noexcept nogil:
    cdef Player* p = mover(s)
    cdef Frame* f = top(s)
    cdef int colour = <int>argument_of(act)
    if kind_of(act) != ACT_ADD:
        pop(s)
        return
    f.part[ADD_FIRST + colour] -= 1
    p.farmers[colour] -= 1
    pay_pesos(p, rules.granjero_cost[p.workers[GRANJERO_ROW]])
    add_worker(rules, s, GRANJERO_ROW, 0)
