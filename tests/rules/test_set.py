"""Setting up a game, and the first turn of each player."""

from __future__ import annotations

from collections import Counter

import pytest
from editing import edited
from fields import fields_of
from framing import frame
from table import Table, board, figures, options, play, player

from gwta_ai import State, new_game
from gwta_ai.errors import SetupError

SEEDS = range(6)
LETTERS = "ABCDEFGH"
PLAYER_CATTLE = {"niata": 5, "fronterizo": 3, "holando_argentino": 3, "patagonico": 3}
SUN_SHIPS = {"0", "1", "3", "5", "6", "7", "8", "9", "11", "15", "18"}
PILE_SHIPS = {"4p", "7p", "8p", "12p", "13p", "14p", "16p"}
EVERY_COUNT = pytest.mark.parametrize("players", [2, 3, 4])


def bag(state: State, letter: str) -> list[str]:
    """The tiles in a bag, in the order in which they lie."""
    names, raw = state.ruleset.names, fields_of(state.core)
    at = names.bags.index(letter)
    return [names.tiles[tile] for tile in raw["bag"][at][: raw["bag_size"][at]]]


def copies(state: State, letter: str) -> Counter[str]:
    """How many of each tile have this letter on their backs."""
    names, tiles = state.ruleset.names, figures(state.ruleset)["tiles"]
    at = names.bags.index(letter)
    return Counter({name: tiles[i]["copies"][at] for i, name in enumerate(names.tiles)})


def stack(state: State, field: str, size: str) -> list[int]:
    raw = fields_of(state.core)
    pieces: list[int] = raw[field][: raw[size]]
    return pieces


def neutral(state: State) -> str:
    """The letters of the neutral buildings, in the order of the spaces n1 to n8."""
    names, raw = state.ruleset.names, fields_of(state.core)
    tiles = (raw["tile"][names.spaces.index(f"n{i}")] for i in range(1, 9))
    return "".join(names.neutral[tile - 1] for tile in tiles)


def sides(state: State) -> int:
    """The mask of the building numbers that show side b."""
    mask: int = fields_of(state.core)["sides"]
    return mask


# --- the board ------------------------------------------------------------------------------


@pytest.mark.rule("SET-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players(players: int) -> None:
    """SET-01: two to four may play, and each has a seat."""
    state = new_game(players, 1)
    assert state.players == players
    assert len(state.scores()) == players
    assert state.seat_to_move == 0


@pytest.mark.rule("SET-01")
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 2**40, "3", 2.0, None])
def test_any_other_number_is_refused(players: object) -> None:
    """SET-01: another number of players is an error that says what is allowed."""
    with pytest.raises(SetupError, match="players: expected 2 to 4"):
        new_game(players, 1)  # type: ignore[arg-type]


@pytest.mark.rule("SET-02")
def test_five_of_eight_station_masters() -> None:
    """SET-02: five masters lie on the five spaces, the other three are out of the game."""
    rules = figures(new_game(2, 1).ruleset)
    places = [at for at in range(rules["n_stations"]) if rules["stations"][at]["master"]]
    found = {place: set() for place in places}
    for seed in range(60):
        raw = fields_of(new_game(2, seed).core)
        lying = [at for at, tile in enumerate(raw["station_master"]) if tile]
        assert lying == places
        assert len(lying) == 5
        in_play = {raw["station_master"][at] - 1 for at in places}
        gone = {master for master in range(8) if raw["masters_out"] >> master & 1}
        assert len(in_play) == 5
        assert in_play | gone == set(range(8))
        assert len(gone) == 3
        for place in places:
            found[place].add(raw["station_master"][place] - 1)
    assert all(masters == set(range(8)) for masters in found.values())


@pytest.mark.rule("SET-03")
def test_neutral_buildings_by_letter() -> None:
    """SET-03: in the first game each neutral building stands on the space of its letter."""
    assert {neutral(new_game(2, seed, neutral="letters")) for seed in SEEDS} == {LETTERS}
    state = Table(2).at(0, "n3").decide(frame("local_action"))
    assert "local_aux:3+1" in options(state)  # only building C has a third, auxiliary action


@pytest.mark.rule("SET-03")
def test_neutral_buildings_shuffled() -> None:
    """SET-03: shuffled, they follow the seed, and every building gets everywhere."""
    orders = [neutral(new_game(2, seed, neutral="random")) for seed in range(80)]
    assert all(sorted(order) == list(LETTERS) for order in orders)
    assert orders == [neutral(new_game(2, seed, neutral="random")) for seed in range(80)]
    for space in range(8):
        assert {order[space] for order in orders} == set(LETTERS)


