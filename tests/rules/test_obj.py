"""Objective cards: taking them, and playing them. Neutral building C takes one (local
action 1). Obj113 brings 3 pesos, obj104 moves the engine by one, obj117 brings a grain."""

from __future__ import annotations

from typing import Any

import pytest
from editing import EARLIER
from table import Table, board, options, play, player

from gwta_ai import Ruleset

DISPLAY = ("obj100", "obj104", "obj113", "obj117")


def table(*hand: str, ruleset: Ruleset | None = None) -> Table:
    """Four cards lie open, two in the stack; a token keeps the visit going."""
    table = Table(players=2, ruleset=ruleset).hand(0, *hand).pesos(0, 20).tokens(0, 1)
    return table.objective_display(*DISPLAY).objective_stack("obj121", "obj122")


# --- taking one -----------------------------------------------


@pytest.mark.rule("OBJ-01")
def test_one_of_the_display_or_the_top_of_the_stack() -> None:
    """OBJ-01: those five choices; what lies below in the stack is none."""
    state = play(table().visit(0, "n3"), "local:1")
    choices = {f"objective:{card}" for card in DISPLAY} | {"objective_stack"}
    assert set(options(state)) == choices | {"token:1", "token:2"}


@pytest.mark.rule("OBJ-01")
def test_a_card_of_the_display_is_replaced_at_once() -> None:
    """OBJ-01: it goes on the own discard pile, the top of the stack fills the gap."""
    after = play(table().visit(0, "n3"), "local:1", "objective:obj104")
    assert player(after).discard == ["obj104"]
    assert player(after).hand == []
    assert board(after).display == ["obj100", "obj113", "obj117", "obj121"]
    assert board(after).raw["objective_size"] == 1
    assert after.decision == "local_action"


@pytest.mark.rule("OBJ-01")
def test_the_top_of_the_stack_leaves_the_display_alone() -> None:
    """OBJ-01: the card goes on the own discard pile, not into the hand or the area."""
    after = play(table().visit(0, "n3"), "local:1", "objective_stack")
    assert player(after).discard == ["obj121"]
    assert (player(after).hand, player(after).objectives) == ([], set())
    assert board(after).display == list(DISPLAY)


@pytest.mark.rule("OBJ-02")
def test_an_empty_stack_fills_no_gap() -> None:
    """OBJ-02: three cards are left, and no top of the stack to take."""
    state = play(table().objective_stack().visit(0, "n3"), "local:1")
    assert "objective_stack" not in options(state)
    after = play(state, "objective:obj100")
    assert board(after).display == ["obj104", "obj113", "obj117"]


@pytest.mark.rule("OBJ-02")
def test_an_empty_display_leaves_the_stack() -> None:
    """OBJ-02: the stack alone is enough for the action."""
    state = play(table().objective_display().visit(0, "n3"), "local:1")
    assert set(options(state)) == {"objective_stack", "token:1", "token:2"}
    assert player(play(state, "objective_stack")).discard == ["obj121"]


@pytest.mark.rule("OBJ-02")
def test_with_display_and_stack_empty_there_is_no_card() -> None:
    """OBJ-02: the local action is not offered; a ship that asks for it gives nothing."""
    bare = table().objective_display().objective_stack()
    assert "local:1" not in options(bare.visit(0, "n3"))
    loading = bare.grain(0, 2).foresight("A").foresight("B").foresight("C")
    after = play(loading.buenos_aires(0, stage=2, income=6), "ship:6", "disc:aux1_b")
    assert after.decision == "leave_buenos_aires"
    assert player(after).discard == []


# --- when one may be played -----------------------------------------------


@pytest.mark.rule("OBJ-03")
def test_before_phase_a() -> None:
    """OBJ-03: any objective card in hand, of one's own only; the move is still to come."""
    state = table("obj100", "obj113", "niata").hand(1, "obj117").move(0)
    plays = {action for action in options(state) if action.startswith("play:")}
    assert plays == {"play:obj100", "play:obj113"}
    after = play(state, "play:obj113")
    assert after.decision == "move"
    assert "play:obj100" in options(after)


@pytest.mark.rule("OBJ-03")
def test_before_and_after_a_single_action_of_phase_b() -> None:
    """OBJ-03: on arrival, between two local actions, and after the last one."""
    arrived = table("obj113", "obj117", "holando_argentino").visit(0, "n1")
    assert "play:obj113" in options(arrived)
    between = play(arrived, "local:1=holando_argentino")
    assert between.decision == "local_action"
    assert {"play:obj113", "play:obj117", "local:2"} <= set(options(between))
    played = play(between, "play:obj113")
    assert {"play:obj117", "local:2", "end"} <= set(options(played))


