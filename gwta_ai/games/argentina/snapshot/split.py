"""Views that leave open which of the hidden workers are in which of two bags.

In the core such workers stand in both bags, marked, the first of them in the first bag
(``engine_c/argentina/table/split.pxd``). In a snapshot, of version 2, they stand together:
``bags.open``. Everything else is as in version 1, so they are put into the bags for reading
and taken out of them after writing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gwta_ai._engine.argentina import position as checks
from gwta_ai.common.form.flaws import NOTHING, Flaws
from gwta_ai.games.argentina.layout import STRUCTS, core
from gwta_ai.games.argentina.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import board
from gwta_ai.games.argentina.snapshot.hidden import missing_tiles
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon, lexicon

__all__ = ["left_open", "opened_form", "put_in_bags", "without_marks"]

Plain = dict[str, Any]

_PATH = "bags.open"
_MARK = 0x80


def put_in_bags(data: Plain, words: Lexicon, flaws: Flaws) -> bool:
    """Turn the canonical form of version 2 into that of version 1; whether a split is open.

    What was left out is filled in: which workers are left follows from the rest, how many of
    them the first bag holds from the visits to Buenos Aires, each of which takes one tile of
    either bag, until the game ends.
    """
    said = data["bags"].pop("open", None)
    data["version"] = board.VERSION
    if said is None:
        return False
    bags, names = data["bags"], words.names
    both = board.worker_bags(words)
    left = missing_tiles(data, words)
    for name in both:
        copies = words.tile_copies[names.bags.index(name)]
        if bags[name] is None:
            others = names.tiles[core.WORKER_KINDS :]
            bags[name] = {kind: left[kind] for kind in others if left[kind] > 0 < copies[kind]}
        for worker in [worker for worker in names.workers if bags[name].pop(worker, 0)]:
            expected = f"no worker, as they stand in {_PATH}"
            flaws.tell(f"bags.{name}.{worker}", expected, worker)
    tiles = said["tiles"]
    if tiles is None:
        tiles = {worker: left[worker] for worker in names.workers if left[worker] > 0}
    workers = [worker for worker in names.workers for _ in range(tiles.get(worker, 0))]
    first, second = both
    size = said[first]
    if size is None:
        size = _by_visits(data, words, len(workers))
        if size is None:
            flaws.tell(f"{_PATH}.{first}", "the number, as it does not follow", NOTHING)
            size = 0
    room = {name: max(0, core.MAX_BAG - sum(bags[name].values())) for name in both}
    most = sum(room.values())
    if len(workers) > most:
        flaws.tell(f"{_PATH}.tiles", f"at most {most} workers, as bags hold", len(workers))
        workers = workers[:most]
    low, high = max(0, len(workers) - room[second]), min(len(workers), room[first])
    if not low <= size <= high:
        flaws.tell(f"{_PATH}.{first}", f"a number {low} .. {high} of the workers", size)
        size = min(max(size, low), high)
    for name, part in ((first, workers[:size]), (second, workers[size:])):
        counts = {worker: part.count(worker) for worker in names.workers if worker in part}
        bags[name] = counts | bags[name]
    return True


def _by_visits(data: Plain, words: Lexicon, workers: int) -> int | None:
    """How many workers the first bag holds, if every visit took a tile of either."""
    if data.get("ending") is not None:
        return None
    figures, bags = words.compiled, data["bags"]
    start = {}
    for name in board.worker_bags(words):
        bag = words.names.bags.index(name)
        spaces = core.FORESIGHT * [*figures["foresight_bag"]].count(bag)
        start[name] = figures["bag_sizes"][bag] - spaces
    first, second = start
    start[first] -= figures["initial_workers"][len(data["players"])]
    others = {name: sum(bags[name].values()) for name in start}
    drawn = start[first] + start[second] - workers - others[first] - others[second]
    size = start[first] - drawn // 2 - others[first]
    return size if drawn >= 0 and drawn % 2 == 0 and size >= 0 else None


def left_open(block: bytes, ruleset: Ruleset) -> list[str]:
    """By kind of worker how many the first bag can hold; nothing of a view that is closed."""
    if not checks.split_open(block):
        return []
    words = lexicon(ruleset)
    first, _ = board.worker_bags(words)
    found = []
    for worker, (fewest, most) in zip(
        words.names.workers, checks.split_ranges(words.table, block), strict=False
    ):
        if fewest == most:
            found.append(f"{worker}: {fewest} in bag {first}, as follows from the rest")
        else:
            found.append(f"{worker}: {fewest} to {most} in bag {first}")
    return found


def without_marks(block: bytes) -> bytes:
    """The bytes of an open view with its workers in the bags as if they were known."""
    found = bytearray(block)
    for start, end in _bags(block):
        found[start:end] = sorted(piece & ~_MARK for piece in block[start:end])
    return bytes(found)


def _bags(block: bytes) -> Iterator[tuple[int, int]]:
    bag, size = STRUCTS.slot("State", "bag"), STRUCTS.slot("State", "bag_size")
    for number in range(core.BAGS):
        start = bag.offset + number * core.MAX_BAG
        yield start, start + block[size.offset + number]


def opened_form(data: Plain, words: Lexicon) -> Plain:
    """The snapshot of an open view from that of its closed bytes."""
    bags, tiles = data["bags"], dict[str, int]()
    first, second = board.worker_bags(words)
    size = 0
    for name in (first, second):
        taken = {worker: bags[name].pop(worker, 0) for worker in words.names.workers}
        tiles = {worker: tiles.get(worker, 0) + n for worker, n in taken.items()}
        size += sum(taken.values()) if name == first else 0
    some = {worker: n for worker, n in tiles.items() if n}
    bags["open"] = {"tiles": some, first: size}
    return data | {"version": board.OPEN_VERSION}
