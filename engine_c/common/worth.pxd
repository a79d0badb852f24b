"""What the end of a game, or what is expected of it, is worth to each seat.

The search and the learning of the policy strive for the same.
"""
from libc.math cimport fabs

cdef struct Worth:
    double win                # 1 for the winner, shared in a tie; expected where cut
    double margin             # points ahead of the best opponent
    double reward             # 0 .. 1, what the search maximises
    double spread             # variance of the points, 0 at the end of a game


cdef inline void share_win(const double* points, int stride, int seats,
                           double* win) noexcept nogil:
    """The shares of winning with these final points (``points[seat * stride]``)."""
    cdef int seat, winners = 0
    cdef double best = points[0]
    for seat in range(1, seats):
        best = max(best, points[seat * stride])
    for seat in range(seats):
        winners += points[seat * stride] == best
    for seat in range(seats):
        win[seat] = 1.0 / winners if points[seat * stride] == best else 0.0


cdef inline void appraise(const double* points, int stride, const double* win,
                          const double* spread, int seats, double win_weight,
                          double margin_scale, Worth* out) noexcept nogil:
    """The worth of points (``points[seat * stride]``) and shares of winning for every seat.

    The margin enters squashed to ``1/2 + m / (2 (scale + |m|))``: ½ when level,
    ¾ when ``scale`` points ahead.
    """
    cdef int seat, other
    cdef double rival
    for seat in range(seats):
        rival = 0.0 if seats == 1 else -1e300
        for other in range(seats):
            if other != seat:
                rival = max(rival, points[other * stride])
        out[seat].win = win[seat]
        out[seat].margin = points[seat * stride] - rival
        out[seat].spread = spread[seat]
        out[seat].reward = (
            win_weight * win[seat]
            + (1.0 - win_weight)
            * (0.5 + 0.5 * out[seat].margin / (margin_scale + fabs(out[seat].margin))))
