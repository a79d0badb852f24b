# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Information set Monte Carlo tree search over any game behind a game table.

Plain single-observer ISMCTS (Cowling, Powley and Whitehouse 2012): every
simulation draws a fresh state from the view at the root, walks one tree keyed
by actions, adds one node, plays to the end at random, and credits all seats
(max^n). A ``Tree`` belongs to one thread at a time; several trees over one
view, each with its own stream of the seed, make a root-parallel search.
"""
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from engine_c.common.random cimport mix, next_u64
from engine_c.common.table cimport GameTable, MAX_SEATS
from engine_c.common.types cimport u32, u64
from engine_c.search.backup cimport back_up
from engine_c.search.playout cimport Worth, appraise, play_out
from engine_c.search.results cimport Tally, figures_of, index_of, note, tally_at, tally_size
from engine_c.search.selection cimport follow, select
from engine_c.search.tree cimport CHUNK, MAX_CHILDREN, Arena, Node, find_child, release, take_block

cdef enum:
    MAX_DEPTH = 1024          # nodes below are not added

cdef enum:
    MAX_TREES = 64            # read together
    FEW_VISITS = 10           # below, a node's own mean is its value

cdef double LEAST_WEIGHT = 1e-3

# Bytes the smallest tree takes.
MIN_MEMORY = CHUNK
# Trees that can be read together.
MAX_THREADS = MAX_TREES


cdef inline double now() noexcept nogil:
    """Seconds of a clock that never goes back."""
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return <double>t.tv_sec + 1e-9 * <double>t.tv_nsec


cdef class Tree:
    """One tree over one view, grown by ``run``.

    ``table`` is the game's capsule, ``view`` the bytes of what the seat to move
    knows, ``seed`` and ``stream`` (0 .. 2**64 - 1) fix every random choice.
    ``memory`` bounds the bytes of the nodes (at least ``MIN_MEMORY``): a tree at
    its bound is searched on but grows no more. ``exploration`` (at least 0)
    scales the width of the bandit bound; ``win_weight`` (0 .. 1) blends the
    shared win with the margin, squashed by ``margin_scale`` (points, above 0).
    ``only`` limits the search to some of the legal actions at the root.

    Raises ValueError where an argument is out of its range, no action is legal
    or ``only`` names an action that is not.
    """
    cdef object capsule
    cdef bytes view_
    cdef const char* view
    cdef const GameTable* table
    cdef Arena arena
    cdef Node root
    cdef Node** path
    cdef void* state
    cdef u32* legal
    cdef u32* actions_
    cdef char* tallies
    cdef double* figures
    cdef int n
    cdef bint stopped
    cdef bint running
    cdef u64 rng
    cdef double exploration
    cdef double win_weight
    cdef double margin_scale
    cdef readonly int seat
    cdef readonly int depth
    cdef readonly long long simulations
    cdef readonly long long nodes

    def __cinit__(self, object table, bytes view, *, u64 seed, u64 stream, size_t memory,
                  double exploration, double win_weight, double margin_scale,
                  object only=None):
        cdef int i
        self.table = <const GameTable*>PyCapsule_GetPointer(table, b"gwta_ai.GameTable")
        self.capsule = table
        self.view_ = view
        self.view = view
        if len(view) != self.table.state_size:
            raise ValueError(f"a view has {self.table.state_size} bytes, not {len(view)}")
        if not 1 <= self.table.seats <= MAX_SEATS:
            raise ValueError(f"a game has 1 to {MAX_SEATS} seats, not {self.table.seats}")
        if memory < CHUNK:
            raise ValueError(f"memory must be at least {CHUNK} bytes, not {memory}")
        if not 0.0 <= exploration < 1e9:
            raise ValueError(f"exploration must be at least 0, not {exploration}")
        if not 0.0 <= win_weight <= 1.0:
            raise ValueError(f"win_weight must be in 0 .. 1, not {win_weight}")
        if not 0.0 < margin_scale < 1e9:
            raise ValueError(f"margin_scale must be above 0, not {margin_scale}")
        self.arena.limit = memory
        self.exploration = exploration
        self.win_weight = win_weight
        self.margin_scale = margin_scale
        self.rng = mix(seed, stream)
        self.state = malloc(self.table.state_size)
        self.legal = <u32*>malloc(self.table.max_actions * sizeof(u32))
        self.figures = <double*>calloc(
            self.table.seats * self.table.report_size + 1, sizeof(double))
        self.path = <Node**>malloc((MAX_DEPTH + 1) * sizeof(Node*))
        if not (self.state and self.legal and self.figures and self.path):
            raise MemoryError
        self.candidates(only)
        self.actions_ = <u32*>malloc(self.n * sizeof(u32))
        self.tallies = <char*>calloc(self.n, tally_size(self.table.report_size))
        if not (self.actions_ and self.tallies):
            raise MemoryError
        memcpy(self.actions_, self.legal, self.n * sizeof(u32))
        # Room for every candidate first: a full tree must not leave one untried.
        i = 0
        while 1 << i < self.n:
            i += 1
        self.root.children = take_block(&self.arena, i)
        self.root.size = i + 1
        if self.root.children == NULL:
            raise MemoryError

    cdef int candidates(self, object only) except -1:
        """Leave the actions to be searched at the front of ``legal``.

        The seat to move knows its options, so any one determinization shows them.
        """
        cdef const GameTable* t = self.table
        cdef int i
        t.determinize(t.context, self.view, self.state, mix(self.rng, 1))
        self.n = t.legal(t.context, self.state, self.legal)
        if self.n == 0:
            raise ValueError("no action is legal: the game is over")
        if self.n > MAX_CHILDREN:
            raise ValueError(f"more than {MAX_CHILDREN} actions are legal")
        self.seat = t.seat_to_move(t.context, self.state)
        if only is None:
            return 0
        wanted = set(only)
        legal = [self.legal[i] for i in range(self.n)]
        if not wanted or not wanted.issubset(legal):
            raise ValueError("only must name legal actions, at least one")
        self.n = 0
        for action in legal:
            if action in wanted:
                self.legal[self.n] = action
                self.n += 1

    def __dealloc__(self):
        release(&self.arena)
        free(self.path)
        free(self.state)
        free(self.legal)
        free(self.actions_)
        free(self.tallies)
        free(self.figures)

    cdef void simulate(self) noexcept nogil:
        """One simulation: determinize, walk, add a node, play out, back up."""
        cdef const GameTable* t = self.table
        cdef Node* node = &self.root
        cdef int n, k, depth = 0
        cdef bint fresh = False
        cdef double points[MAX_SEATS]
        cdef Worth worth[MAX_SEATS]
        t.determinize(t.context, self.view, self.state, next_u64(&self.rng))
        self.path[0] = node
        while depth < MAX_DEPTH and not fresh:
            if depth == 0:
                n = self.n
                memcpy(self.legal, self.actions_, n * sizeof(u32))
            else:
                n = t.legal(t.context, self.state, self.legal)
            if n == 0:
                break
            # A forced move is no choice: its node costs no simulation.
            if n == 1:
                node = follow(&self.arena, node, self.legal[0])
            else:
                node = select(&self.arena, node, self.legal, n,
                              t.seat_to_move(t.context, self.state), self.exploration, &self.rng)
            if node == NULL:
                break
            if node.visits == 0:
                self.nodes += 1
                fresh = n > 1
            t.step(t.context, self.state, node.action)
            depth += 1
            self.path[depth] = node
        play_out(t, self.state, self.legal, &self.rng)
        t.returns(t.context, self.state, points)
        appraise(points, t.seats, self.win_weight, self.margin_scale, worth)
        back_up(self.path, depth, worth, t.seats)
        self.depth = max(self.depth, depth)
        self.simulations += 1
        if depth:
            t.report(t.context, self.state, self.figures)
            k = index_of(self.actions_, self.n, self.path[1].action)
            note(tally_at(self.tallies, k, t.report_size), &worth[self.seat],
                 self.figures + self.seat * t.report_size, t.report_size)

    def run(self, long long simulations=-1, double seconds=-1.0):
        """Simulate until one of the limits is met or ``stop`` is called; holds no GIL.

        Negative: no such limit. Once stopped, a tree does at most one simulation
        more. Raises RuntimeError if the tree is running already.
        """
        cdef double deadline = now() + seconds
        cdef long long last = self.simulations + simulations
        if self.running:
            raise RuntimeError("the tree is running already")
        self.running = True
        with nogil:
            while simulations < 0 or self.simulations < last:
                self.simulate()
                # The calls through the table keep the compiler from caching the flag.
                if self.stopped or (seconds >= 0.0 and now() >= deadline):
                    break
        self.running = False

    def stop(self):
        """Make ``run`` return after the simulation at hand; may be called from any thread."""
        self.stopped = True

    @property
    def bytes(self):
        """Bytes of memory taken for the nodes."""
        return self.arena.bytes

    @property
    def actions(self):
        """The searched actions at the root, ascending."""
        return [self.actions_[i] for i in range(self.n)]

    def rows(self):
        """Sums by action at the root, in the order of ``actions``.

        A row is (visits, availability, reward, win, margin, figures, squares):
        the last two are tuples of the game's report figures and of their squares.
        All are sums over the visits, for the searching seat.
        """
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
            rows.append((
                node.visits if node else 0,
                node.available if node else 0,
                node.reward[self.seat] if node else 0.0,
                tally.win,
                tally.margin,
                tuple([sums[k] for k in range(size)]),
                tuple([sums[size + k] for k in range(size)]),
            ))
        return rows

    cdef int check_idle(self) except -1:
        if self.running:
            raise RuntimeError("the tree is running")


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
    first node with fewer than ``visits`` (at least 1) or after ``length``
    actions in all; equal visits go to the lower action. Returns the list of
    actions, the given one first.
    """
    cdef Node* at[MAX_TREES]
    cdef int n = roots(trees, at)
    step = action
    found = [step]
    while len(found) < length:
        descend(at, n, step, at)
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
