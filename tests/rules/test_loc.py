"""Phase B: what a location allows.

Neutral buildings stand on the spaces of their letters, n1 = A to n8 = H.
"""

from __future__ import annotations

import itertools

import pytest
from editing import edited
from table import Table, options, play, player

from gwta_ai import State


def having(state: State, *starts: str) -> set[str]:
    """The options that begin with one of these."""
    return {action for action in options(state) if action.startswith(starts)}


def instead(state: State) -> set[str]:
    """The single auxiliary actions in place of local ones."""
    return having(state, "aux:")


def local(state: State) -> set[str]:
    """The local actions offered, by number."""
    actions = having(state, "local:", "local_aux:")
    return {action.partition(":")[2][0] for action in actions}


def over(state: State) -> bool:
    """Whether the turn of seat 0 is over."""
    return (state.seat_to_move, state.decision) == (1, "move")


# --- neutral and own buildings ------------------------------------------------------------


@pytest.mark.rule("LOC-01")
def test_local_actions_once_each_in_any_order() -> None:
    """LOC-01: the three actions of building C in every order, none of them twice."""
    state = Table(2).visit(0, "n3")
    first = {"1": "local:1", "2": "local:2", "3": "local_aux:3+1"}
    then = {"1": "objective_stack", "2": "engine:1"}
    for order in itertools.permutations("123"):
        here = state
        for at, number in enumerate(order):
            assert local(here) == set(order[at:])
            here = play(here, first[number])
            here = play(here, then[number]) if number in then else here
        assert over(here)
        assert player(here).engine == "1"
        assert len(player(here).discard) == 1


@pytest.mark.rule("LOC-01")
def test_own_buildings_work_like_neutral_ones() -> None:
    """LOC-01: the local actions of an own building, or one single auxiliary action."""
    table = Table(2).pesos(0, 9).building(0, 4, "basic1")
    state = table.visit(0, "basic1")
    assert local(state) == {"1", "2"}
    assert instead(state) == {"aux:1", "aux:2"}
    after = play(state, "local:2")
    assert player(after).certificates == 2
    assert local(after) == {"1"}
    assert over(play(state, "aux:1"))


@pytest.mark.rule("LOC-01")
def test_the_auxiliary_action_replaces_all_local_ones() -> None:
    """LOC-01: after the single auxiliary action no local one remains, nor a second single one."""
    table = Table(2).tokens(0, 1).pesos(0, 20)
    after = play(table.visit(0, "n1"), "aux:1")
    assert local(after) == set()
    assert instead(after) == set()
    assert "end" in options(after)


@pytest.mark.rule("LOC-01")
def test_phase_b_is_not_passed() -> None:
    """LOC-01: with nothing performed there is no end, and a peso can always be gained."""
    table = Table(2).pesos(0, 0).hand(0).no_jobs().engine(0, "0").market().market_stack()
    table.draw_stack(0).discard_pile(0).building(0, 7, "basic1").building(1, 2, "basic2")
    for space in ("n1", "n2", "n4", "n5", "basic1", "basic2"):
        state = table.visit(0, space)
        assert "end" not in options(state)
        assert "aux:1" in options(state)
        after = play(state, "aux:1")
        assert player(after).pesos == 1
        assert over(after)


@pytest.mark.rule("LOC-01")
def test_what_would_change_nothing_is_not_offered() -> None:
    """LOC-01: no empty purchase, no marker at its limit, no hire, build or help in vain."""
    poor = Table(2).pesos(0, 0).hand(0)
    assert local(poor.no_jobs().visit(0, "n1")) == set()
    assert local(poor.visit(0, "n2")) == set()
    assert local(poor.market("caracu-2").market_stack().visit(0, "n5")) == set()
    assert local(poor.market().market_stack("caracu-2").visit(0, "n5")) == {"2"}
    assert local(poor.certificates(0, 4).visit(0, "n6")) == set()
    assert local(poor.certificates(0, 3).visit(0, "n6")) == {"1"}
    assert local(poor.farmer("g1", "green7b").certificates(0, 4).visit(0, "n6")) == set()
    assert local(poor.grain(0, 8).visit(0, "n8")) == {"2"}
    assert local(poor.grain(0, 7).visit(0, "n8")) == {"1", "2"}
    empty = poor.objective_display().objective_stack()
    assert local(empty.visit(0, "n3")) == {"2", "3"}


