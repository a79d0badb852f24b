"""The compiled game: rules, states, views, and the game table the search uses.

Thread safety: a ``CompiledRules`` is immutable; a ``CoreState`` may be used by
one thread at a time. Everything the game table offers runs without the GIL.
"""
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.pycapsule cimport PyCapsule_GetContext, PyCapsule_New, PyCapsule_SetContext
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from engine_c.argentina.learned.context cimport Context
from engine_c.argentina.learned.evaluation cimport INPUTS, MAX_HIDDEN, OUTPUTS, evaluate
from engine_c.argentina.learned.features cimport (
    SEAT_FEATURES, TABLE_FEATURES, clock, seat_features, table_features,
)
from engine_c.argentina.learned.policy cimport ROW, TRAITS, likings
from engine_c.argentina.figures.actions cimport KIND_SHIFT
from engine_c.argentina.figures.frames cimport BUENOS_AIRES_STAGE
from engine_c.argentina.figures.rules cimport (
    BY_PLAYERS, CORNER_WHITE, MAX_CARDS, MAX_FARMER_SPACES, MAX_NEUTRAL, MAX_SPACES, SPACE_BUILDING,
    SPACE_FARMER, SPACE_RAMP, Rules,
)
from engine_c.argentina.table.scoring cimport CATEGORIES, score, total_points
from engine_c.argentina.play.setup cimport set_up
from engine_c.argentina.figures.state cimport (
    MAX_ACTIONS, MAX_REVEALS, REVEAL_IMPOSE, Env, Reveals, State, top,
)
from engine_c.argentina.play.turn cimport legal, step, step_legal
from engine_c.argentina.table.views cimport determinize, make_view
from engine_c.common.clock cimport now
from engine_c.common.hashing cimport hash_bytes
from engine_c.common.linear cimport BLOCK
from engine_c.common.random cimport below, mix
from engine_c.common.table cimport GAME_TABLE, GameTable
from engine_c.common.types cimport i32, u8, u32, u64

STATE_BYTES = sizeof(State)


# --- the game table -----------------------------------------------------------------------

cdef int table_legal(const void* context, const void* state, u32* out) noexcept nogil:
    return legal((<const Env*>context).rules, <State*>state, out)


cdef void table_step(const void* context, void* state, u32 act) noexcept nogil:
    step(<Env*>context, <State*>state, act)


cdef int table_step_legal(const void* context, void* state, u32 act, u32* out) noexcept nogil:
    return step_legal(<Env*>context, <State*>state, act, out)


cdef int table_seat(const void* context, const void* state) noexcept nogil:
    cdef const State* s = <const State*>state
    return -1 if s.over else s.seat


cdef bint table_is_over(const void* context, const void* state) noexcept nogil:
    return (<const State*>state).over


cdef void table_returns(const void* context, const void* state, double* out) noexcept nogil:
    cdef State* s = <State*>state
    cdef int seat
    for seat in range(s.players):
        out[seat] = total_points((<const Env*>context).rules, s, seat)


cdef void table_determinize(const void* context, const void* view, void* state,
                            u64 seed) noexcept nogil:
    determinize((<const Env*>context).rules, <const State*>view, <State*>state, seed)


cdef u32 table_turn(const void* context, const void* state) noexcept nogil:
    return (<const State*>state).turn


cdef bint table_arrived(const void* context, const void* state, int seat) noexcept nogil:
    return (<const State*>state).player[seat].estanciero == (
        (<const Env*>context).rules.buenos_aires)


cdef void table_evaluate(const void* context, const void* state, double* win, double* figures,
                         double* spread) noexcept nogil:
    cdef const Context* c = <const Context*>context
    evaluate(c.env.rules, &c.network, <State*>state, win, figures, spread)


cdef void table_priors(const void* context, const void* state, const u32* actions, int n,
                       float* out) noexcept nogil:
    cdef const Context* c = <const Context*>context
    likings(c.env.rules, c.policy, <State*>state, actions, n, out)


cdef u64 table_hash(const void* context, const void* state) noexcept nogil:
    return hash_bytes(<const u8*>state, sizeof(State))


cdef u64 table_visible(const void* context, const void* state, int seat) noexcept nogil:
    cdef State view
    make_view(<const State*>state, &view, seat)
    return hash_bytes(<const u8*>&view, sizeof(State))


