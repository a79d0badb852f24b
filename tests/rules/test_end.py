"""The end of the game and final scoring."""

from __future__ import annotations

from typing import Any

import pytest
from table import Table, board, options, play, player

from gwta_ai import Advisor, Limit, Ruleset, State

FORESIGHT_A, FORESIGHT_B, FORESIGHT_C = 3, 4, 5
LAST_ROW = 11


# --- the end is triggered ---------------------------------------------------------------------


def last_space(players: int = 2) -> Table:
    """One worker more fills the job market; A offers it, B a choice, C workers only."""
    at_table = Table(players).no_jobs()
    at_table.job_row(LAST_ROW, *["gaucho"] * (players - 1), token=LAST_ROW)
    at_table.foresight("A", "carpintero", "blue3g")
    at_table.foresight("B", "carpintero", "green3g")
    return at_table.foresight("C", "gaucho", "maquinista+")


@pytest.mark.rule("END-01")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_last_worker_brings_the_job_market_token(seat: int) -> None:
    """END-01: whoever fills the last space of the job market takes the token."""
    state = last_space().buenos_aires(seat, stage=FORESIGHT_A)
    after = play(state, "foresight:carpintero")
    assert [sheet.job_market_token for sheet in after.scores()] == [
        2 * (seat == at) for at in (0, 1)
    ]
    assert [sheet.job_market_token for sheet in state.scores()] == [0, 0]
    farmer = play(state, "foresight:blue3g")
    assert [sheet.job_market_token for sheet in farmer.scores()] == [0, 0]


@pytest.mark.rule("END-01")
def test_no_worker_after_the_last() -> None:
    """END-01: the subphases are finished without workers; one with workers only is skipped."""
    state = play(last_space().buenos_aires(stage=FORESIGHT_A), "foresight:carpintero")
    assert state.decision == "foresight_b"
    assert options(state) == ["foresight:green3g"]
    after = play(state, "foresight:green3g")
    assert after.seat_to_move == 1
    assert board(after).foresight["C"] == ["gaucho", "maquinista+"]
    assert player(after).estanciero == "start"


@pytest.mark.rule("END-01")
def test_the_end_waits_for_the_last_space_of_all() -> None:
    """END-01: neither a row above nor a space before the last one ends anything."""
    above = last_space(3).no_jobs().job_row(10, "gaucho", "gaucho", token=10)
    after = play(above.buenos_aires(stage=FORESIGHT_A), "foresight:carpintero")
    assert options(after) == ["foresight:carpintero", "foresight:green3g"]
    before = last_space(3).no_jobs().job_row(LAST_ROW, "gaucho", token=LAST_ROW)
    after = play(before.buenos_aires(stage=FORESIGHT_A), "foresight:carpintero")
    assert options(after) == ["foresight:carpintero", "foresight:green3g"]


def pass_turn(state: State) -> State:
    """One turn of the seat to move: a step to the first neutral building and one peso."""
    return play(state, "move:n1", "aux:1")


@pytest.mark.rule("END-02")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seat", [0, 1])
def test_every_other_player_has_one_more_turn(players: int, seat: int) -> None:
    """END-02: exactly one, in turn order; then the game is over."""
    at_table = last_space(players)
    state = play(at_table.buenos_aires(seat, stage=FORESIGHT_B), "foresight:carpintero")
    moved = []
    while not state.is_over:
        moved.append(state.seat_to_move)
        state = pass_turn(state)
    assert moved == [(seat + step) % players for step in range(1, players)]
    assert state.legal_actions() == []


@pytest.mark.rule("END-02")
def test_no_worker_is_taken_in_a_final_turn() -> None:
    """END-02: a farmer beside a worker must be chosen, two workers are passed over."""
    at_table = last_space().ending(1).foresight("C", "blue3g", "green3g")
    at_table.foresight("B", "gaucho", "gaucho")
    state = at_table.buenos_aires(0, stage=FORESIGHT_A)
    assert options(state) == ["foresight:blue3g"]
    after = play(state, "foresight:blue3g")
    assert after.decision == "foresight_c"
    assert options(after) == ["foresight:green3g", "foresight:blue3g"]


# --- scoring ----------------------------------------------------------------------------------


def bare(players: int = 2, **more: Any) -> Table:
    """Nobody owns anything that scores."""
    at_table = Table(players, **more)
    for seat in range(players):
        at_table.pesos(seat, 0).draw_stack(seat).discard_pile(seat)
    return at_table


