"""How a turn is cut into decisions."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from table import Table, board, options, play, player

from gwta_ai import Action, State, new_game
from gwta_ai.errors import IllegalActionError, PositionError

LEAVING = ("stop", "forfeit", "end")


def visits(state: State) -> tuple[int | None, str | None]:
    """Whose decision it is, and which."""
    return state.seat_to_move, state.decision


def ends(state: State) -> list[tuple[tuple[str, ...], State]]:
    """Every way through the decisions of the same kind as the present one."""
    found = []
    open_ = [((), state)]
    while open_:
        taken, here = open_.pop()
        if here.decision != state.decision:
            found.append((taken, here))
            continue
        for action in options(here):
            open_.append(((*taken, action), play(here, action)))
    return found


# --- what is a decision -------------------------------------------------------------------


@pytest.mark.rule("TURN-01")
def test_fees_draws_and_the_next_turn_need_no_decision() -> None:
    """TURN-01: fees are paid, hands refilled and turns begun inside a step."""
    table = Table(2).at(0, "start").pesos(0, 5).pesos(1, 0).building(1, 1, "basic1")
    state = play(
        table.hand(0, "niata").draw_stack(0, "patagonico", "niata", "niata").move(), "move:basic1"
    )
    assert (player(state).pesos, player(state, 1).pesos) == (4, 1)
    assert visits(state) == (0, "local_action")
    state = play(state, "aux:1")
    assert sorted(player(state).hand) == ["niata", "niata", "niata", "patagonico"]
    assert visits(state) == (1, "move")


@pytest.mark.rule("TURN-01")
def test_foresight_is_refilled_without_a_decision() -> None:
    """TURN-01: leaving Buenos Aires, with all refills, is part of the last foresight."""
    table = Table(2).foresight("C", "gaucho", "maquinista").bag("C", "carpintero")
    state = play(table.buenos_aires(0, 5), "foresight:gaucho")
    assert board(state).foresight["C"] == ["carpintero", "maquinista"]
    assert player(state).estanciero == "start"
    assert visits(state) == (1, "move")


@pytest.mark.rule("TURN-01")
def test_scoring_needs_no_decision() -> None:
    """TURN-01: the last turn of the game ends it, and the scores are there."""
    state = Table(2).hand(0).ending(1).visit(0, "n1")
    state = play(state, "aux:1")
    assert state.is_over
    assert state.seat_to_move is None
    assert options(state) == []
    assert [sheet.job_market_token for sheet in state.scores()] == [0, 2]


@pytest.mark.rule("TURN-01")
def test_an_income_without_certificates_is_no_choice() -> None:
    """TURN-01: with nothing to spend the income is taken at once, else it is a decision."""
    table = Table(2).pesos(0, 0).hand(0, "niata", "patagonico").ships("0")
    state = table.buenos_aires(0, 1)
    assert visits(state) == (0, "income")  # laid out so; a step would not stop here
    reached = play(table.at(0, "y7").move(), "move:buenos_aires")
    assert visits(reached) == (0, "loading")
    assert player(reached).pesos == 3
    reached = play(table.certificates(0, 1).move(), "move:buenos_aires")
    assert visits(reached) == (0, "income")
    assert options(reached) == ["income:0", "income:1"]


@pytest.mark.rule("TURN-01")
def test_a_choice_of_one_is_a_decision() -> None:
    """TURN-01: the only ship, disc, tile or card is chosen all the same."""
    table = Table(2).pesos(0, 0).ships("0").only_discs(0, "aux1_b")
    table.foresight("A", "green5g", "green5g")
    state = table.buenos_aires(0, 2, income=0)
    assert options(state) == ["ship:0"]
    state = play(state, "ship:0")
    assert (state.decision, options(state)) == ("place_disc", ["disc:aux1_b"])
    state = play(state, "disc:aux1_b")
    assert (state.decision, options(state)) == ("foresight_a", ["foresight:green5g"])
    owed = Table(2).hand(0, "niata", "niata").inside(0, "discard", n=1)
    assert options(owed) == ["discard:niata"]
    table = Table(2).at(0, "y7")
    assert options(table.move()) == ["move:buenos_aires"]


# --- ending phase B -----------------------------------------------------------------------


@pytest.mark.rule("TURN-02")
def test_nothing_performed_no_end() -> None:
    """TURN-02: ending is no option before something has been performed."""
    assert "end" not in options(Table(2).hand(0, "obj100").tokens(0, 1).visit(0, "n6"))


@pytest.mark.rule("TURN-02")
def test_local_actions_left() -> None:
    """TURN-02: with a local action left, ending is an option, and ends the turn."""
    state = Table(2).hand(0, "holando_argentino").pesos(0, 20).visit(0, "n1")
    state = play(state, "local:1=holando_argentino")
    assert visits(state) == (0, "local_action")
    assert {"end", "local:2", "local:3"} == set(options(state))
    assert visits(play(state, "end")) == (1, "move")


@pytest.mark.rule("TURN-02")
def test_objective_cards_left() -> None:
    """TURN-02: with an objective card in hand, ending is an option, and nothing else remains."""
    state = play(Table(2).hand(0, "obj113").visit(0, "g1"), "aux:1")
    assert visits(state) == (0, "local_action")
    assert set(options(state)) == {"end", "play:obj113"}
    assert visits(play(state, "end")) == (1, "move")
    assert "obj113" in player(play(state, "end")).hand
    assert visits(play(state, "play:obj113")) == (1, "move")


@pytest.mark.rule("TURN-02")
def test_tokens_left() -> None:
    """TURN-02: with a token left that can still draw, ending is an option."""
    table = Table(2).tokens(0, 1).draw_stack(0, "niata").discard_pile(0)
    state = play(table.visit(0, "g1"), "aux:1")
    assert set(options(state)) == {"end", "token:1"}
    assert visits(play(state, "end")) == (1, "move")
    assert player(play(state, "end")).tokens == 1
    state = play(table.draw_stack(0).visit(0, "g1"), "aux:1")
    assert visits(state) == (1, "move")


@pytest.mark.rule("TURN-02")
def test_with_nothing_left_the_phase_closes() -> None:
    """TURN-02: after the last local action, or the single auxiliary action, the turn is over."""
    state = Table(2).hand(0).visit(0, "n1")
    assert visits(play(state, "aux:1")) == (1, "move")
    state = Table(2).workers(0, gaucho="p").certificates(0, 0).visit(0, "n6")
    assert visits(play(state, "local:1")) == (1, "move")  # no farmer is left to be helped
    state = Table(2).grain(0, 8).pesos(0, 0).only_discs(0).visit(0, "n8")
    assert visits(play(state, "local_aux:2/2+1")) == (1, "move")  # no grain fits any more


# --- no cancel, and stopping --------------------------------------------------------------


def ways_out(state: State, *actions: str) -> list[str]:
    """The ways out of an action just chosen."""
    return [action for action in options(play(state, *actions)) if action in LEAVING]


@pytest.mark.rule("TURN-03")
def test_a_chosen_action_must_be_performed() -> None:
    """TURN-03: hiring, building, buying, helping, moving and the like know no way back."""
    table = Table(2).pesos(0, 40).workers(0, carpintero=4, gaucho=4, maquinista=4)
    table.farmer("g1", "green3g").hand(0, "caracu-2", "niata").grain(0, 2)
    table.quay_discs(0, le_havre_1=1)
    assert ways_out(table.visit(0, "n1"), "local:2") == []
    assert ways_out(table.visit(0, "n2"), "local:2") == []
    assert ways_out(table.visit(0, "n2"), "local:2", "build:1") == []
    assert ways_out(table.visit(0, "n3"), "local:1") == []
    assert ways_out(table.visit(0, "n3"), "local:2") == []
    assert ways_out(table.visit(0, "n4"), "local:2") == []
    assert ways_out(table.visit(0, "n5"), "local:2") == []
    assert ways_out(table.visit(0, "n6"), "local:2") == []
    assert ways_out(table.visit(0, "n6"), "local:2", "farmer:g1") == []
    assert ways_out(table.visit(0, "g1"), "help_here") == []
    assert ways_out(table.building(0, 2, "basic1").visit(0, "basic1"), "local:2") == []
    assert ways_out(table.building(0, 4, "basic2").visit(0, "basic2"), "local:1") == []
    assert ways_out(table.building(0, 5, "basic3").visit(0, "basic3"), "local:2") == []


@pytest.mark.rule("TURN-03")
def test_what_follows_from_a_choice_must_be_performed() -> None:
    """TURN-03: the same holds for auxiliary actions, deliveries and upgrades."""
    table = Table(2, buildings="b").pesos(0, 40).grain(0, 8).cleared(0, "aux2_b")
    table.quay_discs(0, le_havre_1=1).building(0, 6, "basic1").building(0, 5, "basic3")
    assert ways_out(table.visit(0, "basic1"), "local:3") == []
    assert ways_out(table.visit(0, "basic3"), "local_aux:1+2double") == []
    assert ways_out(table.engine(0, "3").visit(0, "n4"), "local:2", "engine:3t", "upgrade:1") == []


@pytest.mark.rule("TURN-03")
def test_stopping_after_the_first_purchase() -> None:
    """TURN-03: one purchase at least, or one draw for the market; then one may stop."""
    table = Table(2).pesos(0, 40).workers(0, gaucho=3).market("caracu-2", "caracu-2", "caracu-3")
    state = play(table.market_stack("niata", "niata").visit(0, "n5"), "local:2")
    assert ways_out(state) == []
    assert ways_out(state, "buy:caracu-2@1g4p") == ["stop"]
    assert ways_out(state, "draw_cattle") == ["stop"]
    assert visits(play(state, "buy:caracu-2@1g4p", "stop")) == (1, "move")


@pytest.mark.rule("TURN-03")
def test_the_engine_moves_one_space_or_more() -> None:
    """TURN-03: at least one step of the engine; it may stop at any later one."""
    state = play(Table(2).workers(0, maquinista=3).visit(0, "n4"), "local:2")
    assert options(state) == ["engine:1", "engine:2", "engine:3"]
    assert player(play(state, "engine:1")).engine == "1"
    assert visits(play(state, "engine:1")) == (1, "move")


@pytest.mark.rule("TURN-03")
def test_stopping_between_additions() -> None:
    """TURN-03: once the farmers are helped, each addition to the row may be the last, or none."""
    table = Table(2).pesos(0, 40).workers(0, gaucho="sssss", carpintero="sssss")
    table.farmer("g1", "green3g").farmer("g2", "green4g").farmer("b1", "blue3g")
    state = play(table.visit(0, "n6"), "local:2", "farmer:g1", "farmer:g2", "farmer:b1")
    state = play(state, "reveal:none")
    assert options(state) == ["add:green", "add:blue", "stop"]
    after = play(state, "add:green")
    assert options(after) == ["add:green", "add:blue", "stop"]
    assert player(play(after, "stop")).workers["granjero"] == 2
    assert player(play(state, "stop")).workers["granjero"] == 1


# --- sets are reached once ----------------------------------------------------------------


@pytest.mark.rule("TURN-04")
def test_discards_are_chosen_in_ascending_order() -> None:
    """TURN-04: every set of discards is reached, and each of them once."""
    hand = ["niata", "niata", "fronterizo", "patagonico", "exhaustion"]
    state = Table(2).hand(0, *hand).inside(0, "discard", n=2)
    assert options(state) == ["discard:niata", "discard:fronterizo", "discard:patagonico"]
    assert options(play(state, "discard:patagonico")) == ["discard:exhaustion"]
    assert "discard:niata" not in options(play(state, "discard:fronterizo"))
    reached = Counter(tuple(player(after).discard[-2:]) for _, after in ends(state))
    assert len(reached) == 1 + 6  # the pair, and two of four kinds
    assert set(reached.values()) == {1}


@pytest.mark.rule("TURN-04")
def test_a_set_may_be_named_in_any_order_in_one_entry() -> None:
    """TURN-04: it is performed in ascending order, and reaches what single choices reach."""
    state = Table(2).hand(0, "niata", "niata", "fronterizo", "patagonico").inside(0, "discard", n=3)
    one_by_one = play(state, "discard:niata", "discard:niata", "discard:patagonico")
    for entry in ("niata,niata,patagonico", "patagonico,niata,niata", "niata, patagonico,niata"):
        assert play(state, f"discard:{entry}") == one_by_one
    table = Table(2).workers(0, gaucho="sssss", carpintero="sssss", maquinista="sssss")
    table.farmer("g1", "green3g").farmer("b1", "green3g").farmer("o1", "green3g")
    helping = play(table.visit(0, "n6"), "local:2")
    assert play(helping, "farmer:o1,g1") == play(helping, "farmer:g1", "farmer:o1")


@pytest.mark.rule("TURN-04")
def test_a_set_is_performed_whole_or_not_at_all() -> None:
    """TURN-04: the state stays as it was; a wrong order is told from a card that is not there."""
    state = Table(2).hand(0, "niata", "fronterizo", "patagonico").inside(0, "discard", n=2)
    for entry in ("niata,serrano", "niata,niata", "niata,fronterizo,patagonico", "niata,nothing"):
        before = state.clone()
        with pytest.raises(IllegalActionError):
            state.apply(f"discard:{entry}")
        assert state == before
    with pytest.raises(IllegalActionError, match="ascending order, now from discard:patagonico on"):
        play(state, "discard:fronterizo", "discard:niata")
    with pytest.raises(IllegalActionError, match="legal are"):
        play(state, "discard:serrano")


@pytest.mark.rule("TURN-04")
def test_a_set_that_cannot_be_is_told_by_its_piece_and_not_by_its_order() -> None:
    """TURN-04: in one entry the order is never what is wrong with a piece further on."""
    state = Table(2).hand(0, "niata", "fronterizo", "patagonico").inside(0, "discard", n=2)
    for entry, piece in (("niata,niata", "niata"), ("serrano,niata", "serrano")):
        for name in (state.apply, state.needed_reveals):
            with pytest.raises(IllegalActionError) as caught:
                name(f"discard:{entry}")
            assert caught.value.action == f"discard:{entry}"
            assert caught.value.decision == "discard"
            first, legal = caught.value.detail.split("; legal are ")
            assert first == f"discard:{piece} cannot follow discard:niata"
            assert {*legal.split(", ")} == {"discard:fronterizo", "discard:patagonico"}
    with pytest.raises(IllegalActionError) as caught:  # the decision is over before
        state.apply("discard:niata,fronterizo,patagonico")
    assert caught.value.decision == "discard"
    assert "discard:patagonico cannot follow discard:fronterizo; " in caught.value.detail
    with pytest.raises(
        IllegalActionError, match="ascending order, now from discard:pata"
    ) as caught:
        play(state, "discard:fronterizo", "discard:patagonico,niata")
    assert caught.value.action == "discard:patagonico,niata"


@pytest.mark.rule("TURN-04")
def test_the_rule_is_told_without_a_card_that_may_not_be_there() -> None:
    """TURN-04: whether the card was passed over or never there the words hold."""
    state = Table(2).hand(0, "niata", "fronterizo", "patagonico").inside(0, "discard", n=2)
    for card in ("niata", "holando_argentino"):
        with pytest.raises(IllegalActionError) as caught:
            play(state, "discard:fronterizo", f"discard:{card}")
        assert caught.value.detail == (
            "a set is chosen in ascending order, now from discard:patagonico on; several pieces"
            " named in one entry, as in discard:CARD,CARD, may stand in any order"
        )


@pytest.mark.rule("TURN-04")
def test_sets_of_random_games_are_reached_in_one_entry() -> None:
    """TURN-04: with what comes up at a real table told after the last piece, as one by one."""
    choose, seen = random.Random(4), Counter[str]()
    for seed in range(12):
        state = new_game(players=2 + seed % 3, seed=seed)
        while not state.is_over:
            before, pieces, drawn = state.clone(), list[Action](), list[str]()
            while not drawn and not state.is_over:
                action = choose.choice(state.legal_actions())
                if action.kind not in ("discard", "remove", "farmer"):
                    break
                if pieces and (action.kind != pieces[0].kind or action < pieces[-1]):
                    break  # of another set
                pieces.append(action)
                drawn = state.needed_reveals(action)
                state.apply(action)
            if len(pieces) < 2:
                if not pieces:
                    state.apply(choose.choice(state.legal_actions()))
                continue
            verb = pieces[0].kind
            seen[verb] += 1
            choose.shuffle(pieces)
            names = ",".join(piece.notation.partition(":")[2] for piece in pieces)
            entry = f"{verb}:{names}"
            assert before.needed_reveals(entry) == drawn
            at_once = before.clone()
            at_once.apply(entry)
            assert at_once == state
            if drawn:
                seen["drawn"] += 1
                with pytest.raises(PositionError, match="reveals"):
                    before.apply(entry, [])
    assert seen.keys() >= {"discard", "drawn"}


@pytest.mark.rule("TURN-04")
def test_farmers_are_chosen_in_ascending_order() -> None:
    """TURN-04: every set of one to three farmers is reached once."""
    table = Table(2).workers(0, gaucho="sssss", carpintero="sssss", maquinista="sssss")
    for space in ("g1", "b1", "o1", "o2"):
        table.farmer(space, "green3g")
    state = play(table.visit(0, "n6"), "local:2")
    assert options(state) == ["farmer:g1", "farmer:b1", "farmer:o1", "farmer:o2"]
    assert "farmer:g1" not in options(play(state, "farmer:b1"))
    sets = [frozenset(taken[:-1]) for taken, _ in ends(state)]
    assert len(sets) == len(set(sets)) == 4 + 6 + 4


@pytest.mark.rule("TURN-04")
def test_purchases_are_made_in_ascending_order() -> None:
    """TURN-04: between two draws for the market every combination of purchases is made once."""
    table = Table(2).pesos(0, 40).workers(0, gaucho=3)
    table.market("caracu-2", "caracu-3", "serrano", "chaqueno").market_stack()
    state = play(table.visit(0, "n5"), "local:2")
    assert "buy:caracu-2@1g4p" not in options(play(state, "buy:serrano@1g5p"))
    assert "buy:caracu-2@1g4p" not in options(play(state, "buy:caracu-3@1g4p"))
    bought = [tuple(sorted(taken)) for taken, _ in ends(state)]
    assert len(bought) == len(set(bought))
    assert ("buy:caracu-2@1g4p", "buy:caracu-3@1g4p", "buy:serrano@1g5p") in bought


@pytest.mark.rule("TURN-04")
def test_a_market_draw_starts_the_order_anew() -> None:
    """TURN-04: after a draw for the market any purchase may come."""
    table = Table(2).pesos(0, 40).workers(0, gaucho=4).market("caracu-2", "serrano")
    state = play(table.market_stack("niata", "niata").visit(0, "n5"), "local:2")
    state = play(state, "buy:serrano@1g5p")
    assert "buy:caracu-2@1g4p" not in options(state)
    assert "buy:caracu-2@1g4p" in options(play(state, "draw_cattle"))


# --- what a pending decision tells --------------------------------------------------------


@pytest.mark.rule("TURN-05")
def test_a_local_action_names_its_card() -> None:
    """TURN-05: discarding for a reward is one choice with the card, offered to its holder alone."""
    state = Table(2).hand(0, "niata", "holando_argentino").pesos(0, 0).visit(0, "n1")
    assert "local:1=holando_argentino" in options(state)
    assert "local:1" not in options(state)
    after = play(state, "local:1=holando_argentino")
    assert (player(after).discard[-1:], player(after).pesos) == (["holando_argentino"], 2)
    state = Table(2).hand(0, "niata").visit(0, "n1")
    assert not [action for action in options(state) if action.startswith("local:1")]


@pytest.mark.rule("TURN-05")
def test_every_card_that_fits_is_a_choice_of_its_own() -> None:
    """TURN-05: with several cards that fit, each is named."""
    table = Table(2).hand(0, "niata", "niata", "patagonico", "exhaustion", "obj100")
    state = table.building(0, 6, "special1").visit(0, "special1")
    risky = [action for action in options(state) if "=" in action]
    assert risky == ["local:3=niata", "local:3=patagonico"]


@pytest.mark.rule("TURN-05")
def test_playing_names_the_objective_card() -> None:
    """TURN-05: there is one option to play for each objective card in hand."""
    state = Table(2).hand(0, "obj113", "obj100", "niata").visit(0, "n1")
    plays = [action for action in options(state) if action.startswith("play")]
    assert plays == ["play:obj100", "play:obj113"]
    assert player(play(state, "play:obj113")).objectives == {"obj113"}


@pytest.mark.rule("TURN-05")
def test_a_pending_decision_does_not_tell_what_is_in_hand() -> None:
    """TURN-05: whether a card can be discarded for a worker's reward is not seen by the others."""
    table = Table(2).pesos(0, 20).workers(0, maquinista=2).no_jobs()
    table.job_row(1, "maquinista", token=3)
    can = play(table.hand(0, "niata").visit(0, "n1"), "local:2", "hire:1,maquinista")
    cannot = play(table.hand(0, "exhaustion").visit(0, "n1"), "local:2", "hire:1,maquinista")
    assert (can.decision, options(can)) == (
        "discard_for_reward",
        ["discard:niata", "forfeit"],
    )
    assert (cannot.decision, options(cannot)) == ("discard_for_reward", ["forfeit"])
    assert player(play(can, "discard:niata")).certificates == 1


