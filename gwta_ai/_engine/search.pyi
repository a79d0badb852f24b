"""Information set Monte Carlo tree search over any game behind a game table."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

MIN_MEMORY: int
MAX_SIMULATIONS: int
MAX_THREADS: int

# Within the class the name of the type means the property.
_Bytes = bytes

class Row(NamedTuple):
    """Sums of one action at the root, for the searching seat; see the source."""

    visits: int
    available: int
    games: int
    forced: int
    reward: float
    win: float
    win_squares: float
    win_variance: float
    margin: float
    figures: tuple[float, ...]
    squares: tuple[float, ...]

class Tree:
    """One tree over one view, grown by ``run``; see the source for the arguments."""

    def __init__(
        self,
        table: object,
        view: bytes,
        *,
        seed: int,
        stream: int,
        memory: int,
        settings: dict[str, Any],
        only: Iterable[int] | None = None,
    ) -> None: ...
    @property
    def seat(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def visits(self) -> int: ...
    @property
    def actions(self) -> list[int]: ...
    @property
    def priors(self) -> list[float]: ...
    def run(
        self,
        simulations: int = -1,
        seconds: float = -1.0,
        action: int | None = None,
        decide: bool = False,
    ) -> None: ...
    def stop(self) -> None: ...
    def resume(self) -> None: ...
    def follow(self, actions: Sequence[int], view: _Bytes) -> None: ...
    def rows(self) -> list[Row]: ...

def policy(table: object, state: bytes, *, temperature: float) -> tuple[list[int], list[float]]: ...
def evaluate(
    table: object, state: bytes
) -> tuple[list[float], list[list[float]], list[float]] | None: ...
def measure(table: object, state: bytes, times: int) -> tuple[int, float | None, float | None]: ...
def measure_random_games(
    table: object, state: bytes, games: int, seed: int
) -> tuple[int, float]: ...
def measure_clones(table: object, state: bytes, times: int) -> float: ...
def measure_determinizations(table: object, view: bytes, times: int, seed: int) -> float: ...
def arrival(
    table: object, view: bytes, action: int, *, seed: int, games: int, temperature: float
) -> tuple[int, int] | None: ...
def line(trees: list[Tree], action: int, *, visits: int, length: int) -> list[int]: ...
def value(trees: list[Tree]) -> list[float]: ...
