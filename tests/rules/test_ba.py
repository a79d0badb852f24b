"""Buenos Aires: its subphases, and how it is left."""

from __future__ import annotations

import pytest
from table import Board, Table, board, options, play, player

from gwta_ai import Ruleset, State

DELIVERY, INCOME, LOADING, FORESIGHT_A, FORESIGHT_B, FORESIGHT_C, LEAVE = range(7)


# --- extra delivery -------------------------------------------------------------------------


def deliveries(state: State) -> set[str]:
    return {o.removeprefix("deliver:") for o in options(state) if o.startswith("deliver:")}


def quays(players: int = 4, **discs: int) -> Table:
    """Seat 0 with these discs on quays and one certificate, so that Income is a decision."""
    return Table(players).quay_discs(0, **{"le_havre_1": 0} | discs).certificates(0, 1)


@pytest.mark.rule("BA-01")
def test_a_delivery_goes_to_a_quarter_of_its_city_that_can_be_paid() -> None:
    """BA-01: from a quay to the quarters of that city for whose grain there is enough."""
    state = quays(rotterdam_1=1).grain(0, 2).buenos_aires()
    west = {"rotterdam_1>rotterdam_west_1", "rotterdam_1>rotterdam_west_2"}
    north = {f"rotterdam_1>rotterdam_north_{space}" for space in (1, 2, 3)}
    assert deliveries(state) == west | north
    assert deliveries(quays(rotterdam_1=1).grain(0, 1).buenos_aires()) == west
    assert deliveries(quays(rotterdam_1=1).grain(0, 0).certificates(0, 1).buenos_aires()) == set()


@pytest.mark.rule("BA-01")
def test_any_quay_may_be_used() -> None:
    """BA-01: one disc from any quay that holds one."""
    state = quays(le_havre_1=1, liverpool_1=1, rotterdam_1=1).grain(0, 1).buenos_aires()
    from_quays = {delivery.split(">")[0] for delivery in deliveries(state)}
    assert from_quays == {"le_havre_1", "liverpool_1", "rotterdam_1"}


@pytest.mark.rule("BA-01")
@pytest.mark.parametrize(
    ("quay", "space", "grain"),
    [
        ("le_havre_1", "le_havre_east_1", 5),
        ("le_havre_2", "le_havre_east_1", 3),
        ("le_havre_2", "le_havre_west_1", 0),
        ("liverpool_1", "liverpool_north_3", 4),
        ("liverpool_2", "liverpool_north_3", 1),
        ("liverpool_2", "liverpool_west_1", 0),
        ("rotterdam_1", "rotterdam_south_1", 7),
    ],
)
def test_the_grain_of_the_quarter_is_paid(quay: str, space: str, grain: int) -> None:
    """BA-01: quay II of Le Havre saves 2 grain, that of Liverpool 3; never below nothing."""
    delivery = f"deliver:{quay}>{space}"
    if grain:
        short = quays(**{quay: 1}).grain(0, grain - 1).buenos_aires()
        assert delivery not in options(short)
    after = play(quays(**{quay: 1}).grain(0, grain).buenos_aires(), delivery)
    assert player(after).grain == 0
    assert player(after).quay_discs == {}
    assert player(after).city_discs == {space: 1}
    more = play(quays(**{quay: 1}).grain(0, 8).buenos_aires(), delivery)
    assert player(more).grain == 8 - grain


@pytest.mark.rule("BA-01")
def test_permanent_grain_does_not_help_a_delivery() -> None:
    """BA-01: the grain of station masters is for ships alone."""
    at_table = quays(rotterdam_1=1).grain(0, 1).masters(0, "master4", "master7")
    assert "rotterdam_1>rotterdam_north_1" not in deliveries(at_table.buenos_aires())
    after = play(at_table.buenos_aires(), "deliver:rotterdam_1>rotterdam_west_1")
    assert player(after).grain == 0


@pytest.mark.rule("BA-01")
def test_a_bonus_space_holds_one_disc() -> None:
    """BA-01: only free bonus spaces, whoever took the others; alike ones one by one."""
    at_table = quays(le_havre_1=2).grain(0, 1)
    both = {"le_havre_1>le_havre_west_1", "le_havre_1>le_havre_west_2"}
    assert deliveries(at_table.buenos_aires()) == both
    at_table.city_discs(1, le_havre_west_1=1)
    assert deliveries(at_table.buenos_aires()) == {"le_havre_1>le_havre_west_2"}
    at_table.city_discs(1, le_havre_west_1=0).city_discs(0, le_havre_west_1=1)
    assert deliveries(at_table.buenos_aires()) == {"le_havre_1>le_havre_west_2"}
    at_table.city_discs(0, le_havre_west_2=1).city_discs(3, le_havre_west_2=1)
    assert deliveries(at_table.buenos_aires()) == {"le_havre_1>le_havre_west_2"}
    at_table.city_discs(2, le_havre_west_2=1)
    assert deliveries(at_table.buenos_aires()) == set()


