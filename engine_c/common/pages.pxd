"""Memory straight from the system, and back to it."""

cdef extern from *:
    """
    #ifdef _WIN32
        #ifndef WIN32_LEAN_AND_MEAN
            #define WIN32_LEAN_AND_MEAN
        #endif
        #include <windows.h>

        static inline void *gwta_take_pages(size_t size) {
            return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        }
        static inline void gwta_give_back(void *pages, size_t size) {
            (void)size;
            VirtualFree(pages, 0, MEM_RELEASE);
        }
    #else
        #include <sys/mman.h>
        #ifndef MAP_ANON
            #define MAP_ANON MAP_ANONYMOUS
        #endif

        static inline void *gwta_take_pages(size_t size) {
            void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
            return pages == MAP_FAILED ? NULL : pages;
        }
        static inline void gwta_give_back(void *pages, size_t size) {
            munmap(pages, size);
        }
    #endif
    """
    void* take_pages "gwta_take_pages"(size_t size) noexcept nogil   # NULL if there is none
    void give_back "gwta_give_back"(void* pages, size_t size) noexcept nogil
