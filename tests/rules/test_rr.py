"""The engine, turnouts, stations and station masters.

A turnout is a siding. Under the earlier ruleset it lay in the line: EARLIER is that one.

Neutral building D moves the engine by the maquinistas (local action 2), C by one (2),
6a by the maquinistas (1) and hires (2), 10a by three (3). Station 1 is on the turnout
behind space 3 and takes a white disc for 2 pesos; station 5, behind 13, any disc for 6;
station 10 is on space 31, the last one, and takes any disc for 3.
"""

from __future__ import annotations

import pytest
from editing import EARLIER
from table import Table, board, options, play, player

from gwta_ai import Ruleset, RulesetError, State


def argument(state: State, verb: str) -> set[str]:
    """What a verb is offered with, tokens and forfeiting aside."""
    return {text.partition(":")[2] for text in options(state) if text.startswith(verb + ":")}


def table(
    engine: str = "0",
    maquinistas: int = 1,
    pesos: int = 50,
    players: int = 2,
    ruleset: Ruleset | None = None,
) -> Table:
    """All station masters gone; a token keeps the visit going after the action."""
    table = (
        Table(players=players, ruleset=ruleset).engine(0, engine).workers(0, maquinista=maquinistas)
    )
    for station in "12345":
        table.master_at(station, None)
    return table.pesos(0, pesos).hand(0, "niata").tokens(0, 1)


def ahead(table: Table, space: str = "n4", local: str = "local:2") -> set[str]:
    """Where the engine can go by a local action; nowhere if it is not offered."""
    state = table.visit(0, space)
    return argument(play(state, local), "engine") if local in options(state) else set()


def drive(table: Table, place: str) -> State:
    """The engine moved by D."""
    return play(table.visit(0, "n4"), "local:2", f"engine:{place}")


def back(table: Table, double: bool = False) -> State | None:
    """The sixth auxiliary action at G has begun, if it can be: the engine is to go back."""
    state = table.cleared(0, "aux6_a", "aux6_b").visit(0, "n7")
    action = "local_aux:2+6" + ("double" if double else "")
    return play(state, action) if action in options(state) else None


def places_back(table: Table, double: bool = False) -> set[str]:
    """Where the engine may end on its way back."""
    state = back(table, double)
    return set() if state is None else argument(state, "engine")


# --- forward -----------------------------------------------


@pytest.mark.rule("RR-01")
@pytest.mark.parametrize(("maquinistas", "places"), [(1, {"1"}), (2, {"1", "2"})])
def test_an_engine_moves_up_to_the_number_of_maquinistas(
    maquinistas: int, places: set[str]
) -> None:
    """RR-01: one space at least, and no more than there are maquinistas, printed one included."""
    assert ahead(table("0", maquinistas)) == places


@pytest.mark.rule("RR-01")
def test_a_printed_number_counts_and_not_the_maquinistas() -> None:
    """RR-01: C moves by one with three maquinistas, 10a by three with one."""
    assert ahead(table("14", 3), "n3") == {"15"}
    assert ahead(table("14", 1).building(0, 10, "basic1"), "basic1", "local:3") == {
        "15",
        "16",
        "17",
    }


@pytest.mark.rule("RR-01")
def test_moving_fewer_spaces_forfeits_the_rest() -> None:
    """RR-01: after one of three spaces the action is over."""
    after = drive(table("14", 3), "15")
    assert player(after).engine == "15"
    assert after.decision == "local_action"
    assert "local:2" not in options(after)


@pytest.mark.rule("RR-02")
def test_a_space_with_an_engine_is_skipped_and_not_counted() -> None:
    """RR-02: 15 and 17 are taken: three steps lead to 16, to 18 or the turnout, and to 19."""
    state = table("14", 3, players=3).engine(1, "15").engine(2, "17")
    assert ahead(state) == {"16", "17t", "18", "19"}
    assert ahead(table("14", 2, players=3).engine(1, "15").engine(2, "17")) == {"16", "17t", "18"}


