"""How a fault of a position is likely mended, in words for whoever wrote the position.

A mend names values and places of the snapshot. Where a fault can come of anything there
is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from gwta_ai.games.argentina.position.faults import Fault
from gwta_ai.games.argentina.position.figures import Figures
from gwta_ai.games.argentina.position.layout import GRANJERO, IN_PILE, IN_ZONE, Raw, draw_length
from gwta_ai.games.argentina.ruleset import limits as core
from gwta_ai.games.argentina.ruleset.ruleset import Catalogue


class Case:
    """A position with a fault, and the words of its ruleset."""

    def __init__(self, raw: Raw, figures: Figures, names: Catalogue) -> None:
        self.raw, self.figures, self.names = raw, figures, names
        self.players = raw["player"][: raw["players"]]
        self.view = bool(raw["viewer"])

    def pile(self, seat: int) -> str:
        own = self.raw["viewer"] in (0, seat + 1)
        return f"players[{seat}].{'draw_stack' if own else 'hand_or_draw'}"


def mend(fault: Fault, case: Case) -> str | None:
    """What to change, or ``None`` if that is not clear."""
    for pattern, advice in _ADVICE:
        if found := re.fullmatch(pattern, fault.path):
            return advice(case, fault, *found.groups())
    return None


# --- words ---------------------------------------------------------------------------------------


def _listed(places: Iterable[tuple[str, int]]) -> str:
    """ "players[0].hand (2), market_stack (1)"."""
    return ", ".join(f"{place} ({count})" for place, count in places if count)


def _pieces(number: int) -> str:
    return "one" if number == 1 else str(number)


def _balance(have: int, wanted: int, places: Iterable[tuple[str, int]], case: Case) -> str:
    """Advice for a kind of which there are too many or too few."""
    there = _listed(places)
    if have > wanted:
        return f"take {_pieces(have - wanted)} away; they are in {there}"
    lacking = f"add {_pieces(wanted - have)}"
    if there:
        lacking += f"; the others are in {there}"
    return lacking + ("; a hidden pile that is left out takes what is missing" if case.view else "")


# --- cards and tiles -----------------------------------------------------------------------------


def _card_places(case: Case, kind: int) -> Iterator[tuple[str, int]]:
    raw, figures = case.raw, case.figures
    for seat, player in enumerate(case.players):
        own = raw["viewer"] in (0, seat + 1)
        yield f"players[{seat}].{'hand' if own else 'known'}", player["hand"][kind]
        yield case.pile(seat), player["draw"][: draw_length(raw, seat)].count(kind)
        yield f"players[{seat}].discard", player["discard"][kind]
        if kind >= figures.first_objective:
            area = player["objectives"] >> kind - figures.first_objective & 1
            yield f"players[{seat}].objectives", area
    if kind < figures.n_cattle:
        yield "cattle_market", raw["market"][kind]
    yield "market_stack", raw["market_stack"][: raw["market_size"]].count(kind)
    yield "objective_display", raw["objective_display"].count(kind + 1)
    yield "objective_stack", raw["objective_stack"][: raw["objective_size"]].count(kind)
    if kind == figures.exhaustion:
        yield "exhaustion_stack", raw["exhaustion"]
    yield "out_of_the_game.cards", raw["removed"][kind]


def _cards(case: Case, fault: Fault, name: str) -> str:
    kind = case.names.cards.index(name)
    wanted = case.figures.card_supply[case.raw["players"]][kind]
    places = [*_card_places(case, kind)]
    return _balance(sum(count for _, count in places), wanted, places, case)


def _own_cattle(case: Case, fault: Fault, seat: str, name: str) -> str:
    places = _card_places(case, case.names.cards.index(name))
    here = [place for place in places if place[0].startswith(f"players[{seat}].")]
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
        for space in case.figures.farmer_spaces:
            yield f"trail.farmers.{names.spaces[space]}", int(raw["tile"][space] == kind + 1)
        yield "helped_farmers", raw["helped"][kind]
    yield "out_of_the_game.tiles", raw["box_tiles"][kind]


def _tiles(case: Case, fault: Fault, name: str) -> str:
    kind = case.names.tiles.index(name)
    places = [*_tile_places(case, kind)]
    wanted = case.figures.tile_supply[kind]
    return _balance(sum(count for _, count in places), wanted, places, case)


def _bag(case: Case, fault: Fault, bag: str, name: str) -> str:
    places = _tile_places(case, case.names.tiles.index(name))
    return f"move some to another place; they are in {_listed(places)}"


def _helped(case: Case, fault: Fault) -> str:
    return (
        "every farmer that a player received is named here, also once it was added to a row"
        " or given up at a station"
    )


def _foresight(case: Case, fault: Fault, name: str) -> str:
    return f"move a tile from a bag to foresight.{name}"


def _display(case: Case, fault: Fault) -> str | None:
    shown = [card for card in case.raw["objective_display"] if card]
    if len(shown) > len(set(shown)):
        return "name each card once"
    return "move cards from objective_stack to objective_display"


# --- the board -----------------------------------------------------------------------------------


def _ship(case: Case, fault: Fault, name: str) -> str:
    if fault.got == "nowhere":
        return "put it into ships.departed if it has left, else into ships.pile or loading_zone"
    return "leave it in one place"


def _ship_discs(case: Case, fault: Fault, seat: str, name: str) -> str:
    if case.raw["ship_at"][case.names.ships.index(name)] == IN_ZONE:
        return f"leave one; the others are elsewhere, such as in players[{seat}].quay_discs"
    where = "still in the pile" if _in_pile(case, name) else "departed"
    return f"the ship is {where}; discs of departed ships are in players[{seat}].quay_discs"


def _in_pile(case: Case, name: str) -> bool:
    return bool(case.raw["ship_at"][case.names.ships.index(name)] == IN_PILE)


def _master(case: Case, fault: Fault, name: str) -> str:
    raw, at = case.raw, case.names.masters.index(name)
    places = [
        *((f"players[{s}].station_masters", p["masters"] >> at & 1) for s, p in _seats(case)),
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


def _seats(case: Case) -> Iterable[tuple[int, Raw]]:
    return enumerate(case.players)


def _station(case: Case, fault: Fault, name: str) -> str:
    if fault.got == "both":
        return "if a player has given up the worker, the master is the player's"
    if fault.got == "neither":
        return f'write "master" or "worker" in stations.{name}'
    return f"take stations.{name} away"


def _neutral(case: Case, fault: Fault) -> str:
    raw, names, spaces = case.raw, case.names, case.figures.neutral_spaces
    standing = [raw["tile"][space] - 1 for space in spaces]
    lacking = [names.neutral[at] for at in range(len(names.neutral)) if at not in standing]
    twice = [
        f"{names.neutral[at]} is on " + " and ".join(_on(case, at))
        for at in dict.fromkeys(standing)
        if at >= 0 and standing.count(at) > 1
    ]
    return "; ".join([*twice, f"{', '.join(lacking)} stands nowhere"])


def _on(case: Case, building: int) -> list[str]:
    spaces = case.figures.neutral_spaces
    return [case.names.spaces[at] for at in spaces if case.raw["tile"][at] == building + 1]


def _farmer(case: Case, fault: Fault, space: str) -> str:
    return f"farmers on {space} have the colour that {space} begins with"


def _city(case: Case, fault: Fault, name: str) -> str:
    kind = case.names.bonus.index(name)
    places = ((f"players[{s}].city_discs", p["bonus_discs"][kind]) for s, p in _seats(case))
    return f"leave only as many in {_listed(places)}"


# --- the job market ------------------------------------------------------------------------------


def _vacant(case: Case, token: int) -> int:
    """Places without a worker in the rows above the token, were it there."""
    columns: int = case.figures.compiled["job_columns"][case.raw["players"]]
    there: int = sum(sum(workers) for workers in case.raw["jobs"][:token])
    return columns * token - there


def _vacancies(case: Case) -> int:
    """Workers that are hired or were given up, farmers apart."""
    hired: int = sum(sum(player["workers"][:GRANJERO]) - GRANJERO for player in case.players)
    given_up: int = sum(0 < each <= core.WORKER_KINDS for each in case.raw["station_worker"])
    return hired + given_up


def _fitting(case: Case) -> str:
    """The rows of the token that agree with the workers in the rows and those that are out."""
    rows, wanted = case.figures.compiled["job_rows"], _vacancies(case)
    fitting = [
        "null" if token == rows else str(token + 1)
        for token in range(rows + 1)
        if _vacant(case, token) == wanted
        and not any(chain.from_iterable(case.raw["jobs"][token + 1 :]))
    ]
    return " or ".join(fitting)


def _token(case: Case, fault: Fault) -> str:
    if fits := _fitting(case):
        return f"{fits} would fit the workers that are out"
    lack, wanted = _vacant(case, case.raw["job_row"]), _vacancies(case)
    if lack > wanted:
        return f"put {_pieces(lack - wanted)} more into the rows above the token"
    return f"take {_pieces(wanted - lack)} out of the rows above the token: so many were hired"


def _row(case: Case, fault: Fault, row: str) -> str:
    at, token = int(row), case.raw["job_row"]
    columns = case.figures.compiled["job_columns"][case.raw["players"]]
    most = columns if at < token else columns - 1 if at == token else 0
    fits = _fitting(case)
    moved = f", or else token_row is {fits}" if fits else ""
    return f"take {_pieces(sum(case.raw['jobs'][at]) - most)} out of the row{moved}"


# --- players -------------------------------------------------------------------------------------


def _discs(case: Case, fault: Fault, seat: str) -> str:
    player = case.players[int(seat)]
    places = [
        ("discs", player["discs"].bit_count()),
        ("ship_discs", sum(player["ship_discs"])),
        ("quay_discs", sum(player["quay_discs"])),
        ("station_discs", sum(player["station_discs"])),
        ("city_discs", sum(player["bonus_discs"])),
    ]
    number = sum(count for _, count in places) - case.figures.discs
    advice = f"take {_pieces(number)} away" if number > 0 else f"add {_pieces(-number)}"
    return f"{advice}; counted are {_listed(places)}"


def _engine(case: Case, fault: Fault, seat: str) -> str:
    compiled, track = case.figures.compiled, case.names.track
    here, depot = case.players[int(seat)]["engine"], compiled["n_track"]
    if here == depot - 1:
        return f'"{track[depot]}": an engine that reaches the last space goes there'
    taken = {player["engine"] for player in case.players}
    free = [at for at in range(depot - 1) if compiled["shared"][at] or at not in taken]
    behind = [track[at] for at in free if at < here][-1:]
    ahead = [track[at] for at in free if at > here][:1]
    names = " and ".join(f'"{name}"' for name in behind + ahead)
    return f"one of the two is elsewhere; the nearest free spaces are {names}"


def _certificates(case: Case, fault: Fault, seat: str) -> str:
    spaces: Sequence[str] = case.names.disc_spaces
    keys = [
        spaces[at]
        for mask, _ in case.figures.certificate_limits
        for at in range(len(spaces))
        if mask >> at & 1
    ]
    return f"more are allowed once {' or '.join(keys)} is gone from players[{seat}].discs"


def _known(case: Case, fault: Fault, seat: str, name: str) -> str:
    there = case.players[int(seat)]["hand"][case.names.cards.index(name)]
    return f"{there} at most: known cards are cards of the hand"


def _hand_size(case: Case, fault: Fault, seat: str) -> str:
    return f"more cards of {case.pile(int(seat))} must be in the hand for this decision"


def _estanciero(case: Case, fault: Fault, seat: str) -> str | None:
    goal = case.names.spaces[case.figures.compiled["buenos_aires"]]
    if fault.expected.startswith("null"):
        return "null"
    if fault.expected.startswith(f"{goal}, as"):
        return f'"{goal}", or the first of the decisions is another than buenos_aires'
    if fault.expected.startswith("another space"):
        return (
            f"a visit to {goal} ends in the turn of the player: the estanciero is then at the start"
        )
    return None


# --- turns and decisions -------------------------------------------------------------------------


def _seat(case: Case, fault: Fault) -> str:
    turn, there, n = case.raw["turn"], case.raw["seat"], case.raw["players"]
    seat = (turn - 1) % n
    if there >= n:
        return f"{seat}"
    later, earlier = turn + (there - seat) % n, turn - (seat - there) % n
    nearest = earlier if earlier > 0 and turn - earlier < later - turn else later
    return f"{seat}, or else turn is {nearest}"


def _ending(case: Case, fault: Fault) -> str:
    if case.raw["job_row"] == case.figures.compiled["job_rows"]:
        return "name the seat that took the token, or put the token into its row"
    return "null, as the token is in the job market"


def _decisions(case: Case, fault: Fault, at: str = "") -> str | None:
    if case.raw["over"]:
        return "[], or over is false"
    if not case.raw["depth"]:
        return '[{"decision": "move"}] is the beginning of a turn'
    return '[{"decision": "move"}] if the turn is at its beginning'


Advice = Callable[..., str | None]
_SEAT = r"players\[(\d+)\]"
_ADVICE: tuple[tuple[str, Advice], ...] = (
    (r"cards\.(.+)", _cards),
    (rf"{_SEAT}\.cards\.(.+)", _own_cattle),
    (r"tiles\.(.+)", _tiles),
    (r"bags\.(\w+)\.(.+)", _bag),
    (r"helped_farmers", _helped),
    (r"foresight\.(\w+)", _foresight),
    (r"objective_display", _display),
    (r"ships\.(?!pile)(.+)", _ship),
    (rf"{_SEAT}\.ship_discs\.(.+)", _ship_discs),
    (r"station_masters\.(.+)", _master),
    (r"stations\.(.+)", _station),
    (r"trail\.neutral", _neutral),
    (r"trail\.farmers\.(\w+)", _farmer),
    (r"city_discs\.(.+)", _city),
    (r"job_market\.token_row", _token),
    (r"job_market\.rows\[(\d+)\]", _row),
    (rf"{_SEAT}\.discs", _discs),
    (rf"{_SEAT}\.engine", _engine),
    (rf"{_SEAT}\.certificates", _certificates),
    (rf"{_SEAT}\.known\.(.+)", _known),
    (rf"{_SEAT}\.hand_size", _hand_size),
    (rf"{_SEAT}\.estanciero", _estanciero),
    (r"seat", _seat),
    (r"ending", _ending),
    (r"decisions(?:\[(\d+)\])?", _decisions),
)
