"""What cannot be in a position: every class of fault is found and its place named."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from fields import blank_frame, fields_of, state_of
from framing import frame, part

from gwta_ai import Ruleset, State, new_game, problems_in
from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.errors import PositionError, SnapshotError
from gwta_ai.games.argentina.layout import DECISIONS, core, packed_state
from gwta_ai.games.argentina.ruleset.codes import EFFECTS, SPACES
from gwta_ai.games.argentina.snapshot import decode, encode, faults_of, lexicon, suspicions_of

Raw = dict[str, Any]
Data = dict[str, Any]
RULES = Ruleset.default()
WORDS = lexicon(RULES)
FIGURES = RULES.figures
NAMES = RULES.names


def spaces_of(kind: str) -> list[int]:
    """The spaces of a kind, in trail order."""
    listed = enumerate(FIGURES["spaces"][: FIGURES["n_spaces"]])
    return [at for at, space in listed if space["kind"] == SPACES[kind]]


NEUTRAL, BUILDING, FARMER = map(spaces_of, ("neutral", "building", "farmer"))
PROGRAMS = WORDS.program_index  # by id


def programs_of(*kinds: str) -> set[int]:
    """The programs that stand in places of these kinds."""
    return {index for name, index in PROGRAMS.items() if name.partition(":")[0] in kinds}


VISIT_PROGRAMS = programs_of("neutral", "private", "risk", "auxiliary")
WORKER_PROGRAMS = programs_of("worker")
GRANJERO_PROGRAMS = {
    index for name, index in PROGRAMS.items() if name.startswith(f"worker:{NAMES.rows[-1]}:")
}


def found(raw: Raw) -> list[str]:
    """The paths of all faults."""
    return [told.path for told in faults_of(packed_state(raw), WORDS)]


@cache
def _midgame() -> CoreState:
    state = CoreState.new(WORDS.core, 3, 0, None, 11)
    state.play_random(5, 300)
    while state.frame[0] != DECISIONS["move"]:
        state.play_random(5, 1)
    return state


def midgame() -> Raw:
    """Three players, the estanciero of seat 0 .. 2 about to move."""
    return fields_of(_midgame())


def pending(raw: Raw, *frames: Raw) -> Raw:
    """``raw`` with another stack of decisions."""
    blank = [blank_frame() for _ in range(core.MAX_FRAMES - len(frames))]
    raw["frames"], raw["depth"] = [*frames, *blank], len(frames)
    return raw


def at_location(raw: Raw, *frames: Raw, visit: int = 1) -> Raw:
    """The mover on the first neutral space, with decisions on top of the visit."""
    raw["player"][raw["seat"]]["estanciero"] = NEUTRAL[0]
    return pending(raw, frame("local_action", done=int(visit == 1), visit=visit), *frames)


def program(effect: str, **given: int) -> Raw:
    """A program that is at its effect ``effect``, the first of its kind in the ruleset."""
    compiled = FIGURES
    op = EFFECTS[effect]
    for index in sorted(VISIT_PROGRAMS):
        entry = compiled["programs"][index]
        for at in range(entry["n"]):
            if compiled["effects"][entry["first"] + at]["op"] == op:
                fields = {"index": index, "next": at + 1, "performed": 1}
                return frame("program", **fields | given)
    raise AssertionError(effect)


def effect_of(running: Raw) -> Raw:
    compiled = FIGURES
    first = compiled["programs"][part(running, "index")]["first"]
    found_: Raw = compiled["effects"][first + part(running, "next") - 1]
    return found_


# --- positions of real games ------------------------------------------------------------------


def test_positions_of_real_games_have_no_fault() -> None:
    """States and views at every few decisions; all kinds of decisions come up."""
    choose, kinds = random.Random(1), set()
    for seed in range(9):
        state = CoreState.new(WORDS.core, 2 + seed % 3, -1, None, seed)
        while not state.over:
            state.play_random(choose.getrandbits(64), choose.randint(1, 9))
            kinds.add(state.frame[0])
            assert faults_of(state.bytes(), WORDS) == []
            view = state.view(choose.randrange(state.players))
            assert faults_of(view.bytes(), WORDS) == []
    assert len(kinds) > 15


def test_what_is_told_of_a_fault() -> None:
    raw = midgame()
    raw["exhaustion"] -= 1
    (fault,) = faults_of(packed_state(raw), WORDS)
    assert fault.path == "cards.exhaustion"
    assert fault.expected == "25 in the whole game"
    assert fault.got == 24


def test_a_position_of_a_real_game_is_not_suspicious() -> None:
    assert suspicions_of(_midgame().bytes(), WORDS) == []


# --- faults of values, pieces, board and people -------------------------------------------------


def _swap(raw: Raw, names: str, value: Any) -> None:
    """Set the field at a dotted path."""
    place: Any = raw
    *way, last = names.split(".")
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value


# What the snapshot's own description would refuse is told by the place in the core.
RANGES = [
    ("players", 1, "players"),
    ("players", 5, "players"),
    ("seat", 3, "seat"),
    ("viewer", 4, "view_of"),
    ("over", 2, "over"),
    ("ending", 4, "ending"),
    ("depth", 13, "depth"),
    ("sides", 1024, "sides"),
    ("turn", 0, "turn"),
    ("job_row", 12, "job_row"),
    ("exhaustion", 26, "exhaustion_stack"),
    ("market_size", core.MAX_MARKET + 1, "market_size"),
    ("market_stack.0", 15, "market_stack[0]"),
    ("market_stack.35", 1, "market_stack[35]"),
    ("objective_stack.0", 3, "objective_stack[0]"),
    ("pile.0", 18, "pile[0]"),
    ("bag.1.0", 35, "bag[1][0]"),
    ("bag_size.2", core.MAX_BAG + 1, "bag_size[2]"),
    ("objective_display.0", 1, "objective_display[0]"),
    ("objective_display.0", 40, "objective_display[1]"),
    ("foresight.0.0", 36, "foresight[0][0]"),
    ("box_tiles.35", 1, "box_tiles[35]"),
    ("helped.35", 1, "helped[35]"),
    ("removed.43", 1, "removed[43]"),
    ("market.19", 1, "market[19]"),
    ("ship_at.0", 3, "ship_at[0]"),
    ("station_master.0", 9, "station_master[0]"),
    ("station_worker.0", 8, "station_worker[0]"),
    ("station_master.11", 1, "station_master[11]"),
    ("coins.0", 251, "coins[0]"),
    ("player.0.pesos", -1, "players[0].pesos"),
    ("player.0.pesos", 30_001, "players[0].pesos"),
    ("player.0.grain", 9, "players[0].grain"),
    ("player.0.certificates", 6, "players[0].certificates"),
    ("player.0.tokens", 251, "players[0].tokens"),
    ("player.0.estanciero", 254, "players[0].estanciero"),
    ("player.0.engine", 42, "players[0].engine"),
    ("player.0.discs", 1 << 20, "players[0].discs"),
    ("player.0.objectives", 1 << 24, "players[0].objectives"),
    ("player.0.pad", 1, "players[0].pad"),
    ("player.0.buildings.0", 1, "players[0].buildings[0]"),
    ("player.0.workers.0", 0, "players[0].workers[0]"),
    ("player.0.workers.0", 7, "players[0].workers[0]"),
    ("player.0.strong.0", 1, "players[0].strong[0]"),
    ("player.0.strong.3", 2, "players[0].strong[3]"),
    ("player.0.hand_size", 9, "players[0].hand_size"),
    ("player.0.discard_size", 0, "players[0].discard_size"),
    ("player.0.draw_size", 103, "players[0].draw_size"),
    ("player.0.draw.0", 40, "players[0].draw[0]"),
    ("player.0.hand.43", 1, "players[0].hand[43]"),
    ("player.0.station_discs.11", 1, "players[0].station_discs[11]"),
    ("player.3.pesos", 1, "players[3].pesos"),
]


@pytest.mark.parametrize(("field", "value", "path"), RANGES)
def test_a_value_out_of_its_range(field: str, value: int, path: str) -> None:
    raw = midgame()
    _swap(raw, field, value)
    assert path in found(raw)


def test_open_pieces_stand_in_order() -> None:
    for field in ("objective_display", "foresight"):
        raw = midgame()
        shown = raw[field] if field == "objective_display" else raw[field][0]
        shown[0], shown[1] = max(shown) + 1, min(shown)
        assert found(raw)[0].startswith(field)


def _lose_card(raw: Raw) -> None:
    raw["market_size"] -= 1
    raw["market_stack"][raw["market_size"]] = 0


def _double_card(raw: Raw) -> None:
    raw["player"][1]["discard"][0] += 1
    raw["player"][1]["discard_size"] += 1


def _stray_cattle(raw: Raw) -> None:
    """A card of one starting deck lies in another player's."""
    one, two = raw["player"][0], raw["player"][1]
    mine = next(kind for kind in range(4) if one["hand"][kind] or one["discard"][kind])
    pile = "discard" if one["discard"][mine] else "hand"
    one[pile][mine] -= 1
    one[f"{pile}_size"] -= 1
    one["known"][mine] = 0
    two["discard"][mine] += 1
    two["discard_size"] += 1


