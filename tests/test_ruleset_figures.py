"""The figures of the shipped ruleset, their names, and the form the core takes them in."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from editing import EARLIER
from ruleset_files import ANNOTATIONS, RAW, TEXT, TIED, Read, figures, recounted, replaced

from gwta_ai import Ruleset
from gwta_ai._engine.argentina.core import CompiledRules, CoreState
from gwta_ai.errors import RulesetError
from gwta_ai.games.argentina.layout import STRUCTS, core
from gwta_ai.games.argentina.ruleset import codes as codes_of
from gwta_ai.games.argentina.ruleset import grammar, reading, trail
from gwta_ai.games.argentina.ruleset.names import Names

Tables = dict[str, Any]


@pytest.fixture(scope="module")
def default() -> Ruleset:
    return Ruleset(TEXT)


@pytest.fixture(scope="module")
def compiled(default: Ruleset) -> Tables:
    return default.compiled()


# ------------------------------------------------------------------------------ the core's form


def fits(figures: Tables) -> bool:
    """Whether the core's struct holds exactly these figures, without loss."""
    return STRUCTS.unpack("Rules", STRUCTS.pack("Rules", figures)) == figures


def test_compiled_mirrors_the_core(compiled: Tables) -> None:
    assert fits(compiled)


def test_extreme_figures_fit_the_core() -> None:
    """A figure at either end of its range still fits the core's types."""
    loaded = 0
    for kind, of_kind in figures().items():
        place, value = of_kind[0]
        if kind in TIED or isinstance(value, bool):
            continue
        with pytest.raises(RulesetError) as caught:
            Read(replaced(place, 10**6))
        bounds = re.search(r"an integer (-?\d+) \.\. (-?\d+)", str(caught.value))
        assert bounds, caught.value
        for end in bounds.groups():
            try:
                ruleset = recounted(replaced(place, int(end)))
            except RulesetError:  # tied to other figures at this end
                continue
            assert fits(ruleset.compiled), kind
            loaded += 1
    assert loaded >= 100


def constants(prefix: str) -> set[int]:
    """The values of the core's codes of a kind."""
    return {value for name, value in vars(core).items() if name.startswith(prefix)}


def test_every_code_of_the_core_has_a_word() -> None:
    for prefix, codes in (
        ("COUNT_", codes_of.COUNTS),
        ("EFFECT_", codes_of.EFFECTS),
        ("COST_", codes_of.COSTS),
        ("SPACE_", codes_of.SPACES),
    ):
        nothing = {0} if prefix in ("EFFECT_", "COST_", "SPACE_") else set()
        assert {*codes.values()} | nothing == constants(prefix) | nothing, prefix
    for prefix, words in (("HAND_", grammar.HANDS), ("CORNER_", grammar.CORNERS)):
        for word in words:
            assert f"{prefix}{word.upper()}" in vars(core)
    assert len(grammar.SHIP_COLOURS) == core.SHIP_COLOURS
    assert len(grammar.COLOURS) == core.COLOURS
    assert len(grammar.SIDES) == core.QUARTER_SIDES
    assert len(grammar.ROWS) == core.ROWS
    assert len(grammar.BAGS) == core.BAGS


def test_every_word_of_the_grammar_has_a_code() -> None:
    assert grammar.EFFECTS.keys() == codes_of.EFFECTS.keys()
    assert grammar.COSTS.keys() == codes_of.COSTS.keys()
    assert {"", *grammar.COUNTS} == codes_of.COUNTS.keys()


def test_the_core_takes_it(compiled: Tables) -> None:
    rules = CompiledRules(STRUCTS.pack("Rules", compiled))
    assert CoreState.new(rules, 2, 0, None, 1).legal()
    with pytest.raises(ValueError, match="bytes"):
        CompiledRules(b"")


# ------------------------------------------------------------------------------ figures


