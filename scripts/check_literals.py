"""Flags integer literals in the core that could be figures of a component.

The core reads every figure from the compiled ruleset. What may stand in its sources is
0 and 1 (nothing, one, first, next, a flag), values in an ``enum`` whose name says that
they are a capacity or a place in a word of bits, and what ``ALLOWED`` lists with a reason.
An entry of the list that no longer fits any line is a fault, too. The folder ``learned/``
is left out: the numbers there are the scales of what was learned, and no rule reads them.

    python scripts/check_literals.py
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORE = ROOT / "engine_c" / "argentina"
LEFT_OUT = "learned/"

STRUCTURAL = (0, 1)
# Capacities, and where an argument lies inside a word.
NAMED = re.compile(r"(MAX_\w+|\w+_SHIFT|\w+_MASK|\w+_BITS) = (\w+)")

# File, text of the line that holds the literal, reason.
Entry = tuple[str, str, str]
ALLOWED: tuple[Entry, ...] = (
    # Values of enums.
    ("figures/rules.pxd", "BY_PLAYERS = 5", "capacity: indices up to MAX_PLAYERS"),
    ("figures/rules.pxd", "SIDES = 2", "shape: a tile has two sides"),
    ("figures/rules.pxd", "COLOURS = 4", "capacity, and the parts of a frame"),
    ("figures/rules.pxd", "WORKER_KINDS = 6", "capacity: three rows, plain and strong"),
    ("figures/rules.pxd", "ROWS = 4", "capacity"),
    ("figures/rules.pxd", "ROW_SPACES = 6", "capacity; the loader asks for exactly so many"),
    ("figures/rules.pxd", "BAGS = 3", "capacity"),
    ("table/split.pxd", "OPEN = 0x80", "a bit no kind of tile has"),
    ("figures/rules.pxd", "SUBPHASES = 3", "shape: the stages of a visit to Buenos Aires"),
    ("figures/rules.pxd", "SHIP_COLOURS = 4", "capacity"),
    ("figures/rules.pxd", "CITIES = 3", "capacity"),
    ("figures/rules.pxd", "QUARTER_SIDES = 4", "shape: the points of the compass"),
    ("figures/rules.pxd", "DISPLAY = 4", "capacity; Rules.display has the figure"),
    ("figures/rules.pxd", "FORESIGHT = 2", "shape: a foresight is a choice of one of two"),
    ("figures/rules.pxd", "HAND_GREEN = 2", "a code"),
    ("figures/rules.pxd", "u8 fee[3][BY_PLAYERS]", "capacity: codes of HandColour"),
    ("figures/frames.pxd", "FRAME_PARTS = 4", "capacity"),
    ("figures/frames.pxd", "VISIT_CLOSED = 2", "a code"),
    ("figures/frames.pxd", "BUENOS_AIRES_TOKEN_ROW = 2", "the place of a part"),
    ("figures/state.pxd", "NOWHERE = 255", "a code no trail space has"),
    ("figures/state.pxd", "GONE = 255", "a code no trail space has"),
    ("figures/state.pxd", "DEPARTED = 2", "a code"),
    ("figures/state.pxd", "STACK_DRAW = 6", "a code: after the six common stacks"),
    ("figures/rules.pxd", "NO_SEGMENT = 255", "a code no stretch has"),
    ("figures/rules.pxd", "GRANJERO_ROW = 3", "a code: index of a row"),
    ("play/railroad.pxd", "return 2", "length of the list just written"),
    ("play/railroad.pxd", "2 * row + strong", "a code: kinds of workers run plain, strong"),
    # Buffers and codes that stand in place.
    ("table/core.pyx", "2 <= players < BY_PLAYERS", "shape: a game for one is another game"),
    ("table/assignment.pxd", "= -10000", "less than any score"),
    ("play/chance.pxd", "reveals.fault = 255", "a code no index has"),
    ("position/ranges.pxd", "s.players, 2, MAX_PLAYERS", "shape: a game for one is another game"),
    ("table/views.pxd", "counts[256]", "one counter a value of a byte"),
    ("table/views.pxd", "range(256)", "one counter a value of a byte"),
    ("table/views.pxd", "= 255   # dealt", "a code no card has"),
    ("table/views.pxd", "!= 255", "a code no card has"),
)


@dataclass(frozen=True)
class Literal:
    """An integer in a source, with its line."""

    file: str
    line: int
    text: str
    code: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text} in `{self.code}`"


def literals(path: Path, name: str) -> Iterator[Literal]:
    """Every integer literal of a file other than 0 and 1; comments and strings are skipped.

    ``name`` is what the file is called.
    """
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.NUMBER:
            continue
        try:
            value = int(token.string, 0)
        except ValueError:
            continue
        if value not in STRUCTURAL:
            yield Literal(name, token.start[0], token.string, token.line.strip())


def covers(entry: Entry, literal: Literal) -> bool:
    file, text, _ = entry
    return file == literal.file and literal.text in text and text in literal.code


def check(core: Path = CORE, allowed: Sequence[Entry] = ALLOWED) -> list[str]:
    """What is wrong with the sources in a folder, one line a fault."""
    faults = []
    used: set[Entry] = set()
    for path in sorted(core.rglob("*.p[xy]*")):
        name = path.relative_to(core).as_posix()
        if name.startswith(LEFT_OUT):
            continue
        for literal in literals(path, name):
            named = NAMED.match(literal.code)
            entries = {entry for entry in allowed if covers(entry, literal)}
            used |= entries
            if not entries and not (named and named[2] == literal.text):
                faults.append(f"{literal}: a figure belongs in the ruleset")
    for entry in allowed:
        if entry not in used:
            faults.append(f"{entry[0]}: no literal stands in `{entry[1]}`: drop it from the list")
    return faults


def main() -> int:
    faults = check()
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults" if faults else "no figure of a component in the core")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
