"""Auxiliary actions. One single one may replace the local actions of any location; neutral
building G has a single or double one among its own (local action 2), C a single one (3)."""

from __future__ import annotations

import pytest
from editing import EARLIER
from table import Table, board, options, play, player

from gwta_ai import State


def table(*hand: str) -> Table:
    """Everything an auxiliary action could ask for is there: pesos, grain, a way back."""
    return Table(players=2).hand(0, *hand).pesos(0, 9).grain(0, 4).engine(0, "15").tokens(0, 1)


def instead(table: Table) -> set[str]:
    """What may replace the local actions of A."""
    return {a.removeprefix("aux:") for a in options(table.visit(0, "n1")) if "aux:" in a}


def local(table: Table, space: str = "n7") -> set[str]:
    """The auxiliary actions among the local ones, "double" where they are."""
    return {
        action.partition("+")[2]
        for action in options(table.visit(0, space))
        if action.startswith("local_aux:")
    }


def single(number: int, table: Table) -> State:
    """The single auxiliary action instead of the local ones of A."""
    return play(table.cleared(0, f"aux{number}_b").visit(0, "n1"), f"aux:{number}")


def double(number: int, table: Table) -> State:
    """The double auxiliary action at G."""
    discs = [name for name in table.names.disc_spaces if name.startswith(f"aux{number}_")]
    return play(table.cleared(0, *discs).visit(0, "n7"), f"local_aux:2+{number}double")


# --- which are open -----------------------------------------------


@pytest.mark.rule("AUX-01")
def test_two_are_open_at_the_start() -> None:
    """AUX-01: pesos and the exchange of cards; neither is double yet."""
    assert instead(table()) == {"1", "2"}
    assert local(table()) == {"1", "2"}


@pytest.mark.rule("AUX-01")
@pytest.mark.parametrize("disc", ["a", "b"])
@pytest.mark.parametrize("number", ["3", "4", "5", "6"])
def test_the_others_open_with_the_first_disc(number: str, disc: str) -> None:
    """AUX-01: either disc of the two opens the action, and only that one; not yet double."""
    opened = table().cleared(0, f"aux{number}_{disc}")
    assert instead(opened) == {"1", "2", number}
    assert local(opened) == {"1", "2", number}


@pytest.mark.rule("AUX-01")
@pytest.mark.parametrize("number", ["3", "4", "5", "6"])
def test_double_when_both_discs_are_gone(number: str) -> None:
    """AUX-01: the single action stays open beside the double one."""
    both = table().cleared(0, f"aux{number}_a", f"aux{number}_b")
    assert local(both) == {"1", "2", number, f"{number}double"}


@pytest.mark.rule("AUX-01")
@pytest.mark.parametrize("number", ["1", "2"])
def test_the_open_ones_are_double_when_their_only_disc_is_gone(number: str) -> None:
    """AUX-01: of their two spaces one is empty from the start."""
    assert local(table().cleared(0, f"aux{number}_b")) == {"1", "2", f"{number}double"}


@pytest.mark.rule("AUX-01")
def test_there_are_six() -> None:
    """AUX-01: with an empty board all six are open, each of them double."""
    numbers = {str(number) for number in range(1, 7)}
    assert instead(table().only_discs(0)) == numbers
    assert local(table().only_discs(0)) == numbers | {f"{number}double" for number in numbers}


# --- what they do -----------------------------------------------


def figures(state: State) -> tuple[int, int, int]:
    """Pesos, grain and certificates of seat 0."""
    return player(state).pesos, player(state).grain, player(state).certificates


@pytest.mark.rule("AUX-02")
def test_first_pesos() -> None:
    """AUX-02: the first gains 1 peso, or 2."""
    assert figures(single(1, table())) == (10, 4, 0)
    assert figures(double(1, table())) == (11, 4, 0)


