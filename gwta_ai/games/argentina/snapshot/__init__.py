"""The parts of snapshots; ``gwta_ai.games.argentina.snapshot.codec`` is the public face.

``fields`` reads and writes single values by kind (bytes and text are turned into plain values
by ``gwta_ai.common.wire``), ``lexicon`` has the ids of one ruleset, ``board``, ``people`` and
``decisions`` describe the fields and carry them to and from the core's state, ``hidden``
handles the piles nobody sees. No part checks whether a position is possible: that is
``gwta_ai.games.argentina.position.checks``'s.
"""
