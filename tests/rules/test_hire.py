"""Hiring workers from the job market. Neutral building A hires at the row's figure
(local action 2) and for 2 pesos more (local action 3)."""

from __future__ import annotations

import pytest
from editing import edited
from table import Table, board, options, play, player

from gwta_ai import State


def hires(state: State, local: str = "local:2") -> set[str]:
    """What can be hired by a local action, as "row,worker"."""
    if local not in options(state):
        return set()
    offered = options(play(state, local))
    return {action.removeprefix("hire:") for action in offered if "hire:" in action}


def table(pesos: int = 50) -> Table:
    """Rows 1 and 2 are complete, the token is in row 3. A token keeps the visit going."""
    return (
        Table(players=2)
        .pesos(0, pesos)
        .tokens(0, 1)
        .hand(0, "niata")
        .no_jobs()
        .job_row(1, "gaucho", "maquinista")
        .job_row(2, "carpintero", "gaucho+", token=3)
    )


@pytest.mark.rule("HIRE-01")
def test_only_completed_rows_are_open() -> None:
    """HIRE-01: the rows above the token are open, its own row is not."""
    state = table().job_row(3, "carpintero+").visit(0, "n1")
    expected = {"1,gaucho", "1,maquinista", "2,carpintero", "2,gaucho+"}
    assert hires(state) == expected


@pytest.mark.rule("HIRE-01")
def test_a_row_opens_when_the_token_leaves_it() -> None:
    """HIRE-01: with the token one row further down the row is open."""
    state = table().job_row(3, "carpintero+", token=4).visit(0, "n1")
    assert "3,carpintero+" in hires(state)


@pytest.mark.rule("HIRE-01")
def test_every_row_is_open_once_the_token_is_out() -> None:
    """HIRE-01: when the token has left the board nothing bars the last row."""
    before = table().job_row(11, "maquinista+", token=11).visit(0, "n1")
    assert "11,maquinista+" not in hires(before)
    after = table().job_row(11, "maquinista+").ending(1).visit(0, "n1")
    assert "11,maquinista+" in hires(after)


@pytest.mark.rule("HIRE-01")
def test_one_worker_is_hired_and_leaves_the_market() -> None:
    """HIRE-01: just one worker; its place in the job market stays empty."""
    after = play(table().visit(0, "n1"), "local:2", "hire:2,carpintero")
    assert board(after).jobs[:2] == [["gaucho", "maquinista"], ["gaucho+"]]
    assert player(after).workers["carpintero"] == 2
    assert after.decision == "local_action"


@pytest.mark.rule("HIRE-02")
@pytest.mark.parametrize(
    ("local", "worker", "cost"),
    [
        ("local:2", "1,gaucho", 6),
        ("local:2", "2,carpintero", 7),
        ("local:3", "1,gaucho", 8),
        ("local:2", "2,gaucho+", 8),
        ("local:3", "2,gaucho+", 10),
    ],
)
def test_the_cost_of_a_worker(local: str, worker: str, cost: int) -> None:
    """HIRE-02: the row's figure, 2 more by the icon, 1 more for a strength icon."""
    enough = table(pesos=cost).visit(0, "n1")
    assert player(play(enough, local, f"hire:{worker}")).pesos == 0
    assert worker in hires(enough, local)
    assert worker not in hires(table(pesos=cost - 1).visit(0, "n1"), local)


@pytest.mark.rule("HIRE-02")
def test_a_cheaper_hire() -> None:
    """HIRE-02: the icon of building 6a takes 1 peso off, also for a strong worker."""
    state = table(pesos=20).building(0, 6, "basic1").visit(0, "basic1")
    assert player(play(state, "local:2", "hire:1,maquinista")).pesos == 20 - (6 - 1)
    assert player(play(state, "local:2", "hire:2,gaucho+")).pesos == 20 - (7 - 1 + 1)


@pytest.mark.rule("HIRE-02")
@pytest.mark.parametrize("worker", ["carpintero", "carpintero+"])
def test_nobody_is_paid_for_hiring(worker: str) -> None:
    """HIRE-02: a cost is never below 0, however far the icon lowers it."""
    ruleset = edited(("{ hire = -1 }", "{ hire = -9 }"))
    table = Table(players=2, ruleset=ruleset).pesos(0, 3).tokens(0, 1).no_jobs()
    state = table.job_row(1, worker, token=3).building(0, 6, "basic1").visit(0, "basic1")
    assert player(play(state, "local:2", f"hire:1,{worker}")).pesos == 3