def _remove_exhaustion(raw: Raw) -> None:
    raw["removed"][FIGURES["exhaustion"]] += 1
    raw["exhaustion"] -= 1


def _lose_tile(raw: Raw) -> None:
    raw["bag_size"][0] -= 1
    raw["bag"][0][raw["bag_size"][0]] = 0


def _move_tile(raw: Raw) -> None:
    """A tile of bag A lies in bag B."""
    kind = raw["bag"][0][raw["bag_size"][0] - 1]
    _lose_tile(raw)
    raw["bag"][1][raw["bag_size"][1]] = kind
    raw["bag_size"][1] += 1


def _box_worker(raw: Raw) -> None:
    bag = raw["bag"][1]
    at = next(at for at in range(raw["bag_size"][1]) if bag[at] == 0)
    raw["bag_size"][1] -= 1
    bag[at], bag[raw["bag_size"][1]] = bag[raw["bag_size"][1]], 0
    raw["box_tiles"][0] += 1


def _help_nobody(raw: Raw) -> None:
    kind = raw["bag"][0][raw["bag_size"][0] - 1]
    _lose_tile(raw)
    raw["helped"][kind] += 1


def _farmer_beside(raw: Raw) -> None:
    raw["player"][0]["farmers"][0] += 5


def _ship_twice(raw: Raw) -> None:
    raw["ship_at"][raw["pile"][0]] = core.IN_ZONE


