"""Phase A: moving the estanciero along the trail, and the Hands on it."""

from __future__ import annotations

import pytest
from editing import edited
from fields import fields_of
from table import Table, board, options, play, player

from gwta_ai import State

# The space before each shortcut, and the railroad space its engine must have reached.
SHORTCUTS = [("y6", 3), ("y4", 6), ("n8", 9), ("y1", 12), ("n7", 17), ("n6", 23)]
FEES = [(2, "black", 1), (2, "green", 2), (3, "black", 1), (3, "green", 2)]
FEES += [(4, "black", 1), (4, "green", 1)]
FARMERS = {"black": "orange5b", "green": "orange5g"}
BUILDINGS = {"black": 1, "green": 7}  # numbers on side a


def places(state: State) -> set[str]:
    """Where the estanciero may go."""
    moves = [move.removeprefix("move:") for move in options(state)]
    return {move.partition(">")[0] for move in moves}


def ways(state: State, space: str) -> list[str]:
    """The moves that lead to one space."""
    return [
        move for move in options(state) if move.removeprefix("move:").partition(">")[0] == space
    ]


def coins(state: State, space: str) -> int:
    """The pesos on the coin space of the farmer there."""
    return board(state).coins[space]


def before_a_shortcut(space: str) -> Table:
    """One step from a shortcut; any other way to Buenos Aires is longer."""
    table = Table(2).at(0, space).building(0, 2, "special3").building(0, 3, "special4")
    for other in (f"y{number}" for number in range(1, 8)):
        if other != space:
            table.farmer(other, "yellow5b")
    return table


# --- steps --------------------------------------------------------------------------------


@pytest.mark.rule("MOV-01")
@pytest.mark.parametrize(("players", "limit"), [(2, 3), (3, 4), (4, 5)])
def test_at_least_one_step_and_at_most_the_limit(players: int, limit: int) -> None:
    """MOV-01: one step at least, the limit of the player count at most."""
    state = Table(players).at(0, "n1").move()
    assert places(state) == {f"n{2 + i}" for i in range(limit)}
    assert state.decision == "move"


@pytest.mark.rule("MOV-01")
@pytest.mark.parametrize(
    ("disc_spaces", "more"), [(["step_1"], 2), (["step_2"], 1), (["step_1", "step_2"], 3)]
)
def test_cleared_discs_add_steps(disc_spaces: list[str], more: int) -> None:
    """MOV-01: cleared disc spaces raise the limit, for their owner alone."""
    table = Table(2).at(0, "n1").at(1, "n1").cleared(0, *disc_spaces)
    assert places(table.move()) == {f"n{2 + i}" for i in range(3 + more)}
    assert places(table.move(1)) == {"n2", "n3", "n4"}


@pytest.mark.rule("MOV-01")
@pytest.mark.parametrize(("players", "limit"), [(2, 4), (3, 6), (4, 8)])
def test_what_a_disc_adds_is_a_figure_per_player_count(players: int, limit: int) -> None:
    """MOV-01: a disc space may add another number of steps with more players."""
    rules = edited(("steps = [2, 2, 2]", "steps = [1, 2, 3]"))
    state = Table(players, ruleset=rules).at(0, "start").cleared(0, "step_1").move()
    assert places(state) == {f"n{1 + i}" for i in range(limit)}


@pytest.mark.rule("MOV-02")
def test_every_location_costs_a_step() -> None:
    """MOV-02: buildings of anybody and farmers on the way cost a step each."""
    table = Table(2).pesos(0, 9).at(0, "n1")
    table.building(0, 2, "basic1").building(1, 2, "grain1").farmer("g1", "green5b")
    table.farmer("g2", "green5b").farmer("g3", "green5b")
    state = table.move()
    assert places(state) == {"basic1", "grain1", "g1", "g2", "g3", "n2"}
    assert ways(state, "n2") == ["move:n2"]  # past the two buildings; the farmers are too many


