"""What holds in every position of a game; ``checks`` is the public face.

``layout`` knows the shape and the codes of the core's state, ``figures`` derives from
a ruleset what the checks need, ``ranges`` checks each value by itself, ``pieces`` counts
that no piece is lost or doubled, ``board`` and ``people`` compare what must agree on the
board and beside it, ``frames`` checks each pending decision, ``pending`` their stack, and
``views`` what only a view needs.
"""