@pytest.mark.rule("BA-01")
def test_a_delivery_is_optional() -> None:
    """BA-01: it may be forfeited; disc and grain stay."""
    state = quays(rotterdam_1=1).grain(0, 2).buenos_aires()
    assert "forfeit" in options(state)
    after = play(state, "forfeit")
    assert after.decision == "income"
    assert player(after).grain == 2
    assert player(after).quay_discs == {"rotterdam_1": 1}


@pytest.mark.rule("BA-01")
def test_the_bonus_in_a_circle_is_gained_at_once() -> None:
    """BA-01: pesos, an objective card, cattle or an engine move come before Income."""
    at_table = quays(le_havre_1=1, liverpool_1=1, rotterdam_1=1).grain(0, 8).pesos(0, 1)
    at_table.market("franqueiro-3", "serrano").discard_pile(0).objective_display("obj100")
    state = at_table.buenos_aires()

    pesos = play(state, "deliver:le_havre_1>le_havre_west_1")
    assert (pesos.decision, player(pesos).pesos) == ("income", 4)
    plain = play(state, "deliver:le_havre_1>le_havre_east_1")
    assert (plain.decision, player(plain).pesos) == ("income", 1)

    objective = play(state, "deliver:liverpool_1>liverpool_west_1")
    assert objective.decision == "objective"
    objective = play(objective, "objective:obj100")
    assert (objective.decision, player(objective).discard) == ("income", ["obj100"])

    cattle = play(state, "deliver:liverpool_1>liverpool_north_2")
    assert options(cattle) == ["take:franqueiro-3", "forfeit"]
    cattle = play(cattle, "take:franqueiro-3")
    assert (cattle.decision, player(cattle).discard) == ("income", ["franqueiro-3"])
    assert board(cattle).market == ["serrano"]

    engine = play(state, "deliver:liverpool_1>liverpool_north_1")
    assert engine.decision == "engine"
    assert player(play(engine, "engine:2")).engine == "2"


@pytest.mark.rule("BA-01")
def test_one_disc_a_visit() -> None:
    """BA-01: after one delivery the next subphase comes, whatever else lies on the quays."""
    state = quays(rotterdam_1=3).grain(0, 8).buenos_aires()
    assert play(state, "deliver:rotterdam_1>rotterdam_north_2").decision == "income"


# --- income -----------------------------------------------------------------------------------


def income(at_table: Table, spent: int = 0) -> State:
    return play(at_table.pesos(0, 0).buenos_aires(stage=INCOME), f"income:{spent}")


@pytest.mark.rule("BA-02")
def test_each_cattle_type_counts_once() -> None:
    """BA-02: the breeding values of the different types in hand, copies and VP aside."""
    hand = ("niata", "niata", "caracu-2", "caracu-3", "serrano", "aberdeen_angus-6")
    assert player(income(Table().hand(0, *hand))).pesos == 1 + 1 + 3 + 5
    equal_values = ("serrano", "chaqueno", "blanco_orejinegro")
    assert player(income(Table().hand(0, *equal_values))).pesos == 9
    no_cattle = ("niata", "exhaustion", "obj100")
    assert player(income(Table().hand(0, *no_cattle))).pesos == 1
    assert player(income(Table().hand(0))).pesos == 0


@pytest.mark.rule("BA-02")
def test_certificates_add_to_the_income() -> None:
    """BA-02: permanent ones always, of temporary ones as many as are spent."""
    at_table = Table().hand(0, "serrano").certificates(0, 3)
    assert options(at_table.buenos_aires(stage=INCOME)) == [f"income:{n}" for n in range(4)]
    for spent in range(4):
        after = income(at_table, spent)
        assert player(after).pesos == 3 + spent
        assert player(after).certificates == 3 - spent
    at_table.masters(0, "master5")
    assert player(income(at_table, 1)).pesos == 3 + 1 + 1
    at_table.masters(0, "master5", "master6")
    assert player(income(at_table)).pesos == 3 + 2
    assert player(income(at_table)).certificates == 3


@pytest.mark.rule("BA-02")
def test_income_gives_up_the_hand() -> None:
    """BA-02: exhaustion cards return to their stack, everything else is discarded."""
    hand = ("niata", "niata", "serrano", "exhaustion", "exhaustion", "obj104")
    at_table = Table().hand(0, *hand).discard_pile(0, "caracu-2").exhaustion_stack(7)
    at_table.ships("0", "1", "3", "5").foresight("A", "green3g", "green4g")
    after = income(at_table)
    assert player(after).hand == []
    assert player(after).discard == ["niata", "niata", "caracu-2", "serrano", "obj104"]
    assert board(after).exhaustion == 9
    assert board(after).removed == []


