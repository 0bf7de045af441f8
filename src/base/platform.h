/* platform.h - what the system offers besides the C library and threads.
 *
 * PATHFAN_WITH_POSIX: descriptors, mappings, fork(). Without it, as on Windows and in WebAssembly,
 * indexes are read into memory (format/file_copy.c); readers alone can be built so. */
#ifndef PATHFAN_BASE_PLATFORM_H
#define PATHFAN_BASE_PLATFORM_H

#ifndef PATHFAN_WITH_POSIX
#if defined(_WIN32) || defined(__EMSCRIPTEN__)
#define PATHFAN_WITH_POSIX 0
#else
#define PATHFAN_WITH_POSIX 1
#endif
#endif

#endif
