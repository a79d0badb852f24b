"""Drawing cards from the herd deck."""

from __future__ import annotations

import pytest
from table import Table, play, player


@pytest.mark.rule("CARD-01")
def test_an_empty_draw_stack_is_not_renewed_before_a_card_must_be_drawn() -> None:
    """CARD-01: the last card of the stack is drawn, and the discard pile stays where it is."""
    at_table = Table().tokens(0, 1).hand(0).draw_stack(0, "serrano")
    state = at_table.discard_pile(0, "niata", "niata").move()
    after = play(state, "token:1", "discard:serrano")
    assert player(after).draw == []
    assert player(after).discard == ["niata", "niata", "serrano"]


@pytest.mark.rule("CARD-01")
def test_an_empty_draw_stack_is_renewed_when_a_card_must_be_drawn() -> None:
    """CARD-01: then the whole discard pile becomes the draw stack, and drawing goes on."""
    at_table = Table().tokens(0, 1).hand(0).draw_stack(0, "serrano")
    drawn = play(at_table.discard_pile(0, "niata", "niata", "niata").move(), "token:2")
    assert player(drawn).hand == ["niata", "serrano"]
    assert player(drawn).draw == ["niata", "niata"]
    assert player(drawn).discard == []
    after = play(drawn, "discard:niata", "discard:serrano")
    assert player(after).discard == ["niata", "serrano"]
    assert player(after).draw == ["niata", "niata"]


@pytest.mark.rule("CARD-01")
def test_the_discard_pile_is_shuffled() -> None:
    """CARD-01: any card of the pile may lie on top of the new stack; the rest is all there."""
    pile = ("niata", "serrano", "chaqueno", "exhaustion", "obj100")
    at_table = Table().tokens(0, 1).hand(0).draw_stack(0).discard_pile(0, *pile)
    first = set()
    orders = set()
    for seed in range(60):
        at_table.raw["rng"] = seed
        after = play(at_table.move(), "token:1")
        first.update(player(after).hand)
        orders.add(tuple(player(after).draw))
        assert sorted(player(after).hand + player(after).draw) == sorted(pile)
    assert first == set(pile)
    assert len(orders) > 20


@pytest.mark.rule("CARD-01")
def test_with_both_empty_nothing_is_drawn() -> None:
    """CARD-01: phase C takes what there is and no more, and the game goes on."""
    at_table = Table().hand(0, "niata").draw_stack(0).discard_pile(0)
    after = play(at_table.visit(0, "n1"), "aux:1")
    assert player(after).hand == ["niata"]
    assert after.seat_to_move == 1
    short = play(
        at_table.draw_stack(0, "serrano").discard_pile(0, "caracu-2").visit(0, "n1"), "aux:1"
    )
    assert player(short).hand == ["niata", "caracu-2", "serrano"]
    assert player(short).draw == []
    assert player(short).discard == []


@pytest.mark.rule("CARD-02")
@pytest.mark.parametrize("held", range(5))
def test_phase_c_draws_up_to_the_limit(held: int) -> None:
    """CARD-02: whatever was held, the hand has four cards again."""
    at_table = Table().hand(0, *["niata"] * held).draw_stack(0, *["serrano"] * 8).discard_pile(0)
    after = play(at_table.visit(0, "n1"), "aux:1")
    assert player(after).hand == ["niata"] * held + ["serrano"] * (4 - held)
    assert player(after).discard == []


@pytest.mark.rule("CARD-02")
@pytest.mark.parametrize("held", [5, 7])
def test_phase_c_never_discards(held: int) -> None:
    """CARD-02: a hand above the limit stays as it is."""
    at_table = Table().hand(0, *["niata"] * held).draw_stack(0, "serrano").discard_pile(0)
    after = play(at_table.visit(0, "n1"), "aux:1")
    assert after.seat_to_move == 1
    assert player(after).hand == ["niata"] * held
    assert player(after).draw == ["serrano"]
    assert player(after).discard == []


@pytest.mark.rule("CARD-02")
def test_only_the_active_player_draws() -> None:
    """CARD-02: phase C is the active player's: nobody else's hand changes."""
    at_table = Table().hand(1, "niata").draw_stack(1, "serrano").hand(0).draw_stack(0, "serrano")
    after = play(at_table.discard_pile(0).visit(0, "n1"), "aux:1")
    assert player(after, 0).hand == ["serrano"]
    assert player(after, 1).hand == ["niata"]
