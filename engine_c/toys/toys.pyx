# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Tiny games behind the game table, with values known from an exhaustive look.

They test a search, which sees nothing of a game but its table. Each class
holds the capsule as ``table``; states and views are ``bytes``. What a toy says
when it is asked to evaluate a state, or for its priors, is told from outside:
right or wrong, as the test needs it.
"""
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset
from engine_c.common.random cimport below, next_u64, shuffle
from engine_c.common.table cimport GAME_TABLE, GameTable, MAX_SEATS
from engine_c.common.types cimport u8, u16, u32, u64

cdef enum:
    HIDDEN = 255
    BUFFER = 64               # actions and state bytes of a toy stay below

# What a toy was told to say of one state.
cdef struct Opinion:
    bint taken
    u8 state[BUFFER]
    double win[MAX_SEATS]
    double points[MAX_SEATS]
    double spread[MAX_SEATS]
    float logits[BUFFER]      # by action

# The table and what the game's functions need lie in one block of memory that
# the capsule owns.
cdef struct Game:
    GameTable table
    u8 numbers[BUFFER]        # Matching: row as a multiset; Ends: row; Hands: points by kind
    int n                     # numbers in use
    int rounds                # Matching: cards turned in a game; Peek: the looker; Locked: keys
    u64 seeds[4096]           # Ticket: seeds of the determinizations
    int drawn
    Opinion* opinions         # a hash table with open addressing
    u64 capacity              # a power of two


cdef void free_game(object capsule) noexcept:
    cdef Game* game = <Game*>PyCapsule_GetPointer(capsule, GAME_TABLE)
    free(game.opinions)
    free(game)


cdef Opinion* opinion_of(const Game* game, const void* state) noexcept nogil:
    """What there is to say of a state: its place in the table, which may not be taken."""
    cdef u64 at = digest(state, game.table.state_size)
    cdef Opinion* found
    while True:
        found = &game.opinions[at & (game.capacity - 1)]
        if not found.taken or memcmp(found.state, state, game.table.state_size) == 0:
            return found
        at += 1


cdef void evaluate(const void* context, const void* state, double* win, double* figures,
                   double* spread) noexcept nogil:
    cdef const Game* game = <const Game*>context
    cdef const Opinion* opinion = opinion_of(game, state)
    cdef int seat
    for seat in range(game.table.seats):
        win[seat] = opinion.win[seat] if opinion.taken else 1.0 / game.table.seats
        figures[seat] = opinion.points[seat]
        spread[seat] = opinion.spread[seat]


cdef void lean(const void* context, const void* state, const u32* actions, int n,
               float* out) noexcept nogil:
    cdef const Opinion* opinion = opinion_of(<const Game*>context, state)
    cdef int i
    for i in range(n):
        out[i] = opinion.logits[actions[i]] if actions[i] < BUFFER else 0.0


cdef class Toy:
    """What the toys share: playing them from Python through their table."""
    cdef readonly object table
    cdef Game* game

    cdef int fill(self, int seats, int state_size, int max_actions) except -1:
        self.game = <Game*>calloc(1, sizeof(Game))
        if self.game == NULL:
            raise MemoryError
        self.table = PyCapsule_New(self.game, GAME_TABLE, free_game)
        self.game.table.context = self.game
        self.game.table.seats = seats
        self.game.table.state_size = state_size
        self.game.table.max_actions = max_actions
        self.game.table.report_size = 1

    def opine(self, evaluations=None, priors=None, int kind_shift=0):
        """Say from now on what it is told of states; of others that all is even.

        ``evaluations`` maps states to ``(win, points, variance)``, each by seat,
        ``priors`` states to logits by action. None: the game has no such function.
        ``kind_shift`` is the first bit of an action's kind. Not while a search is running.
        """
        cdef Opinion* opinion
        cdef int i
        states = set(evaluations or ()) | set(priors or ())
        free(self.game.opinions)
        self.game.capacity = 2
        while self.game.capacity < 2 * <u64>len(states):
            self.game.capacity *= 2
        self.game.opinions = <Opinion*>calloc(self.game.capacity, sizeof(Opinion))
        if self.game.opinions == NULL:
            raise MemoryError
        for state in states:
            opinion = opinion_of(self.game, self.check(state))
            opinion.taken = True
            memcpy(opinion.state, <const char*>state, self.game.table.state_size)
            shares = [1 / self.game.table.seats] * self.game.table.seats
            win, points, spread = (evaluations or {}).get(state, (shares, [0] * 4, [0] * 4))
            for i in range(self.game.table.seats):
                opinion.win[i], opinion.points[i] = win[i], points[i]
                opinion.spread[i] = spread[i]
            for action, logit in (priors or {}).get(state, {}).items():
                if not 0 <= action < BUFFER:
                    raise ValueError(f"there is no action {action}")
                opinion.logits[action] = logit
        self.game.table.evaluate = NULL
        self.game.table.priors = NULL
        self.game.table.kind_shift = kind_shift
        if evaluations is not None:
            self.game.table.evaluate = evaluate
        if priors is not None:
            self.game.table.priors = lean

    cdef const char* check(self, bytes state) except NULL:
        if len(state) != self.game.table.state_size:
            raise ValueError(f"a state has {self.game.table.state_size} bytes, not {len(state)}")
        return state

    def legal(self, bytes state):
        """The legal actions, ascending; empty when the game is over."""
        cdef GameTable* t = &self.game.table
        cdef const char* data = self.check(state)
        cdef u32* actions = <u32*>malloc(t.max_actions * sizeof(u32))
        if actions == NULL:
            raise MemoryError
        try:
            return [actions[i] for i in range(t.legal(t.context, data, actions))]
        finally:
            free(actions)

    def step(self, bytes state, u32 action):
        """The state after an action; ValueError if it is not legal."""
        cdef GameTable* t = &self.game.table
        cdef char after[BUFFER]
        if action not in self.legal(state):
            raise ValueError(f"action {action} is not legal")
        memcpy(after, <const char*>state, t.state_size)
        t.step(t.context, after, action)
        return after[:t.state_size]

    def seat_to_move(self, bytes state):
        """The seat to move; -1 when the game is over."""
        cdef GameTable* t = &self.game.table
        return t.seat_to_move(t.context, self.check(state))

    def returns(self, bytes state):
        """Points by seat."""
        cdef GameTable* t = &self.game.table
        cdef double points[MAX_SEATS]
        t.returns(t.context, self.check(state), points)
        return [points[i] for i in range(t.seats)]

    def determinize(self, bytes view, u64 seed):
        """A state that agrees with the view."""
        cdef GameTable* t = &self.game.table
        cdef char state[BUFFER]
        t.determinize(t.context, self.check(view), state, seed)
        return state[:t.state_size]


# ---- Tic-tac-toe: nothing hidden ------------------------------------------------------------

cdef struct Board:
    u8 cells[9]               # 1 + seat, 0: free
    u8 moves


cdef int[8][3] LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8],
                        [0, 4, 8], [2, 4, 6]]


cdef int board_winner(const Board* s) noexcept nogil:
    cdef int i
    for i in range(8):
        if (s.cells[LINES[i][0]] and s.cells[LINES[i][0]] == s.cells[LINES[i][1]]
                and s.cells[LINES[i][0]] == s.cells[LINES[i][2]]):
            return s.cells[LINES[i][0]]
    return 0


cdef int board_legal(const void* context, const void* state, u32* out) noexcept nogil:
    cdef const Board* s = <const Board*>state
    cdef int cell, n = 0
    if board_winner(s):
        return 0
    for cell in range(9):
        if not s.cells[cell]:
            out[n] = cell
            n += 1
    return n


cdef void board_step(const void* context, void* state, u32 action) noexcept nogil:
    cdef Board* s = <Board*>state
    s.cells[action] = 1 + s.moves % 2
    s.moves += 1


cdef int board_seat(const void* context, const void* state) noexcept nogil:
    cdef const Board* s = <const Board*>state
    return -1 if s.moves == 9 or board_winner(s) else s.moves % 2


cdef bint board_over(const void* context, const void* state) noexcept nogil:
    return board_seat(context, state) < 0


cdef void board_returns(const void* context, const void* state, double* out) noexcept nogil:
    cdef int winner = board_winner(<const Board*>state)
    out[0] = winner == 1
    out[1] = winner == 2


cdef void board_determinize(const void* context, const void* view, void* state,
                            u64 seed) noexcept nogil:
    memcpy(state, view, sizeof(Board))


cdef u64 board_hash(const void* context, const void* state) noexcept nogil:
    return digest(state, sizeof(Board))


cdef u64 board_visible(const void* context, const void* state, int seat) noexcept nogil:
    return digest(state, sizeof(Board))


cdef class TicTacToe(Toy):
    """Noughts and crosses. Action: the cell, 0 .. 8. One point for three in a row."""

    def __init__(self):
        cdef GameTable* t
        self.fill(2, sizeof(Board), 9)
        t = &self.game.table
        t.legal = board_legal
        t.step = board_step
        t.seat_to_move = board_seat
        t.is_over = board_over
        t.returns = t.report = board_returns
        t.determinize = board_determinize
        t.hash = board_hash
        t.visible = board_visible

    def state(self, moves=()):
        """The state after a sequence of cells."""
        cdef Board s
        memset(&s, 0, sizeof(Board))
        state = (<char*>&s)[:sizeof(Board)]
        for cell in moves:
            state = self.step(state, cell)
        return state


# ---- Hidden coin: seat 0 seeks what chance has hidden and seat 1 knows ------------------------

cdef enum:
    CUPS = 3

cdef struct Coin:
    u8 coin                   # cup; HIDDEN in the view of seat 0
    u8 tie                    # which empty cup is lifted if there are two; likewise
    u8 pointed                # 1 + cup seat 0 pointed at
    u8 lifted                 # 1 + cup seat 1 lifted
    u8 guess                  # 1 + cup seat 0 settled on


cdef int coin_to_lift(const Coin* s) noexcept nogil:
    """The cup seat 1 lifts: empty and not the one pointed at."""
    cdef int first = (s.pointed - 1 + 1) % CUPS, second = (s.pointed - 1 + 2) % CUPS
    if s.coin == first:
        return second
    if s.coin == second:
        return first
    return second if s.tie else first


cdef int coin_legal(const void* context, const void* state, u32* out) noexcept nogil:
    cdef const Coin* s = <const Coin*>state
    cdef int cup, n = 0
    if s.guess:
        return 0
    if s.pointed and not s.lifted:
        out[0] = CUPS + coin_to_lift(s)
        return 1
    for cup in range(CUPS):
        if s.lifted != 1 + cup:
            out[n] = cup + (2 * CUPS if s.pointed else 0)
            n += 1
    return n


cdef void coin_step(const void* context, void* state, u32 action) noexcept nogil:
    cdef Coin* s = <Coin*>state
    cdef u8 cup = <u8>(1 + action % CUPS)
    if action < CUPS:
        s.pointed = cup
    elif action < 2 * CUPS:
        s.lifted = cup
    else:
        s.guess = cup


cdef int coin_seat(const void* context, const void* state) noexcept nogil:
    cdef const Coin* s = <const Coin*>state
    if s.guess:
        return -1
    return 1 if s.pointed and not s.lifted else 0


cdef bint coin_over(const void* context, const void* state) noexcept nogil:
    return (<const Coin*>state).guess != 0


cdef void coin_returns(const void* context, const void* state, double* out) noexcept nogil:
    cdef const Coin* s = <const Coin*>state
    out[0] = s.guess == 1 + s.coin
    out[1] = 1 - out[0]


cdef void coin_determinize(const void* context, const void* view, void* state,
                           u64 seed) noexcept nogil:
    cdef Coin* s = <Coin*>state
    cdef u64 rng = seed
    memcpy(state, view, sizeof(Coin))
    if s.coin != HIDDEN:
        return
    while True:
        s.coin = <u8>below(&rng, CUPS)
        s.tie = <u8>below(&rng, 2)
        if not s.lifted or s.lifted == 1 + coin_to_lift(s):
            return


cdef u32 coin_turn(const void* context, const void* state) noexcept nogil:
    return 2 if (<const Coin*>state).lifted else 1


cdef u64 coin_hash(const void* context, const void* state) noexcept nogil:
    return digest(state, sizeof(Coin))


cdef u64 coin_visible(const void* context, const void* state, int seat) noexcept nogil:
    cdef Coin s = (<const Coin*>state)[0]
    if seat == 0:
        s.coin = s.tie = HIDDEN
    return digest(&s, sizeof(Coin))


cdef class HiddenCoin(Toy):
    """A coin under one of three cups; seat 0 wins by naming the right one.

    Seat 0 points at a cup (actions 0 .. 2), seat 1 lifts an empty other cup
    (3 .. 5, never a choice), seat 0 settles on one of the two that stand (6 .. 8).
    The second turn begins once a cup is lifted.
    """

    def __init__(self):
        cdef GameTable* t
        self.fill(2, sizeof(Coin), 3)
        t = &self.game.table
        t.legal = coin_legal
        t.step = coin_step
        t.seat_to_move = coin_seat
        t.is_over = coin_over
        t.returns = t.report = coin_returns
        t.determinize = coin_determinize
        t.turn = coin_turn
        t.hash = coin_hash
        t.visible = coin_visible

    def state(self, int coin, int tie=0):
        """The start, coin under that cup (0 .. 2), ``tie`` (0, 1) if either can be lifted."""
        if not (0 <= coin < CUPS and 0 <= tie < 2):
            raise ValueError("coin must be in 0 .. 2 and tie in 0 .. 1")
        return bytes([coin, tie, 0, 0, 0])

    def view(self, bytes state, int seat):
        """What a seat knows: seat 1 everything, seat 0 not where the coin is."""
        self.check(state)
        return state if seat else bytes([HIDDEN, HIDDEN]) + state[2:]


# ---- Matching: a row of cards that nobody has seen --------------------------------------------

cdef enum:
    ROW = 8
    KINDS = 4
    TURN = 8                  # action: turn up the card of kind action - TURN

cdef struct Row:
    u8 cards[ROW]             # kinds; in a view the hidden ones ascend
    u8 turned
    u8 named                  # 1 + kind
    u8 spent[2]               # mask of kinds the seat has named
    u8 points[2]


cdef int row_legal(const void* context, const void* state, u32* out) noexcept nogil:
    cdef const Game* game = <const Game*>context
    cdef const Row* s = <const Row*>state
    cdef int kind, n = 0
    if s.turned == game.rounds:
        return 0
    if s.named:
        out[0] = TURN + s.cards[s.turned]
        return 1
    for kind in range(KINDS):
        if not s.spent[s.turned % 2] >> kind & 1:
            out[n] = kind
            n += 1
    return n


cdef void row_step(const void* context, void* state, u32 action) noexcept nogil:
    cdef Row* s = <Row*>state
    if action < TURN:
        s.named = <u8>(1 + action)
        s.spent[s.turned % 2] |= <u8>(1 << action)
        return
    if s.named == 1 + action - TURN:
        s.points[s.turned % 2] += s.named
    s.named = 0
    s.turned += 1


cdef int row_seat(const void* context, const void* state) noexcept nogil:
    cdef const Row* s = <const Row*>state
    return -1 if s.turned == (<const Game*>context).rounds else s.turned % 2


cdef bint row_over(const void* context, const void* state) noexcept nogil:
    return row_seat(context, state) < 0


cdef void row_returns(const void* context, const void* state, double* out) noexcept nogil:
    out[0] = (<const Row*>state).points[0]
    out[1] = (<const Row*>state).points[1]


cdef void row_determinize(const void* context, const void* view, void* state,
                          u64 seed) noexcept nogil:
    cdef Row* s = <Row*>state
    cdef u64 rng = seed
    memcpy(state, view, sizeof(Row))
    shuffle(&rng, &s.cards[s.turned], (<const Game*>context).n - s.turned)


cdef u32 row_turn(const void* context, const void* state) noexcept nogil:
    return 1 + (<const Row*>state).turned


cdef bint row_arrived(const void* context, const void* state, int seat) noexcept nogil:
    """At an even number of points above 0: that is as good as any place."""
    cdef u8 points = (<const Row*>state).points[seat]
    return points > 0 and points % 2 == 0


cdef u64 row_hash(const void* context, const void* state) noexcept nogil:
    return digest(state, sizeof(Row))


cdef u64 row_visible(const void* context, const void* state, int seat) noexcept nogil:
    cdef Row s = (<const Row*>state)[0]
    memset(&s.cards[s.turned], 0, ROW - s.turned)
    return digest(&s, sizeof(Row))


cdef class Matching(Toy):
    """Seats in turn name the kind of the next hidden card, each kind at most once a seat.

    ``cards`` is the multiset of kinds (0 .. 3, at most eight cards), of which
    ``rounds`` are turned up. Actions: 0 .. 3 name a kind, 8 .. 11 turn the card up
    (never a choice), which ends the turn. A match scores 1 + kind points.
    """

    def __init__(self, cards, int rounds):
        cdef GameTable* t
        cards = sorted(cards)
        if not (0 < rounds <= len(cards) <= ROW and rounds <= 2 * KINDS
                and all(0 <= card < KINDS for card in cards)):
            raise ValueError("cards must be up to 8 kinds in 0 .. 3, rounds at most as many")
        self.fill(2, sizeof(Row), KINDS)
        self.game.n = len(cards)
        self.game.rounds = rounds
        for i, card in enumerate(cards):
            self.game.numbers[i] = card
        t = &self.game.table
        t.legal = row_legal
        t.step = row_step
        t.seat_to_move = row_seat
        t.is_over = row_over
        t.returns = t.report = row_returns
        t.determinize = row_determinize
        t.turn = row_turn
        t.arrived = row_arrived
        t.hash = row_hash
        t.visible = row_visible

    def state(self, u64 seed=0):
        """The start with a shuffled row."""
        cdef Row s
        memset(&s, 0, sizeof(Row))
        memcpy(s.cards, self.game.numbers, self.game.n)
        shuffle(&seed, s.cards, self.game.n)
        return (<char*>&s)[:sizeof(Row)]

    def view(self, bytes state, int seat):
        """What either seat knows: the cards turned up and the multiset of the rest."""
        self.check(state)
        turned = state[ROW]
        n = self.game.n
        return state[:turned] + bytes(sorted(state[turned:n])) + state[n:]


# ---- Peek: a card is seen before it is named --------------------------------------------------

cdef enum:
    FACES = 4

cdef struct Peek_:
    u8 card                   # face; HIDDEN in the view of a seat that has not looked
    u8 looked
    u8 named                  # 1 + face


cdef int peek_legal(const void* context, const void* state, u32* out) noexcept nogil:
    cdef const Peek_* s = <const Peek_*>state
    cdef int face
    if s.named:
        return 0
    if not s.looked:
        out[0] = FACES
        return 1
    for face in range(FACES):
        out[face] = face
    return FACES


cdef void peek_step(const void* context, void* state, u32 action) noexcept nogil:
    cdef Peek_* s = <Peek_*>state
    if action == FACES:
        s.looked = 1
    else:
        s.named = <u8>(1 + action)


cdef int peek_seat(const void* context, const void* state) noexcept nogil:
    cdef const Game* game = <const Game*>context
    return -1 if (<const Peek_*>state).named else game.rounds


cdef bint peek_over(const void* context, const void* state) noexcept nogil:
    return (<const Peek_*>state).named != 0


cdef void peek_returns(const void* context, const void* state, double* out) noexcept nogil:
    cdef const Game* game = <const Game*>context
    cdef const Peek_* s = <const Peek_*>state
    out[game.rounds] = s.named == 1 + s.card
    out[1 - game.rounds] = 1 - out[game.rounds]


cdef void peek_determinize(const void* context, const void* view, void* state,
                           u64 seed) noexcept nogil:
    cdef u64 rng = seed
    memcpy(state, view, sizeof(Peek_))
    if (<Peek_*>state).card == HIDDEN:
        (<Peek_*>state).card = <u8>below(&rng, FACES)


cdef u64 peek_hash(const void* context, const void* state) noexcept nogil:
    return digest(state, sizeof(Peek_))


cdef u64 peek_visible(const void* context, const void* state, int seat) noexcept nogil:
    cdef Peek_ s = (<const Peek_*>state)[0]
    if not s.looked or seat != (<const Game*>context).rounds:
        s.card = HIDDEN
    return digest(&s, sizeof(Peek_))


cdef class Peek(Toy):
    """One seat looks at a card of four faces (action 4) and names its face (0 .. 3).

    It is the seat ``looker``, and wins by naming it right; the other sees nothing and
    does nothing.
    """

    def __init__(self, int looker=0):
        cdef GameTable* t
        if not 0 <= looker < 2:
            raise ValueError("looker must be 0 or 1")
        self.fill(2, sizeof(Peek_), FACES)
        self.game.rounds = looker
        t = &self.game.table
        t.legal = peek_legal
        t.step = peek_step
        t.seat_to_move = peek_seat
        t.is_over = peek_over
        t.returns = t.report = peek_returns
        t.determinize = peek_determinize
        t.hash = peek_hash
        t.visible = peek_visible

    def view(self):
        """The start, before anybody has looked."""
        return bytes([HIDDEN, 0, 0])


# ---- Locked: what may be done depends on what the other has hidden ----------------------------

cdef enum:
    KEYS = 25

cdef struct Locked_:
    u8 key                    # 0 .. KEYS - 1, seat 1 knows it; HIDDEN in the view of seat 0
    u8 moved
    u8 chosen                 # 1 + action of seat 1


cdef int locked_legal(const void* context, const void* state, u32* out) noexcept nogil:
    cdef const Locked_* s = <const Locked_*>state
    if s.chosen:
        return 0
    out[0] = 2 if s.moved else 0
    out[1] = out[0] + 1
    return 1 if s.moved and s.key >= (<const Game*>context).rounds else 2


cdef void locked_step(const void* context, void* state, u32 action) noexcept nogil:
    cdef Locked_* s = <Locked_*>state
    if s.moved:
        s.chosen = <u8>(1 + action)
    else:
        s.moved = 1


cdef int locked_seat(const void* context, const void* state) noexcept nogil:
    cdef const Locked_* s = <const Locked_*>state
    return -1 if s.chosen else s.moved


cdef bint locked_over(const void* context, const void* state) noexcept nogil:
    return (<const Locked_*>state).chosen != 0


cdef void locked_returns(const void* context, const void* state, double* out) noexcept nogil:
    out[0] = out[1] = 0


cdef void locked_report(const void* context, const void* state, double* out) noexcept nogil:
    memset(out, 0, 4 * sizeof(double))
    out[1] = (<const Locked_*>state).chosen == 1 + 3    # after the points of seat 0


cdef void locked_determinize(const void* context, const void* view, void* state,
                             u64 seed) noexcept nogil:
    cdef u64 rng = seed
    memcpy(state, view, sizeof(Locked_))
    if (<Locked_*>state).key == HIDDEN:
        (<Locked_*>state).key = <u8>below(&rng, KEYS)


cdef u64 locked_hash(const void* context, const void* state) noexcept nogil:
    return digest(state, sizeof(Locked_))


cdef u64 locked_visible(const void* context, const void* state, int seat) noexcept nogil:
    cdef Locked_ s = (<const Locked_*>state)[0]
    if seat == 0:
        s.key = HIDDEN
    return digest(&s, sizeof(Locked_))


cdef class Locked(Toy):
    """Seat 0 does 0 or 1, then seat 1 does 2 or, if its hidden key opens, 3; all ends level.

    ``opening`` of 25 equally likely keys open. The second figure reported for seat 0 is 1
    after 3, so that its mean tells how often seat 1 did that.
    """

    def __init__(self, int opening):
        cdef GameTable* t
        if not 0 <= opening <= KEYS:
            raise ValueError("opening must be 0 to 25")
        self.fill(2, sizeof(Locked_), 2)
        self.game.rounds = opening
        t = &self.game.table
        t.report_size = 2
        t.legal = locked_legal
        t.step = locked_step
        t.seat_to_move = locked_seat
        t.is_over = locked_over
        t.returns = locked_returns
        t.report = locked_report
        t.determinize = locked_determinize
        t.hash = locked_hash
        t.visible = locked_visible

    def view(self):
        """The start, as seat 0 sees it."""
        return bytes([HIDDEN, 0, 0])


# ---- Ends: three seats, nothing hidden --------------------------------------------------------

cdef enum:
    ENDS_SEATS = 3
    ENDS_MOST = 16            # numbers

cdef struct Ends_:
    u8 low                    # numbers[low .. high - 1] are left
    u8 high
    u8 points[ENDS_SEATS]


cdef int ends_seat(const void* context, const void* state) noexcept nogil:
    cdef const Ends_* s = <const Ends_*>state
    cdef int taken = (<const Game*>context).n - (s.high - s.low)
    return -1 if s.low == s.high else taken % ENDS_SEATS


cdef int ends_legal(const void* context, const void* state, u32* out) noexcept nogil:
    cdef const Ends_* s = <const Ends_*>state
    out[0] = 0
    out[1] = 1
    return min(s.high - s.low, 2)


cdef void ends_step(const void* context, void* state, u32 action) noexcept nogil:
    cdef const Game* game = <const Game*>context
    cdef Ends_* s = <Ends_*>state
    cdef int seat = ends_seat(context, state)
    if action:
        s.high -= 1
        s.points[seat] += game.numbers[s.high]
    else:
        s.points[seat] += game.numbers[s.low]
        s.low += 1


cdef bint ends_over(const void* context, const void* state) noexcept nogil:
    return ends_seat(context, state) < 0


cdef void ends_returns(const void* context, const void* state, double* out) noexcept nogil:
    cdef int seat
    for seat in range(ENDS_SEATS):
        out[seat] = (<const Ends_*>state).points[seat]


cdef void ends_determinize(const void* context, const void* view, void* state,
                           u64 seed) noexcept nogil:
    memcpy(state, view, sizeof(Ends_))


cdef u64 ends_hash(const void* context, const void* state) noexcept nogil:
    return digest(state, sizeof(Ends_))


cdef u64 ends_visible(const void* context, const void* state, int seat) noexcept nogil:
    return digest(state, sizeof(Ends_))


cdef class Ends(Toy):
    """Three seats in turn take the left (0) or right (1) number of a row as points.

    ``numbers`` are 1 to 16 numbers, 0 .. 40. The last number is never a choice.
    """

    def __init__(self, numbers):
        cdef GameTable* t
        if not (0 < len(numbers) <= ENDS_MOST and all(0 <= number <= 40 for number in numbers)):
            raise ValueError("numbers must be 1 to 16 numbers in 0 .. 40")
        self.fill(ENDS_SEATS, sizeof(Ends_), 2)
        self.game.n = len(numbers)
        for i, number in enumerate(numbers):
            self.game.numbers[i] = number
        t = &self.game.table
        t.legal = ends_legal
        t.step = ends_step
        t.seat_to_move = ends_seat
        t.is_over = ends_over
        t.returns = t.report = ends_returns
        t.determinize = ends_determinize
        t.hash = ends_hash
        t.visible = ends_visible

    def state(self):
        """The start."""
        return bytes([0, self.game.n, 0, 0, 0])


# ---- Wide: one decision among very many -------------------------------------------------------

cdef struct Wide_:
    u16 chosen                # 1 + action
    u16 pad


cdef int wide_legal(const void* context, const void* state, u32* out) noexcept nogil:
    cdef int i, n = (<const Game*>context).n
    if (<const Wide_*>state).chosen:
        return 0
    for i in range(n):
        out[i] = i
    return n


cdef void wide_step(const void* context, void* state, u32 action) noexcept nogil:
    (<Wide_*>state).chosen = <u16>(1 + action)


cdef int wide_seat(const void* context, const void* state) noexcept nogil:
    return -1 if (<const Wide_*>state).chosen else 0


cdef bint wide_over(const void* context, const void* state) noexcept nogil:
    return (<const Wide_*>state).chosen != 0


cdef void wide_returns(const void* context, const void* state, double* out) noexcept nogil:
    out[0] = <double>(<const Wide_*>state).chosen / (<const Game*>context).n


cdef void wide_determinize(const void* context, const void* view, void* state,
                           u64 seed) noexcept nogil:
    memcpy(state, view, sizeof(Wide_))


cdef u64 wide_hash(const void* context, const void* state) noexcept nogil:
    return digest(state, sizeof(Wide_))


cdef u64 wide_visible(const void* context, const void* state, int seat) noexcept nogil:
    return digest(state, sizeof(Wide_))


cdef void wide_priors(const void* context, const void* state, const u32* actions, int n,
                      float* out) noexcept nogil:
    """The higher, the more likely by a little."""
    cdef int i
    for i in range(n):
        out[i] = actions[i] * <float>4.0 / n


cdef class Wide(Toy):
    """One seat takes one of ``width`` actions (1 .. 5,000): the last is worth a point, others less."""

    def __init__(self, int width):
        cdef GameTable* t
        if not 0 < width <= 5000:
            raise ValueError("width must be 1 to 5,000")
        self.fill(1, sizeof(Wide_), width)
        self.game.n = width
        t = &self.game.table
        t.legal = wide_legal
        t.step = wide_step
        t.seat_to_move = wide_seat
        t.is_over = wide_over
        t.returns = t.report = wide_returns
        t.determinize = wide_determinize
        t.hash = wide_hash
        t.visible = wide_visible
        t.priors = wide_priors

    def state(self):
        """The start."""
        return bytes(sizeof(Wide_))


# ---- Hands: hidden hands and a stack to draw from -----------------------------------------------

cdef enum:
    SEATS = 3
    DECK = 16
    DROP = 8                  # action: drop a card of kind action - DROP
    BONUS = 2                 # points for a card of the kind that lies on top

cdef struct Hands_:
    u8 players
    u8 viewer                 # 1 + seat; 0 in a state
    u8 seat
    u8 turn
    u8 top                    # 1 + kind of the card on the pile; 0: none
    u8 size                   # of the stack
    u8 held[SEATS]            # cards in hand
    u8 hands[SEATS][KINDS]    # by kind; in a view those of others are not told
    u8 played[SEATS]          # points for cards played
    u8 matched[SEATS]         # points for cards that matched
    # The next card to be drawn last. In a view all that is hidden stands here, ascending:
    # the stack and the hands of others.
    u8 stack[DECK]


cdef int hands_seat(const void* context, const void* state) noexcept nogil:
    cdef const Hands_* s = <const Hands_*>state
    return s.seat if s.held[s.seat] else -1


cdef bint hands_over(const void* context, const void* state) noexcept nogil:
    return hands_seat(context, state) < 0


cdef int hands_legal(const void* context, const void* state, u32* out) noexcept nogil:
    cdef const Hands_* s = <const Hands_*>state
    cdef int way, kind, n = 0
    for way in range(2 if s.size else 1):
        for kind in range(KINDS):
            if s.hands[s.seat][kind]:
                out[n] = way * DROP + kind
                n += 1
    return n


cdef void hands_step(const void* context, void* state, u32 action) noexcept nogil:
    cdef Hands_* s = <Hands_*>state
    cdef int kind = action % DROP, draws = 1, i
    s.hands[s.seat][kind] -= 1
    s.held[s.seat] -= 1
    if action < DROP:
        s.played[s.seat] += (<const Game*>context).numbers[kind]
        if s.top == kind + 1:
            s.matched[s.seat] += BONUS
        s.top = <u8>(kind + 1)
    else:
        draws = 2
    for i in range(min(draws, s.size)):
        s.size -= 1
        s.hands[s.seat][s.stack[s.size]] += 1
        s.held[s.seat] += 1
        s.stack[s.size] = 0
    for i in range(s.players):
        s.seat = <u8>((s.seat + 1) % s.players)
        if s.held[s.seat]:
            break
    s.turn += 1


cdef void hands_returns(const void* context, const void* state, double* out) noexcept nogil:
    cdef const Hands_* s = <const Hands_*>state
    cdef int seat
    for seat in range(s.players):
        out[seat] = s.played[seat] + s.matched[seat]


cdef void hands_report(const void* context, const void* state, double* out) noexcept nogil:
    cdef const Hands_* s = <const Hands_*>state
    cdef int seat
    for seat in range(s.players):
        out[3 * seat] = s.played[seat] + s.matched[seat]
        out[3 * seat + 1] = s.played[seat]
        out[3 * seat + 2] = s.matched[seat]


cdef void hands_view(const Hands_* s, Hands_* view, int seat) noexcept nogil:
    """What a seat knows."""
    cdef u8 pool[KINDS]
    cdef int at, kind, i, n = 0
    view[0] = s[0]
    view.viewer = <u8>(1 + seat)
    memset(pool, 0, KINDS)
    for i in range(s.size):
        pool[s.stack[i]] += 1
    for at in range(s.players):
        if at != seat:
            for kind in range(KINDS):
                pool[kind] += s.hands[at][kind]
                view.hands[at][kind] = 0
    memset(view.stack, 0, DECK)
    for kind in range(KINDS):
        for i in range(pool[kind]):
            view.stack[n] = <u8>kind
            n += 1


cdef void hands_determinize(const void* context, const void* view, void* state,
                            u64 seed) noexcept nogil:
    cdef Hands_* s = <Hands_*>state
    cdef u64 rng = seed
    cdef int at, i, n
    memcpy(state, view, sizeof(Hands_))
    if not s.viewer:
        return
    n = s.size
    for at in range(s.players):
        if at != s.viewer - 1:
            n += s.held[at]
    shuffle(&rng, s.stack, n)
    for at in range(s.players):
        if at != s.viewer - 1:
            for i in range(s.held[at]):
                n -= 1
                s.hands[at][s.stack[n]] += 1
                s.stack[n] = 0
    s.viewer = 0


cdef u32 hands_turn(const void* context, const void* state) noexcept nogil:
    return (<const Hands_*>state).turn


cdef u64 hands_hash(const void* context, const void* state) noexcept nogil:
    return digest(state, sizeof(Hands_))


cdef u64 hands_visible(const void* context, const void* state, int seat) noexcept nogil:
    cdef Hands_ view
    hands_view(<const Hands_*>state, &view, seat)
    return digest(&view, sizeof(Hands_))


cdef class Hands(Toy):
    """Seats in turn play a card of their hand or drop one, and draw; who has none is passed by.

    ``players`` is 2 or 3, ``values`` has the points of the four kinds (0 .. 9). Actions:
    0 .. 3 play a card of a kind: its points, and two more if it matches the card on top of
    the pile; one card is drawn. 8 .. 11 drop one beside the pile: two cards are drawn;
    not where the stack is empty. The figures reported are the points, those for cards
    played and those for matches.
    """

    def __init__(self, int players, values):
        cdef GameTable* t
        if not 2 <= players <= SEATS:
            raise ValueError("players must be 2 or 3")
        if len(values) != KINDS or not all(0 <= value <= 9 for value in values):
            raise ValueError("values must be four numbers in 0 .. 9")
        self.fill(players, sizeof(Hands_), 2 * KINDS)
        for kind, value in enumerate(values):
            self.game.numbers[kind] = value
        t = &self.game.table
        t.report_size = 3
        t.legal = hands_legal
        t.step = hands_step
        t.seat_to_move = hands_seat
        t.is_over = hands_over
        t.returns = hands_returns
        t.report = hands_report
        t.determinize = hands_determinize
        t.turn = hands_turn
        t.hash = hands_hash
        t.visible = hands_visible

    def state(self, u64 seed, int copies):
        """The start, two cards dealt to each seat, of a deck with 2 .. 4 cards of each kind."""
        cdef Hands_ s
        cdef int kind, i, seat
        if not 2 <= copies <= DECK // KINDS:
            raise ValueError("copies must be 2 to 4")
        memset(&s, 0, sizeof(Hands_))
        s.players = <u8>self.game.table.seats
        s.turn = 1
        for kind in range(KINDS):
            for i in range(copies):
                s.stack[s.size] = <u8>kind
                s.size += 1
        shuffle(&seed, s.stack, s.size)
        for seat in range(s.players):
            for i in range(2):
                s.size -= 1
                s.hands[seat][s.stack[s.size]] += 1
                s.held[seat] += 1
                s.stack[s.size] = 0
        return (<char*>&s)[:sizeof(Hands_)]

    def view(self, bytes state, int seat):
        """What a seat knows: its own hand, and the cards of stack and other hands together."""
        cdef Hands_ view
        hands_view(<const Hands_*>self.check(state), &view, seat)
        return (<char*>&view)[:sizeof(Hands_)]

    def raw(self, bytes state):
        """Every field as a plain dict, arrays as lists."""
        return (<const Hands_*>self.check(state))[0]

    def packed(self, dict raw):
        """The inverse of ``raw``; fields are taken as they are."""
        cdef Hands_ s = raw
        return (<char*>&s)[:sizeof(Hands_)]


# ---- Ticket: one seat, one action, a hidden number --------------------------------------------

cdef struct Draw:
    u64 number                # 0 in the view
    u8 torn
    u8 pad[7]


cdef int ticket_legal(const void* context, const void* state, u32* out) noexcept nogil:
    out[0] = 0
    return not (<const Draw*>state).torn


cdef void ticket_step(const void* context, void* state, u32 action) noexcept nogil:
    (<Draw*>state).torn = 1


cdef int ticket_seat(const void* context, const void* state) noexcept nogil:
    return -1 if (<const Draw*>state).torn else 0


cdef bint ticket_over(const void* context, const void* state) noexcept nogil:
    return (<const Draw*>state).torn


cdef void ticket_returns(const void* context, const void* state, double* out) noexcept nogil:
    out[0] = <double>(<const Draw*>state).number / 18446744073709551616.0


cdef void ticket_determinize(const void* context, const void* view, void* state,
                             u64 seed) noexcept nogil:
    cdef Game* game = <Game*>context
    cdef u64 rng = seed
    memcpy(state, view, sizeof(Draw))
    (<Draw*>state).number = next_u64(&rng)
    game.seeds[game.drawn % 4096] = seed
    game.drawn += 1


cdef u64 ticket_hash(const void* context, const void* state) noexcept nogil:
    return digest(state, sizeof(Draw))


cdef u64 ticket_visible(const void* context, const void* state, int seat) noexcept nogil:
    return (<const Draw*>state).torn


cdef class Ticket(Toy):
    """A ticket with a hidden number, uniform in [0, 1), and nothing to do but tear it.

    Notes the seeds it was determinized with, so it is for one thread only.
    """

    def __init__(self):
        cdef GameTable* t
        self.fill(1, sizeof(Draw), 1)
        t = &self.game.table
        t.legal = ticket_legal
        t.step = ticket_step
        t.seat_to_move = ticket_seat
        t.is_over = ticket_over
        t.returns = t.report = ticket_returns
        t.determinize = ticket_determinize
        t.hash = ticket_hash
        t.visible = ticket_visible

    def state(self):
        """The start, as its own view."""
        return bytes(sizeof(Draw))

    def seeds(self):
        """The seeds of the determinizations so far, at most the first 4,096."""
        return [self.game.seeds[i] for i in range(min(self.game.drawn, 4096))]


cdef u64 digest(const void* data, size_t size) noexcept nogil:
    """A digest of some bytes."""
    cdef u64 rng = size, value = 0
    cdef size_t i
    for i in range(size):
        rng ^= (<const u8*>data)[i]
        value ^= next_u64(&rng)
    return value
