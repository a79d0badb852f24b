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
        /* In parallel, as not every processor of Windows counts bits: H. S. Warren,
           "Hacker's Delight", 2nd edition, section 5-1. */
        static inline int gwta_bits(unsigned int mask) {
            mask -= (mask >> 1) & 0x55555555u;
            mask = (mask & 0x33333333u) + ((mask >> 2) & 0x33333333u);
            return (int)((((mask + (mask >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
        }
    #else
        #define gwta_lowest_bit __builtin_ctz
        #define gwta_bits __builtin_popcount
    #endif
    """
    int lowest_bit "gwta_lowest_bit"(u32 mask) noexcept nogil    # of a mask that is not 0
    int bits "gwta_bits"(u32 mask) noexcept nogil                # set bits of a mask


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