@pytest.mark.rule("BA-02")
def test_no_token_inside_income() -> None:
    """BA-02: counting and discarding are one step; a token spent later adds nothing."""
    at_table = Table().pesos(0, 0).hand(0, "serrano").tokens(0, 2).ships("0", "3", "5")
    at_table.draw_stack(0, "aberdeen_angus-5", "chaqueno").discard_pile(0)
    state = at_table.buenos_aires(stage=INCOME)

    # Before the hand is shown the cards it brings count.
    before = play(state, "token:1", "discard:serrano")
    assert before.decision == "income"
    assert player(play(before, "income:0")).pesos == 5

    after = play(state, "income:0")
    assert after.decision == "loading"
    late = play(after, "token:2", "discard:chaqueno", "discard:aberdeen_angus-5")
    assert player(late).pesos == 3
    assert [o for o in options(late) if o.startswith("ship:")] == ["ship:0", "ship:3"]


# --- loading ----------------------------------------------------------------------------------


def ships(state: State) -> list[str]:
    return [o.removeprefix("ship:") for o in options(state) if o.startswith("ship:")]


def load(at_table: Table, total: int) -> State:
    return at_table.buenos_aires(stage=LOADING, income=total)


def rich(*zone: str) -> Table:
    """Seat 0 with money and grain; ``zone``: the ships there, else the eleven of the start."""
    at_table = Table(3).pesos(0, 30).grain(0, 8)
    return at_table.ships(*zone) if zone else at_table


@pytest.mark.rule("BA-03")
@pytest.mark.parametrize(
    ("total", "offered"),
    [
        (0, ["0"]),
        (2, ["0", "1"]),
        (3, ["0", "1", "3"]),
        (10, ["0", "1", "3", "5", "6", "7", "8", "9"]),
        (18, ["0", "1", "3", "5", "6", "7", "8", "9", "11", "15", "18"]),
    ],
)
def test_a_ship_of_at_most_the_total(total: int, offered: list[str]) -> None:
    """BA-03: any ship of the loading zone whose value is not above the total."""
    assert ships(load(rich(), total)) == offered


@pytest.mark.rule("BA-03")
def test_only_ships_in_the_loading_zone() -> None:
    """BA-03: neither those still in the pile nor those that departed."""
    assert ships(load(rich("0", "7p").ships("0", "7p", pile=("4p",)), 9)) == ["0", "7p"]


@pytest.mark.rule("BA-03")
def test_no_ship_twice_but_two() -> None:
    """BA-03: a ship with an own disc is out, except the "0" and the "18"."""
    at_table = rich().ship_discs(0, **{"0": 2, "1": 1, "9": 1, "18": 1})
    assert ships(load(at_table, 18)) == ["0", "3", "5", "6", "7", "8", "11", "15", "18"]
    again = play(load(at_table, 18), "ship:18", "disc:aux1_b")
    assert player(again).ship_discs["18"] == 2


@pytest.mark.rule("BA-03")
def test_discs_of_others_do_not_matter() -> None:
    """BA-03: a ship loaded by others may be loaded."""
    at_table = rich().ship_discs(1, **{"1": 1, "3": 1}).ship_discs(2, **{"3": 1})
    assert ships(load(at_table, 3)) == ["0", "1", "3"]


@pytest.mark.rule("BA-03")
def test_the_disc_comes_from_the_player_board() -> None:
    """BA-03: a disc of the player board under the rule of corners, onto the ship."""
    state = play(load(rich().only_discs(0, "aux1_b", "hand_1"), 9), "ship:3")
    assert options(state) == ["disc:aux1_b"]
    after = play(state, "disc:aux1_b")
    assert player(after).discs == {"hand_1"}
    assert player(after).ship_discs == {"3": 1}
    dark = play(load(rich().only_discs(0, "aux1_b", "hand_1"), 9), "ship:9")
    assert options(dark) == ["disc:aux1_b", "disc:hand_1"]


@pytest.mark.rule("BA-04")
@pytest.mark.parametrize(
    ("grain", "masters", "left", "fee"),
    [
        (8, (), 4, 0),
        (4, (), 0, 0),
        (3, (), 0, 2),
        (0, (), 0, 8),
        (8, ("master4",), 5, 0),
        (8, ("master4", "master7"), 6, 0),
        (2, ("master4",), 0, 2),
        (1, ("master4", "master7"), 0, 2),
        (0, ("master4", "master7"), 0, 4),
    ],
)
def test_the_grain_of_a_ship(grain: int, masters: tuple[str, ...], left: int, fee: int) -> None:
    """BA-04: a ship of 4 grain: less permanent grain, then grain, then 2 pesos for each missing."""
    at_table = rich("9").grain(0, grain).masters(0, *masters)
    after = play(load(at_table, 9), "ship:9", "disc:aux1_b")
    assert player(after).grain == left
    assert player(after).pesos == 30 - fee


@pytest.mark.rule("BA-04")
def test_permanent_grain_beyond_the_need_is_no_gain() -> None:
    """BA-04: more permanent grain than the ship asks for changes nothing."""
    at_table = rich("3").grain(0, 5).masters(0, "master4", "master7")
    after = play(load(at_table, 3), "ship:3", "disc:aux1_b")
    assert player(after).grain == 5
    assert player(after).pesos == 30


