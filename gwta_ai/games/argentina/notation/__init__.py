"""Actions as text and as plain values.

What is exported here is all that others use. Within, from the bottom: ``bits`` tells where
the parts of an action lie, ``names`` what decisions and stacks are called, ``in_place`` says
what an action does in a position, ``arguments`` has the kinds of what stands after the colon
of a notation, ``suggestions`` what is said of a text that is none, ``forms`` the table of all
kinds of actions with their words, ``action`` reads and writes them, and ``sets`` takes several
in one entry.
"""

from gwta_ai.games.argentina.notation.action import (
    kind,
    notation,
    parse,
    plain_arguments,
    text,
)
from gwta_ai.games.argentina.notation.forms import FORMS, Form
from gwta_ai.games.argentina.notation.in_place import local_actions
from gwta_ai.games.argentina.notation.names import decision_name, piece_index, stack_name
from gwta_ai.games.argentina.notation.sets import out_of_order, single
from gwta_ai.games.argentina.notation.suggestions import instead

__all__ = [
    "FORMS",
    "Form",
    "decision_name",
    "instead",
    "kind",
    "local_actions",
    "notation",
    "out_of_order",
    "parse",
    "piece_index",
    "plain_arguments",
    "single",
    "stack_name",
    "text",
]