def _disc_missing(raw: Raw) -> None:
    discs = raw["player"][2]["discs"]
    raw["player"][2]["discs"] = discs & (discs - 1)


def _disc_moved(player: Raw, field: str, at: int, number: int = 1) -> None:
    """Take discs from the player board to another place."""
    for _ in range(number):
        player["discs"] &= player["discs"] - 1
    player[field][at] += number


def _city_full(raw: Raw) -> None:
    bonus = FIGURES["bonus"][0]
    covered = FIGURES["covered_cities"][3] >> bonus["city"] & 1
    spaces = bonus["copies"] - covered * bonus["covered"]
    taken = sum(player["bonus_discs"][0] for player in raw["player"])
    _disc_moved(raw["player"][0], "bonus_discs", 0, spaces - taken + 1)


def _disc_on_departed(raw: Raw) -> None:
    _disc_moved(raw["player"][0], "ship_discs", raw["pile"][0])


def _disc_twice_on_ship(raw: Raw) -> None:
    ship = next(
        at
        for at, entry in enumerate(FIGURES["ships"])
        if raw["ship_at"][at] == core.IN_ZONE and not entry["repeatable"]
    )
    player = raw["player"][0]
    _disc_moved(player, "ship_discs", ship, 2 - player["ship_discs"][ship])


def _disc_twice_on_station(raw: Raw) -> None:
    player = raw["player"][0]
    _disc_moved(player, "station_discs", 5, 2 - player["station_discs"][5])


def _master_twice(raw: Raw) -> None:
    raw["masters_out"] ^= 1
    raw["masters_out"] ^= 2


def _station_bare(raw: Raw) -> None:
    at = next(at for at, master in enumerate(raw["station_master"]) if master)
    raw["player"][0]["masters"] |= 1 << raw["station_master"][at] - 1
    raw["station_master"][at] = 0


def _master_elsewhere(raw: Raw) -> None:
    at = next(at for at, master in enumerate(raw["station_master"]) if master)
    raw["station_master"][9] = raw["station_master"][at]
    raw["station_master"][at] = 0


