"""What INFO-01 hides from a seat, on the raw fields of a state and apart from the core.

``permute`` rearranges everything hidden; ``Witness`` follows a game move by move and
notes which cards in the hands everybody knows. ``check_position`` tries both on the views
and determinizations of one position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fields import fields_of, state_of
from framing import part

from gwta_ai import State, new_game
from gwta_ai.games.argentina.compiled import compiled_rules
from gwta_ai.games.argentina.layout import DECISIONS

Raw = dict[str, Any]

_STACKS = (
    ("market_stack", "market_size"),
    ("objective_stack", "objective_size"),
    ("pile", "pile_size"),
)
_FIRST_DRAW_STACK = 6  # code of seat 0's draw stack among the stacks; see state.pxd
_TAKE = "take"
# Decisions that open a turn or a phase; every other one lies inside an action.
_OPENING = {DECISIONS[name] for name in ("place_estanciero", "move", "local_action")}


def _cards(counts: list[int]) -> list[int]:
    """Kinds in order, each as often as it is counted."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _counts(cards: list[int], length: int) -> list[int]:
    counter = Counter(cards)
    return [counter[kind] for kind in range(length)]


def _shuffle_first(items: list[int], n: int, random: Random) -> None:
    head = items[:n]
    random.shuffle(head)
    items[:n] = head


def permute(raw: Raw, seat: int, random: Random) -> None:
    """Rearrange in place all that ``seat`` cannot see; what everybody knows stays."""
    raw["rng"] = random.getrandbits(64)
    for stack, size in _STACKS:
        _shuffle_first(raw[stack], raw[size], random)
    for bag, size in zip(raw["bag"], raw["bag_size"], strict=True):
        _shuffle_first(bag, size, random)
    for at in range(raw["players"]):
        player = raw["player"][at]
        n = player["draw_size"]
        if at == seat:
            _shuffle_first(player["draw"], n, random)
            continue
        hand, known = player["hand"], player["known"]
        unknown = _cards([have - told for have, told in zip(hand, known, strict=True)])
        pool = unknown + player["draw"][:n]
        random.shuffle(pool)
        dealt = _counts(pool[: len(unknown)], len(hand))
        player["hand"] = [told + new for told, new in zip(known, dealt, strict=True)]
        player["draw"][:n] = pool[len(unknown) :]


def told(raw: Raw, seat: int) -> Raw:
    """The fields of a state with everything that ``seat`` cannot see in one fixed order."""
    for name in ("rng", "viewer"):
        raw[name] = 0
    for stack, size in _STACKS:
        raw[stack][: raw[size]] = sorted(raw[stack][: raw[size]])
    for bag, size in zip(raw["bag"], raw["bag_size"], strict=True):
        bag[:size] = sorted(bag[:size])
    for at in range(raw["players"]):
        player = raw["player"][at]
        n = player["draw_size"]
        rest = player["draw"][:n]
        if at != seat:
            rest += _cards(player["hand"])
            player["hand"] = []
        player["draw"] = sorted(rest)
    return raw


@dataclass
class Witness:
    """The cards in each hand that everybody knows, from what happens before all eyes.

    A card taken from the market into the hand is known. When a draw stack has run out
    and the discard pile is shuffled, the whole hand of that moment is known. Whenever a
    card leaves the hand, the knowledge of one copy goes with it.
    """

    state: State
    known: list[Counter[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.known = [Counter() for _ in range(self.state.players)]

    def apply(self, action: int) -> None:
        """Perform an action, and remember."""
        core = self.state.core
        before = fields_of(core)
        draws = core.draws(action)
        seat = before["seat"]
        chosen = next(a for a in self.state.legal_actions() if a.value == action)
        self.state.apply(chosen)
        after = fields_of(core)
        for at in range(before["players"]):
            drawn = [piece for stack, piece in draws if stack == _FIRST_DRAW_STACK + at]
            old, new = before["player"][at], after["player"][at]
            into_hand = Counter(drawn)
            taken = Counter[int]()
            if at == seat and chosen.kind == _TAKE and _into_hand(before):
                taken[_card_taken(before, after)] = 1
            held = Counter(_cards(old["hand"])) + into_hand + taken
            left = held - Counter(_cards(new["hand"]))
            self.known[at] = (self.known[at] - left) + taken
            if len(drawn) > old["draw_size"]:
                late = Counter(drawn[old["draw_size"] :])
                self.known[at] = Counter(_cards(new["hand"])) - late

    def agrees(self) -> bool:
        """Whether the core knows the same."""
        raw = fields_of(self.state.core)
        return all(
            Counter(_cards(raw["player"][at]["known"])) == known
            for at, known in enumerate(self.known)
        )


def _into_hand(before: Raw) -> bool:
    """Whether the card that is taken from the market goes into the hand."""
    return bool(part(before["frames"][before["depth"] - 1], "into_hand"))


def _card_taken(before: Raw, after: Raw) -> int:
    """The kind of the card that left the cattle market."""
    return next(kind for kind, n in enumerate(before["market"]) if after["market"][kind] < n)


@dataclass
class Tally:
    """What was looked at."""

    positions: int = 0
    inside: int = 0  # positions in the middle of an action
    known: int = 0  # ... in which some hand is known in part
    rearranged: int = 0  # views of which the hidden things were really rearranged
    decisions: Counter[str] = field(default_factory=Counter)


def check_position(witness: Witness, random: Random, tally: Tally) -> None:
    """Views and determinizations of one position, for every seat; AssertionError."""
    state = witness.state
    core, rules = state.core, compiled_rules(state.ruleset)
    assert witness.agrees(), "the core knows other cards than the table"
    raw = fields_of(core)
    tally.positions += 1
    tally.inside += raw["frames"][raw["depth"] - 1]["kind"] not in _OPENING
    tally.known += any(witness.known)
    tally.decisions[state.decision or "over"] += 1
    for seat in range(state.players):
        view = core.view(seat)
        other = fields_of(core)
        permute(other, seat, random)
        permuted = state_of(rules, other)
        tally.rearranged += not permuted.equals(core)
        assert permuted.view(seat).bytes() == view.bytes(), "a view shows what is hidden"

        found = view.determinize(random.getrandbits(64))
        assert found.view(seat).bytes() == view.bytes(), "a determinization has another view"
        fields = fields_of(found)
        for at, known in enumerate(witness.known):
            hand = Counter(_cards(fields["player"][at]["hand"]))
            assert known <= hand, "a card that is known left the hand"
        assert state.is_over or found.legal(), "a pending decision lost its options"
        if state.seat_to_move == seat:
            assert found.legal() == core.legal(), "the own options changed"
        own = raw["player"][seat]["hand"]
        assert fields["player"][seat]["hand"] == own, "the own hand changed"
        assert told(fields, seat) == told(fields_of(core), seat), "what is public changed"


def games(seed: int) -> Iterator[tuple[Witness, Random]]:
    """New games without end, for all numbers of players and with mixed set-ups."""
    random = Random(seed)
    while True:
        state = new_game(
            random.randint(2, 4), random.getrandbits(63), buildings="random", neutral="random"
        )
        yield Witness(state), random


def check_positions(n: int, seed: int, every: int = 7) -> Tally:
    """Check about every ``every``-th position of random games until ``n`` are seen."""
    tally = Tally()
    for witness, random in games(seed):
        while not witness.state.is_over:
            if tally.positions == n:
                return tally
            if random.randrange(every) == 0:
                check_position(witness, random, tally)
            witness.apply(random.choice(witness.state.core.legal()))
    return tally
