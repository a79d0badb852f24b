"""What must agree beside the board: turns, estancieros, engines, markers."""

from __future__ import annotations

from gwta_ai.games.argentina.position.faults import Labels, Report
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import FRAMES, NOWHERE, Raw

_PLACE, _BUENOS_AIRES = FRAMES["FRAME_PLACE"], FRAMES["FRAME_BUENOS_AIRES"]
_LOCATION = FRAMES["FRAME_LOCATION"]


def check(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    _turns(raw, figures, report)
    for seat in range(raw["players"]):
        _estanciero(raw, seat, figures, labels, report)
        _certificates(raw, seat, figures, report)
        _known_cards(raw, seat, labels, report)
    _engines(raw, figures, labels, report)


def _turns(raw: Raw, figures: Figures, report: Report) -> None:
    players, seat = raw["players"], (raw["turn"] - 1) % raw["players"]
    if raw["seat"] != seat:
        report("seat", f"{seat} in turn {raw['turn']}", raw["seat"])
    token_out = raw["job_row"] == figures.compiled["job_rows"]
    if token_out != (raw["ending"] > 0):
        if token_out:
            report("ending", "the seat that took the job market token, which is out", None)
        else:
            report("ending", "null, as the token is in the job market", raw["ending"] - 1)
    if raw["over"] and raw["depth"]:
        report("decisions", "none, as the game is over", f"{raw['depth']} of them")
    if not raw["over"] and not raw["depth"]:
        report("decisions", "the decision at hand, as the game is not over", "none")
    if raw["over"] and (raw["seat"] + 1) % players != raw["ending"] - 1:
        report("over", "false before everybody has had the last turn", True)


def _estanciero(raw: Raw, seat: int, figures: Figures, labels: Labels, report: Report) -> None:
    place = raw["player"][seat]["estanciero"]
    path = f"players[{seat}].estanciero"
    bottom = raw["frames"][0]["kind"] if seat == raw["seat"] and raw["depth"] else 0
    if bottom == _PLACE or raw["turn"] <= seat:
        if place != NOWHERE:
            report(path, "null before the first turn", labels.spaces[place])
        return
    if place == NOWHERE:
        report(path, "a trail space after the first turn has begun", None)
        return
    at_goal = place == figures.compiled["buenos_aires"]
    if bottom == _BUENOS_AIRES or at_goal:
        goal = labels.spaces[figures.compiled["buenos_aires"]]
        if not at_goal:
            expected = f"{goal}, as the first of the decisions is a visit there"
            report(path, expected, labels.spaces[place])
        elif bottom != _BUENOS_AIRES:
            expected = f"another space, as no decision is one of a visit to {goal}"
            report(path, expected, labels.spaces[place])
    elif place not in figures.visitable and (
        place != figures.compiled["start"] or bottom == _LOCATION
    ):
        report(path, "a space on which an estanciero can stand", labels.spaces[place])


def _certificates(raw: Raw, seat: int, figures: Figures, report: Report) -> None:
    player, limit = raw["player"][seat], figures.compiled["certificate_limit"]
    for mask, higher in figures.certificate_limits:
        if not player["discs"] & mask:
            limit = max(limit, higher)
    if player["certificates"] > limit:
        track = figures.compiled["certificate_track"]
        path = f"players[{seat}].certificates"
        report(path, f"at most {track[limit]}", track[player["certificates"]])


def _known_cards(raw: Raw, seat: int, labels: Labels, report: Report) -> None:
    """Known cards are in the hand; of a hand that a view hides, they are all it shows."""
    player, hidden = raw["player"][seat], raw["viewer"] not in (0, seat + 1)
    if player["known"] == player["hand"]:
        return
    for kind, (known, there) in enumerate(zip(player["known"], player["hand"], strict=True)):
        if known > there or (hidden and known < there):
            path = f"players[{seat}].known.{labels.cards[kind]}"
            report(path, f"{'' if hidden else 'at most '}{there}, as in the hand", known)


def _engines(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    """One engine a space, but for shared ones; from the last space it goes to the depot."""
    shared, depot = figures.compiled["shared"], figures.compiled["n_track"]
    taken: dict[int, int] = {}
    for seat, player in enumerate(raw["player"][: raw["players"]]):
        engine = player["engine"]
        path = f"players[{seat}].engine"
        if engine == depot - 1:
            report(path, "the depot instead of the last space", labels.track[engine])
        elif engine == depot or shared[engine]:
            continue
        elif engine in taken:
            expected = f"a space without the engine of seat {taken[engine]}"
            report(path, expected, labels.track[engine])
        taken[engine] = seat
