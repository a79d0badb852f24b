"""The compiled ruleset: every figure of a component, as read from the data file.

``gwta_ai/games/argentina/ruleset/`` reads and validates the TOML file and fills one ``Rules``.
The core reads figures from here and nowhere else. The capacities below are the
compile-time limits; a ruleset beyond them is a RulesetError.

Arrays indexed by the number of players have length MAX_PLAYERS + 1 and use the
indices 2 .. 4.
"""
from engine_c.common.types cimport i8, i16, u8, u16, u32, u64

cdef enum:
    MAX_PLAYERS = 4
    BY_PLAYERS = 5            # MAX_PLAYERS + 1
    MAX_CARDS = 44            # kinds of cards
    MAX_DECK = 102            # cards one player can ever own
    MAX_OBJECTIVES = 28       # objective cards
    MAX_TASKS = 4             # tasks on an objective card
    MAX_CLASSES = 24          # classes of cards
    MAX_EFFECTS = 160
    MAX_PROGRAMS = 144
    MAX_LOCALS = 72           # local actions of all buildings and risk spaces
    MAX_BUILDING_LOCALS = 4   # local actions of one building
    MAX_NEUTRAL = 8
    MAX_PRIVATE = 10
    SIDES = 2
    MAX_SPACES = 60           # trail spaces
    MAX_NEXT = 3              # exits of a trail space
    MAX_SEGMENTS = 20         # stretches of the trail on which a Hand may stand
    COLOURS = 4               # farmer colours: green, blue, orange, yellow
    MAX_COLOUR_SPACES = 8
    MAX_FARMER_SPACES = 20
    MAX_TILES = 36            # kinds of worker and farmer tiles
    WORKER_KINDS = 6          # three types, plain and strong
    ROWS = 4                  # worker rows: gaucho, carpintero, maquinista, granjero
    GRANJERO_ROW = 3          # the last one; its tiles are farmers
    ROW_SPACES = 6
    BAGS = 3
    SUBPHASES = 3             # foresight subphases; Cython confuses 2-d arrays of one outer constant
    MAX_BAG = 40
    MAX_MARKET = 36           # market cattle cards
    MAX_JOB_ROWS = 12
    MAX_SHIPS = 18
    MAX_PILE = 9              # ships that start in the pile
    SHIP_COLOURS = 4          # none, yellow, turquoise, purple
    MAX_QUAYS = 6
    CITIES = 3
    QUARTER_SIDES = 4         # north, east, south, west
    MAX_BONUS = 32            # kinds of bonus spaces, over all quarters
    MAX_DISC_SPACES = 20
    MAX_AUXILIARY = 6
    MAX_TRACK = 56            # railroad positions, turnouts and depot included; bits of a mask
    MAX_STATIONS = 12
    MAX_MASTERS = 8
    MAX_OFFERS = 12
    MAX_CERTIFICATE_STEPS = 8
    MAX_REVEALED = 4
    MAX_REVEALED_PLUS_1 = 5
    DISPLAY = 4               # face-up objective cards
    FORESIGHT = 2             # tiles per foresight subphase
    MAX_STRENGTHS = 64        # strengths of cards are 0 .. 63
    MAX_FEE = 4               # pesos of one Hand
    MAX_STEPS = 20            # of one movement: so many Hands paid to one seat fit into six bits
    MAX_ROUTES = 512          # ways one movement can end, told apart by place and fees
    NO_SEGMENT = 255          # a space on which no Hand can stand

# What an amount may be multiplied with, and what tasks count: figures of one player.
cdef enum:                    # CountKind
    COUNT_NONE = 0
    COUNT_WORKERS             # arg: row; printed worker included
    COUNT_WORKER_GROUPS       # complete groups of one worker of each row
    COUNT_STRONG_WORKERS      # worker tiles with a strength icon
    COUNT_BUILDINGS           # own buildings on the board
    COUNT_GRAIN_FIELD_BUILDINGS
    COUNT_FARMERS             # beside the board, all colours
    COUNT_FARMERS_OF          # arg: colour
    COUNT_STATIONS            # stations with an own disc
    COUNT_STATION_DISCS       # own discs on stations
    COUNT_SHIP_DISCS          # own discs on ships in the loading zone
    COUNT_DISCS_ON_SHIP       # arg: ship
    COUNT_QUARTER_DISCS       # arg: side
    COUNT_CARDS               # arg: card class; in the whole deck
    COUNT_OBJECTIVES          # cards in the objective area