@pytest.mark.rule("HIRE-03")
def test_a_worker_takes_the_leftmost_free_space() -> None:
    """HIRE-03: the next space of its own row, and there with its strength icon."""
    after = play(table().workers(0, gaucho=3).visit(0, "n1"), "local:2", "hire:2,gaucho+")
    assert player(after).workers == {"gaucho": 4, "carpintero": 1, "maquinista": 1, "granjero": 1}
    assert player(after).raw["strong"] == [1 << 3, 0, 0, 0]


@pytest.mark.rule("HIRE-03")
@pytest.mark.parametrize(("worker", "row"), [("carpintero", 1), ("maquinista", 2)])
def test_a_worker_goes_into_the_row_of_its_kind(worker: str, row: int) -> None:
    """HIRE-03: whatever its kind, and a strong one like a plain one."""
    market = table().no_jobs().job_row(1, worker, f"{worker}+", token=2).visit(0, "n1")
    for hired in (worker, f"{worker}+"):
        after = play(market, "local:2", f"hire:1,{hired}")
        assert list(player(after).workers.values()) == [1 + (at == row) for at in range(4)]


@pytest.mark.rule("HIRE-03")
def test_a_plain_worker_brings_no_strength() -> None:
    """HIRE-03: the space holds just the worker that was hired."""
    after = play(table().workers(0, gaucho="s").visit(0, "n1"), "local:2", "hire:1,gaucho")
    assert player(after).workers["gaucho"] == 3
    assert player(after).raw["strong"] == [1 << 1, 0, 0, 0]


@pytest.mark.rule("HIRE-03")
def test_a_full_row_takes_nobody() -> None:
    """HIRE-03: six workers fill a row; the fifth space is still free for one."""
    full = table().workers(0, gaucho=6).visit(0, "n1")
    assert hires(full) == {"1,maquinista", "2,carpintero"}
    assert "2,gaucho+" in hires(table().workers(0, gaucho=5).visit(0, "n1"))


@pytest.mark.rule("HIRE-03")
def test_there_is_no_hiring_when_every_row_on_offer_is_full() -> None:
    """HIRE-03: with nobody to put anywhere the action is not offered."""
    state = table().no_jobs().job_row(1, "gaucho").workers(0, gaucho=6).visit(0, "n1")
    assert "local:2" not in options(state)


@pytest.mark.rule("HIRE-04")
def test_the_action_of_the_covered_space_comes_at_once() -> None:
    """HIRE-04: the second gaucho brings an exchange token, the fourth carpintero 3 pesos."""
    after = play(table().visit(0, "n1"), "local:2", "hire:1,gaucho")
    assert player(after).tokens == 2
    paid = table(pesos=7).workers(0, carpintero=3).visit(0, "n1")
    assert player(play(paid, "local:2", "hire:2,carpintero")).pesos == 3


@pytest.mark.rule("HIRE-04")
def test_a_choice_of_the_covered_space_comes_before_anything_else() -> None:
    """HIRE-04: the fourth maquinista moves the engine by up to two, or not at all."""
    state = table().workers(0, maquinista=3).visit(0, "n1")
    hired = play(state, "local:2", "hire:1,maquinista")
    assert hired.decision == "engine"
    assert set(options(hired)) == {"engine:1", "engine:2", "forfeit", "token:1", "token:2"}
    assert player(play(hired, "engine:2")).engine == "2"


@pytest.mark.rule("HIRE-04")
def test_the_action_of_the_covered_space_may_be_forfeited() -> None:
    """HIRE-04: forfeiting leaves the visit where it was, and the chance is gone."""
    state = table().workers(0, carpintero=2).visit(0, "n1")
    hired = play(state, "local:2", "hire:2,carpintero")
    assert hired.decision == "build"
    after = play(hired, "forfeit")
    assert after.decision == "local_action"
    assert player(after).raw["buildings"] == [0] * 10
    assert "local:2" not in options(after)


@pytest.mark.rule("HIRE-04")
def test_pesos_come_before_the_rest_of_the_space() -> None:
    """HIRE-04: the third gaucho brings 2 pesos, then one hand card may be removed."""
    hired = play(table(pesos=6).workers(0, gaucho=2).visit(0, "n1"), "local:2", "hire:1,gaucho")
    assert player(hired).pesos == 2
    assert hired.decision == "remove"
    assert {"remove:niata", "forfeit"} <= set(options(hired))
    assert player(play(hired, "remove:niata")).hand == []
    assert player(play(hired, "forfeit")).hand == ["niata"]


@pytest.mark.rule("HIRE-04")
def test_a_space_without_action_does_nothing() -> None:
    """HIRE-04: the second carpintero covers a plain space, whatever others print."""
    after = play(table(pesos=7).visit(0, "n1"), "local:2", "hire:2,carpintero")
    assert after.decision == "local_action"
    assert (player(after).pesos, player(after).tokens, player(after).grain) == (0, 1, 0)
