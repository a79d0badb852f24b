"""What may be put in at a decision whatever it is about: exchange tokens and objective cards
(TOK-01, AUX-04, OBJ-03, OBJ-05)."""

from __future__ import annotations

from twins.codes import Act, Frame, Stage, action
from twins.position import Position

# Between single actions; the movement out of phase B is inside one.
BETWEEN_ACTIONS = (Frame.MOVE, Frame.LOCATION, Frame.BUENOS_AIRES)


def tokens(position: Position) -> set[int]:
    """Spending a token: the number of cards to draw is announced, one or as many as it lets
    one draw, and no more than there are. Not while granjeros are being helped (HELP-08)."""
    me = position.me
    if not me["tokens"] or (position.decision == Frame.HELP and position.part("first")):
        return set()
    cards = min(position.rules["token_draw"], me["draw_size"] + me["discard_size"])
    return {action(Act.TOKEN, n) for n in range(1, cards + 1)}


def objectives(position: Position) -> set[int]:
    """Playing an objective card from the hand."""
    if position.decision not in BETWEEN_ACTIONS:
        return set()
    if (
        position.decision == Frame.BUENOS_AIRES
        and position.rules["objectives_on_arrival"]
        and position.part("stage") != Stage.DELIVERY
    ):
        return set()
    first = position.rules["first_objective"]
    return {
        action(Act.PLAY, first + objective)
        for objective in range(position.rules["n_objectives"])
        if position.me["hand"][first + objective]
    }


def insertions(position: Position) -> set[int]:
    return tokens(position) | objectives(position)
