"""The compiled game *Argentina*; its sources are in ``engine_c/argentina/``."""
