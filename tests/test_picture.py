"""Pictures of positions: as wide as asked, complete, and never of what is hidden."""

from __future__ import annotations

import copy
import random
import re
import string
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from editing import edited
from fields import fields_of, state_of
from hypothesis import given, settings
from hypothesis import strategies as st
from loading import script
from rich.console import Console

from gwta_ai import Ruleset, State, View, new_game
from gwta_ai.games.argentina.compiled import compiled_rules
from gwta_ai.games.argentina.layout import DECISIONS
from gwta_ai.games.argentina.picture import decision, marks, players
from gwta_ai.games.argentina.picture.board import Board
from gwta_ai.games.argentina.picture.lanes import Lanes, lanes
from gwta_ai.games.argentina.picture.page import WIDE, plain
from gwta_ai.games.argentina.picture.trail import Trail, shares
from gwta_ai.games.pictures import LEAST_COLUMNS, printed

pictures = script("pictures")

WIDTHS = (LEAST_COLUMNS, 80, WIDE - 1, WIDE, 120)
# Seeds of random games; the number of players, sides and neutral buildings follow them.
SEEDS = range(6)
# Another trail: three lanes, a branch that ends further on, and a fork with a way without
# any tile.
_N3 = 'id = "n3", kind = "neutral", letter = "C", next = '
_BASIC5 = 'id = "basic5", kind = "building", next = '
OTHER_TRAIL = (
    (_N3 + '["basic4", "basic5"]', _N3 + '["basic4", "basic5", "n4"]'),
    (_BASIC5 + '["n4"]', _BASIC5 + '["n5"]'),
)


def positions(seed: int, sample: int, ruleset: Ruleset | None = None) -> Iterator[State]:
    """A random game from its start to its end: about ``sample`` positions of it."""
    options = {"buildings": "random", "neutral": "random", "ruleset": ruleset}
    state = new_game(2 + seed % 3, seed, **options)  # type: ignore[arg-type]
    choose = random.Random(seed)
    while not state.is_over:
        if choose.random() < sample / 700:
            yield state
        state.core.step(choose.choice(state.core.legal()))
    yield state


def sights(state: State) -> list[State | View]:
    """The state, and what each seat sees of it."""
    return [state, *(state.view(seat) for seat in range(state.players))]


def check(position: State | View, width: int) -> str:
    """The picture, which must hold what is asked of any picture."""
    text = plain(position, width)
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in text, "something was cut off"
    assert not any(line != line.rstrip() for line in lines)
    board = Board(position)
    for name in board.names.spaces:
        if board.kind(board.names.spaces.index(name)) != "ramp":
            assert re.search(rf"[■□◆] {name}\b", text), name
    for seat in board.seats:
        assert f"►{seat}" in text
        assert f"♞{seat}" in text
        assert f"{marks.pesos(board.player(seat)['pesos'])} · grain" in text
    assert "decision ─" in text
    return text


# ------------------------------------------------------------------------------ golden files


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_golden_picture(name: str) -> None:
    golden = pictures.golden_file(name).read_text(encoding="utf-8")
    assert pictures.picture(name) == golden


# ---------------------------------------------------------------------------- any position


@pytest.mark.parametrize("seed", SEEDS)
def test_any_position_has_a_picture(seed: int) -> None:
    choose = random.Random(seed)
    for state in positions(seed, 5):
        for position in choose.sample(sights(state), 2):
            check(position, choose.choice(WIDTHS))


@settings(max_examples=25)
@given(st.integers(0, 30), st.integers(0, 600), st.integers(LEAST_COLUMNS, 170), st.integers(0, 4))
def test_picture_of_any_width(seed: int, moves: int, width: int, sight: int) -> None:
    state = new_game(2 + seed % 3, seed, buildings="random", neutral="random")
    state.core.play_random(seed, moves)
    seen = sights(state)
    check(seen[sight % len(seen)], width)


