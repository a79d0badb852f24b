"""What all tests share: which package is tested, and the games that exist for tests alone."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from hypothesis import settings

_ROOT = Path(__file__).parent.parent

# "python -m pytest" puts the repository first on the path. Without a build in place that
# tree cannot be imported: the installed package is meant.
if not any((_ROOT / "gwta_ai" / "_engine").glob("*.so")):
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != _ROOT]

# A second game is registered, and found by other processes as well.
_PLACES = [str(_ROOT / "tests" / "games"), str(_ROOT / "tests")]
sys.path[:0] = [place for place in _PLACES if place not in sys.path]
_others = os.environ.get("PYTHONPATH", "").split(os.pathsep)
os.environ["PYTHONPATH"] = os.pathsep.join(
    [*_PLACES, *(each for each in _others if each and each not in _PLACES)]
)

# A shell starts what is to run in the background with interrupts ignored, and such a process
# hands that on: the tests that interrupt others would wait for them in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Several processes of pytest have it, one has not: tables would be of other widths.
os.environ.pop("COLUMNS", None)

# No test measures time: other work on the machine is no fault of an example.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
