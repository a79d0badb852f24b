"""The trail as a graph: order, connection, fee segments and the number of routes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.ruleset.fields import NOTHING, Found, Where, natural

Space = Mapping[str, Any]

MAX_WALKS = 10_000  # ways to go, told apart by every space: what one search may cost
CARRIERS = ("building", "farmer")  # kinds of spaces on which a Hand may stand
_ENDS = ("ramp", "buenos_aires")


def _entry(name: str, field: str = "") -> Where:
    return Where(table="trail.space", entry=name, field=field)


def ordered(spaces: Sequence[Space]) -> list[Space]:
    """The spaces in an order in which every arrow points onward, branch by branch.

    A topological sort (Kahn's algorithm with a stack); branches are taken in the order
    of their ids. RulesetError if the arrows go round in a circle.
    """
    by_id = {space["id"]: space for space in spaces}
    entries = Counter(exit_ for space in spaces for exit_ in space["next"])

    def latest_first(names: Sequence[str]) -> list[str]:
        return sorted((n for n in names if not entries[n]), key=natural, reverse=True)

    ready = latest_first(list(by_id))
    found = []
    while ready:
        space = by_id[ready.pop()]
        found.append(space)
        entries.subtract(space["next"])
        ready += latest_first(space["next"])
    if len(found) < len(by_id):
        name = next(name for name in by_id if entries[name])
        raise _entry(name, "next").fault("arrows without a circle", Found("a circle"))
    return found


def check(trail: Mapping[str, Any]) -> None:
    """One start, one goal, everything reachable from the one and leading to the other."""
    by_id = {space["id"]: space for space in trail["space"]}
    for role, kind in (("start", "start"), ("goal", "buenos_aires")):
        names = [name for name, space in by_id.items() if space["kind"] == kind]
        if names != [trail[role]]:
            got = Found(", ".join(names)) if names else NOTHING
            raise Where(table="trail", field=role).fault(f"the one space of kind {kind}", got)
    start, goal = trail["start"], trail["goal"]
    order = ordered(trail["space"])
    # Without circles, a way from the start and a way to the goal follow step by step.
    entered = {exit_ for space in order for exit_ in space["next"]}
    for space in order:
        name = space["id"]
        if (name == start) == (name in entered):
            expected = "no way back to the start" if name == start else "a way from the start"
            raise _entry(name).fault(expected, Found("one") if name == start else NOTHING)
        if (name == goal) == bool(space["next"]):
            raise _entry(name, "next").fault(
                "no exit" if name == goal else "a way to the goal", space["next"]
            )
        if name != goal and all(by_id[exit_]["kind"] == "ramp" for exit_ in space["next"]):
            raise _entry(name, "next").fault("an exit that needs no engine", space["next"])
        if space["kind"] == "ramp" and space["next"] != [goal]:
            raise _entry(name, "next").fault(f"only {goal} behind a ramp", space["next"])


def segments(order: Sequence[Space]) -> dict[str, int]:
    """Fee segment by space, ``NO_SEGMENT`` where no Hand can stand.

    A segment is a longest stretch without fork or junction; those without a building or
    farmer space have no number.
    """
    before: dict[str, list[Space]] = {space["id"]: [] for space in order}
    for space in order:
        for exit_ in space["next"]:
            before[exit_].append(space)
    head: dict[str, str] = {}
    for space in order:
        name, came = space["id"], before[space["id"]]
        joined = len(came) == 1 and len(came[0]["next"]) == 1
        head[name] = head[came[0]["id"]] if joined else name
    numbers: dict[str, int] = {}
    for space in order:
        if space["kind"] in CARRIERS:
            numbers.setdefault(head[space["id"]], len(numbers))
    return {
        space["id"]: numbers[head[space["id"]]] if space["kind"] in CARRIERS else core.NO_SEGMENT
        for space in order
    }


def most_routes(order: Sequence[Space], steps: int) -> int:
    """An upper bound on the ways one movement of up to ``steps`` steps can end.

    Ways are told apart by where they end and on which segments Hands were met. Of the
    branches of a fork at most one can be free of tiles without two ways becoming the
    same, so every other branch costs at least one step.
    """

    def at_fork(with_tile: list[int], without: list[int]) -> int:
        gains = (o - w for w, o in zip(with_tile, without, strict=True))
        return sum(with_tile) + max(0, *gains)

    return _most(order, steps, at_fork, 0)


def most_walks(order: Sequence[Space], steps: int) -> int:
    """An upper bound on the spaces met when every way of a movement is walked."""

    def at_fork(with_tile: list[int], without: list[int]) -> int:
        return sum(map(max, with_tile, without))

    return _most(order, steps, at_fork, 1)


def _most(
    order: Sequence[Space],
    steps: int,
    at_fork: Callable[[list[int], list[int]], int],
    empty: int,
) -> int:
    """The largest sum over all starts, where ``empty`` counts a space without tile."""
    by_id = {space["id"]: space for space in order}

    @cache
    def ways(name: str, left: int) -> int:
        with_tile, without = [], []
        for exit_ in by_id[name]["next"]:
            kind = by_id[exit_]["kind"]
            onward = ways(exit_, left - 1) if left and kind not in _ENDS else 0
            with_tile.append(1 + onward if left else 0)
            without.append(empty + ways(exit_, left) if kind in CARRIERS else with_tile[-1])
        return at_fork(with_tile, without) if with_tile else 0

    # In this order every call finds its answers ready, so the recursion stays shallow.
    return max(max(ways(space["id"], n) for n in range(steps + 1)) for space in reversed(order))
