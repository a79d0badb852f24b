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

        static inline int gwta_lowest_bit_64(unsigned long long mask) {
            unsigned int low = (unsigned int)mask;
            return low ? gwta_lowest_bit(low) : 32 + gwta_lowest_bit((unsigned int)(mask >> 32));
        }
    #else
        #define gwta_lowest_bit __builtin_ctz
        #define gwta_lowest_bit_64 __builtin_ctzll
    #endif
    """
    int lowest_bit "gwta_lowest_bit"(u32 mask) noexcept nogil    # of a mask that is not 0
    int lowest_bit_64 "gwta_lowest_bit_64"(u64 mask) noexcept nogil


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


cdef inline int pop_bit_64(u64* mask) noexcept nogil:
    """The same of a longer mask."""
    cdef int bit = lowest_bit_64(mask[0])
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
