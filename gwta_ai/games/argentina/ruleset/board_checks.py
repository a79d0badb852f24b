"""What must hold on the boards of a ruleset: trail, job market, cities, tracks.

Every check raises RulesetError.

Rules: RR-11
"""

from __future__ import annotations

from collections import Counter

from gwta_ai.games.argentina.layout import core
from gwta_ai.games.argentina.ruleset import trail
from gwta_ai.games.argentina.ruleset.checks import at, at_most, numbered, require
from gwta_ai.games.argentina.ruleset.derived import (
    Tree,
    farmer_spaces,
    local_actions,
    quarter_bonus,
    track,
    workers_in,
)
from gwta_ai.games.argentina.ruleset.fields import NOTHING, Found
from gwta_ai.games.argentina.ruleset.grammar import BAGS


def trail_spaces(tree: Tree) -> None:
    """The graph, the letters of neutral spaces and the numbers of farmer spaces."""
    trail.check(tree["trail"])
    place = at("trail", "space")
    spaces, farmers = tree["trail"]["space"], farmer_spaces(tree)
    neutral = [space for space in spaces if space["kind"] == "neutral"]
    letters = Counter(space["letter"] for space in neutral)
    for space in neutral:
        letter, entry = space["letter"], at("trail.space", "letter", space["id"])
        require(letters[letter] == 1, entry, "a letter of its own", letter)
    number = len(tree["neutral_building"]["tile"])
    found = Found(str(len(neutral)))
    require(len(neutral) == number, place, f"{number} neutral spaces", found)
    at_most(len(farmers), core.MAX_FARMER_SPACES, place, "farmer spaces")
    of_colour = Counter(space["colour"] for space in farmers)
    numbers = Counter((space["colour"], space["number"]) for space in farmers)
    for space in farmers:
        colour, number = space["colour"], space["number"]
        once = numbers[colour, number] == 1 and number <= of_colour[colour]
        expected = f"numbers 1 .. {of_colour[colour]} once each for {colour}"
        require(once, at("trail.space", "number", space["id"]), expected, number)
    fees = set(trail.segments(trail.ordered(spaces)).values()) - {core.NO_SEGMENT}
    what = "stretches with building or farmer spaces"
    at_most(len(fees), core.MAX_SEGMENTS, place, what)


def routes(tree: Tree) -> None:
    """The longest movement has no more ways to go than the core can list."""
    steps = [space["steps"] for space in tree["player_board"]["disc_space"]]
    lengths = [
        entry["step_limit"] + sum(step[index] for step in steps)
        for index, entry in enumerate(tree["players"]["count"])
    ]
    for _, _, alternatives in local_actions(tree):
        for program in alternatives:
            lengths += [value for effect, value in program["gain"] if effect == "move"]
    place, longest = at("trail", "space"), max(lengths)
    at_most(longest, core.MAX_STEPS, place, "steps in one movement")
    order = trail.ordered(tree["trail"]["space"])
    ways = f"ways to go {longest} steps"
    at_most(trail.most_routes(order, longest), core.MAX_ROUTES, place, ways)
    at_most(trail.most_walks(order, longest), trail.MAX_WALKS, place, ways)


def job_market(tree: Tree) -> None:
    """Rows, the token's start, the first workers, and tiles enough to end the game."""
    rows, token_row = tree["job_market"]["row"], tree["job_market"]["token_row"]
    numbered("job_market.row", rows, "row")
    at_most(token_row, len(rows), at("job_market", "token_row"), "as a row")
    colours = {ship["colour"] for ship in tree["ship"]["tile"]}
    for row in rows:
        place = at("job_market.row", "depart", row["row"])
        known = row["depart"] is None or row["depart"] in colours
        require(known, place, "a colour that ships have", row["depart"])
    first = workers_in(tree, tree["setup"]["worker_bag"])
    tiles = sum(workers_in(tree, bag) for bag in BAGS)
    for entry in tree["players"]["count"]:
        place = at("players.count", "initial_workers", entry["players"])
        columns, workers = entry["job_columns"], entry["initial_workers"]
        expected = columns * token_row - 1
        words = f"{expected}: every space up to the one left of the token"
        require(workers == expected, place, words, workers)
        at_most(workers, first, place, "tiles of the worker bag")
        # With fewer tiles than spaces a game would never end.
        place = at("players.count", "job_columns", entry["players"])
        at_most(columns * len(rows), tiles, place, "spaces: there are no more worker tiles")


