"""The notation of actions: there and back, unique, and strict."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import game
from table import Table, options

from gwta_ai import Action, GwtaError, IllegalActionError
from gwta_ai.notation import FORMS


@pytest.mark.parametrize("seed", range(6))
def test_there_and_back(seed: int) -> None:
    """Every legal action of a random game has a text of its own and is read from it again."""
    state = game(seed)
    choose = random.Random(seed)
    while not state.is_over:
        actions = state.legal_actions()
        assert len({action.notation for action in actions}) == len(actions)
        for action in actions:
            again = Action.parse(action.notation)
            assert again == action
            assert again.notation == action.notation
        state.apply(choose.choice(actions))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.verb)
def test_the_example_of_each_form(form: object) -> None:
    text = form.verb + form.example  # type: ignore[attr-defined]
    action = Action.parse(text)
    assert action.notation == text
    assert action.kind == form.verb  # type: ignore[attr-defined]
    assert action.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly",
        "move",
        "move:n9",
        "move:n4>n9",
        "token:",
        "token:+1",
        "token:01",
        "token:１",
        "hire:0,gaucho",
        "hire:1,granjero",
        "end:1",
        "local:0",
        "local:1/",
        "buy:niata@1g4p",
        "reveal:niata,niata,niata,niata,niata",
        "income:99999999999",
    ],
)
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(IllegalActionError, match="is not a legal action"):
        Action.parse(text)


@given(
    st.text(max_size=30)
    | st.sampled_from([f.verb for f in FORMS]).flatmap(
        lambda verb: st.text(max_size=20).map(lambda rest: f"{verb}:{rest}")
    )
)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        action = Action.parse(text)
    except GwtaError:
        return
    assert Action.parse(action.notation) == action


@given(st.integers(0, 2**32 - 1))
def test_any_value_has_texts(value: int) -> None:
    action = Action(value)
    assert action.notation
    assert action.text


def test_paid_stretches_tell_routes_apart() -> None:
    """Where two routes pay differently the notation names the stretch on which a Hand is paid."""
    state = Table(players=2).pesos(0, 5).farmer("g1", "green3g").at(0, "n1").move(0)
    assert {"move:n2", "move:n2>g1"} <= set(options(state))
    assert Action.parse("move:n2>g3") == Action.parse("move:n2>g1")
