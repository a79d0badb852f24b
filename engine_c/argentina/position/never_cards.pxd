"""Cards as no sequence of legal actions leaves them: hands, decks, the market stack.

A hand is filled up to its limit in phase C alone; whatever else draws asks as many back, but
for few actions (``MEANS_CARDS``). The limit only grows, as a cleared disc space stays clear.

It follows from SET-15 .. SET-17, CARD-02, AUX-04, BA-02, EXH-01
"""
from engine_c.common.bits cimport bits
from engine_c.argentina.figures.frames cimport FRAME_MOVE, FRAME_PLACE, STAGE_INCOME
from engine_c.argentina.figures.rules cimport (
    COLOURS, MAX_CARDS, MAX_TILES, ROWS, Rules,
)
from engine_c.argentina.figures.state cimport SUPPLY, Player, State
from engine_c.argentina.play.cattle_market cimport market_cards
from engine_c.argentina.play.counts cimport stack_length
from engine_c.argentina.play.markers cimport hand_limit
from engine_c.argentina.position.faults cimport (
    NEVER_AT_START, NEVER_DISCARD_MISSING, NEVER_EXHAUSTION, NEVER_FIRST_HAND,
    NEVER_HAND_AFTER_INCOME, NEVER_HAND_OVER, NEVER_HAND_SHORT, NEVER_MARKET_STACK,
    NEVER_REMOVED, START_BUILDINGS, START_CERTIFICATES, START_DISCARD, START_DISCS, START_ENGINE,
    START_FARMERS, START_GRAIN, START_KNOWN, START_MASTERS, START_OBJECTIVES, START_PESOS,
    START_TOKENS, START_WORKERS, tell, tell_of_game, tell_of_seat,
)
from engine_c.argentina.position.means cimport (
    MEANS_CARDS, MEANS_EXHAUST, MEANS_REMOVE, anybody_can_have, apart_may, can_have,
)
from engine_c.argentina.position.past cimport acts, owed, own_turns, stage_of_visit, turn_kind
from engine_c.argentina.position.ranges cimport Case, total


cdef inline void check_never_cards(Case* c) noexcept nogil:
    cdef int seat
    for seat in range(c.s.players):
        if own_turns(c.s, seat) == 0:
            check_before_first(c, seat)
        elif acts(c.s, seat) and turn_kind(c.s) == FRAME_PLACE:
            check_first_hand(c, seat)
            check_start(c, seat)
        else:
            check_hand(c, seat)
    check_supply(c)


# --- up to the first turn ------------------------------------------------------------------------

cdef inline int first_hand(const Rules* r, int seat) noexcept nogil:
    """Cards dealt to the seat; less only if its whole deck has fewer."""
    cdef int kind, deck = r.exhaustion_in_deck
    for kind in range(r.n_cattle):
        deck += r.cards[kind].player_copies
    return r.starting_cards[seat] if r.starting_cards[seat] < deck else deck


cdef inline void check_first_hand(Case* c, int seat) noexcept nogil:
    """Cards above the limit are owed until the estanciero is placed; a token adds to both."""
    cdef int wanted = first_hand(c.rules, seat)
    cdef int held = c.s.player[seat].hand_size, more
    if wanted > c.rules.hand_limit:
        wanted = c.rules.hand_limit
    more = held - wanted - owed(c.s, seat)
    if more > 0:
        tell(c.faults, NEVER_DISCARD_MISSING, seat, 0, held - wanted, held, owed(c.s, seat))
    elif more < 0:
        tell_of_seat(c.faults, NEVER_FIRST_HAND, seat, wanted + owed(c.s, seat), held)


cdef inline void check_before_first(Case* c, int seat) noexcept nogil:
    """Nobody draws, gains a token or a known card out of turn, only exhaustion cards."""
    cdef const Rules* r = c.rules
    cdef Player* p = &c.s.player[seat]
    cdef int wanted = first_hand(r, seat)
    if p.hand_size != wanted:
        tell_of_seat(c.faults, NEVER_FIRST_HAND, seat, wanted, p.hand_size)
    check_start(c, seat)
    as_at_start(c, seat, START_TOKENS, r.starting_tokens, p.tokens)
    as_at_start(c, seat, START_DISCARD, 0, p.discard_size - p.discard[r.exhaustion])
    as_at_start(c, seat, START_KNOWN, 0, total(p.known, MAX_CARDS))


