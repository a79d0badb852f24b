"""Actions in plain English, with what can be seen of the position they are legal in."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from gwta_ai.games.argentina.layout import core, unpacked_state
from gwta_ai.games.argentina.notation.bits import auxiliary_of, cards_of, hire_of, local_of, move_of
from gwta_ai.games.argentina.ruleset import Ruleset


@lru_cache(maxsize=32)
def segments(rules: Ruleset) -> tuple[tuple[str, ...], ...]:
    """The spaces of each stretch of the trail on which a Hand may stand, in trail order."""
    stretches: dict[int, list[str]] = {}
    for name, space in zip(rules.names.spaces, rules.figures["spaces"], strict=False):
        if space["segment"] != core.NO_SEGMENT:
            stretches.setdefault(space["segment"], []).append(name)
    return tuple(tuple(stretches[at]) for at in sorted(stretches))


def segment_text(mask: int, rules: Ruleset) -> str:
    """The stretches of a mask: "g1 to special_grain2, y1"."""
    stretches = [spaces for at, spaces in enumerate(segments(rules)) if mask >> at & 1]
    return ", ".join(
        spaces[0] if len(spaces) == 1 else f"{spaces[0]} to {spaces[-1]}" for spaces in stretches
    )


class Scene:
    """A position while its actions are put into words."""

    def __init__(self, block: bytes, rules: Ruleset) -> None:
        self.raw = unpacked_state(block)
        self.rules = rules
        self.names = rules.names
        self.figures = rules.figures
        self.seat: int = self.raw["seat"]
        self.mover = self.raw["player"][self.seat]

    def side(self, number: int) -> int:
        """0 for side a, 1 for side b, the same for every player."""
        return int(self.raw["sides"] >> number & 1)

    def place(self, space: int) -> str:
        """What a space of the trail is to the mover."""
        tile, kind = self.raw["tile"][space], self.figures["spaces"][space]["kind"]
        where = self.names.space_names[space]
        if not tile:
            return where
        if kind == core.SPACE_NEUTRAL:
            return f"neutral building {self.names.neutral[tile - 1]}"
        if kind == core.SPACE_FARMER:
            return f"the {self.names.tile_names[tile - 1]} on {where}"
        owner, number = divmod(tile - 1, len(self.mover["buildings"]))
        building = self.names.private[2 * number + self.side(number)]
        whose = "own" if owner == self.seat else f"seat {owner}'s"
        return f"{whose} building {building} on {where}"

    def local(self, index: int, alternative: int) -> str:
        """A local action where the mover stands."""
        return self.locals()[index][alternative]

    def locals(self) -> list[tuple[str, ...]]:
        """The alternatives of each there: a building's, then the risk action of its space."""
        space = self.mover["estanciero"]
        tile, kind = self.raw["tile"][space], self.figures["spaces"][space]["kind"]
        if kind == core.SPACE_NEUTRAL:
            building = self.figures["neutral"][tile - 1]
        else:
            number = (tile - 1) % len(self.mover["buildings"])
            building = self.figures["private_"][number][self.side(number)]
        found = building["locals"][: building["n_locals"]]
        if risk := self.figures["spaces"][space]["risk"]:
            found = [*found, risk - 1]
        return [self.names.local_texts[local] for local in found]

    def hiring_cost(self, row: int, worker: int) -> int:
        """Pesos for a worker of a row (from 0) under the icon of the pending decision."""
        change = self.raw["frames"][self.raw["depth"] - 1]["n"]
        strong = self.figures["tiles"][worker]["strong"]
        cost = self.figures["job_cost"][row] + change
        return max(0, int(cost + (self.figures["strength_surcharge"] if strong else 0)))


@lru_cache(maxsize=4)
def scene(block: bytes, rules: Ruleset) -> Scene:
    """The scene of a state or view, given by its bytes; made once for all of its actions."""
    return Scene(block, rules)


def local_actions(block: bytes, rules: Ruleset) -> list[tuple[str, ...]]:
    """The local actions at the building where the mover stands, each by its alternatives.

    The risk action of the space comes last.
    """
    return scene(block, rules).locals()


def _move(scene: Scene, value: int) -> str:
    space, paid = move_of(value)
    by = f", paying Hands on {segment_text(paid, scene.rules)}" if paid else ""
    return f"Move to {scene.place(space)}{by}"


def _place(scene: Scene, value: int) -> str:
    return f"Place the estanciero on {scene.place(value)}"


def _local(scene: Scene, value: int) -> str:
    text = scene.local(*local_of(value))
    given = " and ".join(scene.names.card_names[card] for card in cards_of(value, 2))
    said = not given or text.startswith(f"discard {given}:")
    return f"Local action: {text}" + ("" if said else f" (giving {given})")


def _local_auxiliary(scene: Scene, value: int) -> str:
    auxiliary, double = auxiliary_of(value)
    degree = "double" if double else "single"
    return f"Local action: {degree} auxiliary, {scene.names.auxiliary_texts[auxiliary][double]}"


def _auxiliary(scene: Scene, value: int) -> str:
    text = scene.names.auxiliary_texts[value][0]
    return f"Single auxiliary action instead of local ones: {text}"


def _help_here(scene: Scene, _: int) -> str:
    return f"Help {scene.place(scene.mover['estanciero'])}"


def _play(scene: Scene, value: int) -> str:
    text = scene.names.objective_texts[value - scene.figures["first_objective"]]
    return f"Play {scene.names.card_names[value]} ({text})"


def _objective(scene: Scene, value: int) -> str:
    text = scene.names.objective_texts[value - scene.figures["first_objective"]]
    return f"Take {scene.names.card_names[value]} from the display ({text})"


def _hire(scene: Scene, value: int) -> str:
    row, worker = hire_of(value)
    cost = scene.hiring_cost(row, worker)
    pesos = "1 peso" if cost == 1 else f"{cost} pesos"
    return f"Hire the {scene.names.tile_names[worker]} from row {row + 1} for {pesos}"


def _build(scene: Scene, value: int) -> str:
    side = scene.side(value)
    building = scene.figures["private_"][value][side]
    locals_ = building["locals"][: building["n_locals"]]
    text = "; ".join(" or ".join(scene.names.local_texts[local]) for local in locals_)
    return f"Build {scene.names.private[2 * value + side]} ({text})"


def _site(scene: Scene, value: int) -> str:
    if scene.raw["tile"][value]:
        return f"Replace {scene.place(value)}"
    return f"Put the building on {scene.names.space_names[value]}"


def _farmer(scene: Scene, value: int) -> str:
    return f"Choose {scene.place(value)}"


# By the verb of the notation; what is missing is said without the position.
_WORDS: dict[str, Callable[[Scene, int], str]] = {
    "move": _move,
    "place": _place,
    "local": _local,
    "local_aux": _local_auxiliary,
    "aux": _auxiliary,
    "help_here": _help_here,
    "play": _play,
    "objective": _objective,
    "hire": _hire,
    "build": _build,
    "site": _site,
    "farmer": _farmer,
}


def in_place(verb: str, argument: int, scene: Scene) -> str | None:
    """The text of an action that is legal in the scene; ``None``: the plain text will do."""
    words = _WORDS.get(verb)
    return words(scene, argument) if words else None
