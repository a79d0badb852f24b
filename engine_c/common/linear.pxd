"""Sparse vector times matrix, four floats at a time.

Written in C with the vector types that GCC and Clang share: left to themselves they
take the loop apart into single floats. Other compilers are left to themselves; the sums
are the same.
"""

cdef enum:
    BLOCK = 16                # columns at a time: what stays in registers

cdef extern from *:
    """
    #ifdef __GNUC__
    typedef float gwta_floats __attribute__((vector_size(16), aligned(4), may_alias));

    /* sums[width] = sum over i < n of value[i] * rows[at[i]][width]; width is a multiple of 16. */
    static inline void gwta_project(const int *at, const float *value, int n, const float *rows,
                                    int width, float *sums) {
        for (int column = 0; column < width; column += 16) {
            gwta_floats a = {0}, b = {0}, c = {0}, d = {0};
            for (int i = 0; i < n; i++) {
                const gwta_floats *row = (const gwta_floats *)(rows + at[i] * width + column);
                gwta_floats x = {value[i], value[i], value[i], value[i]};
                a += x * row[0];
                b += x * row[1];
                c += x * row[2];
                d += x * row[3];
            }
            gwta_floats *out = (gwta_floats *)(sums + column);
            out[0] = a;
            out[1] = b;
            out[2] = c;
            out[3] = d;
        }
    }
    #else
    static inline void gwta_project(const int *at, const float *value, int n, const float *rows,
                                    int width, float *sums) {
        for (int column = 0; column < width; column++) sums[column] = 0;
        for (int i = 0; i < n; i++)
            for (int column = 0; column < width; column++)
                sums[column] += value[i] * rows[at[i] * width + column];
    }
    #endif
    """
    void project "gwta_project"(const int* at, const float* value, int n, const float* rows,
                                int width, float* sums) noexcept nogil
