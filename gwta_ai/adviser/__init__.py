"""What to play in a position of any game, and what was learned; ``advisor`` is the door."""