@pytest.mark.rule("LOC-01")
def test_moves_and_gains_of_zero_are_not_offered() -> None:
    """LOC-01: an amount that comes to zero changes nothing."""
    table = Table(2).building(0, 1, "basic1")  # 1a: grain for buildings on grain fields
    assert local(table.visit(0, "basic1")) == set()
    assert local(table.building(0, 2, "grain1").visit(0, "basic1")) == {"1"}
    engine = '{ gain = [{ engine = { each = 1, of = "maquinistas" } }] },\n]'
    rules = edited((engine, engine.replace("maquinistas", "farmers")))
    table = Table(2, ruleset=rules)
    assert local(table.visit(0, "n4")) == set()
    state = table.farmers(0, blue=2).visit(0, "n4")
    assert options(play(state, "local:2")) == ["engine:1", "engine:2"]


@pytest.mark.rule("LOC-01")
def test_what_would_change_nothing_does_not_keep_the_phase_open() -> None:
    """LOC-01: with only actions left that change nothing, the phase is over."""
    assert over(play(Table(2).visit(0, "n6"), "local:1"))
    table = Table(2).pesos(0, 0).hand(0, "fronterizo").market("caracu-2").market_stack()
    assert over(play(table.visit(0, "n5"), "local:1=fronterizo"))


@pytest.mark.rule("LOC-01")
def test_what_has_become_impossible_was_not_performed() -> None:
    """LOC-01: a token that takes away the strength to help leaves everything else open."""
    table = Table(2).hand(0, "caracu-2").tokens(0, 1).draw_stack(0, "niata")
    for space, action, other in [("g1", "help_here", "aux:1"), ("n6", "local:2", "local:1")]:
        state = play(table.farmer("g1", "green5g").visit(0, space), action, "token:1")
        state = play(state, "discard:caracu-2")
        assert state.decision == "local_action"
        assert "end" not in options(state)
        assert other in options(state)


@pytest.mark.rule("LOC-02")
def test_no_auxiliary_action_after_a_local_one() -> None:
    """LOC-02: after a local action the single auxiliary action is gone."""
    state = Table(2).pesos(0, 30).hand(0, "holando_argentino").visit(0, "n1")
    assert instead(state) == {"aux:1", "aux:2"}
    after = play(state, "local:1=holando_argentino")
    assert local(after) == {"2", "3"}
    assert instead(after) == set()


@pytest.mark.rule("LOC-02")
def test_printed_auxiliary_actions_stay() -> None:
    """LOC-02: an auxiliary action that is a local one may still be used, and only once."""
    state = Table(2).tokens(0, 1).hand(0, "niata").visit(0, "n7")
    after = play(state, "local:1", "engine:1")
    assert having(after, "local_aux:") == {"local_aux:2+1", "local_aux:2+2"}
    after = play(after, "local_aux:2+1")
    assert having(after, "local", "aux") == set()
    after = play(state, "local_aux:2+1")
    assert having(after, "local", "aux") == {"local:1"}


@pytest.mark.rule("LOC-03")
def test_one_of_two_behind_a_slash() -> None:
    """LOC-03: building H removes an exhaustion card or gives an auxiliary action, not both."""
    state = Table(2).hand(0, "exhaustion", "exhaustion").pesos(0, 0).visit(0, "n8")
    both = {"local:2=exhaustion", "local_aux:2/2+1", "local_aux:2/2+2"}
    assert having(state, "local:2", "local_aux:2") == both
    after = play(state, "local:2=exhaustion")
    assert (player(after).hand, player(after).pesos) == (["exhaustion"], 0)
    assert local(after) == {"1"}
    after = play(state, "local_aux:2/2+1")
    assert (player(after).hand, player(after).pesos) == (["exhaustion"] * 2, 1)
    assert local(after) == {"1"}


