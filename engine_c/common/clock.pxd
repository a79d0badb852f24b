"""Time for measuring, which never goes back."""

cdef extern from *:
    """
    #ifdef _WIN32
        #ifndef WIN32_LEAN_AND_MEAN
            #define WIN32_LEAN_AND_MEAN
        #endif
        #include <windows.h>

        static inline double gwta_now(void) {
            LARGE_INTEGER ticks, a_second;
            QueryPerformanceCounter(&ticks);
            QueryPerformanceFrequency(&a_second);
            return (double)ticks.QuadPart / (double)a_second.QuadPart;
        }
    #else
        #include <time.h>

        static inline double gwta_now(void) {
            struct timespec t;
            clock_gettime(CLOCK_MONOTONIC, &t);
            return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
        }
    #endif
    """
    double now "gwta_now"() noexcept nogil    # seconds since some moment
