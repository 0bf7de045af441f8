/* pathfan/allocator.h - memory from the application's own allocator.
 *
 *   static void *get(size_t bytes, void *heap) { ... }
 *   const pathfan_allocator allocator = {.allocate = get, .reallocate = ..., .release = ...};
 *   if (pathfan_set_allocator(&allocator)) ...   first of all
 *
 * It serves everything that pathfan's own code allocates. Not from it come mapped files, stacks of
 * threads, what the C library keeps for open files, and what LMDB, zstd and the builder's parsers
 * allocate; pathfan-lite without zstd, and pathfan.c, have none of these libraries. */
#ifndef PATHFAN_ALLOCATOR_H
#define PATHFAN_ALLOCATOR_H

#include <stddef.h>
#include <stdint.h>

#include "pathfan/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of an allocator. All are called from any thread that calls pathfan, also at the
 * same time, and from the threads of a build. They must not call pathfan. */
typedef struct pathfan_allocator {
  /* As malloc: aligned for every type, 16 bytes on 64-bit systems; bytes is never 0. NULL: there
   * is no memory, so the call that wanted it returns PATHFAN_ERR_NO_MEMORY. */
  void *(*allocate)(size_t bytes, void *context);
  /* As realloc; memory is never NULL, bytes never 0. After NULL the old memory stays. */
  void *(*reallocate)(void *memory, size_t bytes, void *context);
  /* As free; memory is never NULL. */
  void (*release)(void *memory, void *context);
  /* Handed to the functions; lives until the last of pathfan's objects is freed. */
  void *context;
  uint64_t reserved[4]; /* 0 */
} pathfan_allocator;

/* Makes pathfan use an allocator, in the whole process until its end. Call it before any other
 * function of pathfan, from one thread. The struct is copied. Errors: ARGUMENT if NULL or one of
 * the functions is, if reserved isn't 0, and once pathfan has allocated something: then nothing
 * changes. */
PATHFAN_API pathfan_status pathfan_set_allocator(const pathfan_allocator *allocator);

/* Frees memory that a function of pathfan has given to its caller. While no allocator has been set
 * free() does the same. NULL is allowed; any thread. */
PATHFAN_API void pathfan_free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
