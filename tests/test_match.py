"""Matches: mirrored, the same however they are played, to be resumed and to be interrupted."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import replace
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import pytest
from commands import run

import gwta_ai
from gwta_ai import Match, Record, Ruleset, ScoreSheet, WorkerError, errors, play_match
from gwta_ai.common.intervals import clustered, wilson
from gwta_ai.games.argentina.game import CATEGORIES
from gwta_ai.play import bots
from gwta_ai.play.bot_game import derived_seed, is_of, play_game, seeded
from gwta_ai.play.match import MatchResult
from gwta_ai.play.standings import Played, standings

RANDOM = ("random", "random:seed=3")


class Here(Executor):
    """Plays in this process, one game after the other, and counts."""

    def __init__(self) -> None:
        self.games = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.games += 1
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def played(match: Match, folder: Path | None = None, **options: Any) -> MatchResult:
    return play_match(match, executor=Here(), records=folder, **options)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# --- what is played ---------------------------------------------------------------------------


@pytest.mark.parametrize("specs", [2, 3, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_entry_sits_everywhere_once_a_deal(specs: int, players: int) -> None:
    if specs > players:
        with pytest.raises(errors.LimitError, match="players"):
            Match(("random",) * specs, 4, players=players)
        return
    match = Match(("random",) * specs, games=3 * players, players=players)
    for deal in range(3):
        numbers = range(deal * players, (deal + 1) * players)
        assert {match.deal(number) for number in numbers} == {deal}
        tables = [match.entries(number) for number in numbers]
        for seat in range(players):
            seats = Counter(table[seat] for table in tables)
            rest = {specs - 1: players - specs + 1}
            assert seats == dict.fromkeys(range(specs - 1), 1) | rest


def test_the_games_of_a_deal_begin_alike_and_others_do_not() -> None:
    match = Match(("greedy", "random"), games=8, players=3, buildings="random", neutral="random")
    plans = [match.plan(number) for number in range(8)]
    setups = [plan.setup for plan in plans]
    assert setups[0] == setups[1] == setups[2]
    assert len(set(setups)) == 3
    seats = [[spec.partition(":")[0] for spec in plan.bots] for plan in plans[:3]]
    assert seats == [
        ["greedy", "random", "random"],
        ["random", "greedy", "random"],
        ["random", "random", "greedy"],
    ]
    assert len({spec for plan in plans for spec in plan.bots}) == 24
    records = played(match).records
    starts = [record.start() for record in records.values()]
    assert starts[0] == starts[1] == starts[2] != starts[3]
    for number, record in records.items():
        assert is_of(record, plans[number])
        assert record.bots == plans[number].bots


def test_bots_are_as_their_records_say() -> None:
    """Each bot of a record plays its game again."""
    record = played(Match(("greedy", "mcts:simulations=8"), games=1, seed=4)).records[0]
    players = [bots.make(spec) for spec in record.bots if spec is not None]
    for state, action in zip(record.states(), record.actions, strict=False):
        mover = state.seat_to_move
        assert mover is not None
        assert players[mover].choose(state.view(mover)).notation == action


def test_seeds_are_the_same_everywhere() -> None:
    assert derived_seed(1, "deal", 0) == 6682034934589992
    assert seeded("random", 1) == "random:seed=8690025591207750"
    assert seeded("random:seed=5", 1) == "random:seed=3502478767467145"
    assert seeded("mcts:seed=5,seconds=1", 1) == "mcts:seconds=1,seed=3502478767467145"
    assert seeded("level:club", 1) == "level:club,seed=8690025591207750"
    assert derived_seed(1, "deal", 1) != derived_seed(2, "deal", 0)
    assert all(derived_seed(at) < 1 << 53 for at in range(100))


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"specs": ("random",)}, "bots"),
        ({"specs": ("random",) * 5}, "bots"),
        ({"specs": ("random", "nobody")}, "nobody"),
        ({"specs": ("random", "mcts:simulations=0")}, "simulations"),
        ({"games": 0}, "games"),
        ({"games": 1.5}, "games"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 64}, "seed"),
        ({"players": 5}, "players"),
        ({"players": 1}, "players"),
        ({"buildings": "c"}, "buildings"),
        ({"neutral": "abc"}, "neutral"),
    ],
)
def test_matches_that_cannot_be(arguments: dict[str, Any], word: str) -> None:
    with pytest.raises((errors.SetupError, errors.LimitError), match=word):
        Match(**({"specs": RANDOM, "games": 2} | arguments))


def test_options_that_cannot_be() -> None:
    match = Match(RANDOM, games=2)
    with pytest.raises(errors.SetupError, match="anchor"):
        played(match, anchor="greedy")
    with pytest.raises(errors.LimitError, match="jobs"):
        play_match(match, jobs=0)


# --- wherever it is played --------------------------------------------------------------------


@pytest.fixture(scope="module")
def small() -> Match:
    return Match(("greedy", "random"), games=4, seed=1)


@pytest.fixture(scope="module")
def expected(small: Match) -> MatchResult:
    return played(small)


@pytest.mark.parametrize("jobs", [1, 2])
def test_any_number_of_processes(small: Match, expected: MatchResult, jobs: int) -> None:
    done: list[tuple[int, int]] = []
    result = play_match(small, jobs=jobs, progress=lambda *news: done.append(news))
    assert result.records == expected.records
    assert result.to_dict() == expected.to_dict()
    assert result.is_complete
    assert done == [(at, 4) for at in range(1, 5)]


def test_threads(small: Match, expected: MatchResult) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert play_match(small, executor=executor).records == expected.records


def test_processes_handed_in(small: Match, expected: MatchResult) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        assert play_match(small, executor=executor).records == expected.records
        assert executor.submit(abs, -1).result() == 1  # it is not shut down


def test_interrupts_do_not_reach_a_game_in_processes_handed_in() -> None:
    """As where Ctrl-C goes to all processes: a search does not end early."""
    plan = Match(("mcts:simulations=200", "random"), games=1).plan(0)
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        worker = executor.submit(os.getpid).result()
        executor.submit(play_game, Match(RANDOM, games=1).plan(0)).result()  # all is imported
        future = executor.submit(play_game, plan)
        time.sleep(0.2)  # until it plays
        sent = 0
        while not future.done() and sent < 5:
            os.kill(worker, signal.SIGINT)
            sent += 1
            time.sleep(0.02)
        assert sent > 1
        assert future.result() == play_game(plan)


def test_a_cluster(small: Match, expected: MatchResult) -> None:
    """The executor of dask.distributed, with its worker in a process of its own."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        result = play_match(small, executor=client.get_executor())
    assert result.records == expected.records
    assert result.to_dict() == expected.to_dict()


