"""Learn the evaluation from games of the policy against itself, from nothing.

::

    python scripts/train_evaluation.py --players 2 work/policy2.npz work/weights2

The policy of the first file plays; the network learns what became of the positions at the
edges of its turns. No position is ever seen twice, so there is nothing to memorise; what
is reported at the end comes from games that were not learned from. Stopped, the same
command goes on where it was.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
import numpy as np
from rich.console import Console
from rich.progress import track
from workshop.network import (
    Adam,
    Network,
    Positions,
    beside,
    hidden_units,
    save_state,
    saved_state,
    warn_of_another_ruleset,
    weights_of,
)
from workshop.self_play import JOBS, RATE, SEED, self_play, stream

from gwta_ai import Ruleset, Weights
from gwta_ai.adviser.weights import Learned

BATCH = 256
NOTED = 1 / 3  # of the edges of turns
TESTED = 4000  # games at least for the figures at the end
TEST_STREAM = 1 << 20  # of games no training comes to
SAVE = 20  # iterations

console = Console(stderr=True)


def quality(network: Network, positions: Positions) -> dict[str, float]:
    """Errors on positions: points (root mean square), win (Brier, a seat; cross entropy), spread.

    ``scaled`` is the root mean square of the errors in standard deviations: 1 is right.
    """
    found = network.expect(positions)
    points, won = positions.results[:, :, 0], positions.results[:, :, -1]
    error = found.points - points
    return {
        "points": float(np.sqrt((error**2).mean())),
        "bias": float(error.mean()),
        "brier": float(((found.win - won) ** 2).mean()),
        "cross_entropy": float(-(won * np.log(found.win + 1e-9)).sum(1).mean()),
        "scaled": float(np.sqrt((error**2 / found.spread).mean())),
    }


@click.command()
@click.argument("policy", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--players", type=click.IntRange(2, 4), required=True)
@click.option("--iterations", type=click.IntRange(1, TEST_STREAM), default=150, show_default=True)
@click.option(
    "--games", type=click.IntRange(2), default=3000, show_default=True, help="Each iteration."
)
@click.option(
    "--hidden", type=int, default=64, callback=hidden_units, show_default=True, help="Units."
)
@click.option("--rate", type=RATE, default=0.002, show_default=True, help="At first; falls to 0.")
@click.option(
    "--temperature",
    type=click.FloatRange(0.01, 100),
    default=1.0,
    show_default=True,
    help="Of the policy.",
)
@click.option("--seed", type=SEED, default=2, show_default=True)
@click.option("--jobs", type=JOBS, default=2, show_default=True, help="Threads.")
def main(
    policy: Path,
    out: Path,
    players: int,
    iterations: int,
    games: int,
    hidden: int,
    rate: float,
    temperature: float,
    seed: int,
    jobs: int,
) -> None:
    """Learn the evaluation of games of POLICY and write both into OUT.npz."""
    weights = weights_of(policy)
    if players not in weights.learned:
        raise click.UsageError(f"{policy}: has no policy for {players} players")
    learned = weights.learned[players]
    warn_of_another_ruleset(weights, policy)
    network = Network.fresh(hidden, np.random.default_rng(seed))
    adam = Adam([network.first, network.second], rate)
    decides = {
        "training": "evaluation",
        "policy": weights.digest,
        "players": players,
        "iterations": iterations,
        "games": games,
        "hidden": hidden,
        "rate": rate,
        "temperature": temperature,
        "seed": seed,
        "jobs": jobs,
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    state = beside(out, ".state.npz")
    begin = 0
    found = saved_state(state, decides)
    if found is not None:
        begin = int(found["iteration"])
        adam.restore("adam", found)
        console.print(f"going on after iteration {begin} of {iterations}")

    def play(count: int, number: int) -> Positions:
        return self_play(
            learned,
            players,
            games=count,
            seed=stream(seed, number),
            jobs=jobs,
            temperature=temperature,
            noted=NOTED,
        )[0]

    for iteration in track(range(begin, iterations), f"{players} players", console=console):
        adam.rate = rate * 0.5 * (1 + np.cos(np.pi * iteration / iterations))
        positions = play(games, iteration)
        order = np.random.default_rng((seed, iteration)).permutation(len(positions))
        for at in range(0, len(order), BATCH):
            adam.step(list(network.gradient(positions[order[at : at + BATCH]])))
        if (iteration + 1) % SAVE == 0 or iteration + 1 == iterations:
            done = {"iteration": np.array(iteration + 1)}
            save_state(state, decides, done | adam.state("adam"))
    figures = {
        name: round(figure, 4)
        for name, figure in quality(network, play(max(games, TESTED), TEST_STREAM)).items()
    }
    about = {
        "command": " ".join(["scripts/train_evaluation.py", *sys.argv[1:]]),
        "seed": seed,
        "games": iterations * games,
        "figures": figures,
    }
    said = weights.about | {f"evaluation_{players}": about}
    said.pop(f"correction_{players}", None)  # it was that of another evaluation
    arrays = learned.arrays | {"first": network.first, "second": network.second}
    anew = Learned(arrays, ruleset=Ruleset.default().digest)
    Weights({players: anew}, said).save(beside(out, ".npz"))
    console.print(figures)


if __name__ == "__main__":
    main()
