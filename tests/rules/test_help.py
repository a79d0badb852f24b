"""Helping granjeros. Neutral building F lets help up to three (local action 2); 3a does with
3 more strength, 8b with 6 more (2 each). Under g1, g2, g3, g4 stand 0, 1, 2, 3 pesos.

A Niata has strength 1, a Fronterizo or Patagonico 2, a Blanco 3, a Caracu 7.
"""

from __future__ import annotations

import pytest
from table import Table, board, options, play, player

from gwta_ai import State


def argument(state: State, verb: str) -> set[str]:
    return {text.partition(":")[2] for text in options(state) if text.startswith(verb + ":")}


def table(*hand: str, pesos: int = 0, buildings: str = "a") -> Table:
    """A hand; money is gained only by what is tested. A token keeps the visit going."""
    return Table(players=2, buildings=buildings).hand(0, *hand).pesos(0, pesos).tokens(0, 1)


def helping(table: Table) -> State:
    """F's local action begun."""
    return play(table.visit(0, "n6"), "local:2")


def can_help(table: Table) -> bool:
    return "local:2" in options(table.visit(0, "n6"))


# --- whom -----------------------------------------------


@pytest.mark.rule("HELP-01")
def test_on_a_farmer_only_that_one_is_helped() -> None:
    """HELP-01: the others on the board are out of reach, however strong one is."""
    state = table("caracu-2", "caracu-3").farmer("g1", "green3g").farmer("b2", "blue3g")
    state = play(state.farmer("g2", "green4b").visit(0, "g2"), "help_here")
    assert argument(state, "farmer") == {"g2"}
    chosen = play(state, "farmer:g2")
    assert argument(chosen, "farmer") == set()
    after = play(chosen, "reveal:caracu-2")
    assert board(after).farmers == {"g1": "green3g", "b2": "blue3g"}


@pytest.mark.rule("HELP-01")
def test_the_local_action_helps_anywhere_on_the_board() -> None:
    """HELP-01: farmers of every colour, ahead and behind."""
    state = table("caracu-2").farmer("g1", "green3g").farmer("b2", "blue3g")
    state = helping(state.farmer("o3", "orange3g").farmer("y4", "yellow5b"))
    assert argument(state, "farmer") == {"g1", "b2", "o3", "y4"}


@pytest.mark.rule("HELP-01")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_local_action_helps_one_to_three(number: int) -> None:
    """HELP-01: after each one that is chosen the others may be left; a fourth is too many."""
    spaces = ["g1", "g2", "b1", "b2"]
    state = table("caracu-2", "caracu-2")
    for space, tile in zip(spaces, ["green3g", "green4b", "blue3g", "blue4b"], strict=True):
        state.farmer(space, tile)
    chosen = play(helping(state), *[f"farmer:{space}" for space in spaces[:number]])
    assert argument(chosen, "farmer") == (set(spaces[number:]) if number < 3 else set())
    after = play(chosen, "reveal:caracu-2,caracu-2")
    assert sum(player(after).farmers.values()) == number
    assert set(board(after).farmers) == set(spaces[number:])


# --- strength -----------------------------------------------


@pytest.mark.rule("HELP-02")
@pytest.mark.parametrize("tile", ["yellow5b", "yellow6b"])
def test_every_strength_on_the_board_counts(tile: str) -> None:
    """HELP-02: two strong workers and the discs' 1 and 2 make 5; the 6 are out of reach."""
    state = table().workers(0, gaucho="sp", maquinista="ps").cleared(0, "strength_1", "strength_2")
    assert can_help(state.farmer("y1", tile)) == (tile == "yellow5b")


@pytest.mark.rule("HELP-02")
def test_no_other_worker_or_disc_lends_strength() -> None:
    """HELP-02: plain workers and the other disc spaces do not."""
    plain = table().workers(0, gaucho=6, carpintero=6, maquinista=6, granjero=6)
    spaces = [name for name in plain.names.disc_spaces if not name.startswith("strength")]
    assert not can_help(plain.cleared(0, *spaces).farmer("g1", "green3g"))
    assert can_help(plain.cleared(0, "strength_1", "strength_2").farmer("g1", "green3g"))