@pytest.mark.rule("RR-02")
def test_engines_in_a_row_are_skipped_together() -> None:
    """RR-02: two taken spaces, one of them a turnout or not, do not count."""
    assert ahead(table("2", 1, players=3).engine(1, "3").engine(2, "4")) == {"3t", "5"}
    assert ahead(table("2", 1, players=3).engine(1, "3").engine(2, "3t")) == {"4"}


@pytest.mark.rule("RR-02")
def test_the_start_and_the_depot_hold_several_engines() -> None:
    """RR-02: nobody is in the way there."""
    assert places_back(table("1").engine(1, "0")) == {"0"}
    depot = drive(table("30", pesos=0).engine(1, "depot"), "31")
    assert (player(depot).engine, player(depot, 1).engine) == ("depot", "depot")


@pytest.mark.rule("RR-03")
def test_a_turnout_is_a_siding() -> None:
    """RR-03: from 3 one space leads to 4 or to the turnout behind 3, and from there one to 4."""
    assert ahead(table("3", 1)) == {"3t", "4"}
    assert ahead(table("3", 2)) == {"3t", "4", "5"}
    assert ahead(table("3t", 1)) == {"4"}
    assert ahead(table("3t", 2)) == {"4", "5"}


@pytest.mark.rule("RR-03")
def test_nobody_has_to_pass_a_turnout() -> None:
    """RR-03: past the turnouts behind 6 and 8 four spaces from 6 lead to 10."""
    assert ahead(table("6", 4)) == {"6t", "7", "8", "8t", "9", "10"}
    assert "10t" in ahead(table("6", 5))


@pytest.mark.rule("RR-03")
def test_a_place_counts_with_the_fewest_spaces() -> None:
    """RR-03: 5 is two spaces from 3, also where the way over the turnout takes three."""
    assert "5" in ahead(table("3", 2))
    assert "6" not in ahead(table("3", 2))


@pytest.mark.rule("RR-03")
def test_over_an_occupied_space_both_exits_stay() -> None:
    """RR-03: with an engine on 3 one space from 2 leads to 4 or to the turnout behind 3."""
    assert ahead(table("2", 1).engine(1, "3")) == {"3t", "4"}
    assert ahead(table("1", 3).engine(1, "3")) == {"2", "3t", "4", "5"}


@pytest.mark.rule("RR-03")
def test_an_occupied_turnout_is_skipped() -> None:
    """RR-03: it is not counted, and leads to nothing that its space does not lead to."""
    assert ahead(table("3", 2).engine(1, "3t")) == {"4", "5"}


@pytest.mark.rule("RR-03")
def test_a_turnout_lies_between_its_neighbours() -> None:
    """RR-03: the station of turnout 3 is behind space 4, passed or not, but not behind itself."""
    assert argument(behind(table("4")), "upgrade") == {"1"}
    assert argument(behind(table("3t", pesos=6)), "upgrade") == set()


@pytest.mark.rule("RR-03")
def test_under_the_earlier_ruleset_a_turnout_is_one_space_of_the_line() -> None:
    """RR-03: from 3 the first step leads to the turnout, the second to 4; from there to 4."""
    assert ahead(table("3", 1, ruleset=EARLIER)) == {"3t"}
    assert ahead(table("3", 2, ruleset=EARLIER)) == {"3t", "4"}
    assert ahead(table("3t", 1, ruleset=EARLIER)) == {"4"}
    crowded = table("2", 1, players=3, ruleset=EARLIER).engine(1, "3").engine(2, "3t")
    assert ahead(crowded) == {"4"}


