# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Information set Monte Carlo tree search over any game behind a game table.

Single-observer ISMCTS (Cowling, Powley and Whitehouse 2012): every simulation
draws a fresh state from the view at the root, walks one tree keyed by actions,
adds one node, plays on by a policy, values what it has come to, and credits all
seats (max^n). A ``Tree`` belongs to one thread at a time; several trees over one
view, each with its own stream of the seed, make a root-parallel search.
"""
from collections import namedtuple
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from engine_c.common.clock cimport now
from engine_c.common.random cimport below, mix, next_u64
from engine_c.common.softmax cimport weigh
from engine_c.common.table cimport GAME_TABLE, GameTable, MAX_SEATS
from engine_c.common.types cimport u32, u64
from engine_c.search.backup cimport Seen, back_up, clear_seen, unit_of
from engine_c.search.mast cimport Mast, note_action, settle
from engine_c.search.playout cimport MAX_PLAYOUT, play_action, play_out, sample_action
from engine_c.search.results cimport (
    Tally, figures_of, index_of, note, tally_at, tally_size, variance_by_batches,
)
from engine_c.search.selection cimport follow, select, select_plain
from engine_c.search.settings cimport Settings
from engine_c.search.tree cimport (
    CHUNK, MAX_CHILDREN, MAX_VISITS, Arena, Node, add_child, find_child, release, spare_block,
    spare_nodes, split, take_block,
)
from engine_c.common.worth cimport Worth, appraise, share_win

cdef enum:
    MAX_DEPTH = 1024          # decisions; nodes below are not added
    LONGEST_PATH = 2 * MAX_DEPTH + 1    # with outcomes

cdef enum:
    MAX_TREES = 64            # read together
    FEW_VISITS = 10           # below, a node's own mean is its value
    BETWEEN = 32              # simulations from one look at whether it is settled to the next

cdef double LEAST_WEIGHT = 1e-3     # of a node in the answer; below, its mean is good enough

# Bytes the smallest tree takes.
MIN_MEMORY = 3 * CHUNK // 2
# Simulations a tree can count.
MAX_SIMULATIONS = <u32>MAX_VISITS
# Trees that can be read together.
MAX_THREADS = MAX_TREES


Row = namedtuple("Row", (
    "visits", "available", "games", "forced", "reward", "win", "win_squares", "win_variance",
    "margin", "figures", "squares",
))
Row.__doc__ = """Sums of one action at the root, for the searching seat.