@pytest.mark.rule("MOV-02")
def test_empty_spaces_cost_nothing_and_hold_nobody() -> None:
    """MOV-02: empty spaces are passed without a step, and nobody stops there."""
    state = Table(2).at(0, "n1").farmer("g4", "green5g").move()
    assert places(state) == {"g4", "n2", "n3", "n4"}


@pytest.mark.rule("MOV-02")
@pytest.mark.parametrize(("space", "exit_"), [("n2", "b1"), ("y2", "grain8")])
def test_exits_of_empty_spaces_stay_open(space: str, exit_: str) -> None:
    """MOV-02: from an empty space, too, every exit may be taken."""
    table = Table(2).at(0, "n7" if space == "y2" else "n1")
    if exit_ == "b1":
        table.farmer(exit_, "blue5g")
    else:
        table.building(0, 2, exit_)
    assert exit_ in places(table.move())


@pytest.mark.rule("MOV-02")
def test_the_ramp_of_an_empty_space_stays_open() -> None:
    """MOV-02: the shortcut that leaves an empty space may be taken."""
    table = Table(2).at(0, "n7").farmer("y2", "yellow5b").farmer("y7", "yellow5b")
    assert "buenos_aires" in places(table.engine(0, "12").move_on(1))
    assert "buenos_aires" not in places(table.engine(0, "11").move_on(1))


@pytest.mark.rule("MOV-02")
def test_a_ramp_is_one_step_and_buenos_aires_behind_it_none() -> None:
    """MOV-02: a shortcut costs one step from the location it leaves."""
    table = Table(2).at(0, "n6").engine(0, "17").farmer("y1", "yellow5b")
    assert places(table.move_on(1)) == {"n7"}
    assert places(table.move_on(2)) == {"n7", "y1", "buenos_aires"}


@pytest.mark.rule("MOV-02")
def test_buenos_aires_at_the_end_of_the_trail_costs_a_step() -> None:
    """MOV-02: Buenos Aires is reached like any location."""
    table = Table(2).at(0, "y5").farmer("y6", "yellow5b")
    assert places(table.move_on(1)) == {"y6"}
    assert places(table.move_on(2)) == {"y6", "buenos_aires"}


@pytest.mark.rule("MOV-03")
def test_forward_only() -> None:
    """MOV-03: nothing behind the estanciero is reached."""
    table = Table(2).at(0, "n2").building(0, 2, "basic1").farmer("g1", "green5g")
    assert places(table.move()) == {"n3", "n4", "n5"}


@pytest.mark.rule("MOV-03")
def test_either_branch_of_a_fork() -> None:
    """MOV-03: at a fork both branches are open, and each goes its own way."""
    table = Table(2).at(0, "n2").building(0, 2, "grain3").building(0, 3, "basic3")
    state = table.farmer("b2", "blue5g").move()
    assert places(state) == {"grain3", "basic3", "b2", "n3", "n4"}
    beyond = table.at(0, "b2").move()
    assert places(beyond) == {"n3", "n4", "n5"}


@pytest.mark.rule("MOV-03")
def test_three_exits() -> None:
    """MOV-03: a space with three exits lets through to all of them."""
    table = Table(2).at(0, "n8").engine(0, "9").farmer("y4", "yellow5b").farmer("y7", "yellow5b")
    table.building(0, 2, "special3")
    assert places(table.move_on(1)) == {"y4", "special3", "buenos_aires"}


@pytest.mark.rule("MOV-04")
def test_buenos_aires_ends_the_movement() -> None:
    """MOV-04: with steps to spare the estanciero stays in Buenos Aires."""
    state = Table(4).at(0, "y7").pesos(0, 5).move()
    assert options(state) == ["move:buenos_aires"]
    assert player(play(state, "move:buenos_aires")).estanciero == "buenos_aires"


@pytest.mark.rule("MOV-04")
def test_the_visit_to_buenos_aires_begins_at_once() -> None:
    """MOV-04: after the move the subphases of Buenos Aires come, for the same seat."""
    state = Table(2).at(0, "y7").quay_discs(0, le_havre_1=1).grain(0, 8).move()
    arrived = play(state, "move:buenos_aires")
    assert (arrived.seat_to_move, arrived.decision) == (0, "extra_delivery")


