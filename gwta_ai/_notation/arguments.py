"""What stands after the colon of a notation: as text, as plain values, as bits of a value.

Each kind has ``pattern``, how it looks in capitals; ``write`` and ``read`` between the low
26 bits of an action and text, and ``plain`` from the bits to a map for programs. ``write``
raises ``IndexError`` for bits that mean nothing, ``read`` raises ``MisreadError``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache

from gwta_ai._notation.close import MisreadError, choice, one_of, quoted
from gwta_ai._ruleset import limits as core
from gwta_ai.ruleset import Catalogue, Ruleset
from gwta_ai.wording import figures_of, segments

Value = str | int | bool | list[str]
Plain = dict[str, Value]

_SIX = 63
_HANDS = 20  # bits of the stretches of a move
_MOST = core.MAX_DECK  # of what an action counts
_LOCALS = core.MAX_BUILDING_LOCALS + 1  # the risk action of the space comes last
_LONGEST_NUMBER = 8  # digits


class Argument(ABC):
    pattern: str

    @abstractmethod
    def write(self, bits: int, rules: Ruleset) -> str: ...

    @abstractmethod
    def read(self, text: str, rules: Ruleset) -> int: ...

    @abstractmethod
    def plain(self, bits: int, rules: Ruleset) -> Plain: ...


# --- parts ---------------------------------------------------------------------------------


def codes_of(bits: int, fields: int) -> list[int]:
    """The cards in the lowest ``fields`` six-bit fields, highest field first; 0 is no card."""
    return [code - 1 for at in range(fields - 1, -1, -1) if (code := bits >> 6 * at & _SIX)]


def _digits(text: str, low: int, high: int, what: str) -> int:
    """A plain number as it is written: no sign, no blank, no leading zero."""
    plain = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
    if plain and str(int(text)) == text and low <= int(text) <= high:
        return int(text)
    got = f" in place of {quoted(text)}" if text else ""
    raise MisreadError(f"expected {what}, {low} to {high},{got}".rstrip(","))


def _id(text: str, ids: Sequence[str], what: str) -> int:
    """The index of an id."""
    if text not in ids:
        raise one_of(text, ids, what)
    return ids.index(text)


def _cards(bits: int, fields: int, rules: Ruleset) -> list[str]:
    return [rules.names.cards[code] for code in codes_of(bits, fields)]


def _read_cards(text: str, fields: int, rules: Ruleset) -> int:
    names = text.split(",")
    if len(names) > fields:
        raise MisreadError(f"expected at most {fields} cards, got {len(names)}")
    codes = sorted(_id(name, rules.names.cards, "the id of a card") + 1 for name in names)
    bits = 0
    for code in codes + [0] * (fields - len(codes)):
        bits = bits << 6 | code
    return bits


# --- one thing -----------------------------------------------------------------------------


class Nothing(Argument):
    """A verb that stands alone."""

    pattern = ""

    def write(self, bits: int, rules: Ruleset) -> str:
        return ""

    def read(self, text: str, rules: Ruleset) -> int:
        if text:
            raise MisreadError(f"expected nothing after it, got {quoted(text)}")
        return 0

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        return {}


class Number(Argument):
    """An amount."""

    def __init__(self, name: str, what: str) -> None:
        self.pattern, self._name, self._what = "NUMBER", name, what

    def write(self, bits: int, rules: Ruleset) -> str:
        return str(bits)

    def read(self, text: str, rules: Ruleset) -> int:
        return _digits(text, 0, _MOST, self._what)

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        return {self._name: bits}


class Id(Argument):
    """One of the ruleset's lists of ids; its index in the value."""

    def __init__(self, name: str, what: str, listed: Callable[[Catalogue], Sequence[str]]) -> None:
        self.pattern = name.upper()
        self._name, self._what, self.listed = name, what, listed

    def write(self, bits: int, rules: Ruleset) -> str:
        return self.listed(rules.names)[bits]

    def read(self, text: str, rules: Ruleset) -> int:
        return _id(text, self.listed(rules.names), self._what)

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        return {self._name: self.write(bits, rules)}


