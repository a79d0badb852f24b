"""Buying cattle. Neutral building E buys (local action 2) with the gauchos of the row."""

from __future__ import annotations

import pytest
from table import Table, board, options, play, player

from gwta_ai import State

VALUE_3 = ("blanco_orejinegro", "chaqueno", "serrano")
FRANQUEIRO = ("franqueiro-3", "franqueiro-4", "franqueiro-5")
ANGUS = ("aberdeen_angus-5", "aberdeen_angus-6", "aberdeen_angus-7")


def table(gauchos: int = 1, pesos: int = 50, market: tuple[str, ...] = ()) -> Table:
    """A stack that is empty, and a token that keeps the visit going after the action."""
    table = Table(players=2).workers(0, gaucho=gauchos).pesos(0, pesos).tokens(0, 1)
    return table.hand(0).market(*market).market_stack()


def offered(state: State) -> set[str]:
    """Purchases and the draw of cards, if E's action is on offer."""
    if "local:2" not in options(state):
        return set()
    action = options(play(state, "local:2"))
    return {text for text in action if text.startswith(("buy", "draw_cattle"))}


@pytest.mark.rule("COW-01")
@pytest.mark.parametrize(
    ("gauchos", "pesos", "cards"),
    [
        (1, 4, ("caracu-2",)),
        (1, 5, ("serrano",)),
        (2, 2, ("serrano",)),
        (1, 11, ("franqueiro-4",)),
        (3, 6, ("franqueiro-4",)),
        (2, 11, ("aberdeen_angus-6",)),
        (4, 6, ("aberdeen_angus-6",)),
        (3, 5, ("chaqueno", "serrano")),
        (5, 9, ("franqueiro-3", "franqueiro-5")),
    ],
)
def test_each_offer_needs_its_gauchos_and_pesos(
    gauchos: int, pesos: int, cards: tuple[str, ...]
) -> None:
    """COW-01: with exactly so many gauchos and pesos; not with one fewer of either."""
    buy = f"buy:{','.join(cards)}@{gauchos}g{pesos}p"
    state = table(gauchos, pesos, cards).visit(0, "n5")
    assert buy in offered(state)
    after = play(state, "local:2", buy)
    assert player(after).pesos == 0
    assert player(after).discard == list(cards)
    assert buy not in offered(table(gauchos, pesos - 1, cards).visit(0, "n5"))
    if gauchos > 1:
        assert buy not in offered(table(gauchos - 1, pesos, cards).visit(0, "n5"))


@pytest.mark.rule("COW-01")
def test_the_offers_are_all_there_is() -> None:
    """COW-01: one card of each kind lies in the market; six gauchos and money enough."""
    market = ("caracu-3", *VALUE_3, *FRANQUEIRO, *ANGUS)
    expected = {"buy:caracu-3@1g4p"}
    expected |= {f"buy:{card}@{price}" for card in VALUE_3 for price in ("1g5p", "2g2p")}
    expected |= {f"buy:{card}@{price}" for card in FRANQUEIRO for price in ("1g11p", "3g6p")}
    expected |= {f"buy:{card}@{price}" for card in ANGUS for price in ("2g11p", "4g6p")}
    for cards, price in ((VALUE_3, "3g5p"), (FRANQUEIRO, "5g9p")):
        a, b, c = cards
        expected |= {f"buy:{x},{y}@{price}" for x, y in ((a, b), (a, c), (b, c))}
    assert offered(table(6, 50, market).visit(0, "n5")) == expected


@pytest.mark.rule("COW-01")
def test_a_gaucho_is_used_once_in_an_action() -> None:
    """COW-01: three gauchos buy one card with one and one with two, and nothing more."""
    market = table(3, 50, ("caracu-2", "caracu-3", "serrano", "serrano"))
    state = market.market_stack("chaqueno").visit(0, "n5")
    first = play(state, "local:2", "buy:caracu-2@1g4p")
    assert "buy:serrano@2g2p" in options(first)
    second = play(first, "buy:serrano@2g2p")
    assert second.decision == "local_action"
    assert player(second).discard == ["caracu-2", "serrano"]
    assert player(second).workers["gaucho"] == 3


