"""What the core declares, as constants: made by ``setup.py``, see ``engine_c/declarations.py``."""