def _neutral_twice(raw: Raw) -> None:
    one, two = NEUTRAL[:2]
    raw["tile"][one] = raw["tile"][two]


def _building_unlisted(raw: Raw) -> None:
    free = next(space for space in BUILDING if not raw["tile"][space])
    raw["tile"][free] = 1 + 2 * core.MAX_PRIVATE + 9


def _building_not_there(raw: Raw) -> None:
    free = next(space for space in BUILDING if not raw["tile"][space])
    raw["player"][2]["buildings"][9] = free


def _tile_on_ramp(raw: Raw) -> None:
    raw["tile"][FIGURES["start"]] = 1


def _farmer_colour(raw: Raw) -> None:
    space = next(at for at in FARMER if FIGURES["spaces"][at]["colour"] == 3 and raw["tile"][at])
    other = next(at for at in FARMER if FIGURES["spaces"][at]["colour"] == 0 and raw["tile"][at])
    raw["tile"][space], raw["tile"][other] = raw["tile"][other], raw["tile"][space]


def _coins_alone(raw: Raw) -> None:
    space = next(at for at in FARMER if raw["tile"][at])
    kind = raw["tile"][space] - 1
    raw["tile"][space] = 0
    raw["box_tiles"][kind] += 1
    raw["coins"][FIGURES["spaces"][space]["farmer"]] = 3


def _row_too_full(raw: Raw) -> None:
    raw["jobs"][raw["job_row"]][0] += 4


def _row_below_token(raw: Raw) -> None:
    raw["jobs"][raw["job_row"] + 1][0] += 1


def _token_too_low(raw: Raw) -> None:
    raw["job_row"] += 1


def _foresight_gap(raw: Raw) -> None:
    tiles = raw["foresight"][0]
    kind = tiles[1] - 1
    tiles[1] = 0
    raw["bag"][0][raw["bag_size"][0]] = kind
    raw["bag_size"][0] += 1


def _display_gap(raw: Raw) -> None:
    card = raw["objective_display"][3] - 1
    raw["objective_display"][3] = 0
    raw["objective_stack"][raw["objective_size"]] = card
    raw["objective_size"] += 1


def _wrong_seat(raw: Raw) -> None:
    raw["turn"] += 1


def _ending_early(raw: Raw) -> None:
    raw["ending"] = 1


def _over_with_decisions(raw: Raw) -> None:
    raw["over"] = 1


def _beside_the_board(raw: Raw) -> None:
    raw["player"][raw["seat"]]["estanciero"] = core.NOWHERE


def _at_goal(raw: Raw) -> None:
    raw["player"][raw["seat"]]["estanciero"] = FIGURES["buenos_aires"]


def _on_ramp(raw: Raw) -> None:
    raw["player"][1]["estanciero"] = NAMES.spaces.index("ramp_3")


def _certificates_locked(raw: Raw) -> None:
    space = NAMES.disc_spaces.index("certificate")
    player = raw["player"][0]
    if not player["discs"] >> space & 1:
        other = player["discs"] & -player["discs"]
        player["discs"] = player["discs"] ^ other | 1 << space
    player["certificates"] = 5


def _engines_together(raw: Raw) -> None:
    raw["player"][0]["engine"] = raw["player"][1]["engine"] = 9


def _engine_at_end(raw: Raw) -> None:
    raw["player"][0]["engine"] = FIGURES["n_track"] - 1


def _known_too_well(raw: Raw) -> None:
    player = raw["player"][0]
    kind = next(kind for kind in range(15) if player["hand"][kind])
    player["known"][kind] = player["hand"][kind] + 1