cdef enum:                    # EffectOp
    EFFECT_NONE = 0
    # without a choice
    EFFECT_PESOS              # amount
    EFFECT_GRAIN              # amount
    EFFECT_CERTIFICATES       # amount, steps on the track
    EFFECT_TOKENS             # amount
    EFFECT_EXHAUST_OPPONENTS  # amount of exhaustion cards to each opponent
    # with a choice
    EFFECT_DRAW_DISCARD       # amount: draw up to, discard as many
    EFFECT_DRAW_REMOVE        # amount: draw up to, remove as many
    EFFECT_DRAW               # amount: draw up to
    EFFECT_REMOVE_CARDS       # amount: remove up to, from hand
    EFFECT_ENGINE             # amount: forward up to
    EFFECT_HIRE               # amount.base: change of the cost
    EFFECT_BUILD              # amount.base: pesos per carpintero
    EFFECT_BUY
    EFFECT_HELP               # amount: farmers at most; strength
    EFFECT_MOVE               # amount: steps at most
    EFFECT_PLACE_DISC         # quay
    EFFECT_DELIVERY
    EFFECT_OBJECTIVE
    EFFECT_UPGRADE_BEHIND
    EFFECT_TAKE_CATTLE        # card_class, into_hand
    EFFECT_AUXILIARY          # may_double

cdef enum:                    # CostOp
    COST_NONE = 0
    COST_DISCARD              # cards of the class cost_arg, cost_count of them
    COST_REMOVE               # removed from the game instead
    COST_PESOS                # cost_count
    COST_GRAIN                # cost_count
    COST_ENGINE_BACK          # exactly cost_count spaces

cdef enum:                    # SpaceKind
    SPACE_START = 0
    SPACE_NEUTRAL
    SPACE_BUILDING
    SPACE_FARMER
    SPACE_RAMP
    SPACE_BUENOS_AIRES

cdef enum:                    # HandColour
    HAND_NONE = 0
    HAND_BLACK = 1
    HAND_GREEN = 2

cdef enum:                    # Corner
    CORNER_WHITE = 0
    CORNER_DARK = 1

cdef enum:                    # JobEvent
    JOB_NOTHING = 0
    JOB_DEPART                # arg: ship colour
    JOB_REFILL_CATTLE

# Where a program stands: bits of Lists.program_places.
cdef enum:                    # ProgramPlace
    OF_VISITS = 0             # buildings, auxiliary actions, objectives
    OF_GOALS                  # objectives, ships, cities
    OF_OBJECTIVES
    OF_WORKERS
    OF_GRANJEROS
    OF_BONUS                  # cities
    OF_MASTERS

cdef struct Amount:
    i16 base
    i8 each                   # value = base + each * (count // per)
    u8 per
    u8 count                  # CountKind
    u8 arg

cdef struct Effect:
    u8 op                     # EffectOp; it says which of the other fields it has
    u8 quay
    u8 card_class
    u8 into_hand              # 1: into hand, 0: onto the discard pile
    u8 strength               # beyond that of board and cards
    u8 may_double             # 1: the auxiliary action may be a double one
    Amount amount

# A cost to be met in full, then effects in order (pesos first).
cdef struct Program:
    u8 cost_op
    u8 cost_arg
    u8 cost_count
    u8 identical              # the discarded cards must be of one type
    u8 first                  # effects[first .. first + n - 1]
    u8 n

# One local action: its alternatives are programs[first .. first + n - 1].
cdef struct Local:
    u8 first
    u8 n

cdef struct Building:
    u8 carpinteros
    i8 vp
    u8 hand                   # HandColour
    u8 auxiliary              # 1: an auxiliary action is among its local actions
    u8 n_locals
    u8 locals[MAX_BUILDING_LOCALS]

cdef struct Space:
    u8 kind                   # SpaceKind
    u8 n_next
    u8 next[MAX_NEXT]
    u8 segment                # index of its fee segment, or NO_SEGMENT
    u8 colour                 # farmer: colour
    u8 number                 # farmer: order of filling, from 0
    u8 farmer                 # farmer: running index over all farmer spaces
    i8 coins                  # farmer: pesos printed below
    u8 grain_field            # building: 1 on a grain field
    u8 risk                   # building: 1 + index of its risk action in locals, 0: none
    u8 letter                 # neutral: index of the building of the first game
    u8 threshold              # ramp: railroad position the engine must have reached