@pytest.mark.rule("LOC-04")
def test_a_risk_action_is_a_local_action_of_the_building_there() -> None:
    """LOC-04: on a space with a risk action the building has one local action more."""
    table = Table(2).hand(0, "niata", "patagonico")
    safe = table.building(0, 4, "basic1").visit(0, "basic1")
    assert local(safe) == {"1", "2"}
    state = table.building(0, 4, "special3").visit(0, "special3")
    assert having(state, "local:3") == {"local:3=niata", "local:3=patagonico"}
    after = play(state, "local:3=niata")
    assert (player(after).grain, player(after).hand) == (1, ["patagonico"])
    assert local(after) == {"1", "2"}
    assert instead(after) == set()
    assert "end" in options(after)


@pytest.mark.rule("LOC-04")
@pytest.mark.parametrize(
    ("space", "pesos", "certificates", "grain"),
    [
        ("special_grain1", 2, 0, 0),
        ("special_grain2", 0, 1, 0),
        ("special1", 0, 1, 0),
        ("special_grain3", 0, 0, 1),
        ("special2", 1, 0, 0),
        ("special3", 0, 0, 1),
        ("special4", 0, 0, 1),
    ],
)
def test_each_risk_action(space: str, pesos: int, certificates: int, grain: int) -> None:
    """LOC-04: seven spaces give their own reward for a cattle card, whatever building is there."""
    for number, own in ((4, 2), (1, 1)):  # 4a has two actions of its own, 1a one
        table = Table(2).hand(0, "niata", "obj100", "exhaustion").pesos(0, 0)
        state = table.building(0, number, space).visit(0, space)
        risk = f"local:{own + 1}="
        assert having(state, risk) == {f"{risk}niata"}
        after = player(play(state, f"{risk}niata"))
        assert (after.pesos, after.certificates, after.grain) == (pesos, certificates, grain)
        assert after.discard[-1:] == ["niata"]


# --- other places -------------------------------------------------------------------------


@pytest.mark.rule("LOC-05")
@pytest.mark.parametrize("space", ["basic1", "special1"])
def test_another_players_building(space: str) -> None:
    """LOC-05: one single auxiliary action, and no local or risk action."""
    table = Table(2).hand(0, "niata").pesos(0, 9).building(1, 4, space)
    state = table.visit(0, space)
    assert options(state) == ["aux:1", "aux:2"]
    assert over(play(state, "aux:1"))
    after = play(table.tokens(0, 1).visit(0, space), "aux:1")
    assert having(after, "local", "aux") == set()
    owner = table.at(1, space).hand(1, "niata").visit(1, space)
    assert local(owner) >= {"1", "2"}


@pytest.mark.rule("LOC-05")
def test_all_open_auxiliary_actions_at_another_players_building() -> None:
    """LOC-05: any one that is open and changes something may be chosen."""
    table = Table(2).pesos(0, 3).grain(0, 1).engine(0, "2").building(1, 4, "basic1")
    table.cleared(0, "aux3_a", "aux4_a", "aux5_b", "aux6_a")
    state = table.visit(0, "basic1")
    assert options(state) == [f"aux:{number}" for number in range(1, 7)]


@pytest.mark.rule("LOC-06")
def test_a_farmer() -> None:
    """LOC-06: at a farmer one single auxiliary action, or help for just that one."""
    table = Table(2).pesos(0, 0).hand(0, "caracu-2").farmer("g2", "green5g").farmer("g1", "green3g")
    state = table.visit(0, "g2")
    assert options(state) == ["aux:1", "aux:2", "help_here"]
    assert over(play(state, "aux:1"))
    helping = play(state, "help_here")
    assert options(helping) == ["farmer:g2"]
    helping = play(helping, "farmer:g2")
    assert having(helping, "farmer") == set()
    after = play(helping, "reveal:caracu-2")
    assert player(after).farmers["green"] == 1
    assert over(after)
    after = play(table.tokens(0, 1).visit(0, "g2"), "help_here", "farmer:g2", "reveal:caracu-2")
    assert having(after, "aux", "help") == set()


