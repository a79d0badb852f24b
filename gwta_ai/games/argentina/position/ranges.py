"""Each value by itself: within its range, and zero where there is nothing.

When these checks pass, every value that the core or the other checks use as an index
can be one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gwta_ai.games.argentina.position.faults import Labels, Report
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import (
    BAGS,
    DEPARTED,
    GRANJERO,
    MAX_COINS,
    MAX_FRAMES,
    MAX_PESOS,
    MAX_TOKENS,
    MAX_TURN,
    NOWHERE,
    ROWS,
    Raw,
    blank_player,
    draw_length,
)
from gwta_ai.games.argentina.ruleset import limits as core

_BYTE = 255
_BLANK_PLAYER = blank_player()


def check(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    compiled = figures.compiled
    _integer("players", raw["players"], 2, core.MAX_PLAYERS, report)
    if raw["players"] not in range(2, core.MAX_PLAYERS + 1):
        return
    _scalars(raw, compiled, report)
    _seats(raw, report)
    _counts(raw, figures, report)
    _stacks(raw, figures, report)
    _display(raw, figures, labels, report)
    for seat in range(core.MAX_PLAYERS):
        if seat < raw["players"]:
            _player(raw, seat, figures, report)
        elif raw["player"][seat] != _BLANK_PLAYER:
            report(f"players[{seat}]", "nothing beyond the last player", raw["player"][seat])


def _integer(path: str, value: int, low: int, high: int, report: Report) -> None:
    if not low <= value <= high:
        report(path, f"an integer {low} .. {high}", value)


def _scalars(raw: Raw, compiled: Mapping[str, Any], report: Report) -> None:
    players = raw["players"]
    for field, path, low, high in (
        ("seat", "seat", 0, players - 1),
        ("over", "over", 0, 1),
        ("depth", "decisions", 0, MAX_FRAMES),
        ("masters_out", "out_of_the_game.station_masters", 0, (1 << compiled["n_masters"]) - 1),
        ("sides", "sides", 0, (1 << compiled["n_private"]) - 1),
        ("turn", "turn", 1, MAX_TURN),
        ("job_row", "job_market.token_row", 0, compiled["job_rows"]),
        ("exhaustion", "exhaustion_stack", 0, compiled["exhaustion_copies"]),
        ("rng", "random", 0, 0 if raw["viewer"] else (1 << 64) - 1),
    ):
        if not low <= raw[field] <= high:
            report(path, f"an integer {low} .. {high}", raw[field])


def _seats(raw: Raw, report: Report) -> None:
    """Seats that the core counts from 1, as 0 is none."""
    for field, path in (("viewer", "view_of"), ("ending", "ending")):
        if not 0 <= raw[field] <= raw["players"]:
            report(path, f"a seat 0 .. {raw['players'] - 1}", raw[field] - 1)


def _within(
    path: str, values: Sequence[int], used: int, high: int, report: Report, low: int = 0
) -> None:
    """``low .. high`` in the first ``used`` places, 0 in the rest."""
    if used and (min(values[:used]) < low or max(values[:used]) > high):
        wrong = next(value for value in values[:used] if not low <= value <= high)
        report(path, f"values {low} .. {high}", wrong)
    if any(values[used:]):
        report(path, f"nothing beyond the first {used}", values[used:])


def _counts(raw: Raw, figures: Figures, report: Report) -> None:
    compiled = figures.compiled
    stations, masters = compiled["n_stations"], compiled["n_masters"]
    for field, path, used, high in (
        ("box_tiles", "out_of_the_game.tiles", figures.n_tiles, _BYTE),
        ("helped", "helped_farmers", figures.n_tiles, _BYTE),
        ("removed", "out_of_the_game.cards", figures.n_cards, _BYTE),
        ("market", "cattle_market", figures.n_cattle, _BYTE),
        ("ship_at", "ships", compiled["n_ships"], DEPARTED),
        ("station_master", "stations", stations, masters),
        ("station_worker", "stations", stations, core.WORKER_KINDS + 1),
        ("coins", "trail.farmers", compiled["n_farmer_spaces"], MAX_COINS),
        ("tile", "trail", compiled["n_spaces"], _BYTE),
    ):
        _within(path, raw[field], used, high, report)
    for row, workers in enumerate(raw["jobs"]):
        _within(f"job_market.rows[{row}]", workers, core.WORKER_KINDS, _BYTE, report)


def _stacks(raw: Raw, figures: Figures, report: Report) -> None:
    view = bool(raw["viewer"])
    _stack("market_stack", raw["market_stack"], raw["market_size"], figures.n_cattle, view, report)
    _stack("ships.pile", raw["pile"], raw["pile_size"], figures.compiled["n_ships"], view, report)
    _stack(
        "objective_stack",
        raw["objective_stack"],
        raw["objective_size"],
        figures.n_cards,
        view,
        report,
        figures.first_objective,
    )
    for bag in range(BAGS):
        size = raw["bag_size"][bag]
        _stack(f"bags.{'ABC'[bag]}", raw["bag"][bag], size, figures.n_tiles, view, report)


def _stack(
    path: str,
    stack: Sequence[int],
    size: int,
    end: int,
    ascending: bool,
    report: Report,
    start: int = 0,
) -> None:
    """``size`` entries ``start .. end - 1``, zeros after them; in a view in order."""
    if not 0 <= size <= len(stack):
        report(path, f"at most {len(stack)} pieces", size)
        return
    _within(path, stack, size, end - 1, report, start)
    if ascending and stack[:size] != sorted(stack[:size]):
        report(path, "pieces in ascending order", stack[:size])


def _display(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    """Open cards and tiles: ascending, the empty places last."""
    _ordered(
        "objective_display",
        raw["objective_display"],
        figures.first_objective,
        figures.n_cards,
        report,
    )
    display = [card for card in raw["objective_display"] if card]
    if len(set(display)) < len(display):
        names = ", ".join(labels.cards[card - 1] for card in display)
        report("objective_display", "no card twice", names)
    for subphase, tiles in enumerate(raw["foresight"]):
        _ordered(f"foresight.{'ABC'[subphase]}", tiles, 0, figures.n_tiles, report)


def _ordered(path: str, shown: Sequence[int], start: int, end: int, report: Report) -> None:
    there = [item for item in shown if item]
    if there != sorted(there) or any(shown[len(there) :]):
        report(path, "pieces in ascending order", shown)
    if there and (min(there) <= start or max(there) > end):
        report(path, f"pieces {start} .. {end - 1}", [item - 1 for item in there])


def _player(raw: Raw, seat: int, figures: Figures, report: Report) -> None:
    compiled, player, path = figures.compiled, raw["player"][seat], f"players[{seat}]"
    for field, name, high in (
        ("pesos", "pesos", MAX_PESOS),
        ("grain", "grain", compiled["grain_limit"]),
        ("certificates", "certificates", compiled["n_certificates"] - 1),
        ("tokens", "exchange_tokens", MAX_TOKENS),
        ("engine", "engine", compiled["n_track"]),
        ("masters", "station_masters", (1 << compiled["n_masters"]) - 1),
        ("hand_size", "hand", core.MAX_DECK),
        ("draw_size", "draw_stack", core.MAX_DECK),
        ("discard_size", "discard", core.MAX_DECK),
        ("discs", "discs", compiled["discs_at_start"]),
        ("objectives", "objectives", (1 << compiled["n_objectives"]) - 1),
        ("pad", "", 0),
    ):
        if not 0 <= player[field] <= high:
            report(f"{path}.{name}", f"an integer 0 .. {high}", player[field])
    if player["discs"] & ~compiled["discs_at_start"]:
        report(f"{path}.discs", "disc spaces that hold a disc at the start", player["discs"])
    if player["estanciero"] != NOWHERE and not 0 <= player["estanciero"] < compiled["n_spaces"]:
        report(f"{path}.estanciero", "a trail space", player["estanciero"])
    for field, name, used in (
        ("farmers", "farmers", core.MAX_PLAYERS),
        ("ship_discs", "ship_discs", compiled["n_ships"]),
        ("quay_discs", "quay_discs", compiled["n_quays"]),
        ("station_discs", "station_discs", compiled["n_stations"]),
        ("bonus_discs", "city_discs", compiled["n_bonus"]),
        ("hand", "hand", figures.n_cards),
        ("known", "known", figures.n_cards),
        ("discard", "discard", figures.n_cards),
    ):
        _within(f"{path}.{name}", player[field], used, _BYTE, report)
    _buildings(player, path, figures, report)
    _workers(player, path, report)
    _deck(raw, seat, path, figures, report)


def _buildings(player: Raw, path: str, figures: Figures, report: Report) -> None:
    used = figures.compiled["n_private"]
    for number, place in enumerate(player["buildings"]):
        if place not in figures.building_places or (number >= used and place):
            report(f"{path}.buildings.{number + 1}", "a building space", place)


def _workers(player: Raw, path: str, report: Report) -> None:
    if min(player["workers"]) < 1 or max(player["workers"]) > core.ROW_SPACES:
        report(f"{path}.workers", f"1 .. {core.ROW_SPACES} in each row", player["workers"])
        return
    for row in range(ROWS):
        hired = (1 << player["workers"][row]) - 2 if row < GRANJERO else 0
        if player["strong"][row] & ~hired:
            report(f"{path}.workers", "strength on hired workers only", player["strong"])


def _deck(raw: Raw, seat: int, path: str, figures: Figures, report: Report) -> None:
    player = raw["player"][seat]
    own = raw["viewer"] in (0, seat + 1)
    held = sum(player["hand"])
    if player["hand_size"] < held or (own and player["hand_size"] != held):
        report(f"{path}.hand", f"{player['hand_size']} cards", held)
        return
    discarded = sum(player["discard"])
    if player["discard_size"] != discarded:
        report(f"{path}.discard", f"{player['discard_size']} cards", discarded)
    pile = f"{path}.draw_stack" if own else f"{path}.hand_or_draw"
    view = bool(raw["viewer"])
    _stack(pile, player["draw"], draw_length(raw, seat), figures.n_cards, view, report)