``visits`` and ``available`` (how often it could be chosen) are those of its node. The others
are sums over the games since the root was taken; ``forced`` counts those begun with the
action because ``run`` was told to. ``win_variance`` is that of the mean of ``win``, as batches
of the games scatter (0 below two games). ``figures`` and ``squares`` are tuples of the game's
report figures and of their squares.
"""


cdef const GameTable* table_of(object capsule) except NULL:
    """The game table in a capsule, looked over."""
    cdef const GameTable* table = <const GameTable*>PyCapsule_GetPointer(capsule, GAME_TABLE)
    if not 1 <= table.seats <= MAX_SEATS:
        raise ValueError(f"a game has 1 to {MAX_SEATS} seats, not {table.seats}")
    return table


cdef int check_size(const GameTable* table, bytes state) except -1:
    if len(state) != table.state_size:
        raise ValueError(f"a view has {table.state_size} bytes, not {len(state)}")


cdef inline float lean(const GameTable* table, const Settings* settings, const void* state,
                       const u32* legal, int n, float* weights) noexcept nogil:
    """Fill in the prior weights of the legal actions for the selection; returns their sum."""
    cdef int i
    if not settings.priors or table.priors == NULL:
        for i in range(n):
            weights[i] = 1.0
        return n
    table.priors(table.context, state, legal, n, weights)
    return weigh(weights, n, <float>settings.prior_temperature)


cdef class Tree:
    """One tree over one view, grown by ``run``.

    ``table`` is the game's capsule, ``view`` the bytes of what the seat to move
    knows, ``seed`` and ``stream`` (0 .. 2**64 - 1) fix every random choice.
    ``memory`` bounds the bytes taken (at least ``MIN_MEMORY``): a tree at its
    bound is searched on but grows no more. ``settings`` maps every field of
    ``gwta_ai.search.settings.Settings`` to its value, within its range. ``only`` limits
    the search to some of the legal actions at the root.

    Raises ValueError where an argument is out of its range, no action is legal
    or ``only`` names an action that is not.
    """
    cdef object capsule
    cdef bytes view_
    cdef const char* view
    cdef const GameTable* table
    cdef Settings settings
    cdef Arena arena
    cdef Node root
    cdef Node** path
    cdef void* state
    cdef u32* legal
    cdef float* logits        # max_actions, and as many again as a buffer
    cdef double* figures
    cdef double* spread
    cdef Mast* mast           # NULL: not in use
    cdef Seen seen
    # The candidates at the root.
    cdef int n
    cdef u32* actions_
    cdef float* weights
    cdef float total          # of the weights
    cdef char* tallies
    cdef bint stopped
    cdef bint running
    cdef u64 rng
    cdef u64 worlds           # the common ones
    cdef size_t memory
    cdef size_t fixed         # bytes beside those of the nodes
    cdef readonly int seat
    cdef readonly int depth
    cdef readonly long long simulations
    cdef readonly long long nodes

    def __cinit__(self, object table, bytes view, *, u64 seed, u64 stream, size_t memory,
                  dict settings, object only=None):
        cdef int most, seats
        cdef size_t state_size, figures
        self.table = table_of(table)
        self.capsule = table
        check_size(self.table, view)
        if memory < MIN_MEMORY:
            raise ValueError(f"memory must be at least {MIN_MEMORY} bytes, not {memory}")
        self.memory = memory
        self.settings = settings
        self.rng = mix(seed, stream)
        clear_seen(&self.seen)
        most, seats, state_size = self.table.max_actions, self.table.seats, self.table.state_size
        figures = seats * max(self.table.report_size, 1)
        self.state = malloc(state_size)
        self.legal = <u32*>malloc(most * sizeof(u32))
        self.logits = <float*>malloc(2 * most * sizeof(float))
        self.figures = <double*>calloc(figures, sizeof(double))
        self.spread = <double*>calloc(seats, sizeof(double))
        self.path = <Node**>malloc(LONGEST_PATH * sizeof(Node*))
        if not (self.state and self.legal and self.logits and self.figures and self.spread
                and self.path):
            raise MemoryError
        self.fixed = (state_size + most * (sizeof(u32) + 2 * sizeof(float))
                      + (figures + seats) * sizeof(double) + LONGEST_PATH * sizeof(Node*))
        if self.settings.mast > 0.0 and not self.settings.plain:
            self.mast = <Mast*>calloc(1, sizeof(Mast))
            if self.mast == NULL:
                raise MemoryError
            self.fixed += sizeof(Mast)
        self.look_from(view, only)

    cdef int look_from(self, bytes view, object only) except -1:
        """Take ``view`` for the root, which may have grown already, and note the candidates."""
        cdef int n, i = 0
        cdef Node* block
        cdef size_t size = tally_size(self.table.report_size)
        self.n = 0  # until all is well the tree cannot be searched
        self.view_ = view
        self.view = view
        n = self.candidates(only)
        free(self.actions_)
        free(self.weights)
        free(self.tallies)
        self.actions_ = <u32*>malloc(n * sizeof(u32))
        self.weights = <float*>malloc(n * sizeof(float))
        self.tallies = <char*>calloc(n, size)
        if not (self.actions_ and self.weights and self.tallies):
            raise MemoryError
        memcpy(self.actions_, self.legal, n * sizeof(u32))
        self.total = lean(self.table, &self.settings, self.state, self.actions_, n, self.weights)
        self.worlds = mix(self.rng, 2)
        size = self.fixed + n * (size + sizeof(u32) + sizeof(float))
        if size + CHUNK > self.memory:
            raise ValueError(f"memory must be more than {size + CHUNK} bytes here")
        self.arena.limit = self.memory - size
        # Room for every candidate first: a full tree must not leave one untried.
        while 1 << i < n:
            i += 1
        if self.root.size < i + 1:
            block = take_block(&self.arena, i)
            if block == NULL:
                raise MemoryError
            if self.root.size:
                memcpy(block, self.root.children, self.root.n * sizeof(Node))
                spare_block(&self.arena, self.root.children, self.root.size - 1)
            self.root.children = block
            self.root.size = i + 1
        self.n = n

    cdef int candidates(self, object only) except -1:
        """Leave the actions to be searched at the front of ``legal``; returns their number.

        The seat to move knows its options, so any one determinization shows them.
        """
        cdef const GameTable* t = self.table
        cdef int n, i
        t.determinize(t.context, self.view, self.state, mix(self.rng, 1))
        n = t.legal(t.context, self.state, self.legal)
        if n == 0:
            raise ValueError("no action is legal: the game is over")
        if n > MAX_CHILDREN:
            raise ValueError(f"more than {MAX_CHILDREN} actions are legal")
        self.seat = t.seat_to_move(t.context, self.state)
        if only is None:
            return n
        wanted = set(only)
        legal = [self.legal[i] for i in range(n)]
        if not wanted or not wanted.issubset(legal):
            raise ValueError("only must name legal actions, at least one")
        n = 0
        for action in legal:
            if action in wanted:
                self.legal[n] = action
                n += 1
        return n

    def __dealloc__(self):
        with nogil:  # a large tree takes a while
            release(&self.arena)
        free(self.path)
        free(self.state)
        free(self.legal)
        free(self.logits)
        free(self.figures)
        free(self.spread)
        free(self.mast)
        free(self.actions_)
        free(self.weights)
        free(self.tallies)

    cdef Node* down(self, Node* node, int depth, int n, int forced, u64* rng) noexcept nogil:
        """The child to go to from a node with ``n`` legal actions; NULL: stop here."""
        cdef const GameTable* t = self.table
        cdef const float* weights = self.weights
        cdef float total = self.total
        cdef double mixing = self.settings.mixing if depth else self.settings.root_mixing
        cdef int seat
        # A forced move is no choice: its node costs no simulation.
        if n == 1:
            return follow(&self.arena, node, self.legal[0])
        if depth == 0 and forced >= 0:
            return follow(&self.arena, node, self.actions_[forced])
        seat = self.seat if depth == 0 else t.seat_to_move(t.context, self.state)
        if self.settings.plain:
            return select_plain(&self.arena, node, self.legal, n, seat,
                                self.settings.exploration, rng)
        if depth:
            total = lean(t, &self.settings, self.state, self.legal, n, self.logits)
            weights = self.logits
        return select(&self.arena, node, self.legal, n, seat, weights, total, mixing,
                      unit_of(&self.seen, seat, self.settings.rescale), &self.settings,
                      self.logits + t.max_actions, rng)

    cdef Node* outcome_of(self, Node* node) noexcept nogil:
        """The node for what the searching seat sees after the action of ``node``.

        It is ``node`` itself while one outcome was seen. NULL when memory is used up.
        """
        cdef const GameTable* t = self.table
        cdef u32 seen = <u32>t.visible(t.context, self.state, self.seat)
        cdef Node* child
        if not node.split:
            if node.visits == 0:
                node.outcome = seen
            if node.outcome == seen:
                return node
            if not split(&self.arena, node):
                return NULL
            self.nodes += 1
        child = find_child(node, seen)
        if child == NULL:
            child = add_child(&self.arena, node, seen)
        if child != NULL:
            child.available += 1
        return child

    cdef void simulate(self, int forced) noexcept nogil:
        """One simulation: determinize, walk, add a node, play on, value, back up.

        It begins with the candidate of index ``forced`` unless that is negative.
        """
        cdef const GameTable* t = self.table
        cdef Node* node = &self.root
        cdef int n = self.n, depth = 0, length = 0, k
        cdef bint fresh = False, edge = False
        cdef u64 world = next_u64(&self.rng), own
        cdef u64* rng = &self.rng
        cdef u32 turn
        cdef Worth worth[MAX_SEATS]
        memcpy(self.legal, self.actions_, n * sizeof(u32))
        self.path[0] = node
        while n and depth < MAX_DEPTH and not fresh:
            node = self.down(node, depth, n, forced, rng)
            if node == NULL:
                n = t.legal(t.context, self.state, self.legal)  # the buffer was written over
                break
            if depth == 0:
                # The candidates are known, so that the world can depend on the choice.
                if self.settings.common and not self.settings.plain:
                    world = mix(self.worlds, node.visits)
                    own = mix(world, 1)
                    rng = &own
                t.determinize(t.context, self.view, self.state, world)
            if node.visits == 0:
                self.nodes += 1
                fresh = n > 1
            if self.mast != NULL and n > 1:
                note_action(self.mast, t.seat_to_move(t.context, self.state), node.action)
            turn = t.turn(t.context, self.state) if t.turn != NULL else 0
            n = play_action(t, self.state, node.action, self.legal)
            edge = t.turn == NULL or t.turn(t.context, self.state) != turn
            depth += 1
            length += 1
            self.path[length] = node
            if self.settings.outcomes and not self.settings.plain:
                node = self.outcome_of(node)
                if node == NULL:
                    break
                if node != self.path[length]:
                    if node.visits == 0:
                        self.nodes += 1
                        fresh = True
                    length += 1
                    self.path[length] = node
        if play_out(t, self.state, self.legal, n, edge, &self.settings, self.logits, self.mast,
                    rng):
            self.settle_end(worth)
        else:
            self.settle_cut(worth)
        back_up(self.path, length, worth, t.seats, &self.seen)
        if self.mast != NULL:
            settle(self.mast, worth, t.kind_shift)
        self.depth = max(self.depth, depth)
        self.simulations += 1
        if length == 0:
            return  # no way down: nothing to note it under
        k = index_of(self.actions_, self.n, self.path[1].action)
        note(tally_at(self.tallies, k, t.report_size), &worth[self.seat],
             self.figures + self.seat * t.report_size, t.report_size, forced >= 0)

    cdef void settle_end(self, Worth* worth) noexcept nogil:
        """The figures and the worth of a finished game."""
        cdef const GameTable* t = self.table
        cdef int stride = max(t.report_size, 1)
        cdef double win[MAX_SEATS]
        if t.report_size:
            t.report(t.context, self.state, self.figures)
        else:
            t.returns(t.context, self.state, self.figures)
        memset(self.spread, 0, t.seats * sizeof(double))
        share_win(self.figures, stride, t.seats, win)
        appraise(self.figures, stride, win, self.spread, t.seats, self.settings.win_weight,
                 self.settings.margin_scale, worth)

    cdef void settle_cut(self, Worth* worth) noexcept nogil:
        """The figures and the worth expected of a game at the edge of a turn."""
        cdef const GameTable* t = self.table
        cdef double win[MAX_SEATS]
        t.evaluate(t.context, self.state, win, self.figures, self.spread)
        appraise(self.figures, max(t.report_size, 1), win, self.spread, t.seats,
                 self.settings.win_weight, self.settings.margin_scale, worth)

    cdef bint is_settled(self, double left) noexcept nogil:
        """Whether no candidate can come to as many visits as the first in so many simulations.

        Visits that were forced do not count, as in the order of the candidates.
        """
        cdef const Node* child
        cdef double visits, most = 0.0, next = 0.0
        cdef int i
        for i in range(self.n):
            child = find_child(&self.root, self.actions_[i])
            if child == NULL:
                continue
            visits = child.visits - tally_at(self.tallies, i, self.table.report_size).forced
            if visits > most:
                next = most
                most = visits
            elif visits > next:
                next = visits
        return most - next > left

    def run(self, long long simulations=-1, double seconds=-1.0, object action=None,
            bint decide=False):
        """Simulate until one of the limits is met or ``stop`` is called; holds no GIL.

        Negative: no such limit. With ``action`` every simulation begins with this
        candidate. To ``decide`` is to end as soon as nothing can change any more which
        candidate has the most visits; where time is the limit, at the pace so far. Once
        stopped, a tree does at most one simulation more; one whose root can count no
        further visit does none. Raises RuntimeError if the tree is running already,
        ValueError if ``action`` is no candidate.
        """
        cdef double begun = now(), time = begun, deadline = begun + seconds, left
        cdef long long first = self.simulations, last = self.simulations + simulations
        cdef int forced = -1
        if self.running:
            raise RuntimeError("the tree is running already")
        if self.n == 0:
            raise RuntimeError("the tree has lost its root")
        if action is not None:
            forced = self.actions.index(action)
        self.running = True
        with nogil:
            while (simulations < 0 or self.simulations < last) and self.root.visits < MAX_VISITS:
                self.simulate(forced)
                # The calls through the table keep the compiler from caching the flag.
                if seconds >= 0.0:
                    time = now()
                if self.stopped or (seconds >= 0.0 and time >= deadline):
                    break
                if decide and self.simulations % BETWEEN == 0:
                    left = 1e300 if simulations < 0 else last - self.simulations
                    if seconds >= 0.0:
                        left = min(left, (self.simulations - first) * (deadline - time)
                                   / max(time - begun, 1e-9))
                    if self.is_settled(left):
                        break
        self.running = False

    def stop(self):
        """Make ``run`` return after the simulation at hand; may be called from any thread."""
        self.stopped = True

    def resume(self):
        """Take ``stop`` back."""
        self.stopped = False

    def follow(self, actions, bytes view):
        """Keep of the tree what grew below these actions at the root; ``view`` is from there.

        Sound where the actions are of the searching seat and draw nothing: then what
        is known after them is what was known before. The counts of candidates begin
        anew, the visits of their nodes do not. Raises ValueError as the constructor,
        MemoryError where a full tree has no room for the new candidates, and RuntimeError
        if the tree is running. After the first two it can no longer be searched.
        """
        cdef Node* child
        cdef Node kept
        self.check_idle()
        check_size(self.table, view)
        for action in actions:
            child = find_child(&self.root, action)
            if child != NULL and child.split:
                child = NULL  # something was drawn after all
            if child == NULL:
                memset(&kept, 0, sizeof(Node))
            else:
                kept = child[0]
                child.size = 0
            self.running = True  # so that nobody else touches the tree meanwhile
            with nogil:  # a large one takes a while
                self.nodes -= spare_nodes(&self.arena, &self.root)
            self.running = False
            self.root = kept
        self.simulations = 0
        self.depth = 0
        self.look_from(view, None)

    @property
    def bytes(self):
        """Bytes of memory taken."""
        return self.arena.bytes + self.memory - self.arena.limit

    @property
    def visits(self):
        """Simulations that went through the root, those before ``follow`` included."""
        return self.root.visits

    @property
    def actions(self):
        """The searched actions at the root, ascending."""
        return [self.actions_[i] for i in range(self.n)]

    @property
    def priors(self):
        """The probability each of ``actions`` has before the search."""
        return [self.weights[i] / <double>self.total for i in range(self.n)]

    def rows(self):
        """A ``Row`` for every action at the root, in the order of ``actions``."""
        cdef int size = self.table.report_size, i, k
        cdef Node* node
        cdef Tally* tally
        cdef double* sums
        rows = []
        self.check_idle()
        for i in range(self.n):
            node = find_child(&self.root, self.actions_[i])
            tally = tally_at(self.tallies, i, size)
            sums = figures_of(tally)
            rows.append(Row(
                node.visits if node else 0,
                node.available if node else 0,
                int(tally.games),
                int(tally.forced),
                tally.reward,
                tally.win,
                tally.win_squares,
                variance_by_batches(&tally.batches),
                tally.margin,
                tuple([sums[k] for k in range(size)]),
                tuple([sums[size + k] for k in range(size)]),
            ))
        return rows

    cdef int check_idle(self) except -1:
        if self.running:
            raise RuntimeError("the tree is running")


def policy(object table, bytes state, *, double temperature):
    """What the game's priors make of a state: its legal actions and their probabilities.

    All are equally likely where the game has no priors. Both lists are empty when
    the game is over. ``temperature`` is above 0. Raises ValueError for a state of
    the wrong size.
    """
    cdef const GameTable* t = table_of(table)
    cdef const char* data = state
    cdef Settings settings
    cdef u32* legal
    cdef float* weights
    cdef float total
    cdef int n, i
    check_size(t, state)
    memset(&settings, 0, sizeof(Settings))
    settings.priors = True
    settings.prior_temperature = temperature
    legal = <u32*>malloc(t.max_actions * sizeof(u32))
    weights = <float*>malloc(t.max_actions * sizeof(float))
    try:
        if not (legal and weights):
            raise MemoryError
        n = t.legal(t.context, data, legal)
        if n == 0:
            return [], []
        total = lean(t, &settings, data, legal, n, weights)
        return [legal[i] for i in range(n)], [weights[i] / <double>total for i in range(n)]
    finally:
        free(legal)
        free(weights)


def evaluate(object table, bytes state):
    """What the game expects of a state at the edge of a turn, seat by seat.

    Returns the chances of winning, the report figures and the variances of the points;
    None where the game has no evaluation. Raises ValueError for a state of the wrong size.
    """
    cdef const GameTable* t = table_of(table)
    cdef const char* data = state
    cdef int seat, k, n = t.seats, size = max(t.report_size, 1)
    cdef double win[MAX_SEATS]
    cdef double spread[MAX_SEATS]
    cdef double* figures
    check_size(t, state)
    if t.evaluate == NULL:
        return None
    figures = <double*>malloc(n * size * sizeof(double))
    try:
        if not figures:
            raise MemoryError
        t.evaluate(t.context, data, win, figures, spread)
        return (
            [win[seat] for seat in range(n)],
            [[figures[seat * size + k] for k in range(size)] for seat in range(n)],
            [spread[seat] for seat in range(n)],
        )
    finally:
        free(figures)


def measure(object table, bytes state, int times):
    """Seconds for asking the game so often for priors, and for an evaluation of a state.

    The latter should be at the edge of a turn. Returns ``(actions, priors, evaluation)``:
    the legal actions the priors were asked for, and the seconds, None for what the game
    has not. Raises ValueError for a state of the wrong size or of a finished game.
    """
    cdef const GameTable* t = table_of(table)
    cdef const char* data = state
    cdef int i, n, figures = t.seats * max(t.report_size, 1)
    cdef double started, priors, evaluation
    cdef double* sums
    cdef u32* legal
    cdef float* weights
    check_size(t, state)
    legal = <u32*>malloc(t.max_actions * sizeof(u32))
    weights = <float*>malloc(t.max_actions * sizeof(float))
    sums = <double*>malloc((figures + 2 * t.seats) * sizeof(double))
    try:
        if not (legal and weights and sums):
            raise MemoryError
        n = t.legal(t.context, data, legal)
        if n == 0:
            raise ValueError("the game is over")
        with nogil:
            started = now()
            if t.priors != NULL:
                for i in range(times):
                    t.priors(t.context, data, legal, n, weights)
            priors = now() - started
            started = now()
            if t.evaluate != NULL:
                for i in range(times):
                    t.evaluate(t.context, data, sums, sums + 2 * t.seats, sums + t.seats)
            evaluation = now() - started
        return (n, priors if t.priors != NULL else None,
                evaluation if t.evaluate != NULL else None)
    finally:
        free(legal)
        free(weights)
        free(sums)


def measure_random_games(object table, bytes state, int games, u64 seed):
    """Random games from a state to the end: ``(decisions, seconds)``."""
    cdef const GameTable* t = table_of(table)
    cdef const char* data = state
    cdef void* played
    cdef u32* legal
    cdef long long decisions = 0
    cdef double started
    cdef u64 rng = seed
    cdef int game, n
    check_size(t, state)
    played = malloc(t.state_size)
    legal = <u32*>malloc(t.max_actions * sizeof(u32))
    try:
        if not (played and legal):
            raise MemoryError
        with nogil:
            started = now()
            for game in range(games):
                memcpy(played, data, t.state_size)
                n = t.legal(t.context, played, legal)
                while n:
                    n = play_action(t, played, legal[below(&rng, <u32>n)], legal)
                    decisions += 1
            started = now() - started
        return decisions, started
    finally:
        free(played)
        free(legal)


def measure_clones(object table, bytes state, int times):
    """Seconds for so many clones of a state inside the core."""
    cdef const GameTable* t = table_of(table)
    cdef const char* data = state
    cdef size_t size = t.state_size
    cdef char* copies
    cdef volatile char sink
    cdef double started
    cdef int i
    check_size(t, state)
    copies = <char*>malloc(2 * size)
    try:
        if not copies:
            raise MemoryError
        memcpy(copies, data, size)
        with nogil:
            started = now()
            for i in range(times):
                memcpy(copies + ((i + 1) & 1) * size, copies + (i & 1) * size, size)
                sink = (<volatile char*>copies)[((i + 1) & 1) * size + i % size]
            started = now() - started
        return started
    finally:
        free(copies)


def measure_determinizations(object table, bytes view, int times, u64 seed):
    """Seconds for so many determinizations of a view inside the core."""
    cdef const GameTable* t = table_of(table)
    cdef const char* data = view
    cdef void* state
    cdef double started
    cdef int i
    check_size(t, view)
    state = malloc(t.state_size)
    try:
        if not state:
            raise MemoryError
        with nogil:
            started = now()
            for i in range(times):
                t.determinize(t.context, data, state, mix(seed, <u64>i))
            started = now() - started
        return started
    finally:
        free(state)


def arrival(object table, bytes view, u32 action, *, u64 seed, int games, double temperature):
    """How soon the seat to move arrives (see the game table) if it begins with ``action``.

    Plays ``games`` (1 or more) games by the priors of the game, from states that agree
    with the view; equal seeds mean equal states. Returns the number of games in which the
    seat arrived again before the end, and the sum of the turns it began until then: 0
    means within the turn at hand. None where the game has no priors or no such place.
    Raises ValueError if the action is not legal.
    """
    cdef const GameTable* t = table_of(table)
    cdef const char* data = view
    cdef Settings settings
    cdef void* state
    cdef u32* legal
    cdef float* logits
    cdef int game, turns, came = 0
    cdef long long total = 0
    check_size(t, view)
    if t.priors == NULL or t.arrived == NULL or t.turn == NULL:
        return None
    memset(&settings, 0, sizeof(Settings))
    settings.policy = True
    settings.temperature = temperature
    state = malloc(t.state_size)
    legal = <u32*>malloc(t.max_actions * sizeof(u32))
    logits = <float*>malloc(t.max_actions * sizeof(float))
    try:
        if not (state and legal and logits):
            raise MemoryError
        t.determinize(t.context, data, state, seed)
        if action not in [legal[i] for i in range(t.legal(t.context, state, legal))]:
            raise ValueError(f"action {action} is not legal")
        with nogil:
            for game in range(games):
                t.determinize(t.context, data, state, mix(seed, <u64>game))
                turns = turns_to_arrive(t, state, action, &settings, legal, logits,
                                        mix(seed, <u64>game + <u64>games))
                if turns >= 0:
                    came += 1
                    total += turns
        return came, total
    finally:
        free(state)
        free(legal)
        free(logits)


cdef int turns_to_arrive(const GameTable* t, void* state, u32 action, const Settings* settings,
                         u32* legal, float* logits, u64 rng) noexcept nogil:
    """Turns the seat to move begins until it arrives anew, in place; -1 if it never does."""
    cdef int n = 1, turns = 0, decision
    cdef int seat = t.seat_to_move(t.context, state)
    cdef bint there = t.arrived(t.context, state, seat), before
    cdef u32 turn = t.turn(t.context, state), last
    legal[0] = action
    for decision in range(MAX_PLAYOUT):
        if n == 0:
            break
        action = legal[0 if n == 1 else sample_action(t, state, legal, n, settings, logits, NULL,
                                                      &rng)]
        n = play_action(t, state, action, legal)
        before = there
        there = t.arrived(t.context, state, seat)
        if there and not before:
            return turns
        last = turn
        turn = t.turn(t.context, state)
        turns += turn != last and t.seat_to_move(t.context, state) == seat
    return -1


cdef int roots(list trees, Node** out) except -1:
    """The root of every tree; returns their number."""
    cdef Tree tree
    cdef int n = 0
    if not 1 <= len(trees) <= MAX_TREES:
        raise ValueError(f"1 to {MAX_TREES} trees can be read together, not {len(trees)}")
    for tree in trees:
        tree.check_idle()
        out[n] = &tree.root
        n += 1
    return n


cdef void descend(Node** at, int n, u32 action, Node** out) noexcept:
    """The child for an action in every tree, NULL where there is none."""
    cdef int i
    for i in range(n):
        out[i] = find_child(at[i], action) if at[i] != NULL else NULL


cdef bint any_split(Node** at, int n) noexcept:
    cdef int i
    for i in range(n):
        if at[i] != NULL and at[i].split:
            return True
    return False


cdef dict children(Node** at, int n):
    """Action to [visits, availability], summed over the trees."""
    cdef int i, k
    cdef Node* node
    found = {}
    for i in range(n):
        if at[i] != NULL:
            for k in range(at[i].n):
                node = &at[i].children[k]
                sums = found.setdefault(node.action, [0, 0])
                sums[0] += node.visits
                sums[1] += node.available
    return found


def line(list trees, u32 action, *, u32 visits, int length):
    """The most visited way down after an action at the root.

    Sums the visits over all trees, which must be over one view. Ends before the
    first node with fewer than ``visits`` (at least 1), where outcomes part or after
    ``length`` actions in all; equal visits go to the lower action. Returns the list of
    actions, the given one first.
    """
    cdef Node* at[MAX_TREES]
    cdef int n = roots(trees, at)
    step = action
    found = [step]
    while len(found) < length:
        descend(at, n, step, at)
        if any_split(at, n):
            break
        counts = children(at, n)
        step = min(counts, key=lambda key: (-counts[key][0], key), default=None)
        if step is None or counts[step][0] < visits:
            break
        found.append(step)
    return found


def value(list trees):
    """The reward each seat can expect if all play on as the trees prefer.

    The mean reward of a search also counts what it only tried. Here every node
    that is not a leaf hands up the value of the action visited most often for
    its availability, as far as that is available, then of the next; where chance
    or hidden pieces decide, the actions weigh as often as they come up. Nodes of
    few visits count with their mean. Returns a list by seat, 0 .. 1.
    """
    cdef Node* at[MAX_TREES]
    cdef double out[MAX_SEATS]
    cdef int n = roots(trees, at)
    cdef int seats = (<Tree>trees[0]).table.seats
    expect(at, n, seats, 1.0, out)
    return [out[i] for i in range(seats)]


cdef int expect(Node** at, int n, int seats, double weight, double* out) except -1:
    """The values of one node (given in every tree) of that weight in the answer."""
    cdef Node* below[MAX_TREES]
    cdef double part[MAX_SEATS]
    cdef double share
    cdef long long visits = 0
    cdef int i, seat
    for seat in range(seats):
        out[seat] = 0.0
    for i in range(n):
        if at[i] != NULL:
            visits += at[i].visits
            for seat in range(seats):
                out[seat] += at[i].reward[seat]
    for seat in range(seats):
        out[seat] /= max(visits, 1)
    if visits < FEW_VISITS or weight < LEAST_WEIGHT:
        return 0
    if any_split(at, n):
        return expect_outcomes(at, n, seats, weight, out)
    options = children(at, n)
    if not options:
        return 0
    for seat in range(seats):
        out[seat] = 0.0
    choices = sum([option[0] for option in options.values()])
    left = choices
    # While others were tried first, an action's availability was not counted yet.
    late = n * (len(options) - 1)
    for action in sorted(options, key=lambda key: (-options[key][0] / options[key][1], key)):
        available = options[action][1]
        taken = left if available + late >= choices else min(available, left)
        share = <double>taken / choices
        descend(at, n, action, below)
        expect(below, n, seats, weight * share, part)
        for seat in range(seats):
            out[seat] += share * part[seat]
        left -= taken
        if left == 0:
            break


cdef int expect_outcomes(Node** at, int n, int seats, double weight, double* out) except -1:
    """As ``expect``, for a node of which some tree has seen several outcomes."""
    cdef Node* below[MAX_TREES]
    cdef double part[MAX_SEATS]
    cdef double share
    cdef int i, seat
    counts = {}
    for i in range(n):
        if at[i] == NULL:
            continue
        if at[i].split:
            found = {at[i].children[k].action: at[i].children[k].visits for k in range(at[i].n)}
        else:
            found = {at[i].outcome: at[i].visits}
        for outcome, visits in found.items():
            counts[outcome] = counts.get(outcome, 0) + visits
    for seat in range(seats):
        out[seat] = 0.0
    total = sum(counts.values())
    for outcome in sorted(counts):
        for i in range(n):
            below[i] = NULL
            if at[i] != NULL and at[i].split:
                below[i] = find_child(at[i], outcome)
            elif at[i] != NULL and at[i].outcome == outcome:
                below[i] = at[i]
        share = <double>counts[outcome] / total
        expect(below, n, seats, weight * share, part)
        for seat in range(seats):
            out[seat] += share * part[seat]
