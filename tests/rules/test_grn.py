"""The grain track."""

from __future__ import annotations

import pytest
from table import Table, options, play, player


@pytest.mark.rule("GRN-01")
@pytest.mark.parametrize(("grain", "reached"), [(0, 3), (4, 7), (5, 8), (6, 8), (7, 8)])
def test_grain_is_gained_up_to_eight(grain: int, reached: int) -> None:
    """GRN-01: the marker never passes 8; what would go beyond is lost."""
    state = Table().workers(0, granjero=3).grain(0, grain).visit(0, "n8")
    assert player(play(state, "local:1")).grain == reached


@pytest.mark.rule("GRN-01")
def test_nothing_is_gained_at_eight() -> None:
    """GRN-01: on 8 the marker cannot move forward: the action is not offered."""
    assert "local:1" not in options(Table().grain(0, 8).visit(0, "n8"))


@pytest.mark.rule("GRN-01")
def test_grain_that_is_not_there_cannot_be_paid() -> None:
    """GRN-01: the marker never falls below 0: a cost in grain must be met in full."""
    at_table = Table().cleared(0, "aux3_a", "aux3_b").building(0, 2, "basic1")
    assert "local_aux:1+3" not in options(at_table.grain(0, 0).visit(0, "basic1"))
    one = at_table.grain(0, 1).visit(0, "basic1")
    assert "local_aux:1+3" in options(one)
    assert "local_aux:1+3double" not in options(one)
    assert player(play(one, "local_aux:1+3")).grain == 0
    assert player(play(at_table.grain(0, 2).visit(0, "basic1"), "local_aux:1+3double")).grain == 0


@pytest.mark.rule("GRN-01")
def test_a_delivery_needs_its_grain() -> None:
    """GRN-01: a delivery takes exactly its grain, down to 0, and is not offered with less."""
    at_table = Table().quay_discs(0, rotterdam_1=1, le_havre_1=0)
    assert "deliver:rotterdam_1>rotterdam_north_2" in options(at_table.grain(0, 2).buenos_aires())
    short = options(at_table.grain(0, 1).buenos_aires())
    assert "deliver:rotterdam_1>rotterdam_north_2" not in short
    state = at_table.grain(0, 2).buenos_aires()
    assert player(play(state, "deliver:rotterdam_1>rotterdam_north_2")).grain == 0


@pytest.mark.rule("GRN-01")
def test_a_ship_takes_no_more_grain_than_there_is() -> None:
    """GRN-01: loading with too little grain ends on 0, not below."""
    state = Table().pesos(0, 20).grain(0, 1).ships("9").buenos_aires(stage=2, income=9)
    assert player(play(state, "ship:9", "disc:aux1_b")).grain == 0
