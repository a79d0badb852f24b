"""The fields of a state of the core by name, to be read, changed and made a state again."""

from __future__ import annotations

from gwta_ai._engine.argentina.core import CompiledRules, CoreState
from gwta_ai.games.argentina.layout import STRUCTS, Raw, packed_state, unpacked_state


def fields_of(state: CoreState) -> Raw:
    """A copy of all fields, named as in ``state.pxd``."""
    return unpacked_state(state.bytes())


def state_of(rules: CompiledRules, raw: Raw) -> CoreState:
    """The state with these fields, possible or not. Raises ``struct.error`` for no room."""
    return CoreState.from_bytes(rules, packed_state(raw))


def blank_state() -> Raw:
    return unpacked_state(bytes(STRUCTS.size("State")))


def blank_frame() -> Raw:
    return STRUCTS.unpack("Frame", bytes(STRUCTS.size("Frame")))