IMPOSSIBLE: list[tuple[Callable[[Raw], None], str]] = [
    (_lose_card, r"cards\.\w+"),
    (_double_card, r"cards\.niata"),
    (_stray_cattle, r"players\[1\]\.cards\.\w+"),
    (_remove_exhaustion, r"out_of_the_game\.cards\.exhaustion"),
    (_lose_tile, r"tiles\.\w+"),
    (_move_tile, r"bags\.B\.\w+"),
    (_box_worker, r"out_of_the_game\.tiles\.\w+\+?"),
    (_help_nobody, r"helped_farmers"),
    (_farmer_beside, r"helped_farmers"),
    (_ship_twice, r"ships\.\w+"),
    (_disc_missing, r"players\[2\]\.discs"),
    (_city_full, r"city_discs\.\w+"),
    (_disc_on_departed, r"players\[0\]\.ship_discs\.\w+"),
    (_disc_twice_on_ship, r"players\[0\]\.ship_discs\.\w+"),
    (_disc_twice_on_station, r"players\[0\]\.station_discs\.6"),
    (_master_twice, r"station_masters\.master\d"),
    (_station_bare, r"stations\.\d"),
    (_master_elsewhere, r"stations\.10"),
    (_neutral_twice, r"trail\.neutral"),
    (_building_unlisted, r"trail"),
    (_building_not_there, r"trail"),
    (_tile_on_ramp, r"trail"),
    (_farmer_colour, r"trail\.farmers\.y\d"),
    (_coins_alone, r"trail\.farmers\.\w\d"),
    (_row_too_full, r"job_market\.rows\[\d+\]"),
    (_row_below_token, r"job_market\.rows\[\d+\]"),
    (_token_too_low, r"job_market\.token_row"),
    (_foresight_gap, r"foresight\.A"),
    (_display_gap, r"objective_display"),
    (_wrong_seat, r"seat"),
    (_ending_early, r"ending"),
    (_over_with_decisions, r"decisions"),
    (_beside_the_board, r"players\[\d\]\.estanciero"),
    (_at_goal, r"players\[\d\]\.estanciero"),
    (_on_ramp, r"players\[1\]\.estanciero"),
    (_certificates_locked, r"players\[0\]\.certificates"),
    (_engines_together, r"players\[1\]\.engine"),
    (_engine_at_end, r"players\[0\]\.engine"),
    (_known_too_well, r"players\[0\]\.known\.\w+"),
]


# What a snapshot has no words for: it tells each of these things once.
UNWRITTEN = (_building_unlisted, _building_not_there, _tile_on_ramp, _coins_alone)


@pytest.mark.parametrize(
    ("change", "path"), IMPOSSIBLE, ids=[change.__name__[1:] for change, _ in IMPOSSIBLE]
)
def test_an_impossible_position(change: Callable[[Raw], None], path: str) -> None:
    """INFO-10: it is found, and refused when read."""
    raw = midgame()
    change(raw)
    paths = found(raw)
    assert any(re.fullmatch(path, name) for name in paths), paths
    if change in UNWRITTEN:
        return
    with pytest.raises((PositionError, SnapshotError)):
        decode(encode(state_of(WORDS.core, raw), RULES))


def test_a_position_that_is_merely_unlikely_is_none_of_that() -> None:
    raw = midgame()
    player = raw["player"][0]
    player["pesos"], player["grain"], player["tokens"] = 30_000, 8, 250
    player["engine"] = raw["player"][1]["engine"] = FIGURES["n_track"]
    raw["turn"] += 3 * 1000
    assert found(raw) == []


# --- decisions -----------------------------------------------------------------------------------


def sound_stacks() -> list[tuple[Raw, ...]]:
    """Stacks on a visit that the rules allow."""
    quay, take = program("place_disc"), program("take_cattle")
    hire, build, stride, helping = (program(n) for n in ("hire", "build", "move", "help"))
    worker = min(WORKER_PROGRAMS)
    granjero = min(GRANJERO_PROGRAMS)
    return [
        (),
        (frame("discard", n=1),),
        (program("draw_discard"), frame("draw", n=2)),
        (hire, frame("hire", n=effect_of(hire)["amount"]["base"])),
        (hire, frame("program", index=worker, next=0), frame("discard", n=1)),
        (build, frame("build", n=effect_of(build)["amount"]["base"])),
        (stride, frame("move_on", n=effect_of(stride)["amount"]["base"])),
        (helping, _help()),
        (helping, frame("add_granjero"), frame("program", index=granjero), frame("discard", n=1)),
        (quay, frame("place_disc", purpose=2, target=effect_of(quay)["quay"])),
        (take, frame("take_cattle", **_taking(effect_of(take)))),
        (program("engine"), frame("engine", n=1)),
        (
            program("engine"),
            frame("station_master", station=0),
            frame("place_disc", purpose=1, target=0, must=1),
        ),
        (program("objective"), frame("objective")),
        (program("delivery"), frame("extra_delivery")),
        (program("buy_cattle"), frame("buy_cattle", n=1)),
    ]


