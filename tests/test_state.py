"""States and views as Python objects: copies, pickles, and what is refused."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from random_games import game
from table import Table, options

from gwta_ai import Action, GwtaError, IllegalActionError, SetupError, new_game
from gwta_ai.play import bots


def test_copies_are_independent() -> None:
    state = game(4)
    for twin in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        assert twin == state
        twin.apply(twin.legal_actions()[0])
        assert twin != state


def test_pickles_are_snapshots() -> None:
    state = game(4)
    assert pickle.loads(pickle.dumps(state)) == state
    view = state.view(0)
    assert pickle.loads(pickle.dumps(view)) == view


def test_numpy_integers_will_do() -> None:
    assert new_game(np.int64(3), np.int64(7)) == new_game(3, 7)


@pytest.mark.parametrize(
    "arguments",
    [
        {"players": 1},
        {"players": 5},
        {"players": "2"},
        {"players": True},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": 1.0},
        {"buildings": None},
        {"buildings": "abc"},
        {"neutral": 3},
        {"neutral": "ABCDEFGG"},
    ],
)
def test_games_that_cannot_be(arguments: dict[str, object]) -> None:
    (name,) = arguments
    with pytest.raises(SetupError, match=name):
        new_game(**{"players": 2, "seed": 1, **arguments})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "action", [Action(0), Action(-1), Action(2**32), "token:9", 5, None, "foo"]
)
def test_an_illegal_action_changes_nothing(action: object) -> None:
    state = game(4)
    before = state.to_bytes()
    with pytest.raises(IllegalActionError) as caught:
        state.apply(action)  # type: ignore[arg-type]
    assert caught.value.decision == state.decision
    assert state.to_bytes() == before


def test_an_illegal_action_names_what_is_near() -> None:
    state = Table(players=2).pesos(0, 5).farmer("g1", "green3g").at(0, "n1").move(0)
    assert {"move:n2", "move:n2>g1"} <= set(options(state))
    with pytest.raises(IllegalActionError, match=r"legal are .*move:n"):
        state.apply("move:n9")
    with pytest.raises(IllegalActionError, match=r"legal are .*move:n"):
        state.apply("move:n8")
    with pytest.raises(IllegalActionError, match=r"these may be meant: move:n2 or move:n2>g1"):
        state.apply("move:n2>b1")


def test_the_order_of_local_actions_leaves_no_trace() -> None:
    """Equal positions are equal bytes, however they came about."""
    table = Table(players=2).pesos(0, 3).tokens(0, 1).hand(0, "niata")
    state = table.visit(0, "n8")
    one, two = state.clone(), state.clone()
    for action in ("local:1", "local_aux:2/2+1"):
        one.apply(action)
    for action in ("local_aux:2/2+1", "local:1"):
        two.apply(action)
    assert one == two


@pytest.mark.parametrize("spec", ["random:seed=1", "greedy", "mcts:simulations=20"])
def test_bots_see_a_state_as_its_mover_does(spec: str) -> None:
    state = game(4)
    state.core.play_random(1, 60)
    seat = state.seat_to_move
    assert seat is not None
    assert bots.make(spec).choose(state) == bots.make(spec).choose(state.view(seat))


@pytest.mark.parametrize("spec", ["", "foo", None, "mcts:foo=1", "random:seed=x", "random:seed=-1"])
def test_bots_that_do_not_exist(spec: object) -> None:
    with pytest.raises(GwtaError):
        bots.make(spec)  # type: ignore[arg-type]
