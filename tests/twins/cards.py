"""Helping granjeros: which ones, with which cards, and what comes of it (HELP-01 to HELP-08).

First the granjeros are named, ascending along the numbers of their spaces; then the cattle
cards that are shown. Strength is what the player board shows, what a building lends, and
what the shown cards have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from twins.codes import GRANJERO, Act, action, reveal
from twins.position import Position
from twins.rewards import grant
from twins.tally import note

RARE = (
    "HELP-01 several granjeros at once",
    "HELP-02 a building lent strength",
    "HELP-02 no card was needed",
    "HELP-02 more cards than needed",
    "HELP-02 a cheaper part sufficed",
    "HELP-03 a short stack of exhaustion cards",
    "HELP-03 three or four cards shown",
    "HELP-04 a fee lay at the granjero",
    "HELP-05 a granjero could join the row",
    "HELP-05 the row was full",
    "HELP-05 joining cost too much",
    "HELP-08 one more granjero was too strong",
)


def board_strength(position: Position) -> int:
    """Icons of workers and of cleared disc spaces."""
    workers = sum(spaces.bit_count() for spaces in position.me["strong"])
    discs = sum(space["strength"] for space in position.cleared())
    return int(workers * position.rules["strength_icon"] + discs)


def cattle_in_hand(position: Position) -> list[int]:
    """The cattle cards held, one entry a copy, ascending."""
    cards = position.rules["cards"]
    return [
        kind
        for kind, copies in enumerate(position.me["hand"])
        for _ in range(copies)
        if cards[kind]["cattle"]
    ]


def strength(position: Position, cards: tuple[int, ...] | list[int]) -> int:
    return sum(position.rules["cards"][kind]["strength"] for kind in cards)


def needed(position: Position, farmers: tuple[int, ...]) -> int:
    """The strength the granjeros on these spaces ask together."""
    tiles = [position.farmer(space) for space in farmers]
    return sum(tile["strength"] for tile in tiles if tile is not None)


def chosen(position: Position) -> tuple[int, ...]:
    """The granjeros named so far."""
    spaces = (position.part(name) for name in ("first", "second", "third"))
    return tuple(space for space in spaces if space)


def options(position: Position) -> dict[int, Position]:
    """Naming one more granjero, and showing cards once there is one; not the choice to forgo."""
    found = {}
    for space in further_farmers(position):
        found[action(Act.FARMER, space)] = position.copy()
    farmers = chosen(position)
    if farmers:
        for cards in reveals(position, farmers):
            found[reveal(cards)] = helped(position, farmers, cards)
    return found


def help_here(position: Position) -> dict[int, Position]:
    """Helping the granjero one stands on, in place of an auxiliary action (LOC-06)."""
    here = position.me["estanciero"]
    if position.farmer(here) is None or needed(position, (here,)) > most_strength(position, 0):
        return {}
    return {action(Act.HELP_HERE): position.copy()}


def most_strength(position: Position, lent: int) -> int:
    """What board, building and the best cattle in hand can do together."""
    strengths = sorted(
        (position.rules["cards"][kind]["strength"] for kind in cattle_in_hand(position)),
        reverse=True,
    )
    best = sum(strengths[: position.rules["max_revealed"]])
    return int(board_strength(position) + lent + best)


def further_farmers(position: Position) -> list[int]:
    """The granjeros that can be named next: higher than the last one, within the number
    allowed, and not more than board, building and the best cattle in hand can help."""
    frame, farmers = position.frame, chosen(position)
    if frame["n"] < 0:
        candidates = [-frame["n"]] if not farmers else []
    elif len(farmers) < frame["n"]:
        last = farmers[-1] if farmers else -1
        candidates = [space for space in position.farmer_spaces() if space > last]
    else:
        candidates = []
    most = most_strength(position, position.part("extra"))
    found = []
    for space in candidates:
        if position.farmer(space) is None:
            continue
        if needed(position, (*farmers, space)) <= most:
            found.append(space)
            if farmers:
                note("HELP-01 several granjeros at once")
        elif farmers:
            note("HELP-08 one more granjero was too strong")
    return found


def reveals(position: Position, farmers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The sets of cards that may be shown for these granjeros, each ascending."""
    missing = needed(position, farmers) - board_strength(position) - position.part("extra")
    if position.part("extra"):
        note("HELP-02 a building lent strength")
    price = position.rules["exhaustion_for"]
    held = cattle_in_hand(position)
    for n in range(min(position.rules["max_revealed"], len(held)) + 1):
        for cards in sorted(set(combinations(held, n))):
            if strength(position, cards) < missing:
                continue
            if any(
                strength(position, part) >= missing
                for fewer in range(n)
                if price[fewer] < price[n]
                for part in combinations(cards, fewer)
            ):
                note("HELP-02 a cheaper part sufficed")
                continue
            if not cards:
                note("HELP-02 no card was needed")
            elif any(strength(position, part) >= missing for part in combinations(cards, n - 1)):
                note("HELP-02 more cards than needed")
            if n > 2:
                note("HELP-03 three or four cards shown")
            yield cards


def helped(position: Position, farmers: tuple[int, ...], cards: tuple[int, ...]) -> Position:
    """The cards shown are discarded and exhaust the herd; the granjeros come beside the
    board with the money that lies at them and is printed below them."""
    after = position.copy()
    me, raw = after.me, after.raw
    for kind, copies in Counter(cards).items():
        me["hand"][kind] -= copies
        me["hand_size"] -= copies
        me["discard"][kind] += copies
        me["discard_size"] += copies
        # Of cards alike, one that the table does not know of need not be told apart.
        me["known"][kind] = min(max(me["known"][kind] - copies, 0), me["hand"][kind])
    owed = position.rules["exhaustion_for"][len(cards)]
    exhaustion = min(owed, raw["exhaustion"])
    if exhaustion < owed:
        note("HELP-03 a short stack of exhaustion cards")
    raw["exhaustion"] -= exhaustion
    me["discard"][position.rules["exhaustion"]] += exhaustion
    me["discard_size"] += exhaustion
    for space in farmers:
        tile, printed = position.farmer(space), position.space(space)
        assert tile is not None
        coins = raw["coins"][printed["farmer"]]
        if coins:
            note("HELP-04 a fee lay at the granjero")
        me["pesos"] += printed["coins"] + coins
        me["farmers"][tile["colour"]] += 1
        raw["coins"][printed["farmer"]] = 0
        raw["helped"][raw["tile"][space] - 1] += 1
        raw["tile"][space] = 0
    return after


def additions(position: Position) -> dict[int, Position]:
    """Adding one of the granjeros just received to the row; not the choice to stop."""
    me, rules = position.me, position.rules
    free = me["workers"][GRANJERO]
    if free == len(rules["granjero_cost"]):
        note("HELP-05 the row was full")
        return {}
    if me["pesos"] < rules["granjero_cost"][free]:
        note("HELP-05 joining cost too much")
        return {}
    found = {}
    for colour, number in enumerate(position.frame["part"]):
        if number:
            note("HELP-05 a granjero could join the row")
            after = position.copy()
            after.me["pesos"] -= rules["granjero_cost"][free]
            after.me["farmers"][colour] -= 1
            after.me["workers"][GRANJERO] += 1
            grant(after, rules["row_program"][GRANJERO][free])
            found[action(Act.ADD, colour)] = after
    return found
