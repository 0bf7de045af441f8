/* platform.h - what the system offers besides the C library and threads.
 *
 * The only file that tests which system it is. POSIX and mappings may also be set from outside, to
 * try on one system what others do. */
#ifndef PF_BASE_PLATFORM_H
#define PF_BASE_PLATFORM_H

/* Windows: base/system_windows.c and similar files replace POSIX. */
#ifdef _WIN32
#define PATHFAN_WITH_WINDOWS 1
#else
#define PATHFAN_WITH_WINDOWS 0
#endif

/* POSIX: descriptors, mappings, fork(). */
#ifndef PATHFAN_WITH_POSIX
#if PATHFAN_WITH_WINDOWS || defined(__EMSCRIPTEN__)
#define PATHFAN_WITH_POSIX 0
#else
#define PATHFAN_WITH_POSIX 1
#endif
#endif

/* What Linux has beyond POSIX, or macOS lacks of it: files without a name, room on disk allocated
 * at once, conditions by the monotonic clock, streams by functions, mappings that are read at once.
 * 0 on Linux compiles what macOS gets (tests/portability/macos.sh). */
#ifndef PATHFAN_WITH_LINUX
#ifdef __linux__
#define PATHFAN_WITH_LINUX 1
#else
#define PATHFAN_WITH_LINUX 0
#endif
#endif

/* The member of struct stat that tells when a file was modified. */
#ifdef __APPLE__
#define PF_STAT_MODIFIED st_mtimespec
#else
#define PF_STAT_MODIFIED st_mtim
#endif

/* qsort_r(), with the context last; else qsort() is told of the context (base/sort.c). */
#ifndef PATHFAN_WITH_QSORT_R
#if defined(__EMSCRIPTEN__) || (PATHFAN_WITH_POSIX && !PATHFAN_WITH_LINUX)
#define PATHFAN_WITH_QSORT_R 0
#else
#define PATHFAN_WITH_QSORT_R 1
#endif
#endif

/* Files are mapped (base/system.h). Without mappings, as in WebAssembly, indexes are read into
 * memory by the C library alone (format/file_copy.c), and built in memory. */
#ifndef PATHFAN_WITH_MAPPINGS
#define PATHFAN_WITH_MAPPINGS (PATHFAN_WITH_POSIX || PATHFAN_WITH_WINDOWS)
#endif

#endif
