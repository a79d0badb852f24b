"""Short names for the fixed-width integers of the core."""
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t, uint32_t, uint64_t

ctypedef int16_t i16
ctypedef int32_t i32
ctypedef int64_t i64
ctypedef uint16_t u16
ctypedef uint32_t u32
ctypedef uint64_t u64

# Cython takes arrays of (unsigned) char for strings when it converts structs. Told that
# these are short integers it makes lists of numbers; the compiler knows their real size.
cdef extern from "<stdint.h>":
    ctypedef short i8 "int8_t"
    ctypedef unsigned short u8 "uint8_t"
