"""The compiled core; its sources are in ``engine_c/``."""