@pytest.mark.rule("AUX-02")
def test_second_cards() -> None:
    """AUX-02: the second draws one card and discards one, or up to two and as many."""
    one = single(2, table("patagonico").draw_stack(0, "niata", "fronterizo", "niata"))
    assert (one.decision, player(one).hand) == ("discard", ["niata", "patagonico"])
    assert player(play(one, "discard:patagonico")).hand == ["niata"]
    two = double(2, table().draw_stack(0, "niata", "fronterizo", "niata"))
    assert {"draw:1", "draw:2"} == {a for a in options(two) if a.startswith("draw")}
    after = play(two, "draw:2", "discard:niata", "discard:fronterizo")
    assert (player(after).hand, after.decision) == ([], "local_action")


@pytest.mark.rule("AUX-02")
def test_third_grain_for_certificates_and_pesos() -> None:
    """AUX-02: the third gives 1 grain for a certificate and 1 peso, or 2 for 2 and 2."""
    assert figures(single(3, table())) == (10, 3, 1)
    assert figures(double(3, table())) == (11, 2, 2)


@pytest.mark.rule("AUX-02")
def test_the_third_needs_its_grain_but_no_room_for_certificates() -> None:
    """AUX-02: grain is paid in full; at the limit the marker moves as far as it can."""
    assert "3" not in instead(table().grain(0, 0).cleared(0, "aux3_a"))
    scarce = table().grain(0, 1).cleared(0, "aux3_a", "aux3_b")
    assert {"3", "3double"} & local(scarce) == {"3"}
    assert figures(double(3, table().certificates(0, 3))) == (11, 2, 4)
    assert figures(single(3, table().certificates(0, 4))) == (10, 3, 4)


@pytest.mark.rule("AUX-02")
def test_fourth_pesos_for_grain() -> None:
    """AUX-02: the fourth pays 1 peso for a grain, or 2 for up to two."""
    assert figures(single(4, table())) == (8, 5, 0)
    assert figures(double(4, table())) == (7, 6, 0)
    assert figures(double(4, table().grain(0, 7))) == (7, 8, 0)


@pytest.mark.rule("AUX-02")
@pytest.mark.parametrize("number", ["4", "5"])
def test_the_fourth_and_fifth_cost_pesos(number: str) -> None:
    """AUX-02: 1 for the single, 2 for the double action, paid in full."""
    both = (f"aux{number}_a", f"aux{number}_b")
    assert number not in local(table().pesos(0, 0).cleared(0, *both))
    one = local(table().pesos(0, 1).cleared(0, *both))
    assert {number, f"{number}double"} & one == {number}


@pytest.mark.rule("AUX-02")
def test_fifth_pesos_for_the_engine() -> None:
    """AUX-02: the fifth pays 1 peso for one space forward, or 2 for up to two."""
    one = single(5, table())
    assert {a for a in options(one) if a.startswith("engine")} == {"engine:16"}
    two = double(5, table())
    assert {a for a in options(two) if a.startswith("engine")} == {"engine:16", "engine:17"}
    assert figures(play(one, "engine:16")) == (8, 4, 0)
    assert figures(play(two, "engine:16")) == (7, 4, 0)


@pytest.mark.rule("AUX-02")
def test_sixth_back_upgrade_draw_remove() -> None:
    """AUX-02: the engine goes back by one, may upgrade there, draws a card, removes one."""
    on_turnout = table("patagonico").engine(0, "4").draw_stack(0, "niata", "niata")
    first = play(single(6, on_turnout), "engine:3t")
    assert (first.decision, player(first).engine) == ("upgrade_station", "3t")
    second = play(first, "upgrade:1", "disc:aux1_b")
    assert (second.decision, player(second).hand) == ("draw", ["patagonico"])
    third = play(second, "draw:1")
    assert (third.decision, player(third).hand) == ("remove", ["niata", "patagonico"])
    after = play(third, "remove:patagonico")
    assert (after.decision, player(after).hand) == ("local_action", ["niata"])
    assert board(after).removed == ["patagonico"]
    assert player(after).discard == []