cdef void table_report(const void* context, const void* state, double* out) noexcept nogil:
    """Per seat: total points, then the twelve categories."""
    cdef State* s = <State*>state
    cdef i32 by_category[CATEGORIES]
    cdef double* row
    cdef int seat, k
    for seat in range(s.players):
        row = out + seat * (CATEGORIES + 1)
        score((<const Env*>context).rules, s, seat, by_category)
        row[0] = 0
        for k in range(CATEGORIES):
            row[0] += by_category[k]
            row[k + 1] = by_category[k]


cdef void let_go(object capsule) noexcept:
    """A game table is no longer used: give up its hold on the rules."""
    Py_DECREF(<object>PyCapsule_GetContext(capsule))


def lists(dict data):
    """The fields of ``struct Lists``, from those of ``struct Rules``."""
    spaces = list(enumerate(data["spaces"][:data["n_spaces"]]))
    building = [i for i, space in spaces if space["kind"] == SPACE_BUILDING]
    farmer = [i for i, space in spaces if space["kind"] == SPACE_FARMER]
    cattle = sorted(range(data["n_cattle"]), key=lambda kind: -data["cards"][kind]["strength"])
    discs = list(enumerate(data["disc_spaces"][:data["n_disc_spaces"]]))
    way = [0 if i == data["buenos_aires"] else MAX_SPACES for i, space in spaces]
    for _ in spaces:
        for i, space in spaces:
            for after in space["next"][:space["n_next"]]:
                if data["spaces"][after]["kind"] != SPACE_RAMP:
                    way[i] = min(way[i], way[after] + 1)

    def padded(items, length):
        return items + [0] * (length - len(items))

    return {
        "n_building_spaces": len(building),
        "building_spaces": padded(building, MAX_SPACES),
        "n_farmer_spaces": len(farmer),
        "farmer_spaces": padded(farmer, MAX_FARMER_SPACES),
        "by_strength": padded(cattle, MAX_CARDS),
        "way": padded(way, MAX_SPACES),
        "white_discs": sum(1 << i for i, disc in discs if disc["corner"] == CORNER_WHITE),
        "step_discs": sum(1 << i for i, disc in discs if any(disc["steps"])),
        "hand_discs": sum(1 << i for i, disc in discs if disc["hand_limit"]),
        "certificate_discs": sum(1 << i for i, disc in discs if disc["certificate_limit"]),
        "strength_discs": sum(1 << i for i, disc in discs if disc["strength"]),
    }


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
    """One ruleset as the core reads it, and what was learned about playing it.

    ``data`` mirrors ``struct Rules``, see ruleset.py. ``weights`` has, by number of
    players, the arrays that ``weight_shapes`` tells of, as bytes of floats; without them
    the table has neither priors nor an evaluation. Raises ValueError for a wrong size.
    """

    cdef Rules* rules
    cdef Env env
    cdef Context contexts[BY_PLAYERS]
    cdef GameTable tables[BY_PLAYERS]
    cdef dict weights

    def __cinit__(self, dict data, dict weights=None):
        cdef int players
        self.rules = <Rules*>calloc(1, sizeof(Rules))
        if self.rules == NULL:
            raise MemoryError
        self.rules[0] = {**data, "lists": lists(data)}
        self.env.rules = self.rules
        self.env.reveals = NULL
        self.weights = dict(weights or {})
        for players in range(BY_PLAYERS):
            self.contexts[players].env = self.env
            if players in self.weights:
                self.learn(&self.contexts[players], self.weights[players])
            self.fill_table(&self.tables[players], players)

    cdef int learn(self, Context* context, tuple weights) except -1:
        cdef bytes policy, first, second
        policy, first, second = weights
        cdef int hidden = len(second) // (OUTPUTS * sizeof(float))
        shapes = weight_shapes(hidden)
        for name, data in (("policy", policy), ("first", first), ("second", second)):
            rows, columns = shapes[name]
            if len(data) != rows * columns * sizeof(float):
                raise ValueError(f"{name}: expected {rows} x {columns} floats, got {len(data)} bytes")
        context.policy = <const float*>PyBytes_AsString(policy)
        context.network.hidden = hidden
        context.network.first = <const float*>PyBytes_AsString(first)
        context.network.second = <const float*>PyBytes_AsString(second)

    def __dealloc__(self):
        free(self.rules)

    cdef void fill_table(self, GameTable* table, int players) noexcept:
        cdef const Context* context = &self.contexts[players]
        table.context = context
        table.seats = players
        table.state_size = sizeof(State)
        table.max_actions = MAX_ACTIONS
        table.report_size = CATEGORIES + 1
        table.legal = table_legal
        table.step = table_step
        table.step_legal = table_step_legal
        table.seat_to_move = table_seat
        table.is_over = table_is_over
        table.returns = table_returns
        table.determinize = table_determinize
        table.turn = table_turn
        table.kind_shift = KIND_SHIFT
        table.arrived = table_arrived
        if context.network.first != NULL:
            table.evaluate = table_evaluate
        if context.policy != NULL:
            table.priors = table_priors
        table.hash = table_hash
        table.visible = table_visible
        table.report = table_report

    def table(self, int players):
        """Capsule of the game table for ``players`` seats, 2 to 4; it keeps the rules alive."""
        if not 2 <= players < BY_PLAYERS:
            raise ValueError("players must be 2 to 4")
        capsule = PyCapsule_New(&self.tables[players], GAME_TABLE, let_go)
        Py_INCREF(self)
        PyCapsule_SetContext(capsule, <void*>self)
        return capsule


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
        set_up(&rules.env, &self.s, players, sides, letters, seed)
        return self

    @classmethod
    def from_raw(cls, CompiledRules rules, dict raw):
        """The inverse of ``raw``; fields are taken as they are."""
        cdef CoreState self = cls.__new__(cls, rules)
        self.s = raw
        return self

    @classmethod
    def from_bytes(cls, CompiledRules rules, bytes data):
        """The inverse of ``bytes``; the bytes are trusted."""
        cdef CoreState self = cls.__new__(cls, rules)
        if len(data) != sizeof(State):
            raise ValueError(f"expected {sizeof(State)} bytes, got {len(data)}")
        memcpy(&self.s, PyBytes_AsString(data), sizeof(State))
        return self

    def raw(self):
        """Every field of the struct as a plain dict, arrays as lists."""
        return self.s

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
        return table_seat(NULL, &self.s)

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
        return clock(self.rules.rules, &self.s)

    @property
    def frame(self):
        """The pending decision as ``(kind, stage)``: kind of its frame, stage in Buenos Aires.

        Other kinds have their own first part in place of the stage.
        """
        if self.s.depth == 0:
            return (0, 0)
        return (top(&self.s).kind, top(&self.s).part[BUENOS_AIRES_STAGE])

    def table(self):
        return self.rules.table(self.s.players)

    def legal(self):
        """All legal action values, ascending."""
        cdef u32 out[MAX_ACTIONS]
        cdef int i, n = legal(self.rules.rules, &self.s, out)
        return [out[i] for i in range(n)]

    def is_legal(self, u32 act):
        cdef u32 out[MAX_ACTIONS]
        cdef int i, n = legal(self.rules.rules, &self.s, out)
        for i in range(n):
            if out[i] == act:
                return True
        return False

    def step(self, u32 act):
        """Perform a legal action; the caller has checked that it is one."""
        with nogil:
            step(&self.rules.env, &self.s, act)

    def draws(self, u32 act):
        """What a legal action would draw: ``[(stack, piece), ...]`` in order."""
        cdef Reveals reveals
        cdef Env env
        cdef State copy = self.s
        cdef int i
        memset(&reveals, 0, sizeof(Reveals))
        env.rules = self.rules.rules
        env.reveals = &reveals
        step(&env, &copy, act)
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
        step(&env, &copy, act)
        if reveals.fault == 0 and reveals.used < reveals.n:
            reveals.fault = reveals.used + 1
        if reveals.fault == 0:
            self.s = copy
        return reveals.fault

    def scores(self):
        """Per seat the twelve categories, as if the game ended now."""
        cdef i32 by_category[CATEGORIES]
        cdef int seat, k
        sheets = []
        for seat in range(self.s.players):
            score(self.rules.rules, &self.s, seat, by_category)
            sheets.append([by_category[k] for k in range(CATEGORIES)])
        return sheets

    def priors(self):
        """The liking of each legal action, in their order; ValueError without weights."""
        cdef u32 out[MAX_ACTIONS]
        cdef float found[MAX_ACTIONS]
        cdef const Context* context = &self.rules.contexts[self.s.players]
        cdef int i, n = legal(self.rules.rules, &self.s, out)
        if context.policy == NULL:
            raise ValueError("nothing was learned for this number of players")
        likings(self.rules.rules, context.policy, &self.s, out, n, found)
        return [found[i] for i in range(n)]

    def evaluation(self):
        """What to expect at the edge of a turn; ValueError without weights.

        Returns chances, figures (points and categories) and variance of the points by seat.
        """
        cdef double win[BY_PLAYERS]
        cdef double figures[BY_PLAYERS * (CATEGORIES + 1)]
        cdef double spread[BY_PLAYERS]
        cdef const Context* context = &self.rules.contexts[self.s.players]
        cdef int seat, k, n = self.s.players, size = CATEGORIES + 1
        if context.network.first == NULL:
            raise ValueError("nothing was learned for this number of players")
        evaluate(self.rules.rules, &context.network, &self.s, win, figures, spread)
        return (
            [win[seat] for seat in range(n)],
            [[figures[seat * size + k] for k in range(size)] for seat in range(n)],
            [spread[seat] for seat in range(n)],
        )

    def features(self):
        """What the evaluation sees: the features of every seat, and the table's."""
        cdef float seats[SEAT_FEATURES]
        cdef float table[TABLE_FEATURES]
        cdef float* end
        cdef int seat, k
        rows = []
        for seat in range(self.s.players):
            end = seat_features(self.rules.rules, &self.s, seat, seats)
            rows.append([seats[k] for k in range(<int>(end - seats))])
        end = table_features(self.rules.rules, &self.s, table)
        return rows, [table[k] for k in range(<int>(end - table))]

    def view(self, int seat):
        """What one seat may know."""
        cdef CoreState other = type(self).__new__(type(self), self.rules)
        make_view(&self.s, &other.s, seat)
        return other

    def determinize(self, u64 seed):
        """A state that agrees with this view."""
        cdef CoreState other = type(self).__new__(type(self), self.rules)
        determinize(self.rules.rules, &self.s, &other.s, seed)
        return other

    def play_random(self, u64 seed, int limit):
        """Play uniformly random actions; returns how many, at most ``limit``."""
        cdef int n
        with nogil:
            n = play_random(&self.rules.env, &self.s, seed, limit)
        return n


