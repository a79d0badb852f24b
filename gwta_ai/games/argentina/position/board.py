"""What must agree on the game board: trail, job market, open tiles and cards, stations."""

from __future__ import annotations

from gwta_ai.games.argentina.position.faults import Labels, Report
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import FRAMES, GRANJERO, IN_ZONE, STAGES, Raw
from gwta_ai.games.argentina.ruleset import limits as core

_BUENOS_AIRES = FRAMES["FRAME_BUENOS_AIRES"]


def check(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    _trail(raw, figures, labels, report)
    _job_market(raw, figures, report)
    _foresight(raw, figures, report)
    _objectives(raw, figures, report)
    _stations(raw, figures, labels, report)
    _ships(raw, figures, labels, report)


def _trail(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    tile, coins = raw["tile"], raw["coins"]
    for space in figures.bare_spaces:
        if tile[space]:
            report("trail", "no tile on a space that holds none", labels.spaces[space])
    for space in figures.farmer_spaces:
        path = f"trail.farmers.{labels.spaces[space]}"
        kind = tile[space] - 1
        if kind < 0:
            if coins[figures.farmer_index[space]]:
                report(path, "no coins without a farmer", coins[figures.farmer_index[space]])
        elif kind >= figures.n_tiles or figures.tile_colour[kind] != figures.space_colour[space]:
            got = labels.tiles[kind] if kind < figures.n_tiles else "a building"
            report(path, "a farmer of the colour of the space", got)


def _job_market(raw: Raw, figures: Figures, report: Report) -> None:
    """Rows up to the token are as full as hiring left them; those below it are empty."""
    columns = figures.compiled["job_columns"][raw["players"]]
    token = raw["job_row"]
    hired = sum(
        sum(player["workers"][:GRANJERO]) - GRANJERO for player in raw["player"][: raw["players"]]
    )
    given_up = sum(0 < worker <= core.WORKER_KINDS for worker in raw["station_worker"])
    vacant = 0
    for row, workers in enumerate(raw["jobs"]):
        there = sum(workers)
        most = columns if row < token else columns - 1 if row == token else 0
        if row == figures.compiled["job_rows"]:
            most = 0
        if there > most:
            report(f"job_market.rows[{row}]", f"at most {most} workers", there)
        if row < token:
            vacant += columns - there
    if vacant != hired + given_up:
        wanted = hired + given_up
        report(
            "job_market.token_row",
            f"a row above which {_workers(wanted)} missing, as so many were hired",
            f"one above which {_workers(vacant)} missing"
            if vacant >= 0
            else f"one above which {_workers(-vacant)} too many",
        )


def _workers(number: int) -> str:
    return {0: "no worker is", 1: "1 worker is"}.get(number, f"{number} workers are")


def _foresight(raw: Raw, figures: Figures, report: Report) -> None:
    """Full but for what was taken in a visit to Buenos Aires, or if the bag is empty."""
    visit = raw["frames"][0] if raw["depth"] else None
    stage = visit["part"][0] if visit and visit["kind"] == _BUENOS_AIRES else 0
    for subphase, tiles in enumerate(raw["foresight"]):
        missing = tiles.count(0)
        taken = int(stage > STAGES["STAGE_FORESIGHT_A"] + subphase)
        if missing > taken and raw["bag_size"][figures.foresight_bag[subphase]]:
            expected = f"{len(tiles) - taken} tiles at least, as the bag is not empty"
            report(f"foresight.{'ABC'[subphase]}", expected, len(tiles) - missing)


def _objectives(raw: Raw, figures: Figures, report: Report) -> None:
    there = sum(card > 0 for card in raw["objective_display"])
    display = figures.compiled["display"]
    if there > display or (there < display and raw["objective_size"]):
        report("objective_display", f"{display} cards, less only without a stack", there)


def _stations(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    """A station with a place for a master has the master or the worker given up for it."""
    players = raw["player"][: raw["players"]]
    for at, station in enumerate(figures.compiled["stations"][: figures.compiled["n_stations"]]):
        master, worker = raw["station_master"][at], raw["station_worker"][at]
        if station["master"] and (master > 0) == (worker > 0):
            expected = "a station master or the worker given up for it"
            report(f"stations.{labels.stations[at]}", expected, "both" if master else "neither")
        if not station["master"] and (master or worker):
            report(f"stations.{labels.stations[at]}", "nothing at this station", "a tile")
        for seat, player in enumerate(players):
            if player["station_discs"][at] > 1 and not station["repeatable"]:
                report(
                    f"players[{seat}].station_discs.{labels.stations[at]}",
                    "at most 1 disc",
                    player["station_discs"][at],
                )


def _ships(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    """Discs lie on ships of the loading zone, one a player unless a ship may be used again."""
    ships = figures.compiled["ships"]
    for seat, player in enumerate(raw["player"][: raw["players"]]):
        for ship, discs in enumerate(player["ship_discs"]):
            if discs and raw["ship_at"][ship] != IN_ZONE:
                path = f"players[{seat}].ship_discs.{labels.ships[ship]}"
                report(path, "discs on ships of the loading zone only", discs)
            elif discs > 1 and not ships[ship]["repeatable"]:
                path = f"players[{seat}].ship_discs.{labels.ships[ship]}"
                report(path, "at most 1 disc", discs)
