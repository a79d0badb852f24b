"""Actions and their text forms.

An action is one 32-bit value: its kind in the top six bits, then arguments
(``engine_c/argentina/actions.pxd``). ``notation`` is its short, exact form, ``text``
says it in plain English. A notation is ``verb`` or ``verb:argument``; arguments
are the ids of the ruleset. ``FORMS`` lists every verb with its two directions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, total_ordering

from gwta_ai._engine.argentina import CoreState
from gwta_ai.errors import IllegalActionError
from gwta_ai.ruleset import Catalogue, Names, Ruleset
from gwta_ai.wording import Scene, in_place, segment_text, segments

_KIND_SHIFT = 26
_ARGUMENT = (1 << _KIND_SHIFT) - 1
_SIX = 63


@total_ordering
class Action:
    """One action: a 32-bit ``value`` under a ruleset. Actions compare by value.

    ``seen``, a position in which the action is legal, only makes its text richer.
    """

    __slots__ = ("_seen", "ruleset", "value")

    def __init__(
        self, value: int, ruleset: Ruleset | None = None, seen: CoreState | None = None
    ) -> None:
        self.value = value
        self.ruleset = ruleset or Ruleset.default()
        self._seen = seen

    @property
    def notation(self) -> str:
        """The exact short form, "move:n4"; unique within a legal list."""
        form = self._form()
        try:
            argument = form.write(self.value & _ARGUMENT, self.ruleset) if form else ""
        except IndexError:
            form = None
        if form is None:
            return f"unknown:{self.value}"
        return f"{form.verb}:{argument}" if argument else form.verb

    @property
    def text(self) -> str:
        """What the action does, in plain English."""
        form = self._form()
        if form is None:
            return f"Unknown action {self.value}"
        argument = self.value & _ARGUMENT
        said = None
        if self._seen is not None:
            said = in_place(form.verb, argument, Scene(self._seen, self.ruleset))
        try:
            return said or form.say(argument, self.ruleset)
        except IndexError:
            return f"Unknown action {self.value}"

    @property
    def kind(self) -> str:
        """The verb of the notation: "move", "hire", …"""
        form = self._form()
        return form.verb if form else "unknown"

    @classmethod
    def parse(cls, text: str, ruleset: Ruleset | None = None) -> Action:
        """The action of a notation. Raises ``IllegalActionError`` if it is none."""
        rules = ruleset or Ruleset.default()
        verb, _, argument = text.strip().partition(":")
        form = _BY_VERB.get(verb)
        if form is None:
            raise IllegalActionError(text, detail=f"the verbs are {', '.join(_BY_VERB)}")
        try:
            value = form.read(argument, rules)
        except (ValueError, StopIteration):
            value = -1
        action = cls(form.kind << _KIND_SHIFT | value, rules) if 0 <= value <= _ARGUMENT else None
        if action is None or (form.example and not argument):
            raise IllegalActionError(text, detail=f"expected the form {form.verb}{form.example}")
        return action

    def _form(self) -> Form | None:
        return _BY_KIND.get(self.value >> _KIND_SHIFT)

    def __eq__(self, other: object) -> bool:
        return self.value == other.value if isinstance(other, Action) else NotImplemented

    def __lt__(self, other: Action) -> bool:
        return self.value < other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"<Action {self.notation}>"


Write = Callable[[int, Ruleset], str]
Read = Callable[[str, Ruleset], int]


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of action: its code in the core, its verb, and its ways in and out.

    ``example`` is the rest of an example notation, with the colon; empty where the
    verb stands alone.
    """

    kind: int
    verb: str
    example: str
    write: Write
    read: Read
    say: Write


# --- arguments -----------------------------------------------------------------------------


def _none(_: int, __: Ruleset) -> str:
    return ""


def _read_none(text: str, _: Ruleset) -> int:
    if text:
        raise ValueError(text)
    return 0


def _number(value: int, _: Ruleset) -> str:
    return str(value)