def test_sound_stacks_of_decisions_are_taken() -> None:
    for frames in sound_stacks():
        raw = at_location(midgame(), *frames)
        raw["player"][raw["seat"]]["pesos"] = 50
        raw["player"][raw["seat"]]["station_discs"] = [0] * core.MAX_STATIONS
        assert not [path for path in found(raw) if path.startswith("decisions")], frames


BAD_STACKS: dict[str, Callable[[Raw], Raw]] = {
    "no turn below": lambda raw: pending(raw, frame("discard", n=1)),
    "phase C": lambda raw: pending(raw, blank_frame() | {"kind": core.FRAME_END_TURN}),
    "two turns": lambda raw: pending(raw, frame("move"), frame("move")),
    "program on top": lambda raw: at_location(raw, program("engine")),
    "no kind": lambda raw: pending(raw, blank_frame()),
    "unknown kind": lambda raw: pending(raw, blank_frame() | {"kind": 26}),
    "slot without meaning": lambda raw: pending(raw, frame("move", n=3)),
    "committed twice": lambda raw: at_location(
        raw, program("engine"), frame("engine", n=1, must=2)
    ),
    "action done in a fresh visit": lambda raw: pending(
        at_location(raw), frame("local_action", done=1)
    ),
    "no action done in a visit": lambda raw: pending(
        at_location(raw), frame("local_action", visit=1)
    ),
    "too many actions": lambda raw: pending(
        at_location(raw), frame("local_action", done=32, visit=1)
    ),
    "two last actions": lambda raw: pending(
        at_location(raw), frame("local_action", done=3, visit=1, last=3)
    ),
    "discards on discards": lambda raw: at_location(
        raw, frame("discard", n=1), frame("discard", n=1)
    ),
    "no discards": lambda raw: at_location(raw, frame("discard", n=0)),
    "no such card": lambda raw: at_location(raw, frame("discard", n=1, lowest=40)),
    "effect not reached": lambda raw: at_location(
        raw, program("engine", next=0), frame("engine", n=1)
    ),
    "effect that is not there": lambda raw: at_location(
        raw, program("engine", next=9), frame("engine", n=1)
    ),
    "decision of another effect": lambda raw: at_location(raw, program("engine"), frame("hire")),
    "another price": lambda raw: at_location(raw, program("hire"), frame("hire", n=-9)),
    "program of another place": lambda raw: at_location(
        raw, frame("program", index=min(WORKER_PROGRAMS - VISIT_PROGRAMS), next=1)
    ),
    "programs without end": lambda raw: at_location(raw, *[program("hire")] * 9, frame("hire")),
    "card cost without a card": lambda raw: at_location(
        raw, frame("discard_for_reward", program=part(program("engine"), "index"))
    ),
    "building not in the supply": lambda raw: _on_board(
        at_location(raw, program("build"), frame("building_site", number=0, n=2))
    ),
    "more gauchos than there are": lambda raw: at_location(
        raw, program("buy_cattle"), frame("buy_cattle", n=6)
    ),
    "purchase without cards": lambda raw: at_location(
        raw, program("buy_cattle"), frame("buy_cattle", n=1, begun=1, offer=1)
    ),
    "two cards at the price of one": lambda raw: at_location(
        raw, program("buy_cattle"), frame("buy_cattle", n=1, begun=1, first_card=5, second_card=6)
    ),
    "station too dear": lambda raw: _poor(
        at_location(raw, program("engine"), frame("upgrade_station", at=0))
    ),
    "no such station": lambda raw: at_location(
        raw, program("engine"), frame("upgrade_station", at=10)
    ),
    "disc on another station": lambda raw: at_location(
        raw,
        program("engine"),
        frame("station_master", station=0),
        frame("place_disc", purpose=1, target=1),
    ),
    "disc on a ship at a location": lambda raw: at_location(
        raw, program("place_disc"), frame("place_disc", purpose=0, target=0)
    ),
    "disc on a ship of the pile": lambda raw: pending(
        _visiting(raw),
        frame("buenos_aires", stage=3),
        frame("place_disc", purpose=0, target=raw["pile"][0], must=1),
    ),
    "disc for no purpose": lambda raw: at_location(
        raw, program("place_disc"), frame("place_disc", purpose=3, target=0)
    ),
    "farmer of an empty space": lambda raw: _helping(raw, first=_empty_farmer_space(raw)),
    "farmer of no farmer space": lambda raw: _helping(raw, first=NEUTRAL[0]),
    "farmers out of order": lambda raw: _helping(
        raw, first=_farmer_spaces(raw)[1], second=_farmer_spaces(raw)[0]
    ),
    "second farmer without a first": lambda raw: _helping(raw, second=_farmer_spaces(raw)[0]),
    "nobody to help": lambda raw: _helping(raw, n=0),
    "granjero of another space": lambda raw: at_location(
        raw, frame("help_granjeros", n=-_farmer_spaces(raw)[0])
    ),
    "token in a reveal": lambda raw: at_location(
        raw, program("help"), _help(first=_farmer_spaces(raw)[0]), frame("discard", n=1)
    ),
    "farmers that are not there": lambda raw: at_location(
        raw, program("help"), frame("add_granjero", green=9)
    ),
    "no such class": lambda raw: at_location(
        raw, program("take_cattle"), frame("take_cattle", card_class=20)
    ),
    "income before loading": lambda raw: pending(_visiting(raw), frame("buenos_aires", n=5)),
    "no such stage": lambda raw: pending(_visiting(raw), frame("buenos_aires", stage=7)),
    "arrival at a later row": lambda raw: pending(
        _visiting(raw), frame("buenos_aires", token_row=raw["job_row"] + 1)
    ),
}


