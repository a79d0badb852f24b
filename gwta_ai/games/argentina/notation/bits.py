"""How the parts of an action lie in its low bits, as in ``actions.pxd`` of the core.

A test compares the shifts and masks with the declarations there.
"""

from __future__ import annotations

DESTINATION_SHIFT = 20  # of a move; below it a mask of the stretches on which Hands are paid
LOCAL_SHIFT = 16
ALTERNATIVE_SHIFT = 12
LOCAL_MASK = 15  # of an alternative
CARD_SHIFT = 6
CARD_MASK = 63
OFFER_SHIFT = 12
HIRE_ROW_SHIFT = 3
QUAY_SHIFT = 6
BONUS_MASK = 63

_AUXILIARY_SHIFT, _AUXILIARY_MASK = 1, 7  # the lowest bit says whether it is done twice


def move_of(bits: int) -> tuple[int, int]:
    """The space, and the mask of the stretches on which Hands are paid."""
    return bits >> DESTINATION_SHIFT, bits & ((1 << DESTINATION_SHIFT) - 1)


def local_of(bits: int) -> tuple[int, int]:
    """The local action and its alternative, both from 0."""
    return bits >> LOCAL_SHIFT, bits >> ALTERNATIVE_SHIFT & LOCAL_MASK


def local_bits(local: int, alternative: int) -> int:
    return local << LOCAL_SHIFT | alternative << ALTERNATIVE_SHIFT


def auxiliary_of(bits: int) -> tuple[int, int]:
    """The auxiliary action of a local one, from 0, and 1 if it is the double one."""
    return bits >> _AUXILIARY_SHIFT & _AUXILIARY_MASK, bits & 1


def auxiliary_bits(auxiliary: int, double: bool) -> int:
    return auxiliary << _AUXILIARY_SHIFT | double


def hire_of(bits: int) -> tuple[int, int]:
    """The row of the job market, from 0, and the kind of worker."""
    return bits >> HIRE_ROW_SHIFT, bits & ((1 << HIRE_ROW_SHIFT) - 1)


def hire_bits(row: int, worker: int) -> int:
    return row << HIRE_ROW_SHIFT | worker


def delivery_of(bits: int) -> tuple[int, int]:
    """The quay and the bonus space."""
    return bits >> QUAY_SHIFT, bits & BONUS_MASK


def delivery_bits(quay: int, bonus: int) -> int:
    return quay << QUAY_SHIFT | bonus


def cards_of(bits: int, fields: int) -> list[int]:
    """The cards in the lowest ``fields`` fields, highest field first; 0 is no card."""
    shifts = range((fields - 1) * CARD_SHIFT, -1, -CARD_SHIFT)
    return [code - 1 for shift in shifts if (code := bits >> shift & CARD_MASK)]


def cards_bits(codes: list[int], fields: int) -> int:
    """Cards in ascending order in the highest of ``fields`` fields and on."""
    bits = 0
    for code in [code + 1 for code in codes] + [0] * (fields - len(codes)):
        bits = bits << CARD_SHIFT | code
    return bits