def _digits(text: str) -> int:
    """A plain number as ``write`` forms it: no sign, no blank, no leading zero."""
    if not (text.isascii() and text.isdigit() and len(text) < 9) or str(int(text)) != text:
        raise ValueError(text)
    return int(text)


def _read_number(text: str, _: Ruleset) -> int:
    return _digits(text)


def _from_list(listed: Callable[[Catalogue], Names]) -> tuple[Write, Read]:
    """Writer and reader of an index into one of the ruleset's lists of ids."""

    def write(value: int, rules: Ruleset) -> str:
        names = listed(rules.names)
        return names[value] if 0 <= value < len(names) else f"?{value}"

    def read(text: str, rules: Ruleset) -> int:
        return listed(rules.names).index(text)

    return write, read


def _said(listed: Callable[[Catalogue], tuple[str, ...]], before: str, after: str = "") -> Write:
    """English with the name of an indexed component in it."""

    def say(value: int, rules: Ruleset) -> str:
        names = listed(rules.names)
        return f"{before} {names[value] if value < len(names) else f'?{value}'}{after}"

    return say


_card, _read_card = _from_list(lambda names: names.cards)
_space, _read_space = _from_list(lambda names: names.spaces)
_tile, _read_tile = _from_list(lambda names: names.tiles)
_row, _read_row = _from_list(lambda names: names.rows)
_ship, _read_ship = _from_list(lambda names: names.ships)
_colour, _read_colour = _from_list(lambda names: names.colours)
_disc_space, _read_disc_space = _from_list(lambda names: names.disc_spaces)
_station, _read_station = _from_list(lambda names: names.stations)
_place, _read_place = _from_list(lambda names: names.track)


def _cards(value: int, fields: int, rules: Ruleset) -> list[str]:
    """The cards in the lowest ``fields`` six-bit fields, highest field first; 0 is no card."""
    codes = [value >> 6 * at & _SIX for at in range(fields - 1, -1, -1)]
    return [_card(code - 1, rules) for code in codes if code]


def _read_cards(text: str, fields: int, rules: Ruleset) -> int:
    names = text.split(",")
    if not 1 <= len(names) <= fields:
        raise ValueError(text)
    codes = sorted(_read_card(name, rules) + 1 for name in names)
    codes += [0] * (fields - len(codes))
    value = 0
    for code in codes:
        value = value << 6 | code
    return value


# --- moves: the place, and one space of every stretch on which a Hand is paid ----------------


def _move(value: int, rules: Ruleset) -> str:
    stretches = [spaces[0] for at, spaces in enumerate(segments(rules)) if value >> at & 1]
    paid = ">" + ",".join(stretches) if stretches else ""
    return _space(value >> 20, rules) + paid


def _read_move(text: str, rules: Ruleset) -> int:
    place, _, paid = text.partition(">")
    value = _read_space(place, rules) << 20
    for name in paid.split(",") if paid else []:
        value |= 1 << next(at for at, spaces in enumerate(segments(rules)) if name in spaces)
    return value


def _say_move(value: int, rules: Ruleset) -> str:
    ways = segment_text(value & ((1 << 20) - 1), rules)
    by = f", paying Hands on {ways}" if ways else ""
    return f"Move to {rules.names.space_names[value >> 20]}{by}"


# --- local actions ----------------------------------------------------------------------------


def _local_head(value: int) -> str:
    alternative = value >> 12 & 15
    return f"{(value >> 16) + 1}" + (f"/{alternative + 1}" if alternative else "")


def _read_local_head(text: str) -> int:
    index, slash, alternative = text.partition("/")
    first, second = _digits(index) - 1, (_digits(alternative) if slash else 1) - 1
    if not (0 <= first < 16 and 0 <= second < 16):
        raise ValueError(text)
    return first << 16 | second << 12


def _local(value: int, rules: Ruleset) -> str:
    cards = _cards(value, 2, rules)
    return _local_head(value) + ("=" + ",".join(cards) if cards else "")


