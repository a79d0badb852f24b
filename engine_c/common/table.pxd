"""The game table: all that a search knows of a game.

A game fills one ``GameTable`` and hands it out in a capsule named
``GAME_TABLE``. Every function is free of Python, takes no lock, allocates
nothing and may run in several threads at once on different states. ``context``
is the rules; it outlives the table's users because they hold the capsule.

States are plain blocks of ``state_size`` bytes without pointers, so that a
clone is one ``memcpy``.
"""
from engine_c.common.types cimport u32, u64

cdef extern from *:
    """
    static const char GAME_TABLE[] = "gwta_ai.GameTable";
    """
    const char GAME_TABLE[]

cdef enum:
    MAX_SEATS = 4

cdef struct GameTable:
    const void* context
    int seats                 # 1 .. MAX_SEATS
    int state_size            # bytes of one state
    int max_actions           # legal() never writes more than this
    int report_size           # figures per seat written by report()
    # The kind of an action are its bits from this one on, 64 kinds at most; 0: all are alike.
    int kind_shift
    # All legal actions, ascending, into out; returns their number (0: over).
    int (*legal)(const void* context, const void* state, u32* out) noexcept nogil
    # Performs a legal action in place.
    void (*step)(const void* context, void* state, u32 action) noexcept nogil
    # Both in one: performs the action and lists what is legal then; NULL: use the two above.
    int (*step_legal)(const void* context, void* state, u32 action, u32* out) noexcept nogil
    # The seat whose decision it is; -1 when the game is over.
    int (*seat_to_move)(const void* context, const void* state) noexcept nogil
    bint (*is_over)(const void* context, const void* state) noexcept nogil
    # Points by seat (out[seats]), as if the game ended now.
    void (*returns)(const void* context, const void* state, double* out) noexcept nogil
    # What a seat may know of the state.
    void (*view)(const void* context, const void* state, void* view, int seat) noexcept nogil
    # A state drawn uniformly from those that agree with the view.
    void (*determinize)(const void* context, const void* view, void* state,
                        u64 seed) noexcept nogil
    # Turns begun so far. It grows only at the edges of turns, where nothing is half done
    # and ``evaluate`` may be asked; NULL: every decision is a turn of its own.
    u32 (*turn)(const void* context, const void* state) noexcept nogil
    # What to expect at the edge of a turn: shares of winning by seat (win[seats], sum 1),
    # the means of what ``report`` will give at the end (figures[seats * report_size],
    # the points first) and the variance of the points (spread[seats]).
    # NULL: the game has no evaluation.
    void (*evaluate)(const void* context, const void* state, double* win, double* figures,
                     double* spread) noexcept nogil
    # How strongly a sensible player leans to each legal action: logarithms of weights, up
    # to a constant, so that a softmax gives probabilities; NULL: to all alike.
    void (*priors)(const void* context, const void* state, const u32* actions,
                   int n, float* out) noexcept nogil
    # Whether a seat has come to the place every round of the game leads to; NULL: there is none.
    bint (*arrived)(const void* context, const void* state, int seat) noexcept nogil
    # A digest of the whole state.
    u64 (*hash)(const void* context, const void* state) noexcept nogil
    # A digest of what the seat can see of the state.
    u64 (*visible)(const void* context, const void* state, int seat) noexcept nogil
    # out[seat * report_size + k]: figures the adviser shows, the points first (k = 0).
    void (*report)(const void* context, const void* state, double* out) noexcept nogil
