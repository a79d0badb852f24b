"""The notation of actions: there and back, unique, and strict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notations import Notations
from random_games import game
from table import Table, options

from gwta_ai import Action, GwtaError, IllegalActionError, State
from gwta_ai.games.argentina.notation import FORMS

CORE = Path(__file__).parent.parent / "engine_c" / "argentina"


def test_every_legal_action_of_random_games() -> None:
    """A sample; ``scripts/long_checks.py notation`` plays ten thousand games."""
    found = Notations()
    for seed in range(12):
        found.play(seed)
    assert found.faults == []
    assert found.actions > 20_000
    assert len(found.kinds) > len(FORMS) - 4


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


VALUES = st.integers(0, 2**32 - 1) | st.tuples(
    st.integers(0, len(FORMS) + 1), st.integers(0, 2**13)
).map(lambda parts: parts[0] << 26 | parts[1])


@given(VALUES)
def test_any_value_has_texts(value: int) -> None:
    """What is no action is called "unknown"; all else is read from its notation again."""
    action = Action(value)
    assert action.text
    if action.kind == "unknown":
        assert action.notation == f"unknown:{value}"
        assert action.arguments == {"value": value}
    else:
        assert Action.parse(action.notation) == action


@given(VALUES, VALUES)
def test_different_actions_have_different_arguments(one: int, other: int) -> None:
    first, second = Action(one), Action(other)
    if one != other:
        assert (first.kind, first.arguments) != (second.kind, second.arguments)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("move:n4", {"space": "n4", "hands": []}),
        ("move:n2>g3", {"space": "n2", "hands": ["g1"]}),
        ("hire:2,gaucho+", {"row": 2, "worker": "gaucho", "strong": True}),
        (
            "local:2/2=niata,fronterizo",
            {"local": 2, "alternative": 2, "cards": ["niata", "fronterizo"]},
        ),
        ("reveal:none", {"cards": []}),
        ("end", {}),
    ],
)
def test_arguments_are_plain(text: str, arguments: dict[str, object]) -> None:
    action = Action.parse(text)
    assert action.arguments == arguments
    assert json.loads(json.dumps(action.arguments)) == arguments


def test_arguments_are_the_callers_own() -> None:
    action = Action.parse("move:n2>g1")
    action.arguments["hands"].append("b1")  # type: ignore[union-attr]
    assert action.arguments == {"space": "n2", "hands": ["g1"]}


# --- what is close -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "close"),
    [
        ("", "the kinds of actions are place, move, local, local_aux, aux, help_here, play,"),
        ("mvoe:n4", "no kind of action is called “mvoe”: perhaps move is meant"),
        ("Move:n4", "perhaps move is meant"),
        ("hire 2,gaucho", "perhaps hire is meant; the form is hire:ROW,WORKER, such as hire:2"),
        ("help-here", "perhaps help_here is meant; help_here stands alone"),
        ("n4", "expected a kind of action before “n4”: place:n4, move:n4, site:n4"),
        ("move:n9", "expected the id of a trail space in place of “n9”: perhaps n"),
        ("hire:2,guacho", "expected a worker in place of “guacho”: perhaps gaucho or gaucho+"),
        ("hire:12,gaucho", "expected the number of a row, 1 to 11, in place of “12”"),
        ("hire:2", "expected a worker: gaucho, gaucho+, carpintero, carpintero+, maquinista or"),
        ("objective:104", "perhaps obj104 is meant"),
        ("ship:7P", "perhaps 7p is meant"),
        ("build:0", "in place of “0”: perhaps 10 is meant"),
        (
            "buy:caracu-2@1g5p",
            "expected after “@” the price of “caracu-2” in place of “1g5p”: 1g4p",
        ),
        ("buy:niata@1g4p", "no offer takes “niata”"),
        ("reveal:niata,niata,niata,niata,niata", "at most 4 cards, got 5"),
        ("local:9", "expected the number of a local action, 1 to 5, in place of “9”"),
        ("local:1/3", "expected the number of an alternative, 1 to 2, in place of “3”"),
        ("token:+1", "expected a number of cards, 0 to 102, in place of “+1”"),
        ("end:1", "expected nothing after it, got “1”; end stands alone"),
        ("move:", "nothing follows the “:”; the form is move:SPACE"),
        ("move:n4>", "where the ways differ in nothing that is paid, “>” is left out"),
        ("move:n4>n1", "no Hand can be paid on “n1”; after “>” stands a space of each stretch"),
        ("move:n4>gg1", "expected after “>” the id of a space on which a Hand is paid"),
    ],
)
def test_errors_say_what_is_close(text: str, close: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        Action.parse(text)
    assert close in str(caught.value)
    with pytest.raises(IllegalActionError) as caught:
        game(1).apply(text)
    assert close in str(caught.value)
    assert "; legal are " in str(caught.value)


@pytest.mark.parametrize("text", ["x" * 1000, "move:" + "é\n" * 500, "move:n4>" + "g1," * 400])
def test_errors_stay_short(text: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        Action.parse(text)
    assert len(str(caught.value)) < 700
    assert str(caught.value).isprintable()


def two_ways() -> Table:
    """Seat 0 at n1, and a farmer who takes a Hand on one of the ways to n2."""
    return Table(players=2).pesos(0, 5).farmer("g1", "green3g").at(0, "n1")


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalActionError) as caught:
        state.apply(text)
    return caught.value.detail


def test_paid_stretches_tell_routes_apart() -> None:
    """Where two routes pay differently the notation names the stretch on which a Hand is paid."""
    state = two_ways().move(0)
    assert {"move:n2", "move:n2>g1"} <= set(options(state))
    assert Action.parse("move:n2>g3") == Action.parse("move:n2>g1")
    assert refusal(state, "move:n2>b1") == (
        "the ways to n2 differ in the Hands that are paid,"
        " and these may be meant: move:n2 or move:n2>g1"
    )


def test_paid_stretches_that_are_needed() -> None:
    state = two_ways().building(1, 3, "basic1").move(0)
    ways = [option for option in options(state) if option.startswith("move:n2")]
    assert ways == ["move:n2>basic1", "move:n2>g1"]
    assert refusal(state, "move:n2") == (
        "the ways to n2 differ in the Hands that are paid,"
        " so “>” has to say which is meant: move:n2>basic1 or move:n2>g1"
    )


def test_paid_stretches_that_are_needless() -> None:
    state = two_ways().move(0)
    assert "move:g1" in options(state)
    assert refusal(state, "move:g1>g1") == (
        "nothing that is paid tells two ways to g1 apart, so “>” is needless: say move:g1"
    )
