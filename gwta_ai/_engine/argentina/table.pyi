"""The rules compiled; see ``engine_c/argentina/table/table.pyx``."""

CALLS: object

def random_games(table: object, players: int, games: int, seed: int) -> tuple[int, float]: ...
