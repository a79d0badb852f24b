"""Pending decisions: the frames of the core's stack as maps with named arguments.

The list goes from the turn itself to the decision at hand, which is the last. Names are
those of ``State.decision``; ``_table`` lists every decision with its arguments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gwta_ai.errors import SnapshotError
from gwta_ai.games.argentina.notation.names import STAGES
from gwta_ai.games.argentina.position.layout import DECISIONS, MAX_FRAMES, Raw, blank_frame
from gwta_ai.games.argentina.ruleset import limits as core
from gwta_ai.games.argentina.snapshot.arguments import (
    MOST_HELPED,
    ActionId,
    Number,
    Numbers,
    Purchase,
    Slots,
    Target,
    Tupled,
    Whom,
    farmer_spaces,
)
from gwta_ai.games.argentina.snapshot.fields import (
    NOTHING,
    Counts,
    Flag,
    Int,
    Kind,
    Nullable,
    OneOf,
    Shifted,
    joined,
)
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon

VISITS = ("open", "local_actions", "closed")
_MOST = 100  # of anything a decision counts; what is possible is checked elsewhere
_MOST_INCOME = 2000


class Argument(NamedTuple):
    """A field of a decision, in one slot of the core's frame or in several.

    ``slots``: a field of the frame, or the indices of some of its parts. A field of the
    snapshot with the value ``default`` is left out; where that is ``None``, never.
    """

    name: str
    slots: str
    kind: Kind
    default: Any = None


# Whether the action was chosen and nothing of it has happened yet.
_COMMITTED = Argument("committed", "must", Flag(), 0)


class _Form(NamedTuple):
    name: str
    code: int
    arguments: tuple[Argument, ...]

    def fields(self) -> list[str]:
        return ["decision", *(argument.name for argument in self.arguments)]


class Decisions(Kind):
    """The list of pending decisions; a list of frames in the core."""

    words = f"a list of at most {MAX_FRAMES} decisions"

    def __init__(self, lexicon: Lexicon) -> None:
        forms = [
            _Form(name, DECISIONS[name], (*arguments, _COMMITTED))
            for name, arguments in _table(lexicon).items()
        ]
        self.by_name = {form.name: form for form in forms}
        self.by_code = {form.code: form for form in forms}
        self.name_words = "one of " + ", ".join(self.by_name)

    def read(self, data: object, path: str) -> list[Raw]:
        if not isinstance(data, list):
            raise self.fault(path, data)
        if len(data) > MAX_FRAMES:
            raise self.fault(path, f"{len(data)} of them")
        return [self._read(item, f"{path}[{at}]") for at, item in enumerate(data)]

    def _read(self, data: object, path: str) -> Raw:
        if not isinstance(data, dict):
            raise SnapshotError(path, "a map", data)
        name = data.get("decision", NOTHING)
        form = self.by_name.get(name) if isinstance(name, str) else None
        if form is None:
            raise SnapshotError(joined(path, "decision"), self.name_words, name)
        frame = blank_frame()
        frame["kind"] = form.code
        for key in data:
            if key not in form.fields():
                expected = "one of the fields " + ", ".join(form.fields())
                raise SnapshotError(joined(path, key), expected, key)
        for argument in form.arguments:
            if argument.name in data:
                value = argument.kind.read(data[argument.name], joined(path, argument.name))
                _put(frame, argument.slots, value)
            elif argument.default is None:
                raise argument.kind.fault(joined(path, argument.name), NOTHING)
        return frame

    def write(self, value: Sequence[Raw]) -> list[dict[str, Any]]:
        return [self._write(frame) for frame in value]

    def _write(self, frame: Raw) -> dict[str, Any]:
        form = self.by_code[frame["kind"]]
        data: dict[str, Any] = {"decision": form.name}
        for name, slots, kind, default in form.arguments:
            value = _get(frame, slots)
            if default is None or value != default:
                data[name] = kind.write(value)
        return data


def _put(frame: Raw, slots: str, value: Any) -> None:
    if slots in frame:
        frame[slots] = value
        return
    for slot, one in zip(slots, value if len(slots) > 1 else (value,), strict=True):
        frame["part"][int(slot)] = one


def _get(frame: Raw, slots: str) -> Any:
    if slots in frame:
        return frame[slots]
    values = tuple(frame["part"][int(slot)] for slot in slots)
    return values if len(slots) > 1 else values[0]


def _table(lexicon: Lexicon) -> Mapping[str, tuple[Argument, ...]]:
    """Name of each decision -> its arguments."""
    names, rows = lexicon.names, lexicon.compiled["job_rows"]
    locals_ = core.MAX_BUILDING_LOCALS + 1  # the risk action of the space comes last
    visit, number = OneOf(VISITS), Int(1, _MOST)
    station = Argument("station", "0", OneOf(names.stations, "the number of a station, as text"))
    action = Argument("action", "0", ActionId(lexicon))
    cards = Argument("cards", "n", number)
    lowest = Argument("from", "0", OneOf(names.cards, "the id of a card"), 0)
    farmers = Slots(farmer_spaces(lexicon), MOST_HELPED, "farmer space")
    price = Argument("pesos_per_carpintero", "n", Int(0, _MOST))
    return {
        "place_estanciero": (),
        "move": (),
        "local_action": (
            Argument("visit", "1", visit),
            Argument("done", "0", Numbers(locals_), 0),
            Argument("last", "2", Number(locals_), 0),
            Argument("visit_before", "3", visit, 0),
        ),
        "buenos_aires": (
            Argument("stage", "0", OneOf(STAGES)),
            Argument("token_row_on_arrival", "2", Nullable(Shifted(Int(1, rows), -1), rows)),
            Argument("income", "n", Int(0, _MOST_INCOME), 0),
        ),
        "program": (
            action,
            Argument("effects_done", "1", Int(0, _MOST), 0),
            Argument("performed", "2", Flag(), 0),
        ),
        "discard_for_reward": (action,),
        "discard": (cards, lowest),
        "remove": (cards, lowest),
        "draw": (cards, Argument("then", "0", OneOf(("discard", "remove")))),
        "move_on": (Argument("steps", "n", number),),
        "hire": (Argument("cost_change", "n", Int(-_MOST, _MOST)),),
        "build": (price,),
        "building_site": (
            Argument("building", "0", OneOf(lexicon.numbers, "the number of a building, as text")),
            price,
        ),
        "buy_cattle": (
            Argument("gauchos", "n", Int(0, core.ROW_SPACES)),
            Argument("begun", "3", Flag(), 0),
            Argument("last_purchase", "012", Purchase(lexicon), (0, 0, 0)),
        ),
        "engine": (Argument("spaces", "n", number),),
        "upgrade_station": (station,),
        "place_disc": (Argument("on", "01", Target(lexicon)),),
        "station_master": (station,),
        "upgrade_behind": (),
        "objective": (),
        "help_granjeros": (
            Argument("whom", "n", Whom(lexicon)),
            Argument("extra_strength", "3", Int(0, _MOST), 0),
            Argument("farmers", "012", farmers, (0, 0, 0)),
        ),
        "add_granjero": (Argument("received", "0123", Tupled(Counts(names.colours, 4, "colour"))),),
        "extra_delivery": (),
        "take_cattle": (
            Argument("card", "0", OneOf(names.classes, "the id of a class of cards")),
            Argument("to", "1", OneOf(("discard", "hand"))),
        ),
    }
