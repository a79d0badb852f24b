"""States as Python hands them in: blocks of bytes."""
from cpython.bytes cimport PyBytes_AsString
from engine_c.argentina.figures.state cimport State


cdef inline const State* state_of(bytes block) except NULL:
    """The state or view in a block, which is trusted but for its length.

    Raises ValueError for a wrong number of bytes.
    """
    if len(block) != sizeof(State):
        raise ValueError(f"expected {sizeof(State)} bytes, got {len(block)}")
    return <const State*>PyBytes_AsString(block)