def _read_local(text: str, rules: Ruleset) -> int:
    head, equals, cards = text.partition("=")
    return _read_local_head(head) | (_read_cards(cards, 2, rules) if equals else 0)


def _say_local(value: int, rules: Ruleset) -> str:
    head = _local_head(value)
    cards = " and ".join(rules.names.card_names[code - 1] for code in _codes(value, 2))
    return f"Use local action {head}" + (f", giving {cards}" if cards else "")


def _codes(value: int, fields: int) -> list[int]:
    return [code for at in range(fields - 1, -1, -1) if (code := value >> 6 * at & _SIX)]


def _local_auxiliary(value: int, _: Ruleset) -> str:
    double = "double" if value & 1 else ""
    return f"{_local_head(value)}+{(value >> 1 & 7) + 1}{double}"


def _read_local_auxiliary(text: str, rules: Ruleset) -> int:
    head, _, auxiliary = text.partition("+")
    double = auxiliary.endswith("double")
    number = _read_counting(auxiliary.removesuffix("double"), rules)
    if not 0 <= number < 8:
        raise ValueError(text)
    return _read_local_head(head) | number << 1 | double


def _say_local_auxiliary(value: int, rules: Ruleset) -> str:
    double = bool(value & 1)
    degree = "double" if double else "single"
    return (
        f"Use local action {_local_head(value)}: {degree} auxiliary action {(value >> 1 & 7) + 1}"
    )


def _counting(value: int, _: Ruleset) -> str:
    """An index as people count, from 1."""
    return str(value + 1)


def _read_counting(text: str, rules: Ruleset) -> int:
    return _read_number(text, rules) - 1


# --- cards and the market -----------------------------------------------------------------------


def _hire(value: int, rules: Ruleset) -> str:
    return f"{(value >> 3) + 1},{_tile(value & 7, rules)}"


def _read_hire(text: str, rules: Ruleset) -> int:
    row, _, worker = text.partition(",")
    index = _read_tile(worker, rules)
    if not 0 <= index < 8:
        raise ValueError(text)
    return (_digits(row) - 1) << 3 | index


@lru_cache(maxsize=32)
def _offers(rules: Ruleset) -> tuple[tuple[int, int, int], ...]:
    """Gauchos, pesos and cards of each offer."""
    compiled = rules.compiled()
    offers = compiled["offers"][: compiled["n_offers"]]
    return tuple((offer["gauchos"], offer["pesos"], offer["cards"]) for offer in offers)


@lru_cache(maxsize=1024)
def _takes(rules: Ruleset, offer: int, kind: int) -> bool:
    """Whether a card belongs to the class of an offer."""
    compiled = rules.compiled()
    return bool(compiled["classes"][compiled["offers"][offer]["card_class"]] >> kind & 1)


def _buy(value: int, rules: Ruleset) -> str:
    gauchos, pesos, _ = _offers(rules)[value >> 12]
    return f"{','.join(_cards(value, 2, rules))}@{gauchos}g{pesos}p"


def _read_buy(text: str, rules: Ruleset) -> int:
    cards, _, price = text.partition("@")
    gauchos, _, pesos = price.removesuffix("p").partition("g")
    wanted = (_digits(gauchos), _digits(pesos), len(cards.split(",")))
    value = _read_cards(cards, 2, rules)
    kinds = [code - 1 for code in _codes(value, 2)]
    for at, offer in enumerate(_offers(rules)):
        if offer == wanted and all(_takes(rules, at, kind) for kind in kinds):
            return at << 12 | value
    raise ValueError(text)


def _say_buy(value: int, rules: Ruleset) -> str:
    gauchos, pesos, _ = _offers(rules)[value >> 12]
    cards = " and ".join(rules.names.card_names[code - 1] for code in _codes(value, 2))
    return f"Buy {cards} with {_counted(gauchos, 'gaucho')} for {_counted(pesos, 'peso')}"


