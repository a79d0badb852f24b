"""Logarithms of weights into probabilities, and actions sampled by them."""
from engine_c.common.random cimport uniform
from engine_c.common.types cimport u64

cdef extern from *:
    """
    /* e to the x for x in -80 .. 0, relative error below 1e-6, the same on every machine:
       2 to the whole part is put into the exponent, the rest is a Taylor polynomial of
       2 to the f with f in -1/2 .. 1/2. No branch, so that the compiler can do several
       at once. */
    static inline float small_exp(float x)
    {
        union { float f; int i; } whole;
        float t, f, p;
        x = x < -80.0f ? -80.0f : x;
        t = x * 1.44269504f;
        whole.i = (int)(t - 0.5f);
        f = (t - (float)whole.i) * 0.693147181f;
        p = 1.0f + f * (1.0f + f * (0.5f + f * (1.66666667e-1f + f * (4.16666667e-2f
            + f * (8.33333333e-3f + f * 1.38888889e-3f)))));
        whole.i = (whole.i + 127) << 23;
        return whole.f * p;
    }
    """
    float small_exp(float x) noexcept nogil


cdef inline float weigh(float* logits, int n, float temperature) noexcept nogil:
    """Turn ``n`` logits in place into weights of which the largest is 1; returns their sum."""
    cdef float best = logits[0], total = 0.0, scale = <float>(1.0 / temperature)
    cdef int i
    for i in range(1, n):
        best = logits[i] if logits[i] > best else best
    for i in range(n):
        logits[i] = small_exp((logits[i] - best) * scale)
    for i in range(n):
        total += logits[i]
    return total


cdef inline int sample(const float* weights, int n, float total, u64* rng) noexcept nogil:
    """An index with probability ``weights[index] / total``."""
    cdef float left = <float>uniform(rng) * total
    cdef int i
    for i in range(n - 1):
        left -= weights[i]
        if left < 0.0:
            return i
    return n - 1