@pytest.mark.rule("AUX-02")
def test_the_double_sixth() -> None:
    """AUX-02: exactly two spaces back, up to two cards drawn, up to two removed."""
    choice = double(6, table().draw_stack(0, "niata", "fronterizo", "niata"))
    assert {a for a in options(choice) if a.startswith("engine")} == {"engine:13", "engine:13t"}
    moved = play(choice, "engine:13t")
    assert player(moved).engine == "13t"
    drawing = play(moved, "forfeit")
    assert {"draw:1", "draw:2", "forfeit"} <= set(options(drawing))
    after = play(drawing, "draw:2", "remove:niata", "remove:fronterizo")
    assert board(after).removed == ["niata", "fronterizo"]
    assert player(after).hand == []


# --- single or double -----------------------------------------------


@pytest.mark.rule("AUX-03")
def test_single_or_double_allows_either() -> None:
    """AUX-03: at G a doubled action may be used double or single."""
    both = table().cleared(0, "aux1_b")
    assert local(both) >= {"1double"}
    assert figures(play(both.visit(0, "n7"), "local_aux:2+1double")) == (11, 4, 0)
    spare = table().cleared(0, "aux3_a", "aux3_b")
    assert figures(play(spare.visit(0, "n7"), "local_aux:2+3")) == (10, 3, 1)


@pytest.mark.rule("AUX-03")
def test_a_single_local_auxiliary_action_is_never_double() -> None:
    """AUX-03: at C, with both discs gone, the action is still single."""
    assert local(table().cleared(0, "aux1_b", "aux3_a", "aux3_b"), "n3") == {"1", "2", "3"}


@pytest.mark.rule("AUX-03")
def test_the_double_action_is_used_once() -> None:
    """AUX-03: after it the local action is spent, for the single one as well."""
    after = double(1, table())
    assert after.decision == "local_action"
    assert not {action for action in options(after) if action.startswith("local_aux")}
    assert "local:1" in options(after)


# --- draw, and give up as many -----------------------------------------------


def announced(state: State) -> set[str]:
    return {action for action in options(state) if action.startswith("draw")}


@pytest.mark.rule("AUX-04")
def test_a_number_is_announced() -> None:
    """AUX-04: building 4a draws up to the gauchos; at least one, once it has been chosen."""
    state = table("patagonico").tokens(0, 0).workers(0, gaucho=3).building(0, 4, "basic1")
    drawing = play(state.visit(0, "basic1"), "local:1")
    assert options(drawing) == ["draw:1", "draw:2", "draw:3"]


@pytest.mark.rule("AUX-04")
def test_the_cards_are_drawn_together() -> None:
    """AUX-04: all of them are in hand before the first is discarded, and any may go."""
    state = table("patagonico").workers(0, gaucho=3).building(0, 4, "basic1")
    state.draw_stack(0, "niata", "fronterizo", "niata", "serrano")
    drawn = play(state.visit(0, "basic1"), "local:1", "draw:3")
    assert player(drawn).hand == ["niata", "niata", "fronterizo", "patagonico"]
    assert drawn.decision == "discard"
    after = play(drawn, "discard:niata", "discard:niata", "discard:patagonico")
    assert player(after).hand == ["fronterizo"]
    assert player(after).discard == ["niata", "niata", "patagonico"]
    assert after.decision == "local_action"


@pytest.mark.rule("AUX-04")
def test_as_many_are_discarded_as_were_drawn() -> None:
    """AUX-04: two cards are left: no more than two come, and two go."""
    state = table("patagonico").workers(0, gaucho=4).building(0, 4, "basic1")
    state.draw_stack(0, "niata").discard_pile(0, "serrano")
    drawing = play(state.visit(0, "basic1"), "local:1")
    assert announced(drawing) == {"draw:1", "draw:2"}
    drawn = play(drawing, "draw:2")
    assert player(drawn).hand == ["niata", "patagonico", "serrano"]
    after = play(drawn, "discard:niata", "discard:serrano")
    assert (player(after).hand, after.decision) == (["patagonico"], "local_action")