# --- whose turn it is ---------------------------------------------------------------------


@pytest.mark.rule("TURN-06")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round(players: int) -> None:
    """TURN-06: from the first seat on, one after another, over and over."""
    state = new_game(players, 4)
    order = []
    while state.turn <= 2 * players + 1:
        if len(order) < state.turn:
            order.append(state.seat_to_move)
        state.apply(state.legal_actions()[0])
    assert order == [turn % players for turn in range(2 * players + 1)]


@pytest.mark.rule("TURN-06")
def test_a_turn_is_to_move_to_act_and_to_draw() -> None:
    """TURN-06: the move, the action at the location, then the hand is filled up."""
    table = Table(2).at(0, "start").hand(0, "niata").draw_stack(0, *["niata"] * 5)
    moved = play(table.move(), "move:n1")
    assert visits(moved) == (0, "local_action")
    assert len(player(moved).hand) == 1
    ended = play(moved, "aux:1")
    assert visits(ended) == (1, "move")
    assert len(player(ended).hand) == 4


@pytest.mark.rule("TURN-06")
def test_the_bank_never_runs_out() -> None:
    """TURN-06: whatever players hold, they gain more."""
    table = Table(2).pesos(0, 20_000).pesos(1, 9_000).at(0, "n1").tokens(0, 60).tokens(1, 60)
    after = play(table.visit(0, "n1"), "aux:1")
    assert player(after).pesos == 20_001