@pytest.mark.rule("BA-05")
def test_the_pesos_of_the_disc_come_before_the_fee() -> None:
    """BA-05: the 3 pesos of the dark strength disc can pay the default fee."""
    at_table = rich("9").grain(0, 3).pesos(0, 0)
    state = play(load(at_table, 9), "ship:9")
    assert options(state) == ["disc:strength_2"]
    after = play(state, "disc:strength_2")
    assert player(after).pesos == 1
    assert player(after).grain == 0


@pytest.mark.rule("BA-05")
def test_a_disc_that_leaves_too_little_for_the_fee_may_not_be_chosen() -> None:
    """BA-05: the costly disc is paid first, and the fee must still be payable."""
    at_table = rich("3").grain(0, 0)
    assert "disc:aux6_b" not in options(play(load(at_table.pesos(0, 4), 3), "ship:3"))
    assert "disc:aux1_b" in options(play(load(at_table.pesos(0, 4), 3), "ship:3"))
    state = play(load(at_table.pesos(0, 5), 3), "ship:3")
    assert "disc:aux6_b" in options(state)
    assert player(play(state, "disc:aux6_b")).pesos == 0


@pytest.mark.rule("BA-05")
def test_the_loading_action_of_the_nought_ship() -> None:
    """BA-05: 2 pesos at once and 2 VP less at the end, for every disc on it."""
    state = load(rich("0").pesos(0, 0), 0)
    once = play(state, "ship:0", "disc:aux1_b")
    assert player(once).pesos == 2
    assert once.scores()[0].ships == state.scores()[0].ships - 2
    again = rich("0").ship_discs(0, **{"0": 1})
    assert play(load(again, 0), "ship:0", "disc:aux1_b").scores()[0].ships == -4


@pytest.mark.rule("BA-05")
@pytest.mark.parametrize("ship", ["6", "7", "8"])
def test_the_loading_action_of_the_rotterdam_ships(ship: str) -> None:
    """BA-05: one objective card, which must be taken."""
    at_table = rich(ship).objective_display("obj100", "obj105").objective_stack("obj110")
    at_table.discard_pile(0).foresight("A", "green3g")
    state = play(load(at_table, 8), f"ship:{ship}", "disc:aux1_b")
    assert options(state) == ["objective:obj100", "objective:obj105", "objective_stack"]
    after = play(state, "objective:obj105")
    assert player(after).discard == ["obj105"]
    assert board(after).display == ["obj100", "obj110"]
    assert after.decision == "foresight_a"


@pytest.mark.rule("BA-05")
def test_no_objective_card_is_left_to_take() -> None:
    """BA-05: with neither display nor stack the loading action gives nothing."""
    at_table = rich("6").objective_display().objective_stack().foresight("A", "green3g")
    state = play(load(at_table, 6), "ship:6", "disc:aux1_b")
    assert state.decision == "foresight_a"


@pytest.mark.rule("BA-05")
def test_the_loading_action_comes_after_the_fee() -> None:
    """BA-05: disc, grain, fee, and only then the loading action: its pesos pay no fee."""
    text = Ruleset.default().text
    ship = '{ id = "0", value = 0, grain = 0,'
    assert text.count(ship) == 1
    edited = Ruleset(text.replace(ship, ship.replace("grain = 0", "grain = 1")))
    at_table = Table(2, ruleset=edited).ships("0")
    assert ships(load(at_table.pesos(0, 1), 0)) == []
    state = load(at_table.pesos(0, 2), 0)
    assert ships(state) == ["0"]
    assert player(play(state, "ship:0", "disc:aux1_b")).pesos == 2


@pytest.mark.rule("BA-12")
def test_income_then_ship_then_disc() -> None:
    """BA-12: the total is fixed first, then the ship is chosen, then the disc."""
    at_table = Table().hand(0, "serrano").certificates(0, 2).ships("0", "3", "5")
    state = at_table.buenos_aires(stage=INCOME)
    assert options(state) == ["income:0", "income:1", "income:2"]
    ship = play(state, "income:1")
    assert options(ship) == ["ship:0", "ship:3"]
    disc = play(ship, "ship:3")
    assert disc.decision == "place_disc"
    assert {option.split(":")[0] for option in options(disc)} == {"disc"}
    assert play(state, "income:2").legal_actions()[-1].notation == "ship:5"