def sheet(at_table: Table, seat: int = 0) -> dict[str, int]:
    """What scores at all, with its total."""
    scored = at_table.move().scores()[seat].to_dict()
    return {category: points for category, points in scored.items() if points}


@pytest.mark.rule("END-03")
def test_nothing_scores_nothing() -> None:
    """END-03: the twelve categories, in their order, and their sum."""
    scored = bare().move().scores()[0].to_dict()
    assert scored == dict.fromkeys(
        (
            "pesos",
            "buildings",
            "ships",
            "cities",
            "stations",
            "farmers",
            "cattle",
            "objectives",
            "station_masters",
            "workers",
            "disc_space",
            "job_market_token",
            "total",
        ),
        0,
    )


@pytest.mark.rule("END-03")
def test_pesos() -> None:
    """END-03: (1) 1 VP for every 5 pesos."""
    points = [bare().pesos(0, n).move().scores()[0].pesos for n in (0, 4, 5, 9, 10, 53)]
    assert points == [0, 0, 1, 1, 2, 10]


@pytest.mark.rule("END-03")
def test_buildings() -> None:
    """END-03: (2) private buildings on the board, on the side they show."""
    at_table = bare(buildings="aaaaaaaabb").building(0, 3, "basic1").building(0, 9, "grain1")
    assert sheet(at_table) == {"buildings": 3 + 9, "total": 12}
    # A building that was replaced is out of the game.
    at_table.raw["player"][0]["buildings"][7 - 1] = 255
    assert sheet(at_table)["buildings"] == 12
    assert sheet(at_table, 1) == {}


@pytest.mark.rule("END-03")
def test_ships() -> None:
    """END-03: (3) every disc on a ship."""
    at_table = bare().ship_discs(0, **{"18": 2, "0": 3, "1": 1, "16p": 1})
    assert sheet(at_table) == {"ships": 2 * 12 - 3 * 2 + 0 + 9, "total": 27}


@pytest.mark.rule("END-03")
def test_cities() -> None:
    """END-03: (4) discs on bonus spaces and on quays."""
    at_table = bare().quay_discs(0, le_havre_1=2, le_havre_2=2, rotterdam_1=1, liverpool_2=1)
    assert sheet(at_table) == {"cities": 2 * 1 + 2 + 8, "total": 12}
    at_table.city_discs(0, liverpool_south_1=1, le_havre_west_2=1, rotterdam_north_3=1)
    assert sheet(at_table) == {"cities": 12 + 15 + 0 + 6, "total": 33}


@pytest.mark.rule("END-03")
def test_stations() -> None:
    """END-03: (5) stations, the last one for every disc."""
    at_table = bare().station_discs(0, **{"1": 1, "6": 1})
    assert sheet(at_table) == {"stations": 1 + 5, "total": 6}
    assert sheet(at_table.station_discs(0, **{"10": 3}))["stations"] == 6 + 3 * 9


@pytest.mark.rule("END-03")
def test_farmers() -> None:
    """END-03: (6) 2 for each farmer beside the board, none for those in the row."""
    at_table = bare().farmers(0, green=1, yellow=2).workers(0, granjero=4)
    assert sheet(at_table) == {"farmers": 6, "total": 6}


@pytest.mark.rule("END-03")
def test_cattle() -> None:
    """END-03: (7) cattle and exhaustion cards of the whole deck, wherever they are."""
    cards = ("caracu-3", "exhaustion", "franqueiro-5", "niata", "obj100")
    for place in (Table.hand, Table.draw_stack, Table.discard_pile):
        assert sheet(place(bare(), 0, *cards)) == {"cattle": 3 - 2 + 5, "total": 6}
    spread = bare().hand(0, "serrano").draw_stack(0, "exhaustion").discard_pile(0, "serrano")
    assert sheet(spread)["cattle"] == 2


@pytest.mark.rule("END-03")
def test_objectives() -> None:
    """END-03: (8) fulfilled objective cards, and the penalty of the others in the area."""
    fulfilled = bare().objectives(0, "obj115").ship_discs(0, **{"18": 1})
    assert sheet(fulfilled)["objectives"] == 5
    assert sheet(bare().objectives(0, "obj115")) == {"objectives": -2, "total": -2}


