"""What each field of a snapshot means, in words; form and range are the kinds' to tell.

The JSON Schema and the tables of ``docs/snapshots.md`` say it in these words; a test holds
the page to them.
"""

from __future__ import annotations

DOCUMENT = (
    "The ids are those of the ruleset that ships with the package. A field that is not required"
    " then has the value of an unused one: false, null, 0 or empty; a pile of a view follows from"
    " the rest. Whether the fields agree with one another, `gwta-ai check FILE` tells."
)

_MEANINGS = {
    # The head.
    "format": "What the file holds.",
    "version": "Version of the format.",
    "game": "The game.",
    "ruleset": "Digest (SHA-256) of the ruleset the game is played with; ids and counts are those"
    " of this ruleset.",
    "view_of": "The seat whose view it is; seats count from 0.",
    # The game.
    "players": "One map a player, in the order of the seats; the index is the seat.",
    "turn": "Turns begun so far in the whole game, the present one included. At its bound, which"
    " no game comes near, the counter goes through its last round again.",
    "seat": "The seat whose turn it is: the remainder of (turn - 1) by the number of players.",
    "over": "Whether the game has ended.",
    "ending": "Seat that moved the job market token out, which ends the game; null before.",
    "random": "State of the random generator, for reshuffles to come.",
    "sides": "Side of each private building, by number from 1; the same for all players.",
    # The board.
    "trail": "What stands on the trail, but for private buildings, which stand with their owners.",
    "trail.neutral": "The neutral building on each neutral space.",
    "trail.farmers": "The granjeros on the trail, by farmer space; empty spaces are not listed.",
    "trail.farmers.tile": 'The tile: colour, strength, and "b" or "g" for a black or green hand.',
    "trail.farmers.coins": "Fees lying at the granjero, in pesos.",
    "job_market": "The job market.",
    "job_market.token_row": "Row of the token, counted from 1 at the top; null once it has left"
    " the board.",
    "job_market.rows": 'Workers in each row from the top, in tiles by worker; "+" marks a strength'
    " icon.",
    "foresight": "The tiles on the foresight spaces.",
    "foresight.A": "Tiles of the first pair.",
    "foresight.B": "Tiles of the second pair.",
    "foresight.C": "Tiles of the third pair.",
    "bags": "The bags of worker and farmer tiles.",
    "bags.A": "Bag A; the next tile is the last of the list.",
    "bags.B": "Bag B; the next tile is the last of the list.",
    "bags.C": "Bag C; the next tile is the last of the list.",
    "cattle_market": "Cards in the cattle market, in copies by card.",
    "market_stack": "Stack of the cattle market; the next card is the last of the list.",
    "objective_display": "Objective cards that lie open.",
    "objective_stack": "Objective stack; the next card is the last of the list.",
    "ships": "Where the ships are; each ship is in one of three places.",
    "ships.loading_zone": "Ships that can be loaded.",
    "ships.pile": "Pile of ships; the next ship is the last of the list.",
    "ships.departed": "Ships that have left.",
    "stations": "Stations on which something lies, by number.",
    "stations.master": "The station master that can be taken there.",
    "stations.worker": "The worker given up there for a station master.",
    "exhaustion_stack": "Exhaustion cards in the stack.",
    "out_of_the_game": "What was removed from the game.",
    "out_of_the_game.cards": "Cards removed, in copies by card.",
    "out_of_the_game.tiles": "Farmer tiles returned to the box, in tiles by kind.",
    "out_of_the_game.station_masters": "Station masters that are not in play.",
    "helped_farmers": "Farmer tiles that players have received so far, wherever they are now, in"
    " tiles by kind, of all players together.",
    "decisions": "The decisions under way, from the turn itself to the one at hand, which is the"
    " last; none when the game is over.",
    # A player.
    "players.pesos": "Money, in pesos.",
    "players.grain": "Grain marker, in grain.",
    "players.certificates": "Value shown by the certificate marker, in temporary certificates.",
    "players.exchange_tokens": "Exchange tokens held.",
    "players.estanciero": "Where the estanciero stands; null before the first turn.",
    "players.engine": 'Where the engine stands: a space, a turnout ("8t" is the one after space 8)'
    " or the depot.",
    "players.discs": "Disc spaces of the player board that still hold their disc.",
    "players.workers": "Hired workers by row; the printed ones are not listed.",
    "players.workers.gaucho": "Hired gauchos from the second space on, with or without a strength"
    " icon.",
    "players.workers.carpintero": "Hired carpinteros, likewise from the second space on.",
    "players.workers.maquinista": "Hired maquinistas, likewise from the second space on.",
    "players.workers.granjero": "Number of granjeros added to the row.",
    "players.farmers": "Granjeros beside the player board, in tiles by colour.",
    "players.buildings": 'Private buildings that were built, by number: the space, or "out" where'
    " it was replaced. Those not listed lie above the player board.",
    "players.objectives": "Objective cards in the objective area.",
    "players.station_masters": "Station masters taken.",
    "players.ship_discs": "Own discs on ships of the loading zone, in discs by ship.",
    "players.quay_discs": "Own discs on quays, in discs by quay.",
    "players.station_discs": "Own discs on stations, in discs by station.",
    "players.city_discs": "Own discs on the bonus spaces of the cities, in discs by kind of space.",
    "players.hand": "Cards in hand, in copies by card.",
    "players.hand_size": "Of the other seats: cards in hand, the known ones included.",
    "players.known": "Those cards in hand that everybody knows to be there, in copies by card.",
    "players.draw_stack": "Draw stack; the next card is the last of the list.",
    "players.hand_or_draw": "Of the other seats: the cards in hand that are not known and those of"
    " the draw stack together, in copies by card.",
    "players.discard": "Discard pile, in copies by card.",
    # Decisions.
    "decisions.place_estanciero": "In the first turn: on which neutral building the estanciero"
    " starts.",
    "decisions.move": "Phase A: where the estanciero moves.",
    "decisions.local_action": "Phase B: what is done at a place on the trail.",
    "decisions.local_action.visit": 'How far the visit is: nothing was done yet ("open"), local'
    ' actions were ("local_actions"), or nothing more of the place can be used ("closed").',
    "decisions.local_action.done": "Local actions that were done, by their numbers on the"
    " building; the risk action of the space comes after these.",
    "decisions.local_action.last": "The local action that was chosen last.",
    "decisions.local_action.visit_before": 'How far the visit was before the last choice; "open"'
    " where it is left out.",
    "decisions.buenos_aires": "What is done in Buenos Aires; `state.decision` gives its stage.",
    "decisions.buenos_aires.stage": "What comes next in Buenos Aires.",
    "decisions.buenos_aires.token_row_on_arrival": "Row of the job market token when the visit"
    " began; null if it had left the board.",
    "decisions.buenos_aires.income": "Total of the income, once it was taken, as a value for"
    " ships.",
    "decisions.program": "Nothing: an action with several effects, one of which is under way.",
    "decisions.program.action": "The action that is being carried out, by the place where it is"
    " printed.",
    "decisions.program.effects_done": "Effects of it that were begun.",
    "decisions.program.performed": "Whether anything of it was performed.",
    "decisions.discard_for_reward": "The card that an action costs.",
    "decisions.discard_for_reward.action": "The action whose cost is the card.",
    "decisions.discard": "Cards to discard.",
    "decisions.discard.cards": "Cards still to be discarded.",
    "decisions.discard.from": "The first card, in the order of `names.cards`, that may still be"
    " chosen; where it is left out, the first of all.",
    "decisions.remove": "Cards to remove from the game.",
    "decisions.remove.cards": "Cards that may still be removed, at most.",
    "decisions.remove.from": "The first card, in the order of `names.cards`, that may still be"
    " chosen; where it is left out, the first of all.",
    "decisions.draw": "How many cards to draw.",
    "decisions.draw.cards": "Cards that may be drawn, at most.",
    "decisions.draw.then": "What has to be done with as many cards afterwards.",
    "decisions.move_on": "Where the estanciero moves on within phase B.",
    "decisions.move_on.steps": "Steps, at most.",
    "decisions.hire": "Which worker to hire.",
    "decisions.hire.cost_change": "Change of the hiring cost, in pesos.",
    "decisions.build": "Which building to build.",
    "decisions.build.pesos_per_carpintero": "Price for each carpintero, in pesos.",
    "decisions.building_site": "Where it goes.",
    "decisions.building_site.building": "Number of the building that was chosen.",
    "decisions.building_site.pesos_per_carpintero": "Price for each carpintero, in pesos.",
    "decisions.buy_cattle": "Which cards to buy.",
    "decisions.buy_cattle.gauchos": "Gauchos not used yet.",
    "decisions.buy_cattle.begun": "Whether a gaucho was used.",
    "decisions.buy_cattle.last_purchase": "The last purchase since cards were added to the market;"
    " purchases go in ascending order.",
    "decisions.buy_cattle.last_purchase.offer": "The offer that was taken.",
    "decisions.buy_cattle.last_purchase.cards": "The cards that were bought.",
    "decisions.engine": "How far the engine moves.",
    "decisions.engine.spaces": "Spaces forward, at most.",
    "decisions.upgrade_station": "Whether the station at hand is upgraded.",
    "decisions.upgrade_station.station": "The station that may be upgraded.",
    "decisions.place_disc": "Which disc is taken.",
    "decisions.place_disc.on": "What the disc is for: a ship, a station or a quay.",
    "decisions.place_disc.on.ship": "A ship of the loading zone.",
    "decisions.place_disc.on.station": "A station.",
    "decisions.place_disc.on.quay": "A quay.",
    "decisions.station_master": "Which worker is given up for the station master.",
    "decisions.station_master.station": "The station whose master may be taken.",
    "decisions.upgrade_behind": "Which station behind the engine is upgraded.",
    "decisions.objective": "Which objective card to take.",
    "decisions.help_granjeros": "Which granjeros to help, then which cards to reveal.",
    "decisions.help_granjeros.whom": "How many granjeros may be helped, or the space of the only"
    " one.",
    "decisions.help_granjeros.extra_strength": "Strength added by the building.",
    "decisions.help_granjeros.farmers": "Farmer spaces chosen so far, in trail order.",
    "decisions.add_granjero": "Which of the granjeros just received goes into the row.",
    "decisions.add_granjero.received": "Granjeros just received, in tiles by colour; each may be"
    " added to the row.",
    "decisions.extra_delivery": "Which disc is delivered where.",
    "decisions.take_cattle": "Which card of the cattle market to take.",
    "decisions.take_cattle.card": "Class of the card that may be taken.",
    "decisions.take_cattle.to": "Where the card goes.",
}
# Where a view differs from a state.
_OF_VIEWS = {
    "players.draw_stack": "Of this seat only: the draw stack, in copies by card.",
    "bags.A": "Bag A, in tiles by kind.",
    "bags.B": "Bag B, in tiles by kind.",
    "bags.C": "Bag C, in tiles by kind.",
    "market_stack": "Stack of the cattle market, in copies by card.",
    "objective_stack": "Objective stack, in copies by card.",
    "ships.pile": "Pile of ships, in no order.",
}
_COMMITTED = "Whether the action was chosen and nothing of it has happened yet."


def of(path: str, *, view: bool) -> str:
    """What the field at a path of names means; list indices and ids are no part of it."""
    if path.startswith("decisions.") and path.endswith(".committed"):
        return _COMMITTED
    return (view and _OF_VIEWS.get(path)) or _MEANINGS[path]