@pytest.mark.rule("BA-12")
def test_a_ship_is_offered_only_with_a_payable_disc_and_fee() -> None:
    """BA-12: a disc of the board and the fee can both be paid, or a station disc moved."""
    at_table = rich("3").grain(0, 0).foresight("A", "green3g")
    assert ships(load(at_table.pesos(0, 2), 3)) == ["3"]
    assert ships(load(at_table.pesos(0, 1), 3)) == []
    # Only the costly disc is left: 3 pesos for it and 2 for the grain.
    at_table.only_discs(0, "aux6_b")
    assert ships(load(at_table.pesos(0, 5), 3)) == ["3"]
    assert ships(load(at_table.pesos(0, 4), 3)) == []
    # A disc of a station costs nothing, but the fee remains.
    at_table.station_discs(0, **{"1": 1})
    assert ships(load(at_table.pesos(0, 4), 3)) == ["3"]
    assert ships(load(at_table.pesos(0, 1), 3)) == []


@pytest.mark.rule("BA-12")
def test_loading_is_skipped_only_if_no_ship_can_be_loaded() -> None:
    """BA-12: while some ship can be loaded, one must be."""
    at_table = Table().hand(0).certificates(0, 1).pesos(0, 0).grain(0, 0)
    at_table.foresight("A", "green3g").ships("0", "3")
    state = play(at_table.buenos_aires(stage=INCOME), "income:0")
    assert options(state) == ["ship:0"]
    at_table.ships("3")
    at_table.hand(0, "serrano").masters(0)
    paid = play(at_table.buenos_aires(stage=INCOME), "income:0")
    assert options(paid) == ["ship:3"]
    at_table.ships("5")
    assert play(at_table.buenos_aires(stage=INCOME), "income:0").decision == "foresight_a"


# --- foresight --------------------------------------------------------------------------------


def foreseen(players: int = 2) -> Table:
    """Two farmers on every foresight subphase, and bags with farmers to refill them."""
    at_table = Table(players)
    for letter in "ABC":
        at_table.foresight(letter, "green3g", "blue4g").bag(letter, *["orange3g"] * 6)
    return at_table


@pytest.mark.rule("BA-06")
@pytest.mark.parametrize(
    ("stage", "letter"), [(FORESIGHT_A, "A"), (FORESIGHT_B, "B"), (FORESIGHT_C, "C")]
)
def test_one_of_the_two_tiles_must_be_chosen(stage: int, letter: str) -> None:
    """BA-06: one of the two tiles of each subphase; there is no way around it."""
    state = foreseen().foresight(letter, "gaucho+", "yellow5b").buenos_aires(stage=stage)
    assert options(state) == ["foresight:gaucho+", "foresight:yellow5b"]
    alone = foreseen().foresight(letter, "yellow5b").buenos_aires(stage=stage)
    assert options(alone) == ["foresight:yellow5b"]
    alike = foreseen().foresight(letter, "blue4g", "blue4g").buenos_aires(stage=stage)
    assert options(alike) == ["foresight:blue4g"]
    after = play(alike, "foresight:blue4g")
    assert board(after).farmers == {"b1": "blue4g"}


@pytest.mark.rule("BA-06")
def test_the_subphases_follow_each_other() -> None:
    """BA-06: first A, then B, then C, each once."""
    state = foreseen().buenos_aires(stage=FORESIGHT_A)
    decisions = []
    for choice in ("foresight:green3g", "foresight:blue4g", "foresight:green3g"):
        decisions.append(state.decision)
        state = play(state, choice)
    assert decisions == ["foresight_a", "foresight_b", "foresight_c"]
    assert board(state).farmers == {"g1": "green3g", "b1": "blue4g", "g2": "green3g"}


@pytest.mark.rule("BA-06")
def test_a_farmer_goes_on_the_lowest_empty_space_of_its_colour() -> None:
    """BA-06: the lowest number that is empty, be there gaps or estancieros."""

    def placed(*taken: str) -> set[str]:
        at_table = foreseen().at(1, "g1")
        for space in taken:
            at_table.farmer(space, "green7b")
        after = play(at_table.buenos_aires(stage=FORESIGHT_A), "foresight:green3g")
        return {space for space, tile in board(after).farmers.items() if tile == "green3g"}

    assert placed() == {"g1"}
    assert placed("g1") == {"g2"}
    assert placed("g2", "g3") == {"g1"}
    assert placed("g1", "g2", "g4") == {"g3"}


@pytest.mark.rule("BA-06")
def test_a_farmer_without_a_space_leaves_the_game() -> None:
    """BA-06: with its colour full the tile goes back to the box."""
    at_table = foreseen()
    for space in ("g1", "g2", "g3", "g4"):
        at_table.farmer(space, "green7b")
    state = at_table.buenos_aires(stage=FORESIGHT_A)
    after = play(state, "foresight:green3g")
    assert board(after).farmers == board(state).farmers
    assert board(after).boxed == ["green3g"]
    assert after.decision == "foresight_b"


