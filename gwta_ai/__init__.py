"""An engine and adviser for the board game Great Western Trail: Argentina.

Seats are numbered from 0. Everything a program needs stands here: ``new_game``, states
and their views, actions, snapshots, the adviser and the bots.
"""

from gwta_ai.adviser.advisor import Advice, Advisor, Candidate, Limit
from gwta_ai.errors import (
    GwtaError,
    IllegalActionError,
    LimitError,
    PositionError,
    RulesetError,
    SetupError,
    SnapshotError,
    WeightsError,
)
from gwta_ai.games.argentina.notation.action import Action
from gwta_ai.games.argentina.position.problems import Problem
from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.games.argentina.state import ScoreSheet, State, View, new_game
from gwta_ai.play import bots
from gwta_ai.play.files import load, save
from gwta_ai.play.records.record import Record

__all__ = [
    "Action",
    "Advice",
    "Advisor",
    "Candidate",
    "GwtaError",
    "IllegalActionError",
    "Limit",
    "LimitError",
    "PositionError",
    "Problem",
    "Record",
    "Ruleset",
    "RulesetError",
    "ScoreSheet",
    "SetupError",
    "SnapshotError",
    "State",
    "View",
    "WeightsError",
    "bots",
    "load",
    "new_game",
    "save",
]
