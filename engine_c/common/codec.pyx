"""Plain blocks of memory as msgpack and back, as a program of nodes says.

A game describes its snapshots once, in Python (``gwta_ai/common/form``); the description is
turned into nodes, and one walk over them writes a state or reads it. So there is no other
list of the fields here. A node is a place in an array of integers: an operation and its
arguments, which are places in memory relative to a base, ids, bounds and further nodes.

What is read is taken only if it is byte for byte what would be written: in canonical order
and form, nothing missing, nothing unknown. Whoever wants to know what is wrong asks the
description, which names it.

A ``Codec`` never changes; any number of threads may use it.
"""
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset
from engine_c.common.bits cimport any_set
from engine_c.common.msgpack cimport (
    FIX_BYTES, FIX_MAP, FIX_TEXT, Span, Wire, end, exactly, hexadecimal, list_begins, map_begins, more, null,
    number, octet, truth,
)
from engine_c.common.nodes cimport (
    CHOICE, COUNTS, FLAGGED, FORMS, HEXADECIMAL, HOLDERS, INTEGER, LETTERS, LIST, MAX_COPIES, MEMBERS,
    NULLABLE, NUMBER, NUMBERS, NUMBER_OR_ID, ONE_OF, POOL, RECORD, REST, ROWS, TRUTH,
)
from engine_c.common.types cimport i16, i32, u8, u16, u32, u64

cdef enum:
    MAX_BYTES = 32768         # of a snapshot; a game of four players takes about 5,000
    MAX_IDS = 255             # of one kind
    MAX_DEPTH = 16            # of nodes in one another

# The ids of one kind, each in msgpack; one that is empty stands for none.
cdef struct Ids:
    int n
    const u8* texts           # one after another
    u32* start                # of each, and where the last one ends

cdef struct Program:
    const i32* code
    const Ids* ids


cdef inline const u8* id_text(const Ids* ids, int at, int* size) noexcept nogil:
    size[0] = <int>(ids.start[at + 1] - ids.start[at])
    return &ids.texts[ids.start[at]]


cdef int one_of(Wire* w, const Ids* ids, int index) noexcept nogil:
    """One of the ids, by index."""
    cdef int at, size
    cdef const u8* text
    if not w.reading:
        if not 0 <= index < ids.n:
            w.bad = True
            return 0
        text = id_text(ids, index, &size)
        if size:
            exactly(w, text, size)
        else:
            w.bad = True
        return index
    for at in range(ids.n):
        text = id_text(ids, at, &size)
        # Length and last byte tell most ids apart.
        if not 0 < size <= w.end - w.at or text[0] != w.at[0] or text[size - 1] != w.at[size - 1]:
            continue
        if memcmp(w.at, text, size) == 0:
            w.at += size
            return at
    w.bad = True
    return 0


cdef bint follows(Wire* w, const Ids* ids, int index) noexcept nogil:
    """Whether this id is what is to be read next."""
    cdef int size
    cdef const u8* text = id_text(ids, index, &size)
    return not w.bad and size <= w.end - w.at and memcmp(w.at, text, size) == 0


cdef inline int load(const u8* base, const i32* place) noexcept nogil:
    """The integer at a place."""
    cdef i16 narrow
    cdef u16 wide
    cdef u32 widest
    if place[1] == 1:
        return base[place[0]]
    if place[1] == -<int>sizeof(i16):
        memcpy(&narrow, &base[place[0]], sizeof(i16))
        return narrow
    if place[1] == <int>sizeof(u16):
        memcpy(&wide, &base[place[0]], sizeof(u16))
        return wide
    memcpy(&widest, &base[place[0]], sizeof(u32))
    return <int>widest


cdef inline void store(u8* base, const i32* place, int value) noexcept nogil:
    cdef i16 narrow = <i16>value
    cdef u16 wide = <u16>value
    cdef u32 widest = <u32>value
    if place[1] == 1:
        base[place[0]] = <u8>value
    elif place[1] == -<int>sizeof(i16):
        memcpy(&base[place[0]], &narrow, sizeof(i16))
    elif place[1] == <int>sizeof(u16):
        memcpy(&base[place[0]], &wide, sizeof(u16))
    else:
        memcpy(&base[place[0]], &widest, sizeof(u32))


cdef int coded(Wire* w, const Program* p, int ids, int codes, int code) noexcept nogil:
    """One of the ids, by its code."""
    cdef int at = code
    if codes >= 0 and not w.reading:
        at = 0
        while at < p.ids[ids].n and p.code[codes + at] != code:
            at += 1
    at = one_of(w, &p.ids[ids], at)
    return at if codes < 0 or w.bad else p.code[codes + at]


# --- collections of ids -------------------------------------------------------------------

