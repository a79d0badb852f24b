"""Which objective cards are fulfilled: the exact best use of the fulfilled tasks.

Each fulfilled task counts towards one card. Cards in the objective area must be
scored, cards left in the deck may be. Sought is the highest sum of objective
points and station master points (one master counts the cards in the area);
among equals the highest objective points, then the fewest deck cards added.

Depth-first branch and bound over the cards. The bound adds every gain still
possible, tasks ignored; a card whose tasks no later card lacks is simply taken.

Rules: END-04, END-07
"""
from engine_c.common.bits cimport bits
from engine_c.common.types cimport u8, u32
from engine_c.argentina.play.counts cimport count, stack_length
from engine_c.argentina.figures.rules cimport (
    COUNT_OBJECTIVES, MAX_OBJECTIVES, Master, Objective, Rules, Task,
)
from engine_c.argentina.figures.state cimport Player, State

cdef enum:
    MAX_RESOURCES = 64

cdef struct Assignment:
    int points                # category 8
    int total                 # with the station masters of objective cards
    int cards                 # in the objective area afterwards
    int added                 # deck cards among them

cdef struct Search:
    const Rules* rules
    int n
    u8 index[MAX_OBJECTIVES]      # objective of each candidate card
    u8 in_area[MAX_OBJECTIVES]
    int later[MAX_OBJECTIVES + 1] # gains still possible from here on
    int left[MAX_RESOURCES]       # fulfilled tasks not used yet, by resource
    int wanted[MAX_RESOURCES]     # asked for by the cards not decided yet
    int area                      # cards in the area before
    int masters_vp[MAX_OBJECTIVES + 1]  # station master points by cards in the area
    Assignment best


