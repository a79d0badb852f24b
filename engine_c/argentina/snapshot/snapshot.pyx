"""Snapshots in msgpack, straight from the struct of a state and back into it.

``gwta_ai/snapshot.py`` does the same in Python, field by field, and is the authority: it
names what is wrong. Here everything that is not plainly right is left to it.

A ``Codec`` never changes; any number of threads may use it.
"""
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.string cimport memcmp, memcpy, memset
from engine_c.common.msgpack cimport Wire
from engine_c.common.table cimport GAME_TABLE, GameTable
from engine_c.common.types cimport u8, u32
from engine_c.argentina.position.position cimport possible
from engine_c.argentina.position.figures cimport Figures, fill_in
from engine_c.argentina.figures.frames cimport FRAME_KINDS, STAGE_LEAVE, VISIT_CLOSED
from engine_c.argentina.figures.rules cimport (
    BAGS, COLOURS, MAX_BONUS, MAX_CARDS, MAX_CERTIFICATE_STEPS, MAX_CLASSES, MAX_DISC_SPACES,
    MAX_FARMER_SPACES, MAX_MASTERS, MAX_NEUTRAL, MAX_OBJECTIVES, MAX_OFFERS, MAX_PRIVATE,
    MAX_PROGRAMS, MAX_QUAYS, MAX_SHIPS, MAX_SPACES, MAX_STATIONS, MAX_TILES, MAX_TRACK, ROWS, SIDES,
    SPACE_FARMER, WORKER_KINDS,
)
from engine_c.argentina.snapshot.board cimport snapshot
from engine_c.argentina.snapshot.words cimport Ids, Words
from engine_c.argentina.figures.state cimport MAX_ACTIONS, MAX_CATTLE, Env, State

cdef enum:
    MAX_SNAPSHOT = 32768      # bytes; a game of four players takes about 5,000
    MAX_TEXTS = 65535         # bytes of all ids of one kind


