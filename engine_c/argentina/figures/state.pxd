"""The state of a game: one flat struct, and the stack of pending decisions in it.

Every byte has one meaning, none is padding (a test sees to it) and unused bytes
are zero, so two equal positions are equal byte for byte; a clone is one
``memcpy``. Hidden stacks stand in draw order, the next piece last.

The same struct serves as a view. ``viewer`` is then 1 + the seat; hidden
stacks stand in ascending order; for every other seat ``hand`` holds only the
cards known to be there and ``draw`` holds the rest of hand and draw stack.

Rules: INFO-10
"""
from engine_c.common.types cimport i16, u8, u16, u32, u64
from engine_c.argentina.figures.frames cimport MAX_FRAMES, Frame, clear
from engine_c.argentina.figures.rules cimport (
    BAGS, COLOURS, DISPLAY, FORESIGHT, MAX_BAG, MAX_BONUS, MAX_CARDS, MAX_DECK, MAX_FARMER_SPACES,
    MAX_JOB_ROWS, MAX_MARKET, MAX_OBJECTIVES, MAX_PILE, MAX_PLAYERS, MAX_PRIVATE, MAX_QUAYS,
    MAX_SHIPS, MAX_SPACES, MAX_STATIONS, MAX_TILES, ROWS, SUBPHASES, WORKER_KINDS, Rules,
)

cdef enum:
    MAX_ACTIONS = 4096        # bound on the length of a legal list
    MAX_CATTLE = 20           # kinds of cattle cards
    MAX_TURN = 60000          # bound on the counter of turns, which no game comes near
    MAX_PESOS = 30000         # of a player
    MAX_TOKENS = 250          # exchange tokens of a player
    MAX_COINS = 250           # fees lying at a farmer, in pesos
    NOWHERE = 255             # estanciero beside the board
    SUPPLY = 0                # building: above the player board
    GONE = 255                # building: out of the game
    IN_PILE = 0               # ship
    IN_ZONE = 1
    DEPARTED = 2

cdef struct Player:
    i16 pesos
    u8 grain
    u8 certificates           # index on the certificate track
    u8 tokens                 # exchange tokens
    u8 estanciero             # trail space, NOWHERE before the first turn
    u8 engine                 # railroad position
    u8 masters                # mask of station masters
    u8 hand_size
    u8 draw_size
    u8 discard_size
    u8 pad
    u32 discs                 # mask of disc spaces that hold a disc
    u32 objectives            # mask of objectives in the objective area
    u8 workers[ROWS]          # per row, printed worker included
    u8 strong[ROWS]           # mask of row spaces that hold a strong worker
    u8 farmers[COLOURS]       # beside the board
    u8 buildings[MAX_PRIVATE] # SUPPLY, GONE or the trail space
    u8 ship_discs[MAX_SHIPS]
    u8 quay_discs[MAX_QUAYS]
    u8 station_discs[MAX_STATIONS]
    u8 bonus_discs[MAX_BONUS]
    u8 hand[MAX_CARDS]
    u8 known[MAX_CARDS]       # of the hand, publicly known to be there
    u8 discard[MAX_CARDS]
    u8 draw[MAX_DECK]         # kinds

cdef struct State:
    u64 rng                   # hidden: for reshuffles
    u8 players
    u8 seat                   # whose turn it is
    u8 viewer                 # 0: a state; 1 + seat: that seat's view
    u8 over                   # 1: the game has ended
    u8 ending                 # 1 + seat that moved the token out of the job market
    u8 depth                  # frames in use
    u8 masters_out            # mask of station masters not in play
    u8 job_row                # row of the job market token; job_rows when out
    u16 sides                 # mask of building numbers that show side b
    u16 turn                  # turns begun, from 1
    u8 market_size            # hidden market stack
    u8 objective_size
    u8 pile_size
    u8 bag_size[BAGS]
    u8 exhaustion             # cards in the exhaustion stack
    u8 objective_display[DISPLAY]   # 1 + kind, ascending, zeros last
    u8 foresight[SUBPHASES][FORESIGHT]   # 1 + kind of tile, ascending, zeros last
    u8 box_tiles[MAX_TILES]   # tiles returned to the box
    u8 helped[MAX_TILES]      # farmer tiles that went to players
    u8 removed[MAX_CARDS]     # cards removed from the game
    u8 jobs[MAX_JOB_ROWS][WORKER_KINDS]
    u8 market[MAX_CATTLE]     # face-up cattle cards, by kind
    u8 ship_at[MAX_SHIPS]     # IN_PILE, IN_ZONE, DEPARTED
    u8 station_master[MAX_STATIONS]  # 1 + master lying there
    u8 station_worker[MAX_STATIONS]  # 1 + worker kind given up there (granjero: WORKER_KINDS)
    u8 tile[MAX_SPACES]       # neutral: 1 + letter; building: 1 + seat * MAX_PRIVATE + number;
                              # farmer: 1 + kind of tile; 0: empty
    u8 coins[MAX_FARMER_SPACES]  # fees lying at a farmer
    u8 market_stack[MAX_MARKET]
    u8 bag[BAGS][MAX_BAG]
    u8 objective_stack[MAX_OBJECTIVES]
    u8 pile[MAX_PILE]         # ships
    Frame frames[MAX_FRAMES]
    Player player[MAX_PLAYERS]

# What a step needs beside the state: the rules and, at a real table, what was drawn.
cdef enum:
    MAX_REVEALS = 64

cdef enum:                    # RevealMode
    REVEAL_LOG = 0            # note what is drawn from where
    REVEAL_IMPOSE             # draw the pieces that are listed

# The stacks a piece can be drawn from.
cdef enum:                    # Stack
    STACK_MARKET = 0
    STACK_OBJECTIVES
    STACK_SHIPS
    STACK_BAG                 # + bag
    STACK_DRAW = 6            # + seat

cdef struct Reveals:
    u8 mode
    u8 n                      # entries listed or noted
    u8 used                   # entries consumed (REVEAL_IMPOSE)
    u8 fault                  # 1 + index of the first entry that did not fit; 255: missing
    u8 stack[MAX_REVEALS]
    u8 piece[MAX_REVEALS]

cdef struct Env:
    const Rules* rules
    Reveals* reveals          # NULL in play by the program


cdef inline Player* mover(State* s) noexcept nogil:
    """The player whose turn it is."""
    return &s.player[s.seat]


cdef inline Frame* top(State* s) noexcept nogil:
    """The pending decision."""
    return &s.frames[s.depth - 1]


cdef inline Frame* push(State* s, int kind) noexcept nogil:
    """A new frame on top, zeroed but for its kind."""
    cdef Frame* f = &s.frames[s.depth]
    s.depth += 1
    f.kind = kind
    return f


cdef inline void pop(State* s) noexcept nogil:
    """Drop the top frame and leave its bytes zero."""
    s.depth -= 1
    clear(&s.frames[s.depth])


cdef inline void reset(State* s, int kind) noexcept nogil:
    """Drop every frame and start anew with one of the bottom frames."""
    while s.depth:
        pop(s)
    push(s, kind)
