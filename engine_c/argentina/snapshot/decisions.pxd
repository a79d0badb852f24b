"""The pending decisions of a snapshot; the twin in Python is ``gwta_ai/games/argentina/snapshot/decisions.py``."""
from libc.string cimport memcpy, memset
from engine_c.common.msgpack cimport (
    FIX_TEXT, Span, Wire, end, key, key_if, list_begins, map_begins, more, null, number, truth,
    word, word_follows,
)
from engine_c.common.types cimport i16, u8
from engine_c.argentina.figures.frames cimport (
    ADD_FIRST, BUENOS_AIRES_STAGE, BUENOS_AIRES_TOKEN_ROW, BUILD_AT_NUMBER, BUY_BEGUN,
    BUY_FIRST_CARD, BUY_OFFER, BUY_SECOND_CARD, COST_PROGRAM, DISC_ON_QUAY, DISC_ON_SHIP,
    DISC_ON_STATION, DISC_PURPOSE, DISC_TARGET, DISCARD_LOWEST, DRAW_REMOVES, FRAME_ADD,
    FRAME_BUENOS_AIRES, FRAME_BUILD, FRAME_BUILD_AT, FRAME_BUY, FRAME_COST, FRAME_DISC,
    FRAME_DISCARD, FRAME_DRAW, FRAME_ENGINE, FRAME_HELP, FRAME_HIRE, FRAME_LOCATION, FRAME_MASTER,
    FRAME_PROGRAM, FRAME_REMOVE, FRAME_STATION, FRAME_STEPS, FRAME_TAKE_CATTLE, HELP_EXTRA,
    HELP_FIRST, HELP_SECOND, HELP_THIRD, LOCATION_DONE, LOCATION_LAST, LOCATION_VISIT,
    LOCATION_VISIT_BEFORE, MAX_FRAMES, PROGRAM_INDEX, PROGRAM_NEXT, PROGRAM_PERFORMED, STATION_AT,
    TAKE_CATTLE_CARD_CLASS, TAKE_CATTLE_INTO_HAND, Frame,
)
from engine_c.argentina.figures.rules cimport MAX_BUILDING_LOCALS, ROW_SPACES
from engine_c.argentina.snapshot.fields cimport counts, numbers, shown
from engine_c.argentina.snapshot.words cimport Words, one_of
from engine_c.argentina.figures.state cimport State

cdef enum:
    MAX_COUNTED = 100         # of anything a decision counts
    MAX_INCOME = 2000
    MAX_HELPED = 3            # farmers at once, as a frame has slots
    MAX_BOUGHT = 2            # cards at once, as a frame has slots
    MAX_VISIT = MAX_BUILDING_LOCALS + 1   # local actions; that of the space comes last


cdef inline void decisions(Wire* w, const Words* t, State* s) noexcept nogil:
    """The stack of frames, the decision at hand last."""
    cdef Span entries = list_begins(w)
    cdef int at = 0
    while more(w, &entries, at < s.depth):
        if at == MAX_FRAMES:
            w.bad = True
            break
        decision(w, t, &s.frames[at])
        at += 1
    end(w, &entries)
    s.depth = <u8>at


