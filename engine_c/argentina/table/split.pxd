"""The split of the hidden workers between two bags, where a view leaves it open.

Who enters a game in progress cannot tell from which bag an open tile came, so what is left in
the bags is known together, and how many tiles each of them holds. In the bags of such a view
every worker carries ``OPEN``: those of both bags together, ascending, the first of them in the
first bag.

Of a worker kind ``b`` single tiles come from the first bag. They lie in so many of the places
where tiles of that kind are: among those still in the bags (``left``), with the players
(``hired``), in the row of the job market that was filled in part at set-up (``mixed``), in
later rows (``free``), on the foresight spaces and in the rows filled at set-up, where the bag is
known. As the places of equal tiles are all that tells arrangements of single tiles apart, each
choice of ``b`` places is as many arrangements as any other. So a split counts as often as there
are choices with it that agree with the rest: the first bag holds as many tiles as it does; the
workers that lay in the job market at set-up, all from the first bag, lie there or were hired;
and the mixed row has no more later tiles than there was room for.

Rules: INFO-11
"""
from libc.string cimport memset
from engine_c.common.bits cimport bits
from engine_c.common.random cimport uniform
from engine_c.common.types cimport u8, u64
from engine_c.argentina.figures.rules cimport (
    BAGS, FORESIGHT, MAX_BAG, MAX_JOB_ROWS, MAX_STATIONS, SUBPHASES, WORKER_KINDS, Rules, TileKind,
)
from engine_c.argentina.figures.state cimport State

cdef enum:
    OPEN = 0x80               # on a worker in a bag: it may be in the other one
    MAX_INITIAL = 24          # workers at set-up that are told apart; more count as so many
    MAX_ROW = 8               # workers in a row of the job market
    ANY = -1                  # no split asked for

# What is public about the workers, by kind, and what must agree with it.
cdef struct Origins:
    int first                 # bag of the workers at set-up; the other worker bag comes second
    int second
    int from_first[WORKER_KINDS]   # tiles of the first bag, less those whose place is known
    int left[WORKER_KINDS]    # in both bags
    int hired[WORKER_KINDS]
    int mixed[WORKER_KINDS]
    int free[WORKER_KINDS]
    int size                  # open workers in the first bag
    int others                # in the second
    int initial               # workers of set-up that lie neither in a whole row of it
    int in_mixed              # workers in the mixed row
    int most_mixed            # nor count for more than so many in the mixed row
    int least_mixed           # tiles of the first bag in the mixed row
    bint sound                # numbers of tiles fit

# Choices for the kinds from one on: [kind][still to go into the first bag][initial ones still
# to be found among the hired][of the first bag in the mixed row so far]
cdef struct Ways:
    double of[WORKER_KINDS + 1][MAX_BAG + 1][MAX_INITIAL + 1][MAX_ROW + 1]


cdef inline bint split_is_open(const State* s) noexcept nogil:
    """Whether a view leaves open which of the workers are in which bag."""
    cdef int bag
    for bag in range(BAGS):
        if s.bag_size[bag] and s.bag[bag][s.bag_size[bag] - 1] & OPEN:
            return True
    return False


cdef inline int second_bag(const Rules* rules) noexcept nogil:
    """The other bag with workers in it; that of set-up itself where there is none."""
    cdef int bag, kind
    for bag in range(BAGS):
        if bag != rules.worker_bag:
            for kind in range(WORKER_KINDS):
                if rules.tiles[kind].copies[bag]:
                    return bag
    return rules.worker_bag


cdef inline void fill_with_open(State* s, int bag, int at, int* left) noexcept nogil:
    """Fill a bag from place ``at`` on with the first of the workers that are left."""
    cdef int kind = 0
    while at < s.bag_size[bag] and kind < WORKER_KINDS:
        if left[kind]:
            left[kind] -= 1
            s.bag[bag][at] = <u8>(OPEN | kind)
            at += 1
        else:
            kind += 1


