"""Games of the policy against itself in several threads, for the training scripts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from network import Floats, Positions

from gwta_ai._engine.argentina import CompiledRules
from gwta_ai._engine.learning import SelfPlay
from gwta_ai.ruleset import Ruleset
from gwta_ai.weights import Learned

WIN_WEIGHT = 0.5  # what is striven for is as in the search
MARGIN_SCALE = 20.0
TURNS = 60  # of a game, roughly


def self_play(
    learned: Learned,
    players: int,
    *,
    games: int,
    seed: int,
    jobs: int,
    gradient: Floats | None = None,
    decay: float = 0.95,
    entropy: float = 0.0,
    temperature: float = 1.0,
    noted: int = 5,
) -> tuple[Positions, dict[str, float]]:
    """Positions and the means of the games' figures; the same for equal arguments.

    ``gradient``, if given, receives the policy's, per game; so many positions are ``noted`` of
    a game, on average; the games are spread over ``jobs`` threads.
    """
    table = CompiledRules(Ruleset.default().compiled(), {players: learned.packed()}).table(players)

    def part(job: int) -> tuple[dict[str, Any], Floats | None, Positions]:
        count = games // jobs + (job < games % jobs)
        slopes = None if gradient is None else np.zeros_like(gradient)
        found = Positions.empty(2 * noted * count, players)
        play = SelfPlay(table, win_weight=WIN_WEIGHT, margin_scale=MARGIN_SCALE)
        figures = play.learn(
            learned.policy,
            slopes,
            games=count,
            seed=(seed << 8) + job,
            temperature=temperature,
            decay=decay,
            entropy=entropy,
            share=noted / TURNS,
            seats=found.seats,
            table=found.table,
            results=found.results,
        )
        return figures, slopes, found[: figures["positions"]]

    with ThreadPoolExecutor(jobs) as pool:
        parts = list(pool.map(part, range(jobs)))
    played = sum(figures["games"] for figures, _, _ in parts)
    means = {
        name: sum(figures[name] * figures["games"] for figures, _, _ in parts) / played
        for name in ("points", "best", "turns", "decisions", "entropy", "gain")
    }
    if gradient is not None:
        for _, slopes, _ in parts:
            gradient += slopes
        gradient /= played
    return Positions.joined([found for _, _, found in parts]), means | {"games": played}
