"""Exchange tokens."""

from __future__ import annotations

from typing import Any

import pytest
from fields import fields_of
from framing import frame
from table import Table, options, play, player

BOTH = {"token:1", "token:2"}


def tokens_offered(options: list[str]) -> set[str]:
    return {option for option in options if option.startswith("token")}


def table(players: int = 2) -> Table:
    """Seat 0 with one token, one card in hand and three to draw."""
    return (
        Table(players)
        .pesos(0, 30)
        .tokens(0, 1)
        .hand(0, "niata")
        .draw_stack(0, "fronterizo", "serrano", "niata")
        .discard_pile(0)
    )


@pytest.mark.rule("TOK-01")
def test_a_token_draws_up_to_two_cards_and_as_many_are_discarded() -> None:
    """TOK-01: draw one or two, as announced, then discard as many; the token is gone."""
    state = table().tokens(0, 2).move()
    assert tokens_offered(options(state)) == BOTH

    one = play(state, "token:1")
    assert player(one).hand == ["niata", "fronterizo"]
    assert options(one) == ["token:1", "token:2", "discard:niata", "discard:fronterizo"]
    assert player(one).tokens == 1
    assert player(play(one, "discard:niata")).hand == ["fronterizo"]

    two = play(state, "token:2")
    assert player(two).hand == ["niata", "fronterizo", "serrano"]
    two = play(two, "discard:fronterizo")
    assert two.decision == "discard"
    two = play(two, "discard:serrano")
    assert two.decision == "move"
    assert player(two).hand == ["niata"]
    assert player(two).discard == ["fronterizo", "serrano"]


@pytest.mark.rule("TOK-01")
def test_a_token_is_worth_nothing_where_no_card_can_be_drawn() -> None:
    """TOK-01: not more than can be drawn, and no token where nothing can."""
    assert tokens_offered(options(table().draw_stack(0, "niata").move())) == {"token:1"}
    assert tokens_offered(options(table().draw_stack(0).move())) == set()
    renewable = table().draw_stack(0).discard_pile(0, "niata", "serrano").move()
    assert tokens_offered(options(renewable)) == BOTH


@pytest.mark.rule("TOK-01")
def test_only_an_own_token_can_be_spent() -> None:
    """TOK-01: in the own turn: another player's tokens play no part, nor does one already spent."""
    state = table().tokens(0, 0).tokens(1, 3).move()
    assert tokens_offered(options(state)) == set()
    spent = play(table().move(), "token:1", "discard:niata")
    assert tokens_offered(options(spent)) == set()


# Decisions of all kinds, with the fields of their frame.
INSIDE: list[tuple[str, dict[str, Any]]] = [
    ("move_on", {"n": 2}),
    ("hire", {}),
    ("build", {"n": 2}),
    ("building_site", {"n": 2, "number": 0, "must": 1}),
    ("buy_cattle", {"n": 3}),
    ("engine", {"n": 2}),
    ("upgrade_station", {"at": 0}),
    ("place_disc", {"purpose": 0, "target": 0, "must": 1}),
    ("station_master", {"station": 0}),
    ("upgrade_behind", {}),
    ("objective", {}),
    ("help_granjeros", {"n": 3}),
    ("add_granjero", {"green": 1}),
    ("extra_delivery", {}),
    ("take_cattle", {"card_class": 0}),
    ("draw", {"n": 2}),
    ("discard", {"n": 1}),
    ("remove", {"n": 1}),
    ("discard_for_reward", {"program": 1}),
]


@pytest.mark.rule("TOK-01")
@pytest.mark.parametrize(("kind", "fields"), INSIDE, ids=[kind for kind, _ in INSIDE])
def test_a_token_can_be_spent_inside_an_action(kind: str, fields: dict[str, Any]) -> None:
    """TOK-01: at any decision, in the middle of an action too."""
    at_table = table().engine(0, "20").workers(0, gaucho=3, maquinista=2, granjero=2).grain(0, 8)
    at_table.farmer("g1", "green3g").workers(0, carpintero="sss")
    state = at_table.inside(0, kind, **fields)
    others = [option for option in options(state) if not option.startswith("token")]
    assert others
    assert tokens_offered(options(state)) == BOTH


