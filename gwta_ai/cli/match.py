"""``gwta-ai match``: bots against one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from gwta_ai.cli.files import json_text
from gwta_ai.cli.options import NewGameCommand, game_option, json_option, width_option
from gwta_ai.cli.screen import progress, screen, table
from gwta_ai.common.interrupts import INTERRUPTED, Heard, Raised
from gwta_ai.errors import WorkerError

if TYPE_CHECKING:
    from gwta_ai.play.match import MatchResult
    from gwta_ai.play.standings import Standing


@click.command(
    "match",
    cls=NewGameCommand,
    epilog="Example: gwta-ai match greedy random --games 20 --seed 1",
)
@click.argument("bots", metavar="BOT BOT [BOT BOT]", nargs=-1, required=True)
@click.option(
    "--games",
    default=20,
    show_default=True,
    help="Games to play; a multiple of the players seats all bots alike.",
)
@click.option("--seed", default=0, show_default=True, help="Equal seeds give equal games.")
@click.option(
    "--players",
    type=int,
    metavar="K",
    help="Seats at the table; the last BOT takes those that are left.",
)
@game_option
@click.option("--jobs", type=int, help="Processes to play in; one a processor by default.")
@click.option(
    "--records",
    metavar="DIR",
    help="Keep a record of every game there; games that are there are not played again.",
)
@click.option("--anchor", metavar="BOT", help="The bot whose rating is 0; the last by default.")
@click.option("--timing", is_flag=True, help="Measure the time a decision takes as well.")
@width_option()
@json_option
def command(
    bots: tuple[str, ...],
    games: int,
    seed: int,
    players: int | None,
    game: str,
    jobs: int | None,
    records: str | None,
    anchor: str | None,
    timing: bool,
    width: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Let bots play against one another, each deal once from every seat.

    BOT is random, greedy, mcts:simulations=500 and so on. An interrupt (Ctrl-C) ends the
    match and shows what was finished; with --records the same command then goes on.
    """
    from gwta_ai.play.match import Match, play_match  # takes long to import

    match = Match(bots, games, seed, players, game=game, **options)
    killed: WorkerError | None = None
    with progress() as bar:
        task = bar.add_task(" v ".join(bots), total=games)
        try:
            with Raised():
                result = play_match(
                    match,
                    jobs=jobs,
                    records=records,
                    timing=timing,
                    anchor=anchor,
                    progress=lambda done, _: bar.update(task, completed=done),
                )
        except WorkerError as error:
            killed, result = error, error.result
    with Heard():  # what was played is printed all the same
        if as_json:
            click.echo(json_text(result.to_dict(timing=timing)))
        else:
            _print(result, timing, "interrupted" if killed is None else "ended early", width)
    if killed is not None:
        raise killed
    if not result.is_complete:
        click.get_current_context().exit(INTERRUPTED)


def _print(result: MatchResult, timing: bool, early: str, width: int | None) -> None:
    console = screen(width=width)
    ended = "" if result.is_complete else f" of {result.match.games}, {early}"
    console.print(
        f"{_counted(len(result.records), 'game')}{ended}, {result.match.seats} players,"
        f" {_counted(len({game.deal for game in result.games}), 'deal')},"
        f" seed {result.match.seed}"
    )
    if not result.standings:
        return
    columns = [_figures(standing, timing) for standing in result.standings]
    rows = []
    for line in zip(*columns, strict=True):
        heads, figures = zip(*line, strict=True)
        rows.append((heads[0], *figures))
    specs = [standing.spec for standing in result.standings]
    console.print()
    console.print(table(("", *specs), rows, right=len(specs)))
    interval = result.winner_interval
    between = "" if interval is None else f" ({_interval(*interval, 1)})"
    console.print(f"\nThe winners had {result.winner_score:.1f} points{between}.")
    console.print(
        "\nwin: share of games a seat wins, ties shared. Wilson's interval takes all"
        "\ngames for independent, those by deal only the deals. All are of 95 %."
    )
    if not all(standing.elo_bounded for standing in result.standings):
        console.print(
            "A bot won or lost everything: its rating is no more than a careful guess (*)."
        )


def _figures(standing: Standing, timing: bool) -> Iterator[tuple[str, str]]:
    """The lines of a bot's column with their heads."""
    from gwta_ai.common.intervals import Z  # takes long to import

    mark = "" if standing.elo_bounded else "*"
    yield "seats", str(standing.seats)
    yield "win", f"{100 * standing.win:.1f} %"
    yield "  Wilson", _interval(standing.low, standing.high, 100)
    yield "  by deal", _interval(standing.deal_low, standing.deal_high, 100)
    yield "margin", f"{standing.margin:+.1f}"
    yield "  by deal", _interval(standing.margin_low, standing.margin_high, 1)
    yield "Elo", f"{standing.elo:+.0f} ± {Z * standing.elo_error:.0f}{mark}"
    yield "decisions", f"{standing.decisions:.0f}"
    if timing:
        took = standing.seconds_per_decision
        yield "  seconds each", "—" if took is None else f"{took:.3g}"
    yield "score", f"{standing.score:.1f}"
    for name, mean in standing.categories.items():
        yield f"  {name.replace('_', ' ')}", f"{mean:.1f}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _interval(low: float | None, high: float | None, scale: float) -> str:
    if low is None or high is None:
        return "—"
    return f"{scale * low:.1f} .. {scale * high:.1f}"
