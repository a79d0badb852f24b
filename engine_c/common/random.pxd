"""Random numbers: SplitMix64, one 64-bit word of state.

Source of the generator: G. Steele, D. Lea, C. Flood, "Fast splittable
pseudorandom number generators" (OOPSLA 2014). Bounded draws use Lemire's
multiply-and-reject ("Fast random integer generation in an interval", 2019),
so every value below the bound is equally likely.
"""
from engine_c.common.types cimport u8, u32, u64


cdef inline u64 next_u64(u64* rng) noexcept nogil:
    """The next 64 random bits; advances ``rng``."""
    cdef u64 z
    rng[0] += <u64>0x9E3779B97F4A7C15
    z = rng[0]
    z = (z ^ (z >> 30)) * <u64>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <u64>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline u32 below(u64* rng, u32 bound) noexcept nogil:
    """A uniform integer in ``0 .. bound - 1``; ``bound`` is at least 1."""
    cdef u64 product = (next_u64(rng) >> 32) * bound
    cdef u32 low = <u32>product
    cdef u32 threshold
    if low < bound:
        threshold = (0 - bound) % bound
        while low < threshold:
            product = (next_u64(rng) >> 32) * bound
            low = <u32>product
    return <u32>(product >> 32)


cdef inline double uniform(u64* rng) noexcept nogil:
    """A uniform number in ``[0, 1)`` with 53 random bits."""
    return <double>(next_u64(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline void shuffle(u64* rng, u8* items, int n) noexcept nogil:
    """Fisher-Yates over ``items[0 .. n-1]``."""
    cdef int i
    cdef u32 j
    cdef u8 held
    for i in range(n - 1, 0, -1):
        j = below(rng, <u32>(i + 1))
        held = items[i]
        items[i] = items[j]
        items[j] = held


cdef inline u64 mix(u64 seed, u64 stream) noexcept nogil:
    """A well spread generator state for the ``stream``-th use of ``seed``."""
    cdef u64 rng = seed ^ (stream * <u64>0xD1342543DE82EF95)
    next_u64(&rng)
    return next_u64(&rng)
