"""What each player may know."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fields import fields_of, state_of
from hiding import Witness, permute, told
from rich.console import Console
from scipy.stats import chisquare
from table import Table, options, play, player

from gwta_ai import Advisor, Limit, State, View, load, new_game, problems_in, save
from gwta_ai.errors import PositionError, SnapshotError
from gwta_ai.games.argentina.compiled import compiled_rules
from gwta_ai.games.pictures import printed
from gwta_ai.play.bots import make


def with_raw(state: State, raw: dict[str, Any]) -> State:
    """The same game with other raw fields."""
    return State.of(state_of(compiled_rules(state.ruleset), raw), state.ruleset)


def midgame(players: int = 3, seed: int = 5, actions: int = 150) -> State:
    state = new_game(players, seed, buildings="random", neutral="random")
    state.core.play_random(seed, actions)
    assert not state.is_over
    return state


def determinized(view: View, seeds: int) -> list[State]:
    return [view.determinize(seed) for seed in range(seeds)]


def hands(states: list[State], seat: int) -> Counter[tuple[str, ...]]:
    """How often each hand of a seat occurs."""
    names = states[0].ruleset.names.cards
    counts = Counter(tuple(fields_of(state.core)["player"][seat]["hand"]) for state in states)
    return Counter(
        {
            tuple(name for name, n in zip(names, hand, strict=False) for _ in range(n)): times
            for hand, times in counts.items()
        }
    )


# --- views ------------------------------------------------------------------------------------


def reversed_stack(raw: dict[str, Any], what: str) -> None:
    """Turn one hidden stack of a new game upside down."""
    sizes = {
        "market_stack": "market_size",
        "objective_stack": "objective_size",
        "pile": "pile_size",
    }
    if what in sizes:
        items, n = raw[what], raw[sizes[what]]
    elif what.startswith("bag"):
        at = "ABC".index(what[-1])
        items, n = raw["bag"][at], raw["bag_size"][at]
    else:
        items, n = raw["player"][int(what[-1])]["draw"], raw["player"][int(what[-1])]["draw_size"]
    items[:n] = items[:n][::-1]


@pytest.mark.rule("INFO-01")
@pytest.mark.parametrize(
    "what",
    ["market_stack", "objective_stack", "pile", "bag A", "bag B", "bag C", "draw 0", "draw 1"],
)
def test_the_order_of_stacks_is_hidden(what: str) -> None:
    """INFO-01: nobody sees the order of a stack, the own draw stack included."""
    state = new_game(2, 3)
    raw = fields_of(state.core)
    reversed_stack(raw, what)
    other = with_raw(state, raw)
    assert other != state
    for seat in (0, 1):
        assert other.view(seat) == state.view(seat)
        assert other.view(seat).core.bytes() == state.view(seat).core.bytes()


@pytest.mark.rule("INFO-01")
def test_the_hands_of_the_others_are_hidden() -> None:
    """INFO-01: which cards another player holds is seen by nobody else."""
    one = Table(3).hand(0, "serrano", "niata").draw_stack(0, "caracu-2", "niata").move()
    two = Table(3).hand(0, "caracu-2", "niata").draw_stack(0, "niata", "serrano").move()
    assert one.view(1) == two.view(1)
    assert one.view(2) == two.view(2)
    assert one.view(0) != two.view(0)
    more = Table(3).hand(0, "serrano", "niata", "niata").draw_stack(0, "caracu-2").move()
    assert one.view(1) != more.view(1)  # how many cards there are is seen


def pool(state: State, seat: int) -> Counter[str]:
    """Hand and draw stack of a seat together."""
    return Counter(player(state, seat).hand) + Counter(player(state, seat).draw)


@pytest.mark.rule("INFO-02")
def test_hand_and_draw_stack_together_are_public() -> None:
    """INFO-02: their multiset, the size of the hand, and every card of the discard pile."""
    at_table = Table().hand(0, "serrano", "obj100").draw_stack(0, "caracu-2", "niata", "niata")
    state = at_table.discard_pile(0, "exhaustion", "niata").move()
    for found in determinized(state.view(1), 20):
        assert pool(found, 0) == pool(state, 0)
        assert len(player(found).hand) == 2
        assert player(found).discard == ["niata", "exhaustion"]
    more = at_table.draw_stack(0, "caracu-2", "niata", "serrano").move()
    assert more.view(1) != state.view(1)


@pytest.mark.rule("INFO-02")
def test_gains_and_removals_are_public() -> None:
    """INFO-02: a card that was discarded or removed is known to be out of hand and stack."""
    at_table = Table().hand(0, "serrano", "niata").draw_stack(0, "niata", *["caracu-2"] * 5)
    state = at_table.discard_pile(0).inside(0, "remove", n=1)
    removed = play(state, "remove:serrano")
    assert fields_of(removed.view(1).core)["removed"] != fields_of(state.view(1).core)["removed"]
    for found in determinized(removed.view(1), 10):
        assert pool(found, 0) == Counter({"niata": 2, "caracu-2": 5})
    discarded = play(at_table.inside(0, "discard", n=1), "discard:serrano")
    for found in determinized(discarded.view(1), 10):
        assert player(found).discard == ["serrano"]


@pytest.mark.rule("INFO-02")
def test_what_is_left_in_bags_and_stacks_is_public() -> None:
    """INFO-02: the multiset of every bag, of the market, objective and ship stacks."""
    state = midgame()
    for seat in range(3):
        found = fields_of(state.view(seat).determinize(1).core)
        raw = fields_of(state.core)
        for stack, size in (
            ("market_stack", "market_size"),
            ("objective_stack", "objective_size"),
            ("pile", "pile_size"),
        ):
            assert found[stack] != raw[stack]
            assert sorted(found[stack][: raw[size]]) == sorted(raw[stack][: raw[size]])
        for at in range(3):
            assert sorted(found["bag"][at]) == sorted(raw["bag"][at])


@pytest.mark.rule("INFO-03")
@pytest.mark.parametrize("seed", range(8))
def test_views_of_states_that_differ_in_hidden_things_are_equal(seed: int) -> None:
    """INFO-03: byte for byte, in the core and as a snapshot, with the same options and scores."""
    state = midgame(2 + seed % 3, seed, 60 + 17 * seed)
    random = Random(seed)
    for seat in range(state.players):
        raw = fields_of(state.core)
        permute(raw, seat, random)
        other = with_raw(state, raw)
        assert other != state
        one, two = state.view(seat), other.view(seat)
        assert one.core.bytes() == two.core.bytes()
        assert one.to_bytes() == two.to_bytes()
        assert (one == two, hash(one)) == (True, hash(two))
        assert one.scores() == two.scores()
        if seat == state.seat_to_move:
            assert one.legal_actions() == two.legal_actions()


@pytest.mark.rule("INFO-03")
def test_a_view_shows_the_own_hand() -> None:
    """INFO-03: the own hand, and everything public, is in the view."""
    state = midgame()
    for seat in range(3):
        view, raw = fields_of(state.view(seat).core), fields_of(state.core)
        assert view["player"][seat]["hand"] == raw["player"][seat]["hand"]
        for name in ("pesos", "grain", "discs", "workers", "buildings", "discard", "known"):
            for at in range(3):
                assert view["player"][at][name] == raw["player"][at][name]
        for name in ("tile", "coins", "jobs", "foresight", "market", "frames", "ship_at"):
            assert view[name] == raw[name]


# --- determinization --------------------------------------------------------------------------


@pytest.mark.rule("INFO-04")
@pytest.mark.parametrize("seed", range(6))
def test_a_determinization_agrees_with_its_view(seed: int) -> None:
    """INFO-04: seen from that seat it is the same, and everything public is as it was."""
    state = midgame(2 + seed % 3, seed, 50 + 31 * seed)
    for seat in range(state.players):
        view = state.view(seat)
        for at in range(5):
            found = view.determinize(at)
            assert found.view(seat) == view
            assert told(fields_of(found.core), seat) == told(fields_of(state.core), seat)


def evenly(found: Counter[Any], expected: dict[Any, float]) -> bool:
    """Whether counts follow the expected shares (chi-square, p > 0.001)."""
    assert set(found) <= set(expected)
    n, whole = sum(found.values()), sum(expected.values())
    observed = [found[key] for key in expected]
    return chisquare(observed, [n * share / whole for share in expected.values()]).pvalue > 0.001


@pytest.mark.rule("INFO-04")
def test_hidden_things_are_uniformly_random() -> None:
    """INFO-04: every order of a stack and every split of hand and stack is equally likely."""
    at_table = Table().bag("A", "green3g", "blue4g", "orange5b").hand(0, "niata", "serrano")
    view = at_table.draw_stack(0, "niata", "caracu-2").move().view(1)
    states = determinized(view, 600)
    orders = Counter(tuple(fields_of(state.core)["bag"][0][:3]) for state in states)
    assert len(orders) == 6
    assert evenly(orders, dict.fromkeys(orders, 1))
    # Two of niata, niata, caracu, serrano: six pairs.
    expected = {
        ("niata", "niata"): 1,
        ("niata", "caracu-2"): 2,
        ("niata", "serrano"): 2,
        ("caracu-2", "serrano"): 1,
    }
    assert evenly(hands(states, 0), expected)
    # The order of what is left in the stack of another seat, and of the own one.
    stack = Table().hand(0).draw_stack(0, "niata", "caracu-2", "serrano").move()
    tops = Counter(player(found).draw[-1] for found in determinized(stack.view(1), 300))
    assert evenly(tops, dict.fromkeys(("niata", "caracu-2", "serrano"), 1))
    own = Table().draw_stack(0, "niata", "caracu-2", "serrano").move().view(0)
    drawn = Counter(player(state).draw[-1] for state in determinized(own, 300))
    assert evenly(drawn, dict.fromkeys(("niata", "caracu-2", "serrano"), 1))


# --- cards known to be in a hand --------------------------------------------------------------


def taking() -> State:
    """Seat 0 on its building 10b with a market card to take, and nothing to draw after."""
    at_table = Table(buildings="b").building(0, 10, "basic1").hand(0, "niata", "fronterizo")
    at_table.draw_stack(0, *["niata"] * 4, "caracu-2").discard_pile(0).market("serrano", "caracu-3")
    return play(at_table.visit(0, "basic1"), "local:2=niata")


@pytest.mark.rule("INFO-05")
def test_the_card_taken_from_the_market_into_the_hand_is_known() -> None:
    """INFO-05: building 10b takes it before all eyes: it stays in the hand."""
    state = play(taking(), "take:serrano", "end")
    assert player(state).known == ["serrano"]
    states = determinized(state.view(1), 60)
    assert all("serrano" in player(found).hand for found in states)
    assert len(hands(states, 0)) > 1
    # The other cards that phase C drew are not known.
    assert len(player(state).hand) == 4


@pytest.mark.rule("INFO-05")
def test_the_knowledge_ends_when_the_card_leaves_the_hand() -> None:
    """INFO-05: discarded, removed or played, a copy is known no more."""
    at_table = (
        Table().hand(0, "serrano", "serrano", "obj104", "niata").known(0, "serrano", "obj104")
    )
    discarded = play(at_table.inside(0, "discard", n=2), "discard:serrano")
    assert player(discarded).known == ["obj104"]
    removed = play(at_table.inside(0, "remove", n=2), "remove:serrano")
    assert player(removed).known == ["obj104"]
    other = play(at_table.inside(0, "remove", n=2), "remove:niata")
    assert player(other).known == ["serrano", "obj104"]
    played = play(at_table.move(), "play:obj104")
    assert player(played).known == ["serrano"]
    both = at_table.known(0, "serrano", "serrano")
    assert player(play(both.inside(0, "discard", n=2), "discard:serrano")).known == ["serrano"]


@pytest.mark.rule("INFO-05")
def test_income_ends_all_knowledge() -> None:
    """INFO-05: the hand that is given up is known no more."""
    at_table = Table().hand(0, "serrano", "exhaustion").known(0, "serrano", "exhaustion")
    state = play(at_table.certificates(0, 1).buenos_aires(stage=1), "income:0")
    assert player(state).known == []


@pytest.mark.rule("INFO-05")
def test_the_hand_at_a_reshuffle_is_known() -> None:
    """INFO-05: when the discard pile becomes the draw stack, every card then in hand is known."""
    at_table = Table().tokens(0, 1).hand(0, "niata", "obj100").draw_stack(0, "serrano")
    at_table.discard_pile(0, "caracu-2", "chaqueno", "exhaustion").known(0)
    state = play(at_table.move(), "token:2")
    # The last card of the old stack came before, the other one after.
    assert player(state).known == ["niata", "serrano", "obj100"]
    assert len(player(state).hand) == 4
    states = determinized(state.view(1), 90)
    for found in states:
        assert Counter(player(found).hand) >= Counter(["niata", "serrano", "obj100"])
    assert len(hands(states, 0)) == 3


@pytest.mark.rule("INFO-05")
def test_a_draw_without_reshuffle_tells_nothing() -> None:
    """INFO-05: the last card of a stack may be drawn without anybody knowing the hand."""
    at_table = Table().tokens(0, 1).hand(0, "niata").draw_stack(0, "serrano", "caracu-2")
    state = play(at_table.discard_pile(0, "chaqueno").known(0).move(), "token:2")
    assert player(state).known == []


@pytest.mark.rule("INFO-05")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_known_over_a_whole_game(seed: int) -> None:
    """INFO-05: the same as somebody at the table would remember, move by move."""
    witness = Witness(new_game(2 + seed, seed, buildings="b"))
    random = Random(seed)
    for _ in range(250):
        if witness.state.is_over:
            break
        witness.apply(random.choice(witness.state.core.legal()))
        assert witness.agrees()


# --- the split of the bags ----------------------------------------------------------------


def opened(view: View) -> View:
    """The same view, whose workers may be in either bag."""
    data = view.to_dict()
    bags, workers = data["bags"], view.ruleset.names.workers
    in_b = {worker: bags["B"].pop(worker, 0) for worker in workers}
    in_c = {worker: bags["C"].pop(worker, 0) for worker in workers}
    tiles = {worker: in_b[worker] + in_c[worker] for worker in workers}
    some = {worker: n for worker, n in tiles.items() if n}
    bags["open"] = {"tiles": some, "B": sum(in_b.values())}
    found = View.from_dict(data | {"version": 2})
    assert found.to_dict() == data | {"version": 2}
    return found


def splits(view: View) -> Counter[tuple[int, ...]]:
    """The arrangements by how many of each kind bag B holds, in another way than the core.

    A kind is a list of places; every choice of those where its tiles of bag B lie is as many
    arrangements of single tiles as any other.
    """
    data, names, figures = view.to_dict(), view.ruleset.names, view.ruleset.figures
    columns = figures["job_columns"][view.players]
    initial = figures["initial_workers"][view.players]
    split = data["bags"]["open"]
    token = data["job_market"]["token_row"]
    ways: Counter[tuple[tuple[int, ...], int, int]] = Counter({((), 0, 0): 1})
    lying = mixed = 0
    for kind, worker in enumerate(names.workers):
        places = ["bag"] * split["tiles"].get(worker, 0)
        of_b = figures["tiles"][kind]["copies"][1]
        of_b -= data["foresight"]["B"].count(worker)
        for row, there in enumerate(data["job_market"]["rows"]):
            for _ in range(there.get(worker, 0)):
                if row < initial // columns:
                    of_b -= 1
                    lying += 1
                elif row == initial // columns and initial % columns:
                    places.append("mixed")
                    mixed += 1
                else:
                    places.append("later")
        for player_ in data["players"]:
            strong = "strong" if worker.endswith("+") else "plain"
            hired = player_["workers"].get(worker.removesuffix("+"), [])
            places += ["hired"] * hired.count(strong)
        places += ["hired"] * sum(
            station.get("worker") == worker for station in data["stations"].values()
        )
        added: Counter[tuple[tuple[int, ...], int, int]] = Counter()
        choice: Counter[tuple[int, int, int]] = Counter(
            (chosen.count("bag"), chosen.count("hired"), chosen.count("mixed"))
            for chosen in combinations(places, of_b)
        )
        for (held, hired_b, mixed_b), before in ways.items():
            for (x, j, i), count in choice.items():
                if sum(held) + x <= split["B"]:
                    added[(*held, x), hired_b + j, mixed_b + i] += before * count
        ways = added
    room = columns - initial % columns - (token - 1 <= initial // columns)
    found: Counter[tuple[int, ...]] = Counter()
    for (held, hired_b, mixed_b), count in ways.items():
        first_in_row = min(mixed_b, initial % columns, mixed)
        whole = initial % columns == 0 or mixed - mixed_b <= room
        if sum(held) == split["B"] and hired_b + first_in_row >= initial - lying and whole:
            found[held] += count
    return found


def of_bag_b(state: State) -> tuple[int, ...]:
    bag = Counter(fields_of(state.core)["bag"][1][: fields_of(state.core)["bag_size"][1]])
    return tuple(bag[kind] for kind in range(6))


OPEN_CASES = [(2, 1, 30), (2, 3, 160), (3, 4, 60), (3, 5, 200), (4, 6, 90), (4, 8, 300)]


@pytest.mark.rule("INFO-11")
@pytest.mark.parametrize(("players", "seed", "actions"), OPEN_CASES)
def test_the_split_is_drawn_by_its_arrangements(players: int, seed: int, actions: int) -> None:
    """INFO-11: as often as an enumeration of the places of every tile says."""
    view = opened(midgame(players, seed, actions).view(0))
    ways = splits(view)
    draws = 3000
    found = Counter(of_bag_b(view.determinize(seed)) for seed in range(draws))
    assert found.keys() <= ways.keys()
    total = sum(ways.values())
    expected = {split: draws * n / total for split, n in ways.items()}
    often = [split for split, n in expected.items() if n >= 5]
    rest = draws - sum(expected[split] for split in often)
    observed = [found[split] for split in often]
    if rest > 5:
        observed.append(draws - sum(observed))
        wanted = [*(expected[split] for split in often), rest]
    else:
        wanted = [expected[split] * sum(observed) / (draws - rest) for split in often]
    assert len(ways) == 1 or chisquare(observed, wanted).pvalue > 1e-4


@pytest.mark.rule("INFO-11")
def test_choices_of_places_count_arrangements_of_single_tiles() -> None:
    """INFO-11: four tiles of a kind, two of them of bag B, in every order on their places."""
    places = ["bag", "bag", "later", "hired"]
    tiles = ["B1", "B2", "C1", "C2"]
    single: Counter[int] = Counter()
    for order in permutations(tiles):
        lying = dict(zip(order, places, strict=True))
        single[sum(lying[tile] == "bag" for tile in tiles[:2])] += 1
    chosen = Counter(
        sum(places[at] == "bag" for at in where) for where in combinations(range(4), 2)
    )
    assert {x: n * 4 for x, n in chosen.items()} == dict(single)


@pytest.mark.rule("INFO-11")
@pytest.mark.parametrize(("players", "seed", "actions"), OPEN_CASES)
def test_what_is_left_open_is_all_that_is(players: int, seed: int, actions: int) -> None:
    """INFO-11: determinizations are possible, and agree with the view in everything else."""
    state = midgame(players, seed, actions)
    seat = state.seat_to_move or 0
    view = opened(state.view(seat))
    assert of_bag_b(state) in splits(view)
    for guess in determinized(view, 10):
        assert State.from_dict(guess.to_dict()) == guess
        assert opened(guess.view(seat)) == view
        guess.core.play_random(3, 10_000)
        assert guess.is_over
    assert view.legal_actions() == state.view(seat).legal_actions()
    assert Advisor().advise(view, Limit(simulations=20)).best.action in view.legal_actions()


@pytest.mark.rule("INFO-11")
def test_a_worker_seen_to_come_from_a_bag_narrows_the_split() -> None:
    """INFO-11: at the start all that is known to come from B leaves no more there."""
    state = new_game(2, 3)
    view = opened(state.view(0))
    in_market: Counter[str] = Counter()
    for row in view.to_dict()["job_market"]["rows"]:
        in_market.update(row)
    told = dict(line.split(": ", 1) for line in view.left_open())
    tiles = dict(zip(view.ruleset.names.tiles, view.ruleset.figures["tiles"], strict=False))
    for worker in view.ruleset.names.workers:
        seen = in_market[worker] + view.to_dict()["foresight"]["B"].count(worker)
        left = tiles[worker]["copies"][1] - seen
        assert told[worker] == f"{left} in bag B, as follows from the rest"


@pytest.mark.rule("INFO-11")
def test_an_open_view_goes_through_files(tmp_path: Path) -> None:
    """INFO-11: as version 2; what is not open stays version 1, byte for byte."""
    closed = midgame(3, 5, 200).view(1)
    view = opened(closed)
    for name in ("view.json", "view.msgpack"):
        save(view, tmp_path / name)
        assert load(tmp_path / name) == view
    assert View.from_bytes(view.to_bytes()).to_bytes() == view.to_bytes()
    assert hash(view) == hash(view.clone()) != hash(closed)
    assert view != closed
    assert closed.to_dict()["version"] == 1
    assert View.from_dict(closed.to_dict() | {"version": 2}) == closed
    assert problems_in(view.to_dict()) == problems_in(closed.to_dict())
    split = view.to_dict()["bags"]["open"]
    text = view.ruleset.game.picture(view.core, view.ruleset, 80)
    shown = printed(text, Console(width=80, no_color=True))
    assert f"either bag {sum(split['tiles'].values())}" in shown
    assert f"{split['B']} of them in bag B" in shown
    assert closed.left_open() == []
    assert len(view.left_open()) == 6


@pytest.mark.rule("INFO-11")
def test_what_is_left_and_how_much_a_bag_holds_follow_from_the_rest() -> None:
    """INFO-11: every visit to Buenos Aires takes a tile of either bag, until the game ends."""
    view = opened(midgame(3, 5, 200).view(1))
    data = view.to_dict()
    assert View.from_dict(data | {"bags": {**data["bags"], "open": {}}}) == view
    left_out = {name: bag for name, bag in data["bags"].items() if name == "A"}
    assert View.from_dict(data | {"bags": {**left_out, "open": {}}}) == view
    assert View.from_dict(data | {"bags": {"open": {"B": data["bags"]["open"]["B"]}}}) == view


def spoiled_split(**changes: Any) -> dict[str, Any]:
    """The snapshot of an open view, with other entries in its bags."""
    data = opened(midgame(3, 5, 200).view(1)).to_dict()
    split = data["bags"]["open"]
    for name, value in changes.items():
        if name == "open":
            split |= value
        else:
            data["bags"][name] |= value
    return data


@pytest.mark.rule("INFO-11")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"open": {"B": -1}}, "bags.open.B"),
        ({"open": {"B": 41}}, "bags.open.B"),
        ({"open": {"B": 0}}, "bags.open"),
        ({"open": {"B": "many"}}, "bags.open.B"),
        ({"open": {"tiles": {"green4b": 1}}}, "bags.open.tiles.green4b"),
        ({"open": {"tiles": {"gaucho": 99}}}, "bags.open.tiles"),
        ({"open": {"C": 3}}, "bags.open.C"),
        ({"B": {"gaucho": 1}}, "bags.B.gaucho"),
    ],
)
def test_a_split_that_cannot_be_is_refused(changes: dict[str, Any], path: str) -> None:
    """INFO-11: with the path; nothing is made of it, and `check` tells the same."""
    data = spoiled_split(**changes)
    with pytest.raises((SnapshotError, PositionError), match=re.escape(path)):
        View.from_dict(data)
    assert any(each.refused and each.path.startswith(path) for each in problems_in(data))


@pytest.mark.rule("INFO-11")
def test_a_state_is_never_open() -> None:
    """INFO-11: whoever has all of it knows the bags."""
    data = midgame(3, 5, 200).to_dict()
    with pytest.raises(SnapshotError, match="version"):
        State.from_dict(data | {"version": 2})
    with pytest.raises(SnapshotError, match=r"bags\.open"):
        State.from_dict(data | {"bags": {**data["bags"], "open": {}}})


@pytest.mark.rule("INFO-12")
def test_a_card_that_is_named_was_in_the_hand() -> None:
    """INFO-12: discarded before all eyes it lies on the pile, and one unknown card less is held."""
    at_table = Table().hand(0, "serrano", "niata").draw_stack(0, "serrano", *["caracu-2"] * 4)
    state = at_table.discard_pile(0).known(0).tokens(0, 1).inside(0, "discard", n=1)
    discarded = play(state, "discard:serrano")
    for found in determinized(discarded.view(1), 20):
        assert player(found).discard == ["serrano"]
        assert len(player(found).hand) == 1
    # Which of the others is left in the hand stays open.
    assert len(hands(determinized(discarded.view(1), 60), 0)) == 3


@pytest.mark.rule("INFO-12")
def test_nothing_follows_from_what_was_not_done() -> None:
    """INFO-12: who forgoes the reward for a cattle card may have held one or not."""
    at_table = Table().hand(0, "niata", "exhaustion").draw_stack(0, "caracu-2", "exhaustion")
    at_table.discard_pile(0).known(0).tokens(0, 1).workers(0, maquinista=2).no_jobs()
    at_table.job_row(1, "maquinista", token=2).pesos(0, 20)
    hired = play(at_table.visit(0, "n1"), "local:2", "hire:1,maquinista")
    assert "discard:niata" in options(hired)
    before, after = (
        hands(determinized(hired.view(1), 300), 0),
        hands(determinized(play(hired, "forfeit").view(1), 300), 0),
    )
    assert set(before) == set(after)
    assert ("exhaustion", "exhaustion") in after


# --- decisions of another seat ----------------------------------------------------------------


def pending_discard() -> State:
    """Seat 0 owes two more cards, none below serrano."""
    at_table = Table().hand(0, "niata", "chaqueno", "serrano", "franqueiro-3", "aberdeen_angus-5")
    at_table.draw_stack(0, "niata", "fronterizo", "caracu-2", "franqueiro-4").discard_pile(0)
    return play(at_table.inside(0, "discard", n=3), "discard:serrano")


def pending_removal() -> State:
    """Seat 0 may remove one more card, none below serrano, or forfeit that."""
    at_table = Table().hand(0, "serrano", "niata", "aberdeen_angus-5").discard_pile(0)
    at_table.draw_stack(0, "niata", "niata", "fronterizo", "franqueiro-4")
    return play(at_table.inside(0, "remove", n=2), "remove:serrano")


def pending_help(chosen: bool) -> State:
    """Seat 0 helps a farmer of strength 7, chosen already or not."""
    at_table = Table().farmer("g2", "green7b").hand(0, "chaqueno", "niata", "fronterizo")
    at_table.draw_stack(0, "niata", "niata", "patagonico", "serrano").discard_pile(0)
    state = play(at_table.visit(0, "n6"), "local:2")
    return play(state, "farmer:g2") if chosen else state


PENDING = {
    "discard": pending_discard(),
    "removal": pending_removal(),
    "farmer": pending_help(chosen=False),
    "reveal": pending_help(chosen=True),
}


@pytest.mark.rule("INFO-06")
@pytest.mark.parametrize("pending", PENDING)
def test_a_pending_decision_keeps_an_option(pending: str) -> None:
    """INFO-06: whatever another seat is deciding, every determinization lets it decide."""
    state = PENDING[pending]
    for found in determinized(state.view(1), 60):
        assert options(found)
        assert found.decision == state.decision


def kinds_from(name: str, cards: tuple[str, ...]) -> int:
    names = Table().names.cards
    return sum(names.index(card) >= names.index(name) for card in cards)


def top_strength(cards: tuple[str, ...]) -> int:
    strength = {"niata": 1, "fronterizo": 2, "patagonico": 2, "chaqueno": 5, "serrano": 4}
    return sum(sorted((strength[card] for card in cards), reverse=True)[:4])


FEASIBLE = {
    "discard": lambda hand: kinds_from("serrano", hand) >= 2,
    "removal": lambda hand: True,
    "farmer": lambda hand: top_strength(hand) >= 7,
    "reveal": lambda hand: top_strength(hand) >= 7,
}


@pytest.mark.rule("INFO-06")
@pytest.mark.parametrize("pending", PENDING)
def test_all_arrangements_that_leave_an_option_are_equally_likely(pending: str) -> None:
    """INFO-06: those without an option are left out, the others come equally often."""
    state = PENDING[pending]
    names = state.ruleset.names.cards
    everything = sorted(pool(state, 0).elements(), key=names.index)
    size = len(player(state).hand)
    expected: Counter[tuple[str, ...]] = Counter()
    for hand in combinations(everything, size):
        if FEASIBLE[pending](hand):
            expected[hand] += 1
    assert evenly(hands(determinized(state.view(1), 600), 0), expected)


@pytest.mark.rule("INFO-06")
def test_cards_known_in_the_hand_count_for_the_pending_decision() -> None:
    """INFO-06: with a known card that suffices every arrangement of the rest is possible."""
    at_table = Table().hand(0, "niata", "aberdeen_angus-5").known(0, "aberdeen_angus-5")
    at_table.draw_stack(0, "fronterizo", "serrano").discard_pile(0)
    state = at_table.inside(0, "discard", n=1, lowest=at_table.names.cards.index("serrano"))
    expected = {(card, "aberdeen_angus-5"): 1 for card in ("niata", "fronterizo", "serrano")}
    assert evenly(hands(determinized(state.view(1), 300), 0), expected)


# --- chance -----------------------------------------------------------------------------------


def renewing(seed: int) -> State:
    """Seat 0 may spend a token, which shuffles its discard pile."""
    at_table = Table().tokens(0, 1).hand(0).draw_stack(0)
    at_table.discard_pile(0, "niata", "serrano", "caracu-2", "chaqueno", "exhaustion", "obj100")
    at_table.raw["rng"] = seed
    return at_table.move()


@pytest.mark.rule("INFO-07")
def test_the_random_generator_is_hidden() -> None:
    """INFO-07: it is in no view, so nothing in a view tells of shuffles to come."""
    views = [renewing(seed).view(0) for seed in range(5)]
    assert len({view.core.bytes() for view in views}) == 1
    assert len({view.to_bytes() for view in views}) == 1
    later = [play(renewing(seed), "token:1") for seed in range(20)]
    assert len({tuple(player(state).draw) for state in later}) > 5


@pytest.mark.rule("INFO-07")
def test_the_generator_comes_from_the_seed_of_the_determinization() -> None:
    """INFO-07: equal seeds give equal states, other seeds other shuffles to come."""
    view = renewing(1).view(0)
    assert view.determinize(7) == renewing(2).view(0).determinize(7)
    after = {tuple(player(play(view.determinize(seed), "token:1")).draw) for seed in range(20)}
    assert len(after) > 5


@pytest.mark.rule("INFO-07")
def test_a_clone_copies_the_generator() -> None:
    """INFO-07: a clone goes on with exactly the same shuffles."""
    for seed in range(5):
        state = renewing(seed)
        clone = state.clone()
        assert clone == state
        assert play(clone, "token:2") == play(state, "token:2")
        again = state.view(1).determinize(seed)
        assert play(again.clone(), "token:2") == play(again, "token:2")


# --- errors -----------------------------------------------------------------------------------


@pytest.mark.rule("INFO-08")
def test_the_options_of_another_seat_are_an_error() -> None:
    """INFO-08: a view has a legal list for its own seat only, and the error says so."""
    state = new_game(3, 1)
    assert state.seat_to_move == 0
    assert state.view(0).legal_actions() == state.legal_actions()
    for seat in (1, 2):
        with pytest.raises(PositionError, match=f"seat 0 is to move.* seat {seat}"):
            state.view(seat).legal_actions()


@pytest.mark.rule("INFO-08")
def test_advice_for_another_seat_is_an_error() -> None:
    """INFO-08: nobody is advised, and no bot chooses, when another seat is to move."""
    view = new_game(3, 1).view(2)
    with pytest.raises(PositionError, match=r"seat 0 is to move.* seat 2"):
        Advisor().advise(view, Limit(simulations=5))
    for bot in ("random", "greedy", "mcts:simulations=5"):
        with pytest.raises(PositionError, match=r"seat 0 is to move.* seat 2"):
            make(bot).choose(view)


# --- views written by hand --------------------------------------------------------------------

PILES = [
    ("market_stack",),
    ("objective_stack",),
    ("ships", "pile"),
    ("bags", "A"),
    ("bags", "B"),
    ("bags", "C"),
    ("players", 0, "hand_or_draw"),
    ("players", 1, "draw_stack"),
    ("players", 2, "hand_or_draw"),
]


def without(data: dict[str, Any], *piles: tuple[Any, ...]) -> dict[str, Any]:
    """Leave piles out of the snapshot of a view, in place."""
    for path in piles:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]
    return data


@pytest.mark.rule("INFO-09")
@pytest.mark.parametrize("path", PILES, ids=[".".join(map(str, path)) for path in PILES])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hidden_pile_may_be_left_out(path: tuple[Any, ...], seed: int) -> None:
    """INFO-09: it holds what is nowhere else, in the middle of a game."""
    view = midgame(3, seed, 120).view(1)
    assert View.from_dict(without(view.to_dict(), path)) == view


@pytest.mark.rule("INFO-09")
def test_all_hidden_piles_that_follow_may_be_left_out_together() -> None:
    """INFO-09: several at once, as long as no piece could be in more than one of them."""
    view = midgame(3, 2, 120).view(1)
    piles = [("market_stack",), ("objective_stack",), ("ships", "pile"), ("bags", "A")]
    assert View.from_dict(without(view.to_dict(), *piles)) == view


@pytest.mark.rule("INFO-09")
def test_a_pile_that_does_not_follow_must_be_given() -> None:
    """INFO-09: two bags with the same workers, or a stack and a deck its cards may be in."""
    data = new_game(3, 4).view(1).to_dict()
    with pytest.raises(SnapshotError, match=r"bags\.[BC]"):
        View.from_dict(without(data, ("bags", "B"), ("bags", "C")))
    data = new_game(3, 4).view(1).to_dict()
    with pytest.raises(SnapshotError, match=r"objective_stack|hand_or_draw"):
        View.from_dict(without(data, ("objective_stack",), ("players", 0, "hand_or_draw")))


@pytest.mark.rule("INFO-09")
def test_what_is_not_hidden_must_be_given() -> None:
    """INFO-09: the cattle market does not follow, nor does the own hand."""
    for path in (("cattle_market",), ("players", 1, "hand"), ("players", 0, "hand_size")):
        with pytest.raises(SnapshotError):
            View.from_dict(without(new_game(3, 4).view(1).to_dict(), path))


# --- what left the game -----------------------------------------------------------------------


def cards_everywhere(raw: dict[str, Any], *, gone: bool = True) -> Counter[int]:
    """Every card by kind, wherever it is."""
    found = Counter({kind: n for kind, n in enumerate(raw["market"]) if n})
    found.update(raw["market_stack"][: raw["market_size"]])
    found.update(raw["objective_stack"][: raw["objective_size"]])
    found.update(code - 1 for code in raw["objective_display"] if code)
    if gone:
        found.update({kind: n for kind, n in enumerate(raw["removed"]) if n})
    for one in raw["player"]:
        found.update(one["draw"][: one["draw_size"]])
        for zone in ("hand", "discard"):
            found.update({kind: n for kind, n in enumerate(one[zone]) if n})
    return found


@pytest.mark.rule("INFO-10")
def test_removed_cards_are_counted() -> None:
    """INFO-10: a card removed from the game is counted as such; nothing else changes."""
    state = Table().hand(0, "serrano", "niata", "obj100").inside(0, "remove", n=3)
    after = play(state, "remove:niata", "remove:serrano", "remove:obj100")
    names = state.ruleset.names.cards
    removed = fields_of(after.core)["removed"]
    assert {names[at]: n for at, n in enumerate(removed) if n} == {
        "niata": 1,
        "serrano": 1,
        "obj100": 1,
    }
    start, end = cards_everywhere(fields_of(state.core)), cards_everywhere(fields_of(after.core))
    assert start == end


@pytest.mark.rule("INFO-10")
def test_tiles_returned_to_the_box_are_counted() -> None:
    """INFO-10: a farmer without a space, and farmers that went to players."""
    at_table = Table().foresight("A", "green3g", "blue3g")
    for space in ("g1", "g2", "g3", "g4"):
        at_table.farmer(space, "green4g")
    after = play(at_table.buenos_aires(stage=3), "foresight:green3g")
    names = after.ruleset.names.tiles
    assert fields_of(after.core)["box_tiles"][names.index("green3g")] == 1
    helped = Table().hand(0, "chaqueno").farmer("g1", "green3g").visit(0, "n6")
    helped = play(helped, "local:2", "farmer:g1", "reveal:chaqueno")
    assert fields_of(helped.core)["helped"][names.index("green3g")] == 1


@pytest.mark.rule("INFO-10")
@pytest.mark.parametrize(
    ("row", "workers", "kind"),
    [("gaucho", "p", 0), ("gaucho", "s", 1), ("maquinista", "ps", 5), ("granjero", "p", 6)],
)
def test_workers_given_up_are_counted(row: str, workers: str, kind: int) -> None:
    """INFO-10: the worker in a station master's place, by its kind."""
    at_table = Table().workers(0, **{row: workers}).master_at("1", "master1")
    after = play(at_table.inside(0, "station_master", station=0), f"master:{row}")
    assert fields_of(after.core)["station_worker"][0] == 1 + kind