cdef void counts(Wire* w, const Ids* ids, u8* values) noexcept nogil:
    """``{id: count}`` without zeros, by index."""
    cdef Span entries = map_begins(w)
    cdef int at = 0
    while True:
        while not w.reading and at < ids.n and values[at] == 0:
            at += 1
        if not more(w, &entries, at < ids.n):
            break
        at = one_of(w, ids, at)
        values[at] = <u8>number(w, values[at], 1, MAX_COPIES)
        at += 1
    end(w, &entries)


cdef int listed(Wire* w, const Program* p, u8* pieces, int n, int most, int ids, int codes,
                int add, int step) noexcept nogil:
    """A list of ``n`` ids, at most ``most``; returns how many there are."""
    cdef Span entries = list_begins(w)
    cdef int at = 0
    while more(w, &entries, at < n):
        if at == most:
            w.bad = True
            break
        pieces[at] = <u8>(add + coded(w, p, ids, codes, pieces[at] - add))
        if w.reading and at and step >= 0 and pieces[at] < pieces[at - 1] + step:
            w.bad = True
        at += 1
    end(w, &entries)
    return at


cdef int pooled(Wire* w, const Ids* ids, u8* pieces, int n, int most, int add) noexcept nogil:
    """The same without an order: ``{id: count}``, and ascending pieces."""
    cdef u8 copies[MAX_IDS]
    cdef int at, i
    memset(copies, 0, sizeof(copies))
    if not w.reading:
        for at in range(n):
            if at < most and add <= pieces[at] < add + ids.n:
                copies[pieces[at] - add] += 1
            else:
                w.bad = True
    counts(w, ids, copies)
    if not w.reading:
        return n
    n = 0
    for at in range(ids.n):
        for i in range(copies[at]):
            if n == most:
                w.bad = True
                return n
            pieces[n] = <u8>(add + at)
            n += 1
    return n


cdef u32 members(Wire* w, const Ids* ids, u32 mask) noexcept nogil:
    """A list of different ids, a mask of their indices."""
    cdef Span entries = list_begins(w)
    cdef u32 found = 0
    cdef int at = 0
    while True:
        while not w.reading and at < ids.n and not (mask >> at) & 1:
            at += 1
        if not more(w, &entries, at < ids.n):
            break
        at = one_of(w, ids, at)
        found |= <u32>1 << at
        at += 1
    end(w, &entries)
    return found


cdef u32 numbers(Wire* w, u32 mask, int most) noexcept nogil:
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


cdef int single_number(Wire* w, int mask, int most) noexcept nogil:
    """One number ``1 .. most``, a mask with that one bit."""
    cdef int place = 0
    while mask >> place:
        place += 1
    return 1 << (number(w, place, 1, most) - 1)


cdef u32 letters(Wire* w, u32 mask, int length) noexcept nogil:
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


# --- nodes --------------------------------------------------------------------------------

cdef void walk(Wire* w, const Program* p, int node, u8* base, int depth) noexcept nogil:
    """Write the value of a node, or read it into memory that is zero."""
    cdef const i32* code = &p.code[node]
    cdef const i32* a = &code[1]
    cdef u64 wide
    cdef int i, n, value
    if depth == MAX_DEPTH:
        w.bad = True
    if w.bad:
        return
    if code[0] == INTEGER:
        store(base, a, number(w, load(base, a) - a[4], a[2], a[3]) + a[4])
    elif code[0] == TRUTH:
        store(base, a, truth(w, load(base, a)))
    elif code[0] == ONE_OF:
        if a[0] < 0:
            one_of(w, &p.ids[a[2]], 0)
        else:
            store(base, a, a[4] + coded(w, p, a[2], a[3], load(base, a) - a[4]))
    elif code[0] == NULLABLE:
        if null(w, load(base, a) == a[2]):
            store(base, a, a[2])
        else:
            walk(w, p, a[3], base, depth + 1)
    elif code[0] == COUNTS:
        counts(w, &p.ids[a[1]], &base[a[0]])
    elif code[0] == LIST:
        if a[2] >= 0:
            n = base[a[2]]
        else:
            n = 0
            while n < a[1] and base[a[0] + n]:
                n += 1
        n = listed(w, p, &base[a[0]], n, a[1], a[3], a[4], a[5], a[6])
        if a[2] >= 0:
            base[a[2]] = <u8>n
    elif code[0] == POOL:
        base[a[2]] = <u8>pooled(w, &p.ids[a[3]], &base[a[0]], base[a[2]], a[1], a[4])
    elif code[0] == REST:
        rest(w, p, a, base)
    elif code[0] == MEMBERS:
        store(base, a, <int>members(w, &p.ids[a[2]], <u32>load(base, a)))
    elif code[0] == HOLDERS:
        holders(w, &p.ids[a[2]], &base[a[0]], a[1])
    elif code[0] == NUMBERS:
        store(base, a, <int>numbers(w, <u32>load(base, a), a[2]))
    elif code[0] == NUMBER:
        store(base, a, single_number(w, load(base, a), a[2]))
    elif code[0] == LETTERS:
        store(base, a, <int>letters(w, <u32>load(base, a), a[2]))
    elif code[0] == HEXADECIMAL:
        memcpy(&wide, &base[a[0]], sizeof(u64))
        wide = hexadecimal(w, wide)
        memcpy(&base[a[0]], &wide, sizeof(u64))
    elif code[0] == FLAGGED:
        flagged(w, &p.ids[a[3]], &base[a[0]], a[1], &base[a[2]])
    elif code[0] == RECORD:
        record(w, p, node, base, depth)
    elif code[0] == ROWS:
        rows(w, p, a, base, depth)
    elif code[0] == FORMS:
        forms(w, p, a, base, depth)
    elif code[0] == CHOICE:
        choice(w, p, a, base, depth)
    elif code[0] == NUMBER_OR_ID:
        value = load(base, a)
        if w.reading:
            value = -1 if w.at < w.end and w.at[0] >= FIX_TEXT else 1
        if value < 0:
            store(base, a, coded(w, p, a[3], a[4], load(base, a)))
        else:
            store(base, a, number(w, load(base, a), 1, a[2]))


