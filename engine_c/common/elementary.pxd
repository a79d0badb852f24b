"""Exponential and logarithm of fixed operations: the same bits on every machine.

A library's differ in the last bit from version to version, and within one by processor.
Only what IEEE 754 rounds exactly is used here: sums, products, quotients (the build keeps
the compiler from fusing them). The relative error is below 1e-15.
"""

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>

    /* 2 to the k, which is in -1022 .. 1023. */
    static inline double power_of_two(int64_t k)
    {
        uint64_t bits = (uint64_t)(k + 1023) << 52;
        double found;
        memcpy(&found, &bits, sizeof found);
        return found;
    }

    /* e to the x; below -700 as there, above 700 as there. x = k log 2 + r, and e to the r by
       Taylor's series, |r| <= log(2) / 2. The logarithm of 2 is split in two, of which the
       first has so few digits that its product with k is exact. */
    static inline double exponential(double x)
    {
        double r, sum = 1.0;
        int64_t k;
        int n;
        x = x > 700.0 ? 700.0 : x < -700.0 ? -700.0 : x;
        k = (int64_t)(x * 1.4426950408889634 + (x < 0.0 ? -0.5 : 0.5));
        r = (x - (double)k * 0.693147180369123816490) - (double)k * 1.90821492927058770002e-10;
        for (n = 14; n > 0; n--)
            sum = 1.0 + sum * r / n;
        return sum * power_of_two(k);
    }

    /* The natural logarithm of a normal number above 0. x = 2 to the k times m, and
       log m = 2 artanh(s) with s = (m - 1) / (m + 1), |s| < 0.1716. */
    static inline double logarithm(double x)
    {
        uint64_t bits;
        int64_t k;
        double m, s, square, sum = 0.0;
        int n;
        memcpy(&bits, &x, sizeof bits);
        k = (int64_t)(bits >> 52) - 1023;
        bits = (bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL;
        memcpy(&m, &bits, sizeof m);
        if (m > 1.4142135623730951) {
            m *= 0.5;
            k++;
        }
        s = (m - 1.0) / (m + 1.0);
        square = s * s;
        for (n = 23; n > 0; n -= 2)
            sum = sum * square + 1.0 / n;
        return (double)k * 0.693147180369123816490
            + ((double)k * 1.90821492927058770002e-10 + 2.0 * s * sum);
    }
    """
    double exponential(double x) noexcept nogil
    double logarithm(double x) noexcept nogil
