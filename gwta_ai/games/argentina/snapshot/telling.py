"""Faults of a position in the words of its snapshot."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from gwta_ai.games.argentina.position.faults import Fault, Pending
from gwta_ai.games.argentina.snapshot.decisions import Decisions
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon

_decisions = lru_cache(maxsize=32)(Decisions)


def told(faults: Iterable[Fault], words: Lexicon) -> list[Fault]:
    """The faults, pending decisions as the maps that a snapshot has for them."""
    return [
        fault._replace(got=json.dumps(_decisions(words).write([fault.got.frame])[0]))
        if isinstance(fault.got, Pending)
        else fault
        for fault in faults
    ]
