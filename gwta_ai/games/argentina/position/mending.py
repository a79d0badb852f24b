"""How a fault of a position is likely mended, in words for whoever wrote the position.

A mend names values and places of the snapshot. Where a fault can come of anything there
is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.position.case import Case, Finding

_GRANJERO = core.ROWS - 1  # the worker row of farmers


# --- words ---------------------------------------------------------------------------------------


def _listed(places: Iterable[tuple[str, int]]) -> str:
    """ "players[0].hand (2), market_stack (1)"."""
    return ", ".join(f"{place} ({count})" for place, count in places if count)


def _pieces(number: int) -> str:
    return "one" if number == 1 else str(number)


def _balance(case: Case, found: Finding, places: Iterable[tuple[str, int]]) -> str:
    """Advice for a kind of which there are too many or too few."""
    there = _listed(places)
    if found.got > found.expected:
        return f"take {_pieces(found.got - found.expected)} away; they are in {there}"
    lacking = f"add {_pieces(found.expected - found.got)}"
    if there:
        lacking += f"; the others are in {there}"
    return lacking + ("; a hidden pile that is left out takes what is missing" if case.view else "")


def _pile(case: Case, seat: int) -> str:
    return f"players[{seat}].{'draw_stack' if case.shows(seat) else 'hand_or_draw'}"


# --- cards and tiles -----------------------------------------------------------------------------


def _card_places(case: Case, kind: int) -> Iterator[tuple[str, int]]:
    raw, figures = case.raw, case.figures
    for seat, player in enumerate(case.players):
        hand = "hand" if case.shows(seat) else "known"
        yield f"players[{seat}].{hand}", player["hand"][kind]
        yield _pile(case, seat), player["draw"][: case.draw_length(seat)].count(kind)
        yield f"players[{seat}].discard", player["discard"][kind]
        if kind >= figures["first_objective"]:
            area = player["objectives"] >> kind - figures["first_objective"] & 1
            yield f"players[{seat}].objectives", area
    if kind < figures["n_cattle"]:
        yield "cattle_market", raw["market"][kind]
    yield "market_stack", raw["market_stack"][: raw["market_size"]].count(kind)
    yield "objective_display", raw["objective_display"].count(kind + 1)
    yield "objective_stack", raw["objective_stack"][: raw["objective_size"]].count(kind)
    if kind == figures["exhaustion"]:
        yield "exhaustion_stack", raw["exhaustion"]
    yield "out_of_the_game.cards", raw["removed"][kind]


def cards(case: Case, found: Finding) -> str:
    return _balance(case, found, _card_places(case, found.place))


def own_cattle(case: Case, found: Finding) -> str:
    places = _card_places(case, found.place)
    here = [place for place in places if place[0].startswith(f"players[{found.seat}].")]
    return f"some belong to another player; here they are in {_listed(here)}"


def _tile_places(case: Case, kind: int) -> Iterator[tuple[str, int]]:
    raw, names = case.raw, case.names
    for bag, name in enumerate(names.bags):
        yield f"bags.{name}", raw["bag"][bag][: raw["bag_size"][bag]].count(kind)
        yield f"foresight.{name}", raw["foresight"][bag].count(kind + 1)
    if kind < core.WORKER_KINDS:
        row, strong = divmod(kind, 2)
        for at, workers in enumerate(raw["jobs"]):
            yield f"job_market.rows[{at}]", workers[kind]
        for seat, player in enumerate(case.players):
            icons = player["strong"][row].bit_count()
            hired = icons if strong else player["workers"][row] - 1 - icons
            yield f"players[{seat}].workers.{names.rows[row]}", hired
        for at, worker in enumerate(raw["station_worker"]):
            if worker == kind + 1:
                yield f"stations.{names.stations[at]}.worker", 1
    else:
        for name in names.farmer_spaces:
            there = raw["tile"][names.spaces.index(name)] == kind + 1
            yield f"trail.farmers.{name}", int(there)
        yield "helped_farmers", raw["helped"][kind]
    yield "out_of_the_game.tiles", raw["box_tiles"][kind]


def tiles(case: Case, found: Finding) -> str:
    return _balance(case, found, _tile_places(case, found.place))


def bag(case: Case, found: Finding) -> str:
    places = _tile_places(case, found.place)
    return f"move some to another place; they are in {_listed(places)}"


def display(case: Case, found: Finding) -> str:
    return "move cards from objective_stack to objective_display"


# --- the board -----------------------------------------------------------------------------------


def ship(case: Case, found: Finding) -> str:
    if found.got < found.expected:
        return "put it into ships.departed if it has left, else into ships.pile or loading_zone"
    return "leave it in one place"


def ship_away(case: Case, found: Finding) -> str:
    in_pile = case.raw["ship_at"][found.place] == core.IN_PILE
    where = "still in the pile" if in_pile else "departed"
    return f"the ship is {where}; discs of departed ships are in players[{found.seat}].quay_discs"


def master(case: Case, found: Finding) -> str:
    raw, at = case.raw, found.place
    places = [
        *(
            (f"players[{seat}].station_masters", player["masters"] >> at & 1)
            for seat, player in enumerate(case.players)
        ),
        *(
            (f"stations.{case.names.stations[station]}", 1)
            for station, there in enumerate(raw["station_master"])
            if there == at + 1
        ),
        ("out_of_the_game.station_masters", raw["masters_out"] >> at & 1),
    ]
    there = _listed(places)
    if there:
        return f"leave it in one place; it is in {there}"
    return "if it was not drawn at the start it is in out_of_the_game.station_masters"


def station_master(case: Case, found: Finding) -> str:
    if found.got:
        return "if a player has given up the worker, the master is the player's"
    return f'write "master" or "worker" in stations.{case.names.stations[found.place]}'


def neutral(case: Case, found: Finding) -> str:
    names, standing = case.names, case.neutral_buildings()
    lacking = [name for at, name in enumerate(names.neutral) if at not in standing.values()]
    twice = [
        f"{names.neutral[at]} is on "
        + " and ".join(space for space, there in standing.items() if there == at)
        for at in dict.fromkeys(standing.values())
        if at >= 0 and [*standing.values()].count(at) > 1
    ]
    return "; ".join([*twice, f"{', '.join(lacking)} stands nowhere"])


def farmer(case: Case, found: Finding) -> str:
    space = case.names.spaces[found.place]
    return f"farmers on {space} have the colour that {space} begins with"


def city(case: Case, found: Finding) -> str:
    places = (
        (f"players[{seat}].city_discs", player["bonus_discs"][found.place])
        for seat, player in enumerate(case.players)
    )
    return f"leave only as many in {_listed(places)}"


# --- the job market ------------------------------------------------------------------------------


def _vacant(case: Case, token: int) -> int:
    """Places without a worker in the rows above the token, were it there."""
    columns: int = case.figures["job_columns"][case.raw["players"]]
    there: int = sum(sum(workers) for workers in case.raw["jobs"][:token])
    return columns * token - there


def _vacancies(case: Case) -> int:
    """Workers that are hired or were given up, farmers apart."""
    hired: int = sum(sum(player["workers"][:_GRANJERO]) - _GRANJERO for player in case.players)
    given_up: int = sum(0 < each <= core.WORKER_KINDS for each in case.raw["station_worker"])
    return hired + given_up


def _fitting(case: Case) -> str:
    """The rows of the token that agree with the workers in the rows and those that are out."""
    rows, wanted = case.figures["job_rows"], _vacancies(case)
    fitting = [
        "null" if token == rows else str(token + 1)
        for token in range(rows + 1)
        if _vacant(case, token) == wanted
        and not any(chain.from_iterable(case.raw["jobs"][token + 1 :]))
    ]
    return " or ".join(fitting)


def token(case: Case, found: Finding) -> str:
    if fits := _fitting(case):
        return f"{fits} would fit the workers that are out"
    if found.got > found.expected:
        more = _pieces(found.got - found.expected)
        return f"put {more} more into the rows above the token"
    lacking = _pieces(found.expected - found.got)
    return f"take {lacking} out of the rows above the token: so many were hired"


def row(case: Case, found: Finding) -> str:
    fits = _fitting(case)
    moved = f", or else token_row is {fits}" if fits else ""
    return f"take {_pieces(found.got - found.expected)} out of the row{moved}"


# --- players -------------------------------------------------------------------------------------


def discs(case: Case, found: Finding) -> str:
    player = case.players[found.seat]
    places = [
        ("discs", player["discs"].bit_count()),
        ("ship_discs", sum(player["ship_discs"])),
        ("quay_discs", sum(player["quay_discs"])),
        ("station_discs", sum(player["station_discs"])),
        ("city_discs", sum(player["bonus_discs"])),
    ]
    number = found.got - found.expected
    advice = f"take {_pieces(number)} away" if number > 0 else f"add {_pieces(-number)}"
    return f"{advice}; counted are {_listed(places)}"


def engine_at_end(case: Case, found: Finding) -> str:
    depot = case.names.track[case.figures["n_track"]]
    return f'"{depot}": an engine that reaches the last space goes there'


def engine_taken(case: Case, found: Finding) -> str:
    figures, track, here = case.figures, case.names.track, found.place
    taken = {player["engine"] for player in case.players}
    last = figures["depot_entry"]
    free = [at for at in range(last) if figures["shared"][at] or at not in taken]
    behind = [track[at] for at in free if at < here][-1:]
    ahead = [track[at] for at in free if at > here][:1]
    names = " and ".join(f'"{name}"' for name in behind + ahead)
    return f"one of the two is elsewhere; the nearest free spaces are {names}"


def certificates(case: Case, found: Finding) -> str:
    keys = [
        case.names.disc_spaces[at]
        for at, space in enumerate(case.figures["disc_spaces"])
        if space["certificate_limit"]
    ]
    return f"more are allowed once {' or '.join(keys)} is gone from players[{found.seat}].discs"


def hidden_hand(case: Case, found: Finding) -> str:
    return f"more cards of {_pile(case, found.seat)} must be in the hand for this decision"


# --- turns and decisions -------------------------------------------------------------------------


def seat(case: Case, found: Finding) -> str:
    turn, there, n = case.raw["turn"], case.raw["seat"], case.raw["players"]
    right = (turn - 1) % n
    if there >= n:
        return f"{right}"
    later, earlier = turn + (there - right) % n, turn - (right - there) % n
    nearest = earlier if earlier > 0 and turn - earlier < later - turn else later
    return f"{right}, or else turn is {nearest}"


def decisions(case: Case, found: Finding) -> str:
    if case.raw["over"]:
        return "[], or over is false"
    if not case.raw["depth"]:
        return '[{"decision": "move"}] is the beginning of a turn'
    return '[{"decision": "move"}] if the turn is at its beginning'