cdef struct Card:
    u8 cattle                 # 1: a cattle card
    u8 type                   # cattle of one type share this figure
    u8 value
    u8 strength
    i8 vp
    u8 player_copies          # in each starting deck
    u8 market_copies
    u8 objective              # 1 + index of the objective, 0: none

cdef struct Task:
    u8 count                  # CountKind
    u8 arg
    u8 n                      # how many
    u8 resource               # tasks that draw on the same figure share this index

cdef struct Objective:
    u8 program
    i8 vp
    i8 penalty                # negative or zero
    u8 n_tasks
    Task tasks[MAX_TASKS]

cdef struct TileKind:
    u8 worker                 # 1: a worker, 0: a farmer
    u8 row                    # worker: row 0..2
    u8 strong                 # worker: strength icon
    u8 colour                 # farmer
    u8 hand                   # farmer: HandColour
    u8 strength               # farmer: required
    u8 copies[BAGS]              # by bag

cdef struct Ship:
    u8 value
    u8 grain
    i8 vp
    u8 corner
    u8 colour                 # 0: never departs
    u8 quay                   # 1 + quay its discs go to, 0: none
    u8 repeatable
    u8 pile                   # 1: starts in the pile
    u8 program                # loading action

cdef struct Quay:
    u8 city
    u8 discount
    i8 vp
    u8 corner

cdef struct Bonus:
    u8 city
    u8 side
    u8 grain
    i8 vp
    u8 program
    u8 copies                 # spaces of this kind in the quarter
    u8 covered                # of these, hidden by a cover tile

cdef struct DiscSpace:
    u8 corner
    u8 cost                   # pesos to clear
    u8 gain                   # pesos when cleared
    u8 auxiliary              # 1 + auxiliary action it belongs to, 0: none
    u8 hand_limit
    u8 certificate_limit      # index on the certificate track, 0: none
    u8 strength
    i8 vp
    u8 same_as                # lowest disc space that is alike in everything
    u8 steps[BY_PLAYERS]               # by number of players

cdef struct Auxiliary:
    u8 open                   # available at the start
    u8 single                 # program
    u8 double_                # program
    u32 discs                 # mask of its disc spaces

cdef struct Station:
    u8 position               # railroad position
    u8 cost
    i8 vp
    u8 corner
    u8 master                 # 1: has a station master space
    u8 repeatable

cdef struct Master:
    u8 program                # immediate upper half, 0: none
    u8 certificates           # permanent
    u8 grain                  # permanent
    i8 vp                     # lower half: vp per `per` of count
    u8 per
    u8 count
    u8 arg

cdef struct Offer:
    u8 gauchos
    u8 pesos
    u8 card_class
    u8 cards                  # 1 or 2

# What follows from the figures, laid out for speed.
cdef struct Lists:
    u8 n_building_spaces
    u8 building_spaces[MAX_SPACES]
    u8 n_farmer_spaces
    u8 farmer_spaces[MAX_FARMER_SPACES]   # in trail order
    u8 by_strength[MAX_CARDS] # kinds of cattle, the strongest first
    u8 way[MAX_SPACES]        # spaces left to Buenos Aires on the shortest way, ramps aside
    u32 white_discs           # masks of disc spaces: white corners ...
    u32 step_discs            # ... and those that give steps, cards, certificates, strength
    u32 hand_discs
    u32 certificate_discs
    u32 strength_discs
    u8 program_places[MAX_PROGRAMS]   # masks of ProgramPlace