def test_what_is_sent_and_comes_back_is_plain(small: Match) -> None:
    plan = small.plan(3)
    assert pickle.loads(pickle.dumps(play_game)) is play_game
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert len(pickle.dumps(plan)) < 1000
    assert type(play_game(plan)) is bytes


def test_a_ruleset_of_ones_own_is_sent_along() -> None:
    other = Ruleset(Ruleset.shipped().text.replace('"basic1"', '"pampa"'))
    match = Match(RANDOM, games=2, ruleset=other)
    result = play_match(match, jobs=1)
    assert {record.ruleset for record in result.records.values()} == {other}
    assert result.to_dict()["ruleset"] == other.digest
    assert match.game_id(0) != Match(RANDOM, games=2).game_id(0)


def test_an_error_of_a_bot_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(bots.RandomBot, "choose", fail)
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(ZeroDivisionError),
    ):
        play_match(Match(RANDOM, games=500), executor=executor)


# --- records ----------------------------------------------------------------------------------


def test_games_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    match = Match(RANDOM, games=6, seed=2)
    whole = played(match, tmp_path)
    before = contents(tmp_path)
    assert sorted(before) == sorted(f"{match.game_id(at)}.msgpack" for at in range(6))
    for number, record in whole.records.items():
        assert gwta_ai.load(tmp_path / f"{match.game_id(number)}.msgpack") == record
    executor = Here()
    again = play_match(match, executor=executor, records=tmp_path)
    assert executor.games == 0
    assert again.to_dict() == whole.to_dict()
    longer = play_match(replace(match, games=8), executor=executor, records=tmp_path)
    assert executor.games == 2
    assert longer.to_dict() == played(replace(match, games=8)).to_dict()
    assert contents(tmp_path).items() > before.items()


