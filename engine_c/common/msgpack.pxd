"""Msgpack in both directions: one description of a value writes it and reads it.

Every function takes a value and hands it on, having written it; on a wire that reads it
hands on what is there instead. What is written has the shortest form; whoever insists on it
in reading writes what was read and compares. Integers have at most 16 bits. What does not
fit makes the wire ``bad``: from then on nothing is written, and what is read means nothing
but stays within its bounds.

Source of the format: the MessagePack specification.
"""
from libc.string cimport memcmp, memcpy, memmove
from engine_c.common.types cimport u8, u64

cdef enum:
    FIX_MAP = 0x80            # + entries, at most FIX_ENTRIES
    FIX_LIST = 0x90           # + entries, at most FIX_ENTRIES
    FIX_TEXT = 0xa0           # + bytes, at most FIX_BYTES
    NIL = 0xc0
    FALSE_ = 0xc2
    TRUE_ = 0xc3
    UINT_8 = 0xcc
    UINT_16 = 0xcd
    INT_8 = 0xd0
    INT_16 = 0xd1
    LIST_16 = 0xdc            # + entries, two bytes
    MAP_16 = 0xde             # + entries, two bytes
    FIX_NEGATIVE = 0xe0       # -32 and above stand in one byte

    FIX_ENTRIES = 15
    FIX_BYTES = 31
    HEX_DIGITS = 16           # of 64 bits

cdef struct Wire:
    bint reading
    bint bad
    u8* at
    u8* end                   # of what there is to read, or of the room to write

# A map or list that is being read or written.
cdef struct Span:
    u8 form                   # FIX_MAP or FIX_LIST
    u8* head                  # where it begins
    int n                     # entries written so far, or left to read


cdef inline bint room(Wire* w, int n) noexcept nogil:
    """Whether ``n`` more bytes can be read or written; the wire is bad if not."""
    if w.end - w.at < n:
        w.bad = True
    return not w.bad


cdef inline u8 octet(Wire* w, int value) noexcept nogil:
    """One byte."""
    if not room(w, 1):
        return 0
    if w.reading:
        value = w.at[0]
    else:
        w.at[0] = <u8>value
    w.at += 1
    return <u8>value


cdef inline int octets(Wire* w, int value) noexcept nogil:
    """Two bytes, an unsigned integer."""
    cdef int high = octet(w, (value >> 8) & 0xff)
    return high << 8 | octet(w, value & 0xff)


cdef inline void exactly(Wire* w, const void* data, int n) noexcept nogil:
    """These ``n`` bytes and no others."""
    if not room(w, n):
        return
    if not w.reading:
        memcpy(w.at, data, n)
    elif memcmp(w.at, data, n) != 0:
        w.bad = True
    w.at += n


# --- single values ------------------------------------------------------------------------

cdef inline int read_number(Wire* w) noexcept nogil:
    cdef int value, lead = octet(w, 0)
    if lead < FIX_MAP:
        return lead
    if lead >= FIX_NEGATIVE:
        return lead - 0x100
    if lead == UINT_8:
        return octet(w, 0)
    if lead == UINT_16:
        return octets(w, 0)
    if lead == INT_8:
        value = octet(w, 0)
        return value - 0x100 if value & 0x80 else value
    if lead == INT_16:
        value = octets(w, 0)
        return value - 0x10000 if value & 0x8000 else value
    w.bad = True
    return 0


cdef inline void write_number(Wire* w, int value) noexcept nogil:
    if FIX_NEGATIVE - 0x100 <= value < FIX_MAP:
        octet(w, value & 0xff)
    elif 0 <= value <= 0xff:
        octet(w, UINT_8)
        octet(w, value)
    elif 0 <= value <= 0xffff:
        octet(w, UINT_16)
        octets(w, value)
    elif -0x80 <= value < 0:
        octet(w, INT_8)
        octet(w, value & 0xff)
    elif -0x8000 <= value < 0:
        octet(w, INT_16)
        octets(w, value & 0xffff)
    else:
        w.bad = True


cdef inline int number(Wire* w, int value, int low, int high) noexcept nogil:
    """An integer ``low .. high``."""
    if w.reading:
        value = read_number(w)
    if not low <= value <= high:
        w.bad = True
        return low
    if not w.reading:
        write_number(w, value)
    return value


cdef inline bint truth(Wire* w, bint value) noexcept nogil:
    """``true`` or ``false``."""
    cdef int lead = octet(w, TRUE_ if value else FALSE_)
    if lead != TRUE_ and lead != FALSE_:
        w.bad = True
    return lead == TRUE_


cdef inline bint null(Wire* w, bint value) noexcept nogil:
    """Whether there is ``null``; if not, another value has to follow."""
    if w.reading:
        value = not w.bad and w.end > w.at and w.at[0] == NIL
    if value:
        octet(w, NIL)
    return value


cdef inline u64 hexadecimal(Wire* w, u64 value) noexcept nogil:
    """64 bits as a text of 16 lower-case hexadecimal digits."""
    cdef const char* digits = "0123456789abcdef"
    cdef int i, digit, shown
    cdef u64 result = 0
    if octet(w, FIX_TEXT | HEX_DIGITS) != FIX_TEXT | HEX_DIGITS:
        w.bad = True
    for i in range(HEX_DIGITS):
        shown = octet(w, digits[value >> 60])
        value <<= 4
        digit = 0
        while digit < HEX_DIGITS and digits[digit] != shown:
            digit += 1
        if digit == HEX_DIGITS:
            w.bad = True
        result = result << 4 | <u64>(digit & 0xf)
    return result


# --- maps and lists -----------------------------------------------------------------------

cdef inline Span begin(Wire* w, int form, int long_form) noexcept nogil:
    cdef Span span
    cdef int lead
    span.form = <u8>form
    span.n = 0
    span.head = w.at
    lead = octet(w, form)
    if w.reading:
        if lead == long_form:
            span.n = octets(w, 0)
        elif lead & 0xf0 == form:
            span.n = lead & 0xf
        else:
            w.bad = True
    return span


cdef inline Span map_begins(Wire* w) noexcept nogil:
    """Entries follow, then ``end``."""
    return begin(w, FIX_MAP, MAP_16)


cdef inline Span list_begins(Wire* w) noexcept nogil:
    """Entries follow, then ``end``."""
    return begin(w, FIX_LIST, LIST_16)


cdef inline void end(Wire* w, Span* span) noexcept nogil:
    """No more entries. Only now it shows how long a head was needed in writing."""
    cdef int extra = sizeof(u8) + sizeof(u8)
    if w.reading:
        if span.n:
            w.bad = True
    elif w.bad:
        return
    elif span.n <= FIX_ENTRIES:
        span.head[0] = <u8>(span.form | span.n)
    elif room(w, extra):
        memmove(span.head + 1 + extra, span.head + 1, w.at - span.head - 1)
        span.head[0] = MAP_16 if span.form == FIX_MAP else LIST_16
        span.head[1] = <u8>(span.n >> 8)
        span.head[2] = <u8>(span.n & 0xff)
        w.at += extra


cdef inline bint more(Wire* w, Span* span, bint left) noexcept nogil:
    """Whether another entry comes: in writing if ``left``."""
    if w.reading:
        left = span.n > 0
    if w.bad or not left:
        return False
    span.n += -1 if w.reading else 1
    return True