cdef class Codec:
    """Reads and writes the snapshots of one ruleset.

    ``table`` is the capsule of a game table, ``ids`` has the ids of each kind in the core's
    order, packed, empty ones where there is no id; ``programs`` says by bits where each
    program stands (see position_figures.pxd). Raises KeyError and ValueError.
    """

    cdef object capsule
    cdef list kept
    cdef const GameTable* table
    cdef Words words
    cdef Figures figures

    def __cinit__(self, table, dict ids, bytes programs):
        cdef const Env* env
        cdef int at
        cdef Words* w = &self.words
        self.capsule = table
        self.kept = []
        self.table = <const GameTable*>PyCapsule_GetPointer(table, GAME_TABLE)
        env = <const Env*>self.table.context
        if len(programs) > MAX_PROGRAMS:
            raise ValueError("too many programs")
        memcpy(self.figures.programs, PyBytes_AsString(programs), len(programs))
        fill_in(&self.figures, env.rules)
        w.rules = env.rules
        for at in range(w.rules.n_spaces):
            if w.rules.spaces[at].kind == SPACE_FARMER:
                w.farmer_space[w.rules.spaces[at].farmer] = <u8>at
        self.fill(&w.formats, ids["formats"], SIDES)
        self.fill(&w.game, ids["game"], 1)
        self.fill(&w.ruleset, ids["ruleset"], 1)
        self.fill(&w.cards, ids["cards"], MAX_CARDS)
        self.fill(&w.cattle, ids["cattle"], MAX_CATTLE)
        self.fill(&w.objectives, ids["objectives"], MAX_OBJECTIVES)
        self.fill(&w.classes, ids["classes"], MAX_CLASSES)
        self.fill(&w.tiles, ids["tiles"], MAX_TILES)
        self.fill(&w.farmer_tiles, ids["farmer_tiles"], MAX_TILES - WORKER_KINDS)
        self.fill(&w.workers, ids["workers"], WORKER_KINDS)
        self.fill(&w.station_workers, ids["station_workers"], WORKER_KINDS + 1)
        self.fill(&w.colours, ids["colours"], COLOURS)
        self.fill(&w.bags, ids["bags"], BAGS)
        self.fill(&w.rows, ids["rows"], ROWS)
        self.fill(&w.strengths, ids["strengths"], SIDES)
        self.fill(&w.spaces, ids["spaces"], MAX_SPACES)
        self.fill(&w.sites, ids["sites"], w.spaces.n + 1)
        self.fill(&w.neutral_spaces, ids["neutral_spaces"], MAX_NEUTRAL)
        self.fill(&w.neutral, ids["neutral"], MAX_NEUTRAL)
        self.fill(&w.farmer_spaces, ids["farmer_spaces"], MAX_FARMER_SPACES)
        self.fill(&w.numbers, ids["numbers"], MAX_PRIVATE)
        self.fill(&w.ships, ids["ships"], MAX_SHIPS)
        self.fill(&w.quays, ids["quays"], MAX_QUAYS)
        self.fill(&w.bonus, ids["bonus"], MAX_BONUS)
        self.fill(&w.stations, ids["stations"], MAX_STATIONS)
        self.fill(&w.masters, ids["masters"], MAX_MASTERS)
        self.fill(&w.track, ids["track"], MAX_TRACK + 1)
        self.fill(&w.disc_spaces, ids["disc_spaces"], MAX_DISC_SPACES)
        self.fill(&w.certificates, ids["certificates"], MAX_CERTIFICATE_STEPS)
        self.fill(&w.offers, ids["offers"], MAX_OFFERS)
        self.fill(&w.programs, ids["programs"], MAX_PROGRAMS)
        self.fill(&w.decisions, ids["decisions"], FRAME_KINDS)
        self.fill(&w.visits, ids["visits"], VISIT_CLOSED + 1)
        self.fill(&w.stages, ids["stages"], STAGE_LEAVE + 1)

    cdef int fill(self, Ids* ids, given, int most) except -1:
        """The ids of one kind, at most ``most``."""
        cdef bytes texts = b"".join(given)
        cdef int at = 0
        if not 0 < len(given) <= most or len(texts) > MAX_TEXTS:
            raise ValueError(f"1 to {most} ids expected, not {len(given)}")
        self.kept.append(texts)
        ids.n = len(given)
        ids.texts = <const u8*>PyBytes_AsString(texts)
        ids.start[0] = 0
        for at in range(ids.n):
            ids.start[at + 1] = ids.start[at] + len(given[at])
        return 0

    def write(self, bytes state):
        """The snapshot of a state or view, given by its bytes; ``None`` if it has none."""
        cdef u8 out[MAX_SNAPSHOT]
        cdef State s
        cdef int n
        take(state, &s)
        n = self.written(&s, out)
        return None if n < 0 else PyBytes_FromStringAndSize(<char*>out, n)

    def read(self, bytes data):
        """The bytes of the state or view of a snapshot.

        ``None`` if it is not just what ``write`` gives, or the position is not possible.
        """
        cdef Wire w
        cdef State s
        cdef u8 out[MAX_SNAPSHOT]
        cdef int n
        if len(data) > MAX_SNAPSHOT:
            return None
        n = <int>len(data)
        memset(&s, 0, sizeof(State))
        w.reading = True
        w.bad = False
        w.at = <u8*>PyBytes_AsString(data)
        w.end = w.at + n
        snapshot(&w, &self.words, &s)
        if w.bad or w.at != w.end or not possible(&self.figures, &s) or not self.goes_on(&s):
            return None
        # Whatever was read is right if it is what would be written.
        if n != self.written(&s, out) or memcmp(out, PyBytes_AsString(data), n) != 0:
            return None
        return PyBytes_FromStringAndSize(<char*>&s, sizeof(State))

    def possible(self, bytes state):
        """Whether a state or view, given by its bytes, has no fault (``position.faults``)."""
        cdef State s
        take(state, &s)
        return bool(possible(&self.figures, &s))

    cdef int written(self, State* s, u8* out) noexcept nogil:
        """Bytes written to ``out``, -1 if the state has no snapshot in canonical form."""
        cdef Wire w
        w.reading = False
        w.bad = False
        w.at = out
        w.end = out + MAX_SNAPSHOT
        snapshot(&w, &self.words, s)
        return -1 if w.bad else <int>(w.at - out)

    cdef bint goes_on(self, State* s) noexcept nogil:
        """Whether a possible position is over, or its decision has an option."""
        cdef u32 options[MAX_ACTIONS]
        cdef State t
        if s.over:
            return True
        if s.viewer == 0 or s.viewer == s.seat + 1:
            return self.table.legal(self.table.context, s, options) > 0
        self.table.determinize(self.table.context, s, &t, 0)
        return self.table.legal(self.table.context, &t, options) > 0


cdef int take(bytes data, State* s) except -1:
    """Copy the bytes of a state."""
    if len(data) != sizeof(State):
        raise ValueError(f"expected {sizeof(State)} bytes, got {len(data)}")
    memcpy(s, PyBytes_AsString(data), sizeof(State))
    return 0
