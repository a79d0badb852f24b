"""Chance: the one function through which every hidden piece is drawn.

In play by the program the piece is the top of its stack, which stands in draw
order. At a real table ``env.reveals`` lists what came up: that piece is brought
to the top and then drawn.
"""
from engine_c.common.types cimport u8
from engine_c.argentina.figures.state cimport MAX_REVEALS, REVEAL_LOG, Env, Reveals


cdef inline void impose(Reveals* reveals, u8* stack, int size, int name) noexcept nogil:
    """Bring the piece that is listed next to the top of the stack."""
    cdef int i
    cdef u8 wanted
    if reveals.fault:
        return
    if reveals.used >= reveals.n:
        reveals.fault = 255
        return
    wanted = reveals.piece[reveals.used]
    if reveals.stack[reveals.used] != name:
        reveals.fault = reveals.used + 1
        return
    for i in range(size - 1, -1, -1):
        if stack[i] == wanted:
            stack[i] = stack[size - 1]
            stack[size - 1] = wanted
            reveals.used += 1
            return
    reveals.fault = reveals.used + 1


cdef inline u8 draw_piece(Env* env, u8* stack, u8* size, int name) noexcept nogil:
    """Take the top piece of a stack that is not empty; ``name`` is its Stack."""
    cdef Reveals* reveals = env.reveals
    cdef u8 piece
    if reveals != NULL and reveals.mode != REVEAL_LOG:
        impose(reveals, stack, size[0], name)
    size[0] -= 1
    piece = stack[size[0]]
    stack[size[0]] = 0
    if reveals != NULL and reveals.mode == REVEAL_LOG:
        if reveals.n < MAX_REVEALS:
            reveals.stack[reveals.n] = <u8>name
            reveals.piece[reveals.n] = piece
            reveals.n += 1
    return piece
