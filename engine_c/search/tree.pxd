"""The tree of a search and the memory it lives in.

A node is the result of one action, keyed by that action alone. The children of
a node stand side by side in one block, ascending by action, so that a legal
list (ascending too) is matched against them in one pass. Where outcomes of
chance are kept apart and two were seen, the node is split: its children are
the outcomes, keyed by a digest of what was seen, and what follows is below
them. Blocks have capacities 1, 2, 4, …; a block that has become too small is copied into one of
twice the size and kept for reuse. Blocks come from chunks that never move, so
pointers to nodes stay good as long as their block does not grow. Chunks are
mapped one by one, so that all of them go back to the system with the tree.
"""
from libc.string cimport memcpy, memmove, memset
from engine_c.common.pages cimport give_back, take_pages
from engine_c.common.table cimport MAX_SEATS
from engine_c.common.types cimport u8, u16, u32

cdef enum:
    CAPACITIES = 13           # blocks hold 1 .. 4,096 nodes
    MAX_CHILDREN = 4096
    MAX_VISITS = 0xffffffff   # what a node can count
    CHUNK = 266240            # bytes asked for at a time; one largest block fits
    LINE = 64                 # bytes of a cache line, and of a node

cdef struct Node:
    Node* children            # a block; of a freed block, the next one of its size
    u32 action                # the action that led here
    u32 visits
    u32 available             # visits to the parent at which the action was legal
    u32 outcome               # digest of the only one seen; unused where they are not kept apart
    u16 n                     # children
    u8 size                   # 1 + log2 of the capacity of their block, 0: none
    u8 split                  # the children are outcomes
    double reward[MAX_SEATS]  # sums, by seat

cdef struct Chunk:
    Chunk* older

cdef struct Arena:
    Chunk* newest
    size_t used               # bytes of the newest chunk
    size_t bytes              # taken from the system
    size_t limit              # never to be exceeded by ``bytes``
    Node* spare[CAPACITIES]   # freed blocks by log2 of their capacity


cdef inline void release(Arena* arena) noexcept nogil:
    """Give every chunk back to the system."""
    cdef Chunk* older
    while arena.newest != NULL:
        older = arena.newest.older
        give_back(arena.newest, CHUNK)
        arena.newest = older
    memset(arena.spare, 0, sizeof(arena.spare))
    arena.used = arena.bytes = 0


cdef inline Node* take_block(Arena* arena, int size) noexcept nogil:
    """A block of ``1 << size`` nodes, not initialised; NULL when memory is used up."""
    cdef size_t need = sizeof(Node) << size
    cdef Node* block = arena.spare[size]
    cdef Chunk* chunk
    if block != NULL:
        arena.spare[size] = block.children
        return block
    if arena.newest == NULL or arena.used + need > CHUNK:
        if arena.bytes + CHUNK > arena.limit:
            return NULL
        chunk = <Chunk*>take_pages(CHUNK)
        if chunk == NULL:
            return NULL
        chunk.older = arena.newest
        arena.newest = chunk
        arena.used = LINE     # nodes begin where cache lines do
        arena.bytes += CHUNK
    block = <Node*>(<char*>arena.newest + arena.used)
    arena.used += need
    return block


cdef inline void spare_block(Arena* arena, Node* block, int size) noexcept nogil:
    """Keep a block of ``1 << size`` nodes for reuse."""
    block.children = arena.spare[size]
    arena.spare[size] = block


cdef inline Node* find_child(const Node* node, u32 action) noexcept nogil:
    """The child for an action; NULL if there is none."""
    cdef int low = 0, high = node.n, middle
    while low < high:
        middle = (low + high) >> 1
        if node.children[middle].action < action:
            low = middle + 1
        else:
            high = middle
    if low < node.n and node.children[low].action == action:
        return &node.children[low]
    return NULL


cdef inline Node* add_child(Arena* arena, Node* node, u32 action) noexcept nogil:
    """A new child in its place among the others; NULL when memory is used up.

    The action must not have a child yet. Moves the other children.
    """
    cdef Node* block
    cdef int at = node.n
    if node.size == 0 or node.n == 1 << (node.size - 1):
        if node.size == CAPACITIES:
            return NULL
        block = take_block(arena, node.size)
        if block == NULL:
            return NULL
        if node.size:
            memcpy(block, node.children, node.n * sizeof(Node))
            spare_block(arena, node.children, node.size - 1)
        node.children = block
        node.size += 1
    while at and node.children[at - 1].action > action:
        at -= 1
    memmove(&node.children[at + 1], &node.children[at], (node.n - at) * sizeof(Node))
    memset(&node.children[at], 0, sizeof(Node))
    node.children[at].action = action
    node.n += 1
    return &node.children[at]


cdef inline bint split(Arena* arena, Node* node) noexcept nogil:
    """Move what is below a node to its only outcome so far; false when memory is used up."""
    cdef Node* block = take_block(arena, 1)
    if block == NULL:
        return False
    block[0] = node[0]
    block[0].action = node.outcome
    block[0].available = node.visits
    node.children = block
    node.n = 1
    node.size = 2
    node.split = 1
    return True


cdef inline long long spare_nodes(Arena* arena, Node* node) noexcept nogil:
    """Keep all blocks below a node for reuse; returns the number of nodes they held.

    Of a child whose ``size`` was set to 0 the children are left alone.
    """
    cdef long long count = node.n
    cdef int i
    if node.size:
        for i in range(node.n):
            if node.children[i].size:
                count += spare_nodes(arena, &node.children[i])
        spare_block(arena, node.children, node.size - 1)
    return count