cdef inline void check_start(Case* c, int seat) noexcept nogil:
    """What neither the turns of others change nor discards and tokens of the own first one.

    Fees are paid to owners of buildings, and nobody builds out of turn.
    """
    cdef const Rules* r = c.rules
    cdef Player* p = &c.s.player[seat]
    cdef int number, built = 0
    for number in range(r.n_private):
        built += p.buildings[number] != SUPPLY
    as_at_start(c, seat, START_PESOS, r.starting_pesos[seat], p.pesos)
    as_at_start(c, seat, START_GRAIN, r.grain_start, p.grain)
    as_at_start(c, seat, START_CERTIFICATES, r.certificate_start, p.certificates)
    as_at_start(c, seat, START_ENGINE, r.engine_start, p.engine)
    as_at_start(c, seat, START_WORKERS, 0, total(p.workers, ROWS) - ROWS)
    as_at_start(c, seat, START_FARMERS, 0, total(p.farmers, COLOURS))
    as_at_start(c, seat, START_BUILDINGS, 0, built)
    as_at_start(c, seat, START_OBJECTIVES, 0, bits(p.objectives))
    as_at_start(c, seat, START_MASTERS, 0, bits(p.masters))
    as_at_start(c, seat, START_DISCS, bits(r.discs_at_start), bits(p.discs))


cdef inline void as_at_start(Case* c, int seat, int field, int expected, int got) noexcept nogil:
    if got != expected:
        tell(c.faults, NEVER_AT_START, seat, field, expected, 0, got)


# --- hands later on ------------------------------------------------------------------------------

cdef inline void check_hand(Case* c, int seat) noexcept nogil:
    """Between the limit and the limit, but for what the turn under way may explain."""
    cdef State* s = c.s
    cdef Player* p = &s.player[seat]
    cdef int held = p.hand_size - owed(s, seat)
    cdef int limit = hand_limit(c.rules, p)
    if held > limit and not can_have(c.rules, s, seat, MEANS_CARDS):
        tell_of_seat(c.faults, NEVER_HAND_OVER, seat, limit, held)
    # Of the mover no more is known once an objective card may have been played before the move.
    if not acts(s, seat) or (turn_kind(s) == FRAME_MOVE and p.objectives == 0):
        if held < limit and could_draw(c, seat, held):
            tell_of_seat(c.faults, NEVER_HAND_SHORT, seat, limit, held)
    if acts(s, seat) and stage_of_visit(s) > STAGE_INCOME and held > 0:
        if not apart_may(c.rules, MEANS_CARDS):
            tell_of_seat(c.faults, NEVER_HAND_AFTER_INCOME, seat, 0, held)


cdef inline bint could_draw(Case* c, int seat, int held) noexcept nogil:
    """Whether there was a card to draw at the end of the seat's last turn.

    Where there was none the whole deck was in hand; later only exhaustion cards come, from
    opponents.
    """
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef Player* p = &s.player[seat]
    cdef int i, n = stack_length(s, seat)
    cdef int exhaustion = p.hand[r.exhaustion] + p.discard[r.exhaustion]
    cdef int deck = n + total(p.hand, MAX_CARDS) + p.discard_size
    for i in range(n):
        exhaustion += p.draw[i] == r.exhaustion
    return deck - exhaustion > held or (
        deck > held and not anybody_can_have(r, s, MEANS_EXHAUST)
    )


# --- the supply ----------------------------------------------------------------------------------

cdef inline void check_supply(Case* c) noexcept nogil:
    """The market stack only shrinks; cards leave the game, and exhaustion comes, by few means."""
    cdef const Rules* r = c.rules
    cdef State* s = c.s
    cdef int most = r.market_size - r.cattle_market[s.players]
    cdef int kind, i, dearest = 0, least, removed = total(s.removed, MAX_CARDS)
    if most < 0:
        most = 0
    if s.market_size > most:
        tell(c.faults, NEVER_MARKET_STACK, -1, -1, most, market_cards(r, s), s.market_size)
    removed -= s.removed[r.exhaustion]
    if removed and not anybody_can_have(r, s, MEANS_REMOVE):
        tell_of_game(c.faults, NEVER_REMOVED, 0, removed)
    for i in range(r.max_revealed + 1):
        if r.exhaustion_for[i] > dearest:
            dearest = r.exhaustion_for[i]
    least = r.exhaustion_copies - s.players * r.exhaustion_in_deck
    least -= dearest * total(s.helped, MAX_TILES)
    if s.exhaustion < least and not anybody_can_have(r, s, MEANS_EXHAUST):
        tell_of_game(c.faults, NEVER_EXHAUSTION, least, s.exhaustion)
