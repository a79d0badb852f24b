"""One thing that is wrong or suspicious in a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gwta_ai.errors import SnapshotError, as_found

WRONG: Literal["wrong"] = "wrong"
SUSPICIOUS: Literal["suspicious"] = "suspicious"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a snapshot, or suspicious.

    ``path``, ``expected`` and ``got`` are as in ``SnapshotError``; ``mend`` says what was
    probably meant or what to change, ``None`` if that is not clear. What is "wrong" cannot be
    in any game: either the snapshot is ``refused``, as it cannot even be played on, or it loads
    and no sequence of legal actions leads to it. What is "suspicious" may come of play, but
    hardly does; it is never refused.
    """

    path: str
    expected: str
    got: object
    mend: str | None = None
    severity: Literal["wrong", "suspicious"] = WRONG
    refused: bool = True

    def to_dict(self) -> dict[str, str | bool | None]:
        """All as text, ``got`` shortened."""
        return {
            "severity": self.severity,
            "refused": self.refused,
            "path": self.path,
            "expected": self.expected,
            "got": as_found(self.got),
            "mend": self.mend,
        }

    def __str__(self) -> str:
        advice = f" ({self.mend})" if self.mend else ""
        return f"{SnapshotError(self.path, self.expected, self.got)}{advice}"
