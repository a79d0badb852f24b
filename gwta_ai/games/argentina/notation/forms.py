"""Every kind of action: its verb, what follows it, and its words without a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.notation.arguments import (
    REVEALED,
    Argument,
    Buy,
    Deliver,
    Hire,
    Id,
    Local,
    LocalAuxiliary,
    Move,
    Nothing,
    Number,
    Reveal,
    building_numbers,
    local_head,
    offers,
)
from gwta_ai.games.argentina.notation.bits import (
    auxiliary_of,
    cards_of,
    delivery_of,
    hire_of,
    move_of,
    offer_of,
)
from gwta_ai.games.argentina.notation.in_place import segment_text
from gwta_ai.games.argentina.ruleset import Catalogue, Ruleset

Say = Callable[[int, Ruleset], str]


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of action: its code in the core, its verb, and its ways in and out.

    ``example`` is the rest of an example notation, with the colon; empty where the
    verb stands alone. ``say`` raises ``IndexError`` as the argument does.
    """

    kind: int
    verb: str
    example: str
    argument: Argument
    say: Say

    @property
    def words(self) -> str:
        """The form with an example, for errors."""
        if not self.example:
            return f"{self.verb} stands alone"
        return f"the form is {self.verb}:{self.argument.pattern}, such as {self.verb}{self.example}"


# --- words -----------------------------------------------------------------------------------


def _just(text: str) -> Say:
    return lambda bits, rules: text


def _named(listed: Callable[[Catalogue], tuple[str, ...]], before: str, after: str = "") -> Say:
    """English with the name of an indexed component in it."""
    return lambda bits, rules: f"{before} {listed(rules.names)[bits]}{after}"


def _card(before: str, after: str = "") -> Say:
    return _named(lambda names: names.card_names, before, after)


def _space(before: str) -> Say:
    return _named(lambda names: names.space_names, before)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _counted(before: str, noun: str) -> Say:
    return lambda bits, rules: f"{before} {_count(bits, noun)}"


def _cards(bits: int, fields: int, rules: Ruleset) -> list[str]:
    return [rules.names.card_names[code] for code in cards_of(bits, fields)]


def _say_move(bits: int, rules: Ruleset) -> str:
    space, paid = move_of(bits)
    ways = segment_text(paid, rules)
    by = f", paying Hands on {ways}" if ways else ""
    return f"Move to {rules.names.space_names[space]}{by}"


def _say_local(bits: int, rules: Ruleset) -> str:
    cards = " and ".join(_cards(bits, 2, rules))
    return f"Use local action {local_head(bits)}" + (f", giving {cards}" if cards else "")


def _say_local_auxiliary(bits: int, rules: Ruleset) -> str:
    auxiliary, double = auxiliary_of(bits)
    degree = "double" if double else "single"
    return f"Use local action {local_head(bits)}: {degree} auxiliary action {auxiliary + 1}"


def _say_auxiliary(bits: int, rules: Ruleset) -> str:
    return f"Use single auxiliary action {rules.names.auxiliary[bits]} instead of local actions"


def _say_hire(bits: int, rules: Ruleset) -> str:
    row, worker = hire_of(bits)
    return f"Hire the {rules.names.tile_names[worker]} from row {row + 1}"


def _say_buy(bits: int, rules: Ruleset) -> str:
    gauchos, pesos, _ = offers(rules)[offer_of(bits)]
    cards = " and ".join(_cards(bits, 2, rules))
    return f"Buy {cards} with {_count(gauchos, 'gaucho')} for {_count(pesos, 'peso')}"


def _say_engine(bits: int, rules: Ruleset) -> str:
    name = rules.names.track[bits]
    if name.endswith("t"):
        return f"Move the engine to the turnout after space {name[:-1]}"
    return f"Move the engine to {f'space {name}' if name.isdigit() else f'the {name}'}"


def _say_reveal(bits: int, rules: Ruleset) -> str:
    cards = ", ".join(_cards(bits, REVEALED, rules))
    return f"Help the chosen farmers, revealing {cards or 'no cards'}"


def _say_deliver(bits: int, rules: Ruleset) -> str:
    quay, bonus = delivery_of(bits)
    return f"Deliver from {rules.names.quay_names[quay]} to {rules.names.bonus_names[bonus]}"


# --- the table -------------------------------------------------------------------------------


_NOTHING = Nothing()
_CARD = Id("card", "the id of a card", lambda names: names.cards)
_SPACE = Id("space", "the id of a trail space", lambda names: names.spaces)
_STATION = Id("station", "the number of a station", lambda names: names.stations)
_AUXILIARY = Id("auxiliary", "the number of an auxiliary action", lambda names: names.auxiliary)
_BUILDING = Id("building", "the number of a private building", building_numbers)
_POSITION = Id("position", "a position of the railroad", lambda names: names.track)
_DISC_SPACE = Id("disc_space", "the id of a disc space", lambda names: names.disc_spaces)
_WORKER = Id("worker", "the row of a worker", lambda names: names.rows)
_COLOUR = Id("colour", "a colour of farmers", lambda names: names.colours)
_SHIP = Id("ship", "the id of a ship", lambda names: names.ships)
_TILE = Id("tile", "the id of a tile", lambda names: names.tiles)
_COUNT = Number("count", "a number of cards")
_CERTIFICATES = Number("certificates", "a number of certificates")

