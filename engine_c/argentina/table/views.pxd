"""Views and determinization: what a seat may know, and states that agree with it.

A view keeps the multisets of hidden stacks in ascending order. Of another
player's cards it keeps those known to be in hand, and hand and draw stack
together. A determinization shuffles the stacks and deals the unknown hand cards
uniformly among the arrangements that leave the pending decision an option.

Rules: INFO-01 .. INFO-04, INFO-06, INFO-07
"""
from libc.string cimport memcpy
from engine_c.common.random cimport below, mix, shuffle, uniform
from engine_c.common.types cimport u8, u64
from engine_c.argentina.play.cards cimport unknown_in_hand
from engine_c.argentina.play.counts cimport stack_length
from engine_c.argentina.play.granjeros cimport strength_to_reveal
from engine_c.argentina.figures.frames cimport DISCARD_LOWEST, FRAME_DISCARD, FRAME_HELP, Frame
from engine_c.argentina.figures.rules cimport BAGS, MAX_CARDS, MAX_DECK, MAX_STRENGTHS, Rules
from engine_c.argentina.figures.state cimport Player, State, top
from engine_c.argentina.table.split cimport close_split, split_is_open


cdef inline void sort_bytes(u8* items, int n) noexcept nogil:
    """Ascending, by counting."""
    cdef int counts[256]
    cdef int i, j, at = 0
    for i in range(256):
        counts[i] = 0
    for i in range(n):
        counts[items[i]] += 1
    for i in range(256):
        for j in range(counts[i]):
            items[at] = <u8>i
            at += 1


# --- views --------------------------------------------------------------------------------

cdef inline void hide_hand(Player* p) noexcept nogil:
    """Move the unknown cards of the hand among those of the draw stack."""
    cdef int kind, at = p.draw_size
    for kind in range(MAX_CARDS):
        while p.hand[kind] > p.known[kind]:
            p.hand[kind] -= 1
            p.draw[at] = <u8>kind
            at += 1
    sort_bytes(p.draw, at)


cdef inline void make_view(const State* state, State* view, int seat) noexcept nogil:
    """What ``seat`` may know of ``state``, which may be a view of that seat already."""
    cdef int i
    if view != state:
        memcpy(view, state, sizeof(State))
    view.viewer = <u8>(seat + 1)
    view.rng = 0
    sort_bytes(view.market_stack, view.market_size)
    sort_bytes(view.objective_stack, view.objective_size)
    sort_bytes(view.pile, view.pile_size)
    for i in range(BAGS):
        sort_bytes(view.bag[i], view.bag_size[i])
    for i in range(view.players):
        if i == seat:
            sort_bytes(view.player[i].draw, view.player[i].draw_size)
        else:
            hide_hand(&view.player[i])


# --- dealing unknown hands ------------------------------------------------------------------

cdef struct Pool:
    int n                     # cards that may be in the hand
    int hand                  # how many of them are
    u8 kinds[MAX_DECK]


cdef inline double binomial(int n, int k) noexcept nogil:
    """Binomial coefficient, 0 outside its range."""
    cdef double product = 1
    cdef int i
    if k < 0 or k > n:
        return 0
    for i in range(k):
        product = product * (n - i) / (i + 1)
    return product


cdef inline void deal_from(u64* rng, Pool* pool, Player* p, int first, int last, int n) noexcept nogil:
    """Move ``n`` uniformly chosen cards of ``pool.kinds[first .. last-1]`` into the hand."""
    cdef int i, j
    cdef u8 held
    for i in range(first, first + n):
        j = i + <int>below(rng, <unsigned>(last - i))
        held = pool.kinds[j]
        pool.kinds[j] = pool.kinds[i]
        pool.kinds[i] = 255   # dealt
        p.hand[held] += 1


cdef inline int sift(Pool* pool) noexcept nogil:
    """Close the gaps that dealing left; returns the cards that remain."""
    cdef int i, at = 0
    for i in range(pool.n):
        if pool.kinds[i] != 255:
            pool.kinds[at] = pool.kinds[i]
            at += 1
    return at


cdef inline void deal_enough_high(u64* rng, Pool* pool, Player* p, int lowest, int owed) noexcept nogil:
    """Deal so that the hand holds at least ``owed`` cards of kind ``lowest`` or above.

    The number of high cards follows the hypergeometric law cut to what is possible.
    """
    cdef int low = 0, high, needed = owed, kind, x
    cdef double total = 0, point
    while low < pool.n and pool.kinds[low] < lowest:
        low += 1
    high = pool.n - low
    for kind in range(lowest, MAX_CARDS):
        needed -= p.hand[kind]
    if needed < 0:
        needed = 0
    for x in range(needed, pool.hand + 1):
        total += binomial(high, x) * binomial(low, pool.hand - x)
    point = uniform(rng) * total
    x = needed
    while x < pool.hand:
        point -= binomial(high, x) * binomial(low, pool.hand - x)
        if point < 0:
            break
        x += 1
    if binomial(high, x) * binomial(low, pool.hand - x) == 0:   # rounding at the far end
        x = needed
        while x < pool.hand and binomial(high, x) * binomial(low, pool.hand - x) == 0:
            x += 1
    deal_from(rng, pool, p, low, pool.n, x)
    deal_from(rng, pool, p, 0, low, pool.hand - x)


cdef struct Strengths:
    int n                     # distinct strengths, descending
    int strength[MAX_STRENGTHS]
    int pool[MAX_STRENGTHS]              # unknown cards of that strength
    int held[MAX_STRENGTHS]              # known cards of that strength in hand
    int needed
    int at_most               # cards revealed at most
    int hand                  # unknown hand cards
    double total
    double point              # negative while only counting
    int take[MAX_STRENGTHS]              # the profile found