def test_every_piece_on_the_trail_is_shown() -> None:
    """Tile, owner, fee, coins and estancieros stand beside the space, on its line."""
    for state in positions(7, 6):
        board, text = Board(state), plain(state, 240)
        for index, name in enumerate(board.names.spaces):
            cell = re.search(rf"[■□◆] {name}\b(.*)", text)
            pieces = [f"♞{seat}" for seat in board.estancieros(index)]
            farmer, building = board.farmer(index), board.building(index)
            if farmer:
                pieces += [f"{farmer.colour} {farmer.strength}", f"fee ${farmer.fee}"]
                more = board.coins(index)
                pieces.append(f"holds ${board.spaces[index]['coins']}" + f"+{more}" * bool(more))
            if building:
                pieces.append(f"⌂{building.seat} {board.private_name(building.number)}")
            if board.neutral(index) is not None:
                pieces.append(state.to_dict()["trail"]["neutral"][name])
            if pieces:
                assert cell is not None, name
                at = -1
                for piece in pieces:
                    at = cell[1].find(piece, at + 1)
                    assert at >= 0, (name, piece, cell[1])


@pytest.mark.parametrize("seed", [2, 3])
def test_every_disc_is_shown(seed: int) -> None:
    """As many discs as each player has, wherever they lie."""
    for state in positions(seed, 2):
        text = plain(state, 120)
        for seat, player in enumerate(state.to_dict()["players"]):
            zones = ("ship_discs", "quay_discs", "station_discs", "city_discs")
            placed = sum(sum(player[zone].values()) for zone in zones)
            shown = re.findall(rf"●{seat}(?:×(\d+))?", text)
            assert sum(int(count or 1) for count in shown) == placed + (text.count("● disc of") > 9)


def test_what_cleared_discs_and_masters_give() -> None:
    """Limits, strength, auxiliary actions and permanent markers of a board that has grown."""
    board = Board(new_game(2, 1))
    player = board.player(0)
    gone = ("aux1_b", "aux3_a", "aux4_a", "aux4_b", "certificate", "hand_1", "step_1", "strength_2")
    player["discs"] = [disc for disc in player["discs"] if disc not in gone]
    player["workers"] |= {"gaucho": ["strong"], "maquinista": ["plain", "strong"]}
    masters = zip(board.names.masters, board.figures["masters"], strict=False)
    permanent = [name for name, figures in masters if figures["grain"] or figures["certificates"]]
    player["station_masters"] = permanent
    lines = printed(players.player(board, 0, 150), Console(width=150)).splitlines()
    grain, certificates = (board.permanent(0, what) for what in ("grain", "certificates"))
    assert grain + certificates == len(permanent) > 0
    assert lines[0].startswith(
        f"$7 · grain 0/8 (+{grain} permanent) · certificates 0/6 (+{certificates} permanent)"
    )
    assert "steps 5 · strength 4" in lines[0]
    assert "gaucho     ■+□□□□ next: $2, remove card" in lines[1] + lines[2]
    assert "maquinista ■■+□□□ next: engine 2" in lines[2] + lines[3]
    text = "\n".join(lines)
    assert "1 ○ double   2 ● single   3 ○● single   4 ○○ double   5 ●●   6 ●●" in text
    assert "9 left, 2 dark   certificates 6 ○   hand +1 ○●   steps +2 ○   steps +1 ●" in text
    assert "strength +1 ●   strength +2 ○" in text
    assert "hand 4/5" in text


def test_every_decision_is_said() -> None:
    """Each kind has its words, and random games find no fault in them."""
    said = {*decision._PLAIN, *decision._SPECIAL, "buenos_aires"}
    assert said == set(DECISIONS)
    for seed in SEEDS:
        for state in positions(seed, 200):
            board = Board(state)
            for frame in board.data["decisions"]:
                text = decision.said_of(board, frame)
                assert text, frame
                assert "{" not in text, text


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        ({"decision": "draw", "cards": 3, "then": "discard"}, "draw up to 3 cards, then discard"),
        ({"decision": "discard", "cards": 1}, "discard 1 card"),
        ({"decision": "hire", "cost_change": -1}, "hire a worker for $1 less"),
        ({"decision": "discard_for_reward", "action": "risk:special2"}, "cattle → $1"),
        ({"decision": "extra_delivery"}, "extra delivery"),
        ({"decision": "upgrade_behind"}, "behind the engine"),
        ({"decision": "take_cattle", "card": "any_cattle", "to": "hand"}, "take cattle from"),
        ({"decision": "place_disc", "on": {"ship": "18"}}, "the disc for ship 18"),
        ({"decision": "help_granjeros", "whom": "g1", "farmers": ["g1"]}, "chosen: g1"),
        ({"decision": "buenos_aires", "stage": "loading", "income": 7}, "value up to 7"),
        ({"decision": "buenos_aires", "stage": "leave_buenos_aires"}, "leave"),
    ],
)
def test_a_decision_in_words(frame: dict[str, Any], text: str) -> None:
    assert text in decision.said_of(Board(new_game(2, 1)), frame)