@pytest.mark.rule("HELP-02")
@pytest.mark.parametrize(
    ("buildings", "number", "tile", "enough"),
    [
        ("a", 3, "green3g", True),
        ("a", 3, "green4b", False),
        ("b", 8, "green6b", True),
        ("b", 8, "green7b", False),
    ],
)
def test_the_bonus_of_a_building(buildings: str, number: int, tile: str, enough: bool) -> None:
    """HELP-02: 3 with building 3a, 6 with 8b, for that action."""
    state = table(buildings=buildings).building(0, number, "basic1").farmer("g1", tile)
    at = state.visit(0, "basic1")
    assert ("local:2" in options(at)) == enough
    if enough:
        assert argument(play(at, "local:2", "farmer:g1"), "reveal") == {"none"}


@pytest.mark.rule("HELP-02")
def test_up_to_four_cattle_cards_are_revealed() -> None:
    """HELP-02: four Niata reach 4; a fifth does not help to 5, a strength icon does."""
    assert can_help(table(*["niata"] * 5).farmer("g1", "green4b"))
    assert not can_help(table(*["niata"] * 5).farmer("g1", "green5b"))
    icon = table(*["niata"] * 5).cleared(0, "strength_1").farmer("g1", "green5b")
    assert argument(play(helping(icon), "farmer:g1"), "reveal") == {"niata,niata,niata,niata"}


@pytest.mark.rule("HELP-02")
def test_the_sum_of_all_chosen_farmers_must_be_reached() -> None:
    """HELP-02: 3 and 4 ask for 7: one Caracu does, two Blanco do not."""
    state = table("blanco_orejinegro", "blanco_orejinegro", "caracu-2")
    state = helping(state.farmer("g1", "green3g").farmer("g2", "green4b"))
    both = argument(play(state, "farmer:g1", "farmer:g2"), "reveal")
    assert "caracu-2" in both
    assert "blanco_orejinegro,blanco_orejinegro" not in both
    assert "blanco_orejinegro" in argument(play(state, "farmer:g1"), "reveal")


@pytest.mark.rule("HELP-02")
def test_only_cattle_have_strength() -> None:
    """HELP-02: exhaustion and objective cards are not revealed, not even to no avail."""
    state = table("blanco_orejinegro", "niata", "exhaustion", "obj113").farmer("g1", "green3g")
    sets = argument(play(helping(state), "farmer:g1"), "reveal")
    assert sets == {"blanco_orejinegro", "niata,blanco_orejinegro"}


@pytest.mark.rule("HELP-02")
def test_more_cards_than_needed_unless_fewer_exhaustion_cards_suffice() -> None:
    """HELP-02: against 3, a second card is free of charge, a third one is not."""
    state = table("niata", "fronterizo", "caracu-2").farmer("g1", "green3g")
    sets = argument(play(helping(state), "farmer:g1"), "reveal")
    assert sets == {
        "caracu-2",
        "niata,caracu-2",
        "fronterizo,caracu-2",
        "niata,fronterizo",
    }


@pytest.mark.rule("HELP-02")
def test_three_or_four_where_two_do_not_suffice() -> None:
    """HELP-02: four Niata against 3: three of them, or all four for the same price."""
    state = table(*["niata"] * 4).farmer("g1", "green3g")
    sets = argument(play(helping(state), "farmer:g1"), "reveal")
    assert sets == {"niata,niata,niata", "niata,niata,niata,niata"}


@pytest.mark.rule("HELP-02")
def test_nothing_is_revealed_where_the_board_is_strong_enough() -> None:
    """HELP-02: no cards, no exhaustion: then any card would cost too much."""
    state = table("niata", "caracu-2").cleared(0, "strength_1", "strength_2")
    chosen = play(helping(state.farmer("g1", "green3g")), "farmer:g1")
    assert argument(chosen, "reveal") == {"none"}


# --- the price of revealing -----------------------------------------------


@pytest.mark.rule("HELP-03")
@pytest.mark.parametrize(
    ("tile", "hand", "exhaustion"),
    [
        ("green3g", "blanco_orejinegro", 1),
        ("green4b", "fronterizo,fronterizo", 1),
        ("green6b", "fronterizo,fronterizo,fronterizo", 2),
        ("green7b", "niata,fronterizo,fronterizo,fronterizo", 2),
    ],
)
def test_revealed_cards_cost_exhaustion(tile: str, hand: str, exhaustion: int) -> None:
    """HELP-03: one for one or two, two for three or four; on the own discard pile."""
    cards = hand.split(",")
    state = table(*cards, "patagonico").exhaustion_stack(9).farmer("g1", tile)
    after = play(helping(state), "farmer:g1", f"reveal:{hand}")
    assert player(after).hand == ["patagonico"]
    assert player(after).discard == cards + ["exhaustion"] * exhaustion
    assert board(after).exhaustion == 9 - exhaustion


