"""Snapshots of positions: written, read, checked, explained.

What is exported here is all that others use. The fields are described once, in ``board``,
``people`` and ``decisions``, in the kinds of ``gwta_ai.common.form``; what writes and reads
them, strict and salvaging, the JSON Schema and the tables of the documentation are made
from that. ``lexicon`` has the ids of one ruleset. ``positions`` writes and reads,
``hidden`` fills in piles that may be left out, ``contradictions`` finds fields that do not
agree with one another. Two modules are faces of their own, as few need them: ``inspection``
reads on past faults to list all of them, ``json_schema`` has the schemas.
"""

from gwta_ai.games.argentina.snapshot.lexicon import Lexicon, lexicon
from gwta_ai.games.argentina.snapshot.positions import (
    decode,
    encode,
    faults_of,
    never_of,
    read,
    stuck,
    suspicions_of,
    write,
)

__all__ = [
    "Lexicon",
    "decode",
    "encode",
    "faults_of",
    "lexicon",
    "never_of",
    "read",
    "stuck",
    "suspicions_of",
    "write",
]
