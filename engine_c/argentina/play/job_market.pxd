"""The job market: hiring workers, and adding workers from the foresight spaces.

Rules: BA-07, END-01, HIRE-01 .. HIRE-04
"""
from engine_c.common.types cimport u8, u32
from engine_c.argentina.figures.actions cimport (
    ACT_FORFEIT, hire_action, job_row_of, kind_of, worker_of,
)
from engine_c.argentina.play.markers cimport pay_pesos
from engine_c.argentina.figures.frames cimport FRAME_PROGRAM, PROGRAM_INDEX
from engine_c.argentina.figures.rules cimport ROW_SPACES, WORKER_KINDS, Rules
from engine_c.argentina.figures.state cimport Player, State, mover, pop, push, top


cdef inline int hire_cost(const Rules* rules, int row, int worker, int change) noexcept nogil:
    """Row figure, changed by the icon, plus the surcharge for strength; never below 0."""
    cdef int cost = rules.job_cost[row] + change
    if rules.tiles[worker].strong:
        cost += rules.strength_surcharge
    return cost if cost > 0 else 0


cdef inline int legal_hires(const Rules* rules, State* s, int change, u32* out) noexcept nogil:
    """Affordable workers of completed rows that still find room."""
    cdef Player* p = mover(s)
    cdef int row, worker, n = 0
    for row in range(s.job_row):
        if hire_cost(rules, row, 0, change) > p.pesos:
            continue          # a plain worker is the cheapest of its row
        for worker in range(WORKER_KINDS):
            if (
                s.jobs[row][worker]
                and p.workers[rules.tiles[worker].row] < ROW_SPACES
                and hire_cost(rules, row, worker, change) <= p.pesos
            ):
                out[n] = hire_action(row, worker)
                n += 1
    return n


cdef inline void add_worker(const Rules* rules, State* s, int row, int strong) noexcept nogil:
    """Put a worker on the leftmost free space; its immediate action comes next."""
    cdef Player* p = mover(s)
    cdef int space = p.workers[row]
    p.workers[row] += 1
    if strong:
        p.strong[row] |= <u8>(1 << space)
    if rules.row_program[row][space]:
        push(s, FRAME_PROGRAM).part[PROGRAM_INDEX] = rules.row_program[row][space]


cdef inline void step_hire(const Rules* rules, State* s, u32 act) noexcept nogil:
    cdef int row = job_row_of(act), worker = worker_of(act)
    cdef int change = top(s).n
    pop(s)
    if kind_of(act) == ACT_FORFEIT:
        return
    pay_pesos(mover(s), hire_cost(rules, row, worker, change))
    s.jobs[row][worker] -= 1
    add_worker(rules, s, rules.tiles[worker].row, rules.tiles[worker].strong)


cdef inline void place_worker(const Rules* rules, State* s, int worker) noexcept nogil:
    """A worker from foresight goes on the next space of the token's row.

    Filling the token's space moves the token down; out of the last row it goes
    to the active player and the end of the game has begun.
    """
    cdef int i, n = 0
    s.jobs[s.job_row][worker] += 1
    for i in range(WORKER_KINDS):
        n += s.jobs[s.job_row][i]
    if n >= rules.job_columns[s.players]:
        s.job_row += 1
        if s.job_row == rules.job_rows:
            s.ending = s.seat + 1