@pytest.mark.rule("HELP-03")
def test_strength_of_the_board_alone_costs_nothing() -> None:
    """HELP-03: no card revealed, no exhaustion card."""
    state = table("niata").cleared(0, "strength_1", "strength_2").farmer("g1", "green3g")
    after = play(helping(state), "farmer:g1", "reveal:none")
    assert (player(after).hand, player(after).discard) == (["niata"], [])


@pytest.mark.rule("HELP-03")
def test_no_exchange_token_while_cards_are_revealed() -> None:
    """HELP-03: the hand is shown as it is."""
    chosen = play(helping(table("caracu-2").farmer("g1", "green3g")), "farmer:g1")
    assert set(options(chosen)) == {"reveal:caracu-2"}


# --- what a granjero brings -----------------------------------------------


@pytest.mark.rule("HELP-04")
@pytest.mark.parametrize(("space", "printed"), [("g1", 0), ("g2", 1), ("g4", 3)])
@pytest.mark.parametrize("coins", [0, 4])
def test_coins_on_the_farmer_and_pesos_under_its_space(
    space: str, printed: int, coins: int
) -> None:
    """HELP-04: both together; the coins are gone then, the printed amount stays."""
    state = table("caracu-2").farmer(space, "green3g", coins=coins)
    after = play(helping(state), f"farmer:{space}", "reveal:caracu-2")
    assert player(after).pesos == coins + printed
    assert sum(board(after).raw["coins"]) == 0


@pytest.mark.rule("HELP-04")
def test_the_money_of_every_farmer_helped() -> None:
    """HELP-04: and of no other."""
    state = table("caracu-2").farmer("g2", "green3g", coins=2).farmer("b3", "blue3g", coins=5)
    state = helping(state.farmer("o4", "orange3g", coins=7))
    after = play(state, "farmer:g2", "farmer:b3", "reveal:caracu-2")
    assert player(after).pesos == (2 + 1) + (5 + 2)
    assert sum(board(after).raw["coins"]) == 7


# --- the granjero row -----------------------------------------------


def received(table: Table, *farmers: str) -> State:
    """These farmers helped with a Caracu; the money there is remains."""
    spaces = ["g1", "b1", "o1"][: len(farmers)]
    for space, tile in zip(spaces, farmers, strict=True):
        table.farmer(space, tile)
    chosen = play(helping(table), *[f"farmer:{space}" for space in spaces])
    return play(chosen, "reveal:caracu-2")


@pytest.mark.rule("HELP-05")
@pytest.mark.parametrize(("granjeros", "cost"), [(1, 6), (2, 6), (3, 8), (4, 8), (5, 10)])
def test_adding_costs_the_figure_of_the_leftmost_free_space(granjeros: int, cost: int) -> None:
    """HELP-05: with one peso less the farmer can only stay beside the board."""
    rich = table("caracu-2", pesos=cost).workers(0, granjero=granjeros)
    after = play(received(rich, "green3g"), "add:green")
    assert player(after).pesos == 0
    assert player(after).workers["granjero"] == granjeros + 1
    assert player(after).farmers["green"] == 0
    poor = received(table("caracu-2", pesos=cost - 1).workers(0, granjero=granjeros), "green3g")
    assert poor.decision == "local_action"
    assert player(poor).farmers["green"] == 1


@pytest.mark.rule("HELP-05")
def test_a_full_row_takes_no_granjero() -> None:
    """HELP-05: with six in the row all farmers stay beside the board."""
    after = received(table("caracu-2", pesos=50).workers(0, granjero=6), "green3g")
    assert after.decision == "local_action"
    assert player(after).farmers["green"] == 1


@pytest.mark.rule("HELP-05")
def test_the_action_of_the_space_comes_at_once() -> None:
    """HELP-05: a grain on the second space, before the next farmer is added."""
    after = play(received(table("caracu-2", pesos=12), "green3g", "blue3g"), "add:blue")
    assert (player(after).grain, after.decision) == (1, "add_granjero")


