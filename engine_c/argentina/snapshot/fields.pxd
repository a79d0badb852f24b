"""Kinds of values in a snapshot, each written and read by one function.

The twins in Python are in ``gwta_ai/games/argentina/snapshot/fields.py``. Where a wire reads, arrays have
to be zero before.
"""
from libc.string cimport memset
from engine_c.common.msgpack cimport (
    FIX_BYTES, FIX_TEXT, Span, Wire, end, list_begins, map_begins, more, number, octet,
)
from engine_c.common.types cimport u8, u32
from engine_c.argentina.snapshot.words cimport MAX_IDS, Ids, one_of

cdef enum:
    MAX_COPIES = 99           # of one kind in one place


cdef inline void counts(Wire* w, const Ids* ids, u8* values) noexcept nogil:
    """``{id: count}`` without zeros, by index."""
    cdef Span entries = map_begins(w)
    cdef int at = 0
    while True:
        while not w.reading and at < ids.n and values[at] == 0:
            at += 1
        if not more(w, &entries, at < ids.n):
            break
        at = one_of(w, ids, at)
        values[at] = <u8>number(w, values[at], 0, MAX_COPIES)
        at += 1
    end(w, &entries)


cdef inline int stack(Wire* w, const Ids* ids, u8* pieces, int n, int most,
                      int first) noexcept nogil:
    """A list of ``n`` ids, at most ``most``; a piece is the index of the id and ``first``."""
    cdef Span entries = list_begins(w)
    cdef int at = 0
    while more(w, &entries, at < n):
        if at == most:
            w.bad = True
            break
        pieces[at] = <u8>(first + one_of(w, ids, pieces[at] - first))
        at += 1
    end(w, &entries)
    return at


cdef inline int pool(Wire* w, const Ids* ids, u8* pieces, int n, int most,
                     int first) noexcept nogil:
    """The same without an order: ``{id: count}``, and ascending pieces."""
    cdef u8 copies[MAX_IDS]
    cdef int at, i
    memset(copies, 0, sizeof(copies))
    if not w.reading:
        for at in range(n):
            if at < most and first <= pieces[at] < first + ids.n:
                copies[pieces[at] - first] += 1
            else:
                w.bad = True
    counts(w, ids, copies)
    if not w.reading:
        return n
    n = 0
    for at in range(ids.n):
        if n + copies[at] > most:
            w.bad = True
            break
        for i in range(copies[at]):
            pieces[n] = <u8>(first + at)
            n += 1
    return n


cdef inline void shown(Wire* w, const Ids* ids, u8* places, int size, int first) noexcept nogil:
    """A list of ids in ``size`` places; a place holds index and ``first``, or 0 if empty."""
    cdef int n = 0
    while n < size and places[n]:
        n += 1
    stack(w, ids, places, n, size, first)


cdef inline u32 members(Wire* w, const Ids* ids, u32 mask) noexcept nogil:
    """A list of different ids, a mask of their indices."""
    cdef Span entries = list_begins(w)
    cdef u32 left = mask, found = 0
    cdef int at = 0
    while True:
        while not w.reading and at < ids.n and not (left >> at) & 1:
            at += 1
        if not more(w, &entries, at < ids.n):
            break
        at = one_of(w, ids, at)
        found |= <u32>1 << at
        at += 1
    end(w, &entries)
    return found


cdef inline u32 numbers(Wire* w, u32 mask, int most) noexcept nogil:
    """A list of different numbers ``1 .. most``, a mask of them from bit 0 on."""
    cdef Span entries = list_begins(w)
    cdef u32 found = 0
    cdef int at = 0
    while True:
        while not w.reading and at < most and not (mask >> at) & 1:
            at += 1
        if not more(w, &entries, at < most):
            break
        at = number(w, at + 1, 1, most)
        found |= <u32>1 << (at - 1)
    end(w, &entries)
    return found


cdef inline u32 letters(Wire* w, u32 mask, int length) noexcept nogil:
    """A text of ``length`` letters a and b, a mask of the places of b."""
    cdef u32 found = 0
    cdef int at, letter
    if length > FIX_BYTES or octet(w, FIX_TEXT | length) != (FIX_TEXT | length):
        w.bad = True
        return 0
    for at in range(length):
        letter = octet(w, c'b' if (mask >> at) & 1 else c'a')
        if letter == c'b':
            found |= <u32>1 << at
        elif letter != c'a':
            w.bad = True
    return found