cdef inline void open_split(const Rules* rules, State* s) noexcept nogil:
    """Leave open which of the workers of a closed view are in which of the two bags."""
    cdef int left[WORKER_KINDS]
    cdef int at[BAGS]
    cdef int bag, i, first = rules.worker_bag, second = second_bag(rules)
    memset(left, 0, sizeof(left))
    for bag in range(BAGS):
        at[bag] = 0
        for i in range(s.bag_size[bag]):
            if s.bag[bag][i] < WORKER_KINDS and (bag == first or bag == second):
                left[s.bag[bag][i]] += 1
            else:
                s.bag[bag][at[bag]] = s.bag[bag][i]
                at[bag] += 1
    fill_with_open(s, first, at[first], left)
    fill_with_open(s, second, at[second], left)


cdef inline double choices(int n, int k) noexcept nogil:
    """Ways to choose ``k`` of ``n``, 0 where that cannot be."""
    cdef double product = 1
    cdef int i
    if k < 0 or k > n:
        return 0
    for i in range(k):
        product = product * (n - i) / (i + 1)
    return product


cdef inline void look_for_origins(const Rules* rules, const State* s, Origins* o) noexcept nogil:
    cdef const TileKind* tile
    cdef int kind, row, i, seat, strong, bag, n, columns, whole, partial, room, sure, lying = 0
    o.first = rules.worker_bag
    o.second = second_bag(rules)
    columns = rules.job_columns[s.players]
    whole = rules.initial_workers[s.players] // columns
    partial = rules.initial_workers[s.players] % columns
    o.size = o.others = o.in_mixed = 0
    for kind in range(WORKER_KINDS):
        o.left[kind] = o.hired[kind] = o.mixed[kind] = o.free[kind] = 0
        o.from_first[kind] = rules.tiles[kind].copies[o.first]
    for bag in range(BAGS):
        for i in range(s.bag_size[bag]):
            if s.bag[bag][i] & OPEN:
                o.left[s.bag[bag][i] & ~OPEN] += 1
                if bag == o.first:
                    o.size += 1
                else:
                    o.others += 1
    for i in range(SUBPHASES):
        for n in range(FORESIGHT):
            if s.foresight[i][n] and s.foresight[i][n] <= WORKER_KINDS:
                if rules.foresight_bag[i] == o.first:
                    o.from_first[s.foresight[i][n] - 1] -= 1
    for row in range(MAX_JOB_ROWS):
        for kind in range(WORKER_KINDS):
            if row < whole:
                o.from_first[kind] -= s.jobs[row][kind]
                lying += s.jobs[row][kind]
            elif row == whole and partial:
                o.mixed[kind] += s.jobs[row][kind]
                o.in_mixed += s.jobs[row][kind]
            else:
                o.free[kind] += s.jobs[row][kind]
    for kind in range(WORKER_KINDS):
        tile = &rules.tiles[kind]
        for seat in range(s.players):
            strong = bits(s.player[seat].strong[tile.row])
            o.hired[kind] += (
                strong if tile.strong else s.player[seat].workers[tile.row] - 1 - strong)
    for i in range(MAX_STATIONS):
        if 0 < s.station_worker[i] <= WORKER_KINDS:
            o.hired[s.station_worker[i] - 1] += 1
    # Later tiles in the mixed row: it is full when the token has left it.
    room = columns - partial
    if s.job_row <= whole:
        room -= 1
    o.initial = rules.initial_workers[s.players] - lying
    o.most_mixed = partial if partial < o.in_mixed else o.in_mixed
    o.least_mixed = o.in_mixed - room if partial and o.in_mixed > room else 0
    o.sound = o.first != o.second and o.initial <= MAX_INITIAL and o.in_mixed <= MAX_ROW
    for kind in range(WORKER_KINDS):
        o.sound = o.sound and o.from_first[kind] >= 0