cdef struct Rules:
    Lists lists
    # cards: player cattle, market cattle, exhaustion, objectives, in this order
    u8 n_cards
    u8 n_cattle               # kinds 0 .. n_cattle - 1 are cattle
    u8 exhaustion             # kind of the exhaustion card (= n_cattle)
    u8 first_objective        # kind of objective 0 (= n_cattle + 1)
    u8 n_objectives
    u8 exhaustion_copies
    u8 exhaustion_in_deck     # in each starting deck
    u8 n_classes
    u8 market_size            # market cattle cards
    u8 exhaustion_for[MAX_REVEALED_PLUS_1]      # cards gained for n revealed cattle cards
    u8 max_revealed
    Card cards[MAX_CARDS]
    u64 classes[MAX_CLASSES]           # mask of kinds
    Objective objectives[MAX_OBJECTIVES]
    u8 n_resources            # distinct figures the tasks draw on
    # effects
    u16 n_effects
    u16 n_programs
    u16 n_locals
    Effect effects[MAX_EFFECTS]
    Program programs[MAX_PROGRAMS]
    Local locals[MAX_LOCALS]
    # buildings
    u8 n_neutral
    u8 n_private
    Building neutral[MAX_NEUTRAL]
    Building private_[MAX_PRIVATE][SIDES]  # [number][side]
    # trail
    u8 n_spaces
    u8 start
    u8 buenos_aires
    u8 n_farmer_spaces
    Space spaces[MAX_SPACES]
    u8 neutral_spaces[MAX_NEUTRAL]      # by index n1 .. n8
    u8 colour_spaces[COLOURS]       # farmer spaces of each colour
    u8 colour_space[COLOURS][MAX_COLOUR_SPACES]     # [colour][order of filling]
    u8 fee[3][BY_PLAYERS]              # [HandColour][players]
    u8 step_limit[BY_PLAYERS]
    # tiles
    u8 n_tiles
    u8 bag_sizes[BAGS]
    TileKind tiles[MAX_TILES]        # 0..5 workers (row * 2 + strong), then farmers
    u8 initial_farmers
    u8 farmer_bag             # bag the initial farmers come from
    u8 worker_bag             # bag the initial workers come from
    u8 farmer_vp
    # workers
    u8 row_program[ROWS][ROW_SPACES]      # [row][space], space 0 printed
    u8 row_vp[ROWS][ROW_SPACES]
    u8 granjero_cost[ROW_SPACES]       # by space
    u8 strength_icon
    u8 strength_surcharge
    # job market
    u8 job_rows
    u8 job_token_row          # at the start, from 0
    u8 job_columns[BY_PLAYERS]
    u8 initial_workers[BY_PLAYERS]
    u8 job_cost[MAX_JOB_ROWS]
    u8 job_event[MAX_JOB_ROWS]          # JobEvent when the row is completed
    u8 job_event_arg[MAX_JOB_ROWS]
    u8 job_token_vp
    # cattle market
    u8 cattle_market[BY_PLAYERS]
    u8 gaucho_draw            # cards a gaucho adds to the market
    u8 n_offers
    Offer offers[MAX_OFFERS]
    # ships, quays, cities
    u8 n_ships
    u8 ships_drawn            # after a departure
    u8 default_fee            # pesos per missing grain
    Ship ships[MAX_SHIPS]
    u8 n_quays
    Quay quays[MAX_QUAYS]
    u8 start_quay
    u8 start_quay_discs
    u8 n_bonus
    Bonus bonus[MAX_BONUS]
    u8 covered_cities[BY_PLAYERS]      # mask, by players
    # player board
    u8 n_disc_spaces
    u32 discs_at_start        # mask of disc spaces
    DiscSpace disc_spaces[MAX_DISC_SPACES]
    u8 n_auxiliary
    Auxiliary auxiliary[MAX_AUXILIARY]
    u8 hand_limit             # at the start
    u8 grain_limit
    u8 n_certificates         # steps of the certificate track
    u8 certificate_track[MAX_CERTIFICATE_STEPS]   # value at each step
    u8 certificate_limit      # index on the track, at the start
    u8 grain_start
    u8 certificate_start      # index on the track
    u8 starting_tokens
    u8 token_draw             # cards an exchange token draws at most
    u8 starting_pesos[MAX_PLAYERS]      # by seat
    u8 starting_cards[MAX_PLAYERS]
    # railroad
    u8 n_track                # positions 0 .. n_track - 1; the depot is n_track
    u8 engine_start
    u8 depot_exit             # first position forward from the depot
    u8 depot_entry            # from this position the engine goes on into the depot at once
    u8 back_is_chosen         # 1: where an engine comes to on its way back is a decision
    u64 ahead[MAX_TRACK]      # masks of the positions one space ahead ...
    u64 behind[MAX_TRACK]     # ... and behind; none from the depot
    u8 along[MAX_TRACK]       # spaces from the beginning of the line, on the shortest way
    u8 shared[MAX_TRACK]             # 1: holds several engines
    u8 station_at[MAX_TRACK]         # 1 + station, 0: none
    u8 n_stations
    Station stations[MAX_STATIONS]
    u8 n_masters
    u8 masters_in_play
    Master masters[MAX_MASTERS]
    # foresight, objectives, scoring
    u8 foresight_bag[SUBPHASES]       # bag of each foresight subphase
    u8 display                # face-up objective cards
    u8 objectives_on_arrival  # 1: in Buenos Aires they are played before its first subphase only
    u8 pesos_per_vp