@pytest.mark.rule("LOC-06")
def test_a_farmer_who_asks_too_much() -> None:
    """LOC-06: where the strength does not suffice only the auxiliary action is left."""
    table = Table(2).hand(0, "niata").farmer("g2", "green5g").farmer("g1", "green3g")
    assert options(table.visit(0, "g2")) == ["aux:1", "aux:2"]
    weak = table.workers(0, gaucho="ss")
    assert options(weak.visit(0, "g1")) == ["aux:1", "aux:2", "help_here"]
    assert options(weak.visit(0, "g2")) == ["aux:1", "aux:2"]


@pytest.mark.rule("LOC-07")
@pytest.mark.parametrize("space", ["n1", "basic1", "basic2", "g1"])
def test_the_single_auxiliary_action_is_never_doubled(space: str) -> None:
    """LOC-07: with both discs gone it is still the single one, wherever one stands."""
    table = Table(2).pesos(0, 0).only_discs(0).farmer("g1", "green7b").grain(0, 2).engine(0, "2")
    table.building(0, 1, "basic1").building(1, 2, "basic2").no_jobs()
    state = table.visit(0, space)
    assert instead(state) == {"aux:1", "aux:2", "aux:3", "aux:6"}
    assert having(state, "local_aux") == set()
    assert player(play(state, "aux:1")).pesos == 1
    after = player(play(state, "aux:3"))
    assert (after.grain, after.pesos, after.certificates) == (1, 1, 1)
    assert player(play(state, "aux:6", "engine:1")).engine == "1"


# --- requirement and reward ---------------------------------------------------------------


@pytest.mark.rule("LOC-08")
def test_a_requirement_is_met_in_full() -> None:
    """LOC-08: without all that is asked for, an action is not offered."""
    table = Table(2).pesos(0, 0).building(0, 7, "basic1")
    assert local(table.grain(0, 0).visit(0, "basic1")) == {"2"}
    assert local(table.grain(0, 1).visit(0, "basic1")) == {"1", "2"}
    assert having(table.hand(0, "niata").visit(0, "n4"), "local:1") == set()
    double = Table(2).building(0, 2, "basic1").cleared(0, "aux3_a", "aux3_b")
    assert "local_aux:1+3double" not in options(double.grain(0, 1).visit(0, "basic1"))
    assert "local_aux:1+3double" in options(double.grain(0, 2).visit(0, "basic1"))
    back = Table(2).cleared(0, "aux6_a").building(1, 2, "basic1")
    assert "aux:6" not in options(back.engine(0, "0").visit(0, "basic1"))
    assert "aux:6" in options(back.engine(0, "1").visit(0, "basic1"))
    paid = Table(2).cleared(0, "aux4_a").building(1, 2, "basic1")
    assert "aux:4" not in options(paid.pesos(0, 0).visit(0, "basic1"))
    assert "aux:4" in options(paid.pesos(0, 1).visit(0, "basic1"))


@pytest.mark.rule("LOC-08")
def test_the_requirement_is_taken() -> None:
    """LOC-08: what is required is paid when the action is chosen, before its reward."""
    table = Table(2).pesos(0, 0).grain(0, 2).building(0, 7, "basic1")
    state = play(table.visit(0, "basic1"), "local:1")
    assert (player(state).grain, player(state).pesos) == (1, 2)
    assert options(state) == ["engine:1", "engine:2", "forfeit"]


def hired(row: str, workers: int, **pesos: int) -> State:
    """Right after a worker was hired onto the space behind ``workers`` workers of the row."""
    table = Table(2).pesos(0, pesos.get("pesos", 40)).hand(0, "niata", "holando_argentino")
    table.no_jobs().job_row(1, row, token=3).workers(0, **{row: workers})
    return play(table.visit(0, "n1"), "local:2", f"hire:1,{row}")