@pytest.mark.rule("HELP-05")
@pytest.mark.parametrize(("granjeros", "quay"), [(3, "rotterdam_1"), (5, "liverpool_1")])
def test_the_action_of_the_space_may_be_forfeited(granjeros: int, quay: str) -> None:
    """HELP-05: a disc on quay I of Rotterdam or Liverpool, or none."""
    rich = table("caracu-2", pesos=20).workers(0, granjero=granjeros)
    added = play(received(rich, "green3g"), "add:green")
    assert added.decision == "place_disc"
    assert player(play(added, "disc:aux1_b")).quay_discs == {"le_havre_1": 1, quay: 1}
    assert player(play(added, "forfeit")).quay_discs == {"le_havre_1": 1}


@pytest.mark.rule("HELP-05")
def test_any_number_is_added_and_the_others_stay() -> None:
    """HELP-05: three received, two added, one by one; the last stays beside the board."""
    state = table("caracu-2", "caracu-2", pesos=30).farmer("g1", "green3g")
    state = helping(state.farmer("b1", "blue3g").farmer("o1", "orange3g"))
    got = play(state, "farmer:g1", "farmer:b1", "farmer:o1", "reveal:caracu-2,caracu-2")
    one = play(got, "add:orange")
    assert set(argument(one, "add")) == {"green", "blue"}
    two = play(one, "add:green")
    assert argument(two, "add") == {"blue"}
    after = play(two, "stop")
    assert player(after).farmers == {"green": 0, "blue": 1, "orange": 0, "yellow": 0}
    assert player(after).workers["granjero"] == 3
    assert player(after).pesos == 30 - 6 - 6


@pytest.mark.rule("HELP-05")
def test_only_farmers_just_received_are_added() -> None:
    """HELP-05: one that already lies beside the board stays there."""
    state = received(table("caracu-2", pesos=50).farmers(0, orange=1, green=1), "green3g")
    assert argument(state, "add") == {"green"}
    after = play(state, "add:green")
    assert after.decision == "local_action"
    assert player(after).farmers == {"green": 1, "blue": 0, "orange": 1, "yellow": 0}


@pytest.mark.rule("HELP-06")
def test_farmers_beside_the_board_score() -> None:
    """HELP-06: 2 VP each; one that is added to the row no longer does."""
    kept = received(table("caracu-2", pesos=6).farmers(0, yellow=2), "green3g")
    assert kept.scores()[0].farmers == 6
    added = play(kept, "add:green")
    assert added.scores()[0].farmers == 4
    assert added.scores()[0].workers == 0


@pytest.mark.rule("HELP-06")
def test_only_farmers_beside_the_board_count_for_a_colour() -> None:
    """HELP-06: the objective of two buildings and a green farmer is lost with the addition."""
    state = table("caracu-2", pesos=6).objectives(0, "obj110")
    state.building(0, 1, "basic1").building(0, 2, "basic2")
    kept = received(state, "green3g")
    assert kept.scores()[0].objectives == 3
    assert play(kept, "add:green").scores()[0].objectives == -2


@pytest.mark.rule("HELP-06")
def test_a_farmer_of_another_colour_does_not_count() -> None:
    """HELP-06: the colour asked for is the colour of the tile."""
    state = table("caracu-2").objectives(0, "obj110").farmers(0, orange=1, yellow=1)
    state.building(0, 1, "basic1").building(0, 2, "basic2").farmer("b1", "blue3g")
    after = play(helping(state), "farmer:b1", "reveal:caracu-2")
    assert player(after).farmers == {"green": 0, "blue": 1, "orange": 1, "yellow": 1}
    assert after.scores()[0].objectives == -2


@pytest.mark.rule("HELP-06")
def test_granjeros_of_the_row_count_as_workers() -> None:
    """HELP-06: in a group of all four kinds, on the fifth space, and for the grain of H."""
    state = table("caracu-2", pesos=8).masters(0, "master2").workers(0, granjero=4)
    state.workers(0, gaucho=5, carpintero=5, maquinista=5)
    kept = received(state, "green3g")
    added = play(kept, "add:green")
    assert (kept.scores()[0].station_masters, added.scores()[0].station_masters) == (16, 20)
    assert (kept.scores()[0].workers, added.scores()[0].workers) == (12, 16)
    harvest = table().workers(0, granjero=3).farmers(0, green=4).visit(0, "n8")
    assert player(play(harvest, "local:1")).grain == 3


@pytest.mark.rule("HELP-07")
def test_estancieros_stay_on_the_empty_space() -> None:
    """HELP-07: the own one that helped there, and another player's."""
    state = table("caracu-2").farmer("g2", "green3g").at(1, "g2").visit(0, "g2")
    after = play(state, "help_here", "farmer:g2", "reveal:caracu-2")
    assert board(after).farmers == {}
    assert player(after).estanciero == player(after, 1).estanciero == "g2"


