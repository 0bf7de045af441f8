/* spill.h - large arrays of the build, in memory or, if they mustn't take any, in a nameless file
 * beside the index: the system keeps as much of it in memory as fits.
 *
 *   pathfan_spill_array array;
 *   if (!pathfan_spill_array_make(&array, spill, bytes)) return PATHFAN_ERR_NO_MEMORY;
 *   use array.at;
 *   pathfan_spill_array_free(&array);
 *
 * A stage that gets no room returns NO_MEMORY; pathfan_spill_failed tells whether the disk was
 * full. */
#ifndef PATHFAN_BUILD_SPILL_H
#define PATHFAN_BUILD_SPILL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

/* Where arrays go. NULL or all zero: to memory. */
typedef struct pathfan_spill {
  const char *index_path; /* NULL: to memory */
  _Atomic int failure;    /* errno of a file that couldn't be made or extended; 0: none */
} pathfan_spill;

typedef struct pathfan_spill_array {
  void *at; /* zeros at first */
  uint64_t bytes;
  bool is_mapped;
} pathfan_spill_array;

/* Makes a new nameless file in the index's folder, which is gone once it is closed. Returns -1,
 * with errno, on failure. */
int pathfan_spill_file(const char *index_path);

/* Allocates an array of zeros. Any thread. False: there is no room; it is all zero then. */
bool pathfan_spill_array_make(pathfan_spill_array *array, pathfan_spill *spill, uint64_t bytes);

/* Lets the system drop the written pages from memory. */
void pathfan_spill_array_relax(const pathfan_spill_array *array);

/* Fine on a zeroed struct. */
void pathfan_spill_array_free(pathfan_spill_array *array);

/* Turns NO_MEMORY caused by a full disk into IO, with a message; any other status stays. */
pathfan_status pathfan_spill_failed(const pathfan_spill *spill, pathfan_status status,
                                    pathfan_error *error);

#endif
