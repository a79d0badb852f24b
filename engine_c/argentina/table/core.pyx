"""The compiled game as Python sees it: rules, tables of the search, states and views.

Thread safety: ``CompiledRules`` and ``Table`` are immutable; a ``CoreState`` may be used by
one thread at a time. The rules themselves are compiled in ``table.pyx``.
"""
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.pycapsule cimport PyCapsule_GetContext, PyCapsule_New, PyCapsule_SetContext
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from engine_c.argentina.figures.blocks cimport state_of
from engine_c.argentina.figures.frames cimport BUENOS_AIRES_STAGE
from engine_c.argentina.figures.rules cimport BY_PLAYERS, Rules
from engine_c.argentina.figures.state cimport (
    MAX_ACTIONS, MAX_REVEALS, REVEAL_IMPOSE, Env, Reveals, State, top,
)
from engine_c.argentina.learned.evaluation cimport INPUTS, MAX_HIDDEN, OUTPUTS
from engine_c.argentina.learned.policy cimport ROW, TRAITS
from engine_c.argentina.table.calls cimport Calls, Context, calls_of
from engine_c.argentina.table.scoring cimport CATEGORIES
from engine_c.common.hashing cimport hash_bytes
from engine_c.common.linear cimport BLOCK
from engine_c.common.random cimport below
from engine_c.common.table cimport GAME_TABLE, GameTable
from engine_c.common.types cimport u8, u32, u64

from gwta_ai._engine.argentina.table import CALLS

STATE_BYTES = sizeof(State)
RULES_BYTES = sizeof(Rules)

cdef const Calls* calls = calls_of(CALLS)


def weight_shapes(int hidden):
    """Rows and columns of each array of weights, for so many hidden units.

    Raises ValueError for a number of units that the evaluation cannot have.
    """
    if hidden % BLOCK or not 0 <= hidden <= MAX_HIDDEN:
        raise ValueError(
            f"hidden units: expected a multiple of {BLOCK} up to {MAX_HIDDEN}, got {hidden}"
        )
    return {
        "policy": (TRAITS, ROW),
        "first": (INPUTS + 1, OUTPUTS + hidden),
        "second": (hidden, OUTPUTS),
    }


cdef class CompiledRules:
    """One ruleset as the core reads it: the bytes of ``struct Rules``.

    Raises ValueError for a wrong number of bytes.
    """

    cdef Rules* rules
    cdef Env env

    def __cinit__(self, bytes figures):
        if len(figures) != sizeof(Rules):
            raise ValueError(f"expected {sizeof(Rules)} bytes, got {len(figures)}")
        self.rules = <Rules*>malloc(sizeof(Rules))
        if self.rules == NULL:
            raise MemoryError
        memcpy(self.rules, PyBytes_AsString(figures), sizeof(Rules))
        self.env.rules = self.rules
        self.env.reveals = NULL

    def __dealloc__(self):
        free(self.rules)

    def table(self, int players):
        """Capsule of the game table of the rules alone, for ``players`` seats, 2 to 4."""
        return Table(self, players).capsule()


cdef class Table:
    """A game table: the rules for ``players`` seats (2 to 4) and, if given, what was learned.

    ``weights`` are the arrays that ``weight_shapes`` tells of, as bytes of floats; without
    them the table has neither priors nor an evaluation. Raises ValueError for a wrong size.
    """

    cdef CompiledRules rules
    cdef tuple weights
    cdef Context context
    cdef GameTable table

    def __cinit__(self, CompiledRules rules, int players, tuple weights=None):
        if not 2 <= players < BY_PLAYERS:
            raise ValueError("players must be 2 to 4")
        self.rules = rules
        self.weights = weights
        self.context.env = rules.env
        self.table = calls.table
        self.table.context = &self.context
        self.table.seats = players
        if weights is None:
            self.table.evaluate = NULL
            self.table.priors = NULL
        else:
            self.learn(weights)

    cdef int learn(self, tuple weights) except -1:
        cdef bytes policy, first, second
        policy, first, second = weights
        cdef int hidden = len(second) // (OUTPUTS * sizeof(float))
        shapes = weight_shapes(hidden)
        for name, data in (("policy", policy), ("first", first), ("second", second)):
            rows, columns = shapes[name]
            if len(data) != rows * columns * sizeof(float):
                raise ValueError(f"{name}: expected {rows} x {columns} floats, got {len(data)} bytes")
        self.context.policy = <const float*>PyBytes_AsString(policy)
        self.context.network.hidden = hidden
        self.context.network.first = <const float*>PyBytes_AsString(first)
        self.context.network.second = <const float*>PyBytes_AsString(second)

    def capsule(self):
        """The capsule that a search takes; it keeps the table alive."""
        capsule = PyCapsule_New(&self.table, GAME_TABLE, let_go)
        Py_INCREF(self)
        PyCapsule_SetContext(capsule, <void*>self)
        return capsule


cdef void let_go(object capsule) noexcept:
    """A game table is no longer used: give up the hold on it."""
    Py_DECREF(<object>PyCapsule_GetContext(capsule))