FORMS = tuple(
    Form(*row)
    for row in (
        (core.ACT_PLACE, "place", ":n3", _SPACE, _space("Place the estanciero on")),
        (core.ACT_MOVE, "move", ":n4", Move(), _say_move),
        (core.ACT_LOCAL, "local", ":2", Local(), _say_local),
        (core.ACT_LOCAL_AUX, "local_aux", ":3+2double", LocalAuxiliary(), _say_local_auxiliary),
        (core.ACT_AUX, "aux", ":1", _AUXILIARY, _say_auxiliary),
        (core.ACT_HELP_HERE, "help_here", "", _NOTHING, _just("Help the farmer here")),
        (core.ACT_PLAY, "play", ":obj104", _CARD, _card("Play")),
        (core.ACT_TOKEN, "token", ":2", _COUNT, _counted("Exchange token: draw", "card")),
        (core.ACT_DISCARD, "discard", ":niata", _CARD, _card("Discard")),
        (core.ACT_REMOVE, "remove", ":niata", _CARD, _card("Remove", " from the game")),
        (core.ACT_DRAW, "draw", ":2", _COUNT, _counted("Draw", "card")),
        (core.ACT_HIRE, "hire", ":2,gaucho", Hire(), _say_hire),
        (
            core.ACT_BUILD,
            "build",
            ":4",
            _BUILDING,
            lambda bits, _: f"Build private building {bits + 1}",
        ),
        (core.ACT_BUILD_AT, "site", ":grain3", _SPACE, _space("Place the building on")),
        (core.ACT_BUY, "buy", ":caracu-2@1g4p", Buy(), _say_buy),
        (
            core.ACT_DRAW_CATTLE,
            "draw_cattle",
            "",
            _NOTHING,
            _just("A gaucho adds cards to the cattle market"),
        ),
        (core.ACT_ENGINE, "engine", ":14", _POSITION, _say_engine),
        (
            core.ACT_UPGRADE,
            "upgrade",
            ":3",
            _STATION,
            _named(lambda names: names.station_names, "Upgrade"),
        ),
        (
            core.ACT_DISC,
            "disc",
            ":aux3_a",
            _DISC_SPACE,
            _named(lambda names: names.disc_space_names, "Take the disc from"),
        ),
        (
            core.ACT_STATION_DISC,
            "station_disc",
            ":3",
            _STATION,
            _named(lambda names: names.station_names, "Take the disc from"),
        ),
        (
            core.ACT_MASTER,
            "master",
            ":gaucho",
            _WORKER,
            lambda bits, rules: (
                f"Give up the rightmost {rules.names.rows[bits]} for the station master"
            ),
        ),
        (core.ACT_OBJECTIVE, "objective", ":obj104", _CARD, _card("Take", " from the display")),
        (
            core.ACT_OBJECTIVE_STACK,
            "objective_stack",
            "",
            _NOTHING,
            _just("Take the top card of the objective stack"),
        ),
        (core.ACT_FARMER, "farmer", ":g2", _SPACE, _space("Choose the farmer on")),
        (core.ACT_REVEAL, "reveal", ":niata,caracu-2", Reveal(), _say_reveal),
        (
            core.ACT_ADD,
            "add",
            ":green",
            _COLOUR,
            lambda bits, rules: f"Add a {rules.names.colours[bits]} farmer to the granjero row",
        ),
        (core.ACT_DELIVER, "deliver", ":le_havre_1>le_havre_west_1", Deliver(), _say_deliver),
        (
            core.ACT_INCOME,
            "income",
            ":2",
            _CERTIFICATES,
            _counted("Take the income, spending", "certificate"),
        ),
        (core.ACT_SHIP, "ship", ":7p", _SHIP, _named(lambda names: names.ship_names, "Load")),
        (
            core.ACT_FORESIGHT,
            "foresight",
            ":gaucho",
            _TILE,
            _named(lambda names: names.tile_names, "Choose the"),
        ),
        (core.ACT_TAKE, "take", ":franqueiro-3", _CARD, _card("Take", " from the market")),
        (core.ACT_STOP, "stop", "", _NOTHING, _just("Stop here")),
        (core.ACT_FORFEIT, "forfeit", "", _NOTHING, _just("Forfeit")),
        (core.ACT_END, "end", "", _NOTHING, _just("End the visit")),
    )
)
BY_KIND = {form.kind: form for form in FORMS}
BY_VERB = {form.verb: form for form in FORMS}