@pytest.mark.rule("SET-03")
def test_a_shuffled_building_acts_where_it_stands() -> None:
    """SET-03: the actions belong to the building, not to the space."""
    table = Table(2, neutral="HBCDEFGA")
    assert neutral(table.visit(0, "n1")) == "HBCDEFGA"
    assert "local:1" in options(table.grain(0, 0).visit(0, "n1"))  # building H grows grain
    assert player(play(table.visit(0, "n1"), "local:1")).grain == 1


@pytest.mark.rule("SET-04")
@EVERY_COUNT
def test_the_job_market_token_starts_in_the_third_row(players: int) -> None:
    """SET-04: the token lies on its top space, in the third row, at every player count."""
    assert board(new_game(players, 1)).token_row == 3


@pytest.mark.rule("SET-05")
@EVERY_COUNT
def test_every_tile_comes_from_the_bag_of_its_back(players: int) -> None:
    """SET-05: bag and the tiles drawn from it make up all tiles with that letter."""
    for seed in SEEDS:
        state = new_game(players, seed)
        seen = board(state)
        drawn = {letter: Counter(seen.foresight[letter]) for letter in "ABC"}
        drawn["A"] += Counter(seen.farmers.values())
        drawn["B"] += Counter(worker for row in seen.jobs for worker in row)
        for letter in "ABC":
            assert Counter(bag(state, letter)) + drawn[letter] == copies(state, letter)


@pytest.mark.rule("SET-05")
def test_what_is_in_the_bags() -> None:
    """SET-05: 57 workers and 51 farmers in three bags, shuffled."""
    state = new_game(2, 1)
    total = sum((copies(state, letter) for letter in "ABC"), Counter())
    workers = sum(n for tile, n in total.items() if tile.rstrip("+") in state.ruleset.names.rows)
    assert (workers, sum(total.values()) - workers) == (57, 51)
    for letter in "ABC":
        orders = {tuple(bag(new_game(2, seed), letter)) for seed in SEEDS}
        assert len(orders) == len(SEEDS)


@pytest.mark.rule("SET-06")
@EVERY_COUNT
def test_five_farmers_on_the_lowest_spaces(players: int) -> None:
    """SET-06: five A farmers, each on the lowest-numbered empty space of its colour."""
    colours = set()
    for seed in SEEDS:
        farmers = board(new_game(players, seed)).farmers
        assert len(farmers) == 5
        for space, tile in farmers.items():
            assert tile[0] == space[0]
            assert all(f"{space[0]}{n}" in farmers for n in range(1, int(space[1])))
            colours.add(space[0])
    assert colours == {"g", "b", "o"}


@pytest.mark.rule("SET-06")
def test_a_farmer_whose_colour_is_full_goes_back() -> None:
    """SET-06: with twelve farmers every area fills up, and what did not fit is in the bag."""
    rules = edited(("initial_farmers = 5", "initial_farmers = 12"))
    for seed in SEEDS:
        state = new_game(2, seed, ruleset=rules)
        farmers = board(state).farmers
        assert set(farmers) == {f"{colour}{n}" for colour in "gbo" for n in range(1, 5)}
        assert all(tile[0] == space[0] for space, tile in farmers.items())
        drawn = Counter(farmers.values()) + Counter(board(state).foresight["A"])
        assert Counter(bag(state, "A")) + drawn == copies(state, "A")
        assert board(state).boxed == []


@pytest.mark.rule("SET-07")
@pytest.mark.parametrize(("players", "workers"), [(2, 5), (3, 8), (4, 11)])
def test_the_job_market_is_filled_up_to_the_token(players: int, workers: int) -> None:
    """SET-07: rows are filled from the left up to the space left of the token, from bag B."""
    for seed in SEEDS:
        state = new_game(players, seed)
        jobs = board(state).jobs
        assert [len(row) for row in jobs] == [players, players, players - 1] + [0] * 9
        assert sum(len(row) for row in jobs) == workers
        rest = bag(state, "B") + board(state).foresight["B"]
        assert len(rest) == copies(state, "B").total() - workers


