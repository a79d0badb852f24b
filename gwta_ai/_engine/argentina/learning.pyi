"""Self-play for learning; see ``engine_c/argentina/learned/learning.pyx``."""

from typing import Any

from numpy import float32
from numpy.typing import NDArray

FEATURES: tuple[int, int]
FIGURES: int

class SelfPlay:
    """Games of a policy against itself, their gradients, and what became of positions."""

    def __init__(self, table: object, *, win_weight: float, margin_scale: float) -> None: ...
    def learn(
        self,
        policy: NDArray[float32],
        gradient: NDArray[float32] | None = None,
        *,
        games: int,
        seed: int,
        temperature: float = 1.0,
        decay: float = 0.95,
        entropy: float = 0.0,
        share: float = 0.0,
        seats: NDArray[float32] | None = None,
        table: NDArray[float32] | None = None,
        results: NDArray[float32] | None = None,
    ) -> dict[str, Any]: ...

def likings(table: object, block: bytes) -> list[float]: ...
def features(table: object, block: bytes) -> tuple[list[list[float]], list[float]]: ...
