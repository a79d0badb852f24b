"""The head of a saved file: the fields that decide how the others are read."""

from __future__ import annotations

from typing import Any

from gwta_ai.errors import SnapshotError
from gwta_ai.games.argentina.ruleset.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot.fields import NOTHING, Digest, Kind


def header(data: dict[Any, Any], name: str, kind: Kind) -> Any:
    """The field ``name`` of the head. Raises ``SnapshotError``."""
    if name not in data:
        raise kind.fault(name, NOTHING)
    return kind.read(data[name], name)


def ruleset_of(data: dict[Any, Any], given: Ruleset | None) -> Ruleset:
    """The ruleset of a file, which has to be the one that is given, if any is.

    Raises ``SnapshotError`` and ``RulesetError``.
    """
    digest = header(data, "ruleset", Digest())
    if given is None:
        return Ruleset.by_digest(digest)
    if given.digest != digest:
        raise SnapshotError("ruleset", f"{given.digest}, as the given ruleset has", digest)
    return given
