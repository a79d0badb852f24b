"""What the game table's functions are given: the rules, and what was learned about play."""
from engine_c.argentina.learned.evaluation cimport Network
from engine_c.argentina.figures.state cimport Env

cdef struct Context:
    Env env                   # first: whoever needs only the rules reads an Env
    const float* policy       # [TRAITS][ROW]; NULL: nothing was learned
    Network network           # network.first NULL: nothing was learned
