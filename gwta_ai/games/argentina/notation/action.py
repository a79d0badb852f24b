"""Actions: their notation, their text in plain English, and their arguments for programs.

An action is one 32-bit value: its kind in the top six bits, then arguments
(``engine_c/argentina/figures/actions.pxd``). A notation is ``verb`` or ``verb:argument``; arguments
are the ids of the ruleset. ``FORMS`` lists every verb.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from gwta_ai._engine.argentina.core import CoreState
from gwta_ai.common.nearest import choice
from gwta_ai.errors import IllegalActionError
from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.notation.arguments import Plain, Value
from gwta_ai.games.argentina.notation.forms import BY_KIND, BY_VERB, FORMS, Form
from gwta_ai.games.argentina.notation.in_place import in_place, scene
from gwta_ai.games.argentina.notation.suggestions import MisreadError, close_to, quoted
from gwta_ai.games.argentina.ruleset import Ruleset

__all__ = ["kind", "notation", "parse", "plain_arguments", "text"]

UNKNOWN = "unknown"  # the kind of a value that is no action
_ARGUMENT = (1 << core.KIND_SHIFT) - 1


class _Meaning(NamedTuple):
    """What a value says under a ruleset."""

    form: Form
    notation: str
    arguments: Plain


def kind(value: int, rules: Ruleset) -> str:
    """The verb of the notation: "move", "hire", …; "unknown" for a value that is no action."""
    meaning = _meaning(value, rules)
    return meaning.form.verb if meaning else UNKNOWN


def plain_arguments(value: int, rules: Ruleset) -> dict[str, Value]:
    """What the kind is followed by, for programs: ``{"space": "n4", "hands": []}``."""
    meaning = _meaning(value, rules)
    if meaning is None:
        return {"value": value}
    return {
        name: [*said] if isinstance(said, list) else said
        for name, said in meaning.arguments.items()
    }


def notation(value: int, rules: Ruleset) -> str:
    """The exact short form, "move:n4"; unique within a legal list."""
    meaning = _meaning(value, rules)
    return meaning.notation if meaning else f"{UNKNOWN}:{value}"


def text(value: int, rules: Ruleset, seen: CoreState | None = None) -> str:
    """What the action does, in plain English.

    ``seen``, a position in which it is legal, makes the text richer.
    """
    meaning = _meaning(value, rules)
    if meaning is None:
        return f"Unknown action {value}"
    bits, said = value & _ARGUMENT, None
    if seen is not None:
        said = in_place(meaning.form.verb, bits, scene(seen.bytes(), rules))
    return said or meaning.form.say(bits, rules)


def parse(text: str, rules: Ruleset) -> int:
    """The action of a notation.

    Raises ``IllegalActionError`` if it is none; its ``detail`` says what may stand in
    the place of what could not be read, and what of that is close.
    """
    verb, colon, argument = text.strip().partition(":")
    form = BY_VERB.get(verb)
    if form is None:
        raise IllegalActionError(text, detail=_no_verb(text, verb, rules))
    try:
        if colon and not argument:
            raise MisreadError("nothing follows the “:”")
        bits = form.argument.read(argument, rules)
    except MisreadError as error:
        raise IllegalActionError(text, detail=f"{error}; {form.words}") from None
    return form.kind << core.KIND_SHIFT | bits


@lru_cache(maxsize=1 << 14)
def _meaning(value: int, rules: Ruleset) -> _Meaning | None:
    """What a value says; ``None`` unless its notation is read as the value again."""
    form = BY_KIND.get(value >> core.KIND_SHIFT)
    if form is None:
        return None
    bits = value & _ARGUMENT
    try:
        written = form.argument.write(bits, rules)
        if form.argument.read(written, rules) != bits:
            return None
    except (IndexError, MisreadError):
        return None
    said = f"{form.verb}:{written}" if written else form.verb
    return _Meaning(form, said, form.argument.plain(bits, rules))


# --- a text that begins with no verb ---------------------------------------------------------


def _no_verb(text: str, verb: str, rules: Ruleset) -> str:
    """What may be meant by a text whose first word is no verb."""
    first = re.split(r"[\s:]", verb.strip(), maxsplit=1)[0]
    if close := [first] if first in BY_VERB else close_to(first, BY_VERB):
        said = f"no kind of action is called {quoted(verb)}: perhaps {choice(close)} is meant"
        return f"{said}; {BY_VERB[close[0]].words}"
    if takers := [form for form in FORMS if form.example and _reads(form, text.strip(), rules)]:
        kinds = choice([f"{form.verb}:{text.strip()}" for form in takers])
        return f"expected a kind of action before {quoted(text)}: {kinds}"
    return f"the kinds of actions are {', '.join(BY_VERB)}"


def _reads(form: Form, text: str, rules: Ruleset) -> bool:
    try:
        form.argument.read(text, rules)
    except MisreadError:
        return False
    return True