cdef class CoreState:
    """A state or a view: the flat struct and the rules it is played under."""

    cdef State s
    cdef readonly CompiledRules rules

    def __cinit__(self, CompiledRules rules, *args):
        self.rules = rules

    @classmethod
    def new(cls, CompiledRules rules, int players, int sides, bytes neutral, u64 seed):
        """A new game.

        ``sides``: mask of building numbers on side b, -1 for random sides.
        ``neutral``: index of the letter on each neutral space, None for a shuffle.
        """
        cdef CoreState self = cls.__new__(cls, rules)
        cdef const u8* letters = NULL
        if not 2 <= players < BY_PLAYERS:
            raise ValueError("players must be 2 to 4")
        if neutral is not None:
            if len(neutral) != rules.rules.n_neutral:
                raise ValueError("neutral must have one byte a neutral space")
            letters = <const u8*>PyBytes_AsString(neutral)
        calls.set_up(&rules.env, &self.s, players, sides, letters, seed)
        return self

    @classmethod
    def from_bytes(cls, CompiledRules rules, bytes data):
        """The inverse of ``bytes``; the bytes are trusted."""
        cdef CoreState self = cls.__new__(cls, rules)
        self.s = state_of(data)[0]
        return self

    def bytes(self):
        """The canonical bytes."""
        return PyBytes_FromStringAndSize(<char*>&self.s, sizeof(State))

    def clone(self):
        cdef CoreState other = type(self).__new__(type(self), self.rules)
        memcpy(&other.s, &self.s, sizeof(State))
        return other

    def copy_from(self, CoreState other):
        """Become a copy of ``other``."""
        memcpy(&self.s, &other.s, sizeof(State))

    def equals(self, CoreState other):
        return memcmp(&self.s, &other.s, sizeof(State)) == 0

    def digest(self):
        """A 64-bit digest of the canonical bytes."""
        return hash_bytes(<const u8*>&self.s, sizeof(State))

    @property
    def players(self):
        return self.s.players

    @property
    def seat(self):
        """The seat to move; -1 when the game is over."""
        return -1 if self.s.over else self.s.seat

    @property
    def viewer(self):
        """The seat whose view this is; -1 for a state."""
        return <int>self.s.viewer - 1

    @property
    def over(self):
        return bool(self.s.over)

    @property
    def turn(self):
        return self.s.turn

    @property
    def clock(self):
        """The part of the game that is gone, 0 .. 1."""
        return calls.clock(self.rules.rules, &self.s)

    @property
    def frame(self):
        """The pending decision as ``(kind, stage)``: the kind of its frame, and its stage."""
        if self.s.depth == 0:
            return (0, 0)
        return (top(&self.s).kind, top(&self.s).part[BUENOS_AIRES_STAGE])

    def table(self):
        """Capsule of the game table of the rules alone."""
        return self.rules.table(self.s.players)

    def legal(self):
        """All legal action values, ascending."""
        cdef u32 out[MAX_ACTIONS]
        cdef int i, n = calls.table.legal(&self.rules.env, &self.s, out)
        return [out[i] for i in range(n)]

    def is_legal(self, u32 act):
        cdef u32 out[MAX_ACTIONS]
        cdef int i, n = calls.table.legal(&self.rules.env, &self.s, out)
        for i in range(n):
            if out[i] == act:
                return True
        return False

    def step(self, u32 act):
        """Perform a legal action; the caller has checked that it is one."""
        with nogil:
            calls.table.step(&self.rules.env, &self.s, act)

    def draws(self, u32 act):
        """What a legal action would draw: ``[(stack, piece), ...]`` in order."""
        cdef Reveals reveals
        cdef Env env
        cdef State copy = self.s
        cdef int i
        memset(&reveals, 0, sizeof(Reveals))
        env.rules = self.rules.rules
        env.reveals = &reveals
        calls.table.step(&env, &copy, act)
        return [(reveals.stack[i], reveals.piece[i]) for i in range(reveals.n)]

    def step_with(self, u32 act, list draws):
        """Perform a legal action drawing the given pieces.

        Returns 0 and changes the state, or the 1-based index of the first piece
        that could not be drawn (255: too few were given) and changes nothing.
        """
        cdef Reveals reveals
        cdef Env env
        cdef State copy = self.s
        cdef int i
        if len(draws) > MAX_REVEALS:
            return MAX_REVEALS
        memset(&reveals, 0, sizeof(Reveals))
        reveals.mode = REVEAL_IMPOSE
        reveals.n = <u8>len(draws)
        for i in range(reveals.n):
            reveals.stack[i] = draws[i][0]
            reveals.piece[i] = draws[i][1]
        env.rules = self.rules.rules
        env.reveals = &reveals
        calls.table.step(&env, &copy, act)
        if reveals.fault == 0 and reveals.used < reveals.n:
            reveals.fault = reveals.used + 1
        if reveals.fault == 0:
            self.s = copy
        return reveals.fault

    def scores(self):
        """Per seat the twelve categories, as if the game ended now."""
        cdef double figures[BY_PLAYERS * (CATEGORIES + 1)]
        cdef int seat, k
        calls.table.report(&self.rules.env, &self.s, figures)
        return [
            [<int>figures[seat * (CATEGORIES + 1) + 1 + k] for k in range(CATEGORIES)]
            for seat in range(self.s.players)
        ]

    def view(self, int seat):
        """What one seat may know."""
        cdef CoreState other = type(self).__new__(type(self), self.rules)
        calls.table.view(&self.rules.env, &self.s, &other.s, seat)
        return other

    def determinize(self, u64 seed):
        """A state that agrees with this view."""
        cdef CoreState other = type(self).__new__(type(self), self.rules)
        calls.table.determinize(&self.rules.env, &self.s, &other.s, seed)
        return other

    def play_random(self, u64 seed, int limit):
        """Play uniformly random actions; returns how many, at most ``limit``."""
        cdef u32 out[MAX_ACTIONS]
        cdef u64 rng = seed
        cdef int n, played = 0
        with nogil:
            n = calls.table.legal(&self.rules.env, &self.s, out)
            while n and played < limit:
                n = calls.table.step_legal(&self.rules.env, &self.s, out[below(&rng, <u32>n)], out)
                played += 1
        return played