@pytest.mark.rule("MOV-05")
def test_estancieros_do_not_block() -> None:
    """MOV-05: a location with estancieros may be passed and shared, by any number."""
    table = Table(4).at(0, "n1").at(1, "n2").at(2, "n2").at(3, "n3").pesos(0, 0)
    state = table.move()
    assert places(state) == {"n2", "n3", "n4", "n5", "n6"}
    shared = play(state, "move:n2")
    assert [player(shared, seat).estanciero for seat in range(3)] == ["n2"] * 3
    assert "aux:1" in options(shared)


# --- Hands --------------------------------------------------------------------------------


@pytest.mark.rule("MOV-06", "MOV-07")
@pytest.mark.parametrize(("players", "colour", "fee"), FEES)
@pytest.mark.parametrize("goal", ["o2", "n6"])
def test_the_fee_of_a_farmer(players: int, colour: str, fee: int, goal: str) -> None:
    """MOV-06 MOV-07: the Hand of a farmer, reached or passed, is paid onto its coin space."""
    table = Table(players).at(0, "special2").pesos(0, 9).farmer("o2", FARMERS[colour], coins=3)
    after = play(table.move(), f"move:{goal}")
    assert player(after).estanciero == goal
    assert player(after).pesos == 9 - fee
    assert coins(after, "o2") == 3 + fee


@pytest.mark.rule("MOV-06", "MOV-07")
@pytest.mark.parametrize(("players", "colour", "fee"), FEES)
@pytest.mark.parametrize("goal", ["grain6", "n6"])
def test_the_fee_of_a_building(players: int, colour: str, fee: int, goal: str) -> None:
    """MOV-06 MOV-07: the Hand of another's building, reached or passed, is paid to its owner."""
    table = Table(players).at(0, "grain5").pesos(0, 9).pesos(1, 4)
    after = play(table.building(1, BUILDINGS[colour], "grain6").move(), f"move:{goal}")
    assert player(after).estanciero == goal
    assert (player(after).pesos, player(after, 1).pesos) == (9 - fee, 4 + fee)


@pytest.mark.rule("MOV-06")
def test_every_hand_on_the_way_is_paid() -> None:
    """MOV-06: each Hand met costs its own fee."""
    table = Table(2).at(0, "n1").pesos(0, 9).farmer("g1", "green5g").farmer("g2", "green5b")
    after = play(table.building(1, 1, "special_grain1").pesos(1, 0).move(), "move:special_grain1")
    assert (coins(after, "g1"), coins(after, "g2"), player(after, 1).pesos) == (2, 1, 1)
    assert player(after).pesos == 9 - 4


@pytest.mark.rule("MOV-06")
def test_without_a_hand_nothing_is_paid() -> None:
    """MOV-06: buildings without a Hand, and neutral ones, are free."""
    table = Table(2).at(0, "n3").pesos(0, 9).pesos(1, 4)
    state = table.building(1, 2, "basic4").building(1, 6, "basic5").move()
    for space in ("basic4", "n4", "n5"):
        after = play(state, f"move:{space}")
        assert (player(after).pesos, player(after, 1).pesos) == (9, 4)


@pytest.mark.rule("MOV-06")
def test_fees_are_paid_before_phase_b() -> None:
    """MOV-06: the fee is paid at once, so the money is missing at the location."""
    table = Table(2).at(0, "n1").no_jobs().job_row(1, "gaucho", token=3)
    table.building(1, 1, "basic1").building(0, 6, "grain1")  # 6a hires for 1 peso less
    assert "local:2" in options(play(table.pesos(0, 6).move(), "move:grain1"))
    assert "local:2" not in options(play(table.pesos(0, 5).move(), "move:grain1"))


@pytest.mark.rule("MOV-07")
def test_own_buildings_are_free() -> None:
    """MOV-07: nobody pays at an own building; the others do."""
    table = Table(2).at(0, "grain5").at(1, "grain5").pesos(0, 5).pesos(1, 5)
    table.building(0, 7, "grain6").building(0, 1, "basic6")
    after = play(table.move(0), "move:n6")
    assert (player(after).pesos, player(after, 1).pesos) == (5, 5)
    after = play(table.move(1), "move:n6")
    assert (player(after).pesos, player(after, 1).pesos) == (5 + 3, 5 - 3)