@pytest.mark.rule("SET-08")
@EVERY_COUNT
def test_two_tiles_of_each_letter_in_foresight(players: int) -> None:
    """SET-08: two tiles from A, two from B and two from C lie in the foresight spaces."""
    seen: dict[str, set[str]] = {letter: set() for letter in "ABC"}
    for seed in SEEDS:
        state = new_game(players, seed)
        for letter, tiles in board(state).foresight.items():
            assert len(tiles) == 2
            seen[letter].update(tiles)
    for letter, tiles in seen.items():
        assert all(copies(state, letter)[tile] for tile in tiles)
        assert len(tiles) > 2


@pytest.mark.rule("SET-09")
@pytest.mark.parametrize(("players", "face_up"), [(2, 9), (3, 12), (4, 15)])
def test_the_cattle_market(players: int, face_up: int) -> None:
    """SET-09: so many of the 36 shuffled market cards lie face up, the rest is the stack."""
    cards = figures(new_game(players, 1).ruleset)["cards"]
    whole = Counter({kind: card["market_copies"] for kind, card in enumerate(cards)})
    stacks = set()
    for seed in SEEDS:
        state = new_game(players, seed)
        hidden = stack(state, "market_stack", "market_size")
        market = Counter(dict(enumerate(fields_of(state.core)["market"])))
        assert market.total() == face_up
        assert market + Counter(hidden) == +whole
        assert hidden != sorted(hidden)
        stacks.add(tuple(hidden))
    assert whole.total() == 36
    assert len(stacks) == len(SEEDS)


@pytest.mark.rule("SET-09")
@EVERY_COUNT
def test_the_exhaustion_cards(players: int) -> None:
    """SET-09: of the 25 exhaustion cards one is in each starting deck, the others lie ready."""
    state = new_game(players, 1)
    assert board(state).exhaustion == 25 - players
    for seat in range(players):
        one = player(state, seat)
        assert (one.hand + one.draw + one.discard).count("exhaustion") == 1


@pytest.mark.rule("SET-10")
def test_the_objective_cards() -> None:
    """SET-10: of the 24 shuffled objective cards four are revealed."""
    displays, stacks = set(), set()
    for seed in SEEDS:
        state = new_game(2, seed)
        names = state.ruleset.names
        hidden = [names.cards[kind] for kind in stack(state, "objective_stack", "objective_size")]
        display = board(state).display
        assert (len(display), len(hidden)) == (4, 20)
        assert set(display) | set(hidden) == set(names.objectives)
        assert hidden != sorted(hidden)
        displays.add(tuple(display))
        stacks.add(tuple(hidden))
    assert len(displays) == len(stacks) == len(SEEDS)


@pytest.mark.rule("SET-11")
def test_the_ships() -> None:
    """SET-11: the eleven sun ships lie in the zone, the seven others in a shuffled pile."""
    piles = set()
    for seed in SEEDS:
        state = new_game(2, seed)
        names = state.ruleset.names
        pile = [names.ships[ship] for ship in stack(state, "pile", "pile_size")]
        assert board(state).zone == SUN_SHIPS
        assert (len(pile), set(pile)) == (7, PILE_SHIPS)
        piles.add(tuple(pile))
    assert len(piles) == len(SEEDS)


@pytest.mark.rule("SET-12")
@pytest.mark.parametrize(
    ("players", "covered"),
    [(2, {"le_havre", "rotterdam", "liverpool"}), (3, {"rotterdam"}), (4, set())],
)
def test_cover_tiles(players: int, covered: set[str]) -> None:
    """SET-12: three cities, whose centres are covered at two, one or no places."""
    table = Table(players).grain(0, 8)
    table.quay_discs(0, le_havre_2=1, liverpool_2=1, rotterdam_1=1)
    offered = options(table.buenos_aires())
    hidden = {
        "le_havre": "deliver:le_havre_2>le_havre_east_3",
        "rotterdam": "deliver:rotterdam_1>rotterdam_south_2",
        "liverpool": "deliver:liverpool_2>liverpool_east_2",
    }
    for city, delivery in hidden.items():
        assert (delivery not in offered) == (city in covered), city
        # The first space of the same quarter is open at any number of players.
        assert f"{delivery[:-1]}1" in offered


@pytest.mark.rule("SET-12")
def test_a_cover_tile_hides_spaces_one_by_one() -> None:
    """SET-12: of like spaces a covered one is missing, and no disc lies under the tile."""
    for players, spaces in [(2, 2), (3, 3), (4, 3)]:
        table = Table(players).grain(0, 8).quay_discs(0, le_havre_1=1)
        delivery = "deliver:le_havre_1>le_havre_west_2"  # the spaces of 4 pesos
        table.city_discs(1, le_havre_west_2=spaces - 1)
        assert delivery in options(table.buenos_aires())
        table.city_discs(1, le_havre_west_2=spaces)
        assert delivery not in options(table.buenos_aires())