@pytest.mark.rule("END-03")
@pytest.mark.parametrize(
    ("master", "lay", "points"),
    [
        ("master1", lambda t: t.hand(0, "serrano", "niata").discard_pile(0, "franqueiro-3"), 2),
        ("master1", lambda t: t.draw_stack(0, "aberdeen_angus-5", "caracu-2", "obj100"), 1),
        ("master2", lambda t: t.workers(0, gaucho=3, carpintero=2, maquinista=4, granjero=2), 8),
        ("master2", lambda t: t, 4),
        ("master3", lambda t: t.station_discs(0, **{"1": 1, "2": 1, "10": 3}), 3),
        ("master3", lambda t: t.station_discs(0, **{"1": 1, "2": 1, "3": 1, "10": 3}), 6),
        ("master4", lambda t: t.objectives(0, "obj100", "obj101", "obj102"), 3),
        ("master4", lambda t: t.objectives(0, "obj100", "obj101", "obj102", "obj103"), 6),
        ("master5", lambda t: t.ship_discs(0, **{"0": 2, "18": 2, "1": 1}), 6),
        ("master6", lambda t: t.workers(0, gaucho="sps", carpintero="s"), 3),
        ("master6", lambda t: t.workers(0, gaucho="sps", carpintero="s", maquinista="ps"), 6),
        ("master7", lambda t: t.building(0, 1, "basic1").building(0, 2, "basic2"), 3),
        ("master8", lambda t: t.farmers(0, green=2, orange=1).workers(0, granjero=3), 3),
    ],
)
def test_station_masters(master: str, lay: Any, points: int) -> None:
    """END-03: (9) the lower half of each station master one has."""
    at_table = lay(bare())
    without = sheet(at_table)
    assert "station_masters" not in without
    with_master = sheet(at_table.masters(0, master))
    assert with_master["station_masters"] == points
    assert with_master["total"] == without.get("total", 0) + points


@pytest.mark.rule("END-03")
def test_workers() -> None:
    """END-03: (10) 4 for each worker on a fifth or sixth space, in any row."""
    assert sheet(bare().workers(0, gaucho=4, carpintero=4, maquinista=4, granjero=4)) == {}
    for row in ("gaucho", "carpintero", "maquinista", "granjero"):
        assert sheet(bare().workers(0, **{row: 5})) == {"workers": 4, "total": 4}
        assert sheet(bare().workers(0, **{row: 6})) == {"workers": 8, "total": 8}
    assert sheet(bare().workers(0, gaucho=6, granjero=5))["workers"] == 12


@pytest.mark.rule("END-03")
def test_the_disc_space_with_points() -> None:
    """END-03: (11) 2 for the one disc space that shows them, once cleared."""
    for space in bare().names.disc_spaces:
        expected = {"disc_space": 2, "total": 2} if space == "step_2" else {}
        assert sheet(bare().cleared(0, space)) == expected


@pytest.mark.rule("END-03")
def test_the_job_market_token() -> None:
    """END-03: (12) 2 for the job market token."""
    assert sheet(bare().ending(0)) == {"job_market_token": 2, "total": 2}
    assert sheet(bare().ending(0), 1) == {}


# --- objectives -------------------------------------------------------------------------------


@pytest.mark.rule("END-04")
def test_cards_in_the_area_must_be_scored() -> None:
    """END-04: fulfilled or not, a card in the objective area counts."""
    at_table = bare().objectives(0, "obj115", "obj104")
    assert sheet(at_table)["objectives"] == -4
    assert sheet(at_table.ship_discs(0, **{"18": 1}))["objectives"] == 5 - 2


@pytest.mark.rule("END-04")
def test_cards_left_in_the_deck_may_be_scored() -> None:
    """END-04: in hand, draw stack or discard pile: if fulfilled, else they are left out."""
    for place in (Table.hand, Table.draw_stack, Table.discard_pile):
        assert "objectives" not in sheet(place(bare(), 0, "obj115", "obj104"))
        at_table = place(bare(), 0, "obj115", "obj104").ship_discs(0, **{"18": 1})
        assert sheet(at_table)["objectives"] == 5


@pytest.mark.rule("END-04")
def test_all_tasks_of_a_card_are_needed() -> None:
    """END-04: a card is fulfilled only as a whole, each task as often as it says."""
    at_table = bare().draw_stack(0, "obj120")  # two buildings and a disc on a station
    at_table.building(0, 1, "basic1").station_discs(0, **{"1": 1})
    assert "objectives" not in sheet(at_table)
    at_table.building(0, 2, "basic2")
    assert sheet(at_table)["objectives"] == 4
    assert "objectives" not in sheet(at_table.station_discs(0, **{"1": 0}))


