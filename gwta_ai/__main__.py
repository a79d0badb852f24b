"""The program ``gwta-ai``, also as ``python -m gwta_ai``; the verbs are in ``cli``."""

import sys


def main() -> None:
    """Runs the command line on the arguments of the process, then exits.

    Loading it takes long enough for an interrupt to fall into it.
    """
    try:
        from gwta_ai.common import interrupts

        interrupts.end_at_once(_PLAIN if "--json" not in sys.argv else _JSON)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    from gwta_ai.cli import main as run

    run()


# As ``cli.program`` says it.
_PLAIN = "gwta-ai: interrupted"
_JSON = '{"error": {"code": 130, "file": null, "path": null, "message": "interrupted"}}'

if __name__ == "__main__":
    main()
