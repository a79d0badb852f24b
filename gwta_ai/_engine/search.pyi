"""Information set Monte Carlo tree search over any game behind a game table."""

from collections.abc import Iterable

MIN_MEMORY: int
MAX_THREADS: int

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
        exploration: float,
        win_weight: float,
        margin_scale: float,
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
    def actions(self) -> list[int]: ...
    def run(self, simulations: int = -1, seconds: float = -1.0) -> None: ...
    def stop(self) -> None: ...
    def rows(
        self,
    ) -> list[tuple[int, int, float, float, float, tuple[float, ...], tuple[float, ...]]]: ...

def line(trees: list[Tree], action: int, *, visits: int, length: int) -> list[int]: ...
def value(trees: list[Tree]) -> list[float]: ...