@pytest.mark.rule("AUX-04")
@pytest.mark.parametrize("number", [1, 2])
def test_a_token_draws_and_discards_likewise(number: int) -> None:
    """AUX-04: one or two cards with an exchange token."""
    state = table("patagonico").draw_stack(0, "niata", "fronterizo", "niata").visit(0, "n1")
    drawn = play(state, f"token:{number}")
    cards = ["niata", "fronterizo"][:number]
    assert player(drawn).hand == [*cards, "patagonico"]
    after = play(drawn, *[f"discard:{card}" for card in cards])
    assert (player(after).hand, after.decision) == (["patagonico"], "local_action")


@pytest.mark.rule("AUX-04")
def test_an_objective_draws_and_discards_likewise() -> None:
    """AUX-04: up to three cards with objective 108, and as many are discarded."""
    state = table("obj108").tokens(0, 0).draw_stack(0, "niata", "niata", "serrano", "niata")
    played = play(state.visit(0, "n1"), "play:obj108")
    assert announced(played) == {"draw:1", "draw:2", "draw:3"}
    after = play(played, "draw:3", "discard:niata", "discard:niata", "discard:serrano")
    assert (player(after).hand, after.decision) == ([], "local_action")


def sixth(cards: int, *stack: str) -> State:
    """The sixth, single or double, with patagonico in hand, once the engine has gone back."""
    state = table("patagonico").engine(0, "17").draw_stack(0, *stack)
    begun = single(6, state) if cards == 1 else double(6, state)
    return play(begun, "engine:16" if cards == 1 else "engine:15")


@pytest.mark.rule("AUX-04")
def test_in_the_sixth_removing_does_not_hang_on_drawing() -> None:
    """AUX-04: one drawn of two, and still up to two removed."""
    drawn = play(sixth(2, "niata", "niata"), "draw:1")
    assert drawn.decision == "remove"
    after = play(drawn, "remove:niata", "remove:patagonico")
    assert (after.decision, player(after).hand) == ("local_action", [])


@pytest.mark.rule("AUX-04")
def test_the_draw_of_the_sixth_may_be_forfeited() -> None:
    """AUX-04: a card of the hand may be removed all the same."""
    after = play(sixth(1, "niata"), "forfeit")
    assert after.decision == "remove"
    assert player(play(after, "remove:patagonico")).hand == []
    kept = play(after, "forfeit")
    assert (kept.decision, player(kept).hand) == ("local_action", ["patagonico"])


@pytest.mark.rule("AUX-04")
def test_each_removal_may_be_forfeited() -> None:
    """AUX-04: none, or one of two; what is not removed stays in hand."""
    drawn = play(sixth(2, "niata", "fronterizo"), "draw:2")
    assert player(play(drawn, "forfeit")).hand == ["niata", "fronterizo", "patagonico"]
    half = play(drawn, "remove:niata")
    assert {"remove:fronterizo", "remove:patagonico", "forfeit"} <= set(options(half))
    assert player(play(half, "forfeit")).hand == ["fronterizo", "patagonico"]


@pytest.mark.rule("AUX-04")
def test_under_the_earlier_ruleset_the_sixth_removes_as_many_as_were_drawn() -> None:
    """AUX-04: one drawn of two, one removed; nothing drawn, nothing removed."""
    state = Table(2, ruleset=EARLIER).pesos(0, 9).hand(0, "patagonico").tokens(0, 1)
    state.engine(0, "17").draw_stack(0, "niata", "niata").cleared(0, "aux6_a", "aux6_b")
    moved = play(state.visit(0, "n7"), "local_aux:2+6double")
    assert (player(moved).engine, moved.decision) == ("15", "draw")
    drawn = play(moved, "draw:1")
    assert drawn.decision == "remove"
    after = play(drawn, "remove:niata")
    assert (after.decision, player(after).hand) == ("local_action", ["patagonico"])
    assert play(moved, "forfeit").decision == "local_action"