def _on_board(raw: Raw) -> Raw:
    raw["player"][raw["seat"]]["buildings"][0] = core.GONE
    return raw


def _poor(raw: Raw) -> Raw:
    raw["player"][raw["seat"]]["pesos"] = 0
    return raw


def _visiting(raw: Raw) -> Raw:
    raw["player"][raw["seat"]]["estanciero"] = FIGURES["buenos_aires"]
    return raw


def _farmer_spaces(raw: Raw) -> list[int]:
    return [space for space in sorted(FARMER) if raw["tile"][space]]


def _empty_farmer_space(raw: Raw) -> int:
    space = _farmer_spaces(raw)[0]
    raw["box_tiles"][raw["tile"][space] - 1] += 1
    raw["tile"][space] = raw["coins"][FIGURES["spaces"][space]["farmer"]] = 0
    return space


def _help(**fields: int) -> Raw:
    effect = effect_of(program("help"))
    asked = {"n": effect["amount"]["base"], "extra": effect["strength"]}
    return frame("help_granjeros", **asked | fields)


def _helping(raw: Raw, **fields: int) -> Raw:
    return at_location(raw, program("help"), _help(**fields))


def _taking(effect: Raw) -> dict[str, int]:
    return {name: effect[name] for name in ("card_class", "into_hand")}


@pytest.mark.parametrize("name", BAD_STACKS)
def test_a_stack_of_decisions_that_cannot_be(name: str) -> None:
    raw = BAD_STACKS[name](midgame())
    paths = found(raw)
    assert any(path.startswith("decisions") for path in paths), paths


def test_decisions_beyond_the_last_are_a_fault() -> None:
    raw = midgame()
    raw["frames"][5]["kind"] = DECISIONS["move"]
    assert found(raw) == ["decisions[5]"]


def test_a_decision_without_an_option_is_refused() -> None:
    """More discards owed than cards held."""
    raw = at_location(midgame(), frame("discard", n=99))
    assert found(raw) == []
    with pytest.raises(
        PositionError, match=r"decisions\[1\]: expected a decision in which something can be done"
    ):
        decode(encode(state_of(WORDS.core, raw), RULES))


# --- views ---------------------------------------------------------------------------------------


def test_a_view_in_which_no_hand_fits_the_decision_is_refused() -> None:
    """INFO-06: the hidden cards must allow the pending decision of another seat an option."""
    raw = midgame()
    mover, other = raw["seat"], (raw["seat"] + 1) % 3
    for decision in (
        frame("discard", n=raw["player"][mover]["hand_size"] + 1),
        frame("discard", n=2, lowest=FIGURES["n_cards"] - 1),
    ):
        state = state_of(WORDS.core, at_location(midgame(), decision))
        assert found(fields_of(state.view(other))) == [f"players[{mover}].hand_size"]
    first, second, third = _farmer_spaces(midgame())[-3:]
    helped = _helping(midgame(), first=first, second=second, third=third)
    view = fields_of(state_of(WORDS.core, helped).view(other))
    player = view["player"][mover]
    player["draw_size"] += player["hand_size"] - sum(player["hand"])
    player["hand_size"] = sum(player["hand"])  # nothing unknown is left in the hand
    assert found(view) == [f"players[{mover}].hand_size"]


