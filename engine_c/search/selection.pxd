"""The choice of the next node on the way down.

Source of the formula: P. Cowling, E. Powley, D. Whitehouse, "Information Set
Monte Carlo Tree Search" (IEEE TCIAIG 4:2, 2012): UCB1 in which the visits of
the parent are replaced by the number of times the action was available.
"""
from libc.math cimport log, sqrt
from engine_c.common.random cimport below
from engine_c.common.types cimport u32, u64
from engine_c.search.tree cimport Arena, Node, add_child, find_child


cdef inline Node* follow(Arena* arena, Node* node, u32 action) noexcept nogil:
    """The child for a forced action, added where missing; NULL when memory is used up."""
    cdef Node* child = find_child(node, action)
    if child == NULL:
        child = add_child(arena, node, action)
    if child != NULL:
        child.available += 1
    return child


cdef inline Node* select(Arena* arena, Node* node, u32* legal, int n, int seat,
                         double exploration, u64* rng) noexcept nogil:
    """The child for one of several legal actions (ascending); overwrites ``legal``.

    While legal actions without a child are left, one of them at random gets a
    child, recognised by its visits being zero. Without the memory for it the
    answer is NULL: such a node is a leaf, as its children would be a biased
    choice.
    """
    cdef int untried = 0, i, j = 0
    cdef double value, best_value = -1e300
    cdef Node* child
    cdef Node* best = NULL
    for i in range(n):
        while j < node.n and node.children[j].action < legal[i]:
            j += 1
        if j == node.n or node.children[j].action != legal[i]:
            legal[untried] = legal[i]
            untried += 1
            continue
        child = &node.children[j]
        child.available += 1
        if untried:
            continue
        value = (child.reward[seat] / child.visits
                 + exploration * sqrt(log(child.available) / child.visits))
        if value > best_value:
            best_value = value
            best = child
    if untried:
        best = add_child(arena, node, legal[below(rng, <u32>untried)])
        if best != NULL:
            best.available = 1
    return best
