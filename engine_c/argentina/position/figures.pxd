"""What the checks of a position need of a ruleset beside its figures."""
from engine_c.common.types cimport u8, u64
from engine_c.argentina.figures.rules cimport (
    MAX_PROGRAMS, MAX_SPACES, SPACE_BUILDING, SPACE_FARMER, Rules,
)

# Where a program stands: bits of ``Figures.programs``.
cdef enum:
    OF_VISITS = 0             # buildings, auxiliary actions, objectives
    OF_GOALS                  # objectives, ships, cities
    OF_OBJECTIVES
    OF_WORKERS
    OF_GRANJEROS
    OF_BONUS                  # cities
    OF_MASTERS

cdef struct Figures:
    const Rules* rules
    u64 visitable             # mask of spaces on which a tile may lie
    u8 programs[MAX_PROGRAMS]


cdef inline bint is_space(const Rules* rules, int space, int kind) noexcept nogil:
    """Whether there is such a space, and it is of this SpaceKind."""
    return space < rules.n_spaces and rules.spaces[space].kind == kind


cdef inline void fill_in(Figures* f, const Rules* rules) noexcept nogil:
    """All but the programs."""
    cdef int at
    f.rules = rules
    f.visitable = 0
    for at in range(rules.n_neutral):
        f.visitable |= <u64>1 << rules.neutral_spaces[at]
    for at in range(MAX_SPACES):
        if is_space(rules, at, SPACE_BUILDING) or is_space(rules, at, SPACE_FARMER):
            f.visitable |= <u64>1 << at


cdef inline bint stands(const Figures* f, int program, int where) noexcept nogil:
    """Whether a program stands in such a place."""
    return (f.programs[program] >> where) & 1


cdef inline bint can_hold(const Figures* f, int space) noexcept nogil:
    """Whether a tile may lie on the space, and an estanciero stand there."""
    return (f.visitable >> space) & 1
