"""Placing private buildings. Neutral building B builds at 2 pesos for each carpintero
the tile asks for; building 1 asks for one, 3 for two, 5 for three, 9 for seven, 10 for nine."""

from __future__ import annotations

import pytest
from table import GONE, Table, board, options, play, player

from gwta_ai import State


def offered(state: State, verb: str) -> set[str]:
    return {text.partition(":")[2] for text in options(state) if text.startswith(verb + ":")}


def table(carpinteros: int = 1, pesos: int = 50) -> Table:
    """A token keeps the visit going when the building stands."""
    return Table(players=2).workers(0, carpintero=carpinteros).pesos(0, pesos).tokens(0, 1)


def buildings(table: Table) -> set[str]:
    """The numbers on offer at B; none if the action is not offered."""
    state = table.visit(0, "n2")
    return offered(play(state, "local:2"), "build") if "local:2" in options(state) else set()


def tile(state: State, space: str) -> tuple[int, int] | None:
    """Owner and number of the private building on a space."""
    code = board(state).raw["tile"][state.ruleset.names.spaces.index(space)]
    return ((code - 1) // 10, (code - 1) % 10 + 1) if code else None


@pytest.mark.rule("BLD-01")
@pytest.mark.parametrize(
    ("carpinteros", "numbers"),
    [(1, "12"), (2, "1234"), (3, "123456"), (4, "1234567"), (5, "12345678"), (6, "12345678")],
)
def test_a_building_asks_for_carpinteros(carpinteros: int, numbers: str) -> None:
    """BLD-01: as many carpinteros in the row as the tile asks for, the printed one included."""
    assert buildings(table(carpinteros)) == set(numbers)


@pytest.mark.rule("BLD-01")
def test_a_building_costs_2_pesos_for_each_carpintero_asked_for() -> None:
    """BLD-01: pesos for the carpinteros the tile asks for, not for those in the row."""
    assert "5" not in buildings(table(carpinteros=4, pesos=5))
    state = table(carpinteros=4, pesos=6).visit(0, "n2")
    assert player(play(state, "local:2", "build:5", "site:basic1")).pesos == 0
    assert player(play(state, "local:2", "build:1", "site:basic1")).pesos == 4


@pytest.mark.rule("BLD-01")
def test_the_sixth_carpintero_builds_for_1_peso_each() -> None:
    """BLD-01: the right carpintero space asks 1 peso, the left one 2, for each carpintero."""
    market = table(carpinteros=5, pesos=9).no_jobs().job_row(1, "carpintero", token=2)
    hired = play(market.visit(0, "n1"), "local:2", "hire:1,carpintero")
    assert offered(hired, "build") == {"1", "2", "3", "4", "5", "6"}
    assert player(play(hired, "build:5", "site:basic1")).pesos == 0
    market = table(carpinteros=2, pesos=9).no_jobs().job_row(1, "carpintero", token=2)
    hired = play(market.visit(0, "n1"), "local:2", "hire:1,carpintero")
    assert offered(hired, "build") == {"1", "2"}
    assert player(play(hired, "build:1", "site:basic1")).pesos == 1


@pytest.mark.rule("BLD-01")
def test_any_empty_building_space_will_do() -> None:
    """BLD-01: grain fields and spaces with a risk action too; no other kind of space."""
    state = table().building(1, 1, "basic2").visit(0, "n2")
    spaces = {f"basic{n}" for n in (1, 3, 4, 5, 6, 7)} | {f"grain{n}" for n in range(1, 9)}
    spaces |= {f"special_grain{n}" for n in (1, 2, 3)} | {f"special{n}" for n in (1, 2, 3, 4)}
    assert offered(play(state, "local:2", "build:1"), "site") == spaces


@pytest.mark.rule("BLD-01")
def test_the_building_stands_where_it_was_put() -> None:
    """BLD-01: one building leaves the supply and lies on the space; the action is over."""
    after = play(table(carpinteros=3).visit(0, "n2"), "local:2", "build:4", "site:grain3")
    assert tile(after, "grain3") == (0, 4)
    assert after.decision == "local_action"
    assert after.scores()[0].buildings == 3
    again = table(carpinteros=3).building(0, 4, "grain3").visit(0, "n2")
    assert "4" not in offered(play(again, "local:2"), "build")


@pytest.mark.rule("BLD-02")
def test_replacing_takes_only_the_difference() -> None:
    """BLD-02: two carpinteros for one at hand: only in the place of an own building of one."""
    state = table(carpinteros=1, pesos=2).building(0, 1, "basic1").visit(0, "n2")
    assert "3" in offered(play(state, "local:2"), "build")
    chosen = play(state, "local:2", "build:3")
    assert offered(chosen, "site") == {"basic1"}
    after = play(chosen, "site:basic1")
    assert player(after).pesos == 0
    assert tile(after, "basic1") == (0, 3)


@pytest.mark.rule("BLD-02")
def test_the_difference_is_paid_in_full() -> None:
    """BLD-02: one peso short of the difference nothing is replaced."""
    assert "3" not in buildings(table(carpinteros=1, pesos=1).building(0, 1, "basic1"))


@pytest.mark.rule("BLD-02")
def test_the_difference_must_be_there_for_the_very_tile() -> None:
    """BLD-02: three in place of two are within reach, in place of one they are not."""
    poor = table(carpinteros=3, pesos=2).building(0, 1, "basic1").building(0, 3, "basic2")
    few = table(carpinteros=1).building(0, 1, "basic1").building(0, 3, "basic2")
    for state in (poor.visit(0, "n2"), few.visit(0, "n2")):
        assert offered(play(state, "local:2", "build:5"), "site") == {"basic2"}


@pytest.mark.rule("BLD-02")
def test_a_replaced_building_leaves_the_game() -> None:
    """BLD-02: it neither stands nor can it be built again."""
    state = table(carpinteros=2).building(0, 1, "basic1").visit(0, "n2")
    after = play(state, "local:2", "build:3", "site:basic1")
    assert player(after).raw["buildings"][0] == GONE
    assert after.scores()[0].buildings == 3
    later = table(carpinteros=6).building(0, 3, "basic1")
    assert "1" in buildings(later)
    later.raw["player"][0]["buildings"][0] = GONE
    assert "1" not in buildings(later)


@pytest.mark.rule("BLD-02")
def test_only_a_building_that_asks_for_more_replaces_another() -> None:
    """BLD-02: not an equal one, not a lesser one."""
    state = table(carpinteros=6).building(0, 3, "basic1").visit(0, "n2")
    chosen = play(state, "local:2")
    assert "basic1" not in offered(play(chosen, "build:1"), "site")
    assert "basic1" not in offered(play(chosen, "build:4"), "site")
    assert "basic1" in offered(play(chosen, "build:5"), "site")


@pytest.mark.rule("BLD-02")
def test_nobody_replaces_the_building_of_another() -> None:
    """BLD-02: only own buildings."""
    state = table(carpinteros=6).building(1, 1, "basic1").visit(0, "n2")
    assert "basic1" not in offered(play(state, "local:2", "build:5"), "site")


@pytest.mark.rule("BLD-02")
def test_the_cheap_builder_replaces_cheaply() -> None:
    """BLD-02: at 1 peso for each carpintero of the difference, where the space says so."""
    market = table(carpinteros=5, pesos=8).no_jobs().job_row(1, "carpintero", token=2)
    state = market.building(0, 1, "basic1").visit(0, "n1")
    hired = play(state, "local:2", "hire:1,carpintero")
    assert player(play(hired, "build:5", "site:basic1")).pesos == 0


@pytest.mark.rule("BLD-03")
def test_great_buildings_come_only_by_replacing() -> None:
    """BLD-03: six carpinteros and all the money do not place a tile that asks for more."""
    assert not {"9", "10"} & buildings(table(carpinteros=6))
    state = table(carpinteros=6).building(0, 1, "basic1").building(0, 3, "grain5")
    assert buildings(state) & {"9", "10"} == {"9"}
    chosen = play(state.visit(0, "n2"), "local:2", "build:9")
    assert offered(chosen, "site") == {"basic1", "grain5"}
    assert player(play(chosen, "site:basic1")).pesos == 50 - 2 * 6


@pytest.mark.rule("BLD-03")
def test_the_greatest_building_needs_a_great_one_to_replace() -> None:
    """BLD-03: nine carpinteros are asked for, six are at hand: in place of one of three."""
    state = table(carpinteros=6).building(0, 3, "basic1").building(0, 5, "basic2")
    chosen = play(state.visit(0, "n2"), "local:2", "build:10")
    assert offered(chosen, "site") == {"basic2"}
    assert tile(play(chosen, "site:basic2"), "basic2") == (0, 10)


# --- what counts buildings -----------------------------------------------


@pytest.mark.rule("BLD-04")
@pytest.mark.parametrize(("others", "grain"), [((), 1), (("grain2",), 2), (("basic1",), 1)])
def test_the_building_that_acts_counts_itself(others: tuple[str, ...], grain: int) -> None:
    """BLD-04: building 1a brings a grain for each own building on a grain field, itself too."""
    at_table = Table(players=2).building(0, 1, "grain1").grain(0, 0)
    for number, space in enumerate(others, 2):
        at_table.building(0, number, space)
    assert player(play(at_table.visit(0, "grain1"), "local:1")).grain == grain
