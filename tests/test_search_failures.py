"""What a handler of signals raises, and threads that cannot start, through the public face.

The limits are so large that a search that went on to its limit would not end. Of the bare
search the same is tested in ``test_search.py``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from gwta_ai import Advisor, Limit, View, examples
from gwta_ai.errors import PositionError
from gwta_ai.play import bots

ENDLESS = Limit(simulations=2**32 - 1)


class RungError(Exception):
    """What the handler raises."""


@contextmanager
def rung() -> Iterator[None]:
    """Shortly after the block has begun a signal comes, whose handler raises ``RungError``."""

    def ring(_: int, __: object) -> None:
        raise RungError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def threads_refused() -> Iterator[None]:
    """No thread can be started within the block."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        yield


FAILURES = {"signal": (rung, RungError), "thread": (threads_refused, RuntimeError)}


@pytest.fixture(scope="module")
def view() -> View:
    found = examples.load("midgame")
    return found if isinstance(found, View) else found.view(found.seat_to_move)


def advise(advisor: Advisor, view: View) -> object:
    return advisor.advise(view, ENDLESS)


def outcome(advisor: Advisor, view: View) -> object:
    return advisor.outcome(view, ENDLESS)


def analyse(advisor: Advisor, view: View) -> object:
    with advisor.analysis(view, ENDLESS, every=3600) as analysis:
        return list(analysis)


def boost(advisor: Advisor, view: View) -> object:
    return advisor.boost(view.legal_actions()[0], ENDLESS)


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("ask", [advise, outcome, analyse, boost])
def test_a_failure_ends_the_search_and_is_raised(
    view: View, ask: Callable[[Advisor, View], object], threads: int, failure: str
) -> None:
    fails, kind = FAILURES[failure]
    advisor = Advisor(seed=1, threads=threads, reuse=True)
    expected = advisor.advise(view, Limit(simulations=60))
    running = threading.active_count()
    with fails(), pytest.raises(kind):
        ask(advisor, view)
    assert threading.active_count() == running
    # Its tree is held no longer, and the adviser can be asked as if nothing had been.
    with pytest.raises(PositionError, match="nothing was searched"):
        advisor.boost(view.legal_actions()[0], Limit(simulations=1))
    assert advisor.advise(view, Limit(simulations=60)).to_dict() == expected.to_dict()


def test_an_analysis_that_failed_has_ended(view: View) -> None:
    with Advisor(seed=1).analysis(view, ENDLESS, every=3600) as analysis:
        with rung(), pytest.raises(RungError):
            next(analysis)
        assert list(analysis) == []


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("spec", ["mcts:simulations=4294967295", "level:club"])
def test_a_failure_ends_the_thought_of_a_bot(
    view: View, spec: str, failure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = bots.Level(simulations=2**32 - 1, care=2, seconds=1e6)
    monkeypatch.setitem(bots.LEVELS, "club", patient)  # type: ignore[arg-type]
    fails, kind = FAILURES[failure]
    bot = bots.make(f"{spec},seed=1")
    running = threading.active_count()
    with fails(), pytest.raises(kind):
        bot.choose(view)
    assert threading.active_count() == running


PROCESS = """
    import os, resource, sys, threading
    from gwta_ai import Advisor, Limit, examples

    view = examples.load("midgame")
    advisor = Advisor(seed=1, threads=2)
    advisor.advise(view, Limit(simulations=1))
    running = threading.active_count()
    if os.getuid() == 0:  # whom the limit does not bind
        os.setuid(65534)
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    try:
        threading.Thread(target=int).start()
    except RuntimeError:
        pass
    else:
        sys.exit("a thread could start all the same")
    try:
        advisor.advise(view, Limit(simulations=2**32 - 1))
    except RuntimeError as error:
        print(error, threading.active_count() - running)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit counts threads on Linux alone")
def test_a_system_that_grants_no_thread_ends_the_search() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(PROCESS)],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if "could start all the same" in done.stderr:
        pytest.skip("this system sets no limit on the threads of a process")
    assert done.stdout == "can't start new thread 0\n", done.stderr