@pytest.mark.rule("BA-07")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_worker_goes_into_the_row_of_the_token(players: int) -> None:
    """BA-07: row by row; the worker that fills the token's space moves the token down."""
    row = ["carpintero"] * (players - 2)
    at_table = foreseen(players).no_jobs().job_row(4, *row, token=4)
    at_table.foresight("A", "gaucho+", "gaucho").foresight("B", "maquinista", "gaucho")
    at_table.foresight("C", "carpintero+", "gaucho")
    state = at_table.buenos_aires(stage=FORESIGHT_A)

    first = play(state, "foresight:gaucho+")
    assert sorted(board(first).jobs[3]) == sorted(["gaucho+", *row])
    assert board(first).token_row == 4
    second = play(first, "foresight:maquinista")
    assert sorted(board(second).jobs[3]) == sorted(["gaucho+", "maquinista", *row])
    assert board(second).token_row == 5
    third = play(second, "foresight:carpintero+")
    assert sorted(board(third).jobs[3]) == sorted(["gaucho+", "maquinista", *row])
    assert board(third).jobs[4] == ["carpintero+"]
    assert board(third).token_row == 5


@pytest.mark.rule("BA-07")
def test_a_gap_above_is_not_filled() -> None:
    """BA-07: only the token's row takes workers, however empty the rows above it are."""
    at_table = foreseen().no_jobs().job_row(6, token=6).foresight("A", "gaucho", "gaucho+")
    after = play(at_table.buenos_aires(stage=FORESIGHT_A), "foresight:gaucho")
    assert [len(row) for row in board(after).jobs[:7]] == [0, 0, 0, 0, 0, 1, 0]


# --- arrows -----------------------------------------------------------------------------------

YELLOW, TURQUOISE, PURPLE = {"1", "5", "7"}, {"3", "6", "11"}, {"8", "9", "15"}
ALL_SHIPS = {"0", "18"} | YELLOW | TURQUOISE | PURPLE


def completing(row: int, players: int = 2) -> Table:
    """One worker more completes the row; foresight A offers it."""
    at_table = foreseen(players).no_jobs().job_row(row, *["gaucho"] * (players - 1), token=row)
    at_table.foresight("A", "carpintero", "carpintero")
    at_table.ships(*ALL_SHIPS, pile=("4p", "16p", "7p", "8p"))
    return at_table.market("serrano").market_stack(*["niata"] * 20)


def finish(state: State) -> State:
    """Foresight B and C with a farmer each."""
    return play(state, "foresight:green3g", "foresight:blue4g")


def after_visit(at_table: Table) -> Board:
    state = at_table.buenos_aires(stage=FORESIGHT_A)
    return board(finish(play(state, "foresight:carpintero")))


@pytest.mark.rule("BA-08")
@pytest.mark.parametrize(("row", "leaving"), [(5, YELLOW), (7, TURQUOISE), (9, PURPLE)])
def test_rows_that_let_ships_depart(row: int, leaving: set[str]) -> None:
    """BA-08: completing row 5, 7 or 9 sends off the yellow, turquoise or purple ships."""
    after = after_visit(completing(row))
    assert after.zone == (ALL_SHIPS - leaving) | {"4p", "16p"}
    assert after.market == ["serrano"]


@pytest.mark.rule("BA-08")
@pytest.mark.parametrize("row", [6, 8])
@pytest.mark.parametrize(("players", "size"), [(2, 9), (3, 12), (4, 15)])
def test_rows_that_refill_the_cattle_market(row: int, players: int, size: int) -> None:
    """BA-08: completing row 6 or 8 refills the cattle market to 9, 12 or 15 cards."""
    after = after_visit(completing(row, players))
    assert len(after.market) == size
    assert after.zone == ALL_SHIPS
    larger = completing(row, players).market(*["serrano"] * (size + 1))
    assert after_visit(larger).market == ["serrano"] * (size + 1)
    short = completing(row, players).market_stack("niata", "niata")
    assert after_visit(short).market == ["niata", "niata", "serrano"]


@pytest.mark.rule("BA-08")
@pytest.mark.parametrize("row", [3, 4, 10])
def test_rows_without_an_arrow(row: int) -> None:
    """BA-08: the other rows have no arrow."""
    after = after_visit(completing(row))
    assert after.zone == ALL_SHIPS
    assert after.market == ["serrano"]


@pytest.mark.rule("BA-08")
def test_an_arrow_fires_after_the_subphases() -> None:
    """BA-08: not when the row is completed but when the last subphase is over."""
    ships_row = play(completing(5).buenos_aires(stage=FORESIGHT_A), "foresight:carpintero")
    assert board(ships_row).token_row == 6
    assert board(ships_row).zone == ALL_SHIPS
    assert board(play(ships_row, "foresight:green3g")).zone == ALL_SHIPS
    assert board(finish(ships_row)).zone != ALL_SHIPS
    cattle_row = play(completing(6).buenos_aires(stage=FORESIGHT_A), "foresight:carpintero")
    assert board(play(cattle_row, "foresight:green3g")).market == ["serrano"]
    assert len(board(finish(cattle_row)).market) == 9


