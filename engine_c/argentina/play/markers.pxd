"""Pesos, grain, certificates, tokens: gains up to their limits.

Rules: CERT-01, GRN-01
"""
from engine_c.common.bits cimport pop_bit
from engine_c.common.types cimport i16, u8, u32
from engine_c.argentina.figures.rules cimport Rules
from engine_c.argentina.figures.state cimport Player

cdef enum:
    MAX_PESOS = 30000         # keeps sums inside 16 bits
    MAX_TOKENS = 250


cdef inline void gain_pesos(Player* p, int n) noexcept nogil:
    n += p.pesos
    p.pesos = <i16>(MAX_PESOS if n > MAX_PESOS else n)


cdef inline void pay_pesos(Player* p, int n) noexcept nogil:
    p.pesos -= <i16>n


cdef inline void gain_grain(const Rules* rules, Player* p, int n) noexcept nogil:
    n += p.grain
    p.grain = <u8>(rules.grain_limit if n > rules.grain_limit else n)


cdef inline void gain_tokens(Player* p, int n) noexcept nogil:
    n += p.tokens
    p.tokens = <u8>(MAX_TOKENS if n > MAX_TOKENS else n)


cdef inline int certificate_limit(const Rules* rules, Player* p) noexcept nogil:
    """Last step of the certificate track that the player may reach."""
    cdef int i, limit = rules.certificate_limit
    cdef u32 cleared = rules.lists.certificate_discs & ~p.discs
    while cleared:
        i = pop_bit(&cleared)
        if rules.disc_spaces[i].certificate_limit > limit:
            limit = rules.disc_spaces[i].certificate_limit
    return limit


cdef inline void gain_certificates(const Rules* rules, Player* p, int steps) noexcept nogil:
    """Forward on the certificate track, step by step up to the limit."""
    cdef int limit = certificate_limit(rules, p)
    steps += p.certificates
    if steps > limit:
        steps = limit
    if steps > p.certificates:
        p.certificates = <u8>steps


cdef inline int step_limit(const Rules* rules, Player* p, int players) noexcept nogil:
    """Steps the estanciero may move in phase A."""
    cdef int n = rules.step_limit[players]
    cdef u32 cleared = rules.lists.step_discs & ~p.discs
    while cleared:
        n += rules.disc_spaces[pop_bit(&cleared)].steps[players]
    return n


cdef inline int hand_limit(const Rules* rules, Player* p) noexcept nogil:
    cdef int n = rules.hand_limit
    cdef u32 cleared = rules.lists.hand_discs & ~p.discs
    while cleared:
        n += rules.disc_spaces[pop_bit(&cleared)].hand_limit
    return n


cdef inline int permanent_certificates(const Rules* rules, Player* p) noexcept nogil:
    cdef int i, n = 0
    for i in range(rules.n_masters):
        if (p.masters >> i) & 1:
            n += rules.masters[i].certificates
    return n


cdef inline int permanent_grain(const Rules* rules, Player* p) noexcept nogil:
    cdef int i, n = 0
    for i in range(rules.n_masters):
        if (p.masters >> i) & 1:
            n += rules.masters[i].grain
    return n
