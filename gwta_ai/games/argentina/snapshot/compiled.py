"""The compiled reader and writer of a ruleset's snapshots: its ids, packed and in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgpack

from gwta_ai._engine.snapshot import Codec
from gwta_ai.games.argentina.notation.names import STAGES
from gwta_ai.games.argentina.position.layout import DECISIONS, FRAMES
from gwta_ai.games.argentina.ruleset import limits as core
from gwta_ai.games.argentina.snapshot import board, decisions, people
from gwta_ai.games.argentina.snapshot.lexicon import Lexicon


@lru_cache(maxsize=32)
def codec(lexicon: Lexicon) -> Codec:
    """The codec of a ruleset, made once."""
    ids = {kind: [_packed(name) for name in names] for kind, names in _ids(lexicon).items()}
    return Codec(lexicon.core.table(core.MAX_PLAYERS), ids, _programs(lexicon))


def _packed(name: str | int) -> bytes:
    """The id in msgpack; no bytes where there is none."""
    packed: bytes = msgpack.packb(name)
    return packed if name != "" else b""


def _ids(lexicon: Lexicon) -> dict[str, Sequence[str | int]]:
    """Every kind of id in the order of the core's indices or codes, empty where none is."""
    names, compiled = lexicon.names, lexicon.compiled
    by_code = {code: name for name, code in DECISIONS.items()}
    building_spaces = set(lexicon.figures.building_spaces)
    sites = [name if at in building_spaces else "" for at, name in enumerate(names.spaces)]
    return {
        "formats": (board.STATE, board.VIEW),
        "game": (board.GAME,),
        "ruleset": (lexicon.ruleset.digest,),
        "cards": names.cards,
        "cattle": names.cattle,
        "objectives": names.objectives,
        "classes": names.classes,
        "tiles": names.tiles,
        "farmer_tiles": names.tiles[core.WORKER_KINDS :],
        "workers": names.workers,
        "station_workers": lexicon.workers,
        "colours": names.colours,
        "bags": names.bags,
        "rows": names.rows,
        "strengths": people.STRENGTHS,
        "spaces": names.spaces,
        "sites": (*sites, people.OUT),
        "neutral_spaces": names.neutral_spaces,
        "neutral": names.neutral,
        "farmer_spaces": names.farmer_spaces,
        "numbers": lexicon.numbers,
        "ships": names.ships,
        "quays": names.quays,
        "bonus": names.bonus,
        "stations": names.stations,
        "masters": names.masters,
        "track": names.track,
        "disc_spaces": names.disc_spaces,
        "certificates": compiled["certificate_track"][: compiled["n_certificates"]],
        "offers": names.offers,
        "programs": lexicon.programs,
        "decisions": [by_code.get(code, "") for code in range(len(FRAMES))],
        "visits": decisions.VISITS,
        "stages": STAGES,
    }


def _programs(lexicon: Lexicon) -> bytes:
    """Where each program stands, a bit for each kind of place, as in position_figures.pxd."""
    figures = lexicon.figures
    places: Iterable[frozenset[int]] = (
        figures.visit_programs,
        figures.goal_programs,
        figures.objective_programs,
        figures.worker_programs,
        figures.granjero_programs,
        figures.bonus_programs,
        figures.master_programs,
    )
    masks = [0] * lexicon.compiled["n_programs"]
    for bit, programs in enumerate(places):
        for index in programs:
            masks[index] |= 1 << bit
    return bytes(masks)