def ships_and_cities(tree: Tree) -> None:
    """Room for the pile and for all kinds of bonus spaces."""
    pile = sum(ship["pile"] for ship in tree["ship"]["tile"])
    at_most(pile, core.MAX_PILE, at("ship", "tile"), "ships in the pile")
    bonus = sum(len(quarter_bonus(quarter)) for quarter in tree["quarter"]["map"])
    at_most(bonus, core.MAX_BONUS, at("quarter", "map"), "kinds of bonus spaces in all")


def player_board(tree: Tree) -> None:
    """Markers on their tracks, disc spaces of auxiliary actions that exist."""
    board, setup, actions = tree["player_board"], tree["setup"], tree["auxiliary"]["action"]
    steps, limit = board["certificate_track"], board["certificate_limit"]
    place = at("player_board", "certificate_track")
    require(steps[0] == 0, place, "a track that begins with 0", steps)
    place = at("player_board", "certificate_limit")
    require(limit in steps, place, "a value of the track", limit)
    start = setup["certificates"]
    on_track = start in steps and start <= limit
    require(on_track, at("setup", "certificates"), "a value of the track up to the limit", start)
    at_most(setup["grain"], board["grain_limit"], at("setup", "grain"), "grain")
    numbered("auxiliary.action", actions, "number")
    for space in board["disc_space"]:
        higher = space["certificate_limit"]
        known = higher == 0 or (higher in steps and higher > limit)
        place = at("player_board.disc_space", "certificate_limit", space["id"])
        require(known, place, f"a value of the track above {limit}", higher)
        place = at("player_board.disc_space", "auxiliary", space["id"])
        at_most(space["auxiliary"], len(actions), place, "as an auxiliary action")
    with_disc = {space["auxiliary"] for space in board["disc_space"]}
    for action in actions:
        number = action["number"]
        place = at("auxiliary.action", "number", number)
        require(number in with_disc, place, "a disc space that belongs to it", NOTHING)


def railroad(tree: Tree) -> None:
    """Spaces within the line, turnouts of their own, the last station at its end."""
    road, stations = tree["railroad"], tree["station"]["tile"]
    last, shared = road["last_space"], road["shared_spaces"]
    for field in ("start_space", "depot_exit"):
        at_most(road[field], last, at("railroad", field), "as a space")
    place, start = at("railroad", "shared_spaces"), road["start_space"]
    require(start in shared, place, f"the start space {start} among them", shared)
    require(shared[-1] < last, place, f"spaces below {last}", shared)
    numbered("station.tile", stations, "number")
    turnouts: set[int] = set()
    for station in stations:
        number, after = station["number"], station["turnout_after"]
        if after is None:
            place = at("station.tile", "at_space", number)
            found = station["at_space"]
            require(found == last, place, f"the last space, {last}", found)
            continue
        place = at("station.tile", "turnout_after", number)
        own = after < last and after not in turnouts
        require(own, place, f"a space below {last} of its own", after)
        place = at("station.tile", "repeatable", number)
        require(not station["repeatable"], place, "false but on the last space", True)
        turnouts.add(after)
    found = Found(str(len(stations) - len(turnouts)))
    require(found == "1", at("station", "tile"), f"one station at_space {last}", found)
    positions = len(track(tree)) + 1
    what = "positions, turnouts and depot included"
    at_most(positions, core.MAX_TRACK, at("railroad", "last_space"), what)
    for space in tree["trail"]["space"]:
        if space["kind"] == "ramp":
            place = at("trail.space", "threshold", space["id"])
            at_most(space["threshold"], last, place, "as a railroad space")
    masters = sum(station["master"] for station in stations)
    place, found = at("setup", "station_masters"), tree["setup"]["station_masters"]
    require(found == masters, place, f"{masters}, the stations with a master space", found)
    at_most(masters, len(tree["station_master"]["tile"]), place, "station masters")


def draws(tree: Tree) -> None:
    """What the end of a turn draws at once: hand, cattle market, tiles, ships."""
    board = tree["player_board"]
    number = board["hand_limit"] + sum(space["hand_limit"] for space in board["disc_space"])
    number += max(entry["cattle_market"] for entry in tree["players"]["count"])
    number += core.FORESIGHT * len(BAGS) + sum(ship["pile"] for ship in tree["ship"]["tile"])
    what = "draws at the end of a turn, cattle market, tiles and ships included"
    at_most(number, core.MAX_REVEALS, at("player_board", "hand_limit"), what)
