"""The herd deck: drawing, discarding, removing, and what the table knows of a hand.

Rules: CARD-01, EXH-01, INFO-05, INFO-12
"""
from engine_c.common.random cimport shuffle
from engine_c.common.types cimport u8
from engine_c.argentina.play.chance cimport draw_piece
from engine_c.argentina.figures.rules cimport MAX_CARDS, Rules
from engine_c.argentina.figures.state cimport STACK_DRAW, Env, Player, State


cdef inline bint in_class(const Rules* rules, int card_class, int kind) noexcept nogil:
    return (rules.classes[card_class] >> kind) & 1


cdef inline int drawable(Player* p) noexcept nogil:
    """Cards that can still be drawn: draw stack and discard pile together."""
    return p.draw_size + p.discard_size


cdef inline int unknown_in_hand(Player* p) noexcept nogil:
    """Cards of the hand that the table does not know."""
    cdef int kind, n = p.hand_size
    for kind in range(MAX_CARDS):
        n -= p.known[kind]
    return n


cdef inline void renew_draw_stack(State* s, Player* p) noexcept nogil:
    """Shuffle the discard pile into a new draw stack.

    With the old stack gone, the public multiset leaves exactly the hand: from
    here on every card in it is known.
    """
    cdef int kind, i, n = 0
    for kind in range(MAX_CARDS):
        p.known[kind] = p.hand[kind]
        for i in range(p.discard[kind]):
            p.draw[n] = <u8>kind
            n += 1
        p.discard[kind] = 0
    p.draw_size = <u8>n
    p.discard_size = 0
    shuffle(&s.rng, p.draw, n)


cdef inline bint draw_card(Env* env, State* s, int seat) noexcept nogil:
    """Draw one card into the hand; False if there is none."""
    cdef Player* p = &s.player[seat]
    cdef u8 kind
    if p.draw_size == 0:
        if p.discard_size == 0:
            return False
        renew_draw_stack(s, p)
    kind = draw_piece(env, p.draw, &p.draw_size, STACK_DRAW + seat)
    p.hand[kind] += 1
    p.hand_size += 1
    return True


cdef inline int draw_cards(Env* env, State* s, int seat, int n) noexcept nogil:
    """Draw up to ``n`` cards; returns how many came."""
    cdef int drawn = 0
    while drawn < n and draw_card(env, s, seat):
        drawn += 1
    return drawn


cdef inline void leave_hand(Player* p, int kind) noexcept nogil:
    """Take a card out of the hand; the knowledge of that copy ends."""
    p.hand[kind] -= 1
    p.hand_size -= 1
    if p.known[kind]:
        p.known[kind] -= 1


cdef inline void put_on_discard(Player* p, int kind) noexcept nogil:
    p.discard[kind] += 1
    p.discard_size += 1


cdef inline void discard_card(Player* p, int kind) noexcept nogil:
    leave_hand(p, kind)
    put_on_discard(p, kind)


cdef inline void remove_card(const Rules* rules, State* s, Player* p, int kind) noexcept nogil:
    """Out of the game; an exhaustion card returns to its stack."""
    leave_hand(p, kind)
    if kind == rules.exhaustion:
        s.exhaustion += 1
    else:
        s.removed[kind] += 1


cdef inline void gain_exhaustion(const Rules* rules, State* s, Player* p, int n) noexcept nogil:
    """Up to ``n`` exhaustion cards onto the discard pile, as far as the stack reaches."""
    while n > 0 and s.exhaustion > 0:
        s.exhaustion -= 1
        put_on_discard(p, rules.exhaustion)
        n -= 1


cdef inline bint holds_class(const Rules* rules, Player* p, int card_class) noexcept nogil:
    cdef int kind
    for kind in range(rules.n_cards):
        if p.hand[kind] and in_class(rules, card_class, kind):
            return True
    return False


cdef inline int best_strength(const Rules* rules, Player* p) noexcept nogil:
    """The strength of the best cattle that may be revealed together from the hand."""
    cdef int i, kind, take, left = rules.max_revealed, total = 0
    for i in range(rules.n_cattle):
        kind = rules.lists.by_strength[i]
        if p.hand[kind]:
            take = p.hand[kind] if p.hand[kind] < left else left
            total += take * rules.cards[kind].strength
            left -= take
            if left == 0:
                break
    return total