def test_pieces(compiled: Tables) -> None:
    """The component list of the rulebook."""
    cards = compiled["cards"]
    assert sum(card["market_copies"] for card in cards) == compiled["market_size"] == 36
    assert 4 * sum(card["player_copies"] for card in cards) == 56
    assert compiled["exhaustion_copies"] == 25
    assert compiled["n_objectives"] == 24
    tiles = compiled["tiles"][: compiled["n_tiles"]]
    for row in range(3):
        of_row = [tile for tile in tiles if tile["worker"] and tile["row"] == row]
        assert [sum(tile["copies"]) for tile in of_row] == [11, 8]
    farmers = [tile for tile in tiles if not tile["worker"]]
    numbers = [sum(sum(t["copies"]) for t in farmers if t["colour"] == c) for c in range(4)]
    assert numbers == [12, 12, 12, 15]
    assert compiled["bag_sizes"] == [36, 39, 33]
    assert (compiled["n_ships"], compiled["n_masters"], compiled["masters_in_play"]) == (18, 8, 5)
    assert sum(ship["pile"] for ship in compiled["ships"]) == 7
    assert (compiled["n_neutral"], compiled["n_private"], compiled["n_quays"]) == (8, 10, 5)
    assert compiled["n_disc_spaces"] + compiled["start_quay_discs"] == 18


def test_spaces(default: Ruleset, compiled: Tables) -> None:
    spaces = compiled["spaces"][: compiled["n_spaces"]]
    kinds = [space["kind"] for space in spaces]
    codes = codes_of.SPACES
    assert kinds.count(codes["neutral"]) == 8
    assert kinds.count(codes["building"]) == 22
    assert kinds.count(codes["farmer"]) == 19
    assert kinds.count(codes["ramp"]) == 6
    assert sum(space["grain_field"] for space in spaces) == 11
    assert sum(space["risk"] > 0 for space in spaces) == 7
    assert compiled["colour_spaces"] == [4, 4, 4, 7]
    assert compiled["start"] == 0
    assert compiled["buenos_aires"] == len(spaces) - 1
    for index, space in enumerate(spaces):
        assert all(exit_ > index for exit_ in space["next"][: space["n_next"]])
    names = default.names
    for colour, of_colour in enumerate(compiled["colour_space"]):
        for number, index in enumerate(of_colour[: compiled["colour_spaces"][colour]]):
            space = spaces[index]
            assert (space["colour"], space["number"]) == (colour, number)
            assert names.farmer_spaces[space["farmer"]] == names.spaces[index]


def test_segments(default: Ruleset, compiled: Tables) -> None:
    names, spaces = default.names.spaces, compiled["spaces"]

    def segment(name: str) -> int:
        return int(spaces[names.index(name)]["segment"])

    stretches = [
        ["basic1", "grain1", "grain2"],
        ["g1", "g2", "g3", "g4", "special_grain1", "special_grain2"],
        ["special_grain3", "special2", "o1", "o2", "o3", "o4"],
        *([name] for name in ("basic4", "basic5", "y1", "y2", "grain8", "y3", "y7")),
    ]
    for stretch in stretches:
        assert len({segment(name) for name in stretch}) == 1
    assert len({segment(stretch[0]) for stretch in stretches}) == len(stretches)
    assert {segment(name) for name in ("start", "n1", "n5", "ramp_6", "buenos_aires")} == {255}
    numbers = {space["segment"] for space in spaces[: compiled["n_spaces"]]} - {255}
    assert numbers == set(range(20))


def test_railroad(default: Ruleset, compiled: Tables) -> None:
    """Turnouts are positions right behind their space; ramps and depot speak of positions."""
    track = default.names.track
    assert compiled["n_track"] == 32 + 9 == len(track) - 1
    assert track[3:6] == ("3", "3t", "4")
    assert compiled["depot_exit"] == track.index("24") == 24 + 8
    ramps = {
        name: compiled["spaces"][index]["threshold"]
        for index, name in enumerate(default.names.spaces)
        if name.startswith("ramp")
    }
    assert ramps == {f"ramp_{n}": track.index(str(n)) for n in (3, 6, 9, 12, 17, 23)}
    stations = compiled["stations"][: compiled["n_stations"]]
    turnouts = ["3t", "6t", "8t", "10t", "13t", "17t", "20t", "23t", "26t"]
    assert [track[station["position"]] for station in stations] == [*turnouts, "31"]
    for index, station in enumerate(stations):
        assert compiled["station_at"][station["position"]] == index + 1
    assert sum(compiled["station_at"]) == sum(range(1, 11))
    assert [station["repeatable"] for station in stations] == [0] * 9 + [1]
    assert compiled["shared"] == [1] + [0] * 40 + [1] + [0] * 14
    assert compiled["depot_entry"] == track.index("31")
    assert bool(compiled["back_is_chosen"])