# ------------------------------------------------------------------------------ what is hidden


def _stacks_turned(state: State) -> State:
    """The state with every stack and bag in another order."""
    raw: dict[str, Any] = fields_of(state.core)
    piles = [(raw["market_stack"], raw["market_size"]), (raw["pile"], raw["pile_size"])]
    piles.append((raw["objective_stack"], raw["objective_size"]))
    piles += zip(raw["bag"], raw["bag_size"], strict=True)
    piles += [(player["draw"], player["draw_size"]) for player in raw["player"]]
    for pile, size in piles:
        pile[:size] = reversed(pile[:size])
    return State.of(state_of(compiled_rules(state.ruleset), raw), state.ruleset)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_no_picture_shows_the_order_of_a_stack(seed: int) -> None:
    for state in positions(seed, 2):
        turned = _stacks_turned(state)
        assert turned != state or state.is_over
        assert plain(turned, 80) == plain(state, 80)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_picture_of_a_view_shows_no_hidden_hand(seed: int) -> None:
    for state in positions(seed, 2):
        seat = seed % state.players
        other = state.view(seat).determinize(seed)
        assert plain(other.view(seat), 120) == plain(state.view(seat), 120)


def test_hands_of_a_state_are_open() -> None:
    state = new_game(2, 5)
    text = plain(state, 240)
    views = [plain(state.view(seat), 240) for seat in range(2)]
    for seat in range(2):
        hand = ", ".join(Board(state).cards(state.to_dict()["players"][seat]["hand"]))
        assert f"{hand} (breeding" in text
        assert f"{hand} (breeding" in views[seat]
        assert f"{hand} (breeding" not in views[1 - seat]


# ------------------------------------------------------------------------------------ signs


def test_signs_have_a_replacement() -> None:
    for name in pictures.PICTURES:
        text = pictures.picture(name)
        plain_text = text.translate(marks.ASCII)
        assert plain_text.isascii(), set(plain_text) - set(string.printable)
        assert len(plain_text) == len(text)


# -------------------------------------------------------------------------------- the drawing


def _check_lanes(drawing: Lanes, exits: dict[int, list[int]]) -> None:
    """Every space once, every way downward, and nothing on top of each other."""
    assert sorted(space for spaces in drawing.layers for space in spaces) == sorted(exits)
    assert sorted((e.source, e.target) for e in drawing.edges) == sorted(
        (space, target) for space, targets in exits.items() for target in targets
    )
    for edge in drawing.edges:
        assert drawing.layer[edge.source] < drawing.layer[edge.target]
    for space, layer in drawing.layer.items():
        into = [drawing.layer[e.source] for e in drawing.into(space)]
        assert layer == 1 + max(into, default=-1)
    for layer, spaces in enumerate(drawing.layers):
        inside = [drawing.lane[space] for space in spaces]
        passing = [edge.lane for edge in drawing.beside(layer)]
        assert len({*inside, *passing}) == len(inside) + len(passing)
        running = [edge.lane for edge in drawing.between(layer)]
        assert len(set(running)) == len(running)
    for space in drawing.layer:
        assert all(e.lane >= drawing.lane[space] for e in drawing.out_of(space))
        assert all(e.lane >= drawing.lane[space] for e in drawing.into(space))


@settings(max_examples=200)
@given(st.integers(2, 25), st.randoms(use_true_random=False))
def test_lanes_of_any_graph(n: int, choose: random.Random) -> None:
    exits: dict[int, list[int]] = {space: [] for space in range(n)}
    for space in range(1, n):
        exits[choose.randrange(space)].append(space)  # a way from the start
    for space in range(n - 1):
        targets = [at for at in range(space + 1, n) if at not in exits[space]]
        least = 0 if exits[space] else 1
        most = min(3, len(targets))
        exits[space] += choose.sample(targets, choose.randint(min(least, most), most))
    _check_lanes(lanes(range(n), exits), exits)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=6), st.integers(24, 200))
