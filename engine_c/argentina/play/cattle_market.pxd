"""The cattle market: buying with gauchos, adding cards, refilling.

Rules: COW-01 .. COW-05
"""
from engine_c.common.types cimport u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_BUY, ACT_DRAW_CATTLE, ACT_FORFEIT, ACT_TAKE, NO_CARD, action, argument_of, buy_action,
    first_card_of, kind_of, offer_of, second_card_of,
)
from engine_c.argentina.play.cards cimport in_class, put_on_discard
from engine_c.argentina.play.chance cimport draw_piece
from engine_c.argentina.play.markers cimport pay_pesos
from engine_c.argentina.figures.frames cimport (
    BUY_BEGUN, BUY_FIRST_CARD, BUY_OFFER, BUY_SECOND_CARD, TAKE_CATTLE_INTO_HAND, Frame,
)
from engine_c.argentina.figures.rules cimport Offer, Rules
from engine_c.argentina.figures.state cimport STACK_MARKET, Env, Player, State, mover, pop, top


cdef inline int market_cards(const Rules* rules, State* s) noexcept nogil:
    cdef int kind, n = 0
    for kind in range(rules.n_cattle):
        n += s.market[kind]
    return n


cdef inline void add_to_market(Env* env, State* s, int n) noexcept nogil:
    """Move up to ``n`` cards from the market stack into the market."""
    cdef u8 kind
    while n > 0 and s.market_size:
        kind = draw_piece(env, s.market_stack, &s.market_size, STACK_MARKET)
        s.market[kind] += 1
        n -= 1


cdef inline void refill_market(Env* env, State* s) noexcept nogil:
    """Up to the usual size; a market beyond it stays as it is."""
    add_to_market(env, s, env.rules.cattle_market[s.players] - market_cards(env.rules, s))


cdef inline u32 last_purchase(Frame* f) noexcept nogil:
    """The last purchase since the last market draw; before the first, less than any."""
    return buy_action(f.part[BUY_OFFER], f.part[BUY_FIRST_CARD] - 1, f.part[BUY_SECOND_CARD] - 1)


cdef inline int legal_purchases(const Rules* rules, State* s, int gauchos, u32 least,
                                u32* out) noexcept nogil:
    """Purchases in ascending order from ``least`` on, then the market draw."""
    cdef const Offer* offer
    cdef int i, first, second, n = 0
    cdef u32 act
    for i in range(rules.n_offers):
        offer = &rules.offers[i]
        if offer.gauchos > gauchos or offer.pesos > mover(s).pesos:
            continue
        for first in range(rules.n_cattle):
            if s.market[first] == 0 or not in_class(rules, offer.card_class, first):
                continue
            if offer.cards == 1:
                act = buy_action(i, first, NO_CARD)
                if act >= least:
                    out[n] = act
                    n += 1
                continue
            for second in range(first, rules.n_cattle):
                act = buy_action(i, first, second)
                if (
                    s.market[second] > (second == first)
                    and in_class(rules, offer.card_class, second)
                    and act >= least
                ):
                    out[n] = act
                    n += 1
    if gauchos > 0 and s.market_size:
        out[n] = action(ACT_DRAW_CATTLE, 0)
        n += 1
    return n


cdef inline void take_from_market(State* s, int kind) noexcept nogil:
    """One card of the market onto the own discard pile."""
    s.market[kind] -= 1
    put_on_discard(mover(s), kind)


cdef inline void step_buy(Env* env, State* s, u32 act) noexcept nogil:
    cdef Frame* f = top(s)
    cdef const Offer* offer
    cdef int first = first_card_of(act), second = second_card_of(act)
    if kind_of(act) == ACT_BUY:
        offer = &env.rules.offers[offer_of(act)]
        f.part[BUY_OFFER] = <u8>offer_of(act)
        f.part[BUY_FIRST_CARD] = <u8>(first + 1)
        f.part[BUY_SECOND_CARD] = <u8>(second + 1)
        f.must = 0
        f.part[BUY_BEGUN] = 1
        f.n -= offer.gauchos
        pay_pesos(mover(s), offer.pesos)
        take_from_market(s, first)
        if second != NO_CARD:
            take_from_market(s, second)
    elif kind_of(act) == ACT_DRAW_CATTLE:
        f.part[BUY_OFFER] = f.part[BUY_FIRST_CARD] = f.part[BUY_SECOND_CARD] = 0
        f.must = 0
        f.part[BUY_BEGUN] = 1
        f.n -= 1
        add_to_market(env, s, env.rules.gaucho_draw)
    else:
        pop(s)


# --- a free card ----------------------------------------------------------------------

cdef inline int legal_take(const Rules* rules, State* s, int card_class, u32* out) noexcept nogil:
    cdef int kind, n = 0
    for kind in range(rules.n_cattle):
        if s.market[kind] and in_class(rules, card_class, kind):
            out[n] = action(ACT_TAKE, <u32>kind)
            n += 1
    return n


cdef inline void step_take(State* s, u32 act) noexcept nogil:
    """Onto the discard pile, or openly into the hand."""
    cdef Player* p = mover(s)
    cdef int kind = <int>argument_of(act)
    cdef bint into_hand = top(s).part[TAKE_CATTLE_INTO_HAND]
    pop(s)
    if kind_of(act) == ACT_FORFEIT:
        return
    if into_hand:
        s.market[kind] -= 1
        p.hand[kind] += 1
        p.known[kind] += 1
        p.hand_size += 1
    else:
        take_from_market(s, kind)
