"""Self-play for learning: games of the policy, their gradients, and what became of positions.

Knows the rules and the weights, no search. ``scripts/train_policy.py`` and
``scripts/train_evaluation.py`` use it.
"""
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport fabs
from libc.stdlib cimport free, malloc

from engine_c.argentina.learned.features cimport (
    SEAT_FEATURES, TABLE_FEATURES, seat_features, table_features,
)
from engine_c.argentina.learned.policy cimport (
    ASPECTS, MOST_TRAITS, ROW, Situation, likings_at, look, traits,
)
from engine_c.argentina.figures.blocks cimport state_of
from engine_c.argentina.figures.rules cimport MAX_NEUTRAL, MAX_PLAYERS, Rules
from engine_c.argentina.table.scoring cimport CATEGORIES
from engine_c.argentina.figures.state cimport MAX_ACTIONS, Env, State
from engine_c.argentina.table.calls cimport Calls, Context, calls_of
from engine_c.common.elementary cimport logarithm
from engine_c.common.random cimport mix, uniform
from engine_c.common.softmax cimport sample, weigh
from engine_c.common.table cimport GAME_TABLE, GameTable
from engine_c.common.types cimport i16, u8, u16, u32, u64
from engine_c.common.worth cimport Worth, appraise, share_win

from gwta_ai._engine.argentina.table import CALLS

cdef const Calls* calls = calls_of(CALLS)

FEATURES = (SEAT_FEATURES, TABLE_FEATURES)
FIGURES = CATEGORIES + 1

cdef enum:
    MOST_DECISIONS = 16384    # of one game; a longer one is cut and not learned from
    MOST_TURNS = 1024

# One game as it was played: enough to go through it again.
cdef struct Trace:
    int decisions
    int turns
    u16 chosen[MOST_DECISIONS]
    u16 turn_of[MOST_DECISIONS]         # index into ``seat`` and ``worth``
    u8 seat[MOST_TURNS]                 # whose turn
    float worth[MOST_TURNS + 1][MAX_PLAYERS]    # at its beginning; last: of the end
    float gain[MOST_TURNS]              # what the turn turned out to be better than expected


cdef inline void begin_game(const Env* env, State* s, int players, u64 seed) noexcept nogil:
    """A new game: half of them the first game's buildings, half of them random ones."""
    cdef u8 letters[MAX_NEUTRAL]
    cdef int i
    for i in range(MAX_NEUTRAL):
        letters[i] = <u8>i
    if seed & 1:
        calls.set_up(env, s, players, 0, letters, seed)
    else:
        calls.set_up(env, s, players, -1, NULL, seed)


