# cython: language_level=3
"""The exponential and the logarithm of the core, for what is shown to be the same everywhere."""
from engine_c.common cimport elementary


def exponential(double x):
    """e to the power of ``x``, which counts as -700 below and as 700 above."""
    return elementary.exponential(x)


def logarithm(double x):
    """The natural logarithm. Raises ValueError for what is no normal number above 0."""
    if not LEAST <= x <= MOST:
        raise ValueError(f"expected a normal number above 0, got {x}")
    return elementary.logarithm(x)


LEAST, MOST = 2.2250738585072014e-308, 1.7976931348623157e308