def test_ways_of_the_railroad(default: Ruleset, compiled: Tables) -> None:
    """From a space to the next one or its turnout, from that on to the next one."""
    track = default.names.track

    def places(mask: int) -> set[str]:
        return {name for at, name in enumerate(track) if mask >> at & 1}

    ahead = {name: places(compiled["ahead"][at]) for at, name in enumerate(track)}
    behind = {name: places(compiled["behind"][at]) for at, name in enumerate(track)}
    assert ahead["2"] == {"3"}
    assert ahead["3"] == {"3t", "4"}
    assert ahead["3t"] == {"4"}
    assert ahead["31"] == set()
    assert ahead["depot"] == {"24"}
    assert behind["4"] == {"3", "3t"}
    assert behind["24"] == {"23", "23t"}
    assert behind["0"] == behind["depot"] == set()
    along = dict(zip(track, compiled["along"], strict=False))
    assert (along["0"], along["3"], along["3t"], along["4"], along["depot"]) == (0, 3, 4, 4, 32)
    line = EARLIER.figures
    assert [places(line["ahead"][at]) for at in range(3, 6)] == [{"3t"}, {"4"}, {"5"}]
    assert list(line["along"][:42]) == list(range(42))


def program(compiled: Tables, index: int) -> tuple[int, list[tuple[int, int]]]:
    """Cost and (op, base) of the effects of a program."""
    figures_ = compiled["programs"][index]
    effects = compiled["effects"][figures_["first"] : figures_["first"] + figures_["n"]]
    return figures_["cost_op"], [(effect["op"], effect["amount"]["base"]) for effect in effects]


def test_programs(default: Ruleset, compiled: Tables) -> None:
    ops, costs = codes_of.EFFECTS, codes_of.COSTS
    assert program(compiled, 0) == (0, [])
    effects = [(ops["pesos"], 5), (ops["upgrade_behind"], 0)]
    assert program(compiled, compiled["row_program"][2][5]) == (0, effects)
    assert [row[0] for row in compiled["row_program"]] == [0] * 4
    effects = [(ops["draw"], 2), (ops["remove_cards"], 2)]
    sixth = compiled["auxiliary"][5]["double_"]
    assert program(compiled, sixth) == (costs["engine_back"], effects)
    assert [action["open"] for action in compiled["auxiliary"]] == [1, 1, 0, 0, 0, 0]
    discs = [action["discs"].bit_count() for action in compiled["auxiliary"]]
    assert discs == [1, 1, 2, 2, 2, 2]
    slash = compiled["locals"][compiled["neutral"][7]["locals"][1]]
    assert slash["n"] == 2
    assert program(compiled, slash["first"]) == (costs["remove"], [])
    assert program(compiled, slash["first"] + 1)[1] == [(ops["auxiliary"], 0)]
    assert [building["auxiliary"] for building in compiled["neutral"]] == [0, 0, 1, 0, 0, 0, 1, 1]
    pair = compiled["programs"][compiled["locals"][compiled["neutral"][3]["locals"][0]]["first"]]
    assert (pair["cost_count"], pair["identical"]) == (2, 1)
    assert default.names.classes[pair["cost_arg"]] == "any_cattle"
    grain = compiled["locals"][compiled["private_"][0][0]["locals"][0]]
    effect = compiled["effects"][compiled["programs"][grain["first"]]["first"]]
    count = codes_of.COUNTS["buildings_on_grain_fields"]
    assert effect["amount"] == {"base": 0, "each": 1, "per": 1, "count": count, "arg": 0}