# --- random play and measuring --------------------------------------------------------------

cdef int play_random(Env* env, State* s, u64 seed, int limit) noexcept nogil:
    cdef u32 out[MAX_ACTIONS]
    cdef u64 rng = seed
    cdef int n, played = 0
    n = legal(env.rules, s, out)
    while n and played < limit:
        n = step_legal(env, s, out[below(&rng, <u32>n)], out)
        played += 1
    return played


def measure_random_games(CompiledRules rules, int players, int games, u64 seed):
    """Random games from set-up to the end: ``(decisions, seconds)``, set-up included."""
    cdef State s
    cdef u8 letters[MAX_NEUTRAL]
    cdef long decisions = 0
    cdef double start
    cdef int i
    for i in range(MAX_NEUTRAL):
        letters[i] = <u8>i
    with nogil:
        start = now()
        for i in range(games):
            set_up(&rules.env, &s, players, 0, letters, mix(seed, <u64>i))
            decisions += play_random(&rules.env, &s, mix(seed, <u64>i + 1), 1 << 30)
        start = now() - start
    return decisions, start


def measure_clones(CoreState state, int n):
    """Seconds for ``n`` clones inside the core."""
    cdef State copies[2]
    cdef double start
    cdef int i
    cdef volatile u8 sink
    copies[0] = state.s
    with nogil:
        start = now()
        for i in range(n):
            memcpy(&copies[(i + 1) & 1], &copies[i & 1], sizeof(State))
            sink = (<volatile u8*>&copies[(i + 1) & 1])[i & 1023]
        start = now() - start
    return start


def measure_determinizations(CoreState view, int n, u64 seed):
    """Seconds for ``n`` determinizations of a view inside the core."""
    cdef State s
    cdef double start
    cdef int i
    with nogil:
        start = now()
        for i in range(n):
            determinize(view.rules.rules, &view.s, &s, mix(seed, <u64>i))
        start = now() - start
    return start
