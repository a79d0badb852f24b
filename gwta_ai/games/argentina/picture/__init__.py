"""Positions as pictures of text.

``page`` puts a whole position together; there is a module for each part of the table.
``board`` says what lies on it, read from the snapshot, so that the picture of a view can
show nothing that its seat may not know; of the hidden stacks of a state it gives counts
only. ``words`` has short texts for what is printed on the pieces, ``marks`` the signs and
colours, ``lanes`` where the spaces of the trail go.
"""