def _reveal(value: int, rules: Ruleset) -> str:
    return ",".join(_cards(value, 4, rules)) or "none"


def _read_reveal(text: str, rules: Ruleset) -> int:
    return 0 if text == "none" else _read_cards(text, 4, rules)


def _say_reveal(value: int, rules: Ruleset) -> str:
    cards = ", ".join(rules.names.card_names[code - 1] for code in _codes(value, 4))
    return f"Help the chosen farmers, revealing {cards or 'no cards'}"


def _deliver(value: int, rules: Ruleset) -> str:
    quay, bonus = value >> 6, value & _SIX
    return f"{_quay(quay, rules)}>{_bonus(bonus, rules)}"


_quay, _read_quay = _from_list(lambda names: names.quays)
_bonus, _read_bonus = _from_list(lambda names: names.bonus)


def _say_deliver(value: int, rules: Ruleset) -> str:
    quay, bonus = rules.names.quay_names[value >> 6], rules.names.bonus_names[value & _SIX]
    return f"Deliver from {quay} to {bonus}"


def _read_deliver(text: str, rules: Ruleset) -> int:
    quay, _, bonus = text.partition(">")
    return _read_quay(quay, rules) << 6 | _read_bonus(bonus, rules)


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")


# --- the table of forms ------------------------------------------------------------------------


def _forms(*rows: tuple[str, str, Write, Read, Write]) -> tuple[Form, ...]:
    """Kinds are numbered from 1 in the order of actions.pxd."""
    return tuple(Form(kind, *row) for kind, row in enumerate(rows, 1))


def _just(text: str) -> Write:
    return lambda value, rules: text


def _card_said(before: str, after: str = "") -> Write:
    return _said(lambda names: names.card_names, before, after)


def _space_said(before: str) -> Write:
    return _said(lambda names: names.space_names, before)


def _track_text(position: int, rules: Ruleset) -> str:
    name = _place(position, rules)
    if name.endswith("t"):
        return f"the turnout after space {name[:-1]}"
    return f"space {name}" if name.isdigit() else f"the {name}"


def _plain(before: str, after: str, noun: str) -> Write:
    return lambda value, rules: f"{before} {_counted(value, noun)}{after}"