@pytest.mark.rule("COW-01")
def test_offers_are_combined_as_far_as_gauchos_and_pesos_go() -> None:
    """COW-01: two gauchos, two offers of one; or stop after the first."""
    state = table(2, 9, ("caracu-2", "serrano", "serrano")).visit(0, "n5")
    first = play(state, "local:2", "buy:caracu-2@1g4p")
    assert set(options(first)) >= {"buy:serrano@1g5p", "stop"}
    assert "buy:serrano@2g2p" not in options(first)
    assert player(play(first, "buy:serrano@1g5p")).pesos == 0
    assert player(play(first, "stop")).discard == ["caracu-2"]


@pytest.mark.rule("COW-01")
def test_every_action_has_all_gauchos_again() -> None:
    """COW-01: used up in one action, they are there for the next one of the same turn."""
    market = table(5, 50, ("caracu-2",) * 6).no_jobs().job_row(1, "gaucho", token=2)
    state = market.visit(0, "n1")
    hired = play(state, "local:2", "hire:1,gaucho")
    assert hired.decision == "buy_cattle"
    for _ in range(6):
        assert "buy:caracu-2@1g4p" in options(hired)
        hired.apply("buy:caracu-2@1g4p")
    assert player(hired).discard == ["caracu-2"] * 6


@pytest.mark.rule("COW-02")
def test_only_what_lies_in_the_market_can_be_bought() -> None:
    """COW-02: not what is in the stack, and no more copies than lie there."""
    state = table(4, 50, ("serrano", "chaqueno")).market_stack("caracu-2").visit(0, "n5")
    assert {text.split("@")[0] for text in offered(state)} == {
        "draw_cattle",
        "buy:serrano",
        "buy:chaqueno",
        "buy:chaqueno,serrano",
    }
    assert "buy:serrano,serrano@3g5p" not in offered(state)
    twins = table(3, 50, ("serrano", "serrano")).visit(0, "n5")
    assert "buy:serrano,serrano@3g5p" in offered(twins)


@pytest.mark.rule("COW-02")
def test_a_bought_card_goes_on_the_own_discard_pile() -> None:
    """COW-02: out of the market, face up on the pile, not into the hand."""
    state = table(2, 50, ("serrano", "serrano")).discard_pile(0, "niata").visit(0, "n5")
    after = play(state, "local:2", "buy:serrano@1g5p")
    assert board(after).market == ["serrano"]
    assert player(after).discard == ["niata", "serrano"]
    assert player(after).hand == []
    assert player(after, 1).discard == []


@pytest.mark.rule("COW-03")
def test_a_gaucho_adds_two_cards_to_the_market() -> None:
    """COW-03: from the top of the stack, without pesos, and that gaucho is used."""
    stack = ("serrano", "caracu-2", "chaqueno")
    state = table(1, 0, ("franqueiro-3",)).market_stack(*stack).visit(0, "n5")
    assert offered(state) == {"draw_cattle"}
    after = play(state, "local:2", "draw_cattle")
    assert sorted(board(after).market) == ["caracu-2", "franqueiro-3", "serrano"]
    assert board(after).raw["market_size"] == 1
    assert after.decision == "local_action"


@pytest.mark.rule("COW-03")
def test_drawn_cards_can_be_bought_in_the_same_action() -> None:
    """COW-03: the second gaucho buys what the first one brought."""
    state = table(2, 4).market_stack("caracu-2", "serrano").visit(0, "n5")
    drawn = play(state, "local:2", "draw_cattle")
    assert set(options(drawn)) >= {"buy:caracu-2@1g4p", "stop"}
    assert player(play(drawn, "buy:caracu-2@1g4p")).discard == ["caracu-2"]


@pytest.mark.rule("COW-03")
def test_cards_are_added_at_any_moment_of_the_action() -> None:
    """COW-03: after a purchase too; and then any card may follow, the cheapest as well."""
    state = table(3, 50, ("franqueiro-3",)).market_stack("caracu-2", "caracu-3").visit(0, "n5")
    first = play(state, "local:2", "buy:franqueiro-3@1g11p")
    assert "draw_cattle" in options(first)
    drawn = play(first, "draw_cattle")
    assert {"buy:caracu-2@1g4p", "buy:caracu-3@1g4p"} <= set(options(drawn))


