"""``python -m gwta_ai`` is the command line."""

from gwta_ai.cli import main

main()