@pytest.mark.rule("MOV-07")
def test_an_own_building_takes_nothing_from_those_behind() -> None:
    """MOV-07: the last peso is still there after an own building, and it makes no other route."""
    table = Table(2).at(0, "grain5").pesos(0, 1).pesos(1, 5)
    table.building(0, 7, "grain6").building(1, 1, "basic6")
    after = play(table.move(), "move:basic6")
    assert (player(after).pesos, player(after, 1).pesos) == (0, 6)
    table = Table(2).at(0, "n3").pesos(0, 5).building(0, 7, "basic4")
    assert ways(table.move(), "n4") == ["move:n4"]


@pytest.mark.rule("MOV-07")
def test_the_owner_is_paid_and_nobody_else() -> None:
    """MOV-07: each owner gets the fee of the own tile."""
    table = Table(4).at(0, "n2").pesos(0, 9)
    for seat in (1, 2, 3):
        table.pesos(seat, 0)
    table.building(3, 1, "grain3").building(1, 3, "grain4").building(2, 9, "basic2")
    (move,) = ways(table.building(3, 7, "basic3").farmer("b1", "blue5b").move(), "basic3")
    after = play(table.move(), move)
    assert [player(after, seat).pesos for seat in range(4)] == [5, 1, 1, 2]


@pytest.mark.rule("MOV-08")
def test_who_cannot_pay_pays_what_there_is() -> None:
    """MOV-08: with too little money all of it is paid, and the move stays possible."""
    table = Table(2).at(0, "n1").pesos(0, 1).farmer("g1", "green5g")
    after = play(table.move(), "move:g1")
    assert (player(after).pesos, coins(after, "g1")) == (0, 1)
    after = play(table.pesos(0, 0).move(), "move:g1")
    assert (player(after).pesos, coins(after, "g1")) == (0, 0)


@pytest.mark.rule("MOV-08")
@pytest.mark.parametrize(("first", "second", "paid"), [("g1", "g2", (2, 1)), ("g2", "g1", (1, 2))])
def test_fees_fall_in_the_order_of_the_way(first: str, second: str, paid: tuple[int, int]) -> None:
    """MOV-08: the Hand met first is paid first, and the last one gets what is left."""
    tiles = {first: "green5g", second: "green5g" if first == "g1" else "green5b"}
    table = Table(2).at(0, "n1").pesos(0, 3)
    for space, tile in tiles.items():
        table.farmer(space, tile)
    after = play(table.move(), "move:g2")
    assert player(after).pesos == 0
    assert (coins(after, "g1"), coins(after, "g2")) == paid


@pytest.mark.rule("MOV-08")
def test_building_and_farmer_in_the_order_of_the_way() -> None:
    """MOV-08: with one peso the owner met first gets it, and the farmer behind nothing."""
    table = Table(2).at(0, "special_grain3").pesos(0, 1).pesos(1, 0)
    after = play(table.building(1, 7, "special2").farmer("o1", "orange5g").move(), "move:o1")
    assert (player(after, 1).pesos, coins(after, "o1")) == (1, 0)
    table = Table(2).at(0, "n1").pesos(0, 1).pesos(1, 0)
    table.farmer("g4", "green5g").building(1, 7, "special_grain1")
    after = play(table.move(), "move:special_grain1")
    assert (player(after, 1).pesos, coins(after, "g4")) == (0, 1)


@pytest.mark.rule("MOV-08")
def test_nothing_is_owed_later() -> None:
    """MOV-08: money gained after the move stays with the player."""
    state = Table(2).at(0, "n1").pesos(0, 0).pesos(1, 0).building(1, 7, "basic1").move()
    after = play(state, "move:basic1", "aux:1")
    assert (player(after).pesos, player(after, 1).pesos) == (1, 0)


# --- shortcuts ------------------------------------------------------------------------------


