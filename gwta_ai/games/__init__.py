"""The games, and what they have in common; ``game`` says what is asked of one.

Called, the module names the games there are: ``gwta_ai.games()``.
"""

import sys
from types import ModuleType


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        """The names of all games, ascending."""
        from gwta_ai.games.registry import names

        return names()


sys.modules[__name__].__class__ = _Games