def test_classes(default: Ruleset, compiled: Tables) -> None:
    names = default.names

    def kinds(name: str) -> set[str]:
        mask = compiled["classes"][names.classes.index(name)]
        return {names.cards[kind] for kind in range(len(names.cards)) if mask >> kind & 1}

    assert kinds("any_cattle") == set(names.cattle)
    assert kinds("exhaustion") == {"exhaustion"}
    assert kinds("objective") == set(names.objectives)
    assert kinds("caracu") == {"caracu-2", "caracu-3"}
    assert kinds("value_3") == {"serrano", "chaqueno", "blanco_orejinegro"}
    assert kinds("market_value") == {
        *("serrano", "chaqueno", "blanco_orejinegro"),
        *("franqueiro-3", "franqueiro-4", "franqueiro-5"),
        *("aberdeen_angus-5", "aberdeen_angus-6", "aberdeen_angus-7"),
    }


def test_cards_stand_in_order(default: Ruleset, compiled: Tables) -> None:
    cards = compiled["cards"][: compiled["n_cards"]]
    player = [kind for kind, card in enumerate(cards) if card["player_copies"]]
    assert player == list(range(4))
    assert [card["cattle"] for card in cards] == [1] * 15 + [0] * 25
    assert compiled["exhaustion"] == 15
    assert compiled["first_objective"] == 16
    assert [card["objective"] for card in cards[16:]] == list(range(1, 25))
    assert default.names.cards[15] == "exhaustion"
    types = [card["type"] for card in cards]
    assert types[4] == types[5]
    assert len(set(types)) == 10 + 1 + 24


def test_bonus_spaces(default: Ruleset, compiled: Tables) -> None:
    """Spaces that are alike share a kind; a cover tile hides one space of each quarter."""
    bonus = compiled["bonus"][: compiled["n_bonus"]]
    assert sum(kind["copies"] for kind in bonus) == 31
    assert sum(kind["covered"] for kind in bonus) == 12
    west = [bonus[default.names.bonus.index(f"le_havre_west_{n}")] for n in (1, 2)]
    assert [(kind["copies"], kind["covered"]) for kind in west] == [(1, 0), (3, 1)]
    rotterdam = 1 << default.names.cities.index("rotterdam")
    assert compiled["covered_cities"] == [0, 0, 7, rotterdam, 0]


def test_tasks_share_resources(compiled: Tables) -> None:
    tasks = [task for card in compiled["objectives"] for task in card["tasks"][: card["n_tasks"]]]
    resources = {(task["count"], task["arg"]): task["resource"] for task in tasks}
    assert all(resources[task["count"], task["arg"]] == task["resource"] for task in tasks)
    assert sorted(resources.values()) == list(range(compiled["n_resources"]))


def test_disc_spaces_alike(default: Ruleset, compiled: Tables) -> None:
    spaces = compiled["disc_spaces"][: compiled["n_disc_spaces"]]
    names = default.names.disc_spaces
    first = {names[i]: names[space["same_as"]] for i, space in enumerate(spaces)}
    assert first["aux3_b"] == "aux3_a"
    assert first["hand_2"] == "hand_1"
    assert first["aux6_b"] == "aux6_b"
    assert first["step_2"] == "step_2"
    certificate = spaces[names.index("certificate")]["certificate_limit"]
    assert compiled["certificate_track"][certificate] == 6
    assert compiled["certificate_track"][compiled["certificate_limit"]] == 4


# ------------------------------------------------------------------------------ names, provenance


def test_names(default: Ruleset, compiled: Tables) -> None:
    """Ids are unique and found again; every text is there."""
    catalogue = default.names
    texts = {"cards": "card_names", "spaces": "space_names", "tiles": "tile_names"}
    texts |= {"ships": "ship_names", "quays": "quay_names", "bonus": "bonus_names"}
    texts |= {"objectives": "objective_texts", "masters": "master_texts"}
    texts |= {"disc_spaces": "disc_space_names", "auxiliary": "auxiliary_texts"}
    for ids, english in texts.items():
        assert len(getattr(catalogue, ids)) == len(getattr(catalogue, english))
        assert all(getattr(catalogue, english))
    for ids in (getattr(catalogue, name) for name in catalogue.__slots__):
        if isinstance(ids, Names):
            assert len(set(ids)) == len(ids)
            assert all(ids.index(name) == ids.find(name) == at for at, name in enumerate(ids))
            assert ids.find("nothing") is None
            assert "nothing" not in ids
            with pytest.raises(ValueError, match="nothing"):
                ids.index("nothing")
    alternatives = [local["n"] for local in compiled["locals"][: compiled["n_locals"]]]
    assert [len(local) for local in catalogue.local_texts] == alternatives


