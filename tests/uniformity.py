"""Whether determinizations are uniform: positions with all their arrangements listed.

Each case names a view and every arrangement of something hidden that agrees with it and
leaves the pending decision an option, each listed as often as there are ways to it. The
lists are made here by plain enumeration from the rules, without the core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from fields import fields_of
from scipy.stats import chisquare
from table import Table, play

from gwta_ai import Ruleset, State, View

Arrangement = tuple[Any, ...]
UNLIKELY = 0.001  # a p-value below this is taken for a fault
_NAMES = Ruleset.default().names
_FIGURES = Ruleset.default().compiled()["cards"]


@dataclass(frozen=True)
class Case:
    """A view, what of its determinizations is looked at, and how often each may come."""

    name: str
    view: View
    look: Callable[[dict[str, Any]], Arrangement]
    ways: Counter[Arrangement]

    def p_value(self, draws: int, seed: int) -> float:
        """Chi-square of ``draws`` determinizations with the seeds from ``seed`` on.

        0 where something came up that cannot be.
        """
        found = Counter(
            self.look(fields_of(self.view.core.determinize(seed + at))) for at in range(draws)
        )
        if set(found) - set(self.ways):
            return 0.0
        scale = draws / sum(self.ways.values())
        observed = [found[arrangement] for arrangement in self.ways]
        return float(chisquare(observed, [n * scale for n in self.ways.values()]).pvalue)


def kinds(*cards: str) -> list[int]:
    return [_NAMES.cards.index(card) for card in cards]


# --- stacks -----------------------------------------------------------------------------------


def stack_case(name: str, view: View, look: Callable[[dict[str, Any]], list[int]]) -> Case:
    """A stack alone: every order."""

    def ordered(raw: dict[str, Any]) -> Arrangement:
        return tuple(look(raw))

    return Case(name, view, ordered, Counter(permutations(ordered(fields_of(view.core)))))


def bag() -> Case:
    tiles = ("yellow5b", "yellow5b", "gaucho", "carpintero+", "maquinista")
    view = Table().bag("C", *tiles).move().view(0)
    return stack_case("a bag", view, lambda raw: raw["bag"][2][: raw["bag_size"][2]])


def market() -> Case:
    cards = ("serrano", "caracu-2", "serrano", "franqueiro-3", "chaqueno", "caracu-2")
    view = Table().market_stack(*cards).move().view(0)
    return stack_case("the market", view, lambda raw: raw["market_stack"][: raw["market_size"]])


# --- hand and draw stack of another seat --------------------------------------------------------


def hand_and_stack(raw: dict[str, Any]) -> Arrangement:
    """Hand of seat 0 in ascending order, and its draw stack in order."""
    player = raw["player"][0]
    hand = [kind for kind, n in enumerate(player["hand"]) for _ in range(n)]
    return tuple(hand), tuple(player["draw"][: player["draw_size"]])


def deals(known: Sequence[int], pool: Sequence[int], unknown: int) -> Iterator[Arrangement]:
    """Every way to deal ``unknown`` cards of the pool into the hand and stack the others."""
    for chosen in combinations(range(len(pool)), unknown):
        hand = tuple(sorted([*known, *(pool[at] for at in chosen)]))
        rest = [kind for at, kind in enumerate(pool) if at not in chosen]
        for order in permutations(rest):
            yield hand, order


def hand_case(
    name: str,
    state: State,
    known: Sequence[str],
    pool: Sequence[str],
    unknown: int,
    possible: Callable[[Sequence[int]], bool] = lambda hand: True,
) -> Case:
    """Seat 0's cards, seen by seat 1; ``possible`` says which hands leave an option."""
    every = deals(kinds(*known), kinds(*pool), unknown)
    ways = Counter(deal for deal in every if possible(deal[0]))
    return Case(name, state.view(1), hand_and_stack, ways)


def known_card() -> Case:
    table = Table().hand(0, "niata", "fronterizo", "serrano").known(0, "serrano")
    state = table.draw_stack(0, "niata", "caracu-2", "exhaustion").discard_pile(0).move()
    pool = ("niata", "fronterizo", "niata", "caracu-2", "exhaustion")
    return hand_case("hand and stack with a known card", state, ["serrano"], pool, 2)