@pytest.mark.rule("BA-08")
def test_an_arrow_fires_once() -> None:
    """BA-08: only rows completed in this visit; one that is not completed fires nothing."""
    unfinished = foreseen(3).no_jobs().job_row(5, "gaucho", token=5)
    unfinished.foresight("A", "carpintero", "carpintero").ships(*ALL_SHIPS, pile=("4p", "16p"))
    assert after_visit(unfinished).zone == ALL_SHIPS
    long_ago = foreseen().no_jobs().job_row(5, "gaucho", "gaucho").job_row(6, token=6)
    long_ago.foresight("A", "carpintero", "carpintero").ships(*ALL_SHIPS, pile=("4p", "16p"))
    assert after_visit(long_ago).zone == ALL_SHIPS


@pytest.mark.rule("BA-08")
def test_several_rows_completed_in_one_visit_fire_in_order() -> None:
    """BA-08: from the top down: ships, then cattle, then ships again."""
    choice = "foresight:carpintero"

    def completing_all_from(row: int, rows: int) -> State:
        """One choice of a worker before the last of so many rows is completed."""
        at_table = completing(row).market()
        for at in range(1, rows):
            at_table.job_row(row + at, "gaucho")
        for letter in "ABC":
            at_table.foresight(letter, "carpintero", "carpintero")
        stage = FORESIGHT_C + 1 - rows
        return play(at_table.buenos_aires(stage=stage), *[choice] * (rows - 1))

    def drawn(state: State) -> list[str]:
        return [stack for stack in state.needed_reveals(choice) if stack in ("ships", "market")]

    cattle, departure = ["market"] * 9, ["ships"] * 2
    assert drawn(completing_all_from(5, 2)) == departure + cattle
    assert drawn(completing_all_from(6, 2)) == cattle + departure
    last = completing_all_from(5, 3)
    assert drawn(last) == departure + cattle + departure
    after = board(play(last, choice))
    assert after.token_row == 8
    assert after.zone == (ALL_SHIPS - YELLOW - TURQUOISE) | {"4p", "16p", "7p", "8p"}


@pytest.mark.rule("BA-09")
@pytest.mark.parametrize(
    ("row", "to_quays"),
    [
        (5, {"1": "le_havre_1", "5": "le_havre_2", "7": "rotterdam_1"}),
        (7, {"3": "le_havre_2", "6": "rotterdam_1", "11": "liverpool_1"}),
        (9, {"8": "rotterdam_1", "9": "liverpool_1", "15": "liverpool_2"}),
    ],
)
def test_discs_on_departing_ships_go_to_the_quays(row: int, to_quays: dict[str, str]) -> None:
    """BA-09: every player's discs, to the quay of their ship; other ships keep theirs."""
    at_table = completing(row, players=3)
    for seat in range(3):
        at_table.quay_discs(seat, le_havre_1=0)
    for seat, ship in zip((0, 1, 2), to_quays, strict=True):
        at_table.ship_discs(seat, **{ship: 1, "18": 2})
        at_table.ship_discs((seat + 1) % 3, **{ship: 1})
    state = at_table.buenos_aires(stage=FORESIGHT_A)
    after = finish(play(state, "foresight:carpintero"))
    for seat, ship in zip((0, 1, 2), to_quays, strict=True):
        assert player(after, seat).ship_discs == {"18": 2}
        assert player(after, seat).quay_discs[to_quays[ship]] >= 1
        assert player(after, (seat + 1) % 3).quay_discs[to_quays[ship]] >= 1
        assert sum(player(after, seat).quay_discs.values()) == 2


@pytest.mark.rule("BA-09")
def test_departed_ships_leave_the_game_and_two_come() -> None:
    """BA-09: two ships of the pile take the place of the three that left."""
    after = after_visit(completing(5))
    gone = after.raw["ship_at"]
    names = completing(5).names.ships
    assert {names[at] for at, where in enumerate(gone) if where == 2} >= YELLOW
    assert after.zone - ALL_SHIPS == {"4p", "16p"}
    assert after.raw["pile_size"] == 2


# --- leaving ----------------------------------------------------------------------------------


@pytest.mark.rule("BA-10")
def test_the_estanciero_goes_to_the_start_of_the_trail() -> None:
    """BA-10: from there the next turn moves on."""
    state = foreseen().buenos_aires(stage=FORESIGHT_A)
    assert player(state).estanciero == "buenos_aires"
    after = finish(play(state, "foresight:blue4g"))
    assert player(after).estanciero == "start"
    assert after.seat_to_move == 1


@pytest.mark.rule("BA-10")
def test_foresight_is_refilled_from_its_bags() -> None:
    """BA-10: each empty space from the bag of its letter."""
    at_table = foreseen().bag("A", "gaucho", "gaucho+").bag("B", "maquinista").bag("C", "yellow6b")
    after = board(finish(play(at_table.buenos_aires(stage=FORESIGHT_A), "foresight:blue4g")))
    assert after.foresight == {
        "A": ["gaucho", "green3g"],
        "B": ["maquinista", "blue4g"],
        "C": ["green3g", "yellow6b"],
    }
    assert after.raw["bag_size"] == [1, 0, 0]


