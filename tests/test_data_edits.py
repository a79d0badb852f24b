"""The core holds no figure of a component: an edit of the data file changes what is legal or
what scores, with the core as it is built."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from editing import edited
from table import Table, options, play, player

from gwta_ai import Ruleset, State, new_game


@dataclass(frozen=True)
class Edit:
    """A change of the file, and what is seen under the ruleset before and after it."""

    old: str
    new: str
    before: object
    after: object
    seen: Callable[[Ruleset], object]


EDITS: list[Edit] = []


def edit(
    old: str, new: str, *, before: object, after: object
) -> Callable[[Callable[[Ruleset], object]], None]:
    def note(seen: Callable[[Ruleset], object]) -> None:
        EDITS.append(Edit(old, new, before, after, seen))

    return note


def names(edit: Edit) -> str:
    return edit.seen.__name__


def start(rules: Ruleset, pesos: int = 0, *hand: str) -> Table:
    """Two players, no exchange tokens; seat 0 has these pesos and cards."""
    return Table(players=2, ruleset=rules).pesos(0, pesos).hand(0, *hand)


def chosen(state: State, verb: str) -> set[str]:
    """What a verb is offered with."""
    return {text.partition(":")[2] for text in options(state) if text.startswith(verb + ":")}


# --- what is legal ---------------------------------------------------------------------------


@edit("{ row = 1, cost = 6 },", "{ row = 1, cost = 5 },", before=set(), after={"1,gaucho"})
def cost_of_a_job_market_row(rules: Ruleset) -> object:
    table = start(rules, 5).no_jobs().job_row(1, "gaucho", token=2)
    return chosen(table.inside(0, "hire"), "hire")


@edit("strength_surcharge = 1 ", "strength_surcharge = 0 ", before=set(), after={"1,gaucho+"})
def surcharge_of_a_strength_icon(rules: Ruleset) -> object:
    table = start(rules, 6).no_jobs().job_row(1, "gaucho+", token=2)
    return chosen(table.inside(0, "hire"), "hire")


@edit(
    'letter = "A"\nactions = [\n  { cost = { discard = "holando_argentino" }',
    'letter = "A"\nactions = [\n  { cost = { discard = "patagonico" }',
    before={"2", "3"},
    after={"1=patagonico", "2", "3"},
)
def cost_of_a_neutral_building(rules: Ruleset) -> object:
    table = start(rules, 50, "patagonico").no_jobs().job_row(1, "gaucho", token=2)
    return chosen(table.visit(0, "n1"), "local")


@edit(
    'actions = [{ gain = [{ grain = { each = 1, of = "buildings_on_grain_fields" } }] }]',
    'actions = [{ gain = [{ grain = { each = 1, of = "buildings" } }] }]',
    before=set(),
    after={"1"},
)
def effect_of_a_private_building(rules: Ruleset) -> object:
    return chosen(start(rules).building(0, 1, "basic1").visit(0, "basic1"), "local")


@edit(
    'number = 3\nside = "a"\ncarpinteros = 2',
    'number = 3\nside = "a"\ncarpinteros = 1',
    before={"1", "2"},
    after={"1", "2", "3"},
)
def carpinteros_of_a_building(rules: Ruleset) -> object:
    return chosen(play(start(rules, 9).visit(0, "n2"), "local:2"), "build")


@edit(
    'id = "special3", kind = "building", next = ["y4"], risk = { cost = { discard = "any_cattle" }',
    'id = "special3", kind = "building", next = ["y4"], risk = { cost = { discard = "exhaustion" }',
    before={"2=niata"},
    after={"2=exhaustion"},
)
def cost_of_a_risk_action(rules: Ruleset) -> object:
    table = start(rules, 0, "niata", "exhaustion").building(0, 1, "special3")
    return chosen(table.visit(0, "special3"), "local")


@edit(
    '{ gauchos = 1, pesos = 4, card = "caracu"',
    '{ gauchos = 1, pesos = 3, card = "caracu"',
    before={"caracu-2@1g4p"},
    after={"caracu-2@1g3p"},
)
def offer_of_the_cattle_market(rules: Ruleset) -> object:
    state = start(rules, 4).market("caracu-2").market_stack().visit(0, "n5")
    return chosen(play(state, "local:2"), "buy")


@edit("gaucho_draw = 2 ", "gaucho_draw = 1 ", before={"caracu-2@1g4p"}, after=set())
def cards_a_gaucho_adds(rules: Ruleset) -> object:
    table = start(rules, 4).workers(0, gaucho=2).market().market_stack("serrano", "caracu-2")
    return chosen(play(table.visit(0, "n5"), "local:2", "draw_cattle"), "buy")


@edit(
    "green_hand = 2, cattle_market = 9, job_columns = 2",
    "green_hand = 2, cattle_market = 8, job_columns = 2",
    before={"serrano@1g5p", "caracu-2@1g4p"},
    after={"serrano@1g5p"},
)
def size_of_the_cattle_market(rules: Ruleset) -> object:
    table = start(rules).market().market_stack(*["serrano"] * 8, "caracu-2")
    table.no_jobs().job_row(6, "gaucho", token=6).foresight("A", "gaucho", "gaucho")
    table.foresight("B").foresight("C").pesos(1, 5).at(1, "n4")
    refilled = play(table.buenos_aires(0, stage=3), "foresight:gaucho")
    return chosen(play(refilled, "move:n5", "local:2"), "buy")


@edit(
    '{ id = "3", value = 3, grain = 1,',
    '{ id = "3", value = 3, grain = 2,',
    before={"0", "1", "3"},
    after={"0", "1"},
)
def grain_of_a_ship(rules: Ruleset) -> object:
    return chosen(start(rules, 2).buenos_aires(0, stage=2, income=3), "ship")


@edit(
    '{ id = "3", value = 3, grain = 1,',
    '{ id = "3", value = 4, grain = 1,',
    before={"0", "1", "3"},
    after={"0", "1"},
)
def value_of_a_ship(rules: Ruleset) -> object:
    return chosen(start(rules, 2).buenos_aires(0, stage=2, income=3), "ship")


@edit("default_fee = 2 ", "default_fee = 3 ", before={"0", "1", "3"}, after={"0", "1"})
def default_fee(rules: Ruleset) -> object:
    return chosen(start(rules, 2).buenos_aires(0, stage=2, income=3), "ship")


@edit(
    'type = "niata", name = "Niata", deck = "player", colour = "grey", value = 1',
    'type = "niata", name = "Niata", deck = "player", colour = "grey", value = 3',
    before={"0", "1"},
    after={"0", "1", "3"},
)
def value_of_a_cattle_type(rules: Ruleset) -> object:
    return chosen(play(start(rules, 0, "niata").buenos_aires(0, stage=1), "income:0"), "ship")


@edit(
    '{ id = "ramp_23", kind = "ramp", threshold = 23',
    '{ id = "ramp_23", kind = "ramp", threshold = 24',
    before={"buenos_aires", "n7"},
    after={"n7"},
)
def threshold_of_a_shortcut(rules: Ruleset) -> object:
    one_step = start(rules).engine(0, "23").inside(0, "move_on", space="n6", n=1)
    return chosen(one_step, "move")


@edit(
    "{ players = 2, step_limit = 3",
    "{ players = 2, step_limit = 2",
    before={"n4", "n5", "n6"},
    after={"n4", "n5"},
)
def step_limit(rules: Ruleset) -> object:
    return chosen(start(rules).at(0, "n3").move(), "move")


@edit(
    '{ id = "step_2", corner = "dark", steps = [1, 1, 1]',
    '{ id = "step_2", corner = "dark", steps = [0, 1, 1]',
    before={"n4", "n5", "n6", "n7"},
    after={"n4", "n5", "n6"},
)
def steps_of_a_disc_space(rules: Ruleset) -> object:
    return chosen(start(rules).at(0, "n3").cleared(0, "step_2").move(), "move")


@edit(
    '{ id = "n5", kind = "neutral", letter = "E", next = ["grain5", "special_grain3"] }',
    '{ id = "n5", kind = "neutral", letter = "E", next = ["grain5", "special_grain3", "n6"] }',
    before=False,
    after=True,
)
def exit_of_a_trail_space(rules: Ruleset) -> object:
    """A building stands on each branch; the new exit saves that step to n6, n7 and n8."""
    table = start(rules).building(0, 1, "basic6").building(0, 2, "special2").at(0, "n5")
    return "move:n8" in options(table.move())


@edit("hand_limit = 4\n", "hand_limit = 3\n", before="place_estanciero", after="discard")
def hand_limit(rules: Ruleset) -> object:
    return new_game(2, 1, ruleset=rules).decision


@edit(
    '[exchange_token]\nprovenance = "rulebook"\ndraw = 2',
    '[exchange_token]\nprovenance = "rulebook"\ndraw = 1',
    before={"1", "2"},
    after={"1"},
)
def cards_of_an_exchange_token(rules: Ruleset) -> object:
    return chosen(start(rules).tokens(0, 1).visit(0, "n1"), "token")


@edit(
    "for_revealed = [0, 1, 1, 2, 2]",
    "for_revealed = [0, 1, 2, 2, 2]",
    before={"caracu-2", "niata,caracu-2"},
    after={"caracu-2"},
)
def exhaustion_for_cards_revealed(rules: Ruleset) -> object:
    state = start(rules, 0, "niata", "caracu-2").farmer("g1", "green3g").visit(0, "n6")
    return chosen(play(state, "local:2", "farmer:g1"), "reveal")


@edit(
    '{ id = "g2", kind = "farmer", colour = "green", number = 2, coins = 1',
    '{ id = "g2", kind = "farmer", colour = "green", number = 2, coins = 2',
    before=set(),
    after={"green"},
)
def pesos_under_a_farmer(rules: Ruleset) -> object:
    state = start(rules, 4, "caracu-2").farmer("g2", "green3g").visit(0, "n6")
    return chosen(play(state, "local:2", "farmer:g2", "reveal:caracu-2"), "add")


@edit("alternative = false", "alternative = true", before={"yellow"}, after=set())
def pesos_under_the_yellow_farmers(rules: Ruleset) -> object:
    state = start(rules, 0, "caracu-2").farmer("y7", "yellow5b").visit(0, "n6")
    return chosen(play(state, "local:2", "farmer:y7", "reveal:caracu-2"), "add")


@edit(
    '{ row = "granjero", space = 2, cost = 6',
    '{ row = "granjero", space = 2, cost = 4',
    before=set(),
    after={"green"},
)
def cost_of_a_granjero_space(rules: Ruleset) -> object:
    state = start(rules, 4, "caracu-2").farmer("g1", "green3g").visit(0, "n6")
    return chosen(play(state, "local:2", "farmer:g1", "reveal:caracu-2"), "add")


@edit(
    '{ id = "strength_1", corner = "white", strength = 1',
    '{ id = "strength_1", corner = "white", strength = 3',
    before=False,
    after=True,
)
def strength_of_a_disc_space(rules: Ruleset) -> object:
    table = start(rules).cleared(0, "strength_1").farmer("g1", "green3g")
    return "local:2" in options(table.visit(0, "n6"))


@edit(
    "auxiliary = 6, cost = 3",
    "auxiliary = 6, cost = 2",
    before={"aux6_a"},
    after={"aux6_a", "aux6_b"},
)
def cost_of_a_disc(rules: Ruleset) -> object:
    table = start(rules, 2).only_discs(0, "aux6_a", "aux6_b")
    return chosen(table.inside(0, "place_disc", purpose=1), "disc")


@edit(
    "{ number = 1, turnout_after = 3, cost = 2",
    "{ number = 1, turnout_after = 3, cost = 1",
    before=set(),
    after={"1"},
)
def cost_of_a_station(rules: Ruleset) -> object:
    state = start(rules, 1).engine(0, "3").visit(0, "n4")
    return chosen(play(state, "local:2", "engine:3t"), "upgrade")


@edit("depot_exit = 24 ", "depot_exit = 26 ", before={"24"}, after={"26"})
def way_out_of_the_depot(rules: Ruleset) -> object:
    return chosen(start(rules).engine(0, "depot").inside(0, "engine", n=1), "engine")


@edit(
    'city = "le_havre"\nside = "west"\ngrain = 1',
    'city = "le_havre"\nside = "west"\ngrain = 2',
    before={"le_havre_1>le_havre_west_1", "le_havre_1>le_havre_west_2"},
    after=set(),
)
def grain_of_a_quarter(rules: Ruleset) -> object:
    return chosen(start(rules).grain(0, 1).buenos_aires(0, stage=0), "deliver")


@edit(
    'name = "Liverpool quay II", city = "liverpool", discount = 3',
    'name = "Liverpool quay II", city = "liverpool", discount = 4',
    before={"west_1"},
    after={"west_1", "north_1", "north_2"},
)
def discount_of_a_quay(rules: Ruleset) -> object:
    table = start(rules).quay_discs(0, le_havre_1=0, liverpool_2=1)
    offered = chosen(table.buenos_aires(0, stage=0), "deliver")
    return {text.removeprefix("liverpool_2>liverpool_") for text in offered}


@edit(
    'covered_cities = ["le_havre", "rotterdam", "liverpool"]',
    'covered_cities = ["le_havre", "rotterdam"]',
    before={"west_1"},
    after={"west_1", "west_2"},
)
def cities_under_a_cover_tile(rules: Ruleset) -> object:
    table = start(rules).quay_discs(0, le_havre_1=0, liverpool_2=1)
    offered = chosen(table.buenos_aires(0, stage=0), "deliver")
    return {text.removeprefix("liverpool_2>liverpool_") for text in offered}


@edit("certificate_limit = 4\n", "certificate_limit = 3\n", before={"1"}, after=set())
def certificate_limit(rules: Ruleset) -> object:
    return chosen(start(rules).certificates(0, 3).visit(0, "n6"), "local")


@edit(
    "certificate_track = [0, 1, 2, 3, 4, 6]",
    "certificate_track = [0, 1, 2, 4, 6]",
    before={"0", "1", "2", "3", "4"},
    after={"0", "2", "3", "4"},
)
def certificate_track(rules: Ruleset) -> object:
    return chosen(start(rules).certificates(0, 4).buenos_aires(0, stage=1), "income")


@edit(
    "{ gain = [{ objective = 1 }] },\n  { gain = [{ engine = 1 }] },",
    "{ gain = [{ objective = 1 }] },\n  { gain = [{ engine = 2 }] },",
    before={"1"},
    after={"1", "2"},
)
def distance_of_an_engine(rules: Ruleset) -> object:
    return chosen(play(start(rules).visit(0, "n3"), "local:2"), "engine")


@edit(
    "single = { cost = { pesos = 1 }, gain = [{ engine = 1 }] }",
    "single = { cost = { pesos = 2 }, gain = [{ engine = 1 }] }",
    before={"1", "2", "5"},
    after={"1", "2"},
)
def cost_of_an_auxiliary_action(rules: Ruleset) -> object:
    return chosen(start(rules, 1).cleared(0, "aux5_a").visit(0, "n1"), "aux")


@edit("{ seat = 0, pesos = 7, cards = 4 }", "{ seat = 0, pesos = 1, cards = 4 }", before=7, after=1)
def pesos_at_the_start(rules: Ruleset) -> object:
    return player(new_game(2, 1, ruleset=rules)).pesos


# --- what scores --------------------------------------------------------------------------------


@edit(
    "{ players = 2, step_limit = 3, black_hand = 1, green_hand = 2",
    "{ players = 2, step_limit = 3, black_hand = 1, green_hand = 1",
    before=0,
    after=1,
)
def fee_of_a_hand(rules: Ruleset) -> object:
    table = start(rules, 6).farmer("g1", "green3g").at(0, "n1")
    return play(table.move(), "move:g1").scores()[0].pesos


@edit(
    "{ row = 6, cost = 8, refill = true",
    '{ row = 6, cost = 8, depart = "yellow"',
    before=0,
    after=1,
)
def event_of_a_job_market_row(rules: Ruleset) -> object:
    table = start(rules).no_jobs().job_row(6, "gaucho", token=6).ship_discs(0, **{"5": 1})
    table.foresight("A", "gaucho", "gaucho").foresight("B").foresight("C")
    return play(table.buenos_aires(0, stage=3), "foresight:gaucho").scores()[0].cities


@edit(
    'id = "18", value = 18, grain = 6, vp = 12',
    'id = "18", value = 18, grain = 6, vp = 15',
    before=24,
    after=30,
)
def vp_of_a_ship(rules: Ruleset) -> object:
    return start(rules).ship_discs(0, **{"18": 2}).move().scores()[0].ships


@edit(
    '{ id = "rotterdam_1", name = "Rotterdam quay I", city = "rotterdam", discount = 0, vp = 2',
    '{ id = "rotterdam_1", name = "Rotterdam quay I", city = "rotterdam", discount = 0, vp = 3',
    before=2,
    after=3,
)
def vp_of_a_quay(rules: Ruleset) -> object:
    return start(rules).quay_discs(0, rotterdam_1=1).move().scores()[0].cities


@edit(
    "space = [{ vp = 5 }, { vp = 6 }, { vp = 7, covered = true",
    "space = [{ vp = 4 }, { vp = 6 }, { vp = 7, covered = true",
    before=11,
    after=10,
)
def vp_of_a_bonus_space(rules: Ruleset) -> object:
    east = {"le_havre_east_1": 1, "le_havre_east_2": 1}
    return start(rules).city_discs(0, **east).move().scores()[0].cities


@edit(
    "{ number = 1, turnout_after = 3, cost = 2, vp = 1",
    "{ number = 1, turnout_after = 3, cost = 2, vp = 4",
    before=1,
    after=4,
)
def vp_of_a_station(rules: Ruleset) -> object:
    return start(rules).station_discs(0, **{"1": 1}).move().scores()[0].stations


@edit(
    'number = 10\nside = "a"\ncarpinteros = 9\nvp = 13',
    'number = 10\nside = "a"\ncarpinteros = 9\nvp = 20',
    before=13,
    after=20,
)
def vp_of_a_building(rules: Ruleset) -> object:
    return start(rules).building(0, 10, "basic1").move().scores()[0].buildings


@edit(
    'id = "master8", immediate = { gain = [{ grain = 2 }] }, task = { vp = 1, per = 1',
    'id = "master8", immediate = { gain = [{ grain = 2 }] }, task = { vp = 3, per = 2',
    before=5,
    after=6,
)
def task_of_a_station_master(rules: Ruleset) -> object:
    table = start(rules).masters(0, "master8").farmers(0, green=4, blue=1)
    return table.move().scores()[0].station_masters


@edit(
    '{ id = "obj115", vp = 5, penalty = -2',
    '{ id = "obj115", vp = 7, penalty = -2',
    before=5,
    after=7,
)
def vp_of_an_objective(rules: Ruleset) -> object:
    table = start(rules).objectives(0, "obj115").ship_discs(0, **{"18": 1})
    return table.move().scores()[0].objectives


@edit(
    'tasks = [{ count = "ship_discs:18", n = 1 }]',
    'tasks = [{ count = "ship_discs:18", n = 2 }]',
    before=5,
    after=-2,
)
def task_of_an_objective(rules: Ruleset) -> object:
    table = start(rules).objectives(0, "obj115").ship_discs(0, **{"18": 1})
    return table.move().scores()[0].objectives


def cattle(rules: Ruleset) -> int:
    """A Blanco and an exhaustion card are the whole deck."""
    table = start(rules, 0, "blanco_orejinegro", "exhaustion").draw_stack(0)
    return table.move().scores()[0].cattle


@edit(
    'colour = "blue", value = 3, strength = 3, vp = 3',
    'colour = "blue", value = 3, strength = 3, vp = 6',
    before=1,
    after=4,
)
def vp_of_a_cattle_card(rules: Ruleset) -> object:
    return cattle(rules)


@edit("copies = 25\nvp = -2", "copies = 25\nvp = -1", before=1, after=2)
def vp_of_an_exhaustion_card(rules: Ruleset) -> object:
    return cattle(rules)


@edit(
    '{ row = "gaucho", space = 5, vp = 4 }',
    '{ row = "gaucho", space = 5, vp = 7 }',
    before=8,
    after=11,
)
def vp_of_a_worker_space(rules: Ruleset) -> object:
    return start(rules).workers(0, gaucho=6).move().scores()[0].workers


@edit("pesos_per_vp = 5", "pesos_per_vp = 4", before=2, after=3)
def pesos_for_a_vp(rules: Ruleset) -> object:
    return start(rules, 12).move().scores()[0].pesos


@edit("farmer_vp = 2 ", "farmer_vp = 3 ", before=4, after=6)
def vp_of_a_farmer(rules: Ruleset) -> object:
    return start(rules).farmers(0, green=2).move().scores()[0].farmers


@edit("job_market_token_vp = 2", "job_market_token_vp = 4", before=2, after=4)
def vp_of_the_job_market_token(rules: Ruleset) -> object:
    return start(rules).ending(0).move().scores()[0].job_market_token


# --- the test -------------------------------------------------------------------------------------


@pytest.mark.parametrize("edit", EDITS, ids=names)
def test_an_edit_changes_what_follows(edit: Edit) -> None:
    assert edit.seen(Ruleset.default()) == edit.before
    ruleset = edited((edit.old, edit.new))
    assert edit.seen(ruleset) == edit.after
    assert ruleset.digest != Ruleset.default().digest


def test_there_are_many_edits() -> None:
    assert len(EDITS) >= 20
    assert all(edit.before != edit.after for edit in EDITS)


def test_an_edited_file_is_loaded_from_its_path(tmp_path: Path) -> None:
    ruleset = edited(("farmer_vp = 2 ", "farmer_vp = 3 "))
    path = tmp_path / "mine.toml"
    path.write_text(ruleset.text, encoding="utf-8")
    assert Ruleset.load(path) == ruleset
    farmers = Table(players=2, ruleset=Ruleset.load(path)).farmers(0, green=2)
    assert farmers.move().scores()[0].farmers == 6