@pytest.mark.rule("MOV-09")
@pytest.mark.parametrize(("space", "threshold"), SHORTCUTS)
def test_a_shortcut_needs_the_engine(space: str, threshold: int) -> None:
    """MOV-09: the engine stands on the shortcut's space or beyond; the depot does for all."""
    table = before_a_shortcut(space)
    for place, is_open in [
        (str(threshold - 1), False),
        (str(threshold), True),
        (str(threshold + 1), True),
        ("31", True),
        ("depot", True),
        ("0", False),
    ]:
        state = table.engine(0, place).move_on(1)
        assert ("buenos_aires" in places(state)) == is_open, place


@pytest.mark.rule("MOV-09")
def test_a_turnout_behind_the_space_is_beyond_it() -> None:
    """MOV-09: the turnout after space 3 is beyond it, the one after space 8 is before 9."""
    table = before_a_shortcut("y6")
    assert "buenos_aires" in places(table.engine(0, "3t").move_on(1))
    table = before_a_shortcut("n8")
    assert "buenos_aires" not in places(table.engine(0, "8t").move_on(1))


@pytest.mark.rule("MOV-09")
def test_a_shortcut_leads_to_buenos_aires_at_once() -> None:
    """MOV-09: the estanciero stands in Buenos Aires, not on the ramp."""
    table = before_a_shortcut("n8").engine(0, "9")
    after = play(table.quay_discs(0, le_havre_1=1).grain(0, 8).move_on(1), "move:buenos_aires")
    assert player(after).estanciero == "buenos_aires"
    assert after.decision == "extra_delivery"


@pytest.mark.rule("MOV-09")
def test_only_the_own_engine_counts() -> None:
    """MOV-09: an opponent's engine opens nothing."""
    table = before_a_shortcut("n8").engine(0, "8").engine(1, "20")
    assert "buenos_aires" not in places(table.move_on(1))


# --- standing on empty spaces -------------------------------------------------------------------


@pytest.mark.rule("MOV-10")
def test_moving_on_from_an_empty_space() -> None:
    """MOV-10: where the tile under an estanciero has gone, it goes on along the trail."""
    table = Table(2).at(0, "g2").pesos(0, 5).farmer("g4", "green5g")
    state = table.move()
    assert places(state) == {"g4", "n2", "n3"}
    assert player(play(state, "move:g4")).pesos == 3


@pytest.mark.rule("MOV-10")
def test_after_a_farmer_was_helped() -> None:
    """MOV-10: the helper of the farmer underfoot stands on the empty space and moves on."""
    table = Table(2).workers(0, gaucho="sssss").at(1, "n1").hand(1).pesos(0, 0)
    state = table.farmer("g2", "green5g").visit(0, "g2")
    state = play(state, "help_here", "farmer:g2", "reveal:none")
    assert state.seat_to_move == 1
    state = play(state, "move:n2", "aux:1")
    assert player(state).estanciero == "g2"
    assert places(state) == {"n2", "n3", "n4"}


# --- one move or several --------------------------------------------------------------------------


def fork(players: int = 2) -> Table:
    """Before the fork behind n3, whose two branches have one space each."""
    return Table(players).at(0, "n3").pesos(0, 9)


@pytest.mark.rule("MOV-11")
def test_routes_that_pay_others_are_different_moves() -> None:
    """MOV-11: two ways to one place that pay different players are two moves."""
    table = fork(3).pesos(1, 0).pesos(2, 0).building(1, 1, "basic4").building(2, 1, "basic5")
    moves = ways(table.move(), "n4")
    assert len(moves) == 2
    paid = {
        tuple(player(play(table.move(), move), seat).pesos for seat in range(3)) for move in moves
    }
    assert paid == {(8, 1, 0), (8, 0, 1)}