@pytest.mark.rule("INFO-10")
def test_masters_out_of_play_are_counted() -> None:
    """INFO-10: the station masters that were not drawn."""
    raw = fields_of(new_game(2, 1).core)
    lying = {code - 1 for code in raw["station_master"] if code}
    out = {at for at in range(8) if raw["masters_out"] >> at & 1}
    assert (len(lying), len(out)) == (5, 3)
    assert lying | out == set(range(8))


@pytest.mark.rule("INFO-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_lost_in_a_whole_game(players: int) -> None:
    """INFO-10: with those counters every card and every tile can be accounted for to the end."""
    state = new_game(players, players)
    rules = state.ruleset.figures
    start = fields_of(state.core)
    first = rules["first_objective"]
    cards = cards_everywhere(start) + Counter({rules["exhaustion"]: start["exhaustion"]})
    while not state.is_over:
        state.core.play_random(state.turn, 40)
        raw = fields_of(state.core)
        found = cards_everywhere(raw) + Counter({rules["exhaustion"]: raw["exhaustion"]})
        for one in raw["player"]:
            found.update(first + at for at in range(32) if one["objectives"] >> at & 1)
        assert found == cards
        bags = list(zip(raw["bag"], raw["bag_size"], strict=True))
        for kind in range(rules["n_tiles"]):
            tile = rules["tiles"][kind]
            places = [bag[:size].count(kind) for bag, size in bags]
            places += [codes.count(kind + 1) for codes in raw["foresight"]]
            places += [raw["box_tiles"][kind], raw["helped"][kind]]
            if tile["worker"]:
                row, strong = divmod(kind, 2)
                places += [jobs[kind] for jobs in raw["jobs"]]
                places += [raw["station_worker"].count(kind + 1)]
                for one in raw["player"]:
                    spaces = [one["strong"][row] >> at & 1 for at in range(1, one["workers"][row])]
                    places.append(spaces.count(strong))
            else:
                places += [raw["tile"][space] == kind + 1 for space in farmer_spaces(rules)]
            assert sum(places) == sum(tile["copies"])


def farmer_spaces(rules: dict[str, Any]) -> list[int]:
    return [at for at, space in enumerate(rules["spaces"]) if space["kind"] == 3]
