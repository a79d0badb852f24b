"""Put the weights for several numbers of players into one file.

::

    python scripts/join_weights.py work/weights2.npz work/weights3.npz work/weights4.npz \\
        --out work/weights.npz
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from workshop.network import weights_of

from gwta_ai import Weights
from gwta_ai.adviser.weights import Learned


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path))
def main(files: tuple[Path, ...], out: Path) -> None:
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
    joined = Weights(learned, about)
    joined.save(out)
    click.echo(f"{out}: {', '.join(map(str, sorted(learned)))} players, {joined.digest[:16]}")


if __name__ == "__main__":
    main()