@pytest.mark.rule("RR-03")
@pytest.mark.parametrize("upgrade", [True, False])
def test_stopping_on_a_turnout_ends_the_movement(upgrade: bool) -> None:
    """RR-03: one of four spaces moved, the other three are lost with or without upgrade."""
    stopped = drive(table("3", 4), "3t")
    assert stopped.decision == "upgrade_station"
    actions = ("upgrade:1", "disc:aux1_b") if upgrade else ("forfeit",)
    after = play(stopped, *actions)
    assert after.decision == "local_action"
    assert player(after).engine == "3t"


# --- upgrading -----------------------------------------------


@pytest.mark.rule("RR-04")
def test_a_station_is_paid_and_takes_a_disc() -> None:
    """RR-04: the cost is paid before the disc is chosen; a disc space is cleared."""
    paid = play(drive(table("3", pesos=7), "3t"), "upgrade:1")
    assert player(paid).pesos == 5
    assert paid.decision == "place_disc"
    after = play(paid, "disc:aux1_b")
    assert player(after).station_discs == {"1": 1}
    assert "aux1_b" not in player(after).discs
    assert player(after).pesos == 5


@pytest.mark.rule("RR-04")
def test_the_corner_of_a_station_binds_the_disc() -> None:
    """RR-04: white discs on a white station; white and dark ones on a dark station."""
    white = argument(play(drive(table("3"), "3t"), "upgrade:1"), "disc")
    dark = argument(play(drive(table("13"), "13t"), "upgrade:5"), "disc")
    assert "strength_1" in white & dark
    assert {"hand_1", "step_1", "step_2", "strength_2"} <= dark - white


@pytest.mark.rule("RR-04")
def test_an_upgrade_may_be_declined() -> None:
    """RR-04: then nothing is paid or placed."""
    after = play(drive(table("3", pesos=7), "3t"), "forfeit")
    assert (player(after).pesos, player(after).station_discs) == (7, {})


@pytest.mark.rule("RR-04")
def test_a_station_is_upgraded_once_by_each_player() -> None:
    """RR-04: the own disc bars it, the disc of another does not."""
    assert drive(table("3").station_discs(0, **{"1": 1}), "3t").decision == "local_action"
    assert drive(table("3").station_discs(1, **{"1": 1}), "3t").decision == "upgrade_station"


@pytest.mark.rule("RR-04")
def test_the_last_station_is_upgraded_again_and_again() -> None:
    """RR-04: a second disc joins the first."""
    state = drive(table("30").station_discs(0, **{"10": 1}), "31")
    assert player(play(state, "upgrade:10", "disc:hand_1")).station_discs == {"10": 2}


@pytest.mark.rule("RR-04")
def test_the_pesos_of_a_disc_do_not_pay_the_station() -> None:
    """RR-04: the dark strength disc brings 3 pesos after the 6 of station 5 are paid."""
    assert drive(table("13", pesos=5), "13t").decision == "local_action"
    after = play(drive(table("13", pesos=6), "13t"), "upgrade:5", "disc:strength_2")
    assert player(after).pesos == 3


@pytest.mark.rule("RR-04")
def test_a_disc_is_paid_from_what_the_station_leaves() -> None:
    """RR-04: the disc that costs 3 pesos needs 5 at a station for 2."""
    assert "aux6_b" not in argument(play(drive(table("3", pesos=4), "3t"), "upgrade:1"), "disc")
    paid = play(drive(table("3", pesos=5), "3t"), "upgrade:1")
    assert player(play(paid, "disc:aux6_b")).pesos == 0


@pytest.mark.rule("RR-04")
def test_the_station_master_comes_after_the_disc() -> None:
    """RR-04: first the station, then the disc, then the master."""
    state = drive(table("3", maquinistas=2).master_at("1", "master1"), "3t")
    paid = play(state, "upgrade:1")
    assert paid.decision == "place_disc"
    assert play(paid, "disc:aux1_b").decision == "station_master"


# --- station masters -----------------------------------------------


