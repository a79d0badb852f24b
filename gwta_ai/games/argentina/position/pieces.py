"""That no piece is lost or doubled: cards, tiles, ships, discs, masters, buildings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gwta_ai.games.argentina.position.faults import Labels, Report
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import (
    BAGS,
    GONE,
    GRANJERO,
    IN_PILE,
    SUPPLY,
    Raw,
    draw_length,
)
from gwta_ai.games.argentina.ruleset import limits as core


def check(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    """All counts. Paths of totals begin with what is counted: ``cards.niata``."""
    _cards(raw, figures, labels, report)
    _tiles(raw, figures, labels, report)
    _ships(raw, figures, labels, report)
    _discs(raw, figures, labels, report)
    _masters(raw, figures, labels, report)
    _buildings(raw, figures, labels, report)


def _compare(
    what: str, names: Sequence[str], found: Sequence[int], supply: Sequence[int], report: Report
) -> None:
    for kind, (have, wanted) in enumerate(zip(found, supply, strict=True)):
        if have != wanted:
            report(f"{what}.{names[kind]}", f"{wanted} in the whole game", have)


def _cards(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    n, first = figures.n_cards, figures.first_objective
    found = raw["removed"][:n]
    for kind in raw["market_stack"][: raw["market_size"]]:
        found[kind] += 1
    for kind in raw["objective_stack"][: raw["objective_size"]]:
        found[kind] += 1
    for card in raw["objective_display"]:
        if card:
            found[card - 1] += 1
    for kind, count in enumerate(raw["market"][: figures.n_cattle]):
        found[kind] += count
    found[figures.exhaustion] += raw["exhaustion"]
    for seat in range(raw["players"]):
        player = raw["player"][seat]
        deck = [h + d for h, d in zip(player["hand"][:n], player["discard"], strict=False)]
        for kind in player["draw"][: draw_length(raw, seat)]:
            deck[kind] += 1
        for kind in figures.player_kinds:
            if deck[kind] > figures.player_copies[kind]:
                report(
                    f"players[{seat}].cards.{labels.cards[kind]}",
                    f"at most {figures.player_copies[kind]} of a player's own cattle",
                    deck[kind],
                )
        found = [f + d for f, d in zip(found, deck, strict=True)]
        area = player["objectives"]
        while area:
            found[first + (area & -area).bit_length() - 1] += 1
            area &= area - 1
    supply = figures.card_supply[raw["players"]]
    if found != supply:
        _compare("cards", labels.cards, found, supply, report)
    if raw["removed"][figures.exhaustion]:
        report(
            f"out_of_the_game.cards.{labels.cards[figures.exhaustion]}",
            "none: they go back to their stack",
            raw["removed"][figures.exhaustion],
        )


def _tiles(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    n, tile = figures.n_tiles, raw["tile"]
    found = [b + h for b, h in zip(raw["box_tiles"][:n], raw["helped"], strict=False)]
    in_bags = [[0] * n for _ in range(BAGS)]
    for bag in range(BAGS):
        for kind in raw["bag"][bag][: raw["bag_size"][bag]]:
            in_bags[bag][kind] += 1
    for subphase, bag in enumerate(figures.foresight_bag):
        for shown in raw["foresight"][subphase]:
            if shown:
                in_bags[bag][shown - 1] += 1
    for bag, counts in enumerate(in_bags):
        for kind, most in enumerate(figures.tile_copies[bag]):
            if counts[kind] > most:
                report(
                    f"bags.{labels.bags[bag]}.{labels.tiles[kind]}",
                    f"{f'at most {most}' if most else 'none'} in the bag and on its foresight"
                    " spaces",
                    counts[kind],
                )
            found[kind] += counts[kind]
    for space in figures.farmer_spaces:
        if 0 < tile[space] <= n:  # what is no tile is reported with the trail
            found[tile[space] - 1] += 1
    for row in raw["jobs"]:
        for kind in range(core.WORKER_KINDS):
            found[kind] += row[kind]
    for given_up in raw["station_worker"]:
        if 0 < given_up <= core.WORKER_KINDS:
            found[given_up - 1] += 1
    for player in raw["player"][: raw["players"]]:
        for row in range(GRANJERO):
            strong = player["strong"][row].bit_count()
            found[2 * row] += player["workers"][row] - 1 - strong
            found[2 * row + 1] += strong
    if found != figures.tile_supply:
        _compare("tiles", labels.tiles, found, figures.tile_supply, report)
    _farmers(raw, figures, labels, report)


def _farmers(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    """Helped farmers lie beside the boards, in the rows, or were given up at stations."""
    workers = core.WORKER_KINDS
    # The worker tiles decide how long the game lasts: none ever leaves it.
    for path, counts in (
        ("helped_farmers", raw["helped"]),
        ("out_of_the_game.tiles", raw["box_tiles"]),
    ):
        for kind in range(workers):
            if counts[kind]:
                report(f"{path}.{labels.tiles[kind]}", "farmers only", counts[kind])
    helped = [0] * len(raw["player"][0]["farmers"])
    for kind in range(workers, figures.n_tiles):
        helped[figures.tile_colour[kind]] += raw["helped"][kind]
    players = raw["player"][: raw["players"]]
    for colour, number in enumerate(helped):
        beside = sum(player["farmers"][colour] for player in players)
        if beside > number:
            name = labels.colours[colour]
            expected = f"at least {beside} {name} ones, as so many lie beside the boards"
            report("helped_farmers", expected, number)
    added = sum(player["workers"][GRANJERO] - 1 for player in players)
    added += raw["station_worker"].count(workers + 1)
    beside = sum(sum(player["farmers"]) for player in players)
    if added + beside != sum(helped):
        report(
            "helped_farmers",
            f"as many as lie beside the boards ({beside}) and were added to rows ({added})",
            sum(helped),
        )


def _ships(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    pile = Counter(raw["pile"][: raw["pile_size"]])
    for ship in range(figures.compiled["n_ships"]):
        wanted = int(raw["ship_at"][ship] == IN_PILE)
        if pile[ship] != wanted:
            got = "nowhere" if pile[ship] < wanted else "there twice"
            report(f"ships.{labels.ships[ship]}", "the ship in exactly one place", got)


def _discs(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    players = raw["player"][: raw["players"]]
    for seat, player in enumerate(players):
        found = (
            player["discs"].bit_count()
            + sum(player["ship_discs"])
            + sum(player["quay_discs"])
            + sum(player["station_discs"])
            + sum(player["bonus_discs"])
        )
        if found != figures.discs:
            report(f"players[{seat}].discs", f"{figures.discs} discs in all places", found)
    for kind, spaces in enumerate(figures.bonus_spaces[raw["players"]]):
        taken = sum(player["bonus_discs"][kind] for player in players)
        if taken > spaces:
            report(f"city_discs.{labels.bonus[kind]}", f"at most {spaces} on these spaces", taken)


def _masters(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    found = [raw["masters_out"] >> at & 1 for at in range(figures.compiled["n_masters"])]
    for player in raw["player"][: raw["players"]]:
        for at in range(len(found)):
            found[at] += player["masters"] >> at & 1
    for master in raw["station_master"]:
        if master:
            found[master - 1] += 1
    if found != [1] * len(found):
        _compare("station_masters", labels.masters, found, [1] * len(found), report)


def _buildings(raw: Raw, figures: Figures, labels: Labels, report: Report) -> None:
    tile, n = raw["tile"], figures.compiled["n_neutral"]
    letters = [tile[space] for space in figures.neutral_spaces]
    if sorted(letters) != list(range(1, n + 1)):
        got = [labels.neutral[letter - 1] if 0 < letter <= n else "nothing" for letter in letters]
        report("trail.neutral", "each neutral building once", ", ".join(got))
    listed = sorted(
        (1 + seat * core.MAX_PRIVATE + number, place)
        for seat in range(raw["players"])
        for number, place in enumerate(raw["player"][seat]["buildings"])
        if place not in (SUPPLY, GONE)
    )
    if listed != sorted((tile[at], at) for at in figures.building_spaces if tile[at]):
        standing = [labels.spaces[at] for at in figures.building_spaces if tile[at]]
        expected = "every building where its owner's list says, and no other"
        report("trail", expected, ", ".join(standing) or "none")