@pytest.mark.rule("COW-03")
def test_the_market_may_grow_beyond_its_size() -> None:
    """COW-03: nine cards for two players, and two more from the stack."""
    state = table(1, 0, ("serrano",) * 9).market_stack("caracu-2", "caracu-3", "chaqueno")
    after = play(state.visit(0, "n5"), "local:2", "draw_cattle")
    assert len(board(after).market) == 11


@pytest.mark.rule("COW-03")
@pytest.mark.parametrize(("before", "after"), [(7, 9), (9, 9), (11, 11)])
def test_a_later_refill_adds_nothing_to_a_market_too_large(before: int, after: int) -> None:
    """COW-03: filling row 6 of the job market refills up to nine and takes nothing back."""
    full = table(1, 0, ("serrano",) * before).tokens(0, 0).market_stack(*["caracu-2"] * 4)
    full.no_jobs().job_row(6, "gaucho", token=6)
    full.foresight("A", "gaucho", "gaucho").foresight("B").foresight("C")
    left = play(full.buenos_aires(0, stage=3), "foresight:gaucho")
    assert board(left).token_row == 7
    assert len(board(left).market) == after
    assert board(left).raw["market_size"] == 4 - (after - before)


@pytest.mark.rule("COW-04")
def test_three_gauchos_and_5_pesos_buy_exactly_two_of_value_3() -> None:
    """COW-04: two cards, of one type or of two; never just one, never another value."""
    market = ("caracu-2", "franqueiro-3", "serrano", "serrano", "chaqueno")
    pairs = {"buy:serrano,serrano@3g5p", "buy:chaqueno,serrano@3g5p"}
    state = table(3, 5, market).visit(0, "n5")
    assert {text for text in offered(state) if text.endswith("@3g5p")} == pairs
    after = play(state, "local:2", "buy:serrano,serrano@3g5p")
    assert player(after).discard == ["serrano", "serrano"]
    assert player(after).pesos == 0
    single = table(3, 5, ("serrano", "caracu-2")).visit(0, "n5")
    assert not {text for text in offered(single) if text.endswith("@3g5p")}


@pytest.mark.rule("COW-04")
def test_five_gauchos_and_9_pesos_buy_exactly_two_franqueiro() -> None:
    """COW-04: two Franqueiro whatever their points; never just one, never an Angus."""
    market = ("franqueiro-3", "franqueiro-3", "franqueiro-5", "aberdeen_angus-5", "serrano")
    pairs = {"buy:franqueiro-3,franqueiro-3@5g9p", "buy:franqueiro-3,franqueiro-5@5g9p"}
    state = table(5, 9, market).visit(0, "n5")
    assert {text for text in offered(state) if text.endswith("@5g9p")} == pairs
    after = play(state, "local:2", "buy:franqueiro-3,franqueiro-5@5g9p")
    assert player(after).discard == ["franqueiro-3", "franqueiro-5"]
    assert player(after).pesos == 0
    single = table(5, 9, ("franqueiro-3", "aberdeen_angus-5")).visit(0, "n5")
    assert not {text for text in offered(single) if text.endswith("@5g9p")}


@pytest.mark.rule("COW-05")
def test_an_empty_stack_adds_nothing() -> None:
    """COW-05: without a card in the stack no gaucho can add any."""
    state = table(2, 50, ("caracu-2", "caracu-3")).visit(0, "n5")
    assert "draw_cattle" not in offered(state)
    assert "draw_cattle" not in options(play(state, "local:2", "buy:caracu-2@1g4p"))


@pytest.mark.rule("COW-05")
def test_a_stack_of_one_card_adds_one() -> None:
    """COW-05: what is left comes, and then there is no more."""
    state = table(3, 50).market_stack("serrano").visit(0, "n5")
    drawn = play(state, "local:2", "draw_cattle")
    assert board(drawn).market == ["serrano"]
    assert board(drawn).raw["market_size"] == 0
    assert "draw_cattle" not in options(drawn)


@pytest.mark.rule("COW-05")
def test_with_market_and_stack_empty_nothing_is_bought() -> None:
    """COW-05: an empty purchase is no action."""
    assert "local:2" not in options(table(6, 50).visit(0, "n5"))