def reshuffled() -> Case:
    pile = ("caracu-2", "chaqueno", "exhaustion", "niata", "obj100")
    table = Table().tokens(0, 2).hand(0, "niata").draw_stack(0, "serrano").discard_pile(0, *pile)
    state = play(table.move(), "token:2", "token:1")
    # Everything before the shuffle is known, the two cards drawn after it are not.
    return hand_case("after a reshuffle", state, ["niata", "serrano"], pile, 2)


# --- decisions of that seat ---------------------------------------------------------------------


def best_four(hand: Sequence[int]) -> int:
    """The strength of the four strongest cattle cards."""
    return sum(sorted((_FIGURES[kind]["strength"] for kind in hand), reverse=True)[:4])


def at_least(n: int, card: str) -> Callable[[Sequence[int]], bool]:
    """Whether a hand has ``n`` cards from ``card`` on, in the order of kinds."""
    lowest = _NAMES.cards.index(card)
    return lambda hand: sum(kind >= lowest for kind in hand) >= n


def revealing() -> Case:
    hand = ("fronterizo", "caracu-2", "serrano", "niata", "exhaustion")
    stack = ("chaqueno", "niata", "obj100", "patagonico")
    table = Table().hand(0, *hand).known(0, "fronterizo").draw_stack(0, *stack).discard_pile(0)
    table.farmer("g1", "green7b").farmer("b1", "blue5b")
    state = play(table.visit(0, "n6"), "local:2", "farmer:g1", "farmer:b1")
    return hand_case(
        "a reveal", state, ["fronterizo"], (*hand[1:], *stack), 4, lambda h: best_four(h) >= 12
    )


def choosing_a_farmer() -> Case:
    hand, stack = ("chaqueno", "niata", "exhaustion"), ("niata", "fronterizo", "serrano", "obj100")
    table = Table().hand(0, *hand).draw_stack(0, *stack).discard_pile(0).workers(0, gaucho="s")
    # The lesser of the two must be within reach, with one strength on the board.
    table.farmer("g1", "green7b").farmer("b1", "blue6b")
    state = play(table.visit(0, "n6"), "local:2")
    return hand_case("the first farmer", state, [], (*hand, *stack), 3, lambda h: best_four(h) >= 5)


def helping_the_farmer_here() -> Case:
    hand, stack = ("chaqueno", "serrano", "niata"), ("niata", "fronterizo", "caracu-2", "niata")
    table = Table().hand(0, *hand).draw_stack(0, *stack).discard_pile(0)
    # An easier farmer elsewhere does not help.
    table.farmer("g1", "green3g").farmer("y1", "yellow8b")
    state = play(table.visit(0, "y1"), "help_here")
    return hand_case(
        "the farmer underfoot", state, [], (*hand, *stack), 3, lambda h: best_four(h) >= 8
    )


def ascending_discard() -> Case:
    hand = ("niata", "chaqueno", "serrano", "franqueiro-3", "aberdeen_angus-5")
    stack = ("niata", "fronterizo", "caracu-2", "franqueiro-4")
    table = Table().hand(0, *hand).known(0, "franqueiro-3").draw_stack(0, *stack).discard_pile(0)
    state = play(table.inside(0, "discard", n=3), "discard:serrano")
    pool = ("niata", "chaqueno", "aberdeen_angus-5", *stack)
    return hand_case(
        "an ascending discard", state, ["franqueiro-3"], pool, 3, at_least(2, "serrano")
    )


def ascending_removal() -> Case:
    hand = ("serrano", "niata", "aberdeen_angus-5", "fronterizo")
    stack = ("niata", "niata", "fronterizo", "franqueiro-4")
    table = Table().hand(0, *hand).draw_stack(0, *stack).discard_pile(0)
    state = play(table.inside(0, "remove", n=2), "remove:serrano")
    # A removal can be forfeited whatever is held: it tells nothing.
    return hand_case("an ascending removal", state, [], (*hand[1:], *stack), 3)


CASES = {
    case.__name__: case
    for case in (
        known_card,
        reshuffled,
        bag,
        market,
        revealing,
        choosing_a_farmer,
        helping_the_farmer_here,
        ascending_discard,
        ascending_removal,
    )
}
