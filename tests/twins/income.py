"""Income in Buenos Aires (BA-02, CERT-02).

Each type of cattle in hand counts once with its breeding value; permanent certificates are
added, and as many temporary ones as the player spends by moving the marker back.
"""

from __future__ import annotations

from twins.codes import Act, action
from twins.position import Position
from twins.tally import note

RARE = (
    "BA-02 a type counted once though held twice",
    "BA-02 exhaustion cards went back",
    "BA-02 permanent certificates counted",
    "CERT-02 back from beyond the gap of the track",
)


def breeding_value(position: Position) -> int:
    """Of the hand, with permanent certificates."""
    cards, hand = position.rules["cards"], position.me["hand"]
    cattle = [kind for kind, copies in enumerate(hand) if copies and cards[kind]["cattle"]]
    value_of_type = {cards[kind]["type"]: cards[kind]["value"] for kind in cattle}
    if sum(hand[kind] for kind in cattle) > len(value_of_type):
        note("BA-02 a type counted once though held twice")
    permanent = sum(master["certificates"] for master in position.masters())
    if permanent:
        note("BA-02 permanent certificates counted")
    return int(sum(value_of_type.values()) + permanent)


def options(position: Position) -> dict[int, Position]:
    """How many temporary certificates are spent: none, or down to any lower step."""
    track, here = position.rules["certificate_track"], position.me["certificates"]
    return {
        action(Act.INCOME, track[here] - track[step]): taken(position, step)
        for step in range(here + 1)
    }


def taken(position: Position, step: int) -> Position:
    """Pesos for the value, the marker on ``step``; exhaustion cards go back to their stack,
    everything else in hand onto the discard pile."""
    after = position.copy()
    me, track = after.me, position.rules["certificate_track"]
    me["pesos"] += breeding_value(position) + track[me["certificates"]] - track[step]
    if track[me["certificates"]] > me["certificates"]:
        note("CERT-02 back from beyond the gap of the track")
    me["certificates"] = step
    for kind, copies in enumerate(position.me["hand"]):
        if kind == position.rules["exhaustion"]:
            after.raw["exhaustion"] += copies
            if copies:
                note("BA-02 exhaustion cards went back")
        else:
            me["discard"][kind] += copies
            me["discard_size"] += copies
        me["hand"][kind] = me["known"][kind] = 0
    me["hand_size"] = 0
    return after