# obj105: a western disc, a blue and a green farmer. obj107: a western disc, a Franqueiro.
# obj100: a western disc, two discs on stations.
@pytest.mark.rule("END-04")
def test_a_fulfilled_task_counts_towards_one_card() -> None:
    """END-04: what fulfils a task of one card fulfils none of another."""
    at_table = bare().farmers(0, blue=1, green=1).draw_stack(0, "franqueiro-3", "obj105", "obj107")
    assert sheet(at_table.city_discs(0, le_havre_west_1=1))["objectives"] == 3
    assert sheet(at_table.city_discs(0, le_havre_west_2=1))["objectives"] == 6
    in_area = bare().farmers(0, blue=1, green=1).draw_stack(0, "franqueiro-3")
    in_area.objectives(0, "obj105", "obj107").city_discs(0, le_havre_west_1=1)
    assert sheet(in_area)["objectives"] == 3 - 2


@pytest.mark.rule("END-04")
def test_the_best_assignment_is_found() -> None:
    """END-04: two lesser cards before a greater one, if they bring more together."""
    # A building and a card of value 3 serve obj112 (with an Aberdeen-Angus, 5 VP) or
    # obj101 (with an eastern disc, 3 VP) and obj118 (with two discs on stations, 4 VP).
    at_table = bare().building(0, 1, "basic1").station_discs(0, **{"1": 1, "2": 1})
    at_table.draw_stack(0, "serrano", "aberdeen_angus-5", "obj112", "obj101", "obj118")
    assert sheet(at_table)["objectives"] == 5
    assert sheet(at_table.city_discs(0, le_havre_east_1=1))["objectives"] == 3 + 4


@pytest.mark.rule("END-04")
def test_a_card_in_the_area_may_go_before_a_greater_one_in_the_deck() -> None:
    """END-04: leaving the area card unfulfilled costs its penalty too."""
    # One building: obj113 (southern disc, 4 VP) from the deck or obj101 (eastern disc, 3 VP).
    at_table = bare().building(0, 1, "basic1").draw_stack(0, "obj113").objectives(0, "obj101")
    at_table.city_discs(0, le_havre_east_1=1, le_havre_south_1=1)
    assert sheet(at_table)["objectives"] == 3
    at_table.objectives(0, "obj113").draw_stack(0, "obj101")
    assert sheet(at_table)["objectives"] == 4


@pytest.mark.rule("END-04")
def test_the_sum_with_the_station_master_counts() -> None:
    """END-04: deck cards that are scored join the area, where a station master counts them."""
    at_table = bare().masters(0, "master4").objectives(0, "obj100").draw_stack(0, "obj115")
    # Unfulfilled, it costs 2 and makes a pair for 3.
    assert sheet(at_table) == {"objectives": -4, "station_masters": 3, "total": -1}
    assert sheet(at_table.masters(0)) == {"objectives": -2, "total": -2}
    # A third card would only cost.
    assert sheet(at_table.masters(0, "master4").draw_stack(0, "obj115", "obj104")) == {
        "objectives": -4,
        "station_masters": 3,
        "total": -1,
    }
    # Two more for a pair cost more than they bring.
    two = bare().masters(0, "master4").draw_stack(0, "obj115", "obj104")
    assert sheet(two) == {}


@pytest.mark.rule("END-04")
def test_the_cheapest_card_joins_the_area() -> None:
    """END-04: fulfilled deck cards make pairs for the station master as they join."""
    at_table = bare().masters(0, "master4").objectives(0, "obj104")
    at_table.draw_stack(0, "obj115", "obj109").ship_discs(0, **{"18": 1})
    assert sheet(at_table)["objectives"] == -2 + 5
    assert sheet(at_table)["station_masters"] == 3


@pytest.mark.rule("END-04")
def test_discs_on_the_last_station_are_tasks_one_by_one() -> None:
    """END-04: each fulfils a task of its own; the station master counts that station once."""
    at_table = bare().draw_stack(0, "obj100").city_discs(0, le_havre_west_1=1)
    assert "objectives" not in sheet(at_table.station_discs(0, **{"10": 1}))
    assert sheet(at_table.station_discs(0, **{"10": 2}))["objectives"] == 4
    at_table.masters(0, "master3")
    assert "station_masters" not in sheet(at_table)
    assert sheet(at_table.station_discs(0, **{"1": 1}))["station_masters"] == 3


