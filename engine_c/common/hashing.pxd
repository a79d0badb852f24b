"""A fast 64-bit digest of plain bytes (not cryptographic)."""
from libc.string cimport memcpy
from engine_c.common.types cimport u8, u64


cdef inline u64 hash_bytes(const u8* data, int n) noexcept nogil:
    """FNV-like over 64-bit words with SplitMix64's finalizer; ``n`` may be any length."""
    cdef u64 h = <u64>0x9E3779B97F4A7C15 ^ <u64>n
    cdef u64 word
    cdef int i = 0
    while i + 8 <= n:
        memcpy(&word, data + i, 8)
        h = (h ^ word) * <u64>0xBF58476D1CE4E5B9
        h ^= h >> 32
        i += 8
    while i < n:
        h = (h ^ data[i]) * <u64>0x94D049BB133111EB
        i += 1
    h = (h ^ (h >> 30)) * <u64>0xBF58476D1CE4E5B9
    return h ^ (h >> 31)
