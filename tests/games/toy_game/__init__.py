"""A second game, as another package would bring one: cards, hidden hands, a stack to draw from.

Two or three seats in turn play a card of their hand for its points, and two more if it
matches the card on top of the pile, then draw one; or they drop a card and draw two. The
game ends when all hands are empty. The compiled part is ``Hands`` of ``engine_c/toys/``.
"""