cdef void rest(Wire* w, const Program* p, const i32* a, u8* base) noexcept nogil:
    cdef int i, known = 0, n
    for i in range(p.ids[a[3]].n):
        known += base[a[5] + i]
    n = pooled(w, &p.ids[a[3]], &base[a[0]], base[a[2]] + base[a[4]] - known, a[1], 0)
    if w.reading:
        n += known - base[a[4]]
        if not 0 <= n <= a[1]:
            w.bad = True
        base[a[2]] = <u8>n


cdef void holders(Wire* w, const Ids* ids, u8* codes, int code) noexcept nogil:
    cdef u32 mask = 0
    cdef int at
    if not w.reading:
        for at in range(ids.n):
            mask |= <u32>(codes[at] == code) << at
    mask = members(w, ids, mask)
    for at in range(ids.n):
        if w.reading and (mask >> at) & 1:
            codes[at] = <u8>code


cdef void flagged(Wire* w, const Ids* ids, u8* counter, int most, u8* flags) noexcept nogil:
    cdef Span entries = list_begins(w)
    cdef int at = 1
    while more(w, &entries, at < counter[0]):
        if at > most:
            w.bad = True
            break
        flags[0] |= <u8>(one_of(w, ids, (flags[0] >> at) & 1) << at)
        at += 1
    end(w, &entries)
    counter[0] = <u8>at


cdef void fields(Wire* w, const Program* p, Span* m, int node, u8* base, int depth) noexcept nogil:
    """The fields of a record: the ids of table 0 are the names of all fields."""
    cdef const i32* a = &p.code[node + 1]
    cdef const i32* f
    cdef u8* before
    cdef u8* value
    cdef bint there
    cdef int i
    for i in range(a[0]):
        f = &a[1 + 4 * i]
        there = f[3] <= 0 or any_set(&base[f[2]], f[3])
        if w.reading:
            there = m.n > 0 and follows(w, &p.ids[0], f[0])
            if not there and f[3] == 0:
                w.bad = True
        before = w.at
        if there and more(w, m, True):
            one_of_name(w, p, f[0])
            value = w.at
            walk(w, p, f[1], base, depth + 1)
            if f[3] < 0 and value[0] == FIX_MAP and not w.reading and not w.bad:
                w.at = before
                m.n -= 1


cdef inline void one_of_name(Wire* w, const Program* p, int name) noexcept nogil:
    """The name of a field, which is known to follow where it is read."""
    cdef int size
    cdef const u8* text = id_text(&p.ids[0], name, &size)
    exactly(w, text, size)


cdef void record(Wire* w, const Program* p, int node, u8* base, int depth) noexcept nogil:
    cdef Span m = map_begins(w)
    fields(w, p, &m, node, base, depth)
    end(w, &m)


cdef void rows(Wire* w, const Program* p, const i32* a, u8* base, int depth) noexcept nogil:
    cdef Span entries = list_begins(w)
    cdef int at = 0, n = base[a[2]] if a[2] >= 0 else a[3]
    while more(w, &entries, at < n):
        if at == a[3]:
            w.bad = True
            break
        walk(w, p, a[5 + min(at, a[4] - 1)], &base[a[0] + at * a[1]], depth + 1)
        at += 1
    end(w, &entries)
    if a[2] >= 0:
        base[a[2]] = <u8>at
    elif at != a[3]:
        w.bad = True