@pytest.mark.rule("HELP-07")
def test_they_stay_when_helped_from_afar() -> None:
    """HELP-07: the farmer goes, the estanciero on it does not, and moves on from there."""
    state = helping(table("caracu-2").farmer("g2", "green3g").at(1, "g2"))
    after = play(state, "farmer:g2", "reveal:caracu-2", "end")
    assert (after.seat_to_move, player(after, 1).estanciero) == (1, "g2")
    assert "move:n2" in options(after)


# --- the order of things -----------------------------------------------


@pytest.mark.rule("HELP-08")
def test_farmers_are_chosen_in_ascending_order() -> None:
    """HELP-08: after the second of three only the third is left, so each set comes once."""
    state = table("caracu-2", "caracu-3").farmer("g1", "green3g").farmer("g2", "green3g")
    state = helping(state.farmer("b1", "blue3g"))
    assert argument(state, "farmer") == {"g1", "g2", "b1"}
    assert argument(play(state, "farmer:g1"), "farmer") == {"g2", "b1"}
    assert argument(play(state, "farmer:g2"), "farmer") == {"b1"}
    assert argument(play(state, "farmer:b1"), "farmer") == set()


@pytest.mark.rule("HELP-08")
def test_a_farmer_is_offered_while_the_best_four_can_reach_it() -> None:
    """HELP-08: 4 + 3 are within the 7 of a Caracu, 4 + 4 are not; nor a single 8."""
    state = table("caracu-2").farmer("g1", "green4b").farmer("g2", "green3g")
    state = helping(state.farmer("b1", "blue4b").farmer("y1", "yellow8b"))
    assert argument(state, "farmer") == {"g1", "g2", "b1"}
    assert argument(play(state, "farmer:g1"), "farmer") == {"g2"}


@pytest.mark.rule("HELP-08")
def test_the_best_four_cattle_are_counted() -> None:
    """HELP-08: 3 + 2 + 2 + 2 of a hand of six, whatever comes first."""
    hand = ("niata", "niata", "fronterizo", "fronterizo", "patagonico", "blanco_orejinegro")
    state = table(*hand).farmer("g1", "green5b").farmer("g2", "green4b").farmer("b1", "blue5b")
    assert argument(play(helping(state), "farmer:g1"), "farmer") == {"g2"}


@pytest.mark.rule("HELP-08")
def test_tokens_before_the_first_farmer_and_after_the_cards() -> None:
    """HELP-08: in between the hand is as it was when the first one was chosen."""
    state = helping(table("caracu-2", pesos=6).farmer("g1", "green3g").farmer("g2", "green3g"))
    assert {"token:1", "token:2"} <= set(options(state))
    chosen = play(state, "farmer:g1")
    assert set(options(chosen)) == {"farmer:g2", "reveal:caracu-2"}
    after = play(chosen, "reveal:caracu-2")
    assert after.decision == "add_granjero"
    assert {"token:1", "token:2", "add:green", "stop"} == set(options(after))


@pytest.mark.rule("HELP-08")
def test_no_cards_before_a_farmer() -> None:
    """HELP-08: farmers first; once begun, at least one."""
    state = helping(table("caracu-2").tokens(0, 0).farmer("g1", "green3g"))
    assert options(state) == ["farmer:g1"]


@pytest.mark.rule("HELP-08")
def test_the_money_pays_for_the_addition() -> None:
    """HELP-08: money first: 3 pesos under g4 and 3 coins pay the 6 of the row."""
    state = helping(table("caracu-2").farmer("g4", "green3g", coins=3))
    got = play(state, "farmer:g4", "reveal:caracu-2")
    assert argument(got, "add") == {"green"}
    assert player(play(got, "add:green")).pesos == 0


@pytest.mark.rule("HELP-08")
def test_additions_by_colour_one_at_a_time() -> None:
    """HELP-08: two green farmers are one choice, twice; one may stop in between."""
    state = table("caracu-2", pesos=50).tokens(0, 0).farmer("g1", "green3g")
    state = helping(state.farmer("g2", "green4b"))
    got = play(state, "farmer:g1", "farmer:g2", "reveal:caracu-2")
    assert options(got) == ["add:green", "stop"]
    once = play(got, "add:green")
    assert options(once) == ["add:green", "stop"]
    assert player(play(once, "add:green")).workers["granjero"] == 3
