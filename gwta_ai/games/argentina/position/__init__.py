"""What is wrong or suspicious in a position, in words.

The core finds it (``engine_c/argentina/position/``) and tells it in numbers; ``told`` makes
of each finding a path, what is expected, what is there and, where it is clear, a mend.
Within: ``case`` is the position with the words of its ruleset, ``words`` has the texts,
``mending`` what would mend it.
"""

from gwta_ai.games.argentina.position.case import Case, Finding
from gwta_ai.games.argentina.position.words import Told, told

__all__ = ["Case", "Finding", "Told", "told"]
