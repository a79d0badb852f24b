"""What stands after the colon of a notation: as text, as plain values, as bits of a value.

Each kind has ``pattern``, how it looks in capitals; ``write`` and ``read`` between the low
26 bits of an action and text, and ``plain`` from the bits to a map for programs. ``write``
raises ``IndexError`` for bits that mean nothing, ``read`` raises ``MisreadError``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache

from gwta_ai.common.nearest import choice
from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.notation.bits import (
    auxiliary_bits,
    auxiliary_of,
    cards_bits,
    cards_of,
    delivery_bits,
    delivery_of,
    hire_bits,
    hire_of,
    local_bits,
    local_of,
    move_bits,
    move_of,
    offer_bits,
    offer_of,
)
from gwta_ai.games.argentina.notation.in_place import segments
from gwta_ai.games.argentina.notation.suggestions import MisreadError, one_of, quoted
from gwta_ai.games.argentina.ruleset import Catalogue, Ruleset

Value = str | int | bool | list[str]
Plain = dict[str, Value]

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
    return [rules.names.cards[code] for code in cards_of(bits, fields)]


def _read_cards(text: str, fields: int, rules: Ruleset) -> int:
    names = text.split(",")
    if len(names) > fields:
        raise MisreadError(f"expected at most {fields} cards, got {len(names)}")
    codes = sorted(_id(name, rules.names.cards, "the id of a card") for name in names)
    return cards_bits(codes, fields)


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
        space, paid = move_of(bits)
        hands = self._hands(paid, rules)
        return rules.names.spaces[space] + (">" + ",".join(hands) if hands else "")

    def read(self, text: str, rules: Ruleset) -> int:
        place, divided, hands = text.partition(">")
        space = _id(place, rules.names.spaces, "the id of a trail space")
        if divided and not hands:
            raise MisreadError(
                "expected after “>” a space of each stretch on which a Hand is paid;"
                " where the ways differ in nothing that is paid, “>” is left out"
            )
        paid = 0
        for name in hands.split(",") if divided else ():
            paid |= 1 << self._stretch(name, rules)
        return move_bits(space, paid)

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        space, paid = move_of(bits)
        return {"space": rules.names.spaces[space], "hands": self._hands(paid, rules)}

    def _hands(self, paid: int, rules: Ruleset) -> list[str]:
        """The first space of each stretch."""
        return [spaces[0] for at, spaces in enumerate(segments(rules)) if paid >> at & 1]

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
    local, alternative = local_of(bits)
    return f"{local + 1}/{alternative + 1}" if alternative else f"{local + 1}"


@lru_cache(maxsize=32)
def _most_alternatives(rules: Ruleset) -> int:
    most: int = max(local["n"] for local in rules.figures["locals"])
    return most


def _read_local_head(text: str, rules: Ruleset) -> int:
    local, slash, alternative = text.partition("/")
    first = _digits(local, 1, _LOCALS, "the number of a local action")
    most, what = _most_alternatives(rules), "the number of an alternative"
    second = _digits(alternative, 1, most, what) if slash else 1
    return local_bits(first - 1, second - 1)


def _plain_local_head(bits: int) -> Plain:
    local, alternative = local_of(bits)
    return {"local": local + 1, "alternative": alternative + 1}


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
        auxiliary, double = auxiliary_of(bits)
        name = rules.names.auxiliary[auxiliary]
        return f"{local_head(bits)}+{name}{'double' if double else ''}"

    def read(self, text: str, rules: Ruleset) -> int:
        head, _, auxiliary = text.partition("+")
        single, double = auxiliary.removesuffix("double"), auxiliary.endswith("double")
        number = _id(single, rules.names.auxiliary, "the number of an auxiliary action")
        return _read_local_head(head, rules) | auxiliary_bits(number, double)

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        auxiliary, double = auxiliary_of(bits)
        name = rules.names.auxiliary[auxiliary]
        return _plain_local_head(bits) | {"auxiliary": name, "double": bool(double)}


# --- several things ----------------------------------------------------------------------------


class Hire(Argument):
    pattern = "ROW,WORKER"

    def write(self, bits: int, rules: Ruleset) -> str:
        row, worker = hire_of(bits)
        return f"{row + 1},{rules.names.workers[worker]}"

    def read(self, text: str, rules: Ruleset) -> int:
        row, _, worker = text.partition(",")
        number = _digits(row, 1, rules.figures["job_rows"], "the number of a row")
        return hire_bits(number - 1, _id(worker, rules.names.workers, "a worker"))

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        row, kind = hire_of(bits)
        worker = rules.names.workers[kind]
        strong = worker.endswith("+")
        return {"row": row + 1, "worker": worker.removesuffix("+"), "strong": strong}


@lru_cache(maxsize=32)
def offers(rules: Ruleset) -> tuple[tuple[int, int, int], ...]:
    """Gauchos, pesos and cards of each offer of the cattle market."""
    compiled = rules.figures
    listed = compiled["offers"][: compiled["n_offers"]]
    return tuple((offer["gauchos"], offer["pesos"], offer["cards"]) for offer in listed)


def _takes(rules: Ruleset, offer: int, kind: int) -> bool:
    """Whether a card belongs to the class of an offer."""
    compiled = rules.figures
    return bool(compiled["classes"][compiled["offers"][offer]["card_class"]] >> kind & 1)


class Buy(Argument):
    pattern = "CARD[,CARD]@GAUCHOSgPESOSp"

    def write(self, bits: int, rules: Ruleset) -> str:
        gauchos, pesos, _ = offers(rules)[offer_of(bits)]
        return f"{','.join(_cards(bits, 2, rules))}@{_price(gauchos, pesos)}"

    def read(self, text: str, rules: Ruleset) -> int:
        cards, at, price = text.partition("@")
        bits = _read_cards(cards, 2, rules)
        kinds = cards_of(bits, 2)
        fitting = {
            _price(gauchos, pesos): offer_bits(number) | bits
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
        gauchos, pesos, _ = offers(rules)[offer_of(bits)]
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
        quay, bonus = delivery_of(bits)
        return f"{rules.names.quays[quay]}>{rules.names.bonus[bonus]}"

    def read(self, text: str, rules: Ruleset) -> int:
        quay, _, bonus = text.partition(">")
        index = _id(quay, rules.names.quays, "the id of a quay")
        return delivery_bits(index, _id(bonus, rules.names.bonus, "the id of a bonus space"))

    def plain(self, bits: int, rules: Ruleset) -> Plain:
        quay, bonus = delivery_of(bits)
        return {"quay": rules.names.quays[quay], "bonus": rules.names.bonus[bonus]}
