"""How the parts of an action lie in its low bits; where, ``actions.pxd`` of the core says."""

from __future__ import annotations

from gwta_ai.games.argentina.layout import core


def move_of(bits: int) -> tuple[int, int]:
    """The space, and the mask of the stretches on which Hands are paid."""
    return bits >> core.DESTINATION_SHIFT, bits & ((1 << core.DESTINATION_SHIFT) - 1)


def move_bits(space: int, segments: int) -> int:
    return space << core.DESTINATION_SHIFT | segments


def local_of(bits: int) -> tuple[int, int]:
    """The local action and its alternative, both from 0."""
    return bits >> core.LOCAL_SHIFT, bits >> core.ALTERNATIVE_SHIFT & core.LOCAL_MASK


def local_bits(local: int, alternative: int) -> int:
    return local << core.LOCAL_SHIFT | alternative << core.ALTERNATIVE_SHIFT


def auxiliary_of(bits: int) -> tuple[int, int]:
    """The auxiliary action of a local one, from 0, and 1 if it is the double one."""
    return bits >> core.AUXILIARY_SHIFT & core.AUXILIARY_MASK, bits & 1


def auxiliary_bits(auxiliary: int, double: bool) -> int:
    return auxiliary << core.AUXILIARY_SHIFT | double


def hire_of(bits: int) -> tuple[int, int]:
    """The row of the job market, from 0, and the kind of worker."""
    return bits >> core.HIRE_ROW_SHIFT, bits & ((1 << core.HIRE_ROW_SHIFT) - 1)


def hire_bits(row: int, worker: int) -> int:
    return row << core.HIRE_ROW_SHIFT | worker


def offer_of(bits: int) -> int:
    """The offer of the cattle market, below which the cards stand."""
    return bits >> core.OFFER_SHIFT


def offer_bits(offer: int) -> int:
    return offer << core.OFFER_SHIFT


def delivery_of(bits: int) -> tuple[int, int]:
    """The quay and the bonus space."""
    return bits >> core.QUAY_SHIFT, bits & core.BONUS_MASK


def delivery_bits(quay: int, bonus: int) -> int:
    return quay << core.QUAY_SHIFT | bonus


def cards_of(bits: int, fields: int) -> list[int]:
    """The cards in the lowest ``fields`` fields, highest field first; 0 is no card."""
    shifts = range((fields - 1) * core.CARD_SHIFT, -1, -core.CARD_SHIFT)
    return [code - 1 for shift in shifts if (code := bits >> shift & core.CARD_MASK)]


def cards_bits(codes: list[int], fields: int) -> int:
    """Cards in ascending order in the highest of ``fields`` fields and on."""
    bits = 0
    for code in [code + 1 for code in codes] + [0] * (fields - len(codes)):
        bits = bits << core.CARD_SHIFT | code
    return bits
