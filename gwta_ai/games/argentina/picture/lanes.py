"""Where the spaces of the trail go in a drawing: layers along the way, lanes side by side.

Nothing is known here but the graph, so a corrected ruleset still draws. The layer of a
space is the length of the longest way to it (the layering of Sugiyama's method for drawing
acyclic graphs); a lane holds one branch from its fork to where it joins again, as in the
drawing of a version history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Edge(NamedTuple):
    """A way from one space to another; it runs in ``lane`` between their layers."""

    source: int
    target: int
    lane: int


class Lanes(NamedTuple):
    """The drawing: spaces by layer (left lane first), the place of each, and the ways."""

    layers: tuple[tuple[int, ...], ...]
    layer: Mapping[int, int]
    lane: Mapping[int, int]
    edges: tuple[Edge, ...]

    def into(self, space: int) -> list[Edge]:
        """The ways that lead to a space, left lane first."""
        return sorted((e for e in self.edges if e.target == space), key=lambda e: e.lane)

    def out_of(self, space: int) -> list[Edge]:
        """The ways that lead on from a space, left lane first."""
        return sorted((e for e in self.edges if e.source == space), key=lambda e: e.lane)

    def beside(self, layer: int) -> list[Edge]:
        """The ways that pass a layer without a space in it."""
        return [e for e in self.edges if self.layer[e.source] < layer < self.layer[e.target]]

    def between(self, layer: int) -> list[Edge]:
        """The ways that run from a layer, or from one before it, beyond it."""
        return [e for e in self.edges if self.layer[e.source] <= layer < self.layer[e.target]]


def lanes(order: Sequence[int], exits: Mapping[int, Sequence[int]]) -> Lanes:
    """The drawing of an acyclic graph.

    ``order`` lists the spaces so that each comes before its ``exits``. The first of
    several exits goes on in the lane of its space, the others open lanes to its right; a
    way that leaves out a detour counts as the first. A space where lanes join lies in the
    leftmost of them.
    """
    layers = _layers(order, exits)
    layer = {space: at for at, spaces in enumerate(layers) for space in spaces}
    running: dict[int, Edge] = {}  # by lane
    lane: dict[int, int] = {}
    edges: list[Edge] = []
    for spaces in layers:
        arriving = {
            space: [at for at, edge in sorted(running.items()) if edge.target == space]
            for space in spaces
        }
        for space in spaces:
            for at in arriving[space]:
                edges.append(running.pop(at))
        for space in sorted(spaces, key=lambda space: arriving[space][:1] or [len(layer)]):
            lane[space] = (arriving[space] or [_free(running, lane, spaces, 0)])[0]
        for space in sorted(spaces, key=lane.__getitem__):
            at = lane[space]
            for target in sorted(exits[space], key=layer.__getitem__, reverse=True):
                running[at] = Edge(space, target, at)
                at = _free(running, lane, spaces, at + 1)
    by_lane = tuple(tuple(sorted(spaces, key=lane.__getitem__)) for spaces in layers)
    return Lanes(by_lane, layer, lane, tuple(edges))


def _layers(order: Sequence[int], exits: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """The spaces by the length of the longest way to them."""
    depth = dict.fromkeys(order, 0)
    for space in order:
        for target in exits[space]:
            depth[target] = max(depth[target], depth[space] + 1)
    layers: list[list[int]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for space in order:
        layers[depth[space]].append(space)
    return layers


def _free(
    running: Mapping[int, Edge], lane: Mapping[int, int], spaces: Sequence[int], start: int
) -> int:
    """The first lane from ``start`` on in which nothing runs and no space of the layer lies."""
    taken = {*running, *(lane[space] for space in spaces if space in lane)}
    while start in taken:
        start += 1
    return start
