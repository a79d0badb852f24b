"""The toys again in plain Python, solved by looking at everything. Shares no code with them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

Rewards = tuple[float, ...]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def rewards(points: Sequence[float], win_weight: float, margin_scale: float) -> Rewards:
    """What final points are worth to each seat."""
    best = max(points)
    winners = [p == best for p in points]
    found = []
    for seat, own in enumerate(points):
        lead = own - max(p for other, p in enumerate(points) if other != seat)
        share = winners[seat] / sum(winners)
        squashed = (1 + lead / (margin_scale + abs(lead))) / 2
        found.append(win_weight * share + (1 - win_weight) * squashed)
    return tuple(found)


@cache
def tic_tac_toe(moves: tuple[int, ...]) -> Rewards:
    """Shared wins by seat under perfect play after these cells."""
    for seat in (0, 1):
        if any(set(row) <= set(moves[seat::2]) for row in LINES):
            return (1.0 - seat, float(seat))
    if len(moves) == 9:
        return (0.5, 0.5)
    seat = len(moves) % 2
    options = [tic_tac_toe((*moves, cell)) for cell in range(9) if cell not in moves]
    return max(options, key=lambda option: option[seat])


def hidden_coin(lifted: tuple[int, int] | None = None) -> dict[int, float]:
    """Chance of seat 0 by cup named in the end, given (cup pointed at, cup lifted).

    Without it, of the best it can do from the start, under key -1.
    """
    if lifted is None:
        # All cups are alike: pointed at 0, the weights of the cups that may be lifted.
        weights = {1: 0.0, 2: 0.0}
        for coin in range(3):
            empty = [cup for cup in (1, 2) if cup != coin]
            for cup in empty:
                weights[cup] += 1 / 3 / len(empty)
        return {-1: sum(w * max(hidden_coin((0, cup)).values()) for cup, w in weights.items())}
    pointed, cup_lifted = lifted
    odds = {}
    for coin in range(3):
        empty = [cup for cup in range(3) if cup not in (coin, pointed)]
        if cup_lifted in empty:
            odds[coin] = 1 / len(empty)
    return {cup: odds.get(cup, 0.0) / sum(odds.values()) for cup in range(3) if cup != cup_lifted}


def matching(
    cards: Sequence[int], rounds: int, win_weight: float, margin_scale: float
) -> tuple[Rewards, dict[int, float]]:
    """Rewards by seat, and seat 0's by first kind named.

    Works on the set of rows still possible, not on counts.
    """

    def play(
        rows: list[tuple[int, ...]],
        named: tuple[int, ...],
        points: tuple[int, int],
    ) -> tuple[Rewards, dict[int, float]]:
        turned = len(named)
        if turned == rounds:
            return rewards(points, win_weight, margin_scale), {}
        seat = turned % 2
        options = {}
        for kind in range(4):
            if kind in named[seat::2]:
                continue
            total = [0.0, 0.0]
            for card in {row[turned] for row in rows}:
                left = [row for row in rows if row[turned] == card]
                gained = list(points)
                if card == kind:
                    gained[seat] += 1 + kind
                part, _ = play(left, (*named, kind), (gained[0], gained[1]))
                for i in (0, 1):
                    total[i] += part[i] * len(left) / len(rows)
            options[kind] = tuple(total)
        best = max(options.values(), key=lambda option: option[seat])
        return best, {kind: option[0] for kind, option in options.items()}

    return play(list(permutations(cards)), (), (0, 0))


def matching_from(
    cards: Sequence[int], rounds: int, turned: tuple[int, ...], named: tuple[int, ...]
) -> Rewards:
    """Shared wins by seat where these cards were turned up and these kinds named for them."""
    rows = [row for row in permutations(cards) if row[: len(turned)] == turned]
    return _expected(rows, rounds, named)


@cache
def _points(turned: tuple[int, ...], named: tuple[int, ...]) -> tuple[int, int]:
    points = [0, 0]
    for at, (card, kind) in enumerate(zip(turned, named, strict=True)):
        points[at % 2] += (1 + kind) * (card == kind)
    return points[0], points[1]


def _expected(rows: list[tuple[int, ...]], rounds: int, named: tuple[int, ...]) -> Rewards:
    at = len(named)
    if at == rounds:
        return rewards(_points(rows[0][:at], named), 1.0, 1.0)
    options = []
    for kind in range(4):
        if kind not in named[at % 2 :: 2]:
            total = [0.0, 0.0]
            for card in {row[at] for row in rows}:
                left = [row for row in rows if row[at] == card]
                part = _expected(left, rounds, (*named, kind))
                for i in (0, 1):
                    total[i] += part[i] * len(left) / len(rows)
            options.append((total[0], total[1]))
    return max(options, key=lambda option: option[at % 2])


def ends(numbers: Sequence[int], win_weight: float, margin_scale: float) -> tuple[Rewards, float]:
    """Rewards by seat under max^n, and the least difference that ever decided a choice."""
    least = 1.0

    def play(left: tuple[int, ...], points: tuple[int, ...]) -> Rewards:
        nonlocal least
        if not left:
            return rewards(points, win_weight, margin_scale)
        seat = (len(numbers) - len(left)) % 3
        options = []
        for taken, rest in ((left[0], left[1:]), (left[-1], left[:-1])):
            gained = list(points)
            gained[seat] += taken
            options.append(play(rest, tuple(gained)))
        if len(left) > 1:
            least = min(least, abs(options[0][seat] - options[1][seat]))
        return max(options, key=lambda option: option[seat])

    return play(tuple(numbers), (0, 0, 0)), least