@pytest.mark.rule("OBJ-03")
def test_after_the_auxiliary_action() -> None:
    """OBJ-03: the single auxiliary action instead of the local ones is an action too."""
    after = play(table("obj113").tokens(0, 0).visit(0, "n1"), "aux:1")
    assert after.seat_to_move == 0
    assert set(options(after)) == {"play:obj113", "end"}


@pytest.mark.rule("OBJ-03")
def test_a_played_card_is_no_action_of_the_location() -> None:
    """OBJ-03: whoever plays one on arrival has still to use the location."""
    after = play(table("obj113").visit(0, "n1"), "play:obj113")
    assert "end" not in options(after)
    assert {"local:2", "aux:1"} <= set(options(after))


INSIDE: list[tuple[str, dict[str, Any]]] = [
    ("discard", {"n": 1}),
    ("remove", {"n": 1}),
    ("draw", {"n": 2}),
    ("move_on", {"n": 2}),
    ("hire", {}),
    ("build", {"n": 2}),
    ("building_site", {"n": 2}),
    ("buy_cattle", {"n": 1}),
    ("engine", {"n": 2}),
    ("upgrade_station", {}),
    ("place_disc", {"purpose": 1}),
    ("station_master", {}),
    ("upgrade_behind", {}),
    ("objective", {}),
    ("help_granjeros", {"n": 3, "extra": 9}),
    ("add_granjero", {"green": 1}),
    ("extra_delivery", {}),
    ("take_cattle", {}),
]


@pytest.mark.rule("OBJ-03")
@pytest.mark.parametrize(("kind", "fields"), INSIDE, ids=[kind for kind, _ in INSIDE])
def test_never_inside_an_action(kind: str, fields: dict[str, Any]) -> None:
    """OBJ-03: whatever the action has to be decided, cards have to wait for its end."""
    within = table("obj113", "niata").grain(0, 8).workers(0, gaucho=2, carpintero=2)
    within.engine(0, "16").farmer("g1", "green3g").master_at("1", "master1")
    within.market("caracu-2").job_row(1, "gaucho", token=2)
    state = within.inside(0, kind, **fields)
    assert state.decision == kind
    assert options(state)
    assert not {action for action in options(state) if action.startswith("play")}


@pytest.mark.rule("OBJ-03")
def test_not_even_before_the_cost_of_a_worker_space() -> None:
    """OBJ-03: the third maquinista asks for a cattle card, and for no answer but that."""
    within = table("obj113", "niata").workers(0, maquinista=2).no_jobs()
    state = within.job_row(1, "maquinista", token=2).visit(0, "n1")
    hired = play(state, "local:2", "hire:1,maquinista")
    assert set(options(hired)) == {"discard:niata", "forfeit", "token:1", "token:2"}


@pytest.mark.rule("OBJ-03")
def test_never_in_phase_c() -> None:
    """OBJ-03: a card that is drawn there waits for the own next turn."""
    drawn = table("niata").tokens(0, 0).draw_stack(0, "obj113", "niata", "niata")
    after = play(drawn.visit(0, "n1"), "aux:1")
    assert "obj113" in player(after).hand
    assert after.seat_to_move == 1
    assert "play:obj113" not in options(after)


@pytest.mark.rule("OBJ-05")
@pytest.mark.parametrize("stage", range(7))
def test_on_arrival_only(stage: int) -> None:
    """OBJ-05: before the first of the six subphases, and no more in that turn."""
    state = table("obj113").buenos_aires(0, stage=stage, income=1)
    assert ("play:obj113" in options(state)) == (stage == 0)


@pytest.mark.rule("OBJ-05")
def test_the_delivery_waits_for_objective_cards() -> None:
    """OBJ-05: played on arrival the decision is still the same; declining ends that."""
    state = table("obj113").buenos_aires(0, stage=0)
    after = play(state, "play:obj113")
    assert (after.decision, player(after).pesos) == (state.decision, 23)
    gone_on = play(state, "forfeit")
    assert not {action for action in options(gone_on) if action.startswith("play")}


@pytest.mark.rule("OBJ-05")
def test_a_card_drawn_with_a_token_on_arrival_may_be_played() -> None:
    """OBJ-05: with a token the visit waits, also without a card and with nothing to deliver."""
    state = table("niata").tokens(0, 1).draw_stack(0, "obj113", "niata").at(0, "y7").move(0)
    arrived = play(state, "move:buenos_aires")
    assert arrived.decision == "extra_delivery"
    drawn = play(arrived, "token:1", "discard:niata")
    assert "play:obj113" in options(drawn)
    assert play(table("niata").tokens(0, 0).at(0, "y7").move(0), "move:buenos_aires").decision != (
        "extra_delivery"
    )


