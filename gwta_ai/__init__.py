"""An engine and adviser for the board game Great Western Trail: Argentina.

Seats are numbered from 0. Everything a program needs stands here: ``new_game``, states
and their views, actions, snapshots, the adviser and the bots.
"""

from gwta_ai import bots
from gwta_ai.advisor import Advice, Advisor, Candidate, Limit
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
from gwta_ai.files import load, save
from gwta_ai.notation import Action
from gwta_ai.problems import Problem
from gwta_ai.record import Record
from gwta_ai.ruleset import Ruleset
from gwta_ai.state import ScoreSheet, State, View, new_game

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
