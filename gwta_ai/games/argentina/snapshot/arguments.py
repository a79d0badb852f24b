"""Kinds of values that only pending decisions have, in the slots of a core's frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gwta_ai.errors import SnapshotError
from gwta_ai.games.argentina.snapshot.fields import (
    Field,
    Int,
    Kind,
    ListOf,
    OneOf,
    Record,
    Stack,
    joined,
)
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon

PURPOSES = ("ship", "station", "quay")
MOST_HELPED = 3  # farmers at once, as a frame has slots


def farmer_spaces(lexicon: Lexicon) -> dict[str, int]:
    """Ids of the farmer spaces and their indices among the spaces of the trail."""
    return {name: lexicon.names.spaces.index(name) for name in lexicon.names.farmer_spaces}


class Numbers(Kind):
    """Numbers 1 .. ``most``, none twice; a bit mask in the core."""

    def __init__(self, most: int) -> None:
        self.numbers = ListOf(Int(1, most), 0, most)
        self.words = f"a list of numbers 1 .. {most}, none twice"

    def read(self, data: object, path: str) -> int:
        mask = 0
        for at, number in enumerate(self.numbers.read(data, path)):
            if mask >> (number - 1) & 1:
                raise SnapshotError(f"{path}[{at}]", "no number twice", number)
            mask |= 1 << (number - 1)
        return mask

    def write(self, value: int) -> list[int]:
        return [bit + 1 for bit in range(value.bit_length()) if value >> bit & 1]


class Number(Kind):
    """One number 1 .. ``most``; a mask with that one bit in the core."""

    def __init__(self, most: int) -> None:
        self.number = Int(1, most)
        self.words = self.number.words

    def read(self, data: object, path: str) -> int:
        return 1 << (self.number.read(data, path) - 1)

    def write(self, value: int) -> int:
        return value.bit_length()


class Slots(Kind):
    """A list of at most ``size`` ids; in the core the code of each, 0 in the unused slots."""

    def __init__(self, codes: Mapping[str, int], size: int, what: str) -> None:
        self.stack, self.size = Stack(list(codes), size, what), size
        self.codes = list(codes.values())
        self.words = self.stack.words

    def read(self, data: object, path: str) -> tuple[int, ...]:
        found = [self.codes[item] for item in self.stack.read(data, path)]
        return tuple(found + [0] * (self.size - len(found)))

    def write(self, value: Sequence[int]) -> list[str]:
        return self.stack.write([self.codes.index(code) for code in value if code])


class Tupled(Kind):
    """A kind that has a list in the core; here one slot each."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.words = kind, kind.words

    def read(self, data: object, path: str) -> tuple[int, ...]:
        return tuple(self.kind.read(data, path))

    def write(self, value: Sequence[int]) -> Any:
        return self.kind.write(value)


class Target(Kind):
    """Where a disc goes: ``{"ship": id}``, ``{"station": id}`` or ``{"quay": id}``."""

    words = "a map with one of the fields " + ", ".join(PURPOSES)

    def __init__(self, lexicon: Lexicon) -> None:
        names = lexicon.names
        self.kinds = (
            OneOf(names.ships, "the id of a ship"),
            OneOf(names.stations, "the number of a station, as text"),
            OneOf(names.quays),
        )

    def read(self, data: object, path: str) -> tuple[int, int]:
        if not isinstance(data, dict) or len(data) != 1:
            raise self.fault(path, data)
        ((name, target),) = data.items()
        if name not in PURPOSES:
            raise SnapshotError(joined(path, name), "one of " + ", ".join(PURPOSES), name)
        purpose = PURPOSES.index(name)
        return purpose, self.kinds[purpose].read(target, joined(path, name))

    def write(self, value: tuple[int, int]) -> dict[str, Any]:
        purpose, target = value
        return {PURPOSES[purpose]: self.kinds[purpose].write(target)}


class Purchase(Kind):
    """``{"offer": id, "cards": [id, …]}``; in the core the offer and one more than each card."""

    def __init__(self, lexicon: Lexicon) -> None:
        cattle = {name: at + 1 for at, name in enumerate(lexicon.names.cattle)}
        offers = lexicon.names.offers
        self.record = Record(
            Field("offer", OneOf(offers, "the id of an offer of the cattle market")),
            Field("cards", Slots(cattle, 2, "cattle card")),
        )
        self.words = self.record.words

    def read(self, data: object, path: str) -> tuple[int, ...]:
        values = self.record.read(data, path)
        return (values["offer"], *values["cards"])

    def write(self, value: Sequence[int]) -> dict[str, Any]:
        return self.record.write({"offer": value[0], "cards": value[1:]})


class Whom(Kind):
    """How many granjeros may be helped, or the one space whose granjero may be.

    In the core the number, or minus the space.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.spaces = farmer_spaces(lexicon)
        self.words = f"an integer 1 .. {MOST_HELPED}, or the id of a farmer space"

    def read(self, data: object, path: str) -> int:
        if isinstance(data, str) and data in self.spaces:
            return -self.spaces[data]
        if type(data) is not int or not 1 <= data <= MOST_HELPED:
            raise self.fault(path, data)
        return data

    def write(self, value: int) -> str | int:
        if value > 0:
            return value
        return next(name for name, space in self.spaces.items() if space == -value)


class ActionId(Kind):
    """Where an action is printed, as an id; the index of its program in the core."""

    words = 'the id of an action, such as "private:4a:2"'

    def __init__(self, lexicon: Lexicon) -> None:
        self.names, self.index = lexicon.programs, lexicon.program_index

    def read(self, data: object, path: str) -> int:
        found = self.index.get(data) if isinstance(data, str) else None
        if found is None:
            raise self.fault(path, data)
        return found

    def write(self, value: int) -> str:
        return self.names[value]
