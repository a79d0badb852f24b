"""What all tests share: which package is tested, and tests that need the machine alone."""

from __future__ import annotations

import fcntl
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

_HERE = Path(__file__)
_ROOT = _HERE.parent.parent

# "python -m pytest" puts the repository first on the path. Without a build in place that
# tree cannot be imported: the installed package is meant.
if not any((_ROOT / "gwta_ai" / "_engine").glob("*.so")):
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != _ROOT]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Runs a test marked ``alone`` while the other workers of pytest-xdist stand still."""
    alone = item.get_closest_marker("alone") is not None
    # Any two files that all workers see will do for the locks.
    with _HERE.open() as door, (_ROOT / "pyproject.toml").open() as room:
        # Whoever waits for the room keeps the door shut, or the others never leave it empty.
        fcntl.flock(door, fcntl.LOCK_EX)
        fcntl.flock(room, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        fcntl.flock(door, fcntl.LOCK_UN)
        return (yield)
