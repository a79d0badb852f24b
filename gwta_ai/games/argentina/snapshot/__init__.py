"""The parts of snapshots; ``gwta_ai.games.argentina.snapshot.codec`` is the public face.

``wire`` turns bytes and text into plain values and back, ``fields`` reads and writes
single values by kind, ``lexicon`` has the ids of one ruleset, ``board``, ``people`` and
``decisions`` describe the fields and carry them to and from the core's state, ``hidden``
handles the piles nobody sees. No part checks whether a position is possible: that is
``gwta_ai.games.argentina.position.checks``'s.
"""
