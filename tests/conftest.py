"""What all tests share: which package is tested."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from hypothesis import settings

_ROOT = Path(__file__).parent.parent

# "python -m pytest" puts the repository first on the path. Without a build in place that
# tree cannot be imported: the installed package is meant.
if not any((_ROOT / "gwta_ai" / "_engine").glob("*.so")):
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != _ROOT]

# A shell starts what is to run in the background with interrupts ignored, and such a process
# hands that on: the tests that interrupt others would wait for them in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test measures time: other work on the machine is no fault of an example.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
