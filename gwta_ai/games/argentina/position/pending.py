"""The stack of pending decisions: each frame on the one below it.

A frame is pushed by the one below: a program by the action that was chosen, a decision
by an effect of the program, and so on. Only stacks that can come about in this way are
sound; so their depth stays within the bound of the core.
"""

from __future__ import annotations

from itertools import pairwise

from gwta_ai.games.argentina.position import frames
from gwta_ai.games.argentina.position.faults import Report
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import (
    DECISIONS,
    FRAMES,
    MAX_FRAMES,
    PURPOSES,
    Raw,
    blank_frame,
)
from gwta_ai.games.argentina.ruleset import limits as core

_BLANK = blank_frame()
_F = {name.removeprefix("FRAME_"): code for name, code in FRAMES.items()}
_NAMES = {code: name for name, code in DECISIONS.items()}
_OP = {name.removeprefix("EFFECT_"): code for name, code in core.EFFECT_OPS.items()}
_ENGINE_BACK = core.COST_OPS["COST_ENGINE_BACK"]
_BOTTOM = (_F["PLACE"], _F["MOVE"], _F["LOCATION"], _F["BUENOS_AIRES"])


def check(raw: Raw, figures: Figures, report: Report) -> None:
    stack, depth = raw["frames"], raw["depth"]
    for at in range(depth, MAX_FRAMES):
        if stack[at] != _BLANK:
            report(f"decisions[{at}]", "nothing beyond the last decision", stack[at])
    for at in range(depth):
        if not frames.sound(raw, at, figures, report):
            return
    if depth and stack[0]["kind"] not in _BOTTOM:
        first = ", ".join(_NAMES[kind] for kind in _BOTTOM)
        report("decisions[0]", f"one of {first}", _NAMES[stack[0]["kind"]])
        return
    for at, (below, frame) in enumerate(pairwise(stack[:depth]), 1):
        if not _follows(raw, below, frame, figures):
            expected = f"a decision that can come up in this {_NAMES[below['kind']]}"
            report(f"decisions[{at}]", expected, _NAMES[frame["kind"]])
            return
    if depth and stack[depth - 1]["kind"] == _F["PROGRAM"]:
        report(f"decisions[{depth}]", "a decision that came up in the program", "nothing")


def _follows(raw: Raw, below: Raw, frame: Raw, figures: Figures) -> bool:
    """Whether ``frame`` can stand on ``below``."""
    kind: int = frame["kind"]
    target: tuple[int, int] = (frame["part"][0], frame["part"][1])
    if kind == _F["DISCARD"]:  # an exchange token may be spent at any time but during a discard
        return bool(below["kind"] != _F["DISCARD"])
    if kind in (_F["PROGRAM"], _F["COST"]):
        return frame["part"][0] in _programs_on(below, figures)
    match _NAMES[below["kind"]]:
        case "local_action":
            here: int = raw["player"][raw["seat"]]["estanciero"]
            alone = kind == _F["HELP"] and frame["n"] == -here and not frame["part"][3]
            return alone or kind == _F["ADD"]
        case "buenos_aires":
            return kind == _F["DISC"] and target[0] == PURPOSES["DISC_ON_SHIP"]
        case "program":
            return _set_off(below, frame, figures)
        case "station_master":
            station = (PURPOSES["DISC_ON_STATION"], below["part"][0])
            return kind == _F["DISC"] and target == station
    return False


def _programs_on(below: Raw, figures: Figures) -> frozenset[int]:
    """Programs that may be under way on a frame."""
    match _NAMES[below["kind"]]:
        case "move":
            return figures.objective_programs
        case "local_action":
            return figures.visit_programs
        case "buenos_aires":
            return figures.goal_programs
        case "add_granjero":
            return figures.granjero_programs
        case "program":
            op = _effect(below, figures)["op"] if below["part"][1] else 0
            if op == _OP["HIRE"]:
                return figures.worker_programs
            if op == _OP["DELIVERY"]:
                return figures.bonus_programs
            if op in (_OP["ENGINE"], _OP["UPGRADE_BEHIND"]) or _goes_back(below, figures):
                return figures.master_programs
    return frozenset()


def _effect(program: Raw, figures: Figures) -> Raw:
    """The effect that is being performed."""
    first = figures.compiled["programs"][program["part"][0]]["first"]
    effect: Raw = figures.compiled["effects"][first + program["part"][1] - 1]
    return effect


def _goes_back(program: Raw, figures: Figures) -> bool:
    """Whether the program is at its cost, and that is a move of the engine."""
    cost: int = figures.compiled["programs"][program["part"][0]]["cost_op"]
    return cost == _ENGINE_BACK and not program["part"][1]


def _set_off(program: Raw, frame: Raw, figures: Figures) -> bool:
    """Whether a decision comes of the effect or cost that the program is at."""
    kind = _NAMES[frame["kind"]]
    if program["part"][1] == 0:
        return _goes_back(program, figures) and kind in ("upgrade_station", "station_master")
    effect = _effect(program, figures)
    base, op = effect["amount"]["base"], effect["op"]
    n: int = frame["n"]
    target: tuple[int, int] = (frame["part"][0], frame["part"][1])
    if op in (_OP["DRAW_DISCARD"], _OP["DRAW_REMOVE"]):
        removes = op == _OP["DRAW_REMOVE"]
        return (kind == "draw" and frame["part"][0] == removes) or (kind == "remove" and removes)
    if op == _OP["REMOVE_CARDS"]:
        return kind == "remove"
    if op == _OP["ENGINE"]:
        return kind in ("engine", "upgrade_station", "station_master")
    if op == _OP["HIRE"]:
        return kind == "hire" and n == base
    if op == _OP["BUILD"]:
        return kind in ("build", "building_site") and n == base
    if op == _OP["BUY"]:
        return kind == "buy_cattle"
    if op == _OP["HELP"]:
        return kind == "add_granjero" or (
            kind == "help_granjeros" and (n, frame["part"][3]) == (base, effect["strength"])
        )
    if op == _OP["MOVE"]:
        return kind == "move_on" and n == base
    if op == _OP["PLACE_DISC"]:
        return kind == "place_disc" and target == (PURPOSES["DISC_ON_QUAY"], effect["quay"])
    if op == _OP["DELIVERY"]:
        return kind == "extra_delivery"
    if op == _OP["OBJECTIVE"]:
        return kind == "objective"
    if op == _OP["UPGRADE_BEHIND"]:
        return kind in ("upgrade_behind", "station_master")
    if op == _OP["TAKE_CATTLE"]:
        return kind == "take_cattle" and target == (effect["card_class"], effect["into_hand"])
    return False