cdef inline int master_points(const Rules* rules, Player* p, int cards) noexcept nogil:
    """Points of the station masters that count the cards in the objective area."""
    cdef const Master* master
    cdef int i, n = 0
    for i in range(rules.n_masters):
        master = &rules.masters[i]
        if (p.masters >> i) & 1 and master.count == COUNT_OBJECTIVES:
            n += master.vp * (cards // master.per)
    return n


cdef inline void consider(Search* q, int points, int added, u32 unused) noexcept nogil:
    """A full choice: try adding unfulfilled deck cards too, cheapest penalties first."""
    cdef Assignment* best = &q.best
    cdef int i, chosen, total
    cdef bint better
    while True:
        total = points + q.masters_vp[q.area + added]
        better = total > best.total
        if total == best.total:
            better = points > best.points or (points == best.points and added < best.added)
        if better:
            best.total = total
            best.points = points
            best.added = added
        chosen = -1
        for i in range(q.n):
            if (unused >> i) & 1 and (
                chosen < 0
                or q.rules.objectives[q.index[i]].penalty
                > q.rules.objectives[q.index[chosen]].penalty
            ):
                chosen = i
        if chosen < 0:
            return
        unused &= ~(<u32>1 << chosen)
        points += q.rules.objectives[q.index[chosen]].penalty
        added += 1


cdef inline bint take_tasks(Search* q, const Objective* card) noexcept nogil:
    """Use up the tasks of a card; False, and nothing used, if they are not fulfilled."""
    cdef int i
    for i in range(card.n_tasks):
        q.left[card.tasks[i].resource] -= card.tasks[i].n
    for i in range(card.n_tasks):
        if q.left[card.tasks[i].resource] < 0:
            give_tasks(q, card)
            return False
    return True


cdef inline void give_tasks(Search* q, const Objective* card) noexcept nogil:
    cdef int i
    for i in range(card.n_tasks):
        q.left[card.tasks[i].resource] += card.tasks[i].n


cdef inline void count_wanted(Search* q, const Objective* card, int sign) noexcept nogil:
    cdef int i
    for i in range(card.n_tasks):
        q.wanted[card.tasks[i].resource] += sign * card.tasks[i].n


cdef inline bint uncontested(Search* q, const Objective* card) noexcept nogil:
    """Whether there is enough of the card's tasks for it and every card after it."""
    cdef int i
    for i in range(card.n_tasks):
        if q.left[card.tasks[i].resource] < q.wanted[card.tasks[i].resource]:
            return False
    return True


cdef inline void descend(Search* q, int at, int points, int added, u32 unused) noexcept nogil:
    """Decide card ``at`` and the rest; ``points`` counts area cards as unfulfilled so far."""
    cdef const Objective* card
    cdef int reach = points + q.later[at]
    cdef int deck = 0, i, most
    cdef bint sure
    for i in range(at, q.n):
        deck += not q.in_area[i]
    most = reach + q.masters_vp[q.area + added + deck + bits(unused)]
    if most < q.best.total or (most == q.best.total and reach < q.best.points):
        return
    if at == q.n:
        consider(q, points, added, unused)
        return
    card = &q.rules.objectives[q.index[at]]
    sure = card.vp > 0 and uncontested(q, card)
    count_wanted(q, card, -1)
    if take_tasks(q, card):
        if q.in_area[at]:
            descend(q, at + 1, points + card.vp - card.penalty, added, unused)
        else:
            descend(q, at + 1, points + card.vp, added + 1, unused)
        give_tasks(q, card)
    if not sure:
        if not q.in_area[at]:
            unused |= <u32>1 << at
        descend(q, at + 1, points, added, unused)
    count_wanted(q, card, 1)


cdef inline void find_cards(Search* q, State* s, int seat) noexcept nogil:
    """Candidate cards (area, then deck) and the tasks fulfilled for them."""
    cdef const Rules* rules = q.rules
    cdef Player* p = &s.player[seat]
    cdef const Task* task
    cdef u32 deck = 0
    cdef int i, j, kind
    for i in range(rules.n_objectives):
        kind = rules.first_objective + i
        if p.hand[kind] or p.discard[kind]:
            deck |= <u32>1 << i
    for i in range(stack_length(s, seat)):
        if p.draw[i] >= rules.first_objective:
            deck |= <u32>1 << (p.draw[i] - rules.first_objective)
    q.n = 0
    for i in range(rules.n_resources):
        q.wanted[i] = 0
    for i in range(rules.n_objectives):
        if not ((p.objectives | deck) >> i) & 1:
            continue
        q.index[q.n] = <u8>i
        q.in_area[q.n] = (p.objectives >> i) & 1
        q.n += 1
        for j in range(rules.objectives[i].n_tasks):
            task = &rules.objectives[i].tasks[j]
            q.left[task.resource] = count(rules, s, seat, task.count, task.arg)
            q.wanted[task.resource] += task.n


cdef inline Assignment assign_objectives(const Rules* rules, State* s, int seat) noexcept nogil:
    """The best assignment for one player, as if the game ended now."""
    cdef Search q
    cdef Player* p = &s.player[seat]
    cdef const Objective* card
    cdef int i, gain, points = 0
    q.rules = rules
    find_cards(&q, s, seat)
    q.area = bits(p.objectives)
    for i in range(q.n):
        if q.in_area[i]:
            points += rules.objectives[q.index[i]].penalty
    for i in range(q.n + 1):
        q.masters_vp[i] = master_points(rules, p, i)
    q.later[q.n] = 0
    for i in range(q.n - 1, -1, -1):
        card = &rules.objectives[q.index[i]]
        gain = 0
        if take_tasks(&q, card):
            give_tasks(&q, card)
            gain = card.vp - card.penalty if q.in_area[i] else card.vp
        q.later[i] = q.later[i + 1] + (gain if gain > 0 else 0)
    q.best.total = -10000
    q.best.points = -10000
    q.best.added = 0
    descend(&q, 0, points, 0, 0)
    q.best.cards = q.area + q.best.added
    return q.best
