"""The compiled rules as other modules call them: what is compiled once, in ``table.pyx``.

The rules are inline code in ``.pxd`` files, so that one compilation can weave them together.
Every other module reaches them through a ``Calls`` in a capsule.
"""
from cpython.pycapsule cimport PyCapsule_GetPointer
from engine_c.argentina.figures.rules cimport Rules
from engine_c.argentina.figures.state cimport Env, State
from engine_c.argentina.learned.evaluation cimport Network
from engine_c.common.table cimport GameTable
from engine_c.common.types cimport u8, u32, u64

cdef extern from *:
    """
    static const char ARGENTINA_CALLS[] = "gwta_ai.ArgentinaCalls";
    """
    const char ARGENTINA_CALLS[]

# What the functions of a game table are given: the rules, and what was learned about play.
cdef struct Context:
    Env env                   # first: whoever needs only the rules reads an Env
    const float* policy       # [TRAITS][ROW]; NULL: nothing was learned
    Network network           # network.first NULL: nothing was learned

cdef struct Calls:
    # The game table without context and seats, with priors and evaluation: those who know
    # no weights leave these two out.
    GameTable table
    # A new game; ``sides`` is the mask of building numbers on side b, -1 for random ones,
    # ``neutral`` the index of the letter on each neutral space, NULL for a shuffle.
    void (*set_up)(const Env* env, State* s, int players, int sides, const u8* neutral,
                   u64 seed) noexcept nogil
    # The part of the game that is gone, 0 .. 1.
    double (*clock)(const Rules* rules, const State* s) noexcept nogil


cdef inline const Calls* calls_of(object capsule) except NULL:
    return <const Calls*>PyCapsule_GetPointer(capsule, ARGENTINA_CALLS)
