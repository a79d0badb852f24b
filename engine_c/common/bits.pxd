"""Bits of masks, and runs of bytes."""
from libc.string cimport memcpy
from engine_c.common.types cimport u8, u32, u64

cdef extern from *:
    int __builtin_ctz(unsigned int mask) noexcept nogil
    int __builtin_popcount(unsigned int mask) noexcept nogil


cdef inline int bits(u32 mask) noexcept nogil:
    """Set bits of a mask."""
    return __builtin_popcount(mask)


cdef inline int pop_bit(u32* mask) noexcept nogil:
    """The lowest set bit of a mask that is not 0, which is cleared."""
    cdef int bit = __builtin_ctz(mask[0])
    mask[0] &= mask[0] - 1
    return bit


cdef inline bint any_set(const u8* items, int n) noexcept nogil:
    """Whether any of ``n`` bytes is not zero; looks at eight at a time."""
    cdef u64 word
    cdef int i = 0
    while i + 8 <= n:
        memcpy(&word, &items[i], 8)
        if word:
            return True
        i += 8
    while i < n:
        if items[i]:
            return True
        i += 1
    return False