@pytest.mark.rule("MOV-11")
def test_routes_that_pay_other_sums_are_different_moves() -> None:
    """MOV-11: paying the same player more or less is not the same; nor is paying nothing."""
    table = fork().pesos(1, 0).building(1, 1, "basic4").building(1, 7, "basic5")
    moves = ways(table.move(), "n4")
    assert {player(play(table.move(), move), 1).pesos for move in moves} == {1, 2}
    table = fork().pesos(1, 0).building(1, 1, "basic4")
    moves = ways(table.move(), "n4")
    assert {player(play(table.move(), move), 1).pesos for move in moves} == {0, 1}


@pytest.mark.rule("MOV-11")
def test_routes_that_pay_farmers_or_players_are_different_moves() -> None:
    """MOV-11: a fee to a farmer and one to a player, or to two farmers, are different."""
    table = Table(2).at(0, "n1").pesos(0, 9).pesos(1, 0)
    table.farmer("g1", "green5b").building(1, 1, "basic1")
    moves = ways(table.move(), "n2")
    after = [play(table.move(), move) for move in moves]
    assert {(player(one, 1).pesos, coins(one, "g1")) for one in after} == {(1, 0), (0, 1)}


@pytest.mark.rule("MOV-11")
def test_routes_that_pay_the_same_are_one_move() -> None:
    """MOV-11: where every way pays the same sums to the same, there is one move."""
    assert ways(fork().move(), "n4") == ["move:n4"]
    table = fork().pesos(1, 0).building(1, 1, "basic4").building(1, 3, "basic5")
    assert ways(table.move(), "n4") == ["move:n4"]
    assert player(play(table.move(), "move:n4"), 1).pesos == 1


@pytest.mark.rule("MOV-11")
def test_what_is_really_paid_decides() -> None:
    """MOV-11: all routes of a player without money are one; with one peso some are."""
    table = fork(3).building(1, 1, "basic4").building(2, 7, "basic5")
    assert len(ways(table.move(), "n4")) == 2
    assert len(ways(table.pesos(0, 0).move(), "n4")) == 1
    table = fork().building(1, 1, "basic4").building(1, 7, "basic5")
    assert len(ways(table.move(), "n4")) == 2
    assert len(ways(table.pesos(0, 1).move(), "n4")) == 1


@pytest.mark.rule("MOV-11")
def test_ramp_or_trail_makes_no_difference() -> None:
    """MOV-11: into Buenos Aires by ramp or by trail is one move unless the fees differ."""
    table = Table(2).at(0, "y6").engine(0, "3").pesos(0, 5)
    assert options(table.move()) == ["move:buenos_aires"]
    table.farmer("y7", "yellow5b")
    moves = ways(table.move(), "buenos_aires")
    assert {player(play(table.move(), move)).pesos for move in moves} == {5, 4}


@pytest.mark.rule("MOV-11")
def test_every_combination_of_branches() -> None:
    """MOV-11: two forks with a fee on one branch each give all sums that can be paid."""
    table = Table(2).at(0, "n2").pesos(0, 9).pesos(1, 0).cleared(0, "step_1")
    table.building(1, 1, "basic3").farmer("b1", "blue5b").building(1, 7, "basic4")
    moves = ways(table.move(), "n4")
    after = [play(table.move(), move) for move in moves]
    assert {(player(one, 1).pesos, coins(one, "b1")) for one in after} == {
        (3, 0),
        (2, 1),
        (1, 0),
        (0, 1),
    }
    assert len(moves) == 4


# --- a farmer from below -----------------------------------------------------------------------


@pytest.mark.rule("MOV-12")
def test_a_farmer_slipped_under_an_estanciero_is_free() -> None:
    """MOV-12: who stands where a farmer is put pays nothing, then or on leaving."""
    table = Table(2).at(1, "g1").pesos(1, 5).foresight("A", "green5g", "green5g")
    table.foresight("B").foresight("C").bag("A").bag("B").bag("C")
    state = play(table.buenos_aires(0, 3), "foresight:green5g")
    assert (state.seat_to_move, state.decision) == (1, "move")
    assert fields_of(state.core)["tile"][state.ruleset.names.spaces.index("g1")]
    assert (player(state, 1).pesos, coins(state, "g1")) == (5, 0)
    state = play(state, "move:n2")
    assert (player(state, 1).pesos, coins(state, "g1")) == (5, 0)
