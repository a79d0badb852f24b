"""Actions as text and as plain values; ``action`` is the public face.

``bits`` tells where the parts of an action lie, ``arguments`` has the kinds of what stands
after the colon of a notation, ``forms`` the
table of all kinds of actions with their words, ``close`` what is said of a text that is
none, and ``names`` those of decisions and stacks.
"""