FORMS = _forms(
    ("place", ":n3", _space, _read_space, _space_said("Place the estanciero on")),
    ("move", ":n4", _move, _read_move, _say_move),
    ("local", ":2", _local, _read_local, _say_local),
    ("local_aux", ":3+2double", _local_auxiliary, _read_local_auxiliary, _say_local_auxiliary),
    (
        "aux",
        ":1",
        _counting,
        _read_counting,
        lambda v, _: f"Use single auxiliary action {v + 1} instead of local actions",
    ),
    ("help_here", "", _none, _read_none, _just("Help the farmer here")),
    ("play", ":obj104", _card, _read_card, _card_said("Play")),
    ("token", ":2", _number, _read_number, _plain("Exchange token: draw", "", "card")),
    ("discard", ":niata", _card, _read_card, _card_said("Discard")),
    ("remove", ":niata", _card, _read_card, _card_said("Remove", " from the game")),
    ("draw", ":2", _number, _read_number, _plain("Draw", "", "card")),
    (
        "hire",
        ":2,gaucho",
        _hire,
        _read_hire,
        lambda v, r: f"Hire the {r.names.tile_names[v & 7]} from row {(v >> 3) + 1}",
    ),
    ("build", ":4", _counting, _read_counting, lambda v, _: f"Build private building {v + 1}"),
    ("site", ":grain3", _space, _read_space, _space_said("Place the building on")),
    ("buy", ":caracu-2@1g4p", _buy, _read_buy, _say_buy),
    ("draw_cattle", "", _none, _read_none, _just("A gaucho adds cards to the cattle market")),
    ("engine", ":14", _place, _read_place, lambda v, r: f"Move the engine to {_track_text(v, r)}"),
    ("upgrade", ":3", _station, _read_station, _said(lambda names: names.station_names, "Upgrade")),
    (
        "disc",
        ":aux3_a",
        _disc_space,
        _read_disc_space,
        _said(lambda names: names.disc_space_names, "Take the disc from"),
    ),
    (
        "station_disc",
        ":3",
        _station,
        _read_station,
        _said(lambda names: names.station_names, "Take the disc from"),
    ),
    (
        "master",
        ":gaucho",
        _row,
        _read_row,
        lambda v, r: f"Give up the rightmost {_row(v, r)} for the station master",
    ),
    ("objective", ":obj104", _card, _read_card, _card_said("Take", " from the display")),
    (
        "objective_stack",
        "",
        _none,
        _read_none,
        _just("Take the top card of the objective stack"),
    ),
    ("farmer", ":g2", _space, _read_space, _space_said("Choose the farmer on")),
    ("reveal", ":niata,caracu-2", _reveal, _read_reveal, _say_reveal),
    (
        "add",
        ":green",
        _colour,
        _read_colour,
        lambda v, r: f"Add a {_colour(v, r)} farmer to the granjero row",
    ),
    (
        "deliver",
        ":le_havre_1>le_havre_west_1",
        _deliver,
        _read_deliver,
        _say_deliver,
    ),
    (
        "income",
        ":2",
        _number,
        _read_number,
        _plain("Take the income, spending", "", "certificate"),
    ),
    ("ship", ":7p", _ship, _read_ship, _said(lambda names: names.ship_names, "Load")),
    (
        "foresight",
        ":gaucho",
        _tile,
        _read_tile,
        _said(lambda names: names.tile_names, "Choose the"),
    ),
    ("take", ":franqueiro-3", _card, _read_card, _card_said("Take", " from the market")),
    ("stop", "", _none, _read_none, _just("Stop here")),
    ("forfeit", "", _none, _read_none, _just("Forfeit")),
    ("end", "", _none, _read_none, _just("End the visit")),
)
_BY_KIND = {form.kind: form for form in FORMS}
_BY_VERB = {form.verb: form for form in FORMS}


# --- names of decisions and stacks ----------------------------------------------------------

# By FrameKind of state.pxd; "buenos_aires" is told apart by its stage.
DECISIONS = (
    "",
    "place_estanciero",
    "move",
    "local_action",
    "buenos_aires",
    "end_turn",
    "program",
    "discard_for_reward",
    "discard",
    "remove",
    "draw",
    "move_on",
    "hire",
    "build",
    "building_site",
    "buy_cattle",
    "engine",
    "upgrade_station",
    "place_disc",
    "station_master",
    "upgrade_behind",
    "objective",
    "help_granjeros",
    "add_granjero",
    "extra_delivery",
    "take_cattle",
)
STAGES = (
    "extra_delivery",
    "income",
    "loading",
    "foresight_a",
    "foresight_b",
    "foresight_c",
    "leave_buenos_aires",
)
_STACKS = ("market", "objectives", "ships", "bag A", "bag B", "bag C")


def decision_name(frame: tuple[int, int]) -> str | None:
    """The name of a pending decision, from the kind and the stage of its frame."""
    kind, stage = frame
    name = DECISIONS[kind]
    return (STAGES[stage] if name == "buenos_aires" else name) or None


def piece_index(stack: int, name: str, rules: Ruleset) -> int:
    """The core's index of a piece of a stack. Raises ``ValueError`` if there is no such piece."""
    names = rules.names
    by_stack = (names.cards, names.cards, names.ships, names.tiles, names.tiles, names.tiles)
    return (by_stack[stack] if stack < len(by_stack) else names.cards).index(name)


def stack_name(stack: int) -> str:
    """The name of a stack that pieces are drawn from, from its code in state.pxd."""
    return _STACKS[stack] if stack < len(_STACKS) else f"draw {stack - len(_STACKS)}"
