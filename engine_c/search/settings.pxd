"""Everything about a search that can be set; ranges and defaults in ``gwta_ai/search.py``."""

cdef enum:
    RESCALE_NOT = 0           # rewards lie in 0 .. 1 and are taken so
    RESCALE_RANGE = 1         # the unit is the range of the means in the tree
    RESCALE_DEVIATION = 2     # the unit is four standard deviations of the rewards

cdef struct Settings:
    bint plain                # UCB1 and random play to the end; of the rest only the next three
    double exploration
    double win_weight
    double margin_scale
    # Playouts.
    bint policy               # follow the priors of the game
    double temperature
    double by_kind            # 1: a kind of action is drawn first, then one of it
    double mast               # logits for a whole reward more than others; 0: off
    int horizon               # edges of turns passed before the evaluation; -1: to the end
    int decisions             # after so many the next edge is the last; 0: no such cap
    # The tree.
    bint priors
    double prior_temperature
    double mixing             # share of the uniform distribution in the priors
    double first_play         # how far an untried action is taken to be below the mean
    double widening           # the best widening * sqrt(visits) by prior count; 0: all
    int rescale
    bint common               # the i-th visits of all root actions see the same world
    bint outcomes             # different outcomes of chance have nodes of their own