@pytest.mark.rule("LOC-08")
def test_a_reward_may_be_forfeited_in_whole_or_in_part() -> None:
    """LOC-08: an immediate action may be left out, or done less far than it goes."""
    state = hired("maquinista", 3)
    assert options(state) == ["engine:1", "engine:2", "forfeit"]
    assert player(play(state, "forfeit")).engine == "0"
    assert player(play(state, "engine:1")).engine == "1"
    assert play(state, "forfeit").decision == "local_action"


@pytest.mark.rule("LOC-08")
def test_pesos_are_taken_in_full() -> None:
    """LOC-08: the pesos of a space come first, and stay when the rest is forfeited."""
    state = hired("gaucho", 2, pesos=6)
    assert (state.decision, player(state).pesos) == ("remove", 2)
    after = play(state, "forfeit")
    assert (player(after).pesos, player(after).hand) == (2, ["niata", "holando_argentino"])
    state = hired("maquinista", 5, pesos=6)
    assert player(state).pesos == 5
    assert state.decision != "upgrade_behind"  # there is no station behind the engine
    state = play(Table(2).pesos(0, 3).hand(0, "obj113").visit(0, "n1"), "play:obj113")
    assert player(state).pesos == 6


@pytest.mark.rule("LOC-08")
@pytest.mark.parametrize("turned", [False, True])
def test_pesos_come_before_what_they_pay_for(turned: bool) -> None:
    """LOC-08: where pesos and another effect stand together the pesos can be spent on it."""
    space = "immediate = { gain = [{ pesos = 3 }, { buy_cattle = true }] }"
    other = "immediate = { gain = [{ buy_cattle = true }, { pesos = 3 }] }"
    table = Table(2, ruleset=edited((space, other)) if turned else None)
    table.pesos(0, 7).workers(0, gaucho=5).no_jobs().job_row(1, "gaucho", token=3)
    state = table.market("caracu-2").market_stack().visit(0, "n1")
    state = play(state, "local:2", "hire:1,gaucho")
    assert player(state).pesos == 4
    assert options(state) == ["buy:caracu-2@1g4p", "forfeit"]


@pytest.mark.rule("LOC-08")
def test_a_card_may_be_discarded_for_nothing() -> None:
    """LOC-08: a card may be given although its reward cannot be taken, and counts as performed."""
    table = Table(2).hand(0, "niata").tokens(0, 1).certificates(0, 4)
    state = table.building(0, 1, "special1").visit(0, "special1")
    after = play(state, "local:2=niata")
    assert player(after).discard[-1:] == ["niata"]
    assert player(after).certificates == 4
    assert "end" in options(after)
    table = Table(2).pesos(0, 20).hand(0, "niata").certificates(0, 4).workers(0, maquinista=2)
    table.no_jobs().job_row(1, "maquinista", token=3)
    state = play(table.visit(0, "n1"), "local:2", "hire:1,maquinista")
    assert options(state) == ["discard:niata", "forfeit"]
    table = Table(2, buildings="b").hand(0, "niata").market().building(0, 10, "basic1")
    after = play(table.visit(0, "basic1"), "local:2=niata")
    assert player(after).hand == []


@pytest.mark.rule("LOC-08")
def test_pesos_and_grain_are_not_paid_for_nothing() -> None:
    """LOC-08: where nothing would come of it, no pesos and no grain are paid."""
    table = Table(2).pesos(0, 5).cleared(0, "aux4_a").building(1, 2, "basic1")
    assert "aux:4" in options(table.grain(0, 7).visit(0, "basic1"))
    assert "aux:4" not in options(table.grain(0, 8).visit(0, "basic1"))
    action = "{ cost = { grain = 1 }, gain = [{ pesos = 2 }, { engine = 2 }] }"
    rules = edited((action, "{ cost = { grain = 1 }, gain = [{ certificates = 1 }] }"))
    table = Table(2, ruleset=rules).grain(0, 1).building(0, 7, "basic1")
    assert "local:1" in options(table.certificates(0, 3).visit(0, "basic1"))
    assert "local:1" not in options(table.certificates(0, 4).visit(0, "basic1"))


# --- moving on ----------------------------------------------------------------------------


