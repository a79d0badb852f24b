"""Put the weights for several numbers of players into one file.

::

    python scripts/join_weights.py work/weights2.npz work/weights3.npz work/weights4.npz \\
        --out work/weights.npz

Weights that were learned under different rulesets are joined only where ``--mixed`` says so.
Files of before do not name theirs; ``--ruleset`` says it for them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from workshop.network import weights_of

from gwta_ai import Weights
from gwta_ai.adviser.weights import Learned
from gwta_ai.errors import WeightsError


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path))
@click.option(
    "--ruleset", metavar="DIGEST", help="Under which weights were learned that do not say it."
)
@click.option("--mixed", is_flag=True, help="Join what was learned under different rulesets.")
def main(files: tuple[Path, ...], out: Path, ruleset: str | None, mixed: bool) -> None:
    """Join the weights in FILES; for equal numbers of players the last file counts."""
    learned: dict[int, Learned] = {}
    about: dict[str, Any] = {}
    for file in files:
        weights = weights_of(file)
        learned |= weights.learned
        # What is said of weights that are replaced is true no more.
        replaced = tuple(f"_{players}" for players in weights.learned)
        about = {name: said for name, said in about.items() if not name.endswith(replaced)}
        about |= weights.about
    if ruleset is not None:
        learned = {n: _named(one, ruleset) for n, one in learned.items()}
    if len({one.ruleset for one in learned.values()}) > 1 and not mixed:
        said = ", ".join(f"{n} players {learned[n].ruleset or 'unknown'}" for n in sorted(learned))
        raise click.ClickException(
            f"learned under different rulesets: {said}; say --ruleset of what is unknown, "
            "or --mixed to join them all the same"
        )
    joined = Weights(learned, about)
    joined.save(out)
    click.echo(f"{out}: {', '.join(map(str, sorted(learned)))} players, {joined.digest[:16]}")


def _named(one: Learned, ruleset: str) -> Learned:
    """The same, learned under this ruleset if it does not say under which."""
    try:
        return Learned(one.arrays, one.correction, ruleset=one.ruleset or ruleset, game=one.game)
    except WeightsError as error:
        raise click.UsageError(f"--{error}") from error


if __name__ == "__main__":
    main()