def appointing(table: Table, master: str = "master1") -> State:
    """Station 1 upgraded with a master lying there: who is given up?"""
    table.engine(0, "3").master_at("1", master)
    return play(table.visit(0, "n4"), "local:2", "engine:3t", "upgrade:1", "disc:aux1_b")


@pytest.mark.rule("RR-05")
def test_any_hired_worker_may_become_station_master() -> None:
    """RR-05: of every row but for the printed worker, granjeros too; or none."""
    state = appointing(table().workers(0, gaucho=2, carpintero=1, maquinista=3, granjero=2))
    assert argument(state, "master") == {"gaucho", "maquinista", "granjero"}
    declined = play(state, "forfeit")
    assert player(declined).masters == set()
    assert player(declined).workers["gaucho"] == 2
    assert board(declined).raw["station_master"][0] != 0


@pytest.mark.rule("RR-05")
def test_printed_workers_stay() -> None:
    """RR-05: with nobody hired there is no station master to be had."""
    assert appointing(table()).decision == "local_action"


@pytest.mark.rule("RR-05")
def test_the_worker_goes_in_the_place_of_the_tile() -> None:
    """RR-05: the tile comes to the player, the worker lies at the station."""
    after = play(appointing(table().workers(0, gaucho=3), "master6"), "master:gaucho")
    assert player(after).masters == {"master6"}
    assert player(after).workers["gaucho"] == 2
    assert board(after).raw["station_master"][0] == 0
    assert board(after).raw["station_worker"][0] != 0


@pytest.mark.rule("RR-05")
@pytest.mark.parametrize(
    ("row", "left", "given"),
    [("ps", 0, "gaucho+"), ("sp", 1 << 1, "gaucho"), ("ss", 1 << 1, "gaucho+")],
)
def test_the_rightmost_worker_goes(row: str, left: int, given: str) -> None:
    """RR-05: with the strength icon that stands there, and no other."""
    after = play(appointing(table().workers(0, gaucho=row)), "master:gaucho")
    assert player(after).raw["strong"][0] == left
    assert board(after).raw["station_worker"][0] - 1 == after.ruleset.names.workers.index(given)


@pytest.mark.rule("RR-05")
def test_a_granjero_of_the_row_may_go() -> None:
    """RR-05: a hired granjero counts as a worker; a farmer beside the board does not."""
    state = appointing(table().workers(0, granjero=2).farmers(0, green=1))
    assert argument(state, "master") == {"granjero"}
    after = play(state, "master:granjero")
    assert player(after).workers["granjero"] == 1
    assert player(after).farmers["green"] == 1


@pytest.mark.rule("RR-05")
def test_a_station_without_a_tile_makes_no_master() -> None:
    """RR-05: the tile is taken once; later upgrades of that station find none."""
    state = drive(table("3", maquinistas=2), "3t")
    assert play(state, "upgrade:1", "disc:aux1_b").decision == "local_action"


@pytest.mark.rule("RR-05")
def test_only_an_upgrade_brings_the_master() -> None:
    """RR-05: not a declined one, and not a station upgraded before."""
    one = drive(table("3", maquinistas=2).master_at("1", "master1"), "3t")
    assert play(one, "forfeit").decision == "local_action"
    again = table("3", maquinistas=2).master_at("1", "master1").station_discs(0, **{"1": 1})
    assert drive(again, "3t").decision == "local_action"


@pytest.mark.rule("RR-05")
def test_the_action_of_a_freed_space_is_gained_again() -> None:
    """RR-05: the second gaucho goes, a new one brings its exchange token again."""
    market = table().workers(0, gaucho=2).building(0, 6, "basic1").no_jobs()
    market.job_row(1, "gaucho", token=2).engine(0, "3").master_at("1", "master6")
    state = play(market.visit(0, "basic1"), "local:1", "engine:3t", "upgrade:1", "disc:aux1_b")
    freed = play(state, "master:gaucho")
    assert player(play(freed, "local:2", "hire:1,gaucho")).tokens == player(freed).tokens + 1
    kept = play(state, "forfeit")
    assert player(play(kept, "local:2", "hire:1,gaucho")).workers["gaucho"] == 3