@pytest.mark.rule("LOC-09")
def test_moving_on_to_another_location() -> None:
    """LOC-09: at least one step and at most the printed number, whatever the step limit."""
    table = Table(2).pesos(0, 9).building(0, 2, "basic7").building(0, 7, "grain5")
    one = play(table.visit(0, "basic7"), "local:2")
    assert (one.decision, options(one)) == ("move_on", ["move:n7"])
    three = play(table.visit(0, "grain5"), "local:2")
    assert set(options(three)) == {"move:n6", "move:n7", "move:n8", "move:basic7"}
    table = Table(2, buildings="b").building(0, 9, "basic1").visit(0, "basic1")
    assert set(options(play(table, "local:2"))) == {f"move:n{i}" for i in range(2, 7)}


@pytest.mark.rule("LOC-09")
def test_the_whole_of_phase_b_again() -> None:
    """LOC-09: at the new location everything is open, also the single auxiliary action."""
    table = Table(2).hand(0, "niata").pesos(0, 0).building(0, 2, "grain6")
    state = play(table.visit(0, "grain6"), "local_aux:1+1", "local:2", "move:n6")
    assert (state.seat_to_move, state.decision) == (0, "local_action")
    assert player(state).estanciero == "n6"
    assert local(state) == {"1"}
    assert instead(state) == {"aux:1", "aux:2"}
    assert "end" not in options(state)
    assert over(play(state, "aux:1"))


@pytest.mark.rule("LOC-09")
def test_the_hand_is_not_refilled_in_between() -> None:
    """LOC-09: cards are drawn at the end of the turn only."""
    table = Table(2).hand(0, "niata").building(0, 2, "grain6")
    state = play(table.visit(0, "grain6"), "local:2", "move:n6")
    assert player(state).hand == ["niata"]
    assert len(player(play(state, "aux:1")).hand) == 4


@pytest.mark.rule("LOC-09")
def test_fees_apply_when_moving_on() -> None:
    """LOC-09: Hands on the way are paid as in phase A."""
    table = Table(2).pesos(0, 5).pesos(1, 0).building(0, 7, "grain5").building(1, 7, "grain6")
    state = play(table.visit(0, "grain5"), "local:2", "move:n6")
    assert (player(state).pesos, player(state, 1).pesos) == (3, 2)


@pytest.mark.rule("LOC-09")
def test_what_was_left_at_the_old_location_lapses() -> None:
    """LOC-09: local actions not yet used there are lost, a risk action as well."""
    table = Table(2).hand(0, "niata").tokens(0, 1).building(0, 2, "special4")
    state = table.farmer("y6", "yellow5b").visit(0, "special4")
    assert local(state) == {"1", "2", "3"}
    state = play(state, "local:2", "move:y6")
    assert having(state, "local") == set()
    state = play(state, "aux:1")
    assert set(options(state)) == {"end", "token:1", "token:2"}


@pytest.mark.rule("LOC-09")
def test_moving_on_into_buenos_aires() -> None:
    """LOC-09: Buenos Aires may be reached so, with all its subphases."""
    table = Table(2).building(0, 2, "special4").quay_discs(0, le_havre_1=1).grain(0, 8)
    state = play(table.visit(0, "special4"), "local:2", "move:buenos_aires")
    assert (state.seat_to_move, state.decision) == (0, "extra_delivery")


# --- replacing the tile one stands on -----------------------------------------------------


def replacing(*sites: str) -> list[State]:
    """Building 6a under the estanciero hires, its worker's space builds on each of the sites."""
    table = Table(2).pesos(0, 40).hand(0, "niata").workers(0, carpintero=2)
    table.no_jobs().job_row(1, "carpintero", token=3)
    table.building(0, 6, "special1").building(0, 5, "basic1")
    state = play(table.visit(0, "special1"), "local:2", "hire:1,carpintero", "build:8")
    return [play(state, f"site:{site}") for site in sites]


@pytest.mark.rule("LOC-10")
def test_replacing_the_building_one_stands_on_ends_the_local_actions() -> None:
    """LOC-10: neither the new building, nor the old one, nor the risk action may be used."""
    (state,) = replacing("special1")
    assert player(state).raw["buildings"][7] == state.ruleset.names.spaces.index("special1")
    assert over(state)


