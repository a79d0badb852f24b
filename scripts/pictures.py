"""Pictures of a few positions as text, and the golden files of them.

``python scripts/pictures.py NAME`` prints one; ``python scripts/pictures.py --golden``
writes all of them to ``tests/golden/`` anew. Look at the difference before committing it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from pathlib import Path

import click

from gwta_ai import State, View, new_game
from gwta_ai.games.argentina.picture.page import plain
from gwta_ai.play import examples

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
_DEEP = 5  # pending decisions that make a position one in the middle of an action


def midgame() -> State | View:
    """The example, as a whole game."""
    return examples.load("midgame")


def inside_an_action() -> View:
    """Two players: what the one sees while the other is deep in an action."""
    for seed in count():
        state = new_game(2, seed, buildings="random", neutral="random")
        choose = random.Random(seed).choice
        while not state.is_over:
            if len(state.to_dict()["decisions"]) >= _DEEP:
                return state.view(1 - (state.seat_to_move or 0))
            state.apply(choose(state.legal_actions()))
    raise AssertionError("the numbers have no end")


def finished() -> State:
    """Four players: the end of a random game."""
    state = new_game(4, 22, buildings="b", neutral="random")
    choose = random.Random("finished").choice
    while not state.is_over:
        state.apply(choose(state.legal_actions()))
    return state


# Name: the position and the width of its picture.
PICTURES: dict[str, tuple[Callable[[], State | View], int]] = {
    "midgame": (midgame, 80),
    "inside-an-action": (inside_an_action, 80),
    "finished": (finished, 120),
}


def golden_file(name: str) -> Path:
    """Where the golden picture of that name lies."""
    return GOLDEN / f"picture-{name}.txt"


def picture(name: str) -> str:
    """The picture of that name as it is now."""
    position, width = PICTURES[name]
    return plain(position(), width)


@click.command()
@click.argument("name", required=False, type=click.Choice(list(PICTURES)))
@click.option("--golden", is_flag=True, help="Write the golden files of all pictures anew.")
def main(name: str | None, golden: bool) -> None:
    """Print a picture, or write the golden files."""
    if golden:
        for each in PICTURES:
            text = picture(each)
            golden_file(each).write_text(text, encoding="utf-8")
            click.echo(f"{each}: {len(text.splitlines())} lines")
    elif name is not None:
        click.echo(picture(name), nl=False)
    else:
        raise click.UsageError("Expected a name or --golden.")


if __name__ == "__main__":
    main()
