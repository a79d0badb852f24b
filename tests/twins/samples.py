"""Positions to try the twins on: from random play, and scrambled ones.

Random play seldom reaches the far ends of the rules. A scrambled position takes one from
random play and draws almost everything anew: money, workers, discs, engines, stations,
cards, what lies on the trail. It need not be reachable, but every piece is where a piece
of its kind can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from fields import blank_frame

from gwta_ai._engine.argentina.core import CompiledRules, CoreState
from twins.codes import GONE, MAX_PRIVATE, SUPPLY, WORKER_KINDS, Frame, Space, Stage, Visit
from twins.position import Fields, Position
from twins.rewards import certificate_limit

IN_PILE, IN_ZONE, DEPARTED = range(3)


def games(rules: CompiledRules, random: Random) -> Iterator[CoreState]:
    """Random games without end, each yielded at every decision; 2, 3, 4 players in turn."""
    while True:
        for players in (2, 3, 4):
            letters = bytes(random.sample(range(8), 8))
            sides = random.choice([0, (1 << MAX_PRIVATE) - 1, random.getrandbits(MAX_PRIVATE)])
            core = CoreState.new(rules, players, sides, letters, random.getrandbits(64))
            while not core.over:
                yield core
                core.step(random.choice(core.legal()))


def scrambled(rules: dict[str, Any], raw: Fields, random: Random) -> Position:
    """The position with almost everything drawn anew and no decision pending."""
    position = Position(rules, raw).copy()
    raw = position.raw
    raw["sides"] = random.getrandbits(rules["n_private"])
    raw["frames"] = [blank_frame() for _ in raw["frames"]]
    raw["depth"] = 0
    scramble_trail(position, random)
    scramble_railroad(position, random)
    scramble_ships(position, random)
    for seat in range(position.players):
        scramble_player(position, seat, random)
    scramble_cards(position, random)
    return position


def push(position: Position, kind: Frame, **fields: int) -> None:
    """One more pending decision on top."""
    position.raw["depth"] += 1
    position.frame["kind"] = int(kind)
    position.put(**fields)


def stand_somewhere(position: Position) -> None:
    """The own estanciero visits the location it is on; on an empty space nothing is left."""
    here = position.raw["tile"][position.me["estanciero"]]
    push(position, Frame.LOCATION, visit=Visit.LOCAL if here else Visit.CLOSED)


def visit_buenos_aires(position: Position, stage: Stage) -> None:
    """The own estanciero is in Buenos Aires, in one of the subphases."""
    position.me["estanciero"] = position.rules["buenos_aires"]
    push(position, Frame.BUENOS_AIRES, stage=stage, token_row=position.raw["job_row"])


def stop_at_station(position: Position, station: int) -> None:
    """The own engine has stopped at a station, and no other one is there. From the last
    one it has gone on into the depot."""
    place = position.rules["stations"][station]["position"]
    if place == position.rules["n_track"] - 1:
        place = position.rules["n_track"]
    for seat in range(position.players):
        if position.player(seat)["engine"] == place:
            position.player(seat)["engine"] = position.rules["engine_start"]
    position.me["engine"] = place


def many_objectives(position: Position, random: Random) -> None:
    """More objective cards in area and deck than a scrambled position has."""
    rules = position.rules
    first = rules["first_objective"]
    for seat in range(position.players):
        player = position.player(seat)
        number = random.choice([2, 4, 6, 8])
        chosen = random.sample(range(rules["n_objectives"]), number)
        area = random.randint(number // 2 - 1, min(number, 5))
        player["objectives"] = sum(1 << card for card in chosen[:area])
        player["discard"][first:] = [0] * len(player["discard"][first:])
        for card in chosen[area:]:
            player["discard"][first + card] = 1
        hand = [card for card, copies in enumerate(player["hand"][:first]) for _ in range(copies)]
        draw = [card for card in player["draw"][: player["draw_size"]] if card < first]
        discard = [card for card, copies in enumerate(player["discard"]) for _ in range(copies)]
        deal(player, hand, draw, discard)


def few(random: Random, most: int) -> int:
    """0 .. most, small numbers more often."""
    return random.randint(0, random.randint(0, most))


def subset(random: Random, mask: int) -> int:
    """Some of the bits of a mask, all or none not seldom."""
    chance = random.choice([0, 0, 0.2, 0.5, 0.8, 1])
    return sum(
        1 << bit for bit in range(mask.bit_length()) if mask >> bit & 1 and random.random() < chance
    )


def scramble_trail(position: Position, random: Random) -> None:
    """Granjeros with fees, and private buildings."""
    rules, raw = position.rules, position.raw
    density = random.random()
    for space in position.farmer_spaces():
        printed = position.space(space)
        raw["tile"][space] = raw["coins"][printed["farmer"]] = 0
        if random.random() < density:
            kinds = [
                kind
                for kind in range(WORKER_KINDS, rules["n_tiles"])
                if rules["tiles"][kind]["colour"] == printed["colour"]
            ]
            raw["tile"][space] = 1 + random.choice(kinds)
            raw["coins"][printed["farmer"]] = few(random, 5)
    building_spaces = position.spaces(Space.BUILDING)
    for space in building_spaces:
        raw["tile"][space] = 0
    density = random.random()
    empty = random.sample(building_spaces, len(building_spaces))
    owned = [
        (seat, number) for seat in range(position.players) for number in range(rules["n_private"])
    ]
    for seat in range(position.players):
        raw["player"][seat]["buildings"] = [SUPPLY] * MAX_PRIVATE
    for seat, number in random.sample(owned, len(owned)):
        buildings = raw["player"][seat]["buildings"]
        if random.random() < 0.1:
            buildings[number] = GONE
        elif empty and random.random() < density:
            buildings[number] = empty.pop()
            raw["tile"][buildings[number]] = 1 + seat * MAX_PRIVATE + number
    standable = [
        space
        for space in range(rules["n_spaces"])
        if position.space(space)["kind"] not in (Space.RAMP, Space.BUENOS_AIRES)
    ]
    for seat in range(position.players):
        raw["player"][seat]["estanciero"] = random.choice(standable)
    mine = [space for space in position.me["buildings"] if space not in (SUPPLY, GONE)]
    if mine and random.random() < 0.3:
        position.me["estanciero"] = random.choice(mine)


def scramble_railroad(position: Position, random: Random) -> None:
    """Engines close to each other, often where a ramp opens; station discs and masters."""
    rules, raw = position.rules, position.raw
    track = rules["n_track"]
    ramps = [position.space(space)["threshold"] for space in position.spaces(Space.RAMP)]
    around = random.choice([random.randint(0, track), random.choice(ramps)])
    taken: set[int] = set()
    for seat in range(position.players):
        while True:
            near = around + random.choice([0, random.randint(-4, 4)])
            place = min(max(random.choice([near, near, near, 0, track]), 0), track)
            shared = place == track or rules["shared"][place]
            # Nobody stays on the last position.
            if place != track - 1 and (shared or place not in taken):
                break
        taken.add(place)
        player = raw["player"][seat]
        player["engine"] = place
        player["masters"] = 0
        chance = random.choice([0, 0.3, 0.7])
        for station in range(rules["n_stations"]):
            held = random.random() < chance
            again = random.randint(1, 3) if rules["stations"][station]["repeatable"] else 1
            player["station_discs"][station] = again if held else 0
    raw["station_master"] = [0] * len(raw["station_master"])
    raw["station_worker"] = [0] * len(raw["station_worker"])
    tiles = random.sample(range(rules["n_masters"]), rules["n_masters"])
    for station in range(rules["n_stations"]):
        if rules["stations"][station]["master"] and random.random() < 0.7:
            raw["station_master"][station] = 1 + tiles.pop()
    raw["masters_out"] = 0
    for master in tiles:
        if random.random() < 0.5:
            raw["player"][random.randrange(position.players)]["masters"] |= 1 << master
        else:
            raw["masters_out"] |= 1 << master


def scramble_ships(position: Position, random: Random) -> None:
    """Ships in zone, pile or box; discs on ships, quays and bonus spaces."""
    rules, raw = position.rules, position.raw
    chance = random.random()
    for ship in range(rules["n_ships"]):
        sails = rules["ships"][ship]["colour"] != 0
        elsewhere = [IN_PILE] if rules["ships"][ship]["pile"] else [DEPARTED] if sails else []
        stays = not elsewhere or random.random() < chance
        raw["ship_at"][ship] = IN_ZONE if stays else random.choice(elsewhere)
    pile = [ship for ship in range(rules["n_ships"]) if raw["ship_at"][ship] == IN_PILE]
    random.shuffle(pile)
    raw["pile_size"] = len(pile)
    raw["pile"] = pile + [0] * (len(raw["pile"]) - len(pile))
    loaded, landed = random.random(), random.random()
    for seat in range(position.players):
        player = raw["player"][seat]
        for ship in range(rules["n_ships"]):
            here = raw["ship_at"][ship] == IN_ZONE and random.random() < loaded
            again = random.randint(1, 3) if rules["ships"][ship]["repeatable"] else 1
            player["ship_discs"][ship] = again if here else 0
        for quay in range(rules["n_quays"]):
            player["quay_discs"][quay] = few(random, 2)
        player["bonus_discs"] = [0] * len(player["bonus_discs"])
    for bonus in range(rules["n_bonus"]):
        figures = rules["bonus"][bonus]
        covered = rules["covered_cities"][position.players] >> figures["city"] & 1
        for _ in range(figures["copies"] - (figures["covered"] if covered else 0)):
            if random.random() < landed:
                seat = random.randrange(position.players)
                raw["player"][seat]["bonus_discs"][bonus] += 1


def scramble_player(position: Position, seat: int, random: Random) -> None:
    """Money, markers, workers, discs."""
    rules, player = position.rules, position.player(seat)
    player["pesos"] = few(random, random.choice([3, 10, 40]))
    player["grain"] = few(random, rules["grain_limit"])
    player["tokens"] = few(random, 2)
    player["workers"] = [1 + few(random, len(row) - 1) for row in rules["row_program"]]
    player["strong"] = [
        subset(random, (1 << workers) - 1 & ~1) if row < WORKER_KINDS // 2 else 0
        for row, workers in enumerate(player["workers"])
    ]
    player["farmers"] = [few(random, 3) for _ in player["farmers"]]
    player["discs"] = subset(random, rules["discs_at_start"])
    if random.random() < 0.3:  # no white disc, or but one, best one that costs pesos
        white = [
            space
            for space in range(rules["n_disc_spaces"])
            if rules["disc_spaces"][space]["corner"] == 0
        ]
        dear = [space for space in white if rules["disc_spaces"][space]["cost"]]
        kept = random.choice([*white, *dear * 5, -1, -1])
        player["discs"] &= ~sum(1 << space for space in white)
        if kept >= 0:
            player["discs"] |= 1 << kept
    limit = certificate_limit(Position(rules, position.raw, seat))
    player["certificates"] = random.randint(0, limit)


def scramble_cards(position: Position, random: Random) -> None:
    """The decks of all players, objective areas, the market and the stacks."""
    rules, raw = position.rules, position.raw
    kinds = range(rules["n_cards"])
    objectives = random.sample(range(rules["n_objectives"]), rules["n_objectives"])
    market = [kind for kind in kinds for _ in range(rules["cards"][kind]["market_copies"])]
    random.shuffle(market)
    for seat in range(position.players):
        player = raw["player"][seat]
        pool = [kind for kind in kinds for _ in range(rules["cards"][kind]["player_copies"])]
        pool += [market.pop() for _ in range(few(random, 8))]
        pool += [rules["exhaustion"]] * few(random, 4)
        owned = [objectives.pop() for _ in range(min(few(random, 5), len(objectives)))]
        pool += [rules["first_objective"] + objective for objective in owned]
        played = [objectives.pop() for _ in range(min(few(random, 3), len(objectives)))]
        player["objectives"] = sum(1 << objective for objective in played)
        random.shuffle(pool)
        hand = random.randint(0, random.choice([4, 9]))
        drawn = random.choice([0, 1, random.randint(0, 12)])
        rest = random.choice([0, 1, len(pool)])
        deal(player, pool[:hand], pool[hand : hand + drawn], pool[hand + drawn :][:rest])
    face_up = few(random, len(market))
    raw["market"] = [0] * len(raw["market"])
    for kind in market[:face_up]:
        raw["market"][kind] += 1
    stack = market[face_up:][: random.choice([0, 1, len(market)])]
    raw["market_size"] = len(stack)
    raw["market_stack"] = stack + [0] * (len(raw["market_stack"]) - len(stack))
    raw["exhaustion"] = random.choice([0, 1, 2, 15])


def deal(player: Fields, hand: list[int], draw: list[int], discard: list[int]) -> None:
    """Gives a player these cards and no others."""
    kinds = range(len(player["hand"]))
    player["hand"] = [hand.count(kind) for kind in kinds]
    player["known"] = [0 for _ in kinds]
    player["discard"] = [discard.count(kind) for kind in kinds]
    player["draw"] = draw + [0] * (len(player["draw"]) - len(draw))
    player["hand_size"], player["draw_size"] = len(hand), len(draw)
    player["discard_size"] = len(discard)