def test_views_are_in_order_and_without_random_numbers() -> None:
    for field in ("market_stack", "pile"):
        raw = fields_of(_midgame().view(0))
        raw[field][0], raw[field][1] = raw[field][1] + 1, raw[field][0]
        assert f"{field}[1]" in found(raw)
    raw = fields_of(_midgame().view(0))
    raw["rng"] = 1
    assert found(raw) == ["rng"]


# --- the words of faults -------------------------------------------------------------------------


def _misplaced_farmer(data: Data) -> None:
    data["trail"]["farmers"]["g1"] = {"tile": "blue4b"}


def _nobody_took_the_token(data: Data) -> None:
    data["job_market"]["token_row"] = None


def _token_not_out(data: Data) -> None:
    data["ending"] = 0


def _ending_of_nobody(data: Data) -> None:
    data["ending"] = 3


def _neutral_twice(data: Data) -> None:
    data["trail"]["neutral"]["n1"] = data["trail"]["neutral"]["n2"]


def _no_such_building(data: Data) -> None:
    data["players"][data["seat"]]["buildings"] = {"4": "basic2"}
    data["decisions"] = [{"decision": "building_site", "building": "4", "pesos_per_carpintero": 2}]


def _helped_worker(data: Data) -> None:
    data["helped_farmers"]["maquinista+"] = 2


def _objective_twice(data: Data) -> None:
    data["objective_display"][1] = data["objective_display"][0]


def _game_that_goes_on(data: Data) -> None:
    data["decisions"] = []


WORDED: list[tuple[Callable[[Data], None], str]] = [
    (
        _misplaced_farmer,
        "trail.farmers.g1: expected a farmer of the colour of the space, got blue4b",
    ),
    (
        _nobody_took_the_token,
        "ending: expected the seat that took the job market token, which is out, got null",
    ),
    (_token_not_out, "ending: expected null, as the token is in the job market, got 0"),
    (_ending_of_nobody, "ending: expected a seat 0 .. 2, got 3"),
    (_neutral_twice, r"trail.neutral: expected each neutral building once, got [A-H], [A-H], "),
    (
        _no_such_building,
        'decisions.0.: expected a building of the supply, got {"decision": "building_site",'
        ' "building": "4", "pesos_per_carpintero": 2}',
    ),
    (_helped_worker, r"helped_farmers.maquinista\+: expected farmers only, got 2"),
    (_objective_twice, r"objective_display: expected no card twice, got obj\d+, obj\d+, obj"),
    (
        _game_that_goes_on,
        "decisions: expected the decision at hand, as the game is not over, got none",
    ),
]


@pytest.mark.parametrize(("change", "words"), WORDED, ids=[c.__name__[1:] for c, _ in WORDED])
def test_faults_are_told_in_the_words_of_the_snapshot(
    change: Callable[[Data], None], words: str
) -> None:
    data = encode(_midgame(), RULES)
    change(data)
    told = [str(problem) for problem in problems_in(data)]
    assert any(re.match(words, text) for text in told), told
    with pytest.raises(PositionError):
        decode(data)


# --- the counter of turns ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_loads_with_the_largest_turn_loads_as_long_as_it_is_played(players: int) -> None:
    """At its bound the counter goes through its last round again."""
    data = new_game(players, 3).to_dict()
    data["turn"] = core.MAX_TURN - players + 1
    for player in data["players"]:
        player["estanciero"] = "n1"
    data["decisions"] = [{"decision": "move"}]
    state = State.from_dict(data)
    assert (state.seat_to_move, state.turn) == (0, core.MAX_TURN - players + 1)
    turns = set()
    while not state.is_over:
        state.core.play_random(state.turn, 7)
        turns.add(state.turn)
        assert State.from_bytes(state.to_bytes()) == state
    assert turns == set(range(core.MAX_TURN - players + 1, core.MAX_TURN + 1))
