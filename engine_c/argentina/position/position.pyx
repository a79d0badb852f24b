"""Whether a position is possible: everything that holds in every position of a game.

A fault is something that cannot be, never something merely unlikely: that is suspicious. A
position without a fault is safe for the core, which can play it to the end; whether play leads
there is another question, which ``never`` answers as far as that can be shown. This is the
only place where positions are looked at; all that is wrong is found at once.

Every function may be called from any number of threads.
"""
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.string cimport memcpy
from engine_c.common.table cimport GAME_TABLE, GameTable
from engine_c.common.types cimport u8
from engine_c.argentina.figures.blocks cimport state_of
from engine_c.argentina.figures.rules cimport MAX_CARDS, MAX_PRIVATE, WORKER_KINDS, Rules
from engine_c.argentina.figures.state cimport Env, Player, State
from engine_c.argentina.play.counts cimport on_board
from engine_c.argentina.position.board cimport check_board
from engine_c.argentina.position.faults cimport Fault, Faults
from engine_c.argentina.position.hidden cimport check_hidden_hand
from engine_c.argentina.position.pending cimport check_pending
from engine_c.argentina.position.never_cards cimport check_never_cards
from engine_c.argentina.position.never_owned cimport check_never_owned
from engine_c.argentina.position.never_supply cimport check_never_supply
from engine_c.argentina.position.never_trail cimport check_never_trail
from engine_c.argentina.position.people cimport check_people
from engine_c.argentina.position.pieces cimport check_pieces, check_split
from engine_c.argentina.position.ranges cimport Case, check_ranges, total
from engine_c.argentina.position.suspicions cimport suspect
from engine_c.argentina.table.split cimport (
    Origins, Ways, count_ways, look_for_origins, open_split, split_is_open,
)


cdef int begin(Case* c, object table, bytes block, State* s, Faults* faults) except -1:
    """A case of the state or view whose bytes are given."""
    cdef const GameTable* t = <const GameTable*>PyCapsule_GetPointer(table, GAME_TABLE)
    s[0] = state_of(block)[0]
    faults.n = 0
    c.rules = (<const Env*>t.context).rules
    c.s = s
    c.faults = faults
    return 0


cdef list told(const Faults* faults):
    """The faults as tuples (code, seat, place, expected, also, got)."""
    cdef const Fault* one
    cdef int i
    found = []
    for i in range(faults.n):
        one = &faults.found[i]
        found.append((one.code, one.seat, one.place, one.expected, one.also, one.got))
    return found


cdef void look_for_faults(Case* c, bint bounded) noexcept nogil:
    check_ranges(c)
    if c.faults.n == 0 or bounded:
        check_pieces(c)
        check_board(c)
        check_people(c)
        check_pending(c)
    if c.faults.n == 0:
        check_split(c)
        check_hidden_hand(c)


def faults(object table, bytes block, bint bounded=False):
    """Everything that cannot be in a state or view, given by its bytes; see ``told``.

    ``table`` is the capsule of a game table of its ruleset. Where values are out of range
    nothing else is looked at, as the other checks use them as indices; unless the position is
    ``bounded``: read from a snapshot, so that they can be.
    """
    cdef Case c
    cdef State s
    cdef Faults found
    begin(&c, table, block, &s, &found)
    with nogil:
        look_for_faults(&c, bounded)
    return told(&found)


def never(object table, bytes block):
    """What no sequence of legal actions leads to, in a state or view that has no fault.

    Where there is a fault nothing else is looked at: most would only follow from it.
    """
    cdef Case c
    cdef State s
    cdef Faults found
    begin(&c, table, block, &s, &found)
    with nogil:
        look_for_faults(&c, False)
        if found.n:
            found.n = 0
        else:
            check_never_cards(&c)
            check_never_supply(&c)
            check_never_trail(&c)
            check_never_owned(&c)
    return told(&found)


def suspicions(object table, bytes block):
    """What is possible in a state or view whose values are in range, and hardly comes of play."""
    cdef Case c
    cdef State s
    cdef Faults found
    begin(&c, table, block, &s, &found)
    suspect(&c)
    return told(&found)


def split_open(bytes block):
    """Whether a view leaves the split of the workers between two bags open."""
    return bool(split_is_open(state_of(block)))


def split_ranges(object table, bytes block):
    """How many of each kind of worker an open view allows in the first of the two bags.

    ``[(fewest, most), ...]`` of a view that has no fault.
    """
    cdef Case c
    cdef State s
    cdef Faults found
    cdef Origins o
    cdef Ways ways
    cdef int kind, x
    begin(&c, table, block, &s, &found)
    look_for_origins(c.rules, &s, &o)
    ranges = []
    for kind in range(WORKER_KINDS):
        possible = [
            x for x in range(min(o.left[kind], o.size) + 1) if count_ways(&o, &ways, kind, x)]
        ranges.append((min(possible), max(possible)))
    return ranges


def opened(object table, bytes block):
    """The bytes of a view with the split of the workers between the two bags left open.

    How many of them each bag holds stays.
    """
    cdef Case c
    cdef State s
    cdef Faults found
    begin(&c, table, block, &s, &found)
    open_split(c.rules, &s)
    return PyBytes_FromStringAndSize(<char*>&s, sizeof(State))


def completed(bytes block):
    """The bytes of a state or view with what follows from what a snapshot says.

    Sizes follow from counts, buildings on the trail from the lists of their owners, and of a
    hand that a view hides nothing but the known cards stands in it.
    """
    cdef State s = state_of(block)[0]
    cdef Player* p
    cdef int seat, number
    for seat in range(s.players):
        p = &s.player[seat]
        p.discard_size = <u8>total(p.discard, MAX_CARDS)
        if s.viewer and s.viewer != seat + 1:
            memcpy(p.hand, p.known, sizeof(p.hand))
        else:
            p.hand_size = <u8>total(p.hand, MAX_CARDS)
        for number in range(MAX_PRIVATE):
            if on_board(p.buildings[number]):
                s.tile[p.buildings[number]] = <u8>(1 + seat * MAX_PRIVATE + number)
    return PyBytes_FromStringAndSize(<char*>&s, sizeof(State))