def test_records_that_do_not_count_are_played_again(tmp_path: Path) -> None:
    """Missing, cut off, empty, of another game, of a game that is not over."""
    match = Match(RANDOM, games=6, seed=2)
    whole = played(match, tmp_path)
    before = contents(tmp_path)
    names = sorted(before)
    (tmp_path / names[0]).unlink()
    (tmp_path / names[1]).write_bytes(before[names[1]][:-1])
    (tmp_path / names[2]).write_bytes(b"")
    (tmp_path / names[3]).write_bytes(before[names[4]])
    unfinished = whole.records[5].to_dict()
    unfinished["actions"].pop()
    state = whole.records[5].start()
    for action in unfinished["actions"]:
        state.apply(action)
    unfinished["over"] = False
    unfinished["scores"] = [sheet.to_dict() for sheet in state.scores()]
    (tmp_path / names[5]).write_bytes(Record.from_dict(unfinished).to_bytes())
    executor = Here()
    again = play_match(match, executor=executor, records=tmp_path)
    assert executor.games == 5
    assert again.to_dict() == whole.to_dict()
    assert contents(tmp_path) == before


def test_other_matches_share_a_folder(tmp_path: Path) -> None:
    match = Match(RANDOM, games=2, seed=2)
    played(match, tmp_path)
    others = [
        replace(match, seed=3),
        replace(match, specs=("random", "random")),
        replace(match, players=3),
        replace(match, buildings="b"),
    ]
    for at, other in enumerate(others, 2):
        executor = Here()
        play_match(other, executor=executor, records=tmp_path)
        assert executor.games == 2
        assert len(contents(tmp_path)) == 2 * at


def test_times_are_recorded_where_asked_for(tmp_path: Path) -> None:
    match = Match(RANDOM, games=2)
    plain = played(match, tmp_path / "plain")
    timed = played(match, tmp_path / "timed", timing=True)
    assert all(record.microseconds is None for record in plain.records.values())
    assert [one.seconds_per_decision for one in plain.standings] == [None, None]
    for standing in timed.standings:
        assert standing.seconds_per_decision is not None
        assert 0 < standing.seconds_per_decision < 0.1
    assert timed.to_dict() == plain.to_dict()
    assert "seconds_per_decision" in timed.to_dict(timing=True)["bots"][0]


# --- processes that are killed -----------------------------------------------------------------


def kill_after(number: int) -> Callable[[int, int], None]:
    """A progress that kills a process that plays, once so many games are finished."""

    def told(done: int, _: int) -> None:
        if done == number:
            os.kill(active_children()[0].pid or 0, signal.SIGKILL)

    return told


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_process_leaves_what_is_finished(tmp_path: Path, jobs: int) -> None:
    """The error has it, and it is recorded, so that the match can go on."""
    match = Match(RANDOM, games=200)
    with pytest.raises(WorkerError, match=r"killed or could not begin; of 200 games") as caught:
        play_match(match, jobs=jobs, records=tmp_path, progress=kill_after(3))
    result = caught.value.result
    assert 3 <= len(result.records) < 200
    assert not result.is_complete
    assert len(list(tmp_path.iterdir())) == len(result.records)
    assert sum(standing.games for standing in result.standings) == 2 * len(result.records)
    for child in active_children():  # it is being ended
        child.join(60)
    assert active_children() == []
    executor = Here()
    small = replace(match, games=max(result.records) + 1)
    again = play_match(small, executor=executor, records=tmp_path)
    assert again.is_complete
    assert executor.games == small.games - len(result.records)


def test_what_was_finished_before_is_kept_whatever_is_told_first() -> None:
    """Of an executor that is broken some games are done and others are not."""

    class Broken(Here):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if self.games == 4:
                raise BrokenExecutor("no more")
            future: Future[Any] = super().submit(fn, *args, **kwargs)
            if self.games % 2:
                future = Future()
                future.set_exception(BrokenExecutor("it was killed"))
            return future

    with pytest.raises(WorkerError) as caught:
        play_match(Match(RANDOM, games=8), executor=Broken())
    assert list(caught.value.result.records) == [1, 3]


@pytest.mark.parametrize("error", [BrokenPipeError(), BlockingIOError(11, "no more processes")])
def test_a_process_that_cannot_begin(error: OSError) -> None:
    """It is no broken pipe of the output, which would be fine."""

    class Unable(Here):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if self.games == 2:
                raise error
            return super().submit(fn, *args, **kwargs)

    with pytest.raises(WorkerError, match="of 8 games 2 are finished") as caught:
        play_match(Match(RANDOM, games=8), executor=Unable())
    assert list(caught.value.result.records) == [0, 1]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("as_json", [False, True])