cdef inline void decision(Wire* w, const Words* t, Frame* f) noexcept nogil:
    """One frame: a map with arguments that depend on its kind."""
    cdef Span m = map_begins(w)
    key(w, &m, "decision")
    f.kind = <u8>one_of(w, &t.decisions, f.kind)
    if f.kind == FRAME_LOCATION:
        key(w, &m, "visit")
        f.part[LOCATION_VISIT] = <u8>one_of(w, &t.visits, f.part[LOCATION_VISIT])
        if key_if(w, &m, "done", f.part[LOCATION_DONE]):
            f.part[LOCATION_DONE] = <u8>numbers(w, f.part[LOCATION_DONE], MAX_VISIT)
        if key_if(w, &m, "last", f.part[LOCATION_LAST]):
            f.part[LOCATION_LAST] = single_bit(w, f.part[LOCATION_LAST], MAX_VISIT)
        if key_if(w, &m, "visit_before", f.part[LOCATION_VISIT_BEFORE]):
            f.part[LOCATION_VISIT_BEFORE] = <u8>one_of(w, &t.visits, f.part[LOCATION_VISIT_BEFORE])
    elif f.kind == FRAME_BUENOS_AIRES:
        key(w, &m, "stage")
        f.part[BUENOS_AIRES_STAGE] = <u8>one_of(w, &t.stages, f.part[BUENOS_AIRES_STAGE])
        key(w, &m, "token_row_on_arrival")
        f.part[BUENOS_AIRES_TOKEN_ROW] = job_row(w, t, f.part[BUENOS_AIRES_TOKEN_ROW])
        if key_if(w, &m, "income", f.n):
            f.n = <i16>number(w, f.n, 0, MAX_INCOME)
    elif f.kind == FRAME_PROGRAM:
        key(w, &m, "action")
        f.part[PROGRAM_INDEX] = <u8>one_of(w, &t.programs, f.part[PROGRAM_INDEX])
        if key_if(w, &m, "effects_done", f.part[PROGRAM_NEXT]):
            f.part[PROGRAM_NEXT] = <u8>number(w, f.part[PROGRAM_NEXT], 0, MAX_COUNTED)
        if key_if(w, &m, "performed", f.part[PROGRAM_PERFORMED]):
            f.part[PROGRAM_PERFORMED] = truth(w, f.part[PROGRAM_PERFORMED])
    elif f.kind == FRAME_COST:
        key(w, &m, "action")
        f.part[COST_PROGRAM] = <u8>one_of(w, &t.programs, f.part[COST_PROGRAM])
    elif f.kind == FRAME_DISCARD or f.kind == FRAME_REMOVE:
        key(w, &m, "cards")
        f.n = <i16>number(w, f.n, 1, MAX_COUNTED)
        if key_if(w, &m, "from", f.part[DISCARD_LOWEST]):
            f.part[DISCARD_LOWEST] = <u8>one_of(w, &t.cards, f.part[DISCARD_LOWEST])
    elif f.kind == FRAME_DRAW:
        key(w, &m, "cards")
        f.n = <i16>number(w, f.n, 1, MAX_COUNTED)
        key(w, &m, "then")
        f.part[DRAW_REMOVES] = either(w, "discard", "remove", f.part[DRAW_REMOVES])
    elif f.kind == FRAME_STEPS:
        key(w, &m, "steps")
        f.n = <i16>number(w, f.n, 1, MAX_COUNTED)
    elif f.kind == FRAME_HIRE:
        key(w, &m, "cost_change")
        f.n = <i16>number(w, f.n, -MAX_COUNTED, MAX_COUNTED)
    elif f.kind == FRAME_BUILD:
        key(w, &m, "pesos_per_carpintero")
        f.n = <i16>number(w, f.n, 0, MAX_COUNTED)
    elif f.kind == FRAME_BUILD_AT:
        key(w, &m, "building")
        f.part[BUILD_AT_NUMBER] = <u8>one_of(w, &t.numbers, f.part[BUILD_AT_NUMBER])
        key(w, &m, "pesos_per_carpintero")
        f.n = <i16>number(w, f.n, 0, MAX_COUNTED)
    elif f.kind == FRAME_BUY:
        key(w, &m, "gauchos")
        f.n = <i16>number(w, f.n, 0, ROW_SPACES)
        if key_if(w, &m, "begun", f.part[BUY_BEGUN]):
            f.part[BUY_BEGUN] = truth(w, f.part[BUY_BEGUN])
        if key_if(w, &m, "last_purchase", (
            f.part[BUY_OFFER] or f.part[BUY_FIRST_CARD] or f.part[BUY_SECOND_CARD]
        )):
            purchase(w, t, f)
    elif f.kind == FRAME_ENGINE:
        key(w, &m, "spaces")
        f.n = <i16>number(w, f.n, 1, MAX_COUNTED)
    elif f.kind == FRAME_STATION or f.kind == FRAME_MASTER:
        key(w, &m, "station")
        f.part[STATION_AT] = <u8>one_of(w, &t.stations, f.part[STATION_AT])
    elif f.kind == FRAME_DISC:
        key(w, &m, "on")
        target(w, t, f)
    elif f.kind == FRAME_HELP:
        key(w, &m, "whom")
        whom(w, t, f)
        if key_if(w, &m, "extra_strength", f.part[HELP_EXTRA]):
            f.part[HELP_EXTRA] = <u8>number(w, f.part[HELP_EXTRA], 0, MAX_COUNTED)
        if key_if(w, &m, "farmers", (
            f.part[HELP_FIRST] or f.part[HELP_SECOND] or f.part[HELP_THIRD]
        )):
            farmers(w, t, f)
    elif f.kind == FRAME_ADD:
        key(w, &m, "received")
        received(w, t, f)
    elif f.kind == FRAME_TAKE_CATTLE:
        key(w, &m, "card")
        f.part[TAKE_CATTLE_CARD_CLASS] = <u8>one_of(w, &t.classes, f.part[TAKE_CATTLE_CARD_CLASS])
        key(w, &m, "to")
        f.part[TAKE_CATTLE_INTO_HAND] = either(w, "discard", "hand", f.part[TAKE_CATTLE_INTO_HAND])
    if key_if(w, &m, "committed", f.must):
        f.must = truth(w, f.must)
    end(w, &m)