@pytest.mark.rule("BA-10")
def test_foresight_stays_as_it_was_until_the_visit_is_over() -> None:
    """BA-10: only afterwards, not between the subphases."""
    state = play(foreseen().buenos_aires(stage=FORESIGHT_A), "foresight:blue4g")
    assert board(state).foresight["A"] == ["green3g"]


@pytest.mark.rule("BA-10")
def test_an_empty_bag_leaves_the_space_empty() -> None:
    """BA-10: nothing is drawn from an empty bag, and a later visit skips what is empty."""
    at_table = foreseen().bag("A").foresight("A", "green3g")
    state = play(at_table.buenos_aires(stage=FORESIGHT_A), "foresight:green3g")
    after = play(state, "foresight:green3g", "foresight:green3g")
    assert board(after).foresight["A"] == []
    nothing = foreseen().bag("A").foresight("A").hand(0).ships("1")
    skipped = play(nothing.certificates(0, 1).buenos_aires(stage=INCOME), "income:0")
    assert skipped.decision == "foresight_b"


@pytest.mark.rule("BA-10")
def test_both_empty_spaces_are_refilled() -> None:
    """BA-10: a space that an empty bag left empty is filled as soon as it can be."""
    at_table = foreseen().foresight("A", "green3g").bag("A", "gaucho", "gaucho+")
    after = finish(play(at_table.buenos_aires(stage=FORESIGHT_A), "foresight:green3g"))
    assert board(after).foresight["A"] == ["gaucho", "gaucho+"]


@pytest.mark.rule("BA-11")
def test_phase_c_refills_the_whole_hand() -> None:
    """BA-11: Income took the hand; the turn ends with a full one."""
    at_table = foreseen().hand(0, "niata", "niata").discard_pile(0).ships("0")
    at_table.certificates(0, 1).draw_stack(0, *["serrano"] * 6)
    state = play(at_table.buenos_aires(stage=INCOME), "income:0", "ship:0", "disc:aux1_b")
    assert player(state).hand == []
    after = finish(play(state, "foresight:blue4g"))
    assert player(after).hand == ["serrano"] * 4
    assert player(after).discard == ["niata", "niata"]


def reveals_of_last_choice(at_table: Table, stage: int = FORESIGHT_A) -> list[str]:
    """The stacks drawn from when the last subphase ends the visit."""
    state = play(at_table.buenos_aires(stage=stage), "foresight:carpintero", "foresight:green3g")
    return state.needed_reveals("foresight:blue4g")


@pytest.mark.rule("BA-13")
def test_the_order_at_the_end_of_a_visit() -> None:
    """BA-13: the arrow first, then the foresight spaces, then phase C."""
    at_table = completing(5).hand(0).draw_stack(0, *["serrano"] * 6)
    end = ["bag A", "bag B", "bag C", *["draw 0"] * 4]
    assert reveals_of_last_choice(at_table) == ["ships", "ships", *end]
    at_table = completing(6).hand(0).draw_stack(0, *["serrano"] * 6)
    assert reveals_of_last_choice(at_table) == [*["market"] * 8, *end]


@pytest.mark.rule("BA-13")
def test_the_order_holds_in_the_turn_that_triggers_the_end() -> None:
    """BA-13: the triggering turn ends like any other."""
    at_table = completing(11).hand(0).draw_stack(0, *["serrano"] * 6)
    end = ["bag A", "bag B", "bag C", *["draw 0"] * 4]
    assert reveals_of_last_choice(at_table) == end
    state = at_table.buenos_aires(stage=FORESIGHT_A)
    after = finish(play(state, "foresight:carpintero"))
    assert player(after).estanciero == "start"
    assert player(after).hand == ["serrano"] * 4


@pytest.mark.rule("BA-13")
def test_the_order_holds_in_final_turns() -> None:
    """BA-13: a final turn, the very last too, refills foresight and the hand."""
    at_table = foreseen().ending(1).hand(0).draw_stack(0, *["serrano"] * 6)
    state = play(at_table.buenos_aires(stage=FORESIGHT_A), "foresight:blue4g", "foresight:blue4g")
    end = ["bag A", "bag B", "bag C", *["draw 0"] * 4]
    assert state.needed_reveals("foresight:blue4g") == end
    after = play(state, "foresight:blue4g")
    assert after.is_over
    assert player(after).estanciero == "start"
    assert player(after).hand == ["serrano"] * 4


@pytest.mark.rule("BA-13")
def test_a_short_pile_of_ships_gives_what_it_has() -> None:
    """BA-13: one ship or none where the pile holds no more."""
    one = completing(5).ships(*ALL_SHIPS, pile=("16p",))
    assert after_visit(one).zone == (ALL_SHIPS - YELLOW) | {"16p"}
    none = completing(5).ships(*ALL_SHIPS)
    assert after_visit(none).zone == ALL_SHIPS - YELLOW
