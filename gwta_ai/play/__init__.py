"""Playing games out: bots, matches and what they say, records, speed; knows no game."""
