"""Games of the policy against itself in several threads, for the training scripts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click
import numpy as np

from gwta_ai import Ruleset
from gwta_ai._engine.argentina.learning import SelfPlay
from gwta_ai.adviser.weights import Learned
from gwta_ai.search.settings import Settings
from workshop.network import Floats, Positions

SEARCH = Settings()  # what is striven for is as there
MOST_TURNS = 120  # of a game on average; of longer ones fewer edges are noted

# Types of the options that decide the random choices, so that no two parts share any.
SEED = click.IntRange(0, (1 << 32) - 1)
ITERATIONS = 1 << 24
MOST_JOBS = 256
JOBS = click.IntRange(1, MOST_JOBS)
RATE = click.FloatRange(0, 1, min_open=True)


def stream(seed: int, iteration: int) -> int:
    """The seed of an iteration (below ``ITERATIONS``)."""
    return seed * ITERATIONS + iteration


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
    noted: float = 1 / 12,
) -> tuple[Positions, dict[str, float]]:
    """Positions and the means of the games' figures; the same for equal arguments.

    ``gradient``, if given, receives the policy's, per game; that share of the edges of turns
    is ``noted``; the games are spread over ``jobs`` threads.
    """
    rules = Ruleset.default()
    table = rules.game.table(rules, players, learned.packed())

    def part(job: int) -> tuple[dict[str, Any], Floats | None, Positions]:
        count = games // jobs + (job < games % jobs)
        slopes = None if gradient is None else np.zeros_like(gradient)
        found = Positions.empty(round(noted * MOST_TURNS) * count, players)
        play = SelfPlay(table, win_weight=SEARCH.win_weight, margin_scale=SEARCH.margin_scale)
        figures = play.learn(
            learned.arrays["policy"],
            slopes,
            games=count,
            seed=seed * MOST_JOBS + job,
            temperature=temperature,
            decay=decay,
            entropy=entropy,
            share=noted,
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
