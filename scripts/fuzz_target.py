"""A coverage-guided fuzz target for snapshots in msgpack and JSON, by atheris.

atheris is no dependency of the project. It is installed by

    python -m pip install atheris

(wheels for Linux; elsewhere it is built and needs clang with libFuzzer). Then

    python scripts/fuzz_target.py CORPUS [-- LIBFUZZER-OPTIONS]
    python scripts/fuzz_target.py corpus -- -max_total_time=600 -rss_limit_mb=512

CORPUS is a folder: sound snapshots are put there if it is empty, and what reaches new code
is added. Anything but SnapshotError, PositionError or RulesetError is a crash, and so is
what loads and cannot be played to the end. The crashing input is left in a file
``crash-…``; ``python scripts/fuzz_target.py CORPUS -- crash-…`` does it again.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mangling import Corpus

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

MISSING = "atheris is not installed: python -m pip install atheris"


def fill(folder: Path, corpus: Corpus) -> int:
    """Put snapshots of both formats into an empty folder; how many files there are."""
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        for number, (packed, text) in enumerate(zip(corpus.packed, corpus.texts, strict=True)):
            (folder / f"{number:03}.msgpack").write_bytes(packed)
            (folder / f"{number:03}.json").write_bytes(text)
    return sum(1 for _ in folder.iterdir())


@click.command()
@click.argument("folder", metavar="CORPUS", type=click.Path(file_okay=False, path_type=Path))
@click.argument("options", nargs=-1)
def main(folder: Path, options: tuple[str, ...]) -> None:
    """Fuzz the reading of snapshots, beginning with those in CORPUS."""
    try:
        import atheris
    except ImportError:
        raise click.ClickException(MISSING) from None
    with atheris.instrument_imports(include=["gwta_ai"]):
        from mangling import Corpus, Mangled, changed_content, outcome
    corpus = Corpus()
    click.echo(f"{fill(folder, corpus)} files in {folder}", err=True)

    def one_input(content: bytes) -> None:
        """Read the bytes as a file, whose content tells the format, and play on."""
        outcome(Mangled("guided", content, content.lstrip()[:1] == b"{", False), 0)

    def mutated(content: bytes, most: int, seed: int) -> bytes:
        """A field changed where there are fields, or else bytes."""
        changed = changed_content(content, corpus, seed) if seed % 2 else None
        if changed is None or len(changed) > most:
            changed = atheris.Mutate(content, most)
        return changed

    arguments = [sys.argv[0], str(folder), *options]
    atheris.Setup(arguments, one_input, custom_mutator=mutated)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
