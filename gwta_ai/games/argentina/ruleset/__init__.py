"""Rulesets: a file of figures is read, checked and made into what the core plays with.

What is exported here is all that others use, but for ``codes``, the core's codes for the
words of a file. Within, from the bottom: ``fields`` reads values and names faults,
``grammar`` knows programs, amounts and counts, ``schema`` lists the tables; ``reading`` puts
them together. ``checks`` and ``board_checks`` say what must hold between tables, with the help
of ``trail``, ``lists`` and ``derived``. ``names`` and ``wording`` have ids and English,
``compiling`` and ``programs`` make the core's figures, ``differences`` compares two files.
"""

from gwta_ai.games.argentina.ruleset.grammar import CORNERS, HANDS, SHIP_COLOURS
from gwta_ai.games.argentina.ruleset.ruleset import ENVIRONMENT, Catalogue, Ruleset

__all__ = ["CORNERS", "ENVIRONMENT", "HANDS", "SHIP_COLOURS", "Catalogue", "Ruleset"]
