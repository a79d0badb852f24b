"""The wing of *Great Western Trail: Argentina*; ``game`` is its door."""

import os.path
from typing import Final

NAME: Final = "argentina"
DATA: Final = os.path.join(os.path.dirname(__file__), "data")
"""The folder of what ships."""
