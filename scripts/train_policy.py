"""Learn the playout policy by self-play, from nothing.

::

    python scripts/train_policy.py --players 2 --iterations 1200 --rate 0.012 work/policy2

Actor and critic: in every iteration the policy plays games against itself; each turn is
credited with what it turned out to be better than the evaluation had expected (TD(lambda)
over turns), the policy climbs that gradient, and the evaluation learns from the same
games. Writes ``<out>.npz`` (a weights file) every few iterations, and everything needed to
go on into ``<out>.state.npz``: the same command goes on where it was stopped, and ends
where it would have without the stop. ``<out>.log`` has a line of figures now and then.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.progress import track
from workshop.network import (
    Adam,
    Network,
    beside,
    hidden_units,
    save_state,
    saved_state,
    weights_of,
)
from workshop.self_play import ITERATIONS, JOBS, RATE, SEED, self_play, stream

from gwta_ai import Ruleset, Weights
from gwta_ai._engine.argentina.core import weight_shapes
from gwta_ai.adviser.weights import Learned

BATCH = 1024
PASSES = 2
HIDDEN = 32  # units of a network that begins from nothing
WARMING = 15  # iterations in which only the evaluation learns
SAVE = 25  # iterations

console = Console(stderr=True)


class Learner:
    """Policy, evaluation, and the state of their optimisers."""

    def __init__(
        self, players: int, hidden: int | None, seed: int, rate: float, start: Weights | None
    ) -> None:
        self.iteration = 0
        self.games = 0
        rng = np.random.default_rng(seed)
        if start is None:
            hidden = HIDDEN if hidden is None else hidden
            self.policy = np.zeros(weight_shapes(hidden)["policy"], np.float32)
            self.network = Network.fresh(hidden, rng)
        else:
            weights = start.learned
            found = weights[min(weights, key=lambda n: abs(n - players))]
            self.policy = found.arrays["policy"].copy()
            self.network = Network(found.arrays["first"].copy(), found.arrays["second"].copy())
        self.climb = Adam([self.policy], rate, beta2=0.99, epsilon=1e-4)
        self.critic = Adam([self.network.first, self.network.second], 1e-3)

    def learned(self) -> Learned:
        return Learned(
            {"policy": self.policy, "first": self.network.first, "second": self.network.second},
            ruleset=Ruleset.default().digest,
        )

    def state(self) -> dict[str, Any]:
        """Everything ``restore`` needs."""
        counts = {"counts": np.array([self.iteration, self.games])}
        return counts | self.climb.state("climb") | self.critic.state("critic")

    def restore(self, found: dict[str, Any]) -> None:
        self.iteration, self.games = (int(n) for n in found["counts"])
        self.climb.restore("climb", found)
        self.critic.restore("critic", found)


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--players", type=click.IntRange(2, 4), required=True)
@click.option("--iterations", type=click.IntRange(1, ITERATIONS), default=2000, show_default=True)
@click.option(
    "--games", type=click.IntRange(2), default=1000, show_default=True, help="Each iteration."
)
@click.option(
    "--hidden", type=int, callback=hidden_units, help="Units; 32 by default, not with --start."
)
@click.option(
    "--rate", type=RATE, default=0.01, show_default=True, help="At first; falls to a tenth."
)
@click.option(
    "--decay", type=click.FloatRange(0, 1), default=0.95, show_default=True, help="Lambda of TD."
)
@click.option("--entropy", type=click.FloatRange(0, 10), default=0.002, show_default=True)
@click.option("--seed", type=SEED, default=1, show_default=True)
@click.option("--jobs", type=JOBS, default=2, show_default=True, help="Threads.")
@click.option("--start", type=click.Path(path_type=Path), help="Weights to begin with.")
def main(
    out: Path,
    players: int,
    iterations: int,
    games: int,
    hidden: int | None,
    rate: float,
    decay: float,
    entropy: float,
    seed: int,
    jobs: int,
    start: Path | None,
) -> None:
    """Learn the policy (and an evaluation on the way) and write OUT.npz."""
    if start is not None and hidden is not None:
        raise click.UsageError("--hidden: the network is that of --start, leave it out")
    out.parent.mkdir(parents=True, exist_ok=True)
    begin = None if start is None else weights_of(start)
    learner = Learner(players, hidden, seed, rate, begin)
    decides = {
        "training": "policy",
        "players": players,
        "iterations": iterations,
        "games": games,
        "hidden": learner.network.second.shape[0],
        "rate": rate,
        "decay": decay,
        "entropy": entropy,
        "seed": seed,
        "jobs": jobs,
        "start": None if begin is None else begin.digest,
    }
    state = beside(out, ".state.npz")
    found = saved_state(state, decides)
    if found is not None:
        learner.restore(found)
        console.print(f"going on after iteration {learner.iteration} of {iterations}")
    about = {"command": " ".join(["scripts/train_policy.py", *sys.argv[1:]]), "seed": seed}
    began = time.monotonic()
    left = range(learner.iteration, iterations)
    for _ in track(left, f"{players} players", console=console):
        learner.climb.rate = rate * 0.1 ** (learner.iteration / iterations)
        gradient = np.zeros_like(learner.policy)
        positions, figures = self_play(
            learner.learned(),
            players,
            games=games,
            seed=stream(seed, learner.iteration),
            jobs=jobs,
            gradient=gradient,
            decay=decay,
            entropy=entropy,
        )
        if learner.iteration >= WARMING or begin is not None:
            learner.climb.step([-gradient])
        order = np.random.default_rng((seed, learner.iteration))
        for _ in range(PASSES):
            mixed = order.permutation(len(positions))
            for at in range(0, len(mixed), BATCH):
                gradients = learner.network.gradient(positions[mixed[at : at + BATCH]])
                learner.critic.step(list(gradients))
        learner.iteration += 1
        learner.games += int(figures["games"])
        if learner.iteration % SAVE == 0 or learner.iteration == iterations:
            figures = {name: round(figure, 3) for name, figure in figures.items()}
            made = {"iterations": learner.iteration, "games": learner.games, "figures": figures}
            Weights({players: learner.learned()}, {f"policy_{players}": about | made}).save(
                beside(out, ".npz")
            )
            save_state(state, decides, learner.state())
            with beside(out, ".log").open("a") as log:
                print(
                    f"{learner.iteration:6d} {time.monotonic() - began:7.0f} s", figures, file=log
                )
            console.print(f"{learner.games:,} games; figures of the last: {figures}")


if __name__ == "__main__":
    main()