def test_shares(wanted: list[int], width: int) -> None:
    given_ = shares(wanted, width)
    assert sum(given_) <= width
    if sum(wanted) <= width:
        assert sum(given_) == width
        assert all(got >= want for got, want in zip(given_, wanted, strict=True))
    else:
        share = width // len(wanted)
        assert all(got >= min(want, share) for got, want in zip(given_, wanted, strict=True))


@pytest.mark.parametrize("width", [80, 120])
def test_another_trail_is_drawn(width: int) -> None:
    ruleset = edited(*OTHER_TRAIL)
    board = Board(new_game(2, 1, ruleset=ruleset))
    _check_lanes(board.lanes, {e: [] for e in board.lanes.layer} | _exits(board))
    assert max(board.lanes.lane.values()) >= 2
    for state in positions(1, 3, ruleset):
        check(state, width)
        _check_svg(state)


def test_a_shortcut_that_is_the_only_way_is_part_of_the_drawing() -> None:
    board = Board(new_game(2, 1))
    index = board.names.spaces.index
    (last,) = (at for at in board.lanes.layer if board.exits(at) == [index("buenos_aires")])
    del board.lanes
    board.spaces = copy.deepcopy(board.spaces)
    board.spaces[last] |= {"n_next": 1, "next": [index("ramp_23"), 0, 0]}
    _check_lanes(board.lanes, {e: [] for e in board.lanes.layer} | _exits(board))
    text = printed(Trail(board), Console(width=80))
    assert text.count("◆ ramp_23  ramp 23\n") == 1
    assert "space 23" not in text, "shown as a way, not as a shortcut"


def _exits(board: Board) -> dict[int, list[int]]:
    exits: dict[int, list[int]] = {}
    for edge in board.lanes.edges:
        exits.setdefault(edge.source, []).append(edge.target)
    return exits


# ------------------------------------------------------------------------------------- SVG

_SVG = "{http://www.w3.org/2000/svg}"


def _check_svg(position: State | View) -> None:
    root = ElementTree.fromstring(position._repr_svg_())
    assert root.tag == f"{_SVG}svg"
    board = Board(position)
    groups = {group.get("data-space"): group for group in root.iter(f"{_SVG}g")}
    for index, name in enumerate(board.names.spaces):
        if index not in board.lanes.layer:
            continue
        found = [part for part in groups[name].iter() if part.get("class") == "tile"]
        tiles = [(part.get("data-tile"), part.get("data-seat")) for part in found]
        neutral, building = board.neutral(index), board.building(index)
        expected: list[tuple[str | None, str | None]] = []
        if neutral is not None:
            expected.append((board.names.neutral[neutral], None))
        if building:
            expected.append((board.private_name(building.number), str(building.seat)))
        if board.farmer(index):
            expected.append((board.data["trail"]["farmers"][name]["tile"], None))
        assert tiles == expected, name
        pawns = [p for p in groups[name].iter() if p.get("class") == "estanciero"]
        assert [p.get("data-seat") for p in pawns] == [str(s) for s in board.estancieros(index)]
    pawns = [part for part in root.iter() if part.get("class") == "estanciero"]
    assert sorted(int(pawn.get("data-seat", "")) for pawn in pawns) == list(board.seats)
    x, y, width, height = map(float, root.get("viewBox", "").split())
    for part in root.iter(f"{_SVG}rect"):
        assert x <= float(part.get("x", 0)) <= width
        assert y <= float(part.get("y", 0)) <= height


@pytest.mark.parametrize("seed", SEEDS)
def test_svg(seed: int) -> None:
    """Well-formed, and every tile and estanciero on its space."""
    for state in positions(seed, 8):
        _check_svg(state)
        _check_svg(state.view(seed % state.players))


def test_svg_of_a_name_with_signs_of_its_own() -> None:
    ruleset = edited(('title = "Great Western Trail: Argentina"', 'title = "<&> \\" ]]>"'))
    position = new_game(2, 1, ruleset=ruleset)
    _check_svg(position)
    assert plain(position, 80).startswith('<&> " ]]>')