def dearer(penalty: int) -> Ruleset:
    """The ruleset with another penalty on obj115."""
    text = Ruleset.default().text
    card = 'id = "obj115", vp = 5, penalty = -2'
    assert text.count(card) == 1
    return Ruleset(text.replace(card, card.replace("-2", str(penalty))))


@pytest.mark.rule("END-07")
def test_of_equal_totals_the_one_with_more_objective_points() -> None:
    """END-07: the pair for the master brings 3, the card that makes it costs 3: left out."""
    at_table = bare(ruleset=dearer(-3)).masters(0, "master4").objectives(0, "obj100")
    assert sheet(at_table.draw_stack(0, "obj115")) == {"objectives": -2, "total": -2}
    cheaper = bare(ruleset=dearer(-2)).masters(0, "master4").objectives(0, "obj100")
    assert sheet(cheaper.draw_stack(0, "obj115"))["station_masters"] == 3


@pytest.mark.rule("END-07")
def test_of_equal_totals_whatever_the_order_of_cards() -> None:
    """END-07: the same choice with the dear card in the middle of others."""
    at_table = bare(ruleset=dearer(-3)).masters(0, "master4").objectives(0, "obj100")
    at_table.draw_stack(0, "obj115", "obj122").city_discs(0, le_havre_south_1=1)
    at_table.station_discs(0, **{"1": 1})
    # obj122 is fulfilled and makes the pair; obj115 would add nothing but its cost.
    scored = sheet(at_table)
    assert (scored["objectives"], scored["station_masters"]) == (5 - 2, 3)


@pytest.mark.rule("END-05")
def test_station_masters_count_what_objectives_have_used() -> None:
    """END-05: a farmer, building or disc serves an objective card and a master alike."""
    at_table = bare().farmers(0, blue=1, green=1).city_discs(0, le_havre_west_1=1)
    at_table.draw_stack(0, "obj105")
    assert sheet(at_table)["objectives"] == 3
    at_table.masters(0, "master8")
    assert sheet(at_table)["objectives"] == 3
    assert sheet(at_table)["station_masters"] == 2

    at_table = bare().building(0, 1, "basic1").building(0, 2, "basic2").masters(0, "master7")
    at_table.station_discs(0, **{"1": 1, "2": 1}).draw_stack(0, "obj120")
    assert (sheet(at_table)["objectives"], sheet(at_table)["station_masters"]) == (4, 3)
    at_table.masters(0, "master7", "master3")
    assert (sheet(at_table)["objectives"], sheet(at_table)["station_masters"]) == (4, 6)


# --- the winner -------------------------------------------------------------------------------


def last_action(players: int, own: int, *others: int) -> tuple[float, float]:
    """Share of the win and margin of seat 0, whose last peso makes ``own`` points."""
    at_table = bare(players).ending(1).pesos(0, 5 * own - 1)
    for seat, points in enumerate(others, 1):
        at_table.pesos(seat, 5 * points)
    state = at_table.visit(0, "n1")
    over = play(state, "aux:1")
    assert over.is_over
    assert over.scores()[0].total == own
    advice = Advisor().advise(state, Limit(simulations=2), only=["aux:1"])
    return advice.best.win, advice.best.margin


@pytest.mark.rule("END-06")
def test_the_highest_total_wins() -> None:
    """END-06: the sum of all categories decides, the job market token among them."""
    # Seat 1 holds the job market token: 2 VP more than the pesos say.
    assert last_action(2, 6, 3) == (1, 1)
    assert last_action(2, 4, 3) == (0, -1)


@pytest.mark.rule("END-06")
def test_a_tie_is_shared() -> None:
    """END-06: equal totals share the victory, whatever else was gained."""
    assert last_action(2, 5, 3) == (0.5, 0)
    assert last_action(2, 1, 4) == (0, -5)


@pytest.mark.rule("END-06")
def test_more_than_two_may_share() -> None:
    """END-06: all who have the highest total share it; a tie below it is worth nothing."""
    assert last_action(3, 5, 3, 5) == (pytest.approx(1 / 3), 0)
    assert last_action(3, 5, 3, 4) == (0.5, 0)
    assert last_action(4, 5, 3, 5, 5) == (0.25, 0)
    assert last_action(4, 4, 3, 5, 4) == (0, -1)