@pytest.mark.rule("LOC-10")
def test_replacing_another_building_changes_nothing_here() -> None:
    """LOC-10: only the tile under the estanciero matters."""
    (state,) = replacing("basic1")
    assert (state.seat_to_move, state.decision) == (0, "local_action")
    assert local(state) == {"1", "3"}


# --- what is always taken, and what may be left -------------------------------------------


@pytest.mark.rule("LOC-11")
def test_pesos_grain_certificates_and_tokens_are_always_taken() -> None:
    """LOC-11: these come without a question, up to their limits."""
    state = hired("gaucho", 1, pesos=6)
    assert (player(state).tokens, state.decision) == (1, "local_action")
    assert player(hired("carpintero", 3, pesos=6)).pesos == 3
    table = Table(2).hand(0, "obj100", "obj117", "niata")
    state = play(table.visit(0, "n1"), "play:obj100", "play:obj117")
    assert (player(state).certificates, player(state).grain) == (1, 1)
    table.certificates(0, 4).grain(0, 8)
    state = play(table.visit(0, "n1"), "play:obj100", "play:obj117")
    assert (player(state).certificates, player(state).grain) == (4, 8)
    state = play(Table(2).grain(0, 7).building(0, 5, "basic1").visit(0, "basic1"), "local:1")
    assert player(state).grain == 8  # 2 grain, of which one fits
    state = play(Table(2).certificates(0, 3).building(0, 4, "basic1").visit(0, "basic1"), "local:2")
    assert player(state).certificates == 4  # 2 certificates, of which one fits


@pytest.mark.rule("LOC-11")
@pytest.mark.parametrize(
    ("row", "workers", "decision"),
    [
        ("gaucho", 2, "remove"),
        ("gaucho", 5, "buy_cattle"),
        ("carpintero", 2, "build"),
        ("maquinista", 1, "remove"),
        ("maquinista", 3, "engine"),
    ],
)
def test_rewards_of_workers_that_may_be_forfeited(row: str, workers: int, decision: str) -> None:
    """LOC-11: removing, buying, building and moving the engine may be left out."""
    state = hired(row, workers)
    assert state.decision == decision
    assert "forfeit" in options(state)
    after = play(state, "forfeit")
    assert after.decision == "local_action"
    assert player(after).workers[row] == workers + 1


@pytest.mark.rule("LOC-11")
@pytest.mark.parametrize(
    ("reward", "decision"),
    [("hire = -1", "hire"), ("help = { max = 3, strength = 9 }", "help_granjeros")],
)
def test_hiring_and_helping_may_be_forfeited(reward: str, decision: str) -> None:
    """LOC-11: hiring and helping may be left out where something else came before."""
    action = "{ gain = [{ hire = -1 }] }"
    rules = edited((action, f"{{ gain = [{{ pesos = 1 }}, {{ {reward} }}] }}"))
    table = Table(2, ruleset=rules).pesos(0, 40).no_jobs().job_row(1, "gaucho", token=3)
    state = table.farmer("g1", "green3g").building(0, 6, "basic1").visit(0, "basic1")
    state = play(state, "local:2")
    assert (state.decision, player(state).pesos) == (decision, 41)
    assert "forfeit" in options(state)
    assert play(state, "forfeit").decision == "local_action"


@pytest.mark.rule("LOC-11")
def test_discs_and_objective_cards_may_be_forfeited() -> None:
    """LOC-11: placing a disc as a reward, and an objective card, may be left out."""
    table = Table(2).pesos(0, 40).workers(0, gaucho="sss", granjero=3).farmer("g1", "green3g")
    state = play(table.visit(0, "g1"), "help_here", "farmer:g1", "reveal:none", "add:green")
    assert state.decision == "place_disc"
    assert "forfeit" in options(state)
    after = play(state, "forfeit")
    assert player(after).quay_discs == {"le_havre_1": 1}
    table = Table(2).grain(0, 8).quay_discs(0, liverpool_1=1)
    state = play(table.buenos_aires(), "deliver:liverpool_1>liverpool_west_1")
    assert state.decision == "objective"
    assert "forfeit" in options(state)
    assert player(play(state, "forfeit")).discard == []


