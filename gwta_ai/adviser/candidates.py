"""What a search found about an action, made into a candidate of advice."""

from __future__ import annotations

from gwta_ai._engine.search import arrival, policy
from gwta_ai.adviser.advice import Candidate
from gwta_ai.adviser.correction import Correction
from gwta_ai.adviser.work import Work
from gwta_ai.common.intervals import wilson
from gwta_ai.games.action import Action
from gwta_ai.games.game import Core
from gwta_ai.games.state import State
from gwta_ai.search.outcome import Estimate

__all__ = ["candidate"]

_LONGEST_PLAN = 40  # actions
_JOURNEYS = 32  # games played to see when a candidate arrives
_MOSTLY = 0.9  # of them must arrive


def candidate(
    work: Work, state: State, estimate: Estimate, correction: Correction, seed: int | None
) -> Candidate:
    """A candidate; with a seed its journey to the next arrival is played as well.

    ``state`` agrees with the view at hand; on it the expected play is walked.
    """
    view = work.view
    left = 1.0 - view.core.clock
    # The game reports the final points, then the categories.
    score, *categories = correction.means(estimate.means, left)
    action = Action(estimate.action, view.ruleset, view.core)
    expected, own = _expected(work.table, state, estimate.line)
    # As if so many games scattered more than they do.
    variance = estimate.games * estimate.win_error * estimate.win_error
    low, high = wilson(estimate.win, estimate.games, variance)
    return Candidate(
        action=action,
        notation=action.notation,
        text=action.text,
        visits=estimate.visits,
        win=estimate.win,
        low=low,
        high=high,
        bound=(high - low) / 2,
        margin=estimate.margin,
        score=score,
        score_sd=correction.deviation(estimate.deviations[0], left),
        categories=dict(zip(view.ruleset.game.categories, categories, strict=True)),
        prior=estimate.prior,
        arrival=None if seed is None else _arrival(work, estimate.action, seed),
        pv=[step.notation for step in expected],
        plan="; ".join(step.text for step in expected[:own]),
    )


def _arrival(work: Work, action: int, seed: int) -> float | None:
    """Mean own turns until the mover is at the game's goal again, if most games come so far."""
    view = work.view.core.bytes()
    found = arrival(work.table, view, action, seed=seed, games=_JOURNEYS, temperature=1.0)
    if found is None or found[0] < _MOSTLY * _JOURNEYS:
        return None
    return found[1] / found[0]


def _expected(table: object, start: State, line: tuple[int, ...]) -> tuple[list[Action], int]:
    """A line as actions up to the first that draws, and how many belong to the own turn.

    The line is played on one state that agrees with the view and breaks off where it
    depends on hidden things that are different there. Where the tree knows no further,
    the rest of the own turn is what the priors of the game like best.
    """
    state = start.clone()
    core, seat, turn = state.core, state.seat_to_move, state.turn
    found: list[Action] = []
    own = 0
    while len(found) < _LONGEST_PLAN and core.seat >= 0:
        mine = core.seat == seat and core.turn == turn
        value = None
        if len(found) < len(line):
            value = line[len(found)]
        elif mine:
            value = _likeliest(table, core)
        if value is None or not core.is_legal(value):
            break
        found.append(Action(value, start.ruleset, core.clone()))
        if mine:
            own = len(found)
        if core.draws(value):
            break
        core.step(value)
    return found, own


def _likeliest(table: object, core: Core) -> int | None:
    """The action with the highest prior; ``None`` where the game has no opinion."""
    actions, weights = policy(table, core.bytes(), temperature=1.0)
    if len(actions) > 1 and min(weights) == max(weights):
        return None
    return actions[weights.index(max(weights))]