# --- the players ----------------------------------------------------------------------------


@pytest.mark.rule("SET-13")
def test_sides_of_the_private_buildings() -> None:
    """SET-13: all on side a, all as asked for, or a random side for each number."""
    assert sides(new_game(2, 1)) == 0
    assert sides(new_game(2, 1, buildings="a")) == 0
    assert sides(new_game(2, 1, buildings="abaaaaaaab")) == 0b1000000010
    masks = {sides(new_game(2, seed, buildings="random")) for seed in range(40)}
    assert len(masks) > 30
    for number in range(10):
        assert {mask >> number & 1 for mask in masks} == {0, 1}


@pytest.mark.rule("SET-13")
@pytest.mark.parametrize("side", ["a", "b"])
def test_sides_are_the_same_for_everybody(side: str) -> None:
    """SET-13: building 6 hires on side a and delivers on side b, whoever owns it."""
    for seat in range(2):
        table = Table(2, buildings=f"aaaaa{side}aaaa").pesos(seat, 20).grain(seat, 0)
        table.engine(seat, "30").quay_discs(seat, le_havre_1=1)
        state = table.building(seat, 6, "basic1").visit(seat, "basic1")
        after = play(state, "local:1")
        assert (player(after, seat).grain == 3) == (side == "b")
        assert (after.decision == "engine") == (side == "a")


@pytest.mark.rule("SET-13")
def test_a_side_never_changes() -> None:
    """SET-13: at the end of a game the sides are those of its setup."""
    state = new_game(3, 5, buildings="random")
    before = sides(state)
    state.core.play_random(3, 1 << 20)
    assert state.is_over
    assert sides(state) == before


@pytest.mark.rule("SET-14")
@EVERY_COUNT
def test_the_pieces_of_a_player(players: int) -> None:
    """SET-14: 17 discs on the board, one on Le Havre quay I, markers and engine on 0."""
    state = new_game(players, 1)
    for seat in range(players):
        one = player(state, seat)
        assert one.discs == set(state.ruleset.names.disc_spaces)
        assert len(one.discs) == 17
        assert one.quay_discs == {"le_havre_1": 1}
        assert one.ship_discs == one.station_discs == one.city_discs == {}
        assert (one.engine, one.certificates, one.grain) == ("0", 0, 0)
        assert one.workers == {"gaucho": 1, "carpintero": 1, "maquinista": 1, "granjero": 1}
        assert one.raw["strong"] == [0, 0, 0, 0]
        assert sum(one.farmers.values()) == 0
        assert one.objectives == one.masters == set()
        assert one.estanciero is None


@pytest.mark.rule("SET-15")
@EVERY_COUNT
def test_the_herd_deck(players: int) -> None:
    """SET-15: 14 own cattle cards and one exhaustion card, shuffled for each player."""
    orders = set()
    for seed in SEEDS:
        state = new_game(players, seed)
        for seat in range(players):
            one = player(state, seat)
            assert Counter(one.hand + one.draw) == Counter(PLAYER_CATTLE) + Counter(["exhaustion"])
            assert one.discard == []
            orders.add(tuple(one.draw))
    assert len(orders) == players * len(SEEDS)


@pytest.mark.rule("SET-16")
@EVERY_COUNT
def test_starting_capital(players: int) -> None:
    """SET-16: 7, 8, 9, 10 pesos, 4, 5, 6, 7 cards and one exchange token by seat."""
    state = new_game(players, 1)
    for seat in range(players):
        one = player(state, seat)
        assert (one.pesos, len(one.hand), one.tokens) == (7 + seat, 4 + seat, 1)
        assert len(one.draw) == 15 - len(one.hand)


# --- the first turn -----------------------------------------------------------------------------


def first_turn(seat: int) -> State:
    """The first turn of a seat of four; those before are over."""
    state = new_game(4, 3)
    while state.seat_to_move != seat:
        state.apply(state.legal_actions()[0])
    return state