def test_the_command_line_prints_what_is_finished(
    monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    """And says in a line what has happened; the exit code is one of its own."""

    def killed(match: Match, *, progress: Any, **options: Any) -> MatchResult:
        return play_match(match, progress=kill_after(3), **options)

    monkeypatch.setattr("gwta_ai.play.match.play_match", killed)
    arguments = ("match", "random", "random", "--games", "200", "--jobs", "2")
    result = run(*arguments, *(["--json"] if as_json else []))
    assert result.exit_code == 5
    (line,) = result.stderr.splitlines()
    if as_json:
        told, found = json.loads(line)["error"], json.loads(result.stdout)
        assert told["code"] == 5
        assert "was killed" in told["message"]
        assert 3 <= found["games"] < found["planned"] == 200
        assert found["complete"] is False
    else:
        assert line.startswith("gwta-ai: a process that played was killed")
        assert " of 200, ended early, 2 players" in result.stdout
        assert "Wilson" in result.stdout


# --- interrupts -------------------------------------------------------------------------------


def interrupt_after(number: int) -> Callable[[int, int], None]:
    def progress(done: int, _: int) -> None:
        if done == number:
            os.kill(os.getpid(), signal.SIGINT)

    return progress


def test_an_interrupt_ends_the_match(tmp_path: Path) -> None:
    match = Match(RANDOM, games=400)
    with ThreadPoolExecutor(1) as executor:
        result = play_match(match, executor=executor, records=tmp_path, progress=interrupt_after(3))
    assert not result.is_complete
    assert 3 <= len(result.records) < 400
    assert result.to_dict()["games"] == len(result.records) == len(contents(tmp_path))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_while_records_are_read(tmp_path: Path) -> None:
    match = Match(RANDOM, games=6)
    played(match, tmp_path)
    result = played(match, tmp_path, progress=interrupt_after(2))
    assert list(result.records) == [0, 1]


def test_an_interrupt_at_once() -> None:
    def interrupted(*_: object) -> None:
        raise AssertionError

    class Interrupting(Here):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            os.kill(os.getpid(), signal.SIGINT)
            return Future()

    result = play_match(Match(RANDOM, games=1), executor=Interrupting(), progress=interrupted)
    assert result.to_dict()["bots"] == []
    assert result.winner_score is None
    assert result.winner_interval is None


def test_an_interrupt_that_another_thread_takes() -> None:
    """Such a signal does not wake the one that waits for games."""

    def take() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    class Interrupting(Here):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            threading.Timer(0.2, take).start()
            return Future()

    result = play_match(Match(RANDOM, games=1), executor=Interrupting())
    assert list(result.records) == []


def test_a_second_interrupt_is_an_exception() -> None:
    def twice(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        play_match(Match(RANDOM, games=4), executor=Here(), progress=twice)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.fixture(scope="module")
def longer() -> MatchResult:
    return played(Match(("greedy", "random"), games=16, seed=5))


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_a_match_that_was_ended_midway_goes_on(
    tmp_path: Path, longer: MatchResult, sign: signal.Signals
) -> None:
    """As a process that is interrupted, or killed; then what is missing is played."""
    arguments = ["greedy", "random", "--games", "16", "--seed", "5", "--json"]
    # Not from the folder of the sources, which may lack the compiled modules.
    command = [sys.executable, "-P", "-m", "gwta_ai", "match", *arguments]
    environment = os.environ | {"PYTHONPATH": str(Path(gwta_ai.__file__).parent.parent)}
    process = subprocess.Popen(
        [*command, "--jobs", "2", "--records", str(tmp_path)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until = time.monotonic() + 60
    while len(list(tmp_path.glob("*.msgpack"))) < 2:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)
    os.killpg(process.pid, sign) if sign == signal.SIGINT else process.send_signal(sign)
    output, said = process.communicate(timeout=60)
    there = len(list(tmp_path.glob("*.msgpack")))
    assert 2 <= there < 16
    if sign == signal.SIGINT:
        assert process.returncode == 130
        assert said == b""
        partial = json.loads(output)
        assert partial["games"] == there
        assert partial["complete"] is False
    executor = Here()
    resumed = play_match(longer.match, executor=executor, records=tmp_path)
    assert executor.games == 16 - there
    assert resumed.records == longer.records
    assert resumed.to_dict() == longer.to_dict()
    assert not is_alive(process.pid)


def is_alive(group: int) -> bool:
    """Whether a process of a group is left; those of a match end with it, if not at once."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True


# --- figures ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def any_record() -> Record:
    return played(Match(RANDOM, games=1)).records[0]


def game(record: Record, deal: int, entries: tuple[int, ...], totals: list[int]) -> Played:
    """A game that ended with given totals, all of them from ships."""
    sheets = [
        ScoreSheet({name: total if name == "ships" else 0 for name in CATEGORIES})
        for total in totals
    ]
    return Played(deal, entries, replace(record, scores=tuple(sheets)))


def test_standings_of_two(any_record: Record) -> None:
    games = [
        game(any_record, 0, (0, 1), [50, 40]),
        game(any_record, 0, (1, 0), [30, 60]),
        game(any_record, 1, (0, 1), [45, 45]),
        game(any_record, 1, (1, 0), [70, 50]),
    ]
    one, other = standings(["a", "b"], games, anchor="b")
    assert (one.spec, one.seats, one.games) == ("a", 1, 4)
    assert one.win == 0.625
    assert other.win == 0.375
    assert (one.low, one.high) == pytest.approx(wilson(0.625, 4))
    by_deal = clustered([1, 1, 0.5, 0], [0, 0, 1, 1])
    assert by_deal is not None
    assert (one.deal_low, one.deal_high) == (max(0, by_deal.low), min(1, by_deal.high)) == (0, 1)
    assert one.margin == -other.margin == 5
    assert (one.margin_low, one.margin_high) == clustered([10, 30, 0, -20], [0, 0, 1, 1])
    assert one.score == 51.25
    assert one.categories["ships"] == 51.25
    assert sum(one.categories.values()) == one.score
    assert other.elo == other.elo_error == 0
    assert one.elo == pytest.approx(88.74, abs=0.01)
    assert one.elo_bounded


def test_standings_of_one_among_others(any_record: Record) -> None:
    games = [
        game(any_record, 0, (0, 1, 1), [50, 40, 30]),
        game(any_record, 0, (1, 0, 1), [60, 50, 40]),
        game(any_record, 0, (1, 1, 0), [10, 20, 20]),
        game(any_record, 1, (0, 1, 1), [20, 20, 20]),
    ]
    one, others = standings(["a", "b"], games, anchor="b")
    assert one.win == pytest.approx((1 + 0 + 1 / 2 + 1 / 3) / 4)
    assert others.seats == 2
    assert one.win + 2 * others.win == pytest.approx(1)
    together = wilson(2 * others.win, 4)
    assert (others.low, others.high) == pytest.approx((together.low / 2, together.high / 2))
    assert one.margin == (10 - 10 + 0 + 0) / 4
    assert others.margin == (-15 + (10 - 20) / 2 + (-10 + 0) / 2 + 0) / 4
    assert others.score == (35 + 50 + 15 + 20) / 4


def test_decisions_are_those_with_a_choice() -> None:
    result = played(Match(RANDOM, games=2), timing=True)
    for entry, standing in enumerate(result.standings):
        count, spent = 0, 0
        for item in result.games:
            record = item.record
            for at, state in enumerate(record.states()):
                mover = state.seat_to_move
                if mover is None or item.entries[mover] != entry:
                    continue
                if len(state.legal_actions()) > 1:
                    assert record.microseconds is not None
                    count += 1
                    spent += record.microseconds[at]
        assert standing.decisions == count / 2
        assert standing.seconds_per_decision == pytest.approx(spent / count / 1e6)


def test_entries_that_are_alike_have_one_rating() -> None:
    result = played(Match(("random", "greedy", "random"), games=6))
    first, greedy, last = result.standings
    assert result.anchor == "random"
    assert first.elo == last.elo == 0 < greedy.elo
    assert sum(standing.win for standing in result.standings) == pytest.approx(1)
    best = [max(item.totals()) for item in result.games]
    assert result.winner_score == sum(best) / 6
    assert result.winner_interval == clustered(best, [0, 0, 0, 1, 1, 1])


def test_a_bot_against_itself() -> None:
    result = played(Match(("greedy", "greedy"), games=4))
    assert len({record.actions for record in result.records.values()}) == 4
    assert [standing.elo for standing in result.standings] == [0, 0]
