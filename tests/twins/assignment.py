"""Which objective cards are scored as fulfilled (END-04, END-07).

Every way is tried: each card of the objective area fulfilled or not, each card left in the
deck fulfilled, added unfulfilled, or left out. What fulfilled cards ask of one figure must
be there for all of them together, since a fulfilled task counts towards one card only.
"""

from __future__ import annotations

from collections import Counter

from twins.codes import Count
from twins.counts import count, deck
from twins.position import Fields, Position
from twins.tally import note

RARE = (
    "END-04 cards shared a figure that was too small for both",
    "END-04 a card of the deck was scored",
    "END-04 a card was added unfulfilled",
    "END-04 a card of the area failed",
    "END-07 equal totals with different objectives",
)

# A task's figure: kind of count and argument.
Figure = tuple[int, int]


def best(position: Position) -> tuple[int, int]:
    """Victory points of objectives and of station masters in the best scoring of
    ``position.me``: highest total, then most for objectives, then fewest added cards."""
    rules, me = position.rules, position.me
    objectives = rules["objectives"]
    area = [card for card in range(rules["n_objectives"]) if me["objectives"] >> card & 1]
    left = [
        card
        for card in range(rules["n_objectives"])
        for _ in range(deck(position, rules["first_objective"] + card))
    ]
    have = {
        (task["count"], task["arg"]): count(position, Count(task["count"]), task["arg"])
        for card in area + left
        for task in tasks(objectives[card])
    }
    masters = [master_points(position, len(area) + added) for added in range(len(left) + 1)]
    # Total, objectives, minus the cards added, minus those of them unfulfilled.
    ways: set[tuple[int, int, int, int]] = set()

    def decide(index: int, points: int, added: int, failed: int, spent: Counter[Figure]) -> None:
        """Tries every way for the cards from ``index`` on."""
        if index == len(area) + len(left):
            ways.add((points + masters[added], points, -added, -failed))
            return
        from_deck = index >= len(area)
        joining = 1 if from_deck else 0
        card = objectives[(area + left)[index]]
        together = spent + asked(card)
        if all(n <= have[figure] for figure, n in together.items()):
            decide(index + 1, points + card["vp"], added + joining, failed, together)
        elif all(n <= have[figure] for figure, n in asked(card).items()):
            note("END-04 cards shared a figure that was too small for both")
        decide(index + 1, points + card["penalty"], added + joining, failed + joining, spent)
        if from_deck:
            decide(index + 1, points, added, failed, spent)

    decide(0, 0, 0, 0, Counter())
    total, points, added, failed = max(ways)
    if added:
        note("END-04 a card of the deck was scored")
    if failed:
        note("END-04 a card was added unfulfilled")
    if points < sum(objectives[card]["vp"] for card in area):
        note("END-04 a card of the area failed")
    if any(way[0] == total and way[1] != points for way in ways):
        note("END-07 equal totals with different objectives")
    return points, total - points


def tasks(card: Fields) -> list[Fields]:
    wanted: list[Fields] = card["tasks"][: card["n_tasks"]]
    return wanted


def asked(card: Fields) -> Counter[Figure]:
    """What one card asks, figure by figure."""
    wanted: Counter[Figure] = Counter()
    for task in tasks(card):
        wanted[task["count"], task["arg"]] += task["n"]
    return wanted


def master_points(position: Position, objectives: int) -> int:
    """Points of the station masters when so many cards lie in the objective area (END-05)."""
    points = 0
    for master in position.masters():
        kind = Count(master["count"])
        figure = objectives if kind == Count.OBJECTIVES else count(position, kind, master["arg"])
        points += master["vp"] * (figure // master["per"])
    return points
