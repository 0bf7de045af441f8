/* spill.h - large arrays of the build, in memory or, where the memory limit has no room for them,
 * in a nameless file beside the index: the system keeps as much of it in memory as fits.
 *
 *   pf_spill_array array;
 *   if (!pf_spill_array_make(&array, spill, bytes)) return PATHFAN_ERR_NO_MEMORY;
 *   use array.at;
 *   pf_spill_array_free(&array);
 *
 * A stage that gets no room returns NO_MEMORY; pf_spill_failed tells whether the disk was
 * full. */
#ifndef PF_BUILD_INDEX_RUN_SPILL_H
#define PF_BUILD_INDEX_RUN_SPILL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/memory_limit.h"
#include "pathfan/status.h"

/* Where arrays go. NULL or all zero: to memory. */
typedef struct pf_spill {
  const char *index_path; /* NULL: to memory */
  pf_memory_limit *memory_limit;
  _Atomic int failure; /* errno of a file that couldn't be made or extended; 0: none */
} pf_spill;

typedef struct pf_spill_array {
  void *at; /* zeros at first */
  uint64_t bytes;
  bool is_mapped;
  pf_memory_limit *memory_limit; /* it is taken from this one; NULL: from none */
} pf_spill_array;

/* Makes a new nameless file in the index's folder, which is gone once it is closed. Returns -1,
 * with errno, on failure. */
int pf_spill_file(const char *index_path);

/* Allocates an array of zeros. Any thread. False: there is no room; it is all zero then. */
bool pf_spill_array_make(pf_spill_array *array, pf_spill *spill, uint64_t bytes);

/* Lets the system drop the written pages from memory. */
void pf_spill_array_relax(const pf_spill_array *array);

/* Fine on a zeroed struct. */
void pf_spill_array_free(pf_spill_array *array);

/* Turns NO_MEMORY caused by a full disk into IO, with a message; any other status stays. */
pathfan_status pf_spill_failed(const pf_spill *spill, pathfan_status status, pathfan_error *error);

#endif
