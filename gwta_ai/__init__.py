"""An engine and adviser for the board game Great Western Trail: Argentina.

Seats are numbered from 0. Everything a program needs stands here: ``new_game``, states
and their views, actions, snapshots, the adviser and the bots. Each name is loaded when it
is first used.
"""

TYPE_CHECKING = False  # as in ``typing``, which takes a while to load

if TYPE_CHECKING:
    from gwta_ai.adviser.advice import Advice, Candidate
    from gwta_ai.adviser.advisor import Advisor
    from gwta_ai.adviser.weights import Weights
    from gwta_ai.errors import (
        ArgumentError,
        FileError,
        GwtaError,
        IllegalActionError,
        LimitError,
        PositionError,
        RulesetError,
        SetupError,
        SnapshotError,
        WeightsError,
        WorkerError,
    )
    from gwta_ai.games.action import Action
    from gwta_ai.games.argentina.ruleset import Ruleset
    from gwta_ai.games.carrying import carry, figures_since
    from gwta_ai.games.check import problems_in, problems_in_file
    from gwta_ai.games.problem import Problem
    from gwta_ai.games.registry import names as games
    from gwta_ai.games.scores import ScoreSheet
    from gwta_ai.games.setup import Setup, new_game
    from gwta_ai.games.state import State, View
    from gwta_ai.play import bench, bots, examples
    from gwta_ai.play.files import load, save
    from gwta_ai.play.match import Match, play_match
    from gwta_ai.play.records.record import Record, Recorder
    from gwta_ai.play.schema import schema
    from gwta_ai.search.limit import Limit
    from gwta_ai.search.settings import Settings

__all__ = [
    "Action",
    "Advice",
    "Advisor",
    "ArgumentError",
    "Candidate",
    "FileError",
    "GwtaError",
    "IllegalActionError",
    "Limit",
    "LimitError",
    "Match",
    "PositionError",
    "Problem",
    "Record",
    "Recorder",
    "Ruleset",
    "RulesetError",
    "ScoreSheet",
    "Settings",
    "Setup",
    "SetupError",
    "SnapshotError",
    "State",
    "View",
    "Weights",
    "WeightsError",
    "WorkerError",
    "bench",
    "bots",
    "carry",
    "examples",
    "figures_since",
    "games",
    "load",
    "new_game",
    "play_match",
    "problems_in",
    "problems_in_file",
    "save",
    "schema",
]

# Where the names are at home, and which of them are modules.
_HOMES = {
    "Action": "games.action",
    "Advice": "adviser.advice",
    "Advisor": "adviser.advisor",
    "ArgumentError": "errors",
    "Candidate": "adviser.advice",
    "FileError": "errors",
    "GwtaError": "errors",
    "IllegalActionError": "errors",
    "Limit": "search.limit",
    "LimitError": "errors",
    "Match": "play.match",
    "PositionError": "errors",
    "Problem": "games.problem",
    "Record": "play.records.record",
    "Recorder": "play.records.record",
    "Ruleset": "games.argentina.ruleset.ruleset",
    "RulesetError": "errors",
    "ScoreSheet": "games.scores",
    "Settings": "search.settings",
    "Setup": "games.setup",
    "SetupError": "errors",
    "SnapshotError": "errors",
    "State": "games.state",
    "View": "games.state",
    "Weights": "adviser.weights",
    "WeightsError": "errors",
    "WorkerError": "errors",
    "carry": "games.carrying",
    "figures_since": "games.carrying",
    "load": "play.files",
    "new_game": "games.setup",
    "play_match": "play.match",
    "problems_in": "games.check",
    "problems_in_file": "games.check",
    "save": "play.files",
    "schema": "play.schema",
}
_MODULES = {
    "bench": "play.bench",
    "bots": "play.bots",
    "examples": "play.examples",
    "games": "games",
}


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # a type checker knows the names from above, and that there are no others

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _HOMES:
            found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        elif name in _MODULES:
            found = import_module(f"{__name__}.{_MODULES[name]}")
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found
        return found
