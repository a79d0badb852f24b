"""The way back: what a finished game adds to the nodes it went through."""
from engine_c.search.playout cimport Worth
from engine_c.search.tree cimport Node


cdef inline void back_up(Node** path, int depth, const Worth* worth, int seats) noexcept nogil:
    """Add one visit and every seat's reward to ``path[0 .. depth]``."""
    cdef int i, seat
    for i in range(depth + 1):
        path[i].visits += 1
        for seat in range(seats):
            path[i].reward[seat] += worth[seat].reward
