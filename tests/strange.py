"""An outcome of broken snapshots that fails, where a worker process can import it."""

from __future__ import annotations

import os

from mangling import LOADED, Mangled


def strange(_: Mangled, number: int) -> str:
    """Input 30 raises what it should not, input 40 ends its process, the others go well."""
    if number == 30:
        raise MemoryError
    if number == 40:
        os._exit(9)
    return LOADED
