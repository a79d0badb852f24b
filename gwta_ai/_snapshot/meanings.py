"""What each field of a snapshot means, in words; form and range are the kinds' to tell."""

from __future__ import annotations

DOCUMENT = (
    "The ids are those of the ruleset that ships with the package. A field with a default may"
    " be left out. Whether the fields agree with one another, `gwta-ai check FILE` tells."
)

_PILE = "In a state in draw order, the next piece last. In a view counted; may be left out"

_MEANINGS = {
    # The head.
    "format": "Whether this is a whole game or what one seat knows of it.",
    "version": "Version of the format.",
    "game": "The game that is played.",
    "ruleset": "SHA-256 of the figures that matter to play: the digest of the ruleset.",
    "view_of": "The seat whose view this is; seats count from 0.",
    # The game.
    "players": "One entry a seat, in turn order.",
    "turn": "Turns begun so far, the present one included.",
    "seat": "The seat whose turn it is: the remainder of (turn - 1) by the number of players.",
    "over": "Whether the game has ended. Default false.",
    "ending": "The seat that took the job market token and so brought the end, or null. Default"
    " null.",
    "random": "State of the random generator that shuffles discard piles anew.",
    "sides": "The side of each private building in play, by number; the same for all players.",
    # The board.
    "trail": "What stands on the trail, but for private buildings.",
    "trail.neutral": "The neutral building on each neutral space.",
    "trail.farmers": "The farmers on the trail by space; spaces without one are left out.",
    "trail.farmers.tile": "The farmer: colour, strength, and b or g for a black or a green hand.",
    "trail.farmers.coins": "Pesos that players paid to this farmer. Default 0.",
    "job_market": "The workers that can be hired.",
    "job_market.token_row": "The row of the token, from 1 at the top; null once it is out.",
    "job_market.rows": "Workers in each row from the top; + marks a strength icon.",
    "foresight": "Open tiles on the foresight spaces, by subphase.",
    "foresight.A": "Foresight spaces A.",
    "foresight.B": "Foresight spaces B.",
    "foresight.C": "Foresight spaces C.",
    "bags": "Tiles in the bags.",
    "bags.A": f"{_PILE} where it follows from the rest.",
    "bags.B": f"{_PILE} where it follows from the rest.",
    "bags.C": f"{_PILE} where it follows from the rest.",
    "cattle_market": "Open cards of the cattle market.",
    "market_stack": f"Cattle cards of the hidden stack. {_PILE} where it follows from the rest.",
    "objective_display": "Open objective cards.",
    "objective_stack": f"Hidden objective cards. {_PILE} where it follows from the rest.",
    "ships": "Where each ship is.",
    "ships.loading_zone": "Ships that can be loaded.",
    "ships.pile": "Ships still to come. In a state in draw order, the next one last. In a view"
    " in any order; may be left out.",
    "ships.departed": "Ships that left the game.",
    "stations": "Stations with a place for a station master: what lies there.",
    "stations.master": "The station master that lies there.",
    "stations.worker": "The worker that was given up for the station master.",
    "exhaustion_stack": "Exhaustion cards in their stack.",
    "out_of_the_game": "What was removed for good.",
    "out_of_the_game.cards": "Cards removed from the game.",
    "out_of_the_game.tiles": "Farmers that found no space.",
    "out_of_the_game.station_masters": "Station masters that were not drawn at the start.",
    "helped_farmers": "Every farmer tile that went to a player, wherever it is now.",
    "decisions": "Pending decisions, from the turn itself to the one at hand, which is the last;"
    " none when the game is over.",
    # A player.
    "players.pesos": "Money in pesos.",
    "players.grain": "Grain, as on the marker's track.",
    "players.certificates": "Temporary certificates, as on the marker's track.",
    "players.exchange_tokens": "Exchange tokens.",
    "players.estanciero": "The trail space of the estanciero; null before the first turn.",
    "players.engine": "The railroad space of the engine; t marks the turnout behind a space.",
    "players.discs": "Disc spaces of the player board that still hold their disc.",
    "players.workers": "Hired workers by row, without the printed ones.",
    "players.workers.gaucho": "Hired gauchos from the left: plain, or strong with strength icon.",
    "players.workers.carpintero": "Hired carpinteros from the left: plain or strong.",
    "players.workers.maquinista": "Hired maquinistas from the left: plain or strong.",
    "players.workers.granjero": "Farmers added to the row of granjeros.",
    "players.farmers": "Farmers beside the player board.",
    "players.buildings": "Private buildings that were built: the space each stands on, or out"
    " once replaced. Those not named are in the supply.",
    "players.objectives": "Objective cards in the objective area.",
    "players.station_masters": "Station masters of the player.",
    "players.ship_discs": "Discs on ships of the loading zone.",
    "players.quay_discs": "Discs on quays.",
    "players.station_discs": "Discs on stations.",
    "players.city_discs": "Discs on bonus spaces of the cities.",
    "players.hand": "Cards in hand.",
    "players.hand_size": "Cards in the hand of a seat whose hand the view does not show.",
    "players.known": "Cards of the hand of which everybody knows. Default none.",
    "players.draw_stack": f"Cards of the draw stack. {_PILE} where it follows from the rest.",
    "players.hand_or_draw": "Cards that are in hand or draw stack, without the known ones. May"
    " be left out where it follows from the rest.",
    "players.discard": "Cards of the discard pile.",
    # Decisions.
    "decisions.place_estanciero": "Put the estanciero on a neutral building: a first turn.",
    "decisions.move": "Phase A: move the estanciero, or play an objective card.",
    "decisions.local_action": "Phase B: what to do at a location.",
    "decisions.local_action.visit": "Whether nothing was performed yet (open), local actions were"
    " (local_actions), or nothing more of the location may be used (closed).",
    "decisions.local_action.done": "Local actions performed, from 1; the risk action comes after"
    " those of the building. Default none.",
    "decisions.local_action.last": "The local action under way. Default none.",
    "decisions.local_action.visit_before": "The visit before the action under way. Default open.",
    "decisions.buenos_aires": "A visit to Buenos Aires.",
    "decisions.buenos_aires.stage": "The subphase.",
    "decisions.buenos_aires.token_row_on_arrival": "The row of the job market token when the"
    " visit began; null if it was out.",
    "decisions.buenos_aires.income": "The total of the income, once it is fixed. Default 0.",
    "decisions.program": "An action under way, with a decision of it behind this one.",
    "decisions.program.action": "Where the action is printed.",
    "decisions.program.effects_done": "Effects of the action that are done or under way."
    " Default 0.",
    "decisions.program.performed": "Whether anything of it was performed. Default false.",
    "decisions.discard_for_reward": "Discard or remove a card for a reward, or forfeit it.",
    "decisions.discard_for_reward.action": "Where the action is printed.",
    "decisions.discard": "Discard cards that are owed.",
    "decisions.discard.cards": "Cards owed.",
    "decisions.discard.from": "The lowest kind that may still be chosen, as sets are chosen in"
    " order. Default the first.",
    "decisions.remove": "Remove cards of the hand from the game.",
    "decisions.remove.cards": "Cards at most.",
    "decisions.remove.from": "The lowest kind that may still be chosen. Default the first.",
    "decisions.draw": "Say how many cards are drawn.",
    "decisions.draw.cards": "Cards at most.",
    "decisions.draw.then": "What happens to as many cards of the hand afterwards.",
    "decisions.move_on": "Move the estanciero forward to another location.",
    "decisions.move_on.steps": "Steps at most.",
    "decisions.hire": "Hire a worker.",
    "decisions.hire.cost_change": "Change of the cost in pesos.",
    "decisions.build": "Build or replace a private building.",
    "decisions.build.pesos_per_carpintero": "Cost for each carpintero.",
    "decisions.building_site": "Choose the space of a private building.",
    "decisions.building_site.building": "The number of the building.",
    "decisions.building_site.pesos_per_carpintero": "Cost for each carpintero.",
    "decisions.buy_cattle": "Buy cattle cards or add cards to the market.",
    "decisions.buy_cattle.gauchos": "Gauchos that are left.",
    "decisions.buy_cattle.begun": "Whether anything was done. Default false.",
    "decisions.buy_cattle.last_purchase": "The last purchase since cards were added; purchases"
    " come in order. Default none.",
    "decisions.buy_cattle.last_purchase.offer": "The offer that was taken.",
    "decisions.buy_cattle.last_purchase.cards": "The cards that were bought.",
    "decisions.engine": "Move the engine forward.",
    "decisions.engine.spaces": "Spaces at most.",
    "decisions.upgrade_station": "Upgrade a station or not.",
    "decisions.upgrade_station.station": "The station.",
    "decisions.place_disc": "Choose the disc that is placed.",
    "decisions.place_disc.on": "Where it goes.",
    "decisions.place_disc.on.ship": "A ship of the loading zone.",
    "decisions.place_disc.on.station": "A station.",
    "decisions.place_disc.on.quay": "A quay.",
    "decisions.station_master": "Give a worker for a station master or not.",
    "decisions.station_master.station": "The station.",
    "decisions.upgrade_behind": "Upgrade a station behind the engine.",
    "decisions.objective": "Take an objective card.",
    "decisions.help_granjeros": "Choose farmers, then the cattle cards that are revealed.",
    "decisions.help_granjeros.whom": "How many farmers may be helped, or the one space whose"
    " farmer may be.",
    "decisions.help_granjeros.extra_strength": "Strength added by the action. Default 0.",
    "decisions.help_granjeros.farmers": "Spaces chosen so far, in order. Default none.",
    "decisions.add_granjero": "Add received farmers to the row of granjeros.",
    "decisions.add_granjero.received": "Farmers that may still be added.",
    "decisions.extra_delivery": "Move a disc from a quay to a city.",
    "decisions.take_cattle": "Take a card of the cattle market.",
    "decisions.take_cattle.card": "The class of cards it may be of.",
    "decisions.take_cattle.to": "Where it goes.",
}
_COMMITTED = "Whether the action was chosen and nothing of it has happened yet. Default false."


def of(path: str) -> str:
    """What the field at a path of names means; list indices and ids are no part of it."""
    if path.startswith("decisions.") and path.endswith(".committed"):
        return _COMMITTED
    return _MEANINGS[path]