cdef inline bint profiles(Strengths* q, int group, int shown, int sum_, int left,
                          int rest, double weight) noexcept nogil:
    """Walk the ways to draw the strongest cards; stops at the one ``point`` falls on.

    ``shown`` cards with strength ``sum_`` are the best so far, ``left`` unknown
    cards of the hand are still open, ``rest`` unknown cards are weaker. From the
    moment the sum is reached, or the revealed cards are full, the rest is free.
    """
    cdef int x, take, counted
    cdef double ways
    if sum_ >= q.needed:
        ways = weight * binomial(rest, left)
        q.total += ways
        if q.point >= 0:
            q.point -= ways
            if q.point < 0:
                for x in range(group, q.n):
                    q.take[x] = -1
                return True
        return False
    if shown >= q.at_most or group == q.n:
        return False
    take = q.pool[group] if q.pool[group] < left else left
    for x in range(take, -1, -1):
        counted = x + q.held[group]
        if counted > q.at_most - shown:
            counted = q.at_most - shown
        q.take[group] = x
        if profiles(
            q, group + 1, shown + counted, sum_ + counted * q.strength[group], left - x,
            rest - q.pool[group], weight * binomial(q.pool[group], x),
        ):
            return True
    return False


cdef inline void sort_by_strength(const Rules* rules, Pool* pool) noexcept nogil:
    """Strongest cattle first; cards that cannot be revealed last."""
    cdef int i, j
    cdef u8 held
    for i in range(1, pool.n):
        held = pool.kinds[i]
        j = i
        while j > 0 and rules.cards[pool.kinds[j - 1]].strength < rules.cards[held].strength:
            pool.kinds[j] = pool.kinds[j - 1]
            j -= 1
        pool.kinds[j] = held


cdef inline void deal_strong_enough(const Rules* rules, u64* rng, Pool* pool, Player* p,
                                    int needed) noexcept nogil:
    """Deal so that the best cards of the hand reach ``needed`` strength together.

    Counts the arrangements by how many cards of each strength they hold and
    picks one profile with its exact weight.
    """
    cdef Strengths q
    cdef int strength, kind, i, first, last, open_
    sort_by_strength(rules, pool)
    q.n = 0
    for strength in range(MAX_STRENGTHS - 1, 0, -1):
        q.pool[q.n] = q.held[q.n] = 0
        for i in range(pool.n):
            q.pool[q.n] += rules.cards[pool.kinds[i]].strength == strength
        for kind in range(rules.n_cattle):
            if rules.cards[kind].strength == strength:
                q.held[q.n] += p.hand[kind]
        if q.pool[q.n] or q.held[q.n]:
            q.strength[q.n] = strength
            q.n += 1
    q.needed = needed
    q.at_most = rules.max_revealed
    q.hand = pool.hand
    q.total = 0
    q.point = -1
    profiles(&q, 0, 0, 0, pool.hand, pool.n, 1)
    q.point = uniform(rng) * q.total
    q.total = 0
    if not profiles(&q, 0, 0, 0, pool.hand, pool.n, 1):
        q.point = 0           # rounding at the far end: the first profile that is possible
        profiles(&q, 0, 0, 0, pool.hand, pool.n, 1)
    first = 0
    open_ = pool.hand
    for i in range(q.n):
        if q.take[i] < 0:
            break
        last = first + q.pool[i]
        deal_from(rng, pool, p, first, last, q.take[i])
        open_ -= q.take[i]
        first = last
    deal_from(rng, pool, p, first, pool.n, open_)


cdef inline void deal_hand(const Rules* rules, State* s, u64* rng, int seat) noexcept nogil:
    """Deal another player's unknown hand cards; the rest becomes the draw stack."""
    cdef Player* p = &s.player[seat]
    cdef Frame* f
    cdef Pool pool
    cdef int i, needed = 0
    pool.n = stack_length(s, seat)
    pool.hand = unknown_in_hand(p)
    for i in range(pool.n):
        pool.kinds[i] = p.draw[i]
    f = top(s) if s.depth and s.seat == seat else NULL
    if f != NULL and f.kind == FRAME_HELP:
        needed = strength_to_reveal(rules, s, f)
    if f != NULL and f.kind == FRAME_DISCARD:
        deal_enough_high(rng, &pool, p, f.part[DISCARD_LOWEST], f.n)
    elif needed:
        deal_strong_enough(rules, rng, &pool, p, needed)
    else:
        deal_from(rng, &pool, p, 0, pool.n, pool.hand)
    pool.n = sift(&pool)
    for i in range(MAX_DECK):
        p.draw[i] = pool.kinds[i] if i < pool.n else 0
    shuffle(rng, p.draw, p.draw_size)


cdef inline void determinize(const Rules* rules, const State* view, State* state,
                             u64 seed) noexcept nogil:
    """A state that agrees with ``view``, hidden things uniformly at random.

    A state in place of a view is copied as it is.
    """
    cdef u64 rng = seed
    cdef int i, viewer
    if state != view:
        memcpy(state, view, sizeof(State))
    if state.viewer == 0:
        return
    viewer = state.viewer - 1
    if split_is_open(state):
        close_split(rules, state, &rng)
    shuffle(&rng, state.market_stack, state.market_size)
    shuffle(&rng, state.objective_stack, state.objective_size)
    shuffle(&rng, state.pile, state.pile_size)
    for i in range(BAGS):
        shuffle(&rng, state.bag[i], state.bag_size[i])
    for i in range(state.players):
        if i == viewer:
            shuffle(&rng, state.player[i].draw, state.player[i].draw_size)
        else:
            deal_hand(rules, state, &rng, i)
    state.viewer = 0
    state.rng = mix(rng, 1)