@pytest.mark.rule("TOK-01")
def test_a_token_can_be_spent_before_and_between_the_phases() -> None:
    """TOK-01: in the first turn, in phase A, in phase B before and after a local action."""
    assert tokens_offered(options(table().at(0, None).decide(frame("place_estanciero")))) == BOTH
    assert tokens_offered(options(table().move())) == BOTH
    visit = table().workers(0, granjero=1).visit(0, "n8")
    assert tokens_offered(options(visit)) == BOTH
    assert tokens_offered(options(play(visit, "local:1"))) == BOTH


@pytest.mark.rule("TOK-01")
@pytest.mark.parametrize("stage", range(7))
def test_a_token_can_be_spent_between_the_subphases(stage: int) -> None:
    """TOK-01: between the subphases of Buenos Aires too, before the first and after the last."""
    state = table().foresight("A", "green3g").foresight("B", "green4g").foresight("C", "yellow5b")
    assert tokens_offered(options(state.buenos_aires(stage=stage, income=5))) == BOTH


@pytest.mark.rule("TOK-01")
def test_the_action_goes_on_after_a_token() -> None:
    """TOK-01: after the discards the same decision stands, as it was."""
    state = table().hand(0, "niata").inside(0, "hire")
    after = play(state, "token:2", "discard:niata", "discard:fronterizo")
    assert after.decision == "hire"
    assert [o for o in options(state) if o not in BOTH] == options(after)


@pytest.mark.rule("TOK-01")
def test_no_token_while_the_hand_lies_open() -> None:
    """TOK-01: not during a reveal: from the first farmer on, the hand lies open."""
    state = table().hand(0, "caracu-2").farmer("g1", "green4g").farmer("g2", "green3g")
    choosing = play(state.visit(0, "n6"), "local:2")
    assert tokens_offered(options(choosing)) == BOTH
    revealing = play(choosing, "farmer:g1")
    assert revealing.decision == "help_granjeros"
    assert set(options(revealing)) == {"farmer:g2", "reveal:caracu-2"}
    received = play(revealing, "reveal:caracu-2")
    assert received.decision == "add_granjero"
    assert tokens_offered(options(received)) == BOTH


@pytest.mark.rule("TOK-02")
def test_a_token_spent_while_discards_are_owed_adds_to_them() -> None:
    """TOK-02: the discards owed add up; no second debt is nested in the first."""
    state = play(table().tokens(0, 2).move(), "token:1")
    depth = fields_of(state.core)["depth"]
    after = play(state, "token:2")
    raw = fields_of(after.core)
    assert raw["depth"] == depth
    assert raw["frames"][depth - 1]["n"] == 3
    assert player(after).hand == ["niata", "niata", "fronterizo", "serrano"]
    left = play(after, "discard:niata", "discard:niata", "discard:serrano")
    assert left.decision == "move"
    assert player(left).hand == ["fronterizo"]


@pytest.mark.rule("TOK-02")
def test_what_a_token_brings_may_be_discarded_though_the_debt_was_begun() -> None:
    """TOK-02: cards drawn while discards are owed may be among those discarded."""
    at_table = table().tokens(0, 1).hand(0, "fronterizo", "serrano", "serrano")
    state = at_table.draw_stack(0, "niata").inside(0, "discard", n=2)
    begun = play(state, "discard:serrano")
    assert options(begun) == ["token:1", "token:2", "discard:serrano"]
    after = play(begun, "token:1")
    assert options(after) == ["discard:niata", "discard:fronterizo"]


@pytest.mark.rule("TOK-02")
def test_a_token_spent_while_cards_are_removed_is_settled_first() -> None:
    """TOK-02: discards owed to a token come before the removal goes on; nothing more nests."""
    state = table().hand(0, "fronterizo", "serrano").inside(0, "remove", n=1)
    after = play(state, "token:1")
    assert after.decision == "discard"
    assert play(after, "discard:serrano").decision == "remove"