cdef class SelfPlay:
    """Games of a policy against itself; ``table`` is the capsule of a game table.

    One thread may use an instance at a time; the calls hold no GIL.
    """

    cdef object capsule
    cdef const GameTable* table
    cdef const Context* context
    cdef Trace* trace
    cdef double win_weight
    cdef double margin_scale

    def __cinit__(self, table, *, double win_weight, double margin_scale):
        self.capsule = table
        self.table = <const GameTable*>PyCapsule_GetPointer(table, GAME_TABLE)
        self.context = <const Context*>self.table.context
        self.win_weight = win_weight
        self.margin_scale = margin_scale
        self.trace = <Trace*>malloc(sizeof(Trace))
        if self.trace == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.trace)

    cdef void note_worth(self, const double* win, const double* figures, const double* spread,
                         int turn) noexcept nogil:
        """What every seat strives for, 0 .. 1, as the search counts it."""
        cdef Worth worth[MAX_PLAYERS]
        cdef int seat
        appraise(figures, self.table.report_size, win, spread, self.table.seats, self.win_weight,
                 self.margin_scale, worth)
        for seat in range(self.table.seats):
            self.trace.worth[turn][seat] = <float>worth[seat].reward

    cdef void note_expected(self, State* s, int turn) noexcept nogil:
        cdef double win[MAX_PLAYERS]
        cdef double figures[MAX_PLAYERS * (CATEGORIES + 1)]
        cdef double spread[MAX_PLAYERS]
        calls.table.evaluate(self.context, s, win, figures, spread)
        self.note_worth(win, figures, spread, turn)

    cdef bint play(self, State* s, const float* policy, float temperature, u64 seed,
                   bint valued) noexcept nogil:
        """Play one game, noting it in ``trace``; False if it was too long."""
        cdef const Env* env = &self.context.env
        cdef Trace* t = self.trace
        cdef u32 out[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef int n, chosen, turn = -1
        cdef u64 rng = mix(seed, 1)
        cdef Context player = self.context[0]
        player.policy = policy
        begin_game(env, s, self.table.seats, seed)
        n = calls.table.legal(env, s, out)
        t.decisions = t.turns = 0
        while n:
            if s.turn != turn:
                if t.turns == MOST_TURNS:
                    return False
                turn = s.turn
                t.seat[t.turns] = s.seat
                if valued:
                    self.note_expected(s, t.turns)
                t.turns += 1
            if t.decisions == MOST_DECISIONS:
                return False
            chosen = 0
            if n > 1:
                calls.table.priors(&player, s, out, n, weights)
                chosen = sample(weights, n, weigh(weights, n, temperature), &rng)
            t.chosen[t.decisions] = <u16>chosen
            t.turn_of[t.decisions] = <u16>(t.turns - 1)
            t.decisions += 1
            n = calls.table.step_legal(env, s, out[chosen], out)
        return True

    cdef void weigh_turns(self, float decay) noexcept nogil:
        """What each turn gained its mover: TD errors from there on, decaying with every turn."""
        cdef Trace* t = self.trace
        cdef float ahead[MAX_PLAYERS]
        cdef int i, seat
        for seat in range(self.table.seats):
            ahead[seat] = 0
        for i in range(t.turns - 1, -1, -1):
            for seat in range(self.table.seats):
                ahead[seat] = t.worth[i + 1][seat] - t.worth[i][seat] + decay * ahead[seat]
            t.gain[i] = ahead[t.seat[i]]

    cdef double follow(self, State* s, const float* policy, float temperature, u64 seed,
                       float entropy, float* gradient) noexcept nogil:
        """Go through the traced game again and add its gradient; returns its entropy."""
        cdef const Env* env = &self.context.env
        cdef const Rules* rules = env.rules
        cdef Trace* t = self.trace
        cdef u32 out[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef i16 rows[MOST_TRAITS]
        cdef Situation at
        cdef float* row
        cdef float pull, doubt, total
        cdef double doubts = 0
        cdef int n, d, i, j, k, count
        begin_game(env, s, self.table.seats, seed)
        n = calls.table.legal(env, s, out)
        for d in range(t.decisions):
            if n > 1:
                look(rules, s, &at)
                likings_at(rules, policy, s, &at, out, n, weights)
                total = weigh(weights, n, temperature)
                doubt = 0
                for i in range(n):
                    weights[i] /= total
                    if weights[i] > 1e-9:
                        doubt -= weights[i] * <float>logarithm(weights[i])
                doubts += doubt
                for i in range(n):
                    pull = t.gain[t.turn_of[d]] * ((i == t.chosen[d]) - weights[i])
                    if weights[i] > 1e-9:
                        pull -= entropy * weights[i] * (<float>logarithm(weights[i]) + doubt)
                    if fabs(pull) < 1e-6:
                        continue
                    count = traits(rules, s, &at, out[i], rows)
                    for j in range(count):
                        row = gradient + rows[j] * ROW
                        for k in range(ASPECTS):
                            row[at.grade[k]] += pull
            n = calls.table.step_legal(env, s, out[t.chosen[d]], out)
        return doubts / t.decisions

    def learn(self, float[:, ::1] policy, float[:, ::1] gradient=None, *, int games, u64 seed,
              float temperature=1.0, float decay=0.95, float entropy=0.0,
              float share=0.0, float[:, :, ::1] seats=None, float[:, ::1] table=None,
              float[:, :, ::1] results=None):
        """Play games and add the gradient of what they were worth to ``gradient``, if given.

        ``decay`` is the lambda of the advantages, by turn. ``share`` of the positions at
        the edges of turns are written into ``seats[i, seat, SEAT_FEATURES]`` and
        ``table[i, TABLE_FEATURES]``, what became of them into ``results[i, seat,
        FIGURES + 1]`` (points, categories, share of winning), as far as there is room.
        Returns a dict of means over the games and "positions", the number written.
        """
        cdef State s
        cdef double win[MAX_PLAYERS]
        cdef double figures[MAX_PLAYERS * (CATEGORIES + 1)]
        cdef double certain[MAX_PLAYERS]    # the variance of points that are known
        cdef double points = 0, best = 0, turns = 0, decisions = 0, doubt = 0, squares = 0
        cdef int i, k, t, seat, done = 0, count = 0, room = 0
        cdef bint complete
        cdef u64 stream
        cdef float* slopes = NULL
        if gradient is not None:
            slopes = &gradient[0, 0]
        for seat in range(MAX_PLAYERS):
            certain[seat] = 0
        if seats is not None:
            room = <int>seats.shape[0]
        with nogil:
            for i in range(games):
                stream = mix(seed, <u64>i)
                complete = self.play(&s, &policy[0, 0], temperature, stream, slopes != NULL)
                if not complete:
                    continue
                self.table.report(self.context, &s, figures)
                share_win(figures, self.table.report_size, s.players, win)
                done += 1
                turns += self.trace.turns
                decisions += self.trace.decisions
                for seat in range(s.players):
                    points += figures[seat * (CATEGORIES + 1)] / s.players
                    if win[seat] > 0:
                        best += win[seat] * figures[seat * (CATEGORIES + 1)]
                if slopes != NULL:
                    self.note_worth(win, figures, certain, self.trace.turns)
                    self.weigh_turns(decay)
                    for t in range(self.trace.turns):
                        squares += self.trace.gain[t] * self.trace.gain[t] / self.trace.turns
                    doubt += self.follow(&s, &policy[0, 0], temperature, stream, entropy, slopes)
                if share > 0 and count < room:
                    count = self.collect(stream, share, seats, table, results, win, figures,
                                         count, room)
        per = 1.0 / max(done, 1)
        return {
            "games": done, "points": points * per, "best": best * per, "turns": turns * per,
            "decisions": decisions * per, "entropy": doubt * per, "gain": (squares * per) ** 0.5,
            "positions": count,
        }

    cdef int collect(self, u64 seed, float share, float[:, :, ::1] seats, float[:, ::1] table,
                     float[:, :, ::1] results, const double* win, const double* figures,
                     int count, int room) noexcept nogil:
        """Go through the traced game once more and note some positions; returns their number."""
        cdef const Env* env = &self.context.env
        cdef State s
        cdef u32 out[MAX_ACTIONS]
        cdef u64 rng = mix(seed, 2)
        cdef int d, k, seat, turn = -1
        begin_game(env, &s, self.table.seats, seed)
        calls.table.legal(env, &s, out)
        for d in range(self.trace.decisions):
            if self.trace.turn_of[d] != turn:
                turn = self.trace.turn_of[d]
                if uniform(&rng) < share and count < room:
                    table_features(env.rules, &s, &table[count, 0])
                    for seat in range(s.players):
                        seat_features(env.rules, &s, seat, &seats[count, seat, 0])
                        for k in range(CATEGORIES + 1):
                            results[count, seat, k] = <float>figures[seat * (CATEGORIES + 1) + k]
                        results[count, seat, CATEGORIES + 1] = <float>win[seat]
                    count += 1
            calls.table.step_legal(env, &s, out[self.trace.chosen[d]], out)
        return count


def likings(object table, bytes block):
    """The liking of each legal action of a state, in their order.

    Raises ValueError where nothing was learned.
    """
    cdef const GameTable* t = <const GameTable*>PyCapsule_GetPointer(table, GAME_TABLE)
    cdef u32 out[MAX_ACTIONS]
    cdef float found[MAX_ACTIONS]
    cdef const State* s = state_of(block)
    cdef int i, n = t.legal(t.context, s, out)
    if t.priors == NULL:
        raise ValueError("nothing was learned for this number of players")
    t.priors(t.context, s, out, n, found)
    return [found[i] for i in range(n)]


def features(object table, bytes block):
    """What the evaluation sees: the features of every seat, and the table's."""
    cdef const GameTable* t = <const GameTable*>PyCapsule_GetPointer(table, GAME_TABLE)
    cdef const Rules* rules = (<const Env*>t.context).rules
    cdef float seats[SEAT_FEATURES]
    cdef float shared[TABLE_FEATURES]
    cdef float* end
    cdef State* s = <State*>state_of(block)
    cdef int seat, k
    rows = []
    for seat in range(s.players):
        end = seat_features(rules, s, seat, seats)
        rows.append([seats[k] for k in range(<int>(end - seats))])
    end = table_features(rules, s, shared)
    return rows, [shared[k] for k in range(<int>(end - shared))]
