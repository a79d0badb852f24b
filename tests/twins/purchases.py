"""Buying cattle from the market (COW-01 to COW-05, TURN-03, TURN-04).

An offer uses up gauchos and pesos for one card, or exactly two cards, of its class. The
purchases between two draws from the market stack come in ascending order of offer and
cards, so that each collection of purchases is reached in one way. A gaucho that buys
nothing may add cards from the stack to the market instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from twins.codes import CARD_BITS, Act, action, argument_of, purchase
from twins.position import Position
from twins.tally import note

# An offer and the cards it is used for, as in the value of an action.
Deal = tuple[int, int, int]

RARE = (
    "COW-01 an offer cost too many pesos",
    "COW-01 an offer used too many gauchos",
    "COW-03 a gaucho could draw",
    "COW-04 an offer of two cards",
    "COW-05 the stack was empty",
    "TURN-04 all collections of purchases compared",
    "TURN-04 an earlier purchase came too late",
)


def card_sets(position: Position, offer: int, market: list[int]) -> Iterator[tuple[int, ...]]:
    """The cards in the market that one use of an offer can take, ascending."""
    terms = position.rules["offers"][offer]
    wanted = [
        kind
        for kind in sorted(position.cards_of_class(terms["card_class"]))
        if kind < len(market) and market[kind]
    ]
    for cards in combinations_with_replacement(wanted, terms["cards"]):
        if all(market[kind] >= cards.count(kind) for kind in cards):
            yield cards


def options(position: Position) -> dict[int, Position]:
    """Buying, and adding cards to the market; not the choice to stop."""
    frame, rules = position.frame, position.rules
    last = tuple(position.part(name) for name in ("offer", "first_card", "second_card"))
    found = {}
    for offer in range(rules["n_offers"]):
        terms = rules["offers"][offer]
        if terms["gauchos"] > frame["n"]:
            note("COW-01 an offer used too many gauchos")
            continue
        if terms["pesos"] > position.me["pesos"]:
            note("COW-01 an offer cost too many pesos")
            continue
        for cards in card_sets(position, offer, position.raw["market"]):
            value = purchase(offer, cards)
            if deal_of(value) < last:
                note("TURN-04 an earlier purchase came too late")
                continue
            if len(cards) == 2:
                note("COW-04 an offer of two cards")
            found[value] = bought(position, offer, cards)
    if frame["n"] >= 1 and position.raw["market_size"] > 0:
        note("COW-03 a gaucho could draw")
        found[action(Act.DRAW_CATTLE)] = drawn(position)
    elif frame["n"] >= 1:
        note("COW-05 the stack was empty")
    return found


def deal_of(value: int) -> Deal:
    argument, mask = argument_of(value), (1 << CARD_BITS) - 1
    return argument >> 2 * CARD_BITS, argument >> CARD_BITS & mask, argument & mask


def bought(position: Position, offer: int, cards: tuple[int, ...]) -> Position:
    """The pesos are paid; the cards go from the market onto the own discard pile."""
    after = position.copy()
    terms = position.rules["offers"][offer]
    after.me["pesos"] -= terms["pesos"]
    after.frame["n"] -= terms["gauchos"]
    _, first, second = deal_of(purchase(offer, cards))
    after.put(offer=offer, first_card=first, second_card=second)
    for kind in cards:
        after.raw["market"][kind] -= 1
        after.me["discard"][kind] += 1
        after.me["discard_size"] += 1
    return after


def drawn(position: Position) -> Position:
    """The top cards of the stack, as many as there are, lie in the market. The order of
    purchases begins anew."""
    after = position.copy()
    after.frame["n"] -= 1
    after.put(offer=0, first_card=0, second_card=0)
    for _ in range(min(position.rules["gaucho_draw"], position.raw["market_size"])):
        after.raw["market_size"] -= 1
        kind = after.raw["market_stack"][after.raw["market_size"]]
        after.raw["market_stack"][after.raw["market_size"]] = 0
        after.raw["market"][kind] += 1
    return after


def collections(position: Position) -> set[tuple[Deal, ...]]:
    """Every collection of purchases the gauchos, the pesos and the market allow without a
    draw from the stack, the empty one included; each once, ascending."""
    rules = position.rules
    found: set[tuple[Deal, ...]] = set()

    def extend(deals: tuple[Deal, ...], gauchos: int, pesos: int, market: list[int]) -> None:
        found.add(tuple(sorted(deals)))
        for offer in range(rules["n_offers"]):
            terms = rules["offers"][offer]
            if terms["gauchos"] > gauchos or terms["pesos"] > pesos:
                continue
            for cards in card_sets(position, offer, market):
                deal = deal_of(purchase(offer, cards))
                if tuple(sorted((*deals, deal))) in found:
                    continue
                left = [have - cards.count(kind) for kind, have in enumerate(market)]
                extend((*deals, deal), gauchos - terms["gauchos"], pesos - terms["pesos"], left)

    extend((), position.frame["n"], position.me["pesos"], position.raw["market"])
    return found