@pytest.mark.rule("RR-05")
@pytest.mark.parametrize(("workers", "before", "after"), [(4, 0, 0), (5, 4, 0), (6, 8, 4)])
def test_a_given_up_worker_no_longer_scores(workers: int, before: int, after: int) -> None:
    """RR-05: 4 VP for each worker that stands on space 5 or 6."""
    state = appointing(table().workers(0, gaucho=workers))
    assert state.scores()[0].workers == before
    assert play(state, "master:gaucho").scores()[0].workers == after


@pytest.mark.rule("RR-06")
@pytest.mark.parametrize(
    ("master", "pesos", "grain"),
    [("master1", 3, 0), ("master2", 0, 2), ("master3", 2, 0), ("master6", 0, 0)],
)
def test_the_immediate_half_happens_when_the_tile_is_taken(
    master: str, pesos: int, grain: int
) -> None:
    """RR-06: pesos or grain at once, and never again."""
    state = appointing(table(pesos=2).workers(0, gaucho=2), master)
    after = play(state, "master:gaucho")
    assert (player(after).pesos, player(after).grain) == (pesos, grain)
    ended = play(after, "end")
    assert (player(ended).pesos, player(ended).grain) == (pesos, grain)


@pytest.mark.rule("RR-06")
@pytest.mark.parametrize(("masters", "income"), [((), 1), (("master5",), 2), (("master6",), 2)])
def test_a_permanent_certificate_counts_in_every_income(
    masters: tuple[str, ...], income: int
) -> None:
    """RR-06: one more each time, and it is not spent."""
    state = table(pesos=0).masters(0, *masters).buenos_aires(0, stage=1)
    after = play(state, "income:0")
    assert player(after).pesos == income
    assert player(after).masters == set(masters)


@pytest.mark.rule("RR-06")
def test_two_permanent_certificates_add_up() -> None:
    """RR-06: with a Niata and two of them the ship of value 3 is within reach."""
    state = table(pesos=0).masters(0, "master5", "master6").buenos_aires(0, stage=1)
    assert "ship:3" in options(play(state, "income:0"))


@pytest.mark.rule("RR-06")
@pytest.mark.parametrize(
    ("masters", "fee"), [((), 4), (("master4",), 2), (("master4", "master7"), 0)]
)
def test_permanent_grain_is_spared_at_every_loading(masters: tuple[str, ...], fee: int) -> None:
    """RR-06: ship 6 asks for two grain; each one missing costs 2 pesos."""
    state = table(pesos=9).masters(0, *masters).buenos_aires(0, stage=2, income=6)
    after = play(state, "ship:6", "disc:aux1_b")
    assert player(after).pesos == 9 - fee
    assert player(after).grain == 0


# --- the last station and the depot -----------------------------------------------


@pytest.mark.rule("RR-07")
@pytest.mark.parametrize("actions", [("upgrade:10", "disc:hand_1"), ("forfeit",)])
def test_from_the_last_station_the_engine_goes_to_the_depot(actions: tuple[str, ...]) -> None:
    """RR-07: after the offer to upgrade, taken or not."""
    reached = drive(table("30", maquinistas=3), "31")
    assert "upgrade:10" in options(reached)
    assert player(play(reached, *actions)).engine == "depot"


@pytest.mark.rule("RR-07")
def test_an_engine_that_cannot_pay_goes_to_the_depot_too() -> None:
    """RR-07: the last station costs 3 pesos; without them there is only the depot."""
    after = drive(table("30", pesos=2), "31")
    assert after.decision == "local_action"
    assert player(after).engine == "depot"


