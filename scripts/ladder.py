"""Play the ladder: the pairings of a TOML file, with what they are to show.

``python scripts/ladder.py --records DIR`` plays what ``ladder.toml`` beside it lists and
prints a Markdown table, each row as soon as its games are played, pools and ratings last.
With ``--readme README.md`` the table is also put between the marks in that file. The games
are kept in DIR: after an interrupt the same command goes on. Take a new folder after every
change of the bots.

Both intervals of a share are shown, see docs/matches.md. A claim on a bound has to hold for
both. A claim on a share "holds" if the share is no less, and "surely" if both lower bounds
are no less either.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from workshop.tables import inserted, line

from gwta_ai import Match, play_match
from gwta_ai.cli.program import INTERRUPTED
from gwta_ai.cli.screen import progress
from gwta_ai.common.files import write_whole
from gwta_ai.common.intervals import Z, clustered, wilson
from gwta_ai.errors import GwtaError
from gwta_ai.play import elo
from gwta_ai.play.match import MatchResult

MARK = "ladder"  # of the table in a file
LADDER = Path(__file__).with_suffix(".toml")
_HEAD = (
    "pairing",
    "bots",
    "players",
    "games",
    "win",
    "Wilson",
    "by deal",
    "margin",
    "points",
    "s/decision",
    "claim",
    "holds",
)


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """One row: a match, looked at from its first bot, and what is claimed of it."""

    name: str
    bots: list[str]
    games: int
    seed: int
    players: int | None = None
    pool: str | None = None
    win_at_least: float | None = None
    high_at_least: float | None = None


@dataclass(frozen=True, kw_only=True)
class Pool:
    """A row for several pairings together."""

    name: str
    low_above: float | None = None


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """The whole file."""

    anchor: str
    pairing: list[Pairing]
    pool: list[Pool] = field(default_factory=list)
    buildings: str = "a"
    neutral: str = "letters"

    def match(self, pairing: Pairing) -> Match:
        return Match(
            tuple(pairing.bots),
            pairing.games,
            pairing.seed,
            pairing.players,
            buildings=self.buildings,
            neutral=self.neutral,
        )


@dataclass(frozen=True)
class Share:
    """A share of wins by two intervals."""

    win: float
    wilson: tuple[float, float]
    by_deal: tuple[float, float] | None

    @property
    def low(self) -> float:
        """The lesser lower bound."""
        return min(self.wilson[0], (self.by_deal or self.wilson)[0])

    @property
    def high(self) -> float:
        """The lesser upper bound."""
        return min(self.wilson[1], (self.by_deal or self.wilson)[1])


def read(path: Path) -> Ladder:
    """The ladder of a file. Raises ``UsageError`` where it is none."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        data["pairing"] = [Pairing(**entry) for entry in data["pairing"]]
        data["pool"] = [Pool(**entry) for entry in data.get("pool", ())]
        ladder = Ladder(**data)
    except (tomllib.TOMLDecodeError, TypeError, KeyError) as error:
        raise click.UsageError(f"{path}: {error}") from None
    pools = {pool.name for pool in ladder.pool}
    names = [pairing.name for pairing in ladder.pairing]
    for pairing in ladder.pairing:
        if pairing.pool is not None and pairing.pool not in pools:
            raise click.UsageError(f"{path}: {pairing.name}: no pool {pairing.pool!r}")
        if names.count(pairing.name) > 1:
            raise click.UsageError(f"{path}: {pairing.name!r} comes twice")
    return ladder


# --- rows ----------------------------------------------------------------------------------------


def head() -> Iterator[str]:
    yield line(_HEAD)
    yield "|" + "---|" * len(_HEAD)


def row(pairing: Pairing, result: MatchResult) -> str:
    """The row of a pairing whose games are played."""
    first = result.standings[0]
    by_deal = None
    if first.deal_low is not None and first.deal_high is not None:
        by_deal = first.deal_low, first.deal_high
    share = Share(first.win, (first.low, first.high), by_deal)
    margin = f"{first.margin:+.1f}"
    if first.margin_low is not None and first.margin_high is not None:
        margin += f" ({first.margin_low:+.1f} .. {first.margin_high:+.1f})"
    took = [standing.seconds_per_decision for standing in result.standings]
    names = [
        f"`{standing.spec}`" if standing.seats == 1 else f"{standing.seats} `{standing.spec}`"
        for standing in result.standings
    ]
    return line(
        [
            pairing.name,
            " v ".join(names),
            str(result.match.seats),
            f"{first.games:,}",
            *_shown(share),
            margin,
            " : ".join(f"{standing.score:.1f}" for standing in result.standings),
            " : ".join("—" if seconds is None else f"{seconds:.2g}" for seconds in took),
            *_claimed(share, pairing),
        ]
    )


