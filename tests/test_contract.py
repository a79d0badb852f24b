"""What holds for every game: walked along random games of each there is.

A game that is added joins ``GAMES``, with a way to rearrange what is hidden that shares
nothing with the game itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any, NamedTuple

import pytest
from fields import fields_of, state_of
from hiding import permute
from rich.console import Console
from toy_game.core import ToyCore

import gwta_ai
from gwta_ai import Action, State, View
from gwta_ai._engine.search import measure_random_games, policy
from gwta_ai.errors import IllegalActionError, PositionError
from gwta_ai.games import registry
from gwta_ai.games.argentina.compiled import compiled_rules
from gwta_ai.games.game import AnyGame
from gwta_ai.games.pictures import LEAST_COLUMNS, printed

DETERMINIZATIONS = 3


def of_argentina(state: State, seat: int, choose: random.Random) -> State:
    raw = fields_of(state.core)
    permute(raw, seat, choose)
    return State.of(state_of(compiled_rules(state.ruleset), raw), state.ruleset)


def of_toy(state: State, seat: int, choose: random.Random) -> State:
    raw = state.core.raw()
    hidden = raw["stack"][: raw["size"]]
    others = [at for at in range(state.players) if at != seat]
    for at in others:
        hidden += [kind for kind, count in enumerate(raw["hands"][at]) for _ in range(count)]
    choose.shuffle(hidden)
    for at in others:
        dealt = [hidden.pop() for _ in range(raw["held"][at])]
        raw["hands"][at] = [dealt.count(kind) for kind in range(4)]
    raw["stack"][: raw["size"]] = hidden
    return State.of(ToyCore.from_raw(state.ruleset, raw), state.ruleset)


class Case(NamedTuple):
    """A game to be tried out.

    ``rearranged`` gives a state in which all that a seat cannot see is another way.
    """

    name: str
    options: dict[str, str]
    games: int
    every: int  # of so many decisions one is looked at
    rearranged: Callable[[State, int, random.Random], State]

    @property
    def game(self) -> AnyGame:
        return registry.find(self.name)


GAMES = [
    Case("argentina", {"buildings": "random", "neutral": "random"}, 1, 7, of_argentina),
    Case("toy", {"deck": "large"}, 10, 1, of_toy),
]


@pytest.fixture(params=GAMES, ids=[case.name for case in GAMES])
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def positions(case: Case) -> Iterator[tuple[State, random.Random]]:
    """States along random games for all numbers of players, the last ones among them."""
    choose = random.Random(7)
    for number in range(case.games):
        for players in case.game.players:
            state = gwta_ai.new_game(players, number, game=case.name, **case.options)
            at = 0
            while not state.is_over:
                if at % case.every == 0:
                    yield state, choose
                state.apply(choose.choice(state.legal_actions()))
                at += 1
            yield state, choose


def test_every_game_there_is_is_tried(case: Case) -> None:
    assert [one.name for one in GAMES] == gwta_ai.games()
    assert case.game.name == case.name
    assert case.game.default_rules().game is case.game


def test_actions(case: Case) -> None:
    """Sorted, told apart by value, notation and text, and read as they are written."""
    for state, _ in positions(case):
        actions = state.legal_actions()
        values = [action.value for action in actions]
        assert values == sorted(set(values))
        assert bool(actions) != state.is_over
        for words in (
            [action.notation for action in actions],
            [action.text for action in actions],
            [repr((action.kind, action.arguments)) for action in actions],
        ):
            assert all(words)
            assert len(set(words)) == len(words), words
        for action in actions:
            assert Action.parse(action.notation, state.ruleset) == action
            assert state.legal_action(action.notation) == action
            assert state.core.is_legal(action.value)


def test_what_is_no_action_is_refused(case: Case) -> None:
    state = next(positions(case))[0].clone()
    before = state.to_bytes()
    unknown = Action(2**32 - 1, state.ruleset)
    for wrong in (unknown, "", "no:thing", unknown.notation):
        with pytest.raises(IllegalActionError):
            state.apply(wrong)
        assert state.to_bytes() == before
    assert not any(state.core.is_legal(value) for value in (2**32 - 1, 2**31))


def test_copies_and_snapshots(case: Case) -> None:
    """A clone and what is read are equal and go on alike; nothing else is equal."""
    for state, choose in positions(case):
        data = state.to_bytes()
        others = [
            state.clone(),
            State.from_bytes(data),
            State.from_dict(state.to_dict()),
            State.from_bytes(data, state.ruleset),
        ]
        for other in others:
            assert other == state
            assert hash(other) == hash(state)
            assert other.core.bytes() == state.core.bytes()
            assert other.to_bytes() == data
        if state.is_over:
            continue
        seed = choose.getrandbits(64)
        for other in others:
            assert other.core.play_random(seed, 5) > 0
            assert other != state
        assert len({other.to_bytes() for other in others}) == 1
        assert state.to_bytes() == data


def test_a_snapshot_names_its_game(case: Case) -> None:
    state, _ = next(positions(case))
    for position in (state, state.view(0)):
        data = position.to_dict()
        assert data["game"] == case.name
        assert data["ruleset"] == state.ruleset.digest
        assert list(data)[:4] == ["format", "version", "game", "ruleset"]
        assert gwta_ai.problems_in(data) == []
        assert gwta_ai.problems_in(data | {"version": 99}) != []


def test_turns_seats_and_the_clock(case: Case) -> None:
    turn = 0
    for state, _ in positions(case):
        assert state.players in case.game.players
        assert (state.seat_to_move is None) == state.is_over == (state.decision is None)
        assert state.is_over or 0 <= (state.seat_to_move or 0) < state.players
        assert 0 <= state.core.clock <= 1
        assert state.core.viewer == -1
        assert state.turn >= turn or state.turn == 1
        turn = state.turn


def test_scores(case: Case) -> None:
    for state, _ in positions(case):
        sheets = state.scores()
        assert len(sheets) == state.players
        for sheet in sheets:
            *points, total = sheet.to_dict().values()
            assert tuple(sheet.to_dict()) == (*case.game.categories, "total")
            assert total == sheet.total == sum(points)
            assert [getattr(sheet, name) for name in case.game.categories] == points


def test_nobody_else_has_moves(case: Case) -> None:
    for state, _ in positions(case):
        for seat in range(state.players):
            view = state.view(seat)
            assert view.seat == seat
            if seat == state.seat_to_move or state.is_over:
                assert view.legal_actions() == state.legal_actions()
            else:
                with pytest.raises(PositionError, match="is to move"):
                    view.legal_actions()


def test_views_are_honest(case: Case) -> None:
    """Whatever is rearranged out of sight, a view is the same, in memory and in a file."""
    rearranged = 0
    for state, choose in positions(case):
        for seat in range(state.players):
            view = state.view(seat)
            other = case.rearranged(state, seat, choose)
            rearranged += other != state
            assert other.view(seat).core.bytes() == view.core.bytes()
            assert other.view(seat).to_bytes() == view.to_bytes()
            assert View.from_bytes(view.to_bytes()) == view
            assert View.from_dict(view.to_dict()) == view
    assert rearranged > 30


def test_determinizations_agree_with_the_view(case: Case) -> None:
    """Each has the same view; equal seeds give equal states, and others do not always."""
    differ = 0
    for state, choose in positions(case):
        for seat in range(state.players):
            view = state.view(seat)
            seeds = [choose.getrandbits(64) for _ in range(DETERMINIZATIONS)]
            found = [view.determinize(seed) for seed in seeds]
            assert [view.determinize(seed) for seed in seeds] == found
            assert all(one.view(seat) == view for one in found)
            assert all(one.seat_to_move == state.seat_to_move for one in found)
            if seat == state.seat_to_move:
                assert all(one.legal_actions() == state.legal_actions() for one in found)
            differ += len({one.to_bytes() for one in found}) > 1
    assert differ > 30


def test_what_is_drawn_can_be_told(case: Case) -> None:
    """Playing on with the pieces that come up anyway is the same; too few change nothing."""
    drawn = 0
    for state, choose in positions(case):
        if state.is_over:
            continue
        action = choose.choice(state.legal_actions())
        draws = state.core.draws(action.value)
        needed = state.needed_reveals(action)
        assert needed == [case.game.stack_name(stack) for stack, _ in draws]
        plain, told = state.clone(), state.clone()
        plain.apply(action)
        assert told.core.step_with(action.value, draws) == 0
        drawn += len(draws)
        assert told == plain
        if draws:
            before = state.to_bytes()
            assert state.core.step_with(action.value, draws[:-1]) > 0
            with pytest.raises(PositionError, match="draws"):
                state.apply(action, reveals=[])
            assert state.to_bytes() == before
    assert drawn > 20


def test_the_game_table_is_the_game(case: Case) -> None:
    """What a search sees of a position through the table is what the position says."""
    for state, _ in positions(case):
        table = case.game.table(state.ruleset, state.players, None)
        actions, shares = policy(table, state.core.bytes(), temperature=1.0)
        assert actions == state.core.legal()
        assert len(set(shares)) <= 1  # nothing was learned
    start = gwta_ai.new_game(case.game.players[0], 1, game=case.name)
    table = case.game.table(start.ruleset, start.players, None)
    decisions, _ = measure_random_games(table, start.core.bytes(), 2, 5)
    assert decisions > 4


def test_the_hand_written_player_knows_the_rules(case: Case) -> None:
    for state, choose in positions(case):
        if state.is_over or choose.random() < 0.7:
            continue
        view = state.view(state.seat_to_move or 0)
        value = case.game.greedy(view.core, view.ruleset, 3)
        assert value in state.core.legal()
        assert case.game.greedy(view.core, view.ruleset, 3) == value


def test_options_and_setups(case: Case) -> None:
    game = case.game
    setup = gwta_ai.Setup(game.players[-1], 5, game=case.name, **case.options)
    assert list(setup.options) == [option.name for option in game.options]
    assert setup.new_game() == gwta_ai.new_game(game.players[-1], 5, game=case.name, **case.options)
    rules = game.default_rules()
    kinds = game.option_kinds(rules)
    for option in game.options:
        assert kinds[option.name].read(option.default, option.name) == option.default
        with pytest.raises(gwta_ai.SetupError, match=f"^{option.name}: expected"):
            gwta_ai.new_game(game.players[0], 1, game=case.name, **{option.name: "?"})
    for players in (game.players[0] - 1, game.players[-1] + 1, None, 2.5):
        with pytest.raises(gwta_ai.SetupError, match=r"^players: expected"):
            gwta_ai.new_game(players, 1, game=case.name)  # type: ignore[arg-type]


def test_rules(case: Case) -> None:
    game: Any = case.game
    rules = game.shipped_rules()
    assert game.rules_by_digest(rules.digest) == rules
    assert game.rules_from_text(rules.text) == rules
    assert hash(game.rules_from_text(rules.text)) == hash(rules)
    assert rules.differences(rules) == []
    assert set(rules.unverified()) <= set(rules.provenance())
    for wrong in (lambda: game.rules_by_digest("0" * 64), lambda: game.rules_from_text("?")):
        with pytest.raises(gwta_ai.RulesetError):
            wrong()


def test_examples_and_pictures(case: Case) -> None:
    for name in gwta_ai.examples.names(case.name):
        position = gwta_ai.examples.load(name, case.name)
        assert position.ruleset.game is case.game
        console = Console(width=LEAST_COLUMNS, file=StringIO())
        picture = case.game.picture(position.core, position.ruleset, LEAST_COLUMNS)
        shown = printed(picture, console)
        assert shown.strip()
        assert max(map(len, shown.splitlines())) <= LEAST_COLUMNS
        assert shown.translate(case.game.signs).isascii()
        assert position._repr_svg_() is None or "<svg" in (position._repr_svg_() or "")


def test_weights(case: Case) -> None:
    shapes = case.game.weight_shapes({})
    weights = gwta_ai.Weights.shipped(case.game)
    assert (shapes is None) == (weights.learned == {})
    assert (case.game.weights_file() is None) == (shapes is None)
    for players in case.game.players:
        assert weights.correction(players).numbers.shape == (1 + len(case.game.categories), 2)
        assert weights.table(case.game.default_rules(), players) is not None