@pytest.mark.rule("LOC-11")
def test_how_many_cards_to_draw_is_free() -> None:
    """LOC-11: of a draw up to three, any number may be drawn, or none."""
    state = play(Table(2).hand(0, "obj108", "niata").visit(0, "n1"), "play:obj108")
    assert options(state) == ["draw:1", "draw:2", "draw:3", "forfeit"]
    assert player(play(state, "forfeit")).hand == ["niata"]
    assert len(player(play(state, "draw:2")).hand) == 3


# --- an auxiliary action among the local ones ---------------------------------------------


@pytest.mark.rule("LOC-12")
def test_no_single_auxiliary_action_beside_a_local_one() -> None:
    """LOC-12: where an auxiliary action is a local one, the replacing one can do nothing more."""
    for space in ("n3", "n7", "n8"):
        state = Table(2).visit(0, space)
        assert having(state, "local_aux:") != set()
        assert instead(state) == set()
    state = Table(2).building(0, 2, "basic1").visit(0, "basic1")
    assert {"local_aux:1+1", "local_aux:1+2"} <= set(options(state))
    assert instead(state) == set()
    state = Table(2, buildings="b").building(0, 5, "special1").visit(0, "special1")
    assert {"local_aux:1+1", "local_aux:1+2"} <= set(options(state))
    assert instead(state) == set()


@pytest.mark.rule("LOC-12")
def test_the_single_auxiliary_action_elsewhere() -> None:
    """LOC-12: at other buildings, and at another player's one with such an action, it is there."""
    table = Table(2).building(1, 2, "basic1").building(0, 4, "special1").hand(0, "niata")
    for space in ("n1", "n2", "n4", "n5", "n6", "basic1", "special1"):
        assert instead(table.visit(0, space)) == {"aux:1", "aux:2"}


# --- identical cattle ---------------------------------------------------------------------


@pytest.mark.rule("LOC-13")
def test_two_of_one_type() -> None:
    """LOC-13: building D asks for two cattle of one type; their VP may differ."""
    hand = ["niata", "niata", "patagonico", "caracu-2", "caracu-2", "caracu-3", "chaqueno"]
    state = Table(2).hand(0, *hand, "serrano", "exhaustion", "exhaustion").visit(0, "n4")
    assert having(state, "local:1") == {
        "local:1=niata,niata",
        "local:1=caracu-2,caracu-2",
        "local:1=caracu-2,caracu-3",
    }
    after = player(play(state, "local:1=caracu-2,caracu-3"))
    assert sorted(after.discard) == ["caracu-2", "caracu-3"]
    assert after.hand.count("caracu-2") == 1


@pytest.mark.rule("LOC-13")
def test_cattle_of_one_value_are_not_identical() -> None:
    """LOC-13: equal value, or equal strength, does not make a pair."""
    cards = ["fronterizo", "holando_argentino", "patagonico", "chaqueno", "serrano", "caracu-2"]
    state = Table(2).hand(0, *cards, "aberdeen_angus-5").visit(0, "n4")
    assert having(state, "local:1") == set()


@pytest.mark.rule("LOC-14")
def test_an_objective_card_is_the_same_action_wherever_it_is_printed() -> None:
    """LOC-14: at building C, on a ship and in a city: the display or the top of the stack."""
    cards = {"objective:obj100", "objective:obj105", "objective_stack"}

    def laid_out() -> Table:
        return Table(2).objective_display("obj100", "obj105").objective_stack("obj110")

    local = play(laid_out().visit(0, "n3"), "local:1")
    ship = laid_out().ships("6").pesos(0, 50).buenos_aires(0, stage=2, income=9)
    loaded = play(ship, "ship:6", "disc:aux1_b")
    for state in (local, loaded, laid_out().inside(0, "objective", must=1)):
        assert set(options(state)) == cards
        assert player(play(state, "objective_stack")).discard == ["obj110"]