@pytest.mark.rule("RR-07")
def test_the_last_station_is_offered_whenever_it_is_reached() -> None:
    """RR-07: out of the depot, along the end of the line, and upgraded once more."""
    assert ahead(table("depot", maquinistas=4)) == {"24", "25", "26", "26t", "27"}
    again = drive(table("28", maquinistas=3).station_discs(0, **{"10": 2}), "31")
    assert "upgrade:10" in options(again)


@pytest.mark.rule("RR-07")
def test_the_line_ends_at_the_last_station() -> None:
    """RR-07: six maquinistas at 29 lead to 30 and 31, no further."""
    assert ahead(table("29", 6)) == {"30", "31"}


@pytest.mark.rule("RR-07")
def test_from_the_depot_the_first_space_is_24() -> None:
    """RR-07: one step leads to 24; if an engine stands there, to 25."""
    assert ahead(table("depot", 1)) == {"24"}
    assert ahead(table("depot", 2)) == {"24", "25"}
    assert ahead(table("depot", 1).engine(1, "24")) == {"25"}


@pytest.mark.rule("RR-07")
def test_an_engine_in_the_depot_does_not_move_back() -> None:
    """RR-07: the action that would need it is not offered."""
    assert back(table("depot")) is None
    assert back(table("30")) is not None


# --- backward -----------------------------------------------


@pytest.mark.rule("RR-08")
def test_backward_is_exactly_the_printed_number() -> None:
    """RR-08: one for the single action, two for the double one; the place is a decision."""
    one = back(table("16"))
    assert one is not None
    assert one.decision == "engine"
    assert places_back(table("16")) == {"15"}
    assert places_back(table("16"), double=True) == {"14"}
    moved = play(one, "engine:15")
    assert (player(moved).engine, moved.decision) == ("15", "draw")


@pytest.mark.rule("RR-08")
def test_the_move_back_cannot_be_forfeited() -> None:
    """RR-08: the action was chosen; a token may still be spent first."""
    one = back(table("16"))
    assert one is not None
    assert set(options(one)) == {"engine:15", "token:1", "token:2"}


@pytest.mark.rule("RR-08")
def test_backward_over_either_way() -> None:
    """RR-08: from 4 back one to 3 or the turnout behind it; two to 2 or, over the turnout, to 3."""
    assert places_back(table("4")) == {"3", "3t"}
    assert places_back(table("4"), double=True) == {"2", "3"}
    assert places_back(table("3t")) == {"3"}
    assert places_back(table("5"), double=True) == {"3", "3t"}


@pytest.mark.rule("RR-08")
def test_never_fewer_spaces_than_required() -> None:
    """RR-08: from space 1 the engine moves back by one, but not by two."""
    assert places_back(table("1")) == {"0"}
    assert back(table("1"), double=True) is None


@pytest.mark.rule("RR-08")
@pytest.mark.parametrize("double", [False, True])
def test_no_way_back_from_the_start(double: bool) -> None:
    """RR-08: nor from the depot, see RR-07."""
    assert back(table("0"), double) is None
    assert back(table("depot"), double) is None


@pytest.mark.rule("RR-08")
def test_backward_too_an_occupied_space_does_not_count() -> None:
    """RR-08: from 16 past an engine on 15 to 14; with two steps to 13 or its turnout."""
    assert places_back(table("16").engine(1, "15")) == {"14"}
    assert places_back(table("16").engine(1, "15"), double=True) == {"13", "13t"}


@pytest.mark.rule("RR-08")
def test_backward_past_engines_on_both_ways() -> None:
    """RR-08: from 4, a taken turnout leaves 3, a taken 3 the turnout; both taken leave 2."""
    assert places_back(table("4").engine(1, "3t")) == {"3"}
    assert places_back(table("4").engine(1, "3")) == {"3t", "2"}
    assert places_back(table("4", players=3).engine(1, "3").engine(2, "3t")) == {"2"}


