"""Bits of masks, and runs of bytes."""
from libc.string cimport memcpy
from engine_c.common.types cimport u8, u32, u64

cdef extern from *:
    """
    #ifdef _MSC_VER
        #include <intrin.h>

        static inline int gwta_lowest_bit(unsigned int mask) {
            unsigned long bit;
            _BitScanForward(&bit, mask);
            return (int)bit;
        }
    #else
        #define gwta_lowest_bit __builtin_ctz
    #endif
    """
    int lowest_bit "gwta_lowest_bit"(u32 mask) noexcept nogil    # of a mask that is not 0


cdef inline int bits(u32 mask) noexcept nogil:
    """Set bits of a mask.

    Counted side by side, as not every processor has an instruction for it: H. S. Warren,
    "Hacker's Delight", 2nd edition, section 5-1.
    """
    mask -= (mask >> 1) & 0x55555555
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f
    return <int>((mask * 0x01010101) >> 24)


cdef inline int pop_bit(u32* mask) noexcept nogil:
    """The lowest set bit of a mask that is not 0, which is cleared."""
    cdef int bit = lowest_bit(mask[0])
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