def building_numbers(names: Catalogue) -> list[str]:
    return [str(number + 1) for number in range(len(names.private) // 2)]


# --- moves: the place, and one space of every stretch on which a Hand is paid ----------------


class Move(Argument):
    pattern = "SPACE[>SPACE,…]"

    def write(self, bits: int, rules: Ruleset) -> str:
        hands = self._hands(bits, rules)
        return rules.names.spaces[bits >> _HANDS] + (">" + ",".join(hands) if hands else "")

    def read(self, text: str, rules: Ruleset) -> int:
        place, divided, hands = text.partition(">")
        bits = _id(place, rules.names.spaces, "the id of a trail space") << _HANDS
        if divided and not hands:
            raise MisreadError(
                "expected after “>” a space of each stretch on which a Hand is paid;"
                " where the ways differ in nothing that is paid, “>” is left out"
            )
        for name in hands.split(",") if divided else ():
            bits |= 1 << self._stretch(name, rules)
        return bits

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        return {"space": rules.names.spaces[bits >> _HANDS], "hands": self._hands(bits, rules)}

    def _hands(self, bits: int, rules: Ruleset) -> list[str]:
        """The first space of each stretch."""
        return [spaces[0] for at, spaces in enumerate(segments(rules)) if bits >> at & 1]

    def _stretch(self, name: str, rules: Ruleset) -> int:
        stretches = segments(rules)
        for at, spaces in enumerate(stretches):
            if name in spaces:
                return at
        if name in rules.names.spaces:
            firsts = [spaces[0] for spaces in stretches[:3]]
            raise MisreadError(
                f"no Hand can be paid on {quoted(name)}; after “>” stands a space of each stretch"
                f" on which one is, such as {choice(firsts)}"
            )
        on_stretches = [name for spaces in stretches for name in spaces]
        raise one_of(name, on_stretches, "after “>” the id of a space on which a Hand is paid")


# --- local actions ---------------------------------------------------------------------------


def local_head(bits: int) -> str:
    """The local action and, unless it is the first, the alternative: "2/2"."""
    local, alternative = (bits >> 16) + 1, (bits >> 12 & 15) + 1
    return f"{local}/{alternative}" if alternative > 1 else f"{local}"


@lru_cache(maxsize=32)
def _most_alternatives(rules: Ruleset) -> int:
    most: int = max(local["n"] for local in figures_of(rules)["locals"])
    return most


def _read_local_head(text: str, rules: Ruleset) -> int:
    local, slash, alternative = text.partition("/")
    first = _digits(local, 1, _LOCALS, "the number of a local action")
    most, what = _most_alternatives(rules), "the number of an alternative"
    second = _digits(alternative, 1, most, what) if slash else 1
    return first - 1 << 16 | second - 1 << 12


def _plain_local_head(bits: int) -> Plain:
    return {"local": (bits >> 16) + 1, "alternative": (bits >> 12 & 15) + 1}


class Local(Argument):
    pattern = "NUMBER[/NUMBER][=CARD[,CARD]]"

    def write(self, bits: int, rules: Ruleset) -> str:
        cards = _cards(bits, 2, rules)
        return local_head(bits) + ("=" + ",".join(cards) if cards else "")

    def read(self, text: str, rules: Ruleset) -> int:
        head, equals, cards = text.partition("=")
        return _read_local_head(head, rules) | (_read_cards(cards, 2, rules) if equals else 0)

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        return _plain_local_head(bits) | {"cards": _cards(bits, 2, rules)}


class LocalAuxiliary(Argument):
    pattern = "NUMBER[/NUMBER]+AUXILIARY[double]"

    def write(self, bits: int, rules: Ruleset) -> str:
        auxiliary = rules.names.auxiliary[bits >> 1 & 7]
        return f"{local_head(bits)}+{auxiliary}{'double' if bits & 1 else ''}"

    def read(self, text: str, rules: Ruleset) -> int:
        head, _, auxiliary = text.partition("+")
        single, double = auxiliary.removesuffix("double"), auxiliary.endswith("double")
        number = _id(single, rules.names.auxiliary, "the number of an auxiliary action")
        return _read_local_head(head, rules) | number << 1 | double

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        auxiliary = rules.names.auxiliary[bits >> 1 & 7]
        return _plain_local_head(bits) | {"auxiliary": auxiliary, "double": bool(bits & 1)}


# --- several things ----------------------------------------------------------------------------


class Hire(Argument):
    pattern = "ROW,WORKER"

    def write(self, bits: int, rules: Ruleset) -> str:
        return f"{(bits >> 3) + 1},{rules.names.workers[bits & 7]}"

    def read(self, text: str, rules: Ruleset) -> int:
        row, _, worker = text.partition(",")
        number = _digits(row, 1, figures_of(rules)["job_rows"], "the number of a row")
        return number - 1 << 3 | _id(worker, rules.names.workers, "a worker")

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        worker = rules.names.workers[bits & 7]
        strong = worker.endswith("+")
        return {"row": (bits >> 3) + 1, "worker": worker.removesuffix("+"), "strong": strong}


@lru_cache(maxsize=32)
def offers(rules: Ruleset) -> tuple[tuple[int, int, int], ...]:
    """Gauchos, pesos and cards of each offer of the cattle market."""
    compiled = figures_of(rules)
    listed = compiled["offers"][: compiled["n_offers"]]
    return tuple((offer["gauchos"], offer["pesos"], offer["cards"]) for offer in listed)


def _takes(rules: Ruleset, offer: int, kind: int) -> bool:
    """Whether a card belongs to the class of an offer."""
    compiled = figures_of(rules)
    return bool(compiled["classes"][compiled["offers"][offer]["card_class"]] >> kind & 1)


class Buy(Argument):
    pattern = "CARD[,CARD]@GAUCHOSgPESOSp"

    def write(self, bits: int, rules: Ruleset) -> str:
        gauchos, pesos, _ = offers(rules)[bits >> 12]
        return f"{','.join(_cards(bits, 2, rules))}@{_price(gauchos, pesos)}"

    def read(self, text: str, rules: Ruleset) -> int:
        cards, at, price = text.partition("@")
        bits = _read_cards(cards, 2, rules)
        kinds = codes_of(bits, 2)
        fitting = {
            _price(gauchos, pesos): number << 12 | bits
            for number, (gauchos, pesos, count) in enumerate(offers(rules))
            if count == len(kinds) and all(_takes(rules, number, kind) for kind in kinds)
        }
        if price in fitting:
            return fitting[price]
        if not fitting:
            raise MisreadError(f"no offer takes {quoted(cards)}")
        got = f" in place of {quoted(price)}" if at else ""
        raise MisreadError(
            f"expected after “@” the price of {quoted(cards)}{got}: {choice([*fitting])}"
        )

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        gauchos, pesos, _ = offers(rules)[bits >> 12]
        return {"cards": _cards(bits, 2, rules), "gauchos": gauchos, "pesos": pesos}


def _price(gauchos: int, pesos: int) -> str:
    return f"{gauchos}g{pesos}p"


class Reveal(Argument):
    pattern = "CARD[,CARD…]"
    none = "none"

    def write(self, bits: int, rules: Ruleset) -> str:
        return ",".join(_cards(bits, REVEALED, rules)) or self.none

    def read(self, text: str, rules: Ruleset) -> int:
        return 0 if text == self.none else _read_cards(text, REVEALED, rules)

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        return {"cards": _cards(bits, REVEALED, rules)}


REVEALED = core.MAX_REVEALED_PLUS_1 - 1


class Deliver(Argument):
    pattern = "QUAY>BONUS"

    def write(self, bits: int, rules: Ruleset) -> str:
        return f"{rules.names.quays[bits >> 6]}>{rules.names.bonus[bits & _SIX]}"

    def read(self, text: str, rules: Ruleset) -> int:
        quay, _, bonus = text.partition(">")
        index = _id(quay, rules.names.quays, "the id of a quay")
        return index << 6 | _id(bonus, rules.names.bonus, "the id of a bonus space")

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        return {"quay": rules.names.quays[bits >> 6], "bonus": rules.names.bonus[bits & _SIX]}