@pytest.mark.rule("RR-08")
def test_a_turnout_reached_backward_may_be_upgraded() -> None:
    """RR-08: the upgrade comes at once, before the cards of the action."""
    first = back(table("4"))
    assert first is not None
    after = play(first, "engine:3t")
    assert (player(after).engine, after.decision) == ("3t", "upgrade_station")
    assert player(play(after, "upgrade:1", "disc:aux1_b")).station_discs == {"1": 1}


@pytest.mark.rule("RR-08")
def test_backward_past_24_stays_on_the_main_track() -> None:
    """RR-08: the way to the depot is no way back."""
    assert places_back(table("24", pesos=0)) == {"23", "23t"}
    assert places_back(table("25", pesos=0), double=True) == {"23", "23t"}


@pytest.mark.rule("RR-08")
def test_backward_under_the_earlier_ruleset() -> None:
    """RR-08: turnouts count as spaces, and there is nothing to choose."""
    for engine, double, place in (
        ("16", False, "15"),
        ("16", True, "14"),
        ("4", True, "3"),
        ("24", False, "23t"),
    ):
        after = back(table(engine, pesos=0, ruleset=EARLIER), double)
        assert after is not None
        assert (player(after).engine, after.decision) == (place, "draw")
    assert back(table("1", ruleset=EARLIER), double=True) is None
    upgraded = back(table("4", ruleset=EARLIER))
    assert upgraded is not None
    assert (player(upgraded).engine, upgraded.decision) == ("3t", "upgrade_station")


# --- a station behind the engine -----------------------------------------------


def behind(table: Table) -> State:
    """The sixth maquinista hired at A."""
    table.workers(0, maquinista=5).no_jobs().job_row(1, "maquinista", token=2)
    return play(table.visit(0, "n1"), "local:2", "hire:1,maquinista")


@pytest.mark.rule("RR-09")
@pytest.mark.parametrize(
    ("engine", "stations"),
    [("6t", {"1"}), ("7", {"1", "2"}), ("31", set("123456789"))],
)
def test_any_station_behind_the_engine(engine: str, stations: set[str]) -> None:
    """RR-09: strictly behind, so not the one where the engine stands."""
    assert argument(behind(table(engine)), "upgrade") == stations


@pytest.mark.rule("RR-09")
def test_without_a_station_behind_there_are_only_the_pesos() -> None:
    """RR-09: at the first turnout nothing is behind."""
    after = behind(table("3t", pesos=6))
    assert after.decision == "local_action"
    assert player(after).pesos == 5


@pytest.mark.rule("RR-09")
def test_from_the_depot_stations_before_24_are_behind() -> None:
    """RR-09: the depot lies at 24; the stations after that are ahead again."""
    assert argument(behind(table("depot")), "upgrade") == set("12345678")


@pytest.mark.rule("RR-09")
def test_a_station_behind_costs_what_it_always_costs() -> None:
    """RR-09: its price, its corner, a disc; the 5 pesos of the space come first."""
    hired = behind(table("14", pesos=6).station_discs(0, **{"2": 1}))
    assert player(hired).pesos == 5
    assert argument(hired, "upgrade") == {"1", "3", "4"}
    paid = play(hired, "upgrade:3")
    assert player(paid).pesos == 1
    assert "hand_1" not in argument(paid, "disc")
    assert player(play(paid, "disc:aux2_b")).station_discs == {"2": 1, "3": 1}


@pytest.mark.rule("RR-09")
def test_the_worker_just_hired_may_become_master_there() -> None:
    """RR-09: the sixth maquinista goes to the station it has just brought."""
    state = play(behind(table("4").master_at("1", "master6")), "upgrade:1", "disc:aux1_b")
    after = play(state, "master:maquinista")
    assert player(after).workers["maquinista"] == 5
    assert player(after).masters == {"master6"}


@pytest.mark.rule("RR-09")
def test_the_upgrade_behind_may_be_forfeited() -> None:
    """RR-09: the pesos of the space are kept."""
    after = play(behind(table("14", pesos=6)), "forfeit")
    assert (player(after).pesos, player(after).station_discs) == (5, {})


