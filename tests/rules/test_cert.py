"""The certificate track."""

from __future__ import annotations

import pytest
from table import Table, options, play, player


def certificate_at(value: int, *, cleared: bool) -> Table:
    at_table = Table(buildings="b").certificates(0, value)
    return at_table.cleared(0, "certificate") if cleared else at_table


@pytest.mark.rule("CERT-01")
def test_the_track_has_no_five() -> None:
    """CERT-01: the steps are 0, 1, 2, 3, 4, 6; a step forward from 4 is 6."""
    reached = []
    for value in (0, 1, 2, 3, 4):
        state = certificate_at(value, cleared=True).visit(0, "n6")
        reached.append(player(play(state, "local:1")).certificates)
    assert reached == [1, 2, 3, 4, 6]


@pytest.mark.rule("CERT-01")
def test_the_limit_is_four_until_the_disc_is_cleared() -> None:
    """CERT-01: no step beyond 4 before the disc is gone, none beyond 6 after."""
    assert "local:1" not in options(certificate_at(4, cleared=False).visit(0, "n6"))
    assert "local:1" in options(certificate_at(3, cleared=False).visit(0, "n6"))
    assert "local:1" in options(certificate_at(4, cleared=True).visit(0, "n6"))
    assert "local:1" not in options(certificate_at(6, cleared=True).visit(0, "n6"))


@pytest.mark.rule("CERT-01")
def test_a_gain_of_several_certificates_is_as_many_steps() -> None:
    """CERT-01: two certificates are two steps, as far as the limit lets them."""
    limits = [(3, False, 4), (2, False, 4), (3, True, 6), (4, True, 6), (2, True, 4)]
    for value, cleared, reached in limits:
        state = certificate_at(value, cleared=cleared).building(0, 3, "basic1").visit(0, "basic1")
        assert player(play(state, "local:1")).certificates == reached


@pytest.mark.rule("CERT-01")
def test_clearing_the_disc_moves_no_marker() -> None:
    """CERT-01: the limit rises, the marker stays where it is."""
    state = certificate_at(4, cleared=False).ships("1").buenos_aires(stage=2, income=1)
    after = play(state, "ship:1", "disc:certificate")
    assert player(after).certificates == 4


def spendable(value: int) -> list[str]:
    """The incomes offered with the marker on ``value``."""
    state = certificate_at(value, cleared=True).hand(0, "niata").buenos_aires(stage=1)
    return options(state)


@pytest.mark.rule("CERT-02")
@pytest.mark.parametrize(
    ("value", "amounts"),
    [
        (0, [0]),
        (1, [0, 1]),
        (3, [0, 1, 2, 3]),
        (4, [0, 1, 2, 3, 4]),
        (6, [0, 2, 3, 4, 5, 6]),
    ],
)
def test_spending_moves_back_to_any_lower_space(value: int, amounts: list[int]) -> None:
    """CERT-02: what can be spent is the way back to each lower space; from 6 never one."""
    assert spendable(value) == [f"income:{amount}" for amount in amounts]


@pytest.mark.rule("CERT-02")
@pytest.mark.parametrize(("spent", "left"), [(0, 6), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0)])
def test_what_is_spent_is_added_and_gone(spent: int, left: int) -> None:
    """CERT-02: the marker ends on what is left, and the income grows by what was spent."""
    at_table = certificate_at(6, cleared=True).pesos(0, 0).hand(0, "serrano")
    after = play(at_table.buenos_aires(stage=1), f"income:{spent}")
    assert player(after).certificates == left
    assert player(after).pesos == 3 + spent
