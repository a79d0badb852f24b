"""The rules compiled; see ``engine_c/argentina/table/table.pyx``."""

CALLS: object
