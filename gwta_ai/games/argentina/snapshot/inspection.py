"""A snapshot of plain values taken apart: its faults of form, and the core's state if any.

What could not be read is blank in that state. ``Findings.rests_on_blanks`` tells of a
fault of the position whether it may come of that alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from gwta_ai.common.form.flaws import NOTHING, Flaw, Flaws
from gwta_ai.common.form.values import Digest, Exactly, Kind
from gwta_ai.errors import RulesetError
from gwta_ai.games.argentina import NAME
from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.ruleset import Ruleset
from gwta_ai.games.argentina.snapshot import board
from gwta_ai.games.argentina.snapshot.contradictions import settle
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon, lexicon
from gwta_ai.games.argentina.snapshot.positions import FORMATS, VIEW_VERSIONS, VIEWER, block_of
from gwta_ai.games.argentina.snapshot.split import put_in_bags

Data = dict[str, Any]
_OF_A_HIDDEN_HAND = ("hand_size", "hand_or_draw")


@dataclass
class Findings:
    """What was found: ``block``, the bytes of a position, its snapshot mended, and the words.

    These are ``None`` where nothing could be made of it.
    """

    flaws: Flaws = field(default_factory=Flaws)
    block: bytes | None = None
    plain: Data | None = None
    words: Lexicon | None = None

    def rests_on_blanks(self, path: str) -> bool:
        """Whether a fault of the position at ``path`` compares what could not be read."""
        blanks = [flaw.path for flaw in self.flaws if not flaw.certain]
        return any(_within(path, blank) or _within(blank, path) for blank in blanks) or any(
            re.match(compared, blank)
            for faults, compared in _COMPARED
            if re.match(faults, path)
            for blank in blanks
        )


def inspect(data: object, ruleset: Ruleset | None) -> Findings:
    """Read as much as can be."""
    found = Findings()
    _read(data, ruleset, found)
    found.flaws[:] = [
        flaw if flaw.mend else flaw._replace(mend=_hint(flaw)) for flaw in found.flaws
    ]
    return found


def _read(data: object, ruleset: Ruleset | None, found: Findings) -> None:
    flaws = found.flaws
    if not isinstance(data, dict):
        flaws.tell("", "a map", data)
        return
    head: Data = {"version": board.VERSION, "game": NAME}
    if not _of_this_program(data, flaws):
        return
    is_view = _is_view(data, flaws)
    head["format"] = board.VIEW if is_view else board.STATE
    words = lexicon(_ruleset(data, ruleset, flaws))
    head["ruleset"] = words.ruleset.digest
    viewer = None
    if is_view:
        viewer = _viewer(data, flaws)
        if viewer is None:
            return
        head["view_of"] = viewer
    if is_view and data.get("version") == board.OPEN_VERSION:
        head["version"] = board.OPEN_VERSION
    plain: Data = board.record(words, viewer, head["version"]).look(data | head, "", flaws)
    if plain["players"] and not flaws.full:
        is_open = head["version"] == board.OPEN_VERSION and put_in_bags(plain, words, flaws)
        settle(plain, words, flaws)
        found.words, found.plain = words, plain
        found.block = block_of(plain, words, viewer, is_open=is_open)


# What is often got wrong: the path, the beginning of what is expected, and a word on it.
_HINTS = (
    (
        r"players\[\d+\]\.workers\.\w+",
        "a",
        f"a row has {core.ROW_SPACES} spaces, and the printed worker, on the first, is not named",
    ),
    (
        r"players\[\d+\]\.(hand|draw_stack)",
        "one of the fields",
        "a view has hand and draw_stack of its own seat, of the others hand_size and hand_or_draw",
    ),
    (
        r"players\[\d+\]\.(hand_size|hand_or_draw)",
        "one of the fields",
        "a state, and the own seat of a view, has hand and draw_stack",
    ),
    (r"version", "", "another release of gwta-ai wrote it; a newer one reads all versions before"),
    (r"random", "one of the fields", "a view has no random numbers"),
    (r"view_of", "one of the fields", f'the format of a view is "{board.VIEW}"'),
)


def _hint(flaw: Flaw) -> str | None:
    if flaw.got is NOTHING:  # what is not there has no habit
        return None
    for path, expected, hint in _HINTS:
        if re.fullmatch(path, flaw.path) and flaw.expected.startswith(expected):
            return hint
    return None


# --- the head ------------------------------------------------------------------------------------


def _head(data: Data, name: str, kind: Kind, flaws: Flaws) -> Any:
    """A field of the head, ``None`` if nothing can be made of it."""
    if name not in data:
        flaws.tell(name, kind.words, NOTHING)
        return None
    before = len(flaws)
    value = kind.look(data[name], name, flaws)
    return value if flaws.relied_on(before) else None


def _of_this_program(data: Data, flaws: Flaws) -> bool:
    """Whether version and game are those this program knows, or just not said."""
    kind = Exactly(board.VERSION) if data.get("format") == board.STATE else VIEW_VERSIONS
    version = _head(data, "version", kind, flaws)
    game = _head(data, "game", Exactly(NAME), flaws)
    newer = version is None and type(data.get("version")) is int
    return not newer and (game is not None or not isinstance(data.get("game"), str))


def _is_view(data: Data, flaws: Flaws) -> bool:
    form = _head(data, "format", FORMATS, flaws)
    if form is not None:
        return bool(form == board.VIEW)
    players = data.get("players")
    return "view_of" in data or any(
        name in player
        for player in (players if isinstance(players, list) else ())
        if isinstance(player, dict)
        for name in _OF_A_HIDDEN_HAND
    )


def _ruleset(data: Data, given: Ruleset | None, flaws: Flaws) -> Ruleset:
    """The ruleset of the digest, or the one that is likely meant."""
    digest = _head(data, "ruleset", Digest(), flaws)
    default = given or Ruleset.default()
    if digest is None:
        last: Flaw = flaws.pop()
        flaws.append(last._replace(mend=_in_use(default), certain=True))
        return default
    if given is not None and digest != given.digest:
        flaws.tell("ruleset", f"{given.digest}, as the given ruleset has", digest, certain=True)
        return given
    try:
        return given or Ruleset.by_digest(digest)
    except RulesetError:
        mend = f"GWTA_RULESET can name its file, or else {_in_use(default)}"
        flaws.tell("ruleset", "the digest of a known ruleset", digest, mend, certain=True)
        return default


def _in_use(ruleset: Ruleset) -> str:
    return f"{ruleset.digest} is the ruleset in use, {ruleset.title}"


def _viewer(data: Data, flaws: Flaws) -> int | None:
    """The seat of a view; where it is not said, the one whose hand is there."""
    viewer: int | None = _head(data, "view_of", VIEWER, flaws)
    if viewer is not None:
        return viewer
    players = data.get("players")
    shown = [
        seat
        for seat, player in enumerate(players if isinstance(players, list) else ())
        if isinstance(player, dict) and "hand" in player
    ]
    if len(shown) != 1 or shown[0] >= core.MAX_PLAYERS:
        return None
    last: Flaw = flaws.pop()
    mend = f"{shown[0]}, whose hand is given"
    flaws.append(last._replace(mend=mend, certain=True))
    return shown[0]


# --- which faults rest on what could not be read -------------------------------------------------


def _within(path: str, outer: str) -> bool:
    """Whether ``path`` is that of ``outer`` or of something in it."""
    return path.startswith(outer) and path[len(outer) : len(outer) + 1] in ("", ".", "[")


_PLAYER = r"players\[\d+\]"
# Paths of faults of the position, and the fields that are compared there.
_COMPARED = (
    (
        rf"cards\.|{_PLAYER}\.cards|out_of_the_game\.cards|{_PLAYER}\.(hand|known)",
        rf"{_PLAYER}($|\.(hand|known|draw_stack|discard|objectives))|cattle_market|market_stack"
        r"|objective_|exhaustion_stack|out_of_the_game($|\.cards)",
    ),
    (
        r"tiles\.|bags\.|foresight\.|helped_farmers|out_of_the_game\.tiles",
        rf"{_PLAYER}($|\.(workers|farmers))|bags|foresight|job_market($|\.rows)|stations"
        r"|trail($|\.farmers)|helped_farmers|out_of_the_game($|\.tiles)",
    ),
    (r"job_market", rf"job_market|{_PLAYER}($|\.workers)|stations"),
    (rf"{_PLAYER}\.(discs|.+_discs)|city_discs", rf"{_PLAYER}($|\.(discs|.+_discs))"),
    (rf"{_PLAYER}\.ship_discs|ships\.", r"ships"),
    (r"stations|station_masters", rf"stations|out_of_the_game|{_PLAYER}($|\.station_masters)"),
    (r"objective_display", r"objective_"),
    (r"trail$", rf"trail|{_PLAYER}($|\.buildings)"),
    (r"trail\.neutral", r"trail($|\.neutral)"),
    (r"trail\.farmers", r"trail($|\.farmers)"),
    (rf"{_PLAYER}\.engine", rf"{_PLAYER}($|\.engine)"),
    (rf"{_PLAYER}\.certificates", rf"{_PLAYER}($|\.discs)"),
    (rf"{_PLAYER}\.(estanciero|hand_size|pesos)", r"turn|seat|decisions|over|players$"),
    (r"seat|turn", r"turn|seat|players$"),
    (r"ending|over", r"ending|over|turn|seat|job_market($|\.token_row)|decisions"),
    (r"decisions", r"over|seat|turn|players|ships|trail|job_market|decisions"),
)