def test_wording(default: Ruleset, compiled: Tables) -> None:
    names = default.names
    assert names.local_texts[0] == ("discard Holando Argentino: 2 pesos",)
    risk = compiled["spaces"][names.spaces.index("special2")]["risk"] - 1
    assert names.local_texts[risk] == ("discard cattle card: 1 peso",)
    pair = compiled["neutral"][names.neutral.index("D")]["locals"][0]
    assert names.local_texts[pair] == ("discard 2 × cattle card of one type: 2 pesos",)
    field = compiled["private_"][3][1]["locals"][1]
    assert names.local_texts[field] == ("1 certificate for each 2 × farmer beside the board",)
    assert names.bonus_names[names.bonus.index("le_havre_east_1")] == "Le Havre east (5 VP)"
    assert names.space_names[names.spaces.index("n4")] == "neutral space 4"
    assert names.objective_texts[0] == (
        "1 certificate; 4/-2 VP: 1 × disc in the west of a city, 2 × disc on a station"
    )


def test_provenance(default: Ruleset) -> None:
    said = default.provenance()
    assert RAW.keys() - {"meta"} <= said.keys()
    for name, one in said.items():
        assert one.keys() <= ANNOTATIONS, name
        assert one["provenance"] in {"rulebook", "public-implementation", "inferred"}, name
    assert said["station"]["placeholder"] is True
    assert said["station"]["confidence"] == "low"
    for number in (1, 2, 3, 5, 6, 7):
        assert said[f"trail.space y{number}"]["confidence"] == "low"
    assert said["trail.space special1"]["confidence"] == "medium"
    assert said["quarter.map rotterdam west.space #3"]["confidence"] == "low"
    assert said["worker.tile gaucho C"]["provenance"] == "inferred"


# ------------------------------------------------------------------------------ routes


def routes(
    spaces: dict[str, Tables], segment: dict[str, int], tiles: set[str], start: str, steps: int
) -> set[tuple[str, frozenset[int]]]:
    """All (destination, segments met) of a movement, walked plainly; every tile has a Hand."""
    found = set()
    pending = [(start, steps, frozenset[int]())]
    while pending:
        name, left, met = pending.pop()
        for exit_ in spaces[name]["next"]:
            kind = spaces[exit_]["kind"]
            if kind in trail.CARRIERS and exit_ not in tiles:
                pending.append((exit_, left, met))
            elif not left:
                continue
            elif kind in ("ramp", "buenos_aires"):
                found.add(("buenos_aires", met))
            else:
                now = met | {segment[exit_]} if kind in trail.CARRIERS else met
                found.add((exit_, now))
                pending.append((exit_, left - 1, now))
    return found


def test_bound_on_routes() -> None:
    """No arrangement of tiles gives more routes than the bound the loader works with."""
    order = trail.ordered(reading.read(RAW)["trail"]["space"])
    spaces, segment = {space["id"]: space for space in order}, trail.segments(order)
    carriers = [name for name, space in spaces.items() if space["kind"] in trail.CARRIERS]
    rng = random.Random(1)
    closest = 0.0
    for steps in (3, 5, 8):
        bound = trail.most_routes(order, steps)
        assert bound <= core.MAX_ROUTES
        for _ in range(60):
            density = rng.random()
            tiles = {name for name in carriers if rng.random() < density}
            for start in rng.sample(list(spaces), 6):
                number = len(routes(spaces, segment, tiles, start, steps))
                closest = max(closest, number / bound)
                assert number <= bound
    assert closest > 0.25  # the bound says something