cdef inline double count_ways(const Origins* o, Ways* ways, int asked, int answer) noexcept nogil:
    """Fill in ``ways``; how many choices there are in all.

    With a kind ``asked`` only those with ``answer`` of it in the first bag count.
    """
    cdef int kind, n, needed, mixed, x, i, j, y, rest, found
    cdef double here, these
    cdef double lie[MAX_BAG + 1]
    cdef double hire[MAX_BAG + 1]
    cdef double stay[MAX_BAG + 1]
    if not o.sound:
        return 0
    for n in range(o.size + 1):
        for needed in range(o.initial + 1 if o.initial > 0 else 1):
            for mixed in range(o.in_mixed + 1):
                found = mixed if mixed < o.most_mixed else o.most_mixed
                ways.of[WORKER_KINDS][n][needed][mixed] = (
                    1 if n == 0 and needed <= found and mixed >= o.least_mixed else 0)
    for kind in range(WORKER_KINDS - 1, -1, -1):
        for x in range(MAX_BAG + 1):
            lie[x] = choices(o.left[kind], x)
            hire[x] = choices(o.hired[kind], x)
            stay[x] = choices(o.free[kind], x)
        # The first kind begins with the whole size and with nothing found.
        for n in range(0 if kind else o.size, o.size + 1):
            for needed in range(o.initial + 1 if o.initial > 0 else 1):
                for mixed in range(o.in_mixed + 1 if kind else 1):
                    here = 0
                    for x in range((o.left[kind] if o.left[kind] < n else n) + 1):
                        if kind == asked and x != answer:
                            continue
                        for i in range(o.mixed[kind] + 1):
                            if mixed + i > o.in_mixed:
                                break
                            for j in range(o.hired[kind] + 1):
                                y = o.from_first[kind] - x - i - j
                                if y < 0:
                                    break
                                if y > o.free[kind]:
                                    continue
                                rest = needed - j if needed > j else 0
                                these = ways.of[kind + 1][n - x][rest][mixed + i]
                                here += (
                                    lie[x] * choices(o.mixed[kind], i) * hire[j] * stay[y] * these)
                    ways.of[kind][n][needed][mixed] = here
    return ways.of[0][o.size][o.initial if o.initial > 0 else 0][0]


cdef inline void draw_split(const Origins* o, const Ways* ways, u64* rng,
                            int* in_first) noexcept nogil:
    """How many of each kind are in the first bag, drawn by the number of choices."""
    cdef int kind, n = o.size, needed = o.initial if o.initial > 0 else 0, mixed = 0
    cdef int x, i, j, y, rest, best_x, best_i, best_j
    cdef double point, these
    for kind in range(WORKER_KINDS):
        point = uniform(rng) * ways.of[kind][n][needed][mixed]
        best_x = best_i = best_j = 0
        for x in range((o.left[kind] if o.left[kind] < n else n) + 1):
            for i in range(o.mixed[kind] + 1):
                if mixed + i > o.in_mixed or point < 0:
                    break
                for j in range(o.hired[kind] + 1):
                    y = o.from_first[kind] - x - i - j
                    if y < 0 or point < 0:
                        break
                    rest = needed - j if needed > j else 0
                    these = ways.of[kind + 1][n - x][rest][mixed + i]
                    if y > o.free[kind] or these == 0:
                        continue
                    # The last one that is possible, should rounding leave something over.
                    best_x, best_i, best_j = x, i, j
                    point -= (choices(o.left[kind], x) * choices(o.mixed[kind], i)
                              * choices(o.hired[kind], j) * choices(o.free[kind], y) * these)
            if point < 0:
                break
        in_first[kind] = best_x
        n -= best_x
        mixed += best_i
        needed = needed - best_j if needed > best_j else 0


cdef inline void close_split(const Rules* rules, State* s, u64* rng) noexcept nogil:
    """Draw the split of an open view and put the workers into their bags."""
    cdef Origins o
    cdef Ways ways
    cdef int in_first[WORKER_KINDS]
    cdef int bag, kind, i, n, at
    look_for_origins(rules, s, &o)
    count_ways(&o, &ways, ANY, 0)
    draw_split(&o, &ways, rng, in_first)
    for bag in range(BAGS):
        at = 0
        for i in range(s.bag_size[bag]):
            if not s.bag[bag][i] & OPEN:
                s.bag[bag][at] = s.bag[bag][i]
                at += 1
        for kind in range(WORKER_KINDS):
            n = 0
            if bag == o.first:
                n = in_first[kind]
            elif bag == o.second:
                n = o.left[kind] - in_first[kind]
            for i in range(n):
                if at < s.bag_size[bag]:
                    s.bag[bag][at] = <u8>kind
                    at += 1