cdef void forms(Wire* w, const Program* p, const i32* a, u8* base, int depth) noexcept nogil:
    cdef Span m = map_begins(w)
    cdef int form
    if more(w, &m, True):
        one_of_name(w, p, a[0])
        form = one_of(w, &p.ids[a[3]], load(base, &a[1]))
        store(base, &a[1], form)
        if not w.bad:
            fields(w, p, &m, a[4 + form], base, depth)
    end(w, &m)


cdef void choice(Wire* w, const Program* p, const i32* a, u8* base, int depth) noexcept nogil:
    cdef Span m = map_begins(w)
    cdef const i32* c
    cdef int i
    for i in range(a[2]):
        c = &a[3 + 3 * i]
        if follows(w, &p.ids[0], c[1]) if w.reading else load(base, a) == c[0]:
            if more(w, &m, True):
                store(base, a, c[0])
                one_of_name(w, p, c[1])
                walk(w, p, c[2], base, depth + 1)
            end(w, &m)
            return
    w.bad = True


cdef class Codec:
    """Writes and reads blocks of ``size`` bytes.

    ``code`` holds the nodes as 32-bit integers, ``root`` is the first one to be walked;
    ``ids`` are tables of ids, each a list of ids in msgpack, of which the first has the names
    of all fields. What is not well formed is undefined: it comes from a description.
    """

    cdef Program program
    cdef Ids* tables
    cdef int n_tables
    cdef int root
    cdef int size
    cdef list kept

    def __cinit__(self, bytes code, int root, list ids, int size):
        cdef int at, i
        cdef bytes texts
        cdef Ids* table
        self.kept = [code]
        self.root = root
        self.size = size
        self.tables = <Ids*>calloc(max(len(ids), 1), sizeof(Ids))
        if self.tables == NULL:
            raise MemoryError
        self.n_tables = <int>len(ids)
        for at in range(self.n_tables):
            given = ids[at]
            if len(given) > MAX_IDS:
                raise ValueError(f"at most {MAX_IDS} ids of one kind expected, not {len(given)}")
            texts = b"".join(given)
            self.kept.append(texts)
            table = &self.tables[at]
            table.n = <int>len(given)
            table.texts = <const u8*>PyBytes_AsString(texts)
            table.start = <u32*>malloc((table.n + 1) * sizeof(u32))
            if table.start == NULL:
                raise MemoryError
            table.start[0] = 0
            for i in range(table.n):
                table.start[i + 1] = table.start[i] + <u32>len(given[i])
        self.program.code = <const i32*>PyBytes_AsString(code)
        self.program.ids = self.tables

    def __dealloc__(self):
        cdef int at
        for at in range(self.n_tables):
            free(self.tables[at].start)
        free(self.tables)

    def write(self, bytes state):
        """The block in msgpack; ``None`` if it cannot be written as described."""
        cdef u8 out[MAX_BYTES]
        cdef bytes block
        cdef int n
        if len(state) != self.size:
            raise ValueError(f"expected {self.size} bytes, got {len(state)}")
        # A copy: what is out of range is not written but brought into it.
        block = PyBytes_FromStringAndSize(PyBytes_AsString(state), self.size)
        n = self.written(<u8*>PyBytes_AsString(block), out)
        return None if n < 0 else PyBytes_FromStringAndSize(<char*>out, n)

    def read(self, bytes data):
        """The block written as ``data``; ``None`` if it is not just what ``write`` gives."""
        cdef Wire w
        cdef u8 out[MAX_BYTES]
        cdef bytes state
        cdef u8* block
        cdef int n = <int>min(len(data), MAX_BYTES + 1)
        if n > MAX_BYTES:
            return None
        state = PyBytes_FromStringAndSize(NULL, self.size)
        block = <u8*>PyBytes_AsString(state)
        memset(block, 0, self.size)
        w.reading = True
        w.bad = False
        w.at = <u8*>PyBytes_AsString(data)
        w.end = w.at + n
        walk(&w, &self.program, self.root, block, 0)
        if w.bad or w.at != w.end:
            return None
        # Whatever was read is right if it is what would be written.
        if n != self.written(block, out) or memcmp(out, PyBytes_AsString(data), n) != 0:
            return None
        return state

    cdef int written(self, u8* block, u8* out) noexcept:
        """Bytes written to ``out``, -1 if that cannot be."""
        cdef Wire w
        w.reading = False
        w.bad = False
        w.at = out
        w.end = out + MAX_BYTES
        walk(&w, &self.program, self.root, block, 0)
        return -1 if w.bad else <int>(w.at - out)