# --- what can be paid -----------------------------------------------


@pytest.mark.rule("RR-10")
def test_no_upgrade_that_cannot_be_paid() -> None:
    """RR-10: one peso short the engine just stops on the turnout."""
    assert drive(table("3", pesos=1), "3t").decision == "local_action"
    assert drive(table("3", pesos=2), "3t").decision == "upgrade_station"


@pytest.mark.rule("RR-10")
def test_no_upgrade_without_a_disc_that_can_be_paid() -> None:
    """RR-10: station and disc together cost 5 pesos, if only the costly disc is left."""
    assert drive(table("3", pesos=4).only_discs(0, "aux6_b"), "3t").decision == "local_action"
    assert drive(table("3", pesos=5).only_discs(0, "aux6_b"), "3t").decision == "upgrade_station"
    assert drive(table("3").only_discs(0), "3t").decision == "local_action"


@pytest.mark.rule("RR-10")
def test_the_same_holds_for_a_station_behind() -> None:
    """RR-10: what cannot be paid is not among the stations behind the engine."""
    five, six = behind(table("24", pesos=6)), behind(table("24", pesos=7))
    assert (player(five).pesos, player(six).pesos) == (5, 6)
    assert argument(five, "upgrade") == {"1", "2", "3", "4"}
    assert argument(six, "upgrade") == {"1", "2", "3", "4", "5", "8"}


@pytest.mark.rule("RR-10")
def test_a_disc_may_come_from_another_station() -> None:
    """RR-10: with no disc on the board one of the own stations gives its own."""
    bare = table("3").only_discs(0).station_discs(0, **{"2": 1, "5": 1})
    paid = play(drive(bare, "3t"), "upgrade:1")
    assert argument(paid, "station_disc") == {"2", "5"}
    after = play(paid, "station_disc:5")
    assert player(after).station_discs == {"1": 1, "2": 1}


@pytest.mark.rule("RR-10")
def test_a_station_does_not_give_itself_its_disc() -> None:
    """RR-10: the last station holds the only discs left: no upgrade of it."""
    alone = table("30").only_discs(0).station_discs(0, **{"10": 2})
    assert drive(alone, "31").decision == "local_action"
    other = table("30").only_discs(0).station_discs(0, **{"10": 2, "1": 1})
    paid = play(drive(other, "31"), "upgrade:10")
    assert argument(paid, "station_disc") == {"1"}


# --- rulesets -----------------------------------------------


STATION_2 = "number = 2, turnout_after = 6"


@pytest.mark.rule("RR-11")
@pytest.mark.parametrize(
    ("station", "message"),
    [
        ("number = 2, turnout_after = 31", "a space below 31 of its own"),
        ("number = 2, turnout_after = 3", "a space below 31 of its own"),
        ("number = 2", "either turnout_after or at_space"),
        ("number = 2, turnout_after = 6, at_space = 31", "either turnout_after or at_space"),
    ],
)
def test_a_railroad_that_cannot_be_is_refused(station: str, message: str) -> None:
    """RR-11: behind the last space, two behind one, neither or both."""
    text = Ruleset.shipped().text
    assert text.count(STATION_2) == 1
    with pytest.raises(RulesetError, match=message):
        Ruleset(text.replace(STATION_2, station))


@pytest.mark.rule("RR-11")
def test_a_turnout_behind_the_first_space_may_be() -> None:
    """RR-11: from 0 one space leads to 1 or to that turnout."""
    text = Ruleset.shipped().text.replace(STATION_2, "number = 2, turnout_after = 0")
    renumbered = text.replace(
        "{ number = 1, turnout_after = 3,", "{ number = 1, turnout_after = 6,"
    )
    assert ahead(table("0", 1, ruleset=Ruleset(renumbered))) == {"0t", "1"}
