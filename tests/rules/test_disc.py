"""Discs of the player board: which fits where, what clearing does, and the shortage of discs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from framing import frame
from table import Table, options, play, player

from gwta_ai import State

# Disc spaces alike in everything are listed once, by the first of them.
WHITE = {"aux1_b", "aux2_b", "aux3_a", "aux4_a", "aux5_a", "aux6_a", "certificate", "strength_1"}
COSTLY = "aux6_b"  # white, and costs 3 pesos
DARK = {"hand_1", "step_1", "step_2", "strength_2"}


def discs(state: State) -> set[str]:
    return {option.removeprefix("disc:") for option in options(state) if "disc:" in option}


def loading(at_table: Table, ship: str) -> State:
    """The choice of the disc for a ship."""
    value = at_table.rules["ships"][at_table.names.ships.index(ship)]["value"]
    return play(at_table.ships(ship).buenos_aires(stage=2, income=value), f"ship:{ship}")


def upgrading(at_table: Table, station: str) -> State:
    """The choice of the disc for a station."""
    at = at_table.names.stations.index(station)
    return play(at_table.inside(0, "upgrade_station", at=at), f"upgrade:{station}")


def quay(at_table: Table, name: str) -> State:
    """The choice of the disc for a quay."""
    return at_table.inside(0, "place_disc", purpose=2, target=at_table.names.quays.index(name))


Place = Callable[[Table, str], State]
WHITE_PLACES: list[tuple[Place, str]] = [(loading, "1"), (upgrading, "1"), (quay, "rotterdam_1")]
DARK_PLACES: list[tuple[Place, str]] = [(loading, "9"), (upgrading, "5"), (quay, "liverpool_1")]
ON = ["ship", "station", "quay"]


def rich(*left: str) -> Table:
    """Seat 0 with plenty of money and grain; ``left``: the discs left, else all."""
    at_table = Table().pesos(0, 40).grain(0, 8)
    return at_table.only_discs(0, *left) if left else at_table


@pytest.mark.rule("DISC-01")
@pytest.mark.parametrize(("place", "name"), WHITE_PLACES, ids=ON)
def test_only_white_discs_go_on_a_white_space(place: Place, name: str) -> None:
    """DISC-01: a dark-corner disc goes on dark-corner spaces only."""
    assert discs(place(rich(), name)) == {*WHITE, COSTLY}


@pytest.mark.rule("DISC-01")
@pytest.mark.parametrize(("place", "name"), DARK_PLACES, ids=ON)
def test_every_disc_goes_on_a_dark_space(place: Place, name: str) -> None:
    """DISC-01: a white-corner disc goes anywhere, a dark one on a dark space."""
    assert discs(place(rich(), name)) == {*WHITE, COSTLY, *DARK}


@pytest.mark.rule("DISC-01")
@pytest.mark.parametrize(("place", "name"), WHITE_PLACES, ids=ON)
def test_a_dark_disc_stands_in_when_no_white_one_is_left(place: Place, name: str) -> None:
    """DISC-01: with no white disc left, a white requirement is met with a dark one."""
    assert discs(place(rich("hand_2", "step_1"), name)) == {"hand_2", "step_1"}
    assert discs(place(rich("aux4_b", "hand_2", "step_1"), name)) == {"aux4_b"}


@pytest.mark.rule("DISC-01")
def test_a_white_disc_that_cannot_be_paid_still_counts_as_left() -> None:
    """DISC-01: the costly white disc keeps the dark ones from white spaces, paid or not."""
    poor = rich(COSTLY, "hand_1").pesos(0, 2).station_discs(0, **{"4": 1})
    assert options(loading(poor, "1")) == ["station_disc:4"]
    assert discs(loading(poor.pesos(0, 3), "1")) == {COSTLY}
    assert discs(loading(poor.pesos(0, 2), "9")) == {"hand_1"}


def placing(at_table: Table, space: str, done: int) -> State:
    """A disc to be placed in the middle of a visit; ``done`` marks the local actions used."""
    at = at_table.names.quays.index("liverpool_1")
    return at_table.at(0, space).decide(
        frame("local_action", done=done, visit=1), frame("place_disc", purpose=2, target=at)
    )


@pytest.mark.rule("DISC-02")
def test_clearing_opens_an_auxiliary_action_at_once() -> None:
    """DISC-02: the first disc of an auxiliary action opens it, the second doubles it, at once."""
    state = placing(rich().building(0, 2, "basic1"), "basic1", done=0b10)
    assert not [o for o in options(play(state, "disc:aux1_b")) if "+3" in o]
    opened = play(state, "disc:aux3_a")
    assert "local_aux:1+3" in options(opened)
    assert "local_aux:1+3double" not in options(opened)
    second = rich().cleared(0, "aux3_a").building(0, 2, "basic1")
    doubled = play(placing(second, "basic1", done=0b10), "disc:aux3_b")
    assert "local_aux:1+3double" in options(doubled)


@pytest.mark.rule("DISC-02")
def test_clearing_raises_the_certificate_limit_at_once() -> None:
    """DISC-02: with the marker on 4 another certificate can be gained in the same visit."""
    state = placing(rich().certificates(0, 4), "n6", done=0b10)
    assert "local:1" in options(play(state, "disc:certificate"))
    assert "local:1" not in options(play(state, "disc:strength_1"))


@pytest.mark.rule("DISC-02")
@pytest.mark.parametrize(("space", "strength"), [("strength_1", 1), ("strength_2", 2)])
def test_clearing_gives_strength_at_once(space: str, strength: int) -> None:
    """DISC-02: a cleared strength space helps with a farmer in the same visit."""
    for workers, enough in (("s" * (3 - strength), True), ("s" * (2 - strength), False)):
        at_table = rich().workers(0, gaucho=workers).farmer("g1", "green3g")
        after = play(placing(at_table, "n6", done=0b01), f"disc:{space}")
        assert ("local:2" in options(after)) == enough


@pytest.mark.rule("DISC-02")
def test_clearing_raises_the_hand_limit_at_once() -> None:
    """DISC-02: phase C of the same turn draws one card more for each space cleared."""
    cards = ("niata",) * 9
    for cleared, drawn in (("aux1_b", 4), ("hand_1", 5)):
        state = placing(rich().draw_stack(0, *cards), "n1", done=15)
        assert len(player(play(state, f"disc:{cleared}")).hand) == drawn
    second = rich().cleared(0, "hand_1").draw_stack(0, *cards)
    assert len(player(play(placing(second, "n1", done=15), "disc:hand_2")).hand) == 6


@pytest.mark.rule("DISC-02")
def test_clearing_lengthens_the_next_move() -> None:
    """DISC-02: cleared step spaces let the estanciero go further."""
    farthest = []
    for cleared in ((), ("step_2",), ("step_1",), ("step_1", "step_2")):
        # Only neutral buildings stand on the trail: n1 is one step from the start.
        state = Table().cleared(0, *cleared).move()
        reached = [option.removeprefix("move:n") for option in options(state)]
        farthest.append(max(int(space) for space in reached))
    assert farthest == [3, 4, 5, 6]


@pytest.mark.rule("DISC-02")
def test_the_two_spaces_with_money() -> None:
    """DISC-02: the lowest-right auxiliary space costs 3 pesos, the dark strength space pays 3."""
    state = quay(Table().pesos(0, 10), "liverpool_1")
    assert player(play(state, f"disc:{COSTLY}")).pesos == 7
    assert player(play(state, "disc:aux6_a")).pesos == 10
    assert player(play(state, "disc:strength_1")).pesos == 10
    assert player(play(state, "disc:strength_2")).pesos == 13
    assert COSTLY not in discs(quay(Table().pesos(0, 2), "liverpool_1"))
    assert COSTLY in discs(quay(Table().pesos(0, 3), "liverpool_1"))


@pytest.mark.rule("DISC-02")
def test_a_placed_disc_leaves_its_space() -> None:
    """DISC-02: the disc lies where it was placed and its space is clear."""
    state = quay(Table(), "liverpool_1")
    after = play(state, "disc:aux2_b")
    assert player(state).discs - player(after).discs == {"aux2_b"}
    assert player(after).quay_discs == {"le_havre_1": 1, "liverpool_1": 1}


def without_discs() -> Table:
    """Seat 0 with an empty player board and discs on two stations."""
    at_table = rich().only_discs(0)
    return at_table.station_discs(0, **{"1": 1, "4": 1})


@pytest.mark.rule("DISC-03")
@pytest.mark.parametrize(
    ("place", "name"),
    [(loading, "9"), (upgrading, "5"), (quay, "liverpool_1"), (loading, "3")],
    ids=[*ON, "white ship"],
)
def test_with_no_disc_one_is_taken_from_a_station(place: Place, name: str) -> None:
    """DISC-03: of choice, and placed instead; for ships, stations and quays alike."""
    state = place(without_discs(), name)
    chosen = [option for option in options(state) if option != "forfeit"]
    assert chosen == ["station_disc:1", "station_disc:4"]
    after = play(state, "station_disc:4")
    placed = player(after).ship_discs | player(after).station_discs | player(after).quay_discs
    assert placed == {"le_havre_1": 1, "1": 1, name: 1}


@pytest.mark.rule("DISC-03")
def test_a_disc_on_the_board_comes_first() -> None:
    """DISC-03: while some disc fits and can be paid, none is taken from a station."""
    at_table = without_discs().only_discs(0, "hand_1")
    assert options(loading(at_table, "9")) == ["disc:hand_1"]
    assert options(loading(at_table, "1")) == ["disc:hand_1"]
    unpayable = without_discs().only_discs(0, COSTLY).pesos(0, 2)
    assert options(loading(unpayable, "1")) == ["station_disc:1", "station_disc:4"]
    assert options(loading(unpayable.pesos(0, 3), "1")) == ["disc:aux6_b"]


@pytest.mark.rule("DISC-03")
def test_a_disc_that_leaves_too_little_for_the_fee_counts_as_none() -> None:
    """DISC-03: if disc and default fee cannot both be paid, a station disc is moved."""
    at_table = without_discs().only_discs(0, COSTLY).grain(0, 0).pesos(0, 4)
    assert options(loading(at_table, "3")) == ["station_disc:1", "station_disc:4"]
    assert options(loading(at_table.pesos(0, 5), "3")) == ["disc:aux6_b"]


@pytest.mark.rule("DISC-03")
def test_the_station_may_be_upgraded_again() -> None:
    """DISC-03: a station that gave its disc away can be upgraded later."""
    at_table = rich().engine(0, "3")
    assert play(at_table.inside(0, "engine", n=1), "engine:3t").decision == "upgrade_station"
    at_table.station_discs(0, **{"1": 1})
    passed = play(at_table.inside(0, "engine", n=1), "engine:3t")
    assert passed.decision != "upgrade_station"
    taken = play(loading(without_discs().only_discs(0), "9"), "station_disc:1")
    assert player(taken).station_discs == {"4": 1}
    again = Table().pesos(0, 40).engine(0, "3").station_discs(0, **{"1": 0, "4": 1})
    assert play(again.inside(0, "engine", n=1), "engine:3t").decision == "upgrade_station"


@pytest.mark.rule("DISC-03")
def test_with_no_disc_anywhere_loading_is_skipped() -> None:
    """DISC-03: no disc on the board and none on a station: no ship is loaded."""
    at_table = rich().only_discs(0).ships("0", "1").foresight("A", "green3g", "green4g")
    skipped = play(at_table.certificates(0, 1).buenos_aires(stage=1), "income:1")
    assert skipped.decision == "foresight_a"
    assert player(skipped).ship_discs == {}
    at_table.station_discs(0, **{"1": 1})
    assert play(at_table.buenos_aires(stage=1), "income:1").decision == "loading"


@pytest.mark.rule("DISC-03")
def test_with_no_disc_anywhere_nothing_is_upgraded_or_placed() -> None:
    """DISC-03: an upgrade is not offered, nor a disc for a quay."""
    at_table = rich().only_discs(0).engine(0, "3")
    assert play(at_table.inside(0, "engine", n=1), "engine:3t").decision != "upgrade_station"
    at_table.building(0, 5, "basic1")
    assert "local:2" not in options(at_table.visit(0, "basic1"))
    at_table.station_discs(0, **{"4": 1})
    assert play(at_table.inside(0, "engine", n=1), "engine:3t").decision == "upgrade_station"
    assert "local:2" in options(at_table.visit(0, "basic1"))


@pytest.mark.rule("DISC-03")
def test_placing_on_a_quay_is_optional() -> None:
    """DISC-03: a disc for a quay may be forfeited, one for a ship or a station may not."""
    assert "forfeit" in options(quay(without_discs(), "liverpool_1"))
    assert "forfeit" not in options(loading(without_discs(), "9"))
    assert "forfeit" not in options(upgrading(without_discs(), "5"))