def pooled_row(pool: Pool, results: Sequence[MatchResult]) -> str:
    """The row of several pairings together: of all their games, the share of the first bots."""
    wins, deals = [], []
    for at, result in enumerate(results):
        for game in result.games:
            wins.append(game.shares()[game.entries.index(0)])
            deals.append((at, game.deal))
    win = sum(wins) / len(wins)
    share = Share(win, wilson(win, len(wins)), clustered(wins, deals))
    players = sorted({result.match.seats for result in results})
    return line(
        [
            f"{pool.name}, together",
            "",
            ", ".join(map(str, players)),
            f"{len(wins):,}",
            *_shown(share),
            *[""] * 3,
            *_claimed(share, pool),
        ]
    )


def _shown(share: Share) -> list[str]:
    by_deal = "—" if share.by_deal is None else _span(share.by_deal)
    return [f"{100 * share.win:.1f} %", _span(share.wilson), by_deal]


def _span(interval: tuple[float, float]) -> str:
    return f"{100 * interval[0]:.1f} .. {100 * interval[1]:.1f}"


def _claimed(share: Share, entry: Pairing | Pool) -> list[str]:
    """The claims of an entry, and whether they hold."""
    said, holds = [], []
    if isinstance(entry, Pool):
        if entry.low_above is not None:
            said.append(f"lower bound > {100 * entry.low_above:g} %")
            holds.append("yes" if share.low > entry.low_above else "no")
    else:
        if entry.win_at_least is not None:
            said.append(f"≥ {100 * entry.win_at_least:g} %")
            surely = "surely" if share.low >= entry.win_at_least else "yes"
            holds.append(surely if share.win >= entry.win_at_least else "no")
        if entry.high_at_least is not None:
            said.append(f"upper bound ≥ {100 * entry.high_at_least:g} %")
            holds.append("yes" if share.high >= entry.high_at_least else "no")
    return [", ".join(said), ", ".join(holds)]


def rating_rows(results: Iterable[MatchResult], anchor: str) -> Iterator[str]:
    """A table of the ratings of all whom games connect with the anchor, the best first."""
    ratings = elo.ratings(
        (
            comparison
            for result in results
            for game in result.games
            for comparison in elo.comparisons(
                [result.match.specs[entry] for entry in game.entries], game.totals()
            )
        ),
        anchor,
    )
    yield line(("bot", "Elo", "95 %"))
    yield "|---|---|---|"
    for name, rating in sorted(ratings.items(), key=lambda item: -item[1].elo):
        beyond = "" if rating.bounded else " or beyond"
        yield line((f"`{name}`", f"{rating.elo:+.0f}{beyond}", f"± {Z * rating.error:.0f}"))


# --- playing -------------------------------------------------------------------------------------


def play(ladder: Ladder, pairing: Pairing, records: Path, jobs: int | None) -> MatchResult:
    """The games of a pairing, with a bar on a terminal."""
    with progress() as bar:
        task = bar.add_task(pairing.name, total=pairing.games)
        return play_match(
            ladder.match(pairing),
            jobs=jobs,
            records=records,
            timing=True,
            progress=lambda done, _: bar.update(task, completed=done),
        )


@click.command()
@click.option(
    "--ladder",
    "path",
    type=click.Path(path_type=Path, exists=True),
    default=LADDER,
    help="The TOML file; ladder.toml beside this script by default.",
)
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="A folder for the records of all games.",
)
@click.option("--jobs", type=int, help="Processes to play in; one a processor by default.")
@click.option("--only", multiple=True, metavar="NAME", help="Play the pairing of this name only.")
@click.option(
    "--readme",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file to put the table in, once everything is played.",
)
def main(
    path: Path, records: Path, jobs: int | None, only: tuple[str, ...], readme: Path | None
) -> None:
    """Play the ladder and print its table in Markdown."""
    ladder = read(path)
    known = [pairing.name for pairing in ladder.pairing]
    for name in only:
        if name not in known:
            raise click.UsageError(f"--only: expected one of {', '.join(known)}, got {name!r}")
    chosen = [pairing for pairing in ladder.pairing if not only or pairing.name in only]
    if readme is not None:
        if only:
            raise click.UsageError("--readme wants the whole ladder, without --only.")
        inserted(readme.read_text(encoding="utf-8"), "", MARK)
    try:
        for pairing in chosen:  # before the first game of any
            ladder.match(pairing)
    except GwtaError as error:
        raise click.UsageError(f"{pairing.name}: {error}") from None

    lines: list[str] = []

    def say(new: Iterable[str]) -> None:
        for one in new:
            lines.append(one)
            click.echo(one)

    say(head())
    results: dict[str, MatchResult] = {}
    for pairing in chosen:
        result = play(ladder, pairing, records, jobs)
        if not result.is_complete:
            click.echo(
                f"\nInterrupted: {pairing.name} has {len(result.records)} of {pairing.games} games."
            )
            click.get_current_context().exit(INTERRUPTED)
        results[pairing.name] = result
        say([row(pairing, result)])
    for pool in ladder.pool:
        together = [results[pairing.name] for pairing in chosen if pairing.pool == pool.name]
        if together:
            say([pooled_row(pool, together)])
    say(["", *rating_rows(results.values(), ladder.anchor)])
    if readme is not None:
        text = inserted(readme.read_text(encoding="utf-8"), "\n".join(lines), MARK)
        write_whole(os.fspath(readme), text.encode())


if __name__ == "__main__":
    main()