@pytest.mark.rule("SET-17")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_discarding_down_to_four_cards(seat: int) -> None:
    """SET-17: the first turn begins with discards to the own pile until four cards are left."""
    state = first_turn(seat)
    for owed in range(seat, 0, -1):
        assert state.decision == "discard"
        assert len(player(state, seat).hand) == 4 + owed
        state.apply(next(action for action in options(state) if action.startswith("discard:")))
    assert state.decision == "place_estanciero"
    assert len(player(state, seat).hand) == 4
    assert len(player(state, seat).discard) == seat


@pytest.mark.rule("SET-17")
def test_tokens_may_be_spent_while_discarding() -> None:
    """SET-17: a token adds cards and discards, and four cards are left just the same."""
    state = play(first_turn(2), "token:2")
    assert (player(state, 2).tokens, len(player(state, 2).hand)) == (0, 8)
    for _ in range(4):
        assert state.decision == "discard"
        state.apply(next(action for action in options(state) if action.startswith("discard:")))
    assert state.decision == "place_estanciero"
    assert len(player(state, 2).hand) == 4


@pytest.mark.rule("SET-17")
def test_any_neutral_building() -> None:
    """SET-17: the estanciero may be put on any neutral building, also beside another."""
    state = first_turn(1)
    state.apply(next(action for action in options(state) if action.startswith("discard:")))
    taken = player(state, 0).estanciero
    places = {action for action in options(state) if action.startswith("place:")}
    assert places == {f"place:n{i}" for i in range(1, 9)}
    assert player(play(state, f"place:{taken}"), 1).estanciero == taken


@pytest.mark.rule("SET-17")
def test_phase_b_follows_without_movement_or_fee() -> None:
    """SET-17: phase B comes at once on the building chosen, and nothing was paid on the way."""
    state = Table(2).at(0, None).building(1, 7, "basic1").building(1, 1, "grain5").pesos(0, 7)
    after = play(state.farmer("g1", "green5g").decide(frame("place_estanciero")), "place:n6")
    assert (after.seat_to_move, after.decision) == (0, "local_action")
    assert player(after).estanciero == "n6"
    assert (player(after).pesos, player(after, 1).pesos) == (7, 8)
    assert "local:1" in options(after)  # the certificate of building F


@pytest.mark.rule("SET-17")
def test_later_turns_begin_with_the_move() -> None:
    """SET-17: only the first turn is like that."""
    state = first_turn(3)
    while state.seat_to_move == 3:
        state.apply(state.legal_actions()[0])
    assert (state.seat_to_move, state.decision) == (0, "move")


# --- determinism ----------------------------------------------------------------------------------


@pytest.mark.rule("SET-18")
@EVERY_COUNT
def test_the_same_four_give_the_same_setup(players: int) -> None:
    """SET-18: ruleset, players, options and seed determine the game, and each of them matters."""
    options_ = {"buildings": "random", "neutral": "random"}
    state = new_game(players, 7, **options_)
    assert new_game(players, 7, **options_) == state
    assert new_game(players, 8, **options_) != state
    assert new_game(players, 7, neutral="random") != state
    assert new_game(players, 7, buildings="random") != state
    rules = edited(("initial_farmers = 5", "initial_farmers = 4"))
    assert new_game(players, 7, **options_, ruleset=rules) != state
    played, again = state.clone(), new_game(players, 7, **options_)
    assert played.core.play_random(1, 500) == again.core.play_random(1, 500)
    assert played == again


@pytest.mark.rule("SET-18")
def test_the_setup_of_a_seed_is_the_same_everywhere() -> None:
    """SET-18: what seed 7 gives is written down here, so that no platform may differ."""
    state = new_game(2, 7, buildings="random", neutral="random")
    assert neutral(state) == "EFBHCDGA"
    assert sides(state) == 0b110001111
    assert player(state, 0).hand == ["niata", "niata", "holando_argentino", "patagonico"]
    assert player(state, 1).draw[:4] == ["exhaustion", "patagonico", "patagonico", "fronterizo"]
    assert board(state).display == ["obj100", "obj101", "obj107", "obj111"]
    assert board(state).foresight == {
        "A": ["blue4g", "orange7b"],
        "B": ["carpintero", "carpintero+"],
        "C": ["gaucho", "carpintero+"],
    }
    assert board(state).farmers == {
        "g1": "green4g",
        "b1": "blue5g",
        "b2": "blue7b",
        "o1": "orange7b",
        "o2": "orange5g",
    }
    assert board(state).jobs[:3] == [
        ["maquinista", "maquinista"],
        ["carpintero+", "maquinista+"],
        ["gaucho"],
    ]
