"""Exhaustion cards."""

from __future__ import annotations

import pytest
from table import Table, board, options, play, player


@pytest.mark.rule("EXH-01")
def test_an_exhaustion_card_is_discarded_like_any_other() -> None:
    """EXH-01: it may be among the cards discarded, and then lies on the own discard pile."""
    state = Table().hand(0, "niata", "exhaustion").discard_pile(0).inside(0, "discard", n=1)
    assert options(state) == ["discard:niata", "discard:exhaustion"]
    after = play(state, "discard:exhaustion")
    assert player(after).discard == ["exhaustion"]
    assert board(after).exhaustion == board(state).exhaustion


@pytest.mark.rule("EXH-01")
def test_a_removed_exhaustion_card_returns_to_its_stack() -> None:
    """EXH-01: removed by neutral building H or by any other removal, it goes to the stack."""
    state = Table().hand(0, "niata", "exhaustion").exhaustion_stack(5).visit(0, "n8")
    after = play(state, "local:2=exhaustion")
    assert player(after).hand == ["niata"]
    assert board(after).exhaustion == 6
    assert board(after).removed == []

    state = Table().hand(0, "niata", "exhaustion").exhaustion_stack(5).inside(0, "remove", n=1)
    assert options(state) == ["remove:niata", "remove:exhaustion", "forfeit"]
    assert board(play(state, "remove:exhaustion")).exhaustion == 6
    assert board(play(state, "remove:exhaustion")).removed == []
    assert board(play(state, "remove:niata")).exhaustion == 5
    assert board(play(state, "remove:niata")).removed == ["niata"]


@pytest.mark.rule("EXH-01")
def test_an_exhaustion_card_is_no_cattle_card_to_give() -> None:
    """EXH-01: not cattle: it meets no cost that asks for a cattle card, nor makes a pair."""
    risk = Table().building(0, 2, "special1").hand(0, "exhaustion", "exhaustion")
    assert not [o for o in options(risk.visit(0, "special1")) if "exhaustion" in o]
    risk.hand(0, "exhaustion", "niata")
    assert [o for o in options(risk.visit(0, "special1")) if "=" in o] == ["local:3=niata"]
    pair = Table().hand(0, "exhaustion", "exhaustion").visit(0, "n4")
    assert not [o for o in options(pair) if o.startswith("local:1")]


@pytest.mark.rule("EXH-01")
def test_an_exhaustion_card_is_no_cattle_card_to_reveal() -> None:
    """EXH-01: not cattle: it is not among the cards revealed for a farmer."""
    state = Table().hand(0, "caracu-2", "exhaustion").farmer("g1", "green3g").visit(0, "n6")
    assert options(play(state, "local:2", "farmer:g1")) == ["reveal:caracu-2"]


@pytest.mark.rule("EXH-01")
def test_a_short_stack_serves_opponents_in_turn_order() -> None:
    """EXH-01: what is there goes to the opponents from the left of the active player on."""
    at_table = Table(4, buildings="b").building(2, 7, "basic1").exhaustion_stack(2)
    for seat in range(4):
        at_table.discard_pile(seat)
    after = play(at_table.visit(2, "basic1"), "local:1")
    piles = [player(after, seat).discard for seat in range(4)]
    assert piles == [["exhaustion"], [], [], ["exhaustion"]]
    assert board(after).exhaustion == 0


@pytest.mark.rule("EXH-01")
def test_a_short_stack_hands_out_what_it_has_for_revealed_cards() -> None:
    """EXH-01: three revealed cards cost two exhaustion cards, or the one that is left, or none."""
    hand = ("niata", "niata", "niata")
    for stack, gained in ((3, 2), (2, 2), (1, 1), (0, 0)):
        at_table = Table().hand(0, *hand).discard_pile(0).exhaustion_stack(stack)
        state = at_table.farmer("g1", "green3g").visit(0, "n6")
        after = play(state, "local:2", "farmer:g1", "reveal:niata,niata,niata")
        assert player(after).discard == [*hand, *["exhaustion"] * gained]
        assert board(after).exhaustion == stack - gained