@pytest.mark.rule("OBJ-05")
def test_a_card_in_hand_stops_the_visit_before_the_first_subphase() -> None:
    """OBJ-05: also where there is nothing to deliver."""
    state = table("obj113").tokens(0, 0).at(0, "y7").move(0)
    after = play(state, "move:buenos_aires")
    assert after.decision == "extra_delivery"
    assert set(options(after)) == {"play:obj113", "forfeit"}


@pytest.mark.rule("OBJ-05")
@pytest.mark.parametrize("stage", range(7))
def test_under_the_earlier_ruleset_between_any_two_subphases(stage: int) -> None:
    """OBJ-05: before the first of the six, between two, after the last."""
    state = table("obj113", ruleset=EARLIER).buenos_aires(0, stage=stage, income=1)
    assert "play:obj113" in options(state)
    after = play(state, "play:obj113")
    assert (after.decision, player(after).pesos) == (state.decision, 23)


@pytest.mark.rule("OBJ-05")
def test_under_the_earlier_ruleset_the_last_chance_is_before_income() -> None:
    """OBJ-05: income takes the hand away, the card with it; played before, it counts."""
    state = table("obj100", "niata", ruleset=EARLIER).tokens(0, 0).certificates(0, 0)
    arrived = play(state.at(0, "y7").move(0), "move:buenos_aires", "forfeit")
    assert arrived.decision == "income"
    lost = play(arrived, "income:0")
    assert "obj100" in player(lost).discard
    played = play(arrived, "play:obj100")
    assert player(played).certificates == 1
    assert "income:1" in options(played)


@pytest.mark.rule("OBJ-05")
def test_under_the_earlier_ruleset_after_the_last_subphase() -> None:
    """OBJ-05: with a card in hand the estanciero waits; without one it goes on."""
    state = table("obj113", ruleset=EARLIER).tokens(0, 0).foresight("C", "gaucho", "gaucho")
    after = play(state.buenos_aires(0, stage=5), "foresight:gaucho")
    assert set(options(after)) == {"play:obj113", "end"}
    gone = play(after, "play:obj113")
    assert (gone.seat_to_move, player(gone).estanciero, player(gone).pesos) == (1, "start", 23)


@pytest.mark.rule("OBJ-05")
def test_not_inside_a_subphase() -> None:
    """OBJ-05: while a ship is being loaded the card has to wait."""
    loading = play(table("obj113").buenos_aires(0, stage=2, income=1), "ship:1")
    assert loading.decision == "place_disc"
    assert "play:obj113" not in options(loading)


# --- what playing does -----------------------------------------------


@pytest.mark.rule("OBJ-04")
def test_a_played_card_lies_in_the_objective_area() -> None:
    """OBJ-04: out of the hand, not on the discard pile; its pesos come at once."""
    after = play(table("obj113", "niata").visit(0, "n1"), "play:obj113")
    assert player(after).hand == ["niata"]
    assert player(after).discard == []
    assert player(after).objectives == {"obj113"}
    assert player(after).pesos == 23


@pytest.mark.rule("OBJ-04")
def test_its_action_is_performed_or_forfeited() -> None:
    """OBJ-04: the engine moves by one or stays; the card lies in the area in each case."""
    state = play(table("obj104").visit(0, "n1"), "play:obj104")
    assert state.decision == "engine"
    assert {"engine:1", "forfeit"} <= set(options(state))
    moved, stayed = play(state, "engine:1"), play(state, "forfeit")
    assert (player(moved).engine, player(stayed).engine) == ("1", "0")
    assert player(moved).objectives == player(stayed).objectives == {"obj104"}
    assert moved.decision == stayed.decision == "local_action"


@pytest.mark.rule("OBJ-04")
def test_a_draw_of_up_to_three() -> None:
    """OBJ-04: as many as announced, or none."""
    state = play(table("obj108").tokens(0, 0).visit(0, "n1"), "play:obj108")
    assert set(options(state)) == {"draw:1", "draw:2", "draw:3", "forfeit"}
    assert player(play(state, "forfeit")).hand == []


@pytest.mark.rule("OBJ-04")
def test_an_action_that_can_do_nothing_does_not_keep_the_card() -> None:
    """OBJ-04: with the grain marker at its limit the card is played all the same."""
    after = play(table("obj117").grain(0, 8).visit(0, "n1"), "play:obj117")
    assert player(after).objectives == {"obj117"}
    assert player(after).grain == 8
