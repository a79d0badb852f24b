"""The choice of the next node on the way down."""
from libc.math cimport sqrt
from engine_c.common.elementary cimport logarithm
from engine_c.common.random cimport below
from engine_c.common.types cimport u32, u64
from engine_c.search.settings cimport Settings
from engine_c.search.tree cimport Arena, Node, add_child, find_child


cdef inline Node* follow(Arena* arena, Node* node, u32 action) noexcept nogil:
    """The child for a forced action, added where missing; NULL when memory is used up."""
    cdef Node* child = find_child(node, action)
    if child == NULL:
        child = add_child(arena, node, action)
    if child != NULL:
        child.available += 1
    return child


cdef inline Node* select_plain(Arena* arena, Node* node, u32* legal, int n, int seat,
                               double exploration, u64* rng) noexcept nogil:
    """By UCB1 the child for one of several legal actions (ascending); overwrites ``legal``.

    While legal actions without a child are left, one of them at random gets a
    child, recognised by its visits being zero. Without the memory for it the
    answer is NULL: such a node is a leaf, as its children would be a biased
    choice.

    Source of the formula: P. Cowling, E. Powley, D. Whitehouse, "Information Set
    Monte Carlo Tree Search" (IEEE TCIAIG 4:2, 2012): UCB1 in which the visits of
    the parent are replaced by the number of times the action was available.
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
                 + exploration * sqrt(logarithm(child.available) / child.visits))
        if value > best_value:
            best_value = value
            best = child
    if untried:
        best = add_child(arena, node, legal[below(rng, <u32>untried)])
        if best != NULL:
            best.available = 1
    return best


cdef inline float rank_value(const float* values, int n, int rank, float* buffer) noexcept nogil:
    """The ``rank``-th largest of ``n`` values, from 1; ``buffer`` takes ``n``."""
    cdef int i, low = 0, high = n - 1, left, right
    cdef float pivot, held
    for i in range(n):
        buffer[i] = values[i]
    while low < high:
        pivot = buffer[(low + high) >> 1]
        left, right = low, high
        while left <= right:
            while buffer[left] > pivot:
                left += 1
            while buffer[right] < pivot:
                right -= 1
            if left <= right:
                held = buffer[left]
                buffer[left] = buffer[right]
                buffer[right] = held
                left += 1
                right -= 1
        if rank - 1 <= right:
            high = right
        elif rank - 1 >= left:
            low = left
        else:
            break
    return buffer[rank - 1]


cdef inline Node* select(Arena* arena, Node* node, const u32* legal, int n, int seat,
                         const float* weights, float total, double mixing, double unit,
                         const Settings* settings, float* buffer, u64* rng) noexcept nogil:
    """By PUCT the child for one of several legal actions (ascending).

    ``weights`` are the priors of the actions up to the factor ``total``, to which a share
    ``mixing`` of the uniform distribution is added. ``unit`` is what counts as a large
    difference between rewards. An action is worth

        mean reward + exploration * unit * prior * sqrt(available) / (1 + visits)

    where ``available`` counts the visits to this node at which it was legal. An action
    without a child is taken to be worth the mean of this node, less ``first_play``
    times the root of the prior weight that was tried; if it is the best, it gets a
    child, recognised by its visits being zero. Among equals one is drawn. NULL when
    there is no memory for a new child.

    Sources: C. Rosin, "Multi-armed bandits with episode context" (2011), in the form
    of D. Silver et al., "Mastering the game of Go without human knowledge" (2017);
    availability as in ISMCTS; first-play value as in Leela Zero and KataGo.
    """
    cdef int i, j = 0, k, equals = 0, best_new = -1
    cdef double visits = max(node.visits, <u32>1)
    cdef double width = settings.exploration * unit
    cdef double even = mixing / n, scale = (1.0 - mixing) / total
    cdef double prior, value, best_value = -1e300, best_prior = -1.0, tried = 0.0
    cdef float least = -1.0
    cdef Node* child
    cdef Node* best = NULL
    if settings.widening > 0.0:
        k = <int>min(settings.widening * sqrt(visits) + 1.0, 1e6)
        if k < n:
            least = rank_value(weights, n, k, buffer)
    for i in range(n):
        while j < node.n and node.children[j].action < legal[i]:
            j += 1
        if weights[i] < least:
            continue
        prior = even + scale * weights[i]
        if j == node.n or node.children[j].action != legal[i]:
            if prior > best_prior:
                best_prior = prior
                best_new = i
                equals = 1
            elif prior == best_prior:
                equals += 1
                if below(rng, <u32>equals) == 0:
                    best_new = i
            continue
        child = &node.children[j]
        child.available += 1
        tried += prior
        value = (child.reward[seat] / child.visits
                 + width * prior * sqrt(<double>child.available) / (1.0 + child.visits))
        if value > best_value:
            best_value = value
            best = child
    if best_new >= 0:
        value = ((node.reward[seat] / node.visits if node.visits else 0.5)
                 - settings.first_play * unit * sqrt(tried) + width * best_prior * sqrt(visits))
        if value > best_value:
            best = add_child(arena, node, legal[best_new])
            if best != NULL:
                best.available = 1
    return best
