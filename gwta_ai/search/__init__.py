"""Searching over any game behind a game table; knows no game. ``search`` is the door."""