# --- arguments ----------------------------------------------------------------------------

cdef inline u8 job_row(Wire* w, const Words* t, int row) noexcept nogil:
    """Where the job market token is: a row from 1 on, or ``null`` when it is out."""
    if null(w, row == t.rules.job_rows):
        return t.rules.job_rows
    return <u8>(number(w, row + 1, 1, t.rules.job_rows) - 1)


cdef inline u8 single_bit(Wire* w, int mask, int most) noexcept nogil:
    """One number ``1 .. most``, a mask with that one bit."""
    cdef int place = 0
    while mask >> place:
        place += 1
    return <u8>(1 << (number(w, place, 1, most) - 1))


cdef inline u8 either(Wire* w, const char* no, const char* yes, bint value) noexcept nogil:
    """One of two words."""
    if w.reading:
        value = word_follows(w, yes)
    word(w, yes if value else no)
    return value


cdef inline void purchase(Wire* w, const Words* t, Frame* f) noexcept nogil:
    """The offer and the cards of the last purchase, each one more than its kind."""
    cdef Span m = map_begins(w)
    key(w, &m, "offer")
    f.part[BUY_OFFER] = <u8>one_of(w, &t.offers, f.part[BUY_OFFER])
    key(w, &m, "cards")
    shown(w, &t.cattle, &f.part[BUY_FIRST_CARD], MAX_BOUGHT, 1)
    end(w, &m)


cdef inline void target(Wire* w, const Words* t, Frame* f) noexcept nogil:
    """Where a disc goes: ``{"ship": id}``, ``{"station": id}`` or ``{"quay": id}``."""
    cdef Span m = map_begins(w)
    if key_if(w, &m, "ship", f.part[DISC_PURPOSE] == DISC_ON_SHIP):
        f.part[DISC_PURPOSE] = DISC_ON_SHIP
        f.part[DISC_TARGET] = <u8>one_of(w, &t.ships, f.part[DISC_TARGET])
    elif key_if(w, &m, "station", f.part[DISC_PURPOSE] == DISC_ON_STATION):
        f.part[DISC_PURPOSE] = DISC_ON_STATION
        f.part[DISC_TARGET] = <u8>one_of(w, &t.stations, f.part[DISC_TARGET])
    else:
        key(w, &m, "quay")
        f.part[DISC_PURPOSE] = DISC_ON_QUAY
        f.part[DISC_TARGET] = <u8>one_of(w, &t.quays, f.part[DISC_TARGET])
    end(w, &m)


cdef inline void whom(Wire* w, const Words* t, Frame* f) noexcept nogil:
    """How many farmers may be helped, or the one space whose farmer may be."""
    cdef bint one_space = f.n < 0
    if w.reading:
        one_space = w.at < w.end and w.at[0] >= FIX_TEXT
    if one_space:
        f.n = <i16>-farmer_space(w, t, -f.n)
    else:
        f.n = <i16>number(w, f.n, 1, MAX_HELPED)


cdef inline int farmer_space(Wire* w, const Words* t, int space) noexcept nogil:
    """A farmer space by its index among the spaces of the trail."""
    cdef int at = 0
    while not w.reading and at < t.farmer_spaces.n and t.farmer_space[at] != space:
        at += 1
    at = one_of(w, &t.farmer_spaces, at)
    return 0 if w.bad else t.farmer_space[at]


cdef inline void farmers(Wire* w, const Words* t, Frame* f) noexcept nogil:
    """The spaces of the farmers chosen so far."""
    cdef Span entries = list_begins(w)
    cdef u8 spaces[MAX_HELPED + 1]
    cdef int at = 0
    memset(spaces, 0, sizeof(spaces))
    if not w.reading:
        memcpy(spaces, &f.part[HELP_FIRST], MAX_HELPED)
    while more(w, &entries, spaces[at]):
        if at == MAX_HELPED:
            w.bad = True
            break
        spaces[at] = <u8>farmer_space(w, t, spaces[at])
        at += 1
    end(w, &entries)
    memcpy(&f.part[HELP_FIRST], spaces, MAX_HELPED)


cdef inline void received(Wire* w, const Words* t, Frame* f) noexcept nogil:
    """Farmers just received, by colour."""
    counts(w, &t.colours, &f.part[ADD_FIRST])
